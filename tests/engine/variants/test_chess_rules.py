"""Orthodox chess: castling, en passant, promotion, check, and refusals in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.notation.moves import AmbiguousMove, IllegalMove, UnreadableMove
from engine.notation.position_code import code_of, position_of
from engine.play.commands import MakeMove
from engine.play.game import new_game
from engine.play.state import State
from engine.rules.protocols import Result
from engine.variants import GAMES
from tests.engine.support import (
    CHESS,
    WINDING,
    after,
    begun,
    fen_code,
    from_fen,
    long_moves,
    names,
    placed,
    played,
    refused,
    targets,
    told,
)

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def why_not(state: State, text: str) -> str:
    """The reason for which a move is refused."""
    refusal = refused(state, MakeMove(state.turn, move=text))
    assert isinstance(refusal, IllegalMove)
    return refusal.reason


def test_array() -> None:
    """The array of chess is the one that its FEN writes, with every right."""
    assert CHESS.start == from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").position
    assert {"chess", "combat-chess"} <= set(GAMES)


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/8/K6k/8/8/8 1"),
        (CASTLING, "R6r/8/8/8/K6k/8/8/R6r 1 rights=a1,a8,e1,e8,h1,h8"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "8/8/8/3p4/K2P3k/8/8/8 2 passed=e3,e4"),
        ("4k3/3p4/8/8/8/8/4P3/4K3 w - - 0 1", "8/8/8/6p1/KP5k/8/8/8 1 rights=d7,e2"),
    ],
)
def test_positions_from_fen(fen: str, code: str) -> None:
    """A FEN's position is written as a code with the rights that it grants."""
    assert position_of(CHESS, code) == position_of(CHESS, fen_code(fen))
    assert code == code_of(CHESS, from_fen(fen).position)


def test_a_short_game() -> None:
    """The shortest mate is four plies long."""
    state = played(new_game(CHESS), "f3", "e5", "g4", "Qh4")
    assert Result(2, "checkmate") == state.result
    assert [] == long_moves(state)


# ---- castling


@pytest.mark.parametrize(
    ("turn", "text", "king", "rook"),
    [
        ("w", "O-O", "g1", "f1"),
        ("w", "O-O-O", "c1", "d1"),
        ("b", "O-O", "g8", "f8"),
        ("b", "O-O-O", "c8", "d8"),
    ],
)
@pytest.mark.parametrize("form", ["{0}", "{1}", "{2}", "K{3}", "{4}"])
def test_castling(turn: str, text: str, king: str, rook: str, form: str) -> None:
    """The king goes two cells towards a rook, which crosses him; the move is known by many names."""
    state = from_fen(CASTLING.replace(" w ", f" {turn} "))
    home = "e" + king[1]
    texts = text, text.replace("O", "0"), text.replace("O-", "o").lower(), king, f"{home}{king}"
    castled = played(state, form.format(*texts))
    variant, position = castled.variant, castled.position
    pairs = ((name, variant.piece(position, cell)) for cell, name in enumerate(variant.board.names))
    pieces = {name: piece.kind.letter for name, piece in pairs if piece}
    assert ("K", "R") == (pieces[king], pieces[rook])
    assert 6 == len(pieces)
    assert not {home, f"{'h' if text == 'O-O' else 'a'}{king[1]}"} & set(pieces)


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        ("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "O-O", "g1 is occupied"),
        ("4k3/8/8/8/8/8/8/R3KBNR w KQ - 0 1", "O-O", "f1 and g1 are occupied"),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O", "b1 is occupied"),
        ("4k3/8/8/8/8/8/8/RNBQK2R w KQ - 0 1", "O-O-O", "b1, c1 and d1 are occupied"),
        ("4k3/8/8/8/8/8/8/R3Kn1R w KQ - 0 1", "O-O", "f1 is occupied"),
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1 is attacked by the rook on e7"),
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "e1 is attacked by the rook on e7"),
        ("4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "f1 is attacked by the rook on f7"),
        ("4k3/6r1/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "g1 is attacked by the rook on g7"),
        ("4k3/3r4/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "d1 is attacked by the rook on d7"),
        ("4k3/2r5/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "c1 is attacked by the rook on c7"),
        ("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "O-O", "f1 is attacked by the pawn on g2"),
        ("8/8/8/8/8/8/1k6/R3K2R w KQ - 0 1", "O-O-O", "c1 is attacked by the king on b2"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "the rook that began on h1 has moved or fallen"),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "O-O-O", "the rook that began on a1 has moved or fallen"),
        ("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "O-O-O", "the rook that began on a8 has moved or fallen"),
    ],
)
def test_no_castling(fen: str, text: str, reason: str) -> None:
    """Castling over pieces, out of, through or into an attack, or after a first move, is refused in words."""
    state = from_fen(fen)
    assert reason == why_not(state, text)
    king = "e1" if state.turn == 1 else "e8"
    assert f"{king}{'g' if text == 'O-O' else 'c'}{king[1]}" not in long_moves(state)


@pytest.mark.parametrize("fen", ["4k3/1r6/8/8/8/8/8/R3K2R w KQ - 0 1", "r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"])
def test_rooks_may_be_attacked(fen: str) -> None:
    """The long castling's rook may be attacked, or pass an attacked cell."""
    assert "e1c1" in long_moves(from_fen(fen))


@pytest.mark.parametrize(
    ("moves", "castlings"),
    [
        (("e1e2", "a8b8", "e2e1", "b8a8"), ""),
        (("h1g1", "e8e7", "g1h1", "e7e8"), "e1c1"),
        (("a1b1", "e8e7", "b1a1", "e7e8"), "e1g1"),
        (("h1h8", "e8e7"), "e1c1"),
        (("h1h2", "h8h2", "a1b1", "h2h1"), ""),
    ],
    ids=["king", "short rook", "long rook", "taking a rook", "taken"],
)
def test_first_moves(moves: tuple[str, ...], castlings: str) -> None:
    """Castling is over once the king or that rook has moved, even if they have come back, or the rook was taken."""
    state = told(from_fen(CASTLING), *moves)
    assert names(castlings) == {"e1g1", "e1c1"} & set(long_moves(state))


def test_a_rook_in_the_place_of_another() -> None:
    """A rook that comes to stand where another was taken does not castle."""
    state = told(from_fen("r3k2r/8/6N1/8/8/8/8/4K3 w kq - 0 1"), "g6h8", "a8d8", "h8g6", "d8d7")
    state = told(state, "g6f4", "d7h7", "f4e2", "h7h8", "e2c3")
    assert set() == {"e8g8", "e8c8"} & set(long_moves(state))


def test_both_rooks_have_moved() -> None:
    """When it was the rooks that moved, the refusal does not blame the king."""
    state = told(from_fen(CASTLING), "h1g1", "e8e7", "a1b1", "e7e8", "g1h1", "e8e7", "b1a1", "e7e8")
    assert "h1" in why_not(state, "O-O")
    assert "a1" in why_not(state, "O-O-O")


def test_castling_where_there_is_none() -> None:
    """A game without castling says so."""
    assert "there is no castling in this game" == why_not(after("", WINDING), "O-O")


# ---- pawns


def test_double_steps() -> None:
    """A pawn steps twice from where it began only, over a vacant cell to a vacant one."""
    assert names("e3 e4") == targets(from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "e2")
    assert names("e4") == targets(from_fen("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1"), "e3")
    assert names("e3") == targets(from_fen("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1"), "e2")
    assert set() == targets(from_fen("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1"), "e2")


@pytest.mark.parametrize(
    ("fen", "text", "words"),
    [
        (
            "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
            "e5",
            "the pawn on e3 has moved already, so it has no double step any more",
        ),
        (
            "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
            "e3e5",
            "the pawn on e3 has moved already, so it has no double step any more",
        ),
        (
            "7k/8/4P3/8/8/8/8/4K3 w - - 0 1",
            "e8=Q",
            "the pawn on e6 has moved already, so it has no double step any more",
        ),
        (
            "4k3/8/3p4/8/8/8/8/4K3 b - - 0 1",
            "d4",
            "the pawn on d6 has moved already, so it has no double step any more",
        ),
        ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e4", "the pawn on e2 cannot capture on e4"),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4", "the pawn's way from e2 to e4 is blocked: e3 is occupied"),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e3", "the pawn on e2 cannot capture on e3"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "exd3", "d3 is vacant, so there is nothing to take"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e1", "e1 holds your own king"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1", "e1 holds your own king"),
    ],
)
def test_pawn_refusals(fen: str, text: str, words: str) -> None:
    """A pawn's impossible move is refused with what pawns do, a second double step too."""
    assert words in why_not(from_fen(fen), text)


def test_en_passant_at_once() -> None:
    """A pawn that has just stepped over an attacked cell may be taken there, on the very next turn only."""
    state = told(from_fen("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "d7d5")
    assert "e5d6" in long_moves(state)
    taken = played(state, "exd6")
    assert code_of(CHESS, taken.position) == code_of(CHESS, placed(CHESS, "K e1 · P d6", "K e8", turn=2, lost=",P"))
    late = told(state, "e1e2", "e8e7")
    assert "e5d6" not in long_moves(late)
    assert "d6 is vacant, so there is nothing to take (en passant is open only on the very next turn)" == why_not(
        late, "exd6"
    )


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", ("d7d6", "e1e2", "d6d5")),
        ("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1", ("d6d5",)),
        ("4k3/3p4/8/4B3/8/8/8/4K3 b - - 0 1", ("d7d5",)),
        ("4k3/3p4/8/5P2/8/8/8/4K3 b - - 0 1", ("d7d5",)),
    ],
    ids=["two single steps", "a single step", "no pawn", "not beside"],
)
def test_no_en_passant(fen: str, moves: tuple[str, ...]) -> None:
    """Only pawns take en passant, only from beside, and only after a double step."""
    state = told(from_fen(fen), *moves)
    taken = [move for move in long_moves(state) if state.position.pieces[2] != told(state, move).position.pieces[2]]
    assert [] == taken


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "your king on a4 attacked by the rook on h4"),
        ("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "your king on d8 attacked by the rook on d1"),
        ("8/7k/8/8/3p4/8/4P3/1B2K3 w - - 0 1", "your king on h7 attacked by the bishop on b1"),
    ],
    ids=["both pawns leave a rank", "pinned", "the taken pawn leaves a diagonal"],
)
def test_en_passant_and_check(fen: str, words: str) -> None:
    """A pawn may not take en passant if that leaves its king attacked, though two pawns leave the line."""
    assert words in why_not(told(from_fen(fen), "e2e4"), "dxe3")


def test_en_passant_out_of_check() -> None:
    """A pawn that gives check by its double step may be taken en passant."""
    state = told(from_fen("8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1"), "d2d4")
    assert "e4d3" in long_moves(state)


@pytest.mark.parametrize("text", ["e8", "e7e8", "Pe8", "e7-e8"])
def test_promotion_is_compulsory(text: str) -> None:
    """A pawn on the last rank must become something: a move that does not say what asks."""
    refusal = refused(from_fen("7k/4P3/8/8/8/8/8/K7 w - - 0 1"), MakeMove(1, move=text))
    assert isinstance(refusal, AmbiguousMove)
    assert {"e8=B", "e8=N", "e8=Q+", "e8=R+"} == set(refusal.candidates)


def test_promotion_choices() -> None:
    """A pawn becomes queen, rook, bishop or knight, by a step or a capture, whatever was lost before."""
    state = from_fen("3n3k/4P3/8/8/8/8/8/K7 w - - 0 1")
    expected = [f"e7{cell}={letter}" for cell in ("d8", "e8") for letter in "BNQR"]
    assert expected == [move for move in long_moves(state) if move.startswith("e7")]
    black = from_fen("k7/8/8/8/8/8/p7/1N5K b - - 0 1")
    assert [f"a2{cell}={letter}" for cell in ("a1", "b1") for letter in "BNQR"] == [
        move for move in long_moves(black) if move.startswith("a2")
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("e8=K", "it may become a queen, rook, bishop or knight, not a king"),
        ("e8=P", "it may become a queen, rook, bishop or knight, not a pawn"),
        ("e8=X", "it may become a queen, rook, bishop or knight, not X"),
        ("Kb2=Q", "a king never promotes"),
        ("a3=Q", "that move allows no promotion: a pawn that arrives on the last rank becomes a queen, rook"),
    ],
)
def test_wrong_promotions(text: str, reason: str) -> None:
    """A promotion to what a pawn cannot become, or by what cannot promote, is refused."""
    assert reason in why_not(from_fen("7k/4P3/8/8/8/8/P7/K7 w - - 0 1"), text)


# ---- check and other refusals


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        ("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "it would leave your king on e1 attacked by the rook on e8"),
        ("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "it would leave your king on e1 attacked by the rook on e8"),
        ("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "Ke2", "it would leave your king on e2 attacked by the rook on e8"),
        ("7k/8/8/8/8/3p4/8/4K3 w - - 0 1", "Ke2", "it would leave your king on e2 attacked by the pawn on d3"),
        ("8/8/8/8/8/4k3/8/R3K3 w - - 0 1", "Ke2", "it would leave your king on e2 attacked by the king on e3"),
        ("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "Rxa5", "a5 is vacant, so there is nothing to take"),
        ("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "Rb2", "the rook on a1 cannot go to b2: it slides along ranks and files"),
        ("7k/8/8/8/P7/8/8/R3K3 w - - 0 1", "Ra5", "the rook's way from a1 to a5 is blocked: a4 is occupied"),
        ("7k/8/8/8/P7/8/8/R3K3 w - - 0 1", "Ra4", "a4 holds your own pawn"),
        ("7k/8/8/8/P7/8/8/R3K3 w - - 0 1", "h8g8", "the king on h8 is Black's, not yours"),
        ("7k/8/8/8/P7/8/8/R3K3 w - - 0 1", "b3b4", "b3 is vacant"),
        ("7k/8/8/8/P7/8/8/R3K3 w - - 0 1", "Qd1", "you have no queen"),
        ("7k/8/8/8/P7/8/8/R3K3 w - - 0 1", "Ra9", "this board has no cell a9"),
        ("7k/8/8/8/P7/8/8/R3K3 w - - 0 1", "Ke1", "the king already stands on e1"),
    ],
)
def test_refusals(fen: str, text: str, reason: str) -> None:
    """A move that is not legal is refused with the rule it breaks."""
    assert reason in why_not(from_fen(fen), text)


@pytest.mark.parametrize("text", ["", "hello", "O", "O-O-O-O", "e", "e2e4e5", "12", "x" * 100])
def test_unreadable(text: str) -> None:
    """A text that is no move is answered with moves to copy."""
    refusal = refused(new_game(CHESS), MakeMove(1, move=text))
    assert isinstance(refusal, UnreadableMove)
    assert refusal.examples


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ("e4", "e2e4"),
        ("E4", "e2e4"),
        ("Pe4", "e2e4"),
        ("e2-e4", "e2e4"),
        ("nf3", "g1f3"),
        ("Nf3!?", "g1f3"),
        ("Ngf3", "g1f3"),
        ("N1f3", "g1f3"),
        (" N g1 f3 ", "g1f3"),
        ("g1f3+", "g1f3"),
    ],
)
def test_accepted(text: str, long: str) -> None:
    """Anything that names one legal move is that move."""
    assert told(new_game(CHESS), long).position == played(new_game(CHESS), text).position


@pytest.mark.parametrize(
    ("text", "long"), [("bxc3", "b2c3"), ("Bxc3", "d2c3"), ("b2c3", "b2c3"), ("d2c3", "d2c3"), ("bc3", "b2c3")]
)
def test_the_bishop_and_the_file(text: str, long: str) -> None:
    """A small b is the b-file and a capital B a bishop wherever both could be meant."""
    state = begun(CHESS, "K e1 · B d2 · P b2", "K e8 · N c3")
    assert told(state, long).position == played(state, text).position


def test_ambiguous() -> None:
    """Two knights that can go to a cell must be told apart."""
    refusal = refused(from_fen("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1"), MakeMove(1, move="Ne2"))
    assert isinstance(refusal, AmbiguousMove)
    assert ("Nce2", "Nge2") == refusal.candidates


# ---- position codes


@pytest.mark.parametrize(
    "fields",
    [
        {"tokens": "e4:1"},
        {"tokens": "e1:1,e1:1"},
        {"passed": "e3,e4"},
        {"passed": "e3,d1"},
        {"rights": "e4"},
    ],
    ids=lambda fields: "-".join(f"{name} {value}" for name, value in fields.items()),
)
def test_impossible_codes(fields: dict[str, Any]) -> None:
    """A position code that gives tokens, a first move or a double step to nobody is refused."""
    with pytest.raises(ValueError, match=next(iter(fields))):
        begun(CHESS, "K e1 · Q d1", "K e8", **fields)
