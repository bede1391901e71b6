"""Interactions: what a human sets off and how the application answers, as tests look at it."""

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .jsontypes import Json
from .messages import Message
from .people import User

if TYPE_CHECKING:
    from .hub import Hub
    from .places import Channel

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
REPLY, DEFERRED_REPLY, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

ALLOWED_ANSWERS = {
    COMMAND: {REPLY, DEFERRED_REPLY, MODAL},
    COMPONENT: {REPLY, DEFERRED_REPLY, DEFERRED_UPDATE, UPDATE, MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL_SUBMIT: {REPLY, DEFERRED_REPLY, DEFERRED_UPDATE, UPDATE},
}


@dataclass(frozen=True)
class Choice:
    name: str
    value: str | int | float


@dataclass(eq=False)
class Interaction:
    """One interaction; ``source`` is the message whose component set it off, ``original`` the answer."""

    id: int
    token: str
    kind: int
    user: User
    channel: "Channel"
    source: Message | None = None
    born: float = field(default_factory=time.monotonic)
    answer: int | None = None
    answered_in: float | None = None
    edits_before: int = 0
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: tuple[Choice, ...] = ()
    modal: Json | None = None

    @property
    def age(self) -> float:
        """How long ago, in seconds, the human acted."""
        return time.monotonic() - self.born


class Outcome:
    """What came of a human's action."""

    def __init__(self, hub: "Hub", interaction: Interaction) -> None:
        self._hub = hub
        self.interaction = interaction

    @property
    def acknowledged(self) -> bool:
        """Whether the application has answered in time; if not, the human reads "This interaction failed"."""
        return self.interaction.answered_in is not None

    @property
    def acknowledged_in(self) -> float:
        assert self.interaction.answered_in is not None, "the application did not respond"
        return self.interaction.answered_in

    @property
    def kind(self) -> int:
        """The type of the answer: 4 reply, 5 "thinking", 6 silent, 7 update, 8 choices, 9 modal."""
        assert self.interaction.answer is not None, "the application did not respond"
        return self.interaction.answer

    @property
    def original(self) -> Message:
        """The message that the answer made or belongs to, perhaps still loading."""
        assert self.interaction.original is not None, f"an answer of type {self.kind} has no message"
        return self.interaction.original

    @property
    def private(self) -> bool:
        """Whether only the human who acted sees the answer."""
        return self.original.ephemeral

    @property
    def followups(self) -> tuple[Message, ...]:
        return tuple(self.interaction.followups)

    @property
    def modal(self) -> Json:
        assert self.interaction.modal is not None, f"an answer of type {self.kind} opens no form"
        return self.interaction.modal

    async def wait_acknowledged(self) -> None:
        """Wait until the application has answered or its time is up; ``acknowledged`` tells which."""
        patience = max(0.0, self._hub.ack_deadline - self.interaction.age) + 0.25
        try:
            await self._hub.pulse.until(lambda: self.acknowledged or None, "an acknowledgement", patience)
        except TimeoutError:
            return

    async def reply(self, timeout: float = 5.0) -> Message:  # noqa: ASYNC109 -- the pulse waits
        """Return the message finally shown: filled in after "thinking", changed after a silent answer."""
        await self.wait_acknowledged()
        assert self.kind not in (CHOICES, MODAL), f"an answer of type {self.kind} shows no message"
        return await self._hub.pulse.until(self._shown, "the application's final answer", timeout)

    async def followup(self, index: int = 0, timeout: float = 5.0) -> Message:  # noqa: ASYNC109 -- the pulse waits
        sent = self.interaction.followups
        await self._hub.pulse.until(lambda: len(sent) > index or None, f"followup {index}", timeout)
        return sent[index]

    def _shown(self) -> Message | None:
        state = self.interaction
        original = state.original
        if original is not None and not original.deleted and not original.loading:
            waits_for_edit = state.answer == DEFERRED_UPDATE and len(original.edits) == state.edits_before
            if not waits_for_edit:
                return original
        return state.followups[0] if state.followups else None
