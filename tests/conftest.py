"""Where tests keep their files (in memory, where there is room), how long they may take, and what they went without."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.suites import OPENAPI, TIMEOUTS

MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder there that nobody else can enter
ENOUGH = 1 << 30
"""The room (bytes) that the files of all tests may need."""

settings.register_profile(
    "fast", max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "nightly", max_examples=1000, deadline=None, derandomize=False, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


def pytest_configure() -> None:
    """Have pytest make its folders in memory; `PYTEST_DEBUG_TEMPROOT` and `--basetemp` name other places."""
    if os.access(MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give slow and long tests the time they may take."""
    for item in items:
        for mark, seconds in TIMEOUTS.items():
            if item.get_closest_marker(mark) is not None:
                item.add_marker(pytest.mark.timeout(seconds))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say that no request was checked against Discord's description where that is absent."""
    if not OPENAPI.is_file():
        terminalreporter.section("Requests NOT checked against Discord's description", yellow=True, bold=True)
        terminalreporter.line(f"There is no {OPENAPI}.", yellow=True)
