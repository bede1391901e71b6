"""`python -m bot`: the command `hexmarshal`."""

import sys

from bot.command_line import main

if __name__ == "__main__":
    sys.exit(main())
