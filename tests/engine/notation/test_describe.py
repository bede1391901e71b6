"""Moves, fights, checks and positions told in words."""

from __future__ import annotations

import re
from functools import reduce

import pytest

from engine import Game
from engine.model.position import bits
from engine.movement.generator import announced, checks, movement_of
from engine.notation.describe import (
    check_in_words,
    checks_in_words,
    fight_in_words,
    move_for_players,
    played_move_in_words,
    rows_in_words,
    royals_attacked,
)
from engine.play.commands import Resign
from engine.play.game import new_game
from engine.play.state import State
from engine.variants import GAMES, variant_of
from tests.engine.support import (
    CHESS,
    HEXEH_POLY,
    after,
    begun,
    done,
    from_fen,
    placed,
    played,
    random_fights,
    random_game,
)


def last(state: State) -> str:
    done = state.played[-1]
    return played_move_in_words(state.movement, done.before, done.move, done.fought)


@pytest.mark.parametrize(
    ("state", "move", "told"),
    [
        (after(""), "b1c3", "Red's traveler moved from b1 to c3."),
        (after("b1c3 f5e4"), "c3c6", "Red's traveler on c3 took the prowler on c6."),
        (from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1", "White's king castled to g1, the rook to f1."),
        (
            from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
            "e5d6",
            "White's pawn on e5 took the pawn on d5 en passant, on d6.",
        ),
        (
            from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
            "a7a8=Q",
            "White's pawn moved from a7 to a8 and became a queen.",
        ),
    ],
    ids=["move", "capture", "castling", "en passant", "promotion"],
)
def test_moves(state: State, move: str, told: str) -> None:
    """A move is told with its side, kind and cells, a capture with what it took, the others as what they are."""
    assert last(played(state, move)) == told


def test_placements_and_owners() -> None:
    """Placed pieces are told with both cells; among three, whose piece was taken."""
    *_, scouts = random_game(variant_of("imperial"), 1, 1)
    assert re.fullmatch(r"White placed \w+ on \w+ and \w+\.", last(scouts))
    three = variant_of("nd-wellisch-3")
    position = placed(three, "G a1 · R h8", "G d1 · R h10", "G o15")
    movement, target = movement_of(three), three.board.cell("h10")
    capture = next(move for move in movement.legal(position) if move.target == target)
    assert re.fullmatch(r"Red's Rook on h8 took Gold's \w+ on h10\.", played_move_in_words(movement, position, capture))


def test_fights() -> None:
    """A fight is told by who attacked whom and how it ended."""
    fought = [last(state) for state in random_fights(HEXEH_POLY, 4, 160) if state.played and state.played[-1].fought]
    assert all(
        re.fullmatch(r"\w+'s \w+ on \w\d attacked the \w+ on \w\d(| and won| and fell|; nobody fell)\.", told)
        for told in fought
    )
    assert {told.rpartition(" ")[2] for told in fought} >= {"won.", "fell."}


@pytest.mark.parametrize("key", GAMES)
def test_rows_name_every_piece_once(key: str) -> None:
    """The rows go down to the first, none twice, and together name each piece with its cell and side."""
    variant = variant_of(key)
    *_, state = random_game(variant, 7, 30)
    rows = rows_in_words(variant, state.position)
    numbers = [int(number) for row in rows for number in re.findall(r"\d+", row.partition(":")[0])]
    assert numbers == sorted(set(numbers), reverse=True)
    told = re.findall(r"([a-z]\d+) (\w+) ([\w ]+?)(?=[,.])", " ".join(rows))
    pieces = [(cell, variant.piece(state.position, cell)) for cell in bits(state.position.pieces[0])]
    assert sorted(told) == sorted(
        (variant.board.names[cell], variant.seat(piece.seat).name, piece.kind.name) for cell, piece in pieces if piece
    )


def test_rows() -> None:
    """Vacant rows are told together, tokens with their piece."""
    assert rows_in_words(CHESS, from_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1").position) == [
        "Row 8: e8 Black king.",
        "Rows 7 to 3: empty.",
        "Row 2: a2 White pawn.",
        "Row 1: e1 White king.",
    ]
    tired = HEXEH_POLY.start.with_fatigue([HEXEH_POLY.board.cell("d7")])
    assert rows_in_words(HEXEH_POLY, tired)[0] == "Row 7: d7 Blue empress (1 token)."


POLY = variant_of("combat-chess")
THREE = variant_of("nd-wellisch-3", {"combat": "poly"})
CHECKMATED = ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7[9-1]")


def last_fight(game: Game) -> str:
    fought = game.state.played[-1].fought
    assert fought is not None
    return fight_in_words(game.variant, fought)


def told(variant: str, *moves: str, **options: str) -> str:
    """The fight of the last of some moves in words."""
    return last_fight(reduce(Game.play, moves, Game(variant, options)))


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        ("5-1", "pawn **6** (5 +1) beats pawn **1**: the pawn on d5 falls"),
        ("2-3,1-4", "after a tie, pawn **2** (1 +1) loses to pawn **4**: the pawn on e4 falls"),
        ("2-3,1-2,3-4", "pawn **4** (3 +1) ties with pawn **4** a third time: nobody falls"),
    ],
)
def test_like_against_like(rounds: str, words: str) -> None:
    """Where both pieces are called the same, the one that falls is told by its cell; of ties only their number."""
    assert words == told("combat-chess", "e4", "d5", f"exd5[{rounds}]")


def test_fatigue() -> None:
    """Fatigue is taken off, and a total below nought bears a true minus sign."""
    state = begun(POLY, "K e1 · R a1", "K h8 · N a5", tokens="a1:4,a5:2")
    words = "rook **0** (3 +1 −4) beats knight **−1** (1 −2): the knight falls"
    assert words == last_fight(Game.of(state).play("Rxa5[3-1]"))


def test_owners() -> None:
    """Where more than two play, the owners of the pieces are named."""
    state = begun(THREE, "G a1 · R b1", "G h1", "G o15 · P d1")
    words = "Red's Rook **9** (8 +1) beats Blue's Point **1**"
    assert words == last_fight(Game.of(state).play("Rxd1[8-1]"))


def test_the_best_of_several_dice() -> None:
    """With only six-sided dice the ones that count are told."""
    words = "traveler **7** (6 +1) beats prowler **2**: the prowler falls"
    assert words == told("hexeh", "Tbxc6[3+6-1+2]", combat="d6")


@pytest.mark.parametrize(
    ("rounds", "end"), [("9-7+2", "beats {}: both fall"), ("1-7+2", "loses to {}: the king falls")]
)
def test_the_prerogative(rounds: str, end: str) -> None:
    """A king that fights its way out of checkmate meets the sum of its target and all that support it."""
    king = f"king **{int(rounds[0]) + 1}** ({rounds[0]} +1)"
    others = end.format("bishop and queen **8** (7+2 −1)")
    assert f"King's Prerogative: {king} {others}" == told("combat-chess", *CHECKMATED, f"Kxf7[{rounds}]")


@pytest.mark.parametrize(
    ("variant", "moves", "words", "attacked"),
    [
        ("hexeh", "Tbxc6", "the traveler takes your prowler", ["your empress"]),
        ("hexeh", "Tbc3", "the traveler moves from b1 to c3", []),
        ("chess", "e4 f5 Qh5+", "the queen moves from d1 to h5", ["your king"]),
        ("chess", "e4 a6 e5 d5 exd6", "the pawn takes your pawn en passant", []),
        ("chess", "e4 e5 Nf3 Nf6 Be2 Be7 O-O", "the king castles to g1", []),
        ("imperial", "P@e3", "pawns are placed on e3 and e5", []),
    ],
)
def test_moves_for_players(variant: str, moves: str, words: str, attacked: list[str]) -> None:
    """A move is told without the cells that the picture shows, with the royal that it attacks."""
    state = reduce(Game.play, moves.split(), Game(variant)).state
    last = state.played[-1]
    assert words == move_for_players(state.movement, last.before, last.move, lambda _: "your")
    assert attacked == royals_attacked(state.movement, state.position, last.seat, lambda _: "your")


WELLISCH = variant_of("nd-wellisch-3")
MOVEMENT = movement_of(WELLISCH)


@pytest.mark.parametrize(
    ("armies", "words"),
    [
        (("G a1", "G h1", "G o15"), ""),
        (("G a1 · P b2", "G h1 · R o8", "G o15"), "Gold attacks Blue's General"),
        (("G a1 · R h8", "G d1", "G o15 · R a8"), "Blue attacks Red's General; Red attacks Blue's General"),
        (("G a1 · R h8", "G d1 · V o13", "G o15"), "Red and Gold attack Blue's General"),
        (("G a1 · R h8", "G d1 · R n14", "G o15"), "Gold attacks Blue's General"),
    ],
    ids=["nobody", "one", "two at each other", "two at one", "one behind the other"],
)
def test_checks_are_spelled_out(armies: tuple[str, ...], words: str) -> None:
    """Every remaining royal is named with all seats that attack it, in the order of the royals' seats."""
    position = placed(WELLISCH, *armies)
    assert words == checks_in_words(MOVEMENT, position)
    assert checks(MOVEMENT, position) == announced(MOVEMENT, position)


def test_who_has_left_attacks_nobody() -> None:
    """Neither the pieces nor the royal of a player who has left count any more."""
    state = new_game(WELLISCH, placed(WELLISCH, "G a1", "G h1 · R o8", "G o15 · R a8"))
    assert "Blue attacks Red's General; Gold attacks Blue's General" == checks_in_words(MOVEMENT, state.position)
    assert "Blue attacks Red's General" == checks_in_words(MOVEMENT, done(state, Resign(2)).position)


def test_each_army_has_its_own_royal() -> None:
    """Where armies differ, each royal piece goes by its own name."""
    variant = variant_of("nd-wellisch-4-mccooey")
    position = placed(variant, "G b5 · R i8", "K i15 · R b9", "G n11", "K g1")
    assert "Red attacks White's General; White attacks Red's Grandduke" == checks_in_words(
        movement_of(variant), position
    )


@pytest.mark.parametrize(
    ("key", "armies", "words"),
    [
        ("nd-mccooey", ("K h1 · D c3", "K h15"), ""),
        (
            "nd-mccooey",
            ("K h1", "K h15 · D h9 · S g3"),
            "White is in check from the Seiopelma on g3 and the Duchess on h9",
        ),
        ("glinski", ("K g1 · P e4", "K f11 · R g9"), "White is in check from the rook on g9"),
        ("imperial", ("K a2", "K m8 · D b2"), ""),
        ("hexeh", ("E d1", "E d7 · W d2"), ""),
    ],
    ids=["none", "two pieces", "one piece", "not by the hierarchy", "no check in the game"],
)
def test_check_where_two_play(key: str, armies: tuple[str, str], words: str) -> None:
    """The pieces that could take the mover's royal piece are named with their cells, where that is check."""
    variant = variant_of(key)
    movement, position = movement_of(variant), placed(variant, *armies)
    assert words == check_in_words(movement, position)
    assert bool(words) == bool(announced(movement, position))
