"""`python -m bot` as a program: what it says when it cannot start, how it starts, how it ends."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from pathlib import Path
from typing import Any

import pytest

from bot.app import PERMISSIONS, Referee
from bot.config import Config
from tests.suites import SIGNALLED
from tests.wire import ROOT, Standin, quicken

TOKEN = "good-token"  # noqa: S105 - the one token the stand-in takes
SETTINGS = {name.upper() for name in Config.model_fields}
REFUSED = """\
Discord doesn't accept the token in DISCORD_TOKEN.
Open https://discord.com/developers/applications, choose your application and its Bot page, press "Reset Token" and put
the new token into .env.
"""


def child_of(folder: Path, **settings: str) -> dict[str, Any]:
    """How to start a child in a folder that is given these settings alone."""
    inherited = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    environment = inherited | {"PYTHONPATH": str(ROOT)} | settings
    return {"cwd": folder, "env": environment, "stdout": PIPE, "stderr": STDOUT}


async def ended(process: Process) -> tuple[int | None, str]:
    """Wait for the end of a program; its exit status and what it has written since."""
    written, _ = await asyncio.wait_for(process.communicate(), 20)
    return process.returncode, written.decode()


async def until(process: Process, wanted: str) -> str:
    """Read what a program writes up to the line that holds the wanted text."""
    assert process.stdout is not None
    text = ""
    async with asyncio.timeout(60):
        while wanted not in text:
            line = await process.stdout.readline()
            assert line, f"the program ended without {wanted!r}:\n{text}"
            text += line.decode()
    return text


# ---- what is missing or wrong


async def test_without_a_token(tmp_path: Path) -> None:
    """Without a token the program ends with status 2 and says what is missing and how to get it."""
    status, text = await ended(await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", **child_of(tmp_path)))
    assert status == 2
    assert text.startswith("DISCORD_TOKEN isn't set")
    for needed in ("https://discord.com/developers/applications", "Reset Token", ".env", "python -m bot --local"):
        assert needed in text
    assert list(tmp_path.iterdir()) == []  # noqa: ASYNC240 - nothing else runs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "settings", "told"),
    [
        ("--position 4/4", {}, "usage: "),
        ("--local chess --seats 2", {}, "The sides are those that I play, so give a level, too"),
        ("", {"LOG_LEVEL": "LOUD"}, "Wrong settings: LOG_LEVEL: "),
        ("", {"DATABASE_PATH": "text"}, "the database text: "),
        ("", {"DATABASE_PATH": "."}, "the database .: "),
        ("", {"DATABASE_PATH": "nowhere/games.sqlite"}, "the database nowhere/games.sqlite: "),
    ],
)
async def test_what_cannot_be(
    tmp_path: Path, discord_: Standin, arguments: str, settings: dict[str, str], told: str
) -> None:
    """Options, settings or a database that cannot be used end the program with status 2 and a sentence."""
    (tmp_path / "text").write_text("dear diary, " * 100)
    given = child_of(tmp_path, DISCORD_TOKEN=TOKEN, **settings)
    async with discord_.child("bot", *arguments.split(), **given) as child:
        status, text = await ended(child)
    assert status == 2
    assert told in text
    assert TOKEN not in text


@pytest.mark.slow
async def test_without_a_network(tmp_path: Path) -> None:
    """Where Discord cannot be reached, the program ends with status 1 and says so, without a traceback."""
    command = [sys.executable, "-m", "tests.wire.child", "http://127.0.0.1:9", "ws://127.0.0.1:9", "bot"]
    settings = child_of(tmp_path, DISCORD_TOKEN=TOKEN, LOG_LEVEL="ERROR")
    status, text = await ended(await asyncio.create_subprocess_exec(*command, **settings))
    assert status == 1
    assert text.startswith("I can't reach Discord: ")
    assert len(text.splitlines()) == 2


@pytest.mark.slow
async def test_a_wrong_token(tmp_path: Path, discord_: Standin) -> None:
    """A token from the file .env that Discord refuses ends the program with status 2 and a plain sentence."""
    (tmp_path / ".env").write_text("DISCORD_TOKEN=wrong-token\nLOG_LEVEL=QUIET\nUNRELATED=1\n")
    async with discord_.child("bot", **child_of(tmp_path, LOG_LEVEL="ERROR")) as child:
        assert await ended(child) == (2, REFUSED)


# ---- starting and ending


@SIGNALLED
async def test_the_start_and_the_end(tmp_path: Path, discord_: Standin) -> None:
    """The log shows the invite link with exactly the permissions needed, and never the token.

    Told to end, the program leaves Discord, closes its store and ends with status 0; at the next start, commands that
    have not changed are not sent again.
    """
    settings = child_of(tmp_path, DISCORD_TOKEN=TOKEN, LOG_LEVEL="DEBUG")
    for signalled in (signal.SIGINT, signal.SIGTERM):
        async with discord_.child("tests.bot.support.quick_bot", **settings) as child:
            text = await until(child, "invite link")
            child.send_signal(signalled)
            status, more = await ended(child)
        assert status == 0
        assert "Traceback" not in more
        assert TOKEN not in text + more
        await discord_.wait_disconnected()
        left = sorted(found.name for found in tmp_path.iterdir())  # noqa: ASYNC240 - nothing else runs
        assert left == ["hexmarshal.sqlite", "hexmarshal.sqlite-lock"]
    link = re.search(r"on 1 shard; invite link: (\S+)", text)
    assert link
    assert f"client_id={discord_.bot.id}" in link[1]
    assert set(re.findall(r"[?&]permissions=(\d+)", link[1])) == {str(PERMISSIONS.value)}
    assert "bot" in link[1].split("scope=")[1]
    assert discord_.gateway.identifies[0]["intents"] == 1 << 0 | 1 << 9 | 1 << 12, "none that is privileged"
    assert len(discord_.requests_to("PUT", "/commands")) == 1


async def test_nobody_leaves_before_the_store_is_closed(
    discord_: Standin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the program ends while a signal's handler is still closing, it ends after that: no store is left open."""
    assert discord_.base_url
    referee = Referee(tmp_path / "games.sqlite")
    quicken(referee)
    async with referee:
        login = asyncio.create_task(referee.start(TOKEN))
        await referee.wait_until_ready()
        keeper = referee.controller.games.play
        stop = keeper.stop

        async def slowly() -> None:
            for _ in range(1000):
                await asyncio.sleep(0)
            await stop()

        monkeypatch.setattr(keeper, "stop", slowly)
        leaving = asyncio.create_task(referee.close())
        await login
    assert leaving.done()
