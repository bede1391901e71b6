"""Settings at one keyboard, chosen for every side of the game at once."""

from __future__ import annotations

from bot.console.screens import Screen
from bot.games import Games, Table
from bot.games.settings import LETTERS, ONLY_MOVE, THEME, in_words
from engine.model.english import listed


async def choose(screen: Screen, games: Games, table: Table, rest: str) -> None:
    """Change the setting that `rest` names to its value, if it names any; then list those that count at a terminal."""
    name, _, value = rest.partition(" ")
    for player in table.game.seats.values() if rest else ():
        await games.settings.choose(player, name, value.strip())
    for setting, held in await games.settings.all_of(table.game.seats[1]):
        if setting.name in {ONLY_MOVE.name, LETTERS.name, THEME.name}:
            here = f"theme: {held}" if setting.name == THEME.name else in_words(setting, held)
            screen.say(f"{here} ({setting.name} can be {listed(list(setting.values))}).")
