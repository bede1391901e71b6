"""Fights: captures decided by dice, as an overlay on any variant. Source: Human Combat Chess, Tabletop Edition.

Rounds are natural dice, drawn elsewhere; everything here is a function of the position, the move and those dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.model.board import Cell
from engine.model.equipment import Equipment
from engine.model.position import Move, Position, Special, Tokens, fatigue
from engine.rules.fight import Dice, Fight, Fighter, FightResult, Round, totals
from engine.rules.legality import in_check
from engine.rules.protocols import Clause, Legality, Rule

if TYPE_CHECKING:
    from engine.movement.generator import Movement

TIES = 3


DICE: Mapping[str, Mapping[int, Dice]] = {
    "poly": {6: (6,), 8: (8,), 10: (10,)},
    "d6": {6: (6,), 8: (6, 6), 10: (6, 6, 6)},
}
STRENGTHS = {
    "poly": "Each side rolls the die of its piece (d6, d8 or d10).",
    "d6": "Each side rolls six-sided dice: one for a d6 piece, the higher of two for a d8, the highest of "
    "three for a d10.",
}
OTHERS = "The source gives dice for the chess pieces only; I chose the other pieces' dice."
ATTACK = Clause(
    text="A capture is an attack: the moving piece and its target fight. The attacker has the choice of weapon (+1); "
    "if only the target is royal, the target has it. Each fatigue token takes off 1. The higher total wins: the winner "
    "gets a token, the loser is removed. If the attacker loses, the move is lost.",
    rulings=("When two royal pieces fight, the attacker has the choice of weapon. Only one side ever has it.",),
)
TIE = Clause(
    text="A tie is rolled again with the same modifiers. After three ties the fight ends: both pieces "
    "stay, each gets a token, and the move is lost.",
    rulings=(
        "A piece sent back after three ties hasn't moved. A lost or tied attack isn't a pawn or guard move.",
        "Only an attacker that wins has made a capture.",
        "Repetitions count as in the game without fights, but positions with different tokens are different.",
        "Every removed piece restarts the counts of quiet moves, as a capture does.",
    ),
)
COMPULSORY = Clause(
    text="Compulsory attack: if your pieces attack an enemy royal piece at the start of your turn, you must attack it.",
    rulings=("A compulsory attack ignores pins and the safety of your own royal piece.",),
)
CLAUSES = (
    ATTACK,
    TIE,
    COMPULSORY,
    Clause(
        text="All other moves are judged as if their attacks succeeded.",
        rulings=(
            "En passant is a fight too. A piece keeps its tokens, any number of them, even when it promotes.",
            "Every removed piece, even a beaten attacker, joins its side's lost pieces.",
        ),
    ),
)
SEVERAL = Clause(
    text="A royal piece that you attack at the start of your turn isn't checkmated: you must attack it, and the fight "
    "decides. If a royal piece loses a fight, its owner is out and all their pieces leave the board. The attack was "
    "the move."
)
PREROGATIVE = Clause(
    text="King's Prerogative, in checkmate only: your king may attack an adjacent piece that threatens it. Your king "
    "rolls, plus 1 and less its tokens, against the sum of the dice of the target and of all pieces that support it, "
    "less all their tokens. If your king's total is higher, they are all removed and it moves to the target's cell; "
    "if it is lower, you lose the game.",
    rulings=(
        "All supporters are removed with the target, as the Midwest Combat Chess League describes its practice.",
        "Pinned supporters count. After three ties every piece that fought gets a token, and the turn passes.",
    ),
)


@dataclass(frozen=True)
class Combat:
    """Fights with the dice `poly` (d6, d8, d10) or `d6` (one, two or three six-sided dice, the highest counts).

    `prerogative` tells that a king may fight its way out of checkmate, `several` that more than two players play.
    """

    dice: str
    prerogative: bool
    several: bool = False

    @property
    def rules(self) -> tuple[Rule, ...]:
        more = (*((SEVERAL,) if self.several else ()), *((PREROGATIVE,) if self.prerogative else ()))
        return (Clause(text=STRENGTHS[self.dice], rulings=(OTHERS,)), *CLAUSES, *more)

    def fight(self, movement: Movement, position: Position, move: Move) -> Fight | None:
        """The fight that a move opens, or None if it is no attack."""
        victim = movement.captured(position, move)
        if victim is None:
            return None
        placement, tokens = position.placement, position.tokens
        attacker = self._fighter(movement, placement, tokens, move.origin)
        defender = self._fighter(movement, placement, tokens, victim)
        if move.special is not None and move.special.prerogative:
            others = supporters(movement, position, move)
            cells = sorted([victim, *others])
            fighters = tuple(self._fighter(movement, placement, tokens, cell) for cell in cells)
            return Fight(move, attacker, fighters, (1, 0))
        royal_target = movement.is_royal(defender.code) and not movement.is_royal(attacker.code)
        return Fight(move, attacker, (defender,), (0, 1) if royal_target else (1, 0))

    def _fighter(self, movement: Movement, placement: bytes, tokens: Tokens, cell: Cell) -> Fighter:
        code = placement[cell]
        return Fighter(cell, code, DICE[self.dice][movement.variant.piece_of(code).kind.die], fatigue(tokens, cell))

    def verdict(self, fight: Fight, rounds: Sequence[Round]) -> FightResult:
        """The fight after some rounds of natural dice.

        Raises ValueError for dice that these fighters cannot have, or rounds after the fight is decided.
        """
        verdict = FightResult.OPEN
        for number, dice in enumerate(rounds, 1):
            if verdict is not FightResult.OPEN:
                raise ValueError(f"round {number} comes after the fight was decided")
            attack, defence = totals(fight, dice)
            if attack == defence:
                verdict = FightResult.TIED if number == TIES else FightResult.OPEN
            else:
                verdict = FightResult.WON if attack > defence else FightResult.LOST
        return verdict

    def aftermath(self, movement: Movement, position: Position, fight: Fight, verdict: FightResult) -> Position:
        """The position after a decided fight, the next seat to move; ValueError while the fight is open."""
        cells = [fighter.cell for fighter in fight.defenders]
        if verdict is FightResult.WON:
            victim = movement.captured(position, fight.move)
            others = [cell for cell in cells if cell != victim]
            cleared = movement.remove(position, others) if others else position
            return movement.play(cleared, fight.move).with_fatigue([fight.move.target])
        if verdict is FightResult.LOST:
            beaten = movement.remove(position, [fight.attacker.cell])
            return movement.pass_turn(beaten.with_fatigue(cells))
        if verdict is FightResult.TIED:
            turn, quiet = position.turn, position.quiet
            waited = (*quiet[:turn], quiet[turn] + 1, *quiet[turn + 1 :])
            return movement.pass_turn(position._replace(quiet=waited).with_fatigue([fight.attacker.cell, *cells]))
        raise ValueError("the fight isn't decided")


def supporters(movement: Movement, position: Position, move: Move) -> Sequence[Cell]:
    """The other enemy pieces that attack the target of a royal's move, the royal lifted from its cell; pins ignored."""
    others = movement.enemies(position, position.turn) & ~(1 << move.target)
    lifted = position.pieces[0] & ~(1 << move.origin)
    return movement.attackers(position, move.target, others, lifted)


@dataclass(frozen=True)
class CompulsoryAttack(Clause):
    """Attacks on an enemy royal piece first; else the moves of the game; in checkmate, the King's Prerogative."""

    base: Legality
    prerogative: bool

    def legal(self, movement: Movement, position: Position) -> Sequence[Move]:
        moves = self._compulsory(movement, position) or self.base.legal(movement, position)
        return moves or self._prerogatives(movement, position)

    def _compulsory(self, movement: Movement, position: Position) -> list[Move]:
        own = position.pieces[position.turn]
        royals = movement.royal_set(position) & ~own
        if not movement.is_attacked(position, royals, own, able=True):
            return []
        return [move for move in movement.pseudo_legal(position) if royals >> move.target & 1]

    def _prerogatives(self, movement: Movement, position: Position) -> list[Move]:
        if not self.prerogative or not in_check(movement, position):
            return []
        enemies = movement.enemies(position, position.turn)
        royal = movement.royals(position, position.turn)[0]
        threatening = set(movement.attackers(position, royal, enemies))
        moves = [move for move in movement.pseudo_legal(position) if move.origin == royal]
        return [move._replace(special=Special(prerogative=True)) for move in moves if move.target in threatening]

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        compulsory = self._compulsory(movement, position)
        if compulsory and move not in compulsory:
            attack = compulsory[0]
            taker, royal = (_named(movement.variant, position, cell) for cell in (attack.origin, attack.target))
            return f"you have to attack {royal[0]}'s {royal[1]} with your {taker[1]}"
        return None if move in compulsory else self.base.objection(movement, position, move)


def _named(equipment: Equipment, position: Position, cell: Cell) -> tuple[str, str]:
    piece = equipment.piece_of(position.placement[cell])
    return equipment.seat(piece.seat).name, f"{piece.kind.name} on {equipment.board.names[cell]}"
