"""The outbox: sends what is to be sent once, again after a failure or a crash until it is known to have arrived.

A nonce keeps a message from coming twice for some minutes; after a longer absence it may.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from functools import partial

import discord

from bot.discord_ui.channel.boards import BOARD, Poster
from bot.discord_ui.channel.calls import LOOK, Calls
from bot.discord_ui.channel.messages import BROKEN, NOBODY, mention, missing_in, nonce_of, picture_file, pinging
from bot.discord_ui.channel.rolls import Rolls
from bot.discord_ui.components.items import buttons, greeting_view
from bot.games import Games, pictures
from bot.games.puzzles import PUZZLE, is_late
from bot.games.refusals import if_granted
from bot.games.reminders import NUDGE, Delivery
from bot.games.tables import ClosedPlaces, Table
from bot.store import Deadline, Player, StoredGame
from bot.store.deadlines import DIRECT
from bot.store.lost import LOSS
from bot.store.members import LEFT
from bot.store.outbox import Letter
from bot.store.shared_dice import ROLL, SECRET
from bot.text import members, reminders
from bot.text.gamelist import WELCOME
from bot.text.study import daily_text
from engine.clocks.control import DAY
from engine.lookahead.puzzles import puzzle_of_the_day
from engine.play.game import new_game

log = logging.getLogger(__name__)

UNSENT = (*BROKEN, RuntimeError)
"""Errors after which a message is sent again; the library raises RuntimeError once it is closed."""
REFUSALS = (400, 403, 404)
"""Errors after which another try is useless: a locked thread, a missing permission, a channel that is gone."""


GREETING = "greeting"
"""The kind of letter that greets a server, its key."""
NEW = timedelta(days=1)
"""How long after joining a server the bot may still greet it."""
UNKNOWN_MEMBER = 10007


class Outbox:
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
            **dict.fromkeys((ROLL, SECRET), self.rolls.show_late),
            GREETING: partial(greet, client),
            PUZZLE: partial(post_puzzle, client, games),
            LEFT: partial(tell_absence, client, games),
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
        system = [guild.system_channel.id] if guild.system_channel else []
        for place in dict.fromkeys([*newest, *system, *(channel.id for channel in guild.text_channels)]):
            if place not in self._games.closed and missing_in(self._client, guild.id, place) == ():
                yield place


# ---- what servers are sent


async def welcome(guild: discord.Guild, games: Games) -> None:
    """Have a server greeted that was joined a short while ago, unless it has been."""
    joined, outbox, key = guild.me.joined_at, games.ledger.outbox, str(guild.id)
    if joined is not None and discord.utils.utcnow() - joined <= NEW and await outbox.find(GREETING, key) is None:
        await outbox.post(Letter(GREETING, key, games.now(), games.now(), guild=guild.id))


async def greet(client: discord.Client, letter: Letter) -> None:
    """Greet a server in its system channel, else in the first one where the bot may write, if there is any."""
    guild = client.get_guild(letter.guild)
    channel = _place(guild) if guild is not None else None
    if guild is None or channel is None:
        log.info("server %d is not greeted: there is no channel to write in", letter.guild)
    else:
        await channel.send(WELCOME, view=greeting_view(), allowed_mentions=NOBODY, nonce=nonce_of("hi", guild.id))


def _place(guild: discord.Guild) -> discord.TextChannel | None:
    system = [guild.system_channel] if guild.system_channel else []
    for channel in (*system, *sorted(guild.text_channels, key=lambda each: (each.position, each.id))):
        allowed = channel.permissions_for(guild.me)
        if allowed.view_channel and allowed.send_messages and allowed.read_message_history:
            return channel
    return None


async def post_puzzle(client: discord.Client, games: Games, letter: Letter) -> None:
    """Post the puzzle of the day in a channel, unless the day or the channel is gone."""
    guild, channel, day = client.get_guild(letter.guild), int(letter.key), int(letter.payload)
    if guild is None or guild.get_channel_or_thread(channel) is None or is_late(games.now(), day):
        return
    puzzle = puzzle_of_the_day(day)
    viewer = await games.settings.server(guild.id, puzzle.start.turn)
    picture = await pictures.position(new_game(puzzle.variant, puzzle.start), viewer)
    await client.get_partial_messageable(channel, guild_id=guild.id).send(
        daily_text(puzzle),
        file=picture_file(picture, "puzzle.png"),
        view=buttons(day, puzzle.number, "puzzleday"),
        allowed_mentions=NOBODY,
        nonce=nonce_of("day", channel, day),
    )


# ---- who has left


async def is_member(client: discord.Client, guild: int, player: int) -> bool | None:
    """Ask Discord whether a player is in a server; None where it does not say."""
    server = client.get_guild(guild)
    try:
        return None if server is None else bool(await server.fetch_member(player))
    except (*BROKEN, RuntimeError) as problem:
        if isinstance(problem, discord.NotFound) and problem.code == UNKNOWN_MEMBER:
            return False
        log.info("whether player %d is in server %d is not known: %s", player, guild, problem)
        return None


async def tell_absence(client: discord.Client, games: Games, letter: Letter) -> int | None:
    """Tell the others in a game that a player has left, if that is still so; when to try again."""
    table = await if_granted(games.tables.find(letter.game))
    if table is None or table.state.result is not None:
        return None
    game, remaining = table.game, table.state.remaining
    seat = next((seat for seat in game.seats_of(letter.player) if seat in remaining), 0)
    others = await games.membership.here(game.guild, sorted({game.seats[each] for each in remaining if each != seat}))
    if not (seat and others and await games.ledger.members.absent(game.guild, letter.player)):
        return None
    days = (await games.servers.settings(game.guild)).abandoned_days
    try:
        await client.get_partial_messageable(game.channel, guild_id=game.guild).send(
            members.left(table, seat, days, others, mention),
            allowed_mentions=pinging(others),
            nonce=nonce_of(letter.kind, letter.key, letter.made),
        )
    except (discord.Forbidden, discord.NotFound) as problem:
        log.warning("channel %d is not told who is away from game %d: %s", game.channel, game.number, problem)
        return games.now() + DAY
    return None
