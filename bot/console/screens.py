"""The terminal itself: prompts with completion or plain lines, pictures among them, waiting, and Ctrl-C meanwhile."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from textwrap import wrap
from typing import TypeVar

from prompt_toolkit import PromptSession, print_formatted_text
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.utils import is_dumb_terminal

from bot.games.refusals import BadChoice
from bot.thinking import NoAnswer
from engine.model.refusal import Refusal, Refused

Words = Sequence[tuple[str, str]]
"""Completions of a line, each with a hint."""
Painted = tuple[str, str]
"""A style in the syntax of prompt_toolkit, such as `bold bg:#e97660` or "", and a text in that style."""
Found = TypeVar("Found")

CHUNK = 4096  # characters of data at most in one command of kitty's protocol
BUSY_NOTICE_S = 1  # seconds, after which the player is told what is running, repeatedly
_LEAST, _MOST, _LEFT = 12, 36, 9  # the fewest and the most lines of a picture, and those that it leaves free
_HANGING = re.compile(r" *(?:[-•] |\S+(?: \S+)*  +)?")
"""By how much a wrapped line is indented: the width of a bullet, or of the first column of a table."""


def protocol_of(environment: Mapping[str, str]) -> Callable[[bytes, int], str] | None:
    """The function that writes a PNG for this environment's terminal, given its height in lines.

    None if it shows no pictures, or runs behind a multiplexer.
    """
    term = environment.get("TERM", "")
    if environment.get("TMUX") or environment.get("STY") or term.startswith(("screen", "tmux")):
        return None
    if environment.get("KITTY_WINDOW_ID") or term in {"xterm-kitty", "xterm-ghostty"}:
        return kitty
    return iterm if environment.get("TERM_PROGRAM") in {"iTerm.app", "WezTerm"} else None


def kitty(png: bytes, lines: int) -> str:
    """A PNG in kitty's protocol: chunks of at most CHUNK characters; the first says what it is, the last ends it.

    Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/.
    """
    data = b64encode(png).decode("ascii")
    heads = {0: f"a=T,f=100,q=2,r={lines},"}
    return "".join(
        f"\x1b_G{heads.get(start, '')}m={int(start + CHUNK < len(data))};{data[start : start + CHUNK]}\x1b\\"
        for start in range(0, len(data), CHUNK)
    )


def iterm(png: bytes, lines: int) -> str:
    """A PNG in iTerm2's protocol: https://iterm2.com/documentation-images.html."""
    data = b64encode(png).decode("ascii")
    return f"\x1b]1337;File=inline=1;size={len(png)};height={lines};preserveAspectRatio=1:{data}\x07"


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
    """Standard input and output without decoration, for pipes and tests.

    Other screens may have enough `colours` to paint boards, and show `pictures`. A screen `asks` if a person sits at
    it who can answer questions before typing anything.
    """

    asks = colours = pictures = False

    async def ask(self, prompt: str, words: Words, style: str = "") -> str:  # noqa: ARG002 - plain input completes nothing
        """A line typed by the player behind a prompt in a style; EOFError at the end, KeyboardInterrupt for Ctrl-C."""
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        sys.stdout.write(f"{prompt}{line.rstrip()}\n")
        return line

    async def answer(self, question: str, words: Words = (("yes", ""), ("no", ""))) -> str | None:
        """A line without spaces around it; None at the end of input and after Ctrl-C."""
        try:
            return (await self.ask(question, words)).strip()
        except (EOFError, KeyboardInterrupt):
            return None

    def say(self, said: str | Refusal) -> None:
        """Write some lines; those wider than the screen are wrapped."""
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()

    def show(self, *parts: Painted) -> None:
        """Write text that is laid out already, part by part, and end the last line."""
        self.say("".join(text for _, text in parts))

    def picture(self, png: bytes) -> None:
        """Show a PNG, if it shows pictures."""

    def busy(self, what: str, seconds: int) -> None:
        """Say what has been running for some seconds; 0 when it is over."""

    async def wait(self, what: str, awaited: Awaitable[Found]) -> Found:
        """Wait for a result; from PATIENCE on, the screen says what runs and for how long."""
        task = asyncio.ensure_future(awaited)
        told = 0
        try:
            while not (await asyncio.wait({task}, timeout=BUSY_NOTICE_S))[0]:
                told += 1
                self.busy(what, told * BUSY_NOTICE_S)
        finally:
            if told:
                self.busy(what, 0)
        return task.result()

    async def think(self, awaited: Awaitable[Found], what: str = "Thinking", doing: str = "thinking") -> Found:
        """Wait for a result; Ctrl-C ends the waiting, not the program: it raises Refused."""
        loop, task = asyncio.get_running_loop(), asyncio.ensure_future(awaited)
        before = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(task.cancel))
        try:
            return await self.wait(what, task)
        except asyncio.CancelledError:
            if not task.cancelled():
                raise
            raise Refused(BadChoice(f"I've stopped {doing}")) from None
        except NoAnswer:
            raise Refused(BadChoice(f"I've stopped {doing}")) from None
        finally:
            signal.signal(signal.SIGINT, before)


class _Words(Completer):
    words: Words = ()

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        """The words that begin with what is typed, ignoring case; those of two words once the first is typed."""
        typed = document.text_before_cursor.casefold().lstrip()
        for word, hint in self.words:
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
        self._output = self._session.output
        self._protocol = protocol_of(os.environ)
        full = os.environ.get("COLORTERM") in {"truecolor", "24bit"} and not is_dumb_terminal()
        default = ColorDepth.TRUE_COLOR if full else self._output.get_default_color_depth()
        self._depth = ColorDepth.from_env() or default
        self.colours = self._depth in {ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT}
        self.pictures = self._protocol is not None

    async def ask(self, prompt: str, words: Words, style: str = "") -> str:
        self._words.words = words
        shown = FormattedText([(style, folded(prompt.rstrip(), self._output.get_size().columns)), ("", " ")])
        return await self._session.prompt_async(shown, color_depth=self._depth)

    def say(self, said: str | Refusal) -> None:
        super().say(folded(str(said), self._output.get_size().columns))

    def show(self, *parts: Painted) -> None:
        print_formatted_text(FormattedText(parts), output=self._output, color_depth=self._depth)

    def picture(self, png: bytes) -> None:
        if self._protocol is not None:
            lines = max(_LEAST, min(_MOST, self._output.get_size().rows - _LEFT))
            super().say(f"\n{self._protocol(png, lines)}")

    def busy(self, what: str, seconds: int) -> None:
        sys.stdout.write(f"\r\x1b[K{f'{what}: {seconds} s' if seconds else ''}")
        sys.stdout.flush()


def _interrupt(event: KeyPressEvent) -> None:
    """Clear the line; on an empty one raise KeyboardInterrupt."""
    if event.current_buffer.text:
        event.current_buffer.reset()
    else:
        event.app.exit(exception=KeyboardInterrupt, style="class:aborting")
