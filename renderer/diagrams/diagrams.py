"""Movement diagrams as data: for each kind of piece a small board, its targets marked, its ways drawn."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from engine.geometry.board import Board, Cell
from engine.model.atoms import Atom
from engine.model.pieces import PieceType, Seat
from engine.model.position import Position
from engine.movement.generator import Movement, movement_of
from engine.variants.variant import Variant
from renderer.layout.cells import spot
from renderer.scene import Mark, Scene, Sign, Trail, grid_of
from renderer.sprites.figures import figure_of

NEAR = 4
"""How many steps around a piece the diagrams of large boards show."""
_LARGE = 100


class _Stand(NamedTuple):
    """A piece that faces an hour on a cell of a board."""

    kind: PieceType
    board: Board
    facing: int
    cell: Cell

    def ways(self, atom: Atom) -> list[tuple[Cell, ...]]:
        """The cells of every path of one of its atoms, first steps included."""
        first = atom.first_steps(self.board, self.cell, self.facing, fresh=True)
        return [path.cells for path in (*atom.paths(self.board, self.cell, self.facing), *first)]


def diagrams_of(variant: Variant) -> tuple[Scene, ...]:
    """The diagram of every kind of piece, in the variant's order."""
    return tuple(diagram_of(variant, kind.letter) for kind in variant.kinds)


def diagram_of(variant: Variant, letter: str, cell: Cell | None = None) -> Scene:
    """How the kind of a letter moves on an otherwise empty board, from a cell or else its widest one.

    It is a piece of the first seat that begins the game with that kind, as its player sees it. The widest cell is the
    one with the most targets, the nearest to the board's middle among equals. Of a large board only the cells near that
    one are shown; cells are numbered as in the scene's grid.
    """
    seat, kind = _owner(variant, letter), variant.by_letter[letter]
    code = variant.codes[seat.number, letter]
    origin, signs = reach_of(variant, letter, cell)
    whole = grid_of(variant.board, seat.view)
    shown = _near(variant.board, origin) if len(variant.board) > _LARGE else range(len(variant.board))
    places = {each: place for place, each in enumerate(shown)}
    stand = _Stand(kind, variant.board, seat.facing, origin)
    return Scene(
        grid=replace(whole, tiles=tuple(whole.tiles[each] for each in shown)),
        pieces=((places[origin], figure_of(variant, code)),),
        marks=(
            Mark(places[origin], Sign.SELECTED),
            *(Mark(places[each], signs[each]) for each in sorted(signs) if each in places),
        ),
        sides=(),
        seats=tuple(each.name for each in variant.seats),
        title=f"{kind.name.capitalize()} ({letter})",
        headline=_note(kind),
        trails=tuple(_trails(stand, places, signs)),
    )


def reach_of(variant: Variant, letter: str, cell: Cell | None = None) -> tuple[Cell, dict[Cell, Sign]]:
    """Where that piece stands on the empty board, and the signs of all cells in its reach."""
    movement, seat = movement_of(variant), _owner(variant, letter)
    code = variant.codes[seat.number, letter]
    origin = _widest(movement, code) if cell is None else cell
    stand = _Stand(variant.by_letter[letter], variant.board, seat.facing, origin)
    return origin, _signs(movement, code, stand)


def alone(variant: Variant, letter: str, cell: Cell) -> Position:
    """That piece alone on the board, its side to move; it has its first move if it begins the game on the cell."""
    return _alone(variant, variant.codes[_owner(variant, letter).number, letter], cell)


def _owner(variant: Variant, letter: str) -> Seat:
    """The first seat that begins the game with a kind, or else the first of all."""
    owners = (seat for seat in variant.seats if variant.codes[seat.number, letter] in variant.start.placement)
    return next(owners, variant.seats[0])


def _note(kind: PieceType) -> str:
    """What marks and trails cannot show."""
    return next((atom.note for atom in kind.atoms if atom.note), "")


def _near(board: Board, origin: Cell) -> list[Cell]:
    """The cells at most so many steps through edges away, in cell order."""
    found = frontier = {origin}
    for _ in range(NEAR):
        ahead = (board.step(cell, hour) for cell in frontier for hour in board.lattice.edges)
        frontier = {cell for cell in ahead if cell is not None} - found
        found = found | frontier
    return sorted(found)


def _signs(movement: Movement, code: int, stand: _Stand) -> dict[Cell, Sign]:
    """What each cell in reach is marked with."""
    moves, captures = _targets(movement, code, stand.cell)
    leaps = {way[-1] for atom in stand.kind.atoms if atom.leaps for way in stand.ways(atom)}
    signs = dict.fromkeys(moves & captures, Sign.REACH)
    signs |= dict.fromkeys(moves & captures & leaps, Sign.LEAP)
    return signs | dict.fromkeys(moves - captures, Sign.QUIET) | dict.fromkeys(captures - moves, Sign.TAKE)


def _trails(stand: _Stand, places: Mapping[Cell, int], reached: Container[Cell]) -> Iterator[Trail]:
    """The ways of two steps and more to the cells in reach; of all circles of one size, one is bold."""
    for atom in stand.kind.atoms:
        if atom.leaps:
            continue
        ways = stand.ways(atom)
        if atom.circles:
            circles = {frozenset(way): way for way in reversed(ways) if way[::-1] in ways and places.keys() >= set(way)}
            for number, way in enumerate(reversed(circles.values())):
                cells = tuple(places[cell] for cell in (stand.cell, *way))
                yield Trail(cells, circles=True, bold=number == 0)
            continue
        for way in ways:
            if len(way) == 1 or way[-1] not in reached:
                continue
            inside = tuple(takewhile(places.__contains__, way))
            yield Trail(tuple(places[cell] for cell in (stand.cell, *inside)), on=len(inside) < len(way))


def _targets(movement: Movement, code: int, cell: Cell) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Where a piece of a code can go from a cell of an empty board, and where it could capture."""
    position, piece = _alone(movement.variant, code, cell), 1 << cell
    moves = frozenset(move.target for move in movement.pseudo_legal(position, cell))
    if movement.wanders(position, piece):
        others = (each for each in range(len(position.placement)) if each != cell)
        return moves, frozenset(each for each in others if cell in movement.attackers(position, each, piece))
    return moves, frozenset(movement.sight(code, cell))


def _alone(variant: Variant, code: int, cell: Cell) -> Position:
    """A piece of a code alone on the board, its side to move; it has its first move if it begins the game there."""
    piece, start = variant.pieces[code], variant.start
    seat = variant.seats[0].number if piece is None else piece.seat
    placement = bytearray(len(variant.board))
    placement[cell] = code
    pieces = tuple(1 << cell if number in {0, seat} else 0 for number in range(len(start.pieces)))
    rights = start.rights & 1 << cell if start.placement[cell] == code else 0
    return start._replace(placement=bytes(placement), pieces=pieces, turn=seat, rights=rights, due=0)


def _widest(movement: Movement, code: int) -> Cell:
    """The cell from which a piece has the most targets, the nearest to the middle among equals."""
    board = movement.variant.board
    spots = [spot(board.lattice, place, 0) for place in board.places]
    middle = tuple(sum(point[axis] for point in spots) / len(spots) for axis in (0, 1))

    def rank(cell: Cell) -> tuple[int, float, Cell]:
        moves, captures = _targets(movement, code, cell)
        x, y = spots[cell]
        return -len(moves | captures), round((x - middle[0]) ** 2 + (y - middle[1]) ** 2, 6), cell

    return min(range(len(board)), key=rank)
