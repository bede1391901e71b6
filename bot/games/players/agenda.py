"""Agendas: all games of a player, the most urgent first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from bot.games.deadlines import FLAG
from bot.games.tables import Table, Tables
from bot.store import AgendaStore, Asks, Errand, Ledger, Player, StoredGame
from bot.store.agendas import ANSWER, MINE, OPEN, OTHERS
from bot.store.asks import NOTHING
from bot.store.damage import END

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


_Found = tuple[int, int, int, int, Due | None]
"""How urgent a game is, when its time runs out, its number and guild, and what it asks; None for nothing but a move.

These are rows as the store gives them, for a player may have hundreds: only what is shown becomes an entry.
"""
_RANK: Final = 0
_UNTIL: Final = 1
_GAME: Final = 2
_GUILD: Final = 3


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
        here = found if guild is None else [each for each in found if each[_GUILD] == guild]
        abroad = [each for each in found if each[_RANK] <= ANSWER and guild not in {each[_GUILD], None}]
        first = here[:MOST]
        others = abroad[: MOST - len(first)]
        entries = await self._entries([*first, *others])
        at_home = tuple(entries[each[_GAME]] for each in first if each[_GAME] in entries)
        away = tuple(entries[each[_GAME]] for each in others if each[_GAME] in entries)
        return Agenda(at_home, away, len(here) + len(abroad) - len(first) - len(others))

    async def awaiting(self, player: Player, guild: int, besides: int = 0) -> tuple[int, Entry | None]:
        """How many games of a server await a move by a player, one game aside, and the most urgent; None for none."""
        mine = [each for each in await self._found(player) if each[_RANK] == MINE and each[_GUILD] == guild]
        there = [each for each in mine if each[_GAME] != besides]
        entries = await self._entries(there[:1])
        return len(there), next(iter(entries.values()), None)

    async def _found(self, player: Player) -> list[_Found]:
        """What concerns a player, each game once, the most urgent first; of those that are alike, the older."""
        now = self._now()
        concerns = await self._store.concerns(player.id, FLAG)
        found: list[_Found] = [(*each[:4], None) for each in concerns if each[4] is None and each[_UNTIL] > now]
        asking = {each[_GAME] for each in concerns if each[4] is not None or each[_UNTIL] <= now}
        for errand in await self._store.errands(asking, player.id, FLAG):
            asks = await self._looked_up(errand.game) if errand.asks is None else errand.asks
            due = _due(errand, asks, now)
            until = END if due.until is None else due.until
            found.append((_rank(errand, due), until, errand.game, errand.guild, due))
        once = dict[int, _Found]()
        for each in sorted(found):
            once.setdefault(each[_GAME], each)
        return list(once.values())

    async def _looked_up(self, number: int) -> Asks:
        """What a game asks that has not been noted yet, from its events; nothing where these cannot be read."""
        table = await self._tables.find(number)
        if not isinstance(table, Table):
            return NOTHING
        asks = Asks.of(table.state)
        await self._store.asked(number, table.state.sequence, asks)
        return asks

    async def _entries(self, found: Sequence[_Found]) -> dict[int, Entry]:
        """The entries of some games, by number; without those that cannot be read."""
        games = await self._store.games([each[_GAME] for each in found])
        asked = ((number, more or _a_move(rank, until)) for rank, until, number, _, more in found)
        return {number: Entry(games[number], due) for number, due in asked if number in games}


def _a_move(rank: int, until: int) -> Due:
    """What a game asks in which nothing but a move is asked."""
    return Due(rank == MINE, (), None if until == END else until)


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


def _rank(errand: Errand, due: Due) -> int:
    """How urgent a game is for the player whose errand it is."""
    if due.mine or due.awaits:
        return MINE if due.mine else ANSWER
    return OTHERS if errand.playing else OPEN
