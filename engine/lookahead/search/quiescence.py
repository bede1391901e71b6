"""Quiescence: positions are judged once nothing worth taking is left; and what a player overlooks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.lookahead.search.chances import UNIT, share_value, weights, win_share
from engine.lookahead.search.evaluation import FATIGUE_COST, WIN, Scores, Table, mixed
from engine.model.board import Board
from engine.model.position import Move, Position
from engine.movement.generator import Movement
from engine.rules.fight import Fight, Fighter, FightResult

_MARGIN: Final = 120
"""Delta: the most a capture can gain beside the captured piece."""
_MAX_CAPTURES: Final = 6
"""Maximum captures in a row in quiescence."""
_PLACES: Final = 15
_PLACE: Final = (1 << _PLACES) - 1
"""The bits of a rank that number a capture: two armies on 169 cells have 84 times 85 pairs, with four choices each."""
_POLLED: Final = 64
"""Positions between two checks of the stop signal: some 10 ms."""
_PASSING: Final = 100
"""The approximate worth of a piece captured en passant."""

Shares = tuple[int, int, int]
"""The shares of a win where a fight is won, tied three times or lost, for the side that opens it."""


class Exhausted(Exception):
    """The budget is spent, or the search was stopped."""


class Quiescence(Scores):
    """The value of positions by captures alone, within a budget of positions; `visited` counts them."""

    def __init__(
        self,
        movement: Movement,
        root: Position,
        table: Table,
        budget: int,
        blindness: Blindness | None = None,
        doubt: int = 0,
    ) -> None:
        super().__init__(movement, root, table)
        self.visited = 0
        self.stopped: Callable[[], bool] | None = None
        """The stop signal, polled now and then; None to use the whole budget."""
        self._budget, self._pause, self._blindness = budget, 0, blindness
        self._doubt = doubt

    def _count_node(self) -> None:
        """Count a position; raises Exhausted beyond the budget, and once stopped."""
        if self.visited >= self._pause:
            if self.visited >= self._budget or (self.stopped is not None and self.stopped()):
                raise Exhausted
            self._pause = self._budget if self.stopped is None else min(self._budget, self.visited + _POLLED)
        self.visited += 1

    def _quiescence(self, position: Position, score: int, alpha: int, beta: int, ply: int, taken: int = 0) -> int:
        """Stand-pat or better: the value for the side to move after captures alone."""
        mine = position.turn == self._hero
        best = score if mine else -score
        if best >= beta or taken == _MAX_CAPTURES:
            return best
        stand, alpha, fights = best, max(alpha, best), self._combat is not None
        for move in self._captures(position):
            target = move.target
            victim = position.placement[target]
            if self._crowned[victim] and not fights:
                gain = self._fall(position, victim, target)
                return WIN - ply if self._alone else max(best, stand + gain)
            gain = abs(self._table[victim][target]) if victim else _PASSING
            if (
                stand + gain + _MARGIN <= alpha
                or self._overlooked(position, move, ply)
                or self._is_losing(position, move)
            ):
                continue
            if fights:
                value = self._attack_value(position, move, stand)
            else:
                value = self._capture_value(position, move, score, (alpha, beta), ply, taken)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _captures(self, position: Position) -> list[Move]:
        """The captures, those of much by little first, and of royal pieces before all others."""
        worth, placement, crowned = self._worth, position.placement, self._crowned
        moves, ranks = self._movement.captures(position), list[int]()
        if len(moves) < 2:
            return moves
        for number, (origin, target, _, _) in enumerate(moves):
            victim = placement[target]
            rank = -WIN if crowned[victim] else worth[placement[origin]] - 16 * worth[victim]
            ranks.append(rank << _PLACES | number)
        ranks.sort()
        return [moves[rank & _PLACE] for rank in ranks]

    def _overlooked(self, position: Position, move: Move, ply: int) -> bool:
        return self._blindness is not None and self._blindness.overlooks(position, move, ply)

    def _is_losing(self, position: Position, move: Move) -> bool:
        """True if a piece takes a guarded one of much less worth."""
        worth, placement = self._worth, position.placement
        origin, target, _, _ = move
        victim = placement[target]
        if worth[placement[origin]] <= worth[victim] + _MARGIN or not victim or self._crowned[victim]:
            return False
        return self._guarded(position, move)

    def _guarded(self, position: Position, move: Move) -> bool:
        occupied = position.pieces[0]
        enemies = occupied ^ position.pieces[position.turn]
        return self._movement.is_attacked(position, 1 << move.target, enemies, occupied & ~(1 << move.origin))

    def _capture_value(
        self, position: Position, move: Move, score: int, window: tuple[int, int], ply: int, taken: int
    ) -> int:
        """The value of a capture and those that follow, for the side that captures; made only if some may follow."""
        self._count_node()
        after, reached = None, self._foreseen(position, move, score)
        if reached is None:
            after = self._movement.play(position, move)
            reached, turn = self.score(after), after.turn
        else:
            turn = self._movement.next_seat(position)
        mine = turn == self._hero
        same = mine is (position.turn == self._hero)
        alpha, beta = window if same else (-window[1], -window[0])
        best = reached if mine else -reached
        if best < beta and taken + 1 < _MAX_CAPTURES:
            after = after or self._movement.play(position, move)
            best = self._quiescence(after, reached, alpha, beta, ply + 1, taken + 1)
        return best if same else -best

    def _attack_value(self, position: Position, move: Move, stand: int) -> int:
        """The value of an attack for the side that makes it: by what falls and tires, and by the best revenge."""
        combat = self._combat
        fight = combat.fight(self._movement, position, move) if combat else None
        if combat is None or fight is None:
            return stand
        self._count_node()
        won, tied, lost = self._outcome_shares(position, fight, stand)
        _, _, defenders, _ = fight
        if not any(self._crowned[code] for _, code, _, _ in defenders):
            value = share_value(won)
            if move.special is None and not self._guarded(position, move):
                won = win_share(value)
            else:
                after = combat.aftermath(self._movement, position, fight, FightResult.WON)
                won = self._after_recapture(after, move.target, position.turn, value)
        return share_value(self._mean(fight, (won, tied, lost)))

    def _outcome_shares(self, position: Position, fight: Fight, stand: int) -> Shares:
        _, attacker, defenders, _ = fight
        tired, fallen, tiring = self._more_tired(attacker), 0, 0
        for each in defenders:
            fallen += self._fallen(position, each)
            tiring += self._more_tired(each)
        beaten = self._fallen(position, attacker)
        return win_share(stand + fallen - tired), win_share(stand + tiring - tired), win_share(stand - beaten + tiring)

    def _after_recapture(self, after: Position, cell: int, seat: int, value: int) -> int:
        """The share of a seat that has won a fight, given its value, if the best of its enemies takes revenge."""
        combat, worst = self._combat, win_share(value)
        if combat is None:
            return worst
        for origin in self._movement.attackers(after, cell, after.pieces[0] & ~after.pieces[seat]):
            fight = combat.fight(self._movement, after, Move(origin, cell))
            if fight is not None:
                worst = min(worst, -self._mean(fight, self._outcome_shares(after, fight, -value)))
        return worst

    def _fallen(self, position: Position, fighter: Fighter) -> int:
        cell, code, _, tokens = fighter
        if self._crowned[code]:
            return self._fall(position, code, cell)
        return abs(self._table[code][cell]) - self._tired(code, tokens)

    def _more_tired(self, fighter: Fighter) -> int:
        _, code, _, tokens = fighter
        return self._tiring[code] if tokens < FATIGUE_COST else 0

    def _mean(self, fight: Fight, shares: Shares) -> int:
        won, tied, lost = shares
        first, second, third = weights(fight, self._doubt)
        return (first * won + second * tied + third * lost) // UNIT


class Blindness:
    """The moves that a player overlooks, per thousand; far ones more often.

    The same piece is overlooked on the same cells all through a search. What has just moved, to `recent`, is always
    seen.
    """

    def __init__(self, board: Board, blind: int, seed: int, recent: int) -> None:
        """`blind` is how many of a thousand moves are overlooked, `recent` -1 where nothing has moved."""
        self._board, self._blind, self._seed, self._recent = board, blind, seed, recent
        self._judged: dict[int, bool] = {}

    def overlooks(self, position: Position, move: Move, ply: int) -> bool:
        origin, target, _, _ = move
        if target == self._recent or (ply and origin == self._recent):
            return False
        code, moment = position.placement[origin], 2 + (ply & 1) if ply else 0
        way = ((code << 8 | origin) << 8 | target) << 2 | moment
        missed = self._judged.get(way)
        if missed is None:
            missed = self._judged[way] = self._overlooks(code, origin, target, ply)
        return missed

    def _overlooks(self, code: int, origin: int, target: int, ply: int) -> bool:
        odds = self._blind * (2 + min(_distances(self._board, origin)[target], 8)) // 6
        if not ply:
            odds //= 3
        return mixed(self._seed, code, origin, target, ply & 1) % 1000 < odds


@lru_cache(maxsize=1024)
def _distances(board: Board, origin: int) -> bytes:
    return bytes([board.distance(origin, cell) for cell in range(len(board))])
