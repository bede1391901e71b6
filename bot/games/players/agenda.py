"""Agendas: all games of a player, the most urgent first."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import Enum

from bot.games.deadlines import FLAG
from bot.games.directory import awaits
from bot.games.tables import Tables
from bot.store import Ledger, Player, StoredGame
from bot.store.people import INVITED
from engine.play.state import State


class Asked(Enum):
    """What besides a move or a proposal may await a player in a game, or that nothing does; in words."""

    INVITED = "you are invited"
    LATE = "time has run out, so you may claim"
    OUT = "you are out; others play on"
    LOST = "its channel is gone: use /game move-here"


@dataclass(frozen=True)
class Entry:
    """A game of a player's, whether it awaits their move, what they are asked there, and when time runs out.

    `proposals` are the kinds of those that they have not agreed to. `until` is when the time of whoever is to move runs
    out (UTC ms), None where there is no clock, it stands still or has run out.
    """

    game: StoredGame
    mine: bool
    asked: tuple[Asked, ...] = ()
    until: int | None = None
    proposals: tuple[str, ...] = ()

    @property
    def awaits(self) -> bool:
        """Whether the player is waited for."""
        return self.mine or bool(self.proposals or set(self.asked) - {Asked.OUT})


@dataclass(frozen=True)
class Agenda:
    """A player's games: the open and running ones of a server, and those of other servers that await them."""

    here: tuple[Entry, ...]
    elsewhere: tuple[Entry, ...]


class Agendas:
    """The agendas of all players; `now()` gives UTC ms."""

    def __init__(self, ledger: Ledger, tables: Tables, now: Callable[[], int]) -> None:
        self._ledger = ledger
        self._tables = tables
        self._now = now

    async def of(self, player: Player, guild: int | None) -> Agenda:
        """A player's games as a server is to list them, or with None all of them.

        What awaits them comes first, then by time, open challenges last.
        """
        entries = sorted(
            [await self._with_questions(each, player) for each in await self._entries(player)], key=_urgency
        )
        here = tuple(entry for entry in entries if guild in {entry.game.guild, None})
        abroad = (entry for entry in entries if guild not in {entry.game.guild, None})
        return Agenda(here, tuple(entry for entry in abroad if entry.awaits))

    async def awaiting(self, player: Player, guild: int) -> tuple[Entry, ...]:
        """The games of a server that await a move by a player, the most urgent first."""
        mine = (entry for entry in await self._entries(player) if entry.mine and entry.game.guild == guild)
        return tuple(sorted(mine, key=_urgency))

    async def _entries(self, player: Player) -> list[Entry]:
        games = await self._ledger.games_of(player.id, None)
        due = await self._ledger.deadlines.by_game(FLAG, [game.number for game in games])
        return [Entry(game, awaits(game, player), _asked(game, player), due.get(game.number)) for game in games]

    async def _with_questions(self, entry: Entry, player: Player) -> Entry:
        """An entry with what waits for this player in a running game."""
        state = await self._tables.state(entry.game) if entry.game.stage == "playing" else None
        if not isinstance(state, State):
            return entry
        seats = set(entry.game.seats_of(player.id)) & set(state.remaining)
        proposals = tuple(each.kind for each in state.proposals if seats - each.agreed)
        if not seats:
            return replace(entry, asked=(*entry.asked, Asked.OUT))
        if entry.game.lost is None and _late(state, seats, self._now()):
            return replace(entry, asked=(Asked.LATE,), proposals=proposals, until=None)
        return replace(entry, proposals=proposals)


def _asked(game: StoredGame, player: Player) -> tuple[Asked, ...]:
    """Whether an open challenge waits for this player's answer, or a game for a channel."""
    if game.lost is not None:
        return (Asked.LOST,)
    kept = any(guest.player.id == player.id and guest.stage == INVITED for guest in game.guests)
    return (Asked.INVITED,) if game.stage == "open" and (kept or game.invited == player.id) else ()


def _late(state: State, seats: AbstractSet[int], now: int) -> bool:
    """Whether one of these seats may claim that another's time has run out."""
    clock = state.clock
    return clock is not None and bool(seats - {clock.running}) and clock.claimable(now)


def _urgency(entry: Entry) -> tuple[int, bool, int, int]:
    """What awaits the player's move, then their answer, then others' moves, by the time left. The older first."""
    rank = 0 if entry.mine else 1 if entry.awaits else 3 if entry.game.stage == "open" else 2
    return rank, entry.until is None, entry.until or 0, entry.game.number
