"""Thinking in processes of their own: games and queries in, moves and thoughts out, a fair queue between.

Nothing here knows Discord or the store.
"""

from bot.thinking.pool import Thinkers, Unthinkable
from bot.thinking.problem import Problem, Solution
from bot.thinking.query import Query

__all__ = ["Problem", "Query", "Solution", "Thinkers", "Unthinkable"]
