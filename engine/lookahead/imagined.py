"""Moves made in thought: their fights end as chosen; the only legal move; perft."""

from collections.abc import Sequence

from engine.model.position import Move
from engine.movement.generator import Movement
from engine.play.events import Event, Moved, Rolled
from engine.play.game import advance
from engine.play.referee import sheet
from engine.play.state import Await, State
from engine.play.turns import Line, turn_of
from engine.rules import occurrences
from engine.rules.combat import TIES
from engine.rules.fight import Dice, Fight, Fighter, FightResult, Round, write_rounds

OUTCOMES = (FightResult.WON, FightResult.LOST, FightResult.TIED)


def dice_for(fight: Fight, verdict: FightResult) -> tuple[Round, ...] | None:
    """Rounds of natural dice that end the fight so; None where no dice can."""
    attackers, defenders = fight.sides()
    attack, defence = _least(attackers, fight.bonus[0]), _least(defenders, fight.bonus[1])
    level = max(attack, defence)
    more = {
        FightResult.WON: (_room(attackers), 0),
        FightResult.LOST: (0, _room(defenders)),
        FightResult.TIED: (level - attack, level - defence),
    }[verdict]
    dice = _thrown(attackers, more[0]), _thrown(defenders, more[1])
    difference = attack + min(more[0], _room(attackers)) - defence - min(more[1], _room(defenders))
    fits = {FightResult.WON: difference > 0, FightResult.LOST: difference < 0, FightResult.TIED: difference == 0}[
        verdict
    ]
    return (dice,) * (TIES if verdict is FightResult.TIED else 1) if fits else None


def _least(fighters: Sequence[Fighter], bonus: int) -> int:
    return len(fighters) + bonus - sum(fighter.tokens for fighter in fighters)


def _room(fighters: Sequence[Fighter]) -> int:
    return sum(max(fighter.dice) - 1 for fighter in fighters)


def _thrown(fighters: Sequence[Fighter], more: int) -> Dice:
    """Natural dice whose total is that much above the least, as far as they reach."""
    dice: list[int] = []
    for fighter in fighters:
        gain = min(more, max(fighter.dice) - 1)
        more -= gain
        dice += [1 + gain, *[1] * (len(fighter.dice) - 1)]
    return tuple(dice)


def try_move(state: State, move: Move, verdict: FightResult | None = None) -> State | None:
    """The state after a legal move made in thought, its fight ending so; None for a fight that cannot."""
    moved = advance(state, Event(state.sequence + 1, 0, state.turn, Moved(move)))
    if moved.fight is None:
        return moved
    dice = dice_for(moved.fight, verdict) if verdict else None
    return advance(moved, Event(moved.sequence + 1, 0, moved.turn, Rolled(write_rounds(dice)))) if dice else None


def outcomes(state: State, move: Move) -> tuple[FightResult, ...]:
    """The ways in which the fight that a legal move opens can end, won first; none where it is no attack."""
    combat = state.variant.combat
    fight = combat.fight(state.movement, state.position, move) if combat else None
    return tuple(verdict for verdict in OUTCOMES if dice_for(fight, verdict)) if fight else ()


def branches(state: State, move: Move) -> tuple[State, ...]:
    """The states that a legal move can lead to, one for each way in which its fight can end."""
    reached = (try_move(state, move, verdict) for verdict in outcomes(state, move) or (None,))
    return tuple(after for after in reached if after is not None)


def only_move(state: State, *, fights: bool) -> Move | None:
    """The only legal move; None if there are several, or if it rolls dice and `fights` is false.

    None, too, where the position has occurred before, so that forced moves never repeat forever.
    """
    if state.awaits is not Await.MOVE:
        return None
    legal = sheet(state).legal
    if len(legal) != 1:
        return None
    combat = state.variant.combat
    if combat and not fights and combat.fight(state.movement, state.position, legal[0]) is not None:
        return None
    return legal[0] if occurrences(state.movement, state.line) == 1 else None


def perft(state: State, depth: int) -> int:
    """Number of sequences of `depth` legal moves; automatic endings stop a line, claims do not."""
    if depth == 0:
        return 1
    if state.result is not None:
        return 0
    movement = state.movement
    return _count(movement, state.line, movement.legal(state.position), depth)


def _count(movement: Movement, line: Line, legal: Sequence[Move], depth: int) -> int:
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        turn = turn_of(movement, (*line, movement.play(line[-1], move)))
        if turn.result is None:
            total += _count(movement, turn.line, turn.legal, depth - 1)
    return total
