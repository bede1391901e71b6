"""The buttons under boards that give a command, and Flip."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord

from bot.discord_ui.buttons.acting import act, carry_out
from bot.discord_ui.channel.messages import mention, person, picture_file, whisper, whispering
from bot.discord_ui.components.buttons import ANSWERS
from bot.discord_ui.components.items import BLUE, GREEN, RED, Interaction, Press, button, buttons
from bot.discord_ui.controller import Controller
from bot.games import Table, pictures
from bot.games.refusals import if_granted
from bot.games.settings import facing
from bot.store import Player
from bot.text import games
from bot.text.harmless import named
from bot.text.reminders import board_link, nudged
from engine.model.english import listed
from engine.play.commands import Agree, ClaimTime, Command, Decline, Propose, Resign, Resume
from engine.play.events import DRAW


def resigning(table: Table, player: Player) -> tuple[str, discord.ui.View]:
    """The question whether a player really resigns, with the game and the opponents named, and its buttons."""
    number, own = table.game.number, table.game.seats_of(player.id)
    rivals = [named(each) for seat, each in table.game.seats.items() if seat not in own]
    against = f" against {listed(rivals, 'and')}" if rivals else ""
    text = f"Do you resign game #{number}, {table.state.variant.name}{against}? This cannot be undone."
    return text, buttons(number, table.state.changed, "really", "cancel")


@button("resign", "Resign", RED, door="mine", posts=True)
async def _resign(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.play.seated(press.game, person(interaction.user), press.sequence)
    text, view = resigning(table, person(interaction.user))
    await whisper(interaction, text, view=view)


@button("really", "Yes, resign", RED, door="mine", posts=True)
async def _really(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Resign; the question goes away with it."""
    await act(controller, interaction, press, lambda seat: Resign(seat, press.sequence))


@button("nudge", "Nudge", door="mine", posts=True)
async def _nudge(controller: Controller, interaction: Interaction, press: Press) -> None:
    moving = await controller.games.nudges.nudge(press.game, person(interaction.user))
    await whisper(interaction, nudged(named(moving)))


@button("offer", "Offer draw", door="mine", posts=True)
async def _offer(controller: Controller, interaction: Interaction, press: Press) -> None:
    tell = whispering(interaction)
    await carry_out(controller, interaction, press, lambda seat: Propose(seat, press.sequence, kind=DRAW), tell)


async def _answer(
    command: Callable[[int, int], Command], controller: Controller, interaction: Interaction, press: Press
) -> None:
    """Give a command, and take the buttons off a proposal that is no longer open; a board keeps its own."""
    tell = whispering(interaction)
    if not await carry_out(controller, interaction, press, lambda seat: command(seat, press.sequence), tell):
        return
    table = await if_granted(controller.games.tables.find(press.game))
    if table is not None and interaction.message is not None:
        waits = any(each.sequence == press.sequence for each in table.state.proposals)
        if not waits and interaction.message.id != table.game.message:
            await controller.change(interaction, view=None)


button("resume", "Resume", BLUE, door="mine", posts=True)(partial(_answer, Resume))
button("claimtime", "Claim time", RED, door="mine", posts=True)(partial(_answer, ClaimTime))
for _kind, (_agree, _decline) in ANSWERS.items():
    button(_agree, f"Accept {_kind}", GREEN, door="mine", posts=True)(partial(_answer, partial(Agree, kind=_kind)))
    button(_decline, f"Decline {_kind}", door="mine", posts=True)(partial(_answer, partial(Decline, kind=_kind)))


@button("flip", "Flip", door="seen")
async def _flip(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Show the board from the presser's side, or from the one that the channel does not see."""
    table = await controller.games.tables.find(press.game)
    own, you, uses = table.game.seats_of(interaction.user.id), person(interaction.user), controller.games
    seat = own[0] if own else facing(table.state) % len(table.state.variant.seats) + 1
    viewer = await uses.settings.viewer(you, seat, guild=table.game.guild)
    picture = await pictures.board(table, viewer, await uses.company.at(table))
    lines = [games.heading(table, mention, you), games.standing(table, mention, you)]
    board = board_link(table.game)
    if board and press.sequence != table.state.changed:
        lines.append(f"The game has moved on since that board. Here is the newest {board}.")
    await whisper(interaction, "\n".join(lines), file=picture_file(picture))
