"""Position codes: a whole position, its history apart, in one line of text.

`<men> <turn> [field=value]…`. The men stand line by line (files or rows) from the first letter on, parted by `/`, each
from number 1 up: a piece letter (marked with its seat: `G`, `g`, `G'`, `g'` for seats 1 to 4) or a count of vacant
cells. Fields that say nothing are left out: `quiet=3,2` the quiet moves of each seat, `lost=GT,P` each seat's lost men,
`out=3` the eliminated seats, `rights=a1,e1` the cells of men that still have a first move (double step, castling),
`passed=e3,e4` the cell a double step has just passed over and the cell of the man that made it, `tokens=c3:2,d4:1` the
fatigue of men, `due=2` the placements still to come, `captor=d4` the cell of the man that has just captured.
"""

from __future__ import annotations

import re

from engine.board import Cell
from engine.pieces import DoubleStep
from engine.position import Passed, Position, bit_set, bits
from engine.refusal import listed, shown
from engine.variant import Variant
from engine.words import letter_of

_MAN = re.compile(r"[0-9]{1,3}|[A-Za-z]'?")


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
            man = variant.man(position, cell)
            if man is None:
                gap += 1
                continue
            text += (str(gap) if gap else "") + letter_of(man.kind.letter, man.seat)
            gap = 0
        lines.append(text + (str(gap) if gap else ""))
    return " ".join(["/".join(lines), str(position.turn), *_fields(variant, position)])


def _fields(variant: Variant, position: Position) -> list[str]:
    fields = []
    if any(position.quiet):
        fields.append("quiet=" + ",".join(str(count) for count in position.quiet[1:]))
    if any(position.lost):
        pools = ["".join(man.kind.letter for code in pool if (man := variant.men[code])) for pool in position.lost[1:]]
        fields.append("lost=" + ",".join(pools))
    if position.out:
        fields.append("out=" + ",".join(str(s.number) for s in variant.seats if position.out >> s.number & 1))
    names = variant.board.names
    if position.rights:
        fields.append("rights=" + ",".join(names[cell] for cell in bits(position.rights)))
    if position.passed:
        fields.append(f"passed={names[position.passed.cell]},{names[position.passed.man]}")
    if position.due:
        fields.append(f"due={position.due}")
    if position.captor is not None:
        fields.append(f"captor={names[position.captor]}")
    if position.tokens:
        fields.append("tokens=" + ",".join(f"{names[cell]}:{count}" for cell, count in position.tokens))
    return fields


def position_of(variant: Variant, code: str) -> Position:
    """The position of a code; BadCode with all that is wrong with it."""
    position, problems = read_code(variant, code)
    if position is None or problems:
        raise BadCode(*problems)
    return position


def read_code(variant: Variant, code: str) -> tuple[Position | None, tuple[str, ...]]:
    """The position of a code as far as it can be read, and all that is wrong with the code.

    There is no position where the men or the seat to move cannot be read; other fields are left out then.
    """
    reader = _Reader(variant)
    position = reader.position(code)
    return position, tuple(dict.fromkeys(reader.problems))


class _Reader:
    """One reading of a code, gathering problems on the way."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.problems: list[str] = []
        self.placement = bytearray()
        """The men, once all of them have been read."""

    def position(self, code: str) -> Position | None:
        words = code.split()
        if len(words) < 2:
            self.problems.append("a position code has at least two words: the men and the seat to move")
            return None
        placement = self.men_on(words[0])
        self.placement = bytearray() if self.problems else placement
        turn = self.seat(words[1])
        fields = self.fields(words[2:])
        nobody = (0,) * (len(self.variant.seats) + 1)
        quiet = self.counts(fields.pop("quiet")) if "quiet" in fields else nobody
        lost = self.pools(fields.pop("lost")) if "lost" in fields else (b"",) * len(nobody)
        out = bit_set(self.seats(fields.pop("out"))) if "out" in fields else 0
        rights = self.occupied("rights", fields.pop("rights")) if "rights" in fields else []
        passed = self.passed(fields.pop("passed")) if "passed" in fields else None
        tokens = self.tokens(fields.pop("tokens")) if "tokens" in fields else ()
        due = self.due(fields.pop("due")) if "due" in fields else 0
        captor = self.captor(fields.pop("captor")) if "captor" in fields else None
        if fields:
            self.problems.append(f"there is no field {listed([repr(shown(name)) for name in fields])}")
        if turn is None or not self.placement:
            return None
        if out >> turn & 1:
            self.problems.append(f"seat {turn} is to move but eliminated")
        men = self.men(placement)
        return Position(bytes(placement), men, turn, quiet, lost, out, bit_set(rights), passed, tokens, due, captor)

    def fields(self, words: list[str]) -> dict[str, str]:
        pairs = [word.partition("=")[::2] for word in words]
        names = [name for name, _ in pairs]
        self.problems += [f"{shown(name)} stands there twice" for name in names if names.count(name) > 1]
        return dict(pairs)

    def men_on(self, text: str) -> bytearray:
        board = self.variant.board
        placement = bytearray(len(board))
        lines = text.split("/")
        if len(lines) != len(board.lines):
            self.problems.append(f"{len(lines)} lines of men, but the board has {len(board.lines)}")
        for letter, line, cells in zip(board.letters, lines, board.lines, strict=False):
            self.line(letter, line, cells, placement)
        return placement

    def line(self, letter: str, text: str, cells: tuple[Cell, ...], placement: bytearray) -> None:
        tokens = _MAN.findall(text)
        if "".join(tokens) != text:
            self.problems.append(f"line {letter}: I can't read {shown(text)!r}")
            return
        length = sum(int(token) if token.isdecimal() else 1 for token in tokens)
        if length != len(cells):
            self.problems.append(f"line {letter}: {length} cells, but it has {len(cells)}")
            return
        place = 0
        for token in tokens:
            if token.isdecimal():
                place += int(token)
                continue
            placement[cells[place]] = self.code(token)
            place += 1

    def code(self, token: str) -> int:
        seat = (1 if token[0].isupper() else 2) + (2 if token.endswith("'") else 0)
        code = self.variant.codes.get((seat, token[0].upper()), 0)
        if not code:
            self.problems.append(f"no man is written {token}")
        return code

    def men(self, placement: bytearray) -> tuple[int, ...]:
        men = [0] * (len(self.variant.seats) + 1)
        for cell, code in enumerate(placement):
            man = self.variant.men[code]
            if man is not None:
                men[man.seat] |= 1 << cell
        men[0] = sum(men)
        return tuple(men)

    def seat(self, text: str) -> int | None:
        number = _count(text)
        if number is not None and 1 <= number <= len(self.variant.seats):
            return number
        self.problems.append(f"there is no seat {shown(text)!r}")
        return None

    def seats(self, text: str) -> list[int]:
        return [seat for part in text.split(",") if (seat := self.seat(part)) is not None]

    def cells(self, text: str) -> list[Cell]:
        """The cells of names parted by commas."""
        found = []
        for name in text.split(","):
            cell = self.variant.board.find(name)
            if cell is None:
                self.problems.append(f"there is no cell {shown(name)!r}")
            else:
                found.append(cell)
        return found

    def occupied(self, field: str, text: str) -> list[Cell]:
        """The cells of names parted by commas, on each of which a man must stand, as far as the men are known."""
        cells = self.cells(text)
        vacant = [cell for cell in dict.fromkeys(cells) if self.placement and not self.placement[cell]]
        if vacant:
            self.problems.append(f"{field}: nobody stands on {listed([self.variant.board.names[c] for c in vacant])}")
        return [cell for cell in cells if cell not in vacant]

    def due(self, text: str) -> int:
        most = self.variant.phase.plies if self.variant.phase else 0
        count = _count(text)
        if count is not None and count <= most:
            return count
        wanted = f"a number of placements up to {most}" if most else "possible, there are no placements in this game"
        self.problems.append(f"due={shown(text)} is not {wanted}")
        return 0

    def double_steps(self, code: int) -> bool:
        man = self.variant.men[code]
        return man is not None and any(isinstance(atom, DoubleStep) for atom in man.kind.atoms)

    def captor(self, text: str) -> Cell | None:
        if "," in text:
            self.problems.append(f"captor={shown(text)} is not one cell")
            return None
        return next(iter(self.occupied("captor", text)), None)

    def passed(self, text: str) -> Passed | None:
        if text.count(",") != 1:
            self.problems.append(f"passed={shown(text)} is not two cells")
            return None
        cells = self.cells(text)
        if len(cells) < 2 or not self.placement:
            return None
        over, man = cells
        names = self.variant.board.names
        wrong = []
        if self.placement[over]:
            wrong.append(f"passed: {names[over]} is not vacant, so nobody has passed over it")
        if not self.double_steps(self.placement[man]):
            wrong.append(f"passed: no man that makes double steps stands on {names[man]}")
        self.problems += wrong
        return None if wrong else Passed(over, man)

    def tokens(self, text: str) -> tuple[tuple[Cell, int], ...]:
        pairs = [pair.partition(":")[::2] for pair in text.split(",")]
        counts = [(name, count) for name, number in pairs if (count := _count(number))]
        if len(counts) != len(pairs):
            self.problems.append(f"tokens={shown(text)} are not cells with counts")
            return ()
        names = [name for name, _ in counts]
        self.problems += [f"tokens: {shown(name)} stands there twice" for name in names if names.count(name) > 1]
        cells = self.occupied("tokens", ",".join(dict.fromkeys(names)))
        known = dict(counts)
        return tuple((cell, known[self.variant.board.names[cell]]) for cell in sorted(cells))

    def counts(self, text: str) -> tuple[int, ...]:
        counts = [_count(part) for part in text.split(",")]
        known = [count for count in counts if count is not None]
        if len(counts) != len(self.variant.seats) or len(known) != len(counts):
            self.problems.append(f"quiet={shown(text)} is not one count for each seat")
            return (0,) * (len(self.variant.seats) + 1)
        return (0, *known)

    def pools(self, text: str) -> tuple[bytes, ...]:
        parts = text.split(",")
        if len(parts) != len(self.variant.seats):
            self.problems.append(f"lost={shown(text)} is not one pool for each seat")
            return (b"",) * (len(self.variant.seats) + 1)
        return (b"", *(self.pool(seat, part) for seat, part in enumerate(parts, 1)))

    def pool(self, seat: int, letters: str) -> bytes:
        codes = [self.variant.codes.get((seat, letter), 0) for letter in letters]
        if not all(codes):
            self.problems.append(f"lost men {shown(letters)!r}: no such pieces")
        return bytes(sorted(codes))


def _count(text: str) -> int | None:
    """A number of at most six digits; None for any other text."""
    return int(text) if text.isdecimal() and len(text) <= 6 else None
