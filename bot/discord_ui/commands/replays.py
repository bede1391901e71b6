"""What a finished game leads to: Rematch, Replay, Record and Check dice; and /replay for any game."""

from __future__ import annotations

from functools import partial
from typing import Any

from discord import app_commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import LONGEST, Need, answer, person, picture_file, whisper, whispering
from bot.discord_ui.commands.autocomplete import SHARE, Choices, about_a_game, offer_positions
from bot.discord_ui.commands.lobby import place_in_words, sides_for
from bot.discord_ui.commands.more import hand_over
from bot.discord_ui.commands.records import LEAFING, leafing_items
from bot.discord_ui.commands.respond import DeskCog, give, open_on
from bot.discord_ui.components.items import GREEN, Interaction, Press, button, drawn, view_of
from bot.discord_ui.controller import Controller
from bot.games import Table, pictures
from bot.games.lobby.request import Rematch, RematchStep
from bot.games.pictures import Occasion
from bot.games.refusals import Numbered, if_granted
from bot.games.settings import facing
from bot.games.study.replays import Form, ReplayWish
from bot.text import games as wording
from bot.text.harmless import named
from bot.text.reminders import board_link
from engine.model.refusal import Refused
from engine.play.state import State
from engine.records.replay import glimpse, rounds_of

NAME = "replay.png"
FILMS = {"film": Form.GIF, "strip": Form.STRIP}


class StillPlayed(Numbered):
    words = "Game #{number} is still going on. /record gives its moves so far."


# ---- again


@button("rematch", "Rematch", GREEN, door="seen", posts=True)
async def rematch(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Challenge the same players again, or come into the challenge that another has made."""
    player = person(interaction.user)
    rematch = await controller.games.lobby.rematch(press.game, player)
    game, step = rematch
    shown = True if step in {RematchStep.WAITING, RematchStep.EARLIER} else await controller.show(game)
    if not shown:
        await whisper(interaction, await controller.poster.obstacle(game.number))
    elif step is RematchStep.JOINED:
        text = place_in_words(game, player)
        await whisper(interaction, f"{text} {await _way(controller, rematch)}", view=sides_for(game, player))
    elif step in {RematchStep.WAITING, RematchStep.EARLIER} or game.channel != interaction.channel_id:
        await whisper(interaction, await _way(controller, rematch))


async def _way(controller: Controller, rematch: Rematch) -> str:
    game, step = rematch
    newest = await if_granted(controller.games.tables.game(game.number))
    link = "" if newest is None else board_link(newest)
    if step is RematchStep.WAITING:
        words = f"Your rematch, challenge #{game.number}, waits for the others"
    elif step in {RematchStep.MADE, RematchStep.JOINED}:
        words = f"The rematch is challenge #{game.number}"
    else:
        words = f"The rematch is game #{game.number}"
    return f"{words}: {link}." if link else f"{words}."


# ---- looking back


async def _over(controller: Controller, number: int) -> Table:
    table = await controller.games.tables.find(number)
    if table.state.result is None:
        raise Refused(StillPlayed(number))
    return table


@button("replay", "Replay", door="seen")
async def _replay(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await _over(controller, press.game)
    text, extras = await _shown(controller, interaction, table, 0)
    await whisper(interaction, text, **extras)


async def _leaf(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Go to another move; a board costs the same however long the game is."""
    table = await _over(controller, press.game)
    text, extras = await _shown(controller, interaction, table, press.sequence)
    await answer(interaction, text, view=extras["view"], attachments=[extras["file"]])


for _action, _label in LEAFING.items():
    button(f"game{_action}", _label, door="seen")(_leaf)


async def _shown(
    controller: Controller, interaction: Interaction, table: Table, move: int
) -> tuple[str, dict[str, Any]]:
    """The game after so many of its moves: in words, with buttons and picture, seen from the presser's side."""
    moves = len(table.state.played)
    move = max(0, min(move, moves))
    state = glimpse(table.state, move)
    seats = table.game.seats_of(interaction.user.id)
    seat = seats[0] if seats else facing(table.state)
    viewer = await controller.games.settings.viewer(person(interaction.user), seat, guild=table.game.guild)
    people = await controller.games.company.at(Table(table.game, state))
    occasion = Occasion(f"game {table.game.number}", rounds_of(state))
    picture = picture_file(await pictures.position(state, viewer, occasion, people), NAME)
    films_of = [drawn(action, table.game.number, move, row=2) for action in FILMS]
    view = view_of([*leafing_items(table.game.number, move, moves, "game"), *films_of])
    return replay_text(table, state), {"view": view, "file": picture}


@button("film", "GIF", door="seen")
@button("strip", "Film strip", door="seen")
async def _film(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await _over(controller, press.game)
    wish, player = ReplayWish(FILMS[press.action]), person(interaction.user)
    made = await papers.film(controller.games, table, player, wish, whispering(interaction))
    text, file = made
    await whisper(interaction, text, file=file)


# ---- papers


@button("sheet", "Record", door="seen")
async def _sheet(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    await hand_over(interaction, await papers.record(table))


@button("verify", "Check dice", door="seen")
async def _verify(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    await hand_over(interaction, await papers.dice_checked(table))


def replay_text(table: Table, state: State) -> str:
    """What stands above a board of a replay: the game, the move with its fight, how it stood."""
    fought = wording.fight(state)
    lines = [
        f"**{wording.heading(table, named)}**",
        f"Move {rounds_of(state)} of {rounds_of(table.state)}. {wording.last_move(state) or 'The starting position.'}",
        wording.sentence(fought.removesuffix(".")) if fought else "",
        wording.standing(Table(table.game, state), named),
    ]
    return "\n".join(line for line in lines if line)[:LONGEST]


FORMS = [
    app_commands.Choice(name="GIF: every move", value="gif"),
    app_commands.Choice(name="film strip: the moments that mattered, in one picture", value="strip"),
]
Moves = app_commands.Range[str, 1, 40]


class ReplaysCog(DeskCog):
    @app_commands.command(description="Show a whole game as a GIF, or its moments in one picture")
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first="After which move to begin: 3 (everyone's third), 3. Tc4 or 3. … Txc1; leave out for the start",
        last="After which move to end, likewise; leave out for the last",
        form="A GIF of every move, or the moments that mattered in one picture; leave out for the GIF",
        share=SHARE,
    )
    @app_commands.choices(form=FORMS)
    @about_a_game
    async def replay(
        self,
        interaction: Interaction,
        game: str | None = None,
        first: Moves | None = None,
        last: Moves | None = None,
        form: str = "gif",
        share: bool = False,
    ) -> None:
        table = await open_on(interaction, self.controller.seen_table, game, Need.FILES if share else Need.NOTHING)
        text, file = await papers.film(
            self.controller.games,
            table,
            person(interaction.user),
            ReplayWish(Form[form.upper()], first, last),
            partial(answer, interaction),
        )
        await give(interaction, text, [file], share=share, told=wording.REPLAY_IN_CHANNEL)

    @replay.autocomplete("first")
    @replay.autocomplete("last")
    async def _positions(self, interaction: Interaction, typed: str) -> Choices:
        table = await if_granted(self.controller.seen_table(interaction, interaction.namespace.game))
        if table is None:
            return []
        work = partial(offer_positions, table.state, typed)
        found = await if_granted(self.controller.games.readers.read(interaction.user.id, work))
        return [] if found is None else found
