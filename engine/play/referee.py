"""The referee: `decide` turns a command into events or a refusal. Pure; the time is an argument."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

from engine.clocks.control import in_words
from engine.clocks.zones import counted_ms
from engine.model.english import shown
from engine.model.position import Move, Position
from engine.model.refusal import Refusal
from engine.movement.generator import movement_of
from engine.notation.describe import result_in_words
from engine.notation.moves import MoveList
from engine.play import commands, events
from engine.play.commands import Command
from engine.play.events import Event, Happening, Rolled
from engine.play.proposals import answer, propose
from engine.play.refusals import (
    BadDice,
    CallDue,
    DiceDue,
    GameOver,
    GamePaused,
    HasLeft,
    NoClock,
    NoFight,
    NothingToClaim,
    NothingToRoll,
    NotOutOfTime,
    NotPaused,
    NotYourRoll,
    NotYourTurn,
    NoVacation,
    OwnTime,
    RollDue,
    StaleGame,
)
from engine.play.state import Await, State
from engine.rules.fight import Fight, FightResult, Round, describe, read_rounds, write_rounds
from engine.variants.variant import Variant


def flag(state: State, now: int) -> Event | None:
    """The event by which the referee says that the running clock has run out; None where it has not, or was said."""
    clock = state.clock
    if clock is None or clock.flagged or state.awaits not in {Await.MOVE, Await.CALL} or not clock.has_run_out(now):
        return None
    return Event(state.sequence + 1, now, 0, events.Flagged(clock.running))


def credit(state: State, begin: int, now: int, why: str) -> Event | None:
    """The event by which the referee gives back what the running clock has lost since `begin`; None for nothing."""
    return credit_all(state, [(begin, now)], now, why)


def credit_all(state: State, lost: Iterable[tuple[int, int]], now: int, why: str) -> Event | None:
    """The event by which the referee gives back what the running clock has lost in some times, each from and to when.

    Time before the last change of the clocks is not looked at, so that no time is given back twice. None for nothing.
    """
    clock = state.clock
    if clock is None or state.awaits not in {Await.MOVE, Await.CALL} or not clock.ticking:
        return None
    weekends, since = clock.control.weekends, clock.since
    back = sum(counted_ms(weekends, max(begin, since), until) for begin, until in lost if until > since)
    return Event(state.sequence + 1, now, 0, events.Credited(clock.running, back, why)) if back else None


def claim_time(state: State, seat: int, now: int) -> Happening | Refusal:
    """A claim by a seat that the time of the seat to move has run out."""
    clock = state.clock
    if clock is None:
        return NoClock()
    if clock.running == seat:
        return OwnTime()
    if clock.claimable(now):
        return events.TimeClaimed(clock.running)
    name = state.variant.seat(state.due).name
    return NotOutOfTime(name, in_words(clock.left_at(state.due, now)), runs=clock.ticking)


def resume(state: State) -> Happening | Refusal:
    """The end of a pause, by any player: nobody is kept from a game for good."""
    if state.clock is None:
        return NoClock()
    return events.Resumed() if state.clock.paused else NotPaused()


def vacation(state: State, seat: int, *, away: bool) -> Happening | Refusal:
    """The beginning or the end of a seat's vacation."""
    clock = state.clock
    if clock is None or clock.control.live or not clock.started or (seat in clock.away) == away:
        return NoVacation()
    return events.WentAway() if away else events.CameBack()


def last_activity(state: State, begun: int) -> int:
    """When the turn began, or its player last did something else, if later (UTC ms); a game's first with the game."""
    since = state.events[state.changed - 1].at if state.changed else begun
    last = next((event.at for event in reversed(state.events[state.changed :]) if event.actor == state.due), since)
    return max(begun, since, last)


def abandoned(state: State, after: int, begun: int, now: int) -> Event | None:
    """The end of a game without a clock whose player has done nothing for `after` ms, 0 being never enough."""
    if state.clock is not None or not after or now < last_activity(state, begun) + after:
        return None
    return Event(state.sequence + 1, now, 0, events.Abandoned(state.due))


def shut(state: State, now: int) -> Event | None:
    """A game closed by the server's moderators in any state; None for one that is over."""
    return None if state.result is not None else Event(state.sequence + 1, now, 0, events.GameClosed())


SALT_MAX_CHARS = 64


def sheet(state: State) -> MoveList:
    """The legal moves of the present position, ready to be written and read; empty unless a move is due."""
    return _sheet(state.variant, state.position, waits=state.awaits is Await.MOVE)


@lru_cache(maxsize=256)
def _sheet(variant: Variant, position: Position, *, waits: bool) -> MoveList:
    movement = movement_of(variant)
    return MoveList.of(movement, position) if waits else MoveList(movement, position, ())


def decide(state: State, command: Command, now: int) -> tuple[Event, ...] | Refusal:
    """The events that a command brings about at `now` (UTC ms), or why it changes nothing.

    Where a hard clock has run out, the only event is the referee saying so: time comes before whatever was commanded.
    So it is before a vacation that begins where a soft one has.
    """
    if state.result is not None:
        return GameOver(result_in_words(state.variant, state.result))
    late = flag(state, now)
    hard = state.clock is not None and state.clock.control.hard
    if late is not None and (hard or isinstance(command, commands.GoAway)):
        return (late,)
    if command.seat not in state.remaining:
        return HasLeft()
    if state.fight is not None and not (state.awaits is Await.CALL and command.waiting):
        return call_due(state, (command.seat,)) or RollDue()
    outcome = _outcome(state, command, now)
    return outcome if isinstance(outcome, Refusal) else (Event(state.sequence + 1, now, command.seat, outcome),)


def call_due(state: State, seats: Collection[int]) -> CallDue | None:
    """The objection to commands by these seats while a player is to roll; None otherwise."""
    if state.awaits is not Await.CALL:
        return None
    return CallDue(state.variant.seat(state.due).name, own=state.due in seats)


def _outcome(state: State, command: Command, now: int) -> Happening | Refusal:
    match command:
        case commands.MakeMove():
            return _play(state, command)
        case commands.Propose():
            return propose(state, command)
        case commands.Agree() | commands.Decline():
            return answer(state, command)
        case commands.ClaimDraw():
            return _claim(state)
        case commands.Resign():
            return StaleGame() if command.answers not in {None, state.changed} else events.Resigned()
        case commands.CallRoll():
            return _call(state, command)
        case commands.ClaimTime(seat):
            return claim_time(state, seat, now)
        case commands.Resume():
            return resume(state)
        case commands.GoAway(seat) | commands.ComeBack(seat):
            return vacation(state, seat, away=isinstance(command, commands.GoAway))
        case _:
            raise TypeError(f"{command} is no command of the referee's")


def _play(state: State, command: commands.MakeMove) -> Happening | Refusal:
    if command.answers not in {None, state.changed}:
        return StaleGame()
    if command.seat != state.turn:
        return NotYourTurn(state.variant.seat(state.turn).name)
    if state.clock is not None and state.clock.paused:
        return GamePaused()
    move: Move | Refusal
    if isinstance(command.move, Move):
        move = command.move if command.move in sheet(state).legal else StaleGame()
    else:
        move = sheet(state).read(command.move)
    return events.Moved(move) if isinstance(move, Move) else move


def _claim(state: State) -> Happening | Refusal:
    for claim in state.variant.claims:
        if claim.available(state.movement, state.line):
            return events.DrawClaimed(claim.reason)
    standings = (claim.progress(state.movement, state.line) for claim in state.variant.claims)
    return NothingToClaim(tuple(standing for standing in standings if standing))


def _call(state: State, command: commands.CallRoll) -> Happening | Refusal:
    if state.awaits is not Await.CALL:
        return NothingToRoll()
    if command.seat != state.roller:
        return NotYourRoll(state.variant.seat(state.roller).name)
    return events.RollCalled(command.message, said(command.words))


def said(words: str) -> str:
    """The part of a message that goes into the dice: printable characters, single blanks, LONGEST_SALT at most."""
    return "".join(c for c in " ".join(words.split()) if c.isprintable())[:SALT_MAX_CHARS]


def roll_fight(state: State, throw: Callable[[int, Sequence[int]], Sequence[int]], now: int) -> Event:
    """The roll that the state waits for; `throw(number, faces)` gives the dice of the game's roll of that number.

    Raises ValueError if the state waits for no roll.
    """
    fight, combat = state.fight, state.variant.combat
    if fight is None or combat is None:
        raise ValueError("no fight waits for its dice")
    attacking, defending = fight.faces()
    rounds: list[Round] = []
    while combat.verdict(fight, rounds) is FightResult.OPEN:
        dice = tuple(throw(len(state.rolls) + len(rounds), attacking + defending))
        rounds.append((dice[: len(attacking)], dice[len(attacking) :]))
    return Event(state.sequence + 1, now, state.turn, events.Rolled(write_rounds(rounds)))


Throw = Callable[[Sequence[int]], Sequence[int]]
"""Rolls the dice of a round: takes the faces of each, returns as many values."""


def roll_given(state: State, dice: str | Throw | None, now: int) -> Event | Refusal:
    """The roll that the fight of a state waits for, at `now` (UTC ms), or why these are not its dice.

    They are a text, `4-4,5-3`, or what throws them, round by round until the fight is decided. ValueError where what
    throws them gives others than it was asked for.
    """
    fight, combat = state.fight, state.variant.combat
    if fight is None or combat is None:
        return NoFight()
    if callable(dice):
        return roll_fight(state, lambda _, faces: dice(faces), now)
    wanted = _wanted(state, fight)
    if dice is None:
        return DiceDue(*wanted)
    try:
        open_still = combat.verdict(fight, read_rounds(dice)) is FightResult.OPEN
    except ValueError as problem:
        return BadDice(*wanted, shown(dice), str(problem))
    if open_still:
        return BadDice(*wanted, shown(dice), "the fight isn't decided")
    return Event(state.sequence + 1, now, state.turn, Rolled(dice))


def _wanted(state: State, fight: Fight) -> tuple[str, str, str]:
    attacking, defending = fight.faces()
    move = MoveList.of(state.movement, state.position).short(fight.move)
    example = write_rounds([(attacking, (1,) * len(defending))])
    return move, f"{describe(attacking)} against {describe(defending)}", example
