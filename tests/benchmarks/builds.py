"""Which build of the engine is measured, and how to have the pure one where both lie side by side."""

from __future__ import annotations

import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""Where the packages of the project lie."""


def is_compiled() -> bool:
    """Whether the engine that this process imports is the compiled one."""
    spec = find_spec("engine.movement.generator")
    return spec is not None and not str(spec.origin).endswith(".py")


def stay_pure() -> None:
    """Import the project's packages from their source from now on, even where compiled ones lie beside it."""

    def from_source(path: str) -> FileFinder:
        if not Path(path).is_relative_to(ROOT):
            raise ImportError(path)
        return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, from_source)
    sys.path_importer_cache.clear()
