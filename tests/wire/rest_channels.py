"""The operations about channels, threads and the messages in them."""

import time

from . import bits, errors, payloads, posting
from .jsontypes import Json
from .messages import Message
from .places import DIRECT, Channel
from .rest import DONE, Answer, Call, Route
from .snowflakes import stamp


def _channel(call: Call) -> Channel:
    return call.hub.visible_channel(call.number("channel"))


def _need(call: Call, channel: Channel, permission: int) -> None:
    if not channel.may(call.hub.bot, permission):
        raise errors.missing_permissions()


def _need_to_write(call: Call, channel: Channel) -> None:
    """Check that the application may write, and attach or embed what it brings."""
    _need(call, channel, bits.SEND_MESSAGES_IN_THREADS if channel.is_thread else bits.SEND_MESSAGES)
    if call.files:
        _need(call, channel, bits.ATTACH_FILES)
    if isinstance(call.body, dict) and call.body.get("embeds"):
        _need(call, channel, bits.EMBED_LINKS)
    if channel.kind == DIRECT and channel.recipient and channel.recipient.id in call.hub.no_direct_messages:
        raise errors.direct_messages_refused()
    if channel.locked:
        _need(call, channel, bits.MANAGE_THREADS)


def _message(call: Call) -> Message:
    """Return the message that the path names; ephemeral ones are not found this way."""
    channel = _channel(call)
    message = call.hub.messages.get(call.number("message"))
    if message is None or message.deleted or message.ephemeral or message.channel is not channel:
        raise errors.unknown_message()
    return message


def _get_channel(call: Call) -> Answer:
    return Answer(body=payloads.channel_json(_channel(call)))


def _send(call: Call) -> Answer:
    hub, channel = call.hub, _channel(call)
    _need_to_write(call, channel)
    nonce = call.body.get("nonce")
    if nonce is not None and call.body.get("enforce_nonce") and (first := hub.recent(hub.bot, str(nonce))):
        return Answer(body=hub.message_json(first))
    posting.check(hub, call.where, call.body, call.files)
    message = Message(hub.ids.next(), channel, hub.bot, nonce=None if nonce is None else str(nonce))
    _quote(call, message)
    posting.compose(hub, message, call.body, call.files)
    if message.nonce is not None:
        hub.nonces[hub.bot.id, message.nonce] = (time.monotonic(), message)
    call.then.append(lambda: hub.announce("MESSAGE_CREATE", message))
    return Answer(body=hub.message_json(message))


def _quote(call: Call, message: Message) -> None:
    """Make a new message a reply, if the body says so."""
    reference: Json | None = call.body.get("message_reference")
    if reference is None:
        return
    target = call.hub.messages.get(int(reference["message_id"]))
    if target is not None and not target.deleted and not target.ephemeral and target.channel is message.channel:
        message.reference, message.kind = target, 19
    elif reference.get("fail_if_not_exists", True):
        raise errors.ApiError(400, 50035, "Invalid Form Body: message_reference: Unknown message")


def _history(call: Call) -> Answer:
    """List messages, the newest first."""
    channel, query = _channel(call), call.record.query
    found = channel.messages if channel.may(call.hub.bot, bits.READ_MESSAGE_HISTORY) else []
    limit = int(query.get("limit", 50))
    if "after" in query:
        found = [m for m in found if m.id > int(query["after"])][:limit]
    return Answer(body=[call.hub.message_json(m) for m in reversed(found[-limit:])])


def _edit_message(call: Call) -> Answer:
    hub, message = call.hub, _message(call)
    if message.author != hub.bot:
        raise errors.not_the_author()
    if call.files:
        _need(call, message.channel, bits.ATTACH_FILES)
    posting.check(hub, call.where, call.body, call.files, message)
    posting.revise(hub, message, call.body, call.files)
    call.then.append(lambda: hub.announce("MESSAGE_UPDATE", message))
    return Answer(body=hub.message_json(message))


def _delete_message(call: Call) -> Answer:
    """Delete a message of the application's own."""
    message = _message(call)
    if message.author != call.hub.bot:
        _need(call, message.channel, bits.MANAGE_MESSAGES)
    message.deleted = True
    call.then.append(lambda: call.hub.announce("MESSAGE_DELETE", message))
    return DONE


def _thread_from_message(call: Call) -> Answer:
    hub, message = call.hub, _message(call)
    _need(call, message.channel, bits.CREATE_PUBLIC_THREADS)
    if message.id in hub.channels:
        raise errors.thread_exists()
    message.flags |= bits.HAS_THREAD
    thread = hub.make_thread(message.channel, call.body["name"], message.id, creator=hub.bot)
    return Answer(201, payloads.channel_json(thread))


def _thread_member(call: Call) -> Answer:
    channel, user = _channel(call), call.number("user")
    if user not in channel.members:
        raise errors.unknown_member()
    joined = {"id": str(channel.id), "user_id": str(user), "join_timestamp": stamp(channel.id), "flags": 0}
    return Answer(body=joined)


_MESSAGES = "/channels/{channel}/messages"

ROUTES = [
    Route("GET", "/channels/{channel}", _get_channel),
    Route("GET", "/channels/{channel}/thread-members/{user}", _thread_member),
    Route("GET", _MESSAGES, _history),
    Route("POST", _MESSAGES, _send),
    Route("PATCH", f"{_MESSAGES}/{{message}}", _edit_message),
    Route("DELETE", f"{_MESSAGES}/{{message}}", _delete_message),
    Route("POST", f"{_MESSAGES}/{{message}}/threads", _thread_from_message),
]
