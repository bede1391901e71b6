"""Lines of moves as people type them, taken apart by the moves that are legal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import variants
from engine.lookahead.conditional import first_move, without_gap
from engine.model.refusal import Refusal
from engine.notation.moves import AmbiguousMove, IllegalMove, UnreadableMove
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import shorts
from engine.variants import variant_of
from tests.engine.support import after, chance, played, setup


def taken(state: State, text: str) -> list[str] | Refusal:
    """The moves of a line in short notation, or the first refusal."""
    count, rest = len(state.played), without_gap(text)
    while rest:
        found = first_move(sheet(state), rest)
        if isinstance(found, Refusal):
            return found
        move, rest = found
        state = played(state, sheet(state).short(move))
    return shorts(state, count)


TYPED = (
    "1...e5 2.Nf3 Nc6·1... e5 2. Nf3 Nc6·1…e5 2.Nf3 2…Nc6·e5 Nf3 Nc6·e5 then Nf3 then Nc6·e5, Nf3, Nc6·"
    "e5; Nf3; Nc6·e5\nNf3\nNc6\n·e5 - Nf3 – Nc6·e5 -> Nf3 → Nc6·e5 and Nf3 and Nc6·e7 e5 g1 f3 b8 c6·"
    "e7-e5 g1-f3 b8-c6·e7->e5 g1 → f3 b8 to c6·pawn e5 knight f3 knight c6·pawn to e5, knight f3, then ♞ c6·"
    "e5 Nf3!? Nc6 *·e5 (pawn e7 to e5) Nf3 Nc6 (knight b8 to c6)·`e5 Nf3 Nc6`·**1... e5 2. Nf3 Nc6.**"
)


@pytest.mark.parametrize("text", TYPED.split("·"))
def test_lines_as_people_type_them(text: str) -> None:
    """Numbers, blanks, commas, semicolons, arrows, dashes and words may part the moves of a line."""
    assert ["e5", "Nf3", "Nc6"] == taken(after("e2e4", variant_of("chess")), text)


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("e5 Nf4 Nc6", IllegalMove, "“Nf4” is not legal"),
        ("e5 knight f4 Nc6", IllegalMove, "“knight f4” is not legal"),
        ("e5 hello", UnreadableMove, "“hello”"),
        ("e5 or Nf3", UnreadableMove, "“or Nf3”"),
        ("e5 Ne2 Ne7 Nc3 a6", AmbiguousMove, "“Nc3” fits several moves: Nbc3 or Nec3"),
    ],
)
def test_lines_that_go_wrong(text: str, kind: type[Refusal], words: str) -> None:
    """The first move that is not legal, not clear or no move is named alone, as it was typed."""
    refusal = taken(after("e2e4", variant_of("chess")), text)
    assert isinstance(refusal, kind)
    assert words in refusal.text


def test_a_line_that_may_be_taken_apart_in_two_ways() -> None:
    """A letter that may promote the piece before it, or begin the next move, is asked about."""
    state = setup("E d1 · G d6", "E g4 · P a4", lost="P,")
    refusal = taken(state, "Gd7 P a3")
    assert isinstance(refusal, AmbiguousMove)
    assert {"Gd7", "Gd7=P"} == set(refusal.candidates)


@given(
    st.sampled_from(sorted(variants.GAMES)),
    st.integers(0, 1000),
    st.sampled_from([" ", ", ", "; ", " then ", " - "]),
)
def test_any_line_reads_back(key: str, seed: int, between: str) -> None:
    """In every game a line of moves in short or long form, however parted, is that line."""
    rng, state = chance(seed), new_game(variant_of(key, {"combat": "off"}))
    start, texts = state, []
    for _ in range(6):
        legal = sheet(state)
        number = rng.randrange(len(legal.legal))
        short = legal.short(legal.legal[number])
        texts.append(rng.choice((short, legal.long()[number])))
        state = played(state, short)
    assert shorts(state) == taken(start, between.join(texts))


@given(st.text("e5N f3,;.->1(…) thenad\n`", max_size=60))
def test_any_text(text: str) -> None:
    """Whatever is typed is taken apart to its end or refused."""
    assert isinstance(taken(after("e2e4", variant_of("chess")), text), list | Refusal)
