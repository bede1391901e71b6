"""Buttons under boards, challenges and offers; each carries its game and the event it answers in its id."""

from __future__ import annotations

import re
from typing import Self

import discord

from bot.discord_ui.components.items import HandsOver, Interaction, Item
from bot.games import Table
from bot.games.members import Takeover
from bot.store import Player
from bot.text.harmless import named
from engine.model.english import listed
from engine.play.events import DRAW, PAUSE, TAKEBACK, Rolled
from engine.play.state import Await

LEAFING = {"first": "First", "tenback": "Back 10", "back": "Back", "on": "Next", "tenon": "Next 10", "last": "Last"}
REPLAYING = {f"game{action}": label for action, label in LEAFING.items()}
"""The buttons to other moves of a game that is over, those of an imported scoresheet apart."""
FILMS = {"film": "GIF", "strip": "Film strip"}
"""The buttons that show all of a game that is over, by action."""
ANSWERS = {DRAW: ("accept", "decline"), TAKEBACK: ("allow", "deny"), PAUSE: ("acceptpause", "declinepause")}
"""The buttons that agree to each kind of proposal and decline it."""
WORDED = ("wordjoin", "wordenter", "wordin")
"""The buttons that open the form for a word for the dice."""
LESSON = {
    "lessonback": ("Back", discord.ButtonStyle.secondary),
    "lessonskip": ("Skip", discord.ButtonStyle.secondary),
    "lessonshow": ("Show me", discord.ButtonStyle.secondary),
    "lessonnext": ("Next", discord.ButtonStyle.primary),
    "lessonanew": ("Start over", discord.ButtonStyle.secondary),
    "lessonrules": ("Rules", discord.ButtonStyle.secondary),
    "lessonpieces": ("How pieces move", discord.ButtonStyle.secondary),
    "lessonplay": ("Challenge anyone here", discord.ButtonStyle.success),
}
"""The buttons of lessons; the number in their ids is the lesson's own, then its version."""
PUZZLE = {
    "puzzlehint": ("Hint", discord.ButtonStyle.secondary),
    "puzzleshow": ("Give up", discord.ButtonStyle.secondary),
    "puzzlepieces": ("How pieces move", discord.ButtonStyle.secondary),
    "puzzlenext": ("Next puzzle", discord.ButtonStyle.primary),
    "puzzleday": ("Solve it", discord.ButtonStyle.success),
}
"""The buttons of puzzles; the number in their ids is the one of the player's puzzle, then its version.

Below a puzzle of the day they are the day's, counted from 1970, and the puzzle's own.
"""
STYLES = {
    "move": ("Move", discord.ButtonStyle.primary),
    "where": ("Where can I go?", discord.ButtonStyle.secondary),
    "flip": ("Flip", discord.ButtonStyle.secondary),
    "more": ("More…", discord.ButtonStyle.secondary),
    "offer": ("Offer draw", discord.ButtonStyle.secondary),
    "resign": ("Resign", discord.ButtonStyle.danger),
    "nudge": ("Nudge", discord.ButtonStyle.secondary),
    "really": ("Yes, resign", discord.ButtonStyle.danger),
    "cancel": ("Cancel", discord.ButtonStyle.secondary),
    "rematch": ("Rematch", discord.ButtonStyle.success),
    "replay": ("Replay", discord.ButtonStyle.secondary),
    "sheet": ("Record", discord.ButtonStyle.secondary),
    "verify": ("Check dice", discord.ButtonStyle.secondary),
    "retract": ("Undo", discord.ButtonStyle.secondary),
    "restart": ("Reset", discord.ButtonStyle.secondary),
    "spin": ("Flip", discord.ButtonStyle.secondary),
    "threats": ("Threats", discord.ButtonStyle.secondary),
    "plain": ("Hide threats", discord.ButtonStyle.secondary),
    "value": ("Value", discord.ButtonStyle.secondary),
    "join": ("Accept", discord.ButtonStyle.success),
    "enter": ("Join", discord.ButtonStyle.success),
    "side": ("Choose side", discord.ButtonStyle.secondary),
    "leave": ("Leave", discord.ButtonStyle.secondary),
    "start": ("Start", discord.ButtonStyle.success),
    "rules": ("Rules", discord.ButtonStyle.secondary),
    "cardback": ("Back", discord.ButtonStyle.secondary),
    "cardon": ("Next", discord.ButtonStyle.primary),
    "pieces": ("How pieces move", discord.ButtonStyle.secondary),
    "wordjoin": ("Accept with a word", discord.ButtonStyle.secondary),
    "wordenter": ("Join with a word", discord.ButtonStyle.secondary),
    "wordin": ("Give a word", discord.ButtonStyle.secondary),
    "refuse": ("Decline", discord.ButtonStyle.secondary),
    "withdraw": ("Withdraw", discord.ButtonStyle.secondary),
    **{action: (label, discord.ButtonStyle.secondary) for action, label in (LEAFING | REPLAYING | FILMS).items()},
    "export": ("Export", discord.ButtonStyle.primary),
    "forget": ("Delete everything", discord.ButtonStyle.danger),
    "farewell": ("Yes, delete everything", discord.ButtonStyle.danger),
    "stay": ("Cancel", discord.ButtonStyle.secondary),
    "resume": ("Resume", discord.ButtonStyle.primary),
    "claimtime": ("Claim time", discord.ButtonStyle.danger),
    "closegame": ("Close it unrated", discord.ButtonStyle.secondary),
    "takeover": ("Take over", discord.ButtonStyle.success),
    "agreeover": ("Agree", discord.ButtonStyle.success),
    "declineover": ("Decline", discord.ButtonStyle.secondary),
    **LESSON,
    **PUZZLE,
    **{agree: (f"Accept {kind}", discord.ButtonStyle.success) for kind, (agree, _) in ANSWERS.items()},
    **{decline: (f"Decline {kind}", discord.ButtonStyle.secondary) for kind, (_, decline) in ANSWERS.items()},
}


class GameButton(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=rf"hm:(?P<action>{'|'.join(STYLES)}):(?P<game>\d{{1,15}}):(?P<sequence>\d{{1,9}})",
):
    """A button that does `action` to a game, in view of the event with this sequence number."""

    def __init__(self, action: str, game: int, sequence: int) -> None:
        label, style = STYLES[action]
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=f"hm:{action}:{game}:{sequence}"))
        self.action, self.game, self.sequence = action, game, sequence

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The button that a press names."""
        return cls(match["action"], int(match["game"]), int(match["sequence"]))


def buttons(game: int, sequence: int, *actions: str) -> discord.ui.View:
    """A view with a button for each action."""
    view = discord.ui.View(timeout=None)
    for action in actions:
        view.add_item(GameButton(action, game, sequence))
    return view


class ItemButton(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"hm:item-(?P<name>[a-z]{1,20}):(?P<game>\d{1,15}):(?P<sequence>\d{1,9})",
):
    """A button of a private menu, which does what the item of this name does."""

    def __init__(
        self,
        name: str,
        label: str,
        game: int,
        sequence: int,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    ) -> None:
        custom_id = f"hm:{item_action(name)}:{game}:{sequence}"
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=custom_id))
        self.action, self.game, self.sequence = item_action(name), game, sequence

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The button that a press names."""
        return cls(match["name"], "", int(match["game"]), int(match["sequence"]))


def item_action(name: str) -> str:
    """The action of the button of an item."""
    return f"item-{name}"


def resigning(table: Table, player: Player) -> tuple[str, discord.ui.View]:
    """The question whether a player really resigns, with the game and the opponents named, and its buttons."""
    number, own = table.game.number, table.game.seats_of(player.id)
    rivals = [named(each) for seat, each in table.game.seats.items() if seat not in own]
    against = f" against {listed(rivals, 'and')}" if rivals else ""
    text = f"Do you resign game #{number}, {table.state.variant.name}{against}? This cannot be undone."
    return text, buttons(number, table.state.changed, "really", "cancel")


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
        view.add_item(GameButton(action, table.game.number, sequence))
    return view


def silent_view(table: Table) -> discord.ui.View:
    """What may be done to a game that waits in silence for its player to move."""
    return buttons(table.game.number, table.state.changed, "closegame")


def takeover_view(asked: Takeover) -> discord.ui.View:
    """The answers to the question whether somebody may take over a seat; the number in their ids is the question's."""
    missing = {player == asked.asked.new for player in asked.lacking}
    actions = [action for action, new in (("takeover", True), ("agreeover", False)) if new in missing]
    return buttons(asked.asked.game, asked.asked.number, *actions, "declineover")


def card_view(number: int, page: int, pages: int) -> discord.ui.View:
    """The buttons to the other pages of a rules card; the numbers in their ids are the game's, then the page's."""
    view = discord.ui.View(timeout=None)
    for action, other in (("cardback", page - 1), ("cardon", page + 1)):
        if 0 <= other < pages:
            view.add_item(GameButton(action, number, other))
    return view


def leafing_view(number: int, move: int, moves: int, prefix: str = "") -> discord.ui.View:
    """The buttons to other moves of an imported scoresheet: the number in their ids is its own, then the move.

    With `prefix` "game" it is a game that is over, and the number that of the game; all of it can be shown, too.
    """
    places = {"first": 0, "tenback": move - 10, "back": move - 1, "on": move + 1, "tenon": move + 10, "last": moves}
    view = discord.ui.View(timeout=None)
    for index, (action, place) in enumerate(places.items()):
        if 0 <= place <= moves and place != move:
            button = GameButton(f"{prefix}{action}", number, place)
            button.row = index // 3
            view.add_item(button)
    for action in FILMS if prefix else ():
        button = GameButton(action, number, move)
        button.row = 2
        view.add_item(button)
    return view
