"""One game of a match, from its terms and its number alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.model.position import long_form
from engine.play.state import State
from engine.records.replay import dice_of
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.tools.matches.chance import chance, thrower
from tests.tools.matches.moves import made
from tests.tools.matches.players import Contestant, player_of
from tests.tools.matches.seating import opening, seatings

TOO_LONG = "too long"
OUTLASTED = "all others out"
"""Why a game of three or four is over once all who are left are the same player."""


@dataclass(frozen=True)
class MatchTerms:
    """What a match is played under; two matches of equal terms are the same.

    `a` and `b` name the players (see `FORMS`), `share` multiplies the budgets of levels, `plies` is how long openings
    are, and a game of `longest` plies is drawn.
    """

    game: str
    options: tuple[tuple[str, str], ...]
    a: str
    b: str
    share: float = 1.0
    seed: int = 0
    plies: int = 4
    longest: int = 400

    @property
    def variant(self) -> Variant:
        """What is played."""
        return variant_of(self.game, dict(self.options))

    @property
    def round(self) -> int:
        """How many games a round has, in which both players sit on every seat."""
        return len(seatings(len(self.variant.seats)))


class Encounter(NamedTuple):
    """How a game of a match went: who sat where, the winner (`A`, `B`, or "" for a draw), why, and its moves."""

    number: int
    seating: str
    winner: str
    reason: str
    moves: tuple[str, ...]


def encounter(terms: MatchTerms, number: int) -> Encounter:
    """Play the game of that number, counted from 0; ValueError for players that there are not or that fail."""
    variant = terms.variant
    ways = seatings(len(variant.seats))
    seating = ways[number % len(ways)]
    state = opening(variant, terms.seed, number // len(ways), terms.plies)
    players: dict[str, Contestant] = {}
    try:
        players.update({"A": player_of(terms.a, terms.share)})
        players.update({"B": player_of(terms.b, terms.share)})
        return _played(terms, number, seating, state, players)
    finally:
        for player in players.values():
            player.close()


def _played(terms: MatchTerms, number: int, seating: str, state: State, players: Mapping[str, Contestant]) -> Encounter:
    scope = f"game {terms.seed} {number}"
    throw, seeds = thrower(f"{scope} dice"), chance(scope)
    winner, reason = "", TOO_LONG
    while len(state.played) < terms.longest:
        if state.result is not None:
            reason = state.result.reason
            winner = "" if state.result.winner is None else seating[state.result.winner - 1]
            break
        left = {seating[seat - 1] for seat in state.remaining}
        if len(left) == 1:
            winner, reason = left.pop(), OUTLASTED
            break
        if claim := next((each for each in state.variant.claims if each.available(state.movement, state.line)), None):
            reason = claim.reason
            break
        move = players[seating[state.turn - 1]].choose(state, seeds.throw(1 << 32) - 1)
        state = made(state, move, throw)
    moves = tuple(long_form(state.variant.board, played.move) + dice_of(played) for played in state.played)
    return Encounter(number, seating, winner, reason, moves)
