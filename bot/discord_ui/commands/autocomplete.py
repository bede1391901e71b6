"""Autocompletion of games, moves, options, sides and variants, never more than Discord shows."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, zip_longest
from typing import Any, TypeVar

from discord import app_commands

from bot.discord_ui.channel.messages import anywhere, person
from bot.discord_ui.components.items import Interaction
from bot.games import Table, label, title
from bot.games.refusals import granted, if_granted
from bot.games.settings import FIRST, MOVER, THEME
from bot.games.tables import game_named
from bot.store import Player, StoredGame
from bot.text import gamelist
from bot.text import games as wording
from bot.text.harmless import strip_invisible
from engine.clocks.control import TimeControl, read_control
from engine.lookahead.search import LEVELS
from engine.model.english import natural, plain, without_remark
from engine.model.position import Move
from engine.notation.moves import MoveList
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import dice_of, named_move
from engine.variants import COMBAT, GAMES, choices_of, families, objection, read_pairs

Command = TypeVar("Command", bound=Callable[..., Any])
Choices = list[app_commands.Choice[str]]
Completion = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
MAX_CHOICES, CHOICE_CHARS = 25, 100
_MARKS = frozenset("+#")
GAME = "The game's number; only needed if you have several games here"
EVERY, EVERY_PIECE = "all", "every piece that can move"
CLOCK = "Clock, like 3 days/move, 7d+1d max 10d, 10+5 or none (default if left out)"
SIDE = "Your side (random if left out)"
OPPONENT = "Your opponent: a person or me (anyone can accept if left out)"
OPTIONS = "Other rules of the game, like travelers=straight"
SHARE = "Show it to the whole channel, not only you"
FIGHTS = "Dice fights for captures (the game's own rule if left out)"
PLAYER = "player"
ROLLS = "Who rolls the dice: me, right away – or the defender, by replying"
WORD = "A lucky word for the dice, if you like; everyone can see it"
LEVEL_CHOICES: list[app_commands.Choice[int]] = [
    app_commands.Choice(name=f"{level.number} {level.name}: {level.text}"[:CHOICE_CHARS], value=level.number)
    for level in LEVELS
]


def choices(pairs: Iterable[tuple[str, str]]) -> Choices:
    """The first choices of (words shown, value sent), cut to what Discord takes, which shows words unmarked."""
    made = ((strip_invisible(words), value) for words, value in islice(pairs, MAX_CHOICES))
    return [app_commands.Choice(name=words[:CHOICE_CHARS], value=value[:CHOICE_CHARS]) for words, value in made]


FOUGHT = choices([("no fights", "off"), ("polyhedral dice", "poly"), ("six-sided dice", "d6")])
"""Choices for fights; each game has some of these."""
ROLLED = choices([("I roll, right away", "referee"), ("the defender rolls, by replying to the attack", PLAYER)])
BELOW = choices([("the first player, always", FIRST), ("the player to move", MOVER)])
THEME_CHOICES = choices([(name, name) for name in THEME.values])


def fitting(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """The choices whose words or value contain what is typed, up to MAX_CHOICES."""
    wanted = typed.strip().casefold()
    return choices(each for each in pairs if any(wanted in text.casefold() for text in each))


def value_of(text: str, pairs: Iterable[tuple[str, str]]) -> str:
    """The value of the choice that shows this text, which Discord sends if it was edited; else the text itself."""
    wanted = text.strip()
    return next((value for words, value in pairs if strip_invisible(words)[:CHOICE_CHARS] == wanted), text)


def offer_variants(typed: str) -> Choices:
    return fitting([(gamelist.in_short(game), game.key) for game in gamelist.newcomers_order()], typed)


def offer_families(typed: str) -> Choices:
    return fitting([(name, key) for key, name in families().items()], typed)


def offer_options(variant: str | None, typed: str, fights: str | None = None) -> Choices:
    """The options of the chosen game as `name=value`, behind those typed, as far as they go with them and `fights`."""
    game = GAMES.get(gamelist.key_of(variant or ""))
    if game is None:
        return []
    *before, last = typed.casefold().replace(",", " ").split(" ")
    known = {f"{option.name}={value}": (option, value) for option in choices_of(game) for value in option.values}
    given = [known[word] for word in (*before, f"{COMBAT}={fights}") if word in known]
    chosen, typed_names = {option.name: value for option, value in given}, {word.split("=")[0] for word in before}
    pairs = []
    for text, (option, value) in known.items():
        if not text.startswith(last) or option.name in {COMBAT, *typed_names}:
            continue
        if not objection(game, {**chosen, option.name: value}):
            whole, default = " ".join([*before, text]), ", the default" if value == option.values[0] else ""
            pairs.append((f"{whole} ({option.text}{default})", whole))
    return choices(pairs)


def options_of(text: str, fights: str | None = None) -> dict[str, str]:
    words = without_remark(text).replace(",", " ").split()
    return granted(read_pairs([*words, f"{COMBAT}={fights}"] if fights else words))


def offer_sides(variant: str | None, typed: str) -> Choices:
    key = gamelist.key_of(variant or "")
    pairs, seats = [("drawn", "random")], game_named(key, {}).seats if key in GAMES else ()
    pairs += [(f"{seat.name}{' (moves first)' if seat.number == 1 else ''}", seat.name) for seat in seats]
    return fitting(pairs, typed)


def offer_listed(games: Iterable[StoredGame], typed: str, player: Player | None = None) -> Choices:
    return fitting(((label(game, player), str(game.number)) for game in games), typed)


async def offer_games(interaction: Interaction, typed: str, *, awaiting: bool) -> Choices:
    player, directory = person(interaction.user), interaction.client.controller.games.directory
    games = await directory.choices(anywhere(interaction), player, typed, awaiting=awaiting)
    return offer_listed(games, typed, player)


def offer_moves(legal: MoveList, typed: str, before: str = "") -> Choices:
    """The legal moves that fit what is typed, behind what was typed before, each with a word of help if that fits.

    Those that begin with it come first. Which give check is looked at where that is asked, and where they are shown.
    """
    wanted, names = _without_blanks(plain(typed)), legal.movement.variant.board.names
    write = legal.unmarked if _MARKS.isdisjoint(wanted) else legal.short

    def explains(move: Move, short: str) -> bool:
        return wanted in _without_blanks(wording.with_help(legal, move, short))

    found: list[tuple[int, str, Move]] = []
    for move in legal.legal:
        short = write(move)
        plainly = short.casefold()
        forms = (plainly, plainly.replace("x", ""), names[move.origin] + names[move.target])
        if any(form.startswith(wanted) for form in forms):
            found.append((0, short, move))
        elif any(wanted in form for form in forms) or (explains(move, short) and explains(move, legal.short(move))):
            found.append((1, short, move))
    pairs = []
    for _, _, move in sorted(found, key=lambda entry: (entry[0], natural(entry[1])))[:MAX_CHOICES]:
        short = legal.short(move)
        words = wording.with_help(legal, move, short)
        pairs.append((before + (words if len(before + words) <= CHOICE_CHARS else short), before + short))
    return choices([pair for pair in pairs if len(pair[1]) <= CHOICE_CHARS])


def _without_blanks(text: str) -> str:
    return "".join(text.casefold().replace("(", " ").replace(")", " ").split())


def offer_moves_of(tables: Sequence[Table], player: Player, typed: str) -> Choices:
    """The legal moves in several games that fit what is typed, in turns, each with its game: `#14 Pxd4`."""
    lists = []
    for table in tables:
        name, moves = title(table.game, player), offer_moves(sheet(table.state), typed)
        lists.append(
            [(f"{name[: CHOICE_CHARS - len(m.name) - 2]}: {m.name}", f"#{table.game.number} {m.value}") for m in moves]
        )
    return choices([pair for turn in zip_longest(*lists) for pair in turn if pair is not None])


def offer_pieces(state: State, typed: str) -> Choices:
    names, origins = state.variant.board.names, {move.origin for move in sheet(state).legal}
    held = {names[cell]: state.variant.piece(state.position, cell) for cell in origins}
    found = [(f"{cell}: {piece.kind.name}", cell) for cell in sorted(held, key=natural) if (piece := held[cell])]
    return fitting([(EVERY_PIECE, EVERY), *found], typed)


def offer_seats(state: State, typed: str) -> Choices:
    return fitting([(seat.name, seat.name) for seat in state.variant.seats], typed)


def offer_positions(state: State, typed: str, newest: int | None = None) -> Choices:
    """The latest positions of a game, of its first `newest` moves, that fit the number of a move or a part of it."""
    wanted, found = _squeezed(typed), list[tuple[str, str]]()
    for count in range(len(state.played) if newest is None else newest, -1, -1):
        last = state.played[count - 1] if count else None
        if len(found) == MAX_CHOICES or (wanted.isdecimal() and wanted != str(last.round if last else 0)):
            continue
        value = named_move(state, count - 1) if last else "0"
        name = f"{value}{dice_of(last)}" if last else "0: the start"
        if wanted in _squeezed(name):
            found.append((name, value))
    return choices(found[::-1])


def _squeezed(text: str) -> str:
    return "".join(text.replace("...", "…").replace(".", "").split())


TIMES = (
    "none", "1d/move", "3d/move", "7d/move", "3d/move soft", "3d/move weekends off UTC", "7d+1d max 10d",
    "14d+1d max 21d", "10m+5s", "15m+10s", "30m+30s", "5m+3s", "1h+1m",
)  # fmt: skip


def offer_times(typed: str) -> Choices:
    """The typed time control, also soft and with weekends off; else the common ones that match."""
    found, mine = read_control(typed), list[TimeControl]()
    if typed.strip() and isinstance(found, TimeControl):
        mine = [found, *([replace(found, hard=not found.hard)] if found.timed else [])]
        if found.timed and not (found.live or found.weekends):
            mine.append(replace(found, weekends="UTC"))
    usual = [granted(read_control(time)) for time in TIMES]
    fits = [each for each in usual if typed.strip().casefold() in f"{each.words} {each.text}"]
    return choices(list(dict.fromkeys((each.words, each.text) for each in (*mine, *fits))))


# ---- the completions themselves


def completing(offer: Callable[..., Choices], *names: str) -> Completion:
    """A completion from what is typed, and from the options of these names."""

    async def complete(interaction: Interaction, typed: str) -> Choices:
        return offer(typed, *(getattr(interaction.namespace, name) for name in names))

    return complete


def in_game(offer: Callable[[State, str], Choices]) -> Completion:
    """A completion about the game meant, made off the event loop."""

    async def complete(interaction: Interaction, typed: str) -> Choices:
        controller = interaction.client.controller
        table = await if_granted(controller.seen_table(interaction, interaction.namespace.game))
        if table is None:
            return []
        work = partial(offer, table.state, typed)
        return await if_granted(controller.games.readers.read(interaction.user.id, work)) or []

    return complete


variants, times = completing(offer_variants), completing(offer_times)
options = completing(lambda typed, game, fights: offer_options(game, typed, fights), "game", "fights")
sides = completing(lambda typed, game: offer_sides(game, typed), "game")


async def own_games(interaction: Interaction, typed: str) -> Choices:
    return await offer_games(interaction, typed, awaiting=False)


def about_a_game(command: Command) -> Command:
    """A command with an option `game`, for which one's own games are offered where the command offers no others."""
    return app_commands.describe(game=GAME)(app_commands.autocomplete(game=own_games)(command))
