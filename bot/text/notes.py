"""Notes that players write to themselves, as they are listed to them."""

from __future__ import annotations

from bot.store import Note

NONE = "You have no notes on game #{}. Write one with *More…* → *Notes* under its board, or with /game note."


def line_of(note: Note) -> str:
    when = f"after {note.after}" if note.after else "before the first move"
    return f"{note.number}: {when}: {note.text}"
