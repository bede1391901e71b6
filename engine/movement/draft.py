"""A position in the making, for moves to be made and taken back."""

from __future__ import annotations

from engine.model.position import Passed, Position


class Draft:
    """What a move changes of a position: parts to be written over, of which `position` makes a value.

    It belongs to one computation, which makes the next move only once it is done with the one before. `whole` is the
    position itself where the move changed more than these parts.
    """

    def __init__(self, position: Position, following: int) -> None:
        """Lay a position out; `following` is the seat to move once a move has been made."""
        self.squares, self.sides = bytearray(position.placement), list(position.pieces)
        self.quiet, self.lost, self.rights = position.quiet, position.lost, position.rights
        self.passed: Passed | None = None
        self.captor: int | None = None
        self.whole: Position | None = None
        self._following, self._out, self._tally = following, position.out, position.tally

    def position(self) -> Position:
        """The position as it stands now."""
        if self.whole is not None:
            return self.whole
        # Position(...) itself would take twice as long: a named tuple's own __new__ is written in Python.
        return tuple.__new__(
            Position,
            (
                bytes(self.squares),
                tuple(self.sides),
                self._following,
                self.quiet,
                self.lost,
                self._out,
                self.rights,
                self.passed,
                (),
                0,
                self.captor,
                self._tally,
            ),
        )
