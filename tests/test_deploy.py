"""What stands in deploy/ and docs/hosting.md is true: files, commands and settings that they name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.config import Config
from tests.bot.support.installed import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
OTHERS = {
    "PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "LITESTREAM_ACCESS_KEY_ID", "LITESTREAM_SECRET_ACCESS_KEY",
    "BACKUP_FOLDER", "BACKUP_HOURS", "BACKUPS_KEPT", "HEXMARSHAL_COMPILE",
}  # fmt: skip
"""Names of the environment that are not the bot's, or belong to those commands."""
SETTINGS = {name.upper() for name in Config.model_fields}
COMMAND = re.compile(r"(?<![-/.\w])(?<!-u )(?:/opt/hexmarshal/bin/)?hexmarshal (?!hexmarshal)([a-z]+)\b")
PAGES = (ROOT / "docs/hosting.md", *sorted(path for path in DEPLOY.iterdir() if path.is_file()))


def test_every_setting_is_explained() -> None:
    """The example of the settings names each one with its usual value, and no other."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    example = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    usual = {name: field.default for name, field in Config.model_fields.items() if name != "discord_token"}
    assert example == {"DISCORD_TOKEN": "", **{name.upper(): str(value) for name, value in usual.items()}}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_named_exists(page: Path) -> None:
    """Settings, commands and files of the checkout that a page names exist."""
    text = page.read_text(encoding="utf-8")
    given = set(re.findall(r"\b([A-Z]+(?:_[A-Z]+)+|PATH)=", text))
    assert given | set(re.findall(r"^\s+([A-Z_]+): ", text, re.MULTILINE)) <= SETTINGS | OTHERS
    spoken = re.findall(r"`([^`]+)`" if page.suffix == ".md" else r"(?m)^ExecStart=(.+)", text)
    assert set(COMMAND.findall("\n".join(spoken))) <= {*COMMANDS, "bot"}
    assert [path for path in re.findall(r"deploy/[\w./-]+\w", text) if not (ROOT / path).exists()] == []


def test_the_image_copies_what_the_package_is_made_of() -> None:
    """The image copies the packages and what their metadata names; root runs nothing."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    copied = {word for line in re.findall(r"^COPY (?!--)(.+)", text, re.MULTILINE) for word in line.split()[:-1]}
    assert copied == {"pyproject.toml", "README.md", "LICENSE", "engine", "renderer", "bot"}
    assert all((ROOT / name).exists() for name in copied)
    context = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8")
    assert set(re.findall(r"^!(.+)", context, re.MULTILINE)) == copied
    assert text.index("USER 10001") < text.index("HEALTHCHECK") < text.index("ENTRYPOINT")
    assert re.search(r'CMD \["hexmarshal", "health"\]', text)


def test_the_service_starts_the_bot() -> None:
    """The service starts a command that exists, and keeps its file where it may write."""
    text = (DEPLOY / "hexmarshal.service").read_text(encoding="utf-8")
    assert re.search(r"^ExecStart=/opt/hexmarshal/bin/hexmarshal bot$", text, re.MULTILINE)
    assert "Environment=DATABASE_PATH=/var/lib/hexmarshal/" in text
    assert "StateDirectory=hexmarshal" in text
