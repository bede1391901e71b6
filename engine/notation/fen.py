"""FENs: positions as other programs write them, in the games that have a form of them (`Variant.fens`).

`<pieces> <w or b> [castling] <en passant> [<halfmove clock> <round>]`, White's pieces in capitals, `-` for none. The
halfmove clock is the sum of all seats' quiet moves. First steps follow from the cells: a piece on a starting cell of
its kind has one. Lost pieces are not in a FEN, and the round is not in a position: a game begins with round 1.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NoReturn

from engine.model.board import Board, Cell
from engine.model.english import count_of, number_of, plain, shown
from engine.model.equipment import Castling, piece_sets
from engine.model.position import Passed, Position, bit_set
from engine.notation.describe import letter_of
from engine.variants.variant import FenForm, Variant

_MOVERS = {"w": 1, "b": 2}
_MARK = re.compile(r"-|[KQkq]{1,4}")
_MAN = re.compile(r"[0-9]{1,3}|[A-Za-z]")


class NotFen(ValueError):
    """A text that looks like a FEN, and is none of the game's; the text says why."""


def looks_like_fen(text: str) -> bool:
    """Return whether a text may be meant as a FEN; a position code never is."""
    pieces, *words = plain(text).split() or [""]
    return "/" in pieces and bool(words) and (words[0].lower() in _MOVERS or any(map(_MARK.fullmatch, words[1:])))


def fen_of(variant: Variant, position: Position, number: int = 1) -> str | None:
    """The position's FEN in a round of this number; None where the game has none, or where it cannot say everything.

    Lost pieces aside, `read_fen` leads back to the position.
    """
    if not variant.fens:
        return None
    form, names = variant.fens[0], variant.board.names
    lines = "/".join(line_in_letters(variant, position, cells) for cells in _lines(variant.board, form))
    rights = [
        letter for letter, each in _castlings(variant, form) if all(position.rights >> cell & 1 for cell in _pair(each))
    ]
    words = [lines, "wb"[position.turn - 1], *(["".join(rights) or "-"] if form.castlings else [])]
    words += [names[position.passed.cells[0]] if position.passed else "-", str(sum(position.quiet)), str(number)]
    text = " ".join(words)
    try:
        return text if read_fen(variant, text)._replace(lost=position.lost) == position else None
    except NotFen:
        return None


def read_fen(variant: Variant, text: str) -> Position:
    """The position of a FEN; NotFen with the first thing that is wrong with it."""
    if not variant.fens:
        _no(f"{variant.name} has none; use a position code")
    pieces, mover, *words = plain(text).split()
    form, placement = _placement(variant, pieces.split("/"))
    turn = _MOVERS.get(mover.lower()) or _no(f"it says “{shown(mover)}” for the side to move instead of w or b")
    rights = [placing.cell for placing in variant.stepping if placement[placing.cell] == variant.codes[placing[:2]]]
    castling = words.pop(0) if form.castlings and words else "-"
    if form.castlings:
        rights += _rights(variant, form, placement, castling)
        words = words or [_no("it ends before the castling rights and the en passant square (- for none)")]
    elif words[1:] and not words[1].isdecimal():
        castling = words.pop(0)
        if castling != "-":
            _no(f"this game has no castling, as “{shown(castling)}” would have it")
    passed = words.pop(0) if words else "-"
    quiet = _quiet(words, turn)
    return variant.start._replace(
        placement=bytes(placement),
        pieces=piece_sets(variant, placement),
        turn=turn,
        quiet=quiet,
        rights=bit_set(rights),
        passed=None if passed == "-" else _passed(variant, placement, 3 - turn, passed),
        due=0,
    )


def _no(why: str) -> NoReturn:
    raise NotFen(f"this looks like a FEN, but {why}")


# ---- pieces


def _lines(board: Board, form: FenForm) -> Sequence[Sequence[Cell]]:
    return board.lines if form.line == "file" else board.ranks


def line_in_letters(variant: Variant, position: Position, cells: Sequence[Cell]) -> str:
    """The contents of some cells in order: letters marked with their seats, and counts of vacant cells."""
    text = ""
    for piece, group in groupby(variant.piece(position, cell) for cell in cells):
        count = len(list(group))
        text += str(count) if piece is None else count * letter_of(piece.kind.letter, piece.seat)
    return text


def spread(tokens: Sequence[str]) -> list[str]:
    """The contents of each cell of a line: a letter, or "" for each of a count of vacant cells."""
    return [each for token in tokens for each in ([""] * int(token) if token.isdecimal() else [token])]


def _placement(variant: Variant, texts: Sequence[str]) -> tuple[FenForm, bytearray]:
    """The pieces that some lines place, by the form that fits their lengths best."""
    tokens = [_MAN.findall(text) for text in texts]
    for text, found in zip(texts, tokens, strict=True):
        if "".join(found) != text:
            _no(f"I can't read “{shown(text)}” in it")
    rows, forms = list(map(spread, tokens)), [(form, _lines(variant.board, form)) for form in variant.fens]
    form, lines = max(forms, key=lambda each: sum(len(c) == len(r) for c, r in zip(each[1], rows, strict=False)))
    if len(texts) != len(lines):
        _no(f"it has {count_of(len(texts), 'line')} of pieces instead of {len(lines)}")
    placement = bytearray(len(variant.board))
    for cells, row in zip(lines, rows, strict=True):
        if len(row) != len(cells):
            name = variant.board.names[cells[0]]
            which = name[0] if form.line == "file" else name[1:]
            _no(f"{form.line} {which} has {count_of(len(row), 'cell')} instead of {len(cells)}")
        for cell, letter in zip(cells, row, strict=True):
            code = variant.codes.get((1 if letter.isupper() else 2, letter.upper())) if letter else 0
            placement[cell] = _no(f"no piece of this game is written {letter}") if code is None else code
    if form.line == "file" and any(_at_its_end(variant, placement, cell) for cell in range(len(placement))):
        _no("pawns are where they promote; write each file from its first cell up")
    return form, placement


def _at_its_end(variant: Variant, placement: Sequence[int], cell: Cell) -> bool:
    """Return whether a piece is on its promotion cell: other programs write files from the far end."""
    piece = variant.pieces[placement[cell]]
    return piece is not None and bool(variant.promotion_zones.get((piece.seat, piece.kind.letter), 0) >> cell & 1)


# ---- fields


def _castlings(variant: Variant, form: FenForm) -> Iterator[tuple[str, Castling]]:
    for castling in sorted(variant.castlings, key=lambda castling: castling.seat):
        letter = next(letter for letter, name in form.castlings if name == castling.name)
        yield letter if castling.seat == 1 else letter.lower(), castling


def _pair(castling: Castling) -> tuple[Cell, Cell]:
    return castling.royal[0], castling.partner[0]


def _rights(variant: Variant, form: FenForm, placement: Sequence[int], text: str) -> list[Cell]:
    known, cells = dict(_castlings(variant, form)), list[Cell]()
    for letter in text if text != "-" else "":
        if letter not in known:
            _no(f"its castling rights are “{shown(text)}” instead of some of {''.join(known)}, or -")
        for cell in _pair(known[letter]):
            piece = variant.pieces[variant.start.placement[cell]]
            if piece and placement[cell] != variant.start.placement[cell]:
                name, owner = f"{piece.kind.name} on {variant.board.names[cell]}", variant.side(piece.seat)
                _no(f"it lets {owner} castle ({letter}) without a {name}")
        cells += _pair(known[letter])
    return cells


def _passed(variant: Variant, placement: Sequence[int], seat: int, name: str) -> Passed:
    """The first steps that a seat has just made over a cell."""
    over = variant.board.find(name)
    if over is None:
        _no(f"it has “{shown(name)}” instead of an en passant square, or -")
    for origin in range(len(variant.board)):
        piece = variant.pieces[variant.start.placement[origin]]
        if piece is None or piece.seat != seat or placement[origin]:
            continue
        for *passed, target in variant.first_steps(piece, origin):
            if over in passed and placement[target] == variant.start.placement[origin] and not placement[over]:
                return Passed(tuple(passed), target)
    _no(f"nothing can have just passed over {name}")


def _quiet(words: Sequence[str], turn: int) -> tuple[int, ...]:
    """The quiet moves of both seats, of whom the one to move has made no more; a FEN may leave out both numbers."""
    numbers = [number_of(word) for word in words[:2]]
    if None in numbers or len(numbers) == 1:
        _no(f"it ends with “{shown(' '.join(words))}” instead of its halfmove clock and the number of the move")
    if words[2:]:
        _no(f"I can't read “{shown(' '.join(words[2:]))}” at its end")
    clock = numbers[0] if numbers else 0
    more, less = -(-(clock or 0) // 2), (clock or 0) // 2
    return (0, less, more) if turn == 1 else (0, more, less)
