"""The page of what was measured: every row, with its spread, and those that miss their aim."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.load import HOLDS, longest_hold
from tests.benchmarks.pairing import Aim, Ratio
from tests.benchmarks.performance import page, time_told


def test_the_page_tells_every_row_and_which_miss_their_aim() -> None:
    """A ratio is judged by its median, an aim in milliseconds by the time itself; rows without an aim are told, too."""
    rows = [
        Ratio("moves: chess", Aim(1.5), (1.0, 1.4, 2.0), 0.000_02, 0.000_014),
        Ratio("moves: hexeh", Aim(1), (1.0, 1.4, 2.0), 0.000_02, 0.000_014),
        Ratio("moves: a look", Aim(5, "ms"), (9.0,) * 3, 0.004, 0.000_4),
        Ratio("moves: a long look", Aim(5, "ms"), (0.1,) * 3, 0.006, 0.06),
        Ratio("moves: megabytes", None, (0.5,) * 3),
    ]
    assert [row.missed for row in rows] == [False, True, False, True, False]
    lines = page({"moves": rows}).splitlines()
    assert "| chess | 1.4 (1 to 2) | 20 µs | 14 µs | 1.5 |" in lines
    assert "| hexeh | 1.4 (1 to 2) | 20 µs | 14 µs | 1 – **missed** |" in lines
    assert "| a look | 9 (9 to 9) | 4 ms | 400 µs | 5 ms |" in lines
    assert "| a long look | 0.1 (0.1 to 0.1) | 6 ms | 60 ms | 5 ms – **missed** |" in lines
    assert "| megabytes | 0.5 (0.5 to 0.5) |  |  |  |" in lines
    assert any("2 of 4 aims are missed" in line for line in lines)
    assert any("No aim of 1 is missed." in line for line in page({"moves": rows[:1]}).splitlines())


def test_times_in_units_that_suit_them() -> None:
    """Seconds, milliseconds, microseconds; nothing where no time was measured."""
    assert [time_told(each) for each in (1.25, 0.0456, 0.000_012_3, 0)] == ["1.25 s", "45.6 ms", "12.3 µs", ""]


def test_the_longest_hold_since_a_time(tmp_path: Path) -> None:
    """What held the loop longest is told with its task, but not what held it before; or that nothing did."""
    assert "0.0 ms of processor time (nothing of note)" in longest_hold(tmp_path, 10)
    (tmp_path / HOLDS).write_text("9.5 0.2 a start\n11.0 0.0125 a long look\n12.0 0.0061 a look\n", "utf-8")
    assert "12.5 ms of processor time (a long look)" in longest_hold(tmp_path, 10)
