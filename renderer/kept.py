"""Parts of pictures that are made once and kept, within so many and so many bytes of them.

Whoever asks for a part that is just being made waits for it: however many ask at once, it is made by one of them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import update_wrapper
from math import inf
from threading import Lock
from typing import Generic, NamedTuple, ParamSpec, TypeVar

from PIL import Image

Asked = ParamSpec("Asked")
Made = TypeVar("Made")

_BYTES = {"RGBA": 4, "RGB": 4}
"""How many bytes a pixel takes in Pillow's memory; one in all other modes here, that of masks included."""


class Holding(NamedTuple):
    """What a kept function has done: how often its result was there, how often it was made, what is kept now.

    `weight` is the size of the pictures that are kept, in bytes.
    """

    hits: int
    misses: int
    currsize: int
    weight: int


class _Slot(Generic[Made]):
    """The place of a result: a list with it once it is made, and the lock of who makes it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.made: list[Made] = []


class Keeper(Generic[Asked, Made]):
    """A function whose latest results are kept, at most `most`, their pictures in at most `room` bytes.

    What it raises is raised to whoever asked, and nothing is kept. Its arguments are given in one order.
    """

    def __init__(self, make: Callable[Asked, Made], most: int, room: float = inf) -> None:
        update_wrapper(self, make)
        self.most, self.room = most, room
        self._make = make
        self._guard = Lock()
        self._slots: OrderedDict[object, _Slot[Made]] = OrderedDict()
        self._hits = self._misses = self._weight = 0

    def __call__(self, *args: Asked.args, **kwargs: Asked.kwargs) -> Made:
        """The result for these arguments: kept, or made by somebody else just now, or made here."""
        key = (args, *kwargs.items()) if kwargs else args
        with self._guard:
            slot = self._slots.get(key)
            if slot is None:
                slot = self._slots[key] = _Slot()
                self._misses += 1
            else:
                self._slots.move_to_end(key)
                self._hits += 1
        if not slot.made:
            with slot.lock:
                if not slot.made:
                    self._fill(key, slot, lambda: self._make(*args, **kwargs))
        return slot.made[0]

    def _fill(self, key: object, slot: _Slot[Made], make: Callable[[], Made]) -> None:
        try:
            slot.made.append(make())
        finally:
            with self._guard:
                if self._slots.get(key) is slot:
                    if slot.made:
                        self._weight += weight(slot.made[0])
                        self._make_room()
                    else:
                        del self._slots[key]

    def _make_room(self) -> None:
        """Let go of what has been asked for least lately, as far as there is too much."""
        while len(self._slots) > 1 and (len(self._slots) > self.most or self._weight > self.room):
            _, slot = self._slots.popitem(last=False)
            self._weight -= sum(map(weight, slot.made))

    def cache_clear(self) -> None:
        """Keep nothing of what was made; what is being made is made."""
        with self._guard:
            self._slots.clear()
            self._weight = self._hits = self._misses = 0

    def cache_info(self) -> Holding:
        """What has been done, and what is kept."""
        with self._guard:
            return Holding(self._hits, self._misses, len(self._slots), self._weight)


def kept(most: int, room: float = inf) -> Callable[[Callable[Asked, Made]], Keeper[Asked, Made]]:
    """Decorate a function so that its latest results are kept, at most `most` in at most `room` bytes of pictures."""
    return lambda make: Keeper(make, most, room)


def weight(value: object) -> int:
    """The bytes of a picture's pixels, or of those of several; 0 for what is none."""
    if isinstance(value, Image.Image):
        return value.width * value.height * _BYTES.get(value.mode, 1)
    return sum(map(weight, value)) if isinstance(value, tuple) else 0
