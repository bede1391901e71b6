"""What is said about takebacks: what is to be undone before anybody agrees, and what has been."""

from __future__ import annotations

from bot.text import several
from engine.play.events import TakebackAccepted, TakebackDeclined, TakebackOffered, TakenBack
from engine.play.state import State, Takeback
from engine.play.takeback import moves_in_words, moves_since

About = TakebackOffered | TakebackAccepted | TakebackDeclined | TakenBack


def asked(state: State, request: Takeback, actor: str, seat: int = 0) -> str:
    """The takeback asked for, "Ann asks to take back Blue's Tb5 and your Pxd4."; `seat` is told "your"."""
    words = moves_in_words(state.variant, moves_since(state, request.since), seat)
    return _with_tally(state, f"{actor} asks to take back {words}.")


def happened(state: State, what: About, actor: str, seat: int = 0) -> str:
    """Something about a takeback as news, the state being the one it led to; `seat` is told "your"."""
    if isinstance(what, TakenBack):
        return f"{actor} agrees. {undone(state, seat) or ''}".rstrip()
    if isinstance(what, TakebackDeclined):
        return f"{actor} does not want the takeback; the game goes on."
    if state.request is None:
        return f"{actor} {'asks for' if isinstance(what, TakebackOffered) else 'agrees to'} a takeback."
    if isinstance(what, TakebackOffered):
        return asked(state, state.request, actor, seat)
    return _with_tally(state, f"{actor} agrees to the takeback.")


def undone(state: State, seat: int = 0) -> str | None:
    """The moves just taken back as a sentence; None if that was not the last that happened on the board."""
    return f"Taken back: {moves_in_words(state.variant, state.undone, seat)}." if state.undone else None


def _with_tally(state: State, words: str) -> str:
    counted = several.tally(state, state.request)
    return f"{words} {counted}" if counted else words
