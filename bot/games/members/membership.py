"""Membership: whether players are still in a server, as Discord says when it is asked about one of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import NamedTuple

from bot.games.refusals import if_granted
from bot.games.tables import Tables
from bot.store import Deadline, MemberStore, Player
from engine.clocks.control import DAY, HOUR, SECOND

Lookup = Callable[[int, int], Awaitable[bool | None]]
"""Asks whether a player (second) is a member of a server (first): None where there is no answer."""
KEPT = 4096
"""How many answers are remembered."""
FRESH = HOUR
"""How long an answer holds, and when to ask again where there was none (ms)."""
GAMES_AT_ONCE, PAUSE = 5, 3 * SECOND
"""The daily check: after how many games it lets other deadlines come, and for how long (ms)."""


class _Answer(NamedTuple):
    """What was answered, and until when that holds (UTC ms)."""

    there: bool | None
    until: int


async def unanswered(guild: int, player: int) -> bool | None:  # noqa: ARG001 - the signature of a Lookup
    """The answer where nobody can be asked."""
    return None


class Membership:
    """Who is in which server; `now()` gives UTC ms.

    Each player is asked after at most once in an hour for each server. That somebody has left is noted in the store,
    with what is to be told about it; whoever is seen there again has come back.
    """

    def __init__(self, store: MemberStore, tables: Tables, now: Callable[[], int], lookup: Lookup = unanswered) -> None:
        self.lookup = lookup
        self._store = store
        self._tables = tables
        self._now = now
        self._answers: OrderedDict[tuple[int, int], _Answer] = OrderedDict()

    async def present(self, guild: int, player: int) -> bool | None:
        """Whether a player is in a server, as was answered in the last hour; None where Discord did not answer."""
        if player < 0:  # the referee, as a player
            return True
        known = self._answers.get((guild, player))
        if known is not None and self._now() < known.until:
            return known.there
        self._keep(guild, player, None)
        there = await self.lookup(guild, player)
        self._keep(guild, player, there)
        if there is False:
            await self._store.left(guild, player, self._now())
        elif there:
            await self._store.returned(guild, player)
        return there

    async def seen(self, guild: int, player: int) -> None:
        """Note that a player has done something in a server, so that nobody has to be asked."""
        known = self._answers.get((guild, player))
        if known is None or known.there is not True:
            await self._store.returned(guild, player)
        self._keep(guild, player, there=True)

    async def absent(self, guild: int, player: int) -> int | None:
        """When it was noticed that a player has left a server (UTC ms); None for one who has not, as far as known."""
        return await self._store.absent(guild, player)

    async def turn_began(self, number: int) -> None:
        """Ask after the player to move in a game whose board has just been shown."""
        game = await if_granted(self._tables.game(number))
        player = None if game is None else game.player_to_move()
        if player is not None and game is not None:
            await self.present(game.guild, player.id)

    async def look(self, number: int) -> None:
        """Ask after all people who are still in a running game."""
        table = await if_granted(self._tables.find(number))
        if table is None or table.game.stage != "playing":
            return
        for seat in table.state.remaining:
            if table.game.seats[seat].reachable:
                await self.present(table.game.guild, table.game.seats[seat].id)

    async def here(self, guild: int, players: Iterable[Player]) -> list[Player]:
        """Return the people who have not left a server, as far as known: those whom a message there can ping."""
        people = [player for player in players if player.reachable]
        gone = await self._store.gone(guild, [player.id for player in people])
        return [player for player in people if player.id not in gone]

    async def begin(self) -> None:
        """See to it that all running games are looked at once a day."""
        await self._store.begin_checks(self._now())

    async def check(self, deadline: Deadline) -> None:
        """Meet the deadline of the daily check: look at the next games, or begin anew in a day."""
        last = -deadline.player
        games = await self._store.running_after(last, GAMES_AT_ONCE)
        for number in games:
            with self._tables.passing(number):
                await self.look(number)
        wait = PAUSE if games else DAY
        await self._store.plan_check(deadline, max(games, default=0), self._now() + wait)

    def _keep(self, guild: int, player: int, there: bool | None) -> None:
        key = guild, player
        self._answers[key] = _Answer(there, self._now() + FRESH)
        self._answers.move_to_end(key)
        while len(self._answers) > KEPT:
            self._answers.popitem(last=False)
