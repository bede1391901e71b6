"""The referee under load as a process, for a few seconds: nothing is lost, and everybody is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.load import crowded


@pytest.mark.slow
async def test_nothing_is_lost(tmp_path: Path) -> None:
    """At a steady rate, with all that it can do, and at three times that: what was told is stored, and all are told."""
    async with crowded(tmp_path, 40) as (crowd, _):
        steady = await crowd.steadily(20, 3)
        able = await crowd.eagerly(48, 2)
        pressed = await crowd.steadily(3 * able.done / able.took, 2)
    assert crowd.problems == []
    assert [0, 0, 0] == [figures.unanswered for figures in (steady, able, pressed)]
    assert steady.done == steady.asked
    assert pressed.done + pressed.refused + pressed.hushed == pressed.asked
