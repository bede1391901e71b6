"""Responses to slash commands: acknowledged privately, then filled in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import Need, Said, Tell, answer, person, whisper
from bot.discord_ui.components.gate import acknowledge
from bot.discord_ui.components.items import LABEL, Interaction, view_of
from bot.discord_ui.components.picker import PLAYING, path_to, turn_button
from bot.discord_ui.controller import Controller
from bot.games import ChallengeRequest, Location, MoveInSeveral, title
from bot.games.lobby.challenge import USUAL_LEVEL
from bot.games.refusals import BotOpponent, refuse
from bot.store import Player, StoredGame, referee
from bot.text import games
from bot.text.harmless import named, worded
from engine.model.position import Move
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Command
from engine.play.referee import sheet

Found = TypeVar("Found")
Find = Callable[[Interaction, str | None], Awaitable[Found]]


Offered = TypeVar("Offered", bound=app_commands.Command[Any, ..., Any] | type[commands.Cog])


IN_CHANNEL = "The answer is in the channel."


class EitherOr(Refusal):
    one: str
    other: str

    words = "Choose either {one} or {other}."


def everywhere(command: Offered) -> Offered:
    """Decorate a command, or a group of them, that works in direct messages, too, and for who installs the bot."""
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return contexts(app_commands.allowed_installs(guilds=True, users=True)(command))


class DeskCog(commands.Cog):
    def __init__(self, controller: Controller) -> None:
        self.controller = controller


def open_privately(interaction: Interaction, need: Need = Need.NOTHING) -> None:
    """Acknowledge a command, which is refused where the bot may not post what it needs to."""
    acknowledge(interaction, ephemeral=True, thinking=True)
    refuse(messages.lacking_at(interaction, need))


def open_in_server(interaction: Interaction, need: Need = Need.NOTHING) -> Location:
    open_privately(interaction, need)
    return messages.place_of(interaction)


async def open_on(interaction: Interaction, find: Find[Found], game: str | None, need: Need = Need.NOTHING) -> Found:
    """Acknowledge a command about a game: what `find` gives for the game typed."""
    open_privately(interaction, need)
    return await find(interaction, game)


async def answer_refused(interaction: Interaction, refusal: Refusal) -> None:
    """Answer a command that is refused; a move that fits several games comes with a button for each.

    What a message cannot hold comes as a file, too.
    """
    if isinstance(refusal, MoveInSeveral):
        await answer(interaction, refusal, view=games_view(refusal, person(interaction.user)))
    else:
        text = worded(refusal)
        if len(text) <= messages.LONGEST:
            await answer(interaction, text)
            return
        whole = messages.attachment(text.encode(), "problems.txt")
        await answer(interaction, f"{text[: text.rindex(' ', 0, messages.LONGEST)]} …", attachments=[whole])


def games_view(several: MoveInSeveral, player: Player) -> discord.ui.View:
    """A button for each game in which a move fits: it makes the move there, or asks on where that is ambiguous."""
    items = []
    for table in several.tables:
        legal = sheet(table.state)
        read = legal.read(several.given)
        path = path_to(legal, read) if isinstance(read, Move) else ()
        label = title(table.game, player)[:LABEL]
        items.append(turn_button(PLAYING.turn, label, table.game.number, table.state.changed, path))
    return view_of(items)


async def carry_out(
    interaction: Interaction,
    controller: Controller,
    game: str | None,
    command: Callable[[int], Command],
    find: Find[StoredGame] | None = None,
) -> None:
    """All of a player's command to their game: acknowledged, its game found, judged, committed, told and shown."""
    meant = await open_on(interaction, find or controller.mine, game, Need.FILES)
    await controller.carry_out(meant, person(interaction.user), command, interaction.id, tell_in(interaction))


async def make_challenge(interaction: Interaction, controller: Controller, request: ChallengeRequest) -> StoredGame:
    place, roles = messages.place_of(interaction), messages.roles_of(interaction.user)
    return await controller.games.lobby.challenge(place, person(interaction.user), request, roles)


async def post_challenge(
    interaction: Interaction, controller: Controller, request: ChallengeRequest, remarks: str = ""
) -> None:
    """Make a challenge; tell the challenger, with remarks, and show it to the channel, or say all against it."""
    made = await make_challenge(interaction, controller, request)
    told = f"You have made challenge #{made.number}."
    if made.stage != "open":
        told = await begins(controller, made, person(interaction.user))
    await controller.tell_and_show(made, f"{told} {remarks}".strip(), tell_in(interaction))


async def begins(controller: Controller, game: StoredGame, you: Player) -> str:
    table = await controller.games.tables.find(game.number)
    return f"Game #{game.number} begins. {games.standing(table, named, you)}"


def seats_for(
    interaction: Interaction, opponents: Sequence[discord.Member | discord.User], level: int = 0
) -> tuple[tuple[Player, ...], int]:
    """Who is invited, the referee among them where it is named; and its level if it takes all places left, else 0."""
    mine = interaction.client.user
    me = mine.id if mine else 0
    if any(each.bot and each.id != me for each in opponents):
        raise Refused(BotOpponent())
    invited = tuple(
        referee(level or USUAL_LEVEL, place) if each.id == me else person(each) for place, each in enumerate(opponents)
    )
    return invited, 0 if any(player.level for player in invited) else level


async def give(
    interaction: Interaction, text: str, files: list[discord.File], *, share: bool, told: str = IN_CHANNEL
) -> None:
    """Answer a command with a text and pictures; or show them to the channel, and tell the asker so."""
    if share and isinstance(interaction.channel, discord.abc.Messageable):
        await interaction.channel.send(text, files=files, allowed_mentions=messages.NOBODY)
        text, files = told, []
    await answer(interaction, text, attachments=files)


def to_the_line(text: str) -> str:
    """A listing as far as a message holds it, cut at the end of a line."""
    return text if len(text) <= messages.LONGEST else text[: text.rindex("\n", 0, messages.LONGEST)] + "\n…"


def tell_in(interaction: Interaction, **extras: Any) -> Tell:  # noqa: ANN401 - passed on
    """A way to tell the user things: the first fills in the answer, with the extras, later ones follow it."""
    told = False

    async def tell(said: Said) -> None:
        nonlocal told
        if told:
            await whisper(interaction, said)
        else:
            told = True
            await answer(interaction, said, **extras)

    return tell
