"""Promotion on the enemy throne, from the pool of lost pieces."""

from __future__ import annotations

from engine.notation.moves import IllegalMove
from engine.notation.position_code import code_of
from engine.play.commands import MakeMove
from engine.rules.protocols import Result
from tests.engine.support import long_moves, played, refused, setup


def arrivals(red: str, blue: str, *, turn: int = 1, lost: str = ",") -> list[str]:
    """The moves onto the enemy throne."""
    throne = "d7" if turn == 1 else "d1"
    return [move for move in long_moves(setup(red, blue, turn=turn, lost=lost)) if move[2:4] == throne]


def test_any_other_lost_kind() -> None:
    """A guard that arrives on the enemy throne may stay, or become any other kind that its side has lost."""
    assert ["d6d7", "d6d7=P", "d6d7=T", "d6d7=W"] == arrivals("E d1 · G d6", "E g4", lost="WPTTG,")


def test_only_kinds_that_were_lost() -> None:
    """A kind that was not lost is not to be had, and two lost of one kind are one choice."""
    assert ["d6d7", "d6d7=P"] == arrivals("E d1 · G d6", "E g4", lost="PP,")


def test_never_a_guard() -> None:
    """A guard never promotes to a guard."""
    assert ["d6d7"] == arrivals("E d1 · G d6", "E g4", lost="GG,")


def test_no_lost_piece_no_promotion() -> None:
    """Without a lost piece there is no promotion."""
    assert ["d6d7"] == arrivals("E d1 · G d6", "E g4")


def test_own_side_only() -> None:
    """What the other side has lost does not come back."""
    assert ["d6d7"] == arrivals("E d1 · G d6", "E g4", lost=",WP")


def test_blue_throne() -> None:
    """Blue promotes on d1, from Blue's lost pieces."""
    assert ["d2d1", "d2d1=T"] == arrivals("E a1", "E d7 · G d2", turn=2, lost="W,T")


def test_from_every_side() -> None:
    """A guard may arrive from any of the throne's neighbours."""
    expected = ["c6d7", "c6d7=W", "d6d7", "d6d7=W", "e6d7", "e6d7=W"]
    assert expected == arrivals("E d1 · G c6 d6 e6", "E g4", lost="W,")


def test_by_capture() -> None:
    """A guard may arrive by a capture, too."""
    assert ["d6d7", "d6d7=W"] == arrivals("E d1 · G d6", "E g4 · P d7", lost="W,")


def test_guards_alone() -> None:
    """No other piece promotes on the throne."""
    assert ["c5d7", "d6d7"] == arrivals("E d6 · P c5", "E g4", lost="WT,")


def test_nowhere_else() -> None:
    """Neither one's own throne nor another far cell promotes."""
    moves = long_moves(setup("E a1 · G d2 c5 b4", "E g4", lost="WT,"))
    assert {"d2d1", "c5c6", "b4b5"} <= set(moves)
    assert not [move for move in moves if "=" in move]


def test_only_on_arrival() -> None:
    """A guard that stayed a guard on the throne has no promotion later, neither on the spot nor by leaving."""
    state = played(setup("E d1 · G d6", "E g4", lost="W,"), "d6d7", "g4g3")
    assert ["d7c6", "d7d6", "d7e6"] == [move for move in long_moves(state) if move.startswith("d7")]


def test_back_on_the_throne() -> None:
    """A guard that leaves the throne and comes back arrives anew."""
    state = played(setup("E d1 · G d6", "E g4", lost="W,"), "d6d7", "g4g3", "d7d6", "g3g4")
    assert {"d6d7", "d6d7=W"} <= set(long_moves(state))


def test_exchange_with_the_pool() -> None:
    """The piece comes out of the lost ones and the guard goes among them."""
    state = played(setup("E d1 · G d6", "E g4", lost="WTT,P"), "d6d7=T")
    assert "4/5/6/E5T/6/5/3e 2 lost=WTG,P" == code_of(state.variant, state.position)


def test_staying_keeps_the_pool() -> None:
    """A guard that stays one leaves the lost pieces as they are."""
    state = played(setup("E d1 · G d6", "E g4", lost="W,"), "d6d7")
    assert "4/5/6/E5G/6/5/3e 2 lost=W," == code_of(state.variant, state.position)


def test_come_back_once() -> None:
    """A piece that came back is lost no longer; the next guard has what is left."""
    state = played(setup("E d1 · G d6 c6", "E g4", lost="WT,"), "d6d7=W", "g4g3", "d7f5", "g3g4")
    assert ["c6d7", "c6d7=T"] == [move for move in long_moves(state) if move.startswith("c6d7")]


def test_lost_again() -> None:
    """A promoted piece that is captured is lost as what it had become."""
    state = played(setup("E d1 · G d6 · P a1", "E e6", lost="W,"), "d6d7=W", "e6d7")
    assert "P3/5/6/E5e/6/5/4 1 lost=WG," == code_of(state.variant, state.position)


def test_captures_fill_the_pool() -> None:
    """A captured piece joins its own side's lost pieces and opens the promotion to it."""
    state = setup("E d1 · G d6 · W d4", "E g4 · P b4")
    state = played(state, "d1c1", "b4d4", "d6d7=W")
    assert "W" == state.played[-1].move.promotion


def test_capture_of_the_empress() -> None:
    """A guard that captures the empress on her throne may name a promotion, too: both forms are listed, both win."""
    state = setup("E d1 · G d6", "E d7 · P a1", lost="W,")
    assert {"d6d7", "d6d7=W"} <= set(long_moves(state))
    for move in ("d6d7", "d6d7=W"):
        assert Result(1, "royal-captured") == played(state, move).result


def test_promotion_restarts_the_counters() -> None:
    """A promotion is a guard's move: the counters begin anew."""
    state = played(setup("E d1 · G d6", "E g4", lost="W,", quiet="30,30"), "d6d7=W")
    assert (0, 0, 0) == state.position.quiet


def test_wrong_promotions_are_refused() -> None:
    """To become a guard, a kind not lost, or anything elsewhere is refused with the reason."""
    state = setup("E d1 · G d6 b3", "E g4", lost="W,")
    for text in ("Gd7=G", "Gd7=P", "d6d7=E", "Gbb4=W"):
        assert isinstance(refused(state, MakeMove(1, move=text)), IllegalMove)
