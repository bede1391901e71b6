"""Opening games at the terminal: new ones, those left unfinished, those kept in files, and who plays which side."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bot.console.acting import ask_who_plays, choose, kept, opposition, opposition_told
from bot.console.hotseat import NO_OPPOSITION, HotSeat, Opposition
from bot.console.screens import why
from bot.games import Games, Location, Table, label
from bot.games.lobby import start_named
from bot.games.refusals import BadChoice, granted
from bot.games.study.records import RECORD_MAX_BYTES, BadRecord, Brought, going_on, read
from bot.games.tables import game_named
from bot.store import Player, StoredGame
from bot.text import games as wording
from bot.text.gamelist import groups, length, newcomers_order
from engine.clocks.control import UNTIMED, TimeControl, read_control
from engine.model.english import listed, shown
from engine.model.refusal import Refusal, Refused
from engine.play.events import Event
from engine.records.scoresheet import Scoresheet
from engine.variants import GAMES, read_pairs
from engine.variants.variant import Variant

HERE = Location(0, 0)
Opened = tuple[Table, Opposition | None]
"""A game to sit down at, and what the referee is to play in it, None where that was not said."""
_FILE = re.compile(r"(?P<path>.+?)(?:\s+game\s+(?P<number>\d{1,6}))?(?:\s+(?P<move>\d{1,6}))?", re.DOTALL)


class NobodyRollsHere(Refusal):
    words = (
        "At the terminal I roll all dice: for a player to roll, somebody other than us has to give their message an id "
        "that nobody can choose, as Discord does. Leave out rolls."
    )


class NotSaved(Refusal):
    problem: str

    words = "{problem}; name another file."


async def sit(here: HotSeat, table: Table, wanted: Opposition | None = None) -> None:
    """Go to a game and show it; the referee plays as `wanted`, as before, or as the player says who begins it."""
    here.table, state = table, table.state
    chosen = wanted or await kept(here.games, table)
    if chosen is None and here.screen.asks and not state.played and state.result is None:
        chosen = await ask_who_plays(here.screen, state.variant)
    if chosen is not None:
        await choose(here, chosen)
    here.opposition = chosen or NO_OPPOSITION
    await here.begin()
    if here.opposition.seats:
        here.screen.say(opposition_told(here))


async def opened(
    games: Games, variant: str, words: Sequence[str], code: str, time: str, level: str, sides: str
) -> Opened:
    """The newest unfinished game that fits what was asked for and can be gone on with, or a new one.

    From a position code, or with a time control, it is always a new one. If the referee is to play, it plays the same
    sides in that game at the same level.
    """
    control, options = granted(read_control(time)), _options(words)
    if sides and not level:
        raise Refused(BadChoice("the sides are those that I play, so say at which level, too, such as --referee 5"))
    wanted = game_named(variant or next(iter(GAMES)), options)
    for game in await _unfinished(games) if not code and not control.timed else ():
        with suppress(Refused):
            table = await games.tables.find(game.number)
            who = opposition(table.state.variant, level, sides) if level else None
            fits = table.state.variant == wanted or not (variant or options)
            if fits and who in {None, await kept(games, table) or NO_OPPOSITION}:
                return table, who
    return await _begun(games, wanted, code, control, level, sides)


async def new(here: HotSeat, asked: str) -> None:
    """Begin another game: a game's id and options, then ` referee`, a level and sides, ` time`, ` position` and a code.

    Without id and options the game is as the one before.
    """
    game = here.table.game
    if not asked:
        raise Refused(BadChoice(f'which game? "new {game.variant}" begins this one again; "games" lists them all'))
    chosen, _, code = f" {asked}".partition(" position ")
    chosen, _, time = chosen.partition(" time ")
    chosen, _, against = chosen.partition(" referee ")
    level, _, sides = against.strip().partition(" ")
    control, words = granted(read_control(time)), chosen.split()
    key = words.pop(0).casefold() if words and "=" not in words[0] else game.variant
    options = dict(game.options) if not words and key == game.variant else _options(words)
    await sit(here, *await _begun(here.games, game_named(key, options), code, control, level, sides))


def _options(words: Sequence[str]) -> dict[str, str]:
    """The options written as `name=value`, without who rolls, which is the referee here."""
    options = granted(read_pairs(words))
    if options.pop("rolls", "referee") != "referee":
        raise Refused(NobodyRollsHere())
    return options


async def _begun(
    games: Games,
    variant: Variant,
    code: str,
    time: TimeControl = UNTIMED,
    level: str = "",
    sides: str = "",
    earlier: tuple[Event, ...] = (),
) -> Opened:
    who = opposition(variant, level, sides) if level else None
    players = {seat.number: Player(seat.number, seat.name) for seat in variant.seats}
    number = await games.lobby.set_up(HERE, variant, players, start_named(variant, code), time, earlier)
    return await games.tables.find(number), who


async def _unfinished(games: Games) -> list[StoredGame]:
    return await games.ledger.running_in(HERE.channel, sys.maxsize)


async def list_games(here: HotSeat, _: str) -> str:
    """Every game by its id with a sentence, in groups, then the unfinished ones by their numbers."""
    wide = max(map(len, GAMES)) + 2
    lines = []
    for heading, grouped in groups().items():
        lines.append(f"{heading}:")
        lines += [f"  {game.key.ljust(wide)}{game.sentence} {length(game)}." for game in grouped]
    lines.append(f'"new {newcomers_order()[0].key}" begins a game.')
    left = await _unfinished(here.games)
    one = left[0].number if left else 0
    lines.append(f'Unfinished ("game {one}" goes on with #{one}):' if left else "No game here is unfinished.")
    return "\n".join([*lines, *(f"  {label(game)}" for game in left)])


async def go_to_game(here: HotSeat, rest: str) -> None:
    numbers = {str(game.number) for game in await _unfinished(here.games)}
    if (wanted := rest.removeprefix("#")) not in numbers:
        left = listed(sorted(numbers, key=int), "and")
        raise Refused(BadChoice(f"no unfinished game “{shown(rest)}”. Unfinished: {left}"))
    found = here.games.tables.find(int(wanted))
    await sit(here, await here.screen.wait(f"Reading game {wanted}", found))


# ---- files


def save(table: Table, name: str) -> str:
    path = Path(name or f"game-{table.game.number}.txt")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(wording.record_of(table))
    except FileExistsError:
        raise Refused(NotSaved(f"{path} is there already")) from None
    except (OSError, ValueError) as problem:
        raise Refused(NotSaved(f"{path} cannot be written: {why(problem)}")) from problem
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
        here.screen.say(NobodyRollsHere())
    beginning = _begun(here.games, variant, earlier.start, earlier=earlier.earlier)
    await sit(here, *await here.screen.wait("Beginning the game", beginning))


def _read(asked: str) -> tuple[Scoresheet, str | None]:
    """The scoresheet in a file, and the move number typed after its name, if any."""
    match = _FILE.fullmatch(asked)
    if match is None:
        raise Refused(BadRecord("name the file, such as load game-1.txt"))
    path, number = Path(match["path"]), match["number"]
    try:
        with path.open("rb") as file:
            data = file.read(RECORD_MAX_BYTES + 1)  # one more than may be read, so that a larger file is noticed
    except (OSError, ValueError) as problem:
        raise Refused(BadRecord(f"{path}: {why(problem)}")) from problem
    return read(Brought(data, number=int(number) if number else None)), match["move"]
