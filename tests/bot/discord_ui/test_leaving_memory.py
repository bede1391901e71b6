"""What came with a request leaves memory as soon as it is answered, although no garbage is collected."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest

from tests.bot.people import STRANGER, Pair, more, shown, told


@contextmanager
def watched(kind: type[Any]) -> Iterator[Callable[[], tuple[int, int]]]:
    """Collect no garbage, and count the objects of a kind that are made, and how many of them are left."""
    made = 0
    left: set[int] = set()
    make = kind.__init__

    def make_another(self: object, *args: Any, **kwargs: Any) -> None:
        nonlocal made
        made += 1
        left.add(id(self))
        make(self, *args, **kwargs)

    def leave(self: object) -> None:
        left.discard(id(self))

    gc.collect()
    gc.disable()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, "__init__", make_another)
        patch.setattr(kind, "__del__", leave, raising=False)
        try:
            yield lambda: (made, len(left))
        finally:
            gc.enable()


async def counted(count: Callable[[], tuple[int, int]]) -> tuple[int, int]:
    """How many were made and are left, when all have left or a second has passed."""
    for _ in range(50):
        if not count()[1]:
            break
        await asyncio.sleep(0.02)
    return count()


async def test_an_interaction_leaves_once_it_is_answered(pair: Pair) -> None:
    """Commands, refusals, suggestions, presses and forms do: the library's response to one refers to it."""
    with watched(discord.Interaction) as count:
        await told(await pair.red.slash("move", notation="Zz9"))
        await shown(await pair.red.slash("board"))
        await pair.red.autocomplete("move", notation="")
        await shown(await pair.red.press(pair.board, "Flip"))
        notes = await (await more(pair.red, pair.board, "Notes")).reply()
        await (await pair.red.submit(await pair.red.press(notes, "Write a note"), text="Watch c6.")).reply()
        assert await counted(count) == (8, 0)


async def test_a_view_leaves_once_its_press_is_answered(pair: Pair) -> None:
    """The library makes one of each message that is pressed."""
    with watched(discord.ui.View) as count:
        outcome = await pair.discord.human("carol").press(pair.board, "Move")
        assert await told(outcome) == STRANGER
        assert await counted(count) == (1, 0)
