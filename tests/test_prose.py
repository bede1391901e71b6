"""Docstrings, comments and the texts that players meet read as a native would write them."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORDS = "whoever|those who|somebody|anybody|everybody|is awaited|go(?:es)? on|so many|at once|by itself|anew"
HABITS = re.compile(rf"^(?:What|Whether|How|Who)\b|\b(?:{WORDS})\b", re.MULTILINE)
SPOKEN = re.compile(
    rf"\b(?:{WORDS}|what is asked for|stands?|stood|mend|set aside|reckon|sooner|of a hundred|as usual|looks? whether"
    r"|cannot|(?:is|are|was|were|do|does|did|has|have|would|could) not|I am)\b",
    re.IGNORECASE,
)
"""The habits of rule 5 in texts, and contractions that were missed."""
EXCEPTIONS = {
    "several threads at once": "means simultaneously",
    "by itself), and threads": "glibc changes the threshold without being asked",
    "Go on vacation": "is what people say",
}
"""What is allowed, each with its reason."""
SAID = {
    "go on vacation": "is what people say",
    "goes on vacation": "a line of scoresheets, which are read back",
    "lets somebody else play": "a line of scoresheets, which are read back",
    "the referee was not in the server": "is stored with games",
    "stand out in": "is what people say",
    "how the position stands": "is what people say",
    "en passant work as usual": "is said of the rules that everyone knows",
}
"""The same in texts: a text, or what is unique in it, with the reason."""
INTERNAL = re.compile(r"log\.|re\.compile|AssertionError|BrokenRecord|NotImplementedError")
QUERY = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|WHERE)\b")


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


def texts(path: Path) -> Iterator[str]:
    """Yield a module's strings of several words, without docstrings, logs, patterns, queries and internal errors."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    others = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and INTERNAL.match(ast.unparse(node.func)):
            others |= {id(each) for each in ast.walk(node)}
    for node in ast.walk(tree):
        shown = isinstance(node, ast.Constant) and id(node) not in others and str(node.value)
        if shown and " " in shown and not QUERY.match(shown):
            yield shown


def test_texts_have_none_of_the_bad_habits() -> None:
    """What players and hosts read avoids calques, indefinite people and stiff verbs."""
    modules = [path for package in ("engine", "renderer", "bot") for path in (ROOT / package).rglob("*.py")]
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in modules
        for text in texts(path)
        if SPOKEN.search(text) and not any(allowed in text for allowed in SAID)
    ]
    assert found == []
