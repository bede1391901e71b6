"""People in the store: players, and the guests of challenges."""

from __future__ import annotations

from typing import NamedTuple

IN, INVITED, DECLINED = "in", "invited", "declined"
FORMER = "former player"
"""What somebody is called in the games of the past who has been forgotten."""
REFEREE = -(1 << 62)
"""Ids from here downwards are the referee's own, as a player: no person and no former player has one."""
_LEVELS = 10


class Player(NamedTuple):
    """Somebody at a board: a Discord user's id and the name shown to people.

    A former player, whose data were deleted, has an id below 0, which stands for them in that game alone. Ids from
    REFEREE downwards are those of the referee as a player, one for each level and place at a board.
    """

    id: int
    name: str

    @property
    def former(self) -> bool:
        return REFEREE < self.id < 0

    @property
    def level(self) -> int:
        """The level at which the referee plays here; 0 for a person."""
        return (REFEREE - self.id) % _LEVELS if self.id <= REFEREE else 0

    @property
    def reachable(self) -> bool:
        """Whether this is somebody with an account, who can be told things."""
        return self.id > 0


def referee(level: int, place: int = 0) -> Player:
    """The referee as a player of a level; at one board each has a `place` of its own."""
    return Player(REFEREE - _LEVELS * place - level, f"the referee, level {level}")


def known(player: int) -> Player:
    """A player by their id alone: without a name, unless it is the referee."""
    level = Player(player, "").level
    return Player(player, f"the referee, level {level}") if level else Player(player, "")


class Guest(NamedTuple):
    """Somebody whom a challenge is about; `stage` is IN, INVITED or DECLINED.

    `wish` is the seat asked for, 0 for a drawn one; `since` how often the challenge had changed when they came in.
    """

    player: Player
    stage: str
    wish: int = 0
    since: int = 0
