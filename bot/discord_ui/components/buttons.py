"""The buttons under boards, challenges, offers and messages about games."""

from __future__ import annotations

import discord

from bot.discord_ui.components.items import BLUE, GREEN, GREY, Press, buttons, drawn, view_of
from bot.games import Table
from bot.games.lobby.seats import awaited, is_full, present
from bot.games.members import Takeover
from bot.store import StoredGame
from bot.text.gamelist import FIRST
from engine.play.events import DRAW, PAUSE, TAKEBACK, Rolled
from engine.play.state import Await
from engine.variants.variant import Variant

ANSWERS = {DRAW: ("accept", "decline"), TAKEBACK: ("allow", "deny"), PAUSE: ("acceptpause", "declinepause")}
"""The buttons that agree to each kind of proposal and decline it."""
LEARNING = ("rules", "pieces")
"""The buttons that explain a game before it begins."""
GREETING = {"play": (f"Play {FIRST.name}", GREEN), "me": ("Play against me", BLUE), "how": ("How it works", GREY)}
"""The buttons of the greeting, by the word behind their action."""


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
    """The answers to open proposals; no buttons where there are none."""
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


def silent_view(table: Table) -> discord.ui.View:
    """What may be done to a game that waits in silence for its player to move."""
    return buttons(table.game.number, table.state.changed, "closegame")


def takeover_view(asked: Takeover) -> discord.ui.View:
    """The answers to the question whether somebody may take over a seat; the number in their ids is the question's."""
    missing = {player == asked.asked.new for player in asked.lacking}
    actions = [action for action, new in (("takeover", True), ("agreeover", False)) if new in missing]
    return buttons(asked.asked.game, asked.asked.number, *actions, "declineover")


def challenge_view(game: StoredGame, variant: Variant) -> discord.ui.View:
    """The buttons of an open challenge: its answers, what explains the game, and its end.

    In a game for more than two they are Join while there is room, Start when there is none. Who likes gives a word for
    the dice with that, where dice decide anything; Accept and Join stay one press.
    """
    if not game.guests:
        decline = ["refuse"] if awaited(game) else []
        worded = ["wordjoin"] if variant.combat is not None or not game.wish else []
        return buttons(game.number, 0, "join", *LEARNING, *worded, *decline, "withdraw")
    actions = ["start", "wordin", "side"] if is_full(game, variant) else ["enter", "wordenter"]
    if len(present(game)) > 1:
        actions.append("leave")
    if awaited(game):
        actions.append("refuse")
    return buttons(game.number, 0, actions[0], *LEARNING, *actions[1:], "withdraw")


def greeting_view() -> discord.ui.View:
    return view_of(greeting_buttons())


def greeting_buttons(*deeds: str) -> list[Press]:
    """The buttons of the greeting with these words, or all."""
    return [drawn("greeting", deed, label=GREETING[deed][0], style=GREETING[deed][1]) for deed in deeds or GREETING]
