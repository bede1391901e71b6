"""The coach at the terminal: hints in steps, values, reviews."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.console.interrupting import unless_interrupted
from bot.console.screens import Screen
from bot.console.waiting import waited
from bot.games import Games, Table
from bot.text import coaching
from engine.lookahead.coach import STEPS, Hint
from engine.play.state import State

_MORE = '("hint" again for more)'


class Coached:
    """The words with which players ask the coach."""

    def __init__(self, games: Games, screen: Screen) -> None:
        self._games = games
        self._screen = screen
        self._advised: tuple[tuple[int, int], Hint, int] | None = None
        self.commands: Mapping[str, Callable[[Table, str], Awaitable[None]]] = {
            "hint": self._hint,
            "review": self._review,
        }

    async def _hint(self, table: Table, rest: str) -> None:  # noqa: ARG002 - one signature for all
        """Give the first step of a hint, and with each further question the next."""
        where = table.game.number, table.state.changed
        if self._advised is None or self._advised[0] != where:
            asked = waited(self._screen, "I am thinking", self._games.coaching.hint(table.state))
            found = await unless_interrupted(asked)
            if found is None:
                self._screen.say("I have stopped thinking.")
                return
            self._advised = where, found, 0
        _, hint, steps = self._advised
        step = min(steps, STEPS - 1)
        self._advised = where, hint, step + 1
        self._screen.say(f"{hint.steps[step]}{f' {_MORE}' if step + 1 < STEPS else ''}")

    async def _review(self, table: Table, rest: str) -> None:  # noqa: ARG002 - one signature for all
        asked = waited(self._screen, "I am looking at the game", self._games.coaching.review(table.state))
        found = await unless_interrupted(asked)
        if found is None:
            self._screen.say("I have stopped looking.")
        else:
            self._screen.say(coaching.reviewed(found))


async def say_value(games: Games, screen: Screen, state: State) -> None:
    """Say how a position stands, and the best line."""
    found = await unless_interrupted(waited(screen, "I am thinking", games.coaching.value(state)))
    if found is None:
        screen.say("I have stopped thinking.")
    else:
        screen.say(coaching.worth(found))
