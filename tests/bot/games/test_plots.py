"""Pictures about games: what is said in their place, and that nobody waits for them without end."""

from __future__ import annotations

import time

import pytest

from bot.games import pictures
from bot.games.pictures import ALT_TEXT
from bot.games.settings import Viewer
from bot.store import Player, Skill, Standing
from renderer import THEMES


def standing(number: int, name: str) -> Standing:
    """A player's rating."""
    return Standing(Player(number, name), "hexeh", Skill(30 - number / 10, 2.0, 12), number)


async def test_the_asker_stands_below_the_best() -> None:
    """Fifteen places are drawn, and the asker's own; words tell them, without what cannot be seen, and not for ever."""
    found = [standing(number, f"player\u202e {number} " + "x" * 80) for number in range(1, 40)]
    shown = [*found[:20], found[-1]]
    short, long = [await pictures.leaders("Hexeh", shown, own, Viewer()) for own in (None, found[-1].player)]
    assert short is not None
    assert long is not None
    assert len(short.png) < len(long.png) < 100_000
    assert short.words.startswith("The leaderboard of Hexeh as bars: 1. player 1 ")
    assert "\u202e" not in short.words
    assert len(short.words) <= ALT_TEXT
    assert short.words.endswith("…")


async def test_pictures_have_the_viewers_theme() -> None:
    """Each theme draws a leaderboard of its own."""
    found = [standing(1, "Ana")]
    drawn = [await pictures.leaders("Hexeh", found, None, Viewer(theme=theme)) for theme in THEMES]
    assert len({picture.png for picture in drawn if picture}) == len(THEMES)


async def test_nothing_to_draw() -> None:
    """An empty leaderboard and a player without ratings have no picture."""
    assert await pictures.leaders("Hexeh", [], None, Viewer()) is None
    assert await pictures.careers("Ana", [(standing(1, "Ana"), [])], Viewer()) is None


async def test_a_picture_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes too long is left out."""
    monkeypatch.setattr(pictures, "PATIENCE", 0.05)
    monkeypatch.setattr(pictures, "leaderboard", lambda *_: time.sleep(0.4))
    began = time.monotonic()
    assert await pictures.leaders("Hexeh", [standing(1, "Ana")], None, Viewer()) is None
    assert time.monotonic() - began < 0.35
