"""The command `hexmarshal`: what it offers, what it says of itself, and that the wheel holds all it needs."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tomllib
import zipfile
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest

from bot.command_line import main
from bot.games.play.play import BEAT, PULSE
from bot.ops.health import HEARTBEAT, WITHIN_S, judge
from tests.bot.support.installed import COMMANDS, referee_a_move
from tests.suites import SIGNALLED
from tests.wire import ROOT

NOW = 1_763_726_400_000


def test_the_script_is_the_command() -> None:
    """What is installed as `hexmarshal` is this command."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, name = project["scripts"]["hexmarshal"].split(":")
    assert getattr(import_module(module), name) is main


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """Help names every command, and each command's help how it is called; one that does not exist is refused."""
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("hexmarshal ")
    with pytest.raises(SystemExit):
        main(["paly"])
    assert "invalid choice: 'paly'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert all(re.search(rf"(?m)^    {name}\b", told) for name in COMMANDS)
    for name in COMMANDS:
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: hexmarshal {name} ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "module", "asked", "told"),
    [
        ("ascii", "engine", ["card", "glinski"], "Hexagonal chess, by W"),
        ("cp1252", "engine", ["uci", "glinski"], "uciok"),
        ("ascii", "renderer", ["--help"], "Pictures of positions"),
        ("cp1252", "bot", ["--local", "glinski"], "ski's Hex Chess"),
    ],
)
def test_output_in_any_encoding(tmp_path: Path, encoding: str, module: str, asked: list[str], told: str) -> None:
    """What standard output cannot encode is replaced, and ends no command."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", module, *asked]
    typed = b"uci\nquit\n" + "Gliński".encode()
    done = subprocess.run(command, check=False, input=typed, capture_output=True, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert told in done.stdout.decode(encoding)


# ---- health


def beaten(path: Path, value: str | None) -> Path:
    """Make a file in which the heart has beaten at a time."""
    with closing(sqlite3.connect(path)) as store:
        store.execute("CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT)")
        if value is not None:
            store.execute("INSERT INTO facts VALUES (?, ?)", (HEARTBEAT, value))
        store.commit()
    return path


@pytest.mark.parametrize(
    ("beat", "alive", "why"),
    [
        (str(NOW - 12_000), True, "last heartbeat 12 s ago"),
        (str(NOW - WITHIN_S * 1000), True, "last heartbeat 120 s ago"),
        (str(NOW - 600_000), False, "the last heartbeat was 600 s ago"),
        (str(NOW + 600_000), False, "600 s in the future"),
        (None, False, "no bot has run"),
        ("soon", False, "no bot has run"),
    ],
)
def test_health(tmp_path: Path, beat: str | None, alive: bool, why: str) -> None:
    """A referee is alive whose heart has beaten within four beats."""
    found, told = judge(beaten(tmp_path / "games.sqlite", beat), NOW)
    assert found is alive
    assert why in told
    assert (HEARTBEAT, 4 * PULSE) == (BEAT, WITHIN_S * 1000)


def test_health_without_a_file(tmp_path: Path) -> None:
    """A file that is not there, or is none of the referee's, is told of and not made."""
    assert "there's no file" in judge(tmp_path / "none.sqlite", NOW)[1]
    (tmp_path / "text").write_text("dear diary, " * 100)
    assert "can't read" in judge(tmp_path / "text", NOW)[1]
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


# ---- the wheel


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack a wheel that was built of the files under version control."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for name in sources():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), str(source)]
    subprocess.run(build, check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "unpacked")
    return folder / "unpacked"


def sources() -> list[str]:
    listing = ["git", "ls-files", "bot", "engine", "renderer", "pyproject.toml", "README.md", "LICENSE"]
    return subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()


@pytest.mark.slow
def test_the_wheel_plays(unpacked: Path, tmp_path: Path) -> None:
    """The wheel holds every file of the packages and no other, and plays a game far away from the checkout."""
    held = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert {name for name in held if "dist-info" not in name} == {name for name in sources() if "/" in name}
    program = "import sys; from bot.command_line import main; sys.exit(main(['play', 'hexeh']))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(unpacked), "PATH": "/usr/bin"},
        input="Tbc3\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Blue to move." in done.stdout


@SIGNALLED
@pytest.mark.slow
async def test_the_wheel_referees(unpacked: Path, tmp_path: Path) -> None:
    """A bot that is started from the wheel referees a move."""
    settings = {"PYTHONPATH": str(unpacked), "PATH": "/usr/bin"}
    text = await referee_a_move([sys.executable, "-W", "ignore"], tmp_path, settings)
    (moved,) = [line for line in text.splitlines() if "committed Moved" in line]
    assert "game 1" in moved
