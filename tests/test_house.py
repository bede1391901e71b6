"""The house keeps its own rules: arrows point down, no game is named in the middle, the README is true."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.card import games_table
from engine.variants import GAMES

ROOT = Path(__file__).resolve().parents[1]


def test_imports_keep_the_contracts() -> None:
    """Every import contract in .importlinter is kept."""
    pytest.importorskip("importlinter")
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_table_of_games_is_the_engines() -> None:
    """The README's table of games is the one the engine prints."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    begin = "<!-- games: python -m engine games -->\n"
    assert games_table(GAMES.values()) == readme.split(begin)[1].split("\n<!-- end of games -->")[0]


def test_no_test_folder_lacks_its_init() -> None:
    """Every folder of tests with Python files is a package, so that none shadows a module."""
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []
