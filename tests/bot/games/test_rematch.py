"""Rematches without Discord: one challenge whoever asks, in one process or two, on the terms of the game before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import Carried, Games, Location
from bot.games.lobby.lobby import NobodyLeft, NotOverYet, NotYourRematch
from bot.store import Database, Ledger, Player
from engine.play.commands import Resign
from engine.play.events import Continued, Event
from engine.variants import variant_of
from tests.bot.refusals import outcome

HERE = Location(1, 2)
ANN, BEN, CAT = Player(11, "Ann"), Player(12, "Ben"), Player(13, "Cat")


@pytest.fixture
async def houses(database: Path) -> AsyncIterator[list[Games]]:
    """Open the same store twice, as two processes do."""
    opened = [await Database.open(database) for _ in range(2)]
    yield [Games(Ledger(each)) for each in opened]
    for each in opened:
        await each.close()


async def finished(games: Games, variant: str = "hexeh") -> int:
    """A game that Ann, in the first seat, has resigned to Ben."""
    number = await games.lobby.set_up(HERE, variant_of(variant), {1: ANN, 2: BEN})
    assert isinstance(await games.play.act(number, ANN, Resign), Carried)
    return number


@pytest.mark.parametrize("turn", range(5))
async def test_two_processes(houses: list[Games], turn: int) -> None:
    """Asked for by both at once in two processes, there is one challenge, and the later request accepts it."""
    number = await finished(houses[0])
    orders = [(houses[0], ANN), (houses[1], BEN)][:: 1 if turn % 2 else -1]
    both = await asyncio.gather(*(games.lobby.rematch(number, player) for games, player in orders))
    assert sorted((game.stage, changed) for game, changed in both) == [("open", True), ("playing", True)]
    begun = await houses[0].ledger.game(number + 1)
    assert begun is not None
    assert (begun.stage, begun.seats) == ("playing", {1: BEN, 2: ANN})
    assert await houses[0].ledger.game(number + 2) is None


async def test_refused(houses: list[Games]) -> None:
    """Strangers, and players of a game that goes on, are refused."""
    games = houses[0]
    number = await outcome(games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN}))
    assert await outcome(games.lobby.rematch(number, CAT)) == NotYourRematch(number)
    assert await outcome(games.lobby.rematch(number, ANN)) == NotOverYet(number)
    assert await games.ledger.game(number + 1) is None


async def test_a_former_player(houses: list[Games]) -> None:
    """Nobody is challenged in the place of a player who has been forgotten."""
    games = houses[0]
    number = await outcome(games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: Player(-7, "a former player")}))
    assert isinstance(await games.play.act(number, ANN, Resign), Carried)
    assert await outcome(games.lobby.rematch(number, ANN)) == NobodyLeft(number)


async def test_sides_that_the_dice_decide(houses: list[Games]) -> None:
    """Where a toss decides who begins, nobody is given a side beforehand."""
    number = await finished(houses[0], "imperial")
    game, made = await houses[0].lobby.rematch(number, BEN)
    assert [(each.player, each.wish) for each in game.guests] == [(BEN, 0), (ANN, 0)]
    assert made


async def test_a_game_gone_on_with(houses: list[Games]) -> None:
    """A game that went on from a scoresheet is played again from the same place, unrated."""
    games = houses[0]
    mark = Event(1, 1_800_000_000_000, 0, Continued("7", ""))
    number = await games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN}, earlier=(mark,))
    assert isinstance(await games.play.act(number, ANN, Resign), Carried)
    game, _ = await games.lobby.rematch(number, BEN)
    assert (game.sequence, game.rated) == (1, False)
    assert await games.ledger.events(game.number) == [mark]
