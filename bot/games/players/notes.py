"""Notes to oneself on a game, at the move that was last made."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.games.refusals import Numbered
from bot.games.tables import Tables
from bot.store import Note, NoteStore, Player, StoredGame
from engine.model.refusal import Refusal, Refused
from engine.play.state import State
from engine.records.replay import numbered

LONGEST, MOST = 500, 50


class NothingNoted(Refusal):
    """A note without anything in it."""

    words = "That note is empty."


class WriteOrDelete(Refusal):
    """A note written and another deleted at the same time."""

    words = "Write a note or delete one, not both at once."


class NoteTooLong(Refusal):
    """A note that is longer than a note may be."""

    length: int
    longest: int

    words = "A note can have at most {longest} characters; that one has {length}."


class TooManyNotes(Numbered):
    """A note beyond those that may be kept on a game."""

    most: int

    words = "You already have {most} notes on game #{number}. Delete one with the option delete of /game note."


class NoSuchNote(Numbered):
    """A note deleted that does not exist."""

    note: int

    words = "You have no note {note} on game #{number}. /game note lists your notes."


class Notes:
    """The notes of all players, each read by its writer alone; `now()` gives UTC ms."""

    def __init__(self, notes: NoteStore, tables: Tables, now: Callable[[], int]) -> None:
        self._notes = notes
        self._tables = tables
        self._now = now

    async def write(self, game: StoredGame, player: Player, text: str) -> int:
        """Add a note on a game and return its number; a refusal where it is empty, too long or one too many."""
        state = await self._tables.state(game)
        clean = _clean(text)
        if not clean:
            raise Refused(NothingNoted())
        if len(clean) > LONGEST:
            raise Refused(NoteTooLong(len(clean), LONGEST))
        note = Note(0, self._now(), _last_move(state), clean)
        number = await self._notes.add(game.number, player.id, note, MOST)
        if number is None:
            raise Refused(TooManyNotes(game.number, MOST))
        return number

    async def read(self, game: StoredGame, player: Player) -> list[Note]:
        """A player's own notes on a game in order."""
        return await self._notes.of(game.number, player.id)

    async def delete(self, game: StoredGame, player: Player, number: int) -> Refusal | None:
        """Delete a note of a player's own."""
        gone = await self._notes.remove(game.number, player.id, number)
        return None if gone else NoSuchNote(game.number, number)


def _clean(text: str) -> str:
    """A text without its invisible characters; it keeps its line ends, though no more than one empty line at a time."""
    lines = ("".join(c if c.isprintable() else " " * c.isspace() for c in line) for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip()


def _last_move(state: State) -> str:
    """The last move with its number, such as `2. … Tfe4`; "" before the first."""
    if not state.played:
        return ""
    return numbered(state, len(state.played) - 1)[-1]
