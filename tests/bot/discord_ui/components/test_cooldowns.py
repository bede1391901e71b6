"""Cooldowns: so often a minute and no more, for each person and each use."""

from __future__ import annotations

import pytest

from bot.discord_ui.components.gate import Cooldowns, Use


def test_so_often_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does something too often is told until when; others, and other uses, don't count."""
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    cooldowns = Cooldowns()
    assert {None} == {cooldowns.against(Use.ROLL, 1) for _ in range(30)}
    now += 15.5
    refused = cooldowns.against(Use.ROLL, 1)
    assert refused is not None
    assert refused.text == (
        "You have rolled 30 times within a minute, as often as I let one person. It is possible again in 45 seconds."
    )
    assert cooldowns.against(Use.ROLL, 2) is cooldowns.against(Use.IMPORT, 1) is None
    now += 45
    assert cooldowns.against(Use.ROLL, 1) is None
