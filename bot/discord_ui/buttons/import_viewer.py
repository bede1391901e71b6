"""The viewer of imported scoresheets: a private message with a board, the last move, and buttons to the other moves."""

from __future__ import annotations

from bot.discord_ui.channel.messages import LONGEST, answer, person, picture_file
from bot.discord_ui.components.buttons import leafing_view
from bot.discord_ui.components.items import Interaction, Press
from bot.games import Games, pictures
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


class ImportViewer:
    """Shows imported scoresheets and leafs through them."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def leaf(self, interaction: Interaction, press: Press) -> None:
        """Go to another move of the scoresheet on a message."""
        await show(
            interaction,
            await self._games.records.again(press.game, interaction.user.id, press.sequence),
            self._games,
        )


async def show(interaction: Interaction, look: ImportView, games: Games) -> None:
    """Put a view of a scoresheet into the answer to an interaction."""
    viewer = await games.settings.viewer(person(interaction.user), facing(look.state), guild=interaction.guild_id)
    picture = await pictures.position(look.state, viewer, Occasion("", rounds_of(look.state)), named_on(look.sheet))
    view = leafing_view(look.number, look.move, look.moves)
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
