"""The layout of a fight's strip.

Lengths are pixels. The attacker stands at the left edge, the defender at the right one, the verdict between them;
distances count inwards from a camp's own edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from renderer.fights.dice import die_width
from renderer.fights.fight import Camp, Die, DrawnFight, DrawnFighter, Modifier, Throw
from renderer.sprites.fonts import Weight, text_width

HEIGHT = 104
PAD, GAP = 14, 12
EMBLEM, DIE = 37, 54
SMALL, SMALL_DIE, LINE = 17, 32, 38
TOTAL = 66
NAME, NAME_SIZE, NAME_ROOM = 34, 24, 190
WORDS_SIZE = 20
VERDICT = 270
"""The least room for the verdict."""


class Group(NamedTuple):
    """A fighter's dice in the last round; its piece stands before them where the camp has several."""

    fighter: DrawnFighter | None
    dice: tuple[Die, ...]

    @property
    def size(self) -> int:
        """How wide a die of it is that counts."""
        return SMALL_DIE if self.fighter else DIE

    @property
    def width(self) -> float:
        """Its width, with the gap after it."""
        dice = sum(die_width(die, self.size) + GAP / 3 for die in self.dice)
        return dice + GAP + (2 * SMALL + GAP / 2 if self.fighter else 0)


class Wing(NamedTuple):
    """A camp laid out: where its name and dice begin, its groups in lines, where its modifiers and its total begin.

    The modifiers of a lone piece stand beside its dice, those of several beside their name.
    """

    dice: float
    lines: tuple[tuple[Group, ...], ...]
    words: float
    total: float

    @property
    def width(self) -> float:
        """What the camp takes of the strip."""
        return self.total + TOTAL + GAP


class Plan(NamedTuple):
    """The strip laid out: its size, and both wings, the attacker's first."""

    width: int
    height: int
    wings: tuple[Wing, Wing]


def planned(fight: DrawnFight, width: int) -> Plan:
    """A lone piece takes what it needs, several take what it leaves them; the strip is wider if it must be.

    Several pieces have at least the room of the words above them.
    """
    throws = fight.rounds[-1] if fight.rounds else (Throw((), 0), Throw((), 0))
    groups = [_groups(camp, throw) for camp, throw in zip(fight.camps, throws, strict=True)]
    crowds = [len(camp.fighters) > 1 for camp in fight.camps]
    alone = [_wing(camp, [] if crowd else [own]) for camp, own, crowd in zip(fight.camps, groups, crowds, strict=True)]
    taken = sum(wing.width for wing, crowd in zip(alone, crowds, strict=True) if not crowd)
    room = (width - VERDICT - taken) / max(1, sum(crowds)) - PAD - TOTAL - GAP
    wings = [
        _wing(camp, _lines(own, max(room, wing.total - wing.dice))) if crowd else wing
        for camp, own, crowd, wing in zip(fight.camps, groups, crowds, alone, strict=True)
    ]
    lines = max(len(wing.lines) * crowd for wing, crowd in zip(wings, crowds, strict=True))
    height = max(HEIGHT, NAME + lines * LINE + PAD // 2)
    return Plan(max(width, ceil(sum(wing.width for wing in wings)) + VERDICT), height, (wings[0], wings[1]))


def _groups(camp: Camp, throw: Throw) -> list[Group]:
    crowd = len(camp.fighters) > 1
    return [Group(piece if crowd else None, dice) for piece, dice in zip(camp.fighters, throw.dice, strict=False)]


def _wing(camp: Camp, lines: Sequence[Sequence[Group]]) -> Wing:
    """A camp with its groups in these lines, its name above them."""
    crowd = len(camp.fighters) > 1
    start = PAD + (0 if crowd else 2 * EMBLEM + GAP)
    dice = max((sum(group.width for group in line) for line in lines), default=0.0)
    name = text_width(camp.name, NAME_SIZE, Weight.BOLD) + GAP
    amounts = max((text_width(words_of(each), WORDS_SIZE) + GAP for each in camp.modifiers), default=0)
    if crowd:
        return Wing(start, tuple(map(tuple, lines)), start + name, start + max(dice, name + amounts))
    return Wing(start, tuple(map(tuple, lines)), start + dice, start + max(min(NAME_ROOM, name), dice + amounts))


def words_of(modifier: Modifier) -> str:
    """A modifier as it stands beside the dice: `+1 weapon`, `−2 fatigue`."""
    return f"{modifier.amount:+d} {modifier.word}".replace("-", "−")


def _lines(groups: Sequence[Group], room: float) -> list[list[Group]]:
    """The groups in lines, as many in each as the room has place for."""
    lines: list[list[Group]] = [[]]
    for group in groups:
        if lines[-1] and sum(each.width for each in lines[-1]) + group.width > room:
            lines.append([])
        lines[-1].append(group)
    return lines
