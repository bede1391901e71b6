"""Waiting for what may take longer than a moment, without leaving the player in doubt."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from bot.console.screens import Screen

PATIENCE = 1.0
"""The seconds after which the player is told what goes on, and then again and again."""

Found = TypeVar("Found")


async def waited(screen: Screen, what: str, awaited: Awaitable[Found]) -> Found:
    """What is awaited; from PATIENCE on, the screen tells what goes on and for how long."""
    task = asyncio.ensure_future(awaited)
    seconds = 0.0
    try:
        while not (await asyncio.wait({task}, timeout=PATIENCE))[0]:
            seconds += PATIENCE
            screen.busy(what, round(seconds))
    finally:
        if seconds:
            screen.busy(what, 0)
    return task.result()
