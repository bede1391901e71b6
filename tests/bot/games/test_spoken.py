"""Pictures in words: what one sees first, then marks, then pieces; short enough, and cut where it may be."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import pictures
from bot.games.pictures import (
    ALT_TEXT,
    NOWHERE,
    Occasion,
    alternative,
    attacks_in_words,
    caption,
    marked,
    opening,
    pages,
    shortened,
)
from bot.games.settings import Viewer
from engine.model.position import bits
from engine.movement.generator import threats
from engine.play.commands import Resign
from engine.play.game import new_game
from engine.records.replay import glimpse
from engine.variants import GAMES, variant_of
from renderer import marks_of
from tests.engine.support import CHESS, HEXEH_POLY, WINDING, after, done, from_fen, random_fights, random_game
from tests.suites import spread

GAME = Occasion("game 14", 7)


def test_what_one_sees_first() -> None:
    """The game, the last move, whose turn it is; then the pieces by side."""
    state = after("b1c3 f5e4 c3c6")
    assert opening(state, Occasion("game 14", 2)) == [
        "Hexeh game 14 after Red's move 2.",
        "Red's traveler c3 took the prowler on c6.",
        "Blue to move.",
    ]
    assert caption(state, Occasion("game 14", 2)) == "game 14 · 2. Tcxc6"
    assert caption(after("b1c3 f5e4"), Occasion("game 14", 1)) == "game 14 · 1. … Tfe4"
    assert alternative(state, GAME, []).partition(" to move. ")[2].startswith("Red: empress d1;")


def test_where_less_is_known() -> None:
    """An imported game has no number, a lesson not even a count of moves; nothing is said of what is not there."""
    state = after("b1c3")
    assert opening(state, Occasion("", 1))[0] == "Hexeh after Red's move 1."
    assert opening(state, NOWHERE)[0] == "Hexeh."
    assert opening(new_game(WINDING), Occasion("challenge 3", 0))[0] == "Hexeh challenge 3 at the start."
    assert (caption(state, Occasion("", 1)), caption(state, NOWHERE)) == ("1. Tbc3", "")
    assert caption(new_game(WINDING), Occasion("game 3", 0)) == "game 3"


def test_checks_and_results() -> None:
    """A check is told behind the turn, a result in its place, fights by the name of the game."""
    assert opening(from_fen("4k3/8/8/8/8/8/8/K3R3 b - - 0 1"))[-2:] == [
        "Black to move.",
        "Black is in check from the rook on e1.",
    ]
    assert opening(done(new_game(WINDING), Resign(1)))[-1] == "Blue wins: resignation."
    assert opening(new_game(HEXEH_POLY))[0] == "Hexeh with fights."


def test_marks() -> None:
    """Where a piece can go and what it can take come behind what one sees first."""
    state = from_fen("4k3/8/8/8/8/p7/8/R3K3 w - - 0 1")
    told = marked(state, marks_of(state, CHESS.board.cell("a1")))
    assert told == ["The rook on a1 can go to a2, b1, c1, d1, and can take the pawn on a3."]
    assert marked(state, marks_of(state, CHESS.board.cell("e8"))) == ["e8 holds Black's king."]
    stuck = new_game(CHESS)
    assert marked(stuck, marks_of(stuck, CHESS.board.cell("e1"))) == ["The king on e1 can go nowhere."]
    assert marked(state, marks_of(state, None)) == ["Pieces that can move: a1, e1."]
    placing = new_game(variant_of("imperial"))
    assert marked(placing, marks_of(placing, None)) == ["Pieces can be placed on e1, e2, e3, e5, e6, e7."]


def test_threats() -> None:
    """Of each side it is told which of its pieces are attacked, by how many, and how they are guarded."""
    state = from_fen("4k3/8/8/3p4/4P3/5P2/8/4K3 w - - 0 1")
    found = threats(state.movement, state.position, 1)
    assert attacks_in_words(state, found, 1) == [
        "White's pieces attacked: pawn e4 (by 1, guarded by 1).",
        "Black's pieces attacked: pawn d5 (by 1).",
    ]
    calm = new_game(CHESS)
    assert attacks_in_words(calm, threats(calm.movement, calm.position, 2), 2) == ["No piece is attacked."]


@pytest.mark.parametrize("key", spread(9, GAMES))
def test_in_any_game(key: str) -> None:
    """In any position it begins with the game and its last move, fits, names every piece, and bears no markup."""
    for variant in (variant_of(key), variant_of(key, {"combat": "poly"})):
        play = random_fights if variant.combat else random_game
        for state in list(play(variant, 3, 40))[::8]:
            seat = state.turn
            more = [
                [],
                marked(state, marks_of(state, None)),
                attacks_in_words(state, threats(state.movement, state.position, seat), seat),
            ]
            for words in (alternative(state, GAME, each) for each in more):
                assert len(words) <= ALT_TEXT
                assert re.match(r"[\w ()':,-]+ game 14 after (\w+'s )?move 7\. ", words)
                assert not re.search(r"[@*_`<>\[\]|~\n]", words)
                assert state.result or f"{variant.seat(seat).name} to move." in words
            whole = alternative(state, GAME, [])
            cells = [variant.board.names[cell] for cell in bits(state.position.pieces[0])]
            assert whole.endswith("…") or all(f" {cell}" in whole for cell in cells)


@given(st.lists(st.sampled_from(["guards a1", "b12", "Rook c3 (2 tokens)"]), max_size=60), st.integers(8, 90))
def test_cut_between_pieces(parts: list[str], length: int) -> None:
    """A long text is cut behind a whole piece or sentence, and says so."""
    text = ", ".join(parts)
    short = shortened(text, length)
    assert len(short) <= length
    assert short == text or short.endswith("…")
    head = short.removesuffix("…")
    assert short == text or ", " not in text[: length - 1] or head in {", ".join(parts[:n]) for n in range(len(parts))}


@given(st.lists(st.text("abc ", min_size=1, max_size=30), max_size=40), st.integers(30, 100))
def test_pages(sentences: list[str], length: int) -> None:
    """Pages hold all sentences in order, none divided, none page too long."""
    told = list(pages(sentences, length))
    assert all(len(page) <= length for page in told)
    assert "\n".join(told) == "\n".join(sentences)


async def test_a_replay_shows_every_move() -> None:
    """A glimpse of any move of a game is drawn, and told with its own count."""
    state = after("b1c3 f5e4 c3c6")
    for move in range(4):
        picture = await pictures.position(glimpse(state, move), Viewer(), Occasion("game 1", -(-move // 2)))
        assert picture.png.startswith(b"\x89PNG")
        assert picture.words.startswith("Hexeh game 1 ")
