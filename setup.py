"""The optional compiled build; without HEXMARSHAL_COMPILE this file adds nothing to pyproject.toml.

With `HEXMARSHAL_COMPILE=1` the modules in which lists and searches spend their time are compiled by mypyc from the same
source.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from setuptools import Extension, setup

COMPILED = (
    "engine/model/position.py",
    "engine/movement/*.py",
    "engine/rules/*.py",
    "engine/play/turns.py",
    "engine/lookahead/search/*.py",
)


def extensions() -> Sequence[Extension]:
    """The modules compiled; none while the compiler is not there, which an installer asks for first."""
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 - an ordinary build has no mypyc
    except ImportError:
        return ()
    paths = [path for pattern in COMPILED for path in sorted(Path().glob(pattern)) if path.name != "__init__.py"]
    return mypycify([path.as_posix() for path in paths], group_name="engine", opt_level="3")


if os.environ.get("HEXMARSHAL_COMPILE") == "1":
    setup(setup_requires=["mypy[mypyc]>=1.18"], ext_modules=list(extensions()))
else:
    setup()
