"""Movement diagrams as data: what they say is what the engine plays."""

from __future__ import annotations

import pytest

from engine.model.board import Cell
from engine.model.position import Position, bit_set
from engine.movement.generator import movement_of
from engine.variants import GAMES, built, variant_of
from engine.variants.variant import Variant
from renderer.diagrams.diagrams import Diagram, Target, diagram_of
from renderer.diagrams.ways import Trail, Way
from tests.suites import spread

HEXEH = variant_of("hexeh")
IMPERIAL = variant_of("imperial")
CHESS = variant_of("chess")


def cells(diagram: Diagram, *targets: Target) -> set[str]:
    """The names of the cells that bear one of some marks, or any."""
    return {name(diagram, place) for place, target in diagram.targets.items() if target in (targets or Target)}


def name(diagram: Diagram, place: int) -> str:
    return diagram.scene.grid.tiles[place].name


def home(diagram: Diagram) -> str:
    ((place, _),) = diagram.scene.pieces
    return name(diagram, place)


def named(diagram: Diagram, trail: Trail) -> list[str]:
    return [name(diagram, place) for place in trail.cells]


VARIANTS = [*(built(game, {}) for game in GAMES.values()), variant_of("hexeh", {"travelers": "straight"})]


class Lab:
    """A piece of a diagram on its cell, with others put around it as a test needs them."""

    def __init__(self, variant: Variant, diagram: Diagram) -> None:
        self.variant, self.movement = variant, movement_of(variant)
        self.cell, self.seat = variant.board.cell(home(diagram)), diagram.seat.number
        self._code = variant.codes[self.seat, diagram.kind.letter]
        pawns = {kind.letter for kind in variant.kinds if kind.pawnlike} or {variant.kinds[-1].letter}
        rival = next(seat.number for seat in variant.seats if seat.number != self.seat)
        self._other = {seat: variant.codes[seat, min(pawns)] for seat in (self.seat, rival)}

    def goes(self, *, friends: frozenset[Cell] = frozenset(), rivals: frozenset[Cell] = frozenset()) -> set[Cell]:
        moves = self.movement.pseudo_legal(self._position(friends, rivals))
        return {move.target for move in moves if move.origin == self.cell}

    def _position(self, friends: frozenset[Cell], rivals: frozenset[Cell]) -> Position:
        start, placement = self.variant.start, bytearray(len(self.variant.board))
        placement[self.cell] = self._code
        pieces = [0] * len(start.pieces)
        pieces[self.seat] = bit_set([self.cell, *friends])
        for seat, group in zip(self._other, (friends, rivals), strict=True):
            for cell in group:
                placement[cell] = self._other[seat]
            pieces[seat] |= bit_set(list(group))
        pieces[0] = sum(pieces)
        rights = start.rights & 1 << self.cell if start.placement[self.cell] == self._code else 0
        return start._replace(placement=bytes(placement), pieces=tuple(pieces), turn=self.seat, rights=rights, due=0)


@pytest.mark.parametrize("variant", spread(7, VARIANTS), ids=lambda v: v.key)
def test_diagrams_say_what_the_engine_plays(variant: Variant) -> None:
    """Every cell shown is marked as the engine moves, takes and leaps there; ways lead there, and none is missing."""
    every, board = frozenset(range(len(variant.board))), variant.board
    for kind in variant.kinds:
        diagram = diagram_of(variant, kind.letter)
        lab = Lab(variant, diagram)
        moves, ahead = lab.goes(), {board.step(lab.cell, hour) for hour in range(len(board.lattice.hours))}
        for place, tile in enumerate(diagram.scene.grid.tiles[: diagram.shown]):
            cell = board.cell(tile.name)
            moved, taken = cell in moves, cell in lab.goes(rivals=frozenset({cell}) - {lab.cell})
            marked = diagram.targets.get(place)
            assert moved == (marked in {Target.BOTH, Target.MOVE, Target.LEAP}), (kind.name, tile.name)
            assert (taken and cell != lab.cell) == (marked in {Target.BOTH, Target.CAPTURE, Target.LEAP})
            crowded = marked is not None and cell in lab.goes(friends=every - {cell, lab.cell})
            assert crowded or marked is not Target.LEAP
            assert not crowded or marked is Target.LEAP or cell in ahead
        ways: dict[str, list[list[str]]] = {}
        for trail in diagram.trails:
            route = named(diagram, trail)
            assert route[0] == home(diagram)
            ends = route[{Way.STEPS: -1, Way.FIRST: 2}.get(trail.way, 1) :]
            assert set(ends) <= cells(diagram)
            for way in (route[1:], route[:0:-1])[: 1 + (trail.way is Way.CIRCLE)]:
                for end in ends:
                    ways.setdefault(end, []).append(way[: way.index(end)])
        for end, passed in ways.items():
            if not kind.wanders and all(passed):
                blocked = frozenset(board.cell(each) for way in passed for each in way[-1:])
                assert board.cell(end) not in lab.goes(friends=blocked), (kind.name, end)
        alone = cells(diagram) - cells(diagram, Target.LEAP) - ways.keys()
        assert kind.wanders or {board.cell(each) for each in alone} <= ahead


@pytest.mark.parametrize(
    ("key", "both", "moves", "takes", "ways"),
    [
        ("imperial", "e3 e4", "f3 f5", "", "d3 e3 f3, d3 e4 f5"),
        ("chess", "", "d3 d4", "c3 e3", "d2 d3 d4"),
        ("shafran", "", "d3 d4 d5", "c3 e4", "d2 d3 d4 d5"),
    ],
)
def test_pawns(key: str, both: str, moves: str, takes: str, ways: str) -> None:
    """A pawn stands where it begins; what it takes is told from where it moves, its long first step is one line."""
    diagram = diagram_of(variant_of(key), "P")
    targets = Target.BOTH, Target.MOVE, Target.CAPTURE
    assert [" ".join(sorted(cells(diagram, each))) for each in targets] == [both, moves, takes]
    assert {trail.way for trail in diagram.trails} == {Way.FIRST}
    assert ", ".join(" ".join(named(diagram, trail)) for trail in diagram.trails) == ways


def test_slides_go_on_where_the_board_does() -> None:
    """A Seiopelma leaps to eighteen cells and has no ways; a Rook has six that lead beyond the picture."""
    leaper, slider = (diagram_of(variant_of("nd-mccooey"), letter) for letter in "SR")
    assert (len(cells(leaper, Target.LEAP)), leaper.trails) == (18, ())
    assert cells(slider, Target.LEAP) == set()
    assert [(trail.way, trail.on) for trail in slider.trails] == [(Way.SLIDE, True)] * 6
    assert not any(trail.on for kind in "QDE" for trail in diagram_of(IMPERIAL, kind).trails)


def test_cells_of_note_are_shown_to_whom_they_concern() -> None:
    """Guards see the throne where they promote, pawns their rows; a hill concerns the royal piece alone."""
    guard, pawn = diagram_of(HEXEH, "G"), diagram_of(IMPERIAL, "P")
    assert {name(guard, place) for place in guard.goals} == {"d7"}
    assert {name(pawn, place)[0] for place in pawn.goals} == {"k", "l"}
    assert diagram_of(HEXEH, "P").goals == frozenset()
    hill = variant_of("chess", {"goal": "hill"})
    assert [len(diagram_of(hill, letter).hill) for letter in "KQ"] == [4, 0]
