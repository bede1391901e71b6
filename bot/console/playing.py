"""Playing at the terminal: games begun, gone on with and kept in files, how the sides act, and the referee's sides.

The side to move acts, or the next one that has yet to answer.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from bot.console.hotseat import NO_OPPOSITION, HotSeat, Opposition
from bot.console.screens import Terminal, why
from bot.games import Games, Location, Table, label
from bot.games.challenges import seat_named, start_named
from bot.games.records import RECORD_MAX_BYTES, BadRecord, ImportedRecord, going_on, read
from bot.games.refusals import BadChoice, granted, if_granted
from bot.games.tables import game_named
from bot.store import Player, StoredGame
from bot.text import games as wording
from bot.text.gamelist import groups, length, newcomers_order
from engine.clocks.control import read_control
from engine.lookahead.search import LEVELS, Thought, claims_draw, level_of
from engine.model.english import join_words, shown
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Agree, ClaimDraw, ClaimTime, Decline, MakeMove, Propose, Resign
from engine.play.events import DRAW, PAUSE, TAKEBACK, Event
from engine.play.proposals import MAX_TAKEN_BACK, undoable
from engine.play.state import Await
from engine.records.scoresheet import Scoresheet
from engine.variants import GAMES, read_pairs
from engine.variants.variant import Variant

HERE = Location(0, 0)
_FILE = re.compile(r"(?P<path>.+?)(?:\s+game\s+(?P<number>\d{1,6}))?(?:\s+(?P<move>\d{1,6}))?", re.DOTALL)
YES = frozenset({"yes", "y", "accept"})
INTERRUPTED = 'I\'ve stopped thinking. "go" lets me move, "undo" takes your move back, or make my move yourself.'
_PATIENT = 40  # rounds, before which the referee does not agree to a draw
NOBODY_ROLLS_HERE = BadChoice(
    "At the terminal I roll all dice. Players can only roll in Discord, where no one can choose a message's id. Leave "
    "“rolls” out"
)


class NotSaved(Refusal):
    problem: str

    words = "{problem}; name another file."


async def sit(here: HotSeat, table: Table) -> None:
    """Go to a game and show it; the referee plays as it was told, or as the player says who begins it."""
    here.table, state = table, table.state
    chosen = await kept(here.games, table)
    if chosen is None and here.screen.asks and not state.played and state.result is None:
        chosen = await ask_who_plays(here.screen, state.variant)
        await choose(here.games, table, chosen)
    here.opposition = chosen or NO_OPPOSITION
    await here.begin()
    if here.opposition.seats:
        here.screen.say(opposition_told(here))


async def opened(
    games: Games, variant: str, words: Sequence[str], code: str, time: str, level: str, sides: str
) -> Table:
    """The newest unfinished game that fits what was asked for, who plays included, or a new one.

    From a position code, or with a time control, it is always a new one.
    """
    control, options, against = granted(read_control(time)), _options(words), f"{level} {sides}" if level else ""
    if sides and not level:
        raise Refused(BadChoice("the sides are those that I play, so give a level, too, like --referee 5"))
    wanted = game_named(variant or next(iter(GAMES)), options)
    for game in await _unfinished(games) if not code and not control.timed else ():
        with suppress(Refused):
            table = await games.tables.at(game)
            who = opposition(table.state.variant, against) if against else None
            fits = table.state.variant == wanted or not (variant or options)
            if fits and who in {None, await kept(games, table) or NO_OPPOSITION}:
                return await choose(games, table, who)
    return await _begun(games, wanted, code, time, against)


async def new(here: HotSeat, asked: str) -> None:
    """Begin another game: a game's id and options, then ` referee`, a level and sides, ` time`, ` position` and a code.

    Without id and options the game is as the one before.
    """
    game = here.table.game
    if not asked:
        raise Refused(BadChoice(f'which game? "new {game.variant}" starts this one again; "games" lists them all'))
    chosen, _, code = f" {asked}".partition(" position ")
    chosen, _, time = chosen.partition(" time ")
    chosen, _, against = chosen.partition(" referee ")
    words = chosen.split()
    key = words.pop(0).casefold() if words and "=" not in words[0] else game.variant
    options = dict(game.options) if not words and key == game.variant else _options(words)
    await sit(here, await _begun(here.games, game_named(key, options), code, time, against.strip()))


def _options(words: Sequence[str]) -> dict[str, str]:
    """The options written as `name=value`, without who rolls, which is the referee here."""
    options = granted(read_pairs(words))
    if options.pop("rolls", "referee") != "referee":
        raise Refused(NOBODY_ROLLS_HERE)
    return options


async def _begun(
    games: Games, variant: Variant, code: str, time: str = "", against: str = "", earlier: tuple[Event, ...] = ()
) -> Table:
    control, who = granted(read_control(time)), opposition(variant, against) if against else None
    players = {seat.number: Player(seat.number, seat.name) for seat in variant.seats}
    number = await games.lobby.set_up(HERE, variant, players, start_named(variant, code), control, earlier)
    return await choose(games, await games.tables.find(number), who)


async def _unfinished(games: Games) -> list[StoredGame]:
    return await games.ledger.running_in(HERE.channel, sys.maxsize)


async def list_games(here: HotSeat, _: str) -> str:
    """Every game by its id with a sentence, in groups, then the unfinished ones by their numbers."""
    wide = max(map(len, GAMES)) + 2
    lines = []
    for heading, grouped in groups().items():
        lines.append(f"{heading}:")
        lines += [f"  {game.key.ljust(wide)}{game.sentence} {length(game)}." for game in grouped]
    lines.append(f'"new {newcomers_order()[0].key}" starts a game.')
    left = await _unfinished(here.games)
    one = left[0].number if left else 0
    lines.append(f'Unfinished ("game {one}" continues #{one}):' if left else "There are no unfinished games here.")
    return "\n".join([*lines, *(f"  {label(game)}" for game in left)])


async def go_to_game(here: HotSeat, rest: str) -> None:
    numbers = {str(game.number) for game in await _unfinished(here.games)}
    if (wanted := rest.removeprefix("#")) not in numbers:
        left = join_words(sorted(numbers, key=int), "and")
        raise Refused(BadChoice(f"no unfinished game “{shown(rest)}”. Unfinished: {left}"))
    await sit(here, await here.screen.wait(f"Reading game {wanted}", here.games.tables.find(int(wanted))))


# ---- files


def save(table: Table, name: str) -> str:
    path = Path(name or f"game-{table.game.number}.txt")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(wording.record_of(table))
    except FileExistsError:
        raise Refused(NotSaved(f"{path} exists already")) from None
    except (OSError, ValueError) as problem:
        raise Refused(NotSaved(f"{path} can't be written: {why(problem)}")) from problem
    return f"Saved in {path.resolve()}."


async def load(here: HotSeat, rest: str) -> None:
    sheet, move = await here.screen.wait("Reading the scoresheet", asyncio.to_thread(_read, rest))
    variant = sheet.state.variant
    if sheet.remarks:
        here.screen.say(sheet.remarks)
    if move:
        seats = {seat.number: Player(seat.number, seat.name) for seat in variant.seats}
        await here.show(move, Table(replace(here.table.game, seats=seats), sheet.state))
        return
    earlier = going_on(sheet, here.games.now())
    if earlier.player_rolls:
        here.screen.say(NOBODY_ROLLS_HERE)
    beginning = _begun(here.games, variant, earlier.start, earlier=earlier.earlier)
    await sit(here, await here.screen.wait("Starting the game", beginning))


def _read(asked: str) -> tuple[Scoresheet, str | None]:
    """The scoresheet in a file, and the move number typed after its name, if any."""
    match = _FILE.fullmatch(asked)
    if match is None:
        raise Refused(BadRecord("name the file, like load game-1.txt"))
    path, number = Path(match["path"]), match["number"]
    try:
        with path.open("rb") as file:
            data = file.read(RECORD_MAX_BYTES + 1)  # one more than may be read, so that a larger file is noticed
    except (OSError, ValueError) as problem:
        raise Refused(BadRecord(f"{path}: {why(problem)}")) from problem
    return read(ImportedRecord(data, number=int(number) if number else None)), match["move"]


# ---- the sides at the keyboard


async def offer_draw(here: HotSeat, _: str) -> None:
    """Offer a draw for the side to move; the referee agrees where the game is long and it is not better."""
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
    """Take back the number of moves typed, or a player's last and all after it, once every side agrees."""
    latest = enumerate(reversed(undoable(here.state)), 1)
    count = next((number for number, played in latest if played.seat not in here.opposition.seats), 1)
    if rest:
        count = int(rest) if rest.isdecimal() and len(rest) < 4 else 0
    if not count:
        here.screen.say(f"How many moves? takeback 2 takes back two; {MAX_TAKEN_BACK} is the limit.")
        return
    moves = undoable(here.state, count)
    await here.act(moves[0].seat if moves else here.state.turn, partial(Propose, kind=TAKEBACK, moves=count))
    await _ask_others(here)
    if here.opposition.seats:
        here.held = here.table.game.number, here.state.changed


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
    state = here.state
    keyboard = (seat for seat in (state.turn, *state.remaining) if seat not in here.opposition.seats)
    seat = seat_named(state.variant, rest) if rest else state.variant.seat(next(keyboard, state.turn))
    if state.result is None and seat.number in state.remaining:
        sure = await here.screen.answer(f"Does {seat.name} really resign? (yes/no) ")
        if sure is None or sure.casefold() not in YES:
            return None if sure is None else "The game continues."
    await here.act(seat.number, Resign)
    return None


async def pause(here: HotSeat, _: str) -> None:
    state, propose = here.state, partial(Propose, kind=PAUSE)
    if state.clock is None or state.clock.paused:
        await here.act(state.turn, propose)
        return
    await here.games.play.act(here.table, here.table.game.seats[state.turn], propose)
    for seat in state.remaining:
        if seat != state.turn:
            await here.act(seat, partial(Agree, kind=PAUSE))


async def claim_time(here: HotSeat, _: str) -> None:
    await here.act(next(seat for seat in here.state.remaining if seat != here.state.turn), ClaimTime)


# ---- the referee's sides


def opposition(variant: Variant, named: str) -> Opposition:
    """The level and the sides that a text names: `3`, `3 2,3` or `3 Gold Blue`; without sides all but the first."""
    level, _, sides = named.strip().partition(" ")
    given = level.casefold()
    if given in {"", "off", "none", "no", "nobody"}:
        return NO_OPPOSITION
    if given not in {str(each.number) for each in LEVELS}:
        known = f"levels go from 0 to {len(LEVELS) - 1}. “levels” lists them"
        raise Refused(BadChoice(f"there's no level “{shown(level)}”: {known}"))
    mine = [seat_named(variant, word).number for word in re.split(r"[\s,]+", sides) if word]
    seats = frozenset(mine or (seat.number for seat in variant.seats[1:]))
    if len(seats) == len(variant.seats):
        raise Refused(BadChoice("I'd play all sides. Leave one for yourself"))
    return Opposition(seats, int(given))


async def kept(games: Games, table: Table) -> Opposition | None:
    """The sides the referee has played in a game; None until that is decided."""
    text = await games.ledger.fact(f"opposition:{table.game.number}")
    return None if text is None else opposition(table.state.variant, text)


async def choose(games: Games, table: Table, chosen: Opposition | None) -> Table:
    """Note what the referee plays in a game, if that has been said."""
    if chosen is not None:
        text = f"{chosen.level} {','.join(map(str, sorted(chosen.seats)))}" if chosen.seats else ""
        await games.ledger.remember(f"opposition:{table.game.number}", text)
    return table


async def ask_who_plays(screen: Terminal, variant: Variant) -> Opposition:
    """Ask at the beginning of a game who plays; the answer is asked for again until it can be understood."""
    names = [seat.name for seat in variant.seats]
    question = (
        f"Do you want to play against me? A level from 0 to {len(LEVELS) - 1} (“levels” lists them); "
        "Enter: everyone plays at this keyboard. "
    )
    which = f"Which sides do I play: {join_words(names)}? Enter: {join_words(names[1:], 'and')}. "
    levels = [*((str(each.number), each.name) for each in LEVELS), ("levels", "what they are")]
    while (level := await screen.answer(question, levels)) is not None:
        if level.casefold() in {"levels", "?", "help"}:
            screen.say(levels_told())
            continue
        try:
            mine = opposition(variant, level).seats
            sides = await screen.answer(which, [(name, "") for name in names]) if mine else ""
            return NO_OPPOSITION if sides is None else opposition(variant, f"{level} {sides}")
        except Refused as refused:
            screen.say(refused.refusal)
    return NO_OPPOSITION


def levels_told() -> str:
    levels = "\n".join(f"  {each.number}  {each.name}: {each.text}" for each in LEVELS)
    return f"{levels}\nIn fights, lower levels underrate attacks, mine and yours."


def opposition_told(here: HotSeat) -> str:
    if not here.opposition.seats:
        return 'I don\'t play a side here. "referee 3" lets me play at level 3, "levels" lists the levels.'
    names = [here.state.variant.seat(seat).name for seat in sorted(here.opposition.seats)]
    level = level_of(here.opposition.level)
    return (
        f"I play {join_words(names, 'and')} at level {level.number} ({level.name}). Ctrl-C interrupts me while I "
        'think, "undo" takes back your last move and mine, "referee off" leaves my side to you.'
    )


async def let_referee_play(here: HotSeat, rest: str) -> str:
    if rest:
        here.opposition = opposition(here.state.variant, rest)
        await choose(here.games, here.table, here.opposition)
    return opposition_told(here)


async def go(here: HotSeat, _: str) -> str | None:
    if here.state.awaits is Await.MOVE and here.state.turn in here.opposition.seats:
        await move(here)
        return None
    return "It's not my move." if here.opposition.seats else opposition_told(here)


def is_due(here: HotSeat) -> bool:
    """True if the referee is to move automatically: it wasn't told to wait, and another side still plays."""
    state, mine = here.state, here.opposition.seats
    waits = here.held == (here.table.game.number, state.changed) or (state.clock is not None and state.clock.paused)
    return state.awaits is Await.MOVE and state.turn in mine and not waits and not mine.issuperset(state.remaining)


async def move(here: HotSeat) -> None:
    state, thought = here.state, await _thought(here)
    here.held = here.table.game.number, state.changed  # lest a move that is refused is tried for ever
    if thought is None:
        here.screen.say(INTERRUPTED)
    elif claims_draw(state, thought.value):
        await here.act(state.turn, ClaimDraw)
    else:
        await here.act(state.turn, lambda seat: MakeMove(seat, state.changed, thought.move))


async def _thought(here: HotSeat) -> Thought | None:
    """The referee's thought; None after Ctrl-C."""
    seed = here.table.game.number * 1_000_003 + here.state.sequence
    thinking = here.games.thinkers.think(here.state, level_of(here.opposition.level), seed)
    return await if_granted(here.screen.think(thinking))
