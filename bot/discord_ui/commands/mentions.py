"""Messages to the referee: moves that begin or end with its mention, replies to boards, and plain words.

Words such as `resign` or `rules prowler` lead to the button or the answer that does it.
"""

from __future__ import annotations

import logging
import re
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

import discord
from discord.ext import commands

from bot import journal
from bot.discord_ui.channel.calls import NOT_ABOUT_IT, UNKNOWN, BoardReply, pings
from bot.discord_ui.channel.messages import NOBODY, Lacking, Need, Said, lacking, person
from bot.discord_ui.commands.help import help_button
from bot.discord_ui.commands.proposals import ITEMS, Fits, offered
from bot.discord_ui.components.items import LABEL, answers_view, drawn, greeting_view, spec_of, view_of
from bot.discord_ui.controller import Controller, DeskCog, addressed, apology, game_number, games_view
from bot.games import Location, MoveInSeveral, Table, awaits, everywhere, title
from bot.games.directory import NoGameHere
from bot.games.refusals import NotYourGame, Pointing, if_granted, refuse
from bot.store import Player, StoredGame
from bot.text import gamelist
from bot.text import games as gamewords
from bot.text import help as helping
from bot.text.gamelist import key_of
from bot.text.harmless import quoted, worded
from bot.text.help import Found
from bot.text.reminders import board_link
from engine.model.refusal import Refusal, Refused
from engine.notation.moves import UnreadableMove
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from engine.play.refusals import CallDue
from engine.play.state import Await
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant

MOST_WORDS = 3
"""The words of the longest name that a command or a topic goes by."""
MOVES = frozenset({"move", "play"})
"""The commands that a move may follow."""
ACTIONS: Mapping[str, tuple[str, ...]] = {
    "move": ("move",),
    "board": ("flip", "where"),
    "game resign": ("item-resign",),
    "game draw": ("item-draw", "item-claim"),
    "game takeback": ("item-takeback",),
    "game pause": ("item-pause", "item-resume"),
    "game nudge": ("item-nudge",),
    "game note": ("item-notes",),
    "record get": ("item-record",),
    "rules": ("item-rules", "item-pieces"),
    "replay": ("replay",),
    **dict.fromkeys(("dice word", "dice check", "dice commitment", "dice luck"), ("item-dice",)),
}
"""The buttons that do what a command does in a game: those under a board, and the items of its menu."""
FITS: Mapping[str, Fits] = {
    **ITEMS,
    "flip": lambda *_: True,
    "replay": lambda table, _: table.state.result is not None,
    "where": lambda table, _: table.state.result is None and table.state.awaits is Await.MOVE,
    "move": lambda table, seats: FITS["where"](table, seats) and table.state.turn in seats,
}
ANSWERED = frozenset({"game draw", "game takeback", "game pause"})
"""The commands whose proposals others answer."""


Led = tuple[Said, discord.ui.View | None]


class NotNow(Refusal):
    game: str

    words = "That isn't possible in {game} right now."


def command_in(text: str) -> tuple[Found, str] | None:
    """What a text begins with that help knows a way to, and the rest; None for anything else."""
    words = text.split()
    for count in (len(words), *range(min(len(words) - 1, MOST_WORDS), 0, -1)):
        known = helping.found(" ".join(words[:count]))
        if known is not None:
            return known, " ".join(words[count:])
    return None


async def lead(
    controller: Controller, place: Location, player: Player, number: int | None, asked: tuple[Found, str]
) -> Led:
    known, rest = asked
    command = known.command or known.word
    tables = await _tables(controller, place, player, number) if command in ACTIONS else []
    if command == "rules" and rest:
        return _explained(tables[0].state.variant if tables else None, rest)
    if not tables:
        games = await controller.games.directory.running(place, player) if command == "roll" else []
        due = next((game for game in games if game.rolling and awaits(game, player)), None)
        return (gamewords.roll_elsewhere(due), None) if due is not None else _command(controller, known)
    buttons = [(table, found) for table in tables if (found := offered(FITS, table, player.id, ACTIONS[command]))]
    view = discord.ui.View(timeout=None)
    if len(tables) > 1 and buttons:
        for table, found in buttons:
            action, label = found[0], title(table.game, player)[:LABEL]
            view.add_item(drawn(action, table.game.number, table.state.changed, label=label))
        return "In which game?", view
    (table, *_), name = tables, quoted(title(tables[0].game, player))
    found = buttons[0][1] if buttons else []
    for action in found:
        view.add_item(drawn(action, table.game.number, table.state.changed))
    if command in ANSWERED:
        for answer in answers_view(table).children:
            view.add_item(answer)
    if not view.children:
        return (NotNow(title(table.game, player)), None) if known.command else _command(controller, known)
    link = board_link(table.game)
    if command == "board" and link:
        return f"Here's the newest {link} of {name}.", view
    return f"{name}: press the button, and I'll go on from there.", view


async def _tables(controller: Controller, place: Location, player: Player, number: int | None) -> list[Table]:
    directory = controller.games.directory
    games = [] if number is not None else await directory.running(place, player)
    if not games:
        try:
            games = [await directory.shown(place, player, number)]
        except Refused:
            if number is not None:
                raise
    found = [await if_granted(controller.games.tables.find(game.number)) for game in games]
    return [table for table in found if table is not None]


def _explained(variant: Variant | None, rest: str) -> Led:
    words = rest.strip("?!. ")
    key = key_of(words)
    first, _, behind = words.partition(" ")
    if key in GAMES:
        variant, words = variant_of(key), ""
    elif key_of(first) in GAMES and behind:
        variant, words = variant_of(key_of(first)), behind
    variant = variant or variant_of(next(iter(GAMES)))
    kind = variant.kind_named(words) if words else None
    if words and kind is None:
        return gamelist.unknown_piece(variant, words), None
    if kind is None:
        said, place, label = f"**{variant.name}**: {GAMES[variant.key].sentence}", 0, "How pieces move"
    else:
        said, place = f"**{gamelist.piece_label(kind)}**: {kind.text}", variant.kinds.index(kind) + 1
        label = f"How the {kind.name} moves"[:LABEL]
    return said, view_of([drawn("piece", spec_of(variant), place, label=label)])


def _command(controller: Controller, known: Found) -> Led:
    view = view_of([help_button(known.topic)])
    if not known.command:
        return "Here's the page about that; only you will see it.", view
    return helping.clickable(f"`/{known.command}` does that.", controller.commands), view


log = logging.getLogger(__name__)

REMEMBERED = 1000
TOLD_S = 10.0
"""How often at most a channel is told that messages wait in vain."""


class RoleMentioned(Pointing):
    me: int

    words = "I cannot read messages to my role. Mention me, <@{me}>."


class MovedOn(Pointing):
    number: int
    link: str

    words = "Game #{number} has moved on since that board. Here is the newest: {link}."


class Address(NamedTuple):
    """What a message says to the referee; `board` is what it replies to without more."""

    text: str
    board: BoardReply | None = None


def _place_of(message: discord.Message) -> Location:
    return Location(message.guild.id, message.channel.id) if message.guild else everywhere(message.channel.id)


class MentionsCog(DeskCog):
    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._handled: OrderedDict[int, None] = OrderedDict()
        self._told = commands.CooldownMapping[int].from_cooldown(1, TOLD_S, int)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
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
            if self._told.update_rate_limit(message.channel.id) is None:  # since replies add up
                await _reply(message, gamewords.roll_later(refusal.why) if waits else refusal)
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

    async def _answered(self, message: discord.Message, said: Address) -> Said | None:
        if said.board is not None:
            return await self._answer_board(message, said.text, said.board)
        word = gamelist.understood(said.text)
        if word is not None:
            if word == "help" and message.guild is not None:
                await _reply(message, gamelist.GREETING, greeting_view())
                return None
            return {"help": gamelist.DIRECT, "rules": gamelist.RULES}.get(word, gamelist.THANKS)
        game, text = addressed(said.text)
        number = game_number(game) if game else None
        place = _place_of(message)
        player = person(message.author)
        asked = command_in(text)
        if asked is not None and asked[0].word in MOVES and any(map(str.isdigit, asked[1])):
            text, asked = asked[1], None
        if asked is not None and asked[0].command == "roll" and asked[1]:
            await self._roll(message, asked[1])
            return None
        if asked is not None:
            await _reply(message, *await lead(self.controller, place, player, number, asked))
            return None
        direct = message.guild is None and number is None
        try:
            meant = await self._meant(place, player, number, text)
        except Refused as refused:
            if isinstance(refused.refusal, MoveInSeveral):
                await _reply(message, refused.refusal, view=games_view(refused.refusal, player))
                return None
            if direct and isinstance(refused.refusal, NoGameHere | UnreadableMove):
                return gamelist.DIRECT
            raise
        if direct and not awaits(meant, player):
            table = await if_granted(self.controller.games.tables.find(meant.number))
            if table is not None and not sheet(table.state).is_meant(text):
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

    async def _roll(self, message: discord.Message, expression: str) -> None:
        refuse(_missing(message))
        player, place = person(message.author), _place_of(message)
        refuse(self.controller.gate.roll(player.id))
        outcome = await self.controller.games.shared.roll(place, player, expression, message.id)
        await self.controller.outbox.send(*outcome.letter)

    async def _play(self, message: discord.Message, game: StoredGame, notation: str) -> Said | None:
        journal.note(game=game.number, event=game.sequence)
        refuse(_missing(message))
        player = person(message.author)
        try:
            await self.controller.games.play.act(
                game.number, player, lambda seat: MakeMove(seat, None, notation), message.id
            )
        except Refused as refused:
            mine = game.rolling and awaits(game, player)
            return gamewords.roll_elsewhere(game) if mine and isinstance(refused.refusal, CallDue) else refused.refusal
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
        if message.guild is None or message.reference is None or message.reference.message_id is None:
            return None
        place, board = Location(message.guild.id, message.channel.id), message.reference.message_id
        found = await self.controller.games.directory.awaiting(place, person(message.author))
        here = [game for game in found if game.channel == place.channel]
        game = next((each for each in here if each.message == board), here[0] if len(here) == 1 else None)
        if game is None:
            return gamewords.board_gone(None)
        heard = await self.controller.calls.hear(message, BoardReply(game.number, UNKNOWN, board), me)
        return heard.answer if heard.about_a_roll else gamewords.board_gone(game if game.message != board else None)

    async def _answer_board(self, message: discord.Message, text: str, board: BoardReply) -> Said | None:
        """Play the move that a player's reply to a board consists of, or say why not; leave prose alone."""
        table = await if_granted(self.controller.games.tables.find(board.game))
        if table is None or table.state.result is not None:
            return None
        if not table.game.seats_of(message.author.id) or not sheet(table.state).is_meant(text):
            return None
        if not board.is_newest(table):
            return MovedOn(board.game, board_link(table.game))
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
        return Address(re.sub(r"^\s*<@!?\d+>|<@!?\d+>\s*$", "", text).strip())
    found = re.fullmatch(rf"\s*<@!?{me}>(.*)|(.*)<@!?{me}>\s*", text, re.DOTALL)
    if found is not None:
        return Address((found[1] if found[1] is not None else found[2]).strip())
    board = BoardReply.of(message, me) if pings(message, me) else None
    return Address(text.strip(), board) if board is not None else None


def _missing(message: discord.Message) -> Lacking | None:
    if message.guild is None or isinstance(message.channel, discord.PartialMessageable):
        return None
    allowed = message.channel.permissions_for(message.guild.me)
    return lacking(allowed, Need.FILES, thread=isinstance(message.channel, discord.Thread))


async def _reply(message: discord.Message, said: Said, view: discord.ui.View | None = None) -> None:
    """Reply without pinging anybody; where that is not allowed, stay silent."""
    extras: dict[str, Any] = {"view": view} if view is not None else {}
    try:
        await message.reply(worded(said), allowed_mentions=NOBODY, mention_author=False, **extras)
    except discord.HTTPException as problem:
        log.info("no reply to message %d: %s", message.id, problem)
