"""Waiting for what may take longer than a moment, without leaving the player in doubt."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from bot.console.screens import Screen

PATIENCE = 1
"""The seconds after which the player is told what goes on, and then again and again."""

Found = TypeVar("Found")


async def waited(screen: Screen, what: str, awaited: Awaitable[Found]) -> Found:
    """What is awaited; from PATIENCE on, the screen tells what goes on and for how long."""
    task = asyncio.ensure_future(awaited)
    told = 0
    try:
        while not (await asyncio.wait({task}, timeout=PATIENCE))[0]:
            told += 1
            screen.busy(what, told * PATIENCE)
    finally:
        if told:
            screen.busy(what, 0)
    return task.result()
