"""Users and roles, as plain values."""

from dataclasses import dataclass


@dataclass(frozen=True)
class User:
    """Somebody on Discord, a human or the application's bot."""

    id: int
    name: str
    bot: bool = False

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(frozen=True)
class Role:
    id: int
    name: str
    permissions: int = 0
    position: int = 1
    managed_by: int | None = None
    mentionable: bool = False

    @property
    def mention(self) -> str:
        return f"<@&{self.id}>"
