"""The condition of the referee, as its host asks for it: games, what waits, what is set aside."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from bot.store import ConditionStore, Ledger
from engine.clocks.control import DAY, MINUTE

log = logging.getLogger(__name__)


async def log_for_owner(what: str) -> None:
    """Write to the log, as an error, what the owner should know: what there is without Discord."""
    log.error("%s", what)


@dataclass(frozen=True)
class Condition:
    """How the referee does: its games by stage, and the bytes of its file.

    `today` are the commands carried out in games since midnight (UTC), `lagging` the games whose channel has not been
    shown all, `overdue` the deadlines that are late by more than a minute; `aside` names what is set aside.
    """

    games: Mapping[str, int]
    today: int
    lagging: int
    overdue: int
    aside: tuple[str, ...]
    size: int


async def condition_of(ledger: Ledger, now: int) -> Condition:
    store = ConditionStore(ledger.database)
    return Condition(
        await store.games(),
        await store.acts_since(now - now % DAY),
        len(await ledger.lagging()),
        await store.overdue(now - MINUTE),
        ledger.aside.named,
        await store.size(),
    )
