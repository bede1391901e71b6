"""The buttons under boards, challenges, offers and messages about games, and those of rules cards."""

from __future__ import annotations

import discord

from bot.discord_ui.components.items import Press, buttons, drawn, menu, view_of
from bot.discord_ui.components.picker import LABEL
from bot.games import Table
from bot.games.lobby.seats import awaited, is_full, present
from bot.games.members import Takeover
from bot.games.tables import game_named
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


def spec_of(variant: Variant) -> str:
    """A game with its options, as the ids of buttons name it."""
    return ",".join([variant.key, *(f"{name}={value}" for name, value in variant.options)])


def sheet_view(variant: Variant, place: int) -> discord.ui.View:
    """The ways from the sheet at a place among a game's kinds, 0 being that of all: one back, one on, and a menu."""
    kinds: tuple[PieceType | None, ...] = (None, *variant.kinds)
    spec = spec_of(variant)
    before, behind = (place - 1) % len(kinds), (place + 1) % len(kinds)
    options = [discord.SelectOption(label=label(None), value="0", default=place == 0)]
    for number, kind in enumerate(variant.kinds, 1):
        hint = kind.text if len(kind.text) <= HINT else f"{kind.text[: HINT - 1].rsplit(' ', 1)[0]}…"
        options.append(
            discord.SelectOption(label=label(kind), value=str(number), description=hint, default=number == place)
        )
    back = drawn("piece", spec, before, label=f"◀ {label(kinds[before])}"[:LABEL])
    on = drawn("piece", spec, behind, label=f"{label(kinds[behind])} ▶"[:LABEL])
    return view_of([back, on, menu("kinds", spec, placeholder="Which piece?", options=options)])


def subject_of(press: Press) -> tuple[Variant, int]:
    """What the sheet is about to which a button or a menu leads: a game, and the place of a piece, 0 for all."""
    spec, *place = press.words
    key, *options = spec.split(",")
    return game_named(key, dict(option.split("=", 1) for option in options)), int((*press.chosen, *place)[0])


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
    return answers_view(table, *(drawn(action, number, state.changed) for action in possible))


def answers_view(table: Table, *others: Press) -> discord.ui.View:
    """Behind others, the answers to open proposals, and what the clock gives: the end of a pause, a claim."""
    state, clock = table.state, table.state.clock
    actions = [(answer, each.sequence) for each in state.proposals for answer in ANSWERS[each.kind]]
    if clock is not None and state.result is None:
        actions += [("resume", state.sequence)] if clock.paused else []
        actions += [("claimtime", state.sequence)] if clock.flagged else []
    return view_of([*others, *(drawn(action, table.game.number, sequence) for action, sequence in actions)])


def takeover_view(asked: Takeover) -> discord.ui.View:
    """The answers to the question whether somebody may take over a seat; the number in their ids is the question's."""
    actions = {"takeover" if player == asked.question.new else "agreeover": None for player in asked.lacking}
    return buttons(asked.question.game, asked.question.number, *actions, "declineover")


def challenge_view(game: StoredGame, variant: Variant) -> discord.ui.View:
    """The buttons of an open challenge: its answers, what explains the game, and its end.

    In a game for more than two they are Join while there is room, Start when there is none. Who likes gives a word for
    the dice with that, where dice decide anything; Accept and Join stay one press.
    """
    if game.places == 2:
        decline = ["refuse"] if awaited(game) else []
        worded = ["wordjoin"] if variant.combat is not None or not game.guests[0].wish else []
        return buttons(game.number, 0, "join", *LEARNING, *worded, *decline, "withdraw")
    actions = ["start", "wordin", "side"] if is_full(game) else ["enter", "wordenter"]
    if len(present(game)) > 1:
        actions.append("leave")
    if awaited(game):
        actions.append("refuse")
    return buttons(game.number, 0, actions[0], *LEARNING, *actions[1:], "withdraw")


def greeting_view() -> discord.ui.View:
    return buttons(0, 0, "playfirst", "playme", "howto")
