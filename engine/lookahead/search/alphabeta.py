"""Alpha-beta: the value of a position by looking ahead, within a budget of positions.

One player is the hero and all others play against it (the paranoid reduction: Sturtevant and Korf, "On Pruning
Techniques for Multi-Player Games", 2000); with two players that is plain alpha-beta. Values are those of the side to
move: the hero's, or its opponents'. Fights are chance nodes, cut by their bounds (Star1: Ballard, "The *-Minimax Search
Procedure for Trees Containing Chance Nodes", 1983).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from engine.lookahead.search.chances import UNIT, chances, hope, value_of
from engine.lookahead.search.values import WIN, Table
from engine.model.position import Move, Position
from engine.movement.generator import Movement
from engine.play.turns import first_result, turn_of
from engine.rules import in_check
from engine.rules.fight import Fight, FightResult
from engine.rules.protocols import Result

INFINITE = 10 * WIN
DEEPEST = 60
_EXACT, _LEAST, _MOST = range(3)
_REMEMBERED = 1 << 17
"""How many positions are remembered; when there are more, all are forgotten."""
_MARGIN = 120
_CALM = 5
"""From so many captures in a row on, only those on the same cell are looked at."""

Overlooked = Callable[[Position, Move, int], bool]
"""Whether the player overlooks a move in a position that is so many plies ahead."""


class Exhausted(Exception):
    """The budget is spent."""


class Search:
    """A search from one position: what it has found, and in `visited` what it has spent.

    `table` is what a piece is worth by code and cell; the positions of `line`, the game so far, count as drawn when they
    come again.
    """

    def __init__(
        self,
        movement: Movement,
        line: Sequence[Position],
        table: Table,
        budget: int,
        overlooked: Overlooked | None = None,
    ) -> None:
        root = line[-1]
        self.visited = 0
        self.found: list[tuple[int, Move]] = []
        self._hero, self._movement, self._variant, self._budget = root.turn, movement, movement.variant, budget
        self._overlooked = overlooked
        self._table = self._signed(table, root)
        pieces = list(zip(self._variant.pieces, table, strict=True))
        self._royal = frozenset(code for code, (piece, _) in enumerate(pieces) if piece and piece.kind.royal)
        self._worth = tuple(
            0 if piece is None else 10_000 if piece.kind.royal else max(1, sum(row) // len(row))
            for piece, row in pieces
        )
        self._alone = len(self._variant.seats) == 2
        self._known: dict[Hashable, tuple[int, int, int, Move | None]] = {}
        self._line = {_likeness(position) for position in line}
        self._killers: list[tuple[Move | None, Move | None]] = [(None, None)] * (DEEPEST + 2)
        self._history = [[0] * len(self._variant.board) for _ in self._variant.pieces]

    def _signed(self, table: Table, root: Position) -> Sequence[Sequence[int]]:
        """The table as the hero sees it: what its opponents have counts against it, shared among them."""
        others = max(1, len(self._variant.remaining(root)) - 1)
        return [
            row if piece is None or piece.seat == self._hero else [-(each // others) for each in row]
            for piece, row in zip(self._variant.pieces, table, strict=True)
        ]

    def score(self, position: Position) -> int:
        """What a position is worth to the hero as it stands."""
        table = self._table
        return sum([table[code][cell] for cell, code in enumerate(position.placement) if code])

    def deepen(self, position: Position, moves: Sequence[Move], depth: int) -> None:
        """Search the moves of the hero to a depth, in that order; `found` are the best so far, the very best last.

        Raises Exhausted when the budget is spent; what was found until then stays.
        """
        score, best = self.score(position), -INFINITE
        self.found = []
        for move in moves:
            if self.found:
                value = self._tried(position, move, score, depth - 1, best, best + 1, 1)
                if value > best:
                    value = self._tried(position, move, score, depth - 1, best, INFINITE, 1)
            else:
                value = self._tried(position, move, score, depth - 1, -INFINITE, INFINITE, 1)
            if value > best:
                best = value
                self.found.append((value, move))

    def value(self, position: Position, move: Move, depth: int) -> int:
        """What a move of the hero is worth at a depth; raises Exhausted."""
        return self._tried(position, move, self.score(position), depth - 1, -INFINITE, INFINITE, 1)

    def expected(self, position: Position) -> Move | None:
        """The best move remembered for a position."""
        entry = self._known.get(_likeness(position))
        return entry[3] if entry else None

    # ---- moves, and the chances of those that open a fight

    def _tried(self, position: Position, move: Move, score: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a move for the side that makes it."""
        combat, hero = self._variant.combat, position.turn == self._hero
        if combat is not None:
            fight = combat.fight(self._movement, position, move)
            if fight is not None:
                return self._fought(position, fight, depth, alpha, beta, ply)
        (after,) = self._movement.plays(position, (move,))
        return self._after(after, self._rescored(position, move, score, after), depth, alpha, beta, ply, hero=hero)

    def _rescored(self, position: Position, move: Move, score: int, after: Position) -> int:
        origin, target, promotion, special = move
        code, victim = position.placement[origin], position.placement[target]
        if promotion or special or victim in self._royal:
            return self.score(after)
        row = self._table[code]
        return score + row[target] - row[origin] - (self._table[victim][target] if victim else 0)

    def _fought(self, position: Position, fight: Fight, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The mean of the values of all ways in which a fight may end, each searched no further than it can matter."""
        hero, combat = position.turn == self._hero, self._variant.combat
        if combat is None:
            raise ValueError("there are no fights in this game")
        least, most = hope(max(alpha, -WIN)) * UNIT, hope(min(beta, WIN)) * UNIT
        done, left = 0, UNIT
        for verdict, weight in chances(fight):
            left -= weight
            low = max(-UNIT, -((done + left * UNIT - least) // weight))
            high = min(UNIT, -((done - left * UNIT - most) // weight))
            window = value_of(low) - 1, value_of(high) + 1
            after = combat.aftermath(self._movement, position, fight, verdict)
            reached = self._after(after, self.score(after), depth, *window, ply, hero=hero)
            share = hope(max(-WIN, min(WIN, reached)))
            done += weight * share
            if done + left * UNIT <= least or done - left * UNIT >= most:
                done += left * (UNIT if done + left * UNIT <= least else -UNIT)
                break
        return value_of(done // UNIT)

    def _after(self, after: Position, score: int, depth: int, alpha: int, beta: int, ply: int, *, hero: bool) -> int:
        """The value of the position that a move has led to, for the side that made it."""
        self.visited += 1
        if self.visited > self._budget:
            raise Exhausted
        if depth <= 0 or ply >= DEEPEST:
            result = first_result(self._variant.endings, self._movement, (after,))
            if result is not None:
                return self._final(result, ply, hero=hero)
            if (after.turn == self._hero) is hero:
                return self._quieted(after, score, alpha, beta, ply, 0)
            return -self._quieted(after, score, -beta, -alpha, ply, 0)
        line, _, result, legal = turn_of(self._movement, (after,))
        if result is not None:
            return self._final(result, ply, hero=hero)
        position = line[0]
        if position.pieces != after.pieces:
            score = self.score(position)
        if (position.turn == self._hero) is hero:
            return self._searched(position, legal, score, depth, alpha, beta, ply)
        return -self._searched(position, legal, score, depth, -beta, -alpha, ply)

    def _final(self, result: Result, ply: int, *, hero: bool) -> int:
        """The value of a finished game for the hero or its opponents; sooner wins are worth more."""
        if result.winner is None:
            return 0
        return WIN - ply if (result.winner == self._hero) is hero else ply - WIN

    # ---- positions

    def _searched(
        self, position: Position, legal: Sequence[Move], score: int, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """The value of a position in a game that goes on, for the side to move."""
        key = _likeness(position)
        if key in self._line:
            return 0
        entry, hint = self._known.get(key), None
        if entry is not None:
            deep, bound, value, hint = entry
            if deep >= depth and (
                bound == _EXACT or (bound == _LEAST and value >= beta) or (bound == _MOST and value <= alpha)
            ):
                return value
        stand = score if position.turn == self._hero else -score
        checked = depth > 1 and in_check(self._movement, position)
        if checked and ply < DEEPEST // 2:
            depth += 1
        elif self._passes(position, depth, stand, beta):
            passed = self._movement.passed_on(position)
            self._line.add(key)
            reached = -self._after(passed, score, depth - 3, -beta, 1 - beta, ply + 1, hero=not self._is_hero(position))
            self._line.discard(key)
            if beta <= reached < WIN - 1000:
                return reached
        self._line.add(key)
        best, chosen, first = -INFINITE, None, alpha
        placement = position.placement
        calm = depth == 1 and not self._variant.hill
        row = self._table
        sign = 1 if position.turn == self._hero else -1
        for number, move in enumerate(self._ordered(position, legal, hint, ply)):
            if self._overlooked is not None and number and self._overlooked(position, move, ply):
                continue
            origin, target, promotion, special = move
            quiet = not placement[target] and promotion is None and special is None
            if calm and quiet and number:
                code = placement[origin]
                reached = stand + sign * (row[code][target] - row[code][origin])
                if reached <= alpha:
                    best = max(best, reached)
                    continue
            reached = self._weighed(position, move, score, depth, best, alpha, beta, ply, number, quiet and not checked)
            if reached > best:
                best, chosen = reached, move
                if reached > alpha:
                    alpha = reached
                    if reached >= beta:
                        if quiet:
                            self._remember_killer(position, move, depth, ply)
                        break
        self._line.discard(key)
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        bound = _LEAST if best >= beta else _EXACT if best > first else _MOST
        self._known[key] = (depth, bound, best, chosen or hint)
        return best

    def _is_hero(self, position: Position) -> bool:
        return position.turn == self._hero

    def _weighed(
        self,
        position: Position,
        move: Move,
        score: int,
        depth: int,
        best: int,
        alpha: int,
        beta: int,
        ply: int,
        number: int,
        late: bool,
    ) -> int:
        """The value of the move of that number: the first in full, others by whether they can be better at all."""
        if best == -INFINITE:
            return self._tried(position, move, score, depth - 1, alpha, beta, ply + 1)
        less = 0
        if late and depth >= 3 and number >= 4:
            less = 2 if number >= 15 and depth >= 5 else 1
        reached = self._tried(position, move, score, depth - 1 - less, alpha, alpha + 1, ply + 1)
        if reached > alpha and less:
            reached = self._tried(position, move, score, depth - 1, alpha, alpha + 1, ply + 1)
        if alpha < reached < beta:
            reached = self._tried(position, move, score, depth - 1, alpha, beta, ply + 1)
        return reached

    def _passes(self, position: Position, depth: int, stand: int, beta: int) -> bool:
        """Whether it is worth asking if the side to move could even pass."""
        if not self._alone or depth < 3 or stand < beta or position.due or abs(beta) > WIN - 1000:
            return False
        own = position.pieces[position.turn]
        return own.bit_count() > 4

    def _quieted(self, position: Position, score: int, alpha: int, beta: int, ply: int, taken: int) -> int:
        """The value of a position for the side to move once nothing worth taking is left."""
        mine = position.turn == self._hero
        best = score if mine else -score
        if best >= beta:
            return best
        alpha = max(alpha, best)
        worth, placement, combat = self._worth, position.placement, self._variant.combat
        captures: list[tuple[int, int, Move]] = []
        for number, move in enumerate(self._movement.captures(position)):
            victim = placement[move.target]
            if victim in self._royal and self._alone and combat is None:
                return WIN - ply
            captures.append((worth[placement[move.origin]] - 16 * worth[victim], number, move))
        captures.sort()
        for _, _, move in captures:
            victim, target = placement[move.target], move.target
            gain = abs(self._table[victim][target]) if victim else 100
            if best + gain + _MARGIN <= alpha:
                continue
            if combat is not None:
                best = max(best, self._gambled(position, move, score))
            elif victim in self._royal:
                best = max(best, (score if mine else -score) + self._fall(position, victim))
            else:
                best = max(best, self._captured(position, move, score, alpha, beta, ply, taken))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def _captured(self, position: Position, move: Move, score: int, alpha: int, beta: int, ply: int, taken: int) -> int:
        """The value of a capture and those that follow, for the side that captures."""
        self.visited += 1
        if self.visited > self._budget:
            raise Exhausted
        (after,) = self._movement.plays(position, (move,))
        score = self._rescored(position, move, score, after)
        hero = position.turn == self._hero
        if taken >= _CALM:
            return score if hero else -score
        if (after.turn == self._hero) is hero:
            return self._quieted(after, score, alpha, beta, ply + 1, taken + 1)
        return -self._quieted(after, score, -beta, -alpha, ply + 1, taken + 1)

    def _gambled(self, position: Position, move: Move, score: int) -> int:
        """The value of an attack for the side that makes it, by what falls alone."""
        combat, hero = self._variant.combat, position.turn == self._hero
        fight = combat.fight(self._movement, position, move) if combat else None
        stand = score if hero else -score
        if fight is None:
            return stand
        total = 0
        losses = sum(self._fall(position, fighter.code, fighter.cell) for fighter in fight.defenders)
        changes = {
            FightResult.WON: losses,
            FightResult.LOST: -self._fall(position, fight.attacker.code, fight.attacker.cell),
            FightResult.TIED: 0,
        }
        for verdict, weight in chances(fight):
            total += weight * hope(stand + changes[verdict])
        return value_of(total // UNIT)

    def _fall(self, position: Position, code: int, cell: int = 0) -> int:
        """What is gained when a piece of an opponent falls: with a royal all of its army, and with the last the game."""
        if code not in self._royal:
            return abs(self._table[code][cell])
        if self._alone or len(self._variant.remaining(position)) == 2:
            return WIN // 2
        piece = self._variant.pieces[code]
        if piece is None:
            return 0
        return 300 + abs(
            sum(self._table[position.placement[each]][each] for each in _cells(position.pieces[piece.seat]))
        )

    # ---- the order of moves

    def _ordered(self, position: Position, legal: Sequence[Move], hint: Move | None, ply: int) -> list[Move]:
        """The moves, those that are likely best first: the one remembered, captures, what was good elsewhere."""
        placement, worth, history = position.placement, self._worth, self._history
        killer, other = self._killers[ply]
        ranked: list[tuple[int, int, Move]] = []
        for number, move in enumerate(legal):
            origin, target, promotion, _ = move
            code, victim = placement[origin], placement[target]
            if victim:
                rank = worth[code] - 16 * worth[victim] - 1_000_000
            elif move in (killer, other):
                rank = -500_000
            else:
                rank = -history[code][target]
            if promotion is not None:
                rank -= 1_000_000
            if move == hint:
                rank = -100_000_000
            ranked.append((rank, number, move))
        ranked.sort()
        return [move for _, _, move in ranked]

    def _remember_killer(self, position: Position, move: Move, depth: int, ply: int) -> None:
        killer, _ = self._killers[ply]
        if move != killer:
            self._killers[ply] = move, killer
        self._history[position.placement[move.origin]][move.target] += depth * depth


def _likeness(position: Position) -> Hashable:
    """What makes two positions the same to a search."""
    placement, _, turn, _, _, _, rights, passed, tokens, due, captor, tally = position
    return placement, turn, rights, passed, tokens, due, captor, tally


def _cells(pieces: int) -> Iterable[int]:
    while pieces:
        low = pieces & -pieces
        yield low.bit_length() - 1
        pieces ^= low
