"""The JSON objects in which Discord speaks of users, servers, channels and messages."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from . import bits
from .jsontypes import Json
from .people import Role, User
from .snowflakes import stamp

if TYPE_CHECKING:
    from .messages import Attachment, Message
    from .places import Channel, Guild


def user_json(user: User) -> Json:
    return {
        "id": str(user.id),
        "username": user.name,
        "discriminator": "0",
        "global_name": user.name,
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
    }


def member_json(guild: "Guild", user: User, *, permissions: int | None = None) -> Json:
    """Describe a member; ``permissions`` are added in interactions."""
    member: Json = {
        "user": user_json(user),
        "nick": None,
        "avatar": None,
        "roles": [str(role) for role in sorted(guild.members.get(user.id, ()))],
        "joined_at": guild.joined,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    if permissions is not None:
        member["permissions"] = str(permissions)
    return member


def role_json(role: Role) -> Json:
    described: Json = {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "position": role.position,
        "permissions": str(role.permissions),
        "managed": role.managed_by is not None,
        "mentionable": role.mentionable,
        "flags": 0,
    }
    if role.managed_by is not None:
        described["tags"] = {"bot_id": str(role.managed_by)}
    return described


def channel_json(channel: "Channel") -> Json:
    """Describe a channel, a thread or a direct conversation."""
    described: Json = {"id": str(channel.id), "type": channel.kind, "flags": 0, "last_message_id": None}
    if channel.guild is None:
        return described | {"recipients": [user_json(channel.recipient)] if channel.recipient else []}
    described |= {
        "guild_id": str(channel.guild.id),
        "name": channel.name,
        "parent_id": str(channel.parent.id) if channel.parent else None,
        "rate_limit_per_user": 0,
    }
    if channel.is_thread:
        return described | {
            "owner_id": str((channel.creator or channel.guild.owner).id),
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            "thread_metadata": {
                "archived": False,
                "locked": channel.locked,
                "auto_archive_duration": 1440,
                "archive_timestamp": stamp(channel.id),
                "create_timestamp": stamp(channel.id),
            },
        }
    overwrites = [
        {
            "id": str(who),
            "type": int(who != channel.guild.id),
            "allow": str(allowed),
            "deny": str(bits.ALL_PERMISSIONS & ~allowed),
        }
        for who, allowed in channel.overrides.items()
    ]
    return described | {"position": 0, "permission_overwrites": overwrites, "nsfw": False, "topic": None}


_NUMBERS = (
    "verification_level", "default_message_notifications", "explicit_content_filter", "mfa_level", "nsfw_level",
    "premium_tier", "premium_subscription_count", "system_channel_flags",
)  # fmt: skip
_ABSENT = (
    "icon", "splash", "discovery_splash", "region", "afk_channel_id", "rules_channel_id", "public_updates_channel_id",
    "safety_alerts_channel_id", "application_id", "vanity_url_code", "description", "banner",
)  # fmt: skip
_LISTS = (
    "emojis", "stickers", "features", "presences", "voice_states", "stage_instances", "soundboard_sounds",
    "guild_scheduled_events",
)  # fmt: skip
"""What no test gives a server: fields of numbers, of what may be absent, and of lists."""


def guild_json(guild: "Guild", bot: User) -> Json:
    """Describe a server; as without the members intent, the application itself is the only member listed."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner.id),
        "afk_timeout": 300,
        "preferred_locale": "en-US",
        "system_channel_id": str(guild.system.id) if guild.system else None,
        "roles": [role_json(role) for role in guild.roles.values()],
        "channels": [channel_json(channel) for channel in guild.channels],
        "threads": [channel_json(thread) for thread in guild.threads],
        "members": [member_json(guild, bot)],
        "member_count": len(guild.members),
        "joined_at": guild.joined,
        **dict.fromkeys(_NUMBERS, 0),
        **dict.fromkeys(_ABSENT),
        **{name: [] for name in _LISTS},
        **dict.fromkeys(("premium_progress_bar_enabled", "large", "unavailable"), False),
    }


def attachment_json(attachment: "Attachment", *, ephemeral: bool) -> Json:
    described: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        described["description"] = attachment.description
    if attachment.size is not None:
        described |= {"width": attachment.size[0], "height": attachment.size[1]}
    if ephemeral:
        described["ephemeral"] = True
    return described


def _shows_all(_: "Message") -> bool:
    return False


def message_json(
    message: "Message",
    users: Mapping[int, User],
    *,
    hides: Callable[["Message"], bool] = _shows_all,
    components: Sequence[Json] | None = None,
) -> Json:
    """Describe a message; ``hides`` tells whose text takes the message content intent to read.

    ``components`` are those of an earlier version, where that is the one meant.
    """
    hidden = hides(message)
    gone = hidden or message.laid_out  # what components lay out is in them alone
    described: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": message.kind,
        "author": user_json(message.author),
        "content": "" if gone else message.content,
        "embeds": [] if hidden else list(message.embeds),
        "components": [] if hidden else list(message.components if components is None else components),
        "attachments": [] if gone else [attachment_json(a, ephemeral=message.ephemeral) for a in message.attachments],
        "timestamp": stamp(message.id),
        "edited_timestamp": message.edited_at,
        "flags": message.flags,
        "tts": False,
        "pinned": False,
        "mention_everyone": message.mentions.everyone,
        "mentions": [user_json(users[who]) for who in sorted(message.mentions.users) if who in users],
        "mention_roles": [str(role) for role in sorted(message.mentions.roles)],
    }
    if message.nonce is not None:
        described["nonce"] = message.nonce
    if message.origin is not None:
        described |= {
            "application_id": str(message.author.id),
            "webhook_id": str(message.author.id),
            "interaction_metadata": {
                "id": str(message.origin.id),
                "type": message.origin.kind,
                "user": user_json(message.origin.user),
                "authorizing_integration_owners": {},
            },
        }
    if message.reference is not None:
        described |= _reference_json(message.reference, users, hides)
    return described


def _reference_json(target: "Message", users: Mapping[int, User], hides: Callable[["Message"], bool]) -> Json:
    reference: Json = {"type": 0, "message_id": str(target.id), "channel_id": str(target.channel.id)}
    if target.channel.guild is not None:
        reference["guild_id"] = str(target.channel.guild.id)
    quoted = None
    if not target.deleted:
        quoted = message_json(target, users, hides=hides)
        quoted.pop("referenced_message", None)
    return {"message_reference": reference, "referenced_message": quoted}
