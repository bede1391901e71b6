"""The private menu More… under a board: each item does what its command does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import answer, person, whisper
from bot.discord_ui.channel.papers import Paper
from bot.discord_ui.commands import exploring
from bot.discord_ui.commands.presses import act, current, in_place
from bot.discord_ui.commands.proposals import resigning
from bot.discord_ui.components.forms import FilledForm, note_form
from bot.discord_ui.components.items import BLUE, BUTTONS, GREY, RED, Button, Interaction, Press, button, buttons
from bot.discord_ui.controller import Controller
from bot.games import Table
from bot.games.refusals import refuse
from bot.text.harmless import named
from bot.text.reminders import nudged
from engine.play.commands import ClaimDraw, Command, Propose, Resume
from engine.play.events import DRAW, PAUSE, TAKEBACK
from engine.play.state import Await

Answer = Callable[[Controller, Interaction, Press], Awaitable[None]]
Seats = frozenset[int]
Fits = Callable[[Table, Seats], bool]
"""Whether an item is offered: in which game, to somebody who still holds these seats in it."""


@dataclass(frozen=True)
class MoreItem:
    """An item of the menu: its name in ids (small letters), its label, its answer, and where it is offered.

    `posts` is for an answer that posts in the channel.
    """

    name: str
    label: str
    answer: Answer
    fits: Fits
    style: discord.ButtonStyle = GREY
    posts: bool = False

    @property
    def action(self) -> str:
        return f"item-{self.name}"


@button("more", "More…", door="seen")
async def open_more(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    moved = current(table, press)
    if moved is not None:
        refuse(moved)
        return
    seats = frozenset(table.game.seats_of(interaction.user.id)) & frozenset(table.state.remaining)
    view = buttons(press.game, press.sequence, *(item.action for item in ITEMS if item.fits(table, seats)))
    await whisper(interaction, f"**#{press.game} {table.state.variant.name}**: what would you like to do?", view=view)


async def hand_over(interaction: Interaction, paper: Paper) -> None:
    """Put a paper in the place of a private message; of a public one, beside it."""
    await in_place(interaction, paper.text, paper.view, paper.files, paper.embeds[:1])
    for embed in paper.embeds[1:]:
        await whisper(interaction, "", embed=embed)


# ---- what the items do


async def _command(
    command: Callable[[int, int], Command], controller: Controller, interaction: Interaction, press: Press
) -> None:
    await act(controller, interaction, press, lambda seat: command(seat, press.sequence))


async def _resign(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.play.seated(press.game, person(interaction.user), press.sequence)
    text, view = resigning(table, person(interaction.user))
    await in_place(interaction, text, view)


async def _nudge(controller: Controller, interaction: Interaction, press: Press) -> None:
    moving = await controller.games.nudges.nudge(press.game, person(interaction.user))
    await in_place(interaction, nudged(named(moving)))


async def _of_table(
    paper: Callable[[Table], Awaitable[Paper]], controller: Controller, interaction: Interaction, press: Press
) -> None:
    table = await controller.games.tables.find(press.game)
    await hand_over(interaction, await paper(table))


async def _rules(table: Table) -> Paper:
    return papers.rules(table.state.variant)


async def _pieces(controller: Controller, interaction: Interaction, press: Press) -> None:
    async def paper(table: Table) -> Paper:
        return await papers.pieces(controller.games, interaction, table.state.variant)

    await _of_table(paper, controller, interaction, press)


async def _notes(controller: Controller, interaction: Interaction, press: Press | FilledForm) -> None:
    game = await controller.games.tables.game(press.game)
    paper = papers.notebook(game.number, await controller.games.notes.read(game, person(interaction.user)))
    await in_place(interaction, paper.text, buttons(press.game, press.sequence, "item-write"), paper.files)


async def _explore(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    explored = await controller.games.exploring.begin(table, person(interaction.user), None)
    content, view, attachments = await exploring.shown(controller, explored)
    await answer(interaction, content, view=view, attachments=attachments)


@button("item-write", "Write a note", BLUE, door="seen", form=True)
async def open_note(_: Controller, interaction: Interaction, press: Press) -> None:
    await interaction.response.send_modal(note_form(press.game))


@button("noted", door="seen")
async def write_note(controller: Controller, interaction: Interaction, form: FilledForm) -> None:
    game = await controller.games.tables.game(form.game)
    await controller.games.notes.write(game, person(interaction.user), form.text)
    await _notes(controller, interaction, form)


# ---- where they are offered


def _playing(table: Table, seats: Seats) -> bool:
    return bool(seats) and table.state.result is None


def _proposing(table: Table, seats: Seats) -> bool:
    return _playing(table, seats) and table.state.awaits is not Await.CALL


def _claimable(table: Table, seats: Seats) -> bool:
    state = table.state
    return _proposing(table, seats) and any(
        claim.available(state.movement, state.line) for claim in state.variant.claims
    )


def _undoable(table: Table, seats: Seats) -> bool:
    return _proposing(table, seats) and bool(table.state.played)


def _pausable(table: Table, seats: Seats) -> bool:
    clock = table.state.clock
    return _proposing(table, seats) and clock is not None and not clock.paused


def _paused(table: Table, seats: Seats) -> bool:
    clock = table.state.clock
    return _playing(table, seats) and clock is not None and bool(clock.paused)


def _waiting(table: Table, seats: Seats) -> bool:
    return _playing(table, seats) and table.state.due not in seats


def _rolls(table: Table, _: Seats) -> bool:
    return bool(table.game.commitment) and table.state.variant.combat is not None


def _always(_: Table, __: Seats) -> bool:
    return True


ITEMS: tuple[MoreItem, ...] = (
    MoreItem("draw", "Offer draw", partial(_command, partial(Propose, kind=DRAW)), _proposing, posts=True),
    MoreItem("claim", "Claim draw", partial(_command, ClaimDraw), _claimable, posts=True),
    MoreItem("takeback", "Take back", partial(_command, partial(Propose, kind=TAKEBACK)), _undoable, posts=True),
    MoreItem("pause", "Offer pause", partial(_command, partial(Propose, kind=PAUSE)), _pausable, posts=True),
    MoreItem("resume", "Resume", partial(_command, Resume), _paused, posts=True),
    MoreItem("nudge", "Nudge", _nudge, _waiting),
    MoreItem("resign", "Resign", _resign, _playing, RED),
    MoreItem("rules", "Rules", partial(_of_table, _rules), _always),
    MoreItem("pieces", "How pieces move", _pieces, _always),
    MoreItem("record", "Record", partial(_of_table, papers.record), _always),
    MoreItem("dice", "Dice", partial(_of_table, papers.dice), _rolls),
    MoreItem("notes", "Notes", _notes, _always),
    MoreItem("explore", "Explore", _explore, _always),
)
"""The items in their order; at most 25, as many buttons as a message may have."""
BUTTONS.update((item.action, Button(item.answer, item.label, item.style, "seen", item.posts)) for item in ITEMS)
