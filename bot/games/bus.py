"""The event bus, by which a module learns of events in others that do not know it."""

from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from bot.store import StoredGame

Told = TypeVar("Told")


class RefereeToMove(NamedTuple):
    """A game has begun or gone on, and waits for a move of the referee's."""

    game: StoredGame


class RefereeMoved(NamedTuple):
    """The referee has moved in a game, which is to be shown."""

    number: int


class GameChanged(NamedTuple):
    """Something was committed in a game."""

    number: int


class AccessEnded(NamedTuple):
    """A person has lost access to the page, so everyone's is checked again."""


class Bus:
    """Calls the listeners to a kind of event in their order, and waits for each."""

    def __init__(self) -> None:
        self._listeners: defaultdict[type, list[Callable[[Any], Awaitable[object]]]] = defaultdict(list)

    def listen(self, kind: type[Told], listener: Callable[[Told], Awaitable[object]]) -> None:
        self._listeners[kind].append(listener)

    async def tell(self, event: object) -> None:
        for listener in self._listeners[type(event)]:
            await listener(event)
