"""Three and four players: the referee against a second, slow reading of the rules, and games in which royals fall."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import pytest

from engine.model.position import Position, bit_set, bits
from engine.movement.generator import movement_of
from engine.notation.position_code import code_of
from engine.play.events import Moved, Rolled
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.play.turns import SeatChange
from engine.rules.fight import FightResult
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.several import SEVERAL, only_royals, outcome, seen
from tests.engine.support import chance, happened, long_moves, random_game, thrown
from tests.suites import spread_rows

EVERY_GAME = pytest.mark.parametrize("key", SEVERAL)
Lay = Callable[[Variant, random.Random, int], Position]


# ---- pieces thrown upon the board


def scattered(variant: Variant, rng: random.Random, officers: int) -> Position:
    """Royals and some other pieces of every seat thrown onto the board, without a piece that should have promoted."""
    cells = rng.sample(range(len(variant.board)), len(variant.board))
    placement = bytearray(len(cells))
    for seat in variant.seats:
        letters = sorted({each.letter for each in variant.array if each.seat == seat.number})
        (royal,) = [letter for letter in letters if variant.by_letter[letter].royal]
        for letter in (royal, *rng.choices([each for each in letters if each != royal], k=rng.randint(1, officers))):
            at = cells.pop()
            if not variant.promotion_zones.get((seat.number, letter), 0) >> at & 1:
                placement[at] = variant.codes[seat.number, letter]
    return filled(variant, placement, rng.choice(variant.seats).number)


def cornered(variant: Variant, rng: random.Random, officers: int) -> Position:
    """A player to move with nothing but a royal in a corner, among scattered pieces of the others."""
    position = scattered(variant, rng, officers)
    placement, royals = bytearray(position.placement), movement_of(variant).royals(position, position.turn)
    for cell in bits(position.pieces[position.turn]):
        placement[cell] = 0
    corners = [line[end] for line in (variant.board.lines[0], variant.board.lines[-1]) for end in (0, -1)]
    free = [cell for cell in corners if not placement[cell]]
    if not free:
        return position
    placement[rng.choice(free)] = position.placement[royals[0]]
    return filled(variant, placement, position.turn)


def filled(variant: Variant, placement: bytearray, turn: int) -> Position:
    """A position of these pieces without rights."""
    owners = [piece.seat if (piece := variant.pieces[code]) else 0 for code in placement]
    sets = [bit_set([cell for cell, owner in enumerate(owners) if owner == seat.number]) for seat in variant.seats]
    return variant.start._replace(placement=bytes(placement), pieces=(sum(sets), *sets), turn=turn, rights=0)


def compared(key: str, seeds: range, officers: int, lay: Lay) -> Counter[str]:
    """Scattered positions compared with the slow reading; what happened in them is counted."""
    variant, counted = variant_of(key), Counter[str]()
    for seed in seeds:
        position = lay(variant, chance(seed), officers)
        if only_royals(variant, position):
            continue
        expected, found = outcome(variant, position), seen(new_game(variant, position))
        if expected.result is not None:
            expected, found = (each._replace(turn=0) for each in (expected, found))
        assert expected == found, code_of(variant, position)
        counted.update(checkmated=len(found.checkmated), skipped=len(found.skipped), goes_on=found.result is None)
    return counted


@EVERY_GAME
def test_scattered_pieces(key: str) -> None:
    """Who is checkmated, who is skipped, and what is legal agree with a second reading of the rules."""
    assert compared(key, range(20), 6, scattered)["checkmated"]


def test_cornered_royals() -> None:
    """A player who can do nothing safe is skipped, or may do anything if attacked, as a second reading has it."""
    assert sum((compared(key, range(20), 9, cornered) for key in SEVERAL), Counter[str]())["skipped"] > 3


@pytest.mark.slow
@EVERY_GAME
@pytest.mark.parametrize("officers", [1, 3, 8, 14])
def test_many_scattered_pieces(key: str, officers: int) -> None:
    """It holds for bare royals as for crowds."""
    counted = compared(key, range(1000, 1100), officers, scattered)
    assert (counted + compared(key, range(2000, 2100), officers, cornered))["goes_on"]


@EVERY_GAME
def test_played_positions(key: str) -> None:
    """Positions that arise in play have the legal moves of the second reading, castling and en passant included."""
    variant = variant_of(key)
    for number, state in enumerate(random_game(variant, 0, 90)):
        if number % 20 == 10 and state.result is None:
            assert outcome(variant, state.position).legal == frozenset(long_moves(state))


# ---- games in which players go for each other's royals


def hunt(variant: Variant, seed: int, plies: int) -> Iterator[State]:
    """The states of a game from scattered pieces in which royals are taken, or else attacked, where that is safe."""
    rng = chance(seed)
    state = new_game(variant, scattered(variant, rng, 9))
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
    """Armies leave, turns pass those who are out, and without fights all is as the second reading has it."""
    variant, fates = variant_of(key, {"combat": combat}), Counter[SeatChange]()
    for seed in range(4):
        before: State | None = None
        for state in hunt(variant, seed, 60):
            if before is not None:
                check_turn(before, state)
                check_position(before, state)
                fates.update(told.fate for told in state.notices)
                if combat == "off" and state.notices and state.result is None:
                    assert seen(state) == outcome(variant, state.movement.play(before.position, state.played[-1].move))
            before = state
    assert fates[SeatChange.CHECKMATED] + fates[SeatChange.FALLEN]
