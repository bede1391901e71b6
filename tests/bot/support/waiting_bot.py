"""The referee as a program whose library waits a minute, as after a long absence of Discord, before it reconnects."""

from __future__ import annotations

import sys
from unittest import mock

from discord.backoff import ExponentialBackoff

from tests.bot.support.quick_bot import run

if __name__ == "__main__":
    with mock.patch.object(ExponentialBackoff, "delay", return_value=60.0):
        sys.exit(run())
