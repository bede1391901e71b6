"""The levels at which the referee plays.

A level's budget counts positions, not seconds: the same position, level and seed give the same move on any machine. A
faster engine plays no stronger, but faster; budgets never change.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.lookahead.search.alphabeta import Search
from engine.lookahead.search.evaluation import mates_in, mixed, tables
from engine.lookahead.search.quiescence import Blindness, Exhausted
from engine.model.position import Move, Position
from engine.movement.generator import Movement, movement_of
from engine.play.referee import sheet
from engine.play.state import Await, State
from engine.play.turns import turn_of


class Level(NamedTuple):
    """A level of play.

    `nodes` is its budget of positions for a move, `depth` its horizon in moves, `blind` the
    number of moves per thousand that it overlooks (far ones more often than near ones), `taste` by how many hundredths
    of a pawn it may misjudge a piece's place, `doubt` by how many hundredths it underrates an attack that is fought
    out, its own or another's, `whim` the number of moves per thousand that it makes on a whim.
    """

    number: int
    name: str
    text: str
    nodes: int
    depth: int
    blind: int
    taste: int
    doubt: int = 0
    whim: int = 0


LEVELS = (
    Level(0, "first steps", "moves like a child and misses a lot", 60, 1, 500, 120, 30, 970),
    Level(1, "beginner", "grabs what it can, misses what you can grab", 60, 1, 500, 120, 30),
    Level(2, "learner", "expects your reply, but often the wrong one", 600, 2, 280, 40, 30),
    Level(3, "improver", "looks two moves ahead, forgets pieces far away", 1_500, 3, 160, 30, 30),
    Level(4, "casual player", "plans short attacks, rarely loses a piece for nothing", 3_000, 4, 70, 20, 30),
    Level(5, "club player", "overlooks little and punishes mistakes", 6_000, 6, 20, 12, 20),
    Level(6, "strong player", "misses nothing nearby", 12_000, 10, 0, 8, 15),
    Level(7, "expert", "plans far ahead", 25_000, 20, 0, 4, 3),
    Level(8, "master", "plays its very best, some seconds a move", 50_000, 40, 0, 2, 0),
)


def level_of(number: int) -> Level:
    """The level of this number; ValueError if there is none."""
    if not 0 <= number < len(LEVELS):
        raise ValueError(f"levels go from 0 to {len(LEVELS) - 1}")
    return LEVELS[number]


def sharp(nodes: int) -> Level:
    """A level that overlooks and misjudges nothing within a budget of positions."""
    return Level(0, "", "", nodes, 60, 0, 0)


_SHOWN = 8
"""Maximum moves of a line that is shown."""


class Thought(NamedTuple):
    """The result of a search: the move, its value to the player to move, and how it was found.

    `value` is in hundredths of a pawn (see `WIN` and `mates_in` for won games), `line` begins with the move and
    continues with the principal variation, `nodes` is the number of positions searched and `depth` the depth reached,
    quiescence aside.
    """

    move: Move
    value: int
    line: tuple[Move, ...]
    nodes: int
    depth: int


def claims_draw(state: State, value: int) -> bool:
    """Return whether a player claims a draw whose best move is worth `value`: one can be claimed, and is no worse."""
    return value <= 0 and any(claim.available(state.movement, state.line) for claim in state.variant.claims)


def think(state: State, level: Level, seed: int) -> Thought:
    """The move that a player of the level makes in a game where one is due.

    Pure: the same state, level and seed give the same thought. Raises ValueError unless a move is due.
    """
    thinking = _Thinking(state, level, seed)
    *_, last = thinking.deepened()
    return thinking.thought(*last)


def thoughts(state: State, level: Level, seed: int, stopped: Callable[[], bool]) -> Iterator[Thought]:
    """The thoughts that lead to that of `think`, one a depth, until `stopped` ends them; the last one counts."""
    thinking = _Thinking(state, level, seed)
    thinking.search.stopped = stopped
    for found in thinking.deepened():
        yield thinking.thought(*found)


class _Thinking:
    def __init__(self, state: State, level: Level, seed: int) -> None:
        if state.awaits is not Await.MOVE:
            raise ValueError("it's no one's move")
        self._movement, self._position = movement_of(state.variant), state.position
        legal, last = sheet(state).legal, state.last_move
        table = tables(state.variant, state.position, seed, level.taste)
        recent = -1 if last is None else last.target
        blindness = Blindness(state.variant.board, level.blind, seed, recent) if level.blind else None
        self.search = Search(self._movement, state.line, table, level.nodes, blindness, level.doubt)
        seen = [move for move in legal if blindness is None or not blindness.overlooks(state.position, move, 0)]
        self._moves: Sequence[Move] = seen or legal
        self._depth = level.depth if len(legal) > 1 else 0
        if mixed(seed, 0) % 1000 < level.whim:
            self._moves, self._depth = (_whim(self._movement, self._position, legal, seed),), 0

    def deepened(self) -> Iterator[tuple[tuple[int, Move], int]]:
        """The best move with its value, and the depth that was searched whole, one ply deeper each time."""
        search, position, moves = self.search, self._position, self._moves
        found, reached = (search.score(position), moves[0]), 0
        try:
            for ahead in range(1, self._depth + 1):
                search.deepen(position, moves, ahead)
                found, reached = search.found[-1], ahead
                yield found, reached
                moves = [move for _, move in reversed(search.found)] + [
                    move for move in moves if all(move != each for _, each in search.found)
                ]
                if mates_in(found[0]) is not None and abs(mates_in(found[0]) or 0) <= ahead:
                    return
        except Exhausted:
            found = search.found[-1] if search.found else found
        if not reached or reached < self._depth:
            yield found, reached

    def thought(self, found: tuple[int, Move], depth: int) -> Thought:
        value, move = found
        line = _principal_variation(self.search, self._movement, self._position, move)
        return Thought(move, value, line, self.search.visited, depth)


_GRABS = 100
"""The moves per thousand that grab a piece on a whim."""


def _whim(movement: Movement, position: Position, legal: Sequence[Move], seed: int) -> Move:
    """A child's move: any at all or, now and then, one that takes a piece, royals aside."""
    pieces, choices = movement.variant.pieces, legal
    if mixed(seed, 1) % 1000 < _GRABS:
        victims = ((move, movement.captured(position, move)) for move in legal)
        taken = ((move, pieces[position.placement[cell]]) for move, cell in victims if cell is not None)
        choices = [move for move, piece in taken if piece is not None and not piece.kind.royal] or legal
    return choices[mixed(seed, 2) % len(choices)]


def _principal_variation(search: Search, movement: Movement, position: Position, move: Move) -> tuple[Move, ...]:
    line, combat = [move], movement.variant.combat
    while len(line) < _SHOWN:
        if combat is not None and combat.fight(movement, position, line[-1]) is not None:
            break
        turn = turn_of(movement, (movement.play(position, line[-1]),))
        if turn.result is not None:
            break
        position = turn.line[0]
        following = search.hash_move(position)
        if following is None or following not in turn.legal:
            break
        line.append(following)
    return tuple(line)
