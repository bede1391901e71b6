"""Fairness: nobody is told about a position that stands, or has just stood, in a game that they play against people.

However it was brought there: by a copy of the game, by a position code, by a record, by moves made in another game. So
positions are compared, not games: what stands on which cell, whoever is to move, across all rules on the same board.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import NamedTuple

from bot.games.readers import Readers
from bot.games.refusals import Numbered, if_granted
from bot.games.tables import Table, Tables
from bot.store import Ledger, Player, StoredGame
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.play.state import Await, State
from engine.variants.variant import Variant

RECENT = 6
"""How many positions of a game have just stood, the present one among them."""
PASSED = 4
"""How many positions back one may have come from a game's present position."""

Likeness = frozenset[tuple[str, int, str]]
"""A position by what stands where: the name of each cell with the seat and the letter of its piece."""


class StandsInGame(Numbered):
    words = (
        "This position stands, or has just stood, in your game #{number} against people, or is a move away from it. I "
        "say nothing about it while that game goes on."
    )


class Overlap(NamedTuple):
    """How many moves at the beginning of a finished game a running one is near to, and its number; 0 for none."""

    plies: int
    game: int


class Fairness:
    def __init__(self, ledger: Ledger, tables: Tables, readers: Readers) -> None:
        self._ledger = ledger
        self._tables = tables
        self._readers = readers

    async def against(self, player: Player, state: State, besides: int = 0) -> Refusal | None:
        """Return why a player gets no advice about where a game stands, nor the referee as opponent from there.

        None if they do, as in every game's array. The game `besides` does not count.
        """
        async for number, met in self._compared(player, partial(_met, state), besides):
            if met:
                return StandsInGame(number)
        return None

    async def overlap(self, player: Player, state: State) -> Overlap:
        longest = Overlap(0, 0)
        async for number, plies in self._compared(player, partial(_overlapping, state), 0):
            longest = max(longest, Overlap(plies, number))
        if longest.plies and longest.plies >= len(state.played):
            raise Refused(StandsInGame(longest.game))
        return longest

    async def _compared(
        self, player: Player, compare: Callable[[Table], int], besides: int
    ) -> AsyncIterator[tuple[int, int]]:
        for game in await self._ledger.games_of(player.id, None):
            if game.number == besides or game.stage != "playing" or not against_people(game, player):
                continue
            table = await if_granted(self._tables.find(game.number))
            if table is not None:
                yield game.number, await self._readers.read(player.id, partial(compare, table))


def against_people(game: StoredGame, player: Player) -> bool:
    return bool(game.seats_of(player.id)) and any(
        not held.level and held.id != player.id for held in game.seats.values()
    )


def likeness(variant: Variant, position: Position) -> Likeness:
    names, pieces = variant.board.names, variant.pieces
    return frozenset(
        (names[cell], piece.seat, piece.kind.letter)
        for cell, code in enumerate(position.placement)
        if (piece := pieces[code]) is not None
    )


def _recent(state: State) -> set[Likeness]:
    """What has just stood in a running game, and what is about to: an attack whose dice are awaited counts as made."""
    return {likeness(state.variant, position) for position in state.line[-RECENT:]}


def _met(state: State, table: Table) -> bool:
    """Whether a state, unless it is the array, is, comes from or is a move away from what stands in a running game."""
    running, variant = table.state, state.variant
    if [*variant.board.names] != [*running.variant.board.names]:
        return False
    asked, array = likeness(variant, state.position), likeness(variant, variant.start)
    if asked == array:
        return False
    if asked in _recent(running):
        return True
    present = likeness(running.variant, running.position)
    passed = {likeness(variant, position) for position in state.line[-PASSED - 1 :]}
    return present in passed - {array} or asked in _following(running)


def _overlapping(state: State, table: Table) -> int:
    """Count the moves of a finished game up to the last position that has just stood, or may be next, in a running one.

    The array is no such position.
    """
    running, variant = table.state, state.variant
    if [*variant.board.names] != [*running.variant.board.names]:
        return 0
    near = (_recent(running) | _following(running)) - {likeness(variant, variant.start)}
    had = [*(played.before for played in state.played), state.position]
    return max((ply + 1 for ply, position in enumerate(had) if likeness(variant, position) in near), default=0)


def _following(state: State) -> set[Likeness]:
    """Return what may stand after the next move of a running game, fights aside; the first move of all is no secret."""
    if state.awaits is not Await.MOVE or state.position == state.variant.start:
        return set()
    movement, position = state.movement, state.position
    return {likeness(state.variant, movement.play(position, move)) for move in movement.legal(position)}
