"""Privacy: what is kept about a person is told, given out as files, and deleted when they ask for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.games.lobby.lobby import Lobby
from bot.games.refusals import if_granted
from bot.games.tables import Tables
from bot.store import Deadline, Ledger, Player, PrivacyStore, StoredGame
from engine.clocks.control import HOUR
from engine.dice.expression import unlabelled
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Command, Resign

log = logging.getLogger(__name__)

MOST = 500
"""How many rows at most, about, are changed in one transaction."""

Act = Callable[[int, Player, Callable[[int], Command]], Awaitable[object]]


class NothingKept(Refusal):
    """Data asked for, or to be deleted, where there are none."""

    words = "I keep nothing about you."


class BeingForgotten(Refusal):
    """Something asked about data that are being deleted."""

    words = "I am already deleting what I keep about you. It takes a minute at most; nothing else is needed."


@dataclass(frozen=True)
class PrivacyOverview:
    """What a person has under way: the games that they still play in, and open challenges that they have a part in."""

    playing: Sequence[StoredGame]
    challenges: Sequence[StoredGame]


class Privacy:
    """The data of all people; `now()` gives UTC ms, `act` carries out a player's command, `settle` rates games.

    Who asks to be forgotten has a deadline in the store, which is met by the scheduler, at once or after a start:
    first their games and challenges end like any others, then a bounded number of rows is made anonymous or deleted in
    each transaction, and with the last of them the deadline goes. Then the file is written anew.
    """

    def __init__(
        self,
        store: PrivacyStore,
        ledger: Ledger,
        tables: Tables,
        lobby: Lobby,
        act: Act,
        settle: Callable[[], Awaitable[None]],
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._ledger = ledger
        self._tables = tables
        self._lobby = lobby
        self._act = act
        self._settle = settle
        self._now = now
        self._ends: dict[int, asyncio.Event] = {}
        self._ended: dict[int, list[int]] = {}
        self._scrubbed = -HOUR

    @property
    def store(self) -> PrivacyStore:
        """What is kept about people."""
        return self._store

    async def overview(self, player: Player) -> PrivacyOverview:
        """What a person has under way; a refusal where nothing is kept about them, or it is being deleted."""
        if await self._store.asked(player.id):
            raise Refused(BeingForgotten())
        if not await self._store.anything(player.id):
            raise Refused(NothingKept())
        games = await self._ledger.games_of(player.id, None)
        return PrivacyOverview(
            [game for game in games if game.stage == "playing" and await self._plays(game, player)],
            [game for game in games if game.stage == "open"],
        )

    async def _plays(self, game: StoredGame, player: Player) -> bool:
        """Whether somebody still has a seat in a running game, as far as it can be read."""
        table = await if_granted(self._tables.find(game.number))
        return table is not None and bool(set(game.seats_of(player.id)) & set(table.state.remaining))

    # ---- forgotten

    async def ask(self, player: Player) -> Refusal | None:
        """Note that a person wants to be forgotten."""
        if await self._store.asked(player.id):
            return BeingForgotten()
        if not await self._store.anything(player.id):
            return NothingKept()
        self._ends[player.id] = asyncio.Event()
        await self._store.ask(player.id, self._now())
        return None

    async def wait(self, player: Player, seconds: float) -> bool:
        """Wait until a person who has just asked for it is forgotten; False if that takes longer."""
        end = self._ends.get(player.id)
        try:
            async with asyncio.timeout(seconds):
                if end is not None:
                    await end.wait()
        except TimeoutError:
            return False
        return True

    async def carry_on(self, deadline: Deadline) -> list[int]:
        """Meet the deadline of a person who wants to be forgotten, as far as one step goes.

        With the last step come the numbers of the games and challenges that this has ended; shown no sooner, they do
        not name the person.
        """
        player = Player(deadline.player, "")
        changed, left = await self._leave_all(player)
        if changed:
            again = Deadline(deadline.kind, 0, deadline.player, self._now())
            await self._ledger.deadlines.settle(deadline, again)
            self._ended.setdefault(player.id, []).extend(changed)
            return []
        await self._settle()
        scrub = max(self._now(), self._scrubbed + HOUR)
        step = await self._store.carry_on(deadline, left, unlabelled, self._now(), scrub, MOST)
        if not step.done:
            return []
        if (end := self._ends.pop(player.id, None)) is not None:
            end.set()
        return self._ended.pop(player.id, [])

    async def _leave_all(self, player: Player) -> tuple[list[int], list[tuple[int, str]]]:
        """Resign a person's games and withdraw from their challenges.

        The numbers of those that this has changed, and those that they have left, or that cannot be read, with their
        stages: a challenge that is accepted just now is a game to be resigned next.
        """
        changed: list[int] = []
        left: list[tuple[int, str]] = []
        for game in await self._ledger.games_of(player.id, None):
            leave = self._resign if game.stage == "playing" else self._withdraw
            if await leave(game, player):
                changed.append(game.number)
            else:
                left.append((game.number, game.stage))
        return changed, left

    async def _resign(self, game: StoredGame, player: Player) -> bool:
        """Resign every seat of a person's in a running game; False if there is nothing to be resigned."""
        resigned = False
        while await self._plays(game, player):
            try:
                await self._act(game.number, player, Resign)
            except Refused as refused:
                log.warning("game %d cannot be resigned: %s", game.number, refused)
                break
            resigned = True
        return resigned

    async def _withdraw(self, game: StoredGame, player: Player) -> bool:
        """End a person's part in an open challenge; False if that is not possible."""
        leave = self._lobby.withdraw if game.challenger == player.id else self._lobby.decline
        return await if_granted(leave(game.number, player)) is not None

    async def scrub(self, deadline: Deadline) -> None:
        """Meet the deadline of a file that may still hold what was deleted; it stands while somebody else reads it."""
        if await self._store.scrub(deadline):
            self._scrubbed = self._now()
