"""Attachments: bytes that are sent as a file, and given back as soon as nobody needs them."""

from __future__ import annotations

import io

import discord


class _Content(io.BytesIO):
    """Bytes that stay open, since they may have to be sent again, and that take no other `close` from discord.File.

    With one of its own it would refer to itself, and its memory would wait until garbage is collected.
    """

    def close(self) -> None:
        """Stay open."""

    def __setattr__(self, name: str, value: object) -> None:
        """Stay as it is."""


def attachment(data: bytes, name: str, description: str | None = None) -> discord.File:
    """A file of this name, with an alternative text."""
    return discord.File(_Content(data), name, description=description)
