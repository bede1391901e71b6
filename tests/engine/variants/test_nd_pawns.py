"""Points, Brokers, Migrants and the base games' pawns: steps, double steps, en passant, promotion."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.equipment import Placement
from engine.movement.generator import movement_of
from engine.notation.moves import IllegalMove
from engine.notation.position_code import code_of, position_of
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.nearly import RULES
from tests.engine.support import after, begun, long_moves, names, placed, played, refused, targets
from tests.suites import first

BROKERS = ("nd-mccooey", "nd-anglojewish", "nd-trios")
ALTORTH = variant_of("nd-altorth")
WELLISCH = variant_of("nd-wellisch")
MCCOOEY = variant_of("nd-mccooey")
ENDS = {
    "nd-wellisch": ("o8 o9 o10 o11 o12 o13 o14 o15", "a1 a2 a3 a4 a5 a6 a7 a8"),
    "nd-mccooey": (
        "a8 b9 c10 d11 e12 f13 g14 h15 i14 j13 k12 l11 m10 n9 o8",
        "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1",
    ),
    "glinski": ("a6 b7 c8 d9 e10 f11 g10 h9 i8 k7 l6", "a1 b1 c1 d1 e1 f1 g1 h1 i1 k1 l1"),
}
ENDS |= dict.fromkeys(("nd-anglojewish", "nd-altorth", "nd-trios"), ENDS["nd-mccooey"]) | {"mccooey": ENDS["glinski"]}
"""The cells on which White's and Black's pawn-like pieces promote."""
CHOICES = {
    "nd-wellisch": "QRV",
    "nd-mccooey": "DRSU",
    "nd-anglojewish": "CFRS",
    "nd-altorth": "FHRV",
    "nd-trios": "DRSU",
    "glinski": "BNQR",
    "mccooey": "BNQR",
}
EVERY_GAME = pytest.mark.parametrize("game", RULES)


def royals(game: str) -> tuple[str, str]:
    """Both royals out of the way, in corners or near them."""
    return {
        "nd-wellisch": ("G h1", "G h15"),
        "glinski": ("K a1", "K l6"),
        "mccooey": ("K a1", "K l6"),
        "nd-mccooey": ("K o1", "K a8"),
        "nd-trios": ("K o1", "K a8"),
    }.get(game, ("G o1", "G a8"))


def beside(game: str, white: str = "", black: str = "", turn: int = 1, **fields: str) -> State:
    """A game that begins with both royals out of the way and these pieces."""
    both = (" · ".join(filter(None, parts)) for parts in zip(royals(game), (white, black), strict=True))
    return begun(variant_of(game), *both, turn=turn, **fields)


def lone(game: str, origin: str, turn: int, enemies: str = "") -> set[str]:
    """Where a pawn-like piece that has moved can go among enemies."""
    variant, pawn = variant_of(game), RULES[game].pawn
    armies = [f"{pawn} {origin}", f"{pawn} {enemies}" if enemies else ""]
    position = placed(variant, *(armies if turn == 1 else reversed(armies)), turn=turn)
    moves = movement_of(variant).pseudo_legal(position)
    return {variant.board.names[move.target] for move in moves if move.origin == variant.board.cell(origin)}


def rights(state: State) -> set[str]:
    """The cells of pieces that have their first move, as the position's code tells."""
    fields = code_of(state.variant, state.position).split()[2:]
    given = [field.removeprefix("rights=") for field in fields if field.startswith("rights=")]
    return set(given[0].split(",")) if given else set()


# ---- single steps and captures


@pytest.mark.parametrize(
    ("game", "origin", "turn", "quiet", "captures"),
    [
        ("nd-wellisch", "c5", 1, "d5 d6", "d5 d6"),
        ("nd-wellisch", "c5", 2, "b4 b5", "b4 b5"),
        ("nd-wellisch", "m10", 1, "n10 n11", "n10 n11"),
        ("nd-wellisch", "i15", 1, "j15", "j15"),
        *((game, "e5", 1, "e6", "d6 f7") for game in (*BROKERS,)),
        *((game, "e5", 2, "e4", "d3 f4") for game in (*BROKERS,)),
        ("nd-mccooey", "a3", 1, "a4", "b5"),
        ("nd-altorth", "e5", 1, "e6", "d5 f6"),
        ("nd-altorth", "e5", 2, "e4", "d4 f5"),
        ("nd-altorth", "o3", 1, "o4", "n4"),
        ("glinski", "f6", 1, "f7", "e6 g6"),
        ("glinski", "f6", 2, "f5", "e5 g5"),
        ("mccooey", "f6", 1, "f7", "e7 g7"),
        ("mccooey", "f6", 2, "f5", "e4 g4"),
    ],
)
def test_steps_and_captures(game: str, origin: str, turn: int, quiet: str, captures: str) -> None:
    """A pawn-like piece goes to these cells when they are vacant, and takes on those and nowhere else."""
    everywhere = " ".join(cell for cell in RULES[game].spots if cell != origin)
    assert names(quiet) == lone(game, origin, turn)
    assert names(captures) == lone(game, origin, turn, everywhere)


@EVERY_GAME
def test_ahead_is_blocked(game: str) -> None:
    """Before a piece on the cell ahead, its own or an enemy, a Broker or Migrant does not go on; a Point takes it."""
    pawn = RULES[game].pawn
    for cell in RULES[game].spots:
        for to in lone(game, cell, 1):
            assert (game == "nd-wellisch") == (to in lone(game, cell, 1, to))
            position = placed(variant_of(game), f"{pawn} {cell} {to}", "")
            moves = movement_of(variant_of(game)).pseudo_legal(position)
            names = variant_of(game).board.names
            assert (cell, to) not in {(names[move.origin], names[move.target]) for move in moves}


# ---- double steps


@pytest.mark.parametrize(
    ("game", "open_to", "closed"),
    [
        ("nd-wellisch", "", "b1d1 b2d2 c1e1 c2e4 d5f5 d7f9"),
        ("nd-mccooey", "c1c3 d2d4 e3e5 f3f5 g4g6 h5h7 i4i6 j3j5 k3k5 l2l4 m1m3", "f2f4 h4h6 j2j4"),
        ("nd-anglojewish", "c1c3 d2d4 e3e5 f3f5 g4g6 h5h7 i4i6 j3j5 k3k5 l2l4 m1m3", "f2f4 h4h6 j2j4"),
        ("nd-altorth", "c1c3 d2d4 e3e5 f3f5 g4g6 h5h7 i4i6 j3j5 k3k5 l2l4 m1m3", "f2f4 h4h6 j2j4"),
        ("nd-trios", "", "b1b3 c2c4 d3d5 e4e6 f5f7 g6g8 h7h9 i6i8 c1c3 h6h8 m1m3"),
        ("glinski", "b1b3 c2c4 d3d5 e4e6 g4g6 h3h5 i2i4 k1k3", "f5f7 e4e7"),
        ("mccooey", "c1c3 d2d4 e3e5 g3g5 h2h4 i1i3", "f4f6"),
    ],
)
def test_double_steps_of_the_array(game: str, open_to: str, closed: str) -> None:
    """From the array these double steps are legal, and these not."""
    found = set(long_moves(after("", variant_of(game))))
    assert names(open_to) <= found
    assert set() == names(closed) & found


@pytest.mark.parametrize(
    ("game", "start", "steps"),
    [
        ("nd-wellisch", "b1", "c1 c2 d1 d3"),
        ("nd-wellisch", "b9", "c9 c10 d9 d11"),
        ("nd-mccooey", "f2", "f3 f4"),
        ("nd-mccooey", "h4", "h5 h6"),
        ("nd-anglojewish", "m1", "m2 m3"),
        ("nd-altorth", "h5", "h6 h7"),
        ("nd-trios", "h6", "h7 h8"),
        ("nd-trios", "c1", "c2 c3"),
        ("glinski", "f5", "f6 f7"),
        ("mccooey", "g3", "g4 g5"),
    ],
)
def test_double_step(game: str, start: str, steps: str) -> None:
    """A piece with its double step goes one or two steps straight on, and without it one; Black's likewise."""
    pawn, across = RULES[game].pawn, RULES[game].across
    assert names(steps) == targets(beside(game, f"{pawn} {start}", rights=start), start)
    there = across(start)
    black = beside(game, "", f"{pawn} {there}", turn=2, rights=there)
    assert set(map(across, steps.split())) == targets(black, there)
    single = {cell for cell in steps.split() if cell in lone(game, start, 1)}
    assert single == targets(beside(game, f"{pawn} {start}"), start)
    assert len(single) < len(steps.split())


@EVERY_GAME
def test_who_begins_with_a_double_step(game: str) -> None:
    """Exactly the pieces of the rules have a double step when everything else has left the board."""
    rules, variant = RULES[game], variant_of(game)
    for seat, turned in ((1, str), (2, rules.across)):
        pawns = {
            variant.board.names[cell]
            for cell, code in enumerate(variant.start.placement)
            if code == variant.codes[seat, rules.pawn]
        }
        for cell in pawns:
            pieces = (f"{rules.pawn} {cell}", "") if seat == 1 else ("", f"{rules.pawn} {cell}")
            state = beside(game, *pieces, turn=seat, **({"rights": cell} if cell in starting(variant) else {}))
            doubled = len(targets(state, cell)) > len(lone(game, cell, seat))
            assert doubled == (cell in set(map(turned, rules.steppers.split())))


def starting(variant: Variant) -> set[str]:
    """The cells of pieces with a first move in the array."""
    return {name for cell, name in enumerate(variant.board.names) if variant.start.rights >> cell & 1}


@pytest.mark.parametrize(
    ("game", "start", "over", "to"), [("nd-wellisch", "b2", "c3", "d4"), ("mccooey", "e3", "e4", "e5")]
)
@pytest.mark.parametrize("mine", [True, False], ids=["own", "enemy"])
def test_double_steps_are_blocked(game: str, start: str, over: str, to: str, *, mine: bool) -> None:
    """A double step goes over a vacant cell to a vacant cell."""
    pawn = RULES[game].pawn
    officer = {"nd-wellisch": "V", "mccooey": "N"}[game]
    assert to in targets(beside(game, f"{pawn} {start}", rights=start), start)
    for blocked in (over, to):
        pieces = (f"{pawn} {start}" + f" · {officer} {blocked}" * mine, f"{officer} {blocked}" * (not mine))
        assert to not in targets(beside(game, *pieces, rights=start), start)


@EVERY_GAME
def test_no_double_step_after_moving(game: str) -> None:
    """A piece that has made its first step, single or double, has no double step any more."""
    pawn = RULES[game].pawn
    start = RULES[game].steppers.split()[1]
    for goal in targets(beside(game, f"{pawn} {start}", rights=start), start):
        state = played(beside(game, f"{pawn} {start}", rights=start), f"{start}{goal}")
        assert set() == rights(state)
        assert lone(game, goal, 1) == targets(played(state, long_moves(state)[0]), goal)


def test_points_turn_no_corner() -> None:
    """A Point's double step is straight: from b2 to d2 or d4, not to d3."""
    assert names("c2 c3 d2 d4") == targets(beside("nd-wellisch", "P b2", rights="b2"), "b2")


def test_points_of_other_rows() -> None:
    """Points of the array's rows c and d begin without a double step."""
    state = after("", WELLISCH)
    assert names("d1 d2") == targets(state, "c1")
    assert names("e5 e6") == targets(state, "d5")


# ---- the double step kept by a capture


KEPT = [
    ("M c1 d2", "V e3 c3", 1, ("d2e3", "c3d2", "c1d2"), (), "captured onto a start itself"),
    ("M c1 d2", "V d4", 1, ("d2d3", "d4d2", "c1d2"), ("d3d4", "d4d5"), "single step"),
    ("M c1 d2", "V c3", 2, ("c3d2", "c1d2"), (), "captured unmoved"),
    ("M c1 d2", "V c3", 1, ("d2d4", "c3d2", "c1d2"), ("d4d5",), "double step"),
]


@pytest.mark.parametrize(("white", "black", "turn", "moves", "later", "_"), KEPT, ids=[case[-1] for case in KEPT])
def test_double_step_kept(
    white: str, black: str, turn: int, moves: tuple[str, ...], later: tuple[str, ...], _: str
) -> None:
    """A Migrant that captures onto an allied Migrant's start keeps its double step, whatever became of the other."""
    state = played(beside("nd-altorth", white, black, turn=turn, rights="c1,d2"), *moves)
    assert "d2" in rights(state)
    state = played(state, "a8a7")
    for step, reply in zip(later, ("a7a8", "a8a7"), strict=False):
        state = played(state, step, reply)
    assert {"d2d3", "d2d4"} <= set(long_moves(state))
    assert position_of(ALTORTH, code_of(ALTORTH, state.position)) == state.position


def test_double_step_kept_twice() -> None:
    """A Migrant may capture from start to start and still have its double step."""
    state = played(beside("nd-altorth", "M c1", "V d2 e3", rights="c1"), "c1d2", "a8a7", "d2e3", "a7a8")
    assert {"e3e4", "e3e5"} == {move for move in long_moves(state) if move.startswith("e3")}


def test_double_step_kept_then_made() -> None:
    """The kept double step may be answered en passant, and is gone once it is made."""
    state = played(beside("nd-altorth", "M c1", "V d2 · M e4", rights="c1"), "c1d2", "a8a7", "d2d4")
    assert "e4d3" in long_moves(state)
    assert set() == rights(state)


def test_black_keeps_it_too() -> None:
    """Black's Migrants keep their double step on Black's starting cells."""
    start, ally = RULES["nd-altorth"].opposite("c1"), RULES["nd-altorth"].opposite("d2")
    assert ("m10", "l10") == (start, ally)
    state = played(beside("nd-altorth", "V l10", "M m10", turn=2, rights="m10"), "m10l10", "o1o2")
    assert {"l10l9", "l10l8"} <= set(long_moves(state))


@pytest.mark.parametrize(
    ("white", "black", "move"),
    [("M f2", "", "f2f3"), ("M e3", "V f4", "e3f4"), ("M h4", "", "h4h5"), ("M c1", "", "c1c2")],
    ids=["a step onto a start", "a capture elsewhere", "a step onto another start", "a step"],
)
def test_no_other_move_keeps_it(white: str, black: str, move: str) -> None:
    """Any other move, a step onto another's start or a capture elsewhere, loses the double step."""
    origin, target = move[:2], move[2:]
    state = played(beside("nd-altorth", white, black, rights=origin), move)
    assert set() == rights(state)
    assert {target[0] + str(int(target[1]) + 1)} == targets(played(state, "a8a7"), target)


def test_nothing_to_keep() -> None:
    """A Migrant that has lost its double step gets none by capturing onto another's start."""
    state = played(beside("nd-altorth", "M c1 · M h5", "V d2", rights="h5"), "c1d2", "a8a7")
    assert names("h5") == rights(state)
    assert {"d3"} == targets(state, "d2")


def test_other_pieces_keep_nothing() -> None:
    """Only a Migrant's capture keeps a Migrant's double step."""
    state = played(beside("nd-altorth", "F e3 · M c1", "V d2", rights="c1"), "e3d2")
    assert names("c1") == rights(state)


def test_start_of_a_piece_without_it() -> None:
    """Capturing onto the start of a Migrant that began without a double step keeps nothing."""
    fewer = tuple(each for each in ALTORTH.steppers or () if each.cell != ALTORTH.board.cell("d2"))
    assert Placement(1, "M", ALTORTH.board.cell("c1")) in fewer
    odd = replace(ALTORTH, key="odd", steppers=fewer)
    for variant, expected in ((ALTORTH, names("d2")), (odd, set())):
        state = begun(variant, "G o1 · M c1", "G a8 · V d2", rights="c1")
        assert expected == rights(played(state, "c1d2"))


@pytest.mark.parametrize("game", ["nd-mccooey", "nd-anglojewish"])
def test_brokers_keep_nothing(game: str) -> None:
    """A Broker that captures onto an allied Broker's start loses its double step."""
    state = played(beside(game, "B f2", "S g4", rights="f2"), "f2g4")
    assert set() == rights(state)


@pytest.mark.parametrize(("origin", "target"), [("b1", "c2"), ("e4", "f5"), ("g4", "f5"), ("k1", "i2")])
def test_glinski_pawns_keep_it(origin: str, target: str) -> None:
    """Gliński's pawn that captures onto another own pawn's starting cell keeps its double step."""
    state = played(beside("glinski", f"P {origin}", f"N {target}", rights=origin), f"{origin}{target}")
    assert {target} == rights(state)
    number = int(target[1])
    assert {f"{target[0]}{number + 1}", f"{target[0]}{number + 2}"} == targets(played(state, "l6l5"), target)


def test_mccooey_pawns_keep_nothing() -> None:
    """McCooey's pawns, capturing diagonally, never land on one another's starting cells and keep nothing."""
    starts = RULES["mccooey"].steppers.split()
    for start in starts:
        everywhere = " ".join(cell for cell in RULES["mccooey"].spots if cell != start)
        assert set() == lone("mccooey", start, 1, everywhere) & set(starts)


def test_a_taken_piece_leaves_no_double_step() -> None:
    """Whoever comes to stand where a piece with a double step was taken has none."""
    state = played(beside("nd-altorth", "M d2", "V c3 · M d10", turn=2, rights="d2,d10"), "c3d2")
    assert names("d10") == rights(state)


# ---- en passant

PASSING = [
    ("nd-wellisch", "b2", "d2", "c2", "d3"),
    ("nd-wellisch", "b2", "d4", "c3", "d3 d4"),
    ("nd-mccooey", "e3", "e5", "e4", "d5 f6"),
    ("nd-anglojewish", "e3", "e5", "e4", "d5 f6"),
    ("nd-trios", "e3", "e5", "e4", "d5 f6"),
    ("nd-altorth", "e3", "e5", "e4", "d4 f5"),
    ("glinski", "e4", "e6", "e5", "d5 f6"),
    ("mccooey", "e3", "e5", "e4", "d5 f6"),
]
PASSES = pytest.mark.parametrize(
    ("game", "origin", "target", "over", "takers"),
    PASSING,
    ids=[case[0] + case[2] for case in PASSING],
)


def passed(game: str, origin: str, target: str, takers: str, more: str = "") -> State:
    """The state after White's double step before Black's pieces."""
    pawn = RULES[game].pawn
    black = " · ".join(filter(None, (f"{pawn} {takers}", more)))
    return played(beside(game, f"{pawn} {origin}", black, rights=origin), f"{origin}{target}")


@PASSES
def test_en_passant(game: str, origin: str, target: str, over: str, takers: str) -> None:
    """An enemy of the same kind that could capture on the cell passed over takes the piece there, on the next turn."""
    for taker in set(takers.split()) - {target}:
        state = passed(game, origin, target, taker)
        assert f"passed={over},{target}" in code_of(state.variant, state.position)
        assert 1 == long_moves(state).count(f"{taker}{over}")
        board, pieces = state.variant.board, played(state, f"{taker}{over}").position.pieces
        assert not pieces[0] >> board.cell(target) & 1
        assert pieces[2] >> board.cell(over) & 1
        assert 1 == pieces[1].bit_count()


@PASSES
def test_en_passant_by_white(game: str, origin: str, target: str, over: str, takers: str) -> None:
    """White takes Black's double step in the same way."""
    pawn, opposite = RULES[game].pawn, RULES[game].opposite
    taker = takers[:2]
    there, to, middle, white = map(opposite, (origin, target, over, taker))
    state = beside(game, f"{pawn} {white}", f"{pawn} {there}", turn=2, rights=there)
    state = played(state, f"{there}{to}", f"{white}{middle}")
    assert 1 == state.position.pieces[2].bit_count()


@PASSES
def test_en_passant_at_once(game: str, origin: str, target: str, over: str, takers: str) -> None:
    """One turn later there is no en passant: a Point that steps there takes nothing, others have no such move."""
    taker = takers[:2]
    state = passed(game, origin, target, taker)
    first = next(move for move in long_moves(state) if not move.startswith(taker))
    state = played(state, first)
    second = next(move for move in long_moves(state) if not move.startswith(target))
    state = played(state, second)
    assert (game == "nd-wellisch") == (f"{taker}{over}" in long_moves(state))
    late = f"{over} is vacant, so there is nothing to take (en passant is open only on the very next turn)"
    assert late in refused(state, MakeMove(state.turn, move=f"{taker}x{over}")).text
    if game == "nd-wellisch":
        assert state.position.pieces[0].bit_count() == played(state, f"{taker}{over}").position.pieces[0].bit_count()


@PASSES
def test_no_en_passant_after_single_steps(game: str, origin: str, target: str, over: str, takers: str) -> None:
    """Two single steps, or a piece that stood there before, leave nothing to be taken en passant."""
    pawn, taker = RULES[game].pawn, takers[:2]
    state = beside(game, f"{pawn} {target}", f"{pawn} {taker}", turn=2)
    assert (game == "nd-wellisch") == (f"{taker}{over}" in long_moves(state))
    state = played(beside(game, f"{pawn} {origin}", f"{pawn} {taker}", rights=origin), f"{origin}{over}")
    assert "passed" not in code_of(state.variant, state.position)


@pytest.mark.parametrize(
    ("game", "origin", "target", "over", "officer"),
    [
        ("nd-wellisch", "b2", "d2", "c2", "R c8"),
        ("nd-mccooey", "e3", "e5", "e4", "S e7"),
        ("nd-anglojewish", "e3", "e5", "e4", "R f6"),
        ("nd-altorth", "e3", "e5", "e4", "V f6"),
        ("glinski", "e4", "e6", "e5", "R h3"),
        ("mccooey", "e3", "e5", "e4", "B d5"),
    ],
)
def test_en_passant_by_the_same_kind_only(game: str, origin: str, target: str, over: str, officer: str) -> None:
    """An officer that goes to the cell passed over takes nothing there."""
    state = played(beside(game, f"{RULES[game].pawn} {origin}", officer, rights=origin), f"{origin}{target}")
    count = state.position.pieces[0].bit_count()
    came = [move for move in long_moves(state) if move.endswith(over)]
    assert came
    assert all(count == played(state, move).position.pieces[0].bit_count() for move in came)


def test_points_take_by_stepping() -> None:
    """A Point that could step onto the cell passed over takes by it; there is no quiet step there on that turn."""
    state = passed("nd-wellisch", "b2", "d2", "d3")
    assert "Pxc2" in {move for move in short(state) if "c2" in move}
    assert "Pc2" not in short(state)
    assert "Pc3" in short(state)


def short(state: State) -> set[str]:
    """The legal moves as players write them."""
    return set(sheet(state).shorts(sheet(state).legal))


def test_en_passant_is_written_as_a_capture() -> None:
    """En passant bears an x and is read with and without it."""
    state = passed("nd-mccooey", "e3", "e5", "d5")
    assert "Bxe4" in short(state)
    for text in ("Bxe4", "d5e4", "Be4", "Bd5:e4"):
        assert 1 == played(state, text).position.pieces[1].bit_count()


def test_pinned_pieces_do_not_take_en_passant() -> None:
    """A Migrant pinned to its General does not take en passant off the line."""
    state = begun(ALTORTH, "G o1 · M e3 · R d1", "G d10 · M d4", rights="e3")
    assert "d4e4" not in long_moves(played(state, "e3e5"))
    state = begun(ALTORTH, "G o1 · M e3 · R c1", "G d10 · M d4", rights="e3")
    assert "d4e4" in long_moves(played(state, "e3e5"))


@pytest.mark.parametrize(
    ("rook", "general", "legal"),
    [("a1", "h8", False), ("h5", "b5", False), ("a2", "h8", True)],
    ids=["both", "victim", "none"],
)
def test_en_passant_uncovers(rook: str, general: str, *, legal: bool) -> None:
    """En passant may not open a line to one's General that taker and victim, or the victim alone, have closed."""
    state = played(begun(ALTORTH, f"G o1 · M e3 · R {rook}", f"G {general} · M d4", rights="e3"), "e3e5")
    assert legal == ("d4e4" in long_moves(state))
    if not legal:
        reason = refused(state, MakeMove(2, move="d4e4"))
        assert f"it would leave your General on {general} attacked by the Rook on {rook}" in reason.text


def test_en_passant_out_of_check() -> None:
    """A double step that gives check may be answered en passant."""
    for general in ("d5", "f6"):
        state = played(begun(ALTORTH, "G o1 · M e3", f"G {general} · M d4", rights="e3"), "e3e5")
        assert {"d4e4"} == {move for move in long_moves(state) if not move.startswith(general)}


# ---- promotion


@EVERY_GAME
@pytest.mark.parametrize("seat", [1, 2])
def test_promotion_zones(game: str, seat: int) -> None:
    """Pawn-like pieces promote on the last cell of every file, Points on the last row, and nowhere else."""
    variant = variant_of(game)
    (rule,) = variant.promotions
    zone = {variant.board.names[cell] for cell in rule.zone(variant, variant.seat(seat))}
    assert names(ENDS[game][seat - 1]) == zone


def last_steps(game: str, seat: int) -> list[tuple[str, str]]:
    """Each promotion cell with a cell from which a piece steps there."""
    found = []
    for target in ENDS[game][seat - 1].split():
        origins = [cell for cell in RULES[game].spots if target in lone(game, cell, seat)]
        found += [(origin, target) for origin in origins]
    return found


@EVERY_GAME
@pytest.mark.parametrize("seat", first(1, [1, 2]))
def test_promotion(game: str, seat: int) -> None:
    """On every such cell a piece must become any other capturable piece of its game; nothing else is legal there."""
    pawn, board = RULES[game].pawn, variant_of(game).board
    for origin, target in last_steps(game, seat):
        pieces = [f"{pawn} {origin}", ""]
        position = placed(variant_of(game), *(pieces if seat == 1 else reversed(pieces)), turn=seat)
        moves = movement_of(variant_of(game)).pseudo_legal(position)
        ends = board.cell(origin), board.cell(target)
        found = sorted(move.promotion or "" for move in moves if (move.origin, move.target) == ends)
        assert sorted(CHOICES[game]) == found


@EVERY_GAME
def test_promotion_by_capture(game: str) -> None:
    """A piece that arrives by a capture must promote as well."""
    pawn = RULES[game].pawn
    target = {"nd-wellisch": "o12", "glinski": "e10", "mccooey": "e10"}.get(game, "e12")
    origin = {"nd-wellisch": "n11", "glinski": "f10", "mccooey": "d8", "nd-altorth": "f12"}.get(game, "d10")
    officer = CHOICES[game][0]
    state = beside(game, f"{pawn} {origin}", f"{officer} {target}")
    found = {move for move in long_moves(state) if move.startswith(f"{origin}{target}")}
    assert {f"{origin}{target}={letter}" for letter in CHOICES[game]} == found


@EVERY_GAME
def test_refused_promotions(game: str) -> None:
    """A piece on its last cell neither stays what it is nor becomes a royal, another pawn or a piece of other games."""
    pawn = RULES[game].pawn
    state = beside(
        game, f"{pawn} {'n11' if game == 'nd-wellisch' else 'e9' if game in {'glinski', 'mccooey'} else 'e11'}"
    )
    end = "o11" if game == "nd-wellisch" else "e10" if game in {"glinski", "mccooey"} else "e12"
    origin = next(move for move in long_moves(state) if f"{end}=" in move).removesuffix(end)
    origin = origin[: origin.index(end)]
    for letter in ("", "=K", "=G", f"={pawn}", "=Z", "=N" if game[0] == "n" else "=D"):
        refusal = refused(state, MakeMove(1, move=f"{origin}{end}{letter}"))
        assert refusal.text
    named = [kind.name for kind in variant_of(game).kinds if kind.letter in CHOICES[game]]
    refusal = refused(state, MakeMove(1, move=f"{origin}{end}={pawn}"))
    assert isinstance(refusal, IllegalMove)
    assert all(name in refusal.reason for name in named)


def test_a_migrants_capture_is_no_further_move() -> None:
    """A Migrant at the end of its file promotes, though it could capture along the edge."""
    state = beside("nd-altorth", "M e11", "V f13")
    assert {"e11e12=F", "e11e12=H", "e11e12=R", "e11e12=V"} == {
        move for move in long_moves(state) if move.startswith("e11")
    }


@EVERY_GAME
def test_no_promotion_before(game: str) -> None:
    """A piece that can still go on does not promote."""
    (rule,) = variant_of(game).promotions
    state = beside(game, f"{RULES[game].pawn} {'m12' if game == 'nd-wellisch' else 'f8'}")
    assert not any("=" in move for move in long_moves(state))
    pawn = variant_of(game).by_letter[RULES[game].pawn].name
    text = "m12n12=R" if game == "nd-wellisch" else "f8f9=R"
    refusal = refused(state, MakeMove(1, move=text)).text
    assert "that move allows no promotion" in refusal
    assert rule.text.startswith(f"A {pawn} arriving")


def test_a_promoted_piece_moves_as_what_it_is() -> None:
    """A Broker that has become a Duchess moves as one, and its double step is gone."""
    state = played(beside("nd-mccooey", "B e11"), "e11e12=D", "a8a7")
    assert {"e1", "o5"} <= targets(state, "e12")
    assert set() == rights(state)
