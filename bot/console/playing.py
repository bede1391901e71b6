"""Playing at the terminal: games begun, gone on with and kept in files, who plays them, and how the sides act."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from bot.console.hotseat import HotSeat
from bot.console.screens import Terminal, why
from bot.games import Games, Table, label
from bot.games.challenges import seat_named, start_named
from bot.games.records import RECORD_MAX_BYTES, BadRecord, ImportedRecord, going_on, read
from bot.games.refusals import BadChoice, granted, refuse_if
from bot.games.tables import game_named
from bot.store import Player, StoredGame, referee
from bot.text import games as wording
from bot.text.gamelist import groups, length, newcomers_order
from bot.web.local import HERE
from engine.clocks.control import read_control
from engine.lookahead.search import LEVELS
from engine.model.english import join_words, shown
from engine.model.refusal import Refused
from engine.play.commands import Agree, ClaimTime, Decline, Propose, Resign
from engine.play.events import DRAW, TAKEBACK, Event
from engine.play.proposals import undoable
from engine.records.scoresheet import Scoresheet
from engine.variants import GAMES, read_pairs
from engine.variants.variant import Variant

YES = frozenset({"yes", "y"})


# ---- games


async def opened(  # noqa: PLR0913, PLR0917 - everything said at the start
    games: Games, screen: Terminal, variant: str, words: Sequence[str], code: str, time: str, level: str, sides: str
) -> Table:
    """The newest unfinished game that fits what was asked for, who plays included, or a new one.

    From a position code, or with a time control, it is always a new one.
    """
    refuse_if(sides and not level, "the sides are those that I play, so give a level, too, like --referee 5")
    wanted, against = game_named(variant or next(iter(GAMES)), granted(read_pairs(words))), f"{level} {sides}".strip()
    for game in await _unfinished(games) if not (code or time) else ():
        with suppress(Refused):
            table = await games.tables.at(game)
            fits = table.state.variant == wanted or not (variant or words)
            if fits and (not against or _levels(game.seats) == _levels(seated(table.state.variant, against))):
                return table
    return await _begun(games, wanted, code, time, against or await _asked_who_plays(screen, wanted))


async def new(here: HotSeat, asked: str) -> None:
    """Begin another game: a game's id and options, then ` referee`, a level and sides, ` time`, ` position` and a code.

    Id, options and the referee's level are as in the game before where they are left out.
    """
    game = here.table.game
    chosen, _, code = f" {asked}".partition(" position ")
    chosen, _, time = chosen.partition(" time ")
    chosen, _, against = chosen.partition(" referee ")
    words = chosen.split()
    key = words.pop(0).casefold() if words and "=" not in words[0] else game.variant
    options = game.options if not words and key == game.variant else granted(read_pairs(words))
    before = next((str(held.level) for held in game.seats.values() if held.is_bot), "")
    await go_to(here, await _begun(here.games, game_named(key, options), code, time, against or before))


async def _begun(
    games: Games, variant: Variant, code: str, time: str, against: str, earlier: tuple[Event, ...] = ()
) -> Table:
    players, start, control = seated(variant, against), start_named(variant, code), granted(read_control(time))
    return await games.tables.find(await games.lobby.set_up(HERE, variant, players, start, control, earlier))


async def go_to(here: HotSeat, table: Table) -> None:
    await here.begin(table)
    here.screen.say(who_plays(table))


async def go_to_game(here: HotSeat, rest: str) -> None:
    numbers = {str(game.number) for game in await _unfinished(here.games)}
    if (wanted := rest.removeprefix("#")) not in numbers:
        left = join_words(sorted(numbers, key=int), "and")
        raise Refused(BadChoice(f"no unfinished game “{shown(rest)}”. Unfinished: {left or 'none'}"))
    await go_to(here, await here.games.tables.find(int(wanted)))


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


async def _unfinished(games: Games) -> list[StoredGame]:
    return await games.ledger.running_in(HERE.channel, sys.maxsize)


# ---- files


def save(here: HotSeat, name: str) -> str:
    path = Path(name or f"game-{here.table.game.number}.txt")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(wording.record_of(here.table))
    except (OSError, ValueError) as problem:
        raise Refused(BadChoice(f"I can't save it as {path}: {why(problem)}. Name another file")) from problem
    return f"Saved in {path.resolve()}."


async def load(here: HotSeat, name: str) -> None:
    sheet = _read(name)
    if sheet.remarks:
        here.screen.say(sheet.remarks)
    earlier = going_on(sheet, here.games.now())
    if earlier.player_rolls:
        here.screen.say("At the terminal I roll all dice.")
    await go_to(here, await _begun(here.games, sheet.state.variant, earlier.start, "", "", earlier.earlier))


def _read(name: str) -> Scoresheet:
    refuse_if(not name, BadRecord("name the file, like load game-1.txt"))
    try:
        with Path(name).open("rb") as file:
            data = file.read(RECORD_MAX_BYTES + 1)  # one more than may be read, so that a larger file is noticed
    except (OSError, ValueError) as problem:
        raise Refused(BadRecord(f"{name}: {why(problem)}")) from problem
    return read(ImportedRecord(data))


# ---- who plays


def seated(variant: Variant, against: str) -> Mapping[int, Player]:
    """The players of all seats, by the referee's level and sides: `3`, `3 2,3`, `3 Gold Blue`; `off` or "" for none.

    Without sides it plays all but the first.
    """
    people = {seat.number: Player(seat.number, seat.name) for seat in variant.seats}
    level, *sides = re.split(r"[\s,]+", against.strip())
    if level.casefold() in {"", "off"}:
        return people
    if level not in {str(each.number) for each in LEVELS}:
        raise Refused(BadChoice(f"there's no level “{shown(level)}”: levels go from 0 to {len(LEVELS) - 1}"))
    mine = {seat_named(variant, side).number for side in sides} or {*people} - {1}
    refuse_if(len(mine) == len(people), "I'd play all sides. Leave one for yourself")
    return people | {seat: referee(int(level), seat) for seat in mine}


def _levels(seats: Mapping[int, Player]) -> Mapping[int, int | None]:
    return {seat: held.level for seat, held in seats.items()}


async def _asked_who_plays(screen: Terminal, variant: Variant) -> str:
    """The referee's level and sides, as the person at the screen wants them; asked until they can be understood."""
    question = f"Play against me? Type a level from 0 to {len(LEVELS) - 1}, or press Enter to play without me. "
    while screen.asks:
        against = await screen.answer(question, [(str(each.number), each.name) for each in LEVELS])
        try:
            seated(variant, against)
        except Refused as refused:
            screen.say(refused.refusal)
        else:
            return against
    return ""


def who_plays(table: Table) -> str:
    variant, seats = table.state.variant, table.game.seats
    mine = [f"{variant.seat(seat).name} at level {held.level}" for seat, held in seats.items() if held.is_bot]
    if not mine:
        return 'All sides play at this keyboard. "referee 3" lets me play at level 3.'
    return f'I play {join_words(mine, "and")}. "referee off" leaves everything to you.'


async def let_referee_play(here: HotSeat, rest: str) -> str:
    """Hand the sides over as `seated` reads it; without a level, list the levels."""
    if not rest:
        levels = "\n".join(f"  {each.number}  {each.name}: {each.text}" for each in LEVELS)
        return f"{levels}\nIn fights, lower levels underrate attacks, mine and yours.\n{who_plays(here.table)}"
    for seat, player in seated(here.state.variant, rest).items():
        held = here.table.game.seats[seat]
        if held.level != player.level:
            await here.games.play.hand_over(here.table, seat, held, player)
    return who_plays(here.table)


# ---- what the sides do besides moving


async def propose(here: HotSeat, kind: str, seat: int | None = None) -> None:
    await here.act(partial(Propose, kind=kind), seat)
    offer = here.state.proposal(kind)
    if offer is not None:
        waiting = next(seat for seat in here.state.remaining if seat not in offer.agreed)
        here.screen.say(f'"accept" or "decline" answers for {here.state.variant.seat(waiting).name}.')


async def answer(here: HotSeat, command: type[Agree | Decline]) -> None:
    """Answer the first open proposal for the next side that has yet to answer."""
    offer = next(iter(here.state.proposals), None)
    waiting = [seat for seat in here.state.remaining if offer is not None and seat not in offer.agreed]
    await here.act(partial(command, kind=offer.kind if offer else DRAW), waiting[0] if waiting else None)


async def take_back(here: HotSeat, _: str) -> None:
    """Ask to take back the last move made at this keyboard, with the referee's answer."""
    seats = here.table.game.seats
    movers = [played.seat for played in undoable(here.state) if not seats[played.seat].is_bot]
    await propose(here, TAKEBACK, movers[-1] if movers else None)


async def resign(here: HotSeat, rest: str) -> str | None:
    state = here.state
    seat = seat_named(state.variant, rest) if rest else state.variant.seat(here.seat)
    if state.result is None and seat.number in state.remaining:
        sure = await here.screen.answer(f"Does {seat.name} really resign? (yes/no) ")
        if sure.casefold() not in YES:
            return "The game continues."
    await here.act(Resign, seat.number)
    return None


async def claim_time(here: HotSeat, _: str) -> None:
    await here.act(ClaimTime, next(seat for seat in here.state.remaining if seat != here.state.turn))
