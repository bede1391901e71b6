"""Boards and challenges posted to their channels, each game up to its last event, once."""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot import takebacks, wording
from bot.matches import Matches, Table, pictures
from bot.sending import mention, picture_file, pinging
from bot.store import Game, Player
from bot.views.buttons import board_view, challenge_view, offer_view
from bot.views.cards import card_pages
from engine.events import DrawDeclined, DrawOffered, Event, TakebackDeclined, TakebackOffered
from engine.refusal import Refusal
from engine.variants import variant_of

log = logging.getLogger(__name__)

BROKEN = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
RETRIES = (15.0, 60.0, 300.0, 1800.0)


class Poster:
    """Shows games in their channels; one posting a game at a time.

    Channels that refuse are left alone until somebody acts there again. Other failures are tried again later.
    """

    def __init__(self, client: discord.Client, matches: Matches) -> None:
        self._client = client
        self._matches = matches
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._closed_channels: set[int] = set()
        self._closing = False
        self._retries: set[asyncio.Task[None]] = set()

    @property
    def closing(self) -> bool:
        """Whether the client is leaving, so that nothing can be posted any more."""
        return self._closing

    async def show(self, number: int) -> bool:
        """Post what the channel of a game has not been shown yet; False if that is not possible now."""
        return await self._try(number, attempt=0)

    async def reopen(self, channel: int) -> None:
        """Somebody acts in a channel: if it has refused before, post there what it has missed."""
        if channel in self._closed_channels:
            self._closed_channels.discard(channel)
            await self.catch_up(channel)

    async def catch_up(self, channel: int | None = None) -> None:
        """Post every game that lags behind, or those of one channel; one that cannot be drawn holds up no other."""
        for game in await self._matches.ledger.lagging():
            if channel not in {None, game.channel}:
                continue
            try:
                await self.show(game.number)
            except Exception:
                log.exception("game %d after event %d is not shown", game.number, game.sequence)

    def close(self) -> None:
        """Give up what is to be tried again, and post no more; the next start catches up."""
        self._closing = True
        for task in self._retries:
            task.cancel()

    async def _try(self, number: int, attempt: int) -> bool:
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        async with lock:
            game = await self._matches.ledger.game(number)
            if game is None:
                return False
            if self.closing or game.channel in self._closed_channels:
                return False
            try:
                await self._post(game)
            except (discord.Forbidden, discord.NotFound) as problem:
                log.warning("game %d, event %d: channel %d refuses: %s", number, game.sequence, game.channel, problem)
                self._closed_channels.add(game.channel)
                return False
            except BROKEN as problem:
                self._failed(game, attempt, problem)
                return False
        return True

    def _failed(self, game: Game, attempt: int, problem: BaseException) -> None:
        """Log a problem and try again later, unless the client is leaving."""
        if not self._closing:
            log.error("game %d after event %d is not shown", game.number, game.sequence, exc_info=problem)
            self._later(game.number, attempt)

    def _later(self, number: int, attempt: int) -> None:
        if attempt >= len(RETRIES):
            return

        async def again() -> None:
            await asyncio.sleep(RETRIES[attempt])
            await self._try(number, attempt + 1)

        task = asyncio.create_task(again(), name=f"show game {number} again")
        self._retries.add(task)
        task.add_done_callback(self._retries.discard)

    async def _post(self, game: Game) -> None:
        channel = self._client.get_partial_messageable(game.channel, guild_id=game.guild)
        if game.stage == "open":
            if game.shown < 0:
                await self._post_challenge(channel, game)
            return
        table = await self._matches.tables.find(game.number)
        if isinstance(table, Refusal):
            log.error("game %d: %s", game.number, table.text)
            return
        if game.worn is not None:
            await self._strip(channel, game.number, game.worn)
        if table.game.shown >= table.state.sequence:
            return
        if table.game.shown < 0 or table.game.shown < table.state.changed:
            await self._post_board(channel, table)
        else:
            await self._post_news(channel, table)

    async def _post_challenge(self, channel: discord.PartialMessageable, game: Game) -> None:
        variant = variant_of(game.variant, game.options)
        challenger = game.seats[0]
        side = f" as {variant.seat(game.wish).name}" if game.wish else ""
        options = ", ".join(f"{name}={value}" for name, value in variant.options)
        whom = f"<@{game.invited}>" if game.invited else "anyone here"
        text = (
            f"**#{game.number} {variant.name}**{f' ({options})' if options else ''}: {mention(challenger)} "
            f"challenges {whom}{', playing' + side if side else ''}.\n"
            f"-# Dice commitment (SHA-256 of the secret): {game.commitment}"
        )
        message = await channel.send(
            text,
            embed=card_pages(variant)[0],
            view=challenge_view(game),
            allowed_mentions=pinging([Player(game.invited, "")] if game.invited else []),
            nonce=f"{game.number}:challenge",
        )
        await self._matches.ledger.shown(game.number, 0, message.id)

    async def _post_board(self, channel: discord.PartialMessageable, table: Table) -> None:
        state, game = table.state, table.game
        seat = state.turn if state.result is None else 1
        picture = await pictures.board(table, seat)
        message = await channel.send(
            board_text(table),
            file=picture_file(picture),
            view=board_view(table),
            allowed_mentions=pinging(await self._to_ping(table)),
            nonce=f"{game.number}:{state.sequence}",
        )
        await self._matches.ledger.shown(game.number, state.sequence, message.id)
        await self._strip(channel, game.number, game.message)

    async def _to_ping(self, table: Table) -> list[Player]:
        """Whom the board concerns: the player to move and who is asked to agree to a takeback; all at the start.

        At the end it concerns all but the one who ended the game.
        """
        state, seats = table.state, table.game.seats
        if not state.changed:
            return list(seats.values())
        if state.result is None:
            asked = set(state.remaining) - state.request.agreed if state.request else set()
            return [player for seat, player in seats.items() if seat in asked | {state.turn}]
        last = await self._last_act(table)
        return [player for seat, player in seats.items() if seat != last.actor]

    async def _last_act(self, table: Table) -> Event:
        """The last event of the state at a table that a player brought about; the store may hold later ones by now."""
        events = await self._matches.ledger.events(table.game.number)
        return next(event for event in reversed(events[: table.state.sequence]) if event.actor)

    async def _post_news(self, channel: discord.PartialMessageable, table: Table) -> None:
        """Tell of an event that left the position alone: an offer or a request made or declined."""
        last = await self._last_act(table)
        others = [player for seat, player in table.game.seats.items() if seat != last.actor]
        text = f"**#{table.game.number}** {wording.happened(table, last, mention)}"
        whom = " ".join(map(mention, others))
        if isinstance(last.what, DrawOffered):
            text += f" {whom}, do you accept?"
        elif isinstance(last.what, TakebackOffered):
            text += f" {whom}, do you agree?"
        elif isinstance(last.what, DrawDeclined | TakebackDeclined):
            text += f" {whom}"
        await channel.send(
            text,
            view=offer_view(table),
            allowed_mentions=pinging(others),
            nonce=f"{table.game.number}:{last.sequence}",
        )
        await self._matches.ledger.shown(table.game.number, table.state.sequence, None)

    async def _strip(self, channel: discord.PartialMessageable, number: int, message: int | None) -> None:
        """Take the buttons off a board that is no longer the newest; where it is gone, so are they."""
        try:
            if message is not None:
                await channel.get_partial_message(message).edit(view=None)
        except (discord.Forbidden, discord.NotFound) as problem:
            log.info("the buttons of message %d stay: %s", message, problem)
        except BROKEN as problem:
            log.info("the buttons of message %d stay for now: %s", message, problem)
            return
        await self._matches.ledger.stripped(number)


def board_text(table: Table) -> str:
    """The text above a board: who plays, the last move in words, whose turn, counters, the list's tail."""
    state = table.state
    last, counters, tail = wording.last_move(state), wording.counters(state), wording.tail(state)
    fight = wording.fight(state)
    lines = [
        f"**{wording.heading(table, mention)}**",
        takebacks.undone(state),
        *wording.before_last(state, table.game.shown),
        last,
        wording.sentence(fight.removesuffix(".")) if fight else None,
        wording.offer(table, mention),
        takebacks.asked(state, state.request, mention(table.game.seats[state.request.by])) if state.request else None,
        wording.standing(table, mention),
        f"-# {counters}" if counters else None,
        f"-# {tail}" if tail else None,
    ]
    return "\n".join(line for line in lines if line)
