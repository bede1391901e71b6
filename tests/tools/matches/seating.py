"""Fair beginnings: who sits where, and the openings that both players get from every side."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants.variant import Variant
from tests.tools.matches.chance import chance, thrower
from tests.tools.matches.moves import made

_ATTEMPTS = 1000


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


def opening(variant: Variant, seed: int, number: int, plies: int) -> State:
    """The game after so many moves by chance, no captures where others are legal; one that is over is drawn again.

    Raises ValueError for a game that ends so in every one of many attempts.
    """
    for attempt in range(_ATTEMPTS):
        scope = f"opening {seed} {number} {attempt}"
        dice, state = chance(scope), new_game(variant)
        for _ in range(plies):
            if state.result is not None:
                break
            legal = sheet(state).legal
            calm = [move for move in legal if state.movement.captured(state.position, move) is None] or legal
            state = made(state, calm[dice.throw(len(calm)) - 1], thrower(f"{scope} dice"))
        if state.result is None:
            return state
    raise ValueError(f"no opening of {plies} plies leaves a game to play")
