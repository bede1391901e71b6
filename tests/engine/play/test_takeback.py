"""Takebacks: who may ask for what, who has to agree, what is undone, and what stays for good."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.commitment import commitment, linked_roll
from engine.model.position import long_form
from engine.model.refusal import Refusal
from engine.play.commands import Command, MakeMove, Resign
from engine.play.events import Agreed, BrokenRecord, Declined, Event, Proposed, Revealed, TakenBack, pack, unpack
from engine.play.game import advance, new_game, replay
from engine.play.proposals import MOST, moves_in_words, undoable
from engine.play.referee import decide, fight_out, sheet
from engine.play.refusals import (
    AgreedAlready,
    GameOver,
    HasLeft,
    NothingToTakeBack,
    NotProposed,
    NotYoursToTakeBack,
    ProposedAlready,
    StaleGame,
    TooFarBack,
)
from engine.play.rolls import rolling
from engine.play.state import Await, State
from engine.records.audit import check, scope_of
from engine.records.replay import shorts, state_after
from engine.records.scoresheet import BadScoresheet, read_scoresheet, scoresheet
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.proposing import accept_takeback, ask_takeback, decline_takeback, offer_draw
from tests.engine.support import (
    CHESS,
    D6,
    HEXEH_POLY,
    NOON,
    POLY,
    WINDING,
    after,
    begun,
    chance,
    done,
    happened,
    long_moves,
    played,
    refused,
    setup,
    told,
)
from tests.engine.toys import CHECK, THREE
from tests.suites import first

IMPERIAL = variant_of("imperial", {"combat": "poly"})
THREE_FIGHTING = variant_of("nd-wellisch-3", {"combat": "d6"})
FOUR = variant_of("nd-wellisch-4-trios")
SECRET = bytes(range(32))
COMMITMENT = commitment(SECRET)
TAGS = {"Number": "17", "Date": "2026-11-21"}


def undone(state: State, seat: int, moves: int = 0) -> State:
    """The state after a seat's takeback that all others agree to."""
    state = done(state, ask_takeback(seat, moves=moves))
    for other in state.remaining:
        proposal = state.proposal("takeback")
        if proposal is not None and other not in proposal.agreed:
            state = done(state, accept_takeback(other))
    return state


def standing(state: State) -> State:
    """What of a state does not tell how it came about."""
    nothing = {"proposals": (), "told": (), "undone": (), "rolls": (), "sequence": 0, "changed": 0}
    nothing |= {"events": (), "inherited": 0}
    line = tuple(each._replace(sequence=0, at=0) for each in state.played)
    return replace(state, played=line, **nothing)  # type: ignore[arg-type]


# ---- what is undone


def test_ones_own_last_move() -> None:
    """Without a number, the asker's last move is taken back with all that followed it."""
    state = after("b1c3 a4a3")
    for seat, left in ((1, ""), (2, "b1c3")):
        back = undone(state, seat)
        assert standing(after(left)) == standing(back)
        assert seat == back.turn


def test_a_number_of_moves() -> None:
    """With a number so many moves go back, whoever made them, the first of them being the asker's own."""
    state = after("b1c3 a4a3 c2d3 g4g3")
    assert standing(after("b1c3")) == standing(undone(state, 2, 3))
    assert standing(after("")) == standing(undone(state, 1, 4))


def test_events_of_a_takeback() -> None:
    """What is asked for and what is taken back name the first event undone, so that any fold can tell what is left."""
    state = after("b1c3 a4a3 c2d3")
    asked = decide(state, ask_takeback(2), NOON)
    assert (Event(4, NOON, 2, Proposed("takeback", 2)),) == asked
    state = done(state, ask_takeback(2))
    assert (Event(5, NOON, 1, TakenBack(2)),) == decide(state, accept_takeback(1), NOON)
    assert (Event(5, NOON, 1, Declined("takeback")),) == decide(state, decline_takeback(1), NOON)
    assert ["b1c3"] == [long_form(WINDING.board, each.move) for each in undone(after("b1c3 a4a3 c2d3"), 2).played]


def test_nothing_changes_before_all_agree() -> None:
    """A takeback asked for, declined or withdrawn leaves the line and the board's buttons as they were."""
    state = after("b1c3 a4a3")
    for answer in (decline_takeback(2), decline_takeback(1)):
        asked = done(state, ask_takeback(1))
        assert (asked.line, asked.played, asked.changed) == (state.line, state.played, state.changed)
        assert asked.proposal("takeback") is not None
        declined = done(asked, answer)
        assert replace(declined, sequence=state.sequence, events=state.events) == state


def test_new_buttons() -> None:
    """A takeback changes the position, so what answers an earlier board is stale."""
    state = undone(after("b1c3 a4a3"), 1)
    assert 4 == state.changed
    assert isinstance(refused(state, MakeMove(1, 2, "b1c3")), StaleGame)
    assert not isinstance(decide(state, MakeMove(1, 4, "b1c3"), NOON), Refusal)


def test_in_words() -> None:
    """What would be undone is said move by move, the last first, with the dice of fights, which stay spent."""
    state = told(new_game(HEXEH_POLY), "b1c6[3-5]", "f5e4", "f1c6[2-4,4-7]")
    moves = undoable(state)
    assert "Red's Txc6 (fight 2-4,4-7), Blue's Tfe4 and Red's Tbxc6 (fight 3-5): the dice stay spent" == moves_in_words(
        HEXEH_POLY, moves
    )
    assert "Red's Txc6 (fight 2-4,4-7) and your Tfe4: the dice stay spent" == moves_in_words(HEXEH_POLY, moves[1:], 2)
    assert "your Tfe4" == moves_in_words(HEXEH_POLY, moves[1:2], 2)


def test_repetition_does_not_count_what_was_undone() -> None:
    """A position that was taken back has not occurred."""
    claims = CHESS.claims
    threefold = next(claim for claim in claims if claim.reason == "claim-repetition")
    state = after("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", CHESS)
    assert threefold.available(state.movement, state.line)
    back = undone(state, 2)
    assert not threefold.available(back.movement, back.line)
    again = played(undone(played(back, "f6g8"), 2), "f6g8")
    assert "repetition: 3 of 3" == threefold.standing(again.movement, again.line)
    assert again.result is None


def test_counters_go_back() -> None:
    """The counters of quiet moves are those of the position that is come back to."""
    state = setup("E d1 · T b1", "E d7 · T b5 · G g4")
    quiet = played(state, "b1c3", "b5c4")
    reset = played(quiet, "c3b1", "g4g3")
    assert (quiet.position.quiet, (0, 0, 0)) == ((0, 1, 1), reset.position.quiet)
    assert quiet.position == undone(reset, 1).position


def test_placements() -> None:
    """Placements before the first move are taken back like moves."""
    state = after("@e3e5", IMPERIAL)
    assert new_game(IMPERIAL).position == undone(state, 1).position
    state = after("@e3e5 @i5i7", IMPERIAL)
    assert ["P@e3"] == shorts(undone(state, 2))


def test_a_draw_offer_lapses() -> None:
    """A takeback closes an open draw offer, as a move of the other side does."""
    state = done(done(after("b1c3 a4a3"), offer_draw(1)), ask_takeback(1))
    assert state.proposal("draw") is not None
    assert undone(done(after("b1c3 a4a3"), offer_draw(1)), 1).proposal("draw") is None


# ---- dice


def test_dice_stay_spent() -> None:
    """After a fight is taken back its roll stays, and the next roll has the next number."""
    fought = told(new_game(HEXEH_POLY), "b1c6[3-4,5-3]")
    back = undone(fought, 1)
    assert new_game(HEXEH_POLY).position == back.position
    assert [(3, 4), (5, 3)] == [made.dice for made in back.rolls]
    numbers: list[int] = []

    def throw(number: int, _: Sequence[int]) -> Sequence[int]:
        numbers.append(number)
        return [8, 1]

    again = advance(played(back, "b1c6"), fight_out(played(back, "b1c6"), throw, NOON))
    assert [2] == numbers
    assert 3 == len(again.rolls)


def test_rolls_of_moves_made_again() -> None:
    """However often moves are taken back, every roll stays, with the move that it decided."""
    state = told(new_game(HEXEH_POLY), "b1c6[3-5]", "a4a3", "f1c6[2-7]")
    state = told(undone(state, 1), "f1e6[3-4,5-3]")
    state = undone(state, 1)
    assert ["b1c6", "a4a3"] == [long_form(HEXEH_POLY.board, each.move) for each in state.played]
    assert ["move 1, b1c6", "move 3, f1c6", *["move 3, f1e6"] * 2] == [made.what for made in state.rolls]


# ---- refusals


@pytest.mark.parametrize(
    ("moves", "command", "kind"),
    [
        ("", ask_takeback(1), NothingToTakeBack),
        ("", ask_takeback(1, moves=1), NothingToTakeBack),
        ("b1c3", ask_takeback(2), NothingToTakeBack),
        ("b1c3", ask_takeback(2, moves=1), NotYoursToTakeBack),
        ("b1c3 a4a3", ask_takeback(1, moves=1), NotYoursToTakeBack),
        ("b1c3 a4a3", ask_takeback(1, moves=3), TooFarBack),
        ("b1c3 a4a3", ask_takeback(1, moves=-1), TooFarBack),
        ("b1c3 a4a3", ask_takeback(1, 1), StaleGame),
        ("b1c3", ask_takeback(3), HasLeft),
        ("b1c3", accept_takeback(2), NotProposed),
        ("b1c3", decline_takeback(1), NotProposed),
    ],
)
def test_refused(moves: str, command: Command, kind: type[Refusal]) -> None:
    """What cannot be taken back, or is another's to ask for, or was never asked for, is refused for its own reason."""
    assert kind is type(refused(after(moves), command))


def test_refusals_in_words() -> None:
    """The refusals name whose move it is, and how many can be taken back."""
    state = after("b1c3 a4a3")
    words = "Blue's Ga3 is not yours to take back. Leave the number out to go back to your own last move."
    assert words == refused(state, ask_takeback(1, moves=1)).text
    assert "At most 2 moves can be taken back now." == refused(state, ask_takeback(1, moves=3)).text
    assert "At most 1 move can be taken back now." == refused(after("b1c3"), ask_takeback(1, moves=3)).text
    assert "You have made no move that could be taken back." == refused(after(""), ask_takeback(1)).text


def test_only_so_many() -> None:
    """More moves than can be named are not taken back at once."""
    state = after("b1c3 b5c4 c3b1 c4b5 " * 4)
    assert 16 == len(undoable(state, 20))
    assert TooFarBack(MOST) == refused(state, ask_takeback(1, moves=14))
    assert 4 == len(undone(state, 1, MOST).played)


def test_one_at_a_time() -> None:
    """While a takeback is asked for, no other is, and who asked cannot agree for the others."""
    state = done(after("b1c3 a4a3"), ask_takeback(1))
    assert isinstance(refused(state, ask_takeback(1)), ProposedAlready)
    assert isinstance(refused(state, ask_takeback(2)), ProposedAlready)
    assert isinstance(refused(state, accept_takeback(1)), AgreedAlready)
    assert isinstance(refused(state, accept_takeback(2, 1)), NotProposed)
    assert not isinstance(decide(state, accept_takeback(2, 3), NOON), Refusal)


def test_a_move_goes_on() -> None:
    """Who moves instead of answering lets the request lapse."""
    state = played(done(after("b1c3 a4a3"), ask_takeback(2)), "c2d3")
    assert state.proposal("takeback") is None
    assert isinstance(refused(state, accept_takeback(1)), NotProposed)
    assert not isinstance(decide(state, ask_takeback(2), NOON), Refusal)


def test_results_stand() -> None:
    """A finished game takes nothing back, however it ended."""
    state = done(after("b1c3 a4a3"), ask_takeback(1))
    over = done(state, Resign(1))
    assert over.proposal("takeback") is None
    for command in (ask_takeback(1), accept_takeback(2), decline_takeback(2)):
        assert isinstance(refused(over, command), GameOver)


# ---- more than two


def test_everybody_has_to_agree() -> None:
    """Of three, both others have to agree; one who declines keeps all as it is."""
    state = played(begun_three(), "Sc3", "Se4", "Sc4")
    asked = done(state, ask_takeback(2))
    assert (Event(5, NOON, 1, Agreed("takeback")),) == decide(asked, accept_takeback(1), NOON)
    half = done(asked, accept_takeback(1))
    assert half.line == state.line
    assert isinstance(refused(half, accept_takeback(1)), AgreedAlready)
    assert (Event(6, NOON, 3, TakenBack(2)),) == decide(half, accept_takeback(3), NOON)
    assert (2, 1) == (undone(state, 2).turn, len(undone(state, 2).played))
    assert done(half, decline_takeback(3)).proposal("takeback") is None


def begun_three() -> State:
    """A game of three."""
    return begun(THREE, "K d1 · R c1 · L e1 · N d2 · S c2 e2", "K g4 · S f4 · L g3", "K a4 · S b4 · R a3")


def test_what_came_before_a_resignation_stands() -> None:
    """Who has left by will stays away: only moves made since can be taken back."""
    state = done(played(begun_three(), "Sc3", "Se4"), Resign(3))
    assert isinstance(refused(state, ask_takeback(1)), NothingToTakeBack)
    moved = played(state, "Se3")
    assert [1] == [each.seat for each in undoable(moved)]
    assert state.position == undone(moved, 1).position
    assert (1, 2) == undone(moved, 1).remaining


def test_an_eliminated_seat_comes_back() -> None:
    """A seat that fell by a move is in the game again when that move is taken back, the others having agreed."""
    state = begun(THREE, "K d1 · R d3", "K d4 · S f4 · L g3", "K a4 · S b4 · R a3")
    fallen = played(state, "Rxd4")
    assert (1, 3) == fallen.remaining
    back = undone(fallen, 1)
    assert ((1, 2, 3), state.position, ()) == (back.remaining, back.position, back.told)


# ---- any game


VARIANTS = st.sampled_from([WINDING, CHECK, THREE, FOUR, HEXEH_POLY, POLY, D6, IMPERIAL, THREE_FIGHTING])
SEEDS = st.integers(0, 10_000)


@dataclass
class Lively:
    """A random game with words for the dice and takebacks strewn in, whose fights its secret decides."""

    variant: Variant
    seed: int
    steps: int = 40
    events: list[Event] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Play the game; `states[n]` is the state after `n` events."""
        rng = chance(self.seed)
        self.states.append(new_game(self.variant))
        while len(self.states) < self.steps and self.last.result is None:
            for command in (self.wish(rng), *(accept_takeback(seat) for seat in self.last.remaining)):
                self.judge(command)

    @property
    def last(self) -> State:
        """The state at the end."""
        return self.states[-1]

    def wish(self, rng: random.Random) -> Command:
        """A takeback, or else any move, attacks before others."""
        state = self.last
        moves = undoable(state)
        if moves and rng.random() < 0.3:
            return ask_takeback(rng.choice(moves).seat)
        legal = sheet(state).legal
        attacks = [move for move in legal if state.movement.captured(state.position, move) is not None]
        move = rng.choice(attacks if attacks and rng.random() < 0.5 else legal)
        return MakeMove(state.turn, move=long_form(self.variant.board, move))

    def judge(self, command: Command) -> None:
        """Carry out a command that is granted, with the dice it needs."""
        decision = decide(self.last, command, NOON + len(self.states))
        if isinstance(decision, Refusal):
            return
        self.happen(*decision)
        if self.last.awaits is Await.ROLL:
            throw = rolling(self.last, SECRET, scope_of("17"))
            self.happen(fight_out(self.last, throw, NOON + len(self.states)))

    def happen(self, *events: Event) -> None:
        """Advance by some events."""
        for event in events:
            self.events.append(event)
            self.states.append(advance(self.last, event))


@given(VARIANTS, SEEDS)
def test_a_takeback_leads_to_the_earlier_position(variant: Variant, seed: int) -> None:
    """After a takeback the game stands as before the first move undone, with every roll kept."""
    game = Lively(variant, seed)
    for before, event, state in zip(game.states, game.events, game.states[1:], strict=False):
        if isinstance(event.what, TakenBack):
            earlier = game.states[event.what.since - 1]
            assert standing(earlier) == standing(state)
            assert before.rolls == state.rolls
            assert event.sequence == state.changed
            assert long_moves(earlier) == long_moves(state)


@given(VARIANTS, SEEDS)
def test_replay(variant: Variant, seed: int) -> None:
    """A game with takebacks replays from its stored events to the very same state."""
    game = Lively(variant, seed)
    stored = [(event, pack(event.what)) for event in game.events]
    assert game.last == replay(variant, [event._replace(what=unpack(*packed)) for event, packed in stored])


@given(VARIANTS, SEEDS)
def test_rolls_are_numbered_through(variant: Variant, seed: int) -> None:
    """Every roll was made with the number of rolls before it, whether its move stands or not."""
    state = Lively(variant, seed).last
    for number, made in enumerate(state.rolls):
        assert made.dice == linked_roll(SECRET, scope_of("17"), made.chain, number, made.faces)


def finished(variant: Variant, seed: int) -> State:
    """Such a game resigned at the end, its secret out."""
    game = Lively(variant, seed, 60)
    if game.last.result is None:
        game.judge(Resign(game.last.turn))
    game.happen(Event(game.last.sequence + 1, NOON, 0, Revealed(SECRET.hex())))
    return game.last


@pytest.mark.parametrize("seed", first(3, range(12)))
@pytest.mark.parametrize("variant", [HEXEH_POLY, D6, IMPERIAL, POLY])
def test_the_record(variant: Variant, seed: int) -> None:
    """A record tells the final line and every roll; its check derives those of undone fights, too."""
    state = finished(variant, seed)
    text = scoresheet(state, TAGS, COMMITMENT)
    read = read_scoresheet(text)
    assert state.rolls == read.state.rolls
    assert shorts(state) == shorts(read.state)
    assert text == scoresheet(read.state, TAGS, COMMITMENT)
    verdict = read.verify()
    assert (True, len(state.rolls)) == (verdict.matches, verdict.checked)


def passes(text: str) -> bool:
    """Whether a record can be read and its dice match."""
    try:
        return read_scoresheet(text).verify().matches
    except BadScoresheet:
        return False


def test_undone_fights_are_checked() -> None:
    """A record shows fights that were taken back, too, and no die in it can be changed unnoticed."""
    games = (finished(POLY, seed) for seed in range(40))
    state = next(game for game in games if len(game.rolls) > sum(len(e.fought.rounds) for e in game.played if e.fought))
    text = scoresheet(state, TAGS, COMMITMENT)
    assert passes(text)
    body = text[: text.index("; long form")]
    dice = list(re.finditer(r"(?<=\[)\d+(?=[-+])", body))
    assert len(dice) > sum(bool(each.dice) for each in state.played)
    for die in dice:
        assert not passes(f"{text[: die.start()]}{int(die[0]) % 6 + 1}{text[die.end() :]}")
    for number, made in enumerate(state.rolls):
        forged = made._replace(dice=(made.dice[0] % made.faces[0] + 1, *made.dice[1:]))
        rolls = (*state.rolls[:number], forged, *state.rolls[number + 1 :])
        found = check(state.secret, COMMITMENT, scope_of("17"), rolls)
        assert [number] == [mismatch.number for mismatch in found.mismatches]


def test_records_that_cannot_be() -> None:
    """A record in which a takeback is made without being asked for, or by the wrong side, is refused."""
    state = played(undone(after("b1c3 a4a3"), 1), "c2c3")
    text = scoresheet(state, TAGS)
    asking, making = (line for line in text.split("\n") if line.startswith("* "))
    assert asking.startswith("* Red asks to take back all since event 1")
    assert making.startswith("* Blue agrees, so all since event 1 is taken back")
    assert state == read_scoresheet(text).state
    for wrong in (
        text.replace(f"{asking}\n", ""),
        text.replace("* Blue agrees", "* Red agrees"),
        text.replace("* Red asks", "* Blue asks"),
        text.replace("so all since event 1", "so all since event 2"),
    ):
        assert wrong != text
        with pytest.raises(BadScoresheet):
            read_scoresheet(wrong)


def test_earlier_positions() -> None:
    """The positions of a game are those of its final line, whatever was taken back on the way."""
    state = played(undone(after("b1c3 a4a3"), 1), "c2c3", "a4a3", "c3c4")
    for count, moves in enumerate(("", "c2c3", "c2c3 a4a3", "c2c3 a4a3 c3c4")):
        assert after(moves).position == state_after(state, count).position
    assert state == state_after(state, 7)


# ---- broken records


@pytest.mark.parametrize("since", [0, 2, 9, -1])
def test_what_was_never_moved(since: int) -> None:
    """A takeback of an event that is no move breaks the record."""
    state = done(after("b1c3"), offer_draw(2))
    with pytest.raises(BrokenRecord, match="no move that could be taken back"):
        happened(state, Proposed("takeback", since), 1)


def test_answers_to_nothing() -> None:
    """Agreeing, declining and taking back without a request break the record, and so does undoing something else."""
    state = after("b1c3 a4a3")
    for what in (Agreed("takeback"), Declined("takeback"), TakenBack(1)):
        with pytest.raises(BrokenRecord, match="not open"):
            happened(state, what, 2)
    asked = done(state, ask_takeback(1))
    with pytest.raises(BrokenRecord, match="begins with event 1, not 2"):
        happened(asked, TakenBack(2), 2)
