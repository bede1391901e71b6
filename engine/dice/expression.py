"""Dice expressions such as `2d6+1`, `4d6kh3`, `3d6!` or `2d20kl1 # sneak`: requests and their outcomes.

A request is parsed once and says nothing of values; `evaluate` throws its dice from a given source. Grammar, in order
of binding: parentheses; `*`; `+` and `-`. A pool is `[count]d<faces>` (`d%` for `d100`) with at most one of `kh`, `kl`
(keep highest, lowest), `dh`, `dl` (drop) and a number, and `!` where the highest face is thrown again and added.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pyparsing as pp

from engine.model.english import shown

LONGEST = 120
MOST_DICE = 100
MOST_FACES = 10_000
MOST_VALUE = 1_000_000
MOST_EXPLOSIONS = 100

_PART = re.compile(r"[0-9dkhl%!+*()-]+", re.IGNORECASE)

HOW = "write dice like 2d6+1, 4d6kh3 or 3d6!; a label goes after a space or a #"
Throw = Callable[[int], int]


class BadExpression(ValueError):
    """An expression that cannot be read or goes beyond the limits; the text says why."""


@dataclass(frozen=True)
class Constant:
    """A plain number."""

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
        """The pool as it is written."""
        choice = f"{self.choice}{self.chosen}" if self.choice else ""
        return f"{self.count if self.count > 1 else ''}d{self.faces}{'!' if self.explodes else ''}{choice}"


@dataclass(frozen=True)
class Binary:
    """Two requests joined by `+`, `-` or `*`."""

    sign: str
    left: Request
    right: Request


Request = Constant | Pool | Binary


@dataclass(frozen=True)
class Thrown:
    """One die: its value, whether it counts, and whether the die before it exploded into it."""

    value: int
    kept: bool
    extra: bool = False


@dataclass(frozen=True)
class RollResult:
    """What came of a request: the value, and the dice of its pools in the order they were thrown."""

    request: Request
    value: int
    dice: tuple[Thrown, ...] = ()
    parts: tuple[RollResult, ...] = ()

    def pools(self) -> Iterator[RollResult]:
        """The outcomes of the pools, from left to right."""
        if isinstance(self.request, Pool):
            yield self
        for part in self.parts:
            yield from part.pools()


def _number(tokens: pp.ParseResults) -> Constant:
    return Constant(int(tokens[0]))


def _pool(tokens: pp.ParseResults) -> Pool:
    fields = tokens.as_dict()
    faces = 100 if fields["faces"] == "%" else int(fields["faces"])
    count = int(fields.get("count", 1))
    chosen = int(fields.get("chosen", 1)) if "choice" in fields else 0
    return Pool(count, faces, str(fields.get("choice", "")).lower(), chosen, "explodes" in fields)


def _join(tokens: pp.ParseResults) -> Request:
    items: list[Any] = tokens.as_list()[0]
    joined: Request = items[0]
    for sign, right in zip(items[1::2], items[2::2], strict=True):
        joined = Binary(sign, joined, right)
    return joined


def _grammar() -> pp.ParserElement:
    digits = pp.Word(pp.nums, max=7)
    explosion = pp.Literal("!")("explodes")
    choice = pp.one_of("kh kl dh dl", caseless=True)("choice") + pp.Opt(digits)("chosen")
    faces = (digits | pp.Literal("%"))("faces")
    tail = pp.Opt(explosion + pp.Opt(choice) | choice + pp.Opt(explosion))
    pool = (pp.Opt(digits)("count") + pp.CaselessLiteral("d") + faces + tail).leave_whitespace()
    operand = pp.Opt(pp.White()).suppress() + (pool.set_parse_action(_pool) | digits.copy().set_parse_action(_number))
    signs = [(pp.one_of("*"), 2, pp.OpAssoc.LEFT, _join), (pp.one_of("+ -"), 2, pp.OpAssoc.LEFT, _join)]
    expression: pp.ParserElement = pp.infix_notation(operand, signs)  # type: ignore[no-untyped-call]
    return expression


_GRAMMAR = _grammar()


def read(text: str) -> tuple[Request, str]:
    """The request of an expression and its label; BadExpression if it cannot be read or is beyond the limits."""
    if len(text) > LONGEST:
        raise BadExpression(f"an expression has at most {LONGEST} characters")
    expression, label = _parted(text)
    try:
        request = _GRAMMAR.parse_string(expression, parse_all=True)[0]
    except (pp.ParseBaseException, RecursionError) as problem:
        raise BadExpression(f"I can't read {shown(expression)!r}; {HOW}") from problem
    dice = _checked(request)
    if dice > MOST_DICE:
        raise BadExpression(f"roll at most {MOST_DICE} dice at a time")
    return request, label


def unlabelled(text: str) -> str:
    """The same expression without its label."""
    return _parted(text)[0]


def _parted(text: str) -> tuple[str, str]:
    """The expression and the label, which follows a `#` or begins with the first word that is no part of one."""
    expression, sign, label = text.partition("#")
    words = expression.split()
    end = 1
    while end < len(words) and _PART.fullmatch(words[end]):
        end += 1
    if sign:
        return expression.strip(), label.strip()
    return " ".join(words[:end]), " ".join(words[end:])


def _checked(request: Request) -> int:
    """How many dice a request throws; BadExpression where a part is beyond the limits."""
    match request:
        case Binary(_, left, right):
            return _checked(left) + _checked(right)
        case Pool(count, faces, _, chosen, explodes):
            if not 1 <= count <= MOST_DICE:
                raise BadExpression(f"roll from 1 to {MOST_DICE} dice at a time")
            if not (2 if explodes else 1) <= faces <= MOST_FACES:
                raise BadExpression(f"a die has 1 to {MOST_FACES} faces, and an exploding one at least 2")
            if not 0 <= chosen <= count:
                raise BadExpression(f"{request.text} keeps or drops more dice than it throws")
            return count
        case Constant(value):
            if value > MOST_VALUE:
                raise BadExpression(f"numbers go up to {MOST_VALUE}")
            return 0


def evaluate(request: Request, throw: Throw) -> RollResult:
    """Throw the dice of a request, from left to right; `throw(faces)` gives a value from 1 to faces."""
    match request:
        case Constant(value):
            return RollResult(request, value)
        case Binary(sign, left, right):
            parts = evaluate(left, throw), evaluate(right, throw)
            value = _SIGNS[sign](parts[0].value, parts[1].value)
            return RollResult(request, value, parts=parts)
        case Pool():
            dice = _thrown(request, throw)
            return RollResult(request, sum(die.value for die in dice if die.kept), tuple(dice))


_SIGNS: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


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
    """The indexes of the dice that count."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    match pool.choice:
        case "kh":
            return set(order[len(order) - pool.chosen :])
        case "kl":
            return set(order[: pool.chosen])
        case "dh":
            return set(order[: len(order) - pool.chosen])
        case "dl":
            return set(order[pool.chosen :])
    return set(order)


def written(rolled: RollResult) -> str:
    """The outcome in one line: every die shown, kept ones bold, dropped ones struck through, extra ones marked `!`."""
    match rolled.request:
        case Constant(value):
            return str(value)
        case Binary(sign, left, right):
            before, after = (written(part) for part in rolled.parts)
            before = f"({before})" if isinstance(left, Binary) and sign == "*" != left.sign else before
            after = f"({after})" if isinstance(right, Binary) and sign != "+" else after
            return f"{before} {sign} {after}"
        case Pool() as pool:
            dice = (f"**{die.value}**" if die.kept else f"~~{die.value}~~" for die in rolled.dice)
            marked = (f"{text}!" if die.extra else text for text, die in zip(dice, rolled.dice, strict=True))
            return f"{pool.text} [{', '.join(marked)}]"
