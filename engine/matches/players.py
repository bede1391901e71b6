"""Who can play a match, by name: levels of the referee, plain players, programs."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from engine.lookahead.search import Level, level_of, sharp, think
from engine.lookahead.search.thinking import weights_of
from engine.lookahead.search.values import Weights, reckoned
from engine.matches.external import ProgramPlayer
from engine.matches.simple import PliesPlayer, RandomPlayer
from engine.model.english import shown
from engine.model.position import Move
from engine.play.state import State
from engine.variants.learned import read_values
from engine.variants.variant import Variant

FORMS = "a level such as 3 (with weights: 3:reckoned, 3:FILE), nodes:500, random, plies:2, or cmd:PROGRAM?name=value&…"
_TASTE = 10
"""By how much (hundredths of a pawn) players who overlook nothing misjudge places, so that their games differ."""


class Contestant(Protocol):
    """A player of a match."""

    def choose(self, state: State, seed: int) -> Move:
        """Its move in a game that awaits one; all its chance comes from `seed`."""

    def close(self) -> None:
        """End what it has begun."""


class LevelPlayer:
    """The referee at a level, its budget multiplied by `share`."""

    def __init__(self, level: Level, weights: Weights, share: float) -> None:
        self._level = level._replace(nodes=max(1, round(level.nodes * share)))
        self._weights = weights

    def choose(self, state: State, seed: int) -> Move:
        """Its move."""
        return think(state, self._level, seed, self._weights).move

    def close(self) -> None:
        """Nothing is left behind."""


def player_of(text: str, variant: Variant, share: float = 1.0) -> Contestant:
    """The player of this name in a game; ValueError for what is none."""
    kind, _, rest = text.partition(":")
    if text == "random":
        return RandomPlayer()
    if kind == "plies" and rest in {"1", "2", "3", "4"}:
        return PliesPlayer(int(rest))
    if kind == "nodes" and rest.isascii() and rest.isdigit():
        return LevelPlayer(sharp(int(rest))._replace(taste=_TASTE), reckoned(variant), 1.0)
    if kind == "cmd" and rest:
        return ProgramPlayer(rest)
    if kind.isascii() and kind.isdigit():
        return LevelPlayer(level_of(int(kind)), weights_named(rest, variant), share)
    raise ValueError(f"{shown(text)!r} is no player; players are {FORMS}")


def weights_named(name: str, variant: Variant) -> Weights:
    """The weights of this name: the game's own for "", those that follow from its pieces, or those of a file."""
    if not name:
        return weights_of(variant)
    if name == "reckoned":
        return reckoned(variant)
    found = read_values(Path(name).read_text(encoding="utf-8"))
    if missing := {kind.letter for kind in variant.kinds} - set(found.pieces):
        raise ValueError(f"{name} says nothing of {', '.join(sorted(missing))}")
    return Weights(*found)
