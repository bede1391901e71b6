"""`python -m engine`: the rules of the games, at the prompt."""

from __future__ import annotations

import sys

from engine.command_line import main, replace_unencodable, unheard

if __name__ == "__main__":
    replace_unencodable()
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        status = unheard()
    sys.exit(status)
