"""The condition of the referee, as its host asks for it: games, what waits, what is set aside."""

from __future__ import annotations

import logging
from typing import NamedTuple

from bot.store import ConditionStore, Ledger
from bot.store.settings import Counts
from engine.clocks.control import DAY, MINUTE

log = logging.getLogger(__name__)


async def log_for_owner(what: str) -> None:
    """Write to the log, as an error, what the owner should know: what there is without Discord."""
    log.error("%s", what)


class Condition(NamedTuple):
    """What is counted, commands since midnight (UTC); how many games are not shown; the names of what is set aside."""

    counts: Counts
    lagging: int
    aside: tuple[str, ...]


async def condition_of(ledger: Ledger, now: int) -> Condition:
    counts = await ConditionStore(ledger.database).counts(now - now % DAY, now - MINUTE)
    return Condition(counts, len(await ledger.lagging()), ledger.aside.named)
