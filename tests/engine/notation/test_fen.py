"""FENs: read in the games that have a form of them, written for other programs, and refused in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation.fen import fen_of
from engine.notation.position_code import BadCode, code_of, position_of, read_code
from engine.play.game import new_game
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.fens import FIFTH, FOURTH, HEAPS, KIWIPETE, MIRRORED, PROMOTIONS, RACE, SIXTH, START, THIRD
from tests.engine.orthodox import agree, chess
from tests.engine.prompt import Runner
from tests.engine.support import CHESS, POLY, random_game

GLINSKI = variant_of("glinski")
FILES = "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6"
RANKS = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1"
ORTHODOX = START.split()[0]


@pytest.mark.parametrize("fen", [START, KIWIPETE, THIRD, FOURTH, MIRRORED, FIFTH, SIXTH, PROMOTIONS, HEAPS, RACE])
def test_chess_as_python_chess_has_it(fen: str) -> None:
    """Both programs write every position of games from a FEN alike, and have the same moves after reading it."""
    start = position_of(CHESS, fen)
    first = chess.Board(fen).fullmove_number
    for seed in range(1):
        for state in random_game(CHESS, seed, 40, start):
            written = fen_of(CHESS, state.position, state.round + first - 1)
            board = chess.Board(written)
            assert board.is_valid()
            assert written == board.fen(en_passant="fen")
            assert state.position == position_of(CHESS, written)._replace(lost=state.position.lost)
            for en_passant in ("legal", "fen"):
                agree(board, new_game(CHESS, position_of(CHESS, board.fen(en_passant=en_passant))))


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        (CHESS, START),
        (CHESS, ORTHODOX + " w KQkq -"),
        (CHESS, f"```\n{START}\n```"),
        (CHESS, START.replace("-", "–")),
        (POLY, START),
        (variant_of("chess", {"goal": "three-check"}), START),
        (GLINSKI, f"{RANKS} w - 0 1"),
        (GLINSKI, f"{RANKS} w"),
        (GLINSKI, f"{RANKS} w - - 0 1"),
        (GLINSKI, f"{FILES} w - 0 1"),
        (GLINSKI, f"{FILES} W"),
    ],
)
def test_arrays(variant: Variant, fen: str) -> None:
    """The array is read from every form of FEN in use, with all its first moves."""
    assert variant.start == position_of(variant, fen)


@pytest.mark.parametrize("seed", range(2))
def test_hexagonal_fens_lead_back(seed: int) -> None:
    """Every position of a game is written by ranks and read back by ranks and by files; the cells tell the rights."""
    for state in random_game(GLINSKI, seed, 150):
        written = fen_of(GLINSKI, state.position, state.round)
        assert written is not None
        files = code_of(GLINSKI, state.position).split()[0]
        for fen in (written, " ".join([files, *written.split()[1:]])):
            assert state.position == position_of(GLINSKI, fen)._replace(lost=state.position.lost)


@pytest.mark.parametrize(
    ("variant", "code"),
    [
        (variant_of("hexeh"), code_of(variant_of("hexeh"), variant_of("hexeh").start)),
        (POLY, "4k3/8/8/8/8/8/8/4K3 1 tokens=h5:2"),
        (CHESS, "4k3/8/8/8/4K3/8/8/8 1 quiet=5,0"),
        (CHESS, "RP4p1/8/8/8/KP4pk/8/8/8 1"),
        (variant_of("chess", {"goal": "three-check"}), "4k3/8/8/8/4K3/8/8/8 1 checks=1,0"),
    ],
)
def test_no_fen_says_less(variant: Variant, code: str) -> None:
    """There is no FEN of a position where the game has none, or where it would leave something out."""
    assert fen_of(variant, position_of(variant, code)) is None


@pytest.mark.parametrize(
    ("variant", "fen", "why"),
    [
        (variant_of("hexeh"), START, "Hexeh has none; use a position code"),
        (GLINSKI, START, "it has 8 lines of pieces instead of 11"),
        (CHESS, f"{RANKS} w - 0 1", "it has 11 lines of pieces instead of 8"),
        (CHESS, START.replace("/8/", "/7/", 1), "rank 6 has 7 cells instead of 8"),
        (CHESS, START.replace("/8/", "/44/", 1), "rank 6 has 44 cells instead of 8"),
        (GLINSKI, f"{RANKS.replace('r5r', 'r4r')} w - 0 1", "rank 8 has 6 cells instead of 7"),
        (GLINSKI, f"{FILES.replace('K2P2p2k', 'K2P2p2')} w - 0 1", "file g has 9 cells instead of 10"),
        (GLINSKI, f"{FILES.swapcase()} w - 0 1", "pawns are where they promote; write each file from its first"),
        (CHESS, START.replace("q", "z", 1), "no piece of this game is written z"),
        (CHESS, START.replace("q", "?", 1), "I can't read “rnb?kbnr” in it"),
        (CHESS, START.replace("w", "x"), "it says “x” for the side to move instead of w or b"),
        (CHESS, START.replace("w", "1"), "it says “1” for the side to move instead of w or b"),
        (CHESS, f"{ORTHODOX} w", "it ends before the castling rights and the en passant square"),
        (CHESS, f"{ORTHODOX} w KQkq", "it ends before the castling rights and the en passant square"),
        (CHESS, START.replace("KQkq", "KQkx"), "its castling rights are “KQkx” instead of some of KQkq, or -"),
        (
            CHESS,
            START.replace("KBNR", "KBN1", 1).replace("R w", "1 w"),
            "it lets White castle (K) without a rook on h1",
        ),
        (GLINSKI, f"{RANKS} w KQkq - 0 1", "this game has no castling, as “KQkq” would have it"),
        (CHESS, START.replace("- 0", "e9 0"), "it has “e9” instead of an en passant square, or -"),
        (CHESS, START.replace("- 0", "e3 0"), "nothing can have just passed over e3"),
        (CHESS, START.replace("0 1", "0"), "it ends with “0” instead of its halfmove clock and the number of the move"),
        (CHESS, START.replace("0 1", "bm e4"), "it ends with “bm e4” instead of its halfmove clock"),
        (CHESS, f"{START} id 3", "I can't read “id 3” at its end"),
    ],
)
def test_what_looks_like_a_fen_and_is_none(variant: Variant, fen: str, why: str) -> None:
    """One sentence says that a text looks like a FEN, and why it is none of this game's."""
    with pytest.raises(BadCode) as caught:
        position_of(variant, fen)
    (problem,) = caught.value.problems
    assert problem.startswith(f"this looks like a FEN, but {why}")


@given(st.text(alphabet="pPkKrRnb12345678/ wb-KQkq03e'", max_size=60))
def test_hostile_fens(text: str) -> None:
    """Whatever is put into a FEN, it is read or refused in words."""
    for variant, fen in (
        (CHESS, f"{text} w KQkq - 0 1"),
        (CHESS, f"{ORTHODOX} w {text}"),
        (GLINSKI, f"{RANKS} b {text}"),
    ):
        position, problems = read_code(variant, fen)
        assert (position is None) == bool(problems)


def test_show_at_the_prompt(run: Runner) -> None:
    """A position may be given as a FEN, and is shown with its FEN above its code."""
    lines = run("show", "chess", "--position", KIWIPETE, "--after", "e1g1")[1]
    assert "FEN: r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1" == lines[-2]
    assert not any(line.startswith("FEN") for line in run("show", "hexeh")[1])
