"""Cooldowns: how often a minute one person may roll dice, be shown pictures and bring scoresheets.

Boards that are posted because the game has moved on don't count.
"""

from __future__ import annotations

from enum import Enum

from discord.ext import commands

from engine.clocks.control import in_words
from engine.model.english import counted
from engine.model.refusal import Refusal

SPAN_S = 60.0
COMMANDS = frozenset({"board", "explore", "learn", "puzzle", "replay", "review", "rules", "dice luck", "Profile"})
PLAYERS = frozenset({"players leaderboard", "players profile"})
LOOKING = frozenset({"where", "look", "glance", "flip", "pick", "turn"})
EXPLORING = frozenset({"try", "leaf", "retract", "restart", "spin", "threats", "plain"})
LEARNING = frozenset({"learn", "lessonback", "lessonskip", "lessonnext", "lessonshow", "lessonanew", "lessonpieces"})
SOLVING = frozenset({"solve", "solveleaf", "puzzlehint", "puzzleshow", "puzzlenext", "puzzleday", "puzzlepieces"})
LEAFING = frozenset({"first", "tenback", "back", "on", "tenon", "last"})
REPLAYING = frozenset({"replay", "film", "strip"} | {f"game{action}" for action in LEAFING})
SHEETS = frozenset({"piece", "kinds", "pieces"})

ROLLING_COMMANDS = frozenset({"roll"})
IMPORTING_COMMANDS = frozenset({"record look", "record continue", "Look at this record"})
DRAWING_COMMANDS = COMMANDS | PLAYERS
DRAWING_PRESSES = LOOKING | EXPLORING | LEARNING | SOLVING | LEAFING | REPLAYING | SHEETS


class Use(Enum):
    """Something that is limited: how often a minute one person may do it, and how that reads."""

    ROLL = (30, "rolled", "time")
    PICTURE = (40, "asked me for", "picture")
    IMPORT = (30, "brought me", "scoresheet")


class TooOften(Refusal):
    """Something that a person has done `most` times within a minute; `wait` is for how long (ms) they must not."""

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
    """Count what people do."""

    def __init__(self) -> None:
        self._people = {use: commands.CooldownMapping[int].from_cooldown(use.value[0], SPAN_S, int) for use in Use}

    def against(self, use: Use, person: int) -> TooOften | None:
        """Count a use by a person (an id); a refusal, and nothing counted, where that is too often."""
        most, done, thing = use.value
        wait = self._people[use].update_rate_limit(person)
        return None if wait is None else TooOften(done, thing, most, -int(-wait // 1) * 1000)


def command_use(name: str) -> Use | None:
    """Return what counts when a command or menu with this qualified name is used."""
    if name in ROLLING_COMMANDS:
        return Use.ROLL
    if name in IMPORTING_COMMANDS:
        return Use.IMPORT
    return Use.PICTURE if name in DRAWING_COMMANDS else None


def press_use(action: str) -> Use | None:
    """Return what counts when a button or menu with this action is used."""
    return Use.PICTURE if action in DRAWING_PRESSES else None
