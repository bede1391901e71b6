"""Dice expressions: read or refused, thrown in order, and written so that every die is seen."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.expression import (
    EXPRESSION_MAX_CHARS,
    MAX_DICE,
    MAX_FACES,
    MOST_EXPLOSIONS,
    MOST_VALUE,
    BadExpression,
    Binary,
    Constant,
    Expression,
    Pool,
    Request,
    evaluate,
    read,
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
    "d6 khan": (D6, "khan"),
    "d6 xbow": (D6, "xbow"),
    "d6 two-handed (fire/cold)": (D6, "two-handed (fire/cold)"),
    "d6 @here <@123> <:hit:45>": (D6, "@here <@123> <:hit:45>"),
    "d６＋１": (Binary("+", D6, Constant(1)), ""),
    **{f"d20{dash}2": (Binary("-", Pool(1, 20), Constant(2)), "") for dash in "−-–—‑‐-"},
    "d20 – 2 luck": (Binary("-", Pool(1, 20), Constant(2)), "luck"),
    **{f"2d6{times}2": (Binary("*", Pool(2, 6), Constant(2)), "") for times in ("x", " x ", " X", "×", "*")},
    "2x(d6)": (Binary("*", Constant(2), D6), ""),
    "2d6/2": (Binary("/", Pool(2, 6), Constant(2)), ""),
    "`2d6 / 2`": (Binary("/", Pool(2, 6), Constant(2)), ""),
    "2d6÷2*3 half": (Binary("*", Binary("/", Pool(2, 6), Constant(2)), Constant(3)), "half"),
    "d20 adv": (Pool(2, 20, "kh", 1), ""),
    "1d8disadvantage": (Pool(2, 8, "kl", 1), ""),
    "2d20 ADV": (Pool(2, 20, "kh", 1), ""),
    "d20+5 dis longbow": (Binary("+", Pool(2, 20, "kl", 1), Constant(5)), "longbow"),
    "d20 adv + d4": (Binary("+", Pool(2, 20, "kh", 1), Pool(1, 4)), ""),
    "4d6 kh3 stats": (Pool(4, 6, "kh", 3), "stats"),
}


@pytest.mark.parametrize("text", READINGS)
def test_reading(text: str) -> None:
    """An expression is read with the usual precedence, in either letter case, with the label behind it."""
    assert read(text)[:3] == (*READINGS[text], 1)


UNREAD = "I can't read .* Try dice like 2d6"
NO_LABEL = "I can't read .* If it's a label, put a # before it"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Try dice like 2d6"),
        ("sneak", UNREAD),
        ("d", UNREAD),
        ("+d6", UNREAD),
        ("d6+", UNREAD),
        ("(d6", UNREAD),
        ("d6)", UNREAD),
        *((f"1d20{sign}STR", f"“{sign}STR”".replace("*", r"\*").replace("+", r"\+")) for sign in "+-–*/"),
        ("1d20 + STR bonus", r"“\+ STR bonus”"),
        *((f"2d6 {rest}", f"“{rest}” as part") for rest in ("goblin 2", "keep best", "plus STR", "=9")),
        *(
            (f"2d6 {rest}", NO_LABEL)
            for rest in ("2 apples", "fire + cold", "(2)", "x", "!", "^STR", "½", "a²", "with adv", "٣")
        ),
        ("2d6 adv", "“adv” goes right after a single die"),
        ("d6 + d8 + 1 dis", "“dis” goes right after a single die"),
        ("d20 adv dis", "“dis” goes right after a single die"),
        ("adv", UNREAD),
        ("2d6/0", "only divide by a number"),
        ("2d6/d4", "only divide by a number"),
        ("0#d6", "1 to 10 times"),
        ("11#d6", "1 to 10 times"),
        ("10#11d6", f"up to {MAX_DICE} dice"),
        ("6 # 2 apples", "no dice after “6 #”"),
        ("6 # stats", "“stats”"),
        ("2d6sneak", "a label goes after a space or a #"),
        ("d6 d6", NO_LABEL),
        ("2d6!!", UNREAD),
        ("2d6kh1kl1", UNREAD),
        ("2 d6", NO_LABEL),
        ("-1", UNREAD),
        ("0d6", f"1 to {MAX_DICE} dice"),
        ("101d6", f"1 to {MAX_DICE} dice"),
        ("51d6+50d6", f"up to {MAX_DICE} dice"),
        ("d0", f"1 to {MAX_FACES} faces"),
        ("d10001", f"1 to {MAX_FACES} faces"),
        ("d1!", "an exploding one at least 2"),
        ("2d6kh3", "2d6kh3 keeps or drops more dice than it rolls"),
        (f"{MOST_VALUE + 1}", f"numbers go up to {MOST_VALUE}"),
        ("1" * (EXPRESSION_MAX_CHARS + 1), f"up to {EXPRESSION_MAX_CHARS} characters"),
        ("d٦", UNREAD),
    ],
)
def test_refusals(text: str, words: str) -> None:
    """What cannot be read, or goes beyond the limits, is refused with the reason."""
    with pytest.raises(BadExpression, match=words):
        read(text)


def attempt(text: str) -> Expression | str:
    """What is read, or why nothing is; at once."""
    begun = time.perf_counter()
    try:
        return read(text)
    except BadExpression as problem:
        return str(problem)
    finally:
        assert time.perf_counter() - begun < 1


DIE = re.compile(r"([0-9]*)d(?:[0-9]+|%)!?\s*(?:(kh|kl|dh|dl)([0-9]*))?!?", re.IGNORECASE)


def computed(text: str, label: str) -> int:
    """The value of all of a text but its label by Python's arithmetic, where every die shows a 1."""
    plain = text.removesuffix(label)
    for typed, sign in zip("−–×÷＋（）ｄ", "--*/+()d", strict=True):
        plain = plain.replace(typed, sign)
    plain = re.sub(r"^\s*[0-9]+\s*#", "", plain).rstrip().removesuffix("#").lower()
    lucky = re.search(r"adv|dis", plain) is not None
    plain = re.sub(r"(adv|dis)(ant|adv)?(ant)?(age)?", "", plain)
    pool = DIE.search(plain)
    if lucky and pool is not None:
        plain = f"{plain[: pool.start()]}1{plain[pool.end() :]}"
    arithmetic = DIE.sub(lambda found: str(kept(found)), plain).replace("x", "*").replace("/", "//")
    return int(eval(re.sub(r"\b0+(?=\d)", "", arithmetic).strip()))  # noqa: S307 - it holds no names


def kept(die: re.Match[str]) -> int:
    """How many dice of a pool count."""
    count, chosen = int(die[1] or 1), int(die[3] or 1)
    return {"k": chosen, "d": count - chosen, "": count}[(die[2] or "")[:1]]


def check_whole(text: str) -> None:
    """Check that a text is refused with a short reason, or that its value is that of all that stands in it."""
    found = attempt(text)
    if isinstance(found, str):
        assert 0 < len(found) < 150
        return
    rolled = evaluate(found.request, lambda _: 1)
    assert rolled.value == computed(text.rstrip(), found.label)
    assert len(rolled.text) < 4000
    if found.label and not re.search(r"#\s*$", text.rstrip().removesuffix(found.label)):
        assert not re.search(r"[0-9+*=^%]|(^|\s)[-/]", re.sub(r"<[@:#!&a-z_]+\d+>", "", found.label))


WRITTEN = re.split(
    " ", "d 2d6 4d6kh3 d% 3d6! dl1 kl 1 12 + - − – * x × / ÷ ( ) ＋ # 6# adv dis STR sneak @here 🔥 ! = 1.5 d20 ,"
)


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


BEHIND = ["", " sneak", " # 2 apples", " STR", " + STR", " 2", " x", " x2", "/2", " adv", "!", "🔥", ")", " - 1"]


@given(requests.map(text_of), st.sampled_from(["", "", "", "6#", "2", "(", "+"]), st.sampled_from(BEHIND))
def test_what_stands_before_and_behind(text: str, before: str, behind: str) -> None:
    """With whatever before or behind it, an expression is refused, or its value is that of the whole text."""
    check_whole(f"{before}{text}{behind}")


@given(st.text(max_size=EXPRESSION_MAX_CHARS + 5) | st.lists(st.sampled_from(WRITTEN), max_size=12).map(" ".join))
def test_any_text(text: str) -> None:
    """Any text is refused, or its value is that of the whole text but for a label of plain words or behind a #."""
    check_whole(text)


@pytest.mark.parametrize("part", ["(", "((1+", "1*(", "-(", "d6*(", "(1)", "1+", "d6!+", "(d6)*"])
def test_deep_and_long_texts(part: str) -> None:
    """Deeply nested and long expressions are read or refused quickly."""
    for closing in ("", "1", "1" + ")" * 40, ")" * 40):
        attempt((part * EXPRESSION_MAX_CHARS)[: EXPRESSION_MAX_CHARS - len(closing)] + closing)


@given(requests)
def test_reading_what_was_written(request: Request) -> None:
    """A request written out is read back as it was, and its value is that of arithmetic."""
    text = text_of(request)
    if len(text) <= EXPRESSION_MAX_CHARS:
        assert read(text) == (request, "", 1, text)


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
        ("2d6/2", (3, 4), 3, "2d6 [**3**, **4**] / 2"),
        ("(1-6)/2", (), -3, "(1 - 6) / 2"),
        ("9/2*2", (), 8, "9 / 2 * 2"),
        ("d20 dis+1", (12, 3), 4, "2d20kl1 [~~12~~, **3**] + 1"),
    ],
)
def test_throwing(text: str, dice: tuple[int, ...], value: int, shown: str | None) -> None:
    """Dice are thrown from left to right, counted as asked for, and written out: kept, dropped and extra ones."""
    rolled = evaluate(read(text)[0], falling(*dice))
    assert rolled.value == value
    assert tuple(die.value for die in rolled.dice) == dice
    if shown is not None:
        assert rolled.text == shown


@given(st.lists(st.integers(1, 20), min_size=1, max_size=8), st.sampled_from(["kh", "kl", "dh", "dl"]), st.data())
def test_kept_dice_are_those_that_count(dice: list[int], choice: str, data: st.DataObject) -> None:
    """Of the dice thrown the highest or lowest are kept or dropped, as many as asked for; the value is the kept sum."""
    count = data.draw(st.integers(1, len(dice)))
    rolled = evaluate(Pool(len(dice), 20, choice, count), falling(*dice))
    keeps, ordered = count if choice[0] == "k" else len(dice) - count, sorted(dice)
    highest = choice in {"kh", "dl"}
    expected = ordered[len(dice) - keeps :] if highest else ordered[:keeps]
    assert (sum(expected), expected) == (rolled.value, sorted(die.value for die in rolled.dice if die.kept))


def test_explosions_end() -> None:
    """Dice that always show their highest face explode a limited number of times."""
    rolled = evaluate(read("100d2!")[0], lambda faces: faces)
    assert len(rolled.dice) == 100 + MOST_EXPLOSIONS
    assert sum(die.extra for die in rolled.dice) == MOST_EXPLOSIONS
