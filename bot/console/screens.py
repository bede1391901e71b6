"""The terminal itself: prompts with completion or plain lines, what takes long, and Ctrl-C meanwhile."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from textwrap import wrap
from typing import TypeVar

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.patch_stdout import patch_stdout

from bot.games.refusals import BadChoice
from bot.thinking import NoAnswer
from engine.model.refusal import Refusal, Refused

Words = Sequence[tuple[str, str]]
"""Completions of a line, each with a hint."""
Found = TypeVar("Found")

BUSY_NOTICE_S = 1  # seconds, after which the player is told what is running, repeatedly
_HANGING = re.compile(r" *(?:[-•] |\S+(?: \S+)*  +)?")
"""By how much a wrapped line is indented: the width of a bullet, or of the first column of a table."""


def why(problem: OSError | ValueError) -> str:
    """The problem with a file, in the system's words without its number and the file's name."""
    return problem.strerror or str(problem) if isinstance(problem, OSError) else str(problem)


def folded(text: str, width: int) -> str:
    lines: list[str] = []
    for line in text.split("\n"):
        hanging = _HANGING.match(line)
        indent = " " * hanging.end() if hanging and hanging.end() <= width // 2 else ""
        parts = wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        lines += [line] if len(line) <= width else parts or [""]
    return "\n".join(lines)


class Terminal:
    """Standard input and output without decoration, for pipes and tests; `asks` if a person sits at it."""

    asks = False

    async def ask(self, prompt: Callable[[], str], words: Callable[[], Words]) -> str:  # noqa: ARG002 - completes nothing
        """A line typed by the player; EOFError at the end, KeyboardInterrupt for Ctrl-C.

        The prompt in front of it and its completions can change while the player types.
        """
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        sys.stdout.write(f"{prompt()}{line.rstrip()}\n")
        return line

    async def answer(self, question: str, words: Words = (("yes", ""), ("no", ""))) -> str:
        """A line without spaces around it; "" at the end of input and after Ctrl-C."""
        try:
            return (await self.ask(lambda: question, lambda: words)).strip()
        except (EOFError, KeyboardInterrupt):
            return ""

    def say(self, said: str | Refusal) -> None:
        """Write some lines; those wider than the screen are wrapped."""
        self.show(str(said))

    def show(self, text: str) -> None:
        """Write text that is laid out already."""
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def notice(self, text: str) -> None:
        """Show what takes long; "" when it is over."""

    async def think(self, awaited: Awaitable[Found]) -> Found:
        """Wait for a result, and tell a person for how long; Ctrl-C ends the waiting: a KeyboardInterrupt."""
        loop, task, seconds = asyncio.get_running_loop(), asyncio.ensure_future(awaited), 0
        before = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(task.cancel))
        try:
            while not (await asyncio.wait({task}, timeout=BUSY_NOTICE_S))[0]:
                seconds += BUSY_NOTICE_S
                self.notice(f"Thinking: {seconds} s")
            if task.cancelled():
                raise KeyboardInterrupt
            return task.result()
        except NoAnswer:
            raise Refused(BadChoice("I've stopped thinking")) from None
        finally:
            signal.signal(signal.SIGINT, before)
            if seconds:
                self.notice("")


class _Words(Completer):
    words: Callable[[], Words] = tuple

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        """The words that begin with what is typed, ignoring case; those of two words once the first is typed."""
        typed = document.text_before_cursor.casefold().lstrip()
        for word, hint in self.words():
            if word.casefold().startswith(typed) and (" " in typed or " " not in word):
                yield Completion(word, start_position=-len(document.text_before_cursor), display_meta=hint)


class PromptScreen(Terminal):
    asks = True

    def __init__(self) -> None:
        self._words = _Words()
        keys = KeyBindings()
        keys.add("c-c")(_interrupt)
        self._session: PromptSession[str] = PromptSession(
            completer=self._words, complete_while_typing=False, key_bindings=keys
        )

    async def ask(self, prompt: Callable[[], str], words: Callable[[], Words]) -> str:
        self._words.words = words
        with patch_stdout(raw=True):
            return await self._session.prompt_async(lambda: f"{self._folded(prompt().rstrip())} ")

    def say(self, said: str | Refusal) -> None:
        self.show(self._folded(str(said)))

    def notice(self, text: str) -> None:
        sys.stdout.write(f"\r\x1b[K{text}")
        sys.stdout.flush()

    def _folded(self, text: str) -> str:
        return folded(text, self._session.output.get_size().columns)


def _interrupt(event: KeyPressEvent) -> None:
    """Clear the line; on an empty one raise KeyboardInterrupt."""
    if event.current_buffer.text:
        event.current_buffer.reset()
    else:
        event.app.exit(exception=KeyboardInterrupt, style="class:aborting")
