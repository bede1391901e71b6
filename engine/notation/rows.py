"""A position in words by rows, for people who do not see the board."""

from __future__ import annotations

from itertools import groupby

from engine.geometry.board import Board, Cell
from engine.model.english import counted, natural
from engine.model.position import Position
from engine.variants.variant import Variant


def rows_in_words(variant: Variant, position: Position) -> list[str]:
    """What stands in each row, the highest first: "Row 7: d7 Blue empress.", "Rows 5 to 3: empty."."""
    told = [(number, _row(variant, position, cells)) for number, cells in _rows(variant.board)]
    sentences: list[str] = []
    for vacant, group in groupby(told, key=lambda row: not row[1]):
        rows = list(group)
        if vacant:
            first, last = rows[0][0], rows[-1][0]
            sentences.append(f"Row {first}: empty." if first == last else f"Rows {first} to {last}: empty.")
        else:
            sentences += [f"Row {number}: {words}." for number, words in rows]
    return sentences


def _rows(board: Board) -> list[tuple[int, list[Cell]]]:
    """The cells of each row in the order of their files; a row is all cells whose names end in one number."""
    rows: dict[int, list[Cell]] = {}
    for cell in sorted(range(len(board)), key=lambda each: board.names[each]):
        ((_, number),) = natural(board.names[cell])[:1]
        rows.setdefault(number, []).append(cell)
    return sorted(rows.items(), reverse=True)


def _row(variant: Variant, position: Position, cells: list[Cell]) -> str:
    """The pieces of a row with their sides and tokens: "c1 Red prowler, d1 Red empress (2 tokens)"."""
    words = []
    for cell in cells:
        piece, tokens = variant.piece(position, cell), position.fatigue(cell)
        if piece is not None:
            tired = f" ({counted(tokens, 'token')})" if tokens else ""
            words.append(f"{variant.board.names[cell]} {variant.seat(piece.seat).name} {piece.kind.name}{tired}")
    return ", ".join(words)
