"""The secrets behind the dice: drawn here and nowhere else, from the operating system."""

from __future__ import annotations

import secrets

from engine.dice.commitment import SECRET_BYTES


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)
