"""The referee as a program that never comes to the end of a scoresheet."""

from __future__ import annotations

import sys
import threading
from functools import partialmethod
from unittest import mock

from bot.discord_ui.components.gate import Gate
from engine.records.scoresheet import Scoresheet
from tests.bot import quick_bot


def _read_for_ever(text: str, *_: object) -> Scoresheet:
    print(f"reading {len(text)} characters, a turn being {sys.getswitchinterval()} s", flush=True)
    threading.Event().wait()
    raise AssertionError("nothing sets that event")


if __name__ == "__main__":
    impatient = partialmethod(Gate.stop, 0.5)
    with (
        mock.patch("bot.games.study.imports.read_scoresheet", _read_for_ever),
        mock.patch.object(Gate, "stop", impatient),
    ):
        sys.exit(quick_bot.run())
