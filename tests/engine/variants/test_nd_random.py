"""Random games of the hexagonal chess games for two: a slow program, mirrors, turned boards, codes and records."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from engine.model.position import long_form
from engine.notation.position_code import code_of, position_of
from engine.play.events import Moved
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.records.scoresheet import read_scoresheet, scoresheet
from engine.rules.protocols import Result
from engine.variants import variant_of
from tests.engine.nearly import ALL_RULES, Slow
from tests.engine.support import chance, happened, long_moves, random_fights, random_game
from tests.suites import first

EVERY_GAME = pytest.mark.parametrize("game", ALL_RULES)
FOUGHT = pytest.mark.parametrize("dice", ["poly", "d6"])
Renamed = Callable[[str], str]


def together(game: str, seed: int, plies: int) -> Iterator[tuple[Slow, State]]:
    """The states of a random game as both programs have them; captures are preferred now and then."""
    rng = chance(seed)
    slow, state = Slow.begin(game), new_game(variant_of(game))
    for _ in range(plies):
        yield slow, state
        moves = long_moves(state)
        if not moves:
            return
        sharp = [move for move in moves if "=" in move or move[3 if move[2].isdigit() else 2 :] in slow.pieces]
        move = rng.choice(sharp if sharp and rng.random() < 0.2 else moves)
        slow, state = slow.play(move), happened(state, Moved(move))
    yield slow, state


def compare(slow: Slow, state: State) -> None:
    """Fail unless both programs have the same pieces, moves and result in a position."""
    variant, position = state.variant, state.position
    pieces = {name: piece for cell, name in enumerate(variant.board.names) if (piece := variant.piece(position, cell))}
    assert slow.pieces == {name: (piece.seat, piece.kind.letter) for name, piece in pieces.items()}
    result = state.result and f"{state.result.winner or 'draw'} {state.result.reason}"
    assert slow.result() == result
    if result is None:
        assert slow.moves() == long_moves(state)


@EVERY_GAME
@pytest.mark.parametrize("seed", first(1, range(2)))
def test_random_games(game: str, seed: int) -> None:
    """In random games the moves and endings are exactly those found from the rules alone."""
    for slow, state in together(game, seed, 80):
        compare(slow, state)


@pytest.mark.slow
@EVERY_GAME
def test_many_random_games(game: str) -> None:
    """In more than a thousand positions a game both programs agree."""
    seen = 0
    for seed in range(10, 18):
        for slow, state in together(game, seed, 250):
            compare(slow, state)
            seen += 1
    assert seen > 1000


@EVERY_GAME
def test_random_endings(game: str) -> None:
    """A few pieces thrown upon the board have the moves, and the results, found from the rules alone."""
    rng = chance(len(game))
    rules, variant = ALL_RULES[game], variant_of(game)
    royal = "K" if "K" in rules.kinds else "G"
    for _ in range(40):
        cells = rng.sample(sorted(rules.spots), 12)
        letters = [letter for letter in rules.kinds if letter != royal]
        pieces = {cells[0]: (1, royal), cells[1]: (2, royal)}
        pieces |= {cell: (rng.choice((1, 2, 2)), rng.choice(letters)) for cell in cells[2 : rng.randint(4, 12)]}
        slow = Slow(rules, pieces, 1)
        state = new_game(variant, position_of(variant, written(game, pieces)))
        compare(slow, state)


def written(game: str, pieces: dict[str, tuple[int, str]]) -> str:
    """The code of these pieces, White to move, nothing unmoved."""
    variant = variant_of(game)
    lines = []
    for line in variant.board.lines:
        found = [pieces.get(variant.board.names[cell]) for cell in line]
        lines.append(
            "".join("1" if piece is None else piece[1] if piece[0] == 1 else piece[1].lower() for piece in found)
        )
    return f"{joined('/'.join(lines))} 1"


def joined(lines: str) -> str:
    """The lines of a code with neighbouring counts of vacant cells added up."""
    text, gap = "", 0
    for character in lines:
        if character == "1":
            gap += 1
            continue
        text, gap = text + (str(gap) if gap else "") + character, 0
    return text + (str(gap) if gap else "")


# ---- mirrored and turned


def renamed_code(game: str, code: str, other: Renamed, *, swap: bool) -> str:
    """The code of the position with every cell renamed, the sides exchanged if `swap`."""
    variant = variant_of(game)
    position = position_of(variant, code)
    pieces = {}
    for cell, name in enumerate(variant.board.names):
        piece = variant.piece(position, cell)
        if piece is not None:
            pieces[other(name)] = (3 - piece.seat if swap else piece.seat, piece.kind.letter)
    _, turn, *fields = code.split()
    found = [written(game, pieces).split()[0], str(3 - int(turn)) if swap else turn]
    for field in fields:
        name, _, value = field.partition("=")
        parts = value.split(",")
        cells = name not in {"quiet", "lost"}
        parts = [other(part) for part in parts] if cells else parts[:: -1 if swap else 1]
        found.append(f"{name}={','.join(parts)}")
    return " ".join(found)


def renamed_move(move: str, other: Renamed) -> str:
    """A long move with its cells renamed."""
    cut = 3 if move[2].isdigit() else 2
    target, sign, letter = move[cut:].partition("=")
    return other(move[:cut]) + other(target) + sign + letter


def check_renamed(game: str, state: State, other: Renamed, *, swap: bool) -> None:
    """Fail unless the renamed position has the renamed moves and the same result."""
    variant = variant_of(game)
    there = new_game(
        variant, position_of(variant, renamed_code(game, code_of(variant, state.position), other, swap=swap))
    )
    assert sorted(renamed_move(move, other) for move in long_moves(state)) == long_moves(there)
    if state.result is None:
        assert there.result is None
    else:
        assert there.result is not None
        winner = state.result.winner and (3 - state.result.winner if swap else state.result.winner)
        assert Result(winner, state.result.reason) == there.result


@EVERY_GAME
@pytest.mark.parametrize("seed", first(1, range(2)))
def test_mirrored_positions(game: str, seed: int) -> None:
    """With left and right exchanged the legal moves and the result are mirrored, castling to the other side."""
    for state in random_game(variant_of(game), seed, 50):
        check_renamed(game, state, ALL_RULES[game].reflected, swap=False)


@EVERY_GAME
@pytest.mark.parametrize("seed", first(1, range(2)))
def test_turned_positions(game: str, seed: int) -> None:
    """With the board turned by 180° and the sides exchanged the legal moves and the result turn with it."""
    for state in random_game(variant_of(game), seed, 50):
        check_renamed(game, state, ALL_RULES[game].opposite, swap=True)


@pytest.mark.parametrize("game", ["nd-mccooey", "nd-trios"])
def test_mirrored_and_turned_castlings(game: str) -> None:
    """Castlings are among the moves that are mirrored and turned."""
    variant = variant_of(game)
    code = written(game, {"h1": (1, "K"), "e1": (1, "R"), "l1": (1, "R"), "h15": (2, "K"), "i8": (2, "R")})
    state = new_game(variant, position_of(variant, f"{code} rights=e1,h1,l1"))
    assert {"h1f1"} == {"h1f1", "h1j1"} & set(long_moves(state))
    check_renamed(game, state, ALL_RULES[game].reflected, swap=False)
    check_renamed(game, state, ALL_RULES[game].opposite, swap=True)


# ---- codes, records, notation


@EVERY_GAME
@pytest.mark.parametrize("seed", first(1, range(2)))
def test_codes(game: str, seed: int) -> None:
    """Every position of a random game is written as a code and read back the same."""
    variant = variant_of(game)
    for state in random_game(variant, seed, 100):
        assert state.position == position_of(variant, code_of(variant, state.position))


@EVERY_GAME
@FOUGHT
def test_codes_with_fights(game: str, dice: str) -> None:
    """So is every position of a random game with fights."""
    variant = variant_of(game, {"combat": dice})
    for state in random_fights(variant, len(game), 100):
        if not state.position.out:
            assert state.position == position_of(variant, code_of(variant, state.position))


@EVERY_GAME
@pytest.mark.parametrize("seed", first(1, range(2)))
def test_records(game: str, seed: int) -> None:
    """A random game is replayed from its moves, and from its scoresheet."""
    *_, end = random_game(variant_of(game), seed, 150)
    moves = " ".join(long_form(end.variant.board, played.move) for played in end.played)
    assert end.line == replay_moves(end.variant, moves).line
    assert end.line == read_scoresheet(scoresheet(end, {})).state.line


@EVERY_GAME
@FOUGHT
def test_records_with_fights(game: str, dice: str) -> None:
    """A random game with fights is replayed from its scoresheet, position by position and fight by fight."""
    *_, end = random_fights(variant_of(game, {"combat": dice}), len(game), 150)
    again = read_scoresheet(scoresheet(end, {})).state
    assert end.line == again.line
    assert [played.fought for played in end.played] == [played.fought for played in again.played]
    assert end.result == again.result


@EVERY_GAME
def test_notation(game: str) -> None:
    """Every legal move of a random game is read back from its short and its long form."""
    for state in random_game(variant_of(game), 3, 40):
        moves = sheet(state)
        for move in moves.legal:
            assert move == moves.read(moves.short(move)) == moves.read(long_form(state.variant.board, move))
