"""Clocks: a fold over time stamps, flags and claims, pauses, vacations, credits; the same when replayed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks.control import DAY, HOUR, MINUTE, SECOND
from engine.model.position import Position, bits, long_form
from engine.model.refusal import Refusal
from engine.movement.generator import movement_of
from engine.play.clock import Clock
from engine.play.commands import ClaimTime, ComeBack, Command, GoAway, MakeMove, Resign, Resume
from engine.play.events import (
    BrokenRecord,
    ClockStarted,
    Continued,
    Credited,
    Event,
    Flagged,
    Happening,
    Moved,
    Proposed,
    Resumed,
    StoredEvent,
    TakenBack,
    TimeClaimed,
    pack,
)
from engine.play.game import advance, new_game, replay, restored, untimed
from engine.play.referee import credit, decide, flag, sheet
from engine.play.refusals import NoClock, NotOutOfTime, NoVacation
from engine.play.state import State
from engine.records.scoresheet import read_scoresheet, scoresheet
from engine.rules.protocols import Result
from engine.variants import GAMES, variant_of
from engine.variants.card import card_text
from engine.variants.variant import Variant
from tests.engine.proposing import (
    accept_draw,
    accept_pause,
    accept_takeback,
    ask_takeback,
    decline_pause,
    offer_draw,
    offer_pause,
)
from tests.engine.support import NOON, WINDING, chance, clock_of, control_of
from tests.engine.toys import THREE

UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND, "ms": 1}
DEEDS: dict[str, Callable[[int], Command]] = {
    "claim": ClaimTime,
    "pause": offer_pause,
    "accept": accept_pause,
    "decline": decline_pause,
    "resume": Resume,
    "away": GoAway,
    "back": ComeBack,
    "ask": ask_takeback,
    "agree": accept_takeback,
    "resign": Resign,
    "draw": offer_draw,
}
"""What a seat may do, by the words of the stories below: `away1`."""


def span(text: str) -> int:
    """The ms of a span such as `7d22h`."""
    return sum(int(count) * UNITS[unit] for count, unit in re.findall(r"(\d+)(ms|[dhms])", text))


class Timed:
    """A timed game at a simulated time, with the events so far."""

    def __init__(self, text: str = "3d/move", variant: Variant = WINDING, start: Position | None = None) -> None:
        self.control, self.variant, self.now = control_of(text), variant, NOON
        self.events: list[Event] = []
        self.state = new_game(variant, start, self.control)
        self.happen(0, ClockStarted())

    def happen(self, actor: int, what: Happening) -> None:
        self.add(Event(self.state.sequence + 1, self.now, actor, what))

    def add(self, event: Event) -> None:
        """Let an event happen, which any store could have kept."""
        self.state = restored(self.state, [StoredEvent(*event[:3], *pack(self.variant.board, event.what))])
        assert event == self.state.events[-1]
        self.events.append(event)

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Have a command judged and, if it is granted, carried out."""
        found = decide(self.state, command, self.now)
        for event in () if isinstance(found, Refusal) else found:
            self.add(event)
        return found

    def move(self, after: int = 0, text: str = "") -> tuple[Event, ...] | Refusal:
        self.now += after
        legal = sheet(self.state).long() or [""]
        return self.do(MakeMove(self.state.turn, move=text or legal[0]))

    def flag(self) -> Event | None:
        event = flag(self.state, self.now)
        if event:
            self.add(event)
        return event

    def live(self, story: str) -> None:
        """Let a story happen: `+2d` passes time, `-5h` sets it back, `away1!NoVacation` is refused so."""
        for word in story.split():
            deed, _, refused = word.partition("!")
            verb, seat = deed.rstrip("0123456789"), int(re.sub(r"\D", "", deed) or 0)
            if word[0] in "+-":
                self.now += span(word) if word[0] == "+" else -span(word)
            elif verb == "flag":
                assert (self.flag() is None) == bool(refused), word
            else:
                found = self.move() if verb == "move" else self.do(DEEDS[verb](seat))
                assert refused == (type(found).__name__ if isinstance(found, Refusal) else ""), word

    @property
    def clock(self) -> Clock:
        return clock_of(self.state)

    def left(self) -> list[int]:
        return [self.clock.left_at(seat.number, self.now) for seat in self.variant.seats]


@pytest.mark.parametrize(
    ("control", "story", "left", "deadline", "ends"),
    [
        # each move has its own time, and none is saved
        ("3d/move", "", "3d 3d", "3d", ""),
        ("3d/move", "+2d move", "3d 3d", "3d", ""),
        ("3d/move", "+2d move +1d", "3d 2d", "2d", ""),
        # a bank loses what a move takes and gains its increment, up to its cap
        ("7d+1d max 10d", "+2d move", "6d 7d", "7d", ""),
        ("7d+1d max 10d", "+2d move +1h move +1h move +1h move +1h move", "7d22h 8d22h", "8d22h", ""),
        ("7d+1d max 10d", "+2d move" + " +1h move" * 12, "10d 10d", "10d", ""),
        # in live play a first move costs nothing, later ones gain without a cap
        ("10+5", "+3m move +9m move", "10m 10m", "10m", ""),
        ("10+5", "+3m move +9m move +1s move +1s move", "10m4s 10m4s", "10m4s", ""),
        ("10+5", "+10m flag", "0s 10m", "-", "2 time"),
        # weekends off: NOON is a Friday's
        ("1d/move weekends off", "", "1d 1d", "3d", ""),
        ("1d/move weekends off", "+36h", "12h 1d", "36h", ""),
        # a time before the last one counts as that one
        ("7d+1d", "+1d move -5h", "7d 7d", "7d5h", ""),
        ("7d+1d", "+1d move -5h move +6h", "6d23h 8d", "6d23h", ""),
        # a hard clock falls at its deadline, and time comes before commands
        ("3d/move", "+2d23h59m59s999ms flag!None", "1ms 3d", "1ms", ""),
        ("3d/move", "+2d23h59m59s999ms move", "3d 3d", "3d", ""),
        ("3d/move", "+3d flag flag!None", "0d 3d", "-", "2 time"),
        ("3d/move", "+3d move", "0d 3d", "-", "2 time"),
        ("3d/move", "+3d resign1", "0d 3d", "-", "2 time"),
        ("3d/move", "+3d draw1", "0d 3d", "-", "2 time"),
        ("3d/move", "+3d claim2", "0d 3d", "-", "2 time"),
        ("3d/move", "+3d pause2", "0d 3d", "-", "2 time"),
        ("3d/move", "+3d away1", "0d 3d", "-", "2 time"),
        ("10+5", "claim2!NotOutOfTime", "10m 10m", "10m", ""),
        # in a soft game nothing ends by itself: it is told once, and claimed by another
        ("3d/move soft", "+3d flag flag!None", "0d 3d", "0d", ""),
        ("3d/move soft", "+3d flag +1d move", "3d 3d", "3d", ""),
        ("7d+1d soft", "+9d move", "1d 7d", "7d", ""),
        ("3d/move soft", "+2d23h claim2!NotOutOfTime +1h claim1!OwnTime claim2", "0d 3d", "-", "2 time"),
        ("3d/move soft", "+3d flag claim1!OwnTime claim2", "0d 3d", "-", "2 time"),
        # of three, who runs out of time leaves, and the last one left has won
        ("3d/move", "+3d move claim1!HasLeft", "0d 3d 3d", "3d", ""),
        ("3d/move", "+3d move +3d flag", "0d 0d 3d", "-", "3 last-standing"),
        ("3d/move soft", "+3d claim3", "0d 3d 3d", "3d", ""),
        ("3d/move", "+1d resign2", "2d 3d 3d", "2d", ""),
        ("3d/move", "+1d resign2 resign1", "2d 3d 3d", "-", "3 last-standing"),
        # a pause by agreement stops the clock; either resumes
        ("3d/move", "+1d pause1 accept2 +30d flag!None move!GamePaused claim2!NotOutOfTime", "2d 3d", "-", ""),
        ("3d/move", "+1d pause1 accept2 +30d resume2", "2d 3d", "2d", ""),
        ("3d/move", "+1d pause1 accept2 +30d resume2 move", "3d 3d", "3d", ""),
        ("3d/move", "accept2!NotProposed resume1!NotPaused pause2 pause2!AgreedAlready", "3d 3d", "3d", ""),
        ("3d/move", "pause2 accept2!AgreedAlready decline1 accept1!NotProposed", "3d 3d", "3d", ""),
        ("3d/move", "pause1 move accept2!NotProposed", "3d 3d", "3d", ""),
        ("3d/move", "pause2 pause1 pause1!AlreadyPaused decline2!AlreadyPaused", "3d 3d", "-", ""),
        ("3d/move", "pause3 accept1 accept1!AgreedAlready", "3d 3d 3d", "3d", ""),
        ("3d/move", "pause3 accept1 accept2", "3d 3d 3d", "-", ""),
        ("3d/move soft", "+3d flag pause1 accept2 claim2!NotOutOfTime resume1 claim2", "0d 3d", "-", "2 time"),
        # a vacation stops one's own clock alone, and comes after what has been lost
        ("3d/move", "+1d away1 +20d", "2d 3d", "-", ""),
        ("3d/move", "+1d away1 +20d move", "3d 3d", "3d", ""),
        ("3d/move", "+1d away1 +20d move +1d move +5d", "3d 3d", "-", ""),
        ("3d/move", "+1d away1 +20d back1", "2d 3d", "2d", ""),
        ("3d/move", "back1!NoVacation away1 away1!NoVacation", "3d 3d", "-", ""),
        ("10+5", "away1!NoVacation", "10m 10m", "10m", ""),
        ("3d/move soft", "+3d flag away1 +1d claim2", "0d 3d", "-", "2 time"),
        ("3d/move soft", "+3d away1 away1 +1d claim2", "0d 3d", "-", "2 time"),
        # a takeback costs nobody time
        ("3d/move", "+2d move +2d ask1 agree2", "3d 3d", "3d", ""),
        ("3d/move", "+2d move +2d ask1 agree2 +1d move", "3d 3d", "3d", ""),
        ("7d+1d max 10d", "+2d move +3d move +4d", "2d 5d", "2d", ""),
        ("7d+1d max 10d", "+2d move +3d move +4d ask1 agree2", "5d 7d", "5d", ""),
        ("10+5", "+1m move ask1 agree2 +3m move", "10m 10m", "10m", ""),
    ],
)
def test_stories(control: str, story: str, left: str, deadline: str, ends: str) -> None:
    """After a story the clocks show what the rules of the control say, and the game has ended as they say."""
    game = Timed(control, THREE if left.count(" ") == 2 else WINDING)
    game.live(story)
    assert [span(each) for each in left.split()] == game.left()
    assert (None if deadline == "-" else span(deadline)) == (game.clock.deadline and game.clock.deadline - game.now)
    result = game.state.result
    assert ends == ("" if result is None else f"{result.winner} {result.reason}")
    assert replay(game.variant, game.events, None, game.control) == game.state


def test_no_clock() -> None:
    """A game without a time control has no clock, and nothing about time is done in it."""
    state = new_game(WINDING)
    assert state.clock is None
    assert flag(state, NOON + 999 * DAY) is None
    assert credit(state, 0, NOON, "") is None
    for command in (ClaimTime(2), offer_pause(1), accept_pause(2), decline_pause(2), Resume(1)):
        assert decide(state, command, NOON) == NoClock()
    assert decide(state, GoAway(1), NOON) == NoVacation()
    with pytest.raises(BrokenRecord, match="this game has no clock"):
        advance(state, Event(1, NOON, 0, ClockStarted()))


def test_before_the_beginning() -> None:
    """Before the referee has started them, no clock runs."""
    state = new_game(WINDING, None, control_of("3d"))
    assert clock_of(state).deadline is None
    assert flag(state, NOON + 9 * DAY) is None


def test_time_comes_before_an_answer() -> None:
    """Who answers an offer after a hard deadline learns that the time has run out."""
    game = Timed()
    game.do(offer_draw(1))
    game.now += 3 * DAY
    assert (Event(3, game.now, 0, Flagged(1)),) == game.do(accept_draw(2))
    assert game.clock.deadline is None


@pytest.mark.parametrize(
    ("control", "story", "refusal"),
    [
        ("3d/move soft", "+2d23h", NotOutOfTime("Red", "1 hour", True)),
        ("10+5", "", "Red has 10 minutes left."),
        ("3d/move", "+1d pause1 accept2", "Red has 2 days left, and the clock is stopped."),
    ],
)
def test_early_claims_in_words(control: str, story: str, refusal: Refusal | str) -> None:
    """A claim that comes too early is refused with what is left."""
    game = Timed(control)
    game.live(story)
    found = game.do(ClaimTime(2))
    assert refusal in (found, getattr(found, "text", None))


# ---- credits


@pytest.mark.parametrize(
    ("control", "story", "back", "given", "left"),
    [
        ("7d+1d max 7d", "+2d", DAY, DAY, "6d 7d"),
        ("3d/move", "+10d", 9 * DAY, 9 * DAY, "2d 3d"),
        ("3d/move weekends off", "+3d12h", 3 * DAY + HOUR, 25 * HOUR, "61h 3d"),
        ("3d/move weekends off", "+3d12h move +1h", 4 * DAY, HOUR, "3d 3d"),
        ("3d/move", "+1d pause1 accept2 +1d", 2 * DAY, 0, "2d 3d"),
    ],
)
def test_credit(control: str, story: str, back: int, given: int, left: str) -> None:
    """What the running clock has lost by time that counted is given back, beyond its cap; and only once."""
    game = Timed(control)
    game.live(story)
    event = credit(game.state, game.now - back, game.now, "away")
    assert (event.what if event else None) == (Credited(game.clock.running, given, "away") if given else None)
    if event:
        game.add(event)
        assert credit(game.state, game.now - back, game.now, "") is None
    assert [span(each) for each in left.split()] == game.left()


def test_a_credit_outlives_the_cap() -> None:
    """Time given back is kept where it goes beyond the cap."""
    game = Timed("7d+1d max 7d")
    game.happen(0, Credited(1, 2 * DAY, ""))
    game.move()
    assert [9 * DAY, 7 * DAY] == game.left()


def test_a_credit_takes_a_soft_flag_back() -> None:
    """Where time is given back to a soft clock that has been said to be out, that is said anew when it is out again."""
    game = Timed("3d/move soft")
    game.live("+4d flag")
    game.happen(0, Credited(2, DAY, ""))
    game.live("flag!None")
    game.happen(0, Credited(1, DAY, ""))
    assert not game.clock.flagged
    game.live("flag!None +1d flag")


@pytest.mark.parametrize(
    ("actor", "what"),
    [
        (0, Flagged(2)),
        (2, TimeClaimed(2)),
        (1, Flagged(1)),
        (1, ClockStarted()),
        (0, Credited(7, 1, "")),
        (0, Credited(3, 1, "")),
        (0, Credited(0, 1, "")),
        (0, Resumed()),
    ],
)
def test_what_no_referee_has_written(actor: int, what: Happening) -> None:
    """Flags of a clock that does not run, credits of nobody, and events by the wrong one break a record."""
    with pytest.raises(BrokenRecord):
        Timed().happen(actor, what)


# ---- properties

FORMS = ["3d/move", "7d+1d max 10d", "7d+1d", "10+5", "3m+2s", "1d/move weekends off Europe/Berlin", "2d+1h soft"]
DEED = st.sampled_from(
    ["move"] * 5 + ["pause", "accept", "resume", "away", "back", "claim", "draw", "flag", "ask", "agree"]
)
steps = st.lists(st.tuples(DEED, st.integers(0, 3 * DAY), st.integers(1, 3)), max_size=40)


@given(st.sampled_from(FORMS), st.integers(0, 999), steps, st.sampled_from([WINDING, THREE]))
def test_any_story(text: str, seed: int, story: Sequence[tuple[str, int, int]], variant: Variant) -> None:
    """Whatever happens, no clock holds less than nothing, no hard move is late, and the events alone give the same."""
    game, rng = Timed(text, variant), chance(seed)
    for deed, pause, seat in story:
        game.now += pause if not game.control.live else pause // 4000
        if game.state.result is not None:
            break
        if deed == "flag":
            game.flag()
        elif deed == "move":
            game.move(text=long_form(variant.board, rng.choice(sheet(game.state).legal)))
        else:
            before = game.left()
            game.do(DEEDS[deed](seat))
            if isinstance(game.events[-1].what, TakenBack):
                assert all(now >= then for now, then in zip(game.left(), before, strict=True))
    state: State = new_game(variant, None, game.control)
    for count, event in enumerate(game.events, 1):
        clock = clock_of(state)
        if isinstance(event.what, Moved) and clock.control.hard and clock.deadline is not None:
            assert event.at < clock.deadline
        state = advance(state, event)
        assert min(clock_of(state).left) >= 0
        assert count % 7 or replay(variant, game.events[:count], None, game.control) == state
    assert state == game.state
    if variant is WINDING:
        written = scoresheet(state, {}, "")
        assert f'[TimeControl "{game.control.text}"]' in written
        assert read_scoresheet(written).state == state


# ---- without its time


def test_a_continued_game_begins_its_clocks_anew() -> None:
    """What the clocks showed before a game was continued is of no account; they stand until they are started."""
    game = Timed()
    game.move(DAY)
    game.happen(0, Continued("7", ""))
    assert game.clock == Clock.of(game.control, 2)


def test_takebacks_without_time() -> None:
    """Without its clocks a game's takebacks still name the events that they undid."""
    game = Timed()
    game.live("pause1 decline2 +1h move +1h move ask2 agree1")
    kept = untimed(game.events)
    assert kept is not None
    assert [Proposed("takeback", 2), TakenBack(2)] == [event.what for event in kept[2:]]
    assert replay(game.variant, kept).line == game.state.line


def test_events_without_time() -> None:
    """A game may be gone on with without its clocks, unless time has decided something."""
    game = Timed()
    game.live("+1d move pause1")
    kept = untimed(game.events)
    assert kept is not None
    assert [(1, "moved")] == [(event.sequence, pack(game.variant.board, event.what)[0]) for event in kept]
    game.live("+9d flag")
    assert untimed(game.events) is None


# ---- time against a bare royal

ARMIES = ("wellisch", "mccooey", "anglojewish", "altorth", "trios")
MATED = ("chess", "glinski", "mccooey", "shafran", "imperial", *(f"nd-{army}" for army in ARMIES))


def bared(variant: Variant, *seats: int, but: str = "") -> Position:
    """The array, its placements done, where these seats have only their royals and pieces of the kinds `but`."""
    start, movement = variant.start._replace(due=0), movement_of(variant)
    placed = [(cell, piece) for cell in bits(start.pieces[0]) if (piece := variant.piece(start, cell))]
    gone = [cell for cell, each in placed if each.seat in seats and not each.kind.royal and each.kind.letter not in but]
    return movement.remove(start, gone)


def timed_out(variant: Variant, start: Position, control: str = "5m") -> State:
    """A game from a position in which the first player's time has run out, as the referee or the opponent says."""
    game = Timed(control, variant, start=start)
    game.now += 10 * DAY
    game.flag()
    if not game.control.hard:
        game.do(ClaimTime(2))
    return game.state


@pytest.mark.parametrize("key", MATED)
def test_time_against_a_bare_royal_draws(key: str) -> None:
    """Whose time runs out against a bare royal draws where mate wins, but not against one pawn more."""
    variant = variant_of(key)
    royal = next(kind.name for kind in variant.kinds if kind.royal)
    assert f"If your time runs out while your opponent has only a {royal}, it's a draw." in card_text(variant)
    for control in ("5m", "3d/move soft"):
        state = timed_out(variant, bared(variant, 2), control)
        assert Result(None, "time-insufficient") == state.result
    text = scoresheet(state, {})
    assert f"draw: time ran out against a bare {royal}" in text
    assert state.result == read_scoresheet(text).state.result
    pawns = "".join(kind.letter for kind in variant.kinds if kind.pawnlike)
    for start in (bared(variant, 2, but=pawns), bared(variant, 1)):
        assert Result(2, "time") == timed_out(variant, start).result


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("hexeh", {}),
        ("hexeh", {"combat": "poly"}),
        ("combat-chess", {}),
        ("chess", {"goal": "hill"}),
        *((key, {"combat": "d6"}) for key in MATED),
    ],
)
def test_time_against_a_bare_royal_that_can_win_loses(key: str, options: dict[str, str]) -> None:
    """Where the royal can be captured or beaten, or can win by itself, time loses against it as well."""
    variant = variant_of(key, options)
    assert Result(2, "time") == timed_out(variant, bared(variant, 2)).result
    assert "time-insufficient" not in variant.reasons


@pytest.mark.parametrize("game", [game for game in GAMES if game.endswith("-3") or "-4-" in game])
def test_time_of_three_and_four_keeps_its_rule(game: str) -> None:
    """In games for three and four who is late leaves with all pieces, and royals alone draw."""
    variant = variant_of(game)
    late = timed_out(variant, bared(variant, *range(2, len(variant.seats) + 1)))
    assert Result(None, "insufficient") == late.result
    assert "time-insufficient" not in variant.reasons


def test_time_against_scouts_still_to_be_placed_loses() -> None:
    """A royal is not bare while its side has pieces to place."""
    variant = variant_of("imperial")
    start = bared(variant, 2)._replace(due=variant.start.due)
    assert Result(2, "time") == timed_out(variant, start).result
