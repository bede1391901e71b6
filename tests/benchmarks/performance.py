"""The page of all that was measured: docs/performance.md, or docs/performance-compiled.md."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from tests.benchmarks.builds import ROOT, is_compiled
from tests.benchmarks.pairing import Ratio

PAGE = ROOT / "docs" / f"performance{'-compiled' * is_compiled()}.md"
PURE = """# How fast it is

Measured on {date} by pure Python {version}; what a compiled engine changes stands [on a page of its
own](performance-compiled.md). The command measures all, writes this page and exits with 1 where an aim is missed:

```
python -m tests.benchmarks
```
"""
COMPILED = """# How fast the compiled engine is

Measured on {date} by Python {version} with the [compiled engine](hosting.md); all else stands [on the page of the pure
one](performance.md). The commands compile it where it lies, measure what that changes, and write this page:

```
python -m pip install -U "setuptools>=77"
HEXMARSHAL_COMPILE=trained python setup.py build_ext --inplace
python -m tests.benchmarks
```

Both engines think once about each position; those that a tenth of a level's budget is enough for are left out.
"""
RATIOS = """
Each row sets something that the referee does beside an anchor that was measured in the same run, in turns: a ratio of 2
says that it takes twice as long. Quarters of all rounds lie outside the numbers in brackets. Times depend on the
machine, ratios hardly. Aims in milliseconds are aims for the time itself. {aims}
"""
MET = "No aim of {count} is missed."
MISSED = """{missed} of {count} aims are missed; their
rows say so, and [decisions](decisions.md) tell why as far as is known."""
TITLES = {
    "moves": "Lists of legal moves, to python-chess",
    "thinking": "The referee's own moves, to those that the pure engine finds",
    "pictures": "Boards as PNG, to chess.svg with cairosvg",
    "commits": "Durable moves, to SQLite itself",
    "dice": "Dice that can be audited, to the package d20",
    "holds": "What holds the event loop, beside a drawn chess board",
    "lists": "Lists in full files, beside a drawn chess board",
}


def page(measured: Mapping[str, Sequence[Ratio]]) -> str:
    """The page of what was measured, by the benchmark's name."""
    aimed = [ratio for ratios in measured.values() for ratio in ratios if ratio.aim]
    missed = sum(ratio.missed for ratio in aimed)
    text = ((COMPILED if is_compiled() else PURE) + RATIOS).format(
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
        version=platform.python_version(),
        aims=(MISSED if missed else MET).format(missed=missed, count=len(aimed)),
    )
    for name, ratios in measured.items():
        text += f"\n## {TITLES[name]}\n\n| work | ratio | time | anchor | aim |\n| --- | --- | --- | --- | --- |\n"
        text += "".join(_row(ratio, ratio.name.removeprefix(f"{name}: ")) for ratio in ratios)
    return text


def _row(ratio: Ratio, name: str) -> str:
    low, middle, high = ratio.spread
    aim = f"{ratio.aim.words}{' – **missed**' if ratio.missed else ''}" if ratio.aim else ""
    cells = (name, f"{middle:.3g} ({low:.3g} to {high:.3g})", time_told(ratio.candidate), time_told(ratio.anchor), aim)
    return f"| {' | '.join(cells)} |\n"


def time_told(seconds: float) -> str:
    """A time in the unit that suits it: `12.3 µs`, `4.56 ms`, `1.2 s`; nothing where no time was measured."""
    if not seconds:
        return ""
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"
