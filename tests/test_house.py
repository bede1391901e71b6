"""The house keeps its own rules: arrows point down, no game is named in the middle, the README is true."""

from __future__ import annotations

import ast
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

import bot
import engine
from engine.model.refusal import Refusal
from engine.play.refusals import NotYourTurn

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@pytest.mark.slow
def test_imports_keep_the_contracts() -> None:
    pytest.importorskip("importlinter")
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_link_leads_somewhere() -> None:
    """What the documentation links to or shows, outside the web, is there."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [(page, target) for page in pages for target in LINK.findall(page.read_text(encoding="utf-8"))]
    assert links
    assert [(page.name, target) for page, target in links if not (page.parent / target).exists()] == []


def test_no_test_folder_lacks_its_init() -> None:
    """Every folder of tests with Python files is a package, so that none shadows a module."""
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def test_who_sends_signals_is_marked() -> None:
    """Tests that send POSIX's signals carry the mark by which systems without them skip these."""
    sending = re.compile(r"send_signal\(|SIGKILL|\bdie_(?:at|by)\(|\breferee_a_move\(")
    tests = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    assert [path.name for path, text in tests.items() if sending.search(text) and "SIGNALLED" not in text] == []


def test_every_public_type_has_a_name_of_its_own() -> None:
    """No public class is called what one in another module is called."""
    homes: dict[str, list[str]] = {}
    for path in sorted(path for room in ("engine", "renderer", "bot") for path in (ROOT / room).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    assert {} == {name: modules for name, modules in homes.items() if len(modules) > 1}


def refusals(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    for below in kind.__subclasses__():
        yield below
        yield from refusals(below)


def test_every_refusal_has_words_for_its_fields() -> None:
    """Each kind of refusal works its text out itself, or has words in which the braces name its fields."""
    for package in (engine, bot):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    for kind in refusals():
        if kind.text is Refusal.text and (hasattr(kind, "words") or not kind.__subclasses__()):
            named = {name.split(".")[0].split("[")[0] for _, name, _, _ in Formatter().parse(kind.words) if name}
            assert kind.words, kind
            assert named <= {field.name for field in fields(kind)}, kind


def test_braces_in_a_field_are_text() -> None:
    """What a refusal's fields hold is shown as it is, braces and all."""
    assert "It's {turn} {0}'s move." == NotYourTurn("{turn} {0}").text
