"""Settings: what players may choose for themselves, with words for each choice, and how they look at boards then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.games.refusals import BadChoice
from bot.games.servers import Servers
from bot.games.tables import Table
from bot.store import LessonStore, Player, PreferenceStore
from engine.model.english import listed
from engine.model.refusal import Refusal
from engine.play.state import State


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


OFF, ON, ALL, AUTO = "off", "on", "all", "auto"
PRACTISED = 3
"""How many games a player has finished who knows the pieces without their letters."""
ONLY_MOVE = Setting(
    "only-move",
    "what happens when you have only one legal move",
    {
        OFF: "you make your only legal move yourself",
        ON: "your only legal move is made for you at once, unless it is an attack with dice",
        ALL: "your only legal move is made for you at once, even an attack with dice",
    },
)
LETTERS = Setting(
    "letters",
    "whether boards drawn for you show letters",
    {
        AUTO: f"boards drawn for you show each piece's letter until you have finished {PRACTISED} games",
        OFF: "boards drawn for you show only icons",
        ON: "boards drawn for you show each piece's letter beside its icon",
    },
)
NUDGES = Setting(
    "nudges",
    "whether the others in your games may nudge you",
    {
        ON: "others in your games may nudge you to move, once a day for each game, outside your quiet hours",
        OFF: "nobody can nudge you",
    },
)
NEXT = Setting(
    "next",
    "whether you are pinged when you are next, in games for three or four",
    {
        OFF: "in games for three or four, you are pinged when it is your move",
        ON: "in games for three or four, you are also pinged when you are next",
    },
)
SETTINGS: Mapping[str, Setting] = {setting.name: setting for setting in (ONLY_MOVE, LETTERS, NUDGES, NEXT)}


@dataclass(frozen=True)
class Viewer:
    """Who looks at a board: from which seat's side, whether pieces bear letters beside their icons, and in which theme.

    The theme is the name of one of `renderer.THEMES`, "" for the one that suits the game's sides. All that a
    picture or a text depends on about who looks stands here, and is found out by `Settings` alone.
    """

    seat: int = 1
    letters: bool = False
    theme: str = ""


def facing(state: State) -> int:
    """The seat from whose side all see a game together: the one to move, the first when the game is over."""
    return state.turn if state.result is None else 1


class Settings:
    """The settings of all players."""

    def __init__(self, preferences: PreferenceStore, lessons: LessonStore, servers: Servers) -> None:
        self._preferences = preferences
        self._lessons = lessons
        self._servers = servers

    async def value(self, player: Player, setting: Setting) -> str:
        """What holds for a player."""
        return await self._preferences.value(player.id, setting.name) or setting.default

    async def viewer(
        self, player: Player, seat: int, *, letters: bool | None = None, guild: int | None = None
    ) -> Viewer:
        """A player who looks from a seat's side as they have chosen; what is said here counts for once instead.

        In a `guild` whose boards bear letters they see them, too, unless they have chosen otherwise.
        """
        if letters is not None:
            return Viewer(seat, letters)
        return Viewer(seat, await self._lettered(player, everywhere=await self._letters_in(guild)))

    async def channel(self, table: Table, invited: Iterable[Player] = ()) -> Viewer:
        """The channel of a game: it looks from the side of the player to move, at a game that is over as anybody.

        It sees letters if its server wants them, or any of the players wants or needs them, or of those `invited`.
        """
        letters, people = await self._letters_in(table.game.guild), (*table.game.seats.values(), *invited)
        for player in {} if letters else {player.id: player for player in people}.values():
            letters = letters or await self._lettered(player)
        return Viewer(facing(table.state), letters)

    async def _letters_in(self, guild: int | None) -> bool:
        """Whether the boards of a server bear letters."""
        return guild is not None and (await self._servers.settings(guild)).letters

    async def _lettered(self, player: Player, *, everywhere: bool = False) -> bool:
        """Whether boards drawn for a player bear letters: by choice, else `everywhere` and until they know the game."""
        chosen = await self.value(player, LETTERS)
        if chosen in {ON, OFF}:
            return chosen == ON
        return everywhere or await self._lessons.finished(player.id, PRACTISED) < PRACTISED

    async def next_up(self, table: Table) -> Player | None:
        """Who moves after the player to move, of three or more who are still in, where they wish to be told."""
        state, seats = table.state, table.game.seats
        if state.result is not None or len(state.remaining) < 3:
            return None
        order = state.remaining
        player = seats[order[(order.index(state.turn) + 1) % len(order)]]
        if player.id == seats[state.turn].id:
            return None
        return player if await self.value(player, NEXT) == ON else None

    async def all_of(self, player: Player) -> list[tuple[Setting, str]]:
        """Every setting with what holds for a player."""
        chosen = await self._preferences.of(player.id)
        return [(setting, chosen.get(name, setting.default)) for name, setting in SETTINGS.items()]

    async def choose(self, player: Player, name: str, value: str) -> Setting | Refusal:
        """Choose a value for a player."""
        setting = SETTINGS.get(name)
        if setting is None:
            return BadChoice(f"there is no setting of that name; the settings are {listed(list(SETTINGS), 'and')}")
        if value not in setting.values:
            return BadChoice(f"{name} can be {listed(list(setting.values))}")
        await self._preferences.choose(player.id, name, value)
        return setting


def in_words(setting: Setting, value: str) -> str:
    """A setting as it stands: "nudges: off – nobody can nudge you"."""
    return f"{setting.name}: {value} – {setting.values.get(value, '')}"
