"""Refusals as values: why a command changes nothing, in words that a player can act on.

Each carries the facts as fields and words them once: in `words`, where braces name the fields, or in a `text` of its
own where something is to be worked out. What a player has typed is shown shortened and without control characters.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeVar, dataclass_transform

from engine.model.wording import say

Granted = TypeVar("Granted")


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Refusal:
    """A command refused, as a frozen value: each kind is a dataclass by being one, its annotations being its fields.

    `words` with the fields that they name in braces are one or two plain sentences, as `say` puts them.
    """

    words: ClassVar[str]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @property
    def text(self) -> str:
        return say(self.words, **vars(self))

    def __str__(self) -> str:
        return self.text


class Refused(ValueError):
    """A refusal raised; nothing has changed. `refusal` is the reason as a value, the message its text."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return self.refusal.text


def granted(found: Granted | Refusal) -> Granted:
    """Return a value that is no refusal; raise Refused for one."""
    if isinstance(found, Refusal):
        raise Refused(found)
    return found


def refuse(why: Refusal | None) -> None:
    """Raise Refused for a refusal, if there is one."""
    if why is not None:
        raise Refused(why)
