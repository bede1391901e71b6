"""Pictures of tables: drawn off the loop, and one at once for all who want the same."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.games import pictures
from bot.games.settings import Viewer
from engine.play.game import new_game
from engine.variants import variant_of
from renderer import Scene, Theme


async def test_a_board_is_never_drawn_twice_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wants a board that is being drawn gets that one, though the first who wanted it has gone."""
    go, drawn = threading.Event(), []

    def slow(scene: Scene, _theme: Theme) -> bytes:
        assert threading.current_thread() is not threading.main_thread()
        drawn.append(scene)
        assert go.wait(30)
        return str(len(drawn)).encode()

    monkeypatch.setattr(pictures, "draw", slow)
    monkeypatch.setattr(pictures, "_BOARDS", ThreadPoolExecutor(2))
    state = new_game(variant_of("chess"))
    gone, *others = [asyncio.create_task(pictures.position(state, Viewer())) for _ in range(4)]
    other = asyncio.create_task(pictures.position(state, Viewer(2)))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    go.set()
    assert len({(await each).png for each in others}) == 1
    await other
    assert len(drawn) == 2
    await pictures.position(state, Viewer())
    assert len(drawn) == 3
