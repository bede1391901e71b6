"""Settings: what players may choose for themselves, with words for each choice, and how they look at boards then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from bot.games.refusals import BadChoice
from bot.games.tables import Table
from bot.store import LessonStore, Player, PreferenceStore, ServerStore
from engine.model.english import listed
from engine.model.refusal import Refused
from engine.play.state import Await, State
from engine.variants import GAMES, variant_of
from renderer import THEMES, suits, theme_for

AUTO = "auto"
"""What is chosen instead of a theme by those who leave it to the game."""

Sides = tuple[str, ...]


_SIDES: list[Sides] = list(dict.fromkeys(tuple(seat.name for seat in variant_of(key).seats) for key in GAMES))


def _games(sides: Iterable[Sides]) -> str:
    """Games by their sides: "games of White against Black, and of Red, Gold and Blue"."""
    return f"games of {', and of '.join(' against '.join(s) if len(s) == 2 else listed(s, 'and') for s in sides)}"


def _by_theme(name: str, sides: Iterable[Sides]) -> Mapping[str, list[Sides]]:
    """The sides by the theme in which they are drawn where this one is asked for."""
    drawn: dict[str, list[Sides]] = {}
    for each in sides:
        drawn.setdefault(theme_for(name, each).name, []).append(each)
    return drawn


def _in_words(name: str, sides: Sequence[Sides]) -> str:
    """A theme with where it gives way: "walnut, which suits games of White against Black; others are in slate"."""
    suited = [each for each in sides if suits(THEMES[name], each)]
    others = [each for each in sides if each not in suited]
    if not others:
        return name
    instead = _by_theme(name, others)
    if len(suited) <= len(others) and len(instead) == 1:
        return f"{name}, which suits {_games(suited)}; others are drawn in {listed(list(instead))}"
    return "; ".join([name, *(f"{_games(given)} are drawn in {other}" for other, given in instead.items())])


def _automatic(sides: Iterable[Sides]) -> str:
    """The themes of games for which none is chosen: "meadow for games of White against Black, slate for others"."""
    drawn = _by_theme("", sides)
    fewest, *rest = sorted(drawn, key=lambda name: len(drawn[name]))
    return f"{fewest} for {_games(drawn[fewest])}, {rest[0]} for others" if len(rest) == 1 else "what suits each game"


THEMED: Mapping[str, str] = MappingProxyType({name: _in_words(name, _SIDES) for name in THEMES})
"""Every theme by its name, with the games in which it gives way to another."""
AUTOMATIC = _automatic(_SIDES)
"""In which themes games are drawn for those who have chosen none."""


@dataclass(frozen=True)
class Setting:
    """A choice that every player has: its values, the default first, with what they mean."""

    name: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        return next(iter(self.values))


OFF, ON, ALL = "off", "on", "all"
PRACTISED = 3
"""How many games a player has finished who knows the pieces without their letters."""
ONLY_MOVE = Setting(
    "only-move",
    {
        OFF: "you make your only legal move yourself",
        ON: "your only legal move is made for you at once, unless it is an attack with dice",
        ALL: "your only legal move is made for you at once, even an attack with dice",
    },
)
LETTERS = Setting(
    "letters",
    {
        AUTO: f"boards drawn for you show each piece's letter until you have finished {PRACTISED} games",
        OFF: "boards drawn for you show only icons",
        ON: "boards drawn for you show each piece's letter beside its icon",
    },
)
THEME = Setting(
    "theme",
    {
        AUTO: f"boards drawn for you have their server's theme, by default {AUTOMATIC}",
        **{name: f"boards are drawn for you in {words}" for name, words in THEMED.items()},
    },
)
NUDGES = Setting(
    "nudges",
    {
        ON: "others in your games may nudge you to move, once a day for each game, outside your quiet hours",
        OFF: "nobody can nudge you",
    },
)
NEXT = Setting(
    "next",
    {
        OFF: "in games for three or four, you are pinged when it is your move",
        ON: "in games for three or four, you are also pinged when you are next",
    },
)
SETTINGS: Mapping[str, Setting] = {setting.name: setting for setting in (ONLY_MOVE, LETTERS, THEME, NUDGES, NEXT)}


@dataclass(frozen=True)
class Viewer:
    """Who looks at a board: from which seat's side, whether pieces bear letters beside their icons, and in which theme.

    The theme is the name of one of `renderer.THEMES`, "" for the one that suits the game's sides.
    """

    seat: int = 1
    letters: bool = False
    theme: str = ""


class Look(NamedTuple):
    """What is asked for once: letters or none, and a theme, AUTO for what suits the sides; None for what was chosen."""

    letters: bool | None = None
    theme: str | None = None

    def theme_or(self, chosen: str) -> str:
        return chosen if self.theme is None else "" if self.theme == AUTO else self.theme


AS_CHOSEN = Look()


def anybody(theme: str = "") -> Viewer:
    return Viewer(theme=theme)


def facing(state: State) -> int:
    """The seat from whose side all see a game together: the one to move or roll, the first when the game is over."""
    return state.due if state.result is None else 1


def wants_letters(chosen: Mapping[str, str], finished: int) -> bool:
    """Whether boards drawn for a player bear letters: by choice, else until they have finished some games."""
    letters = chosen.get(LETTERS.name, LETTERS.default)
    return letters == ON or (letters == AUTO and finished < PRACTISED)


def next_up(table: Table) -> Player | None:
    """Who moves after the player to move, of three or more who are still in."""
    state, seats = table.state, table.game.seats
    if state.awaits is not Await.MOVE or len(state.remaining) < 3:
        return None
    order = state.remaining
    player = seats[order[(order.index(state.turn) + 1) % len(order)]]
    return player if player.reachable and player.id != seats[state.turn].id else None


class Settings:
    def __init__(self, preferences: PreferenceStore, lessons: LessonStore, servers: ServerStore) -> None:
        self._preferences = preferences
        self._lessons = lessons
        self._servers = servers

    async def value(self, player: Player, setting: Setting) -> str:
        return await self._preferences.value(player.id, setting.name) or setting.default

    async def viewer(self, player: Player, seat: int, *, guild: int | None = None, look: Look = AS_CHOSEN) -> Viewer:
        """A player who looks from a seat's side as they, or else their `guild`, have chosen, or as `look` says."""
        chosen, here = await self._preferences.of(player.id), await self._servers.settings(guild)
        letters, own = look.letters, chosen.get(THEME.name, AUTO)
        if letters is None:
            letters = await self._lettered(player, chosen)
        return Viewer(seat, letters, look.theme_or(here.theme if own == AUTO else own))

    async def channel(
        self, table: Table, invited: Iterable[Player] = (), *, seat: int | None = None, look: Look = AS_CHOSEN
    ) -> Viewer:
        """The channel of a game, which looks from the side that all face together, unless it is shown another `seat`'s.

        It has its server's theme. It sees letters if any of the players wants or needs them, or of those `invited`.
        What `look` says counts for once instead.
        """
        here, people = await self._servers.settings(table.game.guild), (*table.game.seats.values(), *invited)
        letters = look.letters
        if letters is None:
            letters = False
            for player in {player.id: player for player in people if player.reachable}.values():
                letters = letters or await self._lettered(player, await self._preferences.of(player.id))
        return Viewer(seat or facing(table.state), letters, look.theme_or(here.theme))

    async def server(self, guild: int, seat: int) -> Viewer:
        """The people of a server together, who look from a seat's side at what is no game of theirs."""
        return Viewer(seat, theme=(await self._servers.settings(guild)).theme)

    async def _lettered(self, player: Player, chosen: Mapping[str, str]) -> bool:
        wanted = wants_letters(chosen, 0)
        return wanted and wants_letters(chosen, await self._lessons.finished(player.id, PRACTISED))

    async def all_of(self, player: Player) -> list[tuple[Setting, str]]:
        chosen = await self._preferences.of(player.id)
        return [(setting, chosen.get(name, setting.default)) for name, setting in SETTINGS.items()]

    async def choose(self, player: Player, name: str, value: str) -> None:
        setting = SETTINGS.get(name)
        if setting is None:
            known = listed(list(SETTINGS), "and")
            raise Refused(BadChoice(f"there is no setting of that name; the settings are {known}"))
        if value not in setting.values:
            raise Refused(BadChoice(f"{name} can be {listed(list(setting.values))}"))
        await self._preferences.choose(player.id, name, value)


def in_words(setting: Setting, value: str) -> str:
    """A setting as it stands: "nudges: off – nobody can nudge you"."""
    return f"{setting.name}: {value} – {setting.values.get(value, '')}"
