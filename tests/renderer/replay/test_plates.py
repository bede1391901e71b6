"""The lines of words beside the board of a replay."""

from __future__ import annotations

from renderer.replay.screen import HIGH, side_plate
from renderer.scene import Person, Side, Status
from renderer.theme import THEME


def plate(name: str, status: Status = Status.WAITING) -> bytes:
    """The plate of White, played by somebody of this name, in 300 pixels."""
    side = Side(1, "White", status, (), Person(name, "1520?"))
    image = side_plate(THEME, THEME.livery("White", 1), side, 300)
    assert image.width <= 300
    assert image.height == HIGH
    return image.tobytes()


def test_a_long_name_is_cut_and_stays_legible() -> None:
    """However long a name is, its letters are no smaller than on the plate of one that just does not fit."""
    assert plate("W" * 40) == plate("W" * 400)
    assert plate("W" * 40, Status.WON) == plate("W" * 400, Status.WON)


def test_a_name_that_cannot_be_drawn_gives_way_to_the_side() -> None:
    """Where no font has any of a name, the side's own stands there."""
    assert plate("\u200b\u0007") == plate("")
