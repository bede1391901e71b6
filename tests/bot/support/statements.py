"""Every statement that the bot runs, found in its source: what the store's functions are given."""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import bot
from bot import ops
from bot.store import database, files, privacy

SAMPLES = {
    **dict.fromkeys(("events", "placings", "placed"), ("one", "another")),
    "table": "preferences", "statement": "SELECT 1",
}  # fmt: skip
"""What stands for values on which the text of a statement depends, and for statements that are handed on."""
LISTED = (
    *(("privacy.GIVEN", text) for text in privacy.GIVEN.values()),
    *(("privacy.FORGET", text) for text in privacy.FORGET),
    *(("privacy.OF_SERVER", text) for text in privacy.OF_SERVER),
)
"""Statements that are handed on from a list, with their places."""

EXECUTING = {"execute", "executemany", "executescript", "execute_fetchall", "execute_insert"}
"""What only the store's own database may call."""
APART = (database.__name__, files.__name__, ops.__name__)
"""What runs statements for others, and what looks after whole files, by connections and in threads of its own."""


class Statement(NamedTuple):
    """A statement: where it is run (module.Class.method), and its text."""

    where: str
    text: str


class Unreadable(NamedTuple):
    """Something that may run a statement which cannot be found without running it: where, and its source."""

    where: str
    source: str


def found() -> list[Statement | Unreadable]:
    """What all modules of the bot run, and what cannot be found; the module that runs it for them is left out."""
    names = [module.name for module in pkgutil.walk_packages(bot.__path__, f"{bot.__name__}.")]
    runners = [name for name in names if not name.endswith("__main__") and not name.startswith(APART)]
    run = [
        each
        for name in runners
        for each in run_by(import_module(name), Path(str(import_module(name).__file__)).read_text(encoding="utf-8"))
    ]
    return [*run, *(Statement(*listed) for listed in LISTED)]


def run_by(module: ModuleType, source: str) -> Iterator[Statement | Unreadable]:
    """What the source of a module runs: a statement is found if it is a constant, or made of the module's constants."""
    for where, node in _running(ast.parse(source), module.__name__.rsplit(".", 1)[-1]):
        if not isinstance(node, ast.Call) or not _runs(node.func):
            yield Unreadable(where, ast.unparse(node))
            continue
        try:
            argument = node.args[0]
            made = eval(compile(ast.Expression(argument), where, "eval"), vars(module), SAMPLES)  # noqa: S307
        except (NameError, IndexError):
            yield Unreadable(where, ast.unparse(node))
        else:
            yield from [Statement(where, made)]


def _running(node: ast.AST, where: str) -> Iterator[tuple[str, ast.AST]]:
    """What below a node runs statements or may do so, with the names of what it stands in."""
    for below in ast.iter_child_nodes(node):
        if isinstance(below, ast.Call) and (_runs(below.func) or _executes(below.func)):
            yield where, below
        if isinstance(below, ast.withitem) and _renames(below):
            yield where, below
        if isinstance(below, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _running(below, f"{where}.{below.name}")
        else:
            yield from _running(below, where)


def _runs(function: ast.expr) -> bool:
    """Whether a function is one of those by which the store runs statements, in a transaction or of its own."""
    return (isinstance(function, ast.Name) and function.id == "run") or (
        isinstance(function, ast.Attribute) and function.attr in {"rows", "row", "fetch", "fetch_one", "_ask"}
    )


def _executes(function: ast.expr) -> bool:
    """Whether a function runs statements past the store's database."""
    return isinstance(function, ast.Attribute) and function.attr in EXECUTING


def _renames(item: ast.withitem) -> bool:
    """Whether a transaction's statements are run by another name than `run`."""
    call, name = item.context_expr, item.optional_vars
    begun = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "transaction"
    return begun and name is not None and not (isinstance(name, ast.Name) and name.id == "run")
