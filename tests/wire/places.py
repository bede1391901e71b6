"""Servers and channels: who is there, who may do what, and what has been said."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from . import bits, payloads
from .mentions import Identified
from .messages import Message
from .people import Role, User

if TYPE_CHECKING:
    from .hub import Hub

TEXT, DIRECT, GROUP, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12

_DIRECT_PERMISSIONS = bits.ALL_PERMISSIONS & ~(bits.MANAGE_MESSAGES | bits.MENTION_EVERYONE)


@dataclass(eq=False)
class Guild:
    """A server; ``members`` maps each member's id to the ids of their roles.

    ``joined`` is when its members, the application among them, are said to have joined; ``system`` is the channel in
    which Discord greets them.
    """

    hub: "Hub" = field(repr=False)
    id: int
    name: str
    owner: User = field(repr=False)
    roles: dict[int, Role] = field(default_factory=dict, repr=False)
    members: dict[int, set[int]] = field(default_factory=dict, repr=False)
    joined: str = "2020-01-01T00:00:00+00:00"
    system: "Channel | None" = field(default=None, repr=False)

    @property
    def bot_role(self) -> Role:
        return next(role for role in self.roles.values() if role.managed_by is not None)

    @property
    def channels(self) -> list["Channel"]:
        return [c for c in self.hub.channels.values() if c.guild is self and not c.deleted and not c.is_thread]

    @property
    def threads(self) -> list["Channel"]:
        return [c for c in self.hub.channels.values() if c.guild is self and not c.deleted and c.is_thread]

    def channel(self, name: str) -> "Channel":
        """Find the text channel of this name, or make it."""
        found = next((c for c in self.channels if c.name == name), None)
        return found or self.hub.make_channel(self, name)

    def role(self, name: str, *, mentionable: bool = True) -> Role:
        found = next((role for role in self.roles.values() if role.name == name), None)
        if found is None:
            found = Role(self.hub.ids.next(), name, position=len(self.roles), mentionable=mentionable)
            self.roles[found.id] = found
            self._announce("GUILD_ROLE_CREATE", role=payloads.role_json(found))
        return found

    def touch_role(self, role: Role) -> None:
        self._announce("GUILD_ROLE_UPDATE", role=payloads.role_json(role))

    def touch_member(self, who: User) -> None:
        """Tell the application that a member has changed; without the members intent it hears of itself alone."""
        if who.id == self.hub.bot.id:
            self._announce("GUILD_MEMBER_UPDATE", **payloads.member_json(self, who))

    def remove(self, who: Identified) -> None:
        """Let a member leave; when it is the application, it is told that the server is gone."""
        self.members.pop(who.id, None)
        if who.id == self.hub.bot.id:
            self.hub.gateway.dispatch("GUILD_DELETE", {"id": str(self.id)}, guild=self.id, intent=bits.INTENT_GUILDS)

    def let_in(self) -> None:
        """Let the application join, just now; only a server that was down says that it is not so any more."""
        self.joined = datetime.now(UTC).isoformat()
        if not self.has(self.hub.bot):
            self.members[self.hub.bot.id] = {self.bot_role.id}
        data = payloads.guild_json(self, self.hub.bot)
        del data["unavailable"]
        self.hub.gateway.dispatch("GUILD_CREATE", data, guild=self.id, intent=bits.INTENT_GUILDS)

    def recover(self) -> None:
        """Tell the application that the server was down, and is up again."""
        down = {"id": str(self.id), "unavailable": True}
        for event, data in (("GUILD_DELETE", down), ("GUILD_CREATE", payloads.guild_json(self, self.hub.bot))):
            self.hub.gateway.dispatch(event, data, guild=self.id, intent=bits.INTENT_GUILDS)

    def has(self, who: Identified) -> bool:
        return who.id in self.members

    def _announce(self, event: str, **data: object) -> None:
        self.hub.gateway.dispatch(event, {"guild_id": str(self.id), **data}, guild=self.id, intent=bits.INTENT_GUILDS)


@dataclass(eq=False)
class Channel:
    """A text channel, a thread, a direct conversation with the application, or one of a `group` without it.

    ``overrides`` holds the permission bits a test has set, by user; everybody else may do everything. ``members`` are
    the ids of those that a private thread has.
    """

    hub: "Hub" = field(repr=False)
    id: int
    name: str
    kind: int = TEXT
    guild: Guild | None = None
    parent: "Channel | None" = None
    recipient: User | None = None
    group: frozenset[int] = frozenset()
    creator: User | None = None
    overrides: dict[int, int] = field(default_factory=dict, repr=False)
    members: set[int] = field(default_factory=set, repr=False)
    locked: bool = False
    deleted: bool = False

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    @property
    def is_thread(self) -> bool:
        return self.kind in {PUBLIC_THREAD, PRIVATE_THREAD}

    @property
    def is_foreign(self) -> bool:
        """Whether the application can only answer here."""
        return not self.guild.has(self.hub.bot) if self.guild else self.kind == GROUP

    @property
    def messages(self) -> list[Message]:
        return [m for m in self.hub.messages.values() if m.channel is self and not m.deleted and not m.ephemeral]

    async def wait_for(
        self,
        wanted: Callable[[Message], bool],
        *,
        after: Message | None = None,
        timeout: float = 5.0,  # noqa: ASYNC109 -- the pulse waits, so that the error can say what for
    ) -> Message:
        """Return the first message that is as wanted, there already or coming, newer than ``after``."""
        start = after.id if after else 0

        def probe() -> Message | None:
            return next((m for m in self.messages if m.id > start and wanted(m)), None)

        try:
            return await self.hub.pulse.until(probe, f"a message in #{self.name}", timeout)
        except TimeoutError as error:
            error.add_note("\n".join(["The channel holds:", *(f"  {m}" for m in self.messages)]))
            raise

    def permissions_of(self, who: Identified) -> int:
        """Return the permission bits somebody has here; a thread has its parent's."""
        if self.guild is None:
            known = who.id in self.group or (self.recipient and who.id in (self.recipient.id, self.hub.bot.id))
            return _DIRECT_PERMISSIONS if known else 0
        if not self.guild.has(who):
            return 0
        if self.parent is not None:
            return self.parent.permissions_of(who)
        return self.overrides.get(who.id, bits.ALL_PERMISSIONS)

    def may(self, who: Identified, permission: int) -> bool:
        """Tell whether somebody sees this channel and has all these permission bits."""
        needed = permission | bits.VIEW_CHANNEL
        return self.permissions_of(who) & needed == needed

    def set_permissions(self, who: Identified, permissions: int) -> None:
        """Set exactly what somebody may do here, and tell the application."""
        self.overrides[who.id] = permissions & bits.ALL_PERMISSIONS
        self.announce("CHANNEL_UPDATE")

    def deny(self, who: Identified, permissions: int) -> None:
        self.set_permissions(who, self.permissions_of(who) & ~permissions)

    def allow(self, who: Identified, permissions: int) -> None:
        self.set_permissions(who, self.permissions_of(who) | permissions)

    def thread(self, name: str, *, private: bool = False) -> "Channel":
        return self.hub.make_thread(self, name, self.hub.ids.next(), creator=None, private=private)

    def delete(self) -> None:
        """Delete this channel and its threads; requests about them are answered with 404 from now on."""
        for thread in [c for c in self.hub.channels.values() if c.parent is self and not c.deleted]:
            thread.delete()
        self.deleted = True
        self.announce("THREAD_DELETE" if self.is_thread else "CHANNEL_DELETE")

    def announce(self, event: str, **extra: object) -> None:
        """Tell the application about a change of this channel."""
        if self.guild is not None:
            data = payloads.channel_json(self) | extra
            self.hub.gateway.dispatch(event, data, guild=self.guild.id, intent=bits.INTENT_GUILDS)
        self.hub.pulse.beat()
