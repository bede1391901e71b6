"""Messages to the referee: moves that begin or end with its mention, replies to boards, and plain words."""

from __future__ import annotations

import logging
import re
from collections import OrderedDict
from typing import Any, NamedTuple

import discord
from discord.ext import commands

from bot import journal
from bot.discord_ui.channel.calls import NOT_ABOUT_IT, UNKNOWN, BoardReply, pings
from bot.discord_ui.channel.messages import NOBODY, Lacking, Need, Said, lacking, person
from bot.discord_ui.commands.respond import DeskCog, games_view
from bot.discord_ui.commands.words import MOVES, command_in, lead
from bot.discord_ui.components.buttons import greeting_view
from bot.discord_ui.components.cooldowns import Use
from bot.discord_ui.controller import Controller, addressed, apology, game_number
from bot.games import Location, MoveInSeveral, awaits, everywhere
from bot.games.directory import NoGameHere
from bot.games.refusals import NotYourGame, Pointing, if_granted
from bot.store import Player, StoredGame
from bot.text import calls, gamelist
from bot.text.harmless import worded
from bot.text.reminders import board_link
from engine.model.refusal import Refused
from engine.notation.moves import UnreadableMove
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from engine.play.refusals import CallDue

log = logging.getLogger(__name__)

REMEMBERED = 1000
TOLD_S = 10.0
"""How often at most a channel is told that messages wait in vain."""


class RoleMentioned(Pointing):
    """A message to the bot's role, which Discord does not let it read; `me` is whom to mention instead."""

    me: int

    words = "I cannot read messages to my role. Mention me, <@{me}>."


class MovedOn(Pointing):
    """A reply to a board that is no longer the newest; `link` leads to that one."""

    number: int
    link: str

    words = "Game #{number} has moved on since that board. Here is the newest: {link}."


class Address(NamedTuple):
    """What a message says to the referee; `board` is the number of the game whose board it replies to without more."""

    text: str
    board: int | None = None


class MentionsCog(DeskCog):
    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._handled: OrderedDict[int, None] = OrderedDict()
        self._told = commands.CooldownMapping[int].from_cooldown(1, TOLD_S, int)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer a message that is addressed to the referee; leave all others alone."""
        if message.author.bot or message.type not in {discord.MessageType.default, discord.MessageType.reply}:
            return
        guild = message.guild
        if guild is not None and guild.self_role in message.role_mentions and not message.content:
            await _reply(message, RoleMentioned(guild.me.id))
            return
        me = guild.me.id if guild is not None else 0
        board, said = BoardReply.of(message, me), _addressed(message)
        gone = board is None and said is None and _answers_what_is_gone(message, me)
        if (said is None and board is None and not gone) or message.id in self._handled:
            return
        journal.note(message_id=message.id)
        refusal = self.controller.gate.enter(message.author.id)
        if refusal is not None:
            waits = board is not None and said is not None
            if board is not None and waits:
                await self.controller.calls.look_soon(board.game)
            await self._turn_away(message, calls.later(refusal.why) if waits else refusal)
            return
        self._handled[message.id] = None
        while len(self._handled) > REMEMBERED:
            self._handled.popitem(last=False)
        try:
            heard = NOT_ABOUT_IT if board is None else await self.controller.calls.hear(message, board, me)
            if gone:
                answered = await self._answer_gone(message, me)
            elif heard.about_a_roll:
                answered = heard.answer
            else:
                answered = None if said is None else await self._answered(message, said)
        except Refused as refused:
            answered = refused.refusal
        except Exception as problem:
            log.exception("message %d was not handled", message.id)
            answered = apology(problem)
        if answered is not None:
            await _reply(message, answered)

    async def _turn_away(self, message: discord.Message, why: Said) -> None:
        """Reply to a message that is not let in at the gate; once in a while for each channel, since replies add up."""
        if self._told.update_rate_limit(message.channel.id) is None:
            await _reply(message, why)

    async def _answered(self, message: discord.Message, said: Address) -> Said | None:
        """Do what a message says; what is to be answered, if anything."""
        if said.board is not None:
            return await self._answer_board(message, said.text, said.board)
        word = gamelist.understood(said.text)
        if word is not None:
            await _say(message, word)
            return None
        game, text = addressed(said.text)
        number = game_number(game) if game else None
        place = Location(message.guild.id, message.channel.id) if message.guild else everywhere(message.channel.id)
        player = person(message.author)
        asked = command_in(text)
        if asked is not None and asked[0].word in MOVES and any(map(str.isdigit, asked[1])):
            text, asked = asked[1], None
        if asked is not None and asked[0].command == "roll" and asked[1]:
            return await self._roll(message, asked[1])
        if asked is not None:
            led = await lead(self.controller, place, player, number, asked)
            await _reply(message, led.said, view=led.view)
            return None
        direct = message.guild is None and number is None
        try:
            meant = await self._meant(place, player, number, text)
        except Refused as refused:
            if isinstance(refused.refusal, MoveInSeveral):
                await _reply(message, refused.refusal, view=games_view(refused.refusal, player))
                return None
            return (
                gamelist.DIRECT
                if direct and isinstance(refused.refusal, NoGameHere | UnreadableMove)
                else refused.refusal
            )
        if direct and not await self._is_for(meant, player, text):
            return gamelist.DIRECT
        return await self._play(message, meant, text)

    async def _meant(self, place: Location, player: Player, number: int | None, text: str) -> StoredGame:
        """The game that a move is for; in a direct message the numbered one may be of any server."""
        if place.server is not None or number is None:
            return await self.controller.games.directory.to_move_in(place, player, number, text)
        game = await self.controller.games.tables.game(number)
        if not game.seats_of(player.id):
            raise Refused(NotYourGame(number))
        return game

    async def _is_for(self, meant: StoredGame, player: Player, text: str) -> bool:
        """Whether a direct message without a number is for the game found: it awaits its writer, or it's a move."""
        table = None if awaits(meant, player) else await if_granted(self.controller.games.tables.find(meant.number))
        return table is None or sheet(table.state).is_meant(text)

    async def _roll(self, message: discord.Message, expression: str) -> Said | None:
        missing, shared = _missing(message), self.controller.games.shared
        if missing is not None:
            return missing
        player, guild = person(message.author), message.guild.id if message.guild else 0
        refusal = self.controller.cooldowns.against(Use.ROLL, player.id)
        if refusal is not None:
            return refusal
        outcome = await shared.roll(message.channel.id, player, expression, message.id, guild=guild)
        await self.controller.rolls.show(outcome)
        return None

    async def _play(self, message: discord.Message, game: StoredGame, notation: str) -> Said | None:
        """Play a move; what is to be answered where the new board does not say it."""
        journal.note(game=game.number, event=game.sequence)
        missing = _missing(message)
        if missing is not None:
            return missing
        player = person(message.author)
        try:
            await self.controller.games.play.act(
                game.number, player, lambda seat: MakeMove(seat, None, notation), message.id
            )
        except Refused as refused:
            mine = game.rolling and awaits(game, player)
            return calls.elsewhere(game) if mine and isinstance(refused.refusal, CallDue) else refused.refusal
        shown = await self.controller.show(game)
        if not shown:
            why = worded(await self.controller.poster.obstacle(game.number))
            return f"Your move in game #{game.number} is made. {why}"
        if message.guild is not None:
            return None
        now = await if_granted(self.controller.games.tables.game(game.number))
        link = board_link(now) if now is not None else ""
        return f"Your move in game #{game.number} is made{f': {link}' if link else ''}."

    async def _answer_gone(self, message: discord.Message, me: int) -> Said | None:
        """Let a reply to a deleted board roll if that is the board of the attack; else say that it is gone."""
        if message.guild is None or message.reference is None or message.reference.message_id is None:
            return None
        place, board = Location(message.guild.id, message.channel.id), message.reference.message_id
        found = await self.controller.games.directory.awaiting(place, person(message.author))
        here = [game for game in found if game.channel == place.channel]
        game = next((each for each in here if each.message == board), here[0] if len(here) == 1 else None)
        if game is None:
            return calls.gone(None)
        heard = await self.controller.calls.hear(message, BoardReply(game.number, UNKNOWN, board), me)
        return heard.answer if heard.about_a_roll else calls.gone(game if game.message != board else None)

    async def _answer_board(self, message: discord.Message, text: str, number: int) -> Said | None:
        """Play the move that a player's reply to a board consists of, or say why not; leave prose alone."""
        table = await if_granted(self.controller.games.tables.find(number))
        if table is None or table.state.result is not None:
            return None
        if not table.game.seats_of(message.author.id) or not sheet(table.state).is_meant(text):
            return None
        if message.reference is None or message.reference.message_id != table.game.message:
            return MovedOn(number, board_link(table.game))
        return await self._play(message, table.game, text)


def _answers_what_is_gone(message: discord.Message, me: int) -> bool:
    """Whether a message replies to one of the referee's that has been deleted: only the reply pings it."""
    answered = message.reference
    return answered is not None and not isinstance(answered.resolved, discord.Message) and pings(message, me)


def _addressed(message: discord.Message) -> Address | None:
    """What a message says to the referee; None for one that is not meant for it.

    It is meant for it where it begins or ends with its mention, comes directly, or replies to a board and pings it.
    """
    me = message.guild.me.id if message.guild else None
    text = message.content
    if me is None:
        return Address(_without_mentions(text))
    found = re.fullmatch(rf"\s*<@!?{me}>(.*)|(.*)<@!?{me}>\s*", text, re.DOTALL)
    if found is not None:
        return Address((found[1] if found[1] is not None else found[2]).strip())
    board = BoardReply.of(message, me) if pings(message, me) else None
    return Address(text.strip(), board.game) if board is not None else None


def _without_mentions(text: str) -> str:
    return re.sub(r"^\s*<@!?\d+>|<@!?\d+>\s*$", "", text).strip()


def _missing(message: discord.Message) -> Lacking | None:
    if message.guild is None or isinstance(message.channel, discord.PartialMessageable):
        return None
    allowed = message.channel.permissions_for(message.guild.me)
    return lacking(allowed, Need.FILES, thread=isinstance(message.channel, discord.Thread))


async def _say(message: discord.Message, word: gamelist.Word) -> None:
    if word == "help":
        here = message.guild is not None
        await _reply(message, gamelist.GREETING if here else gamelist.DIRECT, view=greeting_view() if here else None)
    else:
        await _reply(message, gamelist.RULES if word == "rules" else gamelist.THANKS)


async def _reply(message: discord.Message, said: Said, *, view: discord.ui.View | None = None) -> None:
    """Reply without pinging anybody; where that is not allowed, stay silent."""
    extras: dict[str, Any] = {"view": view} if view is not None else {}
    try:
        await message.reply(worded(said), allowed_mentions=NOBODY, mention_author=False, **extras)
    except discord.HTTPException as problem:
        log.info("no reply to message %d: %s", message.id, problem)
