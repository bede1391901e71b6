"""Position codes: a whole position without its history, in one line of text.

`<pieces> <turn> [field=value]…`. The pieces come line by line (files or rows) from the first letter on, separated by
`/`, each line from number 1 up: a piece letter (marked with its seat: `G`, `g`, `G'`, `g'` for seats 1 to 4) or a count
of vacant cells. Fields that say nothing are left out: `quiet=3,2` the quiet moves of each seat, `lost=GT,P` each seat's
lost pieces, `out=3` the eliminated seats, `rights=a1,e1` the cells of pieces that still have a first move (first steps,
castling), `passed=e3,e4` the cells that first steps have just passed over and, last, the cell of the piece that made
them, `tokens=c3:2,d4:1` the fatigue of pieces, `due=2` the placements still to come, `captor=d4` the cell of the piece
that has just captured. A rule that counts something for each seat has a field of its own, such as `checks=1,0`.

The reader also takes a FEN where the game has one (`engine.notation.fen`); no code is ever taken for one.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from engine.model.board import Cell
from engine.model.english import count_of, join_words, number_of, plain, shown
from engine.model.equipment import piece_sets
from engine.model.position import Passed, Position, bit_set, bits
from engine.notation.fen import NotFen, line_in_letters, looks_like_fen, read_fen, spread
from engine.variants import BadPairs, read_pairs
from engine.variants.variant import Variant

T = TypeVar("T")


class BadCode(ValueError):
    """A position code that cannot be read, or names a position that cannot be; `problems` are all of them, in words."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def code_of(variant: Variant, position: Position) -> str:
    """The position's code."""
    lines = "/".join(line_in_letters(variant, position, cells) for cells in variant.board.lines)
    return " ".join([lines, str(position.turn), *_fields(variant, position)])


def _fields(variant: Variant, position: Position) -> Iterator[str]:
    def field(name: str, values: Iterable[object]) -> str:
        return f"{name}={','.join(map(str, values))}"

    names = variant.board.names
    if any(position.quiet):
        yield field("quiet", position.quiet[1:])
    if any(position.lost):
        letters = ((variant.piece_of(code).kind.letter for code in pool) for pool in position.lost[1:])
        yield field("lost", map("".join, letters))
    if position.out:
        yield field("out", bits(position.out))
    if position.rights:
        yield field("rights", (names[cell] for cell in bits(position.rights)))
    if position.passed:
        yield field("passed", (names[cell] for cell in (*position.passed.cells, position.passed.piece)))
    if position.due:
        yield field("due", (position.due,))
    if position.captor is not None:
        yield field("captor", (names[position.captor],))
    if position.tokens:
        yield field("tokens", (f"{names[cell]}:{count}" for cell, count in position.tokens))
    if variant.tally is not None and any(position.tally):
        yield field(variant.tally.name, position.tally[1:])


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


_MAN = re.compile(r"[0-9]{1,3}|[A-Za-z]'?")


class PositionCodeReader:
    """One reading of a code, gathering problems on the way, in words."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self.problems: list[str] = []
        self._placement = bytearray()
        """The pieces, once all of them have been read."""

    def position(self, code: str) -> Position | None:
        """The position of a code; None where the pieces or the seat to move cannot be read."""
        words = plain(code).split()
        if len(words) < 2:
            self.problems.append(
                "say who is to move after the pieces: w or b in a FEN, 1 or 2 in a position code"
                if self._variant.fens
                else "a position code needs at least two parts: the pieces and the number of the seat to move"
            )
            return None
        placement = self._pieces_on(words[0])
        self._placement = bytearray() if self.problems else placement
        turn = self._seat(words[1])
        placed = self._variant.start._replace(placement=bytes(placement), pieces=piece_sets(self._variant, placement))
        position = self._with_fields(placed._replace(turn=turn or 0, rights=0, due=0), words[2:])
        if turn is None or not self._placement:
            return None
        if position.out >> turn & 1:
            self.problems.append(f"{self._variant.side(turn)} is to move, but has been eliminated")
        return position

    def _with_fields(self, position: Position, words: list[str]) -> Position:
        found = read_pairs(words)
        if isinstance(found, BadPairs):
            self.problems += found.problems
        texts = dict(found.readable if isinstance(found, BadPairs) else found)

        def read(name: str, reader: Callable[[str], T], default: T) -> T:
            return reader(texts.pop(name)) if name in texts else default

        tally = self._variant.tally.name if self._variant.tally else ""
        position = position._replace(
            quiet=read("quiet", partial(self._counts, "quiet"), position.quiet),
            lost=read("lost", self._pools, position.lost),
            out=read("out", self._sides, position.out),
            rights=read("rights", lambda text: bit_set(self._occupied("rights", text)), 0),
            passed=read("passed", self._passed, position.passed),
            tokens=read("tokens", self._tokens, position.tokens),
            due=read("due", self._due, 0),
            captor=read("captor", self._captor, position.captor),
            tally=read(tally, partial(self._counts, tally), position.tally),
        )
        if texts:
            self.problems.append(f"there's no field {join_words([repr(shown(name)) for name in texts])}")
        return position

    def _pieces_on(self, text: str) -> bytearray:
        board, lines = self._variant.board, text.split("/")
        placement = bytearray(len(board))
        if len(lines) != len(board.lines):
            self.problems.append(f"{count_of(len(lines), 'line')} of pieces, but the board has {len(board.lines)}")
        for letter, line, cells in zip(board.letters, lines, board.lines, strict=False):
            self._line(letter, line, cells, placement)
        return placement

    def _line(self, letter: str, text: str, cells: tuple[Cell, ...], placement: bytearray) -> None:
        tokens = _MAN.findall(text)
        if "".join(tokens) != text:
            self.problems.append(f"line {letter}: I can't read {shown(text)!r}")
            return
        row = spread(tokens)
        if len(row) != len(cells):
            self.problems.append(f"line {letter}: {count_of(len(row), 'cell')}, but the board has {len(cells)} there")
            return
        for cell, piece in zip(cells, row, strict=True):
            placement[cell] = self._code(piece) if piece else 0

    def _code(self, token: str) -> int:
        seat = (1 if token[0].isupper() else 2) + (2 if token.endswith("'") else 0)
        code = self._variant.codes.get((seat, token[0].upper()), 0)
        if not code:
            self.problems.append(f"no piece of this game is written {token}")
        return code

    def _seat(self, text: str) -> int | None:
        number = number_of(text)
        if number is not None and 1 <= number <= len(self._variant.seats):
            return number
        sides = [f"{seat.number} ({seat.name})" for seat in self._variant.seats]
        self.problems.append(f"there's no side {shown(text)!r}; the sides are {join_words(sides, 'and')}")
        return None

    def _sides(self, text: str) -> int:
        return bit_set([seat for part in text.split(",") if (seat := self._seat(part)) is not None])

    def _cells(self, text: str) -> list[Cell]:
        found = []
        for name in text.split(","):
            cell = self._variant.board.find(name)
            if cell is None:
                self.problems.append(f"there's no cell {shown(name)!r}")
            else:
                found.append(cell)
        return found

    def _occupied(self, field: str, text: str) -> list[Cell]:
        """The cells of names separated by commas; each must hold a piece, as far as the pieces are known."""
        cells = self._cells(text)
        vacant = [cell for cell in dict.fromkeys(cells) if self._placement and not self._placement[cell]]
        if vacant:
            names = join_words([self._variant.board.names[cell] for cell in vacant])
            self.problems.append(f"{field}: there's no piece on {names}")
        return [cell for cell in cells if cell not in vacant]

    def _due(self, text: str) -> int:
        most = self._variant.phase.plies if self._variant.phase else 0
        count = number_of(text)
        if count is not None and count <= most:
            return count
        known = f"this game has at most {most} placements" if most else "this game has no placements"
        self.problems.append(f"due={shown(text)} can't be: {known}")
        return 0

    def _captor(self, text: str) -> Cell | None:
        if "," in text:
            self.problems.append(f"captor={shown(text)} must be one cell")
            return None
        return next(iter(self._occupied("captor", text)), None)

    def _passed(self, text: str) -> Passed | None:
        names = text.split(",")
        if len(names) < 2:
            self.problems.append(f"passed={shown(text)} must be two cells or more")
            return None
        cells = self._cells(text)
        if len(cells) < len(names) or not self._placement:
            return None
        *passed, piece = cells
        names = [self._variant.board.names[cell] for cell in passed if self._placement[cell]]
        wrong = [f"passed: {name} is occupied, so no piece has passed over it" for name in names]
        taken = self._variant.pieces[self._placement[piece]]
        if taken is None or not taken.kind.passes:
            wrong.append(f"passed: there's no piece to take en passant on {self._variant.board.names[piece]}")
        self.problems += wrong
        return None if wrong else Passed(tuple(passed), piece)

    def _tokens(self, text: str) -> tuple[tuple[Cell, int], ...]:
        pairs = [pair.partition(":")[::2] for pair in text.split(",")]
        counts = [(name, count) for name, number in pairs if (count := number_of(number))]
        if len(counts) != len(pairs):
            self.problems.append(f"tokens={shown(text)} must be cells with counts, like c3:2")
            return ()
        names = [name for name, _ in counts]
        self.problems += [f"tokens: {shown(name)} is given twice" for name in names if names.count(name) > 1]
        cells = self._occupied("tokens", ",".join(dict.fromkeys(names)))
        known = dict(counts)
        return tuple((cell, known[self._variant.board.names[cell]]) for cell in sorted(cells))

    def _counts(self, field: str, text: str) -> tuple[int, ...]:
        counts = [number_of(part) for part in text.split(",")]
        known = [count for count in counts if count is not None]
        if len(counts) != len(self._variant.seats) or len(known) != len(counts):
            self.problems.append(f"{field}={shown(text)} must be one count for each seat")
            return (0,) * (len(self._variant.seats) + 1)
        return (0, *known)

    def _pools(self, text: str) -> tuple[bytes, ...]:
        parts = text.split(",")
        if len(parts) != len(self._variant.seats):
            self.problems.append(f"lost={shown(text)} must be one pool for each seat")
            return (b"",) * (len(self._variant.seats) + 1)
        pools = [b""]
        for seat, letters in enumerate(parts, 1):
            codes = [self._variant.codes.get((seat, letter), 0) for letter in letters]
            if not all(codes):
                self.problems.append(f"lost: there are no pieces {shown(letters)!r}")
            pools.append(bytes(sorted(codes)))
        return tuple(pools)
