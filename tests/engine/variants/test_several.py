"""Three and four players: games in which royals fall."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from engine.model.position import Position, bit_set
from engine.play.events import Moved, Rolled
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.play.turns import SeatChange
from engine.rules.fight import FightResult
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine.support import chance, happened, thrown
from tests.suites import spread_rows

SEVERAL = [key for key in GAMES if len(variant_of(key, {"combat": "off"}).seats) > 2]


def scattered(variant: Variant, rng: random.Random) -> Position:
    """Royals and some other pieces of every seat thrown onto the board, without a piece that should have promoted."""
    cells = rng.sample(range(len(variant.board)), len(variant.board))
    placement = bytearray(len(cells))
    for seat in variant.seats:
        letters = sorted({each.letter for each in variant.array if each.seat == seat.number})
        (royal,) = [letter for letter in letters if variant.by_letter[letter].royal]
        for letter in (royal, *rng.choices([each for each in letters if each != royal], k=rng.randint(1, 9))):
            at = cells.pop()
            if not variant.promotion_zones.get((seat.number, letter), 0) >> at & 1:
                placement[at] = variant.codes[seat.number, letter]
    turn = rng.choice(variant.seats).number
    owners = [piece.seat if (piece := variant.pieces[code]) else 0 for code in placement]
    sets = [bit_set([cell for cell, owner in enumerate(owners) if owner == seat.number]) for seat in variant.seats]
    return variant.start._replace(placement=bytes(placement), pieces=(sum(sets), *sets), turn=turn, rights=0)


def hunt(variant: Variant, seed: int, plies: int) -> Iterator[State]:
    """The states of a game from scattered pieces in which royals are taken, or else attacked, where that is safe."""
    rng = chance(seed)
    state = new_game(variant, scattered(variant, rng))
    yield state
    for _ in range(plies):
        if state.result is not None:
            return
        legal, movement = sheet(state).legal, state.movement
        others = [seat for seat in state.remaining if seat != state.turn]
        cells = [cell for seat in others for cell in movement.royals(state.position, seat)]
        sharp = [move for move in legal if move.target in cells]
        for move in () if sharp else legal:
            after = movement.play(state.position, move)
            own, enemies = after.pieces[state.turn], movement.enemies(after, state.turn)
            attacks = any(any(movement.attackers(after, cell, own)) for cell in cells)
            if attacks and not any(movement.attackers(after, move.target, enemies)):
                sharp.append(move)
        move = rng.choice(sharp if sharp and rng.random() < 0.8 else legal)
        state = happened(state, Moved(move))
        if state.fight is not None:
            state = happened(state, Rolled(thrown(rng, state.fight, variant)))
        yield state


def following(variant: Variant, seat: int, remaining: Iterable[int]) -> int:
    """Who sits next to a seat anticlockwise among those who remain."""
    here = variant.seat(seat).facing
    return min(remaining, key=lambda other: (here - variant.seat(other).facing) % 12 or 12)


def check_turn(before: State, after: State) -> None:
    """Fail unless the turn went anticlockwise to the first who has neither left nor been skipped."""
    remaining, fates = set(before.remaining), list(after.notices)
    while fates and fates[0].fate is SeatChange.FALLEN:
        remaining.remove(fates.pop(0).seat)
    turn = following(before.variant, before.turn, remaining)
    for fate, seat, by in fates:
        assert turn == by
        if fate is SeatChange.CHECKMATED:
            remaining.remove(seat)
        else:
            assert (SeatChange.SKIPPED, turn) == (fate, seat)
            turn = following(before.variant, turn, remaining)
    assert remaining == set(after.remaining)
    assert after.result is not None or turn == after.turn


def check_position(before: State, after: State) -> None:
    """Fail unless those who remain have one royal each, others no piece, and quiet moves are counted as they should."""
    pieces = [piece for code in after.position.placement if (piece := after.variant.pieces[code])]
    if after.result is None:
        assert dict.fromkeys(after.remaining, 1) == Counter(piece.seat for piece in pieces if piece.kind.royal)
        assert set(after.remaining) == {piece.seat for piece in pieces}
    last = after.played[-1]
    mover = before.variant.piece(before.position, last.move.origin)
    assert mover is not None
    quiet = list(before.position.quiet)
    quiet[before.turn] += 1
    tied = last.fought is not None and last.fought.verdict is FightResult.TIED
    removed = after.position.pieces[0].bit_count() < before.position.pieces[0].bit_count()
    expected = [0] * len(quiet) if removed or (mover.kind.pawnlike and not tied) else quiet
    assert tuple(expected) == after.position.quiet


@pytest.mark.parametrize(
    ("key", "combat"), spread_rows(6, [(key, combat) for combat in ("off", "poly", "d6") for key in SEVERAL])
)
def test_hunts(key: str, combat: str) -> None:
    """Armies leave, and turns pass those who are out."""
    variant, fates = variant_of(key, {"combat": combat}), Counter[SeatChange]()
    for seed in range(4):
        before: State | None = None
        for state in hunt(variant, seed, 60):
            if before is not None:
                check_turn(before, state)
                check_position(before, state)
                fates.update(told.fate for told in state.notices)
            before = state
    assert fates[SeatChange.CHECKMATED] + fates[SeatChange.FALLEN]
