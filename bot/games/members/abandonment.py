"""Abandonment: games without clocks whose player to move stays silent, and what the others may do then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.games.members.membership import Membership
from bot.games.play.play import Carried, Play
from bot.games.refusals import if_granted
from bot.games.servers import Servers
from bot.games.tables import Table, Tables
from bot.store import Deadline, MemberStore, Player, StoredGame
from bot.store.members import ABANDONED, Silence
from engine.clocks.control import DAY
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Close
from engine.play.events import Event
from engine.play.referee import closing, heard
from engine.play.refusals import StaleGame
from engine.play.state import State

LOOK = 7 * DAY
"""How long at most a game is not looked at: what its server has chosen may have changed."""
GONE = 7
"""After so many days a game counts as abandoned by one who has left the server, unless the server waits less."""


@dataclass(frozen=True)
class Waiting:
    """A game that waits for its player to move: since when it does, and from when on it counts as abandoned (UTC ms).

    `ripe` is None where that is never. `gone` is when it was noticed that the player has left the server, None for one
    who has not. `begun` is when the game began.
    """

    table: Table
    since: int
    ripe: int | None
    gone: int | None
    begun: int

    @property
    def player(self) -> Player:
        """Whom it waits for."""
        return self.table.game.seats[self.table.state.due]

    @property
    def after(self) -> int:
        """The silence that makes it count as abandoned (ms), 0 for none."""
        return 0 if self.ripe is None else max(self.ripe - self.since, 1)


class Abandonments:
    """The games that somebody may have abandoned; `now()` gives UTC ms.

    A game without clocks has one deadline, which a move leaves alone: when it comes the game is looked at, and looked
    at again when its player could have been silent for long enough, after LOOK at the latest.
    """

    def __init__(
        self,
        store: MemberStore,
        tables: Tables,
        play: Play,
        servers: Servers,
        membership: Membership,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._tables = tables
        self._play = play
        self._servers = servers
        self._membership = membership
        self._now = now

    async def waiting(self, table: Table, begun: int | None = None) -> Waiting:
        """How a running game waits; `begun` is when it began, where the store does not know.

        While its channel is gone nobody is waited for.
        """
        game, state = table.game, table.state
        silence = await self._store.silence(game.number, game.created if begun is None else begun)
        if game.lost is not None:
            silence = silence._replace(begun=self._now())
        days = await self.days(game.guild)
        since = heard(state, silence.begun)
        gone = await self._membership.absent(game.guild, game.seats[state.due].id)
        ripe = since + days * DAY if days else None
        if ripe is not None and gone is not None:
            ripe = min(ripe, max(since, gone) + min(days, GONE) * DAY)
        return Waiting(table, since, ripe, gone, silence.begun)

    async def days(self, guild: int) -> int:
        """After how many days of silence a game of a server counts as abandoned; 0 for never."""
        return (await self._servers.settings(guild)).abandoned_days

    async def look(self, deadline: Deadline) -> Waiting | None:
        """Look at a game when its deadline comes: what the others are to be told, None where it only has to wait on.

        Then it is written when to look at it again; otherwise `told` is to be called once they are told.
        """
        table = await if_granted(self._tables.find(deadline.game))
        silence = await self._store.silence(deadline.game, deadline.due)
        if table is None:
            await self._store.settle(deadline, silence, self._later(deadline.game))
            return None
        if table.state.result is not None or table.state.clock is not None:
            await self._store.settle(deadline, silence)
            return None
        await self._membership.present(table.game.guild, table.game.seats[table.state.due].id)
        waiting = await self.waiting(table, deadline.due)
        if waiting.ripe is None or waiting.ripe > self._now() or silence.told == table.state.changed:
            ripe = waiting.ripe if silence.told != table.state.changed else None
            await self._store.settle(deadline, silence, self._later(deadline.game, ripe))
            return None
        return waiting

    async def told(self, deadline: Deadline, waiting: Waiting) -> None:
        """Note that the others know of it, once for each turn."""
        silence = Silence(waiting.begun, waiting.table.state.changed)
        await self._store.settle(deadline, silence, self._later(deadline.game))

    async def untold(self, deadline: Deadline, waiting: Waiting) -> None:
        """Let it be told later, where the channel does not take it now."""
        told = (await self._store.silence(deadline.game, waiting.begun)).told
        await self._store.settle(deadline, Silence(waiting.begun, told), self._later(deadline.game))

    def _later(self, game: int, ripe: int | None = None) -> Deadline:
        now = self._now()
        return Deadline(ABANDONED, game, 0, now + LOOK if ripe is None else max(now, min(ripe, now + LOOK)))

    # ---- what can be done

    async def close(self, table: Table) -> Callable[[int, int | None], Close]:
        """The command that closes a game, for a seat and the event that it is given in view of."""
        waiting = await self.waiting(table)
        return partial(Close, after=waiting.after, begun=waiting.begun)

    async def shut(self, game: StoredGame) -> Carried:
        """Close a game on behalf of its server; a refusal while a player may still be waited for."""
        table = await self._tables.find(game.number)
        waiting = await self.waiting(table)
        refused: Refusal | None = None

        def judge(state: State, now: int) -> Event | None:
            nonlocal refused
            found = closing(state, waiting.after, waiting.begun, now)
            refused = found if isinstance(found, Refusal) else None
            return None if isinstance(found, Refusal) else found

        done = await self._play.rule(game.number, judge)
        if done is None:
            raise Refused(refused or StaleGame())
        return done
