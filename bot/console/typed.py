"""Moves as they can be typed, and what to say to a line that is none."""

from __future__ import annotations

from bot.console.screens import Words
from engine.model.refusal import Refusal
from engine.notation.describe import move_in_words
from engine.notation.moves import MoveList, UnreadableMove


def moves_to_type(legal: MoveList) -> Words:
    """The legal moves in short notation, sorted, each in words: `Ga2` with "guard a1 to a2"."""
    return sorted((legal.short(move), move_in_words(legal.movement, legal.position, move)) for move in legal.legal)


def as_typed(told: str) -> str:
    """News with Discord's commands as they are typed here."""
    return told.replace("/game claim-time", '"flag"')


def with_way_on(refusal: Refusal) -> str:
    """A refusal in words, for a line that is no move with the way to the commands."""
    return f'{refusal} "help" lists what else you can type.' if isinstance(refusal, UnreadableMove) else str(refusal)
