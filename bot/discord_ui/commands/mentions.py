"""Messages to the referee: moves that begin or end with its mention, replies to boards, and plain words.

Words such as `resign` or `rules prowler` lead to the button or the answer that does it.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Mapping

import discord
from discord.ext import commands

from bot import journal
from bot.discord_ui.channel.calls import MAX_REMEMBERED_MESSAGES, UNKNOWN, BoardReply, pings
from bot.discord_ui.channel.messages import NOBODY, Lacking, Need, lacking, person
from bot.discord_ui.commands.help import help_button
from bot.discord_ui.commands.rules import spec_of
from bot.discord_ui.components.items import answers_items, buttons, drawn, greeting_items, offered
from bot.discord_ui.components.screens import BOOK, Item, Screen, TextOrRefusal, screen_of
from bot.discord_ui.controller import Controller, DeskCog, addressed, apology, game_number, remedies_of
from bot.games import Location, Table, awaits, title
from bot.games.directory import NoGameHere
from bot.games.refusals import Pointing, if_granted, refuse
from bot.store import Player
from bot.text import gamelist
from bot.text import games as gamewords
from bot.text import help as helping
from bot.text.harmless import answer_text, escape
from bot.text.help import Found
from engine.model.refusal import Refusal, Refused
from engine.model.wording import say
from engine.notation.moves import UnreadableMove
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from engine.play.refusals import CallDue
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant

MAX_NAME_WORDS = 3
"""Maximum words of a name that a command or a topic goes by."""
MOVES = frozenset({"move", "play"})
"""The commands that a move may follow."""
ACTIONS: Mapping[str, tuple[str, ...]] = {
    "move": ("move",),
    "board": ("flip", "where"),
    "game resign": ("resign",),
    "game draw": ("item-draw", "item-claim"),
    "game takeback": ("item-takeback",),
    "game pause": ("item-pause", "resume"),
    "game nudge": ("item-nudge",),
    "game note": ("item-notes",),
    "record get": ("sheet",),
    "rules": ("item-rules", "item-pieces"),
    "study replay": ("replay",),
    **dict.fromkeys(("dice word", "dice check", "dice commitment", "dice luck"), ("item-dice",)),
}
"""The buttons that do what a command does in a game: those under a board, and the items of its menu."""
ANSWERED = frozenset({"game draw", "game takeback", "game pause"})
"""The commands whose proposals others answer."""


Answered = tuple[TextOrRefusal, list[Item]]
"""A reply, "" for none, and its buttons."""


class NotNow(Refusal):
    game: str

    words = "That isn't possible in {game} right now."


def command_in(text: str) -> tuple[Found, str] | None:
    """The command or topic that a text begins with, and the rest; None for anything else."""
    words = text.split()
    for count in (len(words), *range(min(len(words) - 1, MAX_NAME_WORDS), 0, -1)):
        known = helping.found(" ".join(words[:count]))
        if known is not None:
            return known, " ".join(words[count:])
    return None


def _explained(variant: Variant | None, rest: str) -> Answered:
    words = rest.strip("?!. ")
    first, _, behind = words.partition(" ")
    for key, piece in (gamelist.key_of(first), behind), (gamelist.key_of(words), ""):
        if key in GAMES:
            variant, words = variant_of(key), piece
    variant = variant or variant_of(next(iter(GAMES)))
    kind = variant.kind_named(words) if words else None
    if words and kind is None:
        return gamelist.unknown_piece(variant, words), []
    if kind is None:
        said, place, label = f"**{variant.name}**: {GAMES[variant.key].sentence}", 0, "How pieces move"
    else:
        said, place = f"**{gamelist.piece_label(kind)}**: {kind.text}", variant.kinds.index(kind) + 1
        label = say("How the {piece} moves", piece=kind.name)
    return said, [drawn("piece", spec_of(variant), place, label=label)]


def _direct() -> Answered:
    """The answer to a direct message that is no move."""
    return gamelist.DIRECT, buttons(0, 0, "playme", "howto")


log = logging.getLogger(__name__)

TOLD_S = 10.0
"""Minimum interval (s) between two notices that messages wait in vain."""


class RoleMentioned(Pointing):
    me: int

    words = "I can't read messages to my role. Mention me, <@{me}>."


class MovedOn(Pointing):
    number: int
    link: str

    words = "Game #{number} has moved on since that board. Here is the newest: {link}."


def _place_of(message: discord.Message) -> Location:
    return Location(message.guild.id if message.guild else 0, message.channel.id)


class MentionsCog(DeskCog):
    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._handled = deque[int](maxlen=MAX_REMEMBERED_MESSAGES)
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
        text, board = _addressed(message), await self.controller.calls.board_of(message, me)
        if message.id in self._handled or (text is None and board is None and not _answers_what_is_gone(message, me)):
            return
        journal.note(message_id=message.id)
        refusal = self.controller.gate.enter(message.author.id)
        if refusal is not None:
            waits = board is not None and pings(message, me)
            if board is not None and waits:
                await self.controller.calls.look_soon(board.game)
            if self._told.update_rate_limit(message.channel.id) is None:  # since replies add up
                await _reply(message, say(gamewords.ROLL_LATER, why=refusal.why) if waits else refusal)
            return
        self._handled.append(message.id)
        items = list[Item]()
        try:
            said, items = await self._answered(message, me, text, board)
        except Refused as refused:
            said = refused.refusal
            items = remedies_of(said, person(message.author))
        except Exception as problem:
            log.exception("message %d was not handled", message.id)
            said = apology(problem)
        if said:
            await _reply(message, Screen(said, items, colour=BOOK if items else None))

    async def _answered(
        self, message: discord.Message, me: int, text: str | None, board: BoardReply | None
    ) -> Answered:
        """Act on what a message says to the referee, or on what replies to a board."""
        said = None if board is None else await self.controller.calls.hear(message, board, me)
        if said is not None:
            return said, []
        if board is not None and (message.guild is None or (text is None and pings(message, me))):
            said = await self._answer_board(message, board)
            if said is not None:
                return said, []
        if text is not None:
            return await self._understood(message, text)
        return await self._answer_gone(message, me) if board is None else "", []

    async def _understood(self, message: discord.Message, text: str) -> Answered:
        word = gamelist.understood(text)
        if word == "help" and message.guild is not None:
            return say(gamelist.GREETING, game=gamelist.FIRST.name), greeting_items()
        if word == "help":
            return _direct()
        if word is not None:
            return gamelist.RULES if word == "rules" else gamelist.THANKS, []
        game, text = addressed(text)
        number, place, player = game_number(game) if game else None, _place_of(message), person(message.author)
        known, rest = command_in(text) or (None, "")
        if known is not None and known.command == "roll" and rest:
            return await self._roll(message, rest), []
        if known is not None and known.word in MOVES and any(map(str.isdigit, rest)):
            text = rest
        elif known is not None:
            return await self._lead(place, player, number, known, rest)
        direct = message.guild is None and number is None
        try:
            meant = await self.controller.games.directory.to_move_in(place, player, number, text)
        except Refused as refused:
            if direct and isinstance(refused.refusal, NoGameHere | UnreadableMove):
                return _direct()
            raise
        table = await self.controller.games.tables.at(meant)
        if direct and not awaits(meant, player) and not sheet(table.state).is_meant(text):
            return _direct()
        return await self._play(message, table, text), []

    async def _lead(self, place: Location, player: Player, number: int | None, known: Found, rest: str) -> Answered:
        """The buttons for the command that a word means."""
        command = known.command or known.word
        tables = await self._tables(place, player, number) if command in ACTIONS else []
        if command == "rules" and rest:
            return _explained(tables[0].state.variant if tables else None, rest)
        if not tables:
            games = await self.controller.games.directory.running(place, player) if command == "roll" else []
            due = next((game for game in games if game.rolling and awaits(game, player)), None)
            return (gamewords.rolling(gamewords.ROLL_ELSEWHERE, due), []) if due is not None else self._command(known)
        now, actions = self.controller.games.now(), ACTIONS[command]
        fitting = [(table, found) for table in tables if (found := offered(table, player.id, now, actions))]
        if len(tables) > 1 and fitting:
            return "In which game?", [
                drawn(found[0], table.game.number, table.state.changed, label=title(table.game, player))
                for table, found in fitting
            ]
        table, name = tables[0], title(tables[0].game, player)
        fit = [action for _, found in fitting for action in found]
        items = buttons(table.game.number, table.state.changed, *fit)
        items += answers_items(table) if command in ANSWERED else []
        if not items:
            return (NotNow(name), []) if known.command else self._command(known)
        link = gamewords.board_link(table.game)
        if command == "board" and link:
            return say("Here's the newest {board} of {game}.", board=link, game=escape(name)), items
        return say("{game}: press the button, and I'll take it from there.", game=escape(name)), items

    async def _tables(self, place: Location, player: Player, number: int | None) -> list[Table]:
        directory, tables = self.controller.games.directory, self.controller.games.tables
        games = [] if number is not None else await directory.running(place, player)
        if not games:
            asked = directory.shown(place, player, number)
            shown = await asked if number is not None else await if_granted(asked)
            games = [] if shown is None else [shown]
        return [table for game in games if (table := await if_granted(tables.at(game))) is not None]

    def _command(self, known: Found) -> Answered:
        items: list[Item] = [help_button(known.topic)]
        if not known.command:
            return "Here's the page about that; only you will see it.", items
        return say("`/{command}` does that.", command=known.command), items

    async def _roll(self, message: discord.Message, expression: str) -> str:
        refuse(_missing(message))
        player, place = person(message.author), _place_of(message)
        refuse(self.controller.gate.roll(player.id))
        outcome = await self.controller.games.shared.roll(place, player, expression, message.id)
        await self.controller.outbox.send(*outcome.letter)
        return ""

    async def _play(self, message: discord.Message, table: Table, notation: str) -> TextOrRefusal:
        game = table.game
        journal.note(game=game.number, event=game.sequence)
        refuse(_missing(message))
        player, games = person(message.author), self.controller.games
        try:
            table, command = await games.tables.at(game), lambda seat: MakeMove(seat, None, notation)
            await games.newcomers.warn(table, player, command)
            await games.play.act(table, player, command, message.id)
        except Refused as refused:
            if game.rolling and awaits(game, player) and isinstance(refused.refusal, CallDue):
                return gamewords.rolling(gamewords.ROLL_ELSEWHERE, game)
            raise
        made = say("You've moved in game #{number}.", number=game.number)
        if not await self.controller.show(game):
            return f"{made} {answer_text(await self.controller.poster.obstacle(game.number))}"
        if game.channel == message.channel.id:
            return ""
        link = gamewords.board_link(await games.tables.game(game.number))
        return say("You've moved in game #{number}: {board}.", number=game.number, board=link) if link else made

    async def _answer_gone(self, message: discord.Message, me: int) -> TextOrRefusal:
        """Answer a reply to a message that is gone: perhaps the board of the game here that awaits its author."""
        place, board = _place_of(message), (message.reference and message.reference.message_id) or 0
        awaiting = await self.controller.games.directory.awaiting(place, person(message.author))
        here = [game for game in awaiting if game.channel == place.channel]
        game = next((each for each in here if each.message == board), here[0] if len(here) == 1 else None)
        if game is None:
            return gamewords.board_gone(None)
        said = await self.controller.calls.hear(message, BoardReply(game.number, UNKNOWN, board), me)
        return gamewords.board_gone(game if game.message != board else None) if said is None else said

    async def _answer_board(self, message: discord.Message, board: BoardReply) -> TextOrRefusal | None:
        """Play the move that a player's reply to a board consists of, or say why not; None for prose, left alone."""
        table, text = await if_granted(self.controller.games.tables.find(board.game)), message.content.strip()
        if table is None or table.state.result is not None or not table.game.seats_of(message.author.id):
            return None
        if not sheet(table.state).is_meant(text):
            return None
        if not board.is_newest(table):
            return MovedOn(board.game, gamewords.board_link(table.game))
        return await self._play(message, table, text)


def _answers_what_is_gone(message: discord.Message, me: int) -> bool:
    """True if a message replies to a deleted one of the referee's: only the reply pings it."""
    answered = message.reference
    return answered is not None and not isinstance(answered.resolved, discord.Message) and pings(message, me)


def _addressed(message: discord.Message) -> str | None:
    """The text of a direct message, or of one that begins or ends with the referee's mention; None for others."""
    if message.guild is None:
        return re.sub(r"^\s*<@!?\d+>|<@!?\d+>\s*$", "", message.content).strip()
    mention = f"<@!?{message.guild.me.id}>"
    found = re.fullmatch(rf"\s*{mention}(.*)|(.*){mention}\s*", message.content, re.DOTALL)
    return (found[1] or found[2] or "").strip() if found is not None else None


def _missing(message: discord.Message) -> Lacking | None:
    if message.guild is None or isinstance(message.channel, discord.PartialMessageable):
        return None
    return lacking(message.channel, message.channel.permissions_for(message.guild.me), Need.FILES)


async def _reply(message: discord.Message, shown: TextOrRefusal | Screen) -> None:
    """Reply without pinging; stay silent if that is not allowed."""
    screen = screen_of(shown)
    try:
        await message.reply(view=screen, allowed_mentions=NOBODY, mention_author=False)
    except discord.HTTPException as problem:
        log.info("no reply to message %d: %s", message.id, problem)
