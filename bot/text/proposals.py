"""Sentences about proposals: draws, takebacks and pauses offered, accepted and declined, and moves taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.games import Table
from bot.store import Player
from bot.text.actors import Naming, doing, to
from bot.text.several import tally
from engine.play.events import DRAW, PAUSE, TAKEBACK, Agreed, Declined, Proposing
from engine.play.proposals import moves_in_words, moves_since
from engine.play.state import Proposal, State


@dataclass(frozen=True)
class Words:
    """The words of a kind of proposal: what follows a player's name, and how the proposal is listed while open.

    `{moves}` in `offers` stands for the moves to take back; `question` is put to the others.
    """

    offers: str
    accepts: str
    declines: str
    waits: str
    question: str = "do you accept?"


WORDS: Mapping[str, Words] = {
    DRAW: Words("offers a draw", "accepts the draw", "declines the draw", "a draw is offered"),
    TAKEBACK: Words(
        "asks to take back {moves}",
        "agrees to the takeback",
        "declines the takeback; the game goes on",
        "a takeback is asked for",
        "do you agree?",
    ),
    PAUSE: Words("offers a pause", "agrees to the pause", "declines the pause", "a pause is offered"),
}


def standing(table: Table, name: Naming, you: Player | None = None) -> Iterator[str]:
    own = table.game.seats_of(you.id) if you else ()
    for proposal in table.state.proposals:
        seat = proposal.by if proposal.by in own else own[0] if own else 0
        yield _offered(table.state, proposal, to(you, name, table.game.seats[proposal.by]), seat)


def happened(state: State, what: Proposing, actor: str, seat: int = 0) -> str:
    """An event of a proposal as news, in the state that it led to; `seat` is told "your"."""
    words = WORDS[what.kind]
    if isinstance(what, Declined):
        return f"{doing(actor, words.declines)}."
    proposal = state.proposal(what.kind)
    if isinstance(what, Agreed):
        return _tallied(state, proposal, f"{doing(actor, words.accepts)}.")
    asked = f"{doing(actor, words.offers.format(moves='moves'))}."
    return _offered(state, proposal, actor, seat) if proposal else asked


def taken_back(state: State, actor: str, seat: int = 0) -> str:
    return f"{doing(actor, 'agrees')}. {undone(state, seat) or ''}".rstrip()


def undone(state: State, seat: int = 0) -> str | None:
    """The moves just taken back as a sentence; None if something else has happened on the board since."""
    return f"Taken back: {moves_in_words(state.variant, state.undone, seat)}." if state.undone else None


def _offered(state: State, proposal: Proposal, actor: str, seat: int = 0) -> str:
    """An open proposal, such as "Ann asks to take back Blue's Tb5 and your Pxd4."; `seat` is told "your"."""
    moves = moves_in_words(state.variant, moves_since(state, proposal.since), seat) if proposal.since else ""
    return _tallied(state, proposal, f"{doing(actor, WORDS[proposal.kind].offers.format(moves=moves))}.")


def _tallied(state: State, proposal: Proposal | None, words: str) -> str:
    counted = tally(state, proposal)
    return f"{words} {counted}" if counted else words
