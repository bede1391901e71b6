"""Opening a game at the terminal: a new one, or an unfinished one, and the lists of both."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from bot.console.acting import NO_OPPOSITION, Opposition, kept, opposition
from bot.games import Games, Location, label
from bot.games.lobby.request import start_named
from bot.games.refusals import granted
from bot.games.tables import game_named
from bot.store import Player, StoredGame
from bot.text.gamelist import groups, length, newcomers_order
from engine.clocks.control import UNTIMED, TimeControl, read_control
from engine.model.refusal import Refusal, Refused
from engine.notation.position_code import read_pairs
from engine.play.events import Event
from engine.variants import GAMES


class NoGameNamed(Refusal):
    again: str

    words = 'Which game? "new {again}" begins this one again; "games" lists them all.'


async def games_listed(games: Games) -> str:
    """Every game by its id with a sentence, in groups, then the unfinished ones by their numbers."""
    wide = max(map(len, GAMES)) + 2
    lines = []
    for group in groups():
        lines.append(f"{group.heading}:")
        lines += [f"  {game.key.ljust(wide)}{game.sentence} {length(game)}." for game in group.games]
    lines.append(f'"new {newcomers_order()[0].key}" begins a game.')
    left = await unfinished(games)
    one = left[0].number if left else 0
    lines.append(f'Unfinished ("game {one}" goes on with #{one}):' if left else "No game here is unfinished.")
    return "\n".join([*lines, *(f"  {label(game)}" for game in left)])


HERE = Location(0, 0)


class NobodyRollsHere(Refusal):
    words = (
        "At the terminal I roll all dice: for a player to roll, somebody other than us has to give their message an id "
        "that nobody can choose, as Discord does. Leave out rolls."
    )


class SidesOfNobody(Refusal):
    words = "The sides are those that I play, so say at which level, too, such as --referee 5."


def _options(words: Sequence[str]) -> dict[str, str]:
    """The options written as `name=value`, without who rolls, which is the referee here."""
    options = granted(read_pairs(words))
    if options.pop("rolls", "referee") != "referee":
        raise Refused(NobodyRollsHere())
    return options


async def unfinished(games: Games) -> list[StoredGame]:
    return await games.ledger.running_in(HERE.channel, sys.maxsize)


async def begun(
    games: Games,
    key: str,
    options: Mapping[str, str],
    code: str = "",
    time: TimeControl = UNTIMED,
    earlier: tuple[Event, ...] = (),
) -> int:
    variant = game_named(key, options)
    start = start_named(variant, code)
    players = {seat.number: Player(seat.number, seat.name) for seat in variant.seats}
    return await games.lobby.set_up(HERE, variant, players, start, time, earlier)


class Against(NamedTuple):
    """The referee's level and the sides that it is to play, as they were typed; "" for what was not said."""

    level: str = ""
    sides: str = ""


UNSAID = Against()


async def opened(
    games: Games, variant: str, options: Sequence[str], code: str, time: str, against: Against = UNSAID
) -> tuple[int, Opposition | None]:
    """The number of the game to start with, and what the referee is to play in it, None where that was not said.

    It is the newest unfinished game that fits what was asked for and can be gone on with, or a new one; from a position
    code, or with a time control, always a new one. `options` are written `name=value`. If the referee is to play, it
    plays the same sides in that game at the same level.
    """
    control, chosen = granted(read_control(time)), _options(options)
    if against.sides and not against.level:
        raise Refused(SidesOfNobody())
    key = variant or (next(iter(GAMES)) if chosen else "")
    if not code and not control.timed:
        wanted = game_named(key, chosen) if key else None
        for game in await unfinished(games):
            asked = wanted is None or (game.variant == wanted.key and dict(game.options) == dict(wanted.options))
            with suppress(Refused):
                table = await games.tables.find(game.number)
                who = opposition(table.state.variant, *against) if against.level else None
                if asked and who in {None, await kept(games.ledger, game.number) or NO_OPPOSITION}:
                    return game.number, who
    key = key or next(iter(GAMES))
    who = opposition(game_named(key, chosen), *against) if against.level else None
    return await begun(games, key, chosen, code, control), who


async def another(games: Games, game: StoredGame, asked: str) -> tuple[int, Opposition | None]:
    """The number of a new game as asked for, and what the referee plays in it, None where that was not said.

    `asked` is a game's id and options, then ` referee`, a level and sides, then ` time` and a control, then ` position`
    and a code, each optional but not all; without id and options the game is as the one before.
    """
    if not asked:
        raise Refused(NoGameNamed(game.variant))
    chosen, _, code = f" {asked}".partition(" position ")
    chosen, _, time = chosen.partition(" time ")
    chosen, _, against = chosen.partition(" referee ")
    level, _, sides = against.strip().partition(" ")
    control, words = granted(read_control(time)), chosen.split()
    key = words.pop(0).casefold() if words and "=" not in words[0] else game.variant
    options = _options(words)
    if not words and key == game.variant:
        options = dict(game.options)
    who = opposition(game_named(key, options), level, sides) if level else None
    return await begun(games, key, options, code, control), who
