"""The ledger: games in the store with their challenges, seats, events and the message that shows the board."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from bot.store import selections
from bot.store.challenges import Following, write_challenge
from bot.store.damage import Aside, Unreadable
from bot.store.database import Database, Run, Unit
from bot.store.deadlines import Deadline, DeadlineStore, claim, put, renew
from bot.store.entries import EVENTS, UNBEGUN, Conflict, RowState, clash, entering, entry, event_of
from bot.store.games import GAMES, StoredGame, game_of
from bot.store.imports import ImportStore
from bot.store.lost import LostStore
from bot.store.members import Handover, MemberStore, hand_over
from bot.store.people import Guest, Player, write_guests, write_words
from bot.store.preferences import PreferenceStore
from bot.store.reminders import ReminderStore
from bot.store.rows import readable
from bot.store.vacations import VacationStore
from engine.play.events import Event
from engine.play.state import State

_HELD_UP = (
    "UPDATE games SET revised = revised + 1 WHERE stage = 'open' AND standing"
    " AND challenger IN (SELECT player FROM seats WHERE game = ?1)"
    " AND guild = (SELECT guild FROM games WHERE number = ?1)"
)
"""Lets the standing challenges of a game's (?1) players be shown anew, since they have one game more."""

_REMATCH = (
    "SELECT number FROM games WHERE number = (SELECT CAST(value AS INTEGER) FROM facts WHERE name = ?)"
    " AND stage <> 'void'"
)


def _rematch(game: int) -> str:
    """The name of the fact which tells that a game is played again."""
    return f"rematch:{game}"


@contextmanager
def _clashing() -> Iterator[None]:
    """Tell a constraint that refuses entries as what it means."""
    try:
        yield
    except sqlite3.IntegrityError as problem:
        raise clash(problem) or problem from problem


class Ledger:
    """All that is read from and written to the store about games; `imports` holds scoresheets from elsewhere."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.imports = ImportStore(database)
        self.deadlines = DeadlineStore(database)
        self.vacations = VacationStore(database, self.deadlines)
        self.preferences = PreferenceStore(database)
        self.members = MemberStore(database, self.deadlines)
        self.reminders = ReminderStore(database, self.deadlines)
        self.lost = LostStore(database, self.deadlines)

    @property
    def database(self) -> Database:
        """The file that the games are kept in."""
        return self._database

    @property
    def aside(self) -> Aside:
        """What could not be read in the file, and was set aside."""
        return self._database.aside

    # ---- challenges

    async def open_challenge(
        self,
        game: StoredGame,
        challenger: Player,
        secret: bytes,
        earlier: Sequence[Event] = (),
        lapses: int | None = None,
    ) -> int:
        """Write a new challenge with its challenger and its secret, and return its lasting number.

        `earlier` are the events of a game that is to be continued; it lapses at `lapses` (UTC ms), if ever.
        """
        async with self._database.transaction() as run:
            number = await write_challenge(run, game, challenger, secret, lapses)
            for event in earlier:
                await run(entering(), *entry(number, event, None, UNBEGUN))
        self.deadlines.written()
        return number

    async def open_rematch(
        self,
        of: int,
        game: StoredGame,
        challenger: Player,
        secret: bytes,
        earlier: Sequence[Event] = (),
        lapses: int | None = None,
    ) -> int | None:
        """Write a new challenge to play a game again; None if one has been written that was not given up."""
        async with self._database.transaction() as run:
            if await run(_REMATCH, _rematch(of)):
                return None
            number = await write_challenge(run, game, challenger, secret, lapses)
            for event in earlier:
                await run(entering(), *entry(number, event, None, UNBEGUN))
            await run("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", _rematch(of), str(number))
        self.deadlines.written()
        return number

    async def rematch_of(self, game: int) -> int | None:
        """The number of the challenge to play a game again, or of the game it led to; None if there is none."""
        row = await self._database.row(_REMATCH, _rematch(game))
        return int(row[0]) if row else None

    async def rearrange(
        self, game: StoredGame, guests: Sequence[Guest], words: Mapping[int, str], due: Sequence[Deadline] = ()
    ) -> bool:
        """Give a challenge other guests and words; False if it is no longer open, or has changed since it was read."""
        async with self._database.transaction() as run:
            changed = await run(
                "UPDATE games SET revised = revised + 1 WHERE number = ? AND stage = 'open' AND revised = ?"
                " RETURNING number",
                game.number,
                game.revised,
            )
            if changed:
                await write_guests(run, game.number, guests)
                await write_words(run, game.number, words)
                await put(run, due)
        if due:
            self.deadlines.written()
        return bool(changed)

    async def secret(self, game: int) -> bytes:
        """The secret behind a game's dice; LookupError for a game without one."""
        row = await self._database.row("SELECT secret FROM secrets WHERE game = ?", game)
        if row is None:
            raise LookupError(f"game {game} has no secret")
        return bytes(row[0])

    async def start_game(  # noqa: PLR0913, PLR0917 - all that a beginning writes at once
        self,
        number: int,
        seats: Mapping[int, Player],
        turn: int,
        first: Sequence[Event],
        revised: int = 0,
        deadlines: Sequence[Deadline] = (),
        following: Following | None = None,
        words: Mapping[int, str] | None = None,
        dice: str = "",
    ) -> bool:
        """Seat the players of an open challenge and begin with some events and deadlines, in place of its own.

        `words` take the place of those it had unless they are None, and so do the terms of its `dice` unless "".
        A challenge `following` it is written with that. False if it is no longer open, or has changed since its change
        number `revised`.
        """
        begun = RowState(turn, rolling=False, result=None, stage="playing")
        async with self._database.transaction() as run:
            started = await run(
                "UPDATE games SET stage = 'playing', turn = ?, shown = -1,"
                " dice = coalesce(nullif(?, ''), dice)"
                " WHERE number = ? AND stage = 'open' AND revised = ? RETURNING number",
                turn,
                dice,
                number,
                revised,
            )
            if started:
                await run("DELETE FROM seats WHERE game = ?", number)
                for seat, player in seats.items():
                    await run("INSERT INTO seats (game, seat, player, name) VALUES (?, ?, ?, ?)", number, seat, *player)
                for event in first:
                    await run(entering(), *entry(number, event, None, begun))
                if words is not None:
                    await write_words(run, number, words)
                await renew(run, number, deadlines)
                await run(_HELD_UP, number)
                if following is not None:
                    await write_challenge(run, *following)
        self.deadlines.written()
        return bool(started)

    async def want_thread(self, number: int, *, wanted: bool = True) -> None:
        """Note that a game is to have a thread of its own, or is not, unless it has one."""
        await self._database.rows(
            "UPDATE games SET threaded = ? WHERE number = ? AND parent IS NULL", int(wanted), number
        )

    async def move(self, number: int, channel: int, parent: int | None) -> None:
        """Let a game be played in a thread of a `parent` channel, or in a channel (None)."""
        await self._database.rows(
            "UPDATE games SET channel = ?, parent = ?, threaded = 0 WHERE number = ?", channel, parent, number
        )

    async def void(self, number: int, reason: str, claimed: Deadline | None = None) -> bool:
        """End an open challenge without a game, for a reason; False if it is no longer open.

        That is a change, to be shown like any other. `claimed` is the deadline that brings it about, which may have
        been claimed by another: False then, too.
        """
        async with self._database.transaction() as run:
            if claimed is not None and not await claim(run, claimed):
                return False
            ended = await run(
                "UPDATE games SET stage = 'void', reason = ?, revised = revised + 1"
                " WHERE number = ? AND stage = 'open' RETURNING number",
                reason,
                number,
            )
            if ended:
                await renew(run, number, ())
        return bool(ended)

    # ---- events

    async def append(  # noqa: PLR0913, PLR0917 - all that goes with events at once
        self,
        game: int,
        events: Sequence[Event],
        after: State,
        cause: int | None,
        deadlines: Sequence[Deadline] | None = None,
        claimed: Deadline | None = None,
        handover: Handover | None = None,
        beside: Unit | None = None,
    ) -> None:
        """Commit events with the state they lead to, in one durable transaction.

        `cause` is the id of the message or interaction behind the first, `deadlines` are put in place of the game's
        own unless they are None, `claimed` is the one that brought this about, `handover` a seat that changes hands,
        `beside` what else is written, which is left out where a damaged page or a constraint refuses it. The moves that
        players had kept for a game go with its end.
        Raises Conflict if the first number is taken or the deadline claimed by another, Repeated if the cause has acted
        already; then nothing is written.
        """
        standing = RowState.of(after)
        values: list[object] = []
        for index, event in enumerate(events):
            values += entry(game, event, None if index else cause, standing)
        over = after.result is not None
        if not over and deadlines is None and claimed is None and handover is None and beside is None:
            with _clashing():
                await self._database.rows(entering(len(events)), *values)
            return

        async def appended(run: Run) -> None:
            if claimed is not None and not await claim(run, claimed):
                raise Conflict
            with _clashing():
                await run(entering(len(events)), *values)
            if deadlines is not None:
                await renew(run, game, deadlines)
            if handover is not None:
                await hand_over(run, game, handover)
            if over:
                await run("DELETE FROM conditions WHERE game = ?", game)
            if beside is not None:
                await beside(run)

        try:
            await self._database.act(appended)
        except (Unreadable, sqlite3.IntegrityError):
            if beside is None:
                raise
            await self.append(game, events, after, cause, deadlines, claimed, handover)
            return
        if deadlines is not None or claimed is not None or handover is not None:
            self.deadlines.written()

    async def events(self, game: int) -> list[Event]:
        """All events of a game in order; Unreadable where one cannot be read."""
        return [event_of(row) for row in await self._database.rows(EVENTS, game)]

    # ---- questions

    async def game(self, number: int) -> StoredGame | None:
        """The game of this number, if there is one; Unreadable where its row is lost or does not hold one.

        A damaged page may hide a row without a word, but not that somebody sits in the game.
        """
        row = await self._database.row(f"{GAMES} WHERE number = ?", number)
        if row is None and await self._database.rows("SELECT 1 FROM seats WHERE game = ?", number):
            raise Unreadable("its row is not found")
        return None if row is None else game_of(row)

    async def running_in(self, channel: int, most: int) -> list[StoredGame]:
        """The newest running games of a channel and its threads, so many at most."""
        return self._newest(await self._database.rows(selections.RUNNING, channel, most))[:most]

    async def over_in(self, channel: int, most: int) -> list[StoredGame]:
        """The newest finished games of a channel and its threads, so many at most."""
        return self._newest(await self._database.rows(selections.OVER, channel, most))[:most]

    async def others_in(self, channel: int, player: int, most: int) -> list[StoredGame]:
        """The newest running games of a channel and its threads in which a player has no seat, so many at most."""
        return self._newest(await self._database.rows(selections.OTHERS, channel, most, player))[:most]

    async def games_of(self, player: int, guild: int | None) -> list[StoredGame]:
        """The open and running games of a player, newest first, also those that they are invited to.

        They are those of a guild, or of all where it is None.
        """
        return self._newest(await self._database.rows(selections.ON_HAND, player, guild))

    async def going_on_in(self, guild: int, before: int, most: int) -> list[StoredGame]:
        """The newest open and running games of a guild with smaller numbers than one, so many at most."""
        return self._newest(await self._database.rows(selections.IN_GUILD, guild, before, most))[:most]

    async def timed_without(self, kind: str) -> list[StoredGame]:
        """The running games with clocks that no deadline of a kind is about."""
        return self._games(await self._database.rows(selections.UNWATCHED, kind))

    async def timed_of(self, player: int) -> list[StoredGame]:
        """The running games of a player with clocks, wherever they are."""
        return self._games(await self._database.rows(selections.TIMED_OF, player))

    async def lagging(self) -> list[StoredGame]:
        """The games whose channel has not been shown their last event or change, or shows old buttons."""
        return self._games(await self._database.rows(selections.LAGGING))

    async def rolling(self) -> list[StoredGame]:
        """The running games that wait for a player to roll."""
        return self._games(await self._database.rows(selections.ROLLING))

    async def thinking(self) -> list[StoredGame]:
        """The running games in which the referee itself is to move."""
        return self._games(await self._database.rows(selections.THINKING))

    async def standing_of(self, players: Iterable[int], guild: int) -> list[StoredGame]:
        """The standing challenges of some players in a guild whose channel has not been shown their last change."""
        return self._games(await self._database.rows(selections.STANDING, json.dumps(list(players)), guild))

    def _newest(self, rows: Sequence[sqlite3.Row]) -> list[StoredGame]:
        """The games in some rows, newest first."""
        return sorted(self._games(rows), key=lambda game: game.number, reverse=True)

    def _games(self, rows: Sequence[sqlite3.Row]) -> list[StoredGame]:
        """The games in some rows; those that cannot be read are set aside."""
        return readable(rows, game_of, self.aside)

    # ---- what was shown

    async def challenge_shown(self, number: int, revised: int, message: int) -> None:
        """Note that a message shows a challenge after so many changes; if it has begun, its board is still to come."""
        await self._database.rows(
            "UPDATE games SET message = ?2, posted = ?2, shown = iif(stage IN ('open', 'void'), max(shown, ?1), shown)"
            " WHERE number = ?3 AND (stage IN ('open', 'void') OR shown < 0)",
            revised,
            message,
            number,
        )

    async def shown(self, number: int, sequence: int, message: int | None, channel: int | None = None) -> None:
        """Note that the channel has been shown the game up to this event; `message` the new board, if any.

        Nothing is noted if the game is no longer played in `channel`.
        """
        await self._database.rows(
            "UPDATE games SET shown = ?1, worn = iif(?2 IS NULL OR ?2 = message, worn, message),"
            " message = coalesce(?2, message) WHERE number = ?3 AND shown <= ?1 AND (?4 IS NULL OR channel = ?4)",
            sequence,
            message,
            number,
            channel,
        )

    async def stripped(self, number: int) -> None:
        """Note that the buttons of the message before are gone."""
        await self._database.rows("UPDATE games SET worn = NULL WHERE number = ?", number)

    async def fact(self, name: str) -> str | None:
        """A remembered fact about the installation."""
        row = await self._database.row("SELECT value FROM facts WHERE name = ?", name)
        return str(row[0]) if row else None

    async def remember(self, name: str, value: str) -> None:
        """Remember a fact about the installation."""
        await self._database.rows("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", name, value)
