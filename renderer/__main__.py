"""`python -m renderer`: pictures at the prompt."""

import sys

from renderer.command_line import main

if __name__ == "__main__":
    sys.exit(main())
