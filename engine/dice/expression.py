"""Dice expressions such as `2d6+1`, `4d6kh3`, `3d6!` or `2d20kl1 # sneak`: requests and their outcomes.

A request is parsed once and says nothing of values; `evaluate` throws its dice from a given source. Grammar, in order
of binding: parentheses; `*` (or `x`) and `/` (rounded down); `+` and `-`. A pool is `[count]d<faces>` (`d%` for `d100`)
with at most one of `kh`, `kl` (keep highest, lowest), `dh`, `dl` (drop) and a number, and `!` where the highest face is
thrown again and added. `adv` and `dis` after a die throw it twice and keep the higher or lower one. `6#` in front rolls
the whole expression six times. A label follows a `#`, or the expression if it consists of plain words.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.model.english import LOOKALIKES, shown, strip_code_marks

EXPRESSION_MAX_CHARS = 120
MAX_DICE = 100
MAX_FACES = 10_000
MOST_VALUE = 1_000_000
MOST_EXPLOSIONS = 100
MOST_TIMES = 10

HOW = "Try dice like 2d6+1, 4d6kh3 or 3d6!; a label goes after a space or a #"
Throw = Callable[[int], int]


class BadExpression(ValueError):
    """An expression that cannot be read or goes beyond the limits; the text says why."""


@dataclass(frozen=True)
class Constant:
    value: int


@dataclass(frozen=True)
class Pool:
    """Dice of one kind: how many, their faces, a choice ("", kh, kl, dh, dl) with its count, whether they explode."""

    count: int
    faces: int
    choice: str = ""
    chosen: int = 0
    explodes: bool = False

    @property
    def text(self) -> str:
        choice = f"{self.choice}{self.chosen}" if self.choice else ""
        return f"{self.count if self.count > 1 else ''}d{self.faces}{'!' if self.explodes else ''}{choice}"


@dataclass(frozen=True)
class Binary:
    sign: str
    left: Request
    right: Request


Request = Constant | Pool | Binary


class Expression(NamedTuple):
    """A text taken apart: a request, its label, how often to roll it, and the text without the label."""

    request: Request
    label: str
    times: int
    bare: str


@dataclass(frozen=True)
class Thrown:
    """One die: its value, whether it counts, and whether the die before it exploded into it."""

    value: int
    kept: bool
    extra: bool = False


@dataclass(frozen=True)
class RollResult:
    """The outcome of a request: its value, its dice in one line and in the order they were thrown.

    In `text` every die is shown, kept ones bold, dropped ones struck through, extra ones marked `!`. `rounded` tells
    that a division left a remainder.
    """

    value: int
    text: str
    dice: tuple[Thrown, ...] = ()
    rounded: bool = False

    def with_total(self, dice: str) -> str:
        """The dice and their total, and whether it was rounded."""
        return f"{dice} = **{self.value}**{' (rounded down)' if self.rounded else ''}"


_TYPED = LOOKALIKES | str.maketrans("×✕✖∗⋅·÷∕⁄", "******///")
"""The signs of keyboards and of typesetting, each with the character that the grammar knows."""

_REPEAT = re.compile(r"\s*([0-9]{1,7})\s*#")
_SUM = re.compile(r"\s*([-+])")
_PRODUCT = re.compile(r"\s*([*/]|x(?=\s*(?:[0-9(]|d[0-9%])))", re.IGNORECASE)
_OPENING, _CLOSING = re.compile(r"\s*\("), re.compile(r"\s*\)")
_END = r"(?=x\s*(?:[0-9(]|d[0-9%])|adv|dis|[^\w%!]|$)"
_NUMBER = re.compile(rf"\s*([0-9]{{1,7}}){_END}", re.IGNORECASE)
_POOL = re.compile(
    r"\s*(?P<count>[0-9]{1,7})?d(?P<faces>[0-9]{1,7}|%)(?P<early>!)?"
    rf"(?:\s*(?P<choice>kh|kl|dh|dl)(?P<chosen>[0-9]{{1,7}})?)?(?(early)|(?P<late>!)?){_END}",
    re.IGNORECASE,
)
_LUCK = re.compile(r"\s*(?:(adv)(?:antage)?|dis(?:adv(?:antage)?)?)(?!\w)", re.IGNORECASE)

_MENTION = re.compile(r"<(?:@[!&]?|#|a?:\w+:)[0-9]+>")
_WORD = re.compile(r"[^\W\d_]+(?:[-/'’.][^\W\d_]+)*")
_EMOJI = frozenset(["So", "Sk", "Mn", "Mc", "Me", "Cf"])
"""The Unicode categories of emoji, of what joins and colours them, and of accents."""

_AROUND = frozenset(".,;:!?…\"'“”‘’„()&@_~")
_ASKING = frozenset(["adv", "advantage", "dis", "disadvantage", "keep", "drop", "highest", "lowest", "plus", "minus"])
_ASKING |= {"times", "d", "k", "kh", "kl", "dh", "dl", "x"}
"""Words that ask for something of the dice, so that no label without a `#` has them."""


def read(text: str) -> Expression:
    """Take a text apart; BadExpression if it cannot be read as a whole or is beyond the limits."""
    if len(text) > EXPRESSION_MAX_CHARS:
        raise BadExpression(f"a roll has up to {EXPRESSION_MAX_CHARS} characters")
    if text.lstrip().startswith("`"):
        text = strip_code_marks(text)
    parser = _Parser(text)
    repeat = parser.take(_REPEAT)
    times = int(repeat[1]) if repeat else 1
    request = parser.luck(parser.sum(parser.at))
    if not 1 <= times <= MOST_TIMES:
        raise BadExpression(f"you can roll 1 to {MOST_TIMES} times in one go")
    end = parser.at
    label = _label(text[end:], parser.text[end:])
    dice = _checked(request)
    if repeat and not dice:
        raise BadExpression(f"there are no dice after “{shown(repeat[0])}”")
    if dice * times > MAX_DICE:
        raise BadExpression(f"you can roll up to {MAX_DICE} dice at a time")
    return Expression(request, label, times, text[:end].strip())


class _Parser:
    """Reads a request from the beginning of a text; `at` is how far it has come."""

    def __init__(self, text: str) -> None:
        self.text = text.translate(_TYPED)
        self.at = 0
        self._text = text

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def sum(self, since: int) -> Request:
        """Read a sum; if there is none, the rest from `since` on cannot be read."""
        return self._joined(_SUM, self._product, since)

    def _product(self, since: int) -> Request:
        return self._joined(_PRODUCT, self._operand, since)

    def _joined(self, signs: re.Pattern[str], part: Callable[[int], Request], since: int) -> Request:
        joined = part(since)
        while sign := self.take(signs):
            joined = Binary(sign[1].lower().replace("x", "*"), joined, part(sign.start()))
        return joined

    def _operand(self, since: int) -> Request:
        if self.take(_OPENING):
            inner = self.sum(since)
            if not self.take(_CLOSING):
                raise self._unread(since)
            return inner
        if pool := self.take(_POOL):
            faces = 100 if pool["faces"] == "%" else int(pool["faces"])
            choice = (pool["choice"] or "").lower()
            chosen = int(pool["chosen"] or 1) if choice else 0
            return self.luck(Pool(int(pool["count"] or 1), faces, choice, chosen, bool(pool["early"] or pool["late"])))
        if number := self.take(_NUMBER):
            return Constant(int(number[1]))
        raise self._unread(since)

    def luck(self, request: Request) -> Request:
        luck = self.take(_LUCK)
        if luck is None:
            return request
        pools = list(_pools(request))
        if len(pools) != 1 or pools[0] not in {Pool(1, pools[0].faces), Pool(2, 20)}:
            raise BadExpression(f"“{shown(luck[0])}” goes right after a single die, like d20 adv + 5")
        return _replaced(request, Pool(2, pools[0].faces, "kh" if luck[1] else "kl", 1))

    def _unread(self, since: int) -> BadExpression:
        rest = shown(self._text[since:])
        return BadExpression(f"I can't read “{rest}”. {HOW}" if rest else HOW)


def _pools(request: Request) -> Iterator[Pool]:
    match request:
        case Binary(_, left, right):
            yield from _pools(left)
            yield from _pools(right)
        case Pool():
            yield request


def _replaced(request: Request, pool: Pool) -> Request:
    match request:
        case Binary(sign, left, right):
            return Binary(sign, _replaced(left, pool), _replaced(right, pool))
        case Pool():
            return pool
    return request


def _label(rest: str, plain: str) -> str:
    """The label in what follows an expression, `plain` in the grammar's characters; BadExpression if it is none."""
    head, sign, _ = plain.partition("#")
    if sign and not head.strip():
        return rest[len(head) + 1 :].strip()
    if not plain.strip():
        return ""
    if not plain[0].isspace():
        raise BadExpression(f"I can't read “{shown(rest)}” after the dice. {HOW}")
    if not _worded(plain):
        raise BadExpression(f"I can't read “{shown(rest)}” as part of the roll. If it's a label, put a # before it")
    return rest.strip()


def _worded(text: str) -> bool:
    """True if a text is of plain words or emoji: no numbers, no signs, nothing that asks for something of the dice."""
    bare = _MENTION.sub("@", text)
    words = _WORD.findall(bare)
    others = [character for character in _WORD.sub("", bare) if not (character.isspace() or character in _AROUND)]
    signs = any(each.isascii() or unicodedata.category(each) not in _EMOJI for each in others)
    if signs or any(character.isnumeric() for character in bare):
        return False
    return bool(words or others or "@" in bare) and _ASKING.isdisjoint(word.lower() for word in words)


def unlabelled(text: str) -> str:
    """The same expression without its label; nothing if it cannot be read."""
    try:
        return read(text).bare
    except BadExpression:
        return ""


def _checked(request: Request) -> int:
    """Number of dice a request throws; BadExpression for a part beyond the limits."""
    match request:
        case Binary("/", _, right) if not (isinstance(right, Constant) and right.value):
            raise BadExpression("you can only divide by a number from 1 on, like 2d6/2")
        case Binary(_, left, right):
            return _checked(left) + _checked(right)
        case Pool(count, faces, _, chosen, explodes):
            if not 1 <= count <= MAX_DICE:
                raise BadExpression(f"you can roll 1 to {MAX_DICE} dice at a time")
            if not (2 if explodes else 1) <= faces <= MAX_FACES:
                raise BadExpression(f"a die has 1 to {MAX_FACES} faces, and an exploding one at least 2")
            if not 0 <= chosen <= count:
                raise BadExpression(f"{request.text} keeps or drops more dice than it rolls")
            return count
        case Constant(value):
            if value > MOST_VALUE:
                raise BadExpression(f"numbers go up to {MOST_VALUE}")
            return 0


def evaluate(request: Request, throw: Throw) -> RollResult:
    """Throw the dice of a request, from left to right; `throw(faces)` gives a value from 1 to faces."""
    match request:
        case Constant(value):
            return RollResult(value, str(value))
        case Pool():
            dice = _thrown(request, throw)
            shown = [(f"**{die.value}**" if die.kept else f"~~{die.value}~~") + "!" * die.extra for die in dice]
            value = sum(die.value for die in dice if die.kept)
            return RollResult(value, f"{request.text} [{', '.join(shown)}]", tuple(dice))
        case Binary(sign, left, right):
            one, two = evaluate(left, throw), evaluate(right, throw)
            before = f"({one.text})" if isinstance(left, Binary) and sign in "*/" and left.sign in "+-" else one.text
            after = f"({two.text})" if isinstance(right, Binary) and sign != "+" else two.text
            rounded = one.rounded or two.rounded or (sign == "/" and one.value % two.value > 0)
            value = _SIGNS[sign](one.value, two.value)
            return RollResult(value, f"{before} {sign} {after}", one.dice + two.dice, rounded)


_SIGNS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
}


def _thrown(pool: Pool, throw: Throw) -> list[Thrown]:
    """The dice of a pool; exploded dice count apart when the highest or lowest are chosen."""
    dice: list[tuple[int, bool]] = []
    explosions = 0
    for _ in range(pool.count):
        dice.append((throw(pool.faces), False))
        while pool.explodes and dice[-1][0] == pool.faces and explosions < MOST_EXPLOSIONS:
            explosions += 1
            dice.append((throw(pool.faces), True))
    kept = _kept(pool, [value for value, _ in dice])
    return [Thrown(value, index in kept, extra) for index, (value, extra) in enumerate(dice)]


def _kept(pool: Pool, values: list[int]) -> set[int]:
    order, few, most = sorted(range(len(values)), key=values.__getitem__), pool.chosen, len(values) - pool.chosen
    first, last = {"kh": (most, None), "kl": (0, few), "dh": (0, most), "dl": (few, None)}.get(pool.choice, (0, None))
    return set(order[first:last])
