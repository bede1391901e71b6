"""The referee as a player: a search for the best move within a budget of positions.

It knows no game: rules come from the engine, values of pieces from how they move.
"""

from engine.lookahead.search.levels import LEVELS, Level, level_of, sharp
from engine.lookahead.search.thinking import Thought, claims_draw, think, thoughts
from engine.lookahead.search.values import WIN, mates_in

__all__ = ["LEVELS", "WIN", "Level", "Thought", "claims_draw", "level_of", "mates_in", "sharp", "think", "thoughts"]
