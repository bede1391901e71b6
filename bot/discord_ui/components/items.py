"""Buttons, menus and forms: declared once, beside what answers them; their ids say what they do, and to what."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal, Self, TypeVar

import discord

from bot.discord_ui.components.screens import Item
from bot.games import Table
from bot.games.challenges import has_beaten_bot
from bot.games.coaching import MIN_REVIEWED_MOVES
from bot.store import StoredGame
from engine.model.refusal import Refusal
from engine.play.commands import Command
from engine.play.events import Rolled
from engine.play.referee import decide
from engine.play.state import Await
from engine.variants.variant import Variant


def blank(
    action: str, press: Press, title: str, label: str, field: discord.ui.TextInput[Any], description: str | None = None
) -> discord.ui.Modal:
    """A form about the game of a button with a field for a text, to be answered by an action, which its id names."""
    custom_id = f"hm:{action}:{press.game}:{press.sequence}"
    form, field.custom_id = discord.ui.Modal(title=title, custom_id=custom_id), "text"
    form.add_item(discord.ui.Label(text=label, description=description, component=field))
    form.stop()  # so that the library forgets it
    return form


Interaction = discord.Interaction[Any]
Door = Literal["mine", "seen", "joinable", "own"]
"""The way a button's game is found: by the controller's finder of this name, or not at all."""
Answer = TypeVar("Answer", bound=Callable[..., Awaitable[object]])
Fits = Callable[[Table, Collection[int], int], bool]
"""A test whether something is possible at a table for the player of these seats at a time (UTC ms)."""

GREY, BLUE = discord.ButtonStyle.secondary, discord.ButtonStyle.primary
GREEN, RED = discord.ButtonStyle.success, discord.ButtonStyle.danger


class Press(discord.ui.DynamicItem[Item], template=r"hm:[a-z-]+:.*"):
    """A button or menu, drawn or used; or a form that was filled in, with its `text`.

    `words` are the parts of its id behind the action: most begin with the numbers of a game and of the event in view of
    which it was drawn. `chosen` are the values chosen in a menu.
    """

    def __init__(self, item: Item, chosen: Sequence[str] = (), text: str = "") -> None:
        super().__init__(item)
        _, self.action, *self.words = self.custom_id.split(":")
        self.chosen, self.text = chosen, text

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        data: Any = interaction.data
        return cls(item, data.get("values", ()))

    @classmethod
    def of_form(cls, interaction: Interaction) -> Self | None:
        if interaction.type is not discord.InteractionType.modal_submit:
            return None
        data: Any = interaction.data
        text = data["components"][0]["component"]["value"] or ""
        return cls(discord.ui.Button(custom_id=data["custom_id"]), text=text)

    async def callback(self, interaction: Interaction) -> None:
        await interaction.client.pressed(interaction, self)

    @property
    def game(self) -> int:
        """The first number in the id, 0 where there is none."""
        return self._number(0)

    @property
    def sequence(self) -> int:
        return self._number(1)

    def _number(self, place: int) -> int:
        word = self.words[place] if place < len(self.words) else ""
        return int(word) if word.isdecimal() else 0


def permits(command: Callable[[int], Command]) -> Fits:
    """True unless the referee would refuse a command."""
    return lambda table, seats, now: any(
        not isinstance(decide(table.state, command(seat), now), Refusal) for seat in seats
    )


@dataclass(frozen=True)
class button:  # noqa: N801 - a decorator
    """Declare a function to be the answer to a button, or to a menu, which has no label.

    It gets the controller, the interaction and the press; `posts` is for one that posts in the channel, `form` for one
    that opens a form, which acknowledges the press. `fits` tells where it is offered in a game's menu.
    """

    action: str
    label: str = ""
    style: discord.ButtonStyle = GREY
    _: KW_ONLY
    door: Door = "own"
    posts: bool = False
    form: bool = False
    fits: Fits = lambda *_: True

    def __call__(self, answer: Answer) -> Answer:
        BUTTONS[self.action], ANSWERS[self.action] = self, answer
        return answer


LABEL_MAX_CHARS, ID_MAX_CHARS, OPTION_MAX_CHARS = 80, 100, 100
BUTTONS: dict[str, button] = {}
ANSWERS: dict[str, Callable[..., Awaitable[object]]] = {}


def drawn(
    action: str, *words: object, label: str = "", row: int | None = None, emoji: discord.Emoji | None = None
) -> Press:
    """A button as it was declared, with these words in its id; a label takes the place of its own."""
    kind, custom_id = BUTTONS[action], ":".join(map(str, ("hm", action, *words)))
    label = (label or kind.label)[:LABEL_MAX_CHARS]
    return Press(discord.ui.Button(label=label, style=kind.style, custom_id=custom_id, row=row, emoji=emoji))


def menu_option(
    words: str, value: object, hint: str = "", *, default: bool = False, emoji: discord.Emoji | None = None
) -> discord.SelectOption:
    """A choice in a menu, with what Discord takes of its words and of the hint beside them."""
    label, description = words[:OPTION_MAX_CHARS], hint[:OPTION_MAX_CHARS] or None
    return discord.SelectOption(label=label, value=str(value), description=description, default=default, emoji=emoji)


def menu(action: str, *words: object, placeholder: str | None, options: list[discord.SelectOption]) -> Press:
    custom_id = ":".join(map(str, ("hm", action, *words)))
    return Press(discord.ui.Select(placeholder=placeholder, options=options, custom_id=custom_id))


def buttons(game: int, sequence: int, *actions: str) -> list[Item]:
    return [drawn(action, game, sequence) for action in actions]


def offered(table: Table, player: int, now: int, actions: Iterable[str]) -> list[str]:
    """The actions among some that a player can take at a table now."""
    seats = set(table.game.seats_of(player)) & set(table.state.remaining)
    return [action for action in actions if BUTTONS[action].fits(table, seats, now)]


def board_items(table: Table) -> list[Item]:
    """The buttons under a board; those that answer open proposals come with it, and what a finished game leads to."""
    state, number = table.state, table.game.number
    if state.result is not None:
        actions = ["nextlevel", "rematch"] if has_beaten_bot(table) else ["rematch"]
        actions += ["review", "replay"] if len(state.played) >= MIN_REVIEWED_MOVES else ["replay"]
        rolled = table.game.commitment and any(isinstance(event.what, Rolled) for event in state.events)
        return buttons(number, state.changed, *actions, *(["verify"] if rolled else []), "more")
    hint = ["hint"] if table.against_bot and table.game.seats[state.due].reachable else []
    possible = ("flip", "more", "resign") if state.awaits is Await.CALL else ("move", "where", *hint, "flip", "more")
    return answers_items(table, *(drawn(action, number, state.changed) for action in possible))


def answers_items(table: Table, *others: Press) -> list[Item]:
    """Behind others, the answers to open proposals, and what the clock gives: the end of a pause, a claim."""
    state, clock = table.state, table.state.clock
    actions = [(f"{answer}-{each.kind}", each.sequence) for each in state.proposals for answer in ("accept", "decline")]
    if clock is not None and state.result is None:
        actions += [("resume", state.sequence)] if clock.paused else []
        actions += [("claimtime", state.sequence)] if clock.flagged else []
    return [*others, *(drawn(action, table.game.number, sequence) for action, sequence in actions)]


def challenge_items(game: StoredGame, variant: Variant) -> list[Item]:
    """The buttons of an open challenge: its answers, what explains the game, and its end."""
    full, two = game.is_full, game.places == 2
    enter, word = ("join", "wordjoin") if two else ("start", "wordin") if full else ("enter", "wordenter")
    possible = {word: variant.combat is not None, "side": full, "leave": len(game.present) > 1, "refuse": game.awaited}
    actions = [action for action, fits in possible.items() if fits]
    return buttons(game.number, 0, enter, "rules", "pieces", *actions, "withdraw")


def greeting_items() -> list[Item]:
    return buttons(0, 0, "playfirst", "playme", "howto")
