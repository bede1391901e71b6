"""Settings of the engine's tests: property tests choose the same examples every time and are never timed."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests.engine.prompt import Runner

settings.register_profile(
    "exact", max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("exact")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    """Runs a command in this process: its status and its lines on standard output and standard error."""
    return Runner(capsys)
