"""The ledger: games in the store with their challenges, seats, events and the message that shows the board."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.store.database import Database, Run, Unit, inserting
from bot.store.deadlines import REMIND, AbsenceStore, ReminderStore, VacationStore
from bot.store.files import Unreadable
from bot.store.games import GAMES, OFFERED, Deadline, DeadlineStore, Player, StoredGame, claim, game_of, put, renew
from bot.store.lost import LostStore
from bot.store.members import Handover, MemberStore, hand_over
from bot.store.outbox import OutboxStore
from bot.store.own import STILL_KEPT, ConditionalStore, StoredLine
from bot.store.ratings import Skill
from bot.store.settings import PreferenceStore
from engine.clocks.control import DAY, HOUR
from engine.dice.commitment import commitment
from engine.model.board import Board
from engine.play.events import Event, StoredEvent, pack
from engine.play.state import Await, State

_AGAINST_ME = """
    SELECT number FROM seats JOIN games ON number = game WHERE player = ? AND stage = 'over' AND referees LIMIT ?
"""
LAPSE = "lapse"
"""The kind of the deadlines of challenges."""
LAPSES_AFTER = 14 * DAY
"""The time (ms) a challenge waits for an answer, and a standing one for the next check."""
_REVISE = "UPDATE games SET revised = revised + 1 WHERE number = ? AND stage = 'open' RETURNING 1"
_REMIND_TO_START = """
    INSERT OR REPLACE INTO deadlines (kind, game, player, due)
    SELECT 'remind', game, ?2, ?3 + max(0, due - ?3) / 2 FROM deadlines WHERE kind = 'lapse' AND game = ?1
"""
"""Lets a challenger (?2) be reminded in half of the time left from now (?3) on; they are called when it fills."""
_START = """
    UPDATE games SET stage = 'playing', turn = ?, shown = -1, dice = ?, begun = ?
    WHERE number = ? AND stage = 'open' RETURNING 1
"""
_VOID = """
    UPDATE games SET stage = 'void', reason = ?, revised = revised + 1 WHERE number = ? AND stage = 'open' RETURNING 1
"""
_CHALLENGE_SHOWN = """
    UPDATE games SET message = ?2, posted = ?2, shown = iif(stage IN ('open', 'void'), max(shown, ?1), shown)
    WHERE number = ?3 AND (stage IN ('open', 'void') OR shown < 0)
"""
_SHOWN = """
    UPDATE games SET shown = ?1, message = coalesce(?2, message)
    WHERE number = ?3 AND shown <= ?1 AND (?4 IS NULL OR channel = ?4)
"""
_HELD_UP = """
    UPDATE games SET revised = revised + 1 WHERE stage = 'open' AND standing
    AND challenger IN (SELECT player FROM seats WHERE game = ?1)
    AND guild = (SELECT guild FROM games WHERE number = ?1)
"""
"""Shows the standing challenges of a game's (?1) players again, since they have one game more."""
_REMATCH = """
    SELECT number FROM games
    WHERE number = (SELECT CAST(value AS INTEGER) FROM facts WHERE name = 'rematch:' || ?) AND stage <> 'void'
"""


def _newest(stage: str, also: str = "1") -> str:
    newest = (
        f"SELECT number FROM (SELECT number FROM games WHERE {place} = ?1 AND stage = '{stage}' AND {also}"
        " ORDER BY number DESC LIMIT ?2)"
        for place in ("channel", "parent")
    )
    return f"{GAMES} WHERE number IN ({' UNION ALL '.join(newest)}) ORDER BY number DESC LIMIT ?2"


_RUNNING, _OVER = _newest("playing"), _newest("over")
_OTHERS = _newest("playing", "NOT EXISTS (SELECT 1 FROM seats WHERE game = number AND player = ?3)")
CONCERNING = """number IN (
    SELECT game FROM seats CROSS JOIN games g ON g.number = game
    WHERE player = ?1 AND g.stage IN ('open', 'playing')
    UNION ALL SELECT game FROM guests CROSS JOIN games g ON g.number = game
    WHERE player = ?1 AND guests.stage IN ('in', 'invited') AND g.stage = 'open'
)"""
"""The common part of queries for a player's (?1) open and running games and invitations."""
_ON_HAND = f"{GAMES} WHERE {CONCERNING} AND (?2 IS NULL OR guild = ?2) ORDER BY number DESC"
_NEWEST_OPEN, _NEWEST_PLAYING = (
    f"SELECT number FROM (SELECT number FROM games WHERE guild = ?1 AND stage IN ('open', 'playing')"
    f" AND stage = '{stage}' AND number < ?2 ORDER BY number DESC LIMIT ?3)"
    for stage in ("open", "playing")
)
_IN_GUILD = f"{GAMES} WHERE number IN ({_NEWEST_OPEN} UNION ALL {_NEWEST_PLAYING}) ORDER BY number DESC LIMIT ?3"
# The condition of those to be thought about is that of their index, word by word.
_STANDING = f"""
    {GAMES} INDEXED BY games_standing
    WHERE stage = 'open' AND standing AND shown < revised AND guild = ?2
        AND challenger IN (SELECT value FROM json_each(?1)) ORDER BY number
"""
_COUNTS = """
    SELECT
        count(*) FILTER (WHERE stage = 'playing'),
        count(*) FILTER (WHERE stage = 'open'),
        count(*) FILTER (WHERE stage = 'over'),
        (SELECT count(*) FROM deadlines WHERE due < ?),
        (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)
    FROM games
"""
_TIMED = f"""
    {GAMES} WHERE stage = 'playing' AND time <> 'none' AND number IN (SELECT game FROM seats WHERE player = ?1)
    ORDER BY number
"""
_OFFERED_IN = f"SELECT number FROM games WHERE number IN (SELECT value FROM json_each(?)) AND {OFFERED}"
_HELD = f"""
    {GAMES} WHERE number IN (
        SELECT game FROM seats CROSS JOIN games ON number = game AND stage = 'playing'
            AND (?2 IS NULL OR guild = ?2) AND (?3 IS NULL OR ?3 IN (channel, parent))
            AND (?4 IS NULL OR (turn = seat) = ?4)
        WHERE player = ?1 ORDER BY game DESC LIMIT ?5
    ) ORDER BY number DESC
"""  # no index serves `?3 IN (channel, parent)`: games are found by the player
_POSTED = ("sequence", "shown", "message", "posted", "channel", "parent", "threaded", "lost", "moved")
_AUDIENCE = f"""
    SELECT p.player, p.name, seated,
        EXISTS (SELECT 1 FROM absentees a WHERE a.guild = g.guild AND a.player = p.player),
        (SELECT json_group_object(name, value) FROM preferences c WHERE c.player = p.player),
        (SELECT count(*) FROM (SELECT 1 FROM placings x WHERE x.player = p.player LIMIT ?3)),
        mu, sigma, s.games, {", ".join(f"g.{column}" for column in _POSTED)}
    FROM games g CROSS JOIN (
        SELECT player, name, 1 AS seated FROM seats WHERE game = ?1
        UNION ALL SELECT player, name, 0 FROM watchers WHERE game = ?1
        AND (often OR (SELECT stage = 'over' FROM games WHERE number = ?1)) ORDER BY 3, 1
    ) p LEFT JOIN skills s ON s.guild = g.guild AND family = ?2 AND s.player = p.player
    WHERE g.number = ?1
"""


class Onlooker(NamedTuple):
    """A reader of a board: a player or a spectator.

    `gone` tells whether they have left the server, `finished` how many games they have finished, counted up to a limit;
    `skill` is that in the family of the game, None for a newcomer.
    """

    player: Player
    seated: bool
    gone: bool
    chosen: Mapping[str, str]
    finished: int
    skill: Skill | None


class Conflict(Exception):
    """Another writer has added an event with this number first."""


class Repeated(Exception):
    """This message or interaction has acted already."""


class Beginning(NamedTuple):
    """The beginning of a game `at` a time (UTC ms): seats, the state, first events, deadlines."""

    seats: Mapping[int, Player]
    state: State
    at: int
    events: Sequence[Event] = ()
    deadlines: Sequence[Deadline] = ()


RowState = Mapping[str, object]


def _row(stage: str, turn: int | None = None, **more: object) -> RowState:
    """The row of a game besides its events: whose turn, whether to roll, how it ended, its stage."""
    return {"stage": stage, "turn": turn, "rolling": False, "winner": None, "reason": None, **more}


def _row_of(state: State) -> RowState:
    if state.result is not None:
        return _row("over", winner=state.result.winner, reason=state.result.reason)
    return _row("playing", state.due, rolling=state.awaits is Await.CALL)


class Counts(NamedTuple):
    """The games under way, open challenges and games over, late deadlines, and the size of the file in bytes."""

    playing: int
    challenges: int
    over: int
    late: int
    size: int


class Ledger:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.skipped = database.skipped
        self.conditions = ConditionalStore(database)
        self.deadlines = DeadlineStore(database)
        self.absences = AbsenceStore(database)
        self.vacations = VacationStore(database)
        self.preferences = PreferenceStore(database)
        self.members = MemberStore(database)
        self.reminders = ReminderStore(database)
        self.lost = LostStore(database)
        self.outbox = OutboxStore(database)

    # ---- challenges

    async def open_challenge(
        self,
        game: StoredGame,
        secret: bytes,
        state: State,
        again: int | None = None,
        begin: Callable[[int], Beginning] | None = None,
    ) -> int:
        """Write a new challenge with its challenger and its secret, and return its lasting number.

        `state` is that of a game that is to be continued, or a new one; `again` is the game that it is to play again.
        `begin` gives, by its number, the beginning of a game that no one has to accept.
        """
        async with self.database.transaction() as run:
            number = await _write_challenge(run, game, secret)
            await _enter(run, number, state.variant.board, state.events, _row("open"))
            if again is not None:
                await run("INSERT OR REPLACE INTO facts (name, value) VALUES ('rematch:' || ?, ?)", again, str(number))
            if begin is not None:
                await _start(run, replace(game, number=number), begin(number))
        return number

    async def rematch_of(self, game: int) -> int | None:
        return await self.database.fetch_one(_REMATCH, int, game)

    async def rearrange(self, game: StoredGame, now: int) -> bool:
        """Write a challenge's guests and words; False if it is no longer open."""
        async with self.database.transaction() as run:
            changed = await run(_REVISE, game.number)
            if changed:
                await _write_guests(run, game.number, game)
                if game.is_full:
                    await run(_REMIND_TO_START, game.number, game.challenger, now)
        return bool(changed)

    async def secret(self, game: int) -> bytes:
        """The secret behind a game's dice; LookupError for a game without one."""
        for (secret,) in await self.database.rows("SELECT secret FROM secrets WHERE game = ?", game):
            return bytes(secret)
        raise LookupError(f"game {game} has no secret")

    async def start_game(
        self, game: StoredGame, beginning: Beginning, following: tuple[StoredGame, bytes] | None = None
    ) -> bool:
        """Begin an open challenge, with the guests, words and terms that it has by now; False if it is open no longer.

        A challenge `following` it is written with that, and its secret.
        """
        async with self.database.transaction() as run:
            started = await _start(run, game, beginning)
            if started and following is not None:
                await _write_challenge(run, *following)
        return started

    async def want_thread(self, number: int, *, wanted: bool = True) -> None:
        """Note that a game is to have a thread of its own, or is not, unless it has one."""
        want = "UPDATE games SET threaded = ? WHERE number = ? AND parent IS NULL"
        await self.database.rows(want, int(wanted), number)

    async def move(self, number: int, channel: int, parent: int | None) -> None:
        """Let a game be played in a thread of a `parent` channel, or in a channel (None)."""
        moved = "UPDATE games SET channel = ?, parent = ?, threaded = 0 WHERE number = ?"
        await self.database.rows(moved, channel, parent, number)

    async def void(self, number: int, reason: str, claimed: Deadline | None = None) -> bool:
        """End an open challenge without a game, for a reason; False if it is no longer open.

        That is a change, to be shown like any other. `claimed` is the deadline that brings it about, which may have
        been claimed by another: False then, too.
        """
        async with self.database.transaction() as run:
            if claimed is not None and not await claim(run, claimed):
                return False
            ended = await run(_VOID, reason, number)
            if ended:
                await renew(run, number, ())
        return bool(ended)

    # ---- events

    async def append(  # noqa: PLR0913, PLR0917 - everything written with events
        self,
        game: int,
        events: Sequence[Event],
        after: State,
        cause: int | None,
        deadlines: Sequence[Deadline] | None = None,
        claimed: Deadline | None = None,
        handover: Handover | None = None,
        beside: Unit | None = None,
    ) -> list[StoredLine]:
        """Commit events with the state they lead to, in one durable transaction; the moves that players keep there.

        `cause` is the id of the message or interaction behind the first, `deadlines` are put in place of the game's own
        unless they are None, `claimed` is the one that brought this about, `handover` a seat that changes hands,
        `beside` what else is written, which is left out where a constraint refuses it. The moves that players had kept
        for a game go with its end. Raises Conflict if the first number is taken or the deadline claimed by another,
        Repeated if the cause has acted already; then nothing is written.
        """
        waking = deadlines is not None or handover is not None or after.result is not None
        try:
            async with self.database.transaction(waking=waking) as run:
                if claimed is not None and not await claim(run, claimed):
                    raise Conflict
                await _enter(run, game, after.variant.board, events, _row_of(after), cause)
                if deadlines is not None:
                    await renew(run, game, deadlines)
                if handover is not None:
                    await hand_over(run, game, handover)
                if after.result is not None:
                    await run("DELETE FROM conditions WHERE game = ?", game)
                if beside is not None:
                    await beside(run)
                return [StoredLine.of(*row) for row in await run(STILL_KEPT, game)]
        except sqlite3.IntegrityError:
            if beside is None:
                raise
            return await self.append(game, events, after, cause, deadlines, claimed, handover)

    async def events(self, game: int) -> list[StoredEvent]:
        return await self.database.fetch(_EVENTS, _entry_of, game)

    # ---- questions

    async def game(self, number: int) -> StoredGame | None:
        """The game of this number, if there is one; Unreadable where its row does not hold one."""
        return await self.database.fetch_one(f"{GAMES} WHERE number = ?", game_of, number)

    async def audience(self, game: StoredGame, family: str, most: int) -> tuple[StoredGame, dict[int, Onlooker]]:
        """A game as it is shown by now, with the number of its last event, and whom its board concerns, by their ids.

        `most` is up to where finished games are counted.
        """
        rows = await self.database.rows(_AUDIENCE, game.number, family, most)
        people = {}
        for player, name, seated, gone, chosen, finished, mu, sigma, games, *posted in rows:
            skill = None if mu is None else Skill(mu, sigma, games)
            who = Player(player, name)
            people[player] = Onlooker(who, bool(seated), bool(gone), json.loads(chosen), finished, skill)
            game = replace(game, **dict(zip(_POSTED, posted, strict=True)) | {"threaded": bool(posted[6])})
        return game, people

    async def counts(self, by: int) -> Counts:
        """Count what there is; deadlines are late that were due before a time (UTC ms)."""
        (row,) = await self.database.rows(_COUNTS, by)
        return Counts(*row)

    async def played_against_me(self, player: int, most: int) -> int:
        """Number of a player's finished games in which the referee plays, counted up to `most`."""
        return len(await self.database.rows(_AGAINST_ME, player, most))

    async def running_in(self, channel: int, most: int) -> list[StoredGame]:
        return await self._ask(_RUNNING, channel, most)

    async def over_in(self, channel: int, most: int) -> list[StoredGame]:
        return await self._ask(_OVER, channel, most)

    async def others_in(self, channel: int, player: int, most: int) -> list[StoredGame]:
        return await self._ask(_OTHERS, channel, most, player)

    async def games_of(self, player: int, guild: int | None) -> list[StoredGame]:
        """The open and running games of a player, newest first, also those that they are invited to.

        They are those of a guild, or of all where it is None.
        """
        return await self._ask(_ON_HAND, player, guild)

    async def held(
        self, player: int, most: int, *, guild: int | None = None, channel: int | None = None, moves: bool | None = None
    ) -> list[StoredGame]:
        """A player's newest running games, up to `most`: in a guild, or in a channel and its threads.

        With `moves` only those where it is the turn of a seat of theirs, or where it is that of another.
        """
        return await self._ask(_HELD, player, guild, channel, moves, most)

    async def offered(self, games: Iterable[int]) -> set[int]:
        """Those of some games in which something was ever proposed."""
        return {*await self.database.fetch(_OFFERED_IN, int, json.dumps([*games]))}

    async def going_on_in(self, guild: int, before: int, most: int) -> list[StoredGame]:
        """The newest open and running games of a guild with numbers below one, up to `most`."""
        return await self._ask(_IN_GUILD, guild, before, most)

    async def timed_of(self, player: int) -> list[StoredGame]:
        return await self._ask(_TIMED, player)

    async def rolling(self) -> list[StoredGame]:
        return await self._ask(f"{GAMES} WHERE rolling AND stage = 'playing' ORDER BY number")

    async def thinking(self) -> list[StoredGame]:
        return await self._ask(f"{GAMES} WHERE stage = 'playing' AND referees & (1 << turn) ORDER BY number")

    async def standing_of(self, players: Iterable[int], guild: int) -> list[StoredGame]:
        return await self._ask(_STANDING, json.dumps(list(players)), guild)

    async def _ask(self, statement: str, *values: object) -> list[StoredGame]:
        """The games that a statement selects, without those that cannot be read."""
        found = []
        for row in await self.database.rows(statement, *values):
            with self.skipped.reading(f"game {row[0]}"):
                found.append(game_of(*row))
        return found

    # ---- what was shown

    async def challenge_shown(self, number: int, revised: int, message: int) -> None:
        """Note that a message shows a challenge at a revision; if it has begun, its board is still to come."""
        await self.database.rows(_CHALLENGE_SHOWN, revised, message, number)

    async def shown(self, number: int, sequence: int, message: int | None, channel: int | None = None) -> None:
        """Note that the channel has been shown the game up to this event; `message` the new board, if any.

        Nothing is noted if the game is no longer played in `channel`.
        """
        await self.database.rows(_SHOWN, sequence, message, number, channel)

    async def board_shown(self, message: int) -> tuple[int, int] | None:
        """The game and the event whose board a message has shown."""
        board = "SELECT game, sequence FROM boards WHERE message = ? AND sequence >= 0"
        return next(iter(await self.database.rows(board, message)), None)

    async def boards_of(self, game: int, since: int) -> set[int]:
        found = "SELECT message FROM boards WHERE game = ? AND sequence >= ?"
        return {*await self.database.fetch(found, int, game, since)}

    async def asked_in(self, game: int, proposal: int, message: int) -> None:
        """Note a message that asks for answers to the proposal of an event; one that has shown a board stays that."""
        await self.database.rows("INSERT OR IGNORE INTO boards VALUES (?, ?, ?)", message, game, -proposal)

    async def messages_asking(self, game: int, proposal: int) -> list[int]:
        found = "SELECT message FROM boards WHERE game = ? AND sequence = ?"
        return await self.database.fetch(found, int, game, -proposal)

    async def fact(self, name: str) -> str | None:
        return await self.database.fetch_one("SELECT value FROM facts WHERE name = ?", str, name)

    async def remember(self, name: str, value: str) -> None:
        await self.database.rows("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", name, value)


_CHALLENGE = inserting(
    "games", "guild", "channel", "variant", "edition", "options", "start", "stage", "challenger", "places",
    "created", "commitment", "rated", "threaded", "time", "comment", "standing", "dice", "hints", "below",
) + " RETURNING number"  # fmt: skip


async def _write_challenge(run: Run, game: StoredGame, secret: bytes) -> int:
    """Write a new challenge inside a transaction, and return its lasting number.

    Its deadline is when it lapses; one that is standing is looked at then. Before that invited people are
    reminded; the time is computed an hour after it was made.
    """
    options = json.dumps(dict(game.options))
    written = vars(game) | {"options": options, "stage": "open", "commitment": commitment(secret)}
    ((number,),) = await run(_CHALLENGE, written)
    await run("INSERT INTO seats (game, seat, player, name) VALUES (?, 0, ?, ?)", number, *game.seats[0])
    await run("INSERT INTO secrets (game, secret) VALUES (?, ?)", number, secret)
    await _write_guests(run, number, game)
    reminders = [Deadline(REMIND, number, guest.player.id, game.created + HOUR) for guest in game.awaited]
    await put(run, [Deadline(LAPSE, number, 0, game.created + LAPSES_AFTER), *reminders])
    return int(number)


async def _start(run: Run, game: StoredGame, beginning: Beginning) -> bool:
    """Seat the players of an open challenge and begin, with deadlines in place of its own; False if it is not open."""
    number, (seats, state, at, first, deadlines) = game.number, beginning
    started = await run(_START, state.turn, game.dice, at, number)
    if started:
        await run("DELETE FROM seats WHERE game = ?", number)
        for seat, player in seats.items():
            await run("INSERT INTO seats (game, seat, player, name) VALUES (?, ?, ?, ?)", number, seat, *player)
        await _enter(run, number, state.variant.board, first, _row("playing", state.turn))
        await _write_guests(run, number, game)
        await renew(run, number, deadlines)
        await run(_HELD_UP, number)
    return bool(started)


async def _write_guests(run: Run, number: int, game: StoredGame) -> None:
    """Write whom a challenge is about, and the words they give for its dice, in place of those it had."""
    await run("DELETE FROM guests WHERE game = ?", number)
    for ordinal, guest in enumerate(game.guests):
        await run("INSERT INTO guests VALUES (?, ?, ?, ?, ?, ?, ?)", number, ordinal, *guest.player, *guest[1:])
    await run("DELETE FROM words WHERE game = ?", number)
    for player, word in game.words.items():
        await run("INSERT INTO words (game, player, word) VALUES (?, ?, ?)", number, player, word)


# ---- events in rows


_EVENTS = "SELECT sequence, at, actor, kind, fields FROM events WHERE game = ? ORDER BY sequence"
_ENTER = inserting(
    "ledger", "game", "sequence", "at", "actor", "kind", "fields", "cause",
    "turn", "rolling", "winner", "reason", "stage",
)  # fmt: skip
"""Writes an event and what its game's row is to hold then, through a trigger."""


async def _enter(
    run: Run, game: int, board: Board, events: Sequence[Event], standing: RowState, cause: int | None = None
) -> None:
    """Write events, the first with its cause; Conflict or Repeated where a constraint refuses them."""
    row = {**standing, "game": game, "cause": cause}
    for event in events:
        kind, fields = pack(board, event.what)
        row |= {"sequence": event.sequence, "at": event.at, "actor": event.actor, "kind": kind}
        row |= {"fields": json.dumps(fields, separators=(",", ":"))}
        try:
            await run(_ENTER, row)
            row["cause"] = None
        except sqlite3.IntegrityError as problem:
            if problem.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
                raise Conflict from problem
            if problem.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_UNIQUE:
                raise Repeated from problem
            raise


def _entry_of(sequence: int, at: int, actor: int, kind: str, fields: str) -> StoredEvent:
    try:
        return StoredEvent(sequence, at, actor, kind, json.loads(fields))
    except (ValueError, TypeError, RecursionError) as problem:
        raise Unreadable(f"event {sequence} can't be read: {problem}") from problem
