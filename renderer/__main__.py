"""`python -m renderer`: pictures at the prompt."""

from __future__ import annotations

import sys

from renderer.command_line import main

if __name__ == "__main__":
    sys.exit(main())
