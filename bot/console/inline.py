"""Pictures inside a terminal, by the protocols of kitty and of iTerm2.

Sources: https://sw.kovidgoyal.net/kitty/graphics-protocol/ and https://iterm2.com/documentation-images.html.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping

CHUNK = 4096
"""The most characters of data in one command of kitty's protocol."""

Shown = Callable[[bytes, int], str]
"""What to write to a terminal so that it shows a PNG so many lines high."""


def protocol_of(environment: Mapping[str, str]) -> Shown | None:
    """How the terminal of an environment shows pictures; None where it does not, or stands behind a multiplexer."""
    term = environment.get("TERM", "")
    if environment.get("TMUX") or environment.get("STY") or term.startswith(("screen", "tmux")):
        return None
    if environment.get("KITTY_WINDOW_ID") or term in {"xterm-kitty", "xterm-ghostty"}:
        return kitty
    return iterm if environment.get("TERM_PROGRAM") in {"iTerm.app", "WezTerm"} else None


def kitty(png: bytes, lines: int) -> str:
    """A PNG in kitty's protocol: chunks of at most CHUNK characters; the first says what it is, the last ends it."""
    data = b64encode(png).decode("ascii")
    chunks = [data[start : start + CHUNK] for start in range(0, len(data), CHUNK)]
    written = []
    for number, chunk in enumerate(chunks):
        head = f"a=T,f=100,q=2,r={lines}," if number == 0 else ""
        written.append(f"\x1b_G{head}m={int(number < len(chunks) - 1)};{chunk}\x1b\\")
    return "".join(written)


def iterm(png: bytes, lines: int) -> str:
    """A PNG in iTerm2's protocol."""
    data = b64encode(png).decode("ascii")
    return f"\x1b]1337;File=inline=1;size={len(png)};height={lines};preserveAspectRatio=1:{data}\x07"
