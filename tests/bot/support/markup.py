"""What Discord makes of a text beside words, as far as its clients and servers are known to: a reader for the tests.

Clients read from left to right; a backslash makes a mark plain for them, but not for the servers, which look for links,
invitations and mentions to everyone in the bare text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from bot.discord_ui.components.screens import Item, Screen

ESCAPE = re.compile(r"\\([^0-9A-Za-z\s])")
BLOCKS = {
    "heading": re.compile(r" *#{1,3}\s+(\S.*)"),
    "small print": re.compile(r" *-#\s+(\S.*)"),
    "quote": re.compile(r" *>(?:>>)?\s(.*)"),
    "list": re.compile(r" *(?:[-*+]|\d+\.)\s+(\S.*)"),
}
INLINE = {
    "code": re.compile(r"(`+)([\s\S]*?[^`])\1(?!`)"),
    "named link": re.compile(r"\[(?:\[[^\]]*\]|[^\[\]]|\](?=[^\[]*\]))*\]\(\s*<?(?:[^\s\\]|\\.)*?>?\s*\)"),
    "link": re.compile(r"(?:https?|steam|discord)://[^\s<]+"),
    "marked link": re.compile(r"<[^: >]+:/[^ >]+>"),
    "address": re.compile(r"<(?:[\w.+-]+@[\w.-]+|\+?\d[\d ()-]{3,})>"),
    "mention": re.compile(r"<(?:@[!&]?|#)\d+>|@everyone|@here"),
    "time": re.compile(r"<t:-?\d+(?::[tTdDfFsSR])?>"),
    "command": re.compile(r"</[^\s:][^:]*:\d+>"),
    "emoji": re.compile(r"<a?:\w+:\d+>"),
    "guide": re.compile(r"<id:\w+(?::\d+)?>"),
    "bold": re.compile(r"\*\*([\s\S]+?)\*\*(?!\*)"),
    "italic": re.compile(r"(?<!\*)\*(?=\S)([^*]+)\*|(?<!\w)_([^_]+)_(?!\w)"),
    "underlined": re.compile(r"__([\s\S]+?)__(?!_)"),
    "struck": re.compile(r"~~([\s\S]+?)~~"),
    "spoiler": re.compile(r"\|\|([\s\S]+?)\|\|"),
}
SERVER = {
    "link": re.compile(r"https?://\S+"),
    "invitation": re.compile(r"discord(?:app)?\.(?:gg|com/invite)/\S+"),
    "mention": re.compile(r"@everyone|@here|<@[!&]?\d+>"),
}


class Mark(NamedTuple):
    """Something that is more than words: its kind, and all of it."""

    kind: str
    text: str


def marks(text: str) -> list[Mark]:
    """What a reader gets to see, or to press, beside the words of a text; what lies inside such a thing, too."""
    return [*_read(text), *(Mark(kind, found[0]) for kind, look in SERVER.items() for found in look.finditer(text))]


def _read(text: str) -> Iterator[Mark]:
    place = 0
    while place < len(text):
        if not place or text[place - 1] == "\n":
            yield from (Mark(kind, found[0]) for kind, look in BLOCKS.items() if (found := look.match(text, place)))
        if found := ESCAPE.match(text, place):
            place = found.end()
            continue
        yield from (Mark(kind, found[0]) for kind, look in INLINE.items() if (found := look.match(text, place)))
        place += 1


def as_read(text: str) -> str:
    """The words of a text without markup as they appear to a reader."""
    return ESCAPE.sub(r"\1", text).replace("\u200b", "")


def laid_out(items: Iterable[Item]) -> list[dict[str, Any]]:
    """Return buttons and menus as the components of a message."""
    rows: list[dict[str, Any]] = Screen("", items).to_components()  # type: ignore[no-untyped-call]
    return rows
