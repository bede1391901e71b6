"""The rules of games: /rules, the card page by page, and pictures of how pieces move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from textwrap import shorten

import discord
from discord import app_commands

from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import in_place, person
from bot.discord_ui.commands import autocomplete
from bot.discord_ui.components.items import OPTION_MAX_CHARS, Interaction, Press, button, drawn, menu, menu_option
from bot.discord_ui.components.screens import BOOK, Item, Screen, picture_file
from bot.discord_ui.controller import Controller, DeskCog, everywhere
from bot.games import Games, pictures
from bot.games.pictures import pages
from bot.games.refusals import granted, if_granted
from bot.games.tables import game_named
from bot.text import gamelist
from bot.text.gamelist import piece_label
from engine.model.equipment import PieceType
from engine.variants import GAMES, titled
from engine.variants.card import RULINGS, SOURCE, Section, card
from engine.variants.variant import Variant

PAGE_CHARS = 900


def card_pages(variant: Variant) -> tuple[list[Section], int]:
    """The rules card on short pages, a section or a part of one each, and the page where rulings and source begin."""
    behind = {RULINGS, SOURCE}
    whole = [
        Section(heading, (page,))
        for heading, lines in sorted(card(variant), key=lambda section: section.heading in behind)
        for page in pages((f"- {line}" for line in lines), PAGE_CHARS)
    ]
    return whole, sum(page.heading not in behind for page in whole)


def card_items(variant: Variant, place: int) -> list[Item]:
    """The ways from a page of the rules card: one back, one on, rulings or rules, and a menu of the pieces."""
    spec, (whole, rulings) = spec_of(variant), card_pages(variant)
    first, end = (rulings, len(whole)) if place >= rulings else (0, rulings)
    items = [drawn("card", spec, place - 1, label=f"◀ {whole[place - 1].heading}")] if place > first else []
    items += [drawn("card", spec, place + 1, label=f"{whole[place + 1].heading} ▶")] if place + 1 < end else []
    items += [drawn("card", spec, 0 if first else rulings, label="Rules" if first else "Rulings")]
    return [*items, sheet_items(variant, 0)[-1]]


def spec_of(variant: Variant) -> str:
    """A game with its options, as the ids of buttons name it."""
    return ",".join([variant.key, *(f"{name}={value}" for name, value in variant.options)])


def sheet_items(variant: Variant, place: int) -> list[Item]:
    """The ways from the sheet at a place among a game's kinds, 0 being that of all: back, on, the rules, and a menu."""
    spec, labels = spec_of(variant), [piece_label(kind) for kind in (None, *variant.kinds)]
    before, behind = (place - 1) % len(labels), (place + 1) % len(labels)
    hints = ["", *(shorten(kind.text, OPTION_MAX_CHARS, placeholder="…") for kind in variant.kinds)]
    options = [
        menu_option(label, number, hint, default=number == place)
        for number, (label, hint) in enumerate(zip(labels, hints, strict=True))
    ]
    back = drawn("piece", spec, before, label=f"◀ {labels[before]}")
    on = drawn("piece", spec, behind, label=f"{labels[behind]} ▶")
    rules = drawn("card", spec, 0, label="Rules")
    return [back, on, rules, menu("kinds", spec, placeholder="Which piece?", options=options)]


def subject_of(press: Press) -> tuple[Variant, int]:
    """The subject of a sheet or card that a button leads to: a game, and the place of a piece or page, 0 for all."""
    spec, *place = press.words
    key, *options = spec.split(",")
    return game_named(key, dict(option.split("=", 1) for option in options)), int((*press.chosen, *place)[0])


Show = Callable[[Interaction, Screen], Awaitable[None]]


async def show_rules(
    games: Games, interaction: Interaction, variant: Variant, place: int = 0, show: Show = in_place
) -> None:
    """Show a page of a game's rules card: pictures of how its pieces move, above the words; rulings come without."""
    whole, rulings = card_pages(variant)
    place = min(place, len(whole) - 1)
    heading, text = whole[place]
    files = [await _sheet(games, interaction, variant)] if place < rulings else []
    name = titled(variant.name, variant.options)
    said = f"**{name if heading == name else f'{name}: {heading}'}**\n{text[0]}"
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


@button("piece")
@button("kinds")
async def _leaf(controller: Controller, interaction: Interaction, press: Press) -> None:
    variant, place = subject_of(press)
    await show_pieces(controller.games, interaction, variant, place)


class RulesCog(DeskCog):
    @everywhere
    @app_commands.command(description="The rules of a game, and how its pieces move")
    @app_commands.describe(
        game="The game (the one played here if left out)",
        piece="Show only how this piece moves",
        fights=autocomplete.FIGHTS,
        options=autocomplete.OPTIONS,
    )
    @app_commands.choices(fights=autocomplete.FOUGHT)
    @app_commands.autocomplete(game=autocomplete.variants, options=autocomplete.options)
    async def rules(
        self,
        interaction: Interaction,
        game: str | None = None,
        piece: str | None = None,
        fights: str | None = None,
        options: str = "",
    ) -> None:
        known = await self._meant(interaction, game, fights, options)
        if piece is None:
            await show_rules(self.controller.games, interaction, known)
        else:
            kind = granted(known.kind_named(piece) or gamelist.unknown_piece(known, piece))
            await show_pieces(self.controller.games, interaction, known, known.kinds.index(kind) + 1)

    async def _meant(self, interaction: Interaction, game: str | None, fights: str | None, options: str) -> Variant:
        chosen = autocomplete.options_of(options, fights)
        seen = await if_granted(self.controller.seen(interaction, None)) if game is None else None
        if seen is not None:
            game, chosen = seen.variant, {**seen.options, **chosen}
        return granted(game_named(gamelist.key_of(game or next(iter(GAMES))), chosen))

    @rules.autocomplete("piece")
    async def _pieces(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        asked = interaction.namespace
        known = await if_granted(self._meant(interaction, asked.game, asked.fights, asked.options or ""))
        kinds = known.kinds if known is not None else ()
        return autocomplete.fitting([(piece_label(kind), kind.name) for kind in kinds], typed)
