"""Input and output of the terminal: a prompt with completion, or plain standard input and output."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Protocol

from prompt_toolkit import PromptSession, print_formatted_text
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.output import ColorDepth

from engine.model.refusal import Refusal

Words = Sequence[tuple[str, str]]
Painted = tuple[str, str]
"""A style in the syntax of prompt_toolkit, such as `bold bg:#e97660` or "", and a text in that style."""

_HANGING = re.compile(r" *(?:[-•] |\S+(?: \S+)*  +)?")
"""By how much a wrapped line is indented: the width of a bullet, or of the first column of a table."""


def folded(text: str, width: int) -> str:
    """The text with lines wider than `width` columns wrapped between words."""
    return "\n".join(part for line in text.split("\n") for part in _lines(line, width))


def _lines(line: str, width: int) -> Sequence[str]:
    if len(line) <= width:
        return [line]
    hanging = _HANGING.match(line)
    column = hanging.end() if hanging else 0
    indent = " " * (column if column <= width // 2 else 0)
    return wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]


class Screen(Protocol):
    """Where lines are asked for and written."""

    async def ask(self, prompt: str, words: Words) -> str:
        """A line typed by the player; EOFError at the end. `words` complete it, each with a hint."""

    def say(self, said: str | Refusal) -> None:
        """Write some lines; those wider than the screen are wrapped."""

    def show(self, parts: Iterable[Painted]) -> None:
        """Write text that is laid out already, part by part, and end the last line."""


class PlainScreen:
    """Standard input and output without decoration, for pipes and tests."""

    async def ask(self, prompt: str, words: Words) -> str:  # noqa: ARG002 - the screen's protocol
        """The next line of standard input."""
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        sys.stdout.write(f"{prompt}{line.rstrip()}\n")
        return line

    def say(self, said: str | Refusal) -> None:
        """Write the text."""
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()

    def show(self, parts: Iterable[Painted]) -> None:
        """Write the parts without their styles."""
        self.say("".join(text for _, text in parts))


class _Words(Completer):
    """Completes the first word from a list that changes from prompt to prompt."""

    def __init__(self) -> None:
        self.words: Words = ()

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        """The words that begin with what is typed, ignoring case."""
        typed = document.text_before_cursor
        for word, hint in self.words:
            if word.casefold().startswith(typed.casefold()):
                yield Completion(word, start_position=-len(typed), display_meta=hint)


class PromptScreen:
    """A terminal with colours, completion and history."""

    def __init__(self) -> None:
        self._words = _Words()
        self._session: PromptSession[str] = PromptSession(completer=self._words, complete_while_typing=False)

    async def ask(self, prompt: str, words: Words) -> str:
        """A line typed at the prompt."""
        self._words.words = words
        return await self._session.prompt_async(f"{folded(prompt.rstrip(), self._width)} ")

    def say(self, said: str | Refusal) -> None:
        """Write the text, wrapped to the terminal's width."""
        sys.stdout.write(f"{folded(str(said), self._width)}\n")
        sys.stdout.flush()

    def show(self, parts: Iterable[Painted]) -> None:
        """Write the parts in their styles, in as many colours as the terminal has."""
        true = ColorDepth.TRUE_COLOR if os.environ.get("COLORTERM") in {"truecolor", "24bit"} else None
        depth = ColorDepth.from_env() or true
        print_formatted_text(FormattedText(parts), output=self._session.output, color_depth=depth)

    @property
    def _width(self) -> int:
        return self._session.output.get_size().columns
