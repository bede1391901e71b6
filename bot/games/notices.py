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
    async def tell(self, what: str) -> None:
        log.error("%s", what)
