"""With any page damaged a referee starts, lists, plays all games that do not stand on it, and begins more."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.bot.damaged import PAGE
from tests.bot.store.pages import FLIPS, SCHEMA, fill, owners, walk
from tests.suites import first

RECORDS = {"games", "events", "seats"}
"""What a game is made of: the games on such a page are lost with it."""
PARTS = 40
"""Into how many parts the pages are divided; every fourth is walked here, all by `python -m tests.bot.store.pages`."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fill a store once."""
    path = tmp_path_factory.mktemp("base") / "games.sqlite"
    asyncio.run(fill(path))
    return path


@pytest.fixture(scope="module")
def owned(base: Path) -> Mapping[int, str]:
    """Tell whose its pages are."""
    return owners(base)


@pytest.mark.parametrize("part", first(1, range(0, PARTS, 4)))
async def test_a_page_stops_only_what_stands_on_it(
    base: Path, owned: Mapping[int, str], tmp_path: Path, part: int
) -> None:
    """Nothing fails otherwise than as it should, and only a damaged schema keeps a referee from starting."""
    pages = range(part, base.stat().st_size // PAGE, PARTS)  # noqa: ASYNC240 - nothing else runs
    flips = [list(FLIPS)[(part + turn) % len(FLIPS)] for turn in (0, 3)]
    for page, flip, visited in await walk(base, pages, flips, tmp_path):
        whose = owned.get(page, "no table")
        assert visited.failed == (), (page, flip)
        if whose == SCHEMA:
            assert visited.refused is None or "cannot use the database" in visited.refused
            continue
        assert visited.refused is None, (page, flip)
        assert visited.begun, (page, flip)
        assert not visited.lost or whose in RECORDS, (page, flip)
