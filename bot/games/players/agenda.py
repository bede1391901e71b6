"""Agendas: all games of a player, the most urgent first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from math import inf
from typing import NamedTuple

from bot.games.deadlines import FLAG
from bot.games.lobby.challenge import awaited
from bot.games.refusals import if_granted
from bot.games.tables import Tables
from bot.store import Ledger, Player, StoredGame
from engine.play.state import State

MOST, COUNTED = 40, 1000
"""Games listed at most, more than fit in a message; and games counted at most."""


class Asked(Enum):
    """The things besides a move or a proposal that may await a player in a game, in words."""

    INVITED = "you are invited"
    LATE = "time has run out, so you may claim"
    OUT = "you are out; others play on"
    LOST = "its channel is gone: use /game move-here"


class Due(NamedTuple):
    """The things a game asks of a player: a move, other things, and until when.

    `until` is when the time of the player to move runs out (UTC ms), None where there is no clock, it stands still or
    has run out; `proposals` are the kinds of those that they have not agreed to.
    """

    mine: bool
    asked: tuple[Asked, ...] = ()
    until: int | None = None
    proposals: tuple[str, ...] = ()

    @property
    def awaits(self) -> bool:
        return self.mine or bool(self.proposals) or (bool(self.asked) and self.asked != (Asked.OUT,))


class Entry(NamedTuple):
    game: StoredGame
    due: Due

    @property
    def urgency(self) -> tuple[int, float, int]:
        """Moves of the player come first, then their answers, other games and open challenges, each by time."""
        game, due = self
        rank = 0 if due.mine else 1 if due.awaits else 2 if game.stage == "playing" else 3
        return rank, inf if due.until is None else due.until, game.number


class Agenda(NamedTuple):
    """A player's games: the open and running ones of a server, and those of other servers that await them.

    They are the first MOST of them; there are so many `more`.
    """

    here: tuple[Entry, ...]
    elsewhere: tuple[Entry, ...]
    more: int = 0


class Agendas:
    """The agendas of all players; `now()` gives UTC ms."""

    def __init__(self, ledger: Ledger, tables: Tables, now: Callable[[], int]) -> None:
        self._ledger = ledger
        self._tables = tables
        self._now = now

    async def of(self, player: Player, guild: int | None) -> Agenda:
        """A player's games as a server is to list them, or with None all of them."""
        entries = await self._entries(player, await self._ledger.games_of(player.id, None))
        here = [each for each in entries if guild in {None, each.game.guild}]
        abroad = [each for each in entries if guild not in {None, each.game.guild} and each.due.awaits]
        shown, others = here[:MOST], abroad[: max(0, MOST - len(here))]
        return Agenda(tuple(shown), tuple(others), len(here) + len(abroad) - len(shown) - len(others))

    async def awaiting(self, player: Player, guild: int, besides: int = 0) -> tuple[int, Entry | None]:
        """Count the games of a server that await a player's move, except one, and return the most urgent."""
        held = await self._ledger.held(player.id, COUNTED, guild=guild, moves=True)
        mine = await self._entries(player, [game for game in held if game.number != besides])
        return len(mine), mine[0] if mine else None

    async def _entries(self, player: Player, found: Sequence[StoredGame]) -> list[Entry]:
        """Some games of a player, the most urgent first; replayed are only those that may ask for more than a move."""
        if not found:
            return []
        games = {game.number: game for game in found}
        offered = await self._ledger.offered(games)
        untils = await self._ledger.deadlines.by_game(FLAG, [*games])
        entries = []
        for number, game in games.items():
            until = untils.get(number)
            still = game.time != "none" and until is None
            looked = game.stage == "playing" and (number in offered or len(game.seats) > 2 or still)
            table = await if_granted(self._tables.find(number)) if looked else None
            due = self._due(game, player, until, table.state if table else None)
            entries.append(Entry(game, due))
        return sorted(entries, key=lambda entry: entry.urgency)

    def _due(self, game: StoredGame, player: Player, until: int | None, state: State | None) -> Due:
        seats = {*game.seats_of(player.id)}
        mine = game.turn in seats
        lost = (Asked.LOST,) if game.lost is not None else ()
        if game.stage == "open":
            invited = any(guest.player.id == player.id for guest in awaited(game))
            return Due(mine, lost or ((Asked.INVITED,) if invited else ()), until)
        late = game.turn if until is not None and until <= self._now() else None
        proposals: tuple[str, ...] = ()
        if state is not None and state.result is None:
            seats &= {*state.remaining}
            if not seats:
                return Due(mine, (*lost, Asked.OUT), until)
            proposals = tuple(each.kind for each in state.proposals if seats - {*each.agreed})
            clock = state.clock
            if clock is not None and not (clock.paused or clock.left[clock.running]):
                late = clock.running
        if late and not lost and seats - {late}:
            return Due(mine, (Asked.LATE,), None, proposals)
        return Due(mine, lost, until, proposals)
