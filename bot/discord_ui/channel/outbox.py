"""The outbox: sends what is to be sent once, again after a failure or a crash until it is known to have arrived.

A nonce keeps a message from coming twice for some minutes; after a longer absence it may.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial

import discord

from bot.discord_ui.channel.absences import tell_absence
from bot.discord_ui.channel.announcements import GREETING, greet, post_puzzle
from bot.discord_ui.channel.calls import LOOK, Calls
from bot.discord_ui.channel.messages import BROKEN, nonce_of, pinging
from bot.discord_ui.channel.obstacles import missing_in
from bot.discord_ui.channel.poster import BOARD, Poster
from bot.discord_ui.channel.rolls import Rolls
from bot.games import Games
from bot.games.puzzles import PUZZLE
from bot.games.reminders import NUDGE, Delivery
from bot.games.tables import ClosedPlaces, Table
from bot.store import Deadline, Player, StoredGame
from bot.store.deadlines import DIRECT
from bot.store.lost import LOSS
from bot.store.members import LEFT, SILENT
from bot.store.outbox import Letter
from bot.store.shared_dice import ROLL, SECRET
from bot.text import reminders

log = logging.getLogger(__name__)

UNSENT = (*BROKEN, RuntimeError)
"""Errors after which a message is sent again; the library raises RuntimeError once it is closed."""
REFUSALS = (400, 403, 404)
"""Errors after which another try is useless: a locked thread, a missing permission, a channel that is gone."""


class Outbox:
    """The only sender of letters and reminders."""

    def __init__(self, client: discord.Client, games: Games, poster: Poster, calls: Calls) -> None:
        self._client = client
        self._games = games
        self._store = games.ledger.outbox
        self.rolls = Rolls(client, games.shared)
        self._send: dict[str, Callable[[Letter], Awaitable[int | None]]] = {
            BOARD: poster.show_late,
            LOOK: calls.look_late,
            NUDGE: self._nudge,
            LOSS: self._loss,
            ROLL: self.rolls.late_roll,
            SECRET: self.rolls.late_secret,
            GREETING: partial(greet, client),
            PUZZLE: partial(post_puzzle, client, games),
            **dict.fromkeys((LEFT, SILENT), partial(tell_absence, client, games)),
        }

    async def meet(self, deadline: Deadline) -> None:  # noqa: ARG002 - a handler of deadlines
        """Meet the deadline of all letters: send those that are due, each for itself."""
        for letter in await self._store.due(self._games.now()):
            try:
                again = await self._send[letter.kind](letter)
            except UNSENT as problem:
                log.warning("letter %s %s is not sent: %s", letter.kind, letter.key, problem)
                gone = isinstance(problem, discord.NotFound) or (
                    isinstance(problem, discord.Forbidden) and letter.kind != SECRET
                )
                again = None if gone else letter.again(self._games.now())
            except Exception:
                log.exception("letter %s %s is not sent", letter.kind, letter.key)
                again = letter.again(self._games.now())
            if again is None:
                await self._store.sent(letter, self._games.now())
            else:
                await self._store.put_off(letter, again)
        await self._store.settle(self._games.now())

    async def deliver(self, kind: str, player: int, place: int, tables: Sequence[Table], about: str) -> Delivery:
        """Remind a player of games, or nudge them, in servers that they have not left."""
        present, whom = self._games.membership.present, Player(player, "")
        there = [table for table in tables if await present(table.game.guild, player) is not False]
        if not there:
            return Delivery.TOLD
        try:
            await (await self._place(place, player)).send(
                (reminders.nudge if kind == NUDGE else reminders.reminder)(there, whom),
                allowed_mentions=pinging([whom]),
                nonce=nonce_of(kind, player, about),
                suppress_embeds=True,
            )
        except UNSENT as problem:
            log.warning("a %s is not sent to %d: %s", kind, place, problem)
            refused = isinstance(problem, discord.HTTPException) and problem.status in REFUSALS
            return Delivery.REFUSED if refused else Delivery.FAILED
        return Delivery.TOLD

    async def _place(self, place: int, player: int) -> discord.abc.Messageable:
        if place == DIRECT:
            return await self._client.create_dm(discord.Object(player))
        return self._client.get_partial_messageable(place)

    async def _nudge(self, letter: Letter) -> int | None:
        return await self._games.reminders.send_nudge(letter, self.deliver)

    # ---- games whose channel is gone

    async def _loss(self, letter: Letter) -> int | None:
        """Tell each player of lost games where reminders reach them, else in the newest channel of the server's games.

        In a server that the bot has left, or where it may write nowhere, that waits.
        """
        now, guild = self._games.now(), self._client.get_guild(letter.guild)
        games = await self._games.ledger.lost.of(letter)
        concerned = {player for game in games for player in reminders.players_of(game)}
        waiting = sorted(concerned)
        while waiting:
            if guild is None or guild.unavailable:
                return now + ClosedPlaces.PAUSE
            public = next(self._open_channels(guild, await self._games.channels.settled_in(guild.id)), None)
            gathered: dict[int, list[int]] = {}
            for player in waiting:
                spot = (await self._games.reminders.habits(player)).spot
                liked = -player if spot.direct else spot.channel if spot.guild == guild.id else None
                place = public if liked is None or liked in self._games.closed else liked
                if place is not None:
                    gathered.setdefault(place, []).append(player)
            if not gathered:
                return now + ClosedPlaces.PAUSE if len(waiting) == len(concerned) else None
            for place, players in gathered.items():
                if await self._tell_of_loss(letter, place, players, games, guild.name):
                    waiting = [each for each in waiting if each not in players]
        return None

    async def _tell_of_loss(
        self, letter: Letter, place: int, players: list[int], games: list[StoredGame], server: str
    ) -> bool:
        """Tell players of their games, as many in a message as there is room for; False where the place refuses."""
        theirs = [game for game in games if {*reminders.players_of(game)} & {*players}]
        try:
            messageable = await self._place(max(place, DIRECT), -place)
            for first in range(0, len(theirs), reminders.TOGETHER):
                await messageable.send(
                    reminders.told(theirs[first : first + reminders.TOGETHER], server),
                    allowed_mentions=pinging(Player(player, "") for player in players),
                    nonce=nonce_of(LOSS, letter.key, first, *players),
                )
        except (discord.Forbidden, discord.NotFound) as problem:
            log.info("what is told of lost games is refused by %d: %s", place, problem)
            self._games.closed.close(place)
            return False
        return True

    def _open_channels(self, guild: discord.Guild, newest: Iterable[int]) -> Iterator[int]:
        """The channels to be told in: the newest with games, then the system's, then those where the bot may write."""
        system = [guild.system_channel.id] if guild.system_channel else []
        for place in dict.fromkeys([*newest, *system, *(channel.id for channel in guild.text_channels)]):
            if place not in self._games.closed and missing_in(self._client, guild.id, place) == ():
                yield place
