"""Rematches without Discord: one challenge whoever asks, in one process or two, on the terms of the game before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import Carried, Games, Location
from bot.games.lobby import NobodyLeft, NotOverYet, NotYourRematch
from bot.store import Database, Ledger, Player
from engine.play.commands import Resign
from engine.play.events import Continued, Event
from engine.variants import variant_of
from tests.bot.support.refusals import outcome

HERE = Location(1, 2)
ANN, BEN, CAT = Player(11, "Ann"), Player(12, "Ben"), Player(13, "Cat")


@pytest.fixture
async def games(database: Path) -> AsyncIterator[Games]:
    """The use cases over one store."""
    opened = await Database.open(database)
    yield Games(Ledger(opened))
    await opened.close()


async def finished(games: Games, variant: str = "hexeh") -> int:
    """A game that Ann, in the first seat, has resigned to Ben."""
    number = await games.lobby.set_up(HERE, variant_of(variant), {1: ANN, 2: BEN})
    assert isinstance(await games.play.act(number, ANN, Resign), Carried)
    return number


async def test_both_ask_at_once(games: Games) -> None:
    """Asked for by both at once, there is one challenge, and the later request accepts it."""
    number = await finished(games)
    both = await asyncio.gather(*(games.lobby.rematch(number, player) for player in (ANN, BEN)))
    assert sorted((game.stage, changed) for game, changed in both) == [("open", True), ("playing", True)]
    begun = await games.ledger.game(number + 1)
    assert begun is not None
    assert (begun.stage, begun.seats) == ("playing", {1: BEN, 2: ANN})
    assert await games.ledger.game(number + 2) is None


async def test_refused(games: Games) -> None:
    """Strangers, and players of a game that goes on, are refused."""
    number = await outcome(games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN}))
    assert await outcome(games.lobby.rematch(number, CAT)) == NotYourRematch(number)
    assert await outcome(games.lobby.rematch(number, ANN)) == NotOverYet(number)
    assert await games.ledger.game(number + 1) is None


async def test_a_former_player(games: Games) -> None:
    """Nobody is challenged in the place of a player who has been forgotten."""
    number = await outcome(games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: Player(-7, "a former player")}))
    assert isinstance(await games.play.act(number, ANN, Resign), Carried)
    assert await outcome(games.lobby.rematch(number, ANN)) == NobodyLeft(number)


async def test_sides_that_the_dice_decide(games: Games) -> None:
    """Where a toss decides who begins, nobody is given a side beforehand."""
    number = await finished(games, "imperial")
    game, made = await games.lobby.rematch(number, BEN)
    assert [(each.player, each.wish) for each in game.guests] == [(BEN, 0), (ANN, 0)]
    assert made


async def test_a_game_gone_on_with(games: Games) -> None:
    """A game that went on from a scoresheet is played again from the same place, unrated."""
    mark = Event(1, 1_800_000_000_000, 0, Continued("7", ""))
    number = await games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN}, earlier=(mark,))
    assert isinstance(await games.play.act(number, ANN, Resign), Carried)
    game, _ = await games.lobby.rematch(number, BEN)
    assert (game.sequence, game.rated) == (1, False)
    assert await games.ledger.events(game.number) == [mark]
