"""En passant onto a cell where the taker promotes: one capture for each choice, and no quiet move beside it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.model.equipment import Placement
from engine.model.position import Position, bit_set, bits
from engine.movement.generator import movement_of
from engine.notation.moves import AmbiguousMove, IllegalMove
from engine.notation.position_code import code_of, position_of
from engine.play.commands import MakeMove
from engine.play.events import Moved
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.scoresheet import read_scoresheet, scoresheet
from engine.rules import Landing, PromotionByRow, PromotionFromPool, RoyalKeptSafe
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine import walked
from tests.engine.support import begun, chance, happened, long_moves, played, refused, tokens, told
from tests.suites import first

TRIO = variant_of("nd-wellisch-3")
FIGHTING = variant_of("nd-wellisch-3", {"combat": "poly"})
LAST_ROW = "o8 o9 o10 o11 o12 o13 o14 o15"
MAY = replace(
    TRIO,
    key="may",
    promotions=(PromotionByRow("P", (Landing(LAST_ROW, "QV", stays=True),), text="A Point may promote."),),
)
POOL = replace(TRIO, key="pool", promotions=(PromotionFromPool("P", LAST_ROW, text="A Point may come back."),))


def met(variant: Variant = TRIO, gold: str = "P d2", lost: str = ",,") -> State:
    """Gold to move, Red's Point having just come from b1 to d1 over c1, a cell of Gold's last row."""
    start = begun(variant, "G k6 · P b1", f"G m10 · {gold}", "G o8", rights="b1", lost=lost)
    return happened(start, Moved("b1d1"))


def onto(state: State, cell: str) -> list[str]:
    """The legal moves to a cell as the referee writes them."""
    moves, where = sheet(state), state.variant.board.cell(cell)
    return [moves.short(move) for move in moves.legal if move.target == where]


def pieces(state: State, seat: int) -> dict[str, str]:
    """A seat's pieces: their letters by their cells."""
    found = {cell: state.variant.piece(state.position, cell) for cell in bits(state.position.pieces[seat])}
    return {state.variant.board.names[cell]: piece.kind.letter for cell, piece in found.items() if piece}


def test_every_promotion_takes() -> None:
    """Gold's Point may take the one that has passed its last row as each of three pieces, and in no other way."""
    code = "8/P8/10/1p9/12/13/14/15/14/13/5G6/11/4g5/9/G'7 1 rights=b1"
    state = happened(new_game(TRIO, position_of(TRIO, code)), Moved("b1d1"))
    assert ["d2c1=Q", "d2c1=R", "d2c1=V"] == [move for move in long_moves(state) if move.startswith("d2c1")]
    assert ["Pxc1=Q", "Pxc1=R", "Pxc1=V"] == onto(state, "c1")


@pytest.mark.parametrize("letter", "QRV")
def test_what_it_leaves(letter: str) -> None:
    """The Point that passed is gone, the taker stands on the cell passed over as what it has become."""
    state = played(met(), f"d2c1={letter}")
    assert {"k6": "G"} == pieces(state, 1)
    assert {"m10": "G", "c1": letter} == pieces(state, 2)
    assert bytes([TRIO.codes[1, "P"]]) == state.position.lost[1]
    assert state.position.passed is None
    assert read_scoresheet(scoresheet(state, {})).state.line == state.line
    assert position_of(TRIO, code_of(TRIO, state.position)) == state.position


@pytest.mark.parametrize(
    "text", ["Pxc1=R", "Pc1=R", "pxc1r", "d2c1=R", "d2xc1=R", "d2-c1=r", "Pdxc1=R", "P2c1=R", "Pd2:c1 = R!"]
)
def test_forms(text: str) -> None:
    """Short and long forms, with and without the sign of a capture, name the capture with its promotion."""
    state = played(met(), text)
    assert {"k6": "G"} == pieces(state, 1)
    assert "R" == pieces(state, 2)["c1"]


def test_two_takers() -> None:
    """Where two Points may take, the minimal form names the one that does, and a shorter one is refused."""
    state = met(gold="P d2 c2")
    assert [f"P{file}xc1={letter}" for file in "cd" for letter in "QRV"] == onto(state, "c1")
    refusal = refused(state, MakeMove(2, move="Pxc1=Q"))
    assert isinstance(refusal, AmbiguousMove)
    assert ("Pcxc1=Q", "Pdxc1=Q") == refusal.candidates
    assert {"c1": "V", "d2": "P"}.items() <= pieces(played(state, "Pcxc1=V"), 2).items()


@pytest.mark.parametrize("text", ["Pxc1", "Pc1", "d2c1"])
def test_no_arrival_without_a_promotion(text: str) -> None:
    """Without a promotion the move is refused with all that it may become."""
    refusal = refused(met(), MakeMove(2, move=text))
    assert isinstance(refusal, AmbiguousMove)
    assert ("Pxc1=Q", "Pxc1=R", "Pxc1=V") == refusal.candidates


@pytest.mark.parametrize("letter", "GP")
def test_no_other_promotion(letter: str) -> None:
    """It becomes no royal and stays no Point."""
    refusal = refused(met(), MakeMove(2, move=f"d2c1={letter}"))
    assert isinstance(refusal, IllegalMove)
    assert refusal.reason.startswith("it may become a Vicereine, Rook or Vicbaba, not ")


def test_one_turn_later() -> None:
    """One round later the Point still promotes on that cell, but takes nothing, and a claimed capture says why."""
    state = played(met(), "Gm9", "Go9", "Gk7")
    assert ["Pc1=Q", "Pc1=R", "Pc1=V"] == onto(state, "c1")
    refusal = refused(state, MakeMove(2, move="Pxc1=Q"))
    assert isinstance(refusal, IllegalMove)
    assert refusal.reason == "c1 is vacant, so there is nothing to take (en passant is open only on the very next turn)"
    assert {"k7": "G", "d1": "P"} == pieces(played(state, "Pc1=Q"), 1)


def test_optional_promotions() -> None:
    """Where promotion is open but not due, staying what it is takes, too."""
    state = met(MAY)
    assert ["Pxc1", "Pxc1=Q", "Pxc1=V"] == onto(state, "c1")
    for text, letter in (("Pxc1", "P"), ("d2c1", "P"), ("Pc1=V", "V")):
        after = played(state, text)
        assert ({"k6": "G"}, letter) == (pieces(after, 1), pieces(after, 2)["c1"])


def test_promotion_out_of_the_pool() -> None:
    """A piece that comes back out of the pool changes places with the taker there."""
    state = met(POOL, lost=",QRR,")
    assert ["Pxc1", "Pxc1=Q", "Pxc1=R"] == onto(state, "c1")
    after = played(state, "Pxc1=R")
    assert sorted(POOL.codes[2, letter] for letter in "PQR") == list(after.position.lost[2])
    assert [POOL.codes[1, "P"]] == list(after.position.lost[1])
    assert [] == onto(met(POOL), "c1")[1:]


@pytest.mark.parametrize(
    ("dice", "red", "gold", "tired"),
    [
        ("5-2", {"k6": "G"}, {"m10": "G", "c1": "Q"}, {"c1": 1}),
        ("1-6", {"k6": "G", "d1": "P"}, {"m10": "G"}, {"d1": 1}),
        ("1-2,2-3,3-4", {"k6": "G", "d1": "P"}, {"m10": "G", "d2": "P"}, {"d1": 1, "d2": 1}),
    ],
    ids=["won", "lost", "tied"],
)
def test_fights(dice: str, red: dict[str, str], gold: dict[str, str], tired: dict[str, int]) -> None:
    """Fought out, the Point promotes on the cell passed over only if it wins; the one that passed stays if it wins."""
    state = told(met(FIGHTING), f"d2c1=Q[{dice}]")
    assert (red, gold, tired) == (pieces(state, 1), pieces(state, 2), tokens(state))


def test_the_next_player_still_in_the_game() -> None:
    """With Gold gone Blue follows Red, and promotes where Red has passed Blue's last row."""
    state = happened(begun(TRIO, "G a1 · P b9", "", "G k6 · P c9 d10", rights="b9", out="2"), Moved("b9d11"))
    assert [f"P{file}xc10={letter}" for file in "cd" for letter in "QRV"] == onto(state, "c10")


# ---- any game, at random, against lists walked cell by cell


def passings(variant: Variant, seed: int) -> Iterator[Position]:
    """Turns that follow each double step of the array's pieces, one by one, among others of their kind at random."""
    rng, movement = chance(seed), movement_of(variant)
    royals = [each for each in variant.array if variant.by_letter[each.letter].royal]
    for stepper in sorted(variant.stepping):
        position = strewn(variant, rng, royals, stepper)
        piece = variant.piece(position, stepper.cell)
        for move in walked.first_steps(variant, position, stepper.cell, piece) if piece else ():
            after = movement.play(position, move)
            yield variant.elimination.begun(movement, after)[0] if variant.elimination else after


def strewn(variant: Variant, rng: random.Random, royals: list[Placement], stepper: Placement) -> Position:
    """The royals and a piece with its double step, and about that, on half of the cells near it, others of its kind."""
    placement = bytearray(len(variant.board))
    owners = [seat.number for seat in variant.seats if (seat.number, stepper.letter) in variant.codes]
    for cell in range(len(placement)):
        if variant.board.distance(cell, stepper.cell) <= 2:
            placement[cell] = rng.choice((0, variant.codes[rng.choice(owners), stepper.letter]))
    for seat, kind, cell in (*royals, stepper):
        placement[cell] = variant.codes[seat, kind]
    sides = [[cell for cell, code in enumerate(placement) if owner(variant, code) == s.number] for s in variant.seats]
    sets = [bit_set(cells) for cells in sides]
    filled = variant.start._replace(placement=bytes(placement), pieces=(sum(sets), *sets), due=0)
    return filled._replace(turn=stepper.seat, rights=1 << stepper.cell)


def owner(variant: Variant, code: int) -> int:
    """The seat of a piece by its code, 0 for nobody."""
    piece = variant.pieces[code]
    return piece.seat if piece else 0


def agreed(variant: Variant, seeds: range) -> int:
    """How many captures en passant with a promotion there were, all as walking finds them."""
    movement, promoted = movement_of(variant), 0
    for seed in seeds:
        for position in passings(variant, seed):
            pseudo = movement.pseudo_legal(position)
            assert len(set(pseudo)) == len(pseudo)
            assert walked.pseudo_legal(variant, position) == set(pseudo)
            assert walked.legal(variant, position) == set(RoyalKeptSafe().legal(movement, position))
            for move in pseudo:
                if move.special is not None and move.special.victim is not None:
                    promoted += move.promotion is not None
                    left = movement.play(position, move).pieces[0]
                    assert position.pieces[0].bit_count() - 1 == left.bit_count()
    return promoted


@pytest.mark.parametrize("variant", [TRIO, MAY], ids=["must", "may"])
def test_promotions_en_passant_at_random(variant: Variant) -> None:
    """Among Points strewn about, the moves after a double step are what walking finds, promotions en passant too."""
    assert agreed(variant, range(30)) > 10


@pytest.mark.parametrize("key", first(3, [key for key in GAMES if variant_of(key).captures is None]))
def test_en_passant_at_random(key: str) -> None:
    """The same holds in every other game."""
    agreed(variant_of(key, {"combat": "off"}), range(4))
