"""Agendas: all games of a player, the most urgent first."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from bot.games.deadlines import FLAG
from bot.games.refusals import if_granted
from bot.games.tables import Tables
from bot.store import AgendaStore, Errand, Ledger, Player, StoredGame
from bot.store.agendas import ANSWER, END, MINE, OPEN, OTHERS, Concern
from engine.play.state import State

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
        return self.mine or bool(self.proposals) or (bool(self.asked) and self.asked != (Asked.OUT,))


class _Asks(NamedTuple):
    """What a running game asks besides a move: the seats that are `out`, and the open `proposals` with those who agree.

    Seats are told by the bits of their numbers. `late` is the seat that has no time left whatever the time is, 0 for
    none; while a clock runs, its deadline tells that.
    """

    out: int = 0
    late: int = 0
    proposals: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, state: State) -> _Asks:
        if state.result is not None:
            return _NOTHING
        clock = state.clock
        late = clock.running if clock is not None and not (clock.paused or clock.left[clock.running]) else 0
        proposals = ((each.kind, sum(1 << seat for seat in each.agreed)) for each in state.proposals)
        return cls(state.position.out, late, tuple(proposals))


_NOTHING = _Asks()


@dataclass(frozen=True)
class Entry:
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


_RANK: Final = 0
_UNTIL: Final = 1
_GAME: Final = 2
_GUILD: Final = 3
"""The places in a Concern: a player may have hundreds, so that only what is shown becomes an entry."""

Choice = Callable[[Sequence[Concern]], tuple[Sequence[Sequence[Concern]], int]]
"""What picks groups from all that concerns a player, the most urgent first, and gives a count with them."""


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

        def first(found: Sequence[Concern]) -> tuple[Sequence[Sequence[Concern]], int]:
            here = found if guild is None else [each for each in found if each[_GUILD] == guild]
            abroad = [each for each in found if each[_RANK] <= ANSWER and guild not in {each[_GUILD], None}]
            shown = here[:MOST]
            others = abroad[: MOST - len(shown)]
            return (shown, others), len(here) + len(abroad) - len(shown) - len(others)

        (here, elsewhere), more = await self._pick(player, first)
        return Agenda(tuple(here), tuple(elsewhere), more)

    async def awaiting(self, player: Player, guild: int, besides: int = 0) -> tuple[int, Entry | None]:
        """How many games of a server await a move by a player, one game aside, and the most urgent; None for none."""

        def mine(found: Sequence[Concern]) -> tuple[Sequence[Sequence[Concern]], int]:
            there = [each for each in found if each[_RANK] == MINE and each[_GUILD] == guild]
            others = [each for each in there if each[_GAME] != besides]
            return (others[:1],), len(others)

        (first,), count = await self._pick(player, mine)
        return count, first[0] if first else None

    async def _pick(self, player: Player, choice: Choice) -> tuple[list[list[Entry]], int]:
        """The entries of what is picked from a player's games, without games that cannot be read, and its count."""
        now, once, dues = self._now(), dict[int, Concern](), dict[int, Due]()
        concerns = sorted(await self._store.concerns(player.id, FLAG, now))
        plain = bisect(concerns, (MINE,))
        errands = await self._store.errands({each[_GAME] for each in concerns[:plain]}, player.id, FLAG)
        for each in errands:
            dues[each.game] = _due(each, await self._look_up(each.game) if each.asks else _NOTHING, now)
        for concern in sorted([*concerns[plain:], *(_concern(errand, dues[errand.game]) for errand in errands)]):
            once.setdefault(concern[_GAME], concern)
        picked, count = choice(list(once.values()))
        numbers = [each[_GAME] for group in picked for each in group]
        games = await self._store.games(numbers) if numbers else {}

        def entry(concern: Concern) -> Entry:
            return Entry(games[concern[_GAME]], dues.get(concern[_GAME]) or _a_move(concern))

        return [[entry(each) for each in group if each[_GAME] in games] for group in picked], count

    async def _look_up(self, number: int) -> _Asks:
        """What a game asks as it stands; nothing where its events cannot be read."""
        table = await if_granted(self._tables.find(number))
        return _Asks.of(table.state) if table is not None else _NOTHING


def _concern(errand: Errand, due: Due) -> Concern:
    return (_rank(errand, due), END if due.until is None else due.until, errand.game, errand.guild)


def _a_move(concern: Concern) -> Due:
    until = concern[_UNTIL]
    return Due(concern[_RANK] == MINE, (), None if until == END else until)


def _due(errand: Errand, asks: _Asks, now: int) -> Due:
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
    if due.mine or due.awaits:
        return MINE if due.mine else ANSWER
    return OTHERS if errand.playing else OPEN
