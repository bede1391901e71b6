"""Records tampered with in a single place, and what finds it: `python -m tests.engine.tampering` prints a table.

Events are changed as somebody would who knows how a record is written: numbers that point at events follow, and the
whole record is written anew. The text is changed word by word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache, partial
from typing import Any, NamedTuple

from engine.dice.terms import LINKED, PLAYERS, DiceTerms
from engine.play.events import (
    Agreed,
    BrokenRecord,
    Declined,
    Event,
    Happening,
    Moved,
    Proposed,
    Rolled,
    Seated,
    TakenBack,
    pack,
)
from engine.play.game import advance, beginning
from engine.play.proposals import KINDS as PROPOSALS
from engine.play.state import State
from engine.records.audit import compared
from engine.records.scoresheet import BadScoresheet, read_scoresheet, scoresheet
from tests.engine.lively import COMMITMENT, sworn

NUMBER = {"Number": "14"}
TAGS = {**NUMBER, "Date": "2026-11-22", "Red": 'Ann "x"', "Blue": "Ben"}
GAMES: dict[str, tuple[str, int, int, DiceTerms, str]] = {
    "timed": ("hexeh poly", 112, 10, LINKED, "14d+7d"),
    "by players": ("hexeh poly", 108, 10, PLAYERS, ""),
    "by players, timed": ("combat-chess d6", 93, 14, PLAYERS, "14d+7d"),
    "by players, for three": ("nd-wellisch-3 d6", 19, 14, PLAYERS, ""),
}
"""A game of each sort: its variant, seed, moves, terms of the dice and time control."""
REFUSED, CHECKED, SEALED, NAMED, MISSED = "it cannot be read", "the check", "the seal", "named", "missed"


class Tampering(NamedTuple):
    """What was changed, and what gives the record as it is then, "" where none can be written."""

    what: str
    made: Callable[[], str]

    @property
    def text(self) -> str:
        return self.made()


@cache
def game(name: str) -> State:
    variant, seed, plies, dice, time = GAMES[name]
    return sworn(variant, seed, plies, dice, time)


def record(state: State) -> str:
    return scoresheet(state, TAGS, COMMITMENT)


def found(state: State, text: str) -> str:
    """What finds a tampered record of a game: that it cannot be read, its check, the seal; or nothing does."""
    if not text:
        return REFUSED
    try:
        sheet = read_scoresheet(text)
        if not sheet.verify().matches:
            return CHECKED
    except BadScoresheet:
        return REFUSED
    seal = read_scoresheet(record(state)).seal
    if not compared(sheet.state, sheet.scope, sheet.tag("Commitment"), seal).settled:
        return SEALED
    assert "names, dates and other such tags" in sheet.unvouched
    same = scoresheet(sheet.state, NUMBER, COMMITMENT) == scoresheet(state, NUMBER, COMMITMENT)
    return NAMED if same else MISSED


# ---- events


def events_changed(state: State) -> Iterator[Tampering]:
    """The game with a single event changed in one of its fields, dropped, doubled or exchanged with the next."""
    events = list(state.events)
    for place, event in enumerate(events):
        kind = pack(state.variant.board, event.what)[0]
        for what, other in varied(state, event):
            changed = [*events[:place], other, *events[place + 1 :]]
            yield Tampering(f"{what} of {kind}", partial(written, state, changed))
        for what, by in (("dropped", -1), ("doubled", 1)):
            yield Tampering(f"{kind} {what}", partial(written, state, _moved(events, place, by)))
        if place + 1 < len(events):
            swapped = [*events[:place], events[place + 1], event, *events[place + 2 :]]
            yield Tampering(f"{kind} exchanged", partial(written, state, swapped))


def _moved(events: list[Event], place: int, by: int) -> list[Event]:
    """The events with one dropped (-1) or doubled (1), what points at later ones pointing where they went."""
    kept = [*events[: place + max(0, by)], *events[place + (by < 0) :]]
    number = events[place].sequence

    def led(what: Happening) -> Happening:
        if isinstance(what, Proposed | TakenBack) and what.since > number:
            since = what.since + by
            return TakenBack(since) if isinstance(what, TakenBack) else Proposed(what.kind, since)
        return what

    return [event._replace(what=led(event.what)) for event in kept]


def varied(state: State, event: Event) -> Iterator[tuple[str, Event]]:
    """An event changed in one of its fields, with the field's name."""
    yield "time", event._replace(at=event.at + 1)
    yield "time", event._replace(at=event.at - 1)
    for actor in range(len(state.variant.seats) + 1):
        if actor != event.actor:
            yield "actor", event._replace(actor=actor)
    for field in fields(event.what):
        value = getattr(event.what, field.name)
        for other in _others(state, event, value):
            yield field.name, event._replace(what=replace(event.what, **{field.name: other}))


def _others(state: State, event: Event, value: Any) -> list[Any]:
    match event.what:
        case Moved():
            before = next(played for played in _all(state) if played.sequence == event.sequence).before
            legal = state.movement.legal(before)
            return [move for move in legal if move != value][:12]
        case Rolled(dice):
            digits = list(re.finditer(r"\d+", dice))
            return [f"{dice[: d.start()]}{int(d[0]) + by}{dice[d.end() :]}" for d in digits for by in (-1, 1)]
        case Seated(seats):
            return ["-".join(reversed(seats.split("-")))]
        case Proposed() | Agreed() | Declined() if value in PROPOSALS:
            return [kind for kind in PROPOSALS if kind != value]
    if isinstance(value, int):
        return [value + 1, max(0, value - 1)]
    return [f"{value}x", value[:-1], value[::-1]]


def _all(state: State) -> Iterator[Any]:
    """All moves of a game, those taken back or withdrawn included."""
    before = beginning(state)
    for event in state.events:
        before = advance(before, event)
        if isinstance(event.what, Moved):
            yield before.played[-1]


def written(state: State, events: list[Event]) -> str:
    """The record of other events of the same game; "" where they do not lead anywhere."""
    other = beginning(state)
    try:
        for number, event in enumerate(events, 1):
            other = advance(other, event._replace(sequence=number))
        return record(other)
    except (BrokenRecord, ValueError, OverflowError):
        return ""


# ---- tags and words


def tags_changed(state: State) -> Iterator[Tampering]:
    """The record with a single tag changed, dropped, doubled or renamed, or with one more."""
    text = record(state)
    for tag in re.finditer(r'^\[(\w+) "(.*)"\]\n', text, re.MULTILINE):
        others = [
            tag[2][:-1],
            f"{tag[2]}1",
            tag[2].swapcase(),
            re.sub(r"\d", lambda d: str((int(d[0]) + 1) % 10), tag[2]),
        ]
        for value in others:
            yield Tampering(f"tag {tag[1]}", partial(str, f"{text[: tag.start(2)]}{value}{text[tag.end(2) :]}"))
        yield Tampering(f"tag {tag[1]} dropped", partial(str, text[: tag.start()] + text[tag.end() :]))
        yield Tampering(f"tag {tag[1]} doubled", partial(str, text[: tag.end()] + text[tag.start() :]))
        yield Tampering(f"tag {tag[1]} renamed", partial(str, f"{text[: tag.start(1)]}X{text[tag.start(1) :]}"))
    for more in ('Position "4/5 1"', 'TimeControl "1d/move"', 'Dice "2"', 'Options "combat=d6"', 'Event "Cup"'):
        yield Tampering("tag added", partial(str, f"[{more}]\n{text}"))


def words_changed(state: State) -> Iterator[Tampering]:
    """The record with a single word behind its tags changed, dropped, doubled or exchanged with the next."""
    text = record(state)
    words = list(re.finditer(r"\S+", text))
    begin = next(n for n, word in enumerate(words) if word.start() > text.index("\n\n"))
    for number in range(begin, len(words)):
        word = words[number]
        kind = "word of a comment" if text.rfind("\n;", 0, word.start()) >= 0 else "word"
        middle = word.start() + len(word[0]) // 2
        other = "7" if text[middle] != "7" else "3"
        yield Tampering(f"{kind} changed", partial(str, text[:middle] + other + text[middle + 1 :]))
        yield Tampering(f"{kind} dropped", partial(str, text[: word.start()] + text[word.end() :].lstrip(" ")))
        yield Tampering(f"{kind} doubled", partial(str, f"{text[: word.end()]} {text[word.start() :]}"))
        if number + 1 < len(words):
            after = words[number + 1]
            gap = text[word.end() : after.start()]
            yield Tampering(
                f"{kind} exchanged", partial(str, text[: word.start()] + after[0] + gap + word[0] + text[after.end() :])
            )


WALKS = {"events": events_changed, "tags": tags_changed, "words": words_changed}


def main() -> None:
    """Print what finds how many changes of which sort, for each game."""
    for name in GAMES:
        state = game(name)
        counts: Counter[tuple[str, str]] = Counter()
        for sort, walk in WALKS.items():
            for tampering in walk(state):
                if (text := tampering.text) != record(state):
                    finder = found(state, text)
                    counts[sort, finder] += 1
                    if finder == MISSED:
                        print("missed:", tampering.what)
        print(f"{name} ({len(state.events)} events): {sum(counts.values())} changes")
        for (sort, finder), count in sorted(counts.items()):
            print(f"  {sort}, found by {finder}: {count}")


if __name__ == "__main__":
    main()
