"""The viewer of imported scoresheets: a private message with a board, the last move, and buttons to the other moves."""

from __future__ import annotations

from bot.discord_ui.channel.messages import LONGEST, answer, person, picture_file
from bot.discord_ui.components.items import Interaction, Press, button, drawn, view_of
from bot.discord_ui.controller import Controller
from bot.games import pictures
from bot.games.company import named_on
from bot.games.settings import facing
from bot.games.spoken import Occasion
from bot.games.study.imports import ImportView
from bot.text import games as wording
from bot.text.harmless import quoted
from engine.notation.describe import result_in_words
from engine.records.replay import rounds_of
from engine.variants import titled

NAME = "import.png"
LEAFING = {"first": "First", "tenback": "Back 10", "back": "Back", "on": "Next", "tenon": "Next 10", "last": "Last"}
"""The buttons to other moves; before those of a game that is over stands `game`."""


async def leaf(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Go to another move of the scoresheet on a message."""
    look = await controller.games.records.again(press.game, interaction.user.id, press.sequence)
    await show(controller, interaction, look)


for _action, _label in LEAFING.items():
    button(_action, _label)(leaf)


def leafing_items(number: int, move: int, moves: int, prefix: str = "") -> list[Press]:
    """The buttons to other moves of a scoresheet or a game: the number in their ids is its own, then the move."""
    places = {"first": 0, "tenback": move - 10, "back": move - 1, "on": move + 1, "tenon": move + 10, "last": moves}
    return [
        drawn(f"{prefix}{action}", number, place, row=index // 3)
        for index, (action, place) in enumerate(places.items())
        if 0 <= place <= moves and place != move
    ]


async def show(controller: Controller, interaction: Interaction, look: ImportView) -> None:
    """Put a view of a scoresheet into the answer to an interaction."""
    you = person(interaction.user)
    viewer = await controller.games.settings.viewer(you, facing(look.state), guild=interaction.guild_id)
    picture = await pictures.position(look.state, viewer, Occasion("", rounds_of(look.state)), named_on(look.sheet))
    view = view_of(leafing_items(look.number, look.move, look.moves))
    await answer(interaction, text_of(look), attachments=[picture_file(picture, NAME)], view=view)


def text_of(look: ImportView) -> str:
    """What stands above the board: the game, who played, how it stands, what of it was skipped, what its dice tell."""
    state = look.state
    variant = state.variant
    players = look.sheet.players
    sides = " – ".join(f"{seat.name} {players.get(seat.number, '')}".strip() for seat in variant.seats)
    heading = f"{titled(variant.name, variant.options)}: {sides}"
    fought, number = wording.fight(state), f"Move {rounds_of(state)} of {rounds_of(look.sheet.state)}."
    lines = [
        f"**{quoted(heading[:300])}**",
        f"{number} {wording.last_move(state) or 'The starting position.'}",
        fought[:1].upper() + fought[1:] if fought else "",
        "Game over. " + wording.sentence(result_in_words(variant, state.result))
        if state.result
        else f"{variant.seat(state.turn).name} to move.",
        f"-# {quoted(look.sheet.remarks)}" if look.sheet.remarks else "",
        f"-# {quoted(' '.join(look.dice.split())[:500])}" if look.dice else "",
    ]
    return "\n".join(line for line in lines if line)[:LONGEST]
