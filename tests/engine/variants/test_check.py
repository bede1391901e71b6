"""Check on 8 by 8 squares: against python-chess, against the slow way, and in words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.model.position import Move, Position, long_form
from engine.movement.generator import movement_of
from engine.notation.moves import IllegalMove
from engine.play.commands import MakeMove
from engine.rules import in_check
from engine.rules.protocols import Result
from engine.variants.variant import Variant
from tests.engine.support import begun, chance, long_moves, names, placed, played, random_game, refused, targets
from tests.engine.toys import CHECK, ODD, WILD
from tests.suites import first_rows


def scattered(variant: Variant, seed: int, letters: str) -> Position:
    """A position with both kings and up to seven pieces of these kinds strewn over the board, either side to move."""
    rng = chance(seed)
    cells = rng.sample(variant.board.names, 64)
    armies = [[f"K {cells.pop()}"], [f"K {cells.pop()}"]]
    for _ in range(rng.randint(2, 7)):
        rng.choice(armies).append(f"{rng.choice(letters)} {cells.pop()}")
    return placed(variant, *(" · ".join(army) for army in armies), turn=rng.choice([1, 2]))


def quiet_side_safe(variant: Variant, position: Position) -> bool:
    """Whether the side that is not to move is out of check, as it must be after its own move."""
    return not in_check(movement_of(variant), position._replace(turn=3 - position.turn))


def slow_legal(variant: Variant, position: Position) -> list[Move]:
    """The moves after which no enemy move captures the king: each is made, and every answer tried."""
    movement = movement_of(variant)
    legal = []
    for move in movement.pseudo_legal(position):
        after = movement.play(position, move)
        (king,) = movement.royals(after, position.turn)
        answers = movement.pseudo_legal(after._replace(turn=3 - position.turn))
        if all(answer.target != king for answer in answers):
            legal.append(move)
    return legal


def longs(variant: Variant, moves: Sequence[Move]) -> list[str]:
    """The moves in long form, sorted."""
    return sorted(long_form(variant.board, move) for move in moves)


def fast_legal(variant: Variant, position: Position) -> list[str]:
    """The legal moves as the rule lists them, in long form."""
    return longs(variant, variant.legality.legal(movement_of(variant), position))


def test_against_python_chess() -> None:
    """With kings, queens, rooks, bishops and knights, hundreds of positions have the moves that python-chess lists."""
    chess = pytest.importorskip("chess")
    checks = compared = 0
    for seed in range(900):
        position = scattered(CHECK, seed, "QRBN")
        board = chess.Board(None)
        for cell, name in enumerate(CHECK.board.names):
            piece = CHECK.piece(position, cell)
            if piece is not None:
                symbol = piece.kind.letter if piece.seat == 1 else piece.kind.letter.lower()
                board.set_piece_at(chess.parse_square(name), chess.Piece.from_symbol(symbol))
        board.turn = position.turn == 1
        if board.was_into_check():
            continue
        compared += 1
        checks += board.is_check()
        assert sorted(move.uci() for move in board.legal_moves) == fast_legal(CHECK, position), board.fen()
        assert board.is_check() == in_check(movement_of(CHECK), position)
    assert compared > 300
    assert checks > 100


@pytest.mark.parametrize(
    ("variant", "letters"),
    first_rows(2, [(CHECK, "QRBNF"), (ODD, "SOMRBF"), (ODD, "SSOOMM"), (WILD, "TTRNF")]),
    ids=["check", "odd", "odder", "wild"],
)
def test_fast_equals_slow(variant: Variant, letters: str) -> None:
    """Checks and pins found once give the moves that making each and looking gives, with odd pieces, too."""
    compared = 0
    for seed in range(1000, 1500):
        position = scattered(variant, seed, letters)
        if quiet_side_safe(variant, position):
            compared += 1
            assert longs(variant, slow_legal(variant, position)) == fast_legal(variant, position)
    assert compared > 150


@pytest.mark.parametrize("variant", [CHECK, WILD], ids=["check", "wild"])
def test_games_from_the_array(variant: Variant) -> None:
    """In random games from the array the fast list equals the slow one, promotions included."""
    for seed in range(6):
        for state in random_game(variant, seed, 60):
            assert longs(variant, slow_legal(variant, state.position)) == fast_legal(variant, state.position)


def test_a_pinned_piece() -> None:
    """A pinned rook moves along the pin alone, a pinned knight not at all."""
    state = begun(CHECK, "K e1 · R e3 · N d2", "K a8 · R e8 · B b4")
    assert names("e2 e4 e5 e6 e7 e8") == targets(state, "e3")
    assert set() == targets(state, "d2")


def test_check_is_answered() -> None:
    """Out of check there are three ways: to take, to block, to go."""
    state = begun(CHECK, "K e1 · R a5 · B d3", "K a8 · R e5")
    assert ["a5e5", "d3e2", "d3e4", "e1d1", "e1d2", "e1f1", "e1f2"] == long_moves(state)


def test_double_check() -> None:
    """In double check the king alone may move."""
    state = begun(CHECK, "K e1 · R a5", "K a8 · R e5 · N f3")
    assert ["e1d1", "e1f1", "e1f2"] == long_moves(state)


def test_check_along_two_ways() -> None:
    """A stag's check along two open ways cannot be blocked, along one it can."""
    both = long_moves(begun(ODD, "K e1 · R a2 h3", "K a8 · S d3"))
    assert "h3d3" in both
    assert not {"a2d2", "a2e2", "h3e3"} & set(both)
    one = long_moves(begun(ODD, "K e1 · R h2 · B d2", "K a8 · S d3"))
    assert "h2e2" in one
    assert not [move for move in one if move.startswith("d2")]


def test_checkmate() -> None:
    """A player in check without a legal move has lost."""
    state = begun(CHECK, "K g6 · Q a7", "K g8")
    assert Result(1, "checkmate") == played(state, "Qg7").result
    assert Result(2, "checkmate") == begun(CHECK, "K a1", "K b3 · R d1").result


def test_stalemate() -> None:
    """A player without a legal move who is not in check draws."""
    assert Result(None, "stalemate") == played(begun(CHECK, "K c6 · Q b1", "K a8"), "Qb6").result


def test_only_kings_left() -> None:
    """When only the kings are left the game is drawn."""
    assert Result(None, "insufficient") == played(begun(CHECK, "K e1", "K e8 · R e2"), "e1e2").result


@pytest.mark.parametrize(
    ("pieces", "move", "reason"),
    [
        (("K e1 · N e3", "K a8 · R e8"), "Nc4", "it would leave your king on e1 attacked by the rook on e8"),
        (("K e1 · N h3", "K a8 · R e8"), "Nf4", "it would leave your king on e1 attacked by the rook on e8"),
        (("K e1 · N h3", "K a8 · B b5"), "Kf1", "it would leave your king on f1 attacked by the bishop on b5"),
    ],
)
def test_refusal_names_the_attacker(pieces: tuple[str, str], move: str, reason: str) -> None:
    """A move that leaves the king attacked is refused and the attacker named."""
    refusal = refused(begun(CHECK, *pieces), MakeMove(1, move=move))
    assert isinstance(refusal, IllegalMove)
    assert reason == refusal.reason


def test_wandering_attacker() -> None:
    """A king may not step where a tramp can wander, and the refusal names the tramp."""
    assert names("d1 e2 f1") == targets(begun(WILD, "K e1 · R a2", "K a8 · T h8"), "e1")
    refusal = refused(begun(WILD, "K e2", "K a8 · T h8 · R a7"), MakeMove(1, move="Ke1"))
    assert isinstance(refusal, IllegalMove)
    assert "it would leave your king on e1 attacked by the tramp on h8" == refusal.reason


def test_wandering_is_blocked() -> None:
    """A king is safe from a tramp whose every way is closed, and whoever closes the last one is pinned."""
    state = begun(WILD, "K e1 · R g7 · N a1", "K a8 · T h8")
    assert not in_check(state.movement, state.position)
    assert set() == targets(state, "g7")
    assert names("b3 c2") == targets(state, "a1")


def test_foot_promotes_from_the_pool() -> None:
    """A foot that arrives on the last rank may come back as a lost piece, unless that leaves the king attacked."""
    state = begun(CHECK, "K e1 · F b7", "K h5 · R c8", lost="Q,")
    assert {"b7b8", "b7b8=Q", "b7c8", "b7c8=Q"} <= set(long_moves(state))
