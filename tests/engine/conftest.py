"""The engine's commands, run in this process."""

from __future__ import annotations

import pytest

from tests.engine.prompt import Runner


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    """Runs a command in this process: its status and its lines on standard output and standard error."""
    return Runner(capsys)
