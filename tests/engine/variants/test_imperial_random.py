"""What holds in every position of Imperial, over random games, judged from the (x, y) of the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.model.position import bits, long_form
from engine.notation.position_code import code_of, position_of
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.variants import variant_of
from tests.engine.support import long_moves, random_game
from tests.engine.variants.test_imperial_board import opposite, place
from tests.engine.variants.test_imperial_pieces import SLIDES, STEPS
from tests.suites import first

IMPERIAL = variant_of("imperial")
BOARD = IMPERIAL.board
WHERE = {place(name): name for name in BOARD.names}
LEVELS = {"K": 1, "Q": 1, "D": 2, "E": 2, "N": 3, "G": 3, "P": 4}
Men = dict[str, tuple[int, str]]
SEEDS = pytest.mark.parametrize("seed", first(2, range(6)))


def pieces_of(state: State) -> Men:
    """The seat and letter of every piece by its cell."""
    found: Men = {}
    for cell in bits(state.position.pieces[0]):
        piece = IMPERIAL.piece(state.position, cell)
        assert piece is not None
        found[BOARD.names[cell]] = (piece.seat, piece.kind.letter)
    return found


def seen(pieces: Men, origin: str) -> set[str]:
    """The cells that the piece on a cell attacks over the present occupation."""
    seat, letter = pieces[origin]
    sign = 1 if seat == 1 else -1
    x, y = place(origin)
    found = {WHERE.get((x + sign * dx, y + sign * dy), "") for dx, dy in STEPS.get(letter, ())}
    for dx, dy in SLIDES.get(letter, ()):
        at = WHERE.get((x + dx, y + dy))
        while at:
            found.add(at)
            if at in pieces:
                break
            at = WHERE.get((place(at)[0] + dx, place(at)[1] + dy))
    return found - {""}


def attackers(pieces: Men, cell: str, seat: int) -> list[str]:
    """The cells of a seat's pieces that attack a cell."""
    return [origin for origin, piece in pieces.items() if piece[0] == seat and cell in seen(pieces, origin)]


def takers(pieces: Men, cell: str, captor: str) -> list[str]:
    """The cells of the pieces that may take the piece on a cell; `captor` is where the last move captured."""
    seat, letter = pieces[cell]
    found = attackers(pieces, cell, 3 - seat)
    if len(found) > 1 or captor == cell:
        return found
    return [origin for origin in found if LEVELS[pieces[origin][1]] <= LEVELS[letter]]


def king(pieces: Men, seat: int) -> str:
    """The cell of a seat's King."""
    return next(cell for cell, piece in pieces.items() if piece == (seat, "K"))


def moved(pieces: Men, move: str, passed: tuple[str, str] | None) -> tuple[Men, str]:
    """The pieces after a long move, and the cell of the captor or ""."""
    origin, target, letter = split(move)
    after = dict(pieces)
    taken = after.pop(target, None)
    piece = after.pop(origin)
    if passed and target == passed[0] and piece[1] == "P":
        taken = after.pop(passed[1])
    after[target] = (piece[0], letter or piece[1])
    return after, target if taken else ""


def split(move: str) -> tuple[str, str, str]:
    """The origin, the target and the new letter of a long move."""
    return move[:2], move[2:4], move[5:]


def double_step(state: State) -> tuple[str, str] | None:
    """The cell that the last move passed over and the cell of the Pawn that made it."""
    if not state.played or "@" in (long := last(state)):
        return None
    origin, target, _ = split(long)
    (x, y), (u, v) = place(origin), place(target)
    if pieces_of(state)[target][1] == "P" and abs(v - y) == 2:
        return WHERE[(x + u) // 2, (y + v) // 2], target
    return None


def last(state: State) -> str:
    """The last move in long form."""
    move = state.played[-1].move
    placed = move.special is not None and bool(move.special.placed)
    return ("@" if placed else "") + BOARD.names[move.origin] + BOARD.names[move.target]


def captor_of(before: State | None, state: State) -> str:
    """The cell of the piece that has captured on the last move, found by counting pieces."""
    if before is None or before.position.pieces[0].bit_count() <= state.position.pieces[0].bit_count():
        return ""
    return last(state)[2:4]


def games(seed: int, plies: int = 160) -> Iterator[tuple[str, State]]:
    """The states of a random game past the placements, each with the cell of the last captor or ""."""
    before: State | None = None
    for state in random_game(IMPERIAL, seed, plies):
        if not state.position.due and state.result is None:
            yield captor_of(before, state), state
        before = state


def by_the_rules(captor: str, state: State) -> Iterator[str]:
    """Every legal move in long form, found from the rules alone."""
    pieces, seat, passed = pieces_of(state), state.turn, double_step(state)
    checked = bool(takers(pieces, king(pieces, seat), captor))
    for origin, (owner, letter) in pieces.items():
        if owner != seat:
            continue
        for target in reached(pieces, origin):
            if target in pieces and origin not in takers(pieces, target, captor):
                continue
            after, took = moved(pieces, origin + target, passed)
            at = king(after, seat)
            strict = checked and letter == "K"
            if (attackers(after, at, 3 - seat) if strict else takers(after, at, took)) == []:
                yield from (origin + target + end for end in endings(letter, seat, target))


def reached(pieces: Men, origin: str) -> set[str]:
    """The cells that a piece can go to, captures included, whoever may take what."""
    seat, letter = pieces[origin]
    found = {cell for cell in seen(pieces, origin) if pieces.get(cell, (0, ""))[0] != seat}
    if letter == "P" and origin[0] == ("d" if seat == 1 else "j"):
        sign = 1 if seat == 1 else -1
        x, y = place(origin)
        for side in (-1, 1):
            over, to = WHERE.get((x + side, y + sign)), WHERE.get((x + 2 * side, y + 2 * sign))
            if over and to and over not in pieces and to not in pieces:
                found.add(to)
    return found


def endings(letter: str, seat: int, target: str) -> tuple[str, ...]:
    """How the long forms of a move end: with what a Pawn becomes."""
    row = "abcdefghijklm".index(target[0])
    row = row if seat == 1 else 12 - row
    if letter != "P" or row < 10:
        return ("",)
    return ("", "=G", "=N") if row == 10 else ("=D", "=E", "=Q")


@SEEDS
def test_legal_moves(seed: int) -> None:
    """In random games the legal moves are exactly those found from the rules alone."""
    for captor, state in games(seed):
        assert sorted(by_the_rules(captor, state)) == long_moves(state)


@SEEDS
def test_king_never_left_capturable(seed: int) -> None:
    """A legal move never leaves or puts the mover's King where the enemy could capture it."""
    for _, state in games(seed, 100):
        for move in long_moves(state):
            after, took = moved(pieces_of(state), move, double_step(state))
            at = king(after, state.turn)
            found = attackers(after, at, 3 - state.turn)
            assert not any(after[cell][1] in "KQ" for cell in found)
            assert len(found) <= (took != at)


def test_captures_of_higher_pieces() -> None:
    """Every capture of a higher piece has help, or a victim that has just captured; both occur."""
    excuses = {"help": 0, "forfeit": 0}
    for seed in range(5):
        for captor, state in games(seed):
            pieces = pieces_of(state)
            for move in long_moves(state):
                origin, target, _ = split(move)
                if target not in pieces or LEVELS[pieces[origin][1]] <= LEVELS[pieces[target][1]]:
                    continue
                helped = len(attackers(pieces, target, state.turn)) > 1
                assert helped or captor == target
                excuses["help"] += helped
                excuses["forfeit"] += captor == target
    assert min(excuses.values()) > 10


@SEEDS
def test_captor(seed: int) -> None:
    """A position remembers the piece that made a capture on the last move, and nobody else."""
    for captor, state in games(seed):
        found = state.position.captor
        assert captor == ("" if found is None else BOARD.names[found])


@SEEDS
def test_codes(seed: int) -> None:
    """Every position of a random game is written as a code and read back the same."""
    for state in random_game(IMPERIAL, seed, 160):
        assert state.position == position_of(IMPERIAL, code_of(IMPERIAL, state.position))


@SEEDS
def test_records(seed: int) -> None:
    """A random game, placements included, is replayed from its moves."""
    *_, end = random_game(IMPERIAL, seed, 160)
    moves = " ".join(long_form(BOARD, played.move) for played in end.played)
    assert end.line == replay_moves(IMPERIAL, moves).line


@SEEDS
def test_notation(seed: int) -> None:
    """Every legal move of a random game, placements included, is read back from its short and its long form."""
    for state in random_game(IMPERIAL, seed, 60):
        moves = sheet(state)
        for move in moves.legal:
            assert move == moves.read(moves.short(move)) == moves.read(long_form(BOARD, move))


def turned(code: str) -> str:
    """The code of the position with the board turned by 180° and the sides exchanged."""
    pieces, turn, *fields = code.split()
    found = [pieces[::-1].swapcase(), str(3 - int(turn))]
    for field in fields:
        name, _, value = field.partition("=")
        parts = value.split(",")
        if name in {"quiet", "lost"}:
            parts.reverse()
        elif name in {"passed", "captor"}:
            parts = [opposite(part) for part in parts]
        found.append(f"{name}={','.join(parts)}")
    return " ".join(found)


def turned_move(move: str) -> str:
    """A long move with the board turned by 180°."""
    if move.startswith("@"):
        return "@" + "".join(sorted((opposite(move[1:3]), opposite(move[3:5]))))
    origin, target, _ = split(move)
    return opposite(origin) + opposite(target) + move[4:]


@SEEDS
def test_turned_positions(seed: int) -> None:
    """With the board turned by 180° and the sides exchanged the legal moves and results turn with it."""
    for state in random_game(IMPERIAL, seed, 160):
        there = new_game(IMPERIAL, position_of(IMPERIAL, turned(code_of(IMPERIAL, state.position))))
        assert sorted(turned_move(move) for move in long_moves(state)) == long_moves(there)
        assert (state.result is None) == (there.result is None)
        if state.result and there.result:
            assert state.result.reason == there.result.reason
            assert (state.result.winner is None) == (there.result.winner is None)
