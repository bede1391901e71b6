"""Settings: what players may choose for themselves, with words for each choice, and how they look at boards then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.games.refusals import BadChoice, granted, refuse_if
from bot.games.tables import Table
from bot.store import Player, PreferenceStore, ServerStore, StoredGame, StudyStore
from engine.model.english import join_words
from engine.play.state import Await, State

AUTO = "auto"
"""The choice of players who leave the theme to the game."""
THEMED: Mapping[str, str] = {
    "slate": "slate",
    "meadow": "meadow (slate in coloured games)",
    "walnut": "walnut (slate in coloured games)",
    "paper": "paper",
    "contrast": "contrast",
}
"""Every theme by its name, with the games in which it gives way to another."""
AUTOMATIC = "meadow, or slate in coloured games"
"""The default themes of games."""


@dataclass(frozen=True)
class Setting:
    """A choice that every player has: what it is about, and its values, the default first, with what they mean."""

    name: str
    label: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        return next(iter(self.values))


OFF, ON, ALL = "off", "on", "all"
PRACTISED = 3
"""Number of finished games after which a player knows the pieces without their letters."""
ONLY_MOVE = Setting(
    "only-move",
    "Forced moves",
    {
        OFF: "you play them yourself",
        ON: "I play them for you, except attacks with dice",
        ALL: "I play them for you, even attacks with dice",
    },
)
LETTERS = Setting("letters", "Letters on pieces", {AUTO: f"in your first {PRACTISED} games", OFF: "off", ON: "on"})
THEME = Setting("theme", "Board", {AUTO: f"the server's theme (by default {AUTOMATIC})", **THEMED})
NUDGES = Setting("nudges", "Nudges", {ON: "once a day per game, outside your quiet hours", OFF: "off"})
NEXT = Setting("next", "Heads-up when you're next", {OFF: "off", ON: "on, in games for three or four"})
SETTINGS: Mapping[str, Setting] = {setting.name: setting for setting in (ONLY_MOVE, LETTERS, THEME, NUDGES, NEXT)}


@dataclass(frozen=True)
class Viewer:
    """A viewer of a board: the seat whose side it is seen from, letters beside icons or not, a theme or ""."""

    seat: int = 1
    letters: bool = False
    theme: str = ""

    def asked(self, letters: bool | None = None, theme: str | None = None) -> Viewer:
        """The same, who asks for letters or none, and for a theme, AUTO for what suits the sides, just this once."""
        theme = self.theme if theme is None else "" if theme == AUTO else theme
        return replace(self, letters=self.letters if letters is None else letters, theme=theme)


FIRST, MOVER = "first", "mover"
"""Choices of who is below on boards: the first player always, or the player to move."""


def facing(state: State) -> int:
    """The seat to move or roll, the first when the game is over."""
    return state.due if state.result is None else 1


def wants_letters(chosen: Mapping[str, str], finished: int) -> bool:
    """True if boards drawn for a player show letters: by choice, else until they have finished some games."""
    letters = chosen.get(LETTERS.name, LETTERS.default)
    return letters == ON or (letters == AUTO and finished < PRACTISED)


def next_up(table: Table) -> Player | None:
    """The player after the player to move, of three or more still in the game."""
    state, seats = table.state, table.game.seats
    if state.awaits is not Await.MOVE or len(state.remaining) < 3:
        return None
    order = state.remaining
    player = seats[order[(order.index(state.turn) + 1) % len(order)]]
    return player if player.reachable and player.id != seats[state.turn].id else None


def _alone(game: StoredGame) -> tuple[int, Player] | None:
    """The seat and the person of a game in direct messages."""
    return next(((seat, held) for seat, held in game.seats.items() if held.reachable and not game.guild), None)


@dataclass
class Settings:
    preferences: PreferenceStore
    lessons: StudyStore
    servers: ServerStore

    async def viewer(self, player: Player, seat: int, guild: int | None = None) -> Viewer:
        """A player who looks from a seat's side as they, or else their `guild`, have chosen."""
        chosen = await self.preferences.of(player.id)
        own, here = chosen.get(THEME.name, AUTO), await self.servers.settings(guild)
        return Viewer(seat, await self._lettered(player, chosen), here.theme if own == AUTO else own)

    async def viewer_of(self, table: Table, player: Player) -> Viewer:
        """A player who looks at a game from their own side, or as a spectator from the first player's."""
        return await self.viewer(player, next(iter(table.game.seats_of(player.id)), 1), table.game.guild)

    async def channel(
        self, table: Table, invited: Iterable[Player] = (), seat: int | None = None, letters: bool | None = None
    ) -> Viewer:
        """The channel of a game, which looks from the side that it shows below, or a `seat`'s.

        It has its server's theme, and letters if any of the players, or of those `invited`, wants or needs them. Direct
        messages look as their person does.
        """
        if (alone := _alone(table.game)) is not None:
            return await self.viewer(alone[1], seat or await self.below(table))
        here = await self.servers.settings(table.game.guild)
        if letters is None:
            people = {player for player in (*table.game.seats.values(), *invited) if player.reachable}
            letters = any([await self._lettered(each, await self.preferences.of(each.id)) for each in people])
        return Viewer(seat or await self.below(table), letters, here.theme)

    async def below(self, table: Table) -> int:
        game, here = table.game, await self.servers.settings(table.game.guild)
        if (alone := _alone(game)) is not None and not game.below:
            return alone[0]
        differs = (game.parent or game.channel) in here.turned
        chosen = game.below or (MOVER if here.mover_below != differs else FIRST)
        return facing(table.state) if chosen == MOVER else 1

    async def _lettered(self, player: Player, chosen: Mapping[str, str]) -> bool:
        wanted = wants_letters(chosen, 0)
        return wanted and wants_letters(chosen, await self.lessons.finished(player.id, PRACTISED))

    async def all_of(self, player: Player) -> list[tuple[Setting, str]]:
        chosen = await self.preferences.of(player.id)
        return [(setting, chosen.get(name, setting.default)) for name, setting in SETTINGS.items()]

    async def choose(self, player: Player, name: str, value: str) -> None:
        unknown = BadChoice(f"there's no such setting; the settings are {join_words(list(SETTINGS), 'and')}")
        setting = granted(SETTINGS.get(name) or unknown)
        refuse_if(value not in setting.values, f"{name} can be {join_words(list(setting.values))}")
        await self.preferences.choose(player.id, name, value)
