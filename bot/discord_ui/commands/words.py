"""Words said to the bot, such as `resign` or `rules prowler`: they lead to the button or the answer that does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import discord

from bot.discord_ui.channel.messages import Said
from bot.discord_ui.commands.help import help_button
from bot.discord_ui.commands.more import ITEMS
from bot.discord_ui.components.buttons import answers_view
from bot.discord_ui.components.items import drawn, view_of
from bot.discord_ui.components.picker import LABEL
from bot.discord_ui.components.sheets import spec_of
from bot.discord_ui.controller import Controller
from bot.games import Location, Table, awaits, title
from bot.games.refusals import if_granted
from bot.store import Player
from bot.text import calls, gamelist
from bot.text import help as helping
from bot.text.gamelist import key_of
from bot.text.harmless import quoted
from bot.text.help import Found
from bot.text.reminders import board_link
from engine.model.refusal import Refusal, Refused
from engine.play.state import Await
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant

MOST_WORDS = 3
"""The words of the longest name that a command or a topic goes by."""
MOVES = frozenset({"move", "play"})
"""The commands that a move may follow."""
BUTTONS: Mapping[str, tuple[str, ...]] = {
    "move": ("move",),
    "board": ("flip", "where"),
    "game resign": ("resign",),
    "game draw": ("draw", "claim"),
    "game takeback": ("takeback",),
    "game pause": ("pause", "resume"),
    "game nudge": ("nudge",),
    "game note": ("notes",),
    "record get": ("record",),
    "rules": ("rules", "pieces"),
    "replay": ("replay",),
    "dice word": ("dice",),
    "dice check": ("dice",),
    "dice commitment": ("dice",),
    "dice luck": ("dice",),
}
"""The buttons that do what a command does in a game: those under a board, and the items of its menu."""
ANSWERED = frozenset({"game draw", "game takeback", "game pause"})
"""The commands whose proposals others answer."""
_ITEMS = {item.name: item for item in ITEMS}


class Led(NamedTuple):
    said: Said
    view: discord.ui.View | None = None


class NotNow(Refusal):
    """Something said to the bot that cannot be done in a game as it stands; `game` is its label."""

    game: str

    words = "That isn't possible in {game} right now."


def command_in(text: str) -> tuple[Found, str] | None:
    """What a text begins with that help knows a way to, and the rest; None for anything else."""
    words = text.split()
    for count in (len(words), *range(min(len(words) - 1, MOST_WORDS), 0, -1)):
        known = helping.found(" ".join(words[:count]))
        if known is not None:
            return known, " ".join(words[count:])
    return None


async def lead(
    controller: Controller, place: Location, player: Player, number: int | None, asked: tuple[Found, str]
) -> Led:
    """The button or the answer that does what was said."""
    known, rest = asked
    command = known.command or known.word
    tables = await _tables(controller, place, player, number) if command in BUTTONS else []
    if command == "rules" and rest:
        return _explained(tables[0].state.variant if tables else None, rest)
    if not tables:
        games = await controller.games.directory.running(place, player) if command == "roll" else []
        due = next((game for game in games if game.rolling and awaits(game, player)), None)
        return Led(calls.elsewhere(due)) if due is not None else _command(controller, known)
    buttons = [(table, found) for table in tables if (found := _buttons(table, player, BUTTONS[command]))]
    view = discord.ui.View(timeout=None)
    if len(tables) > 1 and buttons:
        for table, found in buttons:
            action, label = found[0], title(table.game, player)[:LABEL]
            view.add_item(drawn(action, table.game.number, table.state.changed, label=label))
        return Led("In which game?", view)
    (table, *_), name = tables, quoted(title(tables[0].game, player))
    found = buttons[0][1] if buttons else []
    for action in found:
        view.add_item(drawn(action, table.game.number, table.state.changed))
    if command in ANSWERED:
        for answer in answers_view(table).children:
            view.add_item(answer)
    if not view.children:
        return Led(NotNow(title(table.game, player))) if known.command else _command(controller, known)
    link = board_link(table.game)
    if command == "board" and link:
        return Led(f"Here's the newest {link} of {name}.", view)
    return Led(f"{name}: press the button, and I'll go on from there.", view)


async def _tables(controller: Controller, place: Location, player: Player, number: int | None) -> list[Table]:
    """The games that words may be about: the numbered one, or those that the player plays here, or the one shown."""
    directory = controller.games.directory
    games = [] if number is not None else await directory.running(place, player)
    if not games:
        try:
            games = [await directory.shown(place, player, number)]
        except Refused:
            if number is not None:
                raise
    found = [await if_granted(controller.games.tables.find(game.number)) for game in games]
    return [table for table in found if table is not None]


def _buttons(table: Table, player: Player, names: tuple[str, ...]) -> list[str]:
    """The actions of the buttons of these names that fit a game as it stands, for a player."""
    seats = frozenset(table.game.seats_of(player.id)) & frozenset(table.state.remaining)
    found = []
    for name in names:
        item = _ITEMS.get(name)
        if item is None and _fits(table, seats, name):
            found.append(name)
        elif item is not None and item.fits(table, seats):
            found.append(item.action)
    return found


def _fits(table: Table, seats: frozenset[int], name: str) -> bool:
    state = table.state
    if name == "replay":
        return state.result is not None
    if name == "move":
        return state.awaits is Await.MOVE and state.result is None and state.turn in seats
    return name == "flip" or (state.result is None and state.awaits is Await.MOVE)


def _explained(variant: Variant | None, rest: str) -> Led:
    """How a piece moves, of the game that is played or of the one that is named before it, or a game by its name."""
    words = rest.strip("?!. ")
    key = key_of(words)
    first, _, behind = words.partition(" ")
    if key in GAMES:
        variant, words = variant_of(key), ""
    elif key_of(first) in GAMES and behind:
        variant, words = variant_of(key_of(first)), behind
    variant = variant or variant_of(next(iter(GAMES)))
    kind = variant.kind_named(words) if words else None
    if words and kind is None:
        return Led(gamelist.unknown_piece(variant, words))
    if kind is None:
        said, place, label = f"**{variant.name}**: {GAMES[variant.key].sentence}", 0, "How pieces move"
    else:
        said, place = f"**{gamelist.piece_label(kind)}**: {kind.text}", variant.kinds.index(kind) + 1
        label = f"How the {kind.name} moves"[:LABEL]
    return Led(said, view_of([drawn("piece", spec_of(variant), place, label=label)]))


def _command(controller: Controller, known: Found) -> Led:
    view = view_of([help_button(known.topic)])
    if not known.command:
        return Led("Here's the page about that; only you will see it.", view)
    return Led(helping.clickable(f"`/{known.command}` does that.", controller.commands), view)
