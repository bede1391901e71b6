"""The referee as a program that never comes to the end of a scoresheet."""

from __future__ import annotations

import sys
import threading
from unittest import mock

from engine.records.scoresheet import Scoresheet
from tests.bot import quick_bot


def _read_for_ever(text: str) -> Scoresheet:
    print(f"reading {len(text)} characters, a turn being {sys.getswitchinterval()} s", flush=True)
    threading.Event().wait()
    raise AssertionError("nothing sets that event")


if __name__ == "__main__":
    with mock.patch("bot.games.study.imports.read_scoresheet", _read_for_ever):
        sys.exit(quick_bot.run())
