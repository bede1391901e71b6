"""Only the engine's own files of games name a game; everything else treats variants as values."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.variants import GAMES
from engine.variants.variant import VariantEntry

ROOT = Path(__file__).parents[2]
HOME = ROOT / "engine" / "variants"
MODULES = sorted(
    path for floor in ("engine", "renderer", "bot") for path in (ROOT / floor).rglob("*.py") if HOME not in path.parents
)


GAME = "|".join(sorted({re.escape(key.replace("-", "_")) for key in GAMES}))
IDENTIFIER = re.compile(rf"(?<![a-z])({GAME})(?![a-z])", re.IGNORECASE)
KEYS = {key.casefold() for key in GAMES} | {game.name.casefold() for game in GAMES.values()}
HOMES = {
    name
    for name, module in sys.modules.items()
    if name.startswith("engine.variants.") and any(isinstance(value, VariantEntry) for value in vars(module).values())
}
HOMES |= {package for home in HOMES if (package := home.rpartition(".")[0]) != "engine.variants"}
"""The modules in which games are, and the packages of several."""


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def identifiers(node: ast.AST) -> Iterator[str]:
    """The names that a node gives or uses: everything but texts, and what imports say."""
    if not isinstance(node, ast.Constant | ast.alias | ast.Import | ast.ImportFrom):
        for _, value in ast.iter_fields(node):
            yield from (word for word in (value if isinstance(value, list) else [value]) if isinstance(word, str))


def named(source: str) -> list[tuple[int, str]]:
    """The lines of a module that name a game, with what they say.

    They import its module, bear its name in an identifier, or hold a text that is nothing but its id or its name, as
    one needs to compare with or to look up. A game's word in a sentence is none of these.
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        words = [name for name in imported(node) if any(f"{name}.".startswith(f"{home}.") for home in HOMES)]
        words += [word for word in identifiers(node) if IDENTIFIER.search(word)]
        if isinstance(node, ast.Constant) and str(node.value).strip().casefold() in KEYS:
            words.append(str(node.value))
        found += [(getattr(node, "lineno", 0), word) for word in words]
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_names_a_game(path: Path) -> None:
    """No module outside the files of games names one."""
    assert [] == named(path.read_text("utf-8"))
