"""Puzzles: positions in which exactly one move wins the game, or a piece; as values, and those shipped."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files

from engine.model.english import count_of
from engine.model.position import Position
from engine.movement.generator import movement_of
from engine.notation.moves import MoveList
from engine.notation.position_code import position_of
from engine.play.game import find_move
from engine.play.turns import turn_of
from engine.variants import variant_of
from engine.variants.variant import Variant


class Goal(Enum):
    WIN = "win"
    PIECE = "piece"


class Difficulty(Enum):
    EASY = 1
    MEDIUM = 2
    HARD = 3


class BadPuzzle(ValueError):
    """A line of JSON that is no puzzle."""


@dataclass(frozen=True)
class Puzzle:
    """A position whose player to move reaches a goal in `moves` moves, by one first move only.

    `game` is the id of a game for two without fights, `options` are its options that are not the defaults, `position`
    is a position code. `reason` is that of the result which the solution ends with (see
    `engine.variants.variant.Variant.reasons`), "" where only a piece is won. `line` is the solution with the replies
    that hold out longest, in long form: it begins and ends with a move of the player to move.
    """

    game: str
    options: tuple[tuple[str, str], ...]
    position: str
    goal: Goal
    moves: int
    reason: str
    line: tuple[str, ...]
    difficulty: Difficulty

    @cached_property
    def key(self) -> str:
        """A fingerprint of its content: 16 hexadecimal digits."""
        return sha256(repr((self.game, self.options, self.position, self.goal.value)).encode()).hexdigest()[:16]

    @property
    def number(self) -> int:
        """The beginning of its key as a number below 2**28."""
        return int(self.key[:7], 16)

    @property
    def variant(self) -> Variant:
        """The game; UnknownVariant where there is none such."""
        return variant_of(self.game, dict(self.options))

    @property
    def start(self) -> Position:
        """The position; BadCode where it cannot be read."""
        return position_of(self.variant, self.position)

    @property
    def task(self) -> str:
        """The goal as a sentence to the player to move: "Checkmate Black in 2 moves"."""
        variant = self.variant
        other = variant.seat(3 - self.start.turn).name
        deed = {
            "": f"Win a piece from {other}",
            "checkmate": f"Checkmate {other}",
            "royal-captured": f"Take {other}'s {next(kind.name for kind in variant.kinds if kind.royal)}",
        }.get(self.reason, "Win the game")
        return f"{deed} in {count_of(self.moves, 'move')}."


def puzzle_from(text: str) -> Puzzle:
    """The puzzle that a line of JSON holds; BadPuzzle where it holds none."""
    try:
        fields: Mapping[str, object] = json.loads(text)
        options = fields["options"]
        if not isinstance(options, dict):
            raise BadPuzzle("options are a JSON object")
        return Puzzle(
            str(fields["game"]),
            tuple(sorted((str(name), str(value)) for name, value in options.items())),
            str(fields["position"]),
            Goal(fields["goal"]),
            int(str(fields["moves"])),
            str(fields["reason"]),
            tuple(str(fields["line"]).split()),
            Difficulty(fields["difficulty"]),
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise BadPuzzle(str(problem)) from problem


def in_short(puzzle: Puzzle) -> tuple[str, ...]:
    """The moves of the solution as players write them."""
    movement, position, found = movement_of(puzzle.variant), puzzle.start, []
    for long in puzzle.line:
        move = find_move(movement, position, long)
        found.append(MoveList.of(movement, position).short(move))
        position = turn_of(movement, (movement.play(position, move),)).line[-1]
    return tuple(found)


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, Puzzle]:
    """All of them by their keys, in a fixed order."""
    found: dict[str, Puzzle] = {}
    for path in sorted(files(__package__).joinpath("data").iterdir(), key=lambda path: path.name):
        if path.name.endswith(".jsonl"):
            for line in path.read_text(encoding="utf-8").splitlines():
                puzzle = puzzle_from(line)
                found[puzzle.key] = puzzle
    return found


def puzzle_of_the_day(day: int) -> Puzzle:
    """The puzzle for a day (days since 1970): all in turn, in an order that looks random."""
    puzzles = shipped()
    return puzzles[sorted(puzzles)[day % len(puzzles)]]
