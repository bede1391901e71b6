"""The parser of scoresheets: tags, moves, lines and times with their places, before anything is known of the game.

The grammar is in `engine.records.scoresheet`. Whatever does not fit it raises BadScoresheet with line and column. In a
text of a single line, line ends have become blanks (see `engine.records.flattened`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.model.english import shown
from engine.records.flattened import lines_of
from engine.records.timestamps import read as read_stamp

LONGEST = 500_000
MOST_MOVES, MOST_LINES = 2000, 2000
"""How many moves, those taken back included, and how many lines about other things are played back at most."""
MOST_TAGS = 100
LONG = "; long form:"
UNDONE = "; undone:"
FACES = "; faces:"
_TOKEN = re.compile(
    r"(?P<number>\d{1,5})\.(?:\.\.)?(?!\d)|(?P<dots>…|\.\.\.)|\{(?P<stamp>[^{}]*)\}"
    r"|\[(?P<dice>[^\[\]{}\s]*)\]|(?P<move>[^\s\[\]{}]+)"
)
_TAG = re.compile(
    r'\[(?P<name>\w+)(?P<blank>[ \t]+)?(?P<open>")?(?P<value>(?:[^"\\]|\\.)*)(?P<close>")?[ \t]*(?P<end>\])?'
)
_TAG_PARTS = (("name", "blank"), ("blank", "open"), ("value", "close"), ("close", "end"))
MISPLACED = "dice in brackets go right after the move that fights, and only once"
_RESULT = re.compile(r"unfinished|draw: .+|stalemate: .+|no result: .+|\S.{0,40} wins: .+")
_LAST = re.compile(r"\{([^{}]*)\}$")


class TextPlace(NamedTuple):
    """Where something stands in a text: line and column, both from 1."""

    line: int
    column: int


class BadScoresheet(ValueError):
    """A text that is no scoresheet, or contradicts itself; the message says where (see `place`) and why."""

    def __init__(self, problem: str, place: TextPlace | None = None) -> None:
        super().__init__(f"line {place.line}, column {place.column}: {problem}" if place else problem)
        self.place = place


class Tag(NamedTuple):
    """A tag, its place and that of its value."""

    name: str
    value: str
    place: TextPlace


class MoveNumber(NamedTuple):
    """The number of a round, before one of its moves."""

    value: int
    place: TextPlace


@dataclass(frozen=True)
class Ply:
    """A move as it is written, and the dice of its fight (None where there are none), with their times (UTC ms)."""

    text: str
    place: TextPlace
    at: int | None = None
    dice: str | None = None
    dice_place: TextPlace | None = None
    dice_at: int | None = None


@dataclass(frozen=True)
class LateDice:
    """The dice of a fight that were rolled after something else had happened, and their time (UTC ms)."""

    text: str
    place: TextPlace
    at: int | None = None


@dataclass(frozen=True)
class TextLine:
    """A line about something else that happened, and its time (UTC ms)."""

    text: str
    place: TextPlace
    at: int | None = None


Item = MoveNumber | Ply | LateDice | TextLine


class TextPart(NamedTuple):
    """A piece of text and its place."""

    text: str
    place: TextPlace


@dataclass(frozen=True)
class Transcript:
    """A scoresheet taken apart; `result` and `longs` (the long forms) are empty where the text leaves them out."""

    tags: tuple[Tag, ...]
    items: tuple[Item, ...]
    result: TextPart | None
    longs: tuple[TextPart, ...]
    end: TextPlace

    def tag(self, name: str) -> Tag | None:
        """The tag of this name."""
        return next((tag for tag in self.tags if tag.name == name), None)


def transcript_of(text: str) -> Transcript:
    """Take a text apart; BadScoresheet where it does not fit the grammar."""
    if len(text) > LONGEST:
        raise BadScoresheet(f"a scoresheet has at most {LONGEST} characters; this one has {len(text)}")
    return _Reader().transcript(text.removeprefix("\ufeff"))


@dataclass
class _Reader:
    """One reading, line by line."""

    tags: list[Tag] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    result: TextPart | None = None
    longs: list[TextPart] = field(default_factory=list)
    long: bool = False
    moves: int = 0
    lines: int = 0
    time: int | None = None
    """The last time read."""
    flat: bool = False
    """Whether the text is of a single line."""

    def transcript(self, text: str) -> Transcript:
        number = 0
        self.flat = "\n" not in text.strip()
        for number, line in enumerate(text.split("\n"), 1):
            start = len(line) - len(line.lstrip())
            self._line(line.strip(), TextPlace(number, start + 1))
        return Transcript(tuple(self.tags), tuple(self.items), self.result, tuple(self.longs), TextPlace(number, 1))

    def _line(self, line: str, place: TextPlace) -> None:
        while line.startswith("[") and not self.items and self.result is None:
            length = self._tag(line, place)
            length += len(line[length:]) - len(line[length:].lstrip())
            line, place = line[length:], TextPlace(place.line, place.column + length)
        if not self.flat:
            self._behind_tags(line, place)
            return
        begins = lines_of(line)
        for begin, end in zip(begins, [*begins[1:], len(line)], strict=True):
            part = line[begin:end]
            blanks = len(part) - len(part.lstrip())
            self._behind_tags(part.strip(), TextPlace(place.line, place.column + begin + blanks))

    def _behind_tags(self, line: str, place: TextPlace) -> None:
        if line.startswith(";"):
            self._comment(line, place)
        elif not line:
            return
        elif self.result is not None:
            raise BadScoresheet(f"after the result only lines that begin with ; may follow, not {shown(line)!r}", place)
        elif line.startswith("*"):
            self._happening(line, place)
        elif _RESULT.fullmatch(line):
            self.result = TextPart(line, place)
        else:
            self._moves(line, place)

    def _tag(self, line: str, place: TextPlace) -> int:
        """Read the tag that a line begins with, and return its length."""
        match = _TAG.match(line)
        known = next((part for part, then in _TAG_PARTS if match and match[then] is None), None)
        if match is None or known:
            where = place.column + (match.end(known) if match and known else 1)
            raise BadScoresheet('a tag is written [Name "value"]', TextPlace(place.line, where))
        if any(tag.name == match["name"] for tag in self.tags):
            raise BadScoresheet(f"the tag {shown(match['name'])} is given twice", place)
        if len(self.tags) == MOST_TAGS:
            raise BadScoresheet(f"a scoresheet has at most {MOST_TAGS} tags", place)
        value = re.sub(r"\\(.)", r"\1", match["value"])
        self.tags.append(Tag(match["name"], value, TextPlace(place.line, place.column + match.start("value"))))
        return match.end()

    def _comment(self, line: str, place: TextPlace) -> None:
        """A line with a semicolon: the long form, what continues it, or anything at all."""
        begins = line.startswith(LONG)
        self.long = begins or (self.long and not line.startswith((UNDONE, FACES)))
        if self.flat and self.result is None and not self.long and not line.startswith((UNDONE, FACES)):
            raise BadScoresheet("a remark behind ; ends with its line, and this text is one line: attach a file", place)
        if self.long:
            mark = LONG if begins else ";"
            words = re.finditer(r"\S+", line[len(mark) :])
            self.longs += [TextPart(w[0], TextPlace(place.line, place.column + len(mark) + w.start())) for w in words]

    def _happening(self, line: str, place: TextPlace) -> None:
        self.lines += 1
        if self.lines > MOST_LINES:
            raise BadScoresheet(f"a scoresheet has at most {MOST_LINES} lines that begin with *", place)
        words = line[1:]
        stamp = _LAST.search(words)
        at = None
        if stamp is not None:
            words = words[: stamp.start()]
            if stamp[1][:1].isdigit():
                at = self._time(stamp[1], TextPlace(place.line, place.column + 1 + stamp.start()))
        begins = place.column + 1 + len(words) - len(words.lstrip())
        self.items.append(TextLine(words.strip(), TextPlace(place.line, begins), at))

    def _moves(self, line: str, place: TextPlace) -> None:
        position = 0
        while position < len(line):
            where = TextPlace(place.line, place.column + position)
            match = _TOKEN.match(line, position)
            if match is None:
                raise BadScoresheet(_unreadable(line[position]), where)
            self._token(match, where)
            position = match.end()
            while position < len(line) and line[position].isspace():
                position += 1

    def _token(self, match: re.Match[str], where: TextPlace) -> None:
        if match["number"]:
            self.items.append(MoveNumber(int(match["number"]), where))
        elif match["move"]:
            self._ply(match["move"], where)
        elif match["dice"] is not None:
            self._dice(match["dice"], where)
        elif match["stamp"] is not None and match["stamp"][:1].isdigit():
            self._stamp(match["stamp"], where)

    def _ply(self, text: str, where: TextPlace) -> None:
        self.moves += 1
        if self.moves > MOST_MOVES:
            raise BadScoresheet(f"a scoresheet has at most {MOST_MOVES} moves", where)
        self.items.append(Ply(text, where))

    def _dice(self, text: str, where: TextPlace) -> None:
        last = self.items[-1] if self.items else None
        if isinstance(last, TextLine):
            self.items.append(LateDice(text, where))
        elif isinstance(last, Ply) and last.dice is None:
            self.items[-1] = replace(last, dice=text, dice_place=where)
        else:
            raise BadScoresheet(MISPLACED, where)

    def _stamp(self, text: str, where: TextPlace) -> None:
        last = self.items[-1] if self.items else None
        if isinstance(last, Ply) and last.at is None and last.dice is None:
            self.items[-1] = replace(last, at=self._time(text, where))
        elif isinstance(last, Ply) and last.dice is not None and last.dice_at is None:
            self.items[-1] = replace(last, dice_at=self._time(text, where))
        elif isinstance(last, LateDice) and last.at is None:
            self.items[-1] = replace(last, at=self._time(text, where))
        else:
            raise BadScoresheet("a time in braces goes right after what happened then, and only once", where)

    def _time(self, text: str, where: TextPlace) -> int:
        try:
            self.time = read_stamp(text, self.time)
        except ValueError as problem:
            raise BadScoresheet(f"I can't read the time {shown(text)!r}: {problem}", where) from None
        return self.time


def _unreadable(character: str) -> str:
    """What to say of a character that begins nothing known."""
    unclosed = {"{": "this brace is never closed", "[": "this bracket is never closed, or holds more than dice"}
    wanted = "a move, a round number, dice in brackets or a time in braces should stand here"
    return f"{unclosed.get(character, f'{shown(character)!r} belongs to nothing')}; {wanted}"
