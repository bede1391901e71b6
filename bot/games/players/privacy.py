"""Privacy: what is kept about a person is told, given out as files, and deleted when they ask for it."""

from __future__ import annotations

import asyncio
import json
import logging
import tempfile
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import IO

from bot.games.lobby.lobby import Lobby
from bot.games.readers import apart
from bot.games.refusals import if_granted
from bot.games.tables import Table, Tables
from bot.store import Deadline, Ledger, Player, PrivacyStore, StoredGame
from bot.store.privacy import KEPT, PAGE
from engine.clocks.control import HOUR
from engine.dice.expression import unlabelled
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Command, Resign

log = logging.getLogger(__name__)

FILE_FULL_BYTES = 8 * 2**20
"""A file of more than this is followed by another; Discord takes 10 MiB."""
TRIES = 3
"""How often a farewell begins again because a game of the person's has begun meanwhile, before it waits."""
ABOUT = """\
Everything that Hexmarshal keeps about you.

games/14.json    what concerns you in game 14: the game, your seats, what you did in it with its times, your notes, your
                 conditional moves, how it ended for you
games/14.txt     the record of that game, if you play in it
other files      what is not about one game: what you have chosen, vacations, shared rolls, reminders, records you
                 brought, your ratings, the names under which servers know you

Times are in milliseconds since 1970, UTC. Ids are those of Discord: yours, and those of servers, channels, messages and
interactions. `cause` is the message or interaction by which you did something.
"""

Act = Callable[[int, Player, Callable[[int], Command]], Awaitable[object]]


class NothingKept(Refusal):
    """Data asked for, or to be deleted, where there are none."""

    words = "I keep nothing about you."


class BeingForgotten(Refusal):
    """Something asked about data that are being deleted."""

    words = "I am already deleting what I keep about you. It takes a minute at most; nothing else is needed."


class Exporting(Refusal):
    """An export asked for while an earlier one is under way."""

    words = "I am still putting together what you asked for before. Nothing has changed; please wait for it."


@dataclass(frozen=True)
class PrivacyOverview:
    """What a person has under way: the games that they still play in, and open challenges that they have a part in."""

    playing: Sequence[StoredGame]
    challenges: Sequence[StoredGame]


class Privacy:
    """The data of all people; `now()` gives UTC ms, `act` carries out a player's command, `settle` rates games.

    Who asks to be forgotten has a deadline in the store, which the scheduler meets immediately or after a start: their
    games and challenges end like any others, then one transaction makes anonymous or deletes all that is kept about
    them, the deadline included. Then the file is written anew, once an hour at most.
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
        self.store = store
        self._ledger = ledger
        self._tables = tables
        self._lobby = lobby
        self._act = act
        self._settle = settle
        self._now = now
        self._exporting: set[int] = set()
        self._ends: dict[int, asyncio.Event] = {}
        self._scrubbed = -HOUR

    async def _look_up(self, player: Player) -> None:
        """Refuse where nothing is kept about a person, or it is being deleted."""
        if await self.store.asked(player.id):
            raise Refused(BeingForgotten())
        if not await self.store.anything(player.id):
            raise Refused(NothingKept())

    # ---- given out

    async def overview(self, player: Player) -> PrivacyOverview:
        """What a person has under way; a refusal where nothing is kept about them, or it is being deleted."""
        await self._look_up(player)
        games = await self._ledger.games_of(player.id, None)
        return PrivacyOverview(
            [game for game in games if game.stage == "playing" and await self._plays(game, player)],
            [game for game in games if game.stage == "open"],
        )

    async def _plays(self, game: StoredGame, player: Player) -> bool:
        """Whether somebody still has a seat in a running game, as far as it can be read."""
        table = await if_granted(self._tables.find(game.number))
        return table is not None and bool(set(game.seats_of(player.id)) & set(table.state.remaining))

    @asynccontextmanager
    async def export(self, player: Player, record: Callable[[Table], str]) -> AsyncIterator[Sequence[IO[bytes]]]:
        """Everything about a person as zip files, gone at the end of the block; `record` writes a game's record."""
        if player.id in self._exporting:
            raise Refused(Exporting())
        await self._look_up(player)
        self._exporting.add(player.id)
        try:
            with ExitStack() as files:
                yield await self._fill(files, player, record)
        finally:
            self._exporting.discard(player.id)

    async def _fill(self, files: ExitStack, player: Player, record: Callable[[Table], str]) -> Sequence[IO[bytes]]:
        parts: list[tuple[IO[bytes], zipfile.ZipFile]] = []

        async def add(name: str, held: Mapping[str, object]) -> None:
            text = json.dumps(held, ensure_ascii=False, indent=1, default=str)
            await apart(partial(_add, files, parts, f"{name}.json", text))

        async def add_record(table: Table) -> None:
            await apart(lambda: _add(files, parts, f"games/{table.game.number}.txt", record(table)))

        for table in (table for table, kept in KEPT.items() if not kept.game):
            seen = 0
            while rows := await self.store.about(player.id, table, seen):
                await add(f"{table}-{seen // PAGE + 1}" if seen else table, {table: rows})
                seen += len(rows)
        for game in await self.store.games_of(player.id):
            held = {table: await self.store.about(player.id, table, game) for table, kept in KEPT.items() if kept.game}
            await add(f"games/{game}", {"game": game} | {table: rows for table, rows in held.items() if rows})
            seated = await if_granted(self._tables.find(game)) if held["seats"] else None
            if seated is not None and seated.game.stage in {"playing", "over"}:
                await add_record(seated)
        for file, archive in parts:
            await apart(archive.close)
            file.seek(0)
        return [file for file, _ in parts]

    # ---- forgotten

    async def ask(self, player: Player) -> None:
        """Note that a person wants to be forgotten."""
        await self._look_up(player)
        self._ends[player.id] = asyncio.Event()
        await self.store.ask(player.id, self._now())

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
        """Meet the deadline of a person who wants to be forgotten.

        The numbers of the games and challenges that this has ended; shown after it, they do not name the person.
        """
        player, ended = Player(deadline.player, ""), list[int]()
        for _ in range(TRIES):
            changed, left = await self._leave_all(player)
            ended += changed
            await self._settle()
            scrub = max(self._now(), self._scrubbed + HOUR)
            if await self.store.forget(player.id, left, unlabelled, scrub):
                break
        else:
            return ended
        if (end := self._ends.pop(player.id, None)) is not None:
            end.set()
        return ended

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
        if await self.store.scrub(deadline):
            self._scrubbed = self._now()


def _add(files: ExitStack, parts: list[tuple[IO[bytes], zipfile.ZipFile]], name: str, text: str) -> None:
    """Add a file to the last part of an export, or to another where that is full."""
    if not parts or parts[-1][0].tell() > FILE_FULL_BYTES:
        file = files.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - closed with the others
        parts.append((file, files.enter_context(zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED))))
        parts[-1][1].writestr("ABOUT.txt", ABOUT)
    parts[-1][1].writestr(name, text)
