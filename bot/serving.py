"""Serving: the referee in Discord as a process, from its settings to its exit status."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import logging
import signal
import sqlite3
import sys

import aiohttp
import discord

from bot import journal
from bot.app import Referee
from bot.config import Config, ignored
from bot.games import Terms
from bot.ops.backups import BackupPlan
from bot.store import StoreError, Unreadable
from engine.clocks.control import DAY, HOUR

log = logging.getLogger(__name__)

TURN = 0.001
"""The interval (s) after which a computing thread lets others run, the event loop among them. Python's default is five
times as long, and the loop waits for its turn whenever something arrives."""
GARBAGE_THRESHOLD = 10_000
"""After how many new objects garbage is collected; Python's default of 700 holds the event loop up more often."""
MALLOC = {-3: 1 << 20, -8: 2}
"""What glibc is told by mallopt: blocks of that size go back to the system once they are free (M_MMAP_THRESHOLD, which
it would raise by itself), and threads share two arenas (M_ARENA_MAX). The canvases of pictures keep 30 MB otherwise."""
LOGIN_MISSING = """\
DISCORD_TOKEN is not set, so I cannot log in.
Create an application at https://discord.com/developers/applications, open its Bot page, press "Reset Token",
and put the token into a file named .env in the folder where you start me: DISCORD_TOKEN=... (see .env.example).
To try the referee without Discord: hexmarshal play, or python -m bot --local"""
UNREACHABLE = """\
Discord cannot be reached: {problem}.
Check the network and https://discordstatus.com, then start me again. No game has changed."""
LOGIN_REFUSED = """\
Discord refuses the token in DISCORD_TOKEN.
Open https://discord.com/developers/applications, choose your application and its Bot page, press "Reset Token" and put
the new token into .env."""


def serve(settings: Config) -> int:
    """Serve until stopped; the exit status: 2 if a setting is missing or wrong, 1 if Discord cannot be reached."""
    journal.begin(settings.log_level)
    for each in ignored(settings):
        log.warning("%s", each)
    if not settings.discord_token.get_secret_value():
        print(LOGIN_MISSING, file=sys.stderr)
        return 2
    sys.setswitchinterval(TURN)
    with contextlib.suppress(AttributeError, OSError, TypeError):  # other C libraries have no such thing
        for parameter, value in MALLOC.items():
            ctypes.CDLL(None).mallopt(parameter, value)
    try:
        asyncio.run(_serve(settings))
    except discord.LoginFailure:
        print(LOGIN_REFUSED, file=sys.stderr)
        return 2
    except (aiohttp.ClientError, TimeoutError, discord.DiscordServerError) as problem:
        print(UNREACHABLE.format(problem=str(problem).rstrip(".") or type(problem).__name__), file=sys.stderr)
        return 1
    except (Unreadable, sqlite3.Error) as problem:
        print(f"cannot use the database {settings.database_path}: {problem}", file=sys.stderr)
        return 2
    except StoreError as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


async def _serve(settings: Config) -> None:
    """Serve until stopped."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(journal.unhandled)
    terms = Terms(forget=settings.forget_servers_after_days * DAY, thinkers=settings.opponent_processes)
    plan = BackupPlan(settings.backup_folder, settings.backup_hours * HOUR, settings.backups_kept)
    backups = plan if settings.backup_hours else None
    path, channel = settings.database_path, settings.owner_channel
    async with Referee(path, terms, owner_channel=channel, backups=backups) as client:
        for signalled in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(signalled, client.leave_soon)
        client.add_listener(spare_garbage_collection, "on_ready")
        await client.start(settings.discord_token.get_secret_value())


async def spare_garbage_collection() -> None:
    """Collect garbage less often from now on, and never look again through what the start has made."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
