"""Start the referee: `python -m bot` in Discord, `python -m bot --local [VARIANT]` in this terminal."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import signal
import sqlite3
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot import journal
from bot.config import BadConfig, Config, read_settings
from bot.upkeep.commands import COMMANDS
from engine.clocks.control import DAY, HOUR, MINUTE

if TYPE_CHECKING:
    from bot.metrics import Metrics

TURN = 0.001
"""The interval (s) after which a computing thread lets others run, the event loop among them. Python's default is five
times as long, and the loop waits for its turn whenever something arrives."""
LOGIN_MISSING = """\
DISCORD_TOKEN is not set, so I cannot log in.
Create an application at https://discord.com/developers/applications, open its Bot page, press "Reset Token",
and put the token into a file named .env in the folder where you start me: DISCORD_TOKEN=... (see .env.example).
To try the referee without Discord: hexmarshal play, or python -m bot --local"""
UNREACHABLE = """\
Discord cannot be reached: {problem}.
Check the network and https://discordstatus.com, then start me again. No game has changed."""
METRICS_MISSING = """\
METRICS_PORT is set, but the package that makes metrics is not installed: pip install 'hexmarshal[metrics]'.
Without metrics: METRICS_PORT=0."""
LOGIN_REFUSED = """\
Discord refuses the token in DISCORD_TOKEN.
Open https://discord.com/developers/applications, choose your application and its Bot page, press "Reset Token" and put
the new token into .env."""


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=prog, description="A referee for board games.")
    parser.add_argument("--local", nargs="?", const="", metavar="VARIANT", help="play here, everybody at one keyboard")
    add_game_options(parser)
    parser.add_argument("--take-over", action="store_true", help="use the file even if another process does")
    return parser


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Let a parser read how a local game begins."""
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the local game")
    parser.add_argument("--position", default="", metavar="CODE", help="begin the local game from a position code")
    parser.add_argument("--time", default="", metavar="CONTROL", help="begin the local game with clocks, such as 10+5")


def play(asked: argparse.Namespace) -> int:
    """Play at this terminal, as `add_game_options` and `variant` say; the exit status."""
    from bot.console import play_here  # noqa: PLC0415 - each way to play loads only what it needs
    from engine.__main__ import unheard  # noqa: PLC0415 - each way to play loads only what it needs

    try:
        return asyncio.run(play_here(asked.variant, asked.option, asked.position, asked.time))
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:
        return unheard()


def _metrics(settings: Config) -> Metrics | None:
    """What counts for Prometheus, if a host wants that; ModuleNotFoundError without its package."""
    if not settings.metrics_port:
        return None
    from bot.metrics import Metrics  # noqa: PLC0415 - who does not want it need not have its package

    return Metrics()


def _discord(settings: Config, *, take_over: bool = False) -> int:
    import aiohttp  # noqa: PLC0415 - each way to play loads only what it needs
    import discord  # noqa: PLC0415 - each way to play loads only what it needs

    from bot.app import Hosting, Referee  # noqa: PLC0415 - each way to play loads only what it needs
    from bot.games import Terms  # noqa: PLC0415 - each way to play loads only what it needs
    from bot.store import StoreError, Unreadable  # noqa: PLC0415 - each way to play loads only what it needs
    from bot.upkeep.plan import BackupPlan  # noqa: PLC0415 - each way to play loads only what it needs

    token = settings.discord_token.get_secret_value()
    if not token:
        print(LOGIN_MISSING, file=sys.stderr)
        return 2

    try:
        metrics = _metrics(settings)
    except ModuleNotFoundError:
        print(METRICS_MISSING, file=sys.stderr)
        return 2

    async def serve() -> None:
        terms = Terms(
            settings.downtime_grace_minutes * MINUTE,
            settings.vacation_days * DAY,
            settings.forget_servers_after_days * DAY,
            settings.limits,
        )
        # What lives for good is looked through no more: that takes 0.2 s for 700,000 objects, and holds everything.
        plan = BackupPlan(settings.backup_folder, settings.backup_hours * HOUR, settings.backups_kept)
        backups = plan if settings.backup_hours else None
        asyncio.get_running_loop().set_exception_handler(journal.unhandled)
        trace, arrived = (metrics.trace(), metrics.arrived) if metrics else (None, lambda _: None)
        hosting = Hosting(settings.owner_channel, backups, take_over, gc.freeze, trace, arrived)
        async with Referee(settings.database_path, terms, hosting=hosting) as client:
            if metrics:
                metrics.show(client, settings.metrics_port, settings.metrics_address)
            loop = asyncio.get_running_loop()
            for signalled in (signal.SIGTERM, signal.SIGINT):
                with contextlib.suppress(NotImplementedError):
                    loop.add_signal_handler(signalled, client.leave_soon)
            await client.start(token)
            if client.ousted is not None:
                raise StoreError(client.ousted)

    sys.setswitchinterval(TURN)
    try:
        asyncio.run(serve())
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


def main(arguments: Sequence[str] | None = None, prog: str = "python -m bot") -> int:
    """Run until stopped; the exit status is 2 if a setting is missing or wrong, 1 if Discord cannot be reached.

    Once it has logged in, a connection that is lost is made anew for as long as that takes. `prog` is what the help
    calls the program.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words and words[0] in COMMANDS:
        return COMMANDS[words[0]].run(words[1:])
    asked = _parser(prog).parse_args(words)
    if asked.local is not None:
        asked.variant = asked.local
        return play(asked)
    try:
        settings = read_settings()
    except BadConfig as problem:
        print(f"Wrong settings: {problem}", file=sys.stderr)
        return 2
    journal.begin(settings.log_level, settings.log_format)
    return _discord(settings, take_over=asked.take_over)


if __name__ == "__main__":
    sys.exit(main())
