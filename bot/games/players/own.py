"""What players keep about games for themselves: notes, at the move that was last made, and the games they watch."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.games.directory import unbegun
from bot.games.refusals import Numbered, refuse
from bot.games.tables import Tables
from bot.store import Note, NoteStore, Player, StoredGame, WatchingStore
from engine.model.refusal import Refusal, Refused
from engine.play.state import State
from engine.records.replay import numbered

NOTE_MAX_CHARS, MOST_NOTES, MOST_SPECTATORS = 500, 50, 20


class NothingNoted(Refusal):
    words = "That note is empty."


class WriteOrDelete(Refusal):
    words = "Write a note or delete one, not both at once."


class NoteTooLong(Refusal):
    length: int
    longest: int

    words = "A note can have at most {longest} characters; that one has {length}."


class TooManyNotes(Numbered):
    most: int

    words = "You already have {most} notes on game #{number}. Delete one with the option delete of /game note."


class NoSuchNote(Numbered):
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
        if len(clean) > NOTE_MAX_CHARS:
            raise Refused(NoteTooLong(len(clean), NOTE_MAX_CHARS))
        note = Note(0, self._now(), _last_move(state), clean)
        number = await self._notes.add(game.number, player.id, note, MOST_NOTES)
        if number is None:
            raise Refused(TooManyNotes(game.number, MOST_NOTES))
        return number

    async def read(self, game: StoredGame, player: Player) -> list[Note]:
        return await self._notes.of(game.number, player.id)

    async def delete(self, game: StoredGame, player: Player, number: int) -> None:
        if not await self._notes.remove(game.number, player.id, number):
            raise Refused(NoSuchNote(game.number, number))


def _clean(text: str) -> str:
    """A text without its invisible characters; it keeps its line ends, though no more than one empty line at a time."""
    lines = ("".join(c if c.isprintable() else " " * c.isspace() for c in line) for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip()


def _last_move(state: State) -> str:
    """The last move with its number, such as `2. … Tfe4`; "" before the first."""
    if not state.played:
        return ""
    return numbered(state, len(state.played) - 1)[-1]


# ---- spectators


class NothingToWatch(Numbered):
    words = "Game #{number} is over; /board shows how it ended."


class PlaysInIt(Numbered):
    words = "You play in game #{number}, so you are pinged at your turns and at its end."


class NotWatching(Numbered):
    words = "You are not watching game #{number}."


class TooManyWatch(Numbered):
    most: int

    words = "Game #{number} already has {most} spectators. /board shows it at any time."


class Watching:
    def __init__(self, watchers: WatchingStore) -> None:
        self._watchers = watchers

    async def watch(self, game: StoredGame, player: Player, *, often: bool) -> None:
        """Have somebody pinged at each board of a game (`often`) or at its end."""
        if game.stage == "over":
            raise Refused(NothingToWatch(game.number))
        refuse(unbegun(game))
        if game.seats_of(player.id):
            raise Refused(PlaysInIt(game.number))
        if not await self._watchers.add(game.number, player, often=often, most=MOST_SPECTATORS):
            raise Refused(TooManyWatch(game.number, MOST_SPECTATORS))

    async def stop(self, game: StoredGame, player: Player) -> None:
        if not await self._watchers.remove(game.number, player.id):
            raise Refused(NotWatching(game.number))
