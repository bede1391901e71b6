"""Events packed for a store: their kinds are names that stay."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.events import KINDS, BrokenRecord, Flagged, unpack

STORED = """
moved rolled drawn revealed draw-offered draw-accepted draw-declined draw-claimed resigned continued
clock-started flagged time-claimed credited went-away came-back pause-offered pause-accepted pause-declined paused
resumed takeback-offered takeback-accepted takeback-declined taken-back game-closed abandoned replaced
opened worded seated barred roll-called
"""


def test_kinds_that_were_stored_stay_readable() -> None:
    """Every name that a kind of event was ever stored under still names one, so that no class is renamed lightly."""
    assert set() == set(STORED.split()) - set(KINDS)


def test_unpacked() -> None:
    """A kind with its fields is the event again, and what is none says so."""
    assert Flagged(2) == unpack("flagged", {"seat": 2})
    for kind, fields in (("flogged", {}), ("flagged", {}), ("flagged", {"seat": "2"}), ("resigned", {"seat": 2})):
        with pytest.raises(BrokenRecord, match=f"unknown event {kind}"):
            unpack(kind, fields)
    anything: tuple[Any, ...] = ([], [2], None, "seat")
    for other in anything:
        with pytest.raises(BrokenRecord, match="unknown event flagged"):
            unpack("flagged", other)
