"""The referee as a program, without the pauses in its login and without warming up.

Against the real Discord a client waits two seconds for its servers to be listed, and five before it identifies anew;
warming up takes half a second. A test that starts the program dozens of times cannot wait for that; everything else is
as in `python -m bot`.
"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import Any
from unittest import mock

from bot.__main__ import main
from bot.app import Referee
from tests.wire import quicken

_made = Referee.__init__


def _hurried(self: Referee, *settings: Any, **more: Any) -> None:
    _made(self, *settings, **more)
    quicken(self)


async def _stay_cold(*_: object) -> None:
    """Draw and list nothing beforehand."""


def run(*, cold: bool = True) -> int:
    """Run until stopped, without warming up if it is to stay `cold`."""
    Referee.__init__ = _hurried  # type: ignore[method-assign]
    with mock.patch("bot.app.warm", _stay_cold) if cold else nullcontext():
        return main([])


if __name__ == "__main__":
    sys.exit(run())
