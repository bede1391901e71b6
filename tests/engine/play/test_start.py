"""Positions to begin from: what can be played is let through, and all that stands against the rest is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation.position_code import BadCode, code_of, position_of
from engine.play.start import CODE_MAX_CHARS, objections, start_of
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine.support import CHESS, POLY, WINDING, code, fen_code, random_fights
from tests.engine.toys import CHECK, ODD, THREE, WILD
from tests.suites import spread

IMPERIAL = variant_of("imperial")
TRIO = variant_of("nd-wellisch-3")
ALL = {
    **{f"{key} {combat}": variant_of(key, {"combat": combat}) for key in GAMES for combat in ("off", "poly")},
    **{toy.key: toy for toy in (THREE, CHECK, ODD, WILD)},
}
START = code_of(CHESS, CHESS.start)


def problems(variant: Variant, text: str) -> list[str]:
    """Everything that is named against a code."""
    with pytest.raises(BadCode) as caught:
        start_of(variant, text)
    assert str(caught.value) == "; ".join(caught.value.problems)
    return list(caught.value.problems)


def chess(pieces: str, mover: str = "w", castling: str = "-", passed: str = "-", more: str = "") -> str:
    """The code of a position of chess; more fields as in codes."""
    return f"{fen_code(f'{pieces} {mover} {castling} {passed}')} {more}".strip()


# ---- what can be played


def fitting(variant: Variant, seed: int, plies: int) -> None:
    """Check that a game can begin from each position of a random game that went on."""
    for state in random_fights(variant, seed, plies):
        if state.result is None:
            assert objections(variant, state.position) == ()
            assert start_of(variant, code_of(variant, state.position)) == state.position


@pytest.mark.parametrize("name", spread(12, ALL))
def test_positions_of_a_game_can_be_begun_from(name: str) -> None:
    """Nothing stands against the positions that a game came to and went on from, and their codes give them back."""
    fitting(ALL[name], 0, 12)


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        (CHESS, chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ")),
        (CHESS, chess("4k3/8/8/8/8/8/8/P3K3", more="lost=QQ,NNNNNN quiet=12,3")),
        (CHESS, START.replace(" 1 ", " 2 ")),
        (WINDING, code(WINDING, ("E d1 · G d7 a4", "E d6"), 1, lost="WTPG,")),
        (WINDING, code(WINDING, ("E d1 · W d2", "E d5"), 2)),
        (POLY, chess("k6R/8/8/8/8/8/8/K7", more="tokens=a1:3,h8:12")),
        (THREE, code(THREE, ("K d1 · R g1", "", "K a4"), 3, out="2")),
    ],
    ids=["many queens", "lost pieces", "Black begins", "Hexeh", "a takable empress", "a takable king", "two of three"],
)
def test_odd_but_playable(variant: Variant, text: str) -> None:
    """Any number of pieces, any counters, lost pieces, and royals that may be taken where rules allow it are fine."""
    assert start_of(variant, text) == position_of(variant, text)


# ---- what stands against a position


@pytest.mark.parametrize(
    ("variant", "pieces", "rest", "named"),
    [
        (CHESS, "8/8/8/4k3/8/8/8/Q7", "b", "White has no king"),
        (CHESS, "4k3/8/8/8/8/8/8/K6K", "w", "White has more than one king: on a1 and h1"),
        (WINDING, "E d1 | E d7 g4 · G a4", "1", "Blue has more than one empress: on d7 and g4"),
        (
            WINDING, "E d1 · G a1 | E d7", "1 lost=GE,",
            "Red's empress is among its lost pieces, but Red is still in the game",
        ),
        (THREE, "K d1 | K g4 · S f4 | K a4", "3 out=2", "Gold is out of the game but has pieces on f4 and g4"),
        (THREE, "K d1 |  | ", "1 out=2,3", "only Red is left in the game"),
        (
            CHESS, "", "out=2",
            "only White is left in the game; Black is out of the game but has pieces on a7, a8",
        ),
        (
            CHESS, "P3k2P/8/8/8/8/8/8/p3K3", "w",
            "Black's pawn on a1 should have promoted there; White's pawns on a8 and h8 should have promoted",
        ),
        (IMPERIAL, "K a2 · P l6 k6 | K m8", "1", "White's pawn on l6 should have promoted there"),
        (CHESS, "4k3/8/8/8/8/8/8/NN2K3", "w rights=b1", "rights: White's knight on b1 has no special first"),
        (CHESS, "4k3/8/8/8/4P3/8/8/4K3", "w rights=e4", "White's pawn on e4 isn't where it started, so it has made"),
        (
            CHESS, "4k3/8/8/8/8/8/8/3K3R", "w rights=d1,h1",
            "rights: White's king on d1 isn't where it started, so it has made its first move; White's rook on h1 has",
        ),
        (CHESS, "4k3/7P/8/8/8/8/8/4K3", "w rights=e1", "White's king on e1 has no piece left to castle with"),
        (CHESS, "4k3/8/8/8/8/8/8/4K2R", "w rights=e1,h1,c4", "rights: there's no piece on c4"),
        (CHESS, "4k3/8/8/8/4P3/8/8/4K3", "w passed=e3,e4", "White's pawn on e4 can't have moved last, since White is"),
        (CHESS, "4k3/8/8/4P3/8/8/8/4K3", "b passed=e4,e5", "passed: White's pawn on e5 can't have passed over e4"),
        (CHESS, "4k3/8/8/8/4P3/8/4N3/4K3", "b passed=e3,e4", "White's pawn on e4 can't have passed over e3"),
        (CHESS, "4k3/8/8/8/4P3/8/8/4K3", "b passed=e3,d4", "passed: there's no piece to take en passant"),
        (CHESS, "4k3/8/8/8/4P3/4N3/8/4K3", "b passed=e3,e4", "passed: e3 is occupied"),
        (IMPERIAL, "K a2 · P e4 | K m8", "2 passed=d4,e4", "White's pawn on e4 can't have passed over d4"),
        (CHESS, "", "tokens=a1:2,b1:1", "tokens: this game has no fights, so no piece has fatigue (on a1 and b1)"),
        (POLY, "", "tokens=a1:2,e4:1,a1:3", "tokens: a1 is given twice; tokens: there's no piece on e4"),
        (CHESS, "", "captor=a1", "captor: in this game it doesn't matter who has just captured (on a1)"),
        (IMPERIAL, "K a2 · Q d4 | K m8", "1 captor=d4", "White's queen on d4 can't have captured last, since"),
        (IMPERIAL, "K a2 · Q d4 | K m8", "1 captor=e4", "captor: there's no piece on e4"),
        (
            IMPERIAL, "K a2 · N e2 | K m8 · G i3 i5", "1 due=2",
            "due: e2 must be empty, since White can still; due: i3 and i5 must be empty, since Black can still place",
        ),
        (IMPERIAL, "K a2 | K m8 · Q a1", "1 due=3", "due=3 can't be: this game has at most 2 placements"),
        (CHESS, "", "due=1", "due=1 can't be: this game has no placements"),
        (WINDING, "", "due=x", "due=x can't be: this game has no placements"),
        (CHESS, "4k3/8/8/8/8/8/8/r3KB2", "b", "White's king on e1 is in check from Black's rook on a1, and Black is"),
        (IMPERIAL, "K a2 | K m8 · Q a1", "2", "White's king on a2 is in check from Black's queen on a1, and Black is"),
        (IMPERIAL, "K a2 | K m8 · Q a1", "1 due=1", "White's king on a2 is in check from Black's queen on a1"),
        (CHESS, "k7/8/K7/8/8/8/8/1R6", "b", "would be over immediately: draw by stalemate"),
        (CHESS, "k6R/8/K7/8/8/8/8/8", "b", "the game would be over immediately: White wins by checkmate"),
        (CHESS, "k7/8/8/8/8/8/8/K7", "w", "over immediately: draw: neither side has enough left to win"),
        (CHESS, "", "quiet=75,75", "the game would be over immediately: draw by 75 quiet moves each"),
        (WINDING, "E d1 | E d7", "1", "over immediately: draw: neither side has enough left to win"),
        (TRIO, "G b5 · R k10 | G k14 | G k5 · P k6", "1", "Gold would be checkmated before the first move"),
        (
            TRIO, "G b5 · R k10 | G k14 | G k5", "1",
            "Gold would be checkmated; Blue would be checkmated; immediately: Red wins as the last one standing",
        ),
        (
            TRIO, "G a1 | G o15 · R b8 g2 · V f8 | G k5 · P k6", "1",
            "Red would be skipped for lack of a legal move before the first move",
        ),
    ],
)  # fmt: skip
def test_what_stands_against_a_position(variant: Variant, pieces: str, rest: str, named: str) -> None:
    """Each kind of problem is named in players' words, with the pieces and cells it is about; no other is made up."""
    if not pieces:
        text = f"{code_of(variant, variant.start)} {rest}"
    elif "/" in pieces:
        text = chess(pieces, rest[0], more=rest[2:])
    else:
        text = f"{code(variant, [army.strip() for army in pieces.split('|')], int(rest[0]))} {rest[2:]}"
    found, parts = problems(variant, text.strip()), named.split("; ")
    assert len(found) == len(parts), found
    assert parts == [part for part, problem in zip(parts, found, strict=True) if part in problem]


def test_every_problem_is_named_at_once() -> None:
    """Whatever is wrong with how a code is written and with its position is named in one refusal."""
    text = "RP4PK/NP4pn/BP4pb/QP4pq/PP4pP/BP4pb/NP4pn/RP4pr 2 quiet=1 colour=red rights=a1,d4 tokens=a1:2 captor=x9"
    assert problems(CHESS, text) == [
        "quiet=1 must be one count for each seat",
        "rights: there's no piece on d4",
        "there's no cell 'x9'",
        "there's no field 'colour'",
        "Black has no king",
        "White's pawn on e8 should have promoted there",
        "rights: White's rook on a1 has no piece left to castle with",
        "tokens: this game has no fights, so no piece has fatigue (on a1)",
    ]


def test_nothing_is_made_up_about_pieces_that_cannot_be_read() -> None:
    """Where a line of pieces cannot be read, nothing is said about who stands where."""
    assert problems(CHESS, f"{START} captor=e4".replace("RP4pr/NP4pn", "RP4pr/NP5pn")) == [
        "line b: 9 cells, but the board has 8 there"
    ]


def test_the_longest_code() -> None:
    """A code far longer than any position is refused unread."""
    assert problems(WINDING, "1" * (CODE_MAX_CHARS + 1)) == [f"a position code has at most {CODE_MAX_CHARS} characters"]


# ---- any code


def positions(name: str) -> list[str]:
    if name not in CODES:
        CODES[name] = [code_of(ALL[name], state.position) for state in random_fights(ALL[name], 1, 60)]
    return CODES[name]


CODES: dict[str, list[str]] = {}


def fit(variant: Variant, text: str) -> bool:
    """Whether a game can begin from a code; if not, its problems are told in words."""
    try:
        position = start_of(variant, text)
    except BadCode as caught:
        told = caught.problems
    else:
        assert start_of(variant, code_of(variant, position)) == position
        return True
    assert told
    assert all(words and words.isprintable() for words in told)
    return False


@given(st.sampled_from(sorted(ALL)), st.integers(0, 60), st.data())
def test_corrupted_codes(name: str, ply: int, data: st.DataObject) -> None:
    """However a code is changed, it is a position that a game can begin from or a bad code, never anything else."""
    codes = positions(name)
    text = codes[ply % len(codes)]
    signs = st.text(alphabet="GTPWEKQRBNgtpwekqrbn'0123456789/ =,:quietlosrghspdkncar", max_size=6)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text)))
        text = text[:place] + data.draw(signs) + text[place + data.draw(st.integers(0, 4)) :]
    assert fit(ALL[name], text) in {True, False}
