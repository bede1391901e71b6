"""Three and four players: the referee against a second, slow reading of the rules, and whole games at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from engine.model.position import Position, bit_set, bits, long_form
from engine.movement.generator import movement_of
from engine.notation.position_code import code_of, position_of
from engine.play.game import new_game
from engine.records.replay import dice_of, replay_moves
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.several import SEVERAL, only_royals, outcome, seen
from tests.engine.support import chance, long_moves, random_fights, random_game
from tests.suites import first


def scattered(variant: Variant, rng: random.Random, officers: int) -> Position:
    """Royals and some other pieces of every seat thrown onto the board, without a piece that should have promoted."""
    cells = list(range(len(variant.board)))
    rng.shuffle(cells)
    placement = bytearray(len(cells))
    armies = {seat.number: sorted({p.letter for p in variant.array if p.seat == seat.number}) for seat in variant.seats}
    for seat, letters in armies.items():
        royals = [letter for letter in letters if variant.by_letter[letter].royal]
        others = [letter for letter in letters if not variant.by_letter[letter].royal]
        for letter in royals + rng.choices(others, k=rng.randint(1, officers)):
            at = cells.pop()
            if not (variant.by_letter[letter].pawnlike and at in zone(variant, seat, letter)):
                placement[at] = variant.codes[seat, letter]
    return filled(variant, placement, rng.choice(variant.seats).number)


def cornered(variant: Variant, rng: random.Random, officers: int) -> Position:
    """A player to move with nothing but a royal in a corner, among scattered pieces of the others."""
    position = scattered(variant, rng, officers)
    placement = bytearray(position.placement)
    for cell in bits(position.pieces[position.turn]):
        placement[cell] = 0
    corners = [line[end] for line in (variant.board.lines[0], variant.board.lines[-1]) for end in (0, -1)]
    corner = rng.choice([cell for cell in corners if not placement[cell]] or corners)
    letter = next(p.letter for p in variant.array if p.seat == position.turn and variant.by_letter[p.letter].royal)
    taken = placement[corner]
    placement[corner] = variant.codes[position.turn, letter]
    royal = variant.pieces[taken]
    return position if royal and royal.kind.royal else filled(variant, placement, position.turn)


def zone(variant: Variant, seat: int, letter: str) -> set[int]:
    """The promotion cells of a seat's pieces of a kind."""
    rule = next(rule for rule in variant.promotions if rule.letter == letter)
    return set(rule.zone(variant, variant.seat(seat)))


def filled(variant: Variant, placement: bytearray, turn: int) -> Position:
    """A position of these pieces without rights."""
    sets = [
        bit_set([cell for cell, code in enumerate(placement) if code and variant.pieces[code].seat == seat.number])  # type: ignore[union-attr]
        for seat in variant.seats
    ]
    return variant.start._replace(placement=bytes(placement), pieces=(sum(sets), *sets), turn=turn, rights=0)


def compared(
    key: str, seeds: range, officers: int, lay: Callable[[Variant, random.Random, int], Position] = scattered
) -> Counter[str]:
    """Scattered positions compared with the slow reading; what happened in them is counted."""
    variant, counted = variant_of(key), Counter[str]()
    for seed in seeds:
        position = lay(variant, chance(seed), officers)
        if only_royals(variant, position):
            continue
        expected, state = outcome(variant, position), new_game(variant, position)
        found = seen(state)
        if expected.result is not None:
            expected, found = (each._replace(turn=0) for each in (expected, found))
        assert expected == found, code_of(variant, position)
        counted.update(f"checkmated {len(found.checkmated)}" for _ in [0] if found.checkmated)
        counted["skipped"] += bool(found.skipped)
        counted[found.result[1] if found.result else "goes on"] += 1
        if found.result is None and movement_of(variant).royals(state.position, state.turn):
            royal = movement_of(variant).royals(state.position, state.turn)[0]
            enemies = movement_of(variant).enemies(state.position, state.turn)
            counted["attacked"] += any(movement_of(variant).attackers(state.position, royal, enemies))
    return counted


@pytest.mark.parametrize("key", SEVERAL)
def test_scattered_pieces(key: str) -> None:
    """Who is checkmated, who is skipped, and what is legal agree with a second reading of the rules."""
    counted = compared(key, range(40), 6)
    assert counted["checkmated 1"]
    assert counted["attacked"]


def test_cornered_royals() -> None:
    """A player who can do nothing safe is skipped, or may do anything if attacked, as a second reading has it."""
    counted = sum((compared(key, range(60), 9, cornered) for key in SEVERAL), Counter[str]())
    assert counted["skipped"] > 10
    assert counted["attacked"] > 10


@pytest.mark.slow
@pytest.mark.parametrize("key", SEVERAL)
@pytest.mark.parametrize("officers", [1, 3, 8, 14])
def test_many_scattered_pieces(key: str, officers: int) -> None:
    """It holds for bare royals as for crowds."""
    counted = compared(key, range(1000, 1100), officers) + compared(key, range(2000, 2100), officers, cornered)
    assert counted["goes on"]


@pytest.mark.parametrize("key", SEVERAL)
def test_played_positions(key: str) -> None:
    """Positions that arise in play have the legal moves of the second reading, castling and en passant included."""
    variant = variant_of(key)
    for seed in range(2):
        for number, state in enumerate(random_game(variant, seed, 90)):
            if number % 15 == 0 and state.result is None:
                assert outcome(variant, state.position).legal == frozenset(long_moves(state))


@pytest.mark.parametrize("combat", first(2, ["off", "d6", "poly"]))
@pytest.mark.parametrize("key", SEVERAL)
def test_whole_games(key: str, combat: str) -> None:
    """A random game lists each move once, has codes that round-trip, and replays from its record."""
    variant = variant_of(key, {"combat": combat})
    movement = movement_of(variant)
    for number, state in enumerate(random_fights(variant, 7, 150)):
        if state.result is not None or number % 10:
            continue
        moves = long_moves(state)
        assert len(moves) == len(set(moves))
        position = state.position
        assert position == position_of(variant, code_of(variant, position))
        if combat == "off":
            own = position.pieces[state.turn]
            royals = [cell for seat in state.remaining if seat != state.turn for cell in bits(position.pieces[seat])]
            royals = [cell for cell in royals if movement.is_royal(position.placement[cell])]
            assert not [cell for cell in royals if any(movement.attackers(position, cell, own))]
    record = " ".join(long_form(variant.board, played.move) + dice_of(played) for played in state.played)
    assert state.line == replay_moves(variant, record).line


def turned(variant: Variant, position: Position, seats: int) -> Position:
    """The board turned so that every seat comes to the place of the one `seats` later."""
    count = len(variant.seats)
    placement = bytearray(len(variant.board))
    for cell, code in enumerate(position.placement):
        piece = variant.pieces[code]
        if piece is None:
            continue
        to = (piece.seat - 1 + seats) % count + 1
        hours = variant.seat(to).facing - variant.seat(piece.seat).facing
        placement[variant.board.turned(cell, hours)] = variant.codes[to, piece.kind.letter]
    return filled(variant, placement, (position.turn - 1 + seats) % count + 1)


@pytest.mark.parametrize("key", SEVERAL)
def test_turning(key: str) -> None:
    """Turning the board by a seat, or to the opposite one of four, turns the turn and the legal moves with it."""
    variant = variant_of(key)
    step = 1 if len(variant.seats) == 3 else 2
    for seed in range(25):
        position = scattered(variant, chance(seed), 8)
        here, there = (seen(new_game(variant, each)) for each in (position, turned(variant, position, step)))
        count = len(variant.seats)
        hours = variant.seats[step].facing - variant.seats[0].facing

        def there_is(long: str, hours: int = hours) -> str:
            names, (move, _, letter) = variant.board.names, long.partition("=")
            split = next(i for i in range(2, len(move)) if move[i].isalpha())
            cells = (variant.board.turned(variant.board.cell(each), hours) for each in (move[:split], move[split:]))
            return "".join(names[cell] for cell in cells) + (f"={letter}" if letter else "")

        assert {there_is(long) for long in here.legal} == there.legal
        assert {(seat - 1 + step) % count + 1 for seat in here.checkmated} == set(there.checkmated)
        assert {(seat - 1 + step) % count + 1 for seat in here.skipped} == set(there.skipped)
