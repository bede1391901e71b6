"""Only the engine's own files of games name a game; everything else treats variants as values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.variants import GAMES

ROOT = Path(__file__).parents[2]
HOME = ROOT / "engine" / "variants"
MODULES = sorted(
    path for floor in ("engine", "renderer", "bot") for path in (ROOT / floor).rglob("*.py") if HOME not in path.parents
)
HOLDERS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """The nodes of docstrings, which may name games as examples."""
    holders = [node for node in ast.walk(tree) if isinstance(node, HOLDERS) and ast.get_docstring(node)]
    return {node.body[0].value for node in holders if isinstance(node.body[0], ast.Expr)}


def words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The identifiers and the texts in a module, docstrings left out, with the lines they stand on."""
    prose = docstrings(tree)
    for node in ast.walk(tree):
        if node in prose:
            continue
        for _, value in ast.iter_fields(node):
            for word in value if isinstance(value, list) else [value]:
                if isinstance(word, str):
                    yield getattr(node, "lineno", 0), word


def named(source: str) -> list[tuple[int, str]]:
    """The lines of a module that name a game, with what they say."""
    keys = "|".join(re.escape(key) for key in GAMES)
    pattern = re.compile(rf"(?<![a-z])({keys}|{keys.replace('-', '_')})(?![a-z])", re.IGNORECASE)
    return [(line, word) for line, word in words(ast.parse(source)) if pattern.search(word)]


def test_the_scan_finds_names() -> None:
    """The scan finds a game's name in identifiers, attributes, imports, keywords and texts, in any letter case."""
    key = next(iter(GAMES))
    name = key.replace("-", "_")
    for source in (
        f"is_{name} = 1",
        f"def f({name}): pass",
        f"x.{name.upper()}",
        f"f({name}=1)",
        f"from engine.variants import {name}",
        f"import engine.variants.{name}",
        f"x = {key.title()!r}",
        f"f'{{x}} {key}'",
        f"class {name.title()}: pass",
    ):
        assert named(source), source
    assert not named("x = variant.key")
    assert not named(f'"""Say {key}."""')


def test_there_is_something_to_scan() -> None:
    """The scan covers the rules and leaves out the files of games."""
    assert ROOT / "engine" / "movement" / "generator.py" in MODULES
    assert not [path for path in MODULES if HOME in path.parents]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_names_a_game(path: Path) -> None:
    """No module outside the files of games names one."""
    assert [] == named(path.read_text("utf-8"))
