"""Values that follow from how pieces move."""

from __future__ import annotations

from engine.lookahead.search.evaluation import WIN, mates_in, mixed, tables
from tests.engine.support import CHESS


def test_a_seed_misjudges_by_no_more_than_its_taste() -> None:
    """The same seed misjudges in the same way."""
    plain, tasted, again = (tables(CHESS, CHESS.start, 7, taste) for taste in (0, 9, 9))
    differences = [
        abs(a - b) for one, other in zip(plain, tasted, strict=True) for a, b in zip(one, other, strict=True)
    ]
    assert tasted == again
    assert 0 < max(differences) <= 9


def test_mixed_numbers_are_fixed() -> None:
    """They are the same on every machine, so that a move is, too."""
    found = [mixed(1, 2, 3), mixed(3, 2, 1), mixed(0), mixed(2**40)]
    assert found == [2_901_138_804, 1_950_153_599, 493_009_611, 2_967_843_029]
    assert len({mixed(seed, cell) for seed in range(30) for cell in range(30)}) == 900


def test_mates_are_told_by_values() -> None:
    """In plies, negative for a loss."""
    assert (mates_in(WIN - 3), mates_in(3 - WIN), mates_in(500)) == (3, -3, None)
