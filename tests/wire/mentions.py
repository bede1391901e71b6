"""Whom a text mentions, and whom Discord would notify of it."""

import re
from dataclasses import dataclass
from typing import Protocol

from .jsontypes import Json

_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


class Identified(Protocol):
    """Anything that has an id."""

    @property
    def id(self) -> int:
        """The snowflake."""


@dataclass(frozen=True)
class Pinged:
    """Whom a text mentions, or Discord notifies of it: users named themselves, whole roles, or everyone.

    ``alice in message.pinged`` asks whether Alice was named herself.
    """

    users: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()
    everyone: bool = False

    def __bool__(self) -> bool:
        return bool(self.users or self.roles or self.everyone)

    def __contains__(self, who: Identified) -> bool:
        return who.id in self.users


NOBODY = Pinged()


def find(content: str, allowed: Json | None, replied_to: int | None = None) -> Pinged:
    """Read the mentions out of a text; what stands in code marks is no mention.

    ``allowed`` is the request's ``allowed_mentions``: absent, everything counts, the author replied to as well.
    """
    text = _CODE.sub(" ", content)
    users = frozenset(map(int, _USER.findall(text)))
    roles = frozenset(map(int, _ROLE.findall(text)))
    everyone = bool(_EVERYONE.search(text))
    if allowed is None:
        replied = replied_to is not None
    else:
        parse = allowed.get("parse") or ()
        everyone = everyone and "everyone" in parse
        if "users" not in parse:
            users &= frozenset(map(int, allowed.get("users") or ()))
        if "roles" not in parse:
            roles &= frozenset(map(int, allowed.get("roles") or ()))
        replied = bool(allowed.get("replied_user")) and replied_to is not None
    if replied and replied_to is not None:
        users |= {replied_to}
    return Pinged(users, roles, everyone)
