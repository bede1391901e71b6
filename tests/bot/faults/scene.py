"""Where a session is played: its people, what they see, and the steps that they take until each has taken effect."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from tests.bot.faults.host import Host
from tests.wire import Human, Message, Outcome


@dataclass
class Scene:
    """People, hurried as they are, at the boards of a host.

    `acts` are all that they have done, in order, `passed` the waits whose time has passed.
    """

    host: Host
    acts: list[Outcome] = field(default_factory=list)
    passed: set[str] = field(default_factory=set)

    @property
    def alice(self) -> Human:
        return self.human("alice")

    @property
    def bob(self) -> Human:
        return self.human("bob")

    def human(self, name: str) -> Human:
        """Somebody who does not wait for acknowledgements."""
        return self.host.standin.human(name).hurried()

    def count(self, table: str, where: str = "TRUE") -> int:
        rows = self.host.ask(f"SELECT count(*) FROM {table} WHERE {where}")  # noqa: S608 - constants of the sessions
        return int(rows[0][0]) if rows else 0

    @property
    def lagging(self) -> bool:
        return self.count("games", "stage IN ('playing', 'over') AND shown < sequence") > 0

    def events(self, kind: str) -> int:
        return self.count("events", f"kind = '{kind}'")

    async def newest(self, label: str) -> Message:
        """The newest message with a button of this label, or the first one that comes, if need be once asked for."""

        def probe() -> Message | None:
            place = self.host.standin.channel()
            return next((m for m in reversed(place.messages) if any(b.label == label for b in m.buttons)), None)

        pulse = self.host.standin.hub.pulse
        try:
            return await pulse.until(probe, f"a button {label!r}", 2)
        except TimeoutError:
            await self.slash(self.alice, "board", game="1")
            return await pulse.until(probe, f"a button {label!r}", 10)

    async def do(self, action: Awaitable[Outcome]) -> Outcome:
        outcome = await action
        self.acts.append(outcome)
        return outcome

    async def slash(self, who: Human, command: str, **options: Any) -> None:
        await self.do(who.slash(command, **options))

    async def press(self, who: Human, label: str, message: Message | None = None) -> None:
        """Press a button, of the newest message that has it unless told otherwise; not where it is missing there."""
        if message is not None and not any(button.label == label for button in message.buttons):
            return
        await self.do(who.press(message or await self.newest(label), label))

    async def private(self, action: Awaitable[Outcome]) -> Message:
        """Let somebody do what is answered by a private message, and wait for that."""
        outcome = await self.do(action)
        pressed = outcome.interaction.source is not None
        return await (outcome.followup() if pressed else outcome.reply())


@dataclass(frozen=True)
class Step:
    """Something done by a person, or by time; it is done again until it has taken effect, at most a few times.

    `told` begin the words by which somebody is told that it has: then it must have.
    """

    name: str
    act: Callable[[Scene], Awaitable[None]]
    done: Callable[[Scene], bool]
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Session:
    """Steps in a row; `terms` are settings, or PATIENT."""

    name: str
    steps: tuple[Step, ...]
    terms: dict[str, str] = field(default_factory=dict)
