"""A session on standard input and output: lines are heard, and time runs out, while it thinks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from threading import Event, Thread, Timer

from engine.uci.session import Session
from engine.variants.variant import Variant


class LineListener:
    """The lines of a stream, read beside whatever else is done; after its end, `quit` for ever."""

    def __init__(self, lines: Iterable[str], say: Callable[[str], None]) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._say = say
        self._kept: deque[str] = deque()
        self._over, self._timer, self._endless = Event(), Timer(0, lambda: None), False
        Thread(target=self._read, args=(lines,), daemon=True).start()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._lines.put(line.strip())
        self._lines.put("quit")

    def line(self) -> str:
        """The next line, once there is one."""
        return self._kept.popleft() if self._kept else self._lines.get()

    def begin(self, ms: int | None, *, endless: bool) -> None:
        """Begin to hear for a search, which may take so many milliseconds; an `endless` one waits for `stop`."""
        self._over, self._endless = Event(), endless
        if ms is not None:
            self._timer = Timer(ms / 1000, self._over.set)
            self._timer.daemon = True
            self._timer.start()

    def stopped(self, *, wait: bool = False) -> bool:
        """Return whether the search must end; with `wait`, once it must.

        `isready` is answered meanwhile. Any other line is kept for `line`, and ends a search that is endless.
        """
        while not self._over.is_set():
            try:
                line = self._lines.get(block=wait)
            except Empty:
                return False
            if line == "isready":
                self._say("readyok")
            elif line:
                self._kept += [line] if line != "stop" else []
                if self._endless or line in {"stop", "quit"}:
                    self._over.set()
        return True

    def end(self) -> None:
        """End the search's time."""
        self._timer.cancel()


def converse(variant: Variant, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Answer lines with lines until `quit` or their end."""
    heard = LineListener(lines, say)
    session = Session(variant, heard)
    while (line := heard.line()) != "quit":
        for answer in session.answers(line):
            say(answer)
