"""The dice without Discord: their secret comes out at the end, and a host who foresees them gains nothing."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from bot.text.games import record_of, why_genuine
from engine.model.position import long_form
from engine.play.commands import MakeMove, Propose, Resign
from engine.play.events import DRAW, TAKEBACK, Revealed
from engine.play.referee import sheet
from engine.play.refusals import CallDue
from tests.bot.support.cheating import FIGHTS, GUEST, HOST, SEEDS, Den, cheated, fights
from tests.bot.support.kept import events_of
from tests.bot.support.league import ANN, BEN, Club
from tests.bot.support.refusals import outcome


@pytest.fixture(autouse=True)
def secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same secrets each time."""
    monkeypatch.setattr("bot.games.lobby.new_secret", partial(Random(8).randbytes, 32))  # noqa: S311


@pytest.mark.parametrize("result", ["1", "draw", "a beaten royal"])
async def test_the_secret_comes_out(club: Club, result: str) -> None:
    """However a game ends, its secret comes out as its last event, in the record, and for whoever checks the dice."""
    number = await club.begin(ANN, BEN, options={"combat": "poly"})
    secret = await club.ledger.secret(number)
    table = await club.games.tables.find(number)
    if result != "a beaten royal":
        await club.end(number, result)
    while table.state.result is None and result == "a beaten royal":
        legal = sheet(table.state)
        attack = next((move for move in legal.legal if fights(table.state, move)), legal.legal[0])
        mover, text = table.game.seats[table.state.turn], long_form(table.state.variant.board, attack)
        await club.games.play.act(await club.games.tables.find(number), mover, partial(MakeMove, move=text))
        table = await club.games.tables.find(number)
    *before, last = await events_of(club.ledger, number)
    assert last.what == Revealed(secret.hex())
    assert secret.hex() not in str(before)
    table = await club.games.tables.find(number)
    assert f'[Secret "{secret.hex()}"]' in record_of(table)
    assert f"Secret `{secret.hex()}`" in why_genuine(table)


# ---- a host who plays, and sees everything in the store


async def test_a_host_gains_nothing_where_a_player_rolls(club: Club) -> None:
    """Attacking and defending, the host wins no more than chance gives: a bias of ten points would show."""
    score = await cheated(club, 1, 120, player_rolls=None)
    assert abs(score.advantage) < 2, score.text


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS[:1])
async def test_a_host_gains_nothing_in_a_thousand_fights(club: Club, seed: int) -> None:
    """The same over a thousand fights; `python -m tests.bot.support.cheating` looks at more."""
    score = await cheated(club, seed, FIGHTS, player_rolls=None)
    assert abs(score.advantage) < 4, score.text
    assert score.dropped > FIGHTS / 4


async def test_a_channel_that_cannot_be_looked_through(club: Club) -> None:
    """What keeps ignored answers from counting is the look through the channel: without it the host gains."""
    score = await cheated(club, 7, 120, player_rolls=None, closed=True)
    assert score.advantage > 3, score.text


async def test_foresight_where_nobody_rolls(club: Club) -> None:
    """Where the referee rolls, a host who attacks only when the dice are foreseen to win does win: that is told."""
    score = await cheated(club, 5, 40, player_rolls=False)
    own = score.of_attacks
    assert sum(own.won) > 1.2 * sum(own.chances)


async def test_only_a_resignation_while_a_roll_waits(club: Club) -> None:
    """Until the roll nothing of the game's can be done but to resign, by nobody; the refusals say who is to roll."""
    den = Den(club, Random(6))  # noqa: S311 - the same game each time
    number = await den.begin("1", player_rolls=True)
    act = den.games.play.act
    table = await den.table(number)
    attack = next(move for move in sheet(table.state).legal if fights(table.state, move))
    turned = await act(table, HOST, partial(MakeMove, move=long_form(table.state.variant.board, attack)))
    assert (turned.now.game.turn, turned.now.game.rolling) == (2, True)
    assert [game.number for game in await den.games.ledger.rolling()] == [number]
    for player in (HOST, GUEST):
        for tried in (partial(Propose, kind=DRAW), partial(Propose, kind=TAKEBACK), partial(MakeMove, move="a1a2")):
            assert isinstance(await outcome(act(turned.now, player, tried)), CallDue)
    assert isinstance(await outcome(den.games.conditional.keep(turned.now, GUEST, "Gc3 then Gcb4")), CallDue)
    await act(turned.now, GUEST, Resign)
    assert await den.games.ledger.rolling() == []
