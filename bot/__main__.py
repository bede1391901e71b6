"""`python -m bot`: the command `hexmarshal`."""

from __future__ import annotations

import sys

from bot.command_line import main

if __name__ == "__main__":
    sys.exit(main())
