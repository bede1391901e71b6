"""The host's settings, from the environment and the file `.env`."""

import os
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from importlib import metadata
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from yarl import URL

FILE = Path(".env")  # in the folder where the program is started


def _expanded(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError:
        raise ValueError(f"there's no home folder {path.parts[0]}") from None


HostPath = Annotated[Path, AfterValidator(_expanded)]
"""A path on the host; `~` is the home folder."""


LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def _origin(text: str) -> str:
    """The page's address as browsers name it, without a slash behind it."""
    with suppress(ValueError):
        url = URL(text)
        allowed = url.scheme == "https" or (url.scheme == "http" and url.host in LOOPBACK)
        if not text or (allowed and str(url).rstrip("/") == str(url.origin())):
            return text and str(url.origin())
    raise ValueError("it needs the form https://chess.example.org, without a path; http works with localhost alone")


def _address(text: str) -> str:
    with suppress(ValueError):
        url = URL(f"//{text}")
        if url.host and url.explicit_port and url.raw_authority == text:
            return text
    raise ValueError("it needs the form 127.0.0.1:8080")


class Config(BaseSettings):
    """The host's settings, named like the environment variables."""

    model_config = SettingsConfigDict(env_file_encoding="utf-8-sig", extra="allow")

    discord_token: SecretStr = SecretStr("")
    database_path: HostPath = Path("hexmarshal.sqlite")
    backup_folder: HostPath = Path("backups")
    backup_hours: int = Field(default=24, ge=0, le=8760)
    backups_kept: int = Field(default=7, ge=1, le=10_000)
    forget_servers_after_days: int = Field(default=30, ge=0, le=3660)
    opponent_processes: int = Field(default=1, ge=0, le=64)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    owner_channel: int = Field(default=0, ge=0)
    web_url: Annotated[str, AfterValidator(_origin)] = ""
    web_address: Annotated[str, AfterValidator(_address)] = "127.0.0.1:8080"


class BadConfig(ValueError):
    """Unusable settings; the text names each one and its problem."""


def read_settings() -> Config:
    """Read the settings; raises BadConfig if one is invalid, or their file cannot be read."""
    try:
        # a file in a folder that is closed to us is none
        settings = Config(_env_file=FILE if os.path.exists(FILE) else None)  # type: ignore[call-arg] # noqa: PTH110
    except ValidationError as problem:
        lines = [
            f"{str(error['loc'][0]).upper()}: {error['msg'].removeprefix('Value error, ')}"
            for error in problem.errors()
        ]
        raise BadConfig("; ".join(lines)) from None
    except UnicodeDecodeError:
        raise BadConfig(f"the file {FILE} in this folder isn't in UTF-8: save it in that encoding") from None
    except OSError as problem:
        raise BadConfig(f"the file {FILE} in this folder can't be read: {problem.strerror}") from None
    if wrong := misspelt(settings.model_extra or {}):
        raise BadConfig(f"in the file {FILE} in this folder {'; '.join(wrong)}")
    return settings


def misspelt(names: Iterable[str]) -> list[str]:
    """Name those that are no settings but look like one, each with the setting it looks like."""
    settings = [name.upper() for name in Config.model_fields]
    wrong = sorted({name.upper() for name in names} - set(settings))
    near = {name: get_close_matches(name, settings, 1, cutoff=0.8) for name in wrong}
    return [f"{name} isn't a setting; did you mean {found[0]}?" for name, found in near.items() if found]


def ignored(settings: Config) -> list[str]:
    """Name what sets nothing: foreign names in the file, and misspelt ones in the environment."""
    foreign = ", ".join(name.upper() for name in settings.model_extra or {})
    return [*([f"no settings in the file {FILE}: {foreign}"] if foreign else []), *misspelt(os.environ)]


def version() -> str:
    try:
        return metadata.version("hexmarshal")
    except metadata.PackageNotFoundError:
        return "a checkout"
