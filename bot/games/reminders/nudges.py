"""Nudges: a player asks the one to move to go on, once a day in each game; they come outside quiet hours."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from bot.games.refusals import Numbered, Pointing, WithoutChannel, if_granted
from bot.games.reminders.preferences import ReminderPreferences
from bot.games.reminders.reminders import Deliver, Delivery, Message, Reminders
from bot.games.settings import NUDGES, ON, Settings
from bot.games.tables import Table, Tables
from bot.store import Ledger, Player
from bot.store.outbox import Letter
from bot.store.reminders import DIRECT
from engine.clocks.control import DAY
from engine.model.refusal import Refusal, Refused
from engine.play.refusals import GamePaused

NUDGE = "nudge"
"""The kind of letter: its key is the game, its player the one to move, its payload the event that began the turn."""
Seated = Callable[[int, Player], Awaitable[Table]]
"""What gives the table of a running game in which a player sits, or says why it does not."""


class OwnMove(Numbered):
    """A nudge by the player to move."""

    words = "Game #{number} waits for you, so there is nobody to nudge."


class ThinkingNow(Numbered):
    """A nudge to the referee, which plays."""

    words = "Game #{number} waits for me, and I am thinking. I move as soon as I have found something."


class AwayNow(Numbered):
    """A nudge to somebody whose vacation stops the clock."""

    words = "The player to move in game #{number} is on vacation, and their clock stands still. Nobody has been nudged."


class NudgedLeft(Refusal):
    """A nudge to somebody who has left the server."""

    name: str

    words = (
        "{name} has left this server, so I can't nudge them. You can wait, or find a replacement with /game replace."
    )


class NudgedToday(Pointing, Numbered):
    """A second nudge in a game within a day; `again` is when the next is possible (UTC s)."""

    again: int

    words = "Game #{number} has had its nudge for today. You can nudge again <t:{again}:R>."


class Nudges:
    """The nudges of all games; `now()` gives UTC ms.

    Whether a player keeps nudges away, or has quiet hours, is known to that player alone: whoever nudges is told the
    same in each case, and has nudged for the day.
    """

    def __init__(
        self,
        ledger: Ledger,
        tables: Tables,
        seated: Seated,
        reminders: Reminders,
        settings: Settings,
        present: Callable[[int, int], Awaitable[bool | None]],
        now: Callable[[], int],
    ) -> None:
        self._outbox = ledger.outbox
        self._tables = tables
        self._seated = seated
        self._reminders = reminders
        self._settings = settings
        self._present = present
        self._now = now

    async def nudge(self, number: int, player: Player) -> Player:
        """Nudge the player to move in a game, by another who plays in it; who that is, or why nobody was nudged."""
        table = await self._seated(number, player)
        moving, idle = table.game.seats[table.state.due], _idle(table)
        if moving.id == player.id:
            raise Refused(OwnMove(number))
        if idle is not None:
            raise Refused(idle)
        if moving.level:
            raise Refused(ThinkingNow(number))
        if await self._present(table.game.guild, moving.id) is False:
            raise Refused(NudgedLeft(moving.name))
        now = self._now()
        last = await self._outbox.find(NUDGE, str(number))
        if last is not None and last.made > now - DAY:
            raise Refused(NudgedToday(number, -(-(last.made + DAY) // 1000)))
        quiet = (await self._reminders.habits(moving.id)).quiet_around(now)
        turn, due = str(table.state.changed), quiet.end if quiet else now
        await self._outbox.post(Letter(NUDGE, str(number), now, due, game=number, player=moving.id, payload=turn))
        return moving

    async def send(self, letter: Letter, deliver: Deliver) -> int | None:
        """Send a nudge where its player likes, or else where the game is played; when to try again, None for never.

        What is about a turn that is over, or is unwanted, is dropped.
        """
        habits, now = await self._reminders.habits(letter.player), self._now()
        quiet = habits.quiet_around(now)
        if quiet:
            return quiet.end
        wanted = await self._settings.value(Player(letter.player, ""), NUDGES) == ON
        table = await if_granted(self._tables.find(letter.game))
        if not wanted or table is None or not _still(table, letter):
            return None
        closed = self._reminders.closed
        for place in dict.fromkeys(_places(table, habits)):
            if (place or -letter.player) not in closed:
                about = f"{letter.key} {letter.made}"
                delivery = await deliver(Message(letter.player, place, (table,), about, nudge=True))
                if delivery is not Delivery.REFUSED:
                    return letter.again(now) if delivery is Delivery.FAILED else None
                closed.close(place or -letter.player)
        return None


def _places(table: Table, habits: ReminderPreferences) -> Iterator[int]:
    """Where a player may be told of a game: where they like their reminders, and where it is played."""
    spot = habits.spot
    if spot.direct:
        yield DIRECT
    elif spot.guild == table.game.guild:
        yield spot.channel
    yield table.game.channel


def _idle(table: Table) -> Refusal | None:
    """Why nobody is to move in a game: its channel is gone, it is paused, or the player to move is on vacation."""
    clock = table.state.clock
    if table.game.lost is not None:
        return WithoutChannel(table.game.number)
    if clock is not None and clock.paused:
        return GamePaused()
    return AwayNow(table.game.number) if clock is not None and table.state.due in clock.away else None


def _still(table: Table, nudge: Letter) -> bool:
    """Whether the turn that a nudge is about still goes on, and somebody is to move."""
    held = table.game.player_to_move()
    same = held is not None and held.id == nudge.player and str(table.state.changed) == nudge.payload
    return same and _idle(table) is None
