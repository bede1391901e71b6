"""Runs a module as a program of its own whose discord.py talks to the stand-in.

``python -m tests.wire.child BASE_URL WS_URL MODULE [argument ...]``
"""

import runpy
import sys

from tests.wire.pointing import point


def main() -> None:
    """Point the library, then run the module as if it had been started itself."""
    base, gateway, module, *arguments = sys.argv[1:]
    point(base, gateway)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
