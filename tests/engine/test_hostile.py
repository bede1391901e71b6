"""Hostile and odd input: a short refusal, never an exception."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.model.position import Move
from engine.model.refusal import Refusal
from engine.notation.moves import IllegalMove, UnreadableMove
from engine.play.commands import MakeMove
from engine.play.referee import decide, sheet
from engine.play.state import State
from tests.engine.support import NOON, STRAIGHT, after, begun, setup, some_state
from tests.engine.toys import CHECK, THREE

STATES: list[State] = [
    after(""),
    after("", STRAIGHT),
    setup("E d1 · G d6 c6 · T a1 g1", "E d7 · G d2", lost="WP,T"),
    begun(CHECK, "K e1 · N e3 · R a5", "K a8 · R e8 · B b4"),
    some_state(THREE, 7, 30),
]
LONGEST_REFUSAL = 900

HOSTILE = [
    "", " ", "\n\n\t", "x" * 10_000, "Tbc3" * 2_500, " " * 10_000, "T" + " " * 9_998 + "c3", "\x00",
    "\x00\x01\x02Tbc3", "\x1b[31mTbc3\x1b[0m", "Tbc3\x00", "🐈🔥", "🏳️‍🌈" * 50, "@everyone",
    "@here <@&123456789012345678> <@123456789012345678>" * 40, "```js\nprocess.exit()```", "\u202eTbc3",
    "\u200fTbc3\u200f", "\u2066\u2067\u2069", "T\u0000b\u0000c\u0000", "Т\u0431с3", "Tb\u0663",
    "b\u0661c\u0663", "b²c³", "ﬁ1ﬂ2", "İı", "ß1", "\ud800", "a" * 40, "9" * 40, "=" * 40, "O-O", "O-O-O",
    "e8=Q+", "--", "0000", "null", "resign", "../../etc/passwd", "'; DROP TABLE games; --", "%s%n{0}{player}",
]  # fmt: skip


def outcome(state: State, text: str) -> Refusal | None:
    """What the referee makes of the text: None for a move."""
    events = decide(state, MakeMove(state.turn, move=text), NOON)
    if not isinstance(events, Refusal):
        return None
    assert 0 < len(events.text) <= LONGEST_REFUSAL
    assert events.text.isprintable()
    assert "`" not in events.text
    return events


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text(text: str) -> None:
    """Every hostile text is refused as unreadable or illegal, in a few printable words that quote little of it."""
    for state in STATES:
        refusal = outcome(state, text)
        assert isinstance(refusal, UnreadableMove | IllegalMove)
        assert len(refusal.text) <= 300 or state is not STATES[0]


@given(st.sampled_from(STATES), st.data())
def test_any_change_of_a_move(state: State, data: st.DataObject) -> None:
    """A move with some characters changed is another legal move, whose cell the text names, or is refused in words."""
    legal = sheet(state)
    text = data.draw(st.sampled_from([*legal.short_forms(legal.legal), *legal.long()]))
    at = data.draw(st.integers(0, len(text)))
    new = data.draw(st.text("abcdeghTPWEG123=@-:×+#!? '’é", max_size=1))
    text = text[:at] + new + text[at + data.draw(st.integers(0, 1)) :]
    if outcome(state, text) is None:
        read = legal.read(text)
        assert isinstance(read, Move)
        assert read in legal.legal
        assert state.variant.board.names[read.target] in text.lower().replace("×", "").replace("=", "") or "=" in text


@given(st.sampled_from(STATES), st.text(max_size=60) | st.text(min_size=41, max_size=20_000))
@example(STATES[0], "G=E")
@example(STATES[2], "=")
@example(STATES[2], "d7=")
def test_any_text(state: State, text: str) -> None:
    """Any text whatever is a legal move or is refused in words; one too long to be a move is never read as one."""
    refusal = outcome(state, text)
    if refusal is None:
        assert sheet(state).read(text) in sheet(state).legal
        assert len(text) < 41
