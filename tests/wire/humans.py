"""People who type commands, press buttons and write messages."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from . import bits, forms, payloads, posting
from . import components as parts
from . import interactions as kinds
from .hub import Hub, Upload
from .interactions import Choice, Interaction, Outcome
from .jsontypes import Json
from .limits import MAX_UPLOAD
from .messages import Message
from .options import Filling
from .people import User
from .places import Channel


@dataclass(frozen=True)
class Human:
    """A user acting in a channel.

    ``at`` and ``hurried`` return the same person acting elsewhere, or without waiting for an answer.
    """

    hub: Hub = field(repr=False, compare=False)
    user: User
    place: Channel = field(compare=False)
    patient: bool = field(default=True, compare=False)

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def mention(self) -> str:
        return self.user.mention

    @property
    def dm(self) -> Channel:
        return self.hub.direct_channel(self.user)

    def at(self, place: Channel) -> "Human":
        return replace(self, place=place)

    def hurried(self) -> "Human":
        """Return this human, not waiting for acknowledgements: outcomes come at once, still open."""
        return replace(self, patient=False)

    def refuse_direct_messages(self) -> None:
        """Take direct messages from the application no longer."""
        self.hub.no_direct_messages.add(self.id)

    async def say(
        self,
        text: str,
        *,
        reply_to: Message | None = None,
        files: Mapping[str, bytes] | None = None,
        pings: bool = True,
    ) -> Message:
        """Write a message; a reply pings whoever is replied to, unless its ping is off."""
        place = self.place
        needed = bits.SEND_MESSAGES_IN_THREADS if place.is_thread else bits.SEND_MESSAGES
        assert not place.deleted, f"#{place.name} has been deleted"
        assert place.may(self.user, needed), f"{self.name} may not write in #{place.name}"
        message = Message(self.hub.ids.next(), place, self.user)
        if reply_to is not None:
            message.reference, message.kind = reply_to, 19
        kind = "application/octet-stream"
        uploads = [Upload(f"files[{n}]", name, kind, data) for n, (name, data) in enumerate((files or {}).items())]
        body: Json = {"content": text}
        if not pings:
            body["allowed_mentions"] = {"parse": ["users", "roles", "everyone"], "replied_user": False}
        posting.compose(self.hub, message, body, uploads)
        self.hub.announce("MESSAGE_CREATE", message)
        return message

    async def delete(self, message: Message) -> None:
        own = message.author == self.user
        assert own or message.channel.may(self.user, bits.MANAGE_MESSAGES), "this is somebody else's message"
        message.deleted = True
        self.hub.announce("MESSAGE_DELETE", message)

    async def slash(self, command: str, /, **options: Any) -> Outcome:
        """Use a slash command (``"game draw"`` for a subcommand); options that are None are left out.

        Options of one word may be typed behind it, as people do: ``"game draw action:offer"``.
        """
        path, typed = _read(command)
        data = Filling(self.hub, self.place).data(path, typed | options)
        return await self._act(kinds.COMMAND, data)

    async def point(self, name: str, target: User | Message) -> Outcome:
        """Choose an entry of the application's in the context menu of a person or a message."""
        return await self._act(kinds.COMMAND, Filling(self.hub, self.place).pointed(name, target))

    async def autocomplete(self, command: str, /, **options: Any) -> tuple[Choice, ...]:
        """Type a command's options and return the suggestions for the last, or the one marked ``Typing(...)``."""
        path, typed = _read(command)
        data = Filling(self.hub, self.place).data(path, typed | options, typing=True)
        outcome = await self._act(kinds.AUTOCOMPLETE, data)
        assert outcome.acknowledged, "the application suggested nothing in time"
        return outcome.interaction.choices

    async def press(self, message: Message, label: str | None = None, *, custom_id: str | None = None) -> Outcome:
        """Press a button by its label, custom_id or emoji.

        A button given by the keyword ``custom_id`` need not be on the message any more: stale clients do that,
        and the application is then shown the message as it was while it had the button.
        """
        if custom_id is None:
            found = [b for b in message.buttons if label in (b.label, b.custom_id, b.emoji)]
            assert found, f"no button {label!r} among {[b.label or b.emoji for b in message.buttons]}"
            button = next((b for b in found if not b.disabled), None)
            assert button, f"the button {label!r} is disabled"
            custom_id = button.custom_id
            assert custom_id, f"the button {label!r} is a link"
        return await self._use(message, {"component_type": parts.BUTTON, "custom_id": custom_id})

    async def choose(self, message: Message, which: str, /, *values: Any, custom_id: str | None = None) -> Outcome:
        """Choose options, by value or label, in a select found by its custom_id or placeholder.

        With the keyword ``custom_id`` the select need not be on the message any more, and ``which`` is ignored.
        """
        if custom_id is not None:
            stale = {"component_type": parts.STRING_SELECT, "custom_id": custom_id, "values": list(map(str, values))}
            return await self._use(message, stale)
        found = [s for s in message.selects if which in (s.custom_id, s.placeholder)]
        assert found, f"no select {which!r} among {[s.placeholder or s.custom_id for s in message.selects]}"
        select = found[0]
        assert not select.disabled, f"the select {which!r} is disabled"
        data: Json = {"component_type": select.kind, "custom_id": select.custom_id}
        if select.kind == parts.STRING_SELECT:
            data["values"] = forms.chosen(select, list(values))
        else:
            filling = Filling(self.hub, message.channel)
            data["values"] = [filling.resolve(value) for value in values]
            data["resolved"] = filling.resolved
        return await self._use(message, data)

    async def submit(self, opened: Outcome, **fields: Any) -> Outcome:
        """Fill in the form that an outcome opened; fields by custom_id or label."""
        place = opened.interaction.channel
        data = forms.submission(opened.modal, fields)
        return await self.at(place)._act(kinds.MODAL_SUBMIT, data, opened.interaction.source)

    async def _use(self, message: Message, data: Json) -> Outcome:
        assert not message.deleted, "the message has been deleted"
        assert message.viewer in (None, self.user), f"{self.name} does not see this message"
        seen = parts.walk(_seen(message, data["custom_id"]))
        data["id"] = next((c["id"] for c in seen if c.get("custom_id") == data["custom_id"]), 0)
        return await self.at(message.channel)._act(kinds.COMPONENT, data, message)

    async def _act(self, kind: int, data: Json, source: Message | None = None) -> Outcome:
        """Set off an interaction, and wait for the acknowledgement if patient."""
        place = self.place
        assert not place.deleted, f"#{place.name} has been deleted"
        assert place.may(self.user, bits.VIEW_CHANNEL), f"{self.name} does not see #{place.name}"
        hub = self.hub
        snowflake = hub.ids.next()
        interaction = Interaction(snowflake, f"interaction{snowflake}", kind, self.user, place, source)
        hub.interactions[interaction.token] = interaction
        guild = place.guild
        hub.gateway.dispatch(
            "INTERACTION_CREATE",
            self._interaction_json(interaction, data),
            guild=guild.id if guild and guild.has(hub.bot) else None,
        )
        outcome = Outcome(hub, interaction)
        if self.patient:
            await outcome.wait_acknowledged()
        return outcome

    def _interaction_json(self, interaction: Interaction, data: Json) -> Json:
        hub, place = self.hub, self.place
        hosted = place.guild is not None and place.guild.has(hub.bot)
        channel = payloads.channel_json(place) | {"permissions": str(place.permissions_of(self.user))}
        described: Json = {
            "id": str(interaction.id),
            "application_id": str(hub.bot.id),
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "locale": "en-US",
            "channel_id": str(place.id),
            "channel": channel,
            "app_permissions": str(place.permissions_of(hub.bot) if hosted else bits.ANSWERING),
            "entitlements": [],
            "attachment_size_limit": MAX_UPLOAD,
        }
        if interaction.source is not None:
            seen = _seen(interaction.source, data.get("custom_id"))
            described["message"] = payloads.message_json(interaction.source, hub.users, components=seen)
        owners = {"1": str(self.id)} if place.is_foreign else {"0": "0"}
        if place.guild is None:
            alone: Json = {"user": payloads.user_json(self.user), "context": 2 if place.is_foreign else 1}
            return described | alone | {"authorizing_integration_owners": owners}
        guild, permissions = place.guild, place.permissions_of(self.user)
        return described | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "context": 0,
            "member": payloads.member_json(guild, self.user, permissions=permissions),
            "authorizing_integration_owners": {"0": str(guild.id)} if hosted else owners,
        }


def _read(line: str) -> tuple[str, dict[str, Any]]:
    """Part a command from the options typed behind it."""
    words = line.split()
    options = [word.partition(":") for word in words if ":" in word]
    return " ".join(word for word in words if ":" not in word), {name: value for name, _, value in options}


def _seen(message: Message, custom_id: str | None) -> tuple[Json, ...]:
    """Return the components a human saw: the present ones, or the latest that held what was used."""
    for components in (message.components, *reversed(message.edits)):
        if any(component.get("custom_id") == custom_id for component in parts.walk(components)):
            return components
    return message.components
