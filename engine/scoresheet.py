"""The scoresheet: a game as a text file that people read and that `python -m engine verify` checks.

Tags in brackets, the moves numbered by rounds, the result; then the long form of every move, for machines. The dice
have tags of their own: `Commitment`; `Drawn "0 seats d2 1"`, a roll that was no fight (its number, what it decided, its
die and value); `Undone "2 d8+d8 5+3 move 3, e4d5"`, a roll whose move was taken back (its number, dice, values, what it
decided); `Salt "3 1:plum"`, a word in force from roll 3 on; `Secret`, once it is out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.audit import Verdict, check, scope_of
from engine.events import BrokenRecord, Drawn, Event, Salted
from engine.game import RollMade, State, advance, new_game
from engine.position import long_form
from engine.record import WrongMove, dice_of, numbered, replayed, shorts
from engine.refusal import shown
from engine.variant import Result
from engine.variants import UnknownVariant, variant_of
from engine.words import result_in_words

WIDTH = 78
LONG = "; long form:"
_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_DRAWN = re.compile(r"(\d{1,6}) (\w+) d(\d{1,6}) (\d{1,6})")
_UNDONE = re.compile(r"(\d{1,6}) (d[1-9]\d{0,5}(?:\+d[1-9]\d{0,5})*) (\d{1,6}(?:\+\d{1,6})*) (move \d{1,6}, \S{1,20})")
_OUTCOME = re.compile(r"(draw|[1-9]) ([a-z0-9-]+)")
_SALT = re.compile(r"(\d{1,6}) (\d):(.*)")


class BadScoresheet(ValueError):
    """A text that is no scoresheet, or contradicts itself; the message says where and why."""


@dataclass(frozen=True)
class Scoresheet:
    """A scoresheet read back: its tags in order, and the state its moves lead to."""

    tags: tuple[tuple[str, str], ...]
    state: State

    def tag(self, name: str) -> str:
        """The value of the first tag of this name, "" if there is none."""
        return next((value for key, value in self.tags if key == name), "")

    def verify(self) -> Verdict:
        """Check every roll against the revealed secret; BadScoresheet while the secret is not out."""
        if not self.tag("Commitment"):
            raise BadScoresheet("this record has no commitment, so its dice cannot be checked")
        if not self.tag("Secret"):
            raise BadScoresheet("the secret is not revealed yet; it is when the game ends")
        scope = scope_of(self.tag("Number"))
        return check(self.tag("Secret"), self.tag("Commitment"), scope, self.state.salts, self.state.rolls)


def scoresheet(state: State, tags: Mapping[str, str], commitment: str = "") -> str:
    """The record as text; `tags` come first as they are given (number, date, players)."""
    head = [*tags.items(), *_game_tags(state), *_dice_tags(state, commitment)]
    result = "unfinished" if state.result is None else result_in_words(state.variant, state.result)
    longs = [long_form(state.variant.board, played.move) + dice_of(played) for played in state.played]
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in head if value]
    lines += ["", *_wrapped(numbered(state, shorts(state))), result, "", *_wrapped([LONG, *longs], "; "), ""]
    return "\n".join(lines)


def read_scoresheet(text: str) -> Scoresheet:
    """A scoresheet as `scoresheet` writes it; BadScoresheet where it cannot be read or its parts do not agree."""
    tags = tuple((name, re.sub(r"\\(.)", r"\1", value)) for name, value in _TAG.findall(text))
    first = dict(reversed(tags))
    key, _, edition = first.get("Game", "").partition("@")
    try:
        options = dict(pair.split("=", 1) for pair in first.get("Options", "").split())
        variant = variant_of(key, options)
        state = _played(new_game(variant), tags, _longs(text))
    except (UnknownVariant, WrongMove, BrokenRecord, ValueError) as problem:
        raise BadScoresheet(str(problem)) from problem
    if edition != str(variant.edition):
        raise BadScoresheet(f"it was played under edition {shown(edition)} of the rules, now {variant.edition}")
    outcome = _OUTCOME.fullmatch(first.get("Outcome", ""))
    if outcome and outcome[1] != "draw" and int(outcome[1]) > len(variant.seats):
        raise BadScoresheet(f"there is no seat {outcome[1]} to have won")
    if outcome and state.result is None:
        state = replace(state, result=Result(None if outcome[1] == "draw" else int(outcome[1]), outcome[2]))
    state = replace(state, secret=first.get("Secret", ""))
    _agree(text, scoresheet(state, _own_tags(tags), first.get("Commitment", "")))
    return Scoresheet(tags, state)


_GENERATED = {"Game", "Options", "Result", "Outcome", "Commitment", "Drawn", "Undone", "Salt", "Secret"}


def _game_tags(state: State) -> Iterator[tuple[str, str]]:
    variant = state.variant
    yield "Game", f"{variant.key}@{variant.edition}"
    yield "Options", " ".join(f"{name}={value}" for name, value in variant.options)
    yield "Result", "unfinished" if state.result is None else result_in_words(variant, state.result)
    if state.result is not None:
        yield "Outcome", f"{state.result.winner or 'draw'} {state.result.reason}"


def _dice_tags(state: State, commitment: str) -> Iterator[tuple[str, str]]:
    yield "Commitment", commitment
    for number, made in enumerate(state.rolls):
        if " " not in made.what:
            yield "Drawn", f"{number} {made.what} d{made.faces[0]} {made.dice[0]}"
        if made.undone:
            faces, values = "+d".join(map(str, made.faces)), "+".join(map(str, made.dice))
            yield "Undone", f"{number} d{faces} {values} {made.what}"
    for index, salt in enumerate(state.salts):
        earlier = sum(made.salts <= index for made in state.rolls)
        yield "Salt", f"{earlier} {salt}"
    yield "Secret", state.secret


def _own_tags(tags: Sequence[tuple[str, str]]) -> dict[str, str]:
    return {name: value for name, value in tags if name not in _GENERATED}


def _longs(text: str) -> list[str]:
    """The moves in long form, from the lines that begin with a semicolon."""
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith(";")]
    if not lines or not lines[0].startswith(LONG):
        raise BadScoresheet(f"there is no line that begins {LONG!r}")
    return " ".join([lines[0].removeprefix(LONG), *(line.removeprefix(";") for line in lines[1:])]).split()


def _played(state: State, tags: Sequence[tuple[str, str]], moves: Sequence[str]) -> State:
    """The state after the draws, salts, moves and rolls of undone moves of a record, each in its place."""
    draws = [match for name, value in tags if name == "Drawn" and (match := _DRAWN.fullmatch(value))]
    undone = [match for name, value in tags if name == "Undone" and (match := _UNDONE.fullmatch(value))]
    salts = [match for name, value in tags if name == "Salt" and (match := _SALT.fullmatch(value))]
    for number, text in enumerate(["", *moves]):
        if text:
            state = replayed(state, number, text)
        while draws and int(draws[0][1]) == len(state.rolls):
            _, what, faces, value = draws.pop(0).groups()
            state = _after(state, 0, Drawn(what, int(faces), int(value)))
        while state.result is None:
            if salts and int(salts[0][1]) <= len(state.rolls):
                _, seat, salt = salts.pop(0).groups()
                state = _after(state, int(seat), Salted(salt))
            elif undone and int(undone[0][1]) == len(state.rolls):
                state = replace(state, rolls=(*state.rolls, _roll_of(undone.pop(0), state)))
            else:
                break
    if draws or undone or (salts and state.result is None):
        raise BadScoresheet("a roll or a salt is missing: the numbers in the tags do not fit the moves")
    return state


def _roll_of(tag: re.Match[str], state: State) -> RollMade:
    """The roll of an undone move that a tag tells of."""
    faces, values = (tuple(map(int, part.replace("d", "").split("+"))) for part in (tag[2], tag[3]))
    return RollMade(faces, values, len(state.salts), tag[4], undone=True)


def _after(state: State, actor: int, what: Drawn | Salted) -> State:
    return advance(state, Event(state.sequence + 1, 0, actor, what))


def _agree(given: str, written: str) -> None:
    """Raise BadScoresheet if a text differs from what its own moves give, white space aside."""
    for ours, theirs in zip(written.split(), [*given.split(), *[""] * len(written.split())], strict=False):
        if ours != theirs:
            raise BadScoresheet(f"its parts do not agree: {shown(theirs)!r} stands where {shown(ours)!r} follows")
    if len(given.split()) > len(written.split()):
        raise BadScoresheet(f"there is more than the record: {shown(given.split()[len(written.split())])!r}")


def _quoted(value: str) -> str:
    return "".join(c for c in value if c.isprintable()).replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: Sequence[str], indent: str = "") -> list[str]:
    """The words on lines of at most WIDTH characters; lines after the first begin with the indent."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append((indent if lines else "") + word)
    return lines
