"""Games as the store knows them, the SQL that selects them, and what is to be done at a time (deadlines)."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from bot.store.database import Run, Store
from bot.store.files import Unreadable
from engine.dice.terms import LINKED

IN, INVITED, DECLINED = "in", "invited", "declined"
FORMER = "former player"
"""The name of a forgotten person in past games."""
REFEREE = -(1 << 62)
"""Ids from here downwards are the referee's own, as a player: no person and no former player has one."""
_LEVELS = 10


class Player(NamedTuple):
    """A player: a Discord user's id and the name shown to people.

    A former player, whose data were deleted, has an id below 0, valid in that game alone. Ids from
    REFEREE downwards are those of the referee as a player, one for each level and place at a board.
    """

    id: int
    name: str

    @property
    def former(self) -> bool:
        return REFEREE < self.id < 0

    @property
    def is_bot(self) -> bool:
        return self.id <= REFEREE

    @property
    def level(self) -> int | None:
        """The level at which the referee plays here; None for a person."""
        return (REFEREE - self.id) % _LEVELS if self.is_bot else None

    @property
    def reachable(self) -> bool:
        """True if this player has an account and can be messaged."""
        return self.id > 0


def referee(level: int, place: int = 0) -> Player:
    """The referee as a player of a level; at one board each has a `place` of its own."""
    return Player(REFEREE - _LEVELS * place - level, f"Hexmarshal, level {level}")


class Guest(NamedTuple):
    """A guest of a challenge; `stage` is IN, INVITED or DECLINED.

    `wish` is the seat asked for, 0 for a drawn one; `since` the challenge's revision when they came in.
    """

    player: Player
    stage: str
    wish: int = 0
    since: int = 0


@dataclass(frozen=True, kw_only=True)
class StoredGame:
    """A game's row; `stage` is open, playing, over or void.

    `seats` maps seat numbers to players; while a challenge is open, seat 0 holds the challenger. A challenge to a game
    with `places` seats has `guests`, the challenger first, in the order in which they came. `turn` is the seat that
    the game waits for, and `rolling` whether for a roll instead of a move. `sequence` is the number of the last event,
    `shown` that of the last one that the channel has been shown, -1 before anything was.

    `message` shows the board or the challenge, None before there was one; `posted` showed the challenge. A game in a
    thread of its own has that thread as its `channel` and knows the `parent` of it; `threaded` is set while one is
    still to be opened. `lost` is since when its channel is known to be gone (UTC ms), None while it is there; `moved`
    counts how often it has gone on in another channel, `begun` is when it last did, or began.

    `guild` is 0 for a game in the direct messages of its only person.

    `commitment` is the SHA-256 of the secret behind its dice; `dice` are their terms in text, "" while these are to be
    settled when a challenge is answered; `words` are those that players have given for the dice, by the players' ids.
    `rated` is what the players chose, `time` the canonical text of the time control; with `hints` the players may ask
    for hints, shown to all. A challenge comes with a `comment`, one that is `standing` has another take its place when
    it is accepted, and `revised` counts its changes, which `shown` follows while it is open. `reason` says of a game
    that has ended, or never began, why.
    """

    number: int = 0
    variant: str
    stage: str = "open"
    turn: int | None = None
    seats: Mapping[int, Player]
    guild: int
    channel: int
    edition: int
    options: Mapping[str, str]
    start: str | None = None
    challenger: int
    created: int
    sequence: int = 0
    shown: int = -1
    commitment: str = ""
    message: int | None = None
    parent: int | None = None
    lost: int | None = None
    begun: int | None = None
    places: int = 2
    guests: tuple[Guest, ...] = ()
    rolling: bool = False
    revised: int = 0
    rated: bool = False
    threaded: bool = False
    time: str = "none"
    comment: str = ""
    standing: bool = False
    posted: int | None = None
    reason: str | None = None
    moved: int = 0
    dice: str = LINKED.text
    words: Mapping[int, str] = field(default_factory=dict)
    hints: bool = False
    below: str = ""

    def seats_of(self, player: int) -> tuple[int, ...]:
        return tuple(seat for seat, held in self.seats.items() if held.id == player)

    @property
    def present(self) -> tuple[Guest, ...]:
        return tuple(guest for guest in self.guests if guest.stage == IN)

    @property
    def awaited(self) -> tuple[Guest, ...]:
        return tuple(guest for guest in self.guests if guest.stage == INVITED)

    @property
    def is_full(self) -> bool:
        return len(self.present) == self.places

    @property
    def is_for_referee(self) -> bool:
        """True if only the referee is to answer a challenge, which it does immediately."""
        return self.is_full and all(guest.player.is_bot for guest in self.guests[1:])

    @property
    def counts(self) -> bool:
        """True if the game is rated as its players chose: it began as usual, and each of them has one seat."""
        return self.rated and self.start is None and len({held.id for held in self.seats.values()}) == len(self.seats)

    def includes(self, player: int) -> bool:
        return player in {guest.player.id for guest in self.present}

    def player_to_move(self) -> Player | None:
        return self.seats.get(self.turn) if self.stage == "playing" and self.turn else None

    def home_of(self, message: int) -> int:
        """Return the channel of a message of this game.

        A thread bears the id of the message it was opened from, and ids grow with time: older messages are in the
        thread's parent channel.
        """
        return self.channel if self.parent is None or message > self.channel else self.parent


def _options(text: str) -> Mapping[str, str]:
    options = json.loads(text)
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise ValueError(f"these aren't options: {text}")
    return options


_DECODERS: Mapping[str, Callable[[Any], object]] = {
    "options": _options,
    "seats": lambda text: {seat: Player(player, name) for seat, player, name in sorted(json.loads(text))},
    "guests": lambda text: tuple(Guest(Player(who, name), *rest) for _, who, name, *rest in sorted(json.loads(text))),
    "words": lambda text: dict(json.loads(text)),
    **dict.fromkeys(("rolling", "rated", "threaded", "standing", "hints"), bool),
}
_READ = {
    "seats": "(SELECT json_group_array(json_array(seat, player, name)) FROM seats WHERE game = games.number)",
    "guests": (
        "(SELECT json_group_array(json_array(ordinal, player, name, stage, wish, since)) FROM guests"
        " WHERE game = games.number)"
    ),
    "words": "(SELECT json_group_array(json_array(player, word)) FROM words WHERE game = games.number)",
}
"""Columns read as JSON from other tables."""
_FIELDS = tuple(each.name for each in fields(StoredGame))
GAMES = f"SELECT {', '.join(_READ.get(name, name) for name in _FIELDS)} FROM games"
"""Selects games, for `game_of` to read."""


def game_of(*row: object) -> StoredGame:
    """Return the game in a row that GAMES selects; Unreadable if it holds none."""
    given: dict[str, Any] = dict(zip(_FIELDS, row, strict=True))
    try:
        given |= {name: decode(given[name]) for name, decode in _DECODERS.items()}
    except (ValueError, TypeError, RecursionError) as problem:
        raise Unreadable(f"its row can't be read: {problem}") from problem
    return StoredGame(**given)


OFFERED = (
    "EXISTS (SELECT 1 FROM events INDEXED BY events_offered WHERE events.game = games.number"
    " AND events.kind GLOB '*-offered')"
)
"""That something was ever proposed in a game; the condition on events is that of their index, word by word."""


# ---- deadlines


_DUE = """
    SELECT kind, game, player, due, number FROM json_each(?2) CROSS JOIN deadlines ON kind = value AND due <= ?1
    ORDER BY due, kind, game, player
"""
_NEXT = """
    SELECT min((SELECT due FROM deadlines WHERE kind = value AND due > ?1 ORDER BY due LIMIT 1)) FROM json_each(?2)
"""
_PUT = """
    INSERT OR REPLACE INTO deadlines (kind, game, player, due)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
        json_extract(value, '$[3]') FROM json_each(?)
"""
_BY_GAME = "SELECT game, due FROM deadlines WHERE kind = ? AND game IN (SELECT value FROM json_each(?))"


@dataclass(frozen=True)
class Deadline:
    """Something to be done at `due` (UTC ms), one of a kind for each game and player, 0 for none.

    Each that is written has a `number` of its own, by which it is claimed.
    """

    kind: str
    game: int
    player: int
    due: int
    number: int = field(default=0, compare=False)


class DeadlineStore(Store):
    async def due(self, kinds: Sequence[str], now: int) -> list[Deadline]:
        return await self._database.fetch(_DUE, Deadline, now, json.dumps(kinds))

    async def next_after(self, kinds: Sequence[str], now: int) -> int | None:
        ((first,),) = await self._database.rows(_NEXT, now, json.dumps(kinds))
        return None if first is None else int(first)

    async def stands(self, deadline: Deadline) -> bool:
        """Return whether a deadline is still to be met, and has not been written again."""
        return bool(await self._database.rows("SELECT 1 FROM deadlines WHERE number = ?", deadline.number))

    async def by_game(self, kind: str, games: Sequence[int]) -> dict[int, int]:
        return dict(await self._database.rows(_BY_GAME, kind, json.dumps(games)))

    async def set(self, *deadlines: Deadline) -> None:
        """Write deadlines in a transaction of their own, each in place of the one like it."""
        async with self._database.transaction() as run:
            await put(run, deadlines)

    async def settle(self, deadline: Deadline, *following: Deadline) -> bool:
        """Claim a deadline and write what follows it, in one transaction; False if another has claimed it."""
        async with self._database.transaction() as run:
            claimed = await claim(run, deadline)
            if claimed:
                await put(run, following)
        return claimed


async def put(run: Run, deadlines: Iterable[Deadline]) -> None:
    """Write deadlines inside a transaction, each in place of the one like it, with a new number."""
    rows = [(each.kind, each.game, each.player, each.due) for each in deadlines]
    if rows:
        await run(_PUT, json.dumps(rows))


async def claim(run: Run, deadline: Deadline) -> bool:
    """Take a deadline away inside the transaction that does what it is for; False if it is gone."""
    return bool(await run("DELETE FROM deadlines WHERE number = ? RETURNING 1", deadline.number))


async def renew(run: Run, game: int, deadlines: Iterable[Deadline]) -> None:
    """Put these in place of all deadlines of a game, inside a transaction."""
    await run("DELETE FROM deadlines WHERE game = ? AND game > 0", game)
    await put(run, deadlines)
