"""The levels at which the referee plays.

A level's budget counts positions, not seconds: the same position, level and seed give the same move on any machine. A
faster engine plays no stronger, but sooner; budgets never change.
"""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """How well the referee plays.

    `nodes` is how many positions it may look at for a move, `depth` how many moves ahead it looks at most, `blind` how
    many of a thousand moves it overlooks (far ones more often than near ones), `taste` by how many hundredths of a pawn
    it may misjudge where a piece stands, `doubt` by how many hundredths it underrates an attack that is fought out, its
    own or another's. `text` completes the sentence "At this level the referee …".
    """

    number: int
    name: str
    text: str
    nodes: int
    depth: int
    blind: int
    taste: int
    doubt: int = 0


LEVELS = (
    Level(1, "newcomer", "sees what it can take, and often misses what you can.", 60, 1, 500, 120, 30),
    Level(2, "beginner", "looks at your answer, but overlooks much of it.", 600, 2, 280, 40, 30),
    Level(3, "learner", "looks two moves ahead and overlooks far pieces.", 1_500, 3, 160, 30, 30),
    Level(4, "casual player", "plans short attacks and seldom loses a piece for nothing.", 3_000, 4, 70, 20, 30),
    Level(5, "club player", "overlooks little and punishes mistakes.", 6_000, 6, 20, 12, 20),
    Level(6, "strong player", "overlooks nothing that is near.", 12_000, 10, 0, 8, 15),
    Level(7, "expert", "looks far ahead.", 25_000, 20, 0, 4, 3),
    Level(8, "master", "plays as well as it can, some seconds a move.", 50_000, 40, 0, 2, 0),
)


def level_of(number: int) -> Level:
    """The level of this number; ValueError if there is none."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"levels go from 1 to {len(LEVELS)}")
    return LEVELS[number - 1]


def sharp(nodes: int) -> Level:
    """What overlooks and misjudges nothing within so many positions."""
    return Level(0, "", "", nodes, 60, 0, 0)
