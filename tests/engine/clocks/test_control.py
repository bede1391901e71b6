"""Time controls: read from what people type, written canonically, said as people say them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks.control import DAY, HOUR, MINUTE, SECOND, UNTIMED, BadControl, TimeControl, in_words, read_control
from engine.model.refusal import granted

THREE_DAYS = TimeControl(3 * DAY, 3 * DAY, 3 * DAY)
BANK = TimeControl(7 * DAY, DAY, 10 * DAY)
BLITZ = TimeControl(10 * MINUTE, 5 * SECOND)


@pytest.mark.parametrize(
    ("typed", "control"),
    [
        *((text, UNTIMED) for text in ("none", "", " None ", "no limit", "unlimited", "no clock")),
        *((text, THREE_DAYS) for text in ("3d", "3 days/move", "3 days per move", "3D / move", "72h a move", "3 days")),
        ("a day per move", TimeControl(DAY, DAY, DAY)),
        ("1 week each turn", TimeControl(7 * DAY, 7 * DAY, 7 * DAY)),
        ("12h/move", TimeControl(12 * HOUR, 12 * HOUR, 12 * HOUR)),
        ("2 days and 3 hours per move", TimeControl(51 * HOUR, 51 * HOUR, 51 * HOUR)),
        ("1.5h/move", TimeControl(90 * MINUTE, 90 * MINUTE, 90 * MINUTE)),
        *((text, BANK) for text in ("7d+1d max 10d", "7 days + 1 day, up to 10", "7d + 1d per move up to 10 days")),
        ("7d+1d", TimeControl(7 * DAY, DAY)),
        *((text, BLITZ) for text in ("10+5", "10m+5s", "10 minutes + 5 seconds", " 10 + 5 ")),
        ("5m", TimeControl(5 * MINUTE)),
        ("90m+0", TimeControl(90 * MINUTE)),
        ("10+5 soft", TimeControl(10 * MINUTE, 5 * SECOND, hard=False)),
        ("hard 10+5", BLITZ),
        ("3d, weekends off", TimeControl(3 * DAY, 3 * DAY, 3 * DAY, weekends="UTC")),
        ("3d weekends off tokyo", TimeControl(3 * DAY, 3 * DAY, 3 * DAY, weekends="Asia/Tokyo")),
        ("soft 3d weekends off (europe/berlin)", TimeControl(3 * DAY, 3 * DAY, 3 * DAY, False, "Europe/Berlin")),
        ("3d (weekends off in New York) soft", TimeControl(3 * DAY, 3 * DAY, 3 * DAY, False, "America/New_York")),
        ("weekends off GMT+2, 3d", TimeControl(3 * DAY, 3 * DAY, 3 * DAY, weekends="UTC+02:00")),
        ("3d weekends off -03:30", TimeControl(3 * DAY, 3 * DAY, 3 * DAY, weekends="UTC-03:30")),
        ("7d no weekends + 1d", TimeControl(7 * DAY, DAY, weekends="UTC")),
        ("3d without weekends in Asia/Tokyo", TimeControl(3 * DAY, 3 * DAY, 3 * DAY, weekends="Asia/Tokyo")),
    ],
)
def test_reading(typed: str, control: TimeControl) -> None:
    """A control is read from any of the forms in which people write it."""
    assert control == read_control(typed)


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("soon", "“soon” isn't a time control."),
        ("10", "“10” isn't a time control."),
        ("3 parsecs/move", "“3 parsecs/move” isn't a time control."),
        ("3d soft hard", "“3d soft hard” isn't a time control."),
        ("3d no weekends Asia/Tokyo weekends off", "“3d no weekends Asia/Tok…” isn't a time control."),
        ("3x\u202e\n`", "“3x” isn't a time control."),
        ("9" * 5000, f"“{'9' * 23}…” is too long for a time control."),
        ("0+5", "A clock starts with 1 minute to 365 days."),
        ("30s+5s", "A clock starts with 1 minute to 365 days."),
        ("366d", "A clock starts with 1 minute to 365 days."),
        ("1d+99999d", "A clock starts with 1 minute to 365 days."),
        ("7d+1d max 5d", "A clock can't start with more time than its maximum."),
        ("10+5 weekends off", "Weekends off needs a clock that starts with a day or more."),
        ("none soft", "Soft and weekends off need a clock."),
        ("3d weekends off Qqqq", "I don't know the time zone “qqqq”. Try a city (Berlin), a country or +02:00."),
        ("3d weekends off BST", "“bst” could be Europe/London or Asia/Dhaka. Which one?"),
        ("3d weekends off ../../etc/passwd", "“3d weekends off ../../e…” isn't a time control."),
    ],
)
def test_refusals(typed: str, problem: str) -> None:
    """What is no control, or cannot be one, is refused with the reason and the ways to write one."""
    refusal = read_control(typed)
    assert isinstance(refusal, BadControl)
    assert problem == refusal.problem
    assert "Try none, 3 days/move, 7 days + 1 day up to 10 days, or 10+5" in refusal.text


@pytest.mark.parametrize(
    ("control", "text", "words"),
    [
        (UNTIMED, "none", "no time limit"),
        (THREE_DAYS, "3d/move", "3 days per move"),
        (BANK, "7d+1d max 10d", "7 days + 1 day, up to 10"),
        (BLITZ, "10m+5s", "10 minutes + 5 seconds"),
        (TimeControl(5 * MINUTE), "5m+0s", "5 minutes for all moves"),
        (TimeControl(DAY, HOUR, 36 * HOUR), "1d+1h max 1d12h", "1 day + 1 hour, up to 1 day 12 hours"),
        (
            TimeControl(3 * DAY, 3 * DAY, 3 * DAY, False, "Europe/Berlin"),
            "3d/move soft weekends off Europe/Berlin",
            "3 days per move (no automatic loss), weekends off (Europe/Berlin)",
        ),
    ],
)
def test_writing(control: TimeControl, text: str, words: str) -> None:
    """A control has one canonical text, and words as people say them, which read back as that control."""
    assert (text, words) == (control.text, control.words)
    assert control == read_control(words)


seconds = st.integers(60, 365 * 86_400).map(lambda count: count * SECOND)


@given(seconds, st.integers(0, 86_400), st.none() | seconds, st.booleans(), st.sampled_from(["", "UTC", "Asia/Tokyo"]))
def test_round_trip(start: int, increment: int, cap: int | None, hard: bool, zone: str) -> None:
    """The canonical text of every possible control reads back as that control."""
    control = TimeControl(
        start, increment * SECOND, None if cap is None else max(cap, start), hard, zone if start >= DAY else ""
    )
    assert control == read_control(control.text)


@given(st.text(max_size=120))
def test_anything(typed: str) -> None:
    """Any text is a control that round-trips, or is refused."""
    control = read_control(typed)
    if not isinstance(control, BadControl):
        assert control == read_control(control.text)


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (0, "0 seconds"),
        (999, "0 seconds"),
        (61_000, "1 minute 1 second"),
        (3 * DAY, "3 days"),
        (DAY + 59 * SECOND, "1 day"),
        (26 * HOUR + 59 * MINUTE, "1 day 2 hours"),
    ],
)
def test_spans_in_words(milliseconds: int, words: str) -> None:
    """A span is told in its two largest units, rounded down."""
    assert words == in_words(milliseconds)


@pytest.mark.parametrize(("text", "live"), [("none", False), ("23h+0", True), ("10+5", True), ("1d", False)])
def test_live(text: str, live: bool) -> None:
    """Live play is that which starts with less than a day on the clock."""
    assert live == granted(read_control(text)).live
