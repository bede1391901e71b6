"""A game's dice: seats drawn, who rolls, what may happen until then, and attacks withdrawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks.control import DAY, TimeControl
from engine.dice.commitment import stream_dice
from engine.dice.terms import LINKED, PLAYERS, DiceTerms
from engine.lookahead.imagined import only_move
from engine.model.position import long_form
from engine.model.refusal import granted
from engine.notation.describe import played_move_in_words
from engine.play.commands import CallRoll, ClaimDraw, Command, MakeMove, Propose, Resign
from engine.play.events import (
    Barred,
    BrokenRecord,
    ClockStarted,
    Continued,
    Drawn,
    Event,
    Flagged,
    Happening,
    Opened,
    Replaced,
    RollCalled,
    Seated,
    Worded,
)
from engine.play.game import advance, new_game
from engine.play.referee import credit, decide, flag, roll_fight, said, sheet
from engine.play.refusals import CallDue, NothingToRoll, NotYourRoll, RollDue
from engine.play.rolls import draw_seats, rolling
from engine.play.state import Await, State
from engine.records.replay import board_after, numbered, state_after
from engine.rules.fight import FightResult, Fought
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.support import HEXEH_POLY, NOON, chance, clock_of, done, moving, refused
from tests.engine.toys import FOUR, THREE

SECRET = bytes(range(32))
THREE_FIGHTING = variant_of("nd-wellisch-3", {"combat": "d6"})
FOUR_FIGHTING = variant_of("nd-wellisch-4-trios", {"combat": "poly"})
CLOCK = TimeControl(3 * DAY, DAY)
ATTACK = "b1c6"
ATTACKED = moving(new_game(HEXEH_POLY), ATTACK)


def happens(state: State, *story: tuple[int, Happening], at: int = NOON) -> State:
    for actor, what in story:
        state = advance(state, Event(state.sequence + 1, at, actor, what))
    return state


def attacked(state: State) -> State:
    """The state after the first attack that comes about."""
    rng = chance(1)
    while True:
        legal = sheet(state)
        takes = [move for move in legal.legal if legal.movement.captured(legal.position, move) is not None]
        move = takes[0] if takes else rng.choice(list(legal.legal))
        state = done(state, MakeMove(state.turn, move=long_form(state.variant.board, move)))
        if takes:
            return state


def waiting(*barred: int, dice: DiceTerms = PLAYERS, variant: Variant = HEXEH_POLY) -> State:
    return attacked(happens(new_game(variant, dice=dice), *((0, Barred(seat)) for seat in barred)))


def rolled(state: State, message: int = 7, words: str = "roll") -> State:
    state = done(state, CallRoll(state.roller, message=message, words=words))
    return advance(state, roll_fight(state, rolling(state, SECRET, "game 1"), NOON))


# ---- who rolls


def test_the_defender_rolls() -> None:
    """The side attacked rolls; where it is barred the attacker does; where both are the referee does at once."""
    state = waiting()
    assert (state.turn, state.roller, state.due, state.awaits) == (1, 2, 2, Await.CALL)
    assert (waiting(2).roller, waiting(2).due) == (1, 1)
    assert waiting(1).roller == 2
    nobody = waiting(1, 2)
    assert (nobody.roller, nobody.due, nobody.awaits) == (0, 1, Await.ROLL)
    assert rolled(waiting(2)).fight is None


def test_nobody_rolls_unless_the_terms_say_so() -> None:
    """Elsewhere a fight waits for the referee alone, and nothing is possible meanwhile."""
    state = waiting(dice=LINKED)
    assert (state.awaits, state.due) == (Await.ROLL, 1)
    for command in (CallRoll(2, message=1), Resign(1), Resign(2)):
        assert isinstance(refused(state, command), RollDue)
    assert isinstance(refused(new_game(HEXEH_POLY), CallRoll(1, message=1)), NothingToRoll)


def test_who_may_roll() -> None:
    """The attacker may not, and nobody may where no attack waits."""
    state = waiting()
    refusal = refused(state, CallRoll(1, message=1))
    assert isinstance(refusal, NotYourRoll)
    assert refusal.text == "It's Blue's roll, not yours."
    assert isinstance(refused(rolled(state), CallRoll(2, message=1)), NothingToRoll)
    for actor in (0, 1):
        with pytest.raises(BrokenRecord):
            happens(state, (actor, RollCalled(1, "")))
    with pytest.raises(BrokenRecord, match="comes while a fight waits"):
        happens(done(state, CallRoll(2, message=1)), (2, RollCalled(2, "")))


@pytest.mark.parametrize(
    ("written", "counted"),
    [("  roll\n it ", "roll it"), ("", ""), ("a\u202eb\x00", "ab"), ("x" * 70, "x" * 64), ("\ud800é🍑", "é🍑")],
)
def test_what_counts_of_a_message(written: str, counted: str) -> None:
    """Of the words of a message its printable characters count, as many as of any word."""
    assert said(written) == counted
    (event,) = granted(decide(waiting(), CallRoll(2, message=1, words=written), NOON))
    assert event.what == RollCalled(1, counted)


def test_the_message_goes_into_the_dice() -> None:
    """Another message or another word gives other dice; the same ones the same; one answer serves all rounds."""
    state = waiting()
    found = {rolled(state, message, words).rolls[0].dice for message in range(20) for words in ("roll", "plum")}
    assert len(found) > 15
    assert rolled(state) == rolled(state)
    tied = next(each for each in (rolled(state, n) for n in range(200)) if len(each.rolls) > 1)
    assert all(made.called and made.seat == 2 for made in tied.rolls)
    assert len({made.chain for made in tied.rolls}) == len(tied.rolls)


# ---- until then


def test_what_waits_is_told() -> None:
    """The attack stands among the moves without dice, and is recounted as an attack, not as a capture."""
    state = waiting()
    assert state.fight is not None
    last = state.played[-1]
    assert numbered(state) == ["1. Tbxc6"]
    assert (board_after(state, 1), board_after(state, 0).played) == (state, ())
    assert state_after(state, 1) == state
    fought = Fought(state.fight, (), FightResult.OPEN)
    told = played_move_in_words(state.movement, last.before, last.move, fought)
    assert told == "Red's traveler on b1 attacked the prowler on c6."
    assert (state.round, state.turn, state.position) == (1, 1, last.before)


@pytest.mark.parametrize("barred", [(), (2,)])
@pytest.mark.parametrize(
    "command", [MakeMove(2, move="c5c4"), Propose(1, kind="takeback"), Propose(2, kind="draw"), ClaimDraw(2)]
)
def test_nothing_but_resigning(command: Command, barred: tuple[int, ...]) -> None:
    """While an attack waits its players can do nothing but roll and resign, and are told so; no move is listed."""
    state = waiting(*barred)
    refusal = refused(state, command)
    assert isinstance(refusal, CallDue)
    assert refusal.text.endswith("Until then you can only resign.")
    assert refusal.text.startswith("Roll for") == (command.seat == state.roller)
    assert sheet(state).legal == ()
    assert only_move(state, fights=True) is None


# ---- leaving while an attack waits


@pytest.mark.parametrize("variant", [HEXEH_POLY, THREE_FIGHTING, FOUR_FIGHTING], ids=lambda variant: variant.key)
def test_an_attack_is_withdrawn_when_anybody_leaves(variant: Variant) -> None:
    """Whoever leaves, the attack does not take place; the others play on where more than one remains."""
    state = waiting(variant=variant)
    assert state.fight is not None
    moves = len(state.played)
    for seat in state.remaining:
        after = done(state, Resign(seat))
        assert (after.fight, after.call, len(after.played)) == (None, None, moves - 1)
        assert seat not in after.remaining
        assert (after.result is not None) == (len(variant.seats) == 2)
        if after.result is None:
            assert after.awaits is Await.MOVE
            assert after.turn in after.remaining
            attacked(after)


def test_somebody_else_takes_the_seat() -> None:
    """Who takes the roller's seat rolls, unless barred; the attack waits on."""
    state = happens(waiting(), (0, Replaced(2)))
    assert (state.awaits, state.roller) == (Await.CALL, 2)
    state = happens(state, (0, Barred(2)))
    assert state.roller == 1
    freed = happens(state, (0, Replaced(2)))
    assert (freed.roller, freed.barred) == (2, frozenset())
    assert rolled(freed).played[-1].fought


# ---- the clock


def timed(control: TimeControl, *barred: int) -> State:
    """A game with clocks in which an attack has waited since NOON."""
    state = happens(new_game(HEXEH_POLY, control=control, dice=PLAYERS), *((0, Barred(seat)) for seat in barred))
    return happens(state, (0, ClockStarted()), (1, ATTACKED))


def test_the_clock_of_the_roller_runs() -> None:
    """The attacker's clock stops with the move; the roller's runs until the roll, then the next player's."""
    state = timed(CLOCK)
    assert clock_of(state).running == 2
    called = done(state, CallRoll(2, message=1), NOON + DAY)
    assert (clock_of(called).running, clock_of(called).left[2]) == (0, 3 * DAY)
    after = advance(called, roll_fight(called, rolling(called, SECRET, "game 1"), NOON + DAY))
    assert clock_of(after).running == after.turn == 2
    assert clock_of(timed(CLOCK, 2)).running == 1


def test_the_flag_of_the_roller() -> None:
    """A hard clock that runs out is the roller's loss; before, the referee gives time back like any other."""
    state = timed(CLOCK)
    event = flag(state, NOON + 3 * DAY)
    assert event is not None
    assert event.what == Flagged(2)
    (same,) = decide(state, CallRoll(2, message=1), NOON + 3 * DAY)  # type: ignore[misc]
    assert same == event
    over = advance(state, event)
    assert over.result is not None
    assert (over.result.winner, over.result.reason, over.played) == (1, "time", ())
    given = credit(state, NOON, NOON + 5, "sleep")
    assert given is not None
    assert advance(state, given).awaits is Await.CALL
    with pytest.raises(BrokenRecord, match="whose clock does not run"):
        happens(state, (0, Flagged(1)))


# ---- what sets the dice up


OPENING: tuple[tuple[int, Happening], ...] = (
    (0, Opened(131)),
    (0, Worded(1, "plum")),
    (0, Worded(2, "pear")),
    (0, Drawn("seats", 2, 1)),
    (0, Seated("1-2")),
    (0, Barred(2)),
)
LATE: tuple[Happening, ...] = (Opened(1), Worded(2, "x"), Drawn("seats", 2, 1), Seated("2-1"), Barred(1))


@pytest.mark.parametrize("late", LATE, ids=lambda what: type(what).__name__)
def test_dice_are_set_up_at_the_beginning(late: Happening) -> None:
    """What sets up dice comes before the first move, so that nobody can choose by it; after a continuation it may."""
    state = happens(new_game(HEXEH_POLY, dice=LINKED), *OPENING)
    moved = happens(state, (1, moving(state, "b1c3")))
    with pytest.raises(BrokenRecord):
        happens(moved, (0, late))
    again = happens(moved, (0, Continued("1", "")))
    if not isinstance(late, Opened | Drawn):
        again = happens(again, (0, Opened(5)))
    happens(again, (0, late))
    with pytest.raises(BrokenRecord):
        happens(waiting(), (0, late))


@pytest.mark.parametrize(
    "story",
    [
        (Worded(1, "plum"), Worded(1, "pear")),
        (Worded(2, "plum"), Worded(1, "pear")),
        (Worded(0, "plum"),),
        (Worded(3, "plum"),),
        (Worded(1, "plum"), Opened(131)),
        (Seated("1-2"), Worded(1, "plum")),
        (Seated("1-1"),),
        (Seated("1"),),
        (Seated("1-2"), Seated("2-1")),
        (Barred(3),),
        (Replaced(1), Barred(2)),
    ],
)
def test_each_in_its_place(story: tuple[Happening, ...]) -> None:
    """A player has one word, in the order of joining; seats are drawn once; only who sits down can be barred later."""
    with pytest.raises(BrokenRecord):
        happens(new_game(HEXEH_POLY, dice=LINKED), *((0, what) for what in story))


# ---- the chains


def test_what_goes_into_the_dice() -> None:
    """Times, offers, seats taken over and vacations change no roll; moves, words, messages and takebacks do."""
    plain = happens(new_game(HEXEH_POLY, dice=PLAYERS), *OPENING, (1, ATTACKED))
    for free in (
        happens(new_game(HEXEH_POLY, dice=PLAYERS), *OPENING, (1, ATTACKED), at=NOON + 1),
        happens(plain, (0, Replaced(1))),
        happens(new_game(HEXEH_POLY, dice=PLAYERS), *OPENING[:-1], (1, ATTACKED)),
    ):
        assert free.chain == plain.chain
        assert free.log != plain.log
    for place, (actor, what) in enumerate(OPENING[:-1]):
        without = [*OPENING[:place], *OPENING[place + 1 :]]
        other = happens(new_game(HEXEH_POLY, dice=PLAYERS), *without, (1, ATTACKED))
        assert other.chain != plain.chain, (actor, what)
    assert new_game(HEXEH_POLY, dice=LINKED).chain != new_game(HEXEH_POLY, dice=PLAYERS).chain
    assert new_game(HEXEH_POLY, control=CLOCK).chain != new_game(HEXEH_POLY).chain


def sit(wishes: Sequence[int], *values: int) -> tuple[tuple[int, ...], tuple[Drawn, ...]]:
    """The seats and draws when the dice fall as told, and no roll is left over or asked for twice."""
    asked: list[int] = []

    def throw(number: int, faces: int) -> int:
        asked.append(number)
        assert 1 <= values[number] <= faces
        return values[number]

    outcome = draw_seats(wishes, throw)
    assert list(range(len(values))) == asked
    return outcome


def test_everybody_is_drawn() -> None:
    """Without wishes each in turn draws among the seats still free, the last takes what is left."""
    assert ((2, 3, 1), (Drawn("seats", 3, 2), Drawn("seats", 2, 2))) == sit((0, 0, 0), 2, 2)
    assert ((4, 1, 3, 2), (Drawn("seats", 4, 4), Drawn("seats", 3, 1), Drawn("seats", 2, 2))) == sit([0] * 4, 4, 1, 2)
    assert ((2, 1), (Drawn("seats", 2, 2),)) == sit((0, 0), 2)


def test_every_order_is_equally_likely() -> None:
    """Equally likely dice give every order of four players equally often."""
    falls = product(range(1, 5), range(1, 4), range(1, 3))
    orders = Counter(draw_seats([0] * 4, lambda number, _, fall=fall: fall[number])[0] for fall in falls)  # type: ignore[misc]
    assert 24 == len(orders)
    assert {1} == set(orders.values())


@given(
    st.permutations([1, 2, 3, 4]), st.lists(st.booleans(), min_size=4, max_size=4), st.binary(min_size=32, max_size=32)
)
def test_each_seat_is_taken_once(order: list[int], wishing: list[bool], secret: bytes) -> None:
    """Whoever wishes for whatever, each seat is taken once, wishes are kept, and the draws are events of a game."""
    wishes = [seat if wishes else 0 for seat, wishes in zip(order, wishing, strict=True)]
    seats, draws = draw_seats(wishes, lambda number, faces: stream_dice(secret, "game 1", number).throw(faces))
    assert [1, 2, 3, 4] == sorted(seats)
    assert all(wish in {0, seat} for wish, seat in zip(wishes, seats, strict=True))
    state = happens(new_game(FOUR), *((0, draw) for draw in draws))
    assert [(draw.faces,) for draw in draws] == [made.faces for made in state.rolls]


@pytest.mark.parametrize(
    "draws",
    [[(4, 1)], [(3, 4)], [(3, 0)], [(1, 1)], [(3, 1), (3, 1)], [(3, 1), (1, 1)], [(2, 1), (2, 1)], [(2, 1), (3, 1)]],
)
def test_draws_that_cannot_be(draws: list[tuple[int, int]]) -> None:
    """Three seats are not drawn with more than three faces, nor with more or as many as at the draw before."""
    with pytest.raises(BrokenRecord, match="cannot be drawn"):
        happens(new_game(THREE), *((0, Drawn("seats", faces, value)) for faces, value in draws))
