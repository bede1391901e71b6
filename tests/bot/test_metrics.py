"""Metrics: counted where things happen, served on loopback, and nothing at all without a listener."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import measures
from bot.app import Referee
from bot.hosting import Hosting
from bot.metrics import WAITED_FOR, Metrics
from tests.bot.people import Pair, settled
from tests.bot.test_start import TOKEN, environment
from tests.wire import ROOT, Standin, running


@pytest.fixture
def metrics() -> Iterator[Metrics]:
    """Listen to what is measured."""
    found = Metrics()
    before = measures.listen(found)
    yield found
    measures.listen(before)


def value(metrics: Metrics, name: str, **labels: str) -> float:
    """A number on the page."""
    return metrics.registry.get_sample_value(f"hexmarshal_{name}", labels) or 0.0


async def test_what_is_counted(discord_: Standin, database: Path, metrics: Metrics) -> None:
    """Moves, refusals, pictures, requests and acknowledgements are counted; no name or word is on the page."""
    async with running(Referee(database, hosting=Hosting(trace=metrics.trace(), arrived=metrics.arrived))) as referee:
        pair = await Pair.seated(discord_)
        await pair.move("Tbc3")
        await pair.red.slash("move", notation="Xylophone")
        await settled(referee)
    assert value(metrics, "commits_total", kind="Moved") == 1
    assert value(metrics, "commit_seconds_count") >= 1
    assert value(metrics, "picture_seconds_count") >= 2
    assert value(metrics, "requests_total", kind="200") > 0
    assert value(metrics, "refusals_total", kind="NotYourTurn") == 1
    assert value(metrics, "acknowledgement_seconds_count") == 4


def test_memory_is_bounded() -> None:
    """Interactions that are never answered are forgotten."""
    metrics = Metrics()
    for number in range(2 * WAITED_FOR):
        metrics.arrived(number)
    assert len(metrics._came) == WAITED_FOR


async def test_the_page(discord_: Standin, database: Path, unused_tcp_port: int) -> None:
    """The page is served on loopback, with how the client does."""
    metrics = Metrics()
    before = measures.listen(metrics)
    try:
        async with running(Referee(database)) as referee:
            metrics.show(referee, unused_tcp_port, "127.0.0.1")
            page = await asyncio.to_thread(read, f"http://127.0.0.1:{unused_tcp_port}/metrics")
    finally:
        measures.listen(before)
    assert discord_.logins == 1
    assert "hexmarshal_servers 1.0" in page
    assert "hexmarshal_shards_connected 1.0" in page


def read(address: str) -> str:
    """Read a page."""
    with urllib.request.urlopen(address, timeout=5) as response:  # noqa: S310 - it is our own
        return str(response.read().decode())


def test_without_the_package(tmp_path: Path) -> None:
    """Without the package nothing changes, but who asks for metrics is told what to install."""
    program = (
        "import sys; sys.modules['prometheus_client'] = None; "
        "from bot.__main__ import main; import bot.app; sys.exit(main([]))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        cwd=tmp_path,
        env=environment(DISCORD_TOKEN=TOKEN, METRICS_PORT="9", PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("METRICS_PORT is set, but the package")
