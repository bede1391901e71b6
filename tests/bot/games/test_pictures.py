"""Pictures of tables are drawn off the loop."""

from __future__ import annotations

import threading

import pytest

from bot.games import pictures
from bot.games.settings import Viewer
from engine.play.game import new_game
from engine.variants import variant_of
from renderer import Scene, Theme


async def test_boards_are_drawn_off_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board is drawn in a thread of its own kind."""

    def drawn(_scene: Scene, _theme: Theme) -> bytes:
        return threading.current_thread().name.encode()

    monkeypatch.setattr(pictures, "draw", drawn)
    picture = await pictures.position(new_game(variant_of("chess")), Viewer())
    assert picture.png.startswith(b"boards")
