"""The hexagonal chess games for two in random games, beside a slow program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.movement.generator import movement_of
from engine.notation.position_code import position_of
from engine.play.game import new_game
from engine.play.state import State
from engine.variants import variant_of
from tests.engine.nearly import ALL_RULES, Slow, struck
from tests.engine.support import chance, code, happened, long_moves, moving
from tests.suites import first, spread_rows

EVERY_GAME = pytest.mark.parametrize("game", ALL_RULES)
EVERY_PIECE = [(game, letter) for game, rules in ALL_RULES.items() for letter in rules.kinds if letter != rules.pawn]


def cut(move: str) -> tuple[str, str]:
    """The origin and the rest of a long move."""
    at = 3 if move[2].isdigit() else 2
    return move[:at], move[at:]


def together(game: str, seed: int, plies: int, goal: str = "mate") -> Iterator[tuple[Slow, State]]:
    """The states of a random game as both programs have them; captures and checks are preferred now and then."""
    rng = chance(seed)
    slow, state = Slow.begin(game), new_game(variant_of(game, {} if goal == "mate" else {"goal": goal}))
    for _ in range(plies):
        yield slow, state
        moves = long_moves(state)
        if not moves:
            return
        if goal == "mate":
            sharp = [move for move in moves if "=" in move or cut(move)[1] in slow.pieces]
        else:
            royal = {name for name, (_, letter) in slow.pieces.items() if letter == "K"}
            sharp = [each for each in moves if cut(each)[0] in royal or slow.play(each).checked(3 - slow.turn)]
        move = rng.choice(sharp if sharp and rng.random() < (0.2 if goal == "mate" else 0.7) else moves)
        slow, state = slow.play(move), happened(state, moving(state, move))
    yield slow, state


def compare(slow: Slow, state: State) -> None:
    """Fail unless both programs have the same pieces, moves and result in a position."""
    variant, position = state.variant, state.position
    pieces = {name: piece for cell, name in enumerate(variant.board.names) if (piece := variant.piece(position, cell))}
    assert slow.pieces == {name: (piece.seat, piece.kind.letter) for name, piece in pieces.items()}
    assert slow.result() == (state.result and f"{state.result.winner or 'draw'} {state.result.reason}")
    if state.result is None:
        assert slow.moves() == long_moves(state)


@EVERY_GAME
@pytest.mark.parametrize("seed", first(1, range(2)))
def test_random_games(game: str, seed: int) -> None:
    """In random games the moves and endings are exactly those found from the rules alone."""
    for number, (slow, state) in enumerate(together(game, seed, 80)):
        if number % 4 == 0:
            compare(slow, state)


@pytest.mark.slow
@EVERY_GAME
def test_many_random_games(game: str) -> None:
    """In a thousand positions a game both programs agree."""
    for seed in range(10, 18):
        for slow, state in together(game, seed, 250):
            compare(slow, state)


@EVERY_GAME
def test_random_endings(game: str) -> None:
    """A few pieces thrown upon the board have the moves, and the results, found from the rules alone."""
    rng, rules, variant = chance(len(game)), ALL_RULES[game], variant_of(game)
    royal, *letters = sorted(rules.kinds, key=lambda letter: rules.kinds[letter] not in {"General", "Grandduke"})
    for _ in range(40):
        cells = rng.sample(sorted(rules.spots), 12)
        pieces = {cells[0]: (1, royal), cells[1]: (2, royal)}
        pieces |= {cell: (rng.choice((1, 2, 2)), rng.choice(letters)) for cell in cells[2 : rng.randint(4, 12)]}
        compare(Slow(rules, pieces, 1), new_game(variant, position_of(variant, written(game, pieces))))


@pytest.mark.parametrize(("game", "letter"), spread_rows(8, EVERY_PIECE))
def test_moves_from_everywhere(game: str, letter: str) -> None:
    """From every cell of the empty board an officer goes exactly where the rules say, Black's turned by 180°."""
    rules, variant = ALL_RULES[game], variant_of(game)
    for seat in (1, 2):
        for origin in rules.spots:
            position = position_of(variant, written(game, {origin: (seat, letter)}))._replace(turn=seat)
            found = {variant.board.names[move.target] for move in movement_of(variant).pseudo_legal(position)}
            assert struck(rules, rules.kinds[letter], seat, origin) - {origin} == found


@pytest.mark.parametrize("game", ["glinski", "mccooey"])
@pytest.mark.parametrize("goal", ["hill", "three-check"])
@pytest.mark.parametrize("seed", first(1, range(6)))
def test_random_games_with_goals(game: str, goal: str, seed: int) -> None:
    """In random games the slow program sees the same moves, the same checks and the same kings on the hill."""
    checks, over = [0, 0, 0], False
    for number, (slow, state) in enumerate(together(game, seed, 60, goal)):
        assert not over
        checks[3 - slow.turn] += number > 0 and slow.checked(slow.turn)
        over = slow.pieces.get("f6") in {(1, "K"), (2, "K")} if goal == "hill" else max(checks) == 3
        assert over == (state.result is not None and state.result.reason == goal)
        if goal == "three-check":
            assert tuple(checks[1:]) == state.position.tally[1:]
        if state.result is None:
            assert slow.moves() == long_moves(state)


def written(game: str, pieces: dict[str, tuple[int, str]]) -> str:
    """The code of these pieces, White to move, nothing unmoved."""
    armies = [" · ".join(f"{each[1]} {cell}" for cell, each in pieces.items() if each[0] == seat) for seat in (1, 2)]
    return code(variant_of(game), armies, 1)
