"""Shafran's hexagonal chess: every clause of its rules."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest

from engine.model.equipment import Seat
from engine.notation.moves import AmbiguousMove, IllegalMove
from engine.notation.position_code import code_of, position_of
from engine.play.commands import ClaimDraw, MakeMove
from engine.play.referee import sheet
from engine.play.start import objections
from engine.play.state import State
from engine.records.scoresheet import read_scoresheet, scoresheet
from engine.rules.protocols import Result
from engine.variants import GAMES, variant_of
from engine.variants.card import card, card_text
from tests.engine.support import after, begun, done, long_moves, names, placed, played, refused, targets

SHAFRAN = variant_of("shafran")
BOARD = SHAFRAN.board
FILES = {"a": (1, 6), "b": (1, 7), "c": (1, 8), "d": (1, 9), "e": (1, 10)}
FILES |= {"f": (2, 10), "g": (3, 10), "h": (4, 10), "i": (5, 10)}
STEPS = {
    1: "a2-a3 b2-b3,b4 c2-c3,c4 d2-d3,d4,d5 e2-e3,e4,e5 f3-f4,f5,f6 g4-g5,g6 h5-h6,h7 i6-i7",
    2: "a5-a4 b6-b5,b4 c7-c6,c5 d8-d7,d6,d5 e9-e8,e7,e6 f9-f8,f7,f6 g9-g8,g7 h9-h8,h7 i9-i8",
}
"""The pawns' first moves, White's and Black's, as the rules list them."""
FIRST = [(seat, *entry.split("-")) for seat, text in STEPS.items() for entry in text.split()]
ENDS = {1: "a6 b7 c8 d9 e10 f10 g10 h10 i10", 2: "a1 b1 c1 d1 e1 f2 g3 h4 i5"}


class Pattern(NamedTuple):
    """A castling as the rules tell it: king and rook afterwards, the rook's cell before, and the cells that matter."""

    seat: int
    name: str
    long: str
    ends: str
    rook: str
    between: str
    safe: str


CASTLINGS = [
    Pattern(1, "Q-O-O", "e1c1", "K c1 R d1", "a1", "b1 c1 d1", "c1 d1 e1"),
    Pattern(1, "Q-O-O-O", "e1b1", "K b1 R c1", "a1", "b1 c1 d1", "b1 c1 d1 e1"),
    Pattern(1, "B-O-O", "e1g3", "K g3 R f2", "i5", "f2 g3 h4", "e1 f2 g3"),
    Pattern(1, "B-O-O-O", "e1h4", "K h4 R g3", "i5", "f2 g3 h4", "e1 f2 g3 h4"),
    Pattern(2, "Q-O-O", "e10g10", "K g10 R f10", "i10", "f10 g10 h10", "e10 f10 g10"),
    Pattern(2, "Q-O-O-O", "e10h10", "K h10 R g10", "i10", "f10 g10 h10", "e10 f10 g10 h10"),
    Pattern(2, "B-O-O", "e10c8", "K c8 R d9", "a6", "d9 c8 b7", "e10 d9 c8"),
    Pattern(2, "B-O-O-O", "e10b7", "K b7 R c8", "a6", "d9 c8 b7", "e10 d9 c8 b7"),
]
EVERY_CASTLING = pytest.mark.parametrize("pattern", CASTLINGS, ids=lambda each: f"{each.seat}-{each.name}")


def pieces(state: State, seat: int) -> set[str]:
    """A seat's pieces as letters with their cells."""
    pairs = ((name, state.variant.piece(state.position, cell)) for cell, name in enumerate(BOARD.names))
    return {f"{piece.kind.letter} {name}" for name, piece in pairs if piece and piece.seat == seat}


def castler(seat: int, rook: str, *, own: str = "", enemy: str = "", rooks: str = "") -> State:
    """The seat to move with king and rook (or some) unmoved, the enemy king out of the way, and whatever else."""
    home = "e1" if seat == 1 else "e10"
    corners = rooks or rook
    mine = " · ".join(filter(None, (f"K {home}", f"R {corners}", own)))
    theirs = " · ".join(filter(None, ("K e10" if seat == 1 else "K e1", enemy)))
    armies = (mine, theirs) if seat == 1 else (theirs, mine)
    return begun(SHAFRAN, *armies, turn=seat, rights=",".join([home, *corners.split()]))


# ---- board and array


def test_cells() -> None:
    """Nine upright files have 70 cells with the numbers of the rules."""
    numbered = {f"{file}{n}" for file, (first, last) in FILES.items() for n in range(first, last + 1)}
    assert numbered == set(BOARD.names)
    assert (70, "file") == (len(BOARD), BOARD.line)


def test_directions() -> None:
    """Right and forward is number + 1, left and forward the same; the forward diagonals add 1 and 2."""
    found = [BOARD.step(BOARD.cell("e5"), hour) for hour in (0, 2, 10, 1, 11, 3)]
    assert ["e6", "f6", "d5", "f7", "d6", "g6"] == [BOARD.names[cell] for cell in found if cell is not None]


def test_levels() -> None:
    """a1 lies level with i5; a turn by 180° takes a file to its mirror file and n to 11 - n."""
    for left, right in zip("bcd", "hgf", strict=True):
        for n in range(1, 7):
            assert BOARD.names[BOARD.turned(BOARD.cell(f"{left}{n}"), 6)] == f"{right}{11 - n}"
    (x, y), (u, v) = BOARD.places[BOARD.cell("a1")], BOARD.places[BOARD.cell("i5")]
    assert (8, 0) == (u - x, 2 * (v - y) + u - x)


def test_colours() -> None:
    """24 cells are coloured like e1 and e10, 23 like a1 and i5, 23 like a6 and i10."""
    shades = Counter(BOARD.shade(cell) for cell in range(70))
    alike = [("e1", "e10"), ("a1", "i5"), ("a6", "i10")]
    found = [{BOARD.shade(BOARD.cell(name)) for name in pair} for pair in alike]
    assert [1, 1, 1] == [len(each) for each in found]
    assert [24, 23, 23] == [shades[shade] for each in found for shade in each]


def test_array() -> None:
    """Both armies of 18 stand as the rules list them; each side's bishops stand on the three colours."""
    state = after("", SHAFRAN)
    white = "R a1,N b1,B c1,Q d1,K e1,B f2,N g3,B h4,R i5,P a2,P b2,P c2,P d2,P e2,P f3,P g4,P h5,P i6"
    black = "R a6,B b7,N c8,B d9,K e10,Q f10,B g10,N h10,R i10,P a5,P b6,P c7,P d8,P e9,P f9,P g9,P h9,P i9"
    assert set(white.split(",")) == pieces(state, 1)
    assert set(black.split(",")) == pieces(state, 2)
    for seat in (1, 2):
        assert 3 == len({BOARD.shade(BOARD.cell(each[2:])) for each in pieces(state, seat) if each[0] == "B"})


def test_players() -> None:
    """White moves first, Black is the second seat."""
    assert (Seat(1, "White", 0, 0), Seat(2, "Black", 6, 6)) == SHAFRAN.seats
    assert 1 == SHAFRAN.start.turn


# ---- pieces


@pytest.mark.parametrize(
    ("letter", "cells"),
    [
        ("K", "c4 d3 d4 d5 d6 e4 e6 f4 f5 f6 f7 g6"),
        ("N", "b3 b4 c2 c6 d2 d7 f3 f8 g4 g8 h6 h7"),
        ("R", "e1 e2 e3 e4 e6 e7 e8 e9 e10 d5 c5 b5 a5 d4 c3 b2 a1 f5 g5 h5 i5 f6 g7 h8 i9"),
        ("B", "d6 c7 f7 g9 g6 i7 f4 g3 d3 c1 c4 a3"),
    ],
)
def test_pieces(letter: str, cells: str) -> None:
    """From e5 on an empty board the pieces go where the rules say; the queen as rook and bishop."""
    white = "K e5 · P a2" if letter == "K" else f"K a6 · {letter} e5"
    assert names(cells) == targets(begun(SHAFRAN, white, "K i10"), "e5")


def test_queens() -> None:
    """A queen goes where a rook and a bishop would."""
    both = [targets(begun(SHAFRAN, f"K a6 · {letter} e5", "K i10"), "e5") for letter in "RB"]
    assert both[0] | both[1] == targets(begun(SHAFRAN, "K a6 · Q e5", "K i10"), "e5")


# ---- pawns


@pytest.mark.parametrize(("seat", "start", "steps"), FIRST)
def test_first_moves(seat: int, start: str, steps: str) -> None:
    """From its starting cell a pawn goes up to the middle of its file, any smaller number of cells included."""
    state = after("" if seat == 1 else "a2a3", SHAFRAN)
    assert set(steps.split(",")) == targets(state, start)


def test_forty_two_moves() -> None:
    """The game begins with 42 moves."""
    assert 42 == len(long_moves(after("", SHAFRAN)))


@pytest.mark.parametrize("blocked", ["e3", "e4", "e5"])
def test_first_moves_are_blocked(blocked: str) -> None:
    """All cells passed over and the one arrived on must be vacant."""
    state = begun(SHAFRAN, "K a1 · P e2", f"K i10 · N {blocked}", rights="e2")
    assert {name for name in ("e3", "e4", "e5") if name < blocked} == targets(state, "e2")


def test_moved_pawns_go_one_step() -> None:
    """A pawn that has moved goes one step, and a refusal says why no more."""
    state = after("e2e3 a5a4", SHAFRAN)
    assert {"e4"} == targets(state, "e3")
    refusal = refused(begun(SHAFRAN, "K a1 · P e2", "K i10"), MakeMove(1, move="e2e4"))
    assert "the pawn on e2 has moved already, so it has no long step any more" in refusal.text
    for text in ("a2a4", "c2c5"):
        given = f"the pawn on {text[:2]} cannot go to {text[2:]}: it moves one step"
        assert given in refused(after("", SHAFRAN), MakeMove(1, move=text)).text


def test_pawns_capture_diagonally() -> None:
    """A pawn captures along either forward diagonal and never otherwise."""
    around = "d5 d6 e6 f6 f7"
    assert {"d6", "f7"} == targets(begun(SHAFRAN, "K a1 · P e5", f"K i10 · N {around}"), "e5")


PASSING = [
    ("P c4 e6", "P d8", "d8d7", "e6d7", "d7"),
    ("P c4 e6", "P d8", "d8d6", "e6d7 c4d6", "d6"),
    ("P c4 e6", "P d8", "d8d5", "e6d7 c4d6", "d5"),
    ("P d5 f7", "P e9 g9", "e9e6", "d5e7 f7e8 f7g9", "e6"),
]


@pytest.mark.parametrize(("white", "black", "move", "takes", "stands"), PASSING)
def test_en_passant(white: str, black: str, move: str, takes: str, stands: str) -> None:
    """A pawn is taken on any cell it has passed over, from where it stands; on no other, and only by pawns."""
    rights = ",".join(black.split()[1:])
    state = begun(SHAFRAN, f"K a1 · {white} · N c5 g8", f"K i5 · {black}", turn=2, rights=rights)
    state = played(state, move)
    pawns = {long for long in long_moves(state) if long[:2] in white.split()}
    assert names(takes) <= pawns
    forward = {f"{cell}{cell[0]}{int(cell[1:]) + 1}" for cell in white.split()[1:]}
    assert pawns <= names(takes) | forward
    for take in takes.split():
        gone = take[2:] if f"P {take[2:]}" in pieces(state, 2) else stands
        assert f"P {gone}" not in pieces(played(state, take), 2)
    later = played(state, "a1a2", "i5i6")
    for take in takes.split():
        if f"P {take[2:]}" not in pieces(state, 2):
            assert "only on the very next turn" in refused(later, MakeMove(1, move=f"{take[:2]}x{take[2:]}")).text


def test_four_captures_to_choose_from() -> None:
    """Three steps pass two cells, so that four pawns may take the one that has passed."""
    state = begun(SHAFRAN, "K a1 · P d5 d6 f6 f7", "K i10 · P e9", turn=2, rights="e9")
    takes = {long for long in long_moves(played(state, "e9e6")) if long[2:] in {"e7", "e8"}}
    assert {"d5e7", "f6e7", "d6e8", "f7e8"} == takes


def test_codes_of_passed_cells() -> None:
    """A code tells all cells passed over and reads back; one with a single cell is read, too."""
    state = after("a2a3 e9e6", SHAFRAN)
    code = code_of(SHAFRAN, state.position)
    assert "passed=e8,e7,e6" in code
    assert state.position == position_of(SHAFRAN, code)
    assert "passed=e8,e7" in code_of(SHAFRAN, after("a2a3 e9e7", SHAFRAN).position)


@pytest.mark.parametrize(("seat", "cell"), [(seat, cell) for seat, cells in ENDS.items() for cell in cells.split()])
def test_promotion(seat: int, cell: str) -> None:
    """On the last cell of any file a pawn must become a queen, rook, bishop or knight."""
    before = f"{cell[0]}{int(cell[1:]) + (-1 if seat == 1 else 1)}"
    kings = ("K d5", "K d2") if cell[0] in "fghi" else ("K g6", "K g9")
    armies = [f"{kings[0]} · P {before}", kings[1]]
    state = begun(SHAFRAN, *(armies if seat == 1 else armies[::-1]), turn=seat)
    moves = {long for long in long_moves(state) if long.startswith(before + cell)}
    assert {f"{before}{cell}={letter}" for letter in "BNQR"} == moves


def test_promotion_by_capture() -> None:
    """So it does when it captures there."""
    state = begun(SHAFRAN, "K a1 · P e8", "K i5 · R f10 d9")
    captures = {long for long in long_moves(state) if long[:2] == "e8" and long[2] in "df"}
    assert {f"e8{cell}={letter}" for cell in ("d9", "f10") for letter in "BNQR"} == captures


# ---- castling


@EVERY_CASTLING
def test_castling(pattern: Pattern) -> None:
    """King and rook go where the table says; it is read by name, with zeros, in any case, and in long form."""
    state, name, king = castler(pattern.seat, pattern.rook), pattern.name, pattern.ends.split()[1]
    assert name in sheet(state).shorts(sheet(state).legal)
    forms = (name, name.lower(), name.replace("O", "0"), name.replace("-", ""), name[2:], pattern.long, f"K{king}")
    for text in forms:
        moved = played(state, text)
        assert pattern.ends == " ".join(sorted(pieces(moved, pattern.seat)))
        assert "rights" not in code_of(SHAFRAN, moved.position)


@EVERY_CASTLING
def test_castling_over_pieces(pattern: Pattern) -> None:
    """All three cells between king and rook are vacant, in both forms."""
    for cell in pattern.between.split():
        state = castler(pattern.seat, pattern.rook, own=f"N {cell}")
        assert pattern.long not in long_moves(state)
        assert f"{cell} is occupied" in refused(state, MakeMove(pattern.seat, move=pattern.name)).text


@EVERY_CASTLING
def test_castling_through_check(pattern: Pattern) -> None:
    """The king's cell and those it crosses or arrives on must not be attacked; what else is, does not matter."""
    safe = pattern.safe.split()
    for cell in {*pattern.between.split(), *safe, pattern.rook}:
        attacker = f"{cell[0]}{int(cell[1:]) + (3 if pattern.seat == 1 else -3)}"
        state = castler(pattern.seat, pattern.rook, enemy=f"R {attacker}")
        assert (cell not in safe) == (pattern.long in long_moves(state)), cell


def test_castling_attacked_by_a_pinned_piece() -> None:
    """Attacks of pinned pieces count."""
    pinned = begun(SHAFRAN, "K e1 · R a1 c5", "K h10 · R d6", rights="a1,e1")
    assert "e1c1" not in long_moves(pinned)
    assert {"d6c5"} == {long for long in long_moves(played(pinned, "e1f2")) if long[:2] == "d6"} - names(
        "d6e7 d6f8 d6g9"
    )


def test_castling_rights() -> None:
    """A moved king castles no more, a moved or taken rook not on its flank; castling uses up both flanks."""

    def still_open(*moves: str) -> set[str]:
        start = begun(SHAFRAN, "K e1 · R a1 i5", "K e10 · N b4", turn=2, rights="a1,e1,i5")
        return {"e1c1", "e1b1", "e1g3", "e1h4"} & set(long_moves(played(start, *moves)))

    assert {"e1c1", "e1b1", "e1g3", "e1h4"} == still_open("e10e9")
    assert {"e1g3", "e1h4"} == still_open("e10e9", "a1a2", "e9e10", "a2a1", "e10e9")
    assert set() == still_open("e10e9", "e1e2", "e9e10", "e2e1", "e10e9")
    taken = played(begun(SHAFRAN, "K e1 · R a1 i5", "K e10 · R a6", turn=2, rights="a1,e1,i5"), "a6a1")
    assert code_of(SHAFRAN, taken.position).endswith("rights=e1,i5")


def test_castlings_without_a_flank() -> None:
    """O-O and O-O-O are read where one flank's castling of that length is legal, else refused with both named."""
    both = begun(SHAFRAN, "K e1 · R a1 i5", "K e10", rights="a1,e1,i5")
    for text in ("O-O", "O-O-O"):
        refusal = refused(both, MakeMove(1, move=text))
        assert isinstance(refusal, AmbiguousMove)
        assert {f"Q-{text}", f"B-{text}"} == set(refusal.candidates)
    rook = begun(SHAFRAN, "K e1 · R a1 i5", "K e10 · R b7", rights="a1,e1,i5")
    assert {"e1c1", "e1g3", "e1h4"} == {"e1b1", "e1c1", "e1g3", "e1h4"} & set(long_moves(rook))
    assert {"K h4", "R g3", "R a1"} == pieces(played(rook, "O-O-O"), 1)
    none = refused(after("", SHAFRAN), MakeMove(1, move="O-O"))
    assert isinstance(none, IllegalMove)
    assert "Q-O-O: b1, c1 and d1 are occupied; B-O-O: f2, g3 and h4 are occupied" in none.text


def test_castling_names_of_other_games() -> None:
    """A name that a game does not have is no castling there."""
    assert "can't read" in refused(after("", variant_of("chess")), MakeMove(1, move="Q-O-O")).text


# ---- ends


def test_shortest_game() -> None:
    """The shortest published game ends in mate, its pinned pawn unable to help."""
    assert Result(1, "checkmate") == after("b1c4 c8d6 d1e3 b6b5 c4d7", SHAFRAN).result


def test_a_published_game() -> None:
    """In a published game White castles long, and nobody can castle any more."""
    state = after("e2e4 e9e7 c1e2 f10e9 e2i10 e9i5 b1e3 d9h5 d1e2 b6b5 e1b1", SHAFRAN)
    assert {"K b1", "R c1"} <= pieces(state, 1)
    castling = {BOARD.names[cell] for cell in range(70) if state.position.rights >> cell & 1}
    assert not {"e1", "a1", "i5", "e10", "a6", "i10"} & (castling - {"e10", "a6"})
    assert "Q-O-O-O" in scoresheet(state, {})
    assert state.line == read_scoresheet(scoresheet(state, {})).state.line


def test_stalemate() -> None:
    """Stalemate is a draw."""
    states = [begun(SHAFRAN, f"K c3 · Q {cell}", "K a1", turn=2) for cell in BOARD.names if cell not in {"c3", "a1"}]
    results = {state.result for state in states if state.result}
    assert Result(None, "stalemate") in results


def test_draws() -> None:
    """Bare kings draw at once; repetition and 50 moves are claimed, and nothing else ends the game by itself."""
    assert Result(None, "insufficient") == begun(SHAFRAN, "K a1", "K i10").result
    assert begun(SHAFRAN, "K a1 · N b2", "K i10").result is None
    state = after("b1a3 h10i8 a3b1 i8h10 b1a3 h10i8 a3b1 i8h10", SHAFRAN)
    assert state.result is None
    assert Result(None, "claim-repetition") == done(state, ClaimDraw(state.turn)).result
    quiet = begun(SHAFRAN, "K a1 · N e5", "K i10", quiet="50,50")
    assert quiet.result is None
    assert Result(None, "claim-50") == done(quiet, ClaimDraw(1)).result
    assert begun(SHAFRAN, "K a1 · N e5", "K i10", quiet="99,99").result is None


def test_fights() -> None:
    """Fights have the dice of the same kinds of piece elsewhere."""
    other = {kind.letter: kind.die for kind in variant_of("glinski").kinds}
    assert other == {kind.letter: kind.die for kind in SHAFRAN.kinds}
    assert ("off", "poly", "d6") == GAMES["shafran"].combat


def test_card() -> None:
    """The card marks what is a ruling, and no other clause; it speaks of these pieces only."""
    (rulings,) = [" ".join(section.lines) for section in card(SHAFRAN) if "rulings" in section.heading]
    for words in ("Q-O-O", "White moves first", "two kings alone", "Draws by threefold repetition"):
        assert words in rulings
    text = card_text(SHAFRAN)
    assert not [words for words in ("en passant", "last cell", "talemate") if words in rulings]
    for words in ("up to the middle of its file", "crosses or arrives on", "last cell of a file", "en passant"):
        assert words in text
    assert not {"Grandduke", "Unicorn", "Broker"} & set(text.replace("s", " ").split())


def test_impossible_codes() -> None:
    """A code is refused where a pawn cannot have passed the cells that it names."""
    given = placed(SHAFRAN, "K a1 · P e4", "K i10", turn=2, passed="e3,e4")
    assert () == objections(SHAFRAN, given)
    wrong = placed(SHAFRAN, "K a1 · P e5", "K i10", turn=2, passed="e4,e5")
    assert "cannot have passed over e4" in " ".join(objections(SHAFRAN, wrong))
