"""Moves between programs, written and read as UCI has them."""

from __future__ import annotations

import re

from engine.geometry.board import Board
from engine.model.position import Move, long_form

_PROMOTION = re.compile(r"(.*\d)=?([A-Za-z])")


def plain(board: Board, move: Move) -> str:
    """A move as UCI writes it: its long form, a promotion without its sign and small, `e7e8q`."""
    text = long_form(board, move)
    return text.replace("=", "").lower() if move.promotion else text


def long_of(text: str) -> str:
    """The long form of a move that is written so or as UCI writes it; dice behind it stay."""
    move, bracket, dice = text.partition("[")
    promotion = _PROMOTION.fullmatch(move)
    return (f"{promotion[1]}={promotion[2].upper()}" if promotion else move) + bracket + dice
