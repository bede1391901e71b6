"""The referee as a player: a search for the best move within a budget of positions.

It knows no game: rules come from the engine, values of pieces from how they move.
"""

from engine.lookahead.search.evaluation import WIN, mates_in
from engine.lookahead.search.thinking import LEVELS, Level, Thought, claims_draw, level_of, sharp, think, thoughts

__all__ = ["LEVELS", "WIN", "Level", "Thought", "claims_draw", "level_of", "mates_in", "sharp", "think", "thoughts"]
