"""The coach at the terminal."""

from __future__ import annotations

from tests.bot.console.conftest import Typed, after


async def test_hints_come_in_steps(typed: Typed) -> None:
    """Each time one asks, the next step is told; after a move the next hint begins anew."""
    text = await typed("hint", "hint ", "hint  ", "Tbc3", "hint   ")
    first, second, third = (text.split("Red> hint\n")[each].split("\nRed>")[0].strip() for each in (1, 2, 3))
    assert first.startswith("Look at your ")
    assert first.endswith('("hint" again for more)')
    assert ": " in second
    assert "I expect " in third or "stand" in third
    assert "Look at your " in text.split("Blue> hint")[1]


async def test_a_review_after_the_game(typed: Typed) -> None:
    """A game is reviewed once it is over, and not before."""
    text = await typed("review", "f3", "e5", "g4", "Qh4", "review", "hint", variant="chess")
    assert after("review", text).startswith("There is nothing to review yet")
    told = text.split("over> review\n")[1]
    assert told.startswith("Black wins: checkmate.\nWhite: choices cost ")
    assert "Where it turned" in told
    assert ") 2. White: g4 – The choice cost White" in told
    assert "There is nothing to advise" in after("hint", text)


async def test_values_while_exploring(typed: Typed) -> None:
    """While one explores, the value and the best line of the copy are told on request."""
    text = await typed("explore", "value", "back")
    assert "exploring> value\n" in text
    assert "Best: " in text.split("exploring> value\n")[1]
