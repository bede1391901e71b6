"""One side of the protocol for programs that play: commands in, lines out (docs/engines.md).

It is UCI (Stefan Meyer-Kahlen, 2000) with the games of the referee: positions are codes, budgets are counted in
positions, and moves bring the dice of their fights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from engine.lookahead.search import LEVELS, Level, Thought, level_of, mates_in, think
from engine.matches.moves import long_of, plain
from engine.matches.players import sharp
from engine.model.english import shown
from engine.model.position import Move, long_form
from engine.notation.describe import result_in_words
from engine.play.game import new_game
from engine.play.start import start_of
from engine.play.state import State
from engine.records.replay import replayed
from engine.variants import titled
from engine.variants.variant import Variant

COMMANDS = "uci, isready, ucinewgame, setoption, position, go, stop, quit"
MOST_SEED = (1 << 32) - 1
_BOUNDLESS = 1 << 40
_DEEPEST = 60
_FIRST_RUNG = 2_000


class Ears(Protocol):
    """Hearing while thinking."""

    def stopped(self, *, wait: bool) -> bool:
        """Whether to stop thinking now; with `wait`, not before somebody says so."""


class _Asked(NamedTuple):
    """What `go` asks for; None where it is silent."""

    level: int | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False


class Session:
    """What a program that plays a variant remembers from line to line."""

    def __init__(self, variant: Variant, ears: Ears) -> None:
        self._variant, self._ears = variant, ears
        self._level, self._seed, self._plain = 5, 0, False
        self._begun: tuple[str, tuple[str, ...]] = ("", ())
        self._state = new_game(variant)
        self._lost = False
        """Whether the last position could not be read, so that nothing can be said of it."""

    def answers(self, line: str) -> Iterator[str]:
        """The lines with which a command is answered, as they come; what is wrong is told as `info string`."""
        command, *words = line.split() or [""]
        try:
            yield from self._answers(command, words)
        except ValueError as problem:
            yield f"info string {problem}"

    def _answers(self, command: str, words: Sequence[str]) -> Iterator[str]:
        match command:
            case "uci":
                yield from self._introduced()
            case "isready":
                yield "readyok"
            case "ucinewgame":
                self._begun, self._state, self._lost = ("", ()), new_game(self._variant), False
            case "setoption":
                self._set(" ".join(words))
            case "position":
                self._placed(words)
            case "go":
                yield from self._go(_read_go(words))
            case "" | "stop":
                pass
            case _:
                raise ValueError(f"{shown(command)!r} is none of the commands: {COMMANDS}")

    # ---- commands

    def _introduced(self) -> Iterator[str]:
        yield f"id name Hexmarshal, {titled(self._variant.name, self._variant.options)}"
        yield "id author the Hexmarshal project"
        yield f"option name Level type spin default {self._level} min 1 max {len(LEVELS)}"
        yield f"option name Seed type spin default {self._seed} min 0 max {MOST_SEED}"
        yield "option name Plain type check default false"
        yield "uciok"

    def _set(self, text: str) -> None:
        name, _, value = text.removeprefix("name ").partition(" value ")
        match name.lower():
            case "level":
                self._level = level_of(_number(value, name)).number
            case "seed":
                self._seed = _number(value, name) & MOST_SEED
            case "plain":
                if value.lower() not in {"true", "false"}:
                    raise ValueError(f"{name} is true or false, not {shown(value)!r}")
                self._plain = value.lower() == "true"
            case _:
                raise ValueError(f"there is no option {shown(name)!r}")

    def _placed(self, words: Sequence[str]) -> None:
        self._lost = True
        at = words.index("moves") if "moves" in words else len(words)
        begin, moves = " ".join(words[:at]), tuple(long_of(text) for text in words[at + 1 :])
        state, known = self._reached(begin, moves)
        for number, text in enumerate(moves[known:], known + 1):
            state = replayed(state, number, text)
        self._begun, self._state, self._lost = (begin, moves), state, False

    def _reached(self, begin: str, moves: tuple[str, ...]) -> tuple[State, int]:
        """A state on the way to a position, and how many of its moves have led there."""
        before, known = self._begun
        if before == begin and moves[: len(known)] == known:
            return self._state, len(known)
        kind, _, code = begin.partition(" ")
        if kind == "startpos" and not code:
            return new_game(self._variant), 0
        if kind == "code" and code:
            return new_game(self._variant, start_of(self._variant, code)), 0
        raise ValueError("write: position startpos [moves …], or position code CODE [moves …]")

    def _go(self, asked: _Asked) -> Iterator[str]:
        state = self._state
        if self._lost:
            yield "info string the last position could not be read"
            yield "bestmove (none)"
            return
        if state.result is not None:
            yield f"info string the game is over: {result_in_words(state.variant, state.result)}"
            yield "bestmove (none)"
            return
        best = None
        for level in self._levels(asked):
            thought = think(state, level, self._seed)
            best = thought.move
            yield self._told(thought)
            if asked.infinite:
                won = mates_in(thought.value) is not None
                if self._ears.stopped(wait=won or thought.depth >= _DEEPEST or not thought.nodes):
                    break
        if best is not None:
            yield f"bestmove {self._long(best)}"

    def _levels(self, asked: _Asked) -> Iterator[Level]:
        """The levels at which to think, one after the other."""
        if asked.nodes is None and asked.depth is None and not asked.infinite:
            yield level_of(asked.level or self._level)
            return
        level = sharp(_BOUNDLESS) if asked.level is None else level_of(asked.level)
        level = level._replace(nodes=asked.nodes or level.nodes, depth=min(_DEEPEST, asked.depth or level.depth))
        budget = _FIRST_RUNG
        while asked.infinite:
            yield level._replace(nodes=budget)
            budget *= 2
        yield level

    def _told(self, thought: Thought) -> str:
        plies = mates_in(thought.value)
        moves = 0 if plies is None else (abs(plies) + 1) // 2
        score = f"cp {thought.value}" if plies is None else f"mate {moves if plies > 0 else -moves}"
        line = " ".join(self._long(move) for move in thought.line)
        return f"info depth {thought.depth} score {score} nodes {thought.nodes} pv {line}"

    def _long(self, move: Move) -> str:
        return (plain if self._plain else long_form)(self._variant.board, move)


def _number(text: str, what: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"{what} is a whole number, not {shown(text)!r}")
    return int(text)


def _read_go(words: Sequence[str]) -> _Asked:
    """What `go` asks for; times are heard and not kept, for the referee has no clock."""
    found: dict[str, int] = {}
    for name, value in pairwise([*words, ""]):
        if name in {"level", "nodes", "depth"}:
            found[name] = max(1, _number(value, name))
    return _Asked(found.get("level"), found.get("nodes"), found.get("depth"), infinite="infinite" in words)
