"""The operations about channels, threads and the messages in them."""

import time

from . import bits, payloads, posting
from .errors import (
    ApiError,
    direct_messages_refused,
    missing_permissions,
    not_the_author,
    thread_archived,
    thread_exists,
    unknown_message,
    wrong_channel_type,
)
from .jsontypes import Json
from .messages import Message
from .places import DIRECT, PRIVATE_THREAD, TEXT, Channel
from .rest import DONE, Answer, Call, Route


def _channel(call: Call) -> Channel:
    return call.hub.visible_channel(call.number("channel"))


def _need(call: Call, channel: Channel, permission: int) -> None:
    if not channel.may(call.hub.bot, permission):
        raise missing_permissions()


def _need_to_write(call: Call, channel: Channel) -> None:
    """Check that the application may write, and attach or embed what it brings."""
    _need(call, channel, bits.SEND_MESSAGES_IN_THREADS if channel.is_thread else bits.SEND_MESSAGES)
    if call.files:
        _need(call, channel, bits.ATTACH_FILES)
    if isinstance(call.body, dict) and call.body.get("embeds"):
        _need(call, channel, bits.EMBED_LINKS)
    if channel.kind == DIRECT and channel.recipient and channel.recipient.id in call.hub.no_direct_messages:
        raise direct_messages_refused()
    if channel.locked:
        _need(call, channel, bits.MANAGE_THREADS)


def _message(call: Call) -> Message:
    """Return the message that the path names; ephemeral ones are not found this way."""
    channel = _channel(call)
    message = call.hub.messages.get(call.number("message"))
    if message is None or message.deleted or message.ephemeral or message.channel is not channel:
        raise unknown_message()
    return message


def _get_channel(call: Call) -> Answer:
    return Answer(body=payloads.channel_json(_channel(call)))


def _change_channel(call: Call) -> Answer:
    channel = _channel(call)
    if channel.creator != call.hub.bot or call.body.get("locked") is not None:
        _need(call, channel, bits.MANAGE_THREADS)
    channel.name = call.body.get("name") or channel.name
    channel.archived = call.body.get("archived", channel.archived)
    channel.locked = call.body.get("locked", channel.locked)
    call.then.append(lambda: channel.announce("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"))
    return Answer(body=payloads.channel_json(channel))


def _delete_channel(call: Call) -> Answer:
    channel = _channel(call)
    _need(call, channel, bits.MANAGE_THREADS)
    described = payloads.channel_json(channel)
    channel.delete()
    return Answer(body=described)


def _typing(call: Call) -> Answer:
    _need_to_write(call, _channel(call))
    return DONE


def _send(call: Call) -> Answer:
    hub, channel = call.hub, _channel(call)
    _need_to_write(call, channel)
    nonce = call.body.get("nonce")
    if nonce is not None and call.body.get("enforce_nonce") and (first := hub.recent(hub.bot, str(nonce))):
        return Answer(body=hub.message_json(first))
    posting.check(hub, call.where, call.body, call.files)
    message = Message(hub.ids.next(), channel, hub.bot, nonce=None if nonce is None else str(nonce))
    _quote(call, message)
    if channel.archived:
        channel.archived = False
        call.then.append(lambda: channel.announce("THREAD_UPDATE"))
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
    if not message.channel.may(call.hub.bot, bits.READ_MESSAGE_HISTORY):
        raise ApiError(400, 160002, "Cannot reply without permission to read message history")
    target = call.hub.messages.get(int(reference["message_id"]))
    if target is not None and not target.deleted and not target.ephemeral and target.channel is message.channel:
        message.reference, message.kind = target, 19
    elif reference.get("fail_if_not_exists", True):
        raise ApiError(400, 50035, "Invalid Form Body: message_reference: Unknown message")


def _history(call: Call) -> Answer:
    """List messages, the newest first."""
    channel, query = _channel(call), call.record.query
    found = channel.messages if channel.may(call.hub.bot, bits.READ_MESSAGE_HISTORY) else []
    limit = int(query.get("limit", 50))
    if "before" in query:
        found = [m for m in found if m.id < int(query["before"])]
    if "after" in query:
        found = [m for m in found if m.id > int(query["after"])][:limit]
    if "around" in query:
        middle = int(query["around"])
        found = sorted(sorted(found, key=lambda m: abs(m.id - middle))[:limit], key=lambda m: m.id)
    return Answer(body=[call.hub.message_json(m) for m in reversed(found[-limit:])])


def _get_message(call: Call) -> Answer:
    message = _message(call)
    _need(call, message.channel, bits.READ_MESSAGE_HISTORY)
    return Answer(body=call.hub.message_json(message))


def _edit_message(call: Call) -> Answer:
    hub, message = call.hub, _message(call)
    if message.author != hub.bot:
        raise not_the_author()
    if message.channel.archived:
        raise thread_archived()
    if call.files:
        _need(call, message.channel, bits.ATTACH_FILES)
    posting.check(hub, call.where, call.body, call.files, message)
    posting.revise(hub, message, call.body, call.files)
    call.then.append(lambda: hub.announce("MESSAGE_UPDATE", message))
    return Answer(body=hub.message_json(message))


def _delete_message(call: Call) -> Answer:
    hub, message = call.hub, _message(call)
    if message.author != hub.bot:
        _need(call, message.channel, bits.MANAGE_MESSAGES)
    message.deleted = True
    call.then.append(lambda: hub.announce("MESSAGE_DELETE", message))
    return DONE


def _delete_many(call: Call) -> Answer:
    channel = _channel(call)
    _need(call, channel, bits.MANAGE_MESSAGES)
    doomed = [m for m in channel.messages if m.id in {int(i) for i in call.body["messages"]}]
    for message in doomed:
        message.deleted = True
    call.then.extend([lambda m=m: call.hub.announce("MESSAGE_DELETE", m) for m in doomed])  # type: ignore[misc]
    return DONE


def _pin(call: Call) -> Answer:
    message = _message(call)
    _need(call, message.channel, bits.MANAGE_MESSAGES)
    message.pinned = call.record.method == "PUT"
    return DONE


def _need_to_open(call: Call, channel: Channel) -> None:
    """Check that the application may open a thread in a channel."""
    if channel.kind != TEXT:
        raise wrong_channel_type()
    _need(call, channel, bits.CREATE_PUBLIC_THREADS)


def _thread_from_message(call: Call) -> Answer:
    hub, message = call.hub, _message(call)
    _need_to_open(call, message.channel)
    if message.id in hub.channels:
        raise thread_exists()
    message.flags |= bits.HAS_THREAD
    thread = hub.make_thread(message.channel, call.body["name"], message.id, creator=hub.bot)
    return Answer(201, payloads.channel_json(thread))


def _thread(call: Call) -> Answer:
    hub, channel = call.hub, _channel(call)
    _need_to_open(call, channel)
    kind = call.body.get("type") or PRIVATE_THREAD
    thread = hub.make_thread(channel, call.body["name"], hub.ids.next(), creator=hub.bot, kind=kind)
    return Answer(201, payloads.channel_json(thread))


def _thread_member(call: Call) -> Answer:
    _need(call, _channel(call), bits.SEND_MESSAGES_IN_THREADS)
    return DONE


_MESSAGES = "/channels/{channel}/messages"

ROUTES = [
    Route("GET", "/channels/{channel}", _get_channel),
    Route("PATCH", "/channels/{channel}", _change_channel),
    Route("DELETE", "/channels/{channel}", _delete_channel),
    Route("POST", "/channels/{channel}/typing", _typing),
    Route("POST", "/channels/{channel}/threads", _thread),
    Route("PUT", "/channels/{channel}/thread-members/{user}", _thread_member),
    Route("DELETE", "/channels/{channel}/thread-members/{user}", _thread_member),
    Route("GET", _MESSAGES, _history),
    Route("POST", _MESSAGES, _send),
    Route("POST", f"{_MESSAGES}/bulk-delete", _delete_many),
    Route("PUT", f"{_MESSAGES}/pins/{{message}}", _pin),
    Route("DELETE", f"{_MESSAGES}/pins/{{message}}", _pin),
    Route("GET", f"{_MESSAGES}/{{message}}", _get_message),
    Route("PATCH", f"{_MESSAGES}/{{message}}", _edit_message),
    Route("DELETE", f"{_MESSAGES}/{{message}}", _delete_message),
    Route("POST", f"{_MESSAGES}/{{message}}/threads", _thread_from_message),
]
