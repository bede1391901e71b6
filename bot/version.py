"""Which version of the program runs."""

from __future__ import annotations

from importlib import metadata

CHECKOUT = "a checkout"
"""What stands for the version of a program that is run without being installed."""


def version() -> str:
    """The version of the installed package, CHECKOUT where there is none."""
    try:
        return metadata.version("hexmarshal")
    except metadata.PackageNotFoundError:
        return CHECKOUT
