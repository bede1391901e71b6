"""Time controls: how much time players have, read from what people type and written in their words.

A control is none, a time for each move (`3d/move`), or a bank with an increment and perhaps a cap (`7d+1d max 10d`,
`10m+5s`). All are one thing: a clock that starts with some time, gets an increment after each move, and never holds
more than its cap; a time per move is the bank whose start, increment and cap are the same.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.clocks.zones import UnknownZone, read_zone
from engine.model.english import form, plain, shown
from engine.model.refusal import Refusal

SECOND = 1000
MINUTE, HOUR, DAY = 60 * SECOND, 3600 * SECOND, 86_400 * SECOND
MIN_SPAN, MAX_SPAN = MINUTE, 365 * DAY
CONTROL_MAX_CHARS = 100
HOW = (
    "Try none, 3 days/move, 7 days + 1 day up to 10 days, or 10+5 (minutes + seconds). "
    "You can add soft (no automatic loss) or weekends off Europe/Berlin."
)
_SOFT = "no automatic loss"
_UNITS = (("day", DAY), ("hour", HOUR), ("minute", MINUTE), ("second", SECOND))
_MEANT = {"w": 7 * DAY, "d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND}


@dataclass(frozen=True)
class TimeControl:
    """A time control; times are ms, and a `start` of 0 means that there is none.

    `hard` tells that the referee ends the game when time runs out, otherwise it has to be claimed. `weekends` names
    the IANA zone whose Saturdays and Sundays do not count, "" where they do.
    """

    start: int = 0
    increment: int = 0
    cap: int | None = None
    hard: bool = True
    weekends: str = ""

    @property
    def timed(self) -> bool:
        return self.start > 0

    @property
    def live(self) -> bool:
        """True if this is live play: less than a day on the clock at the start."""
        return 0 < self.start < DAY

    @property
    def per_move(self) -> bool:
        """True if each move has its own time, and none is saved."""
        return self.timed and self.start == self.increment == self.cap

    @property
    def text(self) -> str:
        """The canonical text, which `read_control` reads back: `7d+1d max 10d soft weekends off Europe/Berlin`."""
        if not self.timed:
            return "none"
        text = f"{_short(self.start)}/move" if self.per_move else f"{_short(self.start)}+{_short(self.increment)}"
        if self.cap is not None and not self.per_move:
            text += f" max {_short(self.cap)}"
        text += "" if self.hard else " soft"
        return text + (f" weekends off {self.weekends}" if self.weekends else "")

    @property
    def in_seconds(self) -> str:
        """The control as a PGN has it: `180+2`, `1/259200` for 3 days per move, `-`; `text` for what PGN cannot say."""
        start, increment = self.start // SECOND, self.increment // SECOND
        if replace(self, start=0, increment=0, cap=None) != UNTIMED or not (self.cap is None or self.per_move):
            return self.text
        return "-" if not self.timed else f"1/{start}" if self.per_move else f"{start}+{increment}"

    @property
    def words(self) -> str:
        """The control as people say it: "7 days + 1 day, up to 10, weekends off (Europe/Berlin)"."""
        if not self.timed:
            return "no time limit"
        if self.per_move:
            said = f"{in_words(self.start, 4)} per move"
        elif self.increment:
            said = f"{in_words(self.start, 4)} + {in_words(self.increment, 4)}"
        else:
            said = f"{in_words(self.start, 4)} for all moves"
        if self.cap is not None and not self.per_move:
            unit = next(size for _, size in _UNITS if self.start >= size)
            plain = self.start % unit == self.cap % unit == 0
            said += f", up to {self.cap // unit if plain else in_words(self.cap, 4)}"
        said += "" if self.hard else f" ({_SOFT})"
        return said + (f", weekends off ({self.weekends})" if self.weekends else "")


UNTIMED = TimeControl()


class BadControl(Refusal):
    """A text that is no time control, or one that cannot be; `problem` says why, as a sentence."""

    problem: str

    words = f"{{problem}} {HOW}"


def in_words(milliseconds: int, units: int = 2) -> str:
    """A span of time in words, rounded down to its largest `units`: "3 days", "1 day 4 hours", "0 seconds"."""
    return " ".join(f"{count} {form(count, name, f'{name}s')}" for count, name in _largest(milliseconds, units))


def in_short(milliseconds: int, units: int = 2) -> str:
    """The same by the first letters of its units: "3d", "1d 4h", "0s"."""
    return " ".join(f"{count}{name[0]}" for count, name in _largest(milliseconds, units))


def _largest(milliseconds: int, units: int) -> list[tuple[int, str]]:
    parts = []
    for name, size in _UNITS:
        count, milliseconds = divmod(milliseconds, size)
        parts.append((count, name))
    first = next((index for index, (count, _) in enumerate(parts) if count), len(parts) - 1)
    return [part for part in parts[first : first + units] if part[0] or part is parts[first]]


def _short(milliseconds: int) -> str:
    return in_short(milliseconds, 4).replace(" ", "")


def read_span(text: str) -> int | None:
    """Return the ms of a span such as `12h`, `1 day` or `1d12h`; None for a text that names none, or none in bounds."""
    found = _SPAN.fullmatch(text.strip().casefold())
    span = _span(found[0]) if found else 0
    return span if MIN_SPAN <= span <= MAX_SPAN else None


_UNIT = r"(?:w(?:eeks?)?|d(?:ays?)?|h(?:(?:ou)?rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)(?![a-z])"
_AMOUNT = rf"(?:(?:\d{{1,5}}(?:\.\d{{1,3}})?|an?\b|one\b)\s*{_UNIT}(?:\s+and\s+|\s*))+"
_PART = re.compile(rf"(\d+(?:\.\d+)?|\b(?:an?|one)\b)\s*({_UNIT})", re.ASCII)
_SPAN = re.compile(_AMOUNT, re.ASCII)
_EACH = r"(?:/|per|an?|each|every)\s*(?:move|turn)"
_NONE = re.compile(r"(?:no(?:ne)?|unlimited|untimed)(?:\s+(?:limit|time|clock|time limit))?|", re.ASCII)
_FISCHER = re.compile(r"(\d{1,5})\s*\+\s*(\d{1,5})", re.ASCII)
_MOVE = re.compile(rf"({_AMOUNT})(?:({_EACH})|(for all moves))?", re.ASCII)
_BANK = re.compile(
    rf"({_AMOUNT})\+\s*({_AMOUNT}|0)(?:\s*{_EACH})?\s*(?:(?:max(?:imum)?|cap(?:ped)?(?:\s+at)?|at most|up to)\s+"
    rf"({_AMOUNT}|\d{{1,5}}))?",
    re.ASCII,
)
_PGN = re.compile(r"[\d*][\d*/+:]*", re.ASCII)
_SECONDS = re.compile(r"(?P<each>1/)?(?P<time>\d{1,8})(?:\+(?P<increment>\d{1,8}))?", re.ASCII)
_STRICTNESS = re.compile(r"\b(soft|hard)\b")
_WEEKENDS = re.compile(
    r"\b(?:weekends?\s+(?:off|free)|(?:no|without)\s+weekends?)\b\s*(?:in\s+)?"
    r"([^\W\d].*|[+\u2212-]\d{1,2}(?::?\d\d)?(?![\w.:]))?",
    re.ASCII,
)


@lru_cache(256)
def read_control(text: str) -> TimeControl | BadControl:
    """The time control that a text names, in any of the forms that people write; or why it names none."""
    rest = plain(text).casefold().replace(_SOFT, "soft")
    rest = " ".join(re.sub(r"[,;()]", " ", rest).split())
    if len(text) > CONTROL_MAX_CHARS:
        return BadControl(f"“{shown(text)}” is too long for a time control.")
    strictness = {word[1] for word in _STRICTNESS.finditer(rest)}
    rest = _STRICTNESS.sub(" ", rest)
    weekends = [*_WEEKENDS.finditer(rest)]
    zone: str | UnknownZone = ""
    if weekends:
        first = weekends[0]
        zone, after = _zone_before((first[1] or "utc").split())
        rest = f"{rest[: first.start()]} {after} {rest[first.end() :]}"
    control = _times(" ".join(rest.split()))
    if control is None or len(strictness) > 1 or len(weekends) > 1:
        return BadControl(f"“{shown(text)}” isn't a time control.")
    control = replace(control, hard="soft" not in strictness)
    if isinstance(zone, UnknownZone):
        return BadControl(zone.text)
    return _possible(replace(control, weekends=zone))


def _zone_before(words: Sequence[str]) -> tuple[str | UnknownZone, str]:
    """Read the zone at the beginning of some words, the longest possible; return it with the words after it."""
    for count in range(len(words), 0, -1):
        zone = read_zone(" ".join(words[:count]))
        if isinstance(zone, str) or zone.near:
            return zone, " ".join(words[count:])
    return read_zone(" ".join(words)), ""


def read_seconds(text: str) -> TimeControl | BadControl | None:
    """The time control of a PGN's tag, in seconds; None for a text that is in no form of PGN's."""
    if not _PGN.fullmatch(text):
        return None
    found = _SECONDS.fullmatch(text)
    if found is None:
        return BadControl(f"I can't run a clock like “{shown(text)}”.")
    time, increment = int(found["time"]) * SECOND, int(found["increment"] or 0) * SECOND
    return _possible(TimeControl(time, time, time) if found["each"] else TimeControl(time, increment))


def _times(text: str) -> TimeControl | None:
    if _NONE.fullmatch(text):
        return UNTIMED
    if found := _FISCHER.fullmatch(text):
        return TimeControl(int(found[1]) * MINUTE, int(found[2]) * SECOND)
    if found := _MOVE.fullmatch(text):
        time = _span(found[1])
        each = found[2] or (time >= DAY and not found[3])
        return TimeControl(time, time, time) if each else TimeControl(time)
    if found := _BANK.fullmatch(text):
        start, increment, cap = _span(found[1]), _span(found[2]), found[3]
        if cap is not None and cap.isdecimal():
            cap += next(unit for _, unit in _PART.findall(found[1]))
        return TimeControl(start, increment, None if cap is None else _span(cap))
    return None


def _span(text: str) -> int:
    parts = ((1.0 if count.isalpha() else float(count), unit) for count, unit in _PART.findall(text))
    return round(sum(count * _MEANT[unit[0]] for count, unit in parts) / SECOND) * SECOND


def _possible(control: TimeControl) -> TimeControl | BadControl:
    if not (control.timed or control.increment) and control.cap is None:
        return control if control == UNTIMED else BadControl("Soft and weekends off need a clock.")
    if control.start < MIN_SPAN or max(control.start, control.increment, control.cap or 0) > MAX_SPAN:
        return BadControl("A clock starts with 1 minute to 365 days.")
    if control.cap is not None and control.cap < control.start:
        return BadControl("A clock can't start with more time than its maximum.")
    if control.live and control.weekends:
        return BadControl("Weekends off needs a clock that starts with a day or more.")
    return control
