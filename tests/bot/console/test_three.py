"""Three and four at one terminal."""

from __future__ import annotations

import re

import pytest

from tests.bot.console.conftest import Typed, after

pytestmark = pytest.mark.usefixtures("toys")


async def test_three_move_in_turn(typed: Typed) -> None:
    """Each side is prompted by its name in turn, and its pieces are explained."""
    text = await typed("c2c3", "f3e3", "c5d5", "Rd1", variant="toy-three")
    assert "On the board G Red's, g Gold's and G' Blue's pieces" in text
    prompts = [line.split(">")[0] for line in text.splitlines() if "> " in line]
    assert prompts == ["Red", "Gold", "Blue", "Red"]
    assert "Blue: Sd5 (spear c5 to d5)" in after("c5d5", text)


async def test_a_resignation_in_the_middle(typed: Typed) -> None:
    """Any side resigns by its name, in or out of turn, and the others play on to the last."""
    text = await typed(
        "resign gold", "yes", "c2c3", "c5d5", "resign gold", "resign pink", "resign", "yes", variant="toy-three"
    )
    assert "Does Gold really resign? (yes/no) yes\nGold resigns.\n" in text
    assert "Gold leaves the game with all its pieces.\n" in text
    assert "Blue to move." in after("c2c3", text)
    assert text.count("You are no longer in this game.") == 1
    assert "The sides are Red, Gold and Blue." in text
    assert "Does Red really resign? (yes/no) yes\nRed resigns.\n" in text
    assert "Red leaves the game with all its pieces." in text
    assert "Game over. Blue wins: last player standing.\n" in text


async def test_a_draw_needs_all(typed: Typed) -> None:
    """A draw is agreed when every side left has accepted, one after the other; the tally is told."""
    text = await typed("draw", "accept", "decline", "draw", "accept", "accept", "draw", "accept", variant="toy-four")
    assert after("draw", text) == (
        "White offers a draw. 1 of 4 agrees: White; waiting for Red, Black and Blue.\n"
        '"accept" or "decline" answers for Red.\n'
    )
    assert after("accept", text) == ("Red accepts the draw. 2 of 4 agree: White and Red; waiting for Black and Blue.\n")
    assert after("decline", text) == "Black declines the draw.\n"
    assert "3 of 4 agree: White, Red and Black; waiting for Blue." in text
    assert "You have already agreed to that draw; not everybody has answered yet." in text
    assert "Blue accepts the draw.\n" in text
    assert "Game over. Draw: by agreement.\n" in text


async def test_the_board_turns(typed: Typed) -> None:
    """The board stays as the first side sees it, or is seen from the side to move, as the players like."""
    text = await typed("Qe5", "turn", "turn", "board", variant="toy-four")
    turned, standing = text.split("> turn\n")[1:]
    assert turned.startswith("The board turns to the side to move.\n")
    assert standing.startswith("The board stays as White sees it.\n")
    upright = board_in(after("Qe5", text))
    assert upright == board_in(standing) == board_in(after("board", text))
    assert upright[0].split()[0] == "8"
    assert board_in(turned)[0].split()[0] != "8"


def board_in(text: str) -> list[str]:
    """The lines of the first board in an answer."""
    return re.split(r"\n\n", text)[1 if text.startswith("The board") else 0].strip("\n").splitlines()


async def test_checks_and_eliminations(typed: Typed) -> None:
    """Who is in whose check and who has been beaten is told under the board."""
    text = await typed("Qe4", "Rg3", "resign black", "yes", "resign blue", "yes", "Qxh4", variant="toy-four")
    assert "White and Black attack Red's king; " in after("Qe4", text)
    assert "Red is beaten by White: its pieces leave the board." in text
    assert "Game over. White wins: last player standing." in text


async def test_quitting_in_the_middle(typed: Typed) -> None:
    """A game for three is gone on with where it was left, those out included."""
    await typed("c2c3", "resign", "yes", variant="toy-three")
    text = await typed("Gold", "c5d5", "f3e3")
    assert text.startswith("Game 1: Three, resumed.\n")
    assert [line.split(">")[0] for line in text.splitlines() if "> " in line] == ["Blue", "Blue", "Red"]
