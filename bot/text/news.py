"""Sentences about what happens besides moves: proposals, clocks, and who of more than two is out or in check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from bot.games import CommandResult, Table
from bot.games.play.vacations import VacationStanding, vacation_left
from bot.store import Player
from bot.text import games
from bot.text.harmless import Naming, doing, name_for, stamp
from engine.clocks.control import in_words
from engine.model.wording import say
from engine.notation.describe import kind_on, royals_in_words
from engine.play import events
from engine.play.events import DRAW, PAUSE, TAKEBACK, Agreed, Declined, Event, Happening, Proposing
from engine.play.game import drawn_on_time
from engine.play.proposals import moves_in_words, moves_since
from engine.play.state import Await, Proposal, State
from engine.play.turns import SeatChange, SeatEvent
from engine.records.replay import last_rounds


def seat_changes_in_words(state: State, called: Callable[[int], str] | None = None) -> str | None:
    """The fates of seats, as they are `called`, after the last change of the position; None in games for two."""
    several, names = len(state.variant.seats) > 2, called or (lambda seat: state.variant.seat(seat).name)
    return " ".join(_fate(state, each, names) for each in state.notices) or None if several else None


FATES = {
    SeatChange.CHECKMATED: "{player} is checkmated by {by}, and out.",
    SeatChange.FALLEN: "{player} is beaten by {by}, and out.",
    SeatChange.LEFT: "{player} resigns; {side}'s pieces are removed.",
    SeatChange.LATE: "{player} ran out of time; {side}'s pieces are removed.",
}
"""Sentences about seats that are out; the turn of others is skipped."""


def _fate(state: State, told: SeatEvent, called: Callable[[int], str]) -> str:
    movement, then, words, royal = state.movement, state.position._replace(turn=told.seat), FATES.get(told.fate), ""
    if told.fate is SeatChange.FALLEN and told.by == told.seat:
        words = "{player} is beaten, and out."
    elif words is None:
        royals, words = movement.royals(state.position, told.seat), "{player}'s turn is skipped: no legal move."
        if not movement.pseudo_legal(then):
            words = "{player}'s turn is skipped: none of its pieces can move."
        elif royals and not movement.legal(then):
            royal = kind_on(state.variant, state.position, royals[0]).name
            words = "{player}'s turn is skipped: no move keeps its {royal} safe."
    side = state.variant.seat(told.seat).name
    return say(words, player=called(told.seat), by=called(told.by), side=side, royal=royal)


def in_check(state: State) -> str | None:
    """The check on the board, as a sentence; None if there is none, or no move is due."""
    words = royals_in_words(state.movement, state.position) if state.awaits is Await.MOVE else ""
    return f"{words}." if words else None


AGREED = "{number} of {all} {number:form agrees|agree}: {agreed:and}; waiting for {waiting:and}."


def tallied(words: str, state: State, proposal: Proposal | None) -> str:
    """Add to words who agrees to a proposal of more than two: "2 of 3 agree: Red and Blue; waiting for Gold."."""
    if proposal is None or len(state.variant.seats) == 2:
        return words
    agreed, waiting = (
        [state.variant.seat(seat).name for seat in state.remaining if (seat in proposal.agreed) is agrees]
        for agrees in (True, False)
    )
    counts = {"number": len(agreed), "all": len(state.remaining)}
    return f"{words} {say(AGREED, agreed=agreed, waiting=waiting, **counts)}"


class Words(NamedTuple):
    """The words for a kind of proposal: after a player's name, in the list of open ones (`waits`), as a question."""

    offers: str
    accepts: str
    declines: str
    waits: str
    question: str = "do you accept?"


WORDS: Mapping[str, Words] = {
    DRAW: Words("offers a draw.", "accepts the draw.", "declines the draw.", "a draw is offered"),
    TAKEBACK: Words(
        "asks to undo {moves}.",
        "agrees to the takeback.",
        "declines the takeback.",
        "a takeback is requested",
        "do you agree?",
    ),
    PAUSE: Words("offers a pause.", "agrees to the pause.", "declines the pause.", "a pause is offered"),
}


def proposed(table: Table, name: Naming, you: Player | None = None) -> Iterator[str]:
    own = table.game.seats_of(you.id) if you else ()
    for proposal in table.state.proposals:
        seat = proposal.by if proposal.by in own else own[0] if own else 0
        offer = _offer(table.state, proposal, name_for(you, name, table.game.seats[proposal.by]), seat)
        yield tallied(offer, table.state, proposal)


def about_proposal(state: State, what: Proposing, actor: str, seat: int = 0) -> str:
    words = WORDS[what.kind]
    if isinstance(what, Declined):
        return doing(actor, words.declines)
    proposal = state.proposal(what.kind)
    if isinstance(what, Agreed):
        return tallied(doing(actor, words.accepts), state, proposal)
    return _offer(state, proposal, actor, seat) if proposal else doing(actor, words.offers, moves="moves")


def undone(state: State, seat: int = 0) -> str | None:
    moves = moves_in_words(state.variant, state.undone, seat)
    return say("Taken back: {moves}.", moves=moves) if state.undone else None


def _offer(state: State, proposal: Proposal, actor: str, seat: int = 0) -> str:
    """An open proposal, such as "Ann asks to take back Blue's Tb5 and your Pxd4."; `seat` is told "your"."""
    moves = moves_in_words(state.variant, moves_since(state, proposal.since), seat) if proposal.since else ""
    return doing(actor, WORDS[proposal.kind].offers, moves=moves)


def discord_stamp(at: int) -> str:
    """A time in Discord's markup, shown to each reader as how far off it is and when."""
    return f"{stamp(at)} ({stamp(at, 'f')})"


def plain_stamp(at: int) -> str:
    """A time in plain text: `on 2026-11-21 at 12:00 UTC`."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("on %Y-%m-%d at %H:%M UTC")


QUIET = (events.ClockStarted, events.Credited, events.WentAway, events.CameBack)
"""Events that are not posted as news, since the text above the board tells them."""
SILENT = (events.Opened, events.Worded, events.Seated, events.Barred)
"""Events that go into the dice without being news."""
MOVES_CLOCKS = (events.Credited, events.WentAway, events.CameBack, events.Flagged, events.Paused, events.Resumed)
"""Events that change the clocks and leave the board as it is."""
DEEDS: Mapping[type[Happening], str] = {
    events.DrawClaimed: "claims a draw.",
    events.Resigned: "resigns.",
    events.RollCalled: "rolls.",
    events.WentAway: "is on vacation.",
    events.CameBack: "is back from vacation.",
    events.Paused: "agrees: the game is paused.",
    events.Resumed: "resumes the game.",
}
SAID: Mapping[type[Happening], str] = {
    events.ClockStarted: "The clock is running.",
    events.Continued: "The game continues from its scoresheet.",
    events.Revealed: "The secret behind the dice is out: /dice check checks them.",
}


def vacation(standing: VacationStanding) -> str:
    left = say("You have {left} left this year.", left=vacation_left(standing.left))
    if standing.current is None:
        return left
    return say("You're on vacation; it ends {when}.", when=discord_stamp(standing.current.until)) + f" {left}"


def clocks(table: Table, stamped: Callable[[int], str]) -> str | None:
    """The time every side has left, and when the running clock runs out; None without clocks or after the end."""
    state, clock = table.state, table.state.clock
    if clock is None or state.result is not None:
        return None
    lost = table.game.lost
    told = []
    for seat in (state.due, *(seat for seat in state.remaining if seat != state.due)):
        who = state.variant.seat(seat).name
        left = in_words(clock.left[seat] if lost is None else clock.left_at(seat, max(lost, clock.since)))
        words, when = "{side} has {left}", clock.deadline
        if seat == clock.running and clock.flagged:
            words = "{side} has run out of time"
        elif seat == clock.running and when is not None and lost is None:
            words = "{side} runs out of time {when}"
        line = say(words, side=who, left=left, when=when and stamped(when))
        told.append(say("{line}, on vacation", line=line) if seat in clock.away else line)
    paused = "Paused. " if clock.paused else ""
    paused += "" if lost is None else "The clock is stopped while the game has no channel. "
    return paused + say("{sides:;}. Time: {time}.", sides=told, time=clock.control.words)


def worth_telling(table: Table, event: Event) -> bool:
    """True if an event is news: the secret behind the dice isn't if no fight took place."""
    if isinstance(event.what, events.Revealed):
        return any(isinstance(each.what, events.Rolled) for each in table.state.events)
    return not isinstance(event.what, SILENT)


def event_in_words(table: Table, event: Event, name: Naming, you: Player | None = None) -> str:
    """An event as news, such as "Ann offers a draw"; `you` is told "you" of their deeds and "your" of their moves."""
    state, what, seats = table.state, event.what, table.game.seats
    by, own = seats.get(event.actor), table.game.seats_of(you.id) if you else ()
    actor = name_for(you, name, by) if by else "Hexmarshal"
    seat = event.actor if event.actor in own else own[0] if own else 0
    match what:
        case events.Moved():
            return f"{games.last_move(state)}."
        case events.Proposed() | events.Agreed() | events.Declined():
            return about_proposal(state, what, actor, seat)
        case events.TakenBack():
            return f"{doing(actor, 'agrees.')} {undone(state, seat) or ''}".rstrip()
        case events.Rolled():
            return games.fight(state) or ""
        case events.Drawn(drawn, _, value):
            return say("The dice drew {drawn}: {value}.", drawn=drawn, value=value)
        case events.GameClosed():
            return doing(actor if event.actor else "A moderator", "closes the game.")
        case events.Abandoned(silent):
            return doing(name_for(you, name, seats[silent]), "has abandoned the game.")
        case events.Replaced(taken):
            return games.taken_over(table, name, taken)
        case events.Flagged(late):
            return doing(name_for(you, name, seats[late]), _late(state))
        case events.TimeClaimed(late):
            yours = late in own
            words = "claims that your time is up." if yours else "claims that {player}'s time is up."
            return doing(actor, words, player=name(seats[late]))
        case events.Credited(credited, milliseconds, why):
            who = name_for(you, name, seats[credited])
            return doing(who, "gets {time} back: {why}.", time=in_words(milliseconds), why=why)
        case _:
            return SAID.get(type(what)) or doing(actor, DEEDS[type(what)])


def _late(state: State) -> str:
    """The words about a player who has run out of time, with what the others can claim."""
    if state.clock is not None and state.clock.control.hard:
        return "has run out of time."
    if len(state.remaining) > 2:
        return "has run out of time; you can claim that, which puts them out."
    if drawn_on_time(state) is None:
        return "has run out of time; you can claim the win."
    return "has run out of time; you can claim the draw."


def done(turned: CommandResult, name: Naming) -> str:
    you = turned.now.game.seats.get(turned.events[0].actor)
    news = " ".join(
        event_in_words(each.table, event, name, you)
        for each in (turned, *turned.then)
        for event in each.events
        if worth_telling(each.table, event)
    )
    return f"{news} {games.standing(turned.now, name, you)}"


def details(table: Table) -> str:
    """The last moves of a game, its counters and its clocks, as small print."""
    lines = "  ".join(last_rounds(table.state, games.TAIL)), games.counters(table.state), clocks(table, discord_stamp)
    return "\n".join(f"-# {line}" for line in lines if line)
