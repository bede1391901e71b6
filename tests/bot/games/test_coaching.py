"""Fairness: nobody is advised about what stands, or has just stood, in a game they play against people."""

from __future__ import annotations

import pytest

from bot.games.coaching import StandsInGame
from engine.play.commands import Resign
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.games.house import ANN, BEN, CAT, House
from tests.engine.support import after, done

MOVES = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5 c2c3 d7d6 b1d2 a7a6 a2a4 h7h6".split()  # noqa: SIM905


def chess(plies: int) -> State:
    return after(" ".join(MOVES[:plies]), variant_of("chess"))


@pytest.fixture
async def running(house: House) -> House:
    """Let Ann and Ben have made eight moves in game 1."""
    await house.begin(variant="chess", time="none")
    for move in MOVES[:8]:
        await house.move(1, move)
    return house


@pytest.mark.parametrize(
    ("plies", "refused"), [(2, False), (3, True), (7, True), (8, True), (9, True), (12, True), (13, False)]
)
async def test_what_stands_has_stood_or_may_stand(running: House, plies: int, refused: bool) -> None:
    """The last six positions of a game, those a move ahead, and what came from its present one in four moves count."""
    found = await running.games.fairness.against(ANN, chess(plies))
    assert found == (StandsInGame(1, ("Ben",)) if refused else None)


async def test_a_game_that_is_over_counts_as_a_whole(running: House) -> None:
    """A review is about all positions of its game, of which none may have just stood elsewhere."""
    assert await running.games.fairness.against(ANN, done(chess(13), Resign(1))) == StandsInGame(1, ("Ben",))
    assert await running.games.fairness.against(ANN, done(chess(2), Resign(1))) is None


async def test_whom_it_concerns(running: House) -> None:
    """It concerns those who play, while they do, in games other than the one that is asked about."""
    against = running.games.fairness.against
    assert await against(CAT, chess(8)) is None
    assert await against(ANN, chess(8), besides=1) is None
    assert await against(ANN, after("", variant_of("chess"))) is None
    await running.act(1, BEN, Resign)
    assert await against(ANN, chess(8)) is None
