"""Agendas: all games of a player, the most urgent first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from bot.games.deadlines import FLAG
from bot.games.tables import Table, Tables
from bot.store import AgendaStore, Asks, Errand, Ledger, Player, StoredGame
from bot.store.asks import NOTHING

MOST = 40
"""With how many games a list begins, more than fit in a message; of the others it is told how many there are."""


class Asked(Enum):
    """What besides a move or a proposal may await a player in a game, or that nothing does; in words."""

    INVITED = "you are invited"
    LATE = "time has run out, so you may claim"
    OUT = "you are out; others play on"
    LOST = "its channel is gone: use /game move-here"


class Due(NamedTuple):
    """What a game asks of a player: whether it awaits their move, what else they are asked, when time runs out.

    `until` is when the time of whoever is to move runs out (UTC ms), None where there is no clock, it stands still or
    has run out; `proposals` are the kinds of those that they have not agreed to.
    """

    mine: bool
    asked: tuple[Asked, ...] = ()
    until: int | None = None
    proposals: tuple[str, ...] = ()

    @property
    def awaits(self) -> bool:
        """Whether the player is waited for."""
        return self.mine or bool(self.proposals) or (bool(self.asked) and self.asked != (Asked.OUT,))


@dataclass(frozen=True)
class Entry:
    """A game of a player's, and what it asks of them."""

    game: StoredGame
    due: Due


@dataclass(frozen=True)
class Agenda:
    """A player's games: the open and running ones of a server, and those of other servers that await them.

    They are the first MOST of them; there are so many `more`.
    """

    here: tuple[Entry, ...]
    elsewhere: tuple[Entry, ...]
    more: int = 0


class Agendas:
    """The agendas of all players; `now()` gives UTC ms."""

    def __init__(self, ledger: Ledger, tables: Tables, now: Callable[[], int]) -> None:
        self._store = AgendaStore(ledger.database)
        self._tables = tables
        self._now = now

    async def of(self, player: Player, guild: int | None) -> Agenda:
        """A player's games as a server is to list them, or with None all of them.

        What awaits them comes first, then by time, open challenges last.
        """
        found = await self._found(player)
        here = [each for each in found if guild in {each[0].guild, None}]
        abroad = [each for each in found if guild not in {each[0].guild, None} and each[1].awaits]
        first = here[:MOST]
        others = abroad[: MOST - len(first)]
        entries = await self._entries([*first, *others])
        at_home = tuple(entries[errand.game] for errand, _ in first if errand.game in entries)
        away = tuple(entries[errand.game] for errand, _ in others if errand.game in entries)
        return Agenda(at_home, away, len(here) + len(abroad) - len(first) - len(others))

    async def awaiting(self, player: Player, guild: int, besides: int = 0) -> tuple[int, Entry | None]:
        """How many games of a server await a move by a player, one game aside, and the most urgent; None for none."""
        mine = [each for each in await self._found(player) if each[1].mine]
        there = [each for each in mine if each[0].guild == guild and each[0].game != besides]
        entries = await self._entries(there[:1])
        return len(there), next(iter(entries.values()), None)

    async def _found(self, player: Player) -> list[tuple[Errand, Due]]:
        """What concerns a player, the most urgent first."""
        now, found = self._now(), []
        for errand in await self._store.errands(player.id, FLAG):
            asks = await self._looked_up(errand.game) if errand.asks is None else errand.asks
            found.append((errand, _due(errand, asks, now)))
        return sorted(found, key=_urgency)

    async def _looked_up(self, number: int) -> Asks:
        """What a game asks that has not been noted yet, from its events; nothing where these cannot be read."""
        table = await self._tables.find(number)
        if not isinstance(table, Table):
            return NOTHING
        asks = Asks.of(table.state)
        await self._store.asked(number, table.state.sequence, asks)
        return asks

    async def _entries(self, found: Sequence[tuple[Errand, Due]]) -> dict[int, Entry]:
        """The entries of some games, by number; without those that cannot be read."""
        games = await self._store.games([errand.game for errand, _ in found])
        return {errand.game: Entry(games[errand.game], due) for errand, due in found if errand.game in games}


def _due(errand: Errand, asks: Asks, now: int) -> Due:
    """What a game asks of the player whose errand it is."""
    mine = errand.playing and errand.turn is not None and bool(errand.seats >> errand.turn & 1)
    lost = (Asked.LOST,) if errand.lost else ()
    if not errand.playing:
        return Due(mine, lost or ((Asked.INVITED,) if errand.invited else ()), errand.due)
    seats = errand.seats & ~asks.out
    if not seats:
        return Due(mine, (*lost, Asked.OUT), errand.due)
    proposals = tuple(kind for kind, agreed in asks.proposals if seats & ~agreed)
    if errand.lost:
        return Due(mine, lost, errand.due, proposals)
    late = asks.late or (errand.turn or 0 if errand.due is not None and errand.due <= now else 0)
    if late and seats & ~(1 << late):
        return Due(mine, (Asked.LATE,), None, proposals)
    return Due(mine, (), errand.due, proposals)


def _urgency(found: tuple[Errand, Due]) -> tuple[int, bool, int, int]:
    """What awaits the player's move, then their answer, then others' moves, by the time left. The older first."""
    errand, due = found
    rank = 0 if due.mine else 1 if due.awaits else 2 if errand.playing else 3
    return rank, due.until is None, due.until or 0, errand.game
