"""The layout of a fight card.

Lengths are pixels. Both camps face each other across a middle line, the attacker on its left; distances count outwards
from that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from renderer.fights.dice import die_width
from renderer.fights.fight import Camp, Die, DrawnFight, DrawnFighter, Throw
from renderer.sprites.fonts import text_mask

PAD = 18
TITLE = 38
HEAD = 96
LINE = 66
FOOT = 64
HALF = 62
EMBLEM = 34
TOTAL = 66
DIE = 56
SMALL = 25
GAP = 7
NAME_SIZE, WORDS_SIZE, FIGURES_SIZE = 27, 23, 26
_SCALES = (1.0, 0.84, 0.68)


class Group(NamedTuple):
    """A fighter's dice in a round; its piece stands before them where the camp has several."""

    fighter: DrawnFighter | None
    dice: tuple[Die, ...]

    @property
    def width(self) -> float:
        """Its width at full size, with the gap after it."""
        piece = 2 * SMALL + 3 * GAP if self.fighter else 0
        return piece + sum(die_width(die, DIE) + GAP for die in self.dice)


Lines = tuple[tuple[Group, ...], ...]


class Plan(NamedTuple):
    """The card laid out: its width, its title's height, the middle line, and both camps' groups in lines by rounds.

    `scales` say how large each camp's dice are, as a part of their full size.
    """

    width: int
    title: int
    middle: int
    scales: tuple[float, float]
    rounds: tuple[tuple[Lines, Lines], ...]

    def row(self, number: int) -> int:
        """The height of a round's row."""
        sides = zip(self.scales, self.rounds[number], strict=True)
        return max(LINE, *(round(LINE * scale * len(lines)) for scale, lines in sides)) + 2 * GAP

    @property
    def height(self) -> int:
        """The card's height."""
        return self.title + HEAD + sum(map(self.row, range(len(self.rounds)))) + FOOT


def planned(fight: DrawnFight, width: int) -> Plan:
    """Each camp gets half the card, but several pieces what a lone one leaves them; the card is wider if it must be."""
    attack, defence = (
        [_groups(camp, throws[place]) for throws in fight.rounds] for place, camp in enumerate(fight.camps)
    )
    crowd = max(len(camp.fighters) for camp in fight.camps) > 1
    near, far = _needed(fight.camps[0], attack), _needed(fight.camps[1], defence)
    middle = round(near if crowd else max(near, far, width / 2))
    width = max(width, ceil(middle + far))
    left, attack_lines = _wrapped(attack, middle - _beside(fight.camps[0]))
    right, defence_lines = _wrapped(defence, width - middle - _beside(fight.camps[1]))
    rounds = tuple(zip(attack_lines, defence_lines, strict=True))
    return Plan(width, TITLE if fight.occasion else 0, middle, (left, right), rounds)


def _wrapped(rounds: Sequence[Sequence[Group]], room: float) -> tuple[float, list[Lines]]:
    """A camp's groups in lines, round by round, and their scale: smaller where they would take more than two lines."""
    for scale in _SCALES:
        lines = [_lines(groups, room / scale) for groups in rounds]
        if max(map(len, lines), default=0) <= 2:
            break
    return scale, lines


def _groups(camp: Camp, throw: Throw) -> list[Group]:
    crowd = len(camp.fighters) > 1
    return [Group(piece if crowd else None, dice) for piece, dice in zip(camp.fighters, throw.dice, strict=True)]


def _needed(camp: Camp, rounds: Sequence[Sequence[Group]]) -> float:
    """The width that a camp needs on its side of the middle line: for its words and for its longest group."""
    texts = max(text_width(name_of(camp), NAME_SIZE), text_width(words_of(camp), WORDS_SIZE))
    dice = max((group.width for groups in rounds for group in groups), default=0)
    return max(HALF + TOTAL / 2 + EMBLEM + 2 * GAP + texts + PAD, _beside(camp) + dice)


def _beside(camp: Camp) -> float:
    """What of a camp's side its dice cannot have: the total, the modifiers, and the card's edge less the last gap."""
    return offset(camp) + PAD - GAP


def offset(camp: Camp) -> float:
    """How far from the middle line a camp's dice begin: past its total and the modifiers."""
    figures = text_width(figures_of(camp), FIGURES_SIZE) + 2 * GAP if camp.modifiers else 0
    return HALF + TOTAL + 2 * GAP + figures


def figures_of(camp: Camp) -> str:
    """A camp's modifiers as they stand beside its dice: `+1  -2`."""
    return "  ".join(f"{each.amount:+d}" for each in camp.modifiers)


def name_of(camp: Camp) -> str:
    """Who a camp is and what it rolls: `White knight, d8`."""
    return f"{camp.name}, {camp.dice}"


def words_of(camp: Camp) -> str:
    """A camp's modifiers in words: `weapon +1, fatigue -2`."""
    return ", ".join(f"{each.word} {each.amount:+d}" for each in camp.modifiers)


def text_width(text: str, size: float) -> int:
    """How wide text on the card is."""
    return text_mask(text, size).width


def _lines(groups: Sequence[Group], room: float) -> Lines:
    """The groups in lines, as many in each as the room has place for."""
    lines: list[list[Group]] = [[]]
    for group in groups:
        if lines[-1] and sum(each.width for each in lines[-1]) + group.width > room:
            lines.append([])
        lines[-1].append(group)
    return tuple(map(tuple, lines))
