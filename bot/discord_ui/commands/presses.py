"""The answers to buttons, menus and forms: each use is acknowledged, judged, and answered in private."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot import journal
from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import Need, in_place, is_private, lacking_at, person, remove, send_private
from bot.discord_ui.components.items import (
    ANSWERS,
    BUTTONS,
    FilledForm,
    Interaction,
    Press,
    button,
    card_pages,
    sheet_items,
)
from bot.discord_ui.components.screens import Screen, TextOrRefusal, picture_file
from bot.discord_ui.controller import Controller, apology
from bot.games import Games, pictures
from bot.games.privacy import BeingForgotten, NothingKept
from bot.games.puzzles import NoneOpen
from bot.games.records import RecordGone
from bot.games.refusals import Pointing, if_granted, refuse
from bot.games.study import Expired, LessonGone
from bot.text import gamelist
from bot.text.games import board_link
from engine.model.refusal import Refusal, Refused
from engine.play.refusals import CallDue, GameOver, HasLeft, NotYourTurn, StaleGame
from engine.variants.variant import Variant

log = logging.getLogger(__name__)


class NewerBoard(Pointing):
    """Something about an earlier board than the newest, or about a game that is over; `board` is the way there."""

    why: str
    which: str
    board: str

    words = "{why} Here is the {which} {board}."


async def show_rules(interaction: Interaction, variant: Variant) -> None:
    first, *others = card_pages(variant)
    await in_place(interaction, first)
    for page in others:
        await send_private(interaction, page)


async def show_pieces(
    games: Games,
    interaction: Interaction,
    variant: Variant,
    place: int = 0,
    show: Callable[..., Awaitable[None]] = in_place,
) -> None:
    """Show how the piece at a place among a game's kinds moves, from 1 on, or all of them; with ways to the others."""
    kind = variant.kinds[place - 1] if 0 < place <= len(variant.kinds) else None
    viewer = await games.settings.viewer(person(interaction.user), 1, guild=interaction.guild_id)
    picture = await pictures.diagrams(variant, viewer, kind)
    file = picture_file(picture, "pieces.png" if kind is None else f"{kind.name.casefold()}.png")
    items = sheet_items(variant, 0 if kind is None else place)
    await show(interaction, Screen(gamelist.pieces_heading(variant, kind), items, [file]))


async def with_newest_link(controller: Controller, number: int, said: TextOrRefusal) -> TextOrRefusal:
    """An answer; if a game has moved on or is over, with the link to its newest board."""
    if not isinstance(said, StaleGame | GameOver):
        return said
    game = await if_granted(controller.games.tables.game(number))
    board = "" if game is None or game.shown < game.sequence else board_link(game)
    if not board:
        return said
    if isinstance(said, StaleGame):
        return NewerBoard("The game has moved on since that board.", "newest", board)
    return NewerBoard(said.text, "last", board)


class NotLegalNow(Refusal):
    words = "That choice is not legal any more. Press Move on the newest board."


ENDS_SCREEN = (
    NotLegalNow
    | LessonGone
    | NoneOpen
    | RecordGone
    | Expired
    | StaleGame
    | GameOver
    | NotYourTurn
    | HasLeft
    | CallDue
    | NothingKept
    | BeingForgotten
)
"""Refusals that leave nothing for the buttons of a private message to do."""


class NothingMore(Refusal):
    words = "I do not know that button any more. Press More… under the newest board."


async def answer_press(controller: Controller, interaction: Interaction, press: Press | FilledForm) -> None:
    """Acknowledge a press, or a form that was filled in, and answer it; if anything fails, the presser is told."""
    journal.note(interaction=interaction.id)
    if not await messages.admit(controller.gate, interaction):
        return
    kind = BUTTONS.get(press.action)
    about_a_game = kind is not None and kind.door != "own"
    try:
        if kind is not None and kind.form:
            await ANSWERS[press.action](controller, interaction, press)
            return
        messages.acknowledge(interaction)
        if kind is None:
            raise Refused(NothingMore())  # noqa: TRY301
        if about_a_game:
            journal.note(game=press.game, event=press.sequence)
        refuse(lacking_at(interaction, Need.FILES if kind.posts else Need.NOTHING))
        if kind.door != "own":
            await getattr(controller, kind.door)(interaction, str(press.game))
        await ANSWERS[press.action](controller, interaction, press)
        await messages.acknowledged(interaction)
    except Refused as refused:
        said = await with_newest_link(controller, press.game, refused.refusal)
        await _tell(in_place if isinstance(refused.refusal, ENDS_SCREEN) else send_private, interaction, said)
    except Exception as problem:
        if not (messages.too_late(problem) or controller.poster.closing):
            log.exception("%s failed", press.action)
            await _tell(send_private, interaction, apology(problem, press.game if about_a_game else None))


async def _tell(
    tell: Callable[[Interaction, TextOrRefusal], Awaitable[None]], interaction: Interaction, said: TextOrRefusal
) -> None:
    try:
        await tell(interaction, said)
    except (discord.HTTPException, messages.Unacknowledged) as problem:
        log.warning("an answer was not delivered: %s", problem)


@button("cancel", "Cancel")
async def _cancel(_: Controller, interaction: Interaction, __: Press) -> None:
    if is_private(interaction):
        await remove(interaction)
