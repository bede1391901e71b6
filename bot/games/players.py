"""A player's own things: their agenda, notes on games, and watched games."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import NamedTuple

from bot.games.directory import unbegun
from bot.games.refusals import BadChoice, granted, if_granted, refuse, refuse_if
from bot.games.tables import FLAG, Tables
from bot.store import Ledger, Note, NoteStore, Player, StoredGame, WatchingStore
from engine.play.state import State
from engine.records.replay import numbered

AGENDA_GAMES = 40
"""Games listed at most, more than fit in a message."""
NOTE_MAX_CHARS, MOST_NOTES, MOST_SPECTATORS = 500, 50, 20


class Asked(Enum):
    """The things besides a move or a proposal that may await a player in a game, in words."""

    INVITED = "you're invited"
    LATE = "time has run out, so you can claim the win"
    OUT = "you're out; the others play on"
    LOST = "the channel was deleted: use /game move-here"


class Entry(NamedTuple):
    """A line of the agenda: whether it is the player's move (`mine`), other requests, and until when.

    `until` is when the time of the player to move runs out (UTC ms), None where there is no clock, it is stopped or
    has run out; `proposals` are the kinds of those that they have not agreed to.
    """

    game: StoredGame
    mine: bool
    asked: tuple[Asked, ...] = ()
    until: int | None = None
    proposals: tuple[str, ...] = ()

    @property
    def awaits(self) -> bool:
        return self.mine or bool(self.proposals) or self.asked not in {(), (Asked.OUT,)}

    @property
    def urgency(self) -> tuple[int, float, int]:
        """Moves of the player come first, then their answers, other games and open challenges, each by time."""
        rank = 0 if self.mine else 1 if self.awaits else 2 if self.game.stage == "playing" else 3
        return rank, inf if self.until is None else self.until, self.game.number


class Agenda(NamedTuple):
    """The first games of a player, and how many `more`: a server's, and those of others that await them."""

    here: list[Entry]
    elsewhere: list[Entry]
    more: int


@dataclass(frozen=True)
class Agendas:
    ledger: Ledger
    tables: Tables
    now: Callable[[], int]

    async def of(self, player: Player, guild: int | None) -> Agenda:
        """A player's games as a server is to list them, or with None all of them."""
        entries = await self._entries(player, await self.ledger.games_of(player.id, None))
        here = [each for each in entries if guild in {None, each.game.guild}]
        abroad = [each for each in entries if guild not in {None, each.game.guild} and each.awaits]
        more = max(0, len(here) + len(abroad) - AGENDA_GAMES)
        return Agenda(here[:AGENDA_GAMES], abroad[: max(0, AGENDA_GAMES - len(here))], more)

    async def most_urgent(self, player: Player, games: Sequence[StoredGame]) -> Entry:
        return (await self._entries(player, games))[0]

    async def _entries(self, player: Player, games: Sequence[StoredGame]) -> list[Entry]:
        """Some games of a player, the most urgent first; replayed are only those that may ask for more than a move."""
        if not games:
            return []
        numbers = [game.number for game in games]
        offered = await self.ledger.offered(numbers)
        untils = await self.ledger.deadlines.by_game(FLAG, numbers)
        entries = []
        for game in games:
            until = untils.get(game.number)
            still = game.time != "none" and until is None
            looked = game.stage == "playing" and (game.number in offered or len(game.seats) > 2 or still)
            table = await if_granted(self.tables.at(game)) if looked else None
            entries.append(self._entry(game, player, until, table.state if table else None))
        return sorted(entries, key=lambda entry: entry.urgency)

    def _entry(self, game: StoredGame, player: Player, until: int | None, state: State | None) -> Entry:
        seats = {*game.seats_of(player.id)}
        proposals: tuple[str, ...] = ()
        mine, asked = game.turn in seats, (Asked.LOST,) if game.lost is not None else ()
        if game.stage == "open":
            invited = any(guest.player.id == player.id for guest in game.awaited)
            return Entry(game, mine, asked or ((Asked.INVITED,) if invited else ()), until)
        late = game.turn if until is not None and until <= self.now() else None
        if state is not None and state.result is None:
            seats &= {*state.remaining}
            if not seats:
                return Entry(game, mine, (*asked, Asked.OUT), until)
            proposals = tuple(each.kind for each in state.proposals if seats - {*each.agreed})
            clock = state.clock
            if clock is not None and not (clock.paused or clock.left[clock.running]):
                late = clock.running
        if late and not asked and seats - {late}:
            return Entry(game, mine, (Asked.LATE,), None, proposals)
        return Entry(game, mine, asked, until, proposals)


# ---- notes, at the move that was last made


@dataclass
class Notes:
    """The notes of all players, each read by its writer alone; `now()` gives UTC ms."""

    notes: NoteStore
    tables: Tables
    now: Callable[[], int]

    async def write(self, game: StoredGame, player: Player, text: str) -> int:
        """Add a note on a game and return its number; a refusal where it is empty, too long or one too many."""
        clean, state = _clean(text), await self.tables.state(game)
        refuse_if(not clean, "That note is empty.")
        too_long = f"A note has up to {NOTE_MAX_CHARS} characters, and that one has {len(clean)}."
        refuse_if(len(clean) > NOTE_MAX_CHARS, too_long)
        last = numbered(state, len(state.played) - 1)[-1] if state.played else ""  # such as `2. … Tfe4`
        note = Note(0, self.now(), last, clean)
        many = f"You already have {MOST_NOTES} notes on game #{game.number}. Delete one with /game note delete."
        return granted(await self.notes.add(game.number, player.id, note, MOST_NOTES) or BadChoice(many))

    async def read(self, game: StoredGame, player: Player) -> list[Note]:
        return await self.notes.of(game.number, player.id)

    async def delete(self, game: StoredGame, player: Player, number: int) -> None:
        unknown = f"You have no note {number} on game #{game.number}. /game note lists your notes."
        refuse_if(not await self.notes.remove(game.number, player.id, number), unknown)


def _clean(text: str) -> str:
    """A text without its invisible characters; it keeps its line ends, though no more than one empty line at a time."""
    lines = ("".join(c if c.isprintable() else " " * c.isspace() for c in line) for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip()


# ---- spectators


@dataclass(frozen=True)
class Watching:
    watchers: WatchingStore

    async def watch(self, game: StoredGame, player: Player, *, often: bool) -> None:
        """Ping a player at each board of a game (`often`) or at its end."""
        refuse_if(game.stage == "over", f"Game #{game.number} is over; /board shows how it ended.")
        refuse(unbegun(game))
        refuse_if(game.seats_of(player.id), f"You're playing in game #{game.number}, so I'll ping you anyway.")
        full = f"Game #{game.number} already has {MOST_SPECTATORS} spectators. You can still see it with /board."
        refuse_if(not await self.watchers.add(game.number, player, often=often, most=MOST_SPECTATORS), full)

    async def stop(self, game: StoredGame, player: Player) -> None:
        refuse_if(not await self.watchers.remove(game.number, player.id), f"You're not watching game #{game.number}.")
