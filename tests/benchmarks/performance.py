"""The page of all that was measured: docs/performance.md."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks.pairing import Ratio

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
RATIOS = """# How fast it is

Measured on {date} by Python {version}. The command measures all, writes this page and exits with 1 where an aim is
missed:

```
python -m tests.benchmarks
```

Each row sets something that the referee does beside an anchor that was measured in the same run, in turns: a ratio of 2
says that it takes twice as long. Quarters of all rounds lie outside the numbers in brackets. Times depend on the
machine, ratios hardly. Aims in milliseconds are aims for the time itself. {aims}
"""
MET = "No aim of {count} is missed."
MISSED = """{missed} of {count} aims are missed; their
rows say so, and [decisions](decisions.md) tell why as far as is known."""
TITLES = {
    "moves": "Lists of legal moves, to python-chess",
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
    text = RATIOS.format(
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
