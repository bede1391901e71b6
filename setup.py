"""The optional compiled build; without HEXMARSHAL_COMPILE this file adds nothing to pyproject.toml.

With `HEXMARSHAL_COMPILE=1` the modules in which lists and searches spend their time are compiled by mypyc from the same
source. With `HEXMARSHAL_COMPILE=trained` gcc compiles them twice: the first build counts what it does most while it
plays a little of every game, and the second is laid out for that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED = (
    "engine/model/position.py",
    "engine/movement/*.py",
    "engine/rules/*.py",
    "engine/play/turns.py",
    "engine/variants/combat.py",
    "engine/lookahead/perft.py",
    "engine/lookahead/search/*.py",
)
DIRECT = () if sys.platform == "win32" else ("-fvisibility=hidden", "-fno-plt")
"""What lets functions of the build call one another without asking who else has one of that name."""


def extensions() -> Sequence[Extension]:
    """The modules compiled; none while the compiler is not there, which an installer asks for first."""
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 - an ordinary build has no mypyc
    except ImportError:
        return ()
    paths = [path for pattern in COMPILED for path in sorted(Path().glob(pattern)) if path.name != "__init__.py"]
    found = mypycify([path.as_posix() for path in paths], group_name="engine", opt_level="3")
    for each in found:
        each.extra_compile_args = [*each.extra_compile_args, *DIRECT]
    return found


class Trained(build_ext):
    """Builds twice, the second time by what the first build has counted."""

    def run(self) -> None:
        """Build, play a little of every game, and build again; SystemExit where the compiler is not gcc."""
        compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
        if b"Free Software Foundation" not in subprocess.check_output([*compiler, "--version"]):  # noqa: S603 - the host's own
            raise SystemExit("HEXMARSHAL_COMPILE=trained wants gcc; HEXMARSHAL_COMPILE=1 takes other compilers, too.")
        self.force = True
        with TemporaryDirectory() as counts:
            self._built(f"-fprofile-generate={counts}")
            folder = Path() if self.inplace else Path(self.build_lib)
            subprocess.check_call([sys.executable, "-m", "engine", "bench"], cwd=folder, stdout=subprocess.DEVNULL)
            self._built(f"-fprofile-use={counts}", "-Wno-missing-profile")

    def _built(self, *flags: str) -> None:
        kind, before = self.compiler, [(each, each.extra_compile_args) for each in self.extensions]
        for each, usual in before:
            each.extra_compile_args, each.extra_link_args = [*usual, *flags], list(flags)
        super().run()
        self.compiler = kind
        for each, usual in before:
            each.extra_compile_args = usual


match os.environ.get("HEXMARSHAL_COMPILE"):
    case "1" | "trained" as how:
        setup(
            setup_requires=["mypy[mypyc]>=1.18"],
            ext_modules=list(extensions()),
            cmdclass={"build_ext": Trained} if how == "trained" else {},
        )
    case _:
        setup()
