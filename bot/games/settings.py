"""Settings: what players may choose for themselves, with words for each choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.games.refusals import BadChoice
from bot.store import Player, Preferences
from engine.refusal import Refusal, listed


@dataclass(frozen=True)
class Setting:
    """A choice that every player has: its name, what it is about, and its values with what they mean.

    The first value holds for those who have chosen none.
    """

    name: str
    text: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        """The value of those who have chosen none."""
        return next(iter(self.values))


OFF, ON, ALL = "off", "on", "all"
ONLY_MOVE = Setting(
    "only-move",
    "what happens when you have a single legal move",
    {
        OFF: "you make it yourself",
        ON: "it is made for you at once, unless it is an attack with dice, which you begin yourself",
        ALL: "it is made for you at once, attacks with dice included",
    },
)
LETTERS = Setting(
    "letters",
    "whether men bear their letters on boards drawn for you",
    {OFF: "boards drawn for you show icons alone", ON: "boards drawn for you show each man's letter beside its icon"},
)
SETTINGS: Mapping[str, Setting] = {setting.name: setting for setting in (ONLY_MOVE, LETTERS)}


class Settings:
    """The settings of all players."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    async def value(self, player: Player, setting: Setting) -> str:
        """What holds for a player."""
        return await self._preferences.value(player.id, setting.name) or setting.default

    async def lettered(self, player: Player) -> bool:
        """Whether boards drawn for a player show letters."""
        return await self.value(player, LETTERS) == ON

    async def all_of(self, player: Player) -> list[tuple[Setting, str]]:
        """Every setting with what holds for a player."""
        chosen = await self._preferences.of(player.id)
        return [(setting, chosen.get(name, setting.default)) for name, setting in SETTINGS.items()]

    async def choose(self, player: Player, name: str, value: str) -> Setting | Refusal:
        """Choose a value for a player."""
        setting = SETTINGS.get(name)
        if setting is None:
            return BadChoice(f"there is no setting of that name; there is {listed(list(SETTINGS), 'and')}")
        if value not in setting.values:
            return BadChoice(f"{name} can be {listed(list(setting.values))}")
        await self._preferences.choose(player.id, name, value)
        return setting


def in_words(setting: Setting, value: str) -> str:
    """A setting as it stands: "only-move: off – you make it yourself"."""
    return f"{setting.name}: {value} – {setting.values.get(value, '')}"
