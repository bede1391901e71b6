"""Legal moves that are only counted against those that are listed."""

from __future__ import annotations

from engine.lookahead.perft import perft
from engine.model.position import Position
from engine.movement.counting import Census, Counting, counting
from engine.movement.generator import movement_of
from engine.play.game import new_game
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.movement.test_lists import EVERY_VARIANT, KEPT_SAFE, some
from tests.engine.support import chance


@EVERY_VARIANT
def test_counts(variant: Variant) -> None:
    """Positions that follow each other, or have little in common, are counted as they are listed."""
    rng, counted = chance(3), counting(variant)
    for movement, position in some(variant, range(2), 160, 30):
        after = list(movement.plays(position, movement.pseudo_legal(position)))[:40]
        mixed = [*after, *rng.sample(after, len(after) // 4)]
        for each in (position, *mixed, position):
            if each.due or not movement.royals(each, each.turn):
                continue
            for rule in (variant.legality, KEPT_SAFE):
                assert len(rule.legal(counted, each)) == len(rule.legal(movement, each))
            assert len(counted.pseudo_legal(each)) == len(movement.pseudo_legal(each))


@EVERY_VARIANT
def test_counted_moves_can_be_looked_at(variant: Variant) -> None:
    """Moves that were counted are those of the list, in its order."""
    counted = counting(variant)
    for movement, position in some(variant, range(1), 160, 40):
        listed, moves = variant.legality.legal(movement, position), counted.legal(position)
        assert [*moves] == [*listed]
        assert moves[:2] == listed[:2]
        assert [moves[index] for index in range(len(moves))] == [*listed]


class Watched(Counting):
    """The counts of a variant, which note how many pieces there are and how many are counted anew."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.pieces = self.recounted = 0

    def _recount(self, census: Census, position: Position, stale: int, situation: int) -> None:
        self.recounted += stale.bit_count()
        super()._recount(census, position, stale, situation)

    def safe(self, position: Position, *rest: object) -> object:  # type: ignore[override]
        """The moves, the pieces of the player noted."""
        self.pieces += position.pieces[position.turn].bit_count()
        return super().safe(position, *rest)  # type: ignore[arg-type]


def test_few_pieces_are_counted_anew() -> None:
    """From one position to the next, when a game is counted, a third of the pieces at most are asked again."""
    variant = variant_of("glinski")
    counted, movement = Watched(variant), movement_of(variant)
    for position in movement.plays(variant.start, movement.legal(variant.start)):
        for after in movement.plays(position, movement.legal(position)):
            assert len(counted.legal(after)) == len(movement.legal(after))
    assert 3 * counted.recounted < counted.pieces


def test_bulk_is_what_is_made() -> None:
    """Counting the last moves gives what making them gives."""
    for key in ("hexeh", "glinski", "chess", "imperial", "nd-wellisch-3"):
        state = new_game(variant_of(key, {"combat": "off"}))
        assert perft(state, 2) == perft(state, 2, bulk=False)
