"""The file of the settings: one that cannot be read is told of in a sentence, one out of reach is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.command_line import main
from bot.config import BadConfig, Config, ignored, read_settings

NOBODY = 65534


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the settings in the current folder; nothing else sets anything."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / ".env"


@contextmanager
def bound() -> Iterator[None]:
    """Be somebody whom permissions bind; they do not bind root."""
    root = not os.geteuid()
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX's permissions")
def test_a_closed_folder_holds_no_settings(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Started by another user from a folder that is closed to them, a command takes what the environment sets."""
    settings.write_text("BACKUPS_KEPT=9\n")
    monkeypatch.setenv("DATABASE_PATH", "/elsewhere/games.sqlite")
    settings.parent.chmod(0)
    try:
        with bound():
            read = read_settings()
    finally:
        settings.parent.chmod(0o700)
    assert (read.database_path, read.backups_kept) == (Path("/elsewhere/games.sqlite"), 7)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX's permissions")
@pytest.mark.parametrize(("command", "status"), [("health", 1), ("backup x", 2), ("restore x", 2), ("doctor", 2)])
def test_games_out_of_reach(settings: Path, command: str, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A command on a file in a folder that is closed to whoever gives it ends with a sentence."""
    settings.parent.chmod(0)
    try:
        with bound():
            assert main(command.split()) == status
    finally:
        settings.parent.chmod(0o700)
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX's permissions")
@pytest.mark.parametrize(
    ("command", "status"), [("bot", 2), ("health", 2), ("backup x", 2), ("restore x", 2), ("doctor", 2)]
)
def test_settings_that_may_not_be_read(
    settings: Path, command: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of settings that is closed to who starts a command ends it with a sentence."""
    settings.write_text("BACKUPS_KEPT=9\n")
    settings.chmod(0)
    settings.parent.chmod(0o755)
    with bound():
        assert main(command.split()) == status
    told = capsys.readouterr().err
    assert "the file .env in this folder can't be read: Permission denied" in told
    assert len(told.splitlines()) == 1


def test_settings_in_another_encoding(settings: Path) -> None:
    """What some editors write before UTF-8 is no part of the first setting; other encodings are refused by name."""
    settings.write_text("BACKUPS_KEPT=9\n", encoding="utf-8-sig")
    assert read_settings().backups_kept == 9
    settings.write_text("BACKUPS_KEPT=9\n", encoding="utf-16")
    with pytest.raises(BadConfig, match=r"the file \.env in this folder isn't in UTF-8"):
        read_settings()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("DATABSE_PATH=games.sqlite", "DATABSE_PATH isn't a setting; did you mean DATABASE_PATH?"),
        ("discord_bot_token=x", "DISCORD_BOT_TOKEN isn't a setting; did you mean DISCORD_TOKEN?"),
        ("BACKUPS_KEPT=many", "BACKUPS_KEPT: "),
        ("OPPONENT_PROCESSES=65", "OPPONENT_PROCESSES: "),
        ("BACKUP_HOURS=-1", "BACKUP_HOURS: "),
        ("LOG_LEVEL=LOUD", "LOG_LEVEL: Input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("BACKUP_FOLDER=~nobody-of-this-name/x", "BACKUP_FOLDER: there's no home folder ~nobody-of-this-name"),
    ],
)
def test_wrong_settings(settings: Path, line: str, told: str) -> None:
    """A name in the file that looks like a setting's, or a value that cannot be, is named."""
    settings.write_text(f"{line}\n")
    with pytest.raises(BadConfig) as refused:
        read_settings()
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("WEB_URL=", ("", "127.0.0.1:8080")),
        ("WEB_URL=https://Chess.Example.org/", ("https://chess.example.org", "127.0.0.1:8080")),
        ("WEB_URL=https://chess.example.org:443\nWEB_ADDRESS=[::]:80", ("https://chess.example.org", "[::]:80")),
        ("WEB_URL=http://localhost:8080", ("http://localhost:8080", "127.0.0.1:8080")),
        ("WEB_URL=http://[::1]:8080", ("http://[::1]:8080", "127.0.0.1:8080")),
    ],
)
def test_the_page(settings: Path, line: str, read: tuple[str, str]) -> None:
    """The page's address is read as browsers name it; without one there is no page."""
    settings.write_text(f"{line}\n")
    assert (read_settings().web_url, read_settings().web_address) == read


@pytest.mark.parametrize(
    "line",
    [
        "WEB_URL=http://chess.example.org", "WEB_URL=http://localhost.example.org", "WEB_URL=https://example.org/chess",
        "WEB_URL=https://ann@example.org", "WEB_URL=https://example.org/?a=b", "WEB_URL=chess.example.org",
        "WEB_URL=https://", "WEB_URL=https://example.org:99999", "WEB_URL=ftp://example.org", "WEB_ADDRESS=",
        "WEB_ADDRESS=8080", "WEB_ADDRESS=127.0.0.1", "WEB_ADDRESS=127.0.0.1:port", "WEB_ADDRESS=127.0.0.1:80/x",
    ],
)  # fmt: skip
def test_wrong_pages(settings: Path, line: str) -> None:
    """An address without https, beyond this machine, or with more than a host and a port is refused."""
    settings.write_text(f"{line}\n")
    with pytest.raises(BadConfig, match=r"WEB_(URL|ADDRESS): it needs the form"):
        read_settings()


def test_the_home_folder(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that begins with ~ begins in the home folder, in the file as in the environment."""
    settings.write_text("DATABASE_PATH=~/games.sqlite\n")
    monkeypatch.setenv("BACKUP_FOLDER", "~/backups")
    read = read_settings()
    assert (Path.home() / "games.sqlite", Path.home() / "backups") == (read.database_path, read.backup_folder)


def test_names_that_set_nothing(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of others in the file, and misspelt ones in the environment, are told and stop nobody."""
    settings.write_text("LITESTREAM_ACCESS_KEY_ID=x\n")
    monkeypatch.setenv("LOGLEVEL", "DEBUG")
    assert [
        "no settings in the file .env: LITESTREAM_ACCESS_KEY_ID",
        "LOGLEVEL isn't a setting; did you mean LOG_LEVEL?",
    ] == ignored(read_settings())
