"""The hexagonal chess games for two once more: a slow program from the rules' text and its (x, y) alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import takewhile

Spot = tuple[int, int]
Lines = tuple[tuple[str, ...], ...]

FILE_EDGES = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
FILE_CORNERS = ((1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3))
ROW_EDGES = ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))
ROW_CORNERS = ((0, 2), (3, 1), (3, -1), (0, -2), (-3, -1), (-3, 1))
"""One step in each direction, clockwise from the owner's (half-)forward right: along orthogonals and diagonals."""


def file_spots(side: int, letters: str) -> dict[str, Spot]:
    """The (x, y) of the cells of a board of files: x the file counted from the middle, y in half cells."""
    found: dict[str, Spot] = {}
    for x, letter in enumerate(letters, 1 - side):
        cells = 2 * side - 1 - abs(x)
        found |= {f"{letter}{number}": (x, 2 * number - cells - 1) for number in range(1, cells + 1)}
    return found


def row_spots(letters: str, side: int) -> dict[str, Spot]:
    """The (x, y) of the cells of a board of rows: y the row, x in half cells from the middle line."""
    found: dict[str, Spot] = {}
    middle = len(letters) // 2
    for y, letter in enumerate(letters):
        first, last = (1, side + y) if y <= middle else (y - middle + 1, side + middle)
        found |= {f"{letter}{n}": (2 * (n - first) - (last - first), y) for n in range(first, last + 1)}
    return found


@dataclass(frozen=True, eq=False)
class Rules:
    """A game as its rules tell it: the cells, the kinds by their letters, and White's pieces.

    `pawn` is the letter of the pawn-like kind, `steppers` the cells of White's pieces that begin with first steps,
    two at most or as many as `most` says behind the letter of the file. `castlings` are White's: the cells of the
    royal and of the Rook, before and after each. `keeps` tells whether first steps may survive a capture; `mirrored`
    that Black's pieces face White's on their files.
    """

    spots: dict[str, Spot]
    kinds: dict[str, str]
    pieces: str
    pawn: str
    steppers: str
    rows: bool = False
    castlings: tuple[tuple[str, str, str, str], ...] = ()
    most: str = ""
    keeps: bool = False
    mirrored: bool = False

    @cached_property
    def where(self) -> dict[Spot, str]:
        """The names of the cells by their (x, y)."""
        return {spot: name for name, spot in self.spots.items()}

    @property
    def edges(self) -> tuple[Spot, ...]:
        """A step in each of the six orthogonals."""
        return ROW_EDGES if self.rows else FILE_EDGES

    @property
    def corners(self) -> tuple[Spot, ...]:
        """A step in each of the six diagonals."""
        return ROW_CORNERS if self.rows else FILE_CORNERS

    def opposite(self, name: str) -> str:
        """The cell that this one comes to lie on when the board is turned by 180°."""
        x, y = self.spots[name]
        return self.where[-x, (14 if self.rows else 0) - y]

    def reflected(self, name: str) -> str:
        """The cell that this one comes to lie on when left and right are exchanged."""
        x, y = self.spots[name]
        return self.where[-x, y]

    def across(self, name: str) -> str:
        """Where Black has the piece that White has here."""
        return self.opposite(self.reflected(name) if self.mirrored else name)

    def array(self) -> dict[str, tuple[int, str]]:
        """The seat and letter of every piece by its cell."""
        found = {}
        for group in self.pieces.split("·"):
            letter, *cells = group.split()
            for name in cells:
                found[name] = (1, letter)
                found[self.across(name)] = (2, letter)
        return found

    def longest(self, name: str) -> int:
        """How many steps a piece that begins on a cell may take at most."""
        return next((int(pair[1]) for pair in self.most.split() if pair[0] == name[0]), 2)

    def begins(self, seat: int) -> frozenset[str]:
        """The cells of a seat's pieces that begin with a double step."""
        return frozenset(name if seat == 1 else self.across(name) for name in self.steppers.split())


CASTLINGS = (("h1", "j1", "k1", "i1"), ("h1", "j1", "l1", "i1"), ("h1", "f1", "e1", "g1"), ("h1", "f1", "d1", "g1"))
SMALL = file_spots(6, "abcdefghikl")
LARGE = file_spots(8, "abcdefghijklmno")
ROWS = row_spots("abcdefghijklmno", 8)
CHESSMEN = {"K": "Grandduke", "Q": "Duchess", "R": "Rook", "B": "Unicorn", "N": "Sennight"}
ND_MCCOOEY = Rules(
    LARGE,
    {"K": "Grandduke", "D": "Duchess", "R": "Rook", "U": "Unicorn", "S": "Seiopelma", "B": "Broker"},
    "K h1 · D h2 h3 · R d1 e1 k1 l1 · U f1 g1 g2 i1 i2 j1 · S e2 g3 i3 k2 · "
    "B c1 d2 e3 f2 f3 g4 h4 h5 i4 j2 j3 k3 l2 m1",
    "B",
    "c1 d2 e3 f2 f3 g4 h4 h5 i4 j2 j3 k3 l2 m1",
    castlings=CASTLINGS,
)
RULES = {
    "nd-wellisch": Rules(
        ROWS,
        {"G": "General", "Q": "Vicereine", "R": "Rook", "V": "Vicbaba", "P": "Point"},
        "R a1 a2 a7 a8 · V a3 a6 b3 b4 b6 b7 · Q a4 a5 · G b5 · P b1 b2 b8 b9 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 d5 d7",
        "P",
        "b1 b2 b8 b9",
        rows=True,
    ),
    "nd-mccooey": ND_MCCOOEY,
    "nd-anglojewish": replace(
        ND_MCCOOEY,
        kinds={"G": "General", "C": "Cohen", "F": "Finch", "R": "Rabbi", "S": "Seiopelma", "B": "Broker"},
        pieces="G h1 · C h2 h3 · F d1 e1 k1 l1 · R f1 g1 g2 i1 i2 j1 · S e2 g3 i3 k2 · "
        "B c1 d2 e3 f2 f3 g4 h4 h5 i4 j2 j3 k3 l2 m1",
        castlings=(),
    ),
    "nd-altorth": replace(
        ND_MCCOOEY,
        kinds={"G": "General", "R": "Rook", "F": "Forerook", "H": "Hindrook", "V": "Vicbaba", "M": "Migrant"},
        pieces="G h1 · R h2 h3 · F f1 g3 i3 j1 · H e1 g1 i1 k1 · V d1 e2 g2 i2 k2 l1 · "
        "M c1 d2 e3 f2 f3 g4 h4 h5 i4 j2 j3 k3 l2 m1",
        pawn="M",
        castlings=(),
        keeps=True,
    ),
    "nd-trios": replace(
        ND_MCCOOEY,
        pieces="K h1 · U f1 g1 g2 i1 i2 j1 · R d1 e1 k1 l1 h4 h5 · D h2 h3 f2 g3 i3 j2 · S e2 f3 g4 i4 j3 k2 · "
        "B b1 c2 d3 e4 f5 g6 h7 i6 j5 k4 l3 m2 n1 c1 d2 e3 f4 g5 h6 i5 j4 k3 l2 m1",
        steppers="c1 d2 e3 f4 g5 h6 i5 j4 k3 l2 m1",
    ),
    "glinski": Rules(
        SMALL,
        {**CHESSMEN, "P": "Migrant"},
        "K g1 · Q e1 · R c1 i1 · N d1 h1 · B f1 f2 f3 · P b1 c2 d3 e4 f5 g4 h3 i2 k1",
        "P",
        "b1 c2 d3 e4 f5 g4 h3 i2 k1",
        keeps=True,
        mirrored=True,
    ),
    "mccooey": Rules(
        SMALL,
        {**CHESSMEN, "P": "Broker"},
        "K g1 · Q e1 · R d1 h1 · N e2 g2 · B f1 f2 f3 · P c1 d2 e3 f4 g3 h2 i1",
        "P",
        "c1 d2 e3 g3 h2 i1",
        mirrored=True,
    ),
}
UPRIGHT = zip("abcdefghi", range(-4, 5), (1, 1, 1, 1, 1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 10, 10, 10, 10), strict=True)
SHAFRAN = Rules(
    {f"{file}{n}": (x, 2 * n - x - 11) for file, x, first, last in UPRIGHT for n in range(first, last + 1)},
    {**CHESSMEN, "P": "Broker"},
    "K e1 · Q d1 · R a1 i5 · N b1 g3 · B c1 f2 h4 · P a2 b2 c2 d2 e2 f3 g4 h5 i6",
    "P",
    "b2 c2 d2 e2 f3 g4 h5",
    castlings=(
        ("e1", "c1", "a1", "d1"),
        ("e1", "b1", "a1", "c1"),
        ("e1", "g3", "i5", "f2"),
        ("e1", "h4", "i5", "g3"),
    ),
    most="d3 e3 f3",
)
ALL_RULES = {**RULES, "shafran": SHAFRAN}
FORWARD = {"Point": (5, 0), "Broker": (0,), "Migrant": (0,)}
"""The orthogonals that a pawn-like piece moves along."""


def root_seven(rules: Rules) -> list[Spot]:
    """The twelve leaps of two orthogonal steps one way and one more turned by 60°."""
    pairs = [(rules.edges[n], rules.edges[(n + turn) % 6]) for n in range(6) for turn in (1, 5)]
    return [(2 * dx + ex, 2 * dy + ey) for (dx, dy), (ex, ey) in pairs]


def leaps(rules: Rules, kind: str) -> list[Spot]:
    """The single steps and leaps of an officer."""
    edges, corners = list(rules.edges), list(rules.corners)
    return {
        "General": edges,
        "Grandduke": edges + corners,
        "Vicereine": corners,
        "Vicbaba": corners + [(2 * x, 2 * y) for x, y in edges],
        "Sennight": root_seven(rules),
        "Seiopelma": root_seven(rules) + [(3 * x, 3 * y) for x, y in edges],
    }.get(kind, [])


def slides(rules: Rules, kind: str) -> list[Spot]:
    """The straight slides of an officer."""
    edges, corners = list(rules.edges), list(rules.corners)
    return {
        "Rook": edges,
        "Vicereine": edges,
        "Unicorn": corners,
        "Duchess": edges + corners,
        "Forerook": [edges[0], edges[2], edges[4]],
        "Hindrook": [edges[3], edges[1], edges[5]],
    }.get(kind, [])


def circuits(rules: Rules, kind: str) -> list[tuple[Spot, ...]]:
    """The circuits of an officer: five steps in order, each turned by 60° from the one before."""
    rings = {"Finch": [rules.edges], "Rabbi": [rules.corners], "Cohen": [rules.edges, rules.corners]}.get(kind, [])
    return [
        tuple(ring[(n + turn * step) % 6] for step in range(5)) for ring in rings for n in range(6) for turn in (1, -1)
    ]


@cache
def strikes(rules: Rules, kind: str, seat: int, origin: str) -> Lines:
    """The lines of cells along which a piece captures, nearest cell first, the board empty."""
    sign = 1 if seat == 1 else -1
    routes: list[tuple[Spot, ...]]
    if kind == "Broker":
        routes = [(rules.corners[5],), (rules.corners[0],)]
    elif kind in {"Point", "Migrant"}:
        routes = [(rules.edges[5],), (rules.edges[0 if kind == "Point" else 1],)]
    else:
        routes = [*((leap,) for leap in leaps(rules, kind))] + [(slide,) * 15 for slide in slides(rules, kind)]
        routes += circuits(rules, kind)
    found = (tuple(walk(rules, origin, [(sign * x, sign * y) for x, y in route])) for route in routes)
    return tuple(line for line in found if line)


def walk(rules: Rules, origin: str, route: list[Spot]) -> Iterator[str]:
    """The cells met on a way of single steps, up to the edge of the board."""
    x, y = rules.spots[origin]
    for dx, dy in route:
        x, y = x + dx, y + dy
        if (x, y) not in rules.where:
            return
        yield rules.where[x, y]


@cache
def ahead(rules: Rules, kind: str, seat: int, origin: str) -> Lines:
    """The one to three cells before a pawn-like piece in each of its directions."""
    sign = 1 if seat == 1 else -1
    steps = [rules.edges[n] for n in FORWARD[kind]]
    found = (tuple(walk(rules, origin, [(sign * x, sign * y)] * rules.longest(origin))) for x, y in steps)
    return tuple(line for line in found if line)


@cache
def struck(rules: Rules, kind: str, seat: int, origin: str) -> frozenset[str]:
    """All cells on the lines along which a piece captures."""
    return frozenset(name for line in strikes(rules, kind, seat, origin) for name in line)


@dataclass
class Slow:
    """A game being played: the pieces by their cells, whose turn it is, and what has not moved.

    `fresh` are the cells of pieces that have their double step, `still` those of Grandduke and Rooks that have not
    moved; `passed` the cells that first steps have just passed over and the cell of the piece that made them.
    """

    rules: Rules
    pieces: dict[str, tuple[int, str]]
    turn: int = 1
    fresh: set[str] = field(default_factory=set)
    still: set[str] = field(default_factory=set)
    passed: tuple[tuple[str, ...], str] | None = None

    @classmethod
    def begin(cls, game: str) -> Slow:
        """The game from its array."""
        rules = ALL_RULES[game]
        fresh = {name for seat in (1, 2) for name in rules.begins(seat)}
        corner = {name for home, _, rook, _ in rules.castlings for name in (home, rook)}
        return cls(rules, rules.array(), 1, fresh, {*corner, *map(rules.opposite, corner)})

    def kind(self, letter: str) -> str:
        """The kind of a letter."""
        return self.rules.kinds[letter]

    def attacked(self, cell: str, by: int) -> bool:
        """Whether a piece of a seat could capture on a cell."""
        for origin, (seat, letter) in self.pieces.items():
            kind = self.kind(letter)
            if seat == by and cell in struck(self.rules, kind, seat, origin):
                for line in strikes(self.rules, kind, seat, origin):
                    if cell in line and not any(name in self.pieces for name in line[: line.index(cell)]):
                        return True
        return False

    def checked(self, seat: int) -> bool:
        """Whether a seat's royal is attacked."""
        royal = next(name for name, piece in self.pieces.items() if piece in {(seat, "K"), (seat, "G")})
        return self.attacked(royal, 3 - seat)

    def targets(self, origin: str) -> Iterator[str]:
        """The cells that a piece can go to, castling and check aside."""
        seat, letter = self.pieces[origin]
        kind = self.kind(letter)
        for line in strikes(self.rules, kind, seat, origin):
            open_to = list(takewhile(lambda name: name not in self.pieces, line))
            if kind not in FORWARD:
                yield from open_to
            elif self.takes_passing(line[0], letter) and kind != "Point":
                yield line[0]
            if len(open_to) < len(line) and self.pieces[line[len(open_to)]][0] != seat:
                yield line[len(open_to)]
        if kind in FORWARD:
            for line in ahead(self.rules, kind, seat, origin):
                open_to = list(takewhile(lambda name: name not in self.pieces, line))
                yield from open_to if origin in self.fresh else open_to[:1]

    def takes_passing(self, cell: str, letter: str) -> bool:
        """Whether a piece of this kind that captures on a vacant cell takes one en passant."""
        return self.passed is not None and cell in self.passed[0] and self.pieces[self.passed[1]][1] == letter

    def castlings(self) -> Iterator[tuple[str, str, str, str]]:
        """The castlings open now: the cells of Grandduke and Rook, before and after."""
        for cells in self.rules.castlings:
            home, royal, origin, target = (n if self.turn == 1 else self.rules.opposite(n) for n in cells)
            if not {home, origin} <= self.still:
                continue
            (x, y), (u, v) = self.rules.spots[home], self.rules.spots[origin]
            between = [
                self.rules.where[x + (u - x) * n // abs(u - x), y + (v - y) * n // abs(u - x)]
                for n in range(1, abs(u - x))
            ]
            others = {name: piece for name, piece in self.pieces.items() if name != home}
            without = replace(self, pieces=others)
            if not set(between) & set(self.pieces) and not any(
                without.attacked(name, 3 - self.turn) for name in (home, *between[: between.index(royal) + 1])
            ):
                yield home, royal, origin, target

    def moves(self) -> list[str]:
        """The legal moves in long form, sorted."""
        found = []
        for origin, (seat, letter) in self.pieces.items():
            if seat != self.turn:
                continue
            for target in set(self.targets(origin)):
                after = self.after(origin, target)
                if not after.checked(seat):
                    found += [origin + target + end for end in self.endings(letter, target)]
        for home, royal, origin, target in self.castlings():
            after = self.after(home, royal)
            after.pieces[target] = after.pieces.pop(origin)
            if not after.checked(self.turn):
                found.append(home + royal)
        return sorted(found)

    def endings(self, letter: str, target: str) -> list[str]:
        """How the long forms of an arrival end: with what a pawn-like piece becomes."""
        if letter != self.rules.pawn or ahead(self.rules, self.kind(letter), self.turn, target):
            return [""]
        return [f"={other}" for other in self.rules.kinds if other not in {"K", "G", letter}]

    def after(self, origin: str, target: str, becomes: str = "") -> Slow:
        """The game after a piece has gone to a cell; castling moves the Grandduke alone."""
        rules, pieces = self.rules, dict(self.pieces)
        seat, letter = pieces.pop(origin)
        taken = [target] if target in pieces else []
        if letter == rules.pawn and self.takes_passing(target, letter) and self.passed:
            taken = [self.passed[1]]
        for name in taken:
            del pieces[name]
        pieces[target] = (seat, becomes or letter)
        keeps = rules.keeps and letter == rules.pawn and taken and origin in self.fresh and target in rules.begins(seat)
        fresh = self.fresh - {origin, target, *taken} | ({target} if keeps else set())
        passed = None
        if letter == rules.pawn and target not in struck(rules, self.kind(letter), seat, origin):
            lines = [line for line in ahead(rules, self.kind(letter), seat, origin) if target in line[1:]]
            passed = (lines[0][: lines[0].index(target)], target) if lines else None
        return Slow(rules, pieces, 3 - seat, fresh, self.still - {origin, target, *taken}, passed)

    def play(self, move: str) -> Slow:
        """The game after a legal long move."""
        origin = move[:3] if move[2].isdigit() else move[:2]
        target, _, letter = move[len(origin) :].partition("=")
        after = self.after(origin, target, letter)
        for home, royal, rook, beside in self.castlings():
            if (home, royal) == (origin, target):
                after.pieces[beside] = after.pieces.pop(rook)
                after.still.discard(rook)
        return after

    def result(self) -> str | None:
        """How the game has ended by itself: the winner's seat or "draw", and the reason."""
        if all(letter in "KG" for _, letter in self.pieces.values()):
            return "draw insufficient"
        if self.moves():
            return None
        return f"{3 - self.turn} checkmate" if self.checked(self.turn) else "draw stalemate"
