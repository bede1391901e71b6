"""Equipment: seats, kinds of piece and the array that a game is played with, on its board."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.model.atoms import Atom
from engine.model.board import Board, Cell
from engine.model.english import form, without_remark
from engine.model.position import Position, bit_set


@dataclass(frozen=True)
class PieceType:
    """A kind of piece: what players call it, how it moves, and the words the rules have for that.

    `letter` is its capital in notation, `icon` names its picture (a glyph of an icon font; `^` at its end says that it
    points forward). A `royal` piece loses the game when it falls; moves of a `pawnlike` one restart the counters of
    quiet moves. `text` completes the sentence "the <name> …", `rulings` are the referee's readings where the source is
    silent. `die` is the die it fights with where captures are fought out: 6, 8 or 10 faces.
    """

    name: str
    letter: str
    icon: str
    atoms: tuple[Atom, ...]
    text: str
    royal: bool = False
    pawnlike: bool = False
    die: int = 8
    rulings: tuple[str, ...] = ()

    @property
    def plural(self) -> str:
        """Several of them: "guards", "Finches"."""
        return f"{self.name}{'es' if self.name.endswith(('s', 'x', 'ch', 'sh')) else 's'}"

    def form(self, number: int) -> str:
        return form(number, self.name, self.plural)

    @property
    def once(self) -> bool:
        """True if it has first steps that only a piece with its first move makes."""
        return any(atom.once for atom in self.atoms)

    @property
    def passes(self) -> bool:
        return any(atom.passes for atom in self.atoms)

    @property
    def keeps_first_move(self) -> bool:
        """True if it may keep its first move when it uses it to capture."""
        return any(atom.keeps_first_move for atom in self.atoms)

    @property
    def wanders(self) -> bool:
        """True if its moves can't be listed as paths."""
        return any(atom.wanders for atom in self.atoms)


@dataclass(frozen=True)
class Seat:
    """A side: its number in order of play (from 1), its name, and how far its army is turned.

    `facing` is the even number of hours by which its forward differs from the first seat's; `view` is the hour of the
    board that points up when it is seen from this side.
    """

    number: int
    name: str
    facing: int
    view: int


class Piece(NamedTuple):
    """A piece on the board: whose it is (a seat's number) and of what kind."""

    seat: int
    kind: PieceType


def kinds_in_words(kinds: Iterable[tuple[PieceType, int]]) -> list[str]:
    """Kinds with how many there are of each, a single one without its number: "2 guards", "wizard"."""
    return [f"{number} {kind.plural}" if number > 1 else kind.name for kind, number in kinds]


class Placement(NamedTuple):
    """One piece of an array: seat number, piece letter, cell."""

    seat: int
    letter: str
    cell: Cell


class Castling(NamedTuple):
    """A royal piece and a partner moving together: `name` as players write it, the (origin, target) of both.

    All cells of `vacant` must be vacant, none of `safe` attacked; both pieces must still have their first move.
    """

    seat: int
    name: str
    royal: tuple[Cell, Cell]
    partner: tuple[Cell, Cell]
    vacant: int
    safe: int


def army(board: Board, pieces: str) -> tuple[tuple[str, Cell], ...]:
    """The (letter, cell) pairs of an array written as `G a1 c2 · E d1`: letters with their cells, `·` between."""
    pairs = []
    for group in pieces.split("·"):
        letter, *names = group.split()
        pairs += [(letter, board.cell(name)) for name in names]
    return tuple(pairs)


Placed = Callable[[Board, Seat, Seat, Cell], Cell]
"""Maps a cell of the first seat to another's: (board, first seat, other seat, cell) to cell."""


def turned(board: Board, first: Seat, seat: Seat, cell: Cell) -> Cell:
    """The cell turned about the board's centre from one seat's facing to another's."""
    return board.rotate(cell, seat.facing - first.facing)


def mirrored(board: Board, first: Seat, seat: Seat, cell: Cell) -> Cell:
    """For another seat than the first, the cell of the same letter with its number counted from the far end."""
    if seat == first:
        return cell
    line = next(line for line in board.lines if cell in line)
    return line[len(line) - board.number(cell)]


def armies(board: Board, seats: Sequence[Seat], pieces: str, placed: Placed = turned) -> tuple[Placement, ...]:
    """The army of the first of some seats (see `army`) given to each of them."""
    return tuple(
        Placement(seat.number, letter, placed(board, seats[0], seat, cell))
        for seat in seats
        for letter, cell in army(board, pieces)
    )


class CastlingCells(NamedTuple):
    """A castling of the first seat by the names of its cells.

    `name` is what players write; `royal` and `partner` are origin and target, `vacant` and `safe` any number of cells.
    """

    name: str
    royal: str
    partner: str
    vacant: str
    safe: str


def castlings(
    board: Board, seats: Sequence[Seat], patterns: Sequence[CastlingCells], placed: Placed = turned
) -> tuple[Castling, ...]:
    """The castlings of the first of some seats given to each of them."""

    def one(seat: Seat, pattern: CastlingCells) -> Castling:
        name, *parts = pattern
        royal, partner, vacant, safe = (
            [placed(board, seats[0], seat, cell) for cell in board.cells(part)] for part in parts
        )
        moves = (royal[0], royal[1]), (partner[0], partner[1])
        return Castling(seat.number, name, *moves, bit_set(vacant), bit_set(safe))

    return tuple(one(seat, pattern) for seat in seats for pattern in patterns)


@dataclass(frozen=True, eq=False, kw_only=True)
class Equipment:
    """Board, seats, kinds and array, with the castlings among its pieces.

    `steppers` are the pieces of the array that begin with first steps, None for all whose kind makes them.
    `hill` are cells of note: a royal piece wins there in some games, and pictures mark them.
    """

    board: Board
    seats: tuple[Seat, ...]
    kinds: tuple[PieceType, ...]
    array: tuple[Placement, ...]
    castlings: tuple[Castling, ...] = ()
    steppers: tuple[Placement, ...] | None = None
    hill: tuple[Cell, ...] = ()

    @cached_property
    def pieces(self) -> tuple[Piece | None, ...]:
        """The pieces by their code on the board; code 0 is the vacant cell."""
        return (None, *(Piece(seat.number, kind) for seat in self.seats for kind in self.kinds))

    @cached_property
    def codes(self) -> Mapping[tuple[int, str], int]:
        """The code of a piece by (seat number, letter)."""
        return {(piece.seat, piece.kind.letter): code for code, piece in enumerate(self.pieces) if piece}

    @cached_property
    def by_letter(self) -> Mapping[str, PieceType]:
        return {kind.letter: kind for kind in self.kinds}

    @cached_property
    def stepping(self) -> tuple[Placement, ...]:
        """The pieces of the array that begin with first steps."""
        return tuple(
            placing
            for placing in (self.array if self.steppers is None else self.steppers)
            if self.by_letter[placing.letter].once
        )

    @cached_property
    def first_moves(self) -> int:
        """The cells of the pieces of the array that begin with a first move (first steps, castling), as a set."""
        stepping = (placing.cell for placing in self.stepping)
        castling = (cell for castling in self.castlings for cell in (castling.royal[0], castling.partner[0]))
        return bit_set([*stepping, *castling])

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    def side(self, number: int) -> str:
        """The side of this number in words, also of one that there is not: `Blue`, `seat 7`, or `the referee` for 0."""
        if not number:
            return "the referee"
        return next((seat.name for seat in self.seats if seat.number == number), f"seat {number}")

    def seat_named(self, text: str) -> Seat | None:
        """The seat of this name, whatever the letter case, or of this number; None if there is none."""
        wanted = without_remark(text).casefold()
        return next((seat for seat in self.seats if wanted in {seat.name.casefold(), str(seat.number)}), None)

    def kind_named(self, text: str) -> PieceType | None:
        """The kind of this name or letter, whatever the letter case; None if there is none."""
        wanted = without_remark(text).casefold()
        return next((kind for kind in self.kinds if wanted in {kind.name.casefold(), kind.letter.casefold()}), None)

    def piece(self, position: Position, cell: Cell) -> Piece | None:
        return self.pieces[position.placement[cell]]

    def piece_of(self, code: int) -> Piece:
        """The piece of a code; ValueError for that of a vacant cell."""
        piece = self.pieces[code]
        if piece is None:
            raise ValueError("code 0 is no piece")
        return piece

    def remaining(self, position: Position) -> tuple[int, ...]:
        out = position.out
        return tuple([seat.number for seat in self.seats if not out >> seat.number & 1])


def piece_sets(equipment: Equipment, placement: Sequence[int]) -> tuple[int, ...]:
    """The sets of cells of each seat's pieces, and first of all pieces, as a position has them."""
    pieces = [0] * (len(equipment.seats) + 1)
    for cell, code in enumerate(placement):
        piece = equipment.pieces[code]
        if piece is not None:
            pieces[piece.seat] |= 1 << cell
    pieces[0] = sum(pieces)
    return tuple(pieces)
