"""Looking back at games: scoresheets given out, leafed through and gone on with; Rematch, Replay and /replay."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import LONGEST, Need, answer, person, picture_file, whisper, whispering
from bot.discord_ui.channel.papers import RecordForm
from bot.discord_ui.commands import autocomplete, respond
from bot.discord_ui.commands.lobby import place_in_words, sides_for
from bot.discord_ui.commands.presses import hand_over
from bot.discord_ui.components.items import GREEN, Interaction, Press, button, drawn, view_of
from bot.discord_ui.controller import Controller
from bot.games import ChallengeRequest, Table, pictures
from bot.games.pictures import Occasion
from bot.games.plots import named_on
from bot.games.refusals import Numbered, if_granted
from bot.games.settings import facing
from bot.games.study.records import RECORD_MAX_BYTES, BadRecord, Brought, Form, ImportView, ReplayWish
from bot.games.tables import game_named
from bot.text import games as wording
from bot.text.gamelist import key_of
from bot.text.harmless import named, quoted
from bot.text.reminders import board_link
from engine.model.english import unfenced
from engine.model.refusal import Refused
from engine.notation.describe import result_in_words
from engine.play.state import State
from engine.records.replay import glimpse, rounds_of
from engine.variants import titled

LEAFING = {"first": "First", "tenback": "Back 10", "back": "Back", "on": "Next", "tenon": "Next 10", "last": "Last"}
"""The buttons to other moves; before those of a game that is over stands `game`."""


def leafing_items(number: int, move: int, moves: int, prefix: str = "") -> list[Press]:
    """The buttons to other moves of a scoresheet or a game: the number in their ids is its own, then the move."""
    places = {"first": 0, "tenback": move - 10, "back": move - 1, "on": move + 1, "tenon": move + 10, "last": moves}
    return [
        drawn(f"{prefix}{action}", number, place, row=index // 3)
        for index, (action, place) in enumerate(places.items())
        if 0 <= place <= moves and place != move
    ]


def _leaf_text(heading: str, state: State, whole: State, *more: str) -> str:
    """What stands above a board leafed to: a heading, the move with its fight, and more."""
    fought, number = wording.fight(state), f"Move {rounds_of(state)} of {rounds_of(whole)}."
    moved = f"{number} {wording.last_move(state) or 'The starting position.'}"
    lines = [f"**{heading}**", moved, wording.sentence(fought.removesuffix(".")) if fought else "", *more]
    return "\n".join(line for line in lines if line)[:LONGEST]


# ---- scoresheets


async def leaf(controller: Controller, interaction: Interaction, press: Press) -> None:
    look = await controller.games.records.again(press.game, interaction.user.id, press.sequence)
    await show(controller, interaction, look)


for _action, _label in LEAFING.items():
    button(_action, _label)(leaf)


async def show(controller: Controller, interaction: Interaction, look: ImportView) -> None:
    """Show an imported scoresheet: who played, how it stands, what of it was skipped, what its dice tell."""
    state, sheet, variant = look.state, look.sheet, look.state.variant
    viewer = await controller.games.settings.viewer(person(interaction.user), facing(state), guild=interaction.guild_id)
    picture = await pictures.position(state, viewer, Occasion("", rounds_of(state)), named_on(sheet))
    sides = " – ".join(f"{seat.name} {sheet.players.get(seat.number, '')}".strip() for seat in variant.seats)
    text = _leaf_text(
        quoted(f"{titled(variant.name, variant.options)}: {sides}"[:300]),
        state,
        sheet.state,
        "Game over. " + wording.sentence(result_in_words(variant, state.result))
        if state.result
        else f"{variant.seat(state.turn).name} to move.",
        f"-# {quoted(sheet.remarks)}" if sheet.remarks else "",
        f"-# {quoted(' '.join(look.dice.split())[:500])}" if look.dice else "",
    )
    view = view_of(leafing_items(look.number, look.move, len(sheet.state.played)))
    await answer(interaction, text, attachments=[picture_file(picture, "import.png")], view=view)


FILE = "A scoresheet or PGN file, such as /record get gives"
TEXT = "Or its text, if it is short"
GAME = "What is played, if the record does not say"
NUMBER = "Which game of the file, from 1, if it holds several"
MOST_GAMES = 100_000
SHEET_FORMS = [
    app_commands.Choice(name="scoresheet, exact", value=RecordForm.SCORESHEET.value),
    app_commands.Choice(name="PGN, for other programs", value=RecordForm.PGN.value),
]


class RecordsCog(
    respond.DeskCog,
    commands.GroupCog,
    group_name="record",
    group_description="The scoresheet of a game, and scoresheets from elsewhere",
):
    @app_commands.command(name="get", description="The scoresheet of a game as a text file, or its PGN")
    @app_commands.describe(form="How it is written; leave out for the scoresheet")
    @app_commands.choices(form=SHEET_FORMS)
    @autocomplete.about_a_game
    async def record(self, interaction: Interaction, game: str | None = None, form: str = "") -> None:
        table = await respond.open_on(interaction, self.controller.seen_table, game)
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
    @app_commands.autocomplete(game=autocomplete.variants)
    async def look(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        text: str = "",
        move: app_commands.Range[str, 1, 40] | None = None,
        game: str = "",
        number: app_commands.Range[int, 1, MOST_GAMES] | None = None,
    ) -> None:
        respond.open_privately(interaction)
        records, data = self.controller.games.records, await brought(file, text, game, number)
        await show(self.controller, interaction, await records.look(interaction.user.id, data, move))

    @app_commands.command(
        name="continue", description="Challenge somebody, or anyone, to go on with a scoresheet's game"
    )
    @app_commands.describe(
        file=FILE,
        text=TEXT,
        opponent=autocomplete.OPPONENT,
        side=autocomplete.SIDE,
        game=GAME,
        number=NUMBER,
        clock=autocomplete.CLOCK,
    )
    @app_commands.autocomplete(game=autocomplete.variants, side=autocomplete.sides, clock=autocomplete.times)
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
        respond.open_in_server(interaction, Need.FILES)
        invited, _ = respond.seats_for(interaction, [opponent] if opponent else [])
        data = await brought(file, text, game, number)
        earlier = await self.controller.games.records.earlier(interaction.user.id, data)
        wishes = ChallengeRequest(
            earlier.variant,
            earlier.options,
            invited,
            side,
            earlier.start,
            clock,
            threaded=None if isinstance(interaction.channel, discord.TextChannel) else False,
            earlier=earlier.events,
            player_rolls=earlier.player_rolls,
        )
        await respond.post_challenge(interaction, self.controller, wishes, earlier.remarks)


async def brought(file: discord.Attachment | None, text: str, game: str = "", number: int | None = None) -> Brought:
    variant = game_named(key_of(game), {}) if game else None
    if file is not None and text.strip():
        raise Refused(BadRecord("both a file and a text were given; leave one out"))
    if file is None:
        pasted = unfenced(text)
        if not pasted:
            raise Refused(BadRecord("none was given; attach a file, or paste its text"))
        return Brought(pasted.encode(), variant, number)
    if file.size > RECORD_MAX_BYTES:
        raise Refused(BadRecord(f"it is larger than the {RECORD_MAX_BYTES} bytes I read"))
    try:
        return Brought(await file.read(), variant, number)
    except discord.HTTPException:
        raise Refused(BadRecord("Discord did not give me the file; try again")) from None


FILMS = {"film": Form.GIF, "strip": Form.STRIP}


class StillPlayed(Numbered):
    words = "Game #{number} is still going on. /record gives its moves so far."


# ---- again


@button("rematch", "Rematch", GREEN, door="seen", posts=True)
async def rematch(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Challenge the same players again, or come into the challenge that another has made."""
    player = person(interaction.user)
    game, changed = await controller.games.lobby.rematch(press.game, player)
    if changed and not await controller.show(game):
        await whisper(interaction, await controller.poster.obstacle(game.number))
        return
    newest = await if_granted(controller.games.tables.game(game.number))
    link = "" if newest is None else board_link(newest)
    words = f"The rematch is {'challenge' if game.stage == 'open' else 'game'} #{game.number}"
    if game.stage == "open" and not changed:
        words = f"Your rematch, challenge #{game.number}, waits for the others"
    words = f"{words}: {link}." if link else f"{words}."
    if game.stage == "open" and changed and player.id != game.challenger:
        await whisper(interaction, f"{place_in_words(game, player)} {words}", view=sides_for(game, player))
    elif not changed or game.channel != interaction.channel_id:
        await whisper(interaction, words)


# ---- looking back


async def _over(controller: Controller, number: int) -> Table:
    table = await controller.games.tables.find(number)
    if table.state.result is None:
        raise Refused(StillPlayed(number))
    return table


@button("replay", "Replay", door="seen")
async def _replay(controller: Controller, interaction: Interaction, press: Press) -> None:
    text, view, file = await _shown(controller, interaction, press.game, 0)
    await whisper(interaction, text, view=view, file=file)


async def _leaf(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Go to another move; a board costs the same however long the game is."""
    text, view, file = await _shown(controller, interaction, press.game, press.sequence)
    await answer(interaction, text, view=view, attachments=[file])


for _action, _label in LEAFING.items():
    button(f"game{_action}", _label, door="seen")(_leaf)


async def _shown(
    controller: Controller, interaction: Interaction, number: int, move: int
) -> tuple[str, discord.ui.View, discord.File]:
    """A finished game after so many of its moves: in words, with buttons and picture, seen from the presser's side."""
    table = await _over(controller, number)
    moves = len(table.state.played)
    move = max(0, min(move, moves))
    state = glimpse(table.state, move)
    then = Table(table.game, state)
    seats = table.game.seats_of(interaction.user.id)
    seat = seats[0] if seats else facing(table.state)
    viewer = await controller.games.settings.viewer(person(interaction.user), seat, guild=table.game.guild)
    picture = await pictures.board(then, viewer, await controller.games.company.at(then))
    films_of = [drawn(action, number, move, row=2) for action in FILMS]
    view = view_of([*leafing_items(number, move, moves, "game"), *films_of])
    text = _leaf_text(wording.heading(table, named), state, table.state, wording.standing(then, named))
    return text, view, picture_file(picture, "replay.png")


@button("film", "GIF", door="seen")
@button("strip", "Film strip", door="seen")
async def _film(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await _over(controller, press.game)
    wish, player = ReplayWish(FILMS[press.action]), person(interaction.user)
    text, file = await papers.film(controller.games, table, player, wish, whispering(interaction))
    await whisper(interaction, text, file=file)


# ---- papers


@button("verify", "Check dice", door="seen")
async def _verify(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    await hand_over(interaction, await papers.dice_checked(table))


FILM_FORMS = [
    app_commands.Choice(name="GIF: every move", value="gif"),
    app_commands.Choice(name="film strip: the moments that mattered, in one picture", value="strip"),
]
Moves = app_commands.Range[str, 1, 40]


class ReplaysCog(respond.DeskCog):
    @app_commands.command(description="Show a whole game as a GIF, or its moments in one picture")
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first="After which move to begin: 3 (everyone's third), 3. Tc4 or 3. … Txc1; leave out for the start",
        last="After which move to end, likewise; leave out for the last",
        form="A GIF of every move, or the moments that mattered in one picture; leave out for the GIF",
        share=autocomplete.SHARE,
    )
    @app_commands.choices(form=FILM_FORMS)
    @autocomplete.about_a_game
    @app_commands.autocomplete(
        first=autocomplete.in_game(autocomplete.offer_positions),
        last=autocomplete.in_game(autocomplete.offer_positions),
    )
    async def replay(
        self,
        interaction: Interaction,
        game: str | None = None,
        first: Moves | None = None,
        last: Moves | None = None,
        form: str = "gif",
        share: bool = False,
    ) -> None:
        table = await respond.open_on(
            interaction, self.controller.seen_table, game, Need.FILES if share else Need.NOTHING
        )
        text, file = await papers.film(
            self.controller.games,
            table,
            person(interaction.user),
            ReplayWish(Form[form.upper()], first, last),
            partial(answer, interaction),
        )
        await respond.give(interaction, text, [file], share=share, told=wording.REPLAY_IN_CHANNEL)
