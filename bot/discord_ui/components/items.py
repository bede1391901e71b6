"""Buttons, menus and forms: declared once, beside what answers them; their ids say what they do, and to what."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Self, TypeVar

import discord


class FilledForm(NamedTuple):
    """A form that was filled in: the action it stands for, on which game, and its text."""

    action: str
    game: int
    text: str
    sequence: int = 0

    @classmethod
    def of(cls, interaction: Interaction) -> Self | None:
        if interaction.type is not discord.InteractionType.modal_submit:
            return None
        data: Any = interaction.data
        _, action, game = data["custom_id"].split(":")
        return cls(action, int(game), data["components"][0]["component"]["value"] or "")


def blank(
    action: str, game: int, title: str, label: str, field: discord.ui.TextInput[Any], description: str | None = None
) -> discord.ui.Modal:
    """A form about a game with a field for a text, to be answered by an action.

    It is stopped at once, which keeps the library from remembering it: what is handed in is known by its id.
    """
    form, field.custom_id = discord.ui.Modal(title=title, custom_id=f"hm:{action}:{game}"), "text"
    form.add_item(discord.ui.Label(text=label, description=description, component=field))
    form.stop()
    return form


Interaction = discord.Interaction[Any]
Item = discord.ui.Item[Any]
Door = Literal["mine", "seen", "joinable", "own"]
"""How the game of a button is looked for: as by the controller's finder of this name, or not at all."""
Answer = TypeVar("Answer", bound=Callable[..., Awaitable[object]])

GREY, BLUE = discord.ButtonStyle.secondary, discord.ButtonStyle.primary
GREEN, RED = discord.ButtonStyle.success, discord.ButtonStyle.danger


class Press(discord.ui.DynamicItem[Item], template=r"hm:[a-z-]+:.*"):
    """A button or menu, drawn or used.

    `words` are the parts of its id behind the action: most begin with the numbers of a game and of the event in view of
    which it was drawn. `chosen` are the values chosen in a menu.
    """

    def __init__(self, item: Item, chosen: Sequence[str] = ()) -> None:
        super().__init__(item)
        _, self.action, *self.words = self.custom_id.split(":")
        self.chosen = chosen

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        data: Any = interaction.data
        return cls(item, data.get("values", ()))

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


@dataclass(frozen=True)
class Button:
    """What a button says and does; its answer gets the controller, the interaction and the press.

    `posts` is for an answer that posts in the channel, `form` for one that opens a form, which acknowledges the press.
    """

    answer: Callable[..., Awaitable[object]]
    label: str = ""
    style: discord.ButtonStyle = GREY
    door: Door = "own"
    posts: bool = False
    form: bool = False


BUTTONS: dict[str, Button] = {}
"""All buttons and menus, by action."""


def button(
    action: str,
    label: str = "",
    style: discord.ButtonStyle = GREY,
    *,
    door: Door = "own",
    posts: bool = False,
    form: bool = False,
) -> Callable[[Answer], Answer]:
    """Declare a function to be the answer to a button, or to a menu, which has no label."""

    def declare(answer: Answer) -> Answer:
        BUTTONS[action] = Button(answer, label, style, door, posts, form)
        return answer

    return declare


def drawn(
    action: str, *words: object, label: str = "", style: discord.ButtonStyle | None = None, row: int | None = None
) -> Press:
    """A button as it was declared, with these words in its id; label and style take the place of its own."""
    kind, custom_id = BUTTONS[action], ":".join(map(str, ("hm", action, *words)))
    return Press(discord.ui.Button(label=label or kind.label, style=style or kind.style, custom_id=custom_id, row=row))


def menu(action: str, *words: object, placeholder: str | None, options: list[discord.SelectOption]) -> Press:
    custom_id = ":".join(map(str, ("hm", action, *words)))
    return Press(discord.ui.Select(placeholder=placeholder, options=options, custom_id=custom_id))


def view_of(items: Iterable[Item]) -> discord.ui.View:
    """A view of these buttons and menus, which never ends."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def buttons(game: int, sequence: int, *actions: str) -> discord.ui.View:
    return view_of(drawn(action, game, sequence) for action in actions)
