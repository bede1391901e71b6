"""Lists of a player's games: read from rows, without a game replayed, and the same as the games' states say."""

from __future__ import annotations

import pytest

from bot.games import label
from bot.games.players import AGENDA_GAMES, Asked
from bot.games.tables import Tables
from bot.store import StoredGame
from engine.clocks.control import DAY
from engine.model.refusal import Refusal
from engine.play.commands import GoAway, Resign
from engine.play.state import State
from tests.bot.games.house import ANN, BEN, CAT, HERE, House
from tests.engine.proposing import offer_draw

SOFT = "3d+1d soft"


async def test_what_is_asked_follows_from_the_state(house: House) -> None:
    """A list says what the states say: offers, who is out, whose time has run out."""
    offered, late, away = [await house.begin(time=SOFT) for _ in range(3)]
    three = await house.begin(ANN, BEN, CAT, time=SOFT, variant="nd-wellisch-3")
    await house.act(offered, ANN, offer_draw)
    await house.act(three, BEN, Resign)
    await house.act(away, ANN, GoAway)
    house.time.go(4 * DAY)
    for deadline in await house.deadlines():
        await house.play.flag(deadline)
    found = {entry.game.number: entry for entry in (await house.games.agendas.of(BEN, None)).here}
    assert found[offered][1:] == (False, (Asked.LATE,), None, ("draw",))
    assert found[three].asked == (Asked.OUT,)
    assert found[late].asked == (Asked.LATE,)
    assert found[away][1:] == (False, (), None, ())
    assert found[away].awaits is False


async def test_a_long_list(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many games the first few are listed, the most urgent first, and none is replayed."""
    numbers = [await house.begin(time="none") for _ in range(AGENDA_GAMES + 5)]

    async def replay(_: Tables, game: StoredGame) -> State | Refusal:
        raise AssertionError(game.number)

    monkeypatch.setattr(Tables, "state", replay)
    agenda = await house.games.agendas.of(ANN, HERE.guild)
    assert (len(agenda.here), agenda.more) == (AGENDA_GAMES, 5)
    others = await house.directory.awaiting_besides(await house.games.tables.game(numbers[0]), ANN)
    first = await house.games.agendas.most_urgent(ANN, others)
    assert (len(others), first.game.number) == (AGENDA_GAMES + 4, numbers[1])
    offered = await house.directory.choices(HERE, ANN, "hex", awaiting=True)
    assert [label(game, ANN) for game in offered][:1] == [f"#{numbers[-1]} Hexeh vs Ben, your move"]
