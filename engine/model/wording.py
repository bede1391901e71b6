"""Sentences as templates whose fields are named facts, worded in one place, where other languages come in.

A fact is `{given:shown}`, `{names:and}`, `{names:or}`, `{labels:;}`, `{piece:a}`, `{most:counted move}` or
`{names:form has|have}` where it is to be; the last two take a number or what is to be counted.
"""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from string import Formatter
from typing import Any

from engine.model.english import count_of, form, join_words, shown, with_article

TRANSLATIONS: dict[str, Mapping[str, str]] = {}
"""The templates in other languages by the English ones, for each language's code, such as `de`."""
LANGUAGE = ContextVar("language", default="en-GB")
"""The code of the language in which sentences are said."""
_FORMATS: Mapping[str, Callable[[Any, str], str]] = {
    "shown": lambda value, _: shown(value),
    "and": lambda value, _: join_words(value, "and"),
    "or": lambda value, _: join_words(value),
    ";": lambda value, _: "; ".join(value),
    "a": lambda value, _: with_article(value),
    "counted": lambda value, thing: count_of(_number(value), thing),
    "form": lambda value, forms: form(_number(value), *forms.split("|")),
}


def _number(value: Any) -> int:  # noqa: ANN401 - a number, or what has a length
    return value if isinstance(value, int) else len(value)


class _Wording(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - any fact
        way, _, thing = format_spec.partition(" ")
        return _FORMATS[way](value, thing) if way in _FORMATS else str(super().format_field(value, format_spec))


_WORDING = _Wording()


def translated(template: str, language: str) -> str | None:
    """A template in a language; None where it has no words for it."""
    return TRANSLATIONS.get(language, {}).get(template)


def say(template: str, /, **facts: object) -> str:
    """A sentence, or a part of one, with its facts; braces in what these hold stay as they are."""
    return _WORDING.vformat(translated(template, LANGUAGE.get()) or template, (), facts)
