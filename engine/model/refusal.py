"""Refusals as values: why a command changes nothing, in words that a player can act on.

Each carries the facts as fields and words them once: in `words`, where braces name the fields, or in a `text` of its
own where something is to be worked out. What a player has typed is shown shortened and without control characters.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, ClassVar, TypeVar, dataclass_transform

from engine.model.english import count_of, join_words, shown

Granted = TypeVar("Granted")
_FORMATS: Mapping[str, Callable[[Any, str], str]] = {
    "shown": lambda value, _: shown(value),
    "and": lambda value, _: join_words(value, "and"),
    "or": lambda value, _: join_words(value),
    ";": lambda value, _: "; ".join(value),
    "counted": count_of,
}


class _Wording(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - a field of any refusal
        way, _, thing = format_spec.partition(" ")
        return _FORMATS[way](value, thing) if way in _FORMATS else str(super().format_field(value, format_spec))


_WORDING = _Wording()


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Refusal:
    """A command refused, as a frozen value: each kind is a dataclass by being one, its annotations being its fields.

    `words` with the fields that they name in braces are one or two plain sentences.

    A field is `{given:shown}`, `{names:and}`, `{names:or}`, `{labels:;}` or `{most:counted move}` where it is to be.
    """

    words: ClassVar[str]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @property
    def text(self) -> str:
        """The refusal in words; braces in what the fields hold stay as they are."""
        return _WORDING.vformat(self.words, (), vars(self))

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
