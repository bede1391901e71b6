"""The operations with which the application answers interactions."""

from . import bits, errors, limits, posting
from . import interactions as kinds
from .interactions import ALLOWED_ANSWERS, Choice, Interaction
from .jsontypes import Json
from .messages import Message, Origin
from .rest import DONE, Answer, Call, Route

MAX_FOLLOWUPS = 5
"""The most further messages to an interaction where the application can only answer."""


def _acknowledge(call: Call) -> Answer:
    hub = call.hub
    interaction = hub.interactions.get(call.params["token"])
    if interaction is None or interaction.id != call.number("interaction"):
        raise errors.unknown_interaction()
    if interaction.answer is not None:
        raise errors.already_acknowledged()
    if interaction.age > hub.ack_deadline:
        raise errors.unknown_interaction()
    answer: int = call.body["type"]
    allowed = answer in ALLOWED_ANSWERS[interaction.kind]
    if not allowed or (answer in (kinds.DEFERRED_UPDATE, kinds.UPDATE) and interaction.source is None):
        posting.refuse(hub, call.where, [f"type {answer} does not answer an interaction of type {interaction.kind}"])
    _take(call, interaction, answer, call.body.get("data") or {})
    interaction.answer = answer
    age = interaction.age

    def note() -> None:
        interaction.answered_in = age

    call.then.insert(0, note)
    if call.record.query.get("with_response", "").lower() in ("1", "true"):
        return Answer(body=_callback_json(call, interaction))
    return DONE


def _take(call: Call, interaction: Interaction, answer: int, data: Json) -> None:
    hub = call.hub
    if answer == kinds.REPLY:
        posting.check(hub, call.where, data, call.files)
        message = _fresh(call, interaction, data)
        interaction.original = posting.compose(hub, message, data, call.files)
        call.then.append(lambda: hub.announce("MESSAGE_CREATE", message))
    elif answer == kinds.DEFERRED_REPLY:
        message = _fresh(call, interaction, data)
        message.flags |= bits.LOADING
        hub.messages[message.id] = interaction.original = message
        call.then.append(lambda: hub.announce("MESSAGE_CREATE", message))
    elif answer == kinds.CHOICES:
        interaction.choices = tuple(Choice(c["name"], c["value"]) for c in data.get("choices") or ())
    elif answer == kinds.MODAL:
        posting.refuse(hub, call.where, limits.modal_problems(data))
        interaction.modal = data
    else:
        _take_update(call, interaction, answer, data)


def _take_update(call: Call, interaction: Interaction, answer: int, data: Json) -> None:
    """Let an acknowledgement change the component's message, or promise to."""
    source = interaction.source
    if source is None or source.deleted:
        raise errors.unknown_message()
    interaction.original = source
    interaction.edits_before = len(source.edits)
    if answer == kinds.UPDATE:
        _change(call, source, data)


def _fresh(call: Call, interaction: Interaction, data: Json) -> Message:
    """Start a message that answers an interaction; an ephemeral one only its user sees."""
    if interaction.channel.deleted:
        raise errors.unknown_channel()
    private = (data.get("flags") or 0) & bits.EPHEMERAL
    source = interaction.source
    return Message(
        id=call.hub.ids.next(),
        channel=interaction.channel,
        author=call.hub.bot,
        kind=20 if interaction.kind == kinds.COMMAND else 19 if source else 0,
        flags=private,
        reference=source if source and not source.ephemeral else None,
        origin=Origin(interaction.id, interaction.kind, interaction.user),
        viewer=interaction.user if private else None,
    )


def _change(call: Call, message: Message, data: Json) -> None:
    hub = call.hub
    posting.check(hub, call.where, data, call.files, message)
    posting.revise(hub, message, data, call.files)
    call.then.append(lambda: hub.announce("MESSAGE_UPDATE", message))


def _fill(call: Call, message: Message) -> None:
    """Put the answer where the application was thinking. Discord treats this as an edit: nobody is pinged."""
    hub = call.hub
    posting.check(hub, call.where, call.body, call.files)
    posting.compose(hub, message, call.body, call.files, notify=False)
    call.then.append(lambda: hub.announce("MESSAGE_UPDATE", message))


def _callback_json(call: Call, interaction: Interaction) -> Json:
    original = interaction.original
    described: Json = {
        "interaction": {
            "id": str(interaction.id),
            "type": interaction.kind,
            "response_message_id": str(original.id) if original else None,
            "response_message_loading": bool(original and original.loading),
            "response_message_ephemeral": bool(original and original.ephemeral),
        }
    }
    if original is not None:
        described["resource"] = {"type": interaction.answer, "message": call.hub.message_json(original)}
    return described


def _token(call: Call) -> Interaction:
    """Return the acknowledged interaction whose token the path gives."""
    interaction = call.hub.interactions.get(call.params["token"])
    if interaction is None or interaction.answer is None or call.number("app") != call.hub.bot.id:
        raise errors.unknown_webhook()
    if interaction.age > call.hub.token_life:
        raise errors.invalid_webhook_token()
    return interaction


def _follow_up(call: Call) -> Answer:
    hub, interaction = call.hub, _token(call)
    waiting = interaction.original
    if waiting is not None and waiting.loading and not waiting.deleted:
        _fill(call, waiting)
        return Answer(body=hub.message_json(waiting))
    if interaction.channel.is_foreign and len(interaction.followups) >= MAX_FOLLOWUPS:
        raise errors.too_many_followups()
    posting.check(hub, call.where, call.body, call.files)
    message = posting.compose(hub, _fresh(call, interaction, call.body), call.body, call.files)
    interaction.followups.append(message)
    call.then.append(lambda: hub.announce("MESSAGE_CREATE", message))
    return Answer(body=hub.message_json(message))


def _message(call: Call) -> Message:
    found = _token(call).original
    if found is None or found.deleted or found.channel.deleted:
        raise errors.unknown_message()
    return found


def _edit(call: Call) -> Answer:
    message = _message(call)
    if message.loading:
        _fill(call, message)
    else:
        _change(call, message, call.body)
    return Answer(body=call.hub.message_json(message))


def _delete(call: Call) -> Answer:
    message = _message(call)
    message.deleted = True
    call.then.append(lambda: call.hub.announce("MESSAGE_DELETE", message))
    return DONE


_WEBHOOK = "/webhooks/{app}/{token}"

ROUTES = [
    Route("POST", "/interactions/{interaction}/{token}/callback", _acknowledge),
    Route("POST", _WEBHOOK, _follow_up),
    Route("PATCH", f"{_WEBHOOK}/messages/@original", _edit),
    Route("DELETE", f"{_WEBHOOK}/messages/@original", _delete),
]
