"""`python -m tests.tools.mining GAME`: puzzles found in games of the referee against itself, as lines of JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence

from engine.lookahead.puzzles import Goal, Puzzle
from engine.lookahead.puzzles.full_search import forces, searchable
from engine.lookahead.search import Level, level_of, mates_in, think
from engine.lookahead.search.evaluation import mixed
from engine.model.position import VACANT, Position
from engine.notation.position_code import code_of, position_of
from engine.play.events import Event, Moved
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.play.start import objections
from engine.play.state import State
from engine.variants import options_of, variant_of
from engine.variants.variant import Variant
from tests.tools.composing import composed

PATIENCE = {Goal.WIN: 60_000, Goal.PIECE: 20_000}
"""How many positions are looked at before a position is given up."""
_GLANCE = Level(0, "glance", "looks for a win.", 2_000, 5, 0, 0)
_LONGEST = 100
_RANDOM = 4
"""So many plies at the beginning are drawn by lot, so that no two games are alike."""


def to_json(puzzle: Puzzle) -> str:
    fields = {
        "game": puzzle.game,
        "options": dict(puzzle.options),
        "position": puzzle.position,
        "goal": puzzle.goal.value,
        "moves": puzzle.moves,
        "reason": puzzle.reason,
        "line": " ".join(puzzle.line),
        "difficulty": puzzle.difficulty.value,
    }
    return json.dumps(fields, ensure_ascii=False)


def mined(state: State, patience: int = 1) -> Iterator[Puzzle]:
    """The puzzles in a finished game, at most one of each length and goal, found with `patience` times PATIENCE.

    A win is looked for in the winner's last positions, a piece where one was lost soon after. Only what follows from a
    position by itself counts: the puzzles begin from it as a game of its own would.
    """
    variant = state.variant
    if not searchable(variant):
        return
    positions = [_alone(played.before) for played in state.played]
    winner = state.result.winner if state.result else None
    places = [(Goal.WIN, moves, at) for at, moves in _wins(variant, positions, winner, patience)]
    places += [(Goal.PIECE, 2, at) for at in _losses(variant, positions)]
    done: set[tuple[Goal, int]] = set()
    for goal, moves, at in places:
        position = positions[at]
        if (goal, moves) not in done and not position.due and not objections(variant, position):
            start = position_of(variant, code_of(variant, position))
            puzzle = composed(variant, start, goal, moves, patience * PATIENCE[goal])
            if puzzle is not None:
                done.add((goal, moves))
                yield puzzle


def _alone(position: Position) -> Position:
    """The position without what was counted before it."""
    return position._replace(quiet=(0,) * len(position.quiet))


def _wins(
    variant: Variant, positions: Sequence[Position], winner: int | None, patience: int
) -> Iterator[tuple[int, int]]:
    """Where a winner seems to have had a win, and in how many moves: their last places, at a glance."""
    glance = _GLANCE._replace(nodes=patience * _GLANCE.nodes)
    own = [at for at, position in enumerate(positions) if position.turn == winner]
    for at in reversed(own[-6:-1]):
        position = positions[at]
        if not position.due and not objections(variant, position):
            plies = mates_in(think(new_game(variant, position), glance, 0).value)
            if plies is not None and 2 <= plies <= 5:
                yield at, plies // 2 + 1


def _losses(variant: Variant, positions: Sequence[Position]) -> Iterator[int]:
    """Where a side was to move that had the better of it some plies later."""
    ahead = []
    for position in positions:
        one, other = forces(variant, position, 1), forces(variant, position, 2)
        ahead.append(one.pieces - other.pieces)
    for at, position in enumerate(positions[:-4]):
        sign = 1 if position.turn == 1 else -1
        early = all(sign * (ahead[later] - ahead[at]) <= 0 for later in (at + 1, at + 2))
        if early and all(sign * (ahead[later] - ahead[at]) >= 1 for later in (at + 3, at + 4)):
            yield at


def self_play(variant: Variant, seed: int) -> State:
    """A game that the referee has played against itself; it stops after 100 plies.

    The seed decides the levels, the first moves and, in all but one of sixteen games, which pieces are missing from the
    array at the start: with few pieces games end sooner, and differ more.
    """
    start = thinned(variant, seed) if seed % 16 else None
    state = new_game(variant, None if start is None or objections(variant, start) else start)
    while state.result is None and len(state.played) < _LONGEST:
        ply, legal = len(state.played), sheet(state).legal
        if ply < _RANDOM:
            move = legal[mixed(seed, ply) % len(legal)]
        else:
            level = level_of(1 + mixed(seed, state.turn) % 2)
            move = think(state, level, mixed(seed, ply)).move
        state = advance(state, Event(state.sequence + 1, 0, state.turn, Moved(move)))
    return state


def thinned(variant: Variant, seed: int) -> Position:
    """The array without some of its pieces, of which more are missing on one side."""
    start, strong = variant.start, 1 + mixed(seed) % 2
    placement, pieces = bytearray(start.placement), list(start.pieces)
    armies = [each.bit_count() for each in pieces]
    for seat, letter, cell in variant.array:
        kind = variant.by_letter[letter]
        kept = (9_000 if seat == strong or kind.pawnlike else 5_000) // armies[seat]
        if not kind.royal and mixed(seed, seat, cell) % 1000 >= kept:
            placement[cell] = VACANT
            pieces[seat] &= ~(1 << cell)
    pieces[0] = sum(pieces[1:])
    rights = start.rights & pieces[0]
    return start._replace(placement=bytes(placement), pieces=tuple(pieces), rights=rights, due=0)


def self_mined(variant: Variant, games: int, seed: int, patience: int = 1) -> Iterator[Puzzle]:
    found: set[str] = set()
    for game in range(games):
        for puzzle in mined(self_play(variant, mixed(seed, game)), patience):
            if puzzle.key not in found:
                found.add(puzzle.key)
                yield puzzle


def main(arguments: Sequence[str] | None = None) -> int:
    """Print puzzles as they are found; 2 for a game that has none."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mining", description="Puzzles from games for two.")
    parser.add_argument("variant", metavar="GAME", help="the game")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="how many games to play (10)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="what the games follow from (1)")
    parser.add_argument("--patience", type=int, default=1, metavar="N", help="look at N times as many positions (1)")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    try:
        for puzzle in _asked(parser.parse_args(arguments)):
            print(to_json(puzzle), flush=True)
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


def _asked(asked: argparse.Namespace) -> Iterator[Puzzle]:
    variant = variant_of(asked.variant, options_of(asked.option))
    if not searchable(variant):
        raise ValueError("puzzles are made for two players without fights: add --option combat=off")
    return self_mined(variant, max(0, asked.games), asked.seed, max(1, asked.patience))


if __name__ == "__main__":
    sys.exit(main())
