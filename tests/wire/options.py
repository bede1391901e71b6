"""Turning what a human types into a slash command's options, by the command's own definition."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from . import payloads, posting
from .errors import unknown_command
from .hub import Hub, Upload
from .jsontypes import Json
from .messages import Message
from .people import Role, User
from .places import Channel

USER_MENU, MESSAGE_MENU = 2, 3
"""The kinds of commands that are context menus."""
SUBCOMMAND_GROUP, STRING, INTEGER, BOOLEAN, NUMBER, ATTACHMENT = 2, 3, 4, 5, 10, 11


@dataclass(frozen=True)
class Typing:
    """Marks the option that is being typed, when it is not the last one."""

    text: str


def registered(hub: Hub, path: str, channel: Channel) -> tuple[Json, list[Json]]:
    """Find a command as offered in a channel, and its chain of subcommands: ``"draw offer"``."""
    name, *rest = path.split()
    guild, offered = channel.guild, hub.commands
    command = next((c for c in offered if c["type"] == 1 and c["name"] == name), None)
    if command is None:
        message = f"/{name} is not offered here; there are {', '.join(sorted(c['name'] for c in offered))}"
        raise LookupError(message) from unknown_command()
    if channel.is_foreign and 1 not in (command.get("integration_types") or ()):
        message = f"/{name} is not offered where the application is no member"
        raise LookupError(message)
    contexts = command.get("contexts")
    if contexts is not None and (0 if guild else 2 if channel.is_foreign else 1) not in contexts:
        message = f"/{name} is not offered in this kind of channel"
        raise LookupError(message)
    chain, level = [], command
    for word in rest:
        found = [o for o in level.get("options") or () if o["name"] == word and o["type"] <= SUBCOMMAND_GROUP]
        if not found:
            message = f"/{path}: there is no {word!r}"
            raise LookupError(message)
        level = found[0]
        chain.append(level)
    return command, chain


class Filling:
    """The data of a command interaction, being filled in; ``hub`` tells whom a user option means."""

    def __init__(self, hub: Hub, channel: Channel) -> None:
        self._hub = hub
        self._channel = channel
        self.resolved: dict[str, Json] = {}

    def data(self, path: str, values: dict[str, Any], *, typing: bool = False) -> Json:
        """Return the interaction's data; with ``typing``, for an autocompletion."""
        command, chain = registered(self._hub, path, self._channel)
        definition = chain[-1] if chain else command
        given = {name: value for name, value in values.items() if value is not None}
        focused = self._focused(given) if typing else None
        options = self._options(path, definition.get("options") or [], given, focused)
        for level in reversed(chain):
            options = [{"name": level["name"], "type": level["type"], "options": options}]
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if self.resolved:
            data["resolved"] = self.resolved
        return data

    def pointed(self, name: str, target: "User | Message") -> Json:
        """Return the data of a context menu used on a person or a message."""
        kind = MESSAGE_MENU if isinstance(target, Message) else USER_MENU
        found = [command for command in self._hub.commands if (command["type"], command["name"]) == (kind, name)]
        if not found:
            problem = f"no context menu {name!r} is offered here"
            raise LookupError(problem)
        if isinstance(target, Message):
            self._note("messages", target.id, payloads.message_json(target, self._hub.users))
        else:
            self._resolve_user(target)
        described = {"id": found[0]["id"], "name": name, "type": kind, "target_id": str(target.id)}
        return described | {"resolved": self.resolved}

    @staticmethod
    def _focused(given: dict[str, Any]) -> str:
        marked = [name for name, value in given.items() if isinstance(value, Typing)]
        return (marked or list(given))[-1]

    def _options(
        self, path: str, definitions: Sequence[Json], given: dict[str, Any], focused: str | None
    ) -> list[Json]:
        known = {definition["name"]: definition for definition in definitions}
        if unknown := given.keys() - known.keys():
            message = f"/{path} has no option {', '.join(sorted(unknown))}; it has {', '.join(known) or 'none'}"
            raise LookupError(message)
        missing = [d["name"] for d in definitions if d.get("required") and d["name"] not in given]
        if missing and focused is None:
            message = f"/{path} needs {', '.join(missing)}"
            raise LookupError(message)
        return [self._option(known[name], value, focused=name == focused) for name, value in given.items()]

    def _option(self, definition: Json, value: Any, *, focused: bool) -> Json:
        option: Json = {"name": definition["name"], "type": definition["type"]}
        if focused:
            assert definition.get("autocomplete"), f"{definition['name']} has no autocompletion"
            text = value.text if isinstance(value, Typing) else str(value)
            return option | {"value": text, "focused": True}
        return option | {"value": self._value(definition, value)}

    def _value(self, definition: Json, value: Any) -> Any:
        """Convert one value to what the option's type calls for, as strictly as Discord's own client."""
        kind: int = definition["type"]
        name = definition["name"]
        if kind in _SCALARS:
            if choices := definition.get("choices"):
                value = next((c["value"] for c in choices if value in (c["name"], c["value"])), None)
                assert value is not None, f"{name}: not one of {[c['name'] for c in choices]}"
            plain = _SCALARS[kind](value)
            size = len(plain) if kind == STRING else plain
            least, most = ("min_length", "max_length") if kind == STRING else ("min_value", "max_value")
            assert definition.get(least) is None or size >= definition[least], f"{name}: {value!r} is too little"
            assert definition.get(most) is None or size <= definition[most], f"{name}: {value!r} is too much"
            return plain
        if kind == ATTACHMENT:
            return self._upload(*value)
        return self.resolve(value)

    def resolve(self, value: Any) -> str:
        """Note a user, role or channel among the resolved ones, and return the id."""
        if isinstance(value, Role):
            self._note("roles", value.id, payloads.role_json(value))
        elif isinstance(value, Channel):
            described = payloads.channel_json(value) | {"permissions": str(value.permissions_of(self._hub.bot))}
            self._note("channels", value.id, described)
        else:
            self._resolve_user(self._hub.users[value.id])
        return str(value.id)

    def _resolve_user(self, user: User) -> None:
        self._note("users", user.id, payloads.user_json(user))
        guild = self._channel.guild
        if guild is not None and guild.has(user):
            member = payloads.member_json(guild, user, permissions=self._channel.permissions_of(user))
            member.pop("user")
            self._note("members", user.id, member)

    def _upload(self, filename: str, data: bytes) -> str:
        attachment = posting.attach(self._hub, Upload("", filename, "", data), {})
        self._note("attachments", attachment.id, payloads.attachment_json(attachment, ephemeral=True))
        return str(attachment.id)

    def _note(self, group: str, snowflake: int, described: Json) -> None:
        self.resolved.setdefault(group, {})[str(snowflake)] = described


def _strict_bool(value: Any) -> bool:
    assert isinstance(value, bool), f"{value!r} is neither True nor False"
    return value


_SCALARS: dict[int, Callable[[Any], Any]] = {STRING: str, INTEGER: int, BOOLEAN: _strict_bool, NUMBER: float}
