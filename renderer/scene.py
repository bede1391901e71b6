"""Scenes: what a picture shows, as data, from cells, pieces and marks to the sides, the caption and a fight."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from engine.model.board import Board, Cell, Lattice, Vector
from engine.model.position import Move, Position, bits
from engine.movement.generator import announced, movement_of, unannounced, way
from engine.notation.describe import result_in_words, tally_in_words
from engine.play.referee import sheet
from engine.play.state import Await, State
from engine.rules.fight import Fought
from engine.rules.protocols import Result
from engine.variants.variant import Variant
from renderer.fight import DrawnFight, fight_of
from renderer.figures import NO_FURNITURE, BoardFeatures, Figure, figure_of, furniture_of


class Tile(NamedTuple):
    """A cell: its name, its place on the lattice and the name of its colour."""

    name: str
    place: Vector
    shade: str


@dataclass(frozen=True)
class Grid:
    """A board seen from one side: its cells in cell order, the hour that points up, and what a game makes of it."""

    lattice: Lattice
    tiles: tuple[Tile, ...]
    view: int
    furniture: BoardFeatures = NO_FURNITURE


class Sign(Enum):
    """The meaning of a mark on a cell."""

    ORIGIN = "the last move came from here"
    TARGET = "the last move went here"
    SELECTED = "the piece asked about"
    SUBJECT = "the piece that a diagram is about"
    GOAL = "a cell on which it promotes"
    MOVABLE = "a piece that can move"
    REACH = "a vacant cell it can go to"
    STRIKE = "a piece it can take"
    HILL = "a cell on which a royal piece wins"
    EXPOSED = "a piece that has lost its protection by the capture it has just made"
    CHECK = "a royal piece in check"


class Mark(NamedTuple):
    """A sign on a cell."""

    cell: Cell
    sign: Sign


class Status(Enum):
    """A side's status in the game."""

    WAITING = "waiting"
    TO_MOVE = "to move"
    TO_ROLL = "to roll"
    WON = "wins"
    OUT = "out"


class Loss(NamedTuple):
    """Lost pieces of one kind and how many they are."""

    figure: Figure
    number: int


class Person(NamedTuple):
    """A player in the picture: a name, a rating and the clock's text, each "" if unknown.

    A `newcomer` also sees an attack on their royal piece marked where there is no check.
    """

    name: str = ""
    rating: str = ""
    clock: str = ""
    newcomer: bool = False


NOBODY = Person()
NO_PEOPLE: Mapping[int, Person] = MappingProxyType({})


class Side(NamedTuple):
    """A seat in the panel: its number and name, its status, its lost pieces, and its player."""

    number: int
    name: str
    status: Status
    lost: tuple[Loss, ...]
    person: Person = NOBODY


@dataclass(frozen=True)
class Marks:
    """Marks asked for besides the last move: one selected piece, where it can go, and the pieces that can move.

    The way of the first move of a line that is `advised` is drawn in place of the last one's, the others fainter.
    """

    selected: Cell | None = None
    targets: frozenset[Cell] = frozenset()
    movable: frozenset[Cell] = frozenset()
    advised: tuple[Move, ...] = ()


NO_MARKS = Marks()


def marks_of(state: State, cell: Cell | None = None) -> Marks:
    """The marks of where the piece on a cell can go, or without a cell of every piece that can move.

    Before the first move they are the cells on which pieces can be placed.
    """
    legal = sheet(state).legal
    if cell is None:
        placed = {move.target for move in legal} if state.position.due else set()
        return Marks(movable=frozenset({move.origin for move in legal} | placed))
    return Marks(selected=cell, targets=frozenset(move.target for move in legal if move.origin == cell))


def marks_at(state: State, name: str) -> Marks:
    """The marks of where the piece on a cell of this name can go.

    Raises ValueError where there is no such cell, or no piece on it of the side to move.
    """
    cell, position = state.variant.board.cell(name), state.position
    if not position.pieces[position.turn] >> cell & 1:
        raise ValueError(f"{name} holds no piece of {state.variant.seat(position.turn).name}, who is to move")
    return marks_of(state, cell)


def advice_of(line: tuple[Move, ...], *, whole: bool) -> Marks:
    """The marks of a line that is advised: its first piece alone, or the `whole` of it.

    A piece to be placed has none yet.
    """
    move = line[0]
    placed = move.special is not None and move.special.placed
    if not whole:
        return Marks() if placed else Marks(selected=move.origin)
    if placed:
        return Marks(targets=frozenset({move.origin, move.target}))
    return Marks(selected=move.origin, targets=frozenset({move.target}), advised=line)


@dataclass(frozen=True)
class Scene:
    """Everything a picture shows; equal scenes give equal pictures.

    `pieces` pairs cells with figures, in cell order. `marks` run in the order they are drawn, `sides` in order of play,
    the viewer last. `seats` are the names in seat order. `title` is the game's name, with what a rule of it counts, and
    `headline` says who is to move or how the game ended. With `letters`, each piece also shows its letter. `tokens`
    pairs the cells of tired pieces with their fatigue. A `fight` is drawn below the board. `way` holds the cells that
    a move goes through, the first and the last included, () where no arrow is drawn: after a placement or a step
    to the next cell. `ahead` are those of the moves expected after an advised one. `threats` are cells with how many of
    the viewer's pieces attack them, and how many of the others'.
    """

    grid: Grid
    pieces: tuple[tuple[Cell, Figure], ...]
    marks: tuple[Mark, ...]
    sides: tuple[Side, ...]
    seats: tuple[str, ...]
    title: str
    headline: str
    letters: bool = False
    tokens: tuple[tuple[Cell, int], ...] = ()
    fight: DrawnFight | None = None
    way: tuple[Cell, ...] = ()
    ahead: tuple[tuple[Cell, ...], ...] = ()
    threats: tuple[tuple[Cell, int, int], ...] = ()


def scene_of(  # noqa: PLR0913 - each word is a part of the picture
    variant: Variant,
    position: Position,
    seat: int = 1,
    *,
    last_move: Move | None = None,
    result: Result | None = None,
    marks: Marks = NO_MARKS,
    letters: bool = False,
    fought: Fought | None = None,
    before: Position | None = None,
    people: Mapping[int, Person] = NO_PEOPLE,
    occasion: str = "",
    threats: tuple[tuple[Cell, int, int], ...] = (),
    roller: int = 0,
) -> Scene:
    """The scene of a position with this seat's side at the bottom, and the fight that led there, if one is given.

    The last move is drawn along its way if the position `before` it is given; with `threats`, or if another move is
    advised, it is not drawn.
    `people` are the players by the numbers of their seats; `occasion` names the game and its last
    move, like `game 14 · 7. Pxd4`. `roller` is the seat that is to roll for the last move, 0 for none.
    Raises ValueError if the variant has no such seat.
    """
    if not 1 <= seat <= len(variant.seats):
        raise ValueError(f"{variant.name} has seats 1 to {len(variant.seats)}, not {seat}")
    mover, view = variant.seat(roller or position.turn).name, variant.seat(seat).view
    ended = "" if result is None else result_in_words(variant, result)
    last_move = None if threats or marks.advised else last_move
    drawn, begun = (marks.advised[0], position) if marks.advised else (last_move, before)
    return Scene(
        grid=grid_of(variant.board, view, furniture_of(variant)),
        pieces=tuple((cell, figure_of(variant, position.placement[cell], view)) for cell in bits(position.pieces[0])),
        marks=tuple(_marks(variant, position, last_move, marks, people)),
        sides=tuple(
            Side(
                number,
                variant.seat(number).name,
                _status(variant, position, number, result, roller),
                tuple(Loss(figure_of(variant, code, view), count) for code, count in _lost(position, number)),
                people.get(number, NOBODY),
            )
            for number in _order(len(variant.seats), seat)
        ),
        seats=tuple(each.name for each in variant.seats),
        title=_title(variant, position, occasion),
        headline=f"{mover} to {'roll' if roller else 'move'}" if result is None else f"{ended[:1].upper()}{ended[1:]}",
        letters=letters,
        tokens=position.tokens,
        fight=None if fought is None else fight_of(variant, fought),
        way=() if drawn is None or begun is None else _way(variant, begun, drawn),
        ahead=tuple(_ahead(variant, position, marks.advised)),
        threats=threats,
    )


def game_scene(
    state: State,
    seat: int = 1,
    *,
    marks: Marks = NO_MARKS,
    letters: bool = False,
    people: Mapping[int, Person] = NO_PEOPLE,
    occasion: str = "",
    threats: tuple[tuple[Cell, int, int], ...] = (),
) -> Scene:
    """The scene of a game with its last move and its result; for the rest see `scene_of`.

    A last move that was a fight is shown unless something else is asked for.
    """
    last = state.played[-1] if state.played else None
    return scene_of(
        state.variant,
        state.position,
        seat,
        last_move=last.move if last else None,
        result=state.result,
        marks=marks,
        letters=letters,
        fought=last.fought if last and marks == NO_MARKS and not threats else None,
        before=last.before if last else None,
        people=people,
        occasion=occasion,
        threats=threats,
        roller=state.due if state.awaits is Await.CALL else 0,
    )


def _way(variant: Variant, before: Position, move: Move) -> tuple[Cell, ...]:
    """The cells that a move goes through, both ends included; () for a placement and a step to the next cell."""
    cells = way(movement_of(variant), before, move)
    return cells if len(cells) > 2 or variant.board.distance(move.origin, move.target) > 1 else ()


def _ahead(variant: Variant, position: Position, line: tuple[Move, ...]) -> Iterator[tuple[Cell, ...]]:
    """The ways of the moves of a line after its first."""
    movement = movement_of(variant)
    for made, move in pairwise(line):
        position = movement.play(position, made)
        yield way(movement, position, move)


@lru_cache(maxsize=256)
def grid_of(board: Board, view: int, furniture: BoardFeatures = NO_FURNITURE) -> Grid:
    """The board as seen when the hour `view` points up."""
    tiles = tuple(Tile(name, board.places[cell], board.shade(cell)) for cell, name in enumerate(board.names))
    return Grid(board.lattice, tiles, view % len(board.lattice.hours), furniture)


def _title(variant: Variant, position: Position, occasion: str) -> str:
    counts = tally_in_words(variant, position).removesuffix(".")
    title = f"{variant.name}, {counts[:1].lower()}{counts[1:]}" if counts else variant.name
    return f"{title} · {occasion}" if occasion else title


def _marks(
    variant: Variant, position: Position, last_move: Move | None, marks: Marks, people: Mapping[int, Person]
) -> Iterator[Mark]:
    """The marks in the order they are drawn; on the last move's cells, those asked for take the place of its own.

    Both cells of a placement are targets.
    """
    yield from (Mark(cell, Sign.HILL) for cell in variant.hill)
    asked = {marks.selected, *marks.targets}
    if last_move is not None and last_move.origin not in asked:
        placed = last_move.special is not None and last_move.special.placed
        yield Mark(last_move.origin, Sign.TARGET if placed else Sign.ORIGIN)
    if last_move is not None and last_move.target not in asked:
        yield Mark(last_move.target, Sign.TARGET)
    for check in announced(movement_of(variant), position):
        yield Mark(check.royal, Sign.CHECK)
    for seat in (seat for seat, person in people.items() if person.newcomer):
        yield from (Mark(cell, Sign.CHECK) for cell in unannounced(movement_of(variant), position, seat))
    if marks.selected is not None:
        yield Mark(marks.selected, Sign.SELECTED)
        piece = variant.piece(position, marks.selected)
        goals = variant.promotion_zones.get((piece.seat, piece.kind.letter), 0) if piece else 0
        yield from (Mark(cell, Sign.GOAL) for cell in bits(goals))
    for cell in sorted(marks.movable):
        yield Mark(cell, Sign.MOVABLE)
    for cell in sorted(marks.targets):
        yield Mark(cell, Sign.STRIKE if position.occupied(cell) else Sign.REACH)
    if variant.captures is not None and position.captor is not None:
        yield Mark(position.captor, Sign.EXPOSED)


def _order(seats: int, viewer: int) -> Iterator[int]:
    """The numbers of seats in order of play, the viewer's last."""
    return ((viewer + step) % seats + 1 for step in range(seats))


def _lost(position: Position, seat: int) -> list[tuple[int, int]]:
    """The codes of a side's lost pieces, with how many they are."""
    return sorted(Counter(position.lost[seat]).items())


def _status(variant: Variant, position: Position, seat: int, result: Result | None, roller: int) -> Status:
    """A side's status; of two, the one that has not won is not marked."""
    if result is not None and result.winner == seat:
        return Status.WON
    if position.out >> seat & 1 and len(variant.seats) > 2:
        return Status.OUT
    if result is not None or seat != (roller or position.turn):
        return Status.WAITING
    return Status.TO_ROLL if roller else Status.TO_MOVE
