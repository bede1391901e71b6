"""The referee as a program, without the pauses in its login.

Against the real Discord a client waits two seconds for its servers to be listed, and five before it identifies anew. A
test that starts the program dozens of times cannot wait for that; everything else is as in `python -m bot`.
"""

from __future__ import annotations

import sys
from typing import Any

from bot.app import Referee
from bot.command_line import main
from tests.wire import quicken

_made = Referee.__init__


def _hurried(self: Referee, *settings: Any, **more: Any) -> None:
    _made(self, *settings, **more)
    quicken(self)


def run() -> int:
    Referee.__init__ = _hurried  # type: ignore[method-assign]
    return main([])


if __name__ == "__main__":
    sys.exit(run())
