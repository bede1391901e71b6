"""The buttons under boards, challenges, offers and messages about games, and those of rules cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import discord

from bot.discord_ui.components.items import Press, buttons, drawn, menu, view_of
from bot.discord_ui.components.picker import LABEL
from bot.games import Table
from bot.games.lobby.challenge import awaited, is_full, present
from bot.store import StoredGame
from bot.text.gamelist import piece_label as label
from engine.model.equipment import PieceType
from engine.play.events import DRAW, PAUSE, TAKEBACK, Rolled
from engine.play.state import Await
from engine.variants.card import card
from engine.variants.variant import Variant

DESCRIPTION = 4096


def card_pages(variant: Variant) -> list[discord.Embed]:
    """The whole card on as many embeds as it needs, no section line cut."""
    pages: list[str] = [""]
    for heading, lines in card(variant):
        for index, line in enumerate(lines):
            text = f"**{heading}**\n- {line}\n" if index == 0 else f"- {line}\n"
            if len(pages[-1]) + len(text) > DESCRIPTION:
                pages.append("")
            pages[-1] += text
    embeds = [discord.Embed(description=page) for page in pages]
    if len(embeds) > 1:
        for number, embed in enumerate(embeds, 1):
            embed.set_footer(text=f"Page {number} of {len(embeds)}")
    return embeds


HINT = 100
"""The characters of the hint beside a choice in a menu."""


class Subject(NamedTuple):
    """What a sheet is about: the id of a game, its options, and the place of a piece among its kinds, 0 for all."""

    key: str
    options: Mapping[str, str]
    place: int


def spec_of(variant: Variant) -> str:
    """A game with its options, as the ids of buttons name it."""
    return ",".join([variant.key, *(f"{name}={value}" for name, value in variant.options)])


def sheet_view(variant: Variant, place: int) -> discord.ui.View:
    """The ways from the sheet at a place among a game's kinds, 0 being that of all: one back, one on, and a menu."""
    kinds: tuple[PieceType | None, ...] = (None, *variant.kinds)
    spec = spec_of(variant)
    before, behind = (place - 1) % len(kinds), (place + 1) % len(kinds)
    options = [
        discord.SelectOption(label=label(kind), value=str(number), description=_hint(kind), default=number == place)
        for number, kind in enumerate(kinds)
    ]
    return view_of(
        [
            drawn("piece", spec, before, label=f"◀ {label(kinds[before])}"[:LABEL]),
            drawn("piece", spec, behind, label=f"{label(kinds[behind])} ▶"[:LABEL]),
            menu("kinds", spec, placeholder="Which piece?", options=options),
        ]
    )


def _hint(kind: PieceType | None) -> str | None:
    if kind is None:
        return None
    if len(kind.text) <= HINT:
        return kind.text
    return f"{kind.text[: HINT - 1].rsplit(' ', 1)[0]}…"


def subject_of(press: Press) -> Subject:
    """What the sheet is about to which a button or a choice in the menu leads."""
    spec, *place = press.words
    key, *options = spec.split(",")
    return Subject(key, dict(option.split("=", 1) for option in options), int((*press.chosen, *place)[0]))


ANSWERS = {DRAW: ("accept", "decline"), TAKEBACK: ("allow", "deny"), PAUSE: ("acceptpause", "declinepause")}
"""The buttons that agree to each kind of proposal and decline it."""
LEARNING = ("rules", "pieces")
"""The buttons that explain a game before it begins."""


def board_view(table: Table) -> discord.ui.View:
    """The buttons under a board; those that answer open proposals come with it, and what a finished game leads to."""
    state, number = table.state, table.game.number
    if state.result is not None:
        fought = any(isinstance(event.what, Rolled) for event in state.events)
        checked = ["verify"] if fought and table.game.commitment else []
        return buttons(number, state.changed, "rematch", "replay", "sheet", *checked)
    possible = ("flip", "more", "resign") if state.awaits is Await.CALL else ("move", "where", "flip", "more")
    return _with_answers(buttons(number, state.changed, *possible), table)


def answers_view(table: Table) -> discord.ui.View:
    return _with_answers(discord.ui.View(timeout=None), table)


def _with_answers(view: discord.ui.View, table: Table) -> discord.ui.View:
    """The view with the answers to open proposals, and what the clock gives: the end of a pause, a claim."""
    state, clock = table.state, table.state.clock
    actions = [(answer, each.sequence) for each in state.proposals for answer in ANSWERS[each.kind]]
    if clock is not None and state.result is None:
        actions += [("resume", state.sequence)] if clock.paused else []
        actions += [("claimtime", state.sequence)] if clock.flagged else []
    for action, sequence in actions:
        view.add_item(drawn(action, table.game.number, sequence))
    return view


def challenge_view(game: StoredGame, variant: Variant) -> discord.ui.View:
    """The buttons of an open challenge: its answers, what explains the game, and its end.

    In a game for more than two they are Join while there is room, Start when there is none. Who likes gives a word for
    the dice with that, where dice decide anything; Accept and Join stay one press.
    """
    full, two = is_full(game), game.places == 2
    enter, word = ("join", "wordjoin") if two else ("start", "wordin") if full else ("enter", "wordenter")
    offered = {
        enter: True,
        **dict.fromkeys(LEARNING, True),
        word: not two or variant.combat is not None or not game.guests[0].wish,
        "side": full,
        "leave": len(present(game)) > 1,
        "refuse": bool(awaited(game)),
        "withdraw": True,
    }
    return buttons(game.number, 0, *(action for action, possible in offered.items() if possible))


def greeting_view() -> discord.ui.View:
    return buttons(0, 0, "playfirst", "playme", "howto")
