"""Thinking in processes of their own: problems in, moves out, a fair queue between; nothing of Discord or the store."""

from bot.thinking.pool import Thinkers, Unthinkable
from bot.thinking.problem import Problem, Solution

__all__ = ["Problem", "Solution", "Thinkers", "Unthinkable"]
