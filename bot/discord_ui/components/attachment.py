"""Attachments: bytes that are sent as a file."""

from __future__ import annotations

import io

import discord


def attachment(data: bytes, name: str, description: str | None = None) -> discord.File:
    """A file of this name, with an alternative text."""
    return discord.File(io.BytesIO(data), name, description=description)
