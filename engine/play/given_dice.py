"""Dice given for a fight by whoever rolled them: judged, and refused in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.model.english import shown
from engine.model.refusal import Refusal
from engine.notation.moves import MoveList
from engine.play.events import Event, Rolled
from engine.play.referee import fight_out
from engine.play.state import State
from engine.rules.fight import Fight, FightResult, describe, read_rounds, write_rounds

Throw = Callable[[Sequence[int]], Sequence[int]]
"""What rolls the dice of a round: the faces of each in, as many values out."""


class NoFight(Refusal):
    """Dice where none are rolled."""

    words = "No fight is waiting for dice here. Leave them out."


class DiceDue(Refusal):
    """A fight without its dice: the move, what dice they are, and an example of them."""

    move: str
    faces: str
    example: str

    words = "{move} is a fight. Give its dice ({faces}), the attacker's first, as in {move}[{example}]."


class BadDice(DiceDue):
    """Dice that the fight cannot have, or that leave it undecided."""

    dice: str
    problem: str

    words = (
        "{move} cannot be fought with [{dice}]: {problem}. Its dice are {faces}, the attacker's first, as in "
        "{move}[{example}]. After a tie, write the next round after a comma."
    )


def roll_given(state: State, dice: str | Throw | None, now: int) -> Event | Refusal:
    """The roll that the fight of a state waits for, at `now` (UTC ms), or why these are not its dice.

    They are a text, `4-4,5-3`, or what throws them, round by round until the fight is decided. ValueError where what
    throws them gives others than it was asked for.
    """
    fight, combat = state.fight, state.variant.combat
    if fight is None or combat is None:
        return NoFight()
    if callable(dice):
        return fight_out(state, lambda _, faces: dice(faces), now)
    wanted = _wanted(state, fight)
    if dice is None:
        return DiceDue(*wanted)
    try:
        open_still = combat.verdict(fight, read_rounds(dice)) is FightResult.OPEN
    except ValueError as problem:
        return BadDice(*wanted, shown(dice), str(problem))
    if open_still:
        return BadDice(*wanted, shown(dice), "the fight is not decided")
    return Event(state.sequence + 1, now, state.turn, Rolled(dice))


def _wanted(state: State, fight: Fight) -> tuple[str, str, str]:
    """The move that fights, its dice in words, and an example of them."""
    attacking, defending = fight.faces()
    move = MoveList.of(state.movement, state.position).short(fight.move)
    example = write_rounds([(attacking, (1,) * len(defending))])
    return move, f"{describe(attacking)} against {describe(defending)}", example
