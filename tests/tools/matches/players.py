"""Who can play a match, by name: levels of the referee, plain players, programs."""

from __future__ import annotations

from engine.lookahead.search import Level, level_of, sharp, think
from engine.model.english import shown
from engine.model.position import Move
from engine.play.state import State
from tests.tools.matches.external import ProgramPlayer
from tests.tools.matches.simple import Contestant, PliesPlayer, RandomPlayer

FORMS = "a level such as 3, nodes:500, random, plies:2, or cmd:PROGRAM?name=value&…"
_TASTE = 10
"""By how much (hundredths of a pawn) players who overlook nothing misjudge places, so that their games differ."""


class LevelPlayer(Contestant):
    """The referee at a level, its budget multiplied by `share`."""

    def __init__(self, level: Level, share: float) -> None:
        self._level = level._replace(nodes=max(1, round(level.nodes * share)))

    def choose(self, state: State, seed: int) -> Move:
        return think(state, self._level, seed).move


def player_of(text: str, share: float = 1.0) -> Contestant:
    kind, _, rest = text.partition(":")
    if text == "random":
        return RandomPlayer()
    if kind == "plies" and rest in {"1", "2", "3", "4"}:
        return PliesPlayer(int(rest))
    if kind == "nodes" and rest.isascii() and rest.isdigit():
        return LevelPlayer(sharp(int(rest))._replace(taste=_TASTE), 1.0)
    if kind == "cmd" and rest:
        return ProgramPlayer(rest)
    if text.isascii() and text.isdigit():
        return LevelPlayer(level_of(int(text)), share)
    raise ValueError(f"{shown(text)!r} is no player; players are {FORMS}")
