"""Power cuts and errors of the disk along a match, a spread of each; `python -m tests.bot.faults` walks them all."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

import pytest

from tests.bot.faults import diskerrors, powercuts
from tests.bot.faults.disk import Connection
from tests.bot.faults.matches import MATCHES
from tests.bot.faults.powercuts import WAYS, Tape
from tests.suites import spread


@pytest.fixture(scope="module", params=MATCHES)
def tape(blank: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Tape:
    """Record a match."""
    return asyncio.run(powercuts.record(blank, tmp_path_factory.mktemp("tape"), MATCHES[request.param]))


@pytest.mark.parametrize("way", spread(2, WAYS))
def test_power_cuts(tape: Tape, way: str, tmp_path: Path) -> None:
    """After every tenth change the store is sound and has all that was committed; what was under way wholly or not."""
    assert len(tape.commits) > 10
    cuts = range(0, len(tape.changes) + 1, 10)
    assert [None] * len(cuts) == [powercuts.check(tape, after, way, tmp_path) for after in cuts]


async def test_a_store_that_does_not_sync_is_found_out(blank: Path, tmp_path: Path) -> None:
    """The same walk objects to a store that does not wait for its disk."""
    execute = Connection.execute

    def careless(self: Connection, sql: str, parameters: Sequence[object] = ()) -> object:
        return execute(self, sql.replace("synchronous = FULL", "synchronous = OFF"), parameters)

    with mock.patch.object(Connection, "execute", careless):
        tape = await powercuts.record(blank, tmp_path)
    after = tape.commits[-1][0]
    assert "not what commit" in str(powercuts.check(tape, after, "all lost", tmp_path))


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("kind", spread(2, diskerrors.KINDS), ids=str)
async def test_errors(kind: diskerrors.Kind, match: str, blank: Path, tmp_path: Path) -> None:
    """Whatever call fails, people are told in words, and once the disk is well the store becomes what it should be."""
    count, expected = await diskerrors.calls(blank, tmp_path, MATCHES[match])
    assert count > 300
    calls = range(7, count + 1, 23)
    found = [await diskerrors.check(blank, tmp_path, kind, number, expected, MATCHES[match]) for number in calls]
    assert [None] * len(calls) == found
