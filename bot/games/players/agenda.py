"""What awaits a player: all their games, the most urgent first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import Enum

from bot.games.deadlines import FLAG
from bot.games.directory import awaits
from bot.games.tables import Tables
from bot.store import Game, Ledger, Player
from bot.store.people import INVITED
from engine.play.state import State


class Asked(Enum):
    """What may wait for a player's answer in a game, whoever is to move, or that nothing does; the values say so."""

    INVITED = "you are invited"
    DRAW = "a draw is offered"
    TAKEBACK = "a takeback is asked for"
    PAUSE = "a pause is offered"
    LATE = "time has run out, and you may claim"
    OUT = "you are out, others play on"


@dataclass(frozen=True)
class Entry:
    """A game of a player's, whether it awaits their move, what they are asked there, and when time runs out.

    That is the time of whoever is to move (UTC ms), None where there is no clock, it stands still or has run out.
    """

    game: Game
    mine: bool
    asked: tuple[Asked, ...] = ()
    until: int | None = None

    @property
    def awaits(self) -> bool:
        """Whether the player is waited for."""
        return self.mine or bool(set(self.asked) - {Asked.OUT})


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

    async def of(self, player: Player, guild: int) -> Agenda:
        """A player's games as a server is to list them: what awaits them first, then by time, open challenges last."""
        entries = sorted([await self._with_offers(each, player) for each in await self._entries(player)], key=_urgency)
        here = tuple(entry for entry in entries if entry.game.guild == guild)
        abroad = (entry for entry in entries if entry.game.guild != guild)
        return Agenda(here, tuple(entry for entry in abroad if entry.awaits))

    async def awaiting(self, player: Player, guild: int) -> tuple[Entry, ...]:
        """The games of a server that await a move by a player, the most urgent first."""
        mine = (entry for entry in await self._entries(player) if entry.mine and entry.game.guild == guild)
        return tuple(sorted(mine, key=_urgency))

    async def _entries(self, player: Player) -> list[Entry]:
        games = await self._ledger.games_of(player.id, None)
        due = await self._ledger.deadlines.by_game(FLAG, [game.number for game in games])
        return [Entry(game, awaits(game, player), _invited(game, player), due.get(game.number)) for game in games]

    async def _with_offers(self, entry: Entry, player: Player) -> Entry:
        """An entry with the offers of a running game that wait for this player."""
        state = await self._tables.state(entry.game) if entry.game.stage == "playing" else None
        if not isinstance(state, State):
            return entry
        seats = set(entry.game.seats_of(player.id)) & set(state.remaining)
        asked = tuple(_asked(state, seats, self._now())) if seats else (Asked.OUT,)
        return replace(entry, asked=asked, until=None if Asked.LATE in asked else entry.until)


def _invited(game: Game, player: Player) -> tuple[Asked, ...]:
    """Whether an open challenge waits for this player's answer."""
    kept = any(guest.player.id == player.id and guest.stage == INVITED for guest in game.guests)
    return (Asked.INVITED,) if game.stage == "open" and (kept or game.invited == player.id) else ()


def _asked(state: State, seats: AbstractSet[int], now: int) -> Iterator[Asked]:
    """What these seats of one player are asked, or may claim."""
    clock = state.clock
    offers = ((Asked.DRAW, state.offer), (Asked.TAKEBACK, state.request), (Asked.PAUSE, clock.offer if clock else None))
    for asked, offer in offers:
        if offer is not None and seats - offer.agreed:
            yield asked
    if clock is not None and seats - {clock.running} and clock.claimable(now):
        yield Asked.LATE


def _urgency(entry: Entry) -> tuple[int, bool, int, int]:
    """What awaits the player's move, then their answer, then others' moves, by the time left. The older first."""
    rank = 0 if entry.mine else 1 if entry.awaits else 3 if entry.game.stage == "open" else 2
    return rank, entry.until is None, entry.until or 0, entry.game.number
