"""What is asked of the use cases, whether it is granted or refused."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from engine.model.refusal import Refused


async def outcome(asked: Awaitable[Any]) -> Any:
    try:
        return await asked
    except Refused as refused:
        return refused.refusal
