"""Legal moves that are only counted against those that are listed."""

from __future__ import annotations

from functools import reduce
from operator import or_

from engine.lookahead.perft import perft
from engine.movement.census import Census
from engine.movement.counting import Counting, counting
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
        after = counted.plays(position, movement.pseudo_legal(position))[:40]
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


def test_few_pieces_mind_a_move() -> None:
    """After a move, when a game is counted, a third of the pieces at most are asked again."""
    variant = variant_of("glinski")
    counted, movement = Counting(variant), movement_of(variant)
    asked = pieces = 0
    for position in movement.plays(variant.start, movement.legal(variant.start)):
        for after in counted.plays(position, movement.legal(position)):
            assert len(counted.legal(after)) == len(movement.legal(after))
            watched, own = counted.censuses[after.turn].watched, after.pieces[after.turn]
            differing = [cell for cell, code in enumerate(after.placement) if code != position.placement[cell]]
            minding = reduce(or_, (watched[cell] for cell in differing))
            asked, pieces = asked + (minding & own).bit_count(), pieces + own.bit_count()
    assert 0 < 3 * asked < pieces


def held(census: Census) -> dict[str, object]:
    """What a census holds, copied; a compiled one has no `__dict__`."""
    found = {name: getattr(census, name) for name in dir(census) if not name.startswith("_")}
    return {name: value[:] if isinstance(value, list) else value for name, value in found.items()}


def test_censuses_are_not_changed() -> None:
    """A census is what it was after others have been made from it, since another thread may read it."""
    counted = Counting(variant_of("chess"))
    position = counted.variant.start
    for _ in range(6):
        after = counted.plays(position, [*counted.legal(position)])
        counted.legal(after[0])
        census = counted.censuses[after[0].turn]
        before = held(census)
        for each in after:
            for later in counted.plays(each, [*counted.legal(each)]):
                counted.legal(later)
        assert held(census) == before
        position = after[-1]


def test_bulk_is_what_is_made() -> None:
    """Counting the last moves gives what making them gives."""
    for key in ("hexeh", "glinski", "chess", "imperial", "nd-wellisch-3"):
        state = new_game(variant_of(key, {"combat": "off"}))
        assert perft(state, 2) == perft(state, 2, bulk=False)
