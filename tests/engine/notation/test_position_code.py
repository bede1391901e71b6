"""Position codes: written, read back, and refused with every problem named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation.position_code import BadCode, code_of, position_of
from engine.variants.variant import Variant
from tests.engine.support import STRAIGHT, WINDING, placed, setup, some_state
from tests.engine.toys import CHECK, ODD, THREE

VARIANTS = [WINDING, STRAIGHT, THREE, CHECK, ODD]
ARRAY = "G2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g"


def problems(code: str, variant: Variant = WINDING) -> str:
    with pytest.raises(BadCode) as caught:
        position_of(variant, code)
    return str(caught.value)


def test_fields() -> None:
    """Quiet moves, lost pieces and eliminated seats stand in fields, those that say nothing are left out."""
    state = setup("E d1 · G a1", "E d7", turn=2, quiet="3,2", lost="TWG,PP")
    assert "G3/5/6/E5e/6/5/4 2 quiet=3,2 lost=WTG,PP" == code_of(WINDING, state.position)
    three = placed(THREE, "K d1", "", "K a4", turn=3, out="2")
    assert "3K'/5/6/K6/6/5/4 3 out=2" == code_of(THREE, three)


@given(st.sampled_from(VARIANTS), st.integers(0, 10_000), st.integers(0, 150))
def test_round_trip(variant: Variant, seed: int, plies: int) -> None:
    """Any position of a game, the last included, is read back from its code as it was."""
    position = some_state(variant, seed, plies).position
    assert position == position_of(variant, code_of(variant, position))


@pytest.mark.parametrize(
    "shown",
    ["`{}`", "```\n{}\n```", "```text\n{}\n```", "**{}**", "“{}”", "\u200b{}\u200b"],
)
@pytest.mark.parametrize("marked", ["'", "’"])
def test_codes_as_they_are_shown(shown: str, marked: str) -> None:
    """A code is read with the code marks in which it is shown, in quotes, and with a phone's apostrophes."""
    code = code_of(THREE, THREE.start)
    assert THREE.start == position_of(THREE, shown.format(code.replace("'", marked)))


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("", ["at least two parts"]),
        (ARRAY, ["at least two parts"]),
        (f"{ARRAY} 3", ["no side '3'"]),
        (f"{ARRAY} 0", ["no side '0'"]),
        (f"{ARRAY} red", ["no side 'red'"]),
        (f"{ARRAY} -1", ["no side '-1'"]),
        ("G2g/T3t 1", ["2 lines of pieces, but the board has 7"]),
        (f"{ARRAY}/4 1", ["8 lines of pieces, but the board has 7"]),
        ("G2g 1", ["1 line of pieces, but the board has 7"]),
        ("G/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1", ["line a: 1 cell, but the board has 4 there"]),
        ("G3g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1", ["line a: 5 cells, but the board has 4 there"]),
        ("G2g/T3t/PG2gp/EW2we/PG2gp/T3t/G2g 1", ["line d: 6 cells, but the board has 7 there"]),
        ("G2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2? 1", ["line g", "'G2?'"]),
        ("Q2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1", ["no piece of this game is written Q"]),
        ("G'2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1", ["no piece of this game is written G'"]),
        (f"{ARRAY} 1 quiet=1", ["quiet=1 must be one count for each seat"]),
        (f"{ARRAY} 1 quiet=1,x", ["quiet=1,x"]),
        (f"{ARRAY} 1 quiet=-1,2", ["quiet=-1,2"]),
        (f"{ARRAY} 1 quiet", ["'quiet' isn't written name=value"]),
        (f"{ARRAY} 1 lost=G", ["lost=G must be one pool for each seat"]),
        (f"{ARRAY} 1 lost=Q,", ["'Q'", "no pieces"]),
        (f"{ARRAY} 1 lost=,g", ["'g'", "no pieces"]),
        (f"{ARRAY} 1 out=9", ["no side '9'"]),
        (f"{ARRAY} 1 out=", ["'out=' isn't written name=value"]),
        (f"{ARRAY} 1 out=1", ["Red is to move, but has been eliminated"]),
        (f"{ARRAY} 1 colour=green", ["no field 'colour'"]),
        (f"{ARRAY} 1 hello", ["'hello' isn't written name=value"]),
        ("Q2g/T3t/PG2gp/EW3w/PG2gp/T3t/G2g 7 quiet=1 colour=red", ["Q", "line d", "'7'", "quiet=1", "'colour'"]),
        ("9" * 5_000 + "/5/6/7/6/5/4 1", [""]),
        (f"{ARRAY} " + "9" * 5_000, [""]),
        (f"{ARRAY} 1 quiet={'9' * 5_000},1", [""]),
        (f"{ARRAY} 1 out={'1' * 5_000}", [""]),
        (f"{ARRAY} 1 lost={'G' * 5_000}", [""]),
        ("\x00 \x1b", [""]),
        ("🐈 1", [""]),
        ("/" * 10_000 + " 1", [""]),
    ],
    ids=range(36),
)
def test_bad_codes(code: str, named: list[str]) -> None:
    """A bad or hostile code is refused with all that is wrong with it, not by another exception."""
    found = problems(code)
    assert named == [part for part in named if part in found]


@given(st.text(max_size=60) | st.text(alphabet="GTPWEgtpwe1234567/ =,'quietlosout", max_size=60))
def test_any_text(text: str) -> None:
    """Any text is a position or a bad code."""
    try:
        position = position_of(WINDING, text)
    except BadCode:
        return
    assert position == position_of(WINDING, code_of(WINDING, position))
