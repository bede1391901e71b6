"""Cooldowns: how often a minute one person can roll dice, be shown pictures and bring scoresheets.

Boards that are posted because the game has moved on don't count.
"""

from __future__ import annotations

from enum import Enum

from discord.ext import commands

from engine.clocks.control import in_words
from engine.model.english import counted
from engine.model.refusal import Refusal

SPAN_S = 60.0


class Use(Enum):
    """Something limited: how often a minute one person can do it, and how that reads."""

    ROLL = (30, "rolled", "time")
    PICTURE = (40, "asked me for", "picture")
    IMPORT = (30, "brought me", "scoresheet")


COMMANDS = {
    "roll": Use.ROLL,
    **dict.fromkeys(("record look", "record continue", "Look at this record"), Use.IMPORT),
    **dict.fromkeys(("board", "explore", "learn", "puzzle", "replay", "review", "rules", "dice luck"), Use.PICTURE),
    **dict.fromkeys(("Profile", "players leaderboard", "players profile"), Use.PICTURE),
}
"""What counts as a use, by the qualified names of commands and menus."""
PRESSES = dict.fromkeys([
    "where", "look", "glance", "flip", "pick", "turn", "try", "leaf", "retract", "restart", "spin", "threats", "plain",
    "learn", "lessonback", "lessonskip", "lessonnext", "lessonshow", "lessonanew", "lessonpieces",
    "solve", "solveleaf", "puzzlehint", "puzzleshow", "puzzlenext", "puzzleday", "puzzlepieces",
    "first", "tenback", "back", "on", "tenon", "last", "replay", "film", "strip",
    "gamefirst", "gametenback", "gameback", "gameon", "gametenon", "gamelast", "piece", "kinds", "pieces",
], Use.PICTURE)  # fmt: skip
"""The same by the actions of buttons and menus."""


class TooOften(Refusal):
    """Something that a person has done `most` times within a minute; `wait` is for how long (ms) they can't."""

    done: str
    thing: str
    most: int
    wait: int

    @property
    def text(self) -> str:
        """The limit, and when it is possible again."""
        return (
            f"You have {self.done} {counted(self.most, self.thing)} within a minute, as often as I let one person. "
            f"It is possible again in {in_words(self.wait)}."
        )


class Cooldowns:
    """Counts what people do."""

    def __init__(self) -> None:
        self._people = {use: commands.CooldownMapping[int].from_cooldown(use.value[0], SPAN_S, int) for use in Use}

    def against(self, use: Use, person: int) -> TooOften | None:
        """Count a use by a person (an id), or return a refusal."""
        most, done, thing = use.value
        wait = self._people[use].update_rate_limit(person)
        return None if wait is None else TooOften(done, thing, most, -int(-wait // 1) * 1000)
