"""The outbox: sends what is to be sent once, again after a failure or a crash until it is known to have arrived.

A nonce keeps a message from coming twice for some minutes; after a longer absence it may.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta

import discord

from bot.discord_ui.channel import messages
from bot.discord_ui.channel.boards import Poster
from bot.discord_ui.channel.calls import LOOK, Calls
from bot.discord_ui.channel.messages import SEND_ERRORS, Need, lacking, mention, nonce_of, pinging, post
from bot.discord_ui.components.items import buttons, greeting_items
from bot.discord_ui.components.screens import BOOK, Screen, attachment, picture_file
from bot.games import Games, pictures
from bot.games.dice import Closed, RollOutcome
from bot.games.puzzles import is_late
from bot.games.refusals import if_granted
from bot.games.reminders import NUDGE
from bot.games.settings import Viewer
from bot.games.tables import ClosedPlaces, Table
from bot.store import Deadline, Player
from bot.store.deadlines import DIRECT
from bot.store.dice import ROLL, SECRET
from bot.store.lost import LOSS
from bot.store.members import LEFT
from bot.store.outbox import BOARD, Letter
from bot.store.study import PUZZLE
from bot.text import members, reminders
from bot.text.gamelist import WELCOME
from bot.text.harmless import MESSAGE_CHARS, escape
from bot.text.study import daily_text
from engine.clocks.control import DAY
from engine.dice.expression import RollResult
from engine.lookahead.puzzles import puzzle_of_the_day
from engine.model.wording import say
from engine.play.game import new_game

log = logging.getLogger(__name__)

REFUSALS = (400, 403, 404)
"""Errors after which another try is useless: a locked thread, a missing permission, a channel that is gone."""


GREETING = "greeting"
"""The kind of letter that greets a server, its key."""
NEW = timedelta(days=1)
"""Maximum age of a membership for a greeting."""
UNKNOWN_MEMBER = 10007


class Outbox:
    def __init__(self, client: discord.Client, games: Games, poster: Poster, calls: Calls) -> None:
        self._client = client
        self._games = games
        self._store = games.ledger.outbox
        self._send: dict[str, Callable[[Letter], Awaitable[int | None]]] = {
            BOARD: poster.show_late,
            LOOK: calls.look_late,
            NUDGE: lambda letter: games.reminders.send_nudge(letter, self.deliver),
            LOSS: self._loss,
            ROLL: self._roll,
            SECRET: self._roll,
            GREETING: self._greet,
            PUZZLE: self._puzzle,
            LEFT: self._absence,
        }

    async def meet(self, deadline: Deadline) -> None:  # noqa: ARG002 - a handler of deadlines
        """Meet the deadline of all letters: send those that are due, each for itself."""
        for letter in await self._store.due(self._games.now()):
            try:
                again = await self._send[letter.kind](letter)
            except SEND_ERRORS as problem:
                log.warning("letter %s %s is not sent: %s", letter.kind, letter.key, problem)
                useless = discord.NotFound if letter.kind in {SECRET, LEFT} else (discord.NotFound, discord.Forbidden)
                again = None if isinstance(problem, useless) else letter.again(self._games.now())
            except Exception:
                log.exception("letter %s %s is not sent", letter.kind, letter.key)
                again = letter.again(self._games.now())
            await self._store.tried(letter, self._games.now(), again)
        await self._store.settle(self._games.now())

    async def send(self, kind: str, key: str) -> None:
        """Send a letter right away; raises what Discord refuses it with, after which it is sent when it is due."""
        letter = await self._store.find(kind, key)
        if letter is not None and letter.sent is None:
            await self._send[kind](letter)
            await self._store.tried(letter, self._games.now())

    async def remind(self, deadline: Deadline) -> None:
        try:
            await self._games.reminders.due(deadline, self.deliver)
        except SEND_ERRORS as problem:
            log.warning("player %d is not reminded: %s", deadline.player, problem)

    async def deliver(self, kind: str, player: int, place: int, tables: Sequence[Table], about: str) -> bool:
        """Remind a player of games, or nudge them, in servers that they have not left; False where that is refused."""
        present, words = self._games.membership.present, reminders.nudge if kind == NUDGE else reminders.reminder
        there = [table for table in tables if await present(table.game.guild, player) is not False]
        screen = Screen(words(there, Player(player, "")), buttons(0, 0, "settings"))
        return not there or await self._tell(player, place, screen, kind, player, about)

    async def _tell(self, player: int, place: int, shown: str | Screen, *about: object) -> bool:
        """Tell a player something at a place; False where it refuses, which closes it for a while."""
        closed, key = self._games.closed, place or -player
        if key in closed:
            return False
        try:
            direct = await self._client.create_dm(discord.Object(player)) if place == DIRECT else None
            channel = direct or self._client.get_partial_messageable(place)
            await post(channel, shown, pinging([Player(player, "")]), nonce_of(*about))
        except discord.HTTPException as problem:
            if problem.status not in REFUSALS:
                raise
            log.info("player %d is not told something at %d: %s", player, place, problem)
            closed.close(key)
            return False
        return True

    async def _loss(self, letter: Letter) -> int | None:
        """Tell a player of lost games where reminders reach them, else in the newest channel of the server's games.

        In a server that the bot has left, or where it may write nowhere, that waits.
        """
        lost, guild = self._games.ledger.lost, self._client.get_guild(letter.guild)
        games = await lost.of(letter)
        if not games:
            return None
        if guild is not None and not guild.unavailable:
            spot = (await self._games.reminders.habits(letter.player)).spot
            liked = [DIRECT] if spot.direct else [spot.channel] if spot.guild == guild.id else []
            text = reminders.told(games, letter.player, guild.name)
            for place in (*liked, *open_channels(guild, await lost.newest_channels(guild.id))):
                if await self._tell(letter.player, place, text, LOSS, letter.key):
                    return None
        return self._games.now() + ClosedPlaces.PAUSE

    async def _roll(self, letter: Letter) -> None:
        """Show a roll or a secret, pinging nobody, as the answer to its command where that is still taken."""
        shown = await self._games.shared.find(letter.kind, letter.key)
        if shown is None:
            return
        if letter.payload and self._client.application_id is not None:
            reply = discord.Webhook.partial(self._client.application_id, letter.payload, client=self._client)
            with suppress(discord.HTTPException):
                screen = screen_of_roll(shown)
                await reply.send(view=screen, files=screen.files, allowed_mentions=messages.NOBODY)
                return
        channel = self._client.get_partial_messageable(shown.stream.channel)
        await post(channel, screen_of_roll(shown), nonce=nonce_of(letter.kind, letter.key))

    async def welcome(self, guild: discord.Guild) -> None:
        """Have a server greeted that was joined a short while ago, unless it has been."""
        joined, now, key = guild.me.joined_at, self._games.now(), str(guild.id)
        if joined and discord.utils.utcnow() - joined <= NEW and await self._store.find(GREETING, key) is None:
            await self._store.post(Letter(GREETING, key, now, now, guild=guild.id))

    async def _greet(self, letter: Letter) -> None:
        guild = self._client.get_guild(letter.guild)
        place = next(open_channels(guild), None) if guild is not None else None
        if place is None:
            log.info("server %d is not greeted: there is no channel to write in", letter.guild)
        else:
            channel = self._client.get_partial_messageable(place, guild_id=letter.guild)
            await post(channel, Screen(WELCOME, greeting_items(), colour=BOOK), nonce=nonce_of("hi", letter.guild))

    async def _puzzle(self, letter: Letter) -> None:
        """Post the puzzle of the day in a channel, unless the day or the channel is gone."""
        guild, channel, day = self._client.get_guild(letter.guild), int(letter.key), int(letter.payload)
        if guild is None or guild.get_channel_or_thread(channel) is None or is_late(self._games.now(), day):
            return
        puzzle = puzzle_of_the_day(day)
        viewer = Viewer(puzzle.start.turn, theme=(await self._games.servers.settings(guild.id)).theme)
        start, items = new_game(puzzle.variant, puzzle.start), buttons(day, puzzle.number, "puzzleday")
        picture, colour = await pictures.position(start, viewer), pictures.seat_colour(start)
        text = daily_text(puzzle, await self._games.daily.store.solved_on(day - 1))
        screen = Screen(text, items, [picture_file(picture, "puzzle.png")], colour=colour)
        place = self._client.get_partial_messageable(channel, guild_id=guild.id)
        await post(place, screen, nonce=nonce_of("day", channel, day))

    async def _absence(self, letter: Letter) -> int | None:
        """Tell the others in a game that a player has left, if that is still so; when to try again."""
        games, table = self._games, await if_granted(self._games.tables.find(letter.game))
        if table is None or table.state.result is not None:
            return None
        game, remaining = table.game, table.state.remaining
        seat = next((seat for seat in game.seats_of(letter.player) if seat in remaining), 0)
        staying = sorted({game.seats[each] for each in remaining if each != seat})
        others = await games.membership.here(game.guild, staying)
        if not (seat and others and await games.ledger.members.absent(game.guild, letter.player)):
            return None
        if game.lost is not None:
            return games.now() + DAY
        days = (await games.servers.settings(game.guild)).abandoned_days
        channel = self._client.get_partial_messageable(game.channel, guild_id=game.guild)
        text = members.left(table, seat, days, others, mention)
        await post(channel, text, pinging(others), nonce_of(letter.kind, letter.key, letter.made))
        return None


def open_channels(guild: discord.Guild, first: Iterable[int] = ()) -> Iterator[int]:
    """The channels of a server where the bot may write: the first of them, the system channel, then the others."""
    named = (guild.get_channel_or_thread(channel) for channel in first)
    for channel in dict.fromkeys([*named, guild.system_channel, *guild.text_channels]):
        if channel is not None and lacking(channel, channel.permissions_for(guild.me), Need.WRITE) is None:
            yield channel.id


async def is_member(client: discord.Client, guild: int, player: int) -> bool | None:
    """Ask Discord whether a player is in a server; None where it does not say."""
    server = client.get_guild(guild)
    try:
        return None if server is None else bool(await server.fetch_member(player))
    except SEND_ERRORS as problem:
        if isinstance(problem, discord.NotFound) and problem.code == UNKNOWN_MEMBER:
            return False
        log.info("whether player %d is in server %d is not known: %s", player, guild, problem)
        return None


REVEALED = (
    "This channel's dice so far: commitment `{commitment}`, secret `{secret}`; the file lists every roll. The next "
    "dice are committed to `{following}`."
)


def screen_of_roll(shown: RollOutcome | Closed) -> Screen:
    """A public shared roll, or the end of a stream with all its rolls in a file."""
    if isinstance(shown, RollOutcome):
        return Screen(say("{player} rolls {result}", player=mention(shown.roll.player), result=rolled_text(shown)))
    stream, following = shown.stream, shown.following.commitment
    text = say(REVEALED, commitment=stream.commitment, secret=stream.secret.hex(), following=following)
    return Screen(text, files=[attachment(shown.listing.encode(), f"dice-{stream.number}.txt")])


def rolled_text(outcome: RollOutcome) -> str:
    """A shared roll as its player sees it: every die, the total, the label, its number in the stream."""
    behind = "" if outcome.label.casefold().startswith("for ") else "for "
    label = f" {behind}{escape(outcome.label)}" if outcome.label else ""
    times = len(outcome.rolled)
    lines = [_line(rolled, (MESSAGE_CHARS - 300) // times) for rolled in outcome.rolled]
    rolls = f"{lines[0]}{label}" if times == 1 else "\n".join([f"{times} times{label}:", *lines])
    short = outcome.stream.commitment[:12]
    return rolls + say("\n-# Roll {number} of `{commitment}…`", number=outcome.roll.number + 1, commitment=short)


def _line(rolled: RollResult, room: int) -> str:
    """A result with its total, and as many of its dice as there is room for."""
    dice, most = rolled.text, room - len(rolled.with_total(""))
    return rolled.with_total(dice if len(dice) <= most else f"{dice[: dice.rindex(' ', 0, most)]} …")
