"""The installed program at work: a bot that is started from a wheel, not from this checkout, referees a move.

`python -m tests.bot.support.installed PYTHON` does so with the Python of any environment that hexmarshal is installed
in; words that run it in some way, such as `setpriv --reuid 10001`, may come before it.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.bot.support.people import Pair
from tests.wire import Standin

PROGRAM = """
import sys, discord, yarl
discord.http.Route.BASE = sys.argv[1]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[2])
import bot.command_line
home = bot.command_line.__file__
assert "site-packages" in home or "unpacked" in home, home
sys.exit(bot.command_line.main(["bot"]))
"""
"""What the installed Python runs: the command `hexmarshal bot`, its library pointed at a stand-in for Discord."""
COMMANDS = ("run", "play", "draw", "backup", "restore", "doctor", "health")
TOKEN = "good-token"  # noqa: S105 - the one token the stand-in takes


async def referee_a_move(command: Sequence[str], folder: Path, settings: Mapping[str, str]) -> str:
    """Start the program, play a move, ask after its health, end it by SIGTERM; what it has written."""
    async with Standin() as discord_:
        wanted = {"DISCORD_TOKEN": TOKEN, "DATABASE_PATH": str(folder / "games.sqlite"), **settings}
        process = await asyncio.create_subprocess_exec(
            *command, "-c", PROGRAM, f"{discord_.base_url}/api/v10", discord_.ws_url,
            cwd=folder, env=wanted, stdout=PIPE, stderr=STDOUT,
        )  # fmt: skip
        try:
            await discord_.wait_for_request("PUT", "/commands", timeout=60)
            await discord_.wait_for_login(timeout=60)
            pair = await Pair.seated(discord_)
            await pair.move("Tbc3")
            health = await asyncio.create_subprocess_exec(
                *command, "-c", "from bot.command_line import main; raise SystemExit(main(['health']))",
                cwd=folder, env=wanted,
            )  # fmt: skip
            assert await health.wait() == 0
            process.send_signal(signal.SIGTERM)
            written, _ = await asyncio.wait_for(process.communicate(), 30)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        text = written.decode()
        assert process.returncode == 0, text
        assert "Traceback" not in text, text
        return text


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        print(asyncio.run(referee_a_move(sys.argv[1:], Path(scratch), {"PATH": "/usr/bin:/bin"})))
