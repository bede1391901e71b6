"""`python -m engine`: the rules of the games, at the prompt."""

import sys

from engine.command_line import main

if __name__ == "__main__":
    sys.exit(main())
