"""Games for three and four played at random to their end, by players who go for each other's royal pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.model.position import Move, Position
from engine.model.refusal import Refusal
from engine.notation.moves import MoveList
from engine.play.commands import ClaimDraw, Resign
from engine.play.events import Revealed
from engine.play.referee import decide
from engine.play.state import State
from engine.variants.variant import Variant
from tests.engine.lively import SECRET, Table
from tests.engine.proposing import accept_draw, offer_draw

WEARY = 450
"""The moves after which players begin to agree on draws."""
ENDLESS = 5000


class Hunt(Table):
    """Such a game; in every third of them, by seed, somebody may resign at any time."""

    def __init__(self, variant: Variant, seed: int) -> None:
        super().__init__(variant, seed)
        self.resigning = seed % 3 == 0

    def play(self) -> Sequence[State]:
        """Play to the end; the states, the first and the last included."""
        while self.state.result is None:
            assert len(self.state.played) < ENDLESS, "the game does not end"
            if self.resigning and self.rng.random() < 0.004:
                self.granted(Resign(self.rng.choice(self.state.remaining)))
            elif self.rng.random() < 0.125 and not isinstance(self._claim(), Refusal):
                self.granted(ClaimDraw(self.state.turn))
            elif len(self.state.played) > WEARY and self.rng.random() < 0.008:
                self._agree()
            else:
                self.move()
        self.told(Revealed(SECRET.hex()))
        return self.states

    def chosen(self, legal: MoveList) -> Move:
        """A move that takes a royal; else mostly one that attacks one and is safe; else one as in any random game."""
        sharp = royals_taken(self.state, legal.legal)
        if not sharp and self.rng.random() < 0.8:
            sharp = safe_attacks(self.state, legal.legal)
        return self.rng.choice(sharp) if sharp else super().chosen(legal)

    def _claim(self) -> object:
        return decide(self.state, ClaimDraw(self.state.turn), self.now)

    def _agree(self) -> None:
        """Let somebody offer a draw, and the others accept it one after another."""
        by, *others = self.rng.sample(self.state.remaining, len(self.state.remaining))
        self.granted(offer_draw(by))
        for seat in others:
            self.granted(accept_draw(seat))


def hunted(state: State, position: Position) -> list[int]:
    """The cells of the royals of all who remain but the one to move in the state."""
    return [cell for seat in state.remaining if seat != state.turn for cell in state.movement.royals(position, seat)]


def royals_taken(state: State, moves: Iterable[Move]) -> list[Move]:
    """The moves that go to the cell of an enemy royal, as fights allow."""
    cells = hunted(state, state.position)
    return [move for move in moves if move.target in cells]


def safe_attacks(state: State, moves: Sequence[Move]) -> list[Move]:
    """The moves after which the mover attacks a royal, and nobody the piece that has moved."""
    movement, found = state.movement, []
    cells = hunted(state, state.position)
    for move in moves:
        after = movement.play(state.position, move)
        own, enemies = after.pieces[state.turn], movement.enemies(after, state.turn)
        attacks = any(any(movement.attackers(after, cell, own)) for cell in cells)
        if attacks and not any(movement.attackers(after, move.target, enemies)):
            found.append(move)
    return found
