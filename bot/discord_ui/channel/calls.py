"""Rolls that players make: replies to the board of an attack, of which the roller's first counts, always.

A reply that was missed still stands in the channel. So the channel is looked through for an earlier one before any
counts, and for one that came while nobody was there.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple, Self
from weakref import WeakValueDictionary

import discord
from discord.utils import time_snowflake

from bot.discord_ui.channel.boards import Poster
from bot.discord_ui.channel.messages import BROKEN
from bot.games import Games, Table
from bot.games.refusals import if_granted
from bot.store import StoredGame
from bot.store.outbox import Letter
from bot.text import games as wording
from engine.model.refusal import Refusal, Refused
from engine.play.commands import CallRoll
from engine.play.events import Moved, RollCalled
from engine.play.state import Await, State

log = logging.getLogger(__name__)

LOOK = "look"
"""The kind of letter about a game, its key, whose channel could not be looked through for a roll."""
REMEMBERED = 1000
CLOCKS = timedelta(minutes=5)
"""How far apart the clocks of Discord and the referee may be."""
LOOKED_AT = 2000
"""How many messages since an attack are looked through for its first answer."""
History = Callable[[StoredGame, datetime, discord.Message | None], AsyncIterator[discord.Message]]
"""What was said in the channel of a game since a time, and before a message if there is one; the oldest first."""
UNKNOWN = -1
"""The event that a board showed which has been deleted."""
_BOARD = re.compile(r"game-(\d{1,15})-(\d{1,9})\.png")


class BoardReply(NamedTuple):
    """What a message replies to: the board of a game after an event, and the id of that board's message."""

    game: int
    event: int
    message: int

    @classmethod
    def of(cls, message: discord.Message, me: int) -> Self | None:
        """The board that a message replies to; None for any other message. `me` is the referee's id."""
        answered = message.reference.resolved if message.reference else None
        if not isinstance(answered, discord.Message) or answered.author.id != me:
            return None
        named = [found for file in answered.attachments if (found := _BOARD.fullmatch(file.filename))]
        return cls(int(named[0][1]), int(named[0][2]), answered.id) if named else None

    def is_newest(self, table: Table) -> bool:
        """Whether that is the board of the present position, be it one that was posted anew."""
        return self.message == table.game.message or self.event >= table.state.changed


class Heard(NamedTuple):
    """What comes of a reply to a board: whether it was about a roll, and what is to be answered, if anything."""

    about_a_roll: bool
    answer: str | Refusal | None = None


NOT_ABOUT_IT = Heard(about_a_roll=False)
SILENCE = Heard(about_a_roll=True)


def pings(message: discord.Message, me: int) -> bool:
    return any(user.id == me for user in message.mentions)


class Calls:
    def __init__(self, client: discord.Client, games: Games, poster: Poster) -> None:
        self._client = client
        self._games = games
        self._poster = poster
        self._told: OrderedDict[tuple[int, int, int], None] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def hear(self, message: discord.Message, reply: BoardReply, me: int) -> Heard:
        table = await if_granted(self._games.tables.find(reply.game))
        if table is None or table.game.channel != message.channel.id:
            return NOT_ABOUT_IT
        state, author = table.state, message.author.id
        if state.awaits is not Await.CALL:
            return self._after(message, reply, table) if pings(message, me) else NOT_ABOUT_IT
        newest = reply.is_newest(table)
        if table.game.seats[state.due].id != author:
            told = newest and pings(message, me) and self._once(table, author)
            return Heard(about_a_roll=newest, answer=wording.rolls_for_another(table) if told else None)
        if not newest:
            asked = pings(message, me) and self._once(table, author)
            return Heard(about_a_roll=True, answer=wording.roll_elsewhere(table.game) if asked else None)
        if not pings(message, me):
            asked = self._once(table, author)
            return Heard(about_a_roll=True, answer=wording.unseen_roll(table.game) if asked else None)
        return await self._answered(reply.game, message)

    async def look_soon(self, number: int) -> None:
        """Look in a moment for the first answer to a game's attack: there was no room to hear a reply to its board."""
        outbox, now = self._games.ledger.outbox, self._games.now()
        waiting = await outbox.find(LOOK, str(number))
        if waiting is None or waiting.sent is not None:
            letter = Letter(LOOK, str(number), now, now, game=number)
            await outbox.post(letter._replace(due=letter.again(now)))

    async def look_late(self, letter: Letter) -> None:
        await self._hear_first(letter.game, None, self._said)

    async def catch_up(self) -> None:
        """Roll by the answers that came while nobody was there; each channel is read once, the oldest attack first."""
        history = ReadOnce(self._said)
        for game in sorted(await self._games.ledger.rolling(), key=lambda game: game.message or 0):
            with self._games.ledger.aside.reading(f"game {game.number}"):
                await self._answered(game.number, None, history=history)

    async def _answered(self, number: int, message: discord.Message | None, history: History | None = None) -> Heard:
        """Let the roller's first answer roll, or look for it later; `message` is one that has come in."""
        try:
            return await self._hear_first(number, message, history or self._said)
        except BROKEN as problem:
            log.warning("game %d: its channel could not be looked through: %s", number, problem)
            await self.look_soon(number)
            return Heard(about_a_roll=True, answer=wording.roll_late(await self._games.tables.game(number)))

    async def _hear_first(self, number: int, message: discord.Message | None, history: History) -> Heard:
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        async with lock:
            table = await if_granted(self._games.tables.find(number))
            if table is None or table.state.awaits is not Await.CALL or table.game.lost is not None:
                return SILENCE
            first = await self._first(table, message, history)
            return await self._rolled(table, first) if first is not None else SILENCE

    async def _rolled(self, table: Table, first: discord.Message) -> Heard:
        game, me = table.game, self._client.user
        words = re.sub(rf"<@!?{me.id if me else 0}>", "", first.content)
        roller = game.seats[table.state.due]
        call = partial(CallRoll, answers=table.state.changed, message=first.id, words=words)
        try:
            await self._games.play.act(game.number, roller, call, first.id)
        except Refused as refused:
            return Heard(about_a_roll=True, answer=refused.refusal)
        await self._games.membership.seen(game.guild, roller.id)
        if await self._poster.show(game.number):
            return SILENCE
        return Heard(about_a_roll=True, answer=await self._poster.obstacle(game.number))

    async def _first(self, table: Table, message: discord.Message | None, history: History) -> discord.Message | None:
        """The roller's first answer to the board of the attack, which is `message` at the latest.

        Raises what Discord raises; where the channel may not be read, what has come in is the first.
        """
        state, me = table.state, self._client.user
        begin = datetime.fromtimestamp(state.events[state.changed - 1].at // 1000, UTC) - CLOCKS
        try:
            async for each in history(table.game, begin, message):
                if me is not None and _counts(each, table, me.id):
                    return each
        except (discord.Forbidden, discord.NotFound) as problem:
            log.info("game %d: its channel may not be looked through: %s", table.game.number, problem)
        return message

    def _said(
        self, game: StoredGame, begin: datetime, before: discord.Message | None
    ) -> AsyncIterator[discord.Message]:
        place = self._client.get_partial_messageable(game.channel, guild_id=game.guild)
        return place.history(after=begin, before=before, limit=LOOKED_AT, oldest_first=True)

    def _after(self, message: discord.Message, reply: BoardReply, table: Table) -> Heard:
        """What comes of an answer to the board of an attack that has been rolled: the first answer has counted."""
        call = _answer_to(table.state, reply.event)
        if call is None or call.message == message.id:
            return NOT_ABOUT_IT if call is None else SILENCE
        seats = table.game.seats_of(message.author.id)
        told = seats and self._once(table, message.author.id)
        return Heard(about_a_roll=True, answer=wording.rolled_already(table.game, call) if told else None)

    def _once(self, table: Table, author: int) -> bool:
        """Whether somebody is still to be told something about the last attack of a game."""
        about = table.game.number, table.state.changed, author
        if about in self._told:
            return False
        self._told[about] = None
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        return True


class ReadOnce:
    """A history that asks for what was said in a channel once; later games find their part in what was said."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._read: dict[int, tuple[datetime, list[discord.Message]]] = {}

    async def __call__(
        self, game: StoredGame, begin: datetime, before: discord.Message | None
    ) -> AsyncIterator[discord.Message]:
        """What was said since `begin`; what one reading does not hold is asked for."""
        if game.channel not in self._read:
            self._read[game.channel] = begin, [each async for each in self._history(game, begin, before)]
        since, said = self._read[game.channel]
        if since <= begin:
            for each in said:
                if each.id > time_snowflake(begin):
                    yield each
        if begin < since or (begin > since and len(said) >= LOOKED_AT):
            async for each in self._history(game, begin, before):
                yield each


def _counts(message: discord.Message, table: Table, me: int) -> bool:
    """Whether a message is an answer by the one who is to roll to the board of the attack."""
    if message.author.id != table.game.seats[table.state.due].id or not pings(message, me):
        return False
    reply = BoardReply.of(message, me)
    if reply is None:
        return message.reference is not None and message.reference.message_id == table.game.message
    return reply.game == table.game.number and reply.is_newest(table)


def _answer_to(state: State, shown: int) -> RollCalled | None:
    """What has rolled the attack that a board showed after an event; None where that board showed none."""
    last = state.events[shown - 1].what if 0 < shown <= len(state.events) else None
    if isinstance(last, RollCalled):
        return None
    for event in state.events[max(shown, 0) :]:
        if isinstance(event.what, RollCalled):
            return event.what
        if isinstance(event.what, Moved):
            return None
    return None
