"""How the sides act at one keyboard besides their moves, and the referee's sides: its moves and its answers.

The side to move acts, or the next one that has yet to answer.
"""

from __future__ import annotations

import re
from functools import partial

from bot.console.hotseat import NO_OPPOSITION, HotSeat, Opposition
from bot.console.screens import Screen
from bot.games import Games, Table
from bot.games.lobby import seat_named
from bot.games.refusals import BadChoice, if_granted
from engine.lookahead.search import LEVELS, Thought, claims_draw, level_of
from engine.model.english import listed, shown
from engine.model.refusal import Refused
from engine.play.commands import Agree, ClaimDraw, ClaimTime, Decline, MakeMove, Propose, Resign
from engine.play.events import DRAW, PAUSE, TAKEBACK
from engine.play.proposals import MOST, undoable
from engine.play.state import Await
from engine.variants.variant import Variant

YES = frozenset({"yes", "y", "accept"})
INTERRUPTED = 'I have stopped thinking. "go" lets me move, "undo" takes your move back, or make my move yourself.'
_PATIENT = 40
"""The rounds before which the referee does not agree to a draw."""


async def offer_draw(here: HotSeat, _: str) -> None:
    """Offer a draw for the side to move, and say how the others answer.

    The referee answers at once: it agrees where the game is long and it is not better.
    """
    await here.act(here.state.turn, partial(Propose, kind=DRAW))
    state, offer = here.state, here.state.proposal(DRAW)
    if offer is None:
        return
    waiting = [seat for seat in state.remaining if seat not in offer.agreed]
    here.screen.say(f'"accept" or "decline" answers for {state.variant.seat(waiting[0]).name}.')
    mine = [seat for seat in waiting if seat in here.opposition.seats]
    if not mine or state.awaits is not Await.MOVE:
        return
    thought = await _thought(here) if state.round > _PATIENT else None
    agrees = thought is not None and thought.value >= 0
    for seat in mine if agrees else mine[:1]:
        await here.act(seat, partial(Agree if agrees else Decline, kind=DRAW))


async def answer(here: HotSeat, said: str) -> None:
    """Answer the open takeback, or else another proposal, for the first side that has yet to answer."""
    state = here.state
    if state.proposal(TAKEBACK) is not None:
        await _ask_others(here, said)
        return
    proposal = state.proposals[0] if state.proposals else None
    kind, agreed = (proposal.kind, proposal.agreed) if proposal else (DRAW, frozenset())
    seat = next((seat for seat in state.remaining if seat not in agreed), state.turn)
    await here.act(seat, partial(Agree if said in YES else Decline, kind=kind))


async def take_back(here: HotSeat, rest: str) -> None:
    """Take back so many moves, or the last one of a player and all that followed it, once every side agrees."""
    latest = enumerate(reversed(undoable(here.state)), 1)
    count = next((number for number, played in latest if played.seat not in here.opposition.seats), 1)
    if rest:
        count = int(rest) if rest.isdecimal() and len(rest) < 4 else 0
    if not count:
        here.screen.say(f"How many moves? takeback 2 takes back two; you can take back at most {MOST}.")
        return
    moves = undoable(here.state, count)
    await here.act(moves[0].seat if moves else here.state.turn, partial(Propose, kind=TAKEBACK, moves=count))
    await _ask_others(here)
    if here.opposition.seats:
        _hold(here)


async def _ask_others(here: HotSeat, said: str = "") -> None:
    """Ask every side that has not agreed to the takeback yet; `said` is the first one's answer unless it is "".

    The referee's sides agree unasked, and so does a lone player, who has asked for it.
    """
    seats = {seat.number for seat in here.state.variant.seats}
    willing = seats if len(seats - here.opposition.seats) == 1 else here.opposition.seats
    while (request := here.state.proposal(TAKEBACK)) is not None:
        seat = next(each for each in here.state.remaining if each not in request.agreed)
        if seat in willing:
            agrees = True
        else:
            question = f"Does {here.state.variant.seat(seat).name} agree? (yes/no) "
            agrees = (said or await here.screen.answer(question) or "").casefold() in YES
            said = ""
        await here.act(seat, partial(Agree if agrees else Decline, kind=TAKEBACK))


async def resign(here: HotSeat, rest: str) -> str | None:
    """Resign for the side named, or for the one at the keyboard, once that is confirmed."""
    state = here.state
    keyboard = (seat for seat in (state.turn, *state.remaining) if seat not in here.opposition.seats)
    seat = seat_named(state.variant, rest) if rest else state.variant.seat(next(keyboard, state.turn))
    if state.result is None and seat.number in state.remaining:
        sure = await here.screen.answer(f"Does {seat.name} really resign? (yes/no) ")
        if sure is None or sure.casefold() not in YES:
            return None if sure is None else "The game goes on."
    await here.act(seat.number, Resign)
    return None


async def pause(here: HotSeat, _: str) -> None:
    state, propose = here.state, partial(Propose, kind=PAUSE)
    if state.clock is None or state.clock.paused:
        await here.act(state.turn, propose)
        return
    await here.games.play.act(here.table.game.number, here.table.game.seats[state.turn], propose)
    for seat in state.remaining:
        if seat != state.turn:
            await here.act(seat, partial(Agree, kind=PAUSE))


async def claim_time(here: HotSeat, _: str) -> None:
    await here.act(next(seat for seat in here.state.remaining if seat != here.state.turn), ClaimTime)


# ---- the referee's sides


def opposition(variant: Variant, level: str, sides: str = "") -> Opposition:
    """The sides and the level that somebody names: `3`, and `2,3` or `Gold Blue`; all but the first where none is."""
    given = level.strip().casefold()
    if given in {"", "off", "none", "no", "nobody", "0"}:
        return NO_OPPOSITION
    if given not in {str(each.number) for each in LEVELS}:
        known = f"levels go from 1 to {len(LEVELS)}. “levels” lists them"
        raise Refused(BadChoice(f"there is no level “{shown(level.strip())}”: {known}"))
    named = [seat_named(variant, word).number for word in re.split(r"[\s,]+", sides) if word]
    seats = frozenset(named or (seat.number for seat in variant.seats[1:]))
    if len(seats) == len(variant.seats):
        raise Refused(BadChoice("I would play all sides. Leave one for yourself"))
    return Opposition(seats, int(given))


async def kept(games: Games, table: Table) -> Opposition | None:
    """What the referee has played in a game; None where nobody has said yet who plays."""
    text = await games.ledger.fact(f"opposition:{table.game.number}")
    level, _, sides = (text or "").partition(" ")
    return None if text is None else opposition(table.state.variant, level, sides)


async def choose(here: HotSeat, chosen: Opposition) -> None:
    here.opposition = chosen
    text = f"{chosen.level} {','.join(map(str, sorted(chosen.seats)))}" if chosen.seats else ""
    await here.games.ledger.remember(f"opposition:{here.table.game.number}", text)


async def ask_who_plays(screen: Screen, variant: Variant) -> Opposition:
    """Ask at the beginning of a game who plays; the answer is asked for again until it can be understood."""
    names = [seat.name for seat in variant.seats]
    question = (
        f"Do you want to play against me? A level from 1 to {len(LEVELS)} (“levels” lists them); "
        "Enter: everybody plays at this keyboard. "
    )
    which = f"Which sides do I play: {listed(names)}? Enter: {listed(names[1:], 'and')}. "
    levels = [*((str(each.number), each.name) for each in LEVELS), ("levels", "what they are")]
    while (level := await screen.answer(question, levels)) is not None:
        if level.casefold() in {"levels", "?", "help"}:
            screen.say(levels_told())
            continue
        try:
            chosen = opposition(variant, level)
            if chosen.seats:
                sides = await screen.answer(which, [(name, "") for name in names])
                return NO_OPPOSITION if sides is None else opposition(variant, level, sides)
        except Refused as refused:
            screen.say(refused.refusal)
        else:
            return chosen
    return NO_OPPOSITION


def levels_told() -> str:
    levels = "\n".join(f"  {each.number}  {each.name}: {each.text}" for each in LEVELS)
    doubt = "Where dice decide, lower levels doubt too much that attacks succeed, their own and yours."
    return f"At this level the referee …\n{levels}\n{doubt}"


def opposition_told(here: HotSeat) -> str:
    if not here.opposition.seats:
        return 'I play no side here. "referee 3" lets me play at level 3, "levels" lists the levels.'
    names = [here.state.variant.seat(seat).name for seat in sorted(here.opposition.seats)]
    level = level_of(here.opposition.level)
    return (
        f"I play {listed(names, 'and')} at level {level.number} ({level.name}). Ctrl-C interrupts me while I think, "
        '"undo" takes back your last move and mine, "referee off" leaves my side to you.'
    )


async def let_referee_play(here: HotSeat, rest: str) -> str:
    level, _, sides = rest.partition(" ")
    if rest:
        await choose(here, opposition(here.state.variant, level, sides))
    return opposition_told(here)


async def go(here: HotSeat, _: str) -> str | None:
    if here.state.awaits is Await.MOVE and here.state.turn in here.opposition.seats:
        await move(here)
        return None
    return "It is not my move." if here.opposition.seats else opposition_told(here)


def is_due(here: HotSeat) -> bool:
    """Whether the referee is to move by itself: it was not told to wait, and somebody else still plays."""
    state, mine = here.state, here.opposition.seats
    waits = here.held == (here.table.game.number, state.changed) or (state.clock is not None and state.clock.paused)
    return state.awaits is Await.MOVE and state.turn in mine and not waits and not mine.issuperset(state.remaining)


async def move(here: HotSeat) -> None:
    state, thought = here.state, await _thought(here)
    _hold(here)  # lest a move that is refused is tried for ever
    if thought is None:
        here.screen.say(INTERRUPTED)
    elif claims_draw(state, thought.value):
        await here.act(state.turn, ClaimDraw)
    else:
        await here.act(state.turn, lambda seat: MakeMove(seat, state.changed, thought.move))


def _hold(here: HotSeat) -> None:
    here.held = here.table.game.number, here.state.changed


async def _thought(here: HotSeat) -> Thought | None:
    """What the referee comes to; None after Ctrl-C."""
    seed = here.table.game.number * 1_000_003 + here.state.sequence
    thinking = here.games.foresight.think(here.state, level_of(here.opposition.level), seed)
    return await if_granted(here.screen.think(thinking))
