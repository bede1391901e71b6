"""Clocks: a fold over time stamps, flags and claims, pauses, vacations, credits; the same when replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks.control import DAY, HOUR, MINUTE, SECOND, TimeControl, read_control
from engine.model.position import Position, bits, long_form
from engine.model.refusal import Refusal
from engine.movement.generator import movement_of
from engine.play.clock import Clock
from engine.play.commands import ClaimTime, ComeBack, Command, GoAway, MakeMove, Resign, Resume
from engine.play.events import (
    Agreed,
    BrokenRecord,
    CameBack,
    ClockStarted,
    Continued,
    Credited,
    Event,
    Flagged,
    Happening,
    Moved,
    Paused,
    Proposed,
    Resumed,
    TakenBack,
    TimeClaimed,
    WentAway,
    pack,
    unpack,
)
from engine.play.game import advance, new_game, replay, untimed
from engine.play.referee import credit, decide, flag, sheet
from engine.play.refusals import (
    AgreedAlready,
    AlreadyPaused,
    GamePaused,
    HasLeft,
    NoClock,
    NotOutOfTime,
    NotPaused,
    NotProposed,
    NoVacation,
    OwnTime,
)
from engine.play.state import State
from engine.records.parser import BadScoresheet
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
from tests.engine.support import NOON, WINDING, chance
from tests.engine.toys import THREE

MOVES = ("b1c3", "b5c4", "f1e3", "f5e4")
SATURDAY = NOON + 12 * HOUR
"""The midnight (UTC) with which a Saturday begins: NOON is a Friday's."""


def control_of(text: str) -> TimeControl:
    """The control of this text."""
    control = read_control(text)
    assert isinstance(control, TimeControl)
    return control


@dataclass
class Timed:
    """A timed game at a simulated time, with the events so far."""

    text: str = "3d/move"
    variant: Variant = WINDING
    now: int = NOON
    events: list[Event] = field(default_factory=list)
    start: Position | None = None

    def __post_init__(self) -> None:
        self.control = control_of(self.text)
        self.state = new_game(self.variant, self.start, self.control)
        self.happen(0, ClockStarted())

    def happen(self, actor: int, what: Happening) -> None:
        """Let something happen now."""
        self.add(Event(self.state.sequence + 1, self.now, actor, what))

    def add(self, event: Event) -> None:
        """Let an event happen, which any store could have kept."""
        assert event.what == unpack(*pack(event.what))
        self.events.append(event)
        self.state = advance(self.state, event)

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Have a command judged and, if it is granted, carried out."""
        found = decide(self.state, command, self.now)
        for event in () if isinstance(found, Refusal) else found:
            self.add(event)
        return found

    def move(self, after: int = 0, text: str = "") -> tuple[Event, ...] | Refusal:
        """Make the first legal move, or this one, after so many ms."""
        self.now += after
        legal = sheet(self.state)
        return self.do(MakeMove(self.state.turn, move=text or legal.long()[0]))

    def flag(self) -> Event | None:
        """Let the referee look at the clock."""
        event = flag(self.state, self.now)
        if event:
            self.add(event)
        return event

    @property
    def clock(self) -> Clock:
        """The clock."""
        assert self.state.clock is not None
        return self.state.clock

    def left(self, *seats: int) -> list[int]:
        """What the seats have left now; both of two where none is named."""
        return [self.clock.left_at(seat, self.now) for seat in seats or (1, 2)]

    def whats(self) -> list[Happening]:
        """What has happened, moves left out."""
        return [event.what for event in self.events if not isinstance(event.what, Moved)]


# ---- forms of clocks


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


def test_per_move() -> None:
    """With days per move each move has its own, and none is saved."""
    game = Timed("3d/move")
    assert NOON + 3 * DAY == game.clock.deadline
    game.move(2 * DAY)
    assert [3 * DAY, 3 * DAY] == game.left()
    game.now += DAY
    assert [3 * DAY, 2 * DAY] == game.left()
    assert game.now + 2 * DAY == game.clock.deadline


def test_bank() -> None:
    """A bank loses what a move takes and gains its increment, up to its cap."""
    game = Timed("7d+1d max 10d")
    game.move(2 * DAY)
    assert [6 * DAY, 7 * DAY] == game.left()
    for _ in range(4):
        game.move(HOUR)
    assert [8 * DAY - 2 * HOUR, 9 * DAY - 2 * HOUR] == game.left()
    for _ in range(8):
        game.move(HOUR)
    assert [10 * DAY, 10 * DAY] == game.left()


def test_live() -> None:
    """In live play a clock gains its increment after each move without a cap; a player's first move costs nothing."""
    game = Timed("10+5")
    game.move(3 * MINUTE)
    game.move(9 * MINUTE)
    assert [10 * MINUTE, 10 * MINUTE] == game.left()
    for _ in range(2):
        game.move(SECOND)
    assert [10 * MINUTE + 4 * SECOND] * 2 == game.left()


def test_a_first_live_move_that_never_comes() -> None:
    """Who does not make the first move within the time on the clock has lost a live game, too."""
    game = Timed("10+5")
    game.now = NOON + 10 * MINUTE
    assert Flagged(1) == getattr(game.flag(), "what", None)
    assert Result(2, "time") == game.state.result


def test_before_the_beginning() -> None:
    """Before the referee has started them, no clock runs."""
    state = new_game(WINDING, None, control_of("3d"))
    assert state.clock is not None
    assert state.clock.deadline is None
    assert flag(state, NOON + 9 * DAY) is None


def test_weekends() -> None:
    """Where weekends are off, a deadline that would fall on one is that much later."""
    game = Timed("1d/move weekends off")
    assert SATURDAY + 2 * DAY + 12 * HOUR == game.clock.deadline
    game.now = SATURDAY + DAY
    assert [12 * HOUR, DAY] == game.left()


def test_time_does_not_run_backwards() -> None:
    """A time stamp before the last one counts as that one."""
    game = Timed("7d+1d")
    game.move(DAY)
    before = game.left()
    game.now -= 5 * HOUR
    assert before == game.left()
    game.move()
    assert [7 * DAY, 8 * DAY] == game.left()
    game.now = NOON + DAY + HOUR
    assert [7 * DAY - HOUR, 8 * DAY] == game.left()


# ---- time runs out


@pytest.mark.parametrize("text", ["3d/move", "7d+1d max 10d", "10+5", "5m", "1d/move weekends off Asia/Tokyo"])
def test_flags_fall_at_the_deadline(text: str) -> None:
    """A hard clock falls at its deadline, not a ms before; the opponent has won by time."""
    game = Timed(text)
    game.move(SECOND)
    game.move(SECOND)
    deadline = game.clock.deadline
    assert deadline is not None
    game.now = deadline - 1
    assert game.flag() is None
    assert game.left(1) == [1]
    game.now = deadline
    assert game.flag() == Event(4, deadline, 0, Flagged(1))
    assert Result(2, "time") == game.state.result
    assert game.clock.deadline is None
    assert game.flag() is None


@pytest.mark.parametrize(
    "command",
    [MakeMove(1, move="b1c3"), Resign(1), offer_draw(1), accept_draw(2), ClaimTime(2), offer_pause(2), GoAway(1)],
)
def test_time_comes_before_commands(command: Command) -> None:
    """Whatever is commanded after a hard deadline, the only event is that the time has run out."""
    game = Timed("3d/move")
    game.now += 3 * DAY
    assert (Event(2, game.now, 0, Flagged(1)),) == game.do(command)
    assert Result(2, "time") == game.state.result


def test_a_move_in_the_last_ms() -> None:
    """A move a ms before the deadline is in time."""
    game = Timed("3d/move")
    assert not isinstance(game.move(3 * DAY - 1), Refusal)
    assert (game.state.turn, game.state.result) == (2, None)


def test_soft_clocks() -> None:
    """In a soft game nothing ends by itself: that time has run out is told once, and the player may still move."""
    game = Timed("3d/move soft")
    game.now += 3 * DAY
    assert Flagged(1) == getattr(game.flag(), "what", None)
    assert game.flag() is None
    assert (game.state.result, game.left(1)) == (None, [0])
    game.move(DAY)
    assert (game.state.turn, game.left(), game.clock.flagged) == (2, [3 * DAY, 3 * DAY], False)


def test_an_overdrawn_bank() -> None:
    """In a soft game a bank that was overdrawn starts from nothing, with its increment."""
    game = Timed("7d+1d soft")
    game.move(9 * DAY)
    assert [DAY, 7 * DAY] == game.left()


@pytest.mark.parametrize("told", [False, True])
def test_claiming(told: bool) -> None:
    """The opponent claims once time has run out, whether that was told already or not."""
    game = Timed("3d/move soft")
    game.now += 3 * DAY - HOUR
    assert NotOutOfTime("Red", "1 hour", True) == game.do(ClaimTime(2))
    game.now += HOUR
    if told:
        game.flag()
    assert OwnTime() == game.do(ClaimTime(1))
    assert not isinstance(game.do(ClaimTime(2)), Refusal)
    assert TimeClaimed(1) == game.events[-1].what
    assert Result(2, "time") == game.state.result


def test_claiming_in_a_hard_game() -> None:
    """In a hard game a claim that comes too early is refused with what is left; later the flag needs no claim."""
    game = Timed("10+5")
    assert "Red has 10 minutes left." == getattr(game.do(ClaimTime(2)), "text", None)


def test_three_players() -> None:
    """Of three, who runs out of time leaves with all pieces; the clock of the next runs; the last one left has won."""
    game = Timed("3d/move", THREE)
    game.now += 3 * DAY
    assert (Event(2, game.now, 0, Flagged(1)),) == game.do(MakeMove(2, move=""))
    assert (game.state.result, game.state.remaining, game.state.turn) == (None, (2, 3), 2)
    assert 0 == game.state.position.pieces[1]
    assert (2, game.now + 3 * DAY) == (game.clock.running, game.clock.deadline)
    assert HasLeft() == game.do(ClaimTime(1))
    game.now += 3 * DAY
    game.flag()
    assert Result(3, "last-standing") == game.state.result


def test_three_players_softly() -> None:
    """In a soft game of three anyone else claims the time of the one to move."""
    game = Timed("3d/move soft", THREE)
    game.now += 3 * DAY
    game.do(ClaimTime(3))
    assert (game.state.remaining, game.clock.running) == ((2, 3), 2)


def test_who_resigns_out_of_turn_does_not_move_the_clock() -> None:
    """When a player resigns out of turn, the clock of the one to move goes on as it was."""
    game = Timed("3d/move", THREE)
    game.now += DAY
    game.do(Resign(2))
    assert (1, NOON + 3 * DAY) == (game.clock.running, game.clock.deadline)
    game.do(Resign(1))
    assert game.state.result == Result(3, "last-standing")


def test_a_takeback() -> None:
    """When moves are taken back, the clock of whose turn it then is runs with what it had; time used stays used."""
    game = Timed("7d+1d")
    game.move(2 * DAY)
    game.now += DAY
    back = game.clock.turned(1, game.now)
    assert ([6 * DAY, 6 * DAY], 1) == ([back.left_at(seat, game.now) for seat in (1, 2)], back.running)
    game.move()
    both = game.clock.turned(game.clock.running, game.now)
    assert both == game.clock


# ---- pauses


def test_a_pause_by_agreement() -> None:
    """A pause that both agree to stops the clock; either resumes, and the clock goes on with what it had."""
    game = Timed("3d/move")
    game.now += DAY
    game.do(offer_pause(1))
    assert 1 == getattr(game.state.proposal("pause"), "by", None)
    game.do(accept_pause(2, 2))
    assert (Paused(), None, True) == (game.events[-1].what, game.clock.deadline, game.clock.paused)
    game.now += 30 * DAY
    assert [2 * DAY, 3 * DAY] == game.left()
    assert game.flag() is None
    assert GamePaused() == game.move()
    assert "Red has 2 days left, and the clock stands still." == getattr(game.do(ClaimTime(2)), "text", None)
    game.do(Resume(2))
    assert (Resumed(), game.now + 2 * DAY) == (game.events[-1].what, game.clock.deadline)
    assert not isinstance(game.move(), Refusal)


def test_answers_to_a_pause() -> None:
    """A pause is offered once, answered by the other side, and lapses with the turn."""
    game = Timed("3d/move")
    assert NotProposed("pause", "with the last move") == game.do(accept_pause(2))
    assert NotPaused() == game.do(Resume(1))
    game.do(offer_pause(2))
    assert AgreedAlready("pause") == game.do(offer_pause(2))
    assert AgreedAlready("pause") == game.do(accept_pause(2))
    assert NotProposed("pause", "with the last move") == game.do(accept_pause(1, 99))
    game.do(decline_pause(1))
    assert game.state.proposal("pause") is None
    game.do(offer_pause(1))
    game.move()
    assert NotProposed("pause", "with the last move") == game.do(accept_pause(2))
    game.do(offer_pause(2))
    game.do(offer_pause(1))
    assert game.clock.paused
    for command in (offer_pause(1), accept_pause(1), decline_pause(2)):
        assert AlreadyPaused() == game.do(command)
    assert not isinstance(game.do(Resign(1)), Refusal)


def test_all_agree_to_a_pause() -> None:
    """Of three, all must agree to a pause."""
    game = Timed("3d/move", THREE)
    game.do(offer_pause(3))
    game.do(accept_pause(1))
    assert (Agreed("pause"), False) == (game.events[-1].what, game.clock.paused)
    already = game.do(accept_pause(1))
    assert isinstance(already, Refusal)
    assert "You have already agreed to that pause; not everybody has answered yet." == already.text
    game.do(accept_pause(2))
    assert (Paused(), True) == (game.events[-1].what, game.clock.paused)


# ---- vacations


def test_vacation_stops_ones_own_clock_alone() -> None:
    """On vacation one's own clock stands still, the other's runs; coming back, it goes on with what it had."""
    game = Timed("3d/move")
    game.now += DAY
    game.do(GoAway(1))
    game.now += 20 * DAY
    assert ([2 * DAY, 3 * DAY], None) == (game.left(), game.clock.deadline)
    game.move()
    assert (game.now + 3 * DAY,) == (game.clock.deadline,)
    game.move(DAY)
    assert (None, [3 * DAY, 3 * DAY]) == (game.clock.deadline, game.left())
    game.now += 5 * DAY
    game.do(ComeBack(1))
    assert (game.now + 3 * DAY,) == (game.clock.deadline,)
    assert [WentAway(), CameBack()] == game.whats()[1:]


@pytest.mark.parametrize("told", [False, True])
def test_a_vacation_begun_too_late(told: bool) -> None:
    """Who goes on vacation when a soft clock has run out has still run out of time: it is said first, and claimed."""
    game = Timed("3d/move soft")
    game.now += 3 * DAY
    if told:
        game.flag()
    while WentAway() not in game.whats():
        assert not isinstance(game.do(GoAway(1)), Refusal)
    assert [Flagged(1), WentAway()] == game.whats()[1:]
    game.now += DAY
    assert not isinstance(game.do(ClaimTime(2)), Refusal)
    assert Result(2, "time") == game.state.result


def test_no_claim_while_all_agree_to_pause() -> None:
    """A game that was paused after time had run out is claimed when it is taken up again, not before."""
    game = Timed("3d/move soft")
    game.now += 3 * DAY
    game.flag()
    game.do(offer_pause(1))
    game.do(accept_pause(2))
    assert isinstance(game.do(ClaimTime(2)), NotOutOfTime)
    game.do(Resume(1))
    assert not isinstance(game.do(ClaimTime(2)), Refusal)


def test_where_vacation_changes_nothing() -> None:
    """Vacation changes nothing in a live game, nor what it has changed already."""
    assert NoVacation() == Timed("10+5").do(GoAway(1))
    game = Timed()
    assert NoVacation() == game.do(ComeBack(1))
    game.do(GoAway(1))
    assert NoVacation() == game.do(GoAway(1))


# ---- credits


def test_credit() -> None:
    """What the running clock has lost since a time is given back to it; a second time there is nothing to give."""
    game = Timed("7d+1d max 7d")
    game.now += 2 * DAY
    event = credit(game.state, game.now - DAY, game.now, "the referee was away")
    assert Event(2, game.now, 0, Credited(1, DAY, "the referee was away")) == event
    assert event is not None
    game.add(event)
    assert [6 * DAY, 7 * DAY] == game.left()
    assert credit(game.state, game.now - DAY, game.now, "") is None


def test_credit_beyond_all_there_was() -> None:
    """Where a clock has lost more than it had, what is given back pays for that first."""
    game = Timed("3d/move")
    game.now += 10 * DAY
    event = credit(game.state, game.now - 9 * DAY, game.now, "")
    assert event is not None
    game.add(event)
    assert [2 * DAY, 3 * DAY] == game.left()


def test_credit_knows_what_counts() -> None:
    """Only time that counted is given back: not weekends that are off, not before the last move, not in a pause."""
    game = Timed("3d/move weekends off")
    game.now = SATURDAY + 3 * DAY
    event = credit(game.state, SATURDAY - HOUR, game.now, "")
    assert event is not None
    assert Credited(1, 25 * HOUR, "") == event.what
    game.move()
    game.now += HOUR
    event = credit(game.state, NOON, game.now, "")
    assert event is not None
    assert Credited(2, HOUR, "") == event.what
    for command in (offer_pause(1), accept_pause(2)):
        game.do(command)
    game.now += DAY
    assert credit(game.state, NOON, game.now, "") is None


def test_a_credit_outlives_the_cap() -> None:
    """Time given back is kept where it goes beyond the cap."""
    game = Timed("7d+1d max 7d")
    game.happen(0, Credited(1, 2 * DAY, ""))
    game.move()
    assert [9 * DAY, 7 * DAY] == game.left()


def test_a_credit_takes_a_soft_flag_back() -> None:
    """Where time is given back to a soft clock that has been said to be out, that is said anew when it is out again."""
    game = Timed("3d/move soft")
    game.now += 4 * DAY
    game.flag()
    game.happen(0, Credited(1, DAY, ""))
    assert (game.clock.flagged, game.flag()) == (False, None)
    game.now += DAY
    assert game.flag() is not None


# ---- broken records


@pytest.mark.parametrize(
    ("actor", "what"),
    [
        (0, Flagged(2)),
        (2, TimeClaimed(2)),
        (1, Flagged(1)),
        (1, ClockStarted()),
        (0, Credited(7, 1, "")),
        (0, Resumed()),
    ],
)
def test_what_no_referee_has_written(actor: int, what: Happening) -> None:
    """Flags of a clock that does not run, credits of nobody, and events by the wrong one break a record."""
    game = Timed()
    with pytest.raises(BrokenRecord):
        game.happen(actor, what)


# ---- properties

FORMS = ["3d/move", "7d+1d max 10d", "7d+1d", "10+5", "3m+2s", "1d/move weekends off Europe/Berlin", "2d+1h soft"]
steps = st.lists(st.tuples(st.sampled_from("mmmmmpravbcdf"), st.integers(0, 3 * DAY), st.integers(1, 3)), max_size=40)


def lived(text: str, seed: int, story: Sequence[tuple[str, int, int]], variant: Variant) -> Timed:
    """A game in which all sorts of things happen at random times."""
    game, rng = Timed(text, variant), chance(seed)
    for deed, pause, seat in story:
        game.now += pause if not game.control.live else pause // 4000
        if game.state.result is not None:
            break
        commands: dict[str, Command] = {
            "p": offer_pause(seat), "a": accept_pause(seat), "r": Resume(seat), "v": GoAway(seat), "b": ComeBack(seat),
            "c": ClaimTime(seat), "d": offer_draw(seat),
        }  # fmt: skip
        if deed == "f":
            game.flag()
        elif deed in commands:
            game.do(commands[deed])
        else:
            legal = sheet(game.state).legal
            game.move(text=long_form(variant.board, rng.choice(legal)))
    return game


@given(st.sampled_from(FORMS), st.integers(0, 999), steps, st.sampled_from([WINDING, THREE]))
def test_replayed_at_every_point(text: str, seed: int, story: list[tuple[str, int, int]], variant: Variant) -> None:
    """Wherever a game is taken up again, its events alone give the same clocks."""
    game = lived(text, seed, story, variant)
    states: list[State] = [new_game(variant, None, game.control)]
    for event in game.events:
        states.append(advance(states[-1], event))
    for count, state in enumerate(states):
        assert replay(variant, game.events[:count], None, game.control) == state
    assert states[-1] == game.state


@given(st.sampled_from(FORMS), st.integers(0, 999), steps, st.sampled_from([WINDING, THREE]))
def test_never_below_nothing(text: str, seed: int, story: list[tuple[str, int, int]], variant: Variant) -> None:
    """No clock ever holds less than nothing, and no move of a hard game is made at or after its deadline."""
    game = lived(text, seed, story, variant)
    state = new_game(variant, None, game.control)
    for event in game.events:
        clock = state.clock
        assert clock is not None
        if isinstance(event.what, Moved) and clock.control.hard and clock.deadline is not None:
            assert event.at < clock.deadline
        state = advance(state, event)
        assert state.clock is not None
        assert min(state.clock.left) >= 0


@given(st.integers(0, 999), st.lists(st.integers(0, 20 * HOUR), min_size=1, max_size=30))
def test_used_time_is_elapsed_time(seed: int, pauses: list[int]) -> None:
    """Without increments, what all clocks have lost is the time that has passed."""
    game, rng = Timed("365d+0s"), chance(seed)
    for pause in pauses:
        legal = sheet(game.state).legal
        if not legal:
            break
        game.move(pause, long_form(WINDING.board, rng.choice(legal)))
    assert 2 * 365 * DAY - sum(game.left()) == game.now - NOON


@given(st.sampled_from(FORMS), st.integers(0, 3000) | st.integers(0, 9 * DAY))
def test_left_and_deadline_agree(text: str, passed: int) -> None:
    """At any time nothing is left exactly if the deadline has come."""
    clock = Timed(text).clock
    now = NOON + passed
    assert (clock.left_at(1, now) == 0) == clock.out(now)
    assert clock.settled(now).deadline == clock.deadline or clock.out(now)


def test_settling_changes_nothing() -> None:
    """Counting the clocks up to now and going on is the same as going on."""
    game = Timed("7d+1d weekends off Europe/Berlin")
    once = game.clock.settled(NOON + 4 * DAY)
    assert once.left_at(1, NOON + 6 * DAY) == game.clock.left_at(1, NOON + 6 * DAY)
    assert once._replace(since=0, left=()) == game.clock._replace(since=0, left=())


@given(st.sampled_from(FORMS), st.integers(0, 999), steps)
def test_scoresheets_of_timed_games(text: str, seed: int, story: list[tuple[str, int, int]]) -> None:
    """A timed game's scoresheet names its control and plays back to the same events and the same clocks."""
    game = lived(text, seed, story, WINDING)
    written = scoresheet(game.state, {}, "")
    assert f'[TimeControl "{game.control.text}"]' in written
    assert read_scoresheet(written).state == game.state


def test_a_scoresheet_with_a_wrong_control() -> None:
    """A control that cannot be read is refused at its place."""
    with pytest.raises(BadScoresheet, match="line 2"):
        read_scoresheet('[Game "hexeh@1"]\n[TimeControl "soon"]\n\n')


def test_a_continued_game_begins_its_clocks_anew() -> None:
    """What the clocks showed before a game was continued is of no account; they stand until they are started."""
    game = Timed()
    game.move(DAY)
    game.happen(0, Continued("7", ""))
    assert game.clock == Clock.of(game.control, 2)


# ---- takebacks


def test_a_takeback_costs_nobody_time() -> None:
    """After a takeback the side to move has what it had left after its move, the other what it had before its turn."""
    game = Timed("3d/move")
    game.move(2 * DAY)
    game.now += 2 * DAY
    game.do(ask_takeback(1))
    game.do(accept_takeback(2))
    assert 1 == game.clock.running
    assert [3 * DAY, 3 * DAY] == game.left()
    assert game.now + 3 * DAY == game.clock.deadline
    game.move(DAY)
    assert [3 * DAY, 3 * DAY] == game.left()
    assert game.now + 3 * DAY == game.clock.deadline


def test_a_takeback_of_several_moves_with_a_bank() -> None:
    """What both have spent since the first move undone is given back; what they gained since they keep."""
    game = Timed("7d+1d max 10d")
    game.move(2 * DAY)
    game.move(3 * DAY)
    assert [6 * DAY, 5 * DAY] == game.left()
    game.now += 4 * DAY
    assert [2 * DAY, 5 * DAY] == game.left()
    game.do(ask_takeback(1))
    game.do(accept_takeback(2))
    assert [5 * DAY, 7 * DAY] == game.left()
    assert 1 == game.clock.running


def test_a_first_move_taken_back_in_live_play() -> None:
    """A first move that was taken back is a first move again, which costs nothing."""
    game = Timed("10+5")
    game.move(MINUTE)
    game.do(ask_takeback(1))
    game.do(accept_takeback(2))
    game.move(3 * MINUTE)
    assert [10 * MINUTE, 10 * MINUTE] == game.left()


@given(st.sampled_from(["3d/move", "7d+1d max 10d", "10+5"]), st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_timed_games_with_takebacks(text: str, story: list[int]) -> None:
    """Such a game replays to the same clocks, from its events and from its scoresheet; nobody has lost time by it."""
    game = Timed(text)
    for choice in story:
        if game.state.result is not None:
            break
        before = game.left()
        if choice < 2 and game.state.played:
            game.do(ask_takeback(game.state.played[-1].seat))
            game.do(accept_takeback(game.state.turn))
            assert all(now >= then for now, then in zip(game.left(), before, strict=True))
        else:
            game.move(choice * MINUTE)
    assert game.state == replay(game.variant, game.events, None, game.control)
    assert game.state == read_scoresheet(scoresheet(game.state, {}, "")).state


def test_takebacks_without_time() -> None:
    """Without its clocks a game's takebacks still name the events that they undid."""
    game = Timed()
    game.do(offer_pause(1))
    game.do(decline_pause(2))
    game.move(HOUR)
    game.move(HOUR)
    game.do(ask_takeback(2))
    game.do(accept_takeback(1))
    kept = untimed(game.events)
    assert kept is not None
    assert [Moved, Moved, Proposed, TakenBack] == [type(event.what) for event in kept]
    assert [Proposed("takeback", 2), TakenBack(2)] == [event.what for event in kept[2:]]
    assert replay(game.variant, kept).line == game.state.line


def test_events_without_time() -> None:
    """A game may be gone on with without its clocks, unless time has decided something."""
    game = Timed()
    game.move(DAY)
    game.do(offer_pause(1))
    kept = untimed(game.events)
    assert kept is not None
    assert ["moved"] == [pack(event.what)[0] for event in kept]
    assert [1] == [event.sequence for event in kept]
    game.now += 9 * DAY
    game.flag()
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


def timed_out(variant: Variant, start: Position, control: str = "5m") -> Timed:
    """A game from a position in which the first player's time has run out, as the referee or the opponent says."""
    game = Timed(control, variant, start=start)
    game.now += 10 * DAY
    game.flag()
    if not game.control.hard:
        game.do(ClaimTime(2))
    return game


@pytest.mark.parametrize("control", ["5m", "3d/move soft"])
@pytest.mark.parametrize("key", MATED)
def test_time_against_a_bare_royal_draws(key: str, control: str) -> None:
    """Whose time runs out against a bare royal draws where mate wins, and the game's record says the same."""
    variant = variant_of(key)
    game = timed_out(variant, bared(variant, 2), control)
    assert Result(None, "time-insufficient") == game.state.result
    royal = next(kind.name for kind in variant.kinds if kind.royal)
    text = scoresheet(game.state, {})
    assert f"draw: time ran out against a bare {royal}" in text
    assert '[Outcome "draw time-insufficient"]' in text
    assert game.state.result == read_scoresheet(text).state.result
    assert f"If your time runs out while your opponent has only a {royal}, the game is drawn." in card_text(variant)


@pytest.mark.parametrize("key", MATED)
def test_time_against_any_other_piece_loses(key: str) -> None:
    """One pawn beside the royal wins on time, and a bare royal's own time loses."""
    variant = variant_of(key)
    pawns = "".join(kind.letter for kind in variant.kinds if kind.pawnlike)
    for start in (bared(variant, 2, but=pawns), bared(variant, 1)):
        assert Result(2, "time") == timed_out(variant, start).state.result


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
    assert Result(2, "time") == timed_out(variant, bared(variant, 2)).state.result
    assert "time-insufficient" not in variant.reasons


@pytest.mark.parametrize("game", [game for game in GAMES if game.endswith("-3") or "-4-" in game])
def test_time_of_three_and_four_keeps_its_rule(game: str) -> None:
    """In games for three and four who is late leaves with all pieces, and royals alone draw."""
    variant = variant_of(game)
    late = timed_out(variant, bared(variant, *range(2, len(variant.seats) + 1)))
    assert Result(None, "insufficient") == late.state.result
    assert "time-insufficient" not in variant.reasons


def test_time_against_scouts_still_to_be_placed_loses() -> None:
    """A royal is not bare while its side has pieces to place."""
    variant = variant_of("imperial")
    start = bared(variant, 2)._replace(due=variant.start.due)
    assert Result(2, "time") == timed_out(variant, start).state.result
