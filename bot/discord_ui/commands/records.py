"""Scoresheets: given out, leafed through, and challenged to go on with."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import LONGEST, Need, answer, person, picture_file, roles_of
from bot.discord_ui.channel.papers import RecordForm
from bot.discord_ui.commands.autocomplete import CLOCK, OPPONENT, SIDE, about_a_game, sides, times, variants
from bot.discord_ui.commands.respond import DeskCog, open_in_server, open_on, open_privately, post_challenge, seats_for
from bot.discord_ui.components.items import Interaction, Press, button, drawn, view_of
from bot.discord_ui.controller import Controller
from bot.games import ChallengeRequest, pictures
from bot.games.pictures import Occasion
from bot.games.plots import named_on
from bot.games.settings import facing
from bot.games.study.imports import LARGEST, BadRecord, Brought, ImportView
from bot.games.tables import game_named
from bot.text import games as wording
from bot.text.gamelist import key_of
from bot.text.harmless import quoted
from engine.model.english import unfenced
from engine.model.refusal import Refused
from engine.notation.describe import result_in_words
from engine.records.replay import rounds_of
from engine.variants import titled

PICTURE = "import.png"
LEAFING = {"first": "First", "tenback": "Back 10", "back": "Back", "on": "Next", "tenon": "Next 10", "last": "Last"}
"""The buttons to other moves; before those of a game that is over stands `game`."""


async def leaf(controller: Controller, interaction: Interaction, press: Press) -> None:
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
    you = person(interaction.user)
    viewer = await controller.games.settings.viewer(you, facing(look.state), guild=interaction.guild_id)
    picture = await pictures.position(look.state, viewer, Occasion("", rounds_of(look.state)), named_on(look.sheet))
    view = view_of(leafing_items(look.number, look.move, look.moves))
    await answer(interaction, import_text(look), attachments=[picture_file(picture, PICTURE)], view=view)


def import_text(look: ImportView) -> str:
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


FILE = "A scoresheet or PGN file, such as /record get gives"
TEXT = "Or its text, if it is short"
GAME = "What is played, if the record does not say"
NUMBER = "Which game of the file, from 1, if it holds several"
MOST_GAMES = 100_000
FORMS = [
    app_commands.Choice(name="scoresheet, exact", value=RecordForm.SCORESHEET.value),
    app_commands.Choice(name="PGN, for other programs", value=RecordForm.PGN.value),
]


class RecordsCog(
    DeskCog,
    commands.GroupCog,
    group_name="record",
    group_description="The scoresheet of a game, and scoresheets from elsewhere",
):
    @app_commands.command(name="get", description="The scoresheet of a game as a text file, or its PGN")
    @app_commands.describe(form="How it is written; leave out for the scoresheet")
    @app_commands.choices(form=FORMS)
    @about_a_game
    async def record(self, interaction: Interaction, game: str | None = None, form: str = "") -> None:
        table = await open_on(interaction, self.controller.seen_table, game)
        text, files, *_ = await papers.record(table, RecordForm(form or RecordForm.SCORESHEET))
        await answer(interaction, text, attachments=files)

    @app_commands.command(description="Leaf through a scoresheet, in private")
    @app_commands.describe(
        file=FILE,
        text=TEXT,
        move="The move after which to begin: 3, 3. Tc4 or 3. … Txc1; leave out for the last",
        game=GAME,
        number=NUMBER,
    )
    @app_commands.autocomplete(game=variants)
    async def look(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        text: str = "",
        move: app_commands.Range[str, 1, 40] | None = None,
        game: str = "",
        number: app_commands.Range[int, 1, MOST_GAMES] | None = None,
    ) -> None:
        open_privately(interaction)
        records, data = self.controller.games.records, await brought(file, text, game, number)
        await show(self.controller, interaction, await records.look(interaction.user.id, data, move))

    @app_commands.command(
        name="continue", description="Challenge somebody, or anyone, to go on with a scoresheet's game"
    )
    @app_commands.describe(
        file=FILE,
        text=TEXT,
        opponent=OPPONENT,
        side=SIDE,
        game=GAME,
        number=NUMBER,
        clock=CLOCK,
    )
    @app_commands.autocomplete(game=variants, side=sides, clock=times)
    async def go_on(  # noqa: PLR0913, PLR0917 - each word is an option of the command
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        text: str = "",
        opponent: discord.Member | discord.User | None = None,
        side: str = "",
        clock: str = "",
        game: str = "",
        number: app_commands.Range[int, 1, MOST_GAMES] | None = None,
    ) -> None:
        place = open_in_server(interaction, Need.FILES)
        invited, _ = seats_for(interaction, [opponent] if opponent else [])
        data = await brought(file, text, game, number)
        records, player = self.controller.games.records, person(interaction.user)
        earlier = await records.earlier(player.id, data)
        wishes = ChallengeRequest(
            earlier.variant,
            earlier.options,
            invited[0] if invited else None,
            side,
            earlier.start,
            time=clock,
            threaded=None if isinstance(interaction.channel, discord.TextChannel) else False,
            earlier=earlier.events,
            player_rolls=earlier.player_rolls,
        )
        made = await self.controller.games.lobby.challenge(place, player, wishes, roles_of(interaction.user))
        await post_challenge(interaction, self.controller, made, earlier.remarks)


async def brought(file: discord.Attachment | None, text: str, game: str = "", number: int | None = None) -> Brought:
    variant = game_named(key_of(game), {}) if game else None
    data = await _data(file, text)
    return Brought(data, variant, number)


async def _data(file: discord.Attachment | None, text: str) -> bytes:
    if file is not None and text.strip():
        raise Refused(BadRecord("both a file and a text were given; leave one out"))
    if file is None:
        pasted = unfenced(text)
        if not pasted:
            raise Refused(BadRecord("none was given; attach a file, or paste its text"))
        return pasted.encode()
    if file.size > LARGEST:
        raise Refused(BadRecord(f"it is larger than the {LARGEST} bytes I read"))
    try:
        return await file.read()
    except discord.HTTPException:
        raise Refused(BadRecord("Discord did not give me the file; try again")) from None
