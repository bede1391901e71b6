"""Position codes: a whole position without its history, in one line of text.

`<pieces> <turn> [field=value]…`. The pieces stand line by line (files or rows) from the first letter on, separated by
`/`, each line from number 1 up: a piece letter (marked with its seat: `G`, `g`, `G'`, `g'` for seats 1 to 4) or a count
of vacant cells. Fields that say nothing are left out: `quiet=3,2` the quiet moves of each seat, `lost=GT,P` each seat's
lost pieces, `out=3` the eliminated seats, `rights=a1,e1` the cells of pieces that still have a first move (first steps,
castling), `passed=e3,e4` the cells that first steps have just passed over and, last, the cell of the piece that made
them, `tokens=c3:2,d4:1` the fatigue of pieces, `due=2` the placements still to come, `captor=d4` the cell of the piece
that has just captured. A rule that counts something for each seat has a field of its own, such as `checks=1,0`.

The reader also takes a FEN where the game has one (`engine.notation.fen`); no code is ever taken for one.
"""

from __future__ import annotations

from engine.model.position import Position, bits
from engine.notation.describe import letter_of
from engine.notation.fen import NotFen, looks_like_fen, read_fen
from engine.notation.position_code_reader import PositionCodeReader
from engine.variants.variant import Variant


class BadCode(ValueError):
    """A position code that cannot be read, or names a position that cannot be; `problems` are all of them, in words."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def code_of(variant: Variant, position: Position) -> str:
    """The position's code."""
    lines = []
    for line in variant.board.lines:
        text, gap = "", 0
        for cell in line:
            piece = variant.piece(position, cell)
            if piece is None:
                gap += 1
                continue
            text += (str(gap) if gap else "") + letter_of(piece.kind.letter, piece.seat)
            gap = 0
        lines.append(text + (str(gap) if gap else ""))
    return " ".join(["/".join(lines), str(position.turn), *_fields(variant, position)])


def _fields(variant: Variant, position: Position) -> list[str]:
    fields = []
    if any(position.quiet):
        fields.append("quiet=" + ",".join(str(count) for count in position.quiet[1:]))
    if any(position.lost):
        pools = [
            "".join(piece.kind.letter for code in pool if (piece := variant.pieces[code])) for pool in position.lost[1:]
        ]
        fields.append("lost=" + ",".join(pools))
    if position.out:
        fields.append("out=" + ",".join(str(s.number) for s in variant.seats if position.out >> s.number & 1))
    names = variant.board.names
    if position.rights:
        fields.append("rights=" + ",".join(names[cell] for cell in bits(position.rights)))
    if position.passed:
        fields.append("passed=" + ",".join(names[cell] for cell in (*position.passed.cells, position.passed.piece)))
    if position.due:
        fields.append(f"due={position.due}")
    if position.captor is not None:
        fields.append(f"captor={names[position.captor]}")
    if position.tokens:
        fields.append("tokens=" + ",".join(f"{names[cell]}:{count}" for cell, count in position.tokens))
    if variant.tally is not None and any(position.tally):
        fields.append(f"{variant.tally.name}=" + ",".join(str(count) for count in position.tally[1:]))
    return fields


def position_of(variant: Variant, code: str) -> Position:
    """The position of a code; BadCode with all that is wrong with it."""
    position, problems = read_code(variant, code)
    if position is None or problems:
        raise BadCode(*problems)
    return position


def read_code(variant: Variant, code: str) -> tuple[Position | None, tuple[str, ...]]:
    """The position of a code, or of a FEN, as far as it can be read, and all that is wrong with it.

    There is no position where the pieces or the seat to move cannot be read; other fields are left out then. A FEN is
    read whole or not at all.
    """
    if looks_like_fen(code):
        try:
            return read_fen(variant, code), ()
        except NotFen as problem:
            return None, (str(problem),)
    decoding = PositionCodeReader(variant)
    position = decoding.position(code)
    return position, tuple(dict.fromkeys(decoding.problems))
