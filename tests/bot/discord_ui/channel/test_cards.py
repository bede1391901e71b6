"""The card of a game that is over: beside the last board, in the same message, and never in its way."""

from __future__ import annotations

import pytest

from bot.app import Referee
from tests.bot.discord_ui.commands.test_ratings import over
from tests.bot.fought import resign
from tests.bot.people import Pair, is_board, says
from tests.wire import Standin


async def test_the_last_board_has_a_card(pair: Pair) -> None:
    """The message that ends a game shows the board, then the card with its words; its buttons stay, and it is one."""
    last = await over(pair)
    board, card = last.attachments
    assert board.filename.startswith("game-1-")
    assert (card.filename, card.size) == ("end-1.png", (1000, 700))
    assert len(card.data) < 100_000
    words = card.description or ""
    assert words.startswith("Hexeh, game 1 · ")
    assert "bob wins. Resignation after 2 moves. Red alice 1421? new; Blue bob 1579? new." in words
    assert last.buttons
    assert len([m for m in pair.channel.messages if is_board(m) and "Game over." in m.content]) == 1


async def test_boards_before_the_last_have_none(pair: Pair) -> None:
    """While a game goes on its boards stand alone."""
    await pair.move("Tbc3")
    assert len(pair.board.attachments) == 1


async def test_a_game_of_few_moves_has_none(pair: Pair) -> None:
    """A game given up after a move or two has nothing to show but its board."""
    await pair.move("Tbc3")
    await resign(pair)
    assert len((await pair.channel.wait_for(says("#1 ", "Game over."))).attachments) == 1


async def test_a_card_that_cannot_be_drawn(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last board is shown all the same."""
    monkeypatch.setattr("bot.games.pictures.end_card", lambda *_: 1 // 0)
    assert len((await over(pair)).attachments) == 1


async def test_changes_are_told_on_it(pair: Pair, discord_: Standin, referee: Referee) -> None:
    """From the second rated game on the card tells by how much ratings have changed."""
    assert referee.is_ready()
    await over(pair)
    last = await over(await Pair.seated(discord_, 2))
    assert "Red alice 1360? −61; Blue bob 1640? +61." in (last.attachments[1].description or "")
