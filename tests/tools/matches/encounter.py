"""One game of a match, from its terms and its number alone, with openings that both players get from every side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

from engine.model.position import long_form
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import dice_of
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.tools.matches.moves import chance, made, thrower
from tests.tools.matches.players import player_of
from tests.tools.matches.simple import Contestant

TOO_LONG = "too long"
OUTLASTED = "all others out"
"""Why a game of three or four is over once all who are left are the same player."""


@dataclass(frozen=True)
class MatchTerms:
    """What a match is played under; two matches of equal terms are the same.

    `share` multiplies the budgets of the players `a` and `b` (see `FORMS`); a game of `longest` plies is drawn.
    """

    game: str
    options: tuple[tuple[str, str], ...]
    a: str
    b: str
    share: float = 1.0
    seed: int = 0
    longest: int = 400

    @property
    def variant(self) -> Variant:
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
    state = opening(variant, terms.seed, number // len(ways))
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


@cache
def seatings(seats: int) -> tuple[str, ...]:
    """The ways in which players A and B share the seats, evenly or nearly so: `AB BA`, for three `ABB BAB … AAB`.

    Games go in rounds of one each, so that both have sat on every seat, beside every number of their kind.
    """
    ways = [
        "".join("A" if seat in chosen else "B" for seat in range(seats))
        for count in sorted({seats // 2, seats - seats // 2})
        for chosen in combinations(range(seats), count)
    ]
    return tuple(ways)


def opening(variant: Variant, seed: int, number: int) -> State:
    """The game after four moves by chance, no captures where others are legal; one that is over is drawn again.

    Raises ValueError for a game that ends so in every one of many attempts.
    """
    for attempt in range(1000):
        scope = f"opening {seed} {number} {attempt}"
        dice, state = chance(scope), new_game(variant)
        for _ in range(4):
            if state.result is not None:
                break
            legal = sheet(state).legal
            calm = [move for move in legal if state.movement.captured(state.position, move) is None] or legal
            state = made(state, calm[dice.throw(len(calm)) - 1], thrower(f"{scope} dice"))
        if state.result is None:
            return state
    raise ValueError("no opening leaves a game to play")
