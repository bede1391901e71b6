"""A process that has loaded the referee and forks a life for each line that it reads; so a start costs little.

A line is a Life as JSON; it writes the process id of the life, then what it ended with: an exit status, or the negative
number of a signal.
"""

from __future__ import annotations

import json
import os
import sys
import traceback

from tests.bot.faults.life import Life, lead


def serve() -> None:
    """Fork lives, one after the other, until there are no more lines."""
    for line in sys.stdin:
        life = Life(**json.loads(line))
        child = os.fork()
        if not child:
            os.close(0)
            os._exit(_led(life))
        print(child, flush=True)
        _, ended = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(ended), flush=True)


def _led(life: Life) -> int:
    try:
        return lead(life)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 1
    except BaseException:  # noqa: BLE001 - whatever it is, this process must not outlive it as a second zygote
        traceback.print_exc()
        return 70
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


if __name__ == "__main__":
    serve()
