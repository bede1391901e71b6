"""A player that is a program of its own and speaks the protocol."""

from __future__ import annotations

import shlex
import subprocess

from engine.model.english import shown
from engine.model.position import Move, long_form
from engine.play.referee import sheet
from engine.play.state import State
from engine.uci import long_of
from engine.variants import options_of
from tests.tools.matches.moves import position_line
from tests.tools.matches.simple import Contestant

_LIMITS = ("level", "nodes", "depth", "movetime")
"""What is said with every `go`; all other names are options of the program."""
_USUAL = "movetime 1000"
"""What is said where no limit is given: without any, programs of others think for ever."""


class BadProgram(ValueError):
    """A program that cannot be started, has left, or answers with what is no legal move; the text says which."""


class ProgramPlayer(Contestant):
    """Asks a program for its moves.

    `text` is its command, and behind a question mark its options and limits: `stockfish?UCI_Elo=1350&movetime=50`.
    Raises BadProgram.
    """

    def __init__(self, text: str) -> None:
        command, _, query = text.partition("?")
        chosen = options_of([pair for pair in query.split("&") if pair])
        self._name = command
        limits = [f"{name} {chosen[name]}" for name in _LIMITS if name in chosen]
        self._go = " ".join(["go", *(limits or [_USUAL])])
        try:
            self._program = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError, IndexError) as problem:
            raise BadProgram(f"{command} cannot be started") from problem
        try:
            self._asked("uci", "uciok")
            for name, value in chosen.items():
                if name not in _LIMITS:
                    self._tell(f"setoption name {name} value {value}")
            self._tell("ucinewgame")
            self._asked("isready", "readyok")
        except BadProgram:
            self.close()
            raise

    def choose(self, state: State, seed: int) -> Move:  # noqa: ARG002 - a program has chance of its own
        self._tell(position_line(state))
        words = self._asked(self._go, "bestmove").split()
        text = long_of(words[1]) if len(words) > 1 else ""
        board = state.variant.board
        for move in sheet(state).legal:
            if long_form(board, move) == text:
                return move
        raise BadProgram(f"{self._name} plays {shown(text)}, which is not legal after: {position_line(state)}")

    def close(self) -> None:
        try:
            self._program.communicate("quit\n", timeout=5)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            self._program.kill()
            self._program.communicate()

    def _tell(self, line: str) -> None:
        if self._program.stdin is None:
            raise BadProgram(f"{self._name} does not listen")
        try:
            self._program.stdin.write(line + "\n")
            self._program.stdin.flush()
        except OSError as problem:
            raise BadProgram(f"{self._name} has left") from problem

    def _asked(self, line: str, word: str) -> str:
        self._tell(line)
        for answer in self._program.stdout or ():
            if answer.split()[:1] == [word]:
                return answer
        raise BadProgram(f"{self._name} has left without answering {shown(line)!r}")
