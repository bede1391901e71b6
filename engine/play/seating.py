"""Seating at the start: the seats players wish for, and the others drawn one after the other. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.play.events import Drawn

SEATS = "seats"


def seated(wishes: Sequence[int], throw: Callable[[int, int], int]) -> tuple[tuple[int, ...], tuple[Drawn, ...]]:
    """The seats of players in the order in which they came, and the draws that decided them.

    `wishes` gives each player's seat, 0 for a drawn one; there are as many seats as players, and no two wish for one.
    Those without a wish draw in their order: a die with a face for each seat still free, the lowest seat first; the
    last takes what is left without a draw. `throw(number, faces)` gives the only die of the game's roll of that number.
    """
    free = [seat for seat in range(1, len(wishes) + 1) if seat not in wishes]
    seats: list[int] = []
    draws: list[Drawn] = []
    for wish in wishes:
        if not wish and len(free) > 1:
            draws.append(Drawn(SEATS, len(free), throw(len(draws), len(free))))
            seats.append(free.pop(draws[-1].value - 1))
        else:
            seats.append(wish or free.pop())
    return tuple(seats), tuple(draws)
