"""`python -m bot` as a program: what it says when it cannot start, how it starts, how it ends."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import PERMISSIONS, Referee
from bot.store import Database
from tests.bot.support.damaged import garble
from tests.suites import SIGNALLED, first
from tests.wire import ROOT, Standin, quicken

TOKEN = "good-token"  # noqa: S105 - the one token the stand-in takes
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
SETTINGS = {
    "DISCORD_TOKEN",
    "DATABASE_PATH",
    "LOG_LEVEL",
    "FORGET_SERVERS_AFTER_DAYS",
    "OWNER_CHANNEL",
}


def environment(**settings: str) -> dict[str, str]:
    """The environment of a child that is given these settings alone."""
    inherited = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return inherited | {"PYTHONPATH": str(ROOT)} | settings


async def run(folder: Path, *arguments: str, **settings: str) -> tuple[int | None, str]:
    """Run the program to its end in a folder; its exit status and all it writes."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, cwd=folder, env=environment(**settings), stdout=PIPE, stderr=STDOUT
    )
    return await ended(process)


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
    status, text = await run(tmp_path)
    assert status == 2
    assert text.startswith("DISCORD_TOKEN is not set")
    for needed in ("https://discord.com/developers/applications", "Reset Token", ".env", "python -m bot --local"):
        assert needed in text
    assert len(text.splitlines()) <= 6
    assert list(tmp_path.iterdir()) == []  # noqa: ASYNC240 - nothing else runs


async def test_options_of_a_local_game_alone(tmp_path: Path) -> None:
    """Options of a local game start nothing in Discord, where they would say nothing."""
    status, said = await run(tmp_path, "--position", "4/4 1", DISCORD_TOKEN=TOKEN)
    assert (2, True) == (status, "unrecognized arguments: --position" in said or "invalid choice" in said)
    status, said = await run(tmp_path, "--local", "chess", "--seats", "2")
    assert (2, True) == (status, "The sides are those that I play, so say at which level, too" in said)


async def test_the_token_may_stand_in_a_file(tmp_path: Path, discord_: Standin) -> None:
    """The file .env in the current folder is read; the environment goes before it."""
    (tmp_path / ".env").write_text("DISCORD_TOKEN=wrong-token\nLOG_LEVEL=QUIET\nUNRELATED=1\n")
    assert (await run(tmp_path))[1].startswith("Wrong settings: LOG_LEVEL: ")
    options = {"cwd": tmp_path, "env": environment(LOG_LEVEL="ERROR"), "stdout": PIPE, "stderr": STDOUT}
    async with discord_.child("bot", **options) as child:
        assert (await ended(child)) == (2, REFUSED)


@pytest.mark.parametrize(
    ("name", "value"),
    [("BACKUPS_KEPT", "many"), ("OPPONENT_PROCESSES", "65"), ("BACKUP_HOURS", "-1")],
)
async def test_terms_that_cannot_be(tmp_path: Path, name: str, value: str) -> None:
    """Numbers are whole and within reason."""
    status, text = await run(tmp_path, DISCORD_TOKEN=TOKEN, **{name: value})
    assert status == 2
    assert text.startswith(f"Wrong settings: {name}: ")


async def test_a_bad_setting_is_named(tmp_path: Path) -> None:
    """A setting with a value it cannot have ends the program with status 2, naming it and what it can be."""
    status, text = await run(tmp_path, DISCORD_TOKEN=TOKEN, LOG_LEVEL="LOUD")
    assert status == 2
    assert text.startswith("Wrong settings: LOG_LEVEL: ")
    assert "'DEBUG', 'INFO', 'WARNING' or 'ERROR'" in text
    assert len(text.splitlines()) == 1
    assert TOKEN not in text


REFUSED = """\
Discord refuses the token in DISCORD_TOKEN.
Open https://discord.com/developers/applications, choose your application and its Bot page, press "Reset Token" and put
the new token into .env.
"""


async def test_without_a_network(tmp_path: Path) -> None:
    """Where Discord cannot be reached, the program ends with status 1 and says so, without a traceback."""
    command = [sys.executable, "-m", "tests.wire.child", "http://127.0.0.1:9", "ws://127.0.0.1:9", "bot"]
    settings = environment(DISCORD_TOKEN=TOKEN, LOG_LEVEL="ERROR")
    process = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, env=settings, stdout=PIPE, stderr=STDOUT)
    status, text = await ended(process)
    assert status == 1
    assert text.startswith("Discord cannot be reached: ")
    assert text.endswith("Check the network and https://discordstatus.com, then start me again. No game has changed.\n")
    assert len(text.splitlines()) == 2


async def test_a_wrong_token(tmp_path: Path, discord_: Standin) -> None:
    """A token that Discord refuses ends the program with status 2 and a plain sentence."""
    settings = environment(DISCORD_TOKEN="wrong-token", LOG_LEVEL="ERROR")  # noqa: S106 - it is wrong
    async with discord_.child("bot", cwd=tmp_path, env=settings, stdout=PIPE, stderr=STDOUT) as child:
        status, text = await ended(child)
    assert (status, text) == (2, REFUSED)


@pytest.mark.parametrize("unusable", first(1, ["text", "schema", "later", "folder", "nowhere"]))
async def test_an_unusable_database(tmp_path: Path, discord_: Standin, unusable: str) -> None:
    """A database that cannot be used ends the program with status 2 and one sentence."""
    path = await asyncio.to_thread(spoilt, tmp_path, unusable)
    settings = environment(DISCORD_TOKEN=TOKEN, DATABASE_PATH=str(path), LOG_LEVEL="ERROR")
    async with discord_.child("bot", cwd=tmp_path, env=settings, stdout=PIPE, stderr=STDOUT) as child:
        status, text = await ended(child)
    assert status == 2
    assert re.fullmatch(rf"(cannot (open|use) the database {path}: .*|the database has schema .*)\n", text)


async def made(path: Path) -> None:
    """Make a database."""
    await (await Database.open(path)).close()


def spoilt(folder: Path, how: str) -> Path:
    """A path where a database should be, but is not."""
    path = folder / how
    if how == "folder":
        path.mkdir()
    elif how == "text":
        path.write_text("dear diary, " * 100)
    elif how == "schema":
        asyncio.run(made(path))
        garble(path, 0, b"\xff" * 3000, 100)
    elif how == "later":
        with closing(sqlite3.connect(path)) as store:
            store.execute("PRAGMA user_version = 999")
    return path / "games.sqlite" if how == "nowhere" else path


# ---- starting and ending


@SIGNALLED
async def test_the_start(tmp_path: Path, discord_: Standin) -> None:
    """The log shows the invite link with exactly the permissions needed; no privileged intent is asked for."""
    settings = environment(DISCORD_TOKEN=TOKEN)
    async with discord_.child(
        "tests.bot.support.quick_bot", cwd=tmp_path, env=settings, stdout=PIPE, stderr=STDOUT
    ) as child:
        text = await until(child, "invite link")
        child.send_signal(signal.SIGINT)
        text += (await ended(child))[1]
    assert "on 1 shard; invite link" in text
    assert "voice" not in text, "which nobody needs"
    link = re.search(r"invite link: (\S+)", text)
    assert link
    assert f"client_id={discord_.bot.id}" in link[1]
    assert set(re.findall(r"[?&]permissions=(\d+)", link[1])) == {str(PERMISSIONS.value)}
    assert "bot" in link[1].split("scope=")[1]
    assert discord_.gateway.identifies[0]["intents"] & PRIVILEGED == 0
    assert discord_.gateway.identifies[0]["intents"] == 1 << 0 | 1 << 9 | 1 << 12
    assert TOKEN not in text
    assert (tmp_path / "hexmarshal.sqlite").exists()


@SIGNALLED
@pytest.mark.parametrize("signalled", [signal.SIGINT, signal.SIGTERM])
async def test_the_end(tmp_path: Path, discord_: Standin, signalled: signal.Signals) -> None:
    """Interrupted or told to end, the program leaves Discord, closes its store and ends with status 0."""
    path = tmp_path / "games.sqlite"
    settings = environment(DISCORD_TOKEN=TOKEN, DATABASE_PATH=str(path))
    async with discord_.child(
        "tests.bot.support.quick_bot", cwd=tmp_path, env=settings, stdout=PIPE, stderr=STDOUT
    ) as child:
        await until(child, "invite link")
        child.send_signal(signalled)
        status, text = await ended(child)
    assert status == 0
    assert "Traceback" not in text
    assert TOKEN not in text
    await discord_.wait_disconnected()
    left = sorted(found.name for found in tmp_path.iterdir())  # noqa: ASYNC240 - nothing else runs
    assert left == ["games.sqlite", "games.sqlite-lock"]


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


@SIGNALLED
async def test_debugging_does_not_show_the_token(tmp_path: Path, discord_: Standin) -> None:
    """At the most talkative log level the token is not written either."""
    settings = environment(DISCORD_TOKEN=TOKEN, LOG_LEVEL="DEBUG")
    async with discord_.child(
        "tests.bot.support.quick_bot", cwd=tmp_path, env=settings, stdout=PIPE, stderr=STDOUT
    ) as child:
        text = await until(child, "invite link")
        child.send_signal(signal.SIGINT)
        text += (await ended(child))[1]
    assert TOKEN not in text


@SIGNALLED
async def test_commands_are_told_only_when_they_change(tmp_path: Path, discord_: Standin) -> None:
    """The commands are sent to Discord at the first start, and not again at the second."""
    settings = environment(DISCORD_TOKEN=TOKEN)
    for _ in range(2):
        async with discord_.child(
            "tests.bot.support.quick_bot", cwd=tmp_path, env=settings, stdout=PIPE, stderr=STDOUT
        ) as child:
            await until(child, "invite link")
            child.send_signal(signal.SIGINT)
            await ended(child)
    assert len(discord_.requests_to("PUT", "/commands")) == 1
