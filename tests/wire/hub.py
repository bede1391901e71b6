"""Everything the stand-in knows: users, servers, messages, interactions, and what clients asked for."""

import time
from dataclasses import dataclass
from typing import Any

from . import bits, payloads
from .errors import missing_access, unknown_channel
from .faults import Faults
from .gateway import Gateway
from .interactions import Interaction
from .jsontypes import Json
from .messages import Attachment, Message
from .people import Role, User
from .places import DIRECT, GROUP, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel, Guild
from .pulse import Pulse
from .snowflakes import Snowflakes


@dataclass(frozen=True)
class Upload:
    field: str
    filename: str
    content_type: str
    data: bytes

    @property
    def summary(self) -> tuple[str, str, int]:
        """The field, the name and the size."""
        return self.field, self.filename, len(self.data)


@dataclass(eq=False)
class Recorded:
    """A request as it came; ``status`` is None until it has been answered, ``fault`` names the trouble it met."""

    method: str
    path: str
    query: dict[str, str]
    body: Any
    files: tuple[tuple[str, str, int], ...]
    at: float
    status: int | None = None
    fault: str | None = None


class Hub:
    """The state behind the REST interface and the gateway."""

    def __init__(self, *, compress: bool) -> None:
        self.ids = Snowflakes()
        self.pulse = Pulse()
        self.faults = Faults()
        self.gateway = Gateway(self, self.ids, compress=compress)
        self.base = ""
        self.ack_deadline = 3.0
        self.token_life = 15 * 60.0
        self.nonce_window = 5 * 60.0
        self.shards = 1
        self.bot = User(self.ids.next(), "Hexmarshal", bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.attachments: dict[int, Attachment] = {}
        self.nonces: dict[tuple[int, str], tuple[float, Message]] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: list[Json] = []
        self.emojis: list[Json] = []
        self.no_direct_messages: set[int] = set()
        self.requests: list[Recorded] = []
        self.violations: list[str] = []
        self.unhandled: list[str] = []

    def make_user(self, name: str, *, bot: bool = False) -> User:
        user = User(self.ids.next(), name, bot=bot)
        self.users[user.id] = user
        for guild in self.guilds.values():
            guild.members[user.id] = set()
        return user

    def make_guild(self, name: str) -> Guild:
        """Found a server that everybody, the application too, is a member of."""
        owner = User(self.ids.next(), f"owner of {name}")
        self.users[owner.id] = owner
        guild = Guild(self, self.ids.next(), name, owner)
        everyone = Role(guild.id, "@everyone", bits.ALL_PERMISSIONS, position=0)
        managed = Role(self.ids.next(), self.bot.name, position=1, managed_by=self.bot.id)
        guild.roles = {role.id: role for role in (everyone, managed)}
        guild.members = {user: set() for user in self.users}
        guild.members[self.bot.id] = {managed.id}
        self.guilds[guild.id] = guild
        data = payloads.guild_json(guild, self.bot)
        self.gateway.dispatch("GUILD_CREATE", data, guild=guild.id, intent=bits.INTENT_GUILDS)
        return guild

    def make_channel(self, guild: Guild, name: str) -> Channel:
        channel = Channel(self, self.ids.next(), name, TEXT, guild)
        self.channels[channel.id] = channel
        channel.announce("CHANNEL_CREATE")
        return channel

    def make_thread(
        self, parent: Channel, name: str, snowflake: int, *, creator: User | None, private: bool = False
    ) -> Channel:
        """Open a thread in a channel; without a creator, the server's owner is it."""
        kind = PRIVATE_THREAD if private else PUBLIC_THREAD
        thread = Channel(self, snowflake, name, kind, parent.guild, parent, creator=creator)
        self.channels[snowflake] = thread
        thread.announce("THREAD_CREATE", newly_created=True)
        return thread

    def direct_channel(self, user: User) -> Channel:
        """Find the conversation between a user and the application, or open it."""
        for channel in self.channels.values():
            if channel.recipient == user:
                return channel
        channel = Channel(self, self.ids.next(), f"@{user.name}", DIRECT, recipient=user)
        self.channels[channel.id] = channel
        return channel

    def group(self, *users: User) -> Channel:
        """Let users talk among themselves, without the application."""
        channel = Channel(self, self.ids.next(), "group", GROUP, group=frozenset(user.id for user in users))
        self.channels[channel.id] = channel
        return channel

    def visible_channel(self, snowflake: int) -> Channel:
        """Return a channel the application sees; otherwise refuse as Discord does."""
        channel = self.channels.get(snowflake)
        if channel is None or channel.deleted:
            raise unknown_channel()
        if not channel.may(self.bot, bits.VIEW_CHANNEL):
            raise missing_access()
        return channel

    def hides(self, message: Message, intents: int) -> bool:
        """Tell whether a message's text takes an intent that is not among these."""
        return not (
            intents & bits.INTENT_MESSAGE_CONTENT
            or message.author == self.bot
            or message.channel.guild is None
            or self.bot.id in message.mentions.users
        )

    def message_json(self, message: Message) -> Json:
        """Describe a message as the REST interface shows it to the application."""
        intents = self.gateway.intents
        return payloads.message_json(message, self.users, hides=lambda m: self.hides(m, intents))

    def announce(self, event: str, message: Message) -> None:
        """Tell the application about a message, if it is one it hears of."""
        self.pulse.beat()
        channel = message.channel
        if message.ephemeral or not channel.may(self.bot, bits.VIEW_CHANNEL):
            return
        guild = channel.guild

        def data(intents: int) -> Json:
            if event == "MESSAGE_DELETE":
                described: Json = {"id": str(message.id), "channel_id": str(channel.id)}
            else:
                described = payloads.message_json(message, self.users, hides=lambda m: self.hides(m, intents))
            if guild is None:
                return described
            described["guild_id"] = str(guild.id)
            if event == "MESSAGE_CREATE" and message.origin is None:
                described["member"] = payloads.member_json(guild, message.author)
                described["member"].pop("user")
            return described

        intent = bits.INTENT_DIRECT_MESSAGES if guild is None else bits.INTENT_GUILD_MESSAGES
        self.gateway.dispatch(event, data, guild=guild.id if guild else None, intent=intent)

    def recent(self, author: User, nonce: str) -> Message | None:
        """Find the message an author sent with a nonce a short while ago."""
        at, message = self.nonces.get((author.id, nonce), (0.0, None))
        fresh = message is not None and not message.deleted and time.monotonic() - at < self.nonce_window
        return message if fresh else None
