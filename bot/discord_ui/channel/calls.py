"""Rolls that players make: replies to the board of an attack, of which the roller's first counts, always.

A missed reply is still in the channel. So the channel's history is read before any reply counts, and after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple, Self
from weakref import WeakValueDictionary

import discord

from bot.discord_ui.channel.boards import Poster
from bot.discord_ui.channel.messages import DISCORD_ERRORS
from bot.discord_ui.components.screens import TextOrRefusal
from bot.games import Games, Table
from bot.games.refusals import if_granted
from bot.store.outbox import Letter
from bot.text import games as wording
from bot.text.harmless import escaped_name
from engine.model.refusal import Refused
from engine.model.wording import say
from engine.play.commands import CallRoll
from engine.play.events import Moved, RollCalled
from engine.play.state import Await

log = logging.getLogger(__name__)

LOOK = "look"
"""The kind of letter about a game, its key, whose channel could not be looked through for a roll."""
MAX_REMEMBERED_MESSAGES = 1000
CLOCK_DIFFERENCE = timedelta(minutes=5)
"""Maximum difference between the clocks of Discord and the referee."""
MAX_SEARCHED = 2000
"""Maximum messages since an attack that are searched for its first answer."""
UNKNOWN = -1
"""The event that a board showed which has been deleted."""
_BOARD = re.compile(r"hm:more:(\d{1,15}):(\d{1,9})")


class BoardReply(NamedTuple):
    """The board a message replies to: a game after an event, and the message's id."""

    game: int
    event: int
    message: int

    @classmethod
    def by_buttons(cls, message: discord.Message, me: int) -> Self | None:
        """The board that a message replies to, if its buttons tell; `me` is the bot's id.

        So a board is known that was posted before the bot was killed, which could not note it any more.
        """
        answered = message.reference.resolved if message.reference else None
        if not isinstance(answered, discord.Message) or answered.author.id != me:
            return None
        items = discord.ui.LayoutView.from_message(answered).walk_children()
        named = [found for item in items if (found := _BOARD.fullmatch(getattr(item, "custom_id", None) or ""))]
        return cls(int(named[0][1]), int(named[0][2]), answered.id) if named else None

    def is_newest(self, table: Table) -> bool:
        """True if that is the board of the present position, even one posted again."""
        return self.message == table.game.message or self.event >= table.state.changed


def pings(message: discord.Message, me: int) -> bool:
    return any(user.id == me for user in message.mentions)


class Calls:
    def __init__(self, client: discord.Client, games: Games, poster: Poster) -> None:
        self._client = client
        self._games = games
        self._poster = poster
        self._told = deque[tuple[int, int, int]](maxlen=MAX_REMEMBERED_MESSAGES)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def board_of(self, message: discord.Message, me: int) -> BoardReply | None:
        """The board that a message replies to, be it shrunk by now; None for any other message."""
        answered = (message.reference and message.reference.message_id) or 0
        known = await self._games.ledger.board_shown(answered) if answered else None
        return BoardReply(*known, answered) if known else BoardReply.by_buttons(message, me)

    async def hear(self, message: discord.Message, reply: BoardReply, me: int) -> TextOrRefusal | None:
        """Roll by a reply to a board: what is to be answered, "" for nothing; None where it is not about a roll."""
        table = await if_granted(self._games.tables.find(reply.game))
        if table is None or table.game.channel != message.channel.id:
            return None
        pinged, newest = pings(message, me), reply.is_newest(table)
        if table.state.awaits is not Await.CALL:
            return self._after(message, reply, table) if pinged else None
        if table.game.seats[table.state.due].id != message.author.id:
            if not newest:
                return None
            roller = escaped_name(table.game.seats[table.state.due])
            said = say(wording.ROLLS_ALONE, roller=roller) if pinged else ""
        elif not newest:
            said = wording.rolling(wording.ROLL_ELSEWHERE, table.game) if pinged else ""
        elif pinged:
            return await self._answered(reply.game, message)
        else:
            said = wording.rolling(wording.UNSEEN_ROLL, table.game)
        return self._once(table, message, said)

    async def look_soon(self, number: int) -> None:
        """Look in a moment for the first answer to a game's attack: there was no room to hear a reply to its board."""
        outbox, now = self._games.ledger.outbox, self._games.now()
        waiting = await outbox.find(LOOK, str(number))
        if waiting is None or waiting.sent is not None:
            letter = Letter(LOOK, str(number), now, now, game=number)
            await outbox.post(letter._replace(due=letter.again(now)))

    async def look_late(self, letter: Letter) -> None:
        await self._hear_first(letter.game, None)

    async def catch_up(self) -> None:
        """Roll by the answers that came while nobody was there; the oldest attack first."""
        for game in sorted(await self._games.ledger.rolling(), key=lambda game: game.message or 0):
            with self._games.ledger.skipped.reading(f"game {game.number}"):
                await self._answered(game.number, None)

    async def _answered(self, number: int, message: discord.Message | None) -> TextOrRefusal:
        """Let the roller's first answer roll, or look for it later; `message` is one that has come in."""
        try:
            return await self._hear_first(number, message)
        except DISCORD_ERRORS as problem:
            log.warning("game %d: its channel could not be looked through: %s", number, problem)
            await self.look_soon(number)
            return say(wording.ROLL_LATE, number=number)

    async def _hear_first(self, number: int, message: discord.Message | None) -> TextOrRefusal:
        lock = self._locks.setdefault(number, asyncio.Lock())
        async with lock:
            table = await if_granted(self._games.tables.find(number))
            if table is None or table.state.awaits is not Await.CALL or table.game.lost is not None:
                return ""
            first = await self._first(table, message)
            return await self._rolled(table, first) if first is not None else ""

    async def _rolled(self, table: Table, first: discord.Message) -> TextOrRefusal:
        game, me = table.game, self._client.user
        words = re.sub(rf"<@!?{me.id if me else 0}>", "", first.content)
        roller = game.seats[table.state.due]
        call = partial(CallRoll, answers=table.state.changed, message=first.id, words=words)
        try:
            await self._games.play.act(table, roller, call, first.id)
        except Refused as refused:
            return refused.refusal
        await self._games.membership.seen(game.guild, roller.id)
        return "" if await self._poster.show(game.number) else await self._poster.obstacle(game.number)

    async def _first(self, table: Table, message: discord.Message | None) -> discord.Message | None:
        """The roller's first answer to the board of the attack: `message` at the latest, or where none may be read."""
        state, game, me = table.state, table.game, self._client.user
        begin = datetime.fromtimestamp(state.events[state.changed - 1].at // 1000, UTC) - CLOCK_DIFFERENCE
        place = self._client.get_partial_messageable(game.channel, guild_id=game.guild)
        boards = await self._games.ledger.boards_of(game.number, state.changed)
        try:
            async for each in place.history(after=begin, before=message, limit=MAX_SEARCHED, oldest_first=True):
                if me is not None and _counts(each, table, me.id, boards):
                    return each
        except (discord.Forbidden, discord.NotFound) as problem:
            log.info("game %d: its channel may not be looked through: %s", game.number, problem)
        return message

    def _after(self, message: discord.Message, reply: BoardReply, table: Table) -> TextOrRefusal | None:
        """The reply to a late answer to an attack that has been rolled: the first answer counts."""
        later = (event.what for event in table.state.events[max(reply.event, 0) :])
        call = next((what for what in later if isinstance(what, Moved | RollCalled)), None)
        if not isinstance(call, RollCalled):
            return None
        plays = table.game.seats_of(message.author.id) and call.message != message.id
        first = wording.roll_link(table.game, call, "this message")
        return self._once(table, message, say(wording.ROLLED_ALREADY, first=first) if plays else "")

    def _once(self, table: Table, message: discord.Message, said: TextOrRefusal) -> TextOrRefusal:
        """The text to say, "" if its author has been told about the last attack of the game already."""
        about = table.game.number, table.state.changed, message.author.id
        if not said or about in self._told:
            return ""
        self._told.append(about)
        return said


def _counts(message: discord.Message, table: Table, me: int, boards: set[int]) -> bool:
    """True if a message is the roller's answer to one of the boards of the attack."""
    if message.author.id != table.game.seats[table.state.due].id or not pings(message, me):
        return False
    if message.reference is not None and message.reference.message_id in boards:
        return True
    reply = BoardReply.by_buttons(message, me)
    return reply is not None and reply.game == table.game.number and reply.is_newest(table)
