"""Castling of the Nearlydouble games, and each reason for which it is refused."""

from __future__ import annotations

import pytest

from engine.notation.describe import move_in_words
from engine.notation.moves import IllegalMove
from engine.notation.position_code import code_of
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import variant_of
from tests.engine.nearly import RULES
from tests.engine.support import after, begun, long_moves, names, placed, played, refused

GAMES = ("nd-mccooey", "nd-trios")
BOTH_GAMES = pytest.mark.parametrize("game", GAMES)
MCCOOEY = variant_of("nd-mccooey")
ROOKS = "d1 e1 k1 l1"
UNMOVED = "h1,d1,e1,k1,l1"
opposite = RULES["nd-mccooey"].opposite


def ready(
    rooks: str = ROOKS, black: str = "K h15", rights: str = UNMOVED, white: str = "", game: str = GAMES[0]
) -> State:
    """White to move with its Grandduke at home, some Rooks and whatever else."""
    pieces = " · ".join(filter(None, ("K h1", f"R {rooks}", white)))
    return begun(variant_of(game), pieces, black, rights=rights)


def castlings(state: State) -> set[str]:
    """The castlings open now, as players write them."""
    return {"O-O", "O-O-O"} & set(sheet(state).shorts(sheet(state).legal))


def why_not(state: State, text: str) -> str:
    """The reason for which a castling is refused, in its short and in its long form alike."""
    refusal = refused(state, MakeMove(state.turn, move=text))
    assert isinstance(refusal, IllegalMove)
    assert text not in castlings(state)
    return refusal.reason


def pieces(state: State, seat: int) -> dict[str, str]:
    """The letters of a seat's pieces by their cells."""
    variant, position = state.variant, state.position
    pairs = ((name, variant.piece(position, cell)) for cell, name in enumerate(variant.board.names))
    return {name: piece.kind.letter for name, piece in pairs if piece and piece.seat == seat}


# ---- castling


@BOTH_GAMES
@pytest.mark.parametrize(("text", "royal", "rook", "beside"), [("O-O", "j1", "k1", "i1"), ("O-O-O", "f1", "e1", "g1")])
@pytest.mark.parametrize("form", ["{0}", "{1}", "{2}", "{0}+", "h1{3}", "h1-{3}", "K{3}", "Kh1{3}", "kh1{3}"])
def test_castling(game: str, text: str, royal: str, rook: str, beside: str, form: str) -> None:
    """The Grandduke goes to the farther Unicorn cell, the near Rook to the nearer; the move is known by many names."""
    typed = form.format(text, text.replace("O", "0"), text.replace("-", "").lower(), royal)
    state = played(ready(game=game), typed)
    assert {royal: "K", beside: "R", **dict.fromkeys(names(ROOKS) - {rook}, "R")} == pieces(state, 1)
    assert "rights=" not in code_of(state.variant, state.position)
    assert state.position.quiet == (0, 1, 0)


@BOTH_GAMES
@pytest.mark.parametrize(("text", "long"), [("O-O", "h15f13"), ("O-O-O", "h15j13")])
def test_castling_of_black(game: str, text: str, long: str) -> None:
    """Black castles likewise, O-O on its own right."""
    rights = ",".join(map(opposite, UNMOVED.split(",")))
    state = begun(
        variant_of(game), "K h1", f"K h15 · R {' '.join(map(opposite, ROOKS.split()))}", turn=2, rights=rights
    )
    assert long in long_moves(state)
    assert names("O-O O-O-O") == castlings(state)
    after_ = pieces(played(state, text), 2)
    rook, gone = ("g14", "e12") if text == "O-O" else ("i14", "k12")
    assert ("K", "R") == (after_[long[3:]], after_[rook])
    assert gone not in after_
    assert played(state, text).position == played(state, long).position


@pytest.mark.parametrize(
    ("text", "near", "far", "royal", "beside"), [("O-O", "k1", "l1", "j1", "i1"), ("O-O-O", "e1", "d1", "f1", "g1")]
)
def test_castling_with_the_far_rook(text: str, near: str, far: str, royal: str, beside: str) -> None:
    """Once the near Rook has left, the Grandduke castles with the far one of that edge."""
    state = played(ready(), f"{near}{near[0]}2", "h15h14")
    assert names("O-O O-O-O") == castlings(state)
    found = pieces(played(state, text), 1)
    assert ("K", "R", "R") == (found[royal], found[beside], found[f"{near[0]}2"])
    assert far not in found
    alone = ready(far, rights=f"h1,{far}")
    assert {royal: "K", beside: "R"} == pieces(played(alone, text), 1)


def test_the_near_rook_castles_first() -> None:
    """With both Rooks of an edge at home the near one castles, and there is one such move."""
    state = ready()
    assert 1 == long_moves(state).count("h1j1") == long_moves(state).count("h1f1")
    assert "R" == pieces(played(state, "O-O"), 1)["l1"]


def test_castling_in_words() -> None:
    """A castling is told with both its pieces."""
    state = ready()
    move = sheet(state).read("O-O")
    assert not isinstance(move, IllegalMove)
    assert "Grandduke castles to j1, Rook to i1" == move_in_words(state.movement, state.position, move)  # type: ignore[arg-type]


def test_rooks_off_the_edge_never_castle() -> None:
    """In Trios the Rooks of h4 and h5 never castle, though the way to them is free."""
    state = begun(variant_of("nd-trios"), "K h1 · R h4 h5", "K o8", rights="h1")
    assert {"h1h2", "h1g1", "h1i1", "h1g2", "h1i2"} == {move for move in long_moves(state) if move[:2] == "h1"}
    assert "it moves one orthogonal or diagonal step" in why_not(state, "h1h3")
    assert not {"h4", "h5"} & {
        variant_of("nd-trios").board.names[each.partner[0]] for each in variant_of("nd-trios").castlings
    }


@pytest.mark.parametrize("game", ["nd-wellisch", "nd-anglojewish", "nd-altorth", "glinski", "mccooey"])
def test_games_without_castling(game: str) -> None:
    """The other games for two have no castling, and say so."""
    for text in ("O-O", "O-O-O"):
        assert "there is no castling in this game" == why_not(after("", variant_of(game)), text)


# ---- refused


@BOTH_GAMES
@pytest.mark.parametrize(("text", "reason"), [("O-O", "i1 and j1 are occupied"), ("O-O-O", "f1 and g1 are occupied")])
def test_castling_in_the_array(game: str, text: str, reason: str) -> None:
    """In the array the Unicorns stand in the way."""
    assert reason == why_not(after("", variant_of(game)), text)


@pytest.mark.parametrize(
    ("white", "black", "rooks", "text", "reason"),
    [
        ("U i1", "K h15", ROOKS, "O-O", "i1 is occupied"),
        ("", "K h15 · S j1", ROOKS, "O-O", "j1 is occupied"),
        ("S g1 · B f1", "K h15", ROOKS, "O-O-O", "f1 and g1 are occupied"),
        ("U k1", "K h15", "d1 e1 l1", "O-O", "k1 is occupied"),
        ("", "K h15 · S e1", "d1 k1 l1", "O-O-O", "e1 is occupied"),
        ("U e1 g1", "K h15", "d1 k1 l1", "O-O-O", "e1 and g1 are occupied"),
    ],
)
def test_a_piece_between(white: str, black: str, rooks: str, text: str, reason: str) -> None:
    """A piece of either side between Grandduke and Rook is named by its cell."""
    rights = ",".join(["h1", *rooks.split()])
    assert reason == why_not(ready(rooks, black, rights, white), text)


@pytest.mark.parametrize("texts", [("O-O", "h1j1"), ("O-O-O", "h1f1")])
@pytest.mark.parametrize(
    ("black", "reason"),
    [
        ("K h15 · R h8", "h1 is attacked by the Rook on h8"),
        ("K h15 · S f2", "h1 is attacked by the Seiopelma on f2"),
        ("K h15 · U g2", "h1 is attacked by the Unicorn on g2"),
        ("K h15 · D o8", "h1 is attacked by the Duchess on o8"),
    ],
)
def test_in_check(texts: tuple[str, str], black: str, reason: str) -> None:
    """A Grandduke in check does not castle, whichever form is written."""
    for text in texts:
        assert reason == why_not(ready(black=black), text)


@pytest.mark.parametrize(
    ("black", "texts", "reason"),
    [
        ("K h15 · R i8", ("O-O", "h1j1"), "i1 is attacked by the Rook on i8"),
        ("K h15 · R g8", ("O-O-O", "h1f1"), "g1 is attacked by the Rook on g8"),
        ("K h15 · B h3", ("O-O", "Kj1"), "i1 is attacked by the Broker on h3"),
        ("K h15 · B h3", ("O-O-O", "Kf1"), "g1 is attacked by the Broker on h3"),
        ("K h15 · R j8", ("O-O", "h1j1"), "j1 is attacked by the Rook on j8"),
        ("K h15 · R f8", ("O-O-O", "h1f1"), "f1 is attacked by the Rook on f8"),
        ("K h15 · B i3", ("O-O", "h1j1"), "j1 is attacked by the Broker on i3"),
        ("K h15 · B e2", ("O-O-O", "h1f1"), "f1 is attacked by the Broker on e2"),
        ("K k2", ("O-O", "h1j1"), "j1 is attacked by the Grandduke on k2"),
        ("K e2", ("O-O-O", "h1f1"), "f1 is attacked by the Grandduke on e2"),
    ],
)
def test_passed_and_target_cells(black: str, texts: tuple[str, str], reason: str) -> None:
    """The Grandduke neither passes an attacked Unicorn cell nor castles onto one; the other side stays open."""
    state = ready(black=black)
    for text in texts:
        assert reason == why_not(state, text)
    assert ({"O-O", "O-O-O"} - {texts[0]} == castlings(state)) == ("B h3" not in black)


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(
    ("rook", "text", "cell"),
    [
        *((rook, "O-O", cell) for rook in ("k1", "l1") for cell in ("h1", "i1", "j1")),
        *((rook, "O-O-O", cell) for rook in ("e1", "d1") for cell in ("h1", "g1", "f1")),
    ],
)
def test_each_cell_for_each_rook(rook: str, text: str, cell: str, seat: int) -> None:
    """With either Rook of an edge, for either side, none of the Grandduke's three cells may be attacked."""
    enemy = f"{cell[0]}8"
    cells = ("h1", rook, "h15", enemy, cell)
    home, own, other, attacker, attacked = cells if seat == 1 else map(opposite, cells)
    armies = [f"K {home} · R {own}", f"K {other} · R {attacker}"]
    state = begun(MCCOOEY, *(armies if seat == 1 else armies[::-1]), turn=seat, rights=f"{home},{own}")
    assert f"{attacked} is attacked by the Rook on {attacker}" == why_not(state, text)
    calm = [armies[0], armies[1].replace(" · R", " · B")]
    state = begun(MCCOOEY, *(calm if seat == 1 else calm[::-1]), turn=seat, rights=f"{home},{own}")
    assert {text} == castlings(state)


def test_pinned_pieces_attack() -> None:
    """A Rook pinned to its Grandduke attacks a Unicorn cell all the same."""
    state = ready(black="K g9 · R i8", white="R k6")
    reply = played(state, "h1h2")
    assert not any(move.startswith("i8i") for move in long_moves(reply))
    assert "i1 is attacked by the Rook on i8" == why_not(state, "O-O")
    assert "i1 is attacked by the Rook on i8" == why_not(state, "h1j1")


@pytest.mark.parametrize("black", ["R k8", "R l8", "R e8", "R d8", "S k4 e4"])
def test_rooks_may_be_attacked(black: str) -> None:
    """The Rook's cell, and a cell that the Rook alone passes, may be attacked."""
    assert names("O-O O-O-O") == castlings(ready(black=f"K h15 · {black}"))
    assert {"O-O-O"} == castlings(ready("d1", f"K h15 · {black}", "h1,d1"))
    assert {"O-O"} == castlings(ready("l1", f"K h15 · {black}", "h1,l1"))


@pytest.mark.parametrize(
    ("rooks", "enemy", "text", "cell"),
    [("k1", "l1", "O-O", "j1"), ("k1", "o1", "O-O", "j1"), ("e1", "d1", "O-O-O", "f1"), ("d1", "a1", "O-O-O", "f1")],
)
def test_uncovered_along_the_edge(rooks: str, enemy: str, text: str, cell: str) -> None:
    """The Rook may not lay bare its Grandduke to an attack along the edge by leaving its own cell."""
    state = ready(rooks, f"K h15 · R {enemy}", f"h1,{rooks}")
    assert f"it would leave your Grandduke on {cell} attacked by the Rook on {enemy}" == why_not(state, text)
    assert {text} == castlings(ready(rooks, f"K h15 · B {enemy}", f"h1,{rooks}"))


def test_check_is_told_first() -> None:
    """In check the Grandduke's own cell is named, whatever else of its way is attacked."""
    assert "h1 is attacked by the Rook on h8" == why_not(ready(black="K h15 · R h8 g8 f8 i8 j8"), "O-O-O")


def test_shielded_along_the_edge() -> None:
    """A far Rook that stays behind shields the Grandduke along the edge."""
    assert names("O-O") == castlings(ready("k1 l1", "K h15 · R o1", "h1,k1,l1"))


# ---- first moves


@pytest.mark.parametrize("text", ["O-O", "O-O-O"])
def test_a_grandduke_that_has_moved(text: str) -> None:
    """A Grandduke away from home has moved; one that has come back may have, or its Rooks have."""
    away = played(ready(), "h1h2", "h15h14")
    assert "your Grandduke has moved" == why_not(away, text)
    back = played(away, "h2h1", "h14h15")
    rooks = "k1 and l1" if text == "O-O" else "e1 and d1"
    expected = f"your Grandduke has moved, or the Rooks that began on {rooks} have moved or fallen"
    assert expected == why_not(back, text) == why_not(back, "h1j1" if text == "O-O" else "h1f1")


def test_rooks_that_have_moved() -> None:
    """When both Rooks of an edge have moved and come back, that side alone is closed, and the Rooks are named."""
    state = played(ready(), "k1k2", "h15h14", "l1l2", "h14h15", "k2k1", "h15h14", "l2l1", "h14h15")
    assert "the Rooks that began on k1 and l1 have moved or fallen" == why_not(state, "O-O")
    assert {"O-O-O"} == castlings(state)


def test_a_near_rook_that_has_come_back() -> None:
    """A near Rook that has moved and come back does not castle, and stands in the way of the far one."""
    state = played(ready(), "k1k2", "h15h14", "k2k1", "h14h15")
    assert "k1 is occupied" == why_not(state, "O-O")
    assert {"O-O-O"} == castlings(state)


def test_a_rook_that_has_fallen() -> None:
    """A Rook that was taken castles no more, though another comes to stand there."""
    state = begun(MCCOOEY, "K h1 · R e1 l1 m1", "K h15 · S l4", turn=2, rights="h1,e1,l1")
    state = played(state, "l4l1", "m1l1", "h15h14")
    assert "the Rooks that began on k1 and l1 have moved or fallen" == why_not(state, "O-O")
    assert {"O-O-O"} == castlings(state)


def test_castling_is_made_once() -> None:
    """After castling there is no other."""
    state = played(ready(), "O-O", "h15h14", "j1i2", "h14h15", "i2h1", "h15h14")
    assert set() == castlings(state)
    assert "h1f1" not in long_moves(state)


def test_rights_of_the_others_stay() -> None:
    """A Rook's move takes its own right and no other's."""
    state = played(ready(), "e1e2")
    assert "rights=d1,h1,k1,l1" in code_of(state.variant, state.position)
    state = played(state, "h15h14", "O-O-O")
    assert "rights" not in code_of(state.variant, state.position)


def test_repetition_and_castling() -> None:
    """Pieces on the same cells are another position once a castling is gone."""
    first = placed(MCCOOEY, "K h1 · R e1", "K h15", rights="h1,e1")
    state = played(ready("e1", rights="h1,e1"), "e1e2", "h15h14", "e2e1", "h14h15")
    assert first.pieces == state.position.pieces
    assert first._replace(quiet=()) != state.position._replace(quiet=())


def test_castling_from_the_array() -> None:
    """From the array White castles once its two Unicorns of that edge have left."""
    moves = "j3j5 c10c9 j2j3 d10d9 i1j2 e10e9 k2l4 l10l9 j1k2 m10m9"
    state = played(after("", MCCOOEY), *moves.split())
    assert {"O-O"} == castlings(state)
    found = pieces(played(state, "O-O"), 1)
    assert ("K", "R", "R") == (found["j1"], found["i1"], found["l1"])
