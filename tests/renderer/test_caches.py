"""The memory of what is drawn once and kept."""

from __future__ import annotations

from functools import _lru_cache_wrapper
from importlib import import_module
from pkgutil import walk_packages

import renderer


def test_every_cache_is_bounded() -> None:
    modules = [each.name for each in walk_packages(renderer.__path__, "renderer.") if "__main__" not in each.name]
    named = [value for module in modules for value in vars(import_module(module)).values()]
    found = [value for value in named if isinstance(value, _lru_cache_wrapper)]
    assert all(each.cache_parameters()["maxsize"] is not None for each in found)
