"""Games begun at the terminal, or gone back to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games import Matches, Place
from bot.games.refusals import BadStart
from bot.store import Game, Player
from bot.store.selections import ALL
from bot.text import games
from engine.clocks.control import UNTIMED, BadControl, TimeControl, read_control
from engine.notation.pairs import BadPairs, read_pairs
from engine.notation.position_code import BadCode
from engine.play.events import Event
from engine.refusal import Refusal
from engine.variants import GAMES, UnknownVariant, variant_of

HERE = Place(0, 0)


async def unfinished(matches: Matches) -> list[Game]:
    """The games here that go on, the newest first."""
    return await matches.ledger.running_in(HERE.channel, ALL)


async def begun(
    matches: Matches,
    key: str,
    options: Mapping[str, str],
    code: str = "",
    time: TimeControl = UNTIMED,
    earlier: tuple[Event, ...] = (),
) -> int:
    """The number of a new game, its sides played by players of their names; UnknownVariant or BadCode are raised."""
    players = {seat.number: Player(seat.number, seat.name) for seat in variant_of(key, options).seats}
    return await matches.lobby.set_up(HERE, key, options, players, code, time, earlier)


async def opened(matches: Matches, variant: str, options: Sequence[str], code: str, time: str) -> int | str:
    """The number of the game to start with, or what is wrong with what was asked for.

    It is the newest unfinished game that fits what was asked for and can be gone on with, or a new one; from a position
    code, or with a time control, always a new one. `options` are written `name=value`.
    """
    control = read_control(time)
    if isinstance(control, BadControl):
        return control.text
    chosen = read_pairs(options)
    if isinstance(chosen, BadPairs):
        return chosen.text
    try:
        return await _resumed(matches, variant, chosen, code, control)
    except UnknownVariant as problem:
        return str(problem)
    except BadCode as problem:
        return BadStart(problem.problems).text


async def _resumed(matches: Matches, variant: str, options: Mapping[str, str], code: str, time: TimeControl) -> int:
    key = variant or (next(iter(GAMES)) if options else "")
    if code or time.timed:
        return await begun(matches, key or next(iter(GAMES)), options, code, time)
    wanted = variant_of(key, options) if key else None
    for game in await unfinished(matches):
        asked = wanted is None or (game.variant == wanted.key and dict(game.options) == dict(wanted.options))
        if asked and not isinstance(await matches.tables.find(game.number), Refusal):
            return game.number
    return await begun(matches, key or next(iter(GAMES)), options)


async def another(matches: Matches, game: Game, asked: str) -> int | str:
    """The number of a new game as asked for, or what is wrong with that.

    `asked` is a game's id and options, each optional, then ` time` and a control, then ` position` and a code; without
    id and options the game is as the one before.
    """
    chosen, _, code = f" {asked}".partition(" position ")
    chosen, _, time = chosen.partition(" time ")
    control = read_control(time)
    if isinstance(control, BadControl):
        return control.text
    words = chosen.split()
    key = words.pop(0) if words and "=" not in words[0] else game.variant
    options = read_pairs(words)
    if isinstance(options, BadPairs):
        return options.text
    if not words and key == game.variant:
        options = dict(game.options)
    try:
        return await begun(matches, key, options, code, control)
    except UnknownVariant as problem:
        return games.sentence(str(problem))
    except BadCode as problem:
        return BadStart(problem.problems).text
