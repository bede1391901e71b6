"""Short and long notation: what the referee writes, and every form it reads."""

from __future__ import annotations

import pytest

from engine import variants
from engine.model.position import long_form
from engine.notation.moves import AmbiguousMove, IllegalMove
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.support import WINDING, after, begun, refused, setup, some_state
from tests.suites import spread

OPENING = after("")
CAPTURE = setup("E d1 · P d2", "E d7 · G d4")
PROMOTION = setup("E d1 · G d6", "E g4", lost="WP,")

FULL_WIDTH = {character: character + 0xFEE0 for character in range(0x21, 0x7F)}
GAMES_PLAYED = [variant_of(key) for key in variants.GAMES]


# ---- what is written


@pytest.mark.parametrize(
    ("red", "blue", "long", "short"),
    [
        ("E d1 · P d2", "E d7", "d2d4", "Pd4"),
        ("E d1 · P d2", "E d7 · G d4", "d2d4", "Pxd4"),
        ("E d1 · T b1 f1", "E d7", "b1c3", "Tbc3"),
        ("E d1 · T b1 f1", "E d7 · G c3", "f1c3", "Tfxc3"),
        ("E d1 · T b1 b4", "E d7", "b4c3", "T4c3"),
        ("E d1 · T b1 b4", "E d7", "b1c3", "T1c3"),
        ("E d1 · G c3 c4 e3", "E d7", "c3d4", "Gc3d4"),
        ("E d1 · G c3 c4 e3", "E d7", "c4d4", "G4d4"),
        ("E d1 · G c3 c4 e3", "E d7", "e3d4", "Ged4"),
        ("E d1 · G c3 c4 e3", "E d7", "c3c2", "Gc2"),
        ("E d1 · P b2 · T f2", "E d7", "f2d3", "Td3"),
    ],
)
def test_minimal_form(red: str, blue: str, long: str, short: str) -> None:
    """The referee writes the letter, no more of the mover's cell than is needed, x for a capture, and the cell."""
    current = sheet(setup(red, blue))
    assert {short} == {current.short(move) for move in current.legal if long_form(WINDING.board, move) == long}


@pytest.mark.parametrize(
    ("variant", "white", "black", "pairs"),
    [
        ("glinski", "K a1 · P e4 f5", "K l6 · P d4 g5", "e4d4 exd4 · f5f6 f6 · f5g5 fxg5 · a1b2 Kb2"),
        ("glinski", "K a1 · P b6 f10", "K l1 · B a6", "f10f11=Q f11=Q · b6a6=N bxa6=N"),
        ("mccooey", "K a1 · P e3 g3", "K l6 · N f5", "e3f5 exf5 · g3f5 gxf5 · e3e4 e4"),
        ("shafran", "K a1 · P e5", "K i10 · P f7", "e5e6 e6 · e5f7 exf7"),
        ("chess", "K g1 · P d4 f4", "K e8 · R e5", "d4e5 dxe5 · f4e5 fxe5 · d4d5 d5"),
        ("imperial", "K d1 · D d2 · P e4", "K d6 · D d5", "e4f4 Pf4"),
        ("nd-mccooey", "K h1 · B f3", "K h15 · B g6", "f3f4 Bf4"),
    ],
)
def test_the_letterless_pawn(variant: str, white: str, black: str, pairs: str) -> None:
    """In chess and the hex games with its pawns, pawn moves have no letter, and their captures name the file."""
    state = begun(variant_of(variant), white, black)
    current = sheet(state)
    for long, short in (pair.split() for pair in pairs.split(" · ")):
        move = current.legal[current.long().index(long)]
        lettered = f"P{short}" if short[0].islower() else short
        assert short == current.short(move)
        assert move == current.read(short) == current.read(lettered)


@pytest.mark.parametrize("key", ["chess", "glinski", "shafran"])
def test_a_bare_cell_is_the_pawns_alone(key: str) -> None:
    """Where pawns have no letter, a cell without a letter is read as a pawn's move or refused."""
    variant = variant_of(key)
    for seed in range(2):
        current = sheet(some_state(variant, seed, 20 * seed))
        for cell in variant.board.names:
            for text in (cell, cell.upper()):
                read = current.read(text)
                pawns = isinstance(read, tuple) and current.movement.mover(current.position, read).letter == "P"
                assert pawns or isinstance(read, IllegalMove | AmbiguousMove)


# ---- what is read


MOVES = (
    "Tbc3·tbc3·TBC3·tBC3·Tb1c3·tb1c3·b1c3·B1C3·Tb-c3·b1-c3·Tb1-c3·b1 c3·b1 - c3· T b 1 c 3 ·\tTbc3\n·Tbc3+·"
    "Tbc3#·Tbc3!·Tbc3?·Tbc3!?·b1c3+!·Tbc3 !·1. Tbc3·1.Tbc3·12... Tbc3·1. … Tbc3·...Tbc3·Tbc3.·`Tbc3`·"
    "```\nTbc3\n```·**Tbc3**·__Tbc3__·*Tbc3*·||Tbc3||·“Tbc3”·'Tbc3'·**1. `Tbc3`**·b1–c3·b1 — c3·b1−c3·b1->c3·"
    "b1 → c3·b1 to c3·Ｔｂｃ３·Tb\u200bc3·Tbc3\xa0·Tbc3 (traveler from b1)·Tbc3 (traveler b1 to c3)"
)


CAPTURES = (
    "Pxd4·P:d4·P-d4·Pd4·pxd4·pd4·PXD4·P x d4·P×d4·Pdxd4·P2xd4·Pd2xd4·pd2xd4·Pd2d4·Pd2-d4·Pd2:d4·d2d4·d2xd4·"
    "d2:d4·d2-d4·D2XD4·d4·xd4·Pxd4+·Pxd4#!"
)


PROMOTIONS = (
    "Gd7=W·gd7=w·GD7=W·Gd7=w·Gd7W·gd7w·Gd7 = W·Gd6d7=W·G6d7=W·Gdd7=W·d6d7=W·d6d7=w·d6-d7=W·d6d7w·G=W·g=w·"
    "G = W·G=W!·Gd7=W+"
)


@pytest.mark.parametrize(
    ("state", "long", "text"),
    [
        (state, long, text)
        for state, long, texts in (
            (OPENING, "b1c3", MOVES),
            (CAPTURE, "d2d4", CAPTURES),
            (PROMOTION, "d6d7=W", PROMOTIONS),
            (PROMOTION, "d6d7", "Gd7·gd7·d6d7·d6-d7·Gdd7"),
        )
        for text in texts.split("·")
    ],
)
def test_forms_of_a_move(state: State, long: str, text: str) -> None:
    """Minimal, fuller and long forms name the move, with whatever people and phones put around and between.

    That is letter case, dashes, arrows, blanks, trailing marks, numbers of rounds, code marks, bold, quotes, full-width
    letters and the words with which moves are offered and told; a promotion with or without its cell and its sign.
    """
    read = sheet(state).read(text)
    assert isinstance(read, tuple), read.text
    assert long == long_form(WINDING.board, read)


FORMS = {
    ("glinski", "", "e4e6"): "e6 · 1. e6 · e6. · e4–e6 · e4->e6 · e4 → e6 · e4➡️e6 · e4>e6 · e4 to e6 · E4 TO E6 · "
    "e4e6* · 1) e6 · pawn e6 · PAWN E6 · pawns to e6 · Pawn E4 to E6 · pawne6 · pawn from e4 to e6 · ♙e6 · ♟ e4-e6 · "
    "♙️e6 · P e4-e6 · ｅ６ · e6 check · e6; · e6 e.p.",
    ("glinski", "", "d1g2"): "♘g2 · ♞ d1 → g2 · knight g2 · KNIGHT G2 · Knight D1 - G2 · N-g2 · N to g2",
    ("chess", "e2e4 d7d5", "e4d5"): "exd5 · e4xPd5 · exPd5 · pawn takes d5 · PAWN TAKES PAWN ON D5 · e x d5 · e4×d5 · "
    "e takes d5 · ♙xd5 · ♙x♟d5 · pawn e4 captures pawn on d5 · ed5",
    ("chess", "e2e4 a7a6 e4e5 d7d5", "e5d6"): "exd6 · exd6 e.p. · exd6ep · exd6 (ep) · e5xd6 E.P. · exd6 e. p.! · "
    "exd6+ ep · exd6 en passant · exPd6 · pawn takes d6",
    ("chess", "e2e4 d7d5 e4d5 c7c6 d5c6 b8d7 c6b7 g8f6", "b7a8=Q"): "bxa8=Q · bxa8(Q) · bxa8 (Q)+ · bxa8/Q · bxa8Q · "
    "bxa8=queen · bxa8 Queen · b7a8 = QUEEN! · bxa8(=Q) · bxRa8=Q · bxa8♕ · bxa8=♛ · b7-a8q · "
    "pawn takes rook on a8 and becomes queen · b7 takes a8 promotes to queen",
    ("chess", "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7", "e1g1"): "O-O · 0-0 · O–O · 0−0 · o-o · OO · 4. O-O! · king to g1 · ♔g1",
    ("shafran", "e2e5 e9e6", "d1g7"): "queen g7 · Queen d1 → g7 · ♕g7 · Q-g7 · QUEEN TO G7",
    ("hexeh", "", "b1c3"): "traveler b1 to c3 · Traveler bc3 · TRAVELER B1 C3 · travelers b1-c3 · T b1-c3 · b1 c3",
    ("imperial", "", "@e3e5"): "P@e3 · `P@e5` · p@e3e5 · Pawn@e3 · ♙@e3",
    ("nd-mccooey", "", "f3f5"): "broker f5 · Brokers f3 to f5 · Bf5 · B f3-f5",
}


@pytest.mark.parametrize(
    ("game", "moves", "long", "text"), [(*key, text) for key, texts in FORMS.items() for text in texts.split(" · ")]
)
def test_forms_people_type(game: str, moves: str, long: str, text: str) -> None:
    """A move reads as people type, copy and autocorrect it: with words, figurines, arrows, numbers and remarks."""
    current = sheet(after(moves, variant_of(game)))
    assert current.legal[current.long().index(long)] == current.read(text)


# ---- ambiguity


def test_a_letter_that_is_a_file_too() -> None:
    """A small letter that may mean a piece or a file is refused when both have a move."""
    state = setup("E d3 · T e3 · G g2", "E d7")
    refusal = refused(state, MakeMove(1, move="ed4"))
    assert isinstance(refusal, AmbiguousMove)
    assert {"Ed4", "Td4"} == set(refusal.candidates)


def test_a_capital_is_a_piece() -> None:
    """A capital letter with a small cell means the piece, never the file: Ed4 is the empress or nothing."""
    state = setup("E d3 · T e3", "E d7 · G a4")
    read = sheet(state).read("Ed4")
    assert isinstance(read, tuple)
    assert "d3d4" == long_form(WINDING.board, read)
    far = setup("E a1 · T e3", "E d7 · G a4")
    assert not isinstance(sheet(far).read("Ed4"), tuple)


def test_a_long_form_is_a_long_form() -> None:
    """Two cells in small letters mean a piece on the first: e2e3 moves no empress from d2."""
    state = setup("E d2 · T a1", "E d7 · G a4")
    assert not isinstance(sheet(state).read("e2e3"), tuple)
    own = setup("E d2 · P e2", "E d7 · G a4")
    assert isinstance(sheet(own).read("Ed3"), tuple)
    assert not isinstance(sheet(own).read("e2d3"), tuple), "the prowler is meant, which cannot go there"


MEANT = "Tbc3·Pcd3·Gd9·b1 c3·P x d4·1. Tbc3·b1-c3·b1 to c3·Tbc3 (traveler from b1)·G=W·O-O"
PROSE = "nice·gg·ooo·gr8·m8·be 4·I think Tbc3 is good·roll 1d6·e4 e5 is what I'd do·1·"


@pytest.mark.parametrize(
    ("text", "meant"), [(text, texts is MEANT) for texts in (MEANT, PROSE) for text in texts.split("·")]
)
def test_moves_and_prose(text: str, meant: bool) -> None:
    """What names cells of the board reads as a move, legal or not; what has whole words in it, or none of them, not."""
    assert meant == sheet(OPENING).is_meant(text)


# ---- both ways


@pytest.mark.parametrize("variant", spread(5, GAMES_PLAYED), ids=[each.key for each in GAMES_PLAYED])
def test_typed_forms_mean_the_exact_one(variant: Variant) -> None:
    """In every game an exact form with a number, a remark, arrows, words or a name in it means the same move."""
    board = variant.board
    for seed in range(2):
        current = sheet(some_state(variant, seed, 15 * seed))
        for move, long in zip(current.legal, current.long(), strict=True):
            short = current.short(move)
            kind = current.movement.mover(current.position, move)
            texts = [f"12... {short}", f"7. {long} e.p.", f"`{short}`!?", short.translate(FULL_WIDTH)]
            if move.special is None or not move.special.placed:
                end = "" if move.promotion is None else f" ({variant.by_letter[move.promotion].name})"
                origin, target = board.names[move.origin], f"{board.names[move.target]}{end}"
                texts += [f"{origin} to {target}", f"{origin} → {target}", f"{kind.name.upper()} {origin}–{target}"]
                texts += [short.replace(kind.letter, f"{name} ", 1) for name in (kind.name, kind.plural)]
            for text in texts:
                assert move == current.read(text), text
