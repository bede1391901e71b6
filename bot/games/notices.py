"""What the one who runs the referee is told, apart from the log."""

from __future__ import annotations

import logging
from typing import Protocol

log = logging.getLogger(__name__)


class Notices(Protocol):
    """Tells the owner what goes wrong and what is well again.

    `tell` may fail or take long, but it never raises: whoever calls it has other things to do. It gets whole sentences
    that name no player and quote nothing that somebody typed.
    """

    async def tell(self, what: str) -> None:
        """Tell the owner something, once."""


class LoggedNotices:
    """Notices that go to the log: what there is without Discord, and before it is connected."""

    async def tell(self, what: str) -> None:
        """Write it as an error, which no level of the log leaves out."""
        log.error("%s", what)
