"""Movement diagrams as data: a piece of each kind on a small board, its targets, its ways, what it meets there."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import takewhile

from engine.model.board import Board, Cell
from engine.model.equipment import PieceType, Seat
from engine.model.position import Position, bits
from engine.movement.generator import Movement, movement_of
from engine.variants.variant import Variant
from renderer.diagrams.ways import Stand, Trail, Way, leaps_of, roamed, trails_of, walls_of
from renderer.figures import figure_of
from renderer.layout.cells import spot
from renderer.scene import Mark, Scene, Sign, grid_of

NEAR = 4
"""Steps around a piece shown on diagrams of large boards."""
_LARGE = 100


class Target(Enum):
    """The acts of a piece on a cell in its reach."""

    BOTH = "moves or captures"
    MOVE = "only moves"
    CAPTURE = "only captures"
    LEAP = "leaps there, whatever is between"


@dataclass(frozen=True)
class Diagram:
    """The moves of a kind of piece; its cells are numbered as in the grid of its scene.

    The `scene` holds the board and the piece alone. `targets` are the cells in its reach, `trails` its ways there.
    `beyond` are the cells at an edge where the board continues, `roamed` those reached by wandering. `walls` are
    the edges (cell, hour) that deflect it, at most `deflections` times in a move. On `goals` it
    promotes, on the `hill` it wins.
    """

    kind: PieceType
    seat: Seat
    scene: Scene
    targets: Mapping[int, Target]
    trails: tuple[Trail, ...]
    beyond: frozenset[int]
    roamed: frozenset[int]
    walls: frozenset[tuple[int, int]]
    deflections: int
    goals: frozenset[int]
    hill: frozenset[int]

    @property
    def shown(self) -> int:
        """Number of the scene's cells, the first ones, that are shown in full."""
        return len(self.scene.grid.tiles) - len(self.beyond)


def diagram_of(variant: Variant, letter: str, cell: Cell | None = None) -> Diagram:
    """The moves of the kind of a letter on an otherwise empty board, from a cell or else its widest one.

    It is a piece of the first seat that begins the game with that kind, as its player sees it. The widest cell is the
    one with the most targets, the nearest to the board's middle among equals. Of a large board only the cells near that
    one are shown, and those around them as beyond the edge.
    """
    board, kind, seat = variant.board, variant.by_letter[letter], _owner(variant, letter)
    origin, targets = reach_of(variant, letter, cell)
    stand = Stand(kind, board, seat.facing, origin)
    shown = _near(board, origin) if len(board) > _LARGE else list(range(len(board)))
    around = sorted(_neighbours(board, shown) - set(shown))
    places = {each: place for place, each in enumerate((*shown, *around))}
    whole, walls = grid_of(board, seat.view), walls_of(stand)
    goals = frozenset(bits(variant.promotion_zones.get((seat.number, letter), 0)))

    inside = {each: place for each, place in places.items() if place < len(shown)}
    return Diagram(
        kind=kind,
        seat=seat,
        scene=Scene(
            grid=replace(whole, tiles=tuple(whole.tiles[each] for each in places)),
            pieces=((places[origin], figure_of(variant, variant.codes[seat.number, letter])),),
            marks=(Mark(places[origin], Sign.SUBJECT),),
            sides=(),
            seats=tuple(each.name for each in variant.seats),
            title=kind.name,
            headline="",
        ),
        targets={inside[each]: targets[each] for each in sorted(targets) if each in inside},
        trails=tuple(_cut(trails_of(stand), targets, inside)),
        beyond=frozenset(range(len(shown), len(places))),
        roamed=_placed(roamed(stand), inside),
        walls=frozenset((inside[each], hour) for each, hour in walls if each in inside),
        deflections=max(walls.values(), default=0),
        goals=_placed(goals, inside),
        hill=_placed(frozenset(variant.hill if kind.royal else ()), inside),
    )


def reach_of(variant: Variant, letter: str, cell: Cell | None = None) -> tuple[Cell, dict[Cell, Target]]:
    """The piece's cell on the empty board, and its acts on each cell in its reach."""
    movement, seat = movement_of(variant), _owner(variant, letter)
    code = variant.codes[seat.number, letter]
    origin = _widest(movement, code) if cell is None else cell
    stand = Stand(variant.by_letter[letter], variant.board, seat.facing, origin)
    return origin, _targets(movement, code, stand)


def alone(variant: Variant, letter: str, cell: Cell) -> Position:
    """That piece alone on the board, its side to move; it has its first move if it begins the game on the cell."""
    return _alone(variant, variant.codes[_owner(variant, letter).number, letter], cell)


def _owner(variant: Variant, letter: str) -> Seat:
    """The first seat that begins the game with a kind, or else the first of all."""
    owners = (seat for seat in variant.seats if variant.codes[seat.number, letter] in variant.start.placement)
    return next(owners, variant.seats[0])


def _near(board: Board, origin: Cell) -> list[Cell]:
    """The cells within some steps through edges, in cell order."""
    found = frontier = {origin}
    for _ in range(NEAR):
        frontier = _neighbours(board, frontier) - found
        found = found | frontier
    return sorted(found)


def _neighbours(board: Board, cells: Iterable[Cell]) -> set[Cell]:
    """The cells one step through an edge away from any of some cells."""
    ahead = (board.step(cell, hour) for cell in cells for hour in board.lattice.edges)
    return {cell for cell in ahead if cell is not None}


def _placed(cells: frozenset[Cell], places: Mapping[Cell, int]) -> frozenset[int]:
    return frozenset(places[cell] for cell in cells if cell in places)


def _cut(trails: Iterable[Trail], reached: Container[Cell], places: Mapping[Cell, int]) -> Iterator[Trail]:
    """The trails to cells in reach as far as they are shown, circles only as a whole."""
    for trail in trails:
        inside = tuple(places[cell] for cell in takewhile(places.__contains__, trail.cells))
        on = len(inside) < len(trail.cells)
        if trail.cells[-1] in reached and len(inside) > 1 and not (on and trail.way is Way.CIRCLE):
            yield trail._replace(cells=inside, on=on)


def _targets(movement: Movement, code: int, stand: Stand) -> dict[Cell, Target]:
    moves, captures = _reach(movement, code, stand.cell)
    targets = dict.fromkeys(moves & captures, Target.BOTH)
    targets |= dict.fromkeys(moves & captures & leaps_of(stand), Target.LEAP)
    return targets | dict.fromkeys(moves - captures, Target.MOVE) | dict.fromkeys(captures - moves, Target.CAPTURE)


def _reach(movement: Movement, code: int, cell: Cell) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """A piece's targets from a cell of an empty board, and the cells it could capture on."""
    position, piece = _alone(movement.variant, code, cell), 1 << cell
    moves = frozenset(move.target for move in movement.pseudo_legal(position) if move.origin == cell)
    if movement.wanders(position, piece):
        others = (each for each in range(len(position.placement)) if each != cell)
        return moves, frozenset(each for each in others if cell in movement.attackers(position, each, piece))
    return moves, frozenset(bits(movement.reach(code, cell).touched))


def _alone(variant: Variant, code: int, cell: Cell) -> Position:
    """A piece of a code alone on the board, its side to move; it has its first move if it begins the game there."""
    seat, start = variant.piece_of(code).seat, variant.start
    placement = bytearray(len(variant.board))
    placement[cell] = code
    pieces = tuple(1 << cell if number in {0, seat} else 0 for number in range(len(start.pieces)))
    rights = start.rights & 1 << cell if start.placement[cell] == code else 0
    return start._replace(placement=bytes(placement), pieces=pieces, turn=seat, rights=rights, due=0)


@lru_cache(maxsize=512)
def _widest(movement: Movement, code: int) -> Cell:
    """The cell from which a piece has the most targets, the nearest to the middle among equals."""
    board = movement.variant.board
    spots = [spot(board.lattice, place, 0) for place in board.places]
    middle = tuple(sum(point[axis] for point in spots) / len(spots) for axis in (0, 1))

    def rank(cell: Cell) -> tuple[int, float, Cell]:
        moves, captures = _reach(movement, code, cell)
        x, y = spots[cell]
        return -len(moves | captures), round((x - middle[0]) ** 2 + (y - middle[1]) ** 2, 6), cell

    return min(range(len(board)), key=rank)
