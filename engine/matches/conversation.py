"""A session on standard input and output: lines are heard while it thinks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from threading import Thread

from engine.matches.session import Session
from engine.variants.variant import Variant


class LineListener:
    """The lines of a stream, read beside whatever else is done; after its end, `quit` for ever."""

    def __init__(self, lines: Iterable[str], say: Callable[[str], None]) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._say = say
        self._next = ""
        Thread(target=self._read, args=(lines,), daemon=True).start()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._lines.put(line.strip())
        self._lines.put("quit")

    def line(self) -> str:
        """The next line, once there is one."""
        kept, self._next = self._next, ""
        return kept or self._lines.get()

    def stopped(self, *, wait: bool) -> bool:
        """Whether `stop` has been said, or something that must wait for the move, which is kept for `line`.

        Whether the program is ready is answered meanwhile.
        """
        while True:
            try:
                line = self._lines.get(block=wait)
            except Empty:
                return False
            if line == "isready":
                self._say("readyok")
            elif line:
                self._next = "" if line == "stop" else line
                return True


def converse(variant: Variant, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Answer lines with lines until `quit` or their end."""
    heard = LineListener(lines, say)
    session = Session(variant, heard)
    while (line := heard.line()) != "quit":
        for answer in session.answers(line):
            say(answer)
