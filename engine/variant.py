"""A variant as a frozen value, and the protocols of the rules it is made of.

Nothing that works with a variant asks which one it is: where games differ, the difference is one of these values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.board import Board, Cell
from engine.pieces import DoubleStep, Man, PieceType, Seat
from engine.position import Move, Position, bit_set

if TYPE_CHECKING:
    from engine.combat import Fight, Round, Verdict
    from engine.moves import Movement


class Result(NamedTuple):
    """How a game ended: the winning seat's number (None for a draw) and the reason (see the notation's list)."""

    winner: int | None
    reason: str


class Rule(Protocol):
    """Anything the rules card can print: its text, the referee's rulings in it, each a full sentence."""

    @property
    def text(self) -> str:
        """The rule in words."""

    @property
    def rulings(self) -> tuple[str, ...]:
        """What the referee decided where the source is silent."""


class Legality(Rule, Protocol):
    """Which of the moves that the pieces can make are legal."""

    def legal(self, movement: Movement, position: Position) -> list[Move]:
        """The legal moves, unsorted, each once."""

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        """Why a move that the piece can make is not legal, as a clause; None if it is."""


class Captures(Rule, Protocol):
    """Which of the men that reach an enemy man may take it."""

    def able(self, movement: Movement, position: Position, target: Cell, takers: Sequence[Cell]) -> Sequence[Cell]:
        """Those of the men on `takers`, all of one side and reaching the man on `target`, that may take it."""

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        """Why a capture that the piece reaches is not allowed, as a clause; None if it is."""


class Phase(Rule, Protocol):
    """Placements before the first move."""

    @property
    def plies(self) -> int:
        """How many placements there are."""

    @property
    def toss(self) -> bool:
        """Whether the referee's dice decide who begins, whatever side a player wishes."""

    def moves(self, movement: Movement, position: Position) -> list[Move]:
        """The placements open to the player to move."""


class Elimination(Rule, Protocol):
    """Which opponents leave the game when a turn begins."""

    def begun(self, movement: Movement, position: Position) -> tuple[Position, tuple[int, ...]]:
        """The position once those opponents have left, and their seats in order."""


class Skipping(Rule, Protocol):
    """That a player without a legal move is passed over."""


class Promotion(Rule, Protocol):
    """What a kind of man may or must become on arriving at certain cells."""

    @property
    def letter(self) -> str:
        """The kind that promotes."""

    def zone(self, variant: Variant, seat: Seat) -> tuple[Cell, ...]:
        """The cells on which this seat's men promote."""

    def choices(self, variant: Variant, position: Position, target: Cell) -> tuple[str | None, ...]:
        """The letters open to the player to move on arriving at the target; None stands for staying as it is."""

    def lost(self, variant: Variant, position: Position, move: Move) -> bytes:
        """The mover's lost men after the promotion."""


class Ending(Rule, Protocol):
    """A way the game ends by itself."""

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        """The result in the last position of the line, if this rule ends the game there."""


class Claim(Rule, Protocol):
    """A draw that a player may claim."""

    @property
    def reason(self) -> str:
        """The reason the result will carry."""

    def available(self, movement: Movement, line: Sequence[Position]) -> bool:
        """Whether the draw may be claimed in the last position of the line."""

    def standing(self, movement: Movement, line: Sequence[Position]) -> str:
        """How far the game is from that claim, in a few words for players; "" while there is nothing to say."""


class Style(NamedTuple):
    """How moves are written: the letter of the kind written without it ("" for none), and whether checks are marked.

    `Style("P", True)` is orthodox algebraic notation (SAN).
    """

    letterless: str = ""
    marks_check: bool = False


LETTERED = Style()


class Fights(Protocol):
    """How captures are fought out (see engine.combat)."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of fights, for the card."""

    def fight(self, movement: Movement, position: Position, move: Move) -> Fight | None:
        """The fight that a move opens, or None if it is no attack."""

    def verdict(self, fight: Fight, rounds: Sequence[Round]) -> Verdict:
        """How the fight stands after some rounds of natural dice; ValueError for dice it cannot have."""

    def aftermath(self, movement: Movement, position: Position, fight: Fight, verdict: Verdict) -> Position:
        """The position after a decided fight, the next seat to move."""


class Castling(NamedTuple):
    """A royal piece and a partner moving together: `name` as players write it, the (origin, target) of both.

    All cells of `vacant` must be vacant, none of `safe` attacked; both men must still have their first move.
    """

    seat: int
    name: str
    royal: tuple[Cell, Cell]
    partner: tuple[Cell, Cell]
    vacant: int
    safe: int


class Placing(NamedTuple):
    """One man of an array: seat number, piece letter, cell."""

    seat: int
    letter: str
    cell: Cell


@dataclass(frozen=True)
class Option:
    """A choice a table makes before the game: its name, its values (the first is the default) and what it means."""

    name: str
    values: tuple[str, ...]
    text: str


@dataclass(frozen=True, eq=False)
class Variant:
    """A game to be played: board, seats, kinds, array and rules, with its options chosen.

    `endings` are looked at in every position, then `stuck` where the player to move has no legal move (where turns are
    skipped: where nobody has one), or else the `limits`, endings by counting. `steppers` are the men of the array that
    begin with a double step, None for all whose kind makes one. `combat` says how captures are fought out, None where
    they simply succeed, and `peaceful` is then the game without fights. `options` are the choices that differ from the
    defaults; `notes` are general remarks for the rules card, `credits` name the sources, `rulings` are the referee's
    decisions that belong to no single piece or rule.
    """

    key: str
    name: str
    edition: int
    board: Board
    seats: tuple[Seat, ...]
    kinds: tuple[PieceType, ...]
    array: tuple[Placing, ...]
    legality: Legality
    endings: tuple[Ending, ...]
    stuck: Ending
    elimination: Elimination | None = None
    skipping: Skipping | None = None
    limits: tuple[Ending, ...] = ()
    captures: Captures | None = None
    phase: Phase | None = None
    castlings: tuple[Castling, ...] = ()
    steppers: tuple[Placing, ...] | None = None
    promotions: tuple[Promotion, ...] = ()
    claims: tuple[Claim, ...] = ()
    style: Style = LETTERED
    combat: Fights | None = None
    peaceful: Variant | None = None
    options: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    credits: str = ""
    rulings: tuple[str, ...] = ()

    @cached_property
    def men(self) -> tuple[Man | None, ...]:
        """The men that may stand on the board by their code; code 0 is the vacant cell."""
        return (None, *(Man(seat.number, kind) for seat in self.seats for kind in self.kinds))

    @cached_property
    def codes(self) -> Mapping[tuple[int, str], int]:
        """The code of a man by (seat number, letter)."""
        return {(man.seat, man.kind.letter): code for code, man in enumerate(self.men) if man}

    @cached_property
    def by_letter(self) -> Mapping[str, PieceType]:
        """The kinds by their letters."""
        return {kind.letter: kind for kind in self.kinds}

    @cached_property
    def promotion_zones(self) -> Mapping[tuple[int, str], int]:
        """The sets of cells on which men promote, by (seat number, letter)."""
        return {
            (seat.number, rule.letter): bit_set(rule.zone(self, seat))
            for seat in self.seats
            for rule in self.promotions
        }

    def seat(self, number: int) -> Seat:
        """The seat of this number."""
        return self.seats[number - 1]

    def seat_named(self, text: str) -> Seat | None:
        """The seat of this name, whatever the letter case, or of this number; None if there is none."""
        wanted = text.strip().casefold()
        return next((seat for seat in self.seats if wanted in {seat.name.casefold(), str(seat.number)}), None)

    def man(self, position: Position, cell: Cell) -> Man | None:
        """The man on a cell, or None."""
        return self.men[position.placement[cell]]

    @cached_property
    def start(self) -> Position:
        """The position in which the game begins."""
        placement = bytearray(len(self.board))
        men = [0] * (len(self.seats) + 1)
        for seat, letter, cell in self.array:
            placement[cell] = self.codes[seat, letter]
            men[seat] |= 1 << cell
        men[0] = sum(men)
        nobody = (0,) * len(men)
        return Position(
            bytes(placement),
            tuple(men),
            1,
            nobody,
            (b"",) * len(men),
            rights=self._first_moves(),
            due=self.phase.plies if self.phase else 0,
        )

    def _first_moves(self) -> int:
        """The cells of the men that begin with a first move."""
        stepping = (placing.cell for placing in self.stepping)
        castling = (cell for castling in self.castlings for cell in (castling.royal[0], castling.partner[0]))
        return bit_set([*stepping, *castling])

    @cached_property
    def stepping(self) -> tuple[Placing, ...]:
        """The men of the array that begin with a double step."""
        return tuple(
            placing
            for placing in (self.array if self.steppers is None else self.steppers)
            if any(isinstance(atom, DoubleStep) and not atom.zone for atom in self.by_letter[placing.letter].atoms)
        )

    def remaining(self, position: Position) -> tuple[int, ...]:
        """The numbers of the seats that are still in the game."""
        return tuple(seat.number for seat in self.seats if not position.out >> seat.number & 1)


@dataclass(frozen=True)
class Game:
    """An entry of the registry: a variant before its options are chosen.

    `options` are the game's own; the registry adds `combat`, whose default for this game is the first of `combat`.
    """

    key: str
    name: str
    build: Callable[[Mapping[str, str]], Variant]
    options: tuple[Option, ...] = ()
    combat: tuple[str, ...] = ("off", "poly", "d6")


def army(board: Board, men: str) -> tuple[tuple[str, Cell], ...]:
    """The (letter, cell) pairs of an array written as `G a1 c2 · E d1`: a letter, its cells, groups parted by `·`."""
    pairs = []
    for group in men.split("·"):
        letter, *names = group.split()
        pairs += [(letter, board.cell(name)) for name in names]
    return tuple(pairs)


Placed = Callable[[Board, Seat, Seat, Cell], Cell]
"""What a cell of the first seat is for another: (board, first seat, other seat, cell) to cell."""


def turned(board: Board, first: Seat, seat: Seat, cell: Cell) -> Cell:
    """The cell turned about the board's centre from one seat's facing to another's."""
    return board.turned(cell, seat.facing - first.facing)


def mirrored(board: Board, first: Seat, seat: Seat, cell: Cell) -> Cell:
    """For another seat than the first, the cell of the same letter with its number counted from the far end."""
    if seat == first:
        return cell
    line = next(line for line in board.lines if cell in line)
    return line[len(line) - board.number(cell)]


def armies(board: Board, seats: Sequence[Seat], men: str, placed: Placed = turned) -> tuple[Placing, ...]:
    """The army of the first of some seats (see `army`) given to each of them."""
    return tuple(
        Placing(seat.number, letter, placed(board, seats[0], seat, cell))
        for seat in seats
        for letter, cell in army(board, men)
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
