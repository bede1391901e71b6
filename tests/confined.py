"""Runs a program under the system call filter of the unit for systemd: `python -m tests.confined PROGRAM [word ...]`.

systemd names what its groups hold, and libseccomp makes the filter, as in the service.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from ctypes.util import find_library
from pathlib import Path
from shutil import which

UNIT = Path(__file__).resolve().parents[1] / "deploy/hexmarshal.service"
USABLE = which("systemd-analyze") is not None and find_library("seccomp") is not None
"""Whether what this needs is here: both come with systemd."""
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM


def allowed(unit: str) -> set[str]:
    """Return the names of the system calls that a unit allows, which begins with those that it allows."""
    groups, names = _groups(), set[str]()
    for listed in re.findall(r"^SystemCallFilter=(.+)", unit, re.MULTILINE):
        meant = {call for word in listed.removeprefix("~").split() for call in _calls(word, groups)}
        names = names - meant if listed.startswith("~") else names | meant
    return names


def _groups() -> dict[str, list[str]]:
    """Return what each of systemd's groups holds: calls and other groups."""
    command = ["systemd-analyze", "syscall-filter"]
    text = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    found = re.findall(r"^(?:\x1b\S*m)?(@[\w-]+).*\n((?:    .*\n)*)", text, re.MULTILINE)
    return {group: [line.strip() for line in held.splitlines() if "#" not in line] for group, held in found}


def _calls(word: str, groups: dict[str, list[str]]) -> Iterator[str]:
    """Yield the calls that a word of a filter means."""
    if not word.startswith("@"):
        yield word
    for held in groups.get(word, ()):
        yield from _calls(held, groups)


def confine(names: set[str]) -> None:
    """Refuse all other system calls to this process and its children."""
    library = ctypes.CDLL(find_library("seccomp"))
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(_REFUSE))
    numbers = {library.seccomp_syscall_resolve_name(name.encode()) for name in names}
    for number in numbers:
        if number >= 0:  # below are those that this machine does not have
            library.seccomp_rule_add(context, _ALLOW, number, 0)
    if library.seccomp_load(context):
        raise OSError("the filter is not taken")


if __name__ == "__main__":
    confine(allowed(UNIT.read_text(encoding="utf-8")))
    os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606 - the caller's
