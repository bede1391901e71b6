"""How much work something is, counted and not timed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any


@dataclass
class Steps:
    """Lines of Python run, every turn of a loop or a comprehension among them."""

    taken: int = 0


@contextmanager
def counting() -> Iterator[Steps]:
    """Count the steps that this thread takes inside, in whatever is called from there."""
    steps, before = Steps(), sys.gettrace()

    def trace(_frame: FrameType, event: str, _value: Any) -> Any:
        steps.taken += event == "line"
        return trace

    sys.settrace(trace)
    try:
        yield steps
    finally:
        sys.settrace(before)


def steps_of(work: Callable[[], object]) -> int:
    """The steps of a call that has been made once before, so that what is remembered is remembered each time."""
    work()
    with counting() as steps:
        work()
    return steps.taken
