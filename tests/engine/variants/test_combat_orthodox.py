"""Combat Chess against python-chess: legal moves, supporters, and the pieces after won fights."""

from __future__ import annotations

from engine.model.position import long_form
from engine.notation.position_code import code_of
from engine.play.referee import sheet
from engine.play.state import State
from tests.engine.brawls import games, winning
from tests.engine.orthodox import board_of, chess, longs, move_of
from tests.engine.support import POLY, begun, chance, long_moves, opened, told


def reference(state: State) -> list[str]:
    """The legal moves of Combat Chess as python-chess tells them: attacks on the king, else chess, else prerogative."""
    board = board_of(state)
    king, enemy = board.king(board.turn), board.king(not board.turn)
    assert king is not None
    attacks = [move for move in board.pseudo_legal_moves if move.to_square == enemy]
    if attacks:
        return longs(attacks)
    legal = list(board.legal_moves)
    if legal:
        return longs(legal)
    near = chess.SquareSet(chess.BB_KING_ATTACKS[king])
    return longs(chess.Move(king, square) for square in board.checkers() if square in near)


def supporting(state: State, long: str) -> list[str]:
    """The cells of a prerogative's defenders as python-chess tells them, in order."""
    board = board_of(state)
    king, target = chess.parse_square(long[:2]), chess.parse_square(long[2:4])
    board.remove_piece_at(king)
    cells = {target, *board.attackers(not board.turn, target)}
    return sorted(chess.square_name(cell) for cell in cells)


def check_legal(state: State) -> bool:
    """Fail unless the legal moves are python-chess's; whether they were prerogatives."""
    assert reference(state) == long_moves(state), code_of(state.variant, state.position)
    prerogatives = [move for move in sheet(state).legal if move.special and move.special.prerogative]
    for move in prerogatives:
        long = long_form(POLY.board, move)
        fight = opened(state, long)
        assert supporting(state, long) == [POLY.board.names[fighter.cell] for fighter in fight.defenders]
    return bool(prerogatives)


def crowded(rng_seed: int, turn: int) -> State | None:
    """A position of queens and their friends around a king, whoever is to move."""
    rng = chance(rng_seed)
    cells = rng.sample(range(64), 12)
    names = [POLY.board.names[cell] for cell in cells]
    hunters = (
        f"K {names[0]} · Q {names[1]} {names[2]} {names[3]} · R {names[4]} {names[5]} · B {names[6]} · N {names[7]}"
    )
    hunted = f"K {names[8]} · R {names[9]} · N {names[10]} {names[11]}"
    state = begun(POLY, *((hunters, hunted) if turn == 2 else (hunted, hunters)), turn=turn)
    return state if state.result is None else None


def test_legal_moves() -> None:
    """In random games the legal moves are the attacks on the king, else those of chess, else the prerogative."""
    for state in games(POLY, 1):
        if state.result is None:
            check_legal(state)


def test_prerogatives() -> None:
    """In crowded positions the king may fight exactly the adjacent pieces that mate him, with all their supporters."""
    found = [check_legal(state) for seed in range(1_500) if (state := crowded(seed, 1 + seed % 2))]
    assert sum(found) > 60


def test_won_fights_and_python_chess() -> None:
    """A won fight of Combat Chess puts the pieces where python-chess puts them, en passant and promotion included."""
    kinds = set()
    for state in games(POLY, 1):
        if state.result is not None:
            continue
        for move in sheet(state).legal:
            fight = POLY.combat.fight(state.movement, state.position, move) if POLY.combat else None
            dice = winning(POLY, fight) if fight and not fight.prerogative else None
            if fight is None or dice is None:
                continue
            board, long = board_of(state), long_form(POLY.board, move)
            kinds.add("en passant" if fight.defenders[0].cell != move.target else "=" if "=" in long else "capture")
            board.push(move_of(long))
            won = board_of(told(state, f"{long}[{dice}]"))
            assert board.board_fen(promoted=False) == won.board_fen(promoted=False)
            if board.king(board.turn) is not None:
                assert (board.turn, board.clean_castling_rights()) == (won.turn, won.clean_castling_rights())
    assert {"capture", "en passant", "="} == kinds
