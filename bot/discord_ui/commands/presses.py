"""The answers to buttons, menus and forms: each use is acknowledged, judged, and answered in private."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot import journal
from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import Need, in_place, person, send_private
from bot.discord_ui.components.items import (
    ANSWERS,
    BUTTONS,
    Interaction,
    Press,
    button,
    card_items,
    card_pages,
    sheet_items,
    subject_of,
)
from bot.discord_ui.components.screens import BOOK, Screen, TextOrRefusal, picture_file
from bot.discord_ui.controller import Controller, apology, remedies_of
from bot.games import Games, pictures
from bot.games.newcomers import RoyalLeft
from bot.games.privacy import BeingForgotten, NothingKept
from bot.games.puzzles import NoneOpen
from bot.games.records import RecordGone
from bot.games.refusals import Pointing, if_granted
from bot.games.study import Expired, LessonGone
from bot.text import gamelist
from bot.text.games import board_link
from engine.model.equipment import PieceType
from engine.model.refusal import Refusal, Refused
from engine.play.refusals import CallDue, GameOver, HasLeft, NotYourTurn, StaleGame
from engine.variants import titled
from engine.variants.variant import Variant

log = logging.getLogger(__name__)


class NewerBoard(Pointing):
    """Something about an earlier board than the newest, or about a game that is over; `board` is the way there."""

    why: str
    which: str
    board: str

    words = "{why} {which}: {board}"


Show = Callable[[Interaction, Screen], Awaitable[None]]


async def show_rules(
    games: Games, interaction: Interaction, variant: Variant, place: int = 0, show: Show = in_place
) -> None:
    """Show a page of a game's rules card: pictures of how its pieces move, above the words; rulings come without."""
    rules = card_pages(variant, rulings=False)
    pages = [*rules, *card_pages(variant, rulings=True)]
    place = min(place, len(pages) - 1)
    heading, text = pages[place]
    files = [await _sheet(games, interaction, variant)] if place < len(rules) else []
    name = titled(variant.name, variant.options)
    said = f"**{name if heading == variant.name else f'{name}: {heading}'}**\n{text[0]}"
    await show(interaction, Screen(said, card_items(variant, place), files, colour=BOOK, pictures_first=True))


@button("card")
async def _turn(controller: Controller, interaction: Interaction, press: Press) -> None:
    variant, place = subject_of(press)
    await show_rules(controller.games, interaction, variant, place)


async def _sheet(
    games: Games, interaction: Interaction, variant: Variant, kind: PieceType | None = None
) -> discord.File:
    viewer = await games.settings.viewer(person(interaction.user), 1, messages.anywhere(interaction).server)
    picture = await pictures.diagrams(variant, viewer, kind)
    return picture_file(picture, "pieces.png" if kind is None else f"{kind.name.casefold()}.png")


async def show_pieces(
    games: Games, interaction: Interaction, variant: Variant, place: int = 0, show: Show = in_place
) -> None:
    """Show how the piece at a place among a game's kinds moves, from 1 on, or all of them; with ways to the others."""
    kind = variant.kinds[place - 1] if 0 < place <= len(variant.kinds) else None
    file, items = await _sheet(games, interaction, variant, kind), sheet_items(variant, 0 if kind is None else place)
    await show(interaction, Screen(gamelist.pieces_heading(variant, kind), items, [file], colour=BOOK))


async def with_newest_link(controller: Controller, number: int, said: TextOrRefusal) -> TextOrRefusal:
    """An answer; if a game has moved on or is over, with the link to its newest board."""
    if not isinstance(said, StaleGame | GameOver):
        return said
    game = await if_granted(controller.games.tables.game(number))
    board = "" if game is None or game.shown < game.sequence else board_link(game)
    if not board:
        return said
    if isinstance(said, StaleGame):
        return NewerBoard("That board is out of date.", "Latest", board)
    return NewerBoard(said.text, "Last", board)


class NotLegalNow(Refusal):
    words = "That isn't legal any more. Press Move under the newest board."


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
    | RoyalLeft
)
"""Refusals that leave nothing for the buttons of a private message to do, or bring their own."""


class NothingMore(Refusal):
    words = "I don't know that button any more. Press ⋯ under the newest board."


async def answer_press(controller: Controller, interaction: Interaction, press: Press) -> None:
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
        messages.require(interaction, Need.FILES if kind.posts else Need.NOTHING)
        if about_a_game:
            journal.note(game=press.game, event=press.sequence)
            await getattr(controller, kind.door)(interaction, str(press.game))
        await ANSWERS[press.action](controller, interaction, press)
        await messages.acknowledged(interaction)
    except Refused as refused:
        said = await with_newest_link(controller, press.game, refused.refusal)
        shown = Screen(said, remedies_of(refused.refusal, person(interaction.user), interaction))
        await _tell(in_place if isinstance(refused.refusal, ENDS_SCREEN) else send_private, interaction, shown)
    except Exception as problem:
        if not (messages.too_late(problem) or controller.poster.closing):
            log.exception("%s failed", press.action)
            await _tell(send_private, interaction, Screen(apology(problem, press.game if about_a_game else None)))


async def _tell(tell: Show, interaction: Interaction, shown: Screen) -> None:
    try:
        await tell(interaction, shown)
    except (discord.HTTPException, messages.Unacknowledged) as problem:
        log.warning("an answer was not delivered: %s", problem)


@button("cancel", "Cancel")
async def _cancel(_: Controller, interaction: Interaction, __: Press) -> None:
    if messages.is_private(interaction):
        await messages.remove(interaction)
