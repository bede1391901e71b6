"""The referee as a program, without the pauses in its login; it warms up as it does for everybody."""

from __future__ import annotations

import sys

from tests.bot import quick_bot

if __name__ == "__main__":
    sys.exit(quick_bot.run(cold=False))
