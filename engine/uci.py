"""The protocol of chess programs, UCI (Stefan Meyer-Kahlen, 2000), for every game (docs/engine.md).

Positions may be codes, and moves bring the dice of their fights. A `Session` takes commands and gives lines; `converse`
reads them and lets time run out while it thinks.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread, Timer
from typing import NamedTuple

from engine.lookahead.search import LEVELS, Level, Thought, level_of, mates_in, sharp, thoughts
from engine.model.board import Board
from engine.model.english import join_words, shown
from engine.model.position import Move, long_form
from engine.notation.describe import result_in_words
from engine.notation.fen import NotFen, looks_like_fen
from engine.play.game import new_game
from engine.play.start import start_of
from engine.play.state import State
from engine.records.replay import replay_move
from engine.variants import titled
from engine.variants.variant import Variant

_PROMOTION = re.compile(r"(.*\d)=?([A-Za-z])")


def plain(board: Board, move: Move) -> str:
    """A move as UCI writes it: its long form, a promotion without its sign and small, `e7e8q`."""
    text = long_form(board, move)
    return text.replace("=", "").lower() if move.promotion else text


def long_of(text: str) -> str:
    """The long form of a move that is written so or as UCI writes it; dice behind it stay."""
    move, bracket, dice = text.partition("[")
    promotion = _PROMOTION.fullmatch(move)
    return (f"{promotion[1]}={promotion[2].upper()}" if promotion else move) + bracket + dice


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
        """Begin to hear for a search, with a limit in milliseconds; an `endless` one waits for `stop`."""
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
        self._timer.cancel()


COMMANDS = "uci, isready, ucinewgame, setoption, position, go, stop, quit"
LIMITS = ("level", "nodes", "depth", "movetime", "wtime", "btime", "winc", "binc", "movestogo")
MOST_SEED = (1 << 32) - 1
NO_MOVE = "bestmove (none)"
_BARE = 5
"""The level of a `go` without limits while none is chosen."""
_BOUNDLESS = 1 << 40
_DEEPEST = 60
_LONGEST_MS = 10**9
_LAG_MS = 30
"""Allowance for the way from the end of a search to the arrival of its move."""
_MOVES_LEFT = 30
"""Number of moves that share a clock if the program doesn't say."""


class _Asked(NamedTuple):
    """The words of `go`: numbers by their names, and whether to think until `stop`."""

    limits: dict[str, int]
    infinite: bool

    def milliseconds(self, turn: int, seats: int) -> int | None:
        limits = self.limits
        if "movetime" in limits:
            return max(1, limits["movetime"] - _LAG_MS)
        if not {"wtime", "btime"} & set(limits):
            return None
        if seats > 2:
            raise ValueError("wtime and btime are for two players; use movetime")
        clock, more = ("wtime", "winc") if turn == 1 else ("btime", "binc")
        if clock not in limits:
            return None
        share = limits[clock] // min(max(1, limits.get("movestogo", _MOVES_LEFT)), _MOVES_LEFT)
        return max(1, min(share + limits.get(more, 0) * 3 // 4, limits[clock] // 2) - _LAG_MS)


class Session:
    """The state of a UCI session from line to line."""

    def __init__(self, variant: Variant, signal: LineListener) -> None:
        self._variant, self._signal = variant, signal
        self._level: int | None = None
        self._seed = 0
        self._begun: tuple[str, tuple[str, ...]] = ("", ())
        self._state: State | None = new_game(variant)

    def answers(self, line: str) -> Iterator[str]:
        """The lines with which a command is answered, as they come; what is wrong is told as `info string`."""
        command, *words = line.split() or [""]
        try:
            yield from self._answers(command, words)
        except ValueError as problem:
            yield f"info string {problem}"
            if command == "go":
                yield NO_MOVE

    def _answers(self, command: str, words: Sequence[str]) -> Iterator[str]:
        match command:
            case "uci":
                yield from self._introduced()
            case "isready":
                yield "readyok"
            case "ucinewgame":
                self._begun, self._state = ("", ()), new_game(self._variant)
            case "setoption":
                self._set(" ".join(words))
            case "position":
                self._state, state = None, self._state
                self._state = self._placed(words, state)
            case "go":
                yield from self._go(_read_go(words))
            case "" | "stop":
                pass
            case _:
                raise ValueError(f"{shown(command)!r} isn't a command; there are {COMMANDS}")

    # ---- commands

    def _introduced(self) -> Iterator[str]:
        yield f"id name Hexmarshal, {titled(self._variant.name, self._variant.options)}"
        yield "id author the Hexmarshal project"
        yield f"option name Level type spin default {_BARE} min 0 max {len(LEVELS) - 1}"
        yield f"option name Seed type spin default {self._seed} min 0 max {MOST_SEED}"
        yield "uciok"

    def _set(self, text: str) -> None:
        name, _, value = text.removeprefix("name ").partition(" value ")
        match name.lower():
            case "level":
                self._level = level_of(_number(value, name)).number
            case "seed":
                self._seed = _number(value, name) & MOST_SEED
            case _:
                raise ValueError(f"there's no option {shown(name)!r}")

    def _placed(self, words: Sequence[str], last: State | None) -> State:
        """The state of a `position` command, which may continue the last one; ValueError for none."""
        at = words.index("moves") if "moves" in words else len(words)
        begin, moves = " ".join(words[:at]), tuple(long_of(text) for text in words[at + 1 :])
        before, made = self._begun
        if last is not None and before == begin and moves[: len(made)] == made:
            state, known = last, len(made)
        else:
            state, known = self._begin(begin), 0
        for number, text in enumerate(moves[known:], known + 1):
            state = replay_move(state, number, text)
        self._begun = begin, moves
        return state

    def _begin(self, text: str) -> State:
        kind, _, code = text.partition(" ")
        if kind == "startpos" and not code:
            return new_game(self._variant)
        if kind == "fen" and code and not looks_like_fen(code):
            raise NotFen("this isn't a FEN; for a position code write: position code CODE")
        if kind in {"fen", "code"} and code:
            return new_game(self._variant, start_of(self._variant, code))
        raise ValueError("write: position startpos, position fen FEN, or position code CODE, each with [moves …]")

    def _go(self, asked: _Asked) -> Iterator[str]:
        state = self._state
        if state is None:
            raise ValueError("I couldn't read the last position, so send another one first")
        if state.result is not None:
            raise ValueError(f"the game is over: {result_in_words(state.variant, state.result)}")
        ms = asked.milliseconds(state.turn, len(self._variant.seats))
        level = self._level_for(asked, timed=ms is not None)
        self._signal.begin(ms, endless=asked.infinite)
        for thought in thoughts(state, level, self._seed, self._signal.stopped):
            yield self._told(thought)
        if asked.infinite:
            self._signal.stopped(wait=True)
        self._signal.end()
        yield f"bestmove {plain(self._variant.board, thought.move)}"

    def _level_for(self, asked: _Asked, *, timed: bool) -> Level:
        """The level at which to think: the one chosen, else full strength within whatever limits there are."""
        chosen, limits = asked.limits.get("level", self._level), asked.limits
        limited = timed or asked.infinite or "nodes" in limits or "depth" in limits
        level = sharp(_BOUNDLESS) if chosen is None and limited else level_of(_BARE if chosen is None else chosen)
        depth = min(limits.get("depth", level.depth), _DEEPEST)
        return level._replace(nodes=limits.get("nodes", level.nodes), depth=depth)

    def _told(self, thought: Thought) -> str:
        plies = mates_in(thought.value)
        moves = 0 if plies is None else (abs(plies) + 1) // 2
        score = f"cp {thought.value}" if plies is None else f"mate {moves if plies > 0 else -moves}"
        line = " ".join(plain(self._variant.board, move) for move in thought.line)
        return f"info depth {thought.depth} score {score} nodes {thought.nodes} pv {line}"


def _number(text: str, what: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"{what} is a whole number, not {shown(text)!r}")
    return int(text)


def _read_go(words: Sequence[str]) -> _Asked:
    found: dict[str, int] = {}
    left = iter(words)
    infinite = False
    for name in left:
        if name == "infinite":
            infinite = True
        elif name in LIMITS:
            text = next(left, "")
            overrun = name in {"wtime", "btime"} and text.startswith("-")
            found[name] = 1 if overrun else min(max(1, _number(text, name)), _LONGEST_MS)
        else:
            raise ValueError(f"go doesn't know {shown(name)!r}; it takes {join_words([*LIMITS, 'infinite'], 'and')}")
    return _Asked(found, infinite)


def converse(variant: Variant, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Answer lines with lines until `quit` or their end."""
    heard = LineListener(lines, say)
    session = Session(variant, heard)
    while (line := heard.line()) != "quit":
        for answer in session.answers(line):
            say(answer)
