"""Commands given by buttons: carried out, refused in the place of what was pressed, or led on to the newest board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.discord_ui.channel.messages import Said, Tell, answer, person, remove, whisper
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import Controller
from bot.games import Table
from bot.games.refusals import Pointing, if_granted
from bot.store import StoredGame
from bot.text.reminders import board_link
from engine.model.refusal import Refusal
from engine.play.commands import Command
from engine.play.refusals import GameOver, StaleGame


class NewerBoard(Pointing):
    """Something about an earlier board than the newest, or about a game that is over; `board` is the way there."""

    why: str
    which: str
    board: str

    words = "{why} Here is the {which} {board}."


class PrivateAnswer:
    """The private message that was pressed: what is said comes in its place, or beside it once it is gone."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._gone = False

    async def clear(self) -> None:
        """Let the message go away."""
        if is_private(self._interaction):
            self._gone = True
            await remove(self._interaction)

    async def tell(self, said: Said) -> None:
        """Say something to the presser alone."""
        if self._gone:
            await whisper(self._interaction, said)
        else:
            await in_place(self._interaction, said)


def is_private(interaction: Interaction) -> bool:
    """Whether only the presser sees the message that was pressed."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def in_place(
    interaction: Interaction,
    said: Said,
    view: discord.ui.View | None = None,
    files: Sequence[discord.File] = (),
    embeds: Sequence[discord.Embed] = (),
) -> None:
    """Put words in the place of a private message, its buttons, menus and pictures; of a public one, beside it."""
    if is_private(interaction):
        await answer(interaction, said, view=view, attachments=list(files), embeds=list(embeds))
    else:
        shown = {"view": view} if view else {}
        await whisper(interaction, said, files=list(files), embeds=list(embeds), **shown)


async def act(
    controller: Controller, interaction: Interaction, press: Press, command: Callable[[int], Command]
) -> bool:
    """Carry out a command from a private message, which goes away; a refusal comes in its place."""
    private = PrivateAnswer(interaction)
    return await carry_out(controller, interaction, press, command, private.tell, private.clear)


async def carry_out(
    controller: Controller,
    interaction: Interaction,
    press: Press,
    command: Callable[[int], Command],
    tell: Tell,
    instead: Callable[[], Awaitable[None]] | None = None,
) -> bool:
    """Carry out a command on the game pressed; False if it was refused, which the presser has then been told."""

    async def tell_or_lead(said: Said) -> None:
        await tell(await led_on(controller, press.game, said))

    game = await controller.games.tables.game(press.game)
    return await controller.carry_out(game, person(interaction.user), command, interaction.id, tell_or_lead, instead)


async def led_on(controller: Controller, number: int, said: Said) -> Said:
    """What is said; where it is that the game has moved on or is over, with the way to its newest board."""
    if not isinstance(said, StaleGame | GameOver):
        return said
    game = await if_granted(controller.games.tables.game(number))
    return said if game is None else moved_on(game, said)


def moved_on(game: StoredGame, why: StaleGame | GameOver) -> Refusal:
    """That a game has moved on or is over, with the way to its newest board, if that has been posted."""
    board = board_link(game)
    if not board or game.shown < game.sequence:
        return why
    if isinstance(why, StaleGame):
        return NewerBoard("The game has moved on since that board.", "newest", board)
    return NewerBoard(why.text, "last", board)


def current(table: Table, press: Press) -> Refusal | None:
    """Why a press is about an earlier board than the newest; None if it is not."""
    return None if press.sequence == table.state.changed else moved_on(table.game, StaleGame())
