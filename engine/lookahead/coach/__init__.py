"""The coach: what a search says about a position or a game, in words that help a player. Pure."""

from engine.lookahead.coach.hints import ADVISING, STEPS, Hint, hint, hint_of
from engine.lookahead.coach.lines import line_written
from engine.lookahead.coach.review import Review, Turning, questions, review, reviewed, reviewing
from engine.lookahead.coach.shares import share, standing

__all__ = [
    "ADVISING",
    "STEPS",
    "Hint",
    "Review",
    "Turning",
    "hint",
    "hint_of",
    "line_written",
    "questions",
    "review",
    "reviewed",
    "reviewing",
    "share",
    "standing",
]
