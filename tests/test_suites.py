"""The suites themselves: no test runs for ever, and what was not checked is said."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def ran(folder: Path, source: str, *options: str) -> str:
    """Run a test in a plain clone that has the project's settings; what pytest prints."""
    tests = folder / "clone" / "tests"
    tests.mkdir(parents=True)
    shutil.copy(ROOT / "pyproject.toml", tests.parent)
    for name in ("__init__.py", "conftest.py", "suites.py"):
        shutil.copy(ROOT / "tests" / name, tests)
    (tests / "test_it.py").write_text(f"import time\nimport pytest\n\n{source}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    done = subprocess.run(command, cwd=tests.parent, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.slow
def test_every_test_has_a_timeout(tmp_path: Path) -> None:
    """A test may take a minute, one of the slow or long suite more, and one that says so as long as it says."""
    source = """
@pytest.fixture(autouse=True)
def told(request):
    mark, usual = request.node.get_closest_marker("timeout"), request.config.getini("timeout")
    print(request.node.name, "may take", mark.args[0] if mark else usual, "s")

def test_fast(): pass
@pytest.mark.slow
def test_slow(): pass
@pytest.mark.long
def test_long(): pass
@pytest.mark.slow
@pytest.mark.timeout(5)
def test_own(): pass
"""
    printed = ran(tmp_path, source, "-s", "-m", "slow or long or not slow")
    seconds = dict(re.findall(r"test_(\w+) may take (\d+) s", printed))
    assert seconds == {"fast": "60", "slow": "600", "long": "7200", "own": "5"}


@pytest.mark.slow
def test_a_test_that_hangs_fails(tmp_path: Path) -> None:
    printed = ran(tmp_path, "def test_it(): time.sleep(50)", "-o", "timeout=0.5")
    assert re.search(r"FAILED tests/test_it.py::test_it - .*Timeout", printed)


@pytest.mark.slow
@pytest.mark.parametrize("there", [False, True])
def test_a_check_that_is_off(tmp_path: Path, there: bool) -> None:
    """Where Discord's description is absent, a run says once that requests were not checked against it."""
    if there:
        (tmp_path / "shared" / "discord").mkdir(parents=True)
        (tmp_path / "shared" / "discord" / "openapi.json").write_text("{}", encoding="utf-8")
    printed = ran(tmp_path, "def test_it(): pass", "-n", "2")
    assert printed.count("Requests NOT checked against Discord's description") == (0 if there else 1)
    assert "1 passed" in printed
