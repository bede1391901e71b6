"""Fairness: nobody is told about a position that stands, or has just stood, in a game that they play against people.

However it was brought there: by a copy of the game, by a position code, by a record, by moves made in another game. So
positions are compared, not games: what stands on which cell, whoever is to move, across all rules on the same board.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from bot.games.readers import Readers
from bot.games.refusals import Numbered
from bot.games.tables import Table, Tables
from bot.store import Ledger, Player, StoredGame
from engine.model.position import Position
from engine.model.refusal import Refusal
from engine.play.state import Await, State
from engine.variants.variant import Variant

RECENT = 6
"""How many positions of a game have just stood, the present one among them."""
PASSED = 4
"""How many positions back one may have come from a game's present position."""

Likeness = frozenset[tuple[str, int, str]]
"""A position by what stands where: the name of each cell with the seat and the letter of its piece."""


class StandsInGame(Numbered):
    """Something asked about a position that stands, or has just stood, in a game of the asker's against people."""

    words = (
        "This position stands, or has just stood, in your game #{number} against people, or is a move away from it. I "
        "say nothing about it while that game goes on."
    )


class Fairness:
    """What keeps the referee from helping in games that are under way."""

    def __init__(self, ledger: Ledger, tables: Tables, readers: Readers) -> None:
        self._ledger = ledger
        self._tables = tables
        self._readers = readers

    async def against(self, player: Player, state: State, besides: int = 0) -> Refusal | None:
        """Why a player is told nothing about how a game stands; None if they are. The game `besides` does not count."""
        return await self._against(player, partial(_met, state), besides)

    async def against_playing(self, player: Player, state: State, besides: int = 0) -> Refusal | None:
        """Why the referee does not play on from where a game stands; None if it does, as from every game's array.

        Its moves would be advice. The game `besides` does not count.
        """
        return None if state.position == state.variant.start else await self.against(player, state, besides)

    async def against_review(self, player: Player, state: State) -> Refusal | None:
        """Why a player gets no review of a finished game: one of its positions stands in a game of theirs."""
        return await self._against(player, partial(_reviewed, state), 0)

    async def _against(self, player: Player, met: partial[bool], besides: int) -> Refusal | None:
        for game in await self._ledger.games_of(player.id, None):
            if game.number == besides or game.stage != "playing" or not against_people(game, player):
                continue
            table = await self._tables.find(game.number)
            if isinstance(table, Refusal):
                continue
            found = await self._readers.read(player.id, partial(met, table))
            if isinstance(found, Refusal):
                return found
            if found:
                return StandsInGame(game.number)
        return None


def against_people(game: StoredGame, player: Player) -> bool:
    """Whether a player plays a game against somebody other than the referee."""
    return bool(game.seats_of(player.id)) and any(
        not held.level and held.id != player.id for held in game.seats.values()
    )


def likeness(variant: Variant, position: Position) -> Likeness:
    """What stands where."""
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
    """Whether a state is, comes from or is a move away from what stands in a running game."""
    running, variant = table.state, state.variant
    if [*variant.board.names] != [*running.variant.board.names]:
        return False
    asked = likeness(variant, state.position)
    if asked in _recent(running):
        return True
    present = likeness(running.variant, running.position)
    passed = {likeness(variant, position) for position in state.line[-PASSED - 1 :] if position != variant.start}
    return present in passed or asked in _following(running)


def _reviewed(state: State, table: Table) -> bool:
    """Whether a finished game has had a position, its array aside, that has just stood in a running one."""
    running, variant = table.state, state.variant
    if [*variant.board.names] != [*running.variant.board.names]:
        return False
    had = [*(played.before for played in state.played), state.position]
    begun: Iterable[Position] = (position for position in had if position != variant.start)
    return not _recent(running).isdisjoint({likeness(variant, position) for position in begun})


def _following(state: State) -> set[Likeness]:
    """What may stand after the next move of a running game, fights aside."""
    if state.awaits is not Await.MOVE:
        return set()
    movement, position = state.movement, state.position
    return {likeness(state.variant, after) for after in movement.plays(position, movement.legal(position))}
