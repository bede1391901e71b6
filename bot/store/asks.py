"""What a running game asks of its players besides a move: a column of its row, for lists that replay no games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple, Self

from bot.store.damage import Unreadable
from engine.play.state import State

_WORD = re.compile(r"(out|late)=(\d{1,2})|([a-z]+):(\d{1,2})", re.ASCII)


class Asks(NamedTuple):
    """What is asked: the seats that are `out`, and the open `proposals`, each by its kind with the seats that agree.

    Seats are told by the bits of their numbers. `late` is the seat that has no time left whatever the time is, 0 for
    none; while a clock runs, its deadline tells that.
    """

    out: int = 0
    late: int = 0
    proposals: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, state: State) -> Asks:
        """What a game asks as it stands; nothing once it is over."""
        if state.result is not None:
            return NOTHING
        clock, out = state.clock, state.position.out
        if clock is None and not out and not state.proposals:
            return NOTHING
        late = clock.running if clock is not None and not (clock.paused or clock.left[clock.running]) else 0
        return cls(out, late, tuple((each.kind, _bits(each.agreed)) for each in state.proposals))

    @classmethod
    def read(cls, text: str) -> Self:
        """What is asked as the column has it; Unreadable where it does not hold that."""
        found: dict[str, int] = {}
        proposals = []
        for word in text.split():
            match = _WORD.fullmatch(word)
            if match is None:
                raise Unreadable(f"nothing is asked as {text!r}")
            if match[1]:
                found[match[1]] = int(match[2])
            else:
                proposals.append((match[3], int(match[4])))
        return cls(found.get("out", 0), found.get("late", 0), tuple(proposals))

    @property
    def text(self) -> str:
        """What is asked, for the column: `out=4 late=2 draw:2`, each where there is any."""
        if self is NOTHING:
            return ""
        words = [f"out={self.out}"] * (self.out > 0) + [f"late={self.late}"] * (self.late > 0)
        return " ".join([*words, *(f"{kind}:{agreed}" for kind, agreed in self.proposals)])


NOTHING = Asks()
"""What is asked where nothing is."""


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)
