"""Alpha-beta search: move ordering, a transposition table, pruning, late move reductions, the principal variation."""

from collections.abc import Hashable, Sequence
from operator import itemgetter
from typing import Final

from engine.lookahead.search.chances import UNIT, chances, share_value, win_share
from engine.lookahead.search.evaluation import WIN, Table
from engine.lookahead.search.quiescence import Blindness, Quiescence
from engine.model.board import Cell
from engine.model.position import Move, Position
from engine.movement.generator import Movement
from engine.play.turns import first_result, turn_of
from engine.rules import in_check
from engine.rules.fight import Fight

MAX_DEPTH: Final = 60
_HASH_MOVE: Final = 1 << 40
_CAPTURE: Final = 1 << 32
_PROMOTION: Final = 1 << 31
_KILLER: Final = 1 << 30


class Ordering:
    """Move ordering by what a search has learned: the killer moves of each ply and the history of quiet cutoffs."""

    def __init__(self, kinds: int, cells: int, worth: Sequence[int]) -> None:
        self._worth = list(worth)
        self._killers = [-1] * (MAX_DEPTH + 2)
        self._older = [-1] * (MAX_DEPTH + 2)
        self._history = [[0] * cells for _ in range(kinds)]

    def ordered(self, position: Position, legal: Sequence[Move], hash_move: Move | None, ply: int) -> list[Move]:
        """The moves: the hash move, promotions, captures of much by little, killers, then by their history."""
        placement, worth, history = position.placement, self._worth, self._history
        killer, other = self._killers[ply], self._older[ply]
        hash_way = -1 if hash_move is None else hash_move.origin << 8 | hash_move.target
        ranks, others = list[int](), list[Move]()
        for number, move in enumerate(legal):
            origin, target, promotion, _ = move
            way = origin << 8 | target
            if way == hash_way and move == hash_move:
                rank = _HASH_MOVE
            else:
                victim = placement[target]
                if victim:
                    rank = _CAPTURE + 16 * worth[victim] - worth[placement[origin]]
                else:
                    rank = _KILLER if way in (killer, other) else history[placement[origin]][target]
                if promotion is not None:
                    rank += _PROMOTION
            if rank:
                ranks.append(-rank << 16 | number)
            else:
                others.append(move)
        ranks.sort()
        return [legal[rank & 0xFFFF] for rank in ranks] + others

    def note_cutoff(self, position: Position, move: Move, depth: int, ply: int) -> None:
        """Make a quiet move that has cut off the search a killer of its ply, and count it in the history."""
        way = move.origin << 8 | move.target
        killer = self._killers[ply]
        if way != killer:
            self._killers[ply], self._older[ply] = way, killer
        self._history[position.placement[move.origin]][move.target] += depth * depth


INFINITE: Final = 10 * WIN
_EXACT: Final = 0
_LOWER: Final = 1
_UPPER: Final = 2
_MAX_TRANSPOSITIONS: Final = 1 << 17
"""Size of the transposition table; it is cleared when full."""
_SURE: Final = WIN - 1_000
_FUTILITY: Final = {1: 120, 2: 320}
"""By depth, how far below what is needed a position is given up but for its captures."""
_REVERSE_FUTILITY: Final = {1: 120, 2: 240, 3: 400}
"""By depth, how far above what is needed a position is taken for good enough."""
_DECIDED: Final = 2_000
"""The score beyond which only mates matter, and a null move would hide the threat of one."""


_UNLIKE: Final = {"pieces", "quiet", "lost", "out"}
position_key = itemgetter(*(index for index, name in enumerate(Position._fields) if name not in _UNLIKE))
"""The key of a position in the transposition table."""
Window = tuple[int, int]
"""The values that matter: those above the first (alpha) and below the second (beta)."""


class Search(Quiescence):
    """A search from the last position of a game: what it has found, and in `visited` what it has spent.

    `table` is what a piece is worth to its owner by code and cell; positions of `line`, the game so far, count as drawn
    when they come again.
    """

    def __init__(
        self,
        movement: Movement,
        line: Sequence[Position],
        table: Table,
        budget: int,
        blindness: Blindness | None = None,
        doubt: int = 0,
    ) -> None:
        super().__init__(movement, line[-1], table, budget, blindness, doubt)
        variant = movement.variant
        self.found: list[tuple[int, Move]] = []
        self._endings, self._restless = variant.endings, bool(variant.hill or variant.tally)
        self._settles = variant.elimination is not None or variant.skipping is not None
        self._transpositions: dict[Hashable, tuple[int, int, int, Move | None]] = {}
        self._line = {position_key(position) for position in line}
        self._extended = 0
        self._order = Ordering(len(variant.pieces), len(variant.board), self._worth)

    def deepen(self, position: Position, moves: Sequence[Move], depth: int) -> None:
        """Search the moves of the hero to a depth, in that order; `found` are those that were the best so far.

        Raises Exhausted when the budget is spent; what was found until then stays.
        """
        score, best = self.score(position), -INFINITE
        self.found, self._extended = [], min(2 * depth, MAX_DEPTH // 2)
        for move in moves:
            value = best
            if self.found:
                value = self._search_move(position, move, score, depth - 1, (best, best + 1), 1)
            if value > best or not self.found:
                value = self._search_move(position, move, score, depth - 1, (best, INFINITE), 1)
            if value > best:
                best = value
                self.found.append((value, move))

    def hash_move(self, position: Position) -> Move | None:
        """The best move that the transposition table has for a position."""
        entry = self._transpositions.get(position_key(position))
        return entry[3] if entry else None

    # ---- moves, and the chances of those that open a fight

    def _search_move(self, position: Position, move: Move, score: int, depth: int, window: Window, ply: int) -> int:
        combat, hero = self._combat, position.turn == self._hero
        if combat is not None:
            fight = combat.fight(self._movement, position, move)
            if fight is not None:
                return self._chance_node(position, fight, depth, window, ply)
        after = self._movement.play(position, move)
        return self._search_after(after, self._rescored(position, move, score, after), depth, window, ply, hero=hero)

    def _chance_node(self, position: Position, fight: Fight, depth: int, window: Window, ply: int) -> int:
        """The mean of the values of all ways in which a fight may end, each searched no further than it can matter."""
        hero, combat = position.turn == self._hero, self._combat
        if combat is None:
            raise ValueError("there are no fights in this game")
        least, most = win_share(max(window[0], -WIN)) * UNIT, win_share(min(window[1], WIN)) * UNIT
        done, left = 0, UNIT
        for verdict, weight in chances(fight, self._doubt):
            left -= weight
            low = max(-UNIT, (least - done - left * UNIT) // weight)
            high = min(UNIT, -((done - left * UNIT - most) // weight))
            narrow = (share_value(low) - 1, share_value(high) + 1)
            after = combat.aftermath(self._movement, position, fight, verdict)
            reached = self._search_after(after, self.score(after), depth, narrow, ply, hero=hero)
            done += weight * win_share(max(-WIN, min(WIN, reached)))
            if done + left * UNIT <= least:
                return share_value((done + left * UNIT) // UNIT)
            if done - left * UNIT >= most:
                return share_value((done - left * UNIT) // UNIT)
        return share_value(done // UNIT)

    def _search_after(self, after: Position, score: int, depth: int, window: Window, ply: int, *, hero: bool) -> int:
        """The value of the position that a move has led to, for the side that made it."""
        self._count_node()
        deep = depth > 0 and ply < MAX_DEPTH
        legal: Sequence[Move] = ()
        if deep and self._settles:
            line, _, result, legal = turn_of(self._movement, (after,))
            position = line[0]
            score = score if position.pieces == after.pieces else self.score(position)
        else:
            position, result = after, first_result(self._endings, self._movement, (after,))
        if result is not None:
            return self._final(result, ply, hero=hero)
        if position.out >> self._hero & 1:
            return ply - WIN if hero else WIN - ply
        if ply == 1 and position_key(position) in self._line:
            return 0
        same = (position.turn == self._hero) is hero
        alpha, beta = window if same else (-window[1], -window[0])
        if deep:
            value = self._negamax(position, legal, score, depth, (alpha, beta), ply)
        else:
            value = self._quiescence(position, score, alpha, beta, ply)
        return value if same else -value

    # ---- positions

    def _negamax(
        self, position: Position, legal: Sequence[Move], score: int, depth: int, window: Window, ply: int
    ) -> int:
        """The value of a position for the side to move; `legal` is empty where the moves are not listed yet."""
        key = position_key(position)
        if key in self._line:
            return 0
        entry, hash_move = self._transpositions.get(key), None
        if entry is not None:
            deep, bound, value, hash_move = entry
            if deep >= depth and _cuts_off(bound, value, window):
                return value
        stand = score if position.turn == self._hero else -score
        checked = in_check(self._movement, position)
        if checked and ply < self._extended:
            depth += 1
        elif not checked:
            early = self._pruned(position, score, stand, depth, window, ply)
            if early is not None:
                return early
        if not legal:
            legal = self._variant.legality.legal(self._movement, position)
            if not legal:
                result = self._variant.stuck.result(self._movement, (position,))
                return self._final(result, ply, hero=position.turn == self._hero) if result else 0
        self._line.add(key)
        moves = self._order.ordered(position, legal, hash_move, ply)
        best, chosen = self._best_move(position, moves, (score, stand), depth, window, ply, checked=checked)
        self._line.discard(key)
        if len(self._transpositions) >= _MAX_TRANSPOSITIONS:
            self._transpositions.clear()
        bound = _LOWER if best >= window[1] else _EXACT if best > window[0] else _UPPER
        self._transpositions[key] = depth, bound, best, chosen or hash_move
        return best

    def _pruned(self, position: Position, score: int, stand: int, depth: int, window: Window, ply: int) -> int | None:
        """The value of a position that need not be searched to its depth; None for all others.

        Futility: it is hopeless but for captures. Reverse futility: it is good enough already. Null move: it is
        good enough even if the side to move passes.
        """
        alpha, beta = window
        if position.due or not self._alone or self._restless:
            return None
        if depth in _FUTILITY and stand + _FUTILITY[depth] <= alpha < _SURE:
            value = self._quiescence(position, score, alpha, beta, ply)
            return value if value <= alpha else None
        if depth in _REVERSE_FUTILITY and stand - _REVERSE_FUTILITY[depth] >= beta > -_SURE:
            return stand
        if depth < 3 or stand < beta or abs(beta) > _DECIDED or position.pieces[position.turn].bit_count() < 4:
            return None
        key = position_key(position)
        self._line.add(key)
        passed, hero = self._movement.pass_turn(position), position.turn == self._hero
        value = self._search_after(passed, score, depth - 3 - depth // 6, (beta - 1, beta), ply + 1, hero=hero)
        self._line.discard(key)
        return value if beta <= value < _SURE else None

    def _best_move(
        self,
        position: Position,
        moves: Sequence[Move],
        scores: tuple[int, int],
        depth: int,
        window: Window,
        ply: int,
        *,
        checked: bool,
    ) -> tuple[int, Move | None]:
        """The value of the best of some moves, and that move, None where none is good enough to be told."""
        (score, stand), (alpha, beta) = scores, window
        placement, best, chosen = position.placement, -INFINITE, None
        for number, move in enumerate(moves):
            if number and self._overlooked(position, move, ply):
                continue
            origin, target, promotion, special = move
            quiet = not placement[target] and promotion is None and special is None
            if depth == 1 and quiet and number:
                reached = stand + self._gain(placement[origin], origin, target)
                if reached <= alpha:
                    best = max(best, reached)
                    continue
            reduction = self._reduction(number, depth) if quiet and not checked else 0
            reached = self._principal_variation(
                position, move, score, depth - 1, (alpha, beta), ply + 1, (number, reduction)
            )
            best = max(best, reached)
            if reached > alpha:
                alpha, chosen = reached, move
                if reached >= beta:
                    if quiet:
                        self._order.note_cutoff(position, move, depth, ply)
                    break
        return best, chosen

    def _gain(self, code: int, origin: Cell, target: Cell) -> int:
        row = self._table[code]
        gain = row[target] - row[origin]
        return gain if self._heroic[code] else -gain

    @staticmethod
    def _reduction(number: int, depth: int) -> int:
        if depth < 3 or number < 4:
            return 0
        return 2 if number >= 15 and depth >= 5 else 1

    def _principal_variation(
        self, position: Position, move: Move, score: int, depth: int, window: Window, ply: int, place: tuple[int, int]
    ) -> int:
        """The value of the move of a number: the first in full, others only so far as they may be better."""
        number, reduction = place
        alpha, beta = window
        if not number:
            return self._search_move(position, move, score, depth, window, ply)
        narrow = (alpha, alpha + 1)
        reached = self._search_move(position, move, score, depth - reduction, narrow, ply)
        if reached > alpha and reduction:
            reached = self._search_move(position, move, score, depth, narrow, ply)
        if alpha < reached < beta:
            reached = self._search_move(position, move, score, depth, window, ply)
        return reached


def _cuts_off(bound: int, value: int, window: Window) -> bool:
    alpha, beta = window
    return bound == _EXACT or (bound == _LOWER and value >= beta) or (bound == _UPPER and value <= alpha)
