"""What a player proposes and all who remain must agree to, as a value."""

from __future__ import annotations

from dataclasses import dataclass

DRAW, TAKEBACK, PAUSE = "draw", "takeback", "pause"


@dataclass(frozen=True)
class Proposal:
    """A proposal that stands open.

    `kind` names its kind (`engine.play.proposal_kinds`), `sequence` is the number of the event that made it, `by` the
    seat that did, `agreed` are the seats that agree so far. One about moves means all from the event `since` on, any
    other has 0 there.
    """

    kind: str
    sequence: int
    by: int
    agreed: frozenset[int]
    since: int = 0
