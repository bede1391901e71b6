"""The same thoughts on every Python, machine and build: those that are kept in a file."""

from __future__ import annotations

import pytest

from tests.engine.lookahead.search.thoughts import PLAYED, kept, thoughts
from tests.suites import spread_rows


@pytest.mark.parametrize(("key", "combat"), spread_rows(8, PLAYED))
def test_thoughts_are_those_that_are_kept(key: str, combat: str) -> None:
    """Moves, values, depths, positions looked at and lines, of every game with and without fights."""
    assert kept(key, combat) == list(thoughts(key, combat))
