"""Seats, kinds of piece, and pieces on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine.model.atoms import Atom
from engine.model.english import form


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
        """Its name for so many of them."""
        return form(number, self.name, self.plural)

    @property
    def once(self) -> bool:
        """Whether it has first steps that only a piece with its first move makes."""
        return any(atom.once for atom in self.atoms)

    @property
    def passes(self) -> bool:
        """Whether it may be taken en passant."""
        return any(atom.passes for atom in self.atoms)

    @property
    def keeps(self) -> bool:
        """Whether it may keep its first move when it uses it to capture."""
        return any(atom.kept for atom in self.atoms)

    @property
    def wanders(self) -> bool:
        """Whether its ways cannot be told as paths."""
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
