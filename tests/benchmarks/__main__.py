"""`python -m tests.benchmarks [WORD]…` (extra `bench`): measures, prints ratios, exits with 1 where an aim is missed.

Without words all is measured and written to docs/performance.md; else one of `moves`, `pictures`, `commits`,
`dice`, `holds`, `lists` each.

`python -m tests.benchmarks load [--games N --rate N --seconds N]` puts the referee under load,
`python -m tests.benchmarks opponents [--games N --level N --seconds N]` lets it play many games at once, and
`python -m tests.benchmarks strength` lets its levels play matches and writes docs/strength.md.
"""

from __future__ import annotations

import sys

from tests.benchmarks.boards import pictures
from tests.benchmarks.commits import commits
from tests.benchmarks.holds import holds
from tests.benchmarks.lists import lists
from tests.benchmarks.load import load
from tests.benchmarks.movelists import move_lists
from tests.benchmarks.opponents import opponents
from tests.benchmarks.pairing import Ratio
from tests.benchmarks.performance import PAGE, page
from tests.benchmarks.rolls import rolls
from tests.benchmarks.strength import strength

BENCHMARKS = {
    "moves": move_lists,
    "pictures": pictures,
    "commits": commits,
    "dice": rolls,
    "holds": holds,
    "lists": lists,
}


def main() -> None:
    """Run the benchmarks asked for."""
    for name, beside in (("load", load), ("opponents", opponents), ("strength", strength)):
        if sys.argv[1:2] == [name]:
            sys.exit(beside(sys.argv[2:]))
    chosen = sys.argv[1:] or BENCHMARKS
    measured: dict[str, list[Ratio]] = {}
    for name in chosen:
        measured[name] = []
        for ratio in BENCHMARKS[name]():
            measured[name].append(ratio)
            print(ratio.line(), flush=True)
    if not sys.argv[1:]:
        PAGE.write_text(page(measured), encoding="utf-8")
    sys.exit(any(ratio.missed for ratios in measured.values() for ratio in ratios))


if __name__ == "__main__":
    main()
