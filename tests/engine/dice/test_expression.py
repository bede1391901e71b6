"""Dice expressions: read or refused, thrown in order, and written so that every die is seen."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.expression import (
    LONGEST,
    MOST_DICE,
    MOST_EXPLOSIONS,
    MOST_FACES,
    MOST_VALUE,
    BadExpression,
    Binary,
    Constant,
    Pool,
    Request,
    evaluate,
    read,
    written,
)

D6 = Pool(1, 6)


def falling(*values: int) -> Callable[[int], int]:
    """Dice that fall so, one after the other; each must have had enough faces."""
    left = list(values)

    def throw(faces: int) -> int:
        value = left.pop(0)
        assert 1 <= value <= faces
        return value

    return throw


READINGS: dict[str, tuple[Request, str]] = {
    "d6": (D6, ""),
    " 2D6 ": (Pool(2, 6), ""),
    "7": (Constant(7), ""),
    "d%": (Pool(1, 100), ""),
    "4d6kh3": (Pool(4, 6, "kh", 3), ""),
    "4d6KH3": (Pool(4, 6, "kh", 3), ""),
    "2d20kl": (Pool(2, 20, "kl", 1), ""),
    "4d6dl1": (Pool(4, 6, "dl", 1), ""),
    "4d6dh": (Pool(4, 6, "dh", 1), ""),
    "3d6!": (Pool(3, 6, explodes=True), ""),
    "3d6!kh2": (Pool(3, 6, "kh", 2, explodes=True), ""),
    "3d6kh2!": (Pool(3, 6, "kh", 2, explodes=True), ""),
    "2d6+1": (Binary("+", Pool(2, 6), Constant(1)), ""),
    "2d6 + 1": (Binary("+", Pool(2, 6), Constant(1)), ""),
    "1+2*d6": (Binary("+", Constant(1), Binary("*", Constant(2), D6)), ""),
    "(1+2)*d6": (Binary("*", Binary("+", Constant(1), Constant(2)), D6), ""),
    "9-3-2": (Binary("-", Binary("-", Constant(9), Constant(3)), Constant(2)), ""),
    "d6 sneak": (D6, "sneak"),
    "d6#sneak": (D6, "sneak"),
    "d6 # 2 apples": (D6, "2 apples"),
    "d6 # kh1": (D6, "kh1"),
    "2d20kh1 for luck": (Pool(2, 20, "kh", 1), "for luck"),
    "(d6) sneak": (D6, "sneak"),
    "d% wild magic": (Pool(1, 100), "wild magic"),
    "3d6! boom": (Pool(3, 6, explodes=True), "boom"),
    "2d20kl ouch": (Pool(2, 20, "kl", 1), "ouch"),
    "d6 ärger": (D6, "ärger"),
    "d6 🔥 @everyone": (D6, "🔥 @everyone"),
    "d6 kobold": (D6, "kobold"),
}


@pytest.mark.parametrize("text", READINGS)
def test_reading(text: str) -> None:
    """An expression is read with the usual precedence, in either letter case, with the label behind it."""
    assert read(text) == READINGS[text]


UNREAD = "I can't read .*; write dice like 2d6"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", UNREAD),
        ("sneak", UNREAD),
        ("d", UNREAD),
        ("+d6", UNREAD),
        ("d6+", UNREAD),
        ("(d6", UNREAD),
        ("d6)", UNREAD),
        ("2d6sneak", "a label goes after a space or a #"),
        ("d6 d6", UNREAD),
        ("2d6!!", UNREAD),
        ("2d6kh1kl1", UNREAD),
        ("2 d6", UNREAD),
        ("-1", UNREAD),
        ("0d6", f"from 1 to {MOST_DICE} dice"),
        ("101d6", f"from 1 to {MOST_DICE} dice"),
        ("51d6+50d6", f"at most {MOST_DICE} dice"),
        ("d0", f"1 to {MOST_FACES} faces"),
        ("d10001", f"1 to {MOST_FACES} faces"),
        ("d1!", "an exploding one at least 2"),
        ("2d6kh3", "2d6kh3 keeps or drops more dice than it throws"),
        (f"{MOST_VALUE + 1}", f"numbers go up to {MOST_VALUE}"),
        ("1" * (LONGEST + 1), f"at most {LONGEST} characters"),
        ("d٦", UNREAD),
        ("d６", UNREAD),
    ],
)
def test_refusals(text: str, words: str) -> None:
    """What cannot be read, or goes beyond the limits, is refused with the reason."""
    with pytest.raises(BadExpression, match=words):
        read(text)


@pytest.mark.parametrize(
    "text",
    ["2d6/2 damage", "2d6/2 # half", "2d20 kh1", "3d6 kh2 best", "2d6kh1kl1 x", "2d6l hello", "2d6!! # x", "2d6^2 x"],
)
def test_no_part_is_passed_over(text: str) -> None:
    """What stands between the dice and a label is read as part of the expression or refused, never passed over."""
    found = attempt(text)
    if not isinstance(found, str):
        assert found[1] in {"", "best"}
        assert isinstance(found[0], Pool)
        assert found[0].choice == "kh"


def attempt(text: str) -> tuple[Request, str] | str:
    """What is read, or why nothing is; at once."""
    begun = time.perf_counter()
    try:
        return read(text)
    except BadExpression as problem:
        return str(problem)
    finally:
        assert time.perf_counter() - begun < 1


@pytest.mark.parametrize("text", [f"{MOST_DICE}d{MOST_FACES}", f"{MOST_VALUE}", "d1", "100d6kh100", "100d6dl0", "d2!"])
def test_the_limits_themselves(text: str) -> None:
    """What lies just on a limit is allowed."""
    assert evaluate(read(text)[0], lambda _: 1).value >= 0


@given(st.text(max_size=LONGEST + 5))
def test_any_text(text: str) -> None:
    """Any text is read or refused with a short reason, quickly."""
    found = attempt(text)
    if isinstance(found, str):
        assert 0 < len(found) < 150
    else:
        assert len(found[1]) <= LONGEST
        assert written(evaluate(found[0], lambda _: 1))


@given(st.text("0123456789d%khl!+-*() #x", max_size=LONGEST))
def test_any_text_of_such_characters(text: str) -> None:
    """Any text made of the characters of expressions is read or refused, quickly, and within the limits."""
    found = attempt(text)
    if not isinstance(found, str):
        rolled = evaluate(found[0], lambda faces: faces)
        assert len(written(rolled)) < 4000
        assert sum(len(pool.dice) for pool in rolled.pools()) <= MOST_DICE + MOST_EXPLOSIONS * text.count("!")


@pytest.mark.parametrize("part", ["(", "((1+", "1*(", "-(", "d6*(", "(1)", "1+", "d6!+", "(d6)*"])
def test_deep_and_long_texts(part: str) -> None:
    """Deeply nested and long expressions are read or refused quickly."""
    for closing in ("", "1", "1" + ")" * 40, ")" * 40):
        found = attempt((part * LONGEST)[: LONGEST - len(closing)] + closing)
        assert isinstance(found, str) or evaluate(found[0], lambda _: 1)


pools = st.builds(
    Pool,
    st.integers(1, 6),
    st.integers(2, 20),
    st.sampled_from(["", "kh", "kl", "dh", "dl"]),
    st.just(1),
    st.booleans(),
).map(lambda pool: pool if pool.choice else Pool(pool.count, pool.faces, explodes=pool.explodes))
requests = st.recursive(
    st.one_of(st.builds(Constant, st.integers(0, 50)), pools),
    lambda parts: st.builds(Binary, st.sampled_from("+-*"), parts, parts),
    max_leaves=5,
)


def text_of(request: Request) -> str:
    """A request with every parenthesis written."""
    match request:
        case Constant(value):
            return str(value)
        case Pool():
            return request.text
        case Binary(sign, left, right):
            return f"({text_of(left)}) {sign} ({text_of(right)})"


def bounds(request: Request, throw: Callable[[int], int]) -> int:
    """The value of a request by the rules of arithmetic, a pool's dice being the same all over."""
    match request:
        case Constant(value):
            return value
        case Pool(count, faces, choice, _, _):
            number = {"": count, "kh": 1, "kl": 1, "dh": count - 1, "dl": count - 1}[choice]
            return number * throw(faces)
        case Binary(sign, left, right):
            one, other = bounds(left, throw), bounds(right, throw)
            return {"+": one + other, "-": one - other, "*": one * other}[sign]


@given(requests)
def test_reading_what_was_written(request: Request) -> None:
    """A request written out is read back as it was, and its value is that of arithmetic."""
    text = text_of(request)
    if len(text) <= LONGEST:
        assert read(text) == (request, "")
    assert evaluate(request, lambda _: 1).value == bounds(request, lambda _: 1)


@pytest.mark.parametrize(
    ("text", "dice", "value", "shown"),
    [
        ("2d6+1", (3, 4), 8, "2d6 [**3**, **4**] + 1"),
        ("4d6kh3", (1, 6, 1, 5), 12, "4d6kh3 [~~1~~, **6**, **1**, **5**]"),
        ("4d6kl1", (4, 2, 6, 2), 2, "4d6kl1 [~~4~~, **2**, ~~6~~, ~~2~~]"),
        ("3d6dh1", (4, 2, 6), 6, "3d6dh1 [**4**, **2**, ~~6~~]"),
        ("3d6dl2", (4, 2, 6), 6, "3d6dl2 [~~4~~, ~~2~~, **6**]"),
        ("2d6!", (6, 6, 2, 5), 19, "2d6! [**6**, **6**!, **2**!, **5**]"),
        ("2d6!kh1", (6, 3, 5), 6, "2d6!kh1 [**6**, ~~3~~!, ~~5~~]"),
        ("d20-d4", (7, 3), 4, "d20 [**7**] - d4 [**3**]"),
        ("9-(3-2)", (), 8, "9 - (3 - 2)"),
        ("9-3-2", (), 4, "9 - 3 - 2"),
        ("(1+d4)*2", (3,), 8, "(1 + d4 [**3**]) * 2"),
        ("1+d4*2", (3,), 7, "1 + d4 [**3**] * 2"),
        ("2*(3*2)", (), 12, "2 * (3 * 2)"),
        ("2-(3*2)", (), -4, None),
    ],
)
def test_throwing(text: str, dice: tuple[int, ...], value: int, shown: str | None) -> None:
    """Dice are thrown from left to right, counted as asked for, and written out: kept, dropped and extra ones."""
    rolled = evaluate(read(text)[0], falling(*dice))
    assert rolled.value == value
    assert tuple(die.value for pool in rolled.pools() for die in pool.dice) == dice
    if shown is not None:
        assert written(rolled) == shown


@given(pools, st.lists(st.integers(1, 20), min_size=200, max_size=200))
def test_kept_and_dropped(pool: Pool, values: list[int]) -> None:
    """The dice kept are as many as asked for, and none dropped is better by what was asked for."""
    source = iter(values)
    rolled = evaluate(pool, lambda faces: min(next(source), faces))
    kept = [die.value for die in rolled.dice if die.kept]
    dropped = [die.value for die in rolled.dice if not die.kept]
    assert rolled.value == sum(kept)
    assert len([die for die in rolled.dice if not die.extra]) == pool.count
    if pool.choice in {"kh", "kl"}:
        assert len(kept) == pool.chosen
    elif pool.choice:
        assert len(dropped) == pool.chosen
    else:
        assert dropped == []
    if kept and dropped:
        assert min(kept) >= max(dropped) if pool.choice in {"kh", "dl"} else max(kept) <= min(dropped)


def test_explosions_end() -> None:
    """Dice that always show their highest face explode a limited number of times."""
    rolled = evaluate(read("100d2!")[0], lambda faces: faces)
    assert len(rolled.dice) == 100 + MOST_EXPLOSIONS
    assert sum(die.extra for die in rolled.dice) == MOST_EXPLOSIONS
