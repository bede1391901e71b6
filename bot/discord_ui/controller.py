"""The common part of commands and buttons: acknowledge privately, judge, commit, answer, show to the channel."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot import journal
from bot.discord_ui.channel import messages
from bot.discord_ui.channel.boards import Poster
from bot.discord_ui.channel.calls import Calls
from bot.discord_ui.channel.messages import Need, answer, anywhere, elsewhere, person, remove
from bot.discord_ui.channel.outbox import Outbox
from bot.discord_ui.components.items import ID_MAX_CHARS, Interaction, Press, button, buttons, drawn
from bot.discord_ui.components.picker import PLAYING, path_to, turn_button
from bot.discord_ui.components.screens import Item, Screen, TextOrRefusal, attachment
from bot.games import CommandResult, Games, Location, MoveInSeveral, Table, title
from bot.games.directory import FitsNowhere, NoGameHere, WhichGame
from bot.games.newcomers import RoyalLeft
from bot.games.play.vacations import AlreadyAway
from bot.games.refusals import NoGameNumber, Unwritable, UnwritableGame, granted, refuse_if
from bot.store import UNWRITTEN, Player, StoredGame
from bot.text import news, reminders
from bot.text.harmless import MESSAGE_CHARS, answer_text, escaped_name
from engine.model.english import plain
from engine.model.position import Move
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Command
from engine.play.events import Moved
from engine.play.referee import sheet
from engine.play.refusals import GamePaused

Found = TypeVar("Found")
MEANT = "game"
"""The game that an interaction has been found to mean, among its extras."""
Find = Callable[[Interaction, str | None], Awaitable[Found]]


Offered = TypeVar("Offered", bound=app_commands.Command[Any, ..., Any] | type[commands.Cog])


POSTING, POSTING_DIRECTLY = {"posting": "anywhere"}, {"posting": "directly"}
"""Mark a command whose answer is public where the bot isn't a member and can't post, or in direct messages alone."""


def is_public(interaction: Interaction) -> bool:
    """True for a command whose answer is the public message that the bot can't post, unless a private one is wanted."""
    command, directly = interaction.command, not elsewhere(interaction)
    public = command is not None and command.extras in ((POSTING, POSTING_DIRECTLY) if directly else (POSTING,))
    return public and not messages.hosted(interaction) and not interaction.namespace.private


class OutsideServers(Refusal):
    words = "That only works in a server that I'm in."


class EitherOr(Refusal):
    one: str
    other: str

    words = "Choose either {one} or {other}."


def everywhere(command: Offered) -> Offered:
    """Decorate a command, or a group of them, that works in direct messages, too, and for users who install the bot."""
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return contexts(app_commands.allowed_installs(guilds=True, users=True)(command))


class DeskCog(commands.Cog):
    def __init__(self, controller: Controller) -> None:
        self.controller = controller


def open_in_server(interaction: Interaction, need: Need = Need.NOTHING) -> Location:
    """The place of a command, which is refused where the bot may not post what it needs to."""
    messages.require(interaction, need)
    return granted(messages.place_in_server(interaction) or OutsideServers())


async def open_on(interaction: Interaction, find: Find[Found], game: str | None, need: Need = Need.NOTHING) -> Found:
    """The game of a command, which is refused where the bot may not post what it needs to."""
    messages.require(interaction, need)
    return await find(interaction, game)


async def answer_refused(interaction: Interaction, refusal: Refusal) -> None:
    """Answer a command that is refused, with the buttons that help; what a message cannot hold comes as a file, too."""
    text, items = answer_text(refusal), remedies_of(refusal, person(interaction.user), interaction)
    if items and isinstance(refusal, WhichGame):
        text = "Which game?"
    if len(text) <= MESSAGE_CHARS:
        await answer(interaction, Screen(text, items))
        return
    whole = attachment(text.encode(), "problems.txt")
    await answer(interaction, Screen(f"{text[: text.rindex(' ', 0, MESSAGE_CHARS)]} …", files=[whole]))


def remedies_of(refusal: Refusal, player: Player, asked: Interaction | None = None) -> list[Item]:
    """The buttons that help after a refusal, such as the games that may be meant; `asked` if it wasn't a message."""
    match refusal:
        case MoveInSeveral():
            return games_items(refusal, player)
        case RoyalLeft(table, move):
            number, changed, path = table.game.number, table.state.changed, path_to(sheet(table.state), move)
            return [drawn("sure", number, changed, ".".join(path)), drawn("unsure", number, changed)]
        case NoGameHere() if asked is None or messages.place_in_server(asked) is not None:
            return buttons(0, 0, "playfirst", "playme")
        case GamePaused() if asked is not None and (game := asked.extras.get(MEANT)) is not None:
            return buttons(game.number, game.sequence, "resume")
        case AlreadyAway():
            return buttons(0, 0, "imback")
        case FitsNowhere(given, labels):
            return _again_in(labels, player, "move", {"notation": given})
        case WhichGame(labels) if asked is not None and isinstance(asked.command, app_commands.Command):
            chosen = {name: value for name, value in asked.namespace if name != "game"}
            if all(isinstance(value, str | int) for value in chosen.values()):
                return _again_in(labels, player, asked.command.qualified_name, chosen)
    return []


def _again_in(labels: Iterable[str], player: Player, command: str, chosen: Mapping[str, object]) -> list[Item]:
    """A button for each game, with which a player gives a command there, with the chosen options."""
    words = player.id, command, json.dumps(chosen)
    items = [drawn("which", numbered(each), *words, label=each) for each in labels]
    return [each for each in items if len(each.custom_id) <= ID_MAX_CHARS]


class NotAsked(Refusal):
    words = "I asked another player. Use /move for your own games."


@button("which")
async def _go_on(_: Controller, interaction: Interaction, press: Press) -> None:
    """Give the command again for the game chosen, with the options in the id, behind the player who may."""
    refuse_if(press.sequence != interaction.user.id, NotAsked())
    name, options = press.words[2], json.loads(":".join(press.words[3:]))
    command = next(each for each in interaction.client.tree.walk_commands() if each.qualified_name == name)
    chosen = {each.name: options[each.display_name] for each in command.parameters if each.display_name in options}
    await command.callback(command.binding, interaction, **chosen, game=str(press.game))


def games_items(several: MoveInSeveral, player: Player) -> list[Item]:
    """A button for each game in which a move fits: it makes the move there, or asks on where that is ambiguous."""
    items = list[Item]()
    for table in several.tables:
        legal = sheet(table.state)
        read = legal.read(several.given)
        path = path_to(legal, read) if isinstance(read, Move) else ()
        label = title(table.game, player)
        items.append(turn_button(PLAYING, label, table.game.number, table.state.changed, path))
    return items


async def carry_out(
    interaction: Interaction,
    controller: Controller,
    game: str | None,
    command: Callable[[int], Command],
    find: Find[StoredGame] | None = None,
) -> None:
    meant = await open_on(interaction, find or controller.mine, game, Need.FILES)
    await controller.carry_out(interaction, meant, command)


async def give(interaction: Interaction, screen: Screen, *, share: bool) -> None:
    if share and not elsewhere(interaction) and isinstance(interaction.channel, discord.abc.Messageable):
        await messages.post(interaction.channel, screen)
        await remove(interaction)
    else:
        await answer(interaction, screen)


def to_the_line(text: str) -> str:
    """A listing as far as a message holds it, cut at the end of a line."""
    return text if len(text) <= MESSAGE_CHARS else text[: text.rindex("\n", 0, MESSAGE_CHARS)] + "\n…"


log = logging.getLogger(__name__)

_NUMBERED = re.compile(r"#([^\s:]+):?\s+(?:.* (?:vs|-|–) .*: )?(.*)", re.DOTALL)

SORRY = "Sorry, something went wrong on my side. Please check /board and try again."

Finder = Callable[[Location, Player, int | None], Awaitable[StoredGame]]


class Controller:
    """The common part of commands and buttons.

    Each finder gives a game for a place, a user and the number typed: `mine` the one that a player's command is for,
    `held` the only one of theirs, `waiting` one in which they wait for others, `seen` the one that a question is about,
    `followed` one of others that a spectator means, `joinable` the challenge to be answered, `for_word` the
    game that a word for the dice is for.
    """

    def __init__(self, games: Games, poster: Poster, outbox: Outbox, calls: Calls) -> None:
        self.games = games
        self.poster = poster
        self.outbox = outbox
        self.calls = calls
        self.show = poster.show
        self.gate = messages.Gate()
        directory = games.directory
        finders = directory.mine, directory.held, directory.waiting, directory.joinable, directory.for_word
        self.mine, self.held, self.waiting, self.joinable, self.for_word = (partial(_found, find) for find in finders)
        self.seen, self.followed = (partial(self._asked, find) for find in (directory.shown, directory.followed))
        self.seen_table = partial(self.table, self.seen)

    async def to_move_in(self, move: str, interaction: Interaction, game: str | None) -> StoredGame:
        return await _found(partial(self.games.directory.to_move_in, move=move), interaction, game)

    async def _asked(self, find: Finder, interaction: Interaction, game: str | None) -> StoredGame:
        found = await _found(find, interaction, game)
        self.poster.look_after(found)
        return found

    async def table(self, find: Find[StoredGame], interaction: Interaction, game: str | None) -> Table:
        return await self.games.tables.at(await find(interaction, game))

    async def carry_out(self, interaction: Interaction, game: StoredGame, command: Callable[[int], Command]) -> None:
        """Judge and commit a player's command, and show what has come of it."""
        table, player = await self.games.tables.at(game), person(interaction.user)
        if table.against_bot:
            await self.games.newcomers.warn(table, player, command)
        turned = await self.games.play.act(table, player, command, interaction.id)
        await self.games.membership.seen(game.guild, player.id)
        moved = any(isinstance(event.what, Moved) for event in turned.events)
        then = await self._next_after(game, player) if moved else ""
        await self.answer_by_showing(interaction, turned.now.game, partial(news.done, turned, escaped_name), then)

    async def show_soon(self, turned: CommandResult) -> None:
        """Show what a player has done on the page, where nobody waits for that; a stop does."""
        game = turned.now.game
        player = game.seats[turned.events[0].actor].id

        async def showing() -> None:
            self.gate.enter(player)
            await self.games.membership.seen(game.guild, player)
            await self.show(game)

        asyncio.create_task(showing(), name=f"show game {game.number}")  # noqa: RUF006 - the gate knows it

    async def _next_after(self, game: StoredGame, player: Player) -> str:
        """Behind a move, a line about the game that the player is to turn to next; "" where none awaits them."""
        try:
            others = await self.games.directory.awaiting_besides(game, player)
            if not others:
                return ""
            first = await self.games.agendas.most_urgent(player, others)
        except Exception:
            log.exception("what awaits player %d could not be read", player.id)
            return ""
        return reminders.next_one(len(others), first, player, game.channel)

    async def tell_and_show(self, interaction: Interaction, game: StoredGame, said: str | Screen) -> None:
        async with self.telling(messages.in_place(interaction, said)):
            shown = await self.show(game)
        if not shown:
            await self.try_to(messages.send_private(interaction, await self.poster.obstacle(game.number)))

    async def answer_by_showing(
        self, interaction: Interaction, game: StoredGame, text: str | Callable[[], str], then: str = ""
    ) -> None:
        """Show a game to its channel as the one answer to a command or press.

        In private comes only what is not seen here: what happens `then`, and `text` where the game is shown elsewhere.
        """
        shown = await self.show(game)
        lines = [then] if shown else [then, answer_text(await self.poster.obstacle(game.number))]
        if not shown or game.channel != interaction.channel_id:
            lines.insert(0, text if isinstance(text, str) else text())
        said = "\n".join(line for line in lines if line)
        if said:
            await self.try_to(messages.in_place(interaction, said))
        elif messages.is_private(interaction):
            await self.try_to(remove(interaction))

    @asynccontextmanager
    async def telling(self, words: Awaitable[None]) -> AsyncIterator[None]:
        """Tell a person something while the block shows the rest to others."""
        task = asyncio.create_task(self.try_to(words))
        try:
            yield
        finally:
            await task

    async def try_to(self, words: Awaitable[None]) -> None:
        """Tell a person something; if that fails, continue without it."""
        try:
            await words
        except messages.SEND_ERRORS as problem:
            log.info("somebody could not be told: %r", problem)


async def _found(find: Finder, interaction: Interaction, game: str | None) -> StoredGame:
    number = game_number(game) if game else None
    found = interaction.extras[MEANT] = await find(anywhere(interaction), person(interaction.user), number)
    journal.note(game=found.number, event=found.sequence)
    return found


def apology(problem: BaseException, game: int | None = None) -> TextOrRefusal:
    """The apology for a failed command, with its game's number if known."""
    cause = getattr(problem, "original", problem)
    if not isinstance(cause, UNWRITTEN):
        return SORRY
    return Unwritable(str(cause)) if game is None else UnwritableGame(game, str(cause))


def addressed(text: str) -> tuple[str | None, str]:
    """The game (or None) that a text names before a move, and the move: `#14 Pxd4`, or `#14 Chess vs bob: e4`."""
    numbered = _NUMBERED.fullmatch(text.strip()) or _NUMBERED.fullmatch(plain(text))
    return (numbered[1], numbered[2]) if numbered else (None, text)


def game_number(text: str) -> int:
    """The number in `14` or `#14 Hexeh vs Bob, your move`."""
    number = numbered(text)
    if number is None:
        raise Refused(NoGameNumber(text))
    return number


def numbered(text: str) -> int | None:
    """The same; None where the text begins with no number."""
    word = plain(text).removeprefix("#").split(" ")[0]
    return int(word) if word.isdecimal() and word.isascii() and len(word) <= 15 else None
