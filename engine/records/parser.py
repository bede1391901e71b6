"""Records taken apart: tags, moves, dice, lines, and the times of them in braces.

A time is written `{2026-11-21T12:00:05.250Z}` or `{12:01:07}`: in UTC, to the millisecond, and without its date on the
day of the one before it.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from engine.model.english import shown

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
HOW = "write a time as {2026-11-21T12:00:05Z} or, on the same day as the one before, {12:00:05}"
_CLOCK = r"\d\d:\d\d:\d\d(?:\.\d{3})?"
_STAMP_FORM = re.compile(rf"\d{{4}}-\d\d-\d\dT{_CLOCK}Z|{_CLOCK}", re.ASCII)


def write_stamp(at: int, previous: int | None) -> str:
    """A time (UTC ms) without its braces; only the time of day where `previous` was on the same day."""
    moment = EPOCH + timedelta(milliseconds=at)
    clock = f"{moment:%H:%M:%S}" + (f".{moment.microsecond // 1000:03}" if moment.microsecond else "")
    if previous is not None and (EPOCH + timedelta(milliseconds=previous)).date() == moment.date():
        return clock
    return f"{moment.year:04}-{moment:%m-%d}T{clock}Z"


def read_stamp(text: str, previous: int | None) -> int:
    """The inverse of `written` (UTC ms); what follows a space is ignored. ValueError for any other form."""
    word = text.split(" ", 1)[0]
    if not _STAMP_FORM.fullmatch(word):
        raise ValueError(HOW)
    if "T" in word:
        moment = datetime.fromisoformat(word)
    elif previous is None:
        raise ValueError("the first time needs its date, like {2026-11-21T12:00:05Z}")
    else:
        moment = datetime.combine(EPOCH + timedelta(milliseconds=previous), time.fromisoformat(word), UTC)
    return (moment - EPOCH) // timedelta(milliseconds=1)


_PART = re.compile(r'(?P<brace>\{[^{}]*\})|(?P<quote>")|(?P<word>[^\s{}"]+)|[{}]')
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_GOES_ON = re.compile(r"\d{1,5}\.(?!\d)|\[\d")
"""The beginning of a line of moves: the number of a round, or dice."""
_FLAT_RESULT = re.compile(r"unfinished(?=\s*(?:;|$))|draw(?::| by) |stalemate: |\S{1,40} wins(?::| by| on| as) ")


def lines_of(text: str) -> list[int]:
    """The offsets of lines in a text that follows the tags; linear in its length."""
    begins, position, told, quotes, over = [0], 0, False, True, False
    while part := _PART.search(text, position):
        start, position = part.span()
        if part["quote"] and told:
            value = _TEXT.match(text, start) if quotes else None
            quotes, position = value is not None, value.end() if value else position
        elif part["brace"] and told:
            begins.append(position)
            told = False
        elif part["word"] and (not start or text[start - 1].isspace()):
            if over and part["word"] != ";":
                continue
            result = _FLAT_RESULT.match(text, start)
            if part["word"] in {"*", ";"} or result or (told and _GOES_ON.match(text, start)):
                begins.append(start)
                told, over = part["word"] == "*", over or part["word"] == ";" or result is not None
    return begins


RECORD_MAX_CHARS = 500_000
MOST_MOVES, MOST_LINES = 2000, 2000
"""Limits of a game: moves, those taken back included, and lines about other things."""
MOST_TAGS = 100
LONG = "; long form:"
UNDONE = "; undone:"
FACES = "; faces:"
VARIATION, REMARK, MARK = "variation", "remark", "mark"
"""The words for skipped parts."""
_SEP = r"\s\[\]{}();"
_TO, _HALF = r"\s?[-:–—−]\s?", r"(?:1/2|½)"
_WINNERS = (rf"1{_TO}0", 1), (rf"0{_TO}1", 2), (rf"{_HALF}(?:{_TO}{_HALF})?|(?i:remis?|drawn?)", 0), (r"\*", None)
"""The forms of a PGN's result and of books, and who wins by them: a seat, 0 for a draw, None for no result yet."""
_TOKEN = re.compile(
    rf"(?P<result>(?:{'|'.join(form for form, _ in _WINNERS)})(?![^{_SEP}]))"
    r"|(?P<number>\d{1,5})(?:[.…]+|(?=\s|$))(?!\d)|(?P<dots>[.…]+)"
    r"|\{(?P<brace>[^}]*)\}|\[(?P<dice>[^\[\]{}\s]*)\]"
    rf"|(?P<mark>\$\d+|(?:(?!-+(?![^{_SEP}]))[-–−+!?#=/~∞±∓⩲⩱□]+|(?i:e\.?p\.?))(?![^{_SEP}]))"
    rf"|(?P<move>[^{_SEP}$]+(?:\(=?[A-Za-z]\)[^{_SEP}$]*)?)"
)
_TAG = re.compile(
    r'\[(?P<name>\w+)(?P<blank>[ \t]+)?(?P<open>")?(?P<value>(?:[^"\\\n]|\\.)*)(?P<close>")?[ \t]*(?P<end>\])?'
)
_TAG_PARTS = (("name", "blank"), ("blank", "open"), ("value", "close"), ("close", "end"))
_BEGINS_TAG = re.compile(r'\[\w+\s+"')
_NESTING = re.compile(r"\{[^}]*(?:\}|\Z)|;[^\n]*|[()]")
_STAMP = re.compile(r"\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d")
"""The beginning of a time; other words in braces are a remark."""
MISPLACED = "dice go in brackets right after the move that fights, and only once"
_HAPPENING = re.compile(r"\*\s*[^\s\[{;]")
"""The beginning of a line about something else that happened; any other star is a PGN's result."""
_RESULT = re.compile(r"unfinished|draw(?::| by) .+|stalemate: .+|no result: .+|\S.{0,40} wins(?::| by| on| as) .+")
_LAST = re.compile(r"\{([^{}]*)\}$")
UNSAID = {"", "?", "-"}
"""The values of tags that say nothing."""


class TextPlace(NamedTuple):
    """A place in a text: line and column, both from 1."""

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
class TextPart:
    """A piece of text and its place, and when what it tells happened (UTC ms), if that is known."""

    text: str
    place: TextPlace
    at: int | None = None


@dataclass(frozen=True)
class Ply(TextPart):
    """A move as it is written, and the dice of its fight, with their time; None where there are none."""

    dice: str | None = None
    dice_place: TextPlace | None = None
    dice_at: int | None = None


class LateDice(TextPart):
    """The dice of a fight that were rolled after something else had happened."""


class TextLine(TextPart):
    """A line about something else that happened."""


Item = MoveNumber | Ply | LateDice | TextLine


@dataclass
class Transcript:
    """A game's record taken apart; `result` and `longs` (the long forms) are empty where the text leaves them out.

    `skipped` counts what says nothing of the game, by the words for it.
    """

    text: str = ""
    tags: list[Tag] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    result: TextPart | None = None
    longs: list[TextPart] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)

    @property
    def in_head(self) -> bool:
        return not self.items and self.result is None

    def tag(self, name: str) -> Tag | None:
        """Return the tag of this name, in any case, if it says anything."""
        said = (tag for tag in self.tags if tag.value not in UNSAID)
        return next((tag for tag in said if tag.name.casefold() == name.casefold()), None)


def transcripts_of(text: str) -> list[Transcript]:
    """Take a text of one or several games apart; BadScoresheet where it does not fit the grammar."""
    if len(text) > RECORD_MAX_CHARS:
        raise BadScoresheet(f"a scoresheet has at most {RECORD_MAX_CHARS} characters, and this one has {len(text)}")
    return _Reader(text.removeprefix("\ufeff")).transcripts()


def read_winner(text: str) -> int | None:
    """Return the seat that wins by a result as PGN writes it, 0 for a draw; None where it has none, or is no such."""
    return next((winner for form, winner in _WINNERS if re.fullmatch(form, text)), None)


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._flat = "\n" not in text.strip()
        self._begins = [0, *(match.end() for match in re.finditer("\n", text))]
        """Offsets of the lines, for places."""
        self._lines = self._begins
        """Offsets of the lines by meaning; in a flat text they are found once its tags have been read."""
        self._end = 0
        """Offset of the end of the last part behind tags."""
        self._cuts: list[int] = []
        """Offsets of the games."""
        self._games: list[Transcript] = []
        self._start_game(0)

    def _start_game(self, offset: int) -> None:
        self._cuts.append(offset)
        self._games.append(Transcript())
        self._block = ""
        """The mark of the lines with a semicolon that are being continued."""
        self._clock: int | None = None
        """The last time read."""

    @property
    def _game(self) -> Transcript:
        return self._games[-1]

    def transcripts(self) -> list[Transcript]:
        position = 0
        while (position := _past_blanks(self._text, position)) < len(self._text):
            if self._at_tag(position):
                position = self._tag(position)
            else:
                position = self._end = self._behind_tags(position)
        for game, begin, end in zip(self._games, self._cuts, [*self._cuts[1:], len(self._text)], strict=True):
            game.text = self._text[begin:end]
            _at_most(MOST_MOVES, "moves", [item.place for item in game.items if isinstance(item, Ply)])
            lines = [item.place for item in game.items if isinstance(item, TextLine)]
            _at_most(MOST_LINES, "lines that begin with *", lines)
        return self._games

    # ---- places and lines

    def _place(self, offset: int) -> TextPlace:
        line = bisect_right(self._begins, offset)
        return TextPlace(line, offset - self._begins[line - 1] + 1)

    def _bad(self, problem: str, offset: int) -> BadScoresheet:
        return BadScoresheet(problem, self._place(offset))

    def _line_at(self, offset: int) -> str | None:
        """Return the rest of the line if one begins at an offset, blanks and tags aside; else None."""
        begun = self._lines[bisect_right(self._lines, offset) - 1] >= self._end
        return self._text[offset : self._line_end(offset)].rstrip() if begun else None

    def _line_end(self, offset: int) -> int:
        number = bisect_right(self._lines, offset)
        return self._lines[number] if number < len(self._lines) else len(self._text)

    # ---- tags

    def _at_tag(self, offset: int) -> bool:
        """True if a tag stands at an offset: in the head anything in brackets, else the first tag of another game."""
        if self._text[offset] != "[" or not (self._game.in_head or _BEGINS_TAG.match(self._text, offset)):
            return False
        if not self._game.in_head:
            self._start_game(offset)
        return True

    def _tag(self, offset: int) -> int:
        match = _TAG.match(self._text, offset)
        known = next((part for part, then in _TAG_PARTS if match and match[then] is None), None)
        if match is None or known:
            raise self._bad('a tag is written [Name "value"]', match.end(known) if match and known else offset + 1)
        tags = self._game.tags
        if any(tag.name.casefold() == match["name"].casefold() for tag in tags):
            raise self._bad(f"the tag {shown(match['name'])} is given twice", offset)
        if len(tags) == MOST_TAGS:
            raise self._bad(f"a scoresheet has at most {MOST_TAGS} tags", offset)
        value = re.sub(r"\\(.)", r"\1", match["value"])
        tags.append(Tag(match["name"], value, self._place(match.start("value"))))
        return match.end()

    # ---- what follows them

    def _behind_tags(self, offset: int) -> int:
        if self._flat and self._lines is self._begins:
            self._lines = [0, *(offset + begin for begin in lines_of(self._text[offset:]))]
        line, over = self._line_at(offset), self._game.result is not None
        if self._text[offset] == "(":
            return self._variation(offset)
        if self._text[offset] == ";":
            self._comment(self._text[offset : self._line_end(offset)], offset, alone=line is not None)
            return self._line_end(offset)
        if line and line[0] == "%" and self._place(offset).column == 1:
            self._game.skipped[REMARK] += 1
            return self._line_end(offset)
        if line and not over and _HAPPENING.match(line):
            self._happening(line, offset)
            return offset + len(line)
        if line and not over and _RESULT.fullmatch(line):
            self._game.result = TextPart(line, self._place(offset))
            return offset + len(line)
        match = _TOKEN.match(self._text, offset)
        if match is None:
            raise self._bad(_unreadable(self._text[offset]), offset)
        if over and not match["brace"] and not match["mark"]:
            problem = f"only remarks or another game's tags can follow the result, not {shown(match[0])!r}"
            raise self._bad(problem, offset)
        self._token(match, offset)
        return match.end()

    def _comment(self, line: str, offset: int, *, alone: bool) -> None:
        """A remark to the end of its line; or on a line of its own the long form and its like, or what continues it."""
        game = self._game
        begun = next((mark for mark in (LONG, UNDONE, FACES) if alone and line.startswith(mark)), "")
        self._block = begun or (self._block if alone else "")
        if not self._block:
            if self._flat and game.result is None:
                problem = "a remark after ; ends with its line, but this text is a single line. Attach it as a file"
                raise self._bad(problem, offset)
            game.skipped[REMARK] += 1
        elif self._block == LONG:
            start = len(begun or ";")
            words = re.finditer(r"\S+", line[start:])
            game.longs += [TextPart(word[0], self._place(offset + start + word.start())) for word in words]

    def _variation(self, offset: int) -> int:
        depth = 0
        for match in _NESTING.finditer(self._text, offset):
            if match[0] == "(":
                depth += 1
                self._game.skipped[VARIATION] += 1
            elif match[0] == ")":
                depth -= 1
                if not depth:
                    return match.end()
        raise self._bad("this variation isn't closed", offset)

    def _happening(self, line: str, offset: int) -> None:
        words, at = line[1:], None
        stamp = _LAST.search(words)
        if stamp is not None:
            words = words[: stamp.start()]
            if _STAMP.match(stamp[1]):
                at = self._time(stamp[1], offset + 1 + stamp.start())
            else:
                self._game.skipped[REMARK] += 1
        begin = offset + 1 + len(words) - len(words.lstrip())
        self._game.items.append(TextLine(words.strip(), self._place(begin), at))

    def _token(self, match: re.Match[str], offset: int) -> None:
        game, where = self._game, self._place(offset)
        if match["result"]:
            game.result = TextPart(match["result"], where)
        elif match["number"]:
            game.items.append(MoveNumber(int(match["number"]), where))
        elif match["move"]:
            game.items.append(Ply(match["move"], where))
        elif match["dice"] is not None:
            self._dice(match["dice"], where)
        elif match["brace"] is not None:
            self._brace(match["brace"], offset)
        elif match["mark"]:
            game.skipped[MARK] += 1

    def _dice(self, text: str, where: TextPlace) -> None:
        items = self._game.items
        last = items[-1] if items else None
        if isinstance(last, TextLine):
            items.append(LateDice(text, where))
        elif isinstance(last, Ply) and last.dice is None:
            items[-1] = replace(last, dice=text, dice_place=where)
        else:
            raise BadScoresheet(MISPLACED, where)

    def _brace(self, text: str, offset: int) -> None:
        items = self._game.items
        last = items[-1] if items else None
        if not _STAMP.match(text):
            self._game.skipped[REMARK] += 1
        elif "{" in text:
            raise self._bad(_unreadable("{"), offset)
        elif isinstance(last, Ply) and last.at is None and last.dice is None:
            items[-1] = replace(last, at=self._time(text, offset))
        elif isinstance(last, Ply) and last.dice is not None and last.dice_at is None:
            items[-1] = replace(last, dice_at=self._time(text, offset))
        elif isinstance(last, LateDice) and last.at is None:
            items[-1] = replace(last, at=self._time(text, offset))
        else:
            raise self._bad("a time goes in braces right after what happened then, and only once", offset)

    def _time(self, text: str, offset: int) -> int:
        try:
            self._clock = read_stamp(text, self._clock)
        except ValueError as problem:
            raise self._bad(f"I can't read the time {shown(text)!r}: {problem}", offset) from None
        return self._clock


def _at_most(most: int, what: str, places: Sequence[TextPlace]) -> None:
    if len(places) > most:
        raise BadScoresheet(f"a scoresheet has at most {most} {what}", places[most])


def _past_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _unreadable(character: str) -> str:
    unclosed = {"{": "this brace isn't closed", "[": "this bracket isn't closed, or holds more than dice"}
    wanted = "I expected a move, a round number, dice in brackets or a time in braces"
    return f"{unclosed.get(character, f'{shown(character)!r} makes no sense here')}; {wanted}"
