"""The messages of a game in its channel or thread: its challenge, its boards with buttons, and the news between."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal
from weakref import WeakValueDictionary

import discord

from bot import journal
from bot.discord_ui.channel.challenges import close_challenge, show_challenge
from bot.discord_ui.channel.messages import BROKEN, mention, nonce_of, picture_file, pinging
from bot.discord_ui.channel.obstacles import is_gone, missing_in, obstacle_of
from bot.discord_ui.components.items import answers_view, board_view
from bot.games import Games, Table, pictures
from bot.games.refusals import if_granted
from bot.games.settings import NEXT, ON, PRACTISED, Viewer, next_up, wants_letters
from bot.games.tables import ClosedPlaces
from bot.store import Onlooker, Player, StoredGame
from bot.store.outbox import Letter
from bot.text import games as wording
from bot.text import news as newswords
from bot.text import ratings
from bot.text.harmless import visible
from engine.model.refusal import Refusal, Refused
from engine.play.events import Abandoned, Agreed, Declined, Event, Flagged, GameClosed, Proposed, Replaced
from engine.play.state import Await, State

log = logging.getLogger(__name__)

BOARD = "board"
"""The kind of letter about a game, its key, that could not be shown in its channel."""
WEEK: Literal[10080] = 10080
NAME_MAX_CHARS = 100
UNKNOWN_CHANNEL = 10003
THREAD_EXISTS = 160004
THREAD_CLOSED = frozenset({50083, 160005})
"""Discord's codes: an unknown channel, a message that has a thread, a thread that is closed."""

People = Mapping[int, Onlooker]
"""Whom a board concerns, by their ids."""


class Poster:
    """Shows games in their channels, one post at a time for each game.

    Channels that refuse are left alone for a while (`ClosedPlaces`). The games of channels that are gone are shown when
    they go on elsewhere. What fails is tried again by the outbox.
    """

    def __init__(self, client: discord.Client, games: Games) -> None:
        self.closing = False  # the client is leaving, so that nothing can be posted any more
        self._client = client
        self._games = games
        self._looking: set[asyncio.Task[None]] = set()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._closed = games.closed

    async def show(self, number: int, known: StoredGame | None = None) -> bool:
        """Post what the channel of a game has not been shown yet; False if that is not possible now.

        A running game that is `known` as it was just read need not be read again.
        """
        shown = await self._try(number, known)
        if shown is not None:
            self.look_after(shown)
        elif not self.closing:
            now = self._games.now()
            letter = Letter(BOARD, str(number), now, now, game=number)
            again = await self._again(letter)
            if again is not None:
                await self._games.ledger.outbox.post(letter._replace(due=again))
        return shown is not None

    async def show_late(self, letter: Letter) -> int | None:
        """Post what a channel could not be shown before; when to try again (UTC ms), None for not."""
        return None if await self._try(letter.game) else await self._again(letter)

    async def _again(self, letter: Letter) -> int | None:
        game = await if_granted(self._games.tables.game(letter.game))
        if game is None or game.lost is not None:
            return None
        now = self._games.now()
        return now + ClosedPlaces.PAUSE if game.channel in self._closed else letter.again(now)

    def look_after(self, *games: StoredGame) -> None:

        async def looking() -> None:
            for game in games:
                try:
                    await self._games.membership.ask_after(await self._games.tables.at(game))
                except Exception as problem:
                    if not (self.closing or isinstance(problem, Refused)):
                        log.exception("game %d: whether its players are still there was not asked", game.number)

        if not self.closing:
            numbers = [game.number for game in games]
            task = asyncio.create_task(looking(), name=f"look after the players of games {numbers}")
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def take_down(self, game: StoredGame) -> None:
        if game.message is None:
            return
        channel = self._channel(game, game.message)
        what = "challenge" if game.stage == "open" else "game"
        text = f"**#{game.number}** Those who manage this server have deleted this {what}."
        try:
            await channel.get_partial_message(game.message).edit(
                content=text, view=None, attachments=[], embeds=[], allowed_mentions=pinging([])
            )
        except BROKEN as problem:
            log.info("the message of game %d, which was deleted, stays: %s", game.number, problem)

    async def obstacle(self, number: int) -> Refusal:
        game = await self._games.tables.game(number)
        letter = await self._games.ledger.outbox.find(BOARD, str(number))
        refused, missing = game.channel in self._closed, missing_in(self._client, game.guild, game.channel)
        waiting = letter is not None and letter.sent is None
        return obstacle_of(game, refused=refused, missing=missing, waiting=waiting)

    def is_shut(self, game: StoredGame) -> bool:
        return game.channel in self._closed

    async def permitted(self, guild: int) -> None:
        for channel in self._closed.all():
            if channel > 0 and missing_in(self._client, guild, channel) == ():
                self._closed.open(channel)
                await self.catch_up(channel)

    async def gone(self, channel: int) -> None:
        """A channel or thread is deleted: games in threads of their own go on around them, the others are lost."""
        fallen_back, lost = await self._games.ledger.lost.gone(channel, self._games.now())
        if lost:
            log.warning("channel %d is gone, and with it the games and challenges %s", channel, lost)
        for number in fallen_back:
            await self.show(number)

    async def look_over(self) -> None:
        """Find the channels that were deleted while nobody was told, by asking for those that the client does not know.

        Those of threads that sleep are not known either, and exist.
        """
        for guild, channel in await self._games.ledger.lost.places():
            if is_gone(self._client, guild, channel):
                try:
                    await self._client.fetch_channel(channel)
                except discord.NotFound as problem:
                    if problem.code == UNKNOWN_CHANNEL:
                        await self.gone(channel)
                except (*BROKEN, discord.InvalidData) as problem:
                    log.info("whether channel %d is there is not known: %s", channel, problem)

    async def catch_up(self, channel: int | None = None) -> None:
        """Post every game that lags behind, or those of one channel; one that cannot be drawn holds up no other."""
        for game in await self._games.ledger.lagging():
            if channel not in {None, game.channel}:
                continue
            try:
                with self._games.ledger.aside.reading(f"game {game.number}"):
                    await self.show(game.number)
            except Exception:
                if self.closing:
                    return
                log.exception("game %d after event %d is not shown", game.number, game.sequence)

    def close(self) -> None:
        """Post no more; the next start catches up."""
        self.closing = True
        for task in self._looking:
            task.cancel()

    async def _try(self, number: int, known: StoredGame | None = None) -> StoredGame | None:
        """Show a game, then the standing challenges that its players have less or more room for since."""
        shown = await self._try_one(number, known)
        if shown is not None and (shown.stage == "over" or (shown.stage == "playing" and shown.shown < 0)):
            players = {player.id for player in shown.seats.values()}
            for other in await self._games.ledger.standing_of(players, shown.guild):
                await self._try_one(other.number)
        return shown

    async def _try_one(self, number: int, known: StoredGame | None = None) -> StoredGame | None:
        """Show a game; what it was before, or None where that is not possible now."""
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        with journal.concerning(game=number):
            async with lock:
                running = known is not None and known.stage in {"playing", "over"}
                game = known if known and running and self._games.tables.holds(known) else None
                game = game or await if_granted(self._games.tables.game(number))
                if game is None or self.closing or game.lost is not None or game.channel in self._closed:
                    return None
                try:
                    return await self._post_or_leave(game)
                except (discord.Forbidden, discord.NotFound) as problem:
                    await self._refused(game, problem)
                except BROKEN:
                    if not self.closing:
                        log.exception("game %d after event %d is not shown", number, game.sequence)
        return None

    async def _refused(self, game: StoredGame, problem: discord.HTTPException) -> None:
        """Note that the channel of a game refuses, or is gone; the game may have left its thread for it."""
        present = await self._games.ledger.game(game.number) or game
        channel = present.channel
        log.warning("game %d, event %d: channel %d refuses: %s", game.number, game.sequence, channel, problem)
        if problem.code == UNKNOWN_CHANNEL and is_gone(self._client, present.guild, channel):
            await self._games.ledger.lost.gone(channel, self._games.now())
            if present.stage in {"over", "void"}:
                await self._games.ledger.lost.unshowable(present.number, self._games.now())
        else:
            self._closed.close(channel)

    async def _post_or_leave(self, game: StoredGame) -> StoredGame:
        try:
            return await self._post(game)
        except discord.HTTPException as problem:
            back = await self._leave_thread(game, problem)
            if back is None:
                raise
            return await self._post(back)

    async def _post(self, game: StoredGame) -> StoredGame:
        """Post what the channel of a game has not been shown yet, and give the game as it was before.

        Raises errors of Discord and the connection. Nothing is shown of a game that has been set aside.
        """
        try:
            table = await self._games.tables.at(game)
        except Refused:
            return game
        if game.stage in {"open", "void"}:
            await show_challenge(self._channel(game), self._games, table)
            return game
        table, people = await self._seen_by(table)
        game = table.game
        if game.threaded:
            await self._open_thread(game, wording.title(table))
            return await self._post((await self._games.ledger.game(game.number)) or game)
        if game.worn is not None and await self._strip(game, game.worn):
            await self._games.ledger.stripped(game.number)
        if game.shown < 0 or game.shown < table.state.changed:
            await self._post_board(table, people)
        elif game.shown < table.state.sequence:
            await self._post_news(table, people)
        return game

    def _channel(self, game: StoredGame, message: int | None = None) -> discord.PartialMessageable:
        """The channel of a game, or the one in which a message of it stands."""
        home = game.channel if message is None else game.home_of(message)
        return self._client.get_partial_messageable(home, guild_id=game.guild)

    async def _seen_by(self, table: Table) -> tuple[Table, People]:
        """A table with its messages as they are by now, and whom its board concerns."""
        found, family = table.game, table.state.variant.family
        game, people = await self._games.ledger.audience(found, family, PRACTISED)
        if game.sequence != table.state.sequence:
            return await self._games.tables.find(game.number), people
        return Table(game, table.state), people

    async def _post_board(self, table: Table, people: People) -> None:
        state, game = table.state, table.game
        seated = [each for each in people.values() if each.seated and each.player.reachable]
        lettered = any(wants_letters(each.chosen, each.finished) for each in seated)
        viewer = await self._games.settings.channel(table, letters=lettered)
        skills = {number: each.skill for number, each in people.items() if each.skill is not None}
        picture = await pictures.board(table, viewer, await self._games.company.at(table, skills))
        watching, to_ping = [each.player for each in people.values() if not each.seated], _to_ping(table)
        following = next_up(table)
        told = following is not None and following.id in people and people[following.id].chosen.get(NEXT.name) == ON
        coming = [following] if following is not None and told and following not in to_ping else []
        name = f"game-{game.number}-{state.sequence}.png"
        message = await self._channel(game).send(
            await self._text(table, watching, coming),
            files=[picture_file(picture, name), *await self._card(table, viewer)],
            view=board_view(table),
            allowed_mentions=_pinging([*to_ping, *watching, *coming], people),
            nonce=_nonce(game, state.sequence),
        )
        before = game.message
        stripped = before is None or await self._strip(replace(game, message=message.id), before)
        await self._games.ledger.shown(game.number, state.sequence, message.id, game.channel, stripped=stripped)

    async def _card(self, table: Table, viewer: Viewer) -> list[discord.File]:
        if not pictures.has_card(table.state):
            return []
        card = await pictures.ending(table, viewer, await self._games.standings.changes(table.game.number))
        return [picture_file(card, f"end-{table.game.number}.png")] if card else []

    async def _text(self, table: Table, watching: Sequence[Player], coming: Sequence[Player]) -> str:
        """The text above a board: with what a finished game did to the ratings, the spectators, and who is next."""
        lines = [board_text(table)]
        if _just_rated(table.state):
            standings, number = self._games.standings, table.game.number
            verdict = await standings.verdict(number) if table.state.result is not None else None
            if verdict is None and table.state.result is not None:
                await standings.settle()
            change = ratings.changed(await standings.changes(number), verdict, mention)
            lines += [change] if change else []
        moving = table.game.player_to_move()
        if moving is not None and moving.level:
            lines += wording.in_line(self._games.opponent.ahead(table.game.number))
        lines += [f"-# Next: {mention(player)}" for player in coming]
        if watching:
            lines.append(f"-# Watching: {' '.join(map(mention, watching))}")
        return "\n".join(lines)

    async def _post_news(self, table: Table, people: People) -> None:
        """Tell of an event that left the position alone, a proposal or its answer; the board is told anew with it."""
        events = table.state.events[table.game.shown :]
        if any(_changes_board(table.state, event) for event in events):
            await self._retell(table)
        telling = (event for event in events if not isinstance(event.what, newswords.QUIET))
        news = [event for event in telling if newswords.worth_telling(table, event)]
        if not news:
            await self._games.ledger.shown(table.game.number, table.state.sequence, None, table.game.channel)
            return
        last = news[-1]
        others = [table.game.seats[seat] for seat in table.state.remaining if seat != last.actor]
        text = f"**#{table.game.number}** {newswords.happened(table, last, mention)}"
        late = table.game.seats[last.what.seat] if isinstance(last.what, Flagged) else None
        whom = " ".join(mention(player) for player in others if player != late and player.reachable)
        if isinstance(last.what, Proposed):
            text += f" {whom}, {newswords.WORDS[last.what.kind].question}"
        elif isinstance(last.what, Declined | Flagged):
            text += f" {whom}"
        await self._channel(table.game).send(
            text,
            view=answers_view(table),
            allowed_mentions=_pinging(others, people),
            nonce=_nonce(table.game, last.sequence),
        )
        await self._games.ledger.shown(table.game.number, table.state.sequence, None, table.game.channel)

    async def _retell(self, table: Table) -> None:
        """Write the text above the board anew, its clocks or a proposal that it tells of having changed."""
        try:
            if table.game.message is not None:
                message = self._channel(table.game).get_partial_message(table.game.message)
                await message.edit(content=board_text(table), allowed_mentions=discord.AllowedMentions.none())
        except (discord.Forbidden, discord.NotFound) as problem:
            log.info("the text of message %d stays: %s", table.game.message, problem)

    async def _strip(self, game: StoredGame, message: int) -> bool:
        """Take the buttons off a board that is no longer the newest; True where they are gone, be it with the board.

        A challenge leads to the board from now on.
        """
        channel = self._channel(game, message)
        try:
            if message == game.posted:
                await close_challenge(channel, game)
            else:
                await channel.get_partial_message(message).edit(view=None)
        except (discord.Forbidden, discord.NotFound) as problem:
            log.info("the buttons of message %d stay: %s", message, problem)
        except BROKEN as problem:
            log.info("the buttons of message %d stay for now: %s", message, problem)
            return False
        return True

    # ---- threads, opened from a game's newest message and left for the channel when they are closed

    async def _open_thread(self, game: StoredGame, name: str) -> None:
        """Open a thread from a game's newest message, for a week without a word; the game is played there from now on.

        Where Discord refuses, the game stays in its channel. A thread opened before a kill is found again: it bears
        the id of its message. Raises discord.DiscordServerError and what connections raise for troubles that pass.
        """
        if game.message is None or await self._refuses_thread(game, game.message, visible(name)[:NAME_MAX_CHARS]):
            await self._games.ledger.move(game.number, game.channel, None)
        else:
            await self._games.ledger.move(game.number, game.message, game.channel)

    async def _refuses_thread(self, game: StoredGame, message: int, name: str) -> bool:
        try:
            await self._channel(game).get_partial_message(message).create_thread(name=name, auto_archive_duration=WEEK)
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as problem:
            if problem.code == THREAD_EXISTS:
                return False
            log.warning("game %d gets no thread in channel %d: %s", game.number, game.channel, problem)
            return True
        return False

    async def _leave_thread(self, game: StoredGame, problem: discord.HTTPException) -> StoredGame | None:
        """The game moved back to the channel of its thread, if it has one and the problem is that this is closed."""
        present = await self._games.ledger.game(game.number)
        closed = problem.status in {403, 404} or problem.code in THREAD_CLOSED
        if present is None or present.parent is None or not closed:
            return None
        log.warning("game %d leaves thread %d: %s", game.number, present.channel, problem)
        await self._games.ledger.move(game.number, present.parent, None)
        return await self._games.ledger.game(game.number)


def _to_ping(table: Table) -> list[Player]:
    """Whom the board concerns: who is to move or roll, and whom a proposal not told before asks; all at the start.

    All are told where the game goes on in another channel; all but the one who ended it at the end.
    """
    state, seats = table.state, table.game.seats
    if (
        (table.game.moved and table.game.shown < 0)
        or not state.changed
        or (state.result is None and not state.events[-1].actor)
    ):
        return list(seats.values())
    if state.result is None:
        new = [each for each in state.proposals if each.sequence > state.changed]
        asked = {seat for seat in state.remaining if any(seat not in each.agreed for each in new)}
        return [player for seat, player in seats.items() if seat in asked | {state.due}]
    last = next(
        event
        for event in reversed(state.events)
        if event.actor or isinstance(event.what, Flagged | GameClosed | Abandoned)
    )
    return [player for seat, player in seats.items() if seat != last.actor]


def _pinging(players: Sequence[Player], people: People) -> discord.AllowedMentions:
    """Pings those who have not left the server."""
    return pinging(player for player in players if player.id not in people or not people[player.id].gone)


def _just_rated(state: State) -> bool:
    """Whether the last change has ended a game for the ratings: its end, or somebody else's first taking a seat."""
    handed = next((event.sequence for event in state.events if isinstance(event.what, Replaced)), None)
    return state.changed == handed if handed is not None else state.result is not None


def _nonce(game: StoredGame, sequence: int) -> str:
    """What keeps the message about an event from coming twice, wherever the game is played by now."""
    return nonce_of(game.number, sequence, *((game.moved,) if game.moved else ()))


def _changes_board(state: State, event: Event) -> bool:
    """Whether an event since the last board is told there: it moves the clocks, or answers a proposal made before."""
    if not isinstance(event.what, Agreed | Declined):
        return isinstance(event.what, newswords.MOVES_CLOCKS)
    proposals = (each.sequence for each in reversed(state.events) if isinstance(each.what, Proposed))
    return next(proposals, state.changed) < state.changed


def board_text(table: Table, you: Player | None = None) -> str:
    """The text above a board, of a channel or `you`: players, the last move, whose turn, counters, the list's tail."""
    state = table.state
    counters, tail, rolled = wording.counters(state), wording.tail(state), wording.rolled_by(table)
    clocks, called = newswords.clocks(table, newswords.discord_stamp), state.awaits is Await.CALL
    lines = [
        f"**{wording.heading(table, mention, you)}**, {wording.terms_of(table.game, state)}",
        newswords.undone(state),
        *wording.before_last(state, table.game.shown),
        wording.last_move(state),
        wording.fight(state),
        f"-# {rolled}" if rolled else None,
        newswords.fates(state),
        newswords.ruling(table, mention),
        *newswords.proposed(table, mention, you),
        wording.placing(state),
        wording.who_rolls(table, mention),
        wording.calling(table, mention) if you is None and called else wording.standing(table, mention, you),
        newswords.in_check(state),
        f"-# {clocks}" if clocks else None,
        f"-# {counters}" if counters else None,
        f"-# {tail}" if tail else None,
        wording.seal(table),
    ]
    return "\n".join(line for line in lines if line)
