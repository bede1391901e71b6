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
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.utils import is_dumb_terminal

from bot.console.inline import protocol_of
from engine.model.refusal import Refusal

Words = Sequence[tuple[str, str]]
Painted = tuple[str, str]
"""A style in the syntax of prompt_toolkit, such as `bold bg:#e97660` or "", and a text in that style."""

_LEAST, _MOST, _LEFT = 12, 36, 9
"""The fewest and the most lines of a picture, and how many of the terminal's it leaves free."""

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
    """Where lines are asked for and written; it may have enough `colours` to paint boards, and show `pictures`.

    It `asks` where somebody sits at it, who can answer questions before anything is typed.
    """

    asks: bool

    @property
    def colours(self) -> bool:
        """Whether it has 256 colours or more."""

    @property
    def pictures(self) -> bool:
        """Whether it shows pictures among the lines."""

    async def ask(self, prompt: str, words: Words, style: str = "") -> str:
        """A line typed by the player behind a prompt in a style; EOFError at the end. `words` complete it, with hints.

        KeyboardInterrupt is raised for Ctrl-C on an empty line.
        """

    def say(self, said: str | Refusal) -> None:
        """Write some lines; those wider than the screen are wrapped."""

    def show(self, parts: Iterable[Painted]) -> None:
        """Write text that is laid out already, part by part, and end the last line."""

    def picture(self, png: bytes) -> None:
        """Show a PNG, if it shows pictures."""

    def busy(self, what: str, seconds: int) -> None:
        """Tell what has been going on for so many seconds; 0 when it is over."""


class PlainScreen:
    """Standard input and output without decoration, for pipes and tests."""

    asks = False
    colours = False
    pictures = False

    async def ask(self, prompt: str, words: Words, style: str = "") -> str:  # noqa: ARG002 - the screen's protocol
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

    def picture(self, png: bytes) -> None:
        """Nothing: it shows no pictures."""

    def busy(self, what: str, seconds: int) -> None:
        """Nothing: whoever reads the answers of a pipe wants nothing between them."""


class _Words(Completer):
    """Completes a line from a list that changes from prompt to prompt."""

    def __init__(self) -> None:
        self.words: Words = ()

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        """The words that begin with what is typed, ignoring case; those of two words once the first is typed."""
        typed = document.text_before_cursor.casefold().lstrip()
        for word, hint in self.words:
            if word.casefold().startswith(typed) and (" " in typed or " " not in word):
                yield Completion(word, start_position=-len(document.text_before_cursor), display_meta=hint)


def _keys() -> KeyBindings:
    """Ctrl-C clears the line; on an empty one it raises KeyboardInterrupt."""
    keys = KeyBindings()

    @keys.add("c-c")
    def _(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt, style="class:aborting")

    return keys


class PromptScreen:
    """A terminal with completion and history, with colours and pictures where it has them."""

    asks = True

    def __init__(self) -> None:
        self._words = _Words()
        self._session: PromptSession[str] = PromptSession(
            completer=self._words, complete_while_typing=False, key_bindings=_keys()
        )
        self._shown = protocol_of(os.environ)
        full = os.environ.get("COLORTERM") in {"truecolor", "24bit"} and not is_dumb_terminal()
        usual = ColorDepth.TRUE_COLOR if full else self._session.output.get_default_color_depth()
        self._depth = ColorDepth.from_env() or usual

    @property
    def colours(self) -> bool:
        """Whether prompt_toolkit finds 256 colours or more."""
        return self._depth in {ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT}

    @property
    def pictures(self) -> bool:
        """Whether the terminal is known to show pictures."""
        return self._shown is not None

    async def ask(self, prompt: str, words: Words, style: str = "") -> str:
        """A line typed at the prompt."""
        self._words.words = words
        shown = FormattedText([(style, folded(prompt.rstrip(), self._size.columns)), ("", " ")])
        return await self._session.prompt_async(shown, color_depth=self._depth)

    def say(self, said: str | Refusal) -> None:
        """Write the text, wrapped to the terminal's width."""
        sys.stdout.write(f"{folded(str(said), self._size.columns)}\n")
        sys.stdout.flush()

    def show(self, parts: Iterable[Painted]) -> None:
        """Write the parts in their styles, in as many colours as the terminal has."""
        print_formatted_text(FormattedText(parts), output=self._session.output, color_depth=self._depth)

    def picture(self, png: bytes) -> None:
        """Show a PNG that leaves room for some lines, if the terminal shows pictures."""
        if self._shown is not None:
            lines = max(_LEAST, min(_MOST, self._size.rows - _LEFT))
            sys.stdout.write(f"\n{self._shown(png, lines)}\n")
            sys.stdout.flush()

    def busy(self, what: str, seconds: int) -> None:
        """Write on one line what goes on and for how long; wipe it when it is over."""
        sys.stdout.write(f"\r\x1b[K{f'{what}: {seconds} s' if seconds else ''}")
        sys.stdout.flush()

    @property
    def _size(self) -> Size:
        return self._session.output.get_size()
