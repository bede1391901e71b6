"""Every change to a record in a single place is found, by its check or by its seal, or named as not vouched for."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from engine.records.scoresheet import read_scoresheet
from tests.engine.tampering import GAMES, MISSED, NAMED, WALKS, found, game, record
from tests.suites import spread_rows

PARTS = 12
CASES = [
    (name, walk, part) for part in range(PARTS) for name in GAMES for walk in WALKS if walk != "words" or not part % 3
]
"""Of the words a third; `python -m tests.engine.tampering` looks at all."""


@pytest.mark.parametrize(("name", "walk", "part"), spread_rows(3, CASES))
def test_every_single_change_is_found(name: str, walk: str, part: int) -> None:
    """No event, tag or word can be changed, dropped, doubled or exchanged without being found or named."""
    state = game(name)
    finders: Counter[str] = Counter()
    for tampering in islice(WALKS[walk](state), part, None, PARTS):
        if (text := tampering.text) != record(state):
            finders[finder := found(state, text)] += 1
            assert finder != MISSED, (tampering.what, text)
            assert finder != NAMED or walk == "tags", (tampering.what, text)
    assert finders


@pytest.mark.parametrize("name", GAMES)
def test_whole_records_pass(name: str) -> None:
    """What has not been changed is found in order, on paper with other names as well."""
    state = game(name)
    sheet = read_scoresheet(record(state))
    assert sheet.verify().matches
    assert sheet.compared(sheet.seal).event == len(state.events)
    assert found(state, record(state)) == NAMED
