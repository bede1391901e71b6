"""The host's settings, from the environment and the file `.env`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.limits import USUAL_LIMITS, HostLimits, Scoped

FILE = Path(".env")
"""The file of the settings, in the folder where the program is started."""
Limit = Annotated[Scoped, NoDecode, BeforeValidator(lambda text: Scoped.read(text) if isinstance(text, str) else text)]
"""What a limit is: three numbers such as `30/120/600`."""


class Config(BaseSettings):
    """What a host sets; the names are those of the environment variables."""

    model_config = SettingsConfigDict(env_file_encoding="utf-8-sig", extra="ignore")

    discord_token: SecretStr = Field(default=SecretStr(""))
    database_path: Path = Path("hexmarshal.sqlite")
    backup_folder: Path = Path("backups")
    backup_hours: int = Field(default=24, ge=0, le=8760)
    backups_kept: int = Field(default=7, ge=1, le=10_000)
    downtime_grace_minutes: int = Field(default=5, ge=0, le=10_000)
    vacation_days: int = Field(default=30, ge=0, le=366)
    forget_servers_after_days: int = Field(default=30, ge=0, le=3660)
    opponent_processes: int = Field(default=1, ge=0, le=64)
    limit_challenges: Limit = USUAL_LIMITS.challenges
    limit_invitations: Limit = USUAL_LIMITS.invitations
    limit_games: Limit = USUAL_LIMITS.games
    limit_rolls: Limit = USUAL_LIMITS.rolls
    limit_pictures: Limit = USUAL_LIMITS.pictures
    limit_imports: Limit = USUAL_LIMITS.imports
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    owner_channel: int = Field(default=0, ge=0)
    metrics_port: int = Field(default=0, ge=0, le=65535)
    metrics_address: str = "127.0.0.1"
    log_format: Literal["text", "json"] = "text"

    @property
    def limits(self) -> HostLimits:
        """What people may have and do."""
        return HostLimits(**{name: getattr(self, f"limit_{name}") for name in HostLimits._fields})


class BadConfig(ValueError):
    """Unusable settings; the text names each one and its problem."""


def read_settings() -> Config:
    """Read the settings; raises BadConfig if one is invalid, or their file cannot be read."""
    try:
        return Config(_env_file=FILE if _in_reach(FILE) else None)  # type: ignore[call-arg] # the library takes it
    except ValidationError as problem:
        lines = [f"{str(error['loc'][0]).upper()}: {error['msg']}" for error in problem.errors()]
        raise BadConfig("; ".join(lines)) from None
    except UnicodeDecodeError:
        raise BadConfig(f"the file {FILE} in this folder is not in UTF-8: save it in that encoding") from None
    except OSError as problem:
        raise BadConfig(f"the file {FILE} in this folder cannot be read: {problem.strerror}") from None


def _in_reach(file: Path) -> bool:
    """Whether a file is there for us: in a folder that is closed to us there is none."""
    try:
        file.stat()
    except OSError:
        return False
    return True
