"""Players without a search of the referee's: by chance, and by material some plies ahead."""

from __future__ import annotations

from abc import ABC, abstractmethod

from engine.lookahead.search.chances import UNIT, chances, drawn_value
from engine.lookahead.search.evaluation import WIN
from engine.model.position import Move, Position, bits
from engine.movement.generator import Movement
from engine.movement.worth import piece_values_of
from engine.play.referee import sheet
from engine.play.state import State
from engine.play.turns import first_result, turn_of
from engine.rules.protocols import Result
from engine.variants.variant import Variant
from tests.tools.matches.moves import chance

_INFINITE = 10 * WIN


class Contestant(ABC):
    @abstractmethod
    def choose(self, state: State, seed: int) -> Move:
        """Its move in a game that awaits one; all its chance comes from `seed`."""

    def close(self) -> None:  # noqa: B027 - most leave nothing behind
        """End what it has begun."""


class RandomPlayer(Contestant):
    def choose(self, state: State, seed: int) -> Move:
        legal = sheet(state).legal
        return legal[chance("random", seed).throw(len(legal)) - 1]


class PliesPlayer(Contestant):
    """Looks so many plies ahead, at every move, and counts pieces by their values.

    Of equal moves it plays one that leaves enemy royal pieces the fewest ways, so that it finishes what it has won;
    what has stood before counts as drawn. Fights are weighed by their chances. Against several opponents it expects all
    to play against it.
    """

    def __init__(self, plies: int) -> None:
        self._plies = plies

    def choose(self, state: State, seed: int) -> Move:
        legal, dice = list(sheet(state).legal), chance("plies", seed)
        for at in range(len(legal) - 1, 0, -1):
            other = dice.throw(at + 1) - 1
            legal[at], legal[other] = legal[other], legal[at]
        tree = _Tree(state.movement, state.turn)
        best, chosen = -_INFINITE, legal[0]
        afters = {move: state.movement.play(state.position, move) for move in legal}
        stood = {(position.placement, position.turn) for position in state.line}
        for move in sorted(legal, key=lambda move: _ways(state.movement, afters[move], state.turn)):
            if (afters[move].placement, afters[move].turn) in stood:
                value = 0
            else:
                value = tree.tried(state.position, move, self._plies - 1, best, _INFINITE)
            if value > best:
                best, chosen = value, move
        return chosen


def _ways(movement: Movement, position: Position, seat: int) -> int:
    """How many cells the royal pieces of a seat's enemies stand on or reach, those left out that the seat attacks."""
    barred = 0
    for cell in bits(position.pieces[seat]):
        barred |= movement.attacks_from(position, cell)
    left = 0
    for royal in bits(movement.royal_set(position) & ~position.pieces[seat]):
        own = next(pieces for pieces in position.pieces[1:] if pieces >> royal & 1)
        left += ((movement.attacks_from(position, royal) & ~own | 1 << royal) & ~barred).bit_count()
    return left


class _Tree:
    def __init__(self, movement: Movement, hero: int) -> None:
        self._movement, self._hero = movement, hero
        self._worth = _worths(movement.variant, hero)

    def tried(self, position: Position, move: Move, depth: int, alpha: int, beta: int) -> int:
        combat = self._movement.variant.combat
        fight = combat.fight(self._movement, position, move) if combat else None
        if combat is None or fight is None:
            return self._value(self._movement.play(position, move), depth, alpha, beta)
        total = 0
        for verdict, weight in chances(fight):
            after = combat.aftermath(self._movement, position, fight, verdict)
            total += weight * self._value(after, depth, -_INFINITE, _INFINITE)
        return total // UNIT

    def _value(self, after: Position, depth: int, alpha: int, beta: int) -> int:
        if depth <= 0:
            result = first_result(self._movement.variant.endings, self._movement, (after,))
            return self._material(after) if result is None else self._final(result, depth)
        line, _, result, legal = turn_of(self._movement, (after,))
        if result is not None:
            return self._final(result, depth)
        position = line[0]
        mine = position.turn == self._hero
        best = -_INFINITE if mine else _INFINITE
        for move in legal:
            value = self.tried(position, move, depth - 1, alpha, beta)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def _final(self, result: Result, depth: int) -> int:
        if result.winner is None:
            return drawn_value(self._movement.variant, result, self._hero)
        return WIN + depth if result.winner == self._hero else -WIN - depth

    def _material(self, position: Position) -> int:
        worth = self._worth
        return sum([worth[code] for code in position.placement if code])


def _worths(variant: Variant, hero: int) -> tuple[int, ...]:
    """What a piece of each code counts for a seat; the opponents' pieces share one weight."""
    others = len(variant.seats) - 1
    return tuple(
        plain if piece is None or piece.seat == hero else -(plain // others)
        for plain, piece in zip(piece_values_of(variant), variant.pieces, strict=True)
    )
