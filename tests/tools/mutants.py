"""Changes modules one small thing at a time and counts which changes their tests catch.

`python -m tests.tools.mutants` does so for the modules that matter; a module and its tests may be named instead.
"""

from __future__ import annotations

import argparse
import ast
import copy
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MODULES = {
    "engine/movement/generator.py": ("tests/engine/movement", "tests/engine/variants", "tests/engine/rules"),
    "engine/rules/combat.py": ("tests/engine/rules", "tests/engine/play", "tests/engine/variants"),
    "engine/play/clock.py": ("tests/engine/play", "tests/engine/clocks"),
    "engine/dice/commitment.py": ("tests/engine/dice", "tests/engine/play", "tests/engine/records"),
    "bot/discord_ui/channel/outbox.py": ("tests/bot/discord_ui/channel",),
}
"""The modules that matter, and the tests that must catch what goes wrong in them."""
PAIRS = (
    (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot), (ast.Add, ast.Sub), (ast.And, ast.Or), (ast.BitAnd, ast.BitOr),
)  # fmt: skip
SWAPS: dict[type, Any] = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])} | {ast.FloorDiv: ast.Mult}


def changes(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the nodes (by their number in a walk) that can be changed, and how."""
    for number, node in enumerate(ast.walk(tree)):
        match node:
            case ast.Compare() if type(node.ops[0]) in SWAPS:
                yield number, "compare"
            case ast.BinOp() | ast.BoolOp() if type(node.op) in SWAPS:
                yield number, "operator"
            case ast.If() | ast.IfExp() | ast.While():
                yield number, "negate"
            case ast.Constant(value=int()):
                yield number, "constant"
            case ast.Expr(value=ast.Call() | ast.Await()):
                yield number, "nothing"
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                yield number, "nothing"


def changed(tree: ast.Module, number: int, how: str) -> tuple[str, str]:
    mutant = copy.deepcopy(tree)
    node = list(ast.walk(mutant))[number]
    before = ast.unparse(node).splitlines()[0]
    match how, node:
        case _, ast.Compare():
            node.ops[0] = SWAPS[type(node.ops[0])]()
        case _, ast.BinOp() | ast.BoolOp():
            node.op = SWAPS[type(node.op)]()
        case "negate", ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case _, ast.Constant(value=int(value)):
            node.value = not value if isinstance(value, bool) else value + 1
        case "nothing", ast.Return() | ast.Expr():
            node.value = ast.Constant(None)
    line, after = getattr(node, "lineno", 0), ast.unparse(node).splitlines()[0]
    return ast.unparse(ast.fix_missing_locations(mutant)), f"{line}: {before} -> {after}"


def caught(tests: tuple[str, ...]) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    try:
        return subprocess.run(command, capture_output=True, timeout=300, check=False).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def judge(path: Path, tests: tuple[str, ...], count: int) -> None:
    """Print which of so many changes to a module are caught; the module is as it was afterwards."""
    source, verdicts = path.read_text(encoding="utf-8"), []
    tree = ast.parse(source)
    found = sorted(changes(tree))
    try:
        for each in random.Random(7).sample(found, min(count, len(found))):  # noqa: S311 - the same ones each time
            text, told = changed(tree, *each)
            path.write_text(text, encoding="utf-8")
            verdicts.append(caught(tests))
            print("caught" if verdicts[-1] else "LIVES ", told, flush=True)
    finally:
        path.write_text(source, encoding="utf-8")
    print(f"{path}: {sum(verdicts)} of {len(verdicts)} caught", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", nargs="?")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("-n", type=int, default=24, help="changes a module")
    given = parser.parse_args()
    for module, tests in {given.module: tuple(given.tests)}.items() if given.module else MODULES.items():
        judge(Path(module), tests, given.n)
