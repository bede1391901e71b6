"""What was thought of in positions of every game; `python -m tests.engine.lookahead.search.thoughts` writes it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.lookahead.search import LEVELS, think
from engine.model.position import long_form
from engine.play.state import Await
from engine.variants import GAMES, variant_of
from tests.engine.support import random_fights

KEPT = Path(__file__).with_name("thoughts.txt")
PLAYED = [(key, combat) for key, game in GAMES.items() for combat in game.combat if combat in {"off", "poly"}]
"""The games, with and without fights, by whose names the lines of the file begin."""
SPENT = 400
"""How many positions a thought may look at, at most."""


def thoughts(key: str, combat: str) -> Iterator[str]:
    """Thoughts about a game played at random, a line each.

    That is the game, its fights, the ply and the level; then the value, the depth, how many positions were looked at,
    and the line, which begins with the move.
    """
    variant = variant_of(key, {"combat": combat})
    states = [state for state in random_fights(variant, 7, 30) if state.awaits is Await.MOVE]
    for number, state in enumerate(states[9::10]):
        for level in (LEVELS[0], LEVELS[1 + (number + len(key) + len(combat)) % 8]):
            thought = think(state, level._replace(nodes=min(SPENT, level.nodes)), 1)
            line = " ".join(long_form(variant.board, move) for move in thought.line)
            told = f"{thought.value} {thought.depth} {thought.nodes} {line}"
            yield f"{key} {combat} {len(state.played)} {level.number}: {told}"


def kept(key: str, combat: str) -> list[str]:
    """The lines of the file about a game."""
    return [line for line in KEPT.read_text("utf-8").splitlines() if line.startswith(f"{key} {combat} ")]


if __name__ == "__main__":
    KEPT.write_text("".join(f"{line}\n" for game in PLAYED for line in thoughts(*game)), encoding="utf-8")
