"""`python -m tests.benchmarks [WORD]…` (extra `bench`): prints the ratios, of those whose names contain a word.

`python -m tests.benchmarks load [--games N --rate N --seconds N]` puts the referee under load,
`python -m tests.benchmarks opponents [--games N --level N --seconds N]` lets it play many games at once, and
`python -m tests.benchmarks strength` lets its levels play matches and writes docs/strength.md.
"""

from __future__ import annotations

import sys

from tests.benchmarks.boards import pictures
from tests.benchmarks.commits import commits
from tests.benchmarks.counting import counting
from tests.benchmarks.holds import holds
from tests.benchmarks.lists import lists
from tests.benchmarks.load import load
from tests.benchmarks.movelists import move_lists
from tests.benchmarks.opponents import opponents
from tests.benchmarks.rolls import rolls
from tests.benchmarks.strength import strength

BENCHMARKS = {
    "moves": move_lists,
    "perft": counting,
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
    for name, benchmark in BENCHMARKS.items():
        if len(sys.argv) > 1 and name not in sys.argv[1:]:
            continue
        for ratio in benchmark():
            print(ratio.line(), flush=True)


if __name__ == "__main__":
    main()
