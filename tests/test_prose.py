"""Docstrings and comments read as a native would write them."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HABITS = re.compile(
    r"^(?:What|Whether|How|Who)\b"
    r"|\b(?:whoever|those who|somebody|anybody|everybody|is awaited|go(?:es)? on|so many|at once|by itself|anew)\b",
    re.MULTILINE,
)
EXCEPTIONS = {
    "several threads at once": "means simultaneously",
    "by itself), and threads": "glibc changes the threshold without being asked",
    "Go on vacation": "is what people say",
}
"""What is allowed, each with its reason."""


def prose(path: Path) -> Iterator[str]:
    """Yield the docstrings and comments of a module, without the exceptions."""
    source = path.read_text(encoding="utf-8")
    texts = [
        node.value.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    texts += [token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT]
    for text in texts:
        flat = " ".join(text.split())
        for allowed in EXCEPTIONS:
            flat = flat.replace(allowed, "")
        yield flat


def test_prose_has_none_of_the_bad_habits() -> None:
    """A docstring begins with a noun or a verb, and avoids calques."""
    modules = [path for package in ("engine", "renderer", "bot") for path in (ROOT / package).rglob("*.py")]
    found = [f"{path.relative_to(ROOT)}: {text}" for path in modules for text in prose(path) if HABITS.search(text)]
    assert found == []
