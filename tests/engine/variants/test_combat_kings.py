"""Combat Chess: compulsory attacks, check and mate, and King's Prerogative."""

from __future__ import annotations

from typing import Any

import pytest

from engine.notation.moves import IllegalMove
from engine.notation.position_code import position_of
from engine.play.commands import MakeMove, Resign
from engine.play.events import Moved
from engine.play.referee import sheet
from engine.play.state import Await, State
from engine.records.replay import replay_moves, shorts
from engine.rules.combat import CompulsoryAttack
from engine.rules.fight import Fight, FightResult, read_rounds, totals
from engine.rules.protocols import Result
from engine.variants import built, variant_of
from engine.variants.variant import Variant, VariantEntry
from tests.engine import toys
from tests.engine.fens import HEAPS, KIWIPETE
from tests.engine.support import (
    CHESS,
    D6,
    HEXEH_D6,
    HEXEH_POLY,
    POLY,
    after,
    begun,
    done,
    fen_code,
    from_fen,
    happened,
    long_moves,
    names,
    opened,
    placed,
    random_fights,
    refused,
    targets,
    tokens,
    told,
    told_to_fight,
)

TRIO = built(VariantEntry("toy-three", "Three", toys._three, *toys.ABOUT), {"combat": "poly"})
CHECK_POLY = built(
    VariantEntry("toy-check", "Check", lambda _: toys._squares("toy-check", ()), *toys.ABOUT), {"combat": "poly"}
)
BOTH = pytest.mark.parametrize("variant", [POLY, D6], ids=["poly", "d6"])
SCHOLAR = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7[10-1]"
TIED = "1-1+1,2-2+1,3-2+2"
"""Three ties between a king and two others without tokens, but for the weapon choice."""


def why_not(state: State, text: str) -> str:
    """The reason for which a move is refused."""
    refusal = refused(state, MakeMove(state.turn, move=text))
    assert isinstance(refusal, IllegalMove)
    return refusal.reason


# ---- compulsory attack


@BOTH
@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        ("K e1 · R e2 · B h5 · P a2", "K e8 · P a7", "e2e8 h5e8"),
        ("K e1 · R e2 · P a2", "K e8 · Q d7 · P a7", "e2e8"),
        ("K e1 · N e3 · P a2", "K d5 · R e8 · P a7", "e3d5"),
        ("K e1 · B e2 · P a2", "K h5 · R e8 · P a7", "e2h5"),
        ("K e1 · R a8 · N c3 · P a2", "K e8 · R e7 · P a7", "a8e8"),
        ("K e4 · R a1 · P a2", "K e5 · R e8 · P a7", "e4e5"),
        ("K e4 · R a5 · P a2", "K e5 · R e8 · P a7", "a5e5 e4e5"),
        ("K a1 · P d7 · R h1", "K e8 · P a7", "d7e8=B d7e8=N d7e8=Q d7e8=R"),
        ("K a1 · P d4 · P e4", "K e5 · P a7", "d4e5"),
    ],
    ids=[
        "two attacks",
        "whatever else",
        "pinned",
        "pinned bishop",
        "in check",
        "king",
        "king and rook",
        "pawn",
        "a pawn's",
    ],
)
def test_compulsory_attack(variant: Variant, white: str, black: str, expected: str) -> None:
    """Who attacks the enemy king at the start of a turn makes one of those attacks, whatever pins or threatens."""
    state = begun(variant, white, black)
    assert expected.split() == long_moves(state)
    assert Await.ROLL is told_to_fight(state, expected.split(maxsplit=1)[0]).awaits


def test_compulsory_for_black() -> None:
    """Black must attack, too."""
    assert ["d2e1=B", "d2e1=N", "d2e1=Q", "d2e1=R"] == long_moves(begun(POLY, "K e1 · R a1", "K e8 · P d2", turn=2))


def test_not_compulsory() -> None:
    """Without an attack on the king all moves of chess are legal, captures left alone if one likes."""
    assert long_moves(from_fen(KIWIPETE)) == long_moves(from_fen(KIWIPETE, POLY)) == long_moves(from_fen(KIWIPETE, D6))
    assert 48 == len(long_moves(from_fen(KIWIPETE, POLY)))


def test_pawns_attack_forward_only() -> None:
    """A pawn that merely faces the enemy king does not attack it."""
    state = begun(POLY, "K e1 · P e4 a2", "K e5 · P a7")
    assert "a2a3" in long_moves(state)


def test_resigning_is_open() -> None:
    """A player under compulsion may still resign."""
    state = begun(POLY, "K e1 · R e2", "K e8 · P a7")
    assert Result(2, "resignation") == done(state, Resign(1)).result


@pytest.mark.parametrize("text", ["e1d1", "Ke2", "Re3", "a3", "O-O", "axb3"])
def test_compulsory_refusal(text: str) -> None:
    """Any other move is refused with the attack that comes first."""
    state = begun(POLY, "K e1 · R e4 h1 · P a2", "K e8 · P a7 b3", rights="e1,h1,a2")
    expected = "the compulsory attack comes first: your rook on e4 attacks Black's king on e8"
    assert expected == why_not(state, text)


@pytest.mark.parametrize("variant", [HEXEH_POLY, HEXEH_D6], ids=["poly", "d6"])
@pytest.mark.parametrize(
    ("red", "blue", "expected"),
    [
        ("E d1 · G d6 · T g1", "E d7 · G a4", "d6d7 g1d7"),
        ("E d1 · P d5 · G c6 a1", "E d7 · G a4", "c6d7 d5d7"),
        ("E d6 · G a1", "E d7 · T c6", "d6d7"),
        ("E d1 · G d5 a1", "E d7 · G a4", None),
    ],
)
def test_compulsory_in_hexeh(variant: Variant, red: str, blue: str, expected: str | None) -> None:
    """The compulsory attack holds in Hexeh, against the empress."""
    state = begun(variant, red, blue)
    calm = long_moves(begun(variant_of("hexeh"), red, blue))
    assert (calm if expected is None else expected.split()) == long_moves(state)


def test_compulsory_with_promotion_in_hexeh() -> None:
    """In Hexeh a guard that must attack the empress on her throne may do so promoting or not."""
    state = begun(HEXEH_POLY, "E d1 · G d6 a1", "E d7 · G a4", lost="T,")
    assert ["d6d7", "d6d7=T"] == long_moves(state)


@pytest.mark.parametrize(
    ("armies", "expected"),
    [
        (("K d1 · R c1 · S e2", "K g1", "K c4"), "c1c4"),
        (("K d1 · R c1 · S b1", "K c4", "K g1"), "c1c4"),
        (("K d1 · R c1", "K d2", "K c4"), "c1c4 d1d2"),
    ],
)
def test_compulsory_among_three(armies: tuple[str, str, str], expected: str) -> None:
    """With three players the attack on either opponent's royal piece is compulsory, and the player chooses which."""
    found = long_moves(begun(TRIO, *armies))
    assert expected.split() == found


@pytest.mark.parametrize(
    ("variant", "code"),
    [
        (HEXEH_POLY, None),
        (HEXEH_D6, None),
        (TRIO, None),
        (POLY, fen_code(HEAPS)),
        (D6, fen_code(HEAPS)),
        (CHECK_POLY, fen_code(HEAPS)),
    ],
    ids=["hexeh", "hexeh d6", "three", "chess", "chess d6", "check"],
)
def test_exactly_those_attacks(variant: Variant, code: str | None) -> None:
    """Wherever royal pieces can be attacked the legal moves are all such attacks, and else the game's own."""
    base = variant.peaceful
    assert base is not None
    start = position_of(variant, code) if code else None
    seen = 0
    for seed in range(24):
        for state in random_fights(variant, seed, 60, start):
            if state.result is not None:
                break
            movement, position = state.movement, state.position
            royals = {
                cell for seat in state.remaining if seat != state.turn for cell in movement.royals(position, seat)
            }
            attacks = {move for move in movement.pseudo_legal(position) if move.target in royals}
            legal = set(sheet(state).legal)
            own = set(base.legality.legal(movement, position))
            seen += bool(attacks)
            if attacks:
                assert attacks == legal
            elif own:
                assert own == legal
            else:
                assert all(move.special and move.special.prerogative for move in legal)
    assert seen > 2


# ---- what else is legal


def test_judged_as_if_it_succeeds() -> None:
    """In check one may take the attacker, though the fight may be lost; the enemy then must attack the king."""
    state = begun(POLY, "K e1 · B c4 · P a2", "K a8 · N d3 · P h7")
    assert "c4d3" in long_moves(state)
    assert "a2a3" not in long_moves(state)
    assert ["d3e1"] == long_moves(told(state, "c4d3[1-8]"))
    assert ["d3e1"] == long_moves(told(state, "c4d3[1-2,1-2,1-2]"))


def test_no_king_into_a_threat() -> None:
    """The king attacks no protected piece, outside checkmate."""
    state = begun(POLY, "K e1 · P a2", "K a8 · N f2 · B c5")
    assert "e1f2" not in long_moves(state)
    assert "it would leave your king on f2 attacked by the bishop on c5" == why_not(state, "Kxf2")


def test_pinned_pieces_stay() -> None:
    """A pinned piece moves along the line only, fights or not."""
    state = begun(POLY, "K e1 · R e4 · P a2", "K a8 · R e8 · P d4 f4")
    assert names("e2 e3 e5 e6 e7 e8") == targets(state, "e4")


@pytest.mark.parametrize(
    ("black", "castles"),
    [
        ("K e8 · R f8", False),
        ("K e8 · R g8", False),
        ("K a8 · R e8", False),
        ("K e8 · R h8", True),
        ("K e8 · P h7", True),
    ],
    ids=["through", "into", "out of", "rook threatened", "free"],
)
def test_castling(black: str, castles: bool) -> None:
    """The king does not castle out of, through or into threatened cells."""
    state = begun(POLY, "K e1 · R h1", black, rights="e1,h1")
    assert castles == ("e1g1" in long_moves(state))


def test_exposed_king() -> None:
    """A pinned attacker who loses exposes his king, and the attack on that king is compulsory."""
    state = begun(POLY, "K e1 · R e4 · P a2", "K a8 · R e8 · P a7")
    exposed = told(state, "e4e8[1-8]")
    assert ["e8e1"] == long_moves(exposed)
    assert "your rook on e8 attacks White's king on e1" in why_not(exposed, "Kb8")
    assert Result(2, "royal-captured") == told(exposed, "e8e1[8-1]").result
    survived = told(exposed, "e8e1[1-10]")
    assert placed(POLY, "K e1 · P a2", "K a8 · P a7", lost="R,R", tokens="e1:1") == survived.position
    tied = told(exposed, "e8e1[3-1,4-2,5-3]")
    assert {"e1": 1, "e8": 2} == tokens(tied)
    assert 1 == tied.turn
    assert names("d1 d2 f1 f2") == targets(tied, "e1")


def test_attackers_tied_thrice_still_pinned() -> None:
    """A pinned attacker who ties thrice still shields his king."""
    state = told(begun(POLY, "K e1 · R e4 · P a2", "K a8 · R e8 · P a7"), "e4e8[1-2,1-2,1-2]")
    assert "e8e4" in long_moves(state)
    assert len(long_moves(state)) > 1


# ---- checkmate and stalemate


@BOTH
@pytest.mark.parametrize(
    ("white", "black", "last", "result"),
    [
        ("K g1 · R a1", "K g8 · P f7 g7 h7", "a1a8", Result(1, "checkmate")),
        ("K g1 · N g5", "K h8 · R g8 · P g7 h7", "g5f7", Result(1, "checkmate")),
        ("K g6 · Q a7", "K g8 · P a2", "a7a8", Result(1, "checkmate")),
        ("K g6 · Q a7", "K g8 · P a2", "a7g7", None),
        ("K c6 · Q b1", "K a8", "b1b6", Result(None, "stalemate")),
        ("K c6 · Q b1", "K a8 · P h7", "b1b6", None),
    ],
    ids=["back rank", "smothered", "from afar", "beside him", "stalemate", "another move"],
)
def test_mate(variant: Variant, white: str, black: str, last: str, result: Result | None) -> None:
    """Mate by pieces the king cannot reach ends the game; no move and no threat is a draw."""
    state = told(begun(variant, white, black), last)
    assert result == state.result
    assert (result is None) == bool(long_moves(state))


def test_mated_but_attacking() -> None:
    """A player without a way out who attacks the enemy king must do that, and has no prerogative."""
    mated = begun(POLY, "K a1 · Q h7 · R h1", "K h8 · R b4 g8 · P g7", turn=2)
    assert ["h8h7"] == long_moves(mated)
    attacking = begun(POLY, "K a1 · Q h7 · R h1", "K h8 · R a4 g8 · P g7", turn=2)
    assert ["a4a1"] == long_moves(attacking)
    assert "the compulsory attack comes first" in why_not(attacking, "Kxh7")


# ---- prerogative: when


def test_scholars_mate() -> None:
    """Scholar's mate leaves the king one way: the queen and her bishop at once."""
    state = after(SCHOLAR, POLY)
    assert state.result is None
    assert ["e8f7"] == long_moves(state)
    fight = opened(state, "e8f7")
    assert fight.prerogative
    assert ((10,), (8, 10)) == fight.faces()
    assert (1, 0) == fight.bonus
    assert ["c4", "f7"] == cells_of(fight)
    assert ((6 + 1,), (3 + 4 - 1,)) == tuple((total,) for total in totals(fight, ((6,), (3, 4))))


def cells_of(fight: Fight) -> list[str]:
    """The names of the defenders' cells, in the order of their dice."""
    return [POLY.board.names[fighter.cell] for fighter in fight.defenders]


@pytest.mark.parametrize(
    ("dice", "result", "fatigue"),
    [
        ("6-3+4", None, {"f7": 1}),
        ("5-3+4,6-1+1", None, {"f7": 1}),
        ("5-3+5", Result(1, "royal-captured"), {"c4": 1, "f7": 2}),
        ("5-3+4,1-8+10", Result(1, "royal-captured"), {"c4": 1, "f7": 2}),
        ("5-3+4,4-2+4,10-8+4", None, {"c4": 1, "e8": 1, "f7": 2}),
    ],
    ids=["won", "tie, won", "lost", "tie, lost", "tied thrice"],
)
def test_scholars_mate_fought(dice: str, result: Result | None, fatigue: dict[str, int]) -> None:
    """The king that wins stands among no enemies and has a token; the king that loses has lost the game."""
    state = replay_moves(POLY, f"{SCHOLAR} e8f7[{dice}]")
    assert result == state.result
    assert fatigue == tokens(state)
    assert f"Kxf7[{dice}]" == shorts(state)[-1]
    if result is None:
        assert 1 == state.turn


def test_prerogative_won() -> None:
    """Target and supporters are all removed, the king stands on the target's cell with one token, the game goes on."""
    state = told(
        begun(POLY, "K a1 · Q f7 · B c4 · P a2", "K e8 · Q d8 · B f8 · P d7", turn=2, quiet="3,2"), "e8f7[9-3+4]"
    )
    expected = placed(POLY, "K a1 · P a2", "K f7 · Q d8 · B f8 · P d7", turn=1, lost="QB,", tokens="f7:1")
    assert expected == state.position
    assert len(long_moves(state)) > 1


def test_prerogative_lost() -> None:
    """A king that loses is removed, everyone else stays with a token, and the game is lost."""
    state = told(begun(POLY, "K a1 · Q f7 · B c4 · P a2", "K e8 · Q d8 · B f8 · P d7", turn=2), "e8f7[1-3+4]")
    expected = placed(POLY, "K a1 · Q f7 · B c4 · P a2", "Q d8 · B f8 · P d7", turn=1, lost=",K", tokens="c4:1,f7:1")
    assert expected == state.position._replace(out=0)
    assert Result(1, "royal-captured") == state.result


def test_prerogative_tied_thrice() -> None:
    """After three ties everyone who fought has a token, the turn passes, and the compulsory attack follows."""
    start = begun(POLY, "K a1 · Q f7 · B c4 · P a2", "K e8 · Q d8 · B f8 · P d7", turn=2, quiet="3,2")
    state = told(start, f"e8f7[{TIED}]")
    expected = placed(
        POLY,
        "K a1 · Q f7 · B c4 · P a2",
        "K e8 · Q d8 · B f8 · P d7",
        turn=1,
        quiet="3,3",
        tokens="c4:1,e8:1,f7:1",
    )
    assert expected == state.position
    assert ["f7e8"] == long_moves(state)


@pytest.mark.parametrize("text", ["Nd5", "a6", "Ke7", "Qe7", "Kd8"])
def test_prerogative_alone(text: str) -> None:
    """In checkmate nothing but the prerogative is legal, beside resigning."""
    state = after(SCHOLAR, POLY)
    assert why_not(state, text)
    assert Result(1, "resignation") == done(state, Resign(2)).result


@pytest.mark.parametrize("text", ["Kxf7", "e8f7", "Kf7", "e8xf7", "kf7"])
def test_prerogative_is_written_like_a_capture(text: str) -> None:
    """The prerogative is named like the king's capture."""
    state = after(SCHOLAR, POLY)
    assert Await.ROLL is done(state, MakeMove(2, move=text)).awaits


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        ("K a1 · Q f7 · B c4", "K e8 · Q d8 · B f8 · P d7", ["e8f7"]),
        ("K a1 · Q f7 · B c4", "K e8 · Q d8 · R f8 · P d7", ["f8f7"]),
        ("K a1 · Q f7 · B c4", "K e8 · Q c8 · B f8 · P d7", ["e8d8"]),
        ("K a1 · Q f7", "K e8 · Q d8 · B f8 · P d7", ["e8f7"]),
    ],
    ids=["mate", "another attacker", "a way out", "unprotected"],
)
def test_only_in_checkmate(white: str, black: str, expected: list[str]) -> None:
    """With any other legal move there is no prerogative."""
    state = begun(POLY, white, black, turn=2)
    assert expected == long_moves(state)
    fight = happened(state, Moved(expected[0])).fight
    assert (white.endswith("c4") and expected == ["e8f7"]) == (fight is not None and fight.prerogative)


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        ("K a1 · R a8 · P e6", "K e8 · P d7 e7 f7", []),
        ("K a1 · Q e7 · R e1 · B c7", "K e8 · P a7", ["e8e7"]),
        ("K a1 · Q e7 d8 · R e1", "K e8 · P a7", ["e8d8", "e8e7"]),
        ("K f6 · Q g7 · R h1", "K h8 · P a7", ["h8g7"]),
        ("K a1 · Q f8 · R a8 · P e6", "K e8 · P a7", ["e8f8"]),
    ],
    ids=["not adjacent", "only those that threaten", "a choice", "not the distant one", "x-ray"],
)
def test_targets(white: str, black: str, expected: list[str]) -> None:
    """The king names an adjacent piece that threatens him."""
    state = begun(POLY, white, black, turn=2)
    assert expected == long_moves(state)


def test_an_adjacent_piece_that_does_not_threaten() -> None:
    """An adjacent piece that does not threaten the king is no target."""
    state = begun(POLY, "K a1 · Q e7 · R e1 · N d8 · B b4", "K e8 · P a7", turn=2)
    assert ["e8e7"] == long_moves(state)
    assert "it would leave your king on d8 attacked by the queen on e7" == why_not(state, "Kxd8")


# ---- prerogative: the supporters


@pytest.mark.parametrize(
    ("white", "black", "move", "cells", "faces"),
    [
        ("K a1 · Q f7 · B c4", "K e8 · Q d8 · B f8 · P d7", "e8f7", "c4 f7", (8, 10)),
        ("K a1 · Q g7 · B c3 · P h6", "K h8 · P a7", "h8g7", "c3 g7 h6", (8, 10, 6)),
        ("K f6 · Q g7", "K h8 · P a7", "h8g7", "f6 g7", (10, 10)),
        ("K a1 · Q f8 · R a8 · P e6", "K e8 · P a7", "e8f8", "a8 f8", (8, 10)),
        ("K e4 · Q f7 · B c4", "K e8 · Q d8 · B f8 · P d7 · R a4", "e8f7", "c4 f7", (8, 10)),
        ("K a1 · Q e7 · R e1 · B c7", "K e8 · P a7", "e8e7", "e1 e7", (8, 10)),
        ("K a1 · Q e7 · R e1 e2 · B c7", "K e8 · P a7", "e8e7", "e2 e7", (8, 10)),
        ("K a1 · Q g7 · B c3 · N e8 · P h6 · R g1", "K h8 · P a7", "h8g7", "c3 e8 g1 g7 h6", (8, 8, 8, 10, 6)),
    ],
    ids=["bishop", "cell order", "king", "king lifted", "pinned", "no others", "the nearer rook", "five"],
)
def test_supporters(white: str, black: str, move: str, cells: str, faces: tuple[int, ...]) -> None:
    """Supporters are all other pieces that attack the target's cell, pinned ones too, the king lifted from his own."""
    fight = opened(begun(POLY, white, black, turn=2), move)
    assert fight.prerogative
    assert cells.split() == cells_of(fight)
    assert ((10,), faces) == fight.faces()
    assert (1, 0) == fight.bonus


@pytest.mark.parametrize("variant", [POLY, HEXEH_POLY, TRIO])
def test_cell_order(variant: Variant) -> None:
    """Cells are in the order of their letters, then of their numbers as numbers."""
    found = list(variant.board.names)
    assert sorted(found, key=lambda name: (name[0], int(name[1:]))) == found


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("6+1+1-1+1+1+1+1+1", FightResult.WON),
        ("3+1+2-1+2+3+4+5+6", FightResult.LOST),
        ("6+2+4-2+1+2+1+2+3", FightResult.OPEN),
    ],
)
def test_prerogative_with_six_sided_dice(dice: str, expected: FightResult) -> None:
    """With six-sided dice each piece counts its highest die, and the pieces are added up."""
    state = begun(D6, "K a1 · Q g7 · B c3 · P h6", "K h8 · P a7", turn=2)
    fight = opened(state, "h8g7")
    assert ((6,) * 3, (6,) * 6) == fight.faces()
    assert D6.combat is not None
    assert expected is D6.combat.verdict(fight, read_rounds(dice))


@pytest.mark.parametrize(
    ("fatigue", "expected"),
    [
        ("", (6, 6)),
        ("h8:2", (4, 6)),
        ("c3:1", (6, 5)),
        ("c3:1,g7:2,h6:3", (6, 0)),
        ("c3:5,g7:5,h8:9,a1:4", (-3, -4)),
    ],
)
def test_all_tokens_count(fatigue: str, expected: tuple[int, int]) -> None:
    """The king's tokens weaken the king, those of target and supporters their sum."""
    fields: dict[str, Any] = {"tokens": fatigue} if fatigue else {}
    state = begun(POLY, "K a1 · Q g7 · B c3 · P h6", "K h8 · P a7", turn=2, **fields)
    assert expected == totals(opened(state, "h8g7"), ((5,), (1, 2, 3)))


def test_supporters_tokens_leave_with_them() -> None:
    """The tokens of the removed leave the board with them, the king's stay."""
    state = begun(POLY, "K a1 · Q g7 · B c3 · P h6", "K h8 · P a7", turn=2, tokens="a1:1,c3:2,g7:1,h6:1,h8:1")
    assert {"a1": 1, "g7": 2} == tokens(told(state, "h8g7[10-1+1+1]"))


@pytest.mark.parametrize(
    ("dice", "result"),
    [("10-1+1", Result(2, "royal-captured")), ("1-5+5", Result(1, "royal-captured")), (TIED, None)],
    ids=["won", "lost", "tied"],
)
def test_the_enemy_king_among_the_supporters(dice: str, result: Result | None) -> None:
    """If the enemy king supports the target, the king that wins has won the game."""
    state = told(begun(POLY, "K f6 · Q g7", "K h8 · P a7", turn=2), f"h8g7[{dice}]")
    assert result == state.result
    if result is None:
        assert {"f6": 1, "g7": 1, "h8": 1} == tokens(state)
        assert ["g7h8"] == long_moves(state)


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        ("5-3", "3 cannot be rolled with"),
        ("5-3+4+1", "cannot be rolled with"),
        ("5-10+4", r"10\+4 cannot be rolled with d8\+d10"),
        ("5+5-3+4", r"5\+5 cannot be rolled with d10"),
        ("10-1+1,1-1+1", "round 2 comes after the fight was decided"),
    ],
)
def test_impossible_prerogative_dice(dice: str, why: str) -> None:
    """The dice of a prerogative are one a fighter, in cell order."""
    fight = opened(after(SCHOLAR, POLY), "e8f7")
    assert POLY.combat is not None
    with pytest.raises(ValueError, match=why):
        POLY.combat.verdict(fight, read_rounds(dice))


def test_white_has_the_prerogative_too() -> None:
    """White's king fights his way out like Black's."""
    state = begun(POLY, "K h1 · P a2", "K a8 · Q g2 · B b7", turn=1)
    assert ["h1g2"] == long_moves(state)
    assert ["b7", "g2"] == cells_of(opened(state, "h1g2"))
    won = told(state, "h1g2[10-1+1]")
    assert placed(POLY, "K g2 · P a2", "K a8", turn=2, lost=",QB", tokens="g2:1") == won.position


# ---- prerogative: never


def test_no_prerogative_in_hexeh() -> None:
    """In Hexeh the empress fights one piece at a time, protected or not."""
    for variant in (HEXEH_POLY, HEXEH_D6):
        state = begun(variant, "E a1", "E g4 · T b1 · T b2", turn=1)
        fight = opened(state, "a1b1")
        assert not fight.prerogative
        assert 1 == len(fight.defenders)
        for seed in range(5):
            for each in random_fights(variant, seed, 80):
                assert not any(move.special for move in sheet(each).legal)


@pytest.mark.parametrize(
    ("variant", "prerogative"),
    [(POLY, True), (D6, True), (CHECK_POLY, True), (HEXEH_POLY, False), (HEXEH_D6, False), (TRIO, False)],
)
def test_where_there_is_a_prerogative(variant: Variant, prerogative: bool) -> None:
    """The prerogative belongs to the games of two with checkmate, and their rules alone name it."""
    assert isinstance(variant.legality, CompulsoryAttack)
    assert variant.combat is not None
    assert prerogative == variant.legality.prerogative
    assert prerogative == any("Prerogative" in rule.text for rule in variant.combat.rules)


def test_no_prerogative_in_chess() -> None:
    """Chess without fights knows no prerogative."""
    assert Result(1, "checkmate") == after(SCHOLAR.partition("[")[0], CHESS).result
    assert CHESS.combat is None


def test_prerogative_in_another_game_of_check() -> None:
    """The prerogative comes with checkmate, whatever the pieces."""
    state = begun(CHECK_POLY, "K a1 · Q f7 · B c4", "K e8 · Q d8 · B f8 · F d7", turn=2)
    assert ["e8f7"] == long_moves(state)
    assert opened(state, "e8f7").prerogative
    assert Result(1, "royal-captured") == told(state, "e8f7[1-8+8]").result


# ---- king against king


@pytest.mark.parametrize(
    ("dice", "white", "black", "result"),
    [
        ("5-5", "K e5 · P a2", "P a7", Result(1, "royal-captured")),
        ("5-7", "P a2", "K e5 · P a7", Result(2, "royal-captured")),
        ("5-6,4-5,1-2", "K e4 · P a2", "K e5 · P a7", None),
    ],
    ids=["won", "lost", "tied"],
)
def test_king_against_king(dice: str, white: str, black: str, result: Result | None) -> None:
    """Of two kings the attacking one has the weapon choice, and the loser's game is lost."""
    state = told(begun(POLY, "K e4 · P a2", "K e5 · P a7"), f"e4e5[{dice}]")
    assert result == state.result
    assert placed(POLY, white, black).placement == state.position.placement
    if result is None:
        assert ["e5e4"] == long_moves(state)


def test_kings_stay_apart() -> None:
    """A king does not step beside the enemy king, whom it would have to fight."""
    assert names("d3 d2 e2 f2 f3") == targets(begun(POLY, "K e3 · P a2", "K e5 · P a7"), "e3")
