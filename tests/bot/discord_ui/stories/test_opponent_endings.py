"""Games against the referee at their ends: a draw offered late, a flag that falls while it thinks; a kill at first."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from engine.clocks.control import DAY, HOUR
from engine.variants import variant_of
from tests.bot.discord_ui.stories.test_opponent import begin
from tests.bot.support.minds import FirstMove
from tests.bot.support.people import games_of, is_board, moves_of, says, settled, told
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.engine.support import code
from tests.wire import Standin

BETTER, ALONE = "K e1 · Q d1 · P a2", "K e8"


@pytest.mark.parametrize(
    ("armies", "answer", "stage"),
    [((BETTER, ALONE), "accepts", "over"), (("K e1", "K e8 · Q d8 · P a7"), "declines the draw", "playing")],
    ids=["it stands worse", "it wins"],
)
async def test_a_draw_offered_late(
    discord_: Standin,
    referee: Referee,
    monkeypatch: pytest.MonkeyPatch,
    armies: tuple[str, str],
    answer: str,
    stage: str,
) -> None:
    """Once the game is long enough the referee agrees to a draw unless it stands better."""
    monkeypatch.setattr("bot.games.play.automatic.EARLY", 0)
    FirstMove.of(referee)
    alice = discord_.human("alice")
    await begin(alice, discord_, game="chess", position=code(variant_of("chess"), armies, 1))
    said = await told(await alice.slash("game draw", action="offer"))
    assert f"The referee, level 2 {answer}" in said
    await settled(referee)
    (game,) = await games_of(referee)
    assert game.stage == stage


async def test_its_flag_falls(discord_: Standin, database: Path) -> None:
    """Where the referee's time runs out while it thinks, it has lost; what it finds then changes nothing."""
    time = Time()
    async with refereed(database, time, PATIENT) as referee:
        mind = FirstMove.of(referee)
        alice = discord_.human("alice")
        board = await begin(alice, discord_, clock="1d/move")
        mind.let.clear()
        await told(await alice.slash("move", notation="f1g2"))
        await alice.place.wait_for(says("is thinking."), after=board)
        time.go(DAY + HOUR, referee)
        over = await alice.place.wait_for(lambda m: is_board(m) and "Game over." in m.content, after=board)
        assert "Red wins" in over.content
        mind.let.set()
        await referee.controller.games.opponent.idle()
        assert await moves_of(referee) == ["ClockStarted", "f1g2", "Flagged", "Revealed"]
        assert await referee.controller.games.ledger.thinking() == []
