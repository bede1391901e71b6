"""`python -m tests.benchmarks` (extra `bench`): measures what people feel, and writes docs/performance.md.

`python -m tests.benchmarks load [--games N --rate N --seconds N]` puts the referee under load, and
`python -m tests.benchmarks strength` lets its levels play matches and writes docs/strength.md.
"""

from __future__ import annotations

import sys

from tests.benchmarks.felt import PAGE, drawing, listing, page, rows
from tests.benchmarks.load import load
from tests.benchmarks.strength import strength


def main() -> int:
    for name, beside in (("load", load), ("strength", strength)):
        if sys.argv[1:2] == [name]:
            return beside(sys.argv[2:])
    measured, _ = [], drawing()
    for row in rows():
        measured.append(row)
        print(row.line(), flush=True)
    PAGE.write_text(page(measured, listing(), drawing()), encoding="utf-8")
    return int(any(row.missed for row in measured))


if __name__ == "__main__":
    sys.exit(main())
