"""Combat Chess: how games are drawn, by rule and by claim."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.commands import ClaimDraw
from engine.play.refusals import NothingToClaim
from engine.play.state import State
from engine.rules.protocols import Result
from engine.variants.variant import Variant
from tests.engine.proposing import accept_draw, decline_draw, offer_draw
from tests.engine.support import (
    CHESS,
    D6,
    HEXEH_D6,
    HEXEH_POLY,
    POLY,
    begun,
    done,
    long_moves,
    refused,
    tokens,
    told,
)

BOTH = pytest.mark.parametrize("variant", [POLY, D6], ids=["poly", "d6"])
DRAW = Result(None, "insufficient")


@BOTH
@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("K e1", "K e8", DRAW),
        ("K e4", "K e5", DRAW),
        ("K e1 · N b1", "K e8", None),
        ("K e1 · B c1", "K e8", None),
        ("K e1 · B c1", "K e8 · B d8", None),
        ("K e1 · P a2", "K e8", None),
        ("K e1", "K e8 · N b8", None),
    ],
)
def test_bare_kings(variant: Variant, white: str, black: str, result: Result | None) -> None:
    """King against king is a draw at once, and nothing more, since any piece can win a fight."""
    assert result == begun(variant, white, black).result


@pytest.mark.parametrize(
    ("white", "black"), [("K e1", "K e8"), ("K e1 · N b1", "K e8"), ("K e1 · B c1", "K e8 · B d8")]
)
def test_without_fights(white: str, black: str) -> None:
    """Without fights a single knight, or bishops on one colour, draw as well."""
    assert DRAW == begun(CHESS, white, black).result


@pytest.mark.parametrize(
    ("white", "black", "move", "result"),
    [
        ("K e1", "K e8 · N e2", "e1e2[8-1]", DRAW),
        ("K e1 · N c3", "K e8 · B d5", "c3d5[1-8]", None),
        ("K e1 · N c3", "K e8", "c3b1", None),
        ("K e1", "K e8 · N e2", "e1e2[3-4,3-4,3-4]", None),
        ("K e1 · R a8", "K e8", "a8e8[1-1]", DRAW),
        ("K e1 · R a8", "K e8", "a8e8[3-1]", Result(1, "royal-captured")),
    ],
)
def test_bare_kings_after_a_fight(white: str, black: str, move: str, result: Result | None) -> None:
    """A fight that leaves bare kings draws, whichever side won it; one that fells a king wins."""
    assert result == told(begun(POLY, white, black), move).result


def test_bare_kings_after_a_prerogative() -> None:
    """A prerogative that leaves bare kings draws."""
    state = told(begun(POLY, "K a1 · Q g7 · B c3", "K h8", turn=2), "h8g7[10-1+1]")
    assert DRAW == state.result


@pytest.mark.parametrize("variant", [HEXEH_POLY, HEXEH_D6], ids=["poly", "d6"])
def test_bare_empresses(variant: Variant) -> None:
    """In Hexeh, too, bare empresses draw, even side by side, and nothing more does."""
    assert DRAW == begun(variant, "E d3", "E d4").result
    assert begun(variant, "E d1 · G a1", "E d7").result is None


@BOTH
def test_stalemate(variant: Variant) -> None:
    """A player without a legal move and without a threat to his king draws."""
    state = told(begun(variant, "K c6 · Q b1", "K a8"), "b1b6")
    assert Result(None, "stalemate") == state.result


# ---- by agreement


def test_agreement() -> None:
    """A draw may be agreed at any time."""
    state = done(begun(POLY, "K e1 · P e4", "K e8 · P d5"), offer_draw(1))
    assert Result(None, "agreement") == done(state, accept_draw(2)).result
    assert done(state, decline_draw(2)).proposal("draw") is None


def test_offers_and_fights() -> None:
    """An offer made with an attack stands after the fight, and may be accepted then."""
    state = done(begun(POLY, "K e1 · P e4", "K e8 · P d5 h7"), offer_draw(1))
    fought = told(state, "e4d5[5-3]")
    assert fought.proposal("draw") is not None
    assert Result(None, "agreement") == done(fought, accept_draw(2)).result


# ---- repetition

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")
TIES = ("a1a7[1-2,1-2,1-2]", "a7a1[1-2,1-2,1-2]")


def begin(variant: Variant = POLY, **fields: Any) -> State:
    """Knights to shuffle with and rooks to tie with."""
    return begun(variant, "K e1 · N g1 · R a1", "K e8 · N g8 · R a7", **fields)


def repetition(state: State) -> bool:
    """Whether a draw by repetition may be claimed now."""
    return any(
        claim.reason == "claim-repetition" and claim.available(state.movement, state.line)
        for claim in state.variant.claims
    )


def test_threefold() -> None:
    """A position that occurs for the third time may be claimed, tokens and all."""
    state = told(begin(tokens="a1:2"), *SHUFFLE)
    assert not repetition(state)
    state = told(state, *SHUFFLE)
    assert repetition(state)
    assert Result(None, "claim-repetition") == done(state, ClaimDraw(2)).result


def test_threefold_with_tokens_alike_only() -> None:
    """Pieces on the same cells with other tokens are another position."""
    state = told(begin(), *SHUFFLE, *TIES)
    assert {"a1": 2, "a7": 2} == tokens(state)
    assert not repetition(state)
    assert isinstance(refused(state, ClaimDraw(1)), NothingToClaim)
    state = told(state, *SHUFFLE)
    assert not repetition(state)
    assert repetition(told(state, *SHUFFLE))


def test_tokens_on_other_pieces() -> None:
    """As many tokens on other pieces make another position, too."""
    one = begun(POLY, "K e1 · N c3 g1 · P a2", "K e8 · N g8 · P d5", tokens="c3:1,d5:1")
    state = told(one, "c3d5[1-2,1-2,1-2]", *SHUFFLE[1:2], "c3b1", "f6g8", "b1c3", "g8f6")
    assert {"c3": 2, "d5": 2} == tokens(state)
    assert not repetition(state)


@BOTH
def test_fivefold(variant: Variant) -> None:
    """The fifth occurrence ends the game."""
    assert told(begin(variant), *SHUFFLE * 3).result is None
    assert Result(None, "fivefold") == told(begin(variant), *SHUFFLE * 4).result


def test_fivefold_with_tokens_alike_only() -> None:
    """The fifth occurrence counts with the same tokens only."""
    assert told(begin(), *SHUFFLE * 3, *TIES, *SHUFFLE * 3).result is None


def test_no_repetition_in_hexeh() -> None:
    """Hexeh has no repetition rule, with fights either."""
    round_ = ("d1d2", "d7d6", "d2d1", "d6d7")
    state = told(begun(HEXEH_POLY, "E d1 · G a1", "E d7 · G g4"), *round_ * 6)
    assert state.result is None
    assert isinstance(refused(state, ClaimDraw(1)), NothingToClaim)


# ---- quiet moves


@BOTH
@pytest.mark.parametrize(
    ("quiet", "moves", "ripe"),
    [
        ("49,49", ("g1f3",), False),
        ("49,49", ("g1f3", "g8f6"), True),
        ("49,49", ("a1b1", "a7b7"), True),
        ("50,49", ("g1f3",), False),
        ("49,50", ("g1f3",), True),
        ("60,60", (), True),
    ],
)
def test_fifty(variant: Variant, quiet: str, moves: tuple[str, ...], ripe: bool) -> None:
    """Fifty moves by each side without a removal or a pawn move may be claimed."""
    state = told(begin(variant, quiet=quiet), *moves)
    if ripe:
        assert Result(None, "claim-50") == done(state, ClaimDraw(1)).result
    else:
        assert isinstance(refused(state, ClaimDraw(1)), NothingToClaim)


def test_fifty_with_ties() -> None:
    """Tied fights count among the fifty, removals begin them anew."""
    state = begin(quiet="49,49")
    assert Result(None, "claim-50") == done(told(state, *TIES), ClaimDraw(1)).result
    for fight in ("a1a7[8-1]", "a1a7[1-8]"):
        assert (0, 0, 0) == told(state, fight).position.quiet


@BOTH
def test_seventy_five(variant: Variant) -> None:
    """Seventy-five moves by each side without a removal or a pawn move end the game."""
    state = told(begin(variant, quiet="74,74"), "g1f3")
    assert state.result is None
    assert Result(None, "75-moves") == told(state, "g8f6").result


def test_seventy_five_with_ties() -> None:
    """Tied fights fill the seventy-five moves; a removal or a pawn's move begins them anew."""
    assert Result(None, "75-moves") == told(begin(quiet="74,74"), *TIES).result
    assert told(begin(quiet="74,74"), TIES[0], "a7a1[1-8]").result is None
    pawns = begun(POLY, "K e1 · P e4 a2", "K e8 · P d5", quiet="74,74")
    assert told(pawns, "e4e5", "e8d8").result is None
    assert Result(None, "75-moves") == told(pawns, "e4d5[1-2,1-2,1-2]", "d5e4[1-2,1-2,1-2]").result


def test_mate_comes_before_the_count() -> None:
    """Checkmate by the last of the seventy-five moves is checkmate."""
    state = begun(POLY, "K g1 · R a1", "K g8 · P f7 g7 h7", quiet="74,75")
    assert Result(1, "checkmate") == told(state, "a1a8").result


def test_a_beaten_king_comes_before_the_count() -> None:
    """A king beaten by the last of the seventy-five moves has lost."""
    state = begun(POLY, "K g1 · R e1", "K e8 · P h7", quiet="74,75")
    assert ["e1e8"] == long_moves(state)
    assert Result(1, "royal-captured") == told(state, "e1e8[8-1]").result
    assert Result(None, "75-moves") == told(state, "e1e8[2-1,2-1,2-1]").result
