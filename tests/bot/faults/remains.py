"""What is left in the end: the store and the channels, with all numbers that differ from run to run made equal."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.bot.support.people import is_board
from tests.wire import Message, Standin

_ID = re.compile(r"(?<![0-9a-f.])[0-9]{17,20}(?![0-9])")
_HASHED = re.compile(r"[0-9a-f]{25}")
"""A nonce that was hashed, with ids of Discord in it."""
_SHARED = re.compile(r"rolls [0-9]d.*\*\*")
"""The dice of a channel, which depend on its number."""
PASSING = {
    "deadlines": {"number"},
    "games": {"message", "shown"},
    "sqlite_sequence": {"seq"},
}
"""Columns in which runs may differ: numbers used up, and those of messages."""
CHANGING = ("sqlite_stat1", "lease")
"""Tables in which runs may differ: what the planner counts and which process has the file."""
ANSWERS = ("Accept ", "Decline ")
"""Buttons under a question that has been answered: they may stay, and say to whoever presses them that it has been."""
VARYING = {("facts", "command ids")}
"""Rows, by table and first column, that hold something of the run itself: here Discord's ids of the commands."""

SHRUNK = "newest [board]"
"""In the line that a board shrinks to. It is tried once, so that a death may leave the board as it was."""


@dataclass(frozen=True)
class Remains:
    """The rows of each table, and what is to be read in each channel, as lines."""

    store: dict[str, list[str]]
    channels: dict[str, list[str]]

    def differences(self, other: Remains) -> list[str]:
        """What others have (+) and have not (-), line by line; what was sent twice counts once."""
        channels, others = (
            {name: [*dict.fromkeys(lines)] for name, lines in each.channels.items()} for each in (self, other)
        )
        return [*self.stored_differences(other), *_differences(channels, others)]

    def stored_differences(self, other: Remains) -> list[str]:
        return _differences(self.store, other.store)


def _differences(mine: Mapping[str, Sequence[str]], theirs: Mapping[str, Sequence[str]]) -> list[str]:
    found = []
    for name in sorted({*mine, *theirs}):
        ours, others = Counter(mine.get(name, ())), Counter(theirs.get(name, ()))
        found += [f"- {name}: {line}" for line in (ours - others).elements()]
        found += [f"+ {name}: {line}" for line in (others - ours).elements()]
    return found


def remains(standin: Standin, database: Path) -> Remains:
    names = _names(standin)
    channels: dict[str, list[str]] = {}
    newest = {_game(message): message.id for message in standin.messages if is_board(message)}
    for message in standin.messages:
        if message.author == standin.bot and not message.ephemeral:
            older = SHRUNK in message.content or (is_board(message) and newest[_game(message)] != message.id)
            line = f"{message.nonce} {SHRUNK}" if older else _line(message, names)
            channels.setdefault(names.get(message.channel.id, "?"), []).append(line)
    return Remains(_rows(database, names), channels)


def _game(message: Message) -> str:
    return str(message.nonce).partition(":")[0]


def _names(standin: Standin) -> dict[int, str]:
    hub = standin.hub
    known = {user.id: user.name for user in hub.users.values()} | {
        guild.id: guild.name for guild in hub.guilds.values()
    }
    for place in hub.channels.values():
        known[place.id] = f"{'thread' if place.is_thread else '#'} {place.name}"
    return known


def _named(text: str, names: dict[int, str]) -> str:
    return _ID.sub(lambda found: names.get(int(found[0]), "…"), text)


def _line(message: Message, names: dict[int, str]) -> str:
    files = [attachment.filename for attachment in message.attachments]
    pinged = sorted(names.get(user, "?") for user in message.pinged.users)
    buttons = [b.label or b.emoji for b in message.buttons if not (b.label or "").startswith(ANSWERS)]
    nonce = _HASHED.sub("…", _named(str(message.nonce), names))
    content = _named(_SHARED.sub("rolls …", message.content), names)
    return f"{nonce} {content!r} {files} pings {pinged} {buttons}"


def _rows(database: Path, names: dict[int, str]) -> dict[str, list[str]]:
    found = {}
    with closing(sqlite3.connect(database)) as store:
        tables = [name for (name,) in store.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            if table in CHANGING:
                continue
            cursor = store.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name from the schema
            columns = [column[0] for column in cursor.description]
            passing = PASSING.get(table, set())
            kept = (row for row in cursor if (table, row[0]) not in VARYING)
            found[table] = sorted(
                ", ".join(
                    f"{column}={_value(value, names)}"
                    for column, value in zip(columns, row, strict=True)
                    if column not in passing
                )
                for row in kept
            )
    return found


def _value(value: object, names: dict[int, str]) -> str:
    return _named(str(value), names)
