"""Settings at one keyboard: they are chosen for every side of the game."""

from __future__ import annotations

from bot.console.screens import Screen
from bot.games import Games, Table
from bot.games.settings import in_words
from engine.model.english import listed
from engine.model.refusal import Refusal


async def choose(screen: Screen, games: Games, table: Table, rest: str) -> None:
    """Choose what `rest` says, a name and a value, if it says anything; then tell how the settings stand."""
    name, _, value = rest.partition(" ")
    for player in table.game.seats.values() if rest else ():
        chosen = await games.settings.choose(player, name, value.strip())
        if isinstance(chosen, Refusal):
            screen.say(chosen)
            return
    for setting, held in await games.settings.all_of(table.game.seats[1]):
        screen.say(f"{in_words(setting, held)} ({setting.name} can be {listed(list(setting.values))}).")
