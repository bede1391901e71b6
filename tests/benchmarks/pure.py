"""`python -m tests.benchmarks.pure GAME COMBAT`: the pure engine thinks about one position more at each line read."""

from __future__ import annotations

import sys

from tests.benchmarks.builds import stay_pure

stay_pure()

from bot.thinking.worker import settle  # noqa: E402 - the engine is imported from here on
from tests.benchmarks.thinking import positions, think_on  # noqa: E402

if __name__ == "__main__":
    states = iter(list(positions(*sys.argv[1:])))
    settle()
    print("ready", flush=True)
    for _ in sys.stdin:
        think_on(states)
        print("done", flush=True)
