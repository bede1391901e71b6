"""Imperial read a second time, from the (x, y) of the rules: where pieces go, and the moves of random games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.model.position import bits
from engine.movement.generator import movement_of
from engine.play.state import State
from engine.variants import variant_of
from tests.engine.nearly import row_spots
from tests.engine.support import long_moves, placed, random_game
from tests.suites import first

IMPERIAL = variant_of("imperial")
BOARD = IMPERIAL.board
SPOTS = row_spots("abcdefghijklm", 3)
WHERE = {spot: name for name, spot in SPOTS.items()}
LEVELS = {"K": 1, "Q": 1, "D": 2, "E": 2, "N": 3, "G": 3, "P": 4}
OBLIQUE = ((-1, 1), (1, 1), (1, -1), (-1, -1))
SIDEWAYS = ((-2, 0), (2, 0))
STRAIGHT = ((0, 2), (0, -2))
SLIDES = {"Q": OBLIQUE + SIDEWAYS + STRAIGHT, "D": OBLIQUE, "E": SIDEWAYS + STRAIGHT}
STEPS = {
    "K": OBLIQUE + SIDEWAYS,
    "D": SIDEWAYS + STRAIGHT,
    "E": OBLIQUE,
    "N": ((1, 3), (1, -3), (-1, 3), (-1, -3), (3, 1), (3, -1), (-3, 1), (-3, -1)),
    "G": (*STRAIGHT, (3, 1), (3, -1), (-3, 1), (-3, -1)),
    "P": ((-1, 1), (1, 1)),
}
Men = dict[str, tuple[int, str]]


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
    x, y = SPOTS[origin]
    found = {WHERE.get((x + sign * dx, y + sign * dy), "") for dx, dy in STEPS.get(letter, ())}
    for dx, dy in SLIDES.get(letter, ()):
        at = WHERE.get((x + dx, y + dy))
        while at:
            found.add(at)
            if at in pieces:
                break
            at = WHERE.get((SPOTS[at][0] + dx, SPOTS[at][1] + dy))
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
    (x, y), (u, v) = SPOTS[origin], SPOTS[target]
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


def games(seed: int, plies: int = 120) -> Iterator[tuple[str, State]]:
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
        x, y = SPOTS[origin]
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


@pytest.mark.parametrize("seed", first(2, range(6)))
def test_random_games(seed: int) -> None:
    """In random games the legal moves, and the piece that has just captured, are those found from the rules alone."""
    for captor, state in games(seed):
        assert sorted(by_the_rules(captor, state)) == long_moves(state)
        found = state.position.captor
        assert captor == ("" if found is None else BOARD.names[found])


@pytest.mark.parametrize("letter", "KQDENGP")
def test_moves_from_everywhere(letter: str) -> None:
    """From every cell of the empty board each piece goes exactly where the rules say, Black's pieces turned by 180°."""
    for seat in (1, 2):
        for name in BOARD.names:
            armies = [f"{letter} {name}", ""]
            position = placed(IMPERIAL, *(armies if seat == 1 else reversed(armies)), turn=seat)
            found = {BOARD.names[move.target] for move in movement_of(IMPERIAL).pseudo_legal(position)}
            assert reached({name: (seat, letter)}, name) == found
