"""Metrics for Prometheus, by its own client library (the extra `metrics`): a page that listens on loopback by default.

No label holds an id or a word of people's: kinds are names of classes, or numbers of Discord's.
"""

from __future__ import annotations

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sized
from types import SimpleNamespace
from typing import Protocol

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from bot.discord_ui.channel.attendance import Attendance
from bot.measures import listen

log = logging.getLogger(__name__)

COUNTED: Mapping[str, str] = {
    "commits": "Events committed, by their kind",
    "refusals": "Refusals told, by their kind",
    "requests": "Requests to Discord, by the status of the answer",
}
TIMED: Mapping[str, str] = {
    "acknowledgement": "From an interaction's arrival until Discord has its first response (s)",
    "commit": "Writing the events of one command durably (s)",
    "picture": "Drawing a picture (s)",
}
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""The limits of the histograms (s); Discord waits 3 s for a first response."""
WAITED_FOR = 10_000
"""For how many interactions at most it is known when they came."""
_FIRST = re.compile(r"/interactions/(\d{1,20})/[^/]+/callback$")


class Client(Protocol):
    """What is looked up of a client."""

    attendance: Attendance

    @property
    def guilds(self) -> Sized:
        """The servers that it is in."""

    @property
    def latency(self) -> float:
        """How long Discord takes to answer (s)."""


class Metrics:
    """Counts for one process; `page` serves them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._counters = {
            name: Counter(f"hexmarshal_{name}", text, ["kind"], registry=self.registry)
            for name, text in COUNTED.items()
        }
        self._histograms = {
            name: Histogram(f"hexmarshal_{name}_seconds", text, buckets=BUCKETS, registry=self.registry)
            for name, text in TIMED.items()
        }
        self._came: OrderedDict[int, float] = OrderedDict()

    def count(self, what: str, kind: str = "", times: int = 1) -> None:
        """Count something of COUNTED."""
        self._counters[what].labels(kind).inc(times)

    def took(self, what: str, seconds: float) -> None:
        """Note how long something of TIMED has taken."""
        self._histograms[what].observe(seconds)

    def arrived(self, interaction: int) -> None:
        """Note that an interaction has arrived."""
        self._came[interaction] = time.perf_counter()
        while len(self._came) > WAITED_FOR:
            self._came.popitem(last=False)

    def _gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Show a value that is looked up whenever the page is; it may be looked up in another thread."""
        Gauge(f"hexmarshal_{name}", text, registry=self.registry).set_function(value)

    def trace(self) -> aiohttp.TraceConfig:
        """What tells of the requests that a client makes."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._answered)
        return config

    async def _answered(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, made: aiohttp.TraceRequestEndParams
    ) -> None:
        del session, context
        self.count("requests", str(made.response.status))
        found = _FIRST.search(made.url.path)
        came = self._came.pop(int(found[1]), None) if found else None
        if came is not None:
            self.took("acknowledgement", time.perf_counter() - came)

    def show(self, client: Client, port: int, address: str) -> None:
        """Listen to what is measured, and serve the page; OSError where the port is taken."""
        self._gauge("servers", "Servers that the referee is in", lambda: len(client.guilds))
        self._gauge("shards_connected", "Shards that are connected", lambda: len(client.attendance.present))
        self._gauge("latency_seconds", "How long Discord takes to answer a heartbeat (s)", lambda: client.latency)
        listen(self)
        start_http_server(port, address, self.registry)
        log.info("metrics on http://%s:%d/metrics", address, port)
