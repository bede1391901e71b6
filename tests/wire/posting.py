"""Making and changing messages out of request bodies."""

import copy
import mimetypes
import re
from collections.abc import Iterable, Sequence

from . import bits, limits, mentions
from . import components as parts
from .errors import empty_message, invalid_form
from .hub import Hub, Upload
from .jsontypes import Json
from .mentions import NOBODY, Pinged
from .messages import Attachment, Message
from .snowflakes import now

_CREATE_FLAGS = bits.SUPPRESS_EMBEDS | bits.SUPPRESS_NOTIFICATIONS | bits.COMPONENTS_V2


def check(hub: Hub, where: str, body: Json, files: Sequence[Upload], changed: Message | None = None) -> None:
    """Refuse, and note as a violation, a body that breaks Discord's rules; ``changed`` is the message it edits."""
    summaries = [upload.summary for upload in files]
    if changed is not None and changed.laid_out and body.get("components") is not None:
        body = {**body, "flags": (body.get("flags") or 0) | bits.COMPONENTS_V2}
    refuse(hub, where, limits.message_problems(body, summaries))
    refuse(hub, where, _unseen(body, files, changed))
    if changed is None and limits.is_empty(body, files):
        hub.violations.append(f"{where}: an empty message")
        raise empty_message()


def refuse(hub: Hub, where: str, problems: Iterable[str]) -> None:
    """Note problems as violations, and refuse the request if there is any."""
    found = list(problems)
    hub.violations.extend(f"{where}: {problem}" for problem in found)
    if found:
        raise invalid_form("; ".join(found))


def compose(
    hub: Hub,
    message: Message,
    body: Json,
    files: Sequence[Upload],
    *,
    notify: bool = True,
) -> Message:
    """Fill a new message out of a body and file it; without ``notify`` nobody is pinged."""
    message.content = body.get("content") or ""
    message.flags = (message.flags & bits.EPHEMERAL) | ((body.get("flags") or 0) & _CREATE_FLAGS)
    message.attachments = _attachments(hub, message, body, files)
    message.embeds = tuple(body.get("embeds") or [])
    message.components = _numbered(body.get("components") or [])
    _say(message)
    _mention(hub, message, body.get("allowed_mentions"))
    if notify:
        message.pinged = pinged(hub, message)
    hub.messages[message.id] = message
    return message


def revise(hub: Hub, message: Message, body: Json, files: Sequence[Upload]) -> Message:
    """Change a message as a body asks; of its attachments only the listed ones stay. Nobody is pinged."""
    message.edits.append(message.components)
    if "content" in body:
        message.content = body["content"] or ""
    if body.get("flags") is not None:
        kept = message.flags & ~bits.SUPPRESS_EMBEDS
        message.flags = kept | (body["flags"] & (bits.SUPPRESS_EMBEDS | bits.COMPONENTS_V2))
    if "attachments" in body or files:
        message.attachments = _attachments(hub, message, body, files)
    if "embeds" in body:
        message.embeds = tuple(body["embeds"] or [])
    if "components" in body:
        message.components = _numbered(body["components"] or [])
    _say(message)
    _mention(hub, message, body.get("allowed_mentions"))
    message.edited_at = now()
    return message


def _say(message: Message) -> None:
    """Let a message that is laid out by components say what these say."""
    if message.laid_out:
        message.content = re.sub(r"</([a-z -]+):\d+>", r"/\1", message.markup)


def _unseen(body: Json, files: Sequence[Upload], changed: Message | None) -> Iterable[str]:
    """Yield the files of a laid-out message that no component shows, and what components show that is not there."""
    if not (body.get("flags") or 0) & bits.COMPONENTS_V2:
        return
    listed: list[Json] = body.get("attachments") or []
    names = {f"files[{entry['id']}]": entry.get("filename") for entry in listed}
    sent = {names.get(upload.field) or upload.filename for upload in files}
    urls = [each["media"]["url"] for each in parts.media(body.get("components") or [])]
    shown = {url.removeprefix("attachment://") for url in urls if url.startswith("attachment://")}
    old = {each.filename for each in changed.attachments} if changed is not None and not listed else set()
    yield from (f"attachments: no component shows {name}" for name in sorted(sent - shown))
    yield from (f"components: there is no file {name}" for name in sorted(shown - sent - old))


def pinged(hub: Hub, message: Message) -> Pinged:
    """Tell whom Discord notifies of a new message: those mentioned who see it, unless it is silent."""
    if message.flags & bits.SUPPRESS_NOTIFICATIONS:
        return NOBODY
    channel = message.channel
    users = frozenset(
        who.id
        for who in (hub.users[i] for i in message.mentions.users if i in hub.users)
        if who != message.author and channel.may(who, bits.VIEW_CHANNEL)
    )
    if message.ephemeral:
        return Pinged(users & {message.viewer.id}) if message.viewer else NOBODY
    if channel.guild is None:
        # In a private conversation every message notifies.
        return Pinged(users | {channel.recipient.id} if channel.recipient not in (None, message.author) else users)
    anyone = channel.may(message.author, bits.MENTION_EVERYONE)
    roles = frozenset(
        i for i in message.mentions.roles if (role := channel.guild.roles.get(i)) and (role.mentionable or anyone)
    )
    return Pinged(users, roles, message.mentions.everyone and anyone)


def _mention(hub: Hub, message: Message, allowed: Json | None) -> None:
    replied_to = message.reference.author.id if message.reference and message.kind == 19 else None
    if message.origin is not None:
        replied_to = None
    found = mentions.find(message.content, allowed, replied_to)
    guild = message.channel.guild
    roles = frozenset(i for i in found.roles if guild is not None and i in guild.roles)
    message.mentions = Pinged(frozenset(i for i in found.users if i in hub.users), roles, found.everyone)


def _attachments(hub: Hub, message: Message, body: Json, files: Sequence[Upload]) -> tuple[Attachment, ...]:
    """Keep the listed old files and add the uploaded ones, with the names and alt texts the list gives them."""
    listed = body.get("attachments")
    old = {attachment.id: attachment for attachment in message.attachments}
    if listed is None:
        kept = list(old.values())
    else:
        kept = [old[int(entry["id"])] for entry in listed if str(entry["id"]).isdigit() and int(entry["id"]) in old]
    notes = {f"files[{entry['id']}]": entry for entry in listed or ()}
    return (*kept, *(attach(hub, upload, notes.get(upload.field, {})) for upload in files))


def attach(hub: Hub, upload: Upload, notes: Json) -> Attachment:
    """Store an uploaded file, with the name and alt text its notes give."""
    snowflake = hub.ids.next()
    name = notes.get("filename") or upload.filename
    attachment = Attachment(
        id=snowflake,
        filename=name,
        data=upload.data,
        description=notes.get("description"),
        content_type=mimetypes.guess_type(name)[0] or "application/octet-stream",
        url=f"{hub.base}/cdn/attachments/{snowflake}/{name}",
    )
    hub.attachments[snowflake] = attachment
    return attachment


def _numbered(sent: list[Json]) -> tuple[Json, ...]:
    """Copy components, and give those that have none a number of their own, as Discord does."""
    tree = copy.deepcopy(sent)
    everything = list(parts.walk(tree))
    taken = {component["id"] for component in everything if component.get("id")}
    free = (number for number in range(1, len(everything) * 2 + 2) if number not in taken)
    for component in everything:
        if not component.get("id"):
            component["id"] = next(free)
    return tuple(tree)
