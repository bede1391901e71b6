"""What is marked on a board at the terminal: the last move, checks, and where a piece can go."""

from __future__ import annotations

from engine.model.board import Cell
from engine.notation.describe import announced
from engine.notation.textboard import TextSign
from engine.play.referee import sheet
from engine.play.state import State

Signs = dict[Cell, TextSign]


def as_it_stands(state: State) -> Signs:
    """The marks of a position: the hill, the last move, the royal pieces in check."""
    signs = _hill(state)
    move = state.last_move
    if move is not None:
        placed = move.special is not None and move.special.placed
        signs |= {move.origin: TextSign.ARRIVAL if placed else TextSign.ORIGIN, move.target: TextSign.ARRIVAL}
    return signs | _checks(state)


def reach_of(state: State, origin: Cell) -> Signs:
    """The marks for a question about the piece on a cell: itself, and where it can go or take."""
    movement, position = state.movement, state.position
    moves = [move for move in sheet(state).legal if move.origin == origin]
    takes = {move.target: movement.captured(position, move) is not None for move in moves}
    signs = {target: TextSign.STRIKE if taking else TextSign.REACH for target, taking in takes.items()}
    return _hill(state) | signs | {origin: TextSign.SELECTED}


def movable(state: State) -> Signs:
    """The marks of all pieces that can move, or of the cells open to placements."""
    legal = sheet(state).legal
    if state.position.due:
        return {cell: TextSign.REACH for move in legal for cell in (move.origin, move.target)}
    return _hill(state) | {move.origin: TextSign.MOVABLE for move in legal}


def _hill(state: State) -> Signs:
    return dict.fromkeys(state.variant.hill, TextSign.HILL)


def _checks(state: State) -> Signs:
    return {check.royal: TextSign.CHECK for check in announced(state.movement, state.position)}
