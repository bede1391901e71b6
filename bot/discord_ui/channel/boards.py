"""The messages of a game in its channel or thread: its challenge, its boards with buttons, and the news between."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Literal

import discord

from bot.discord_ui.channel.challenges import close_challenge, show_challenge
from bot.discord_ui.channel.messages import BROKEN, mention, nonce_of, picture_file, pinging
from bot.discord_ui.components.buttons import answers_view, board_view
from bot.games import Games, Table, pictures, plots
from bot.games.lobby.seats import referees_alone
from bot.games.refusals import if_granted
from bot.games.settings import Viewer
from bot.store import Player, StoredGame
from bot.text import calls, ratings
from bot.text import games as wording
from bot.text import news as newswords
from bot.text.harmless import visible
from engine.play.events import Agreed, Declined, Event, Flagged, GameClosed, Proposed, Replaced
from engine.play.state import Await, State

log = logging.getLogger(__name__)

WEEK: Literal[10080] = 10080
NAME_MAX_CHARS = 100
THREAD_EXISTS = 160004
THREAD_CLOSED = frozenset({50083, 160005})
"""Discord's codes for a message that has a thread, and for a thread that is archived or locked."""


class Boards:
    """Posts games to their channels, and records what has been shown."""

    def __init__(self, client: discord.Client, games: Games) -> None:
        self._client = client
        self._games = games

    async def show(self, game: StoredGame) -> None:
        """Post what the channel of a game has not been shown yet; raises errors of Discord and the connection.

        Nothing is shown of a game that has been set aside.
        """
        channel = self._client.get_partial_messageable(game.channel, guild_id=game.guild)
        if game.stage in {"open", "void"}:
            start = await self._start(game)
            if start is not None and not _begins_now(game):
                await show_challenge(channel, self._games, game, start)
            return
        table = await if_granted(self._games.tables.find(game.number))
        if table is None:
            return
        if game.threaded:
            await self._open_thread(game, wording.title(table))
            await self.show((await self._games.ledger.game(game.number)) or game)
            return
        if game.worn is not None:
            await self._strip(game, game.worn)
        if table.game.shown >= table.state.sequence:
            return
        if table.game.shown < 0 or table.game.shown < table.state.changed:
            await self._post_board(channel, table)
        else:
            await self._post_news(channel, table)

    async def take_down(self, game: StoredGame) -> None:
        """Let the last message of a game that was deleted say so, as far as it is still there."""
        if game.message is None:
            return
        channel = self._client.get_partial_messageable(game.home_of(game.message), guild_id=game.guild)
        what = "challenge" if game.stage == "open" else "game"
        text = f"**#{game.number}** Those who manage this server have deleted this {what}."
        try:
            await channel.get_partial_message(game.message).edit(
                content=text, view=None, attachments=[], embeds=[], allowed_mentions=pinging([])
            )
        except BROKEN as problem:
            log.info("the message of game %d, which was deleted, stays: %s", game.number, problem)

    async def _start(self, game: StoredGame) -> Table | None:
        """The table of a challenge, to show where it begins."""
        state = await if_granted(self._games.tables.state(game))
        return Table(game, state) if state is not None else None

    async def _post_board(self, channel: discord.PartialMessageable, table: Table) -> None:
        state, game = table.state, table.game
        viewer, people = await self._games.settings.channel(table), await self._games.company.at(table)
        picture = await pictures.board(table, viewer, people)
        watching, to_ping = await self._games.watching.concerned(game), await self._to_ping(table)
        following = await self._games.settings.next_up(table)
        coming = [] if following is None or following in to_ping else [following]
        name = f"game-{game.number}-{state.sequence}.png"
        message = await channel.send(
            await self._text(table, watching, coming),
            files=[picture_file(picture, name), *await self._card(table, viewer)],
            view=board_view(table),
            allowed_mentions=pinging(await self._games.membership.here(game.guild, [*to_ping, *watching, *coming])),
            nonce=_nonce(game, state.sequence),
        )
        await self._games.ledger.shown(game.number, state.sequence, message.id, game.channel)
        await self._strip(game, game.message)

    async def _card(self, table: Table, viewer: Viewer) -> list[discord.File]:
        """The card of a game that is over, to stand beside its last board."""
        if not plots.has_card(table.state):
            return []
        gains = ratings.gains(await self._games.standings.changes(table.game.number))
        card = await plots.ending(table, viewer, gains)
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
        lines += wording.in_line(self._games.opponent.ahead(table.game.number))
        lines += [f"-# Next: {mention(player)}" for player in coming]
        if watching:
            lines.append(f"-# Watching: {' '.join(map(mention, watching))}")
        return "\n".join(lines)

    async def _to_ping(self, table: Table) -> list[Player]:
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
            event for event in reversed(state.events) if event.actor or isinstance(event.what, Flagged | GameClosed)
        )
        return [player for seat, player in seats.items() if seat != last.actor]

    async def _post_news(self, channel: discord.PartialMessageable, table: Table) -> None:
        """Tell of an event that left the position alone, a proposal or its answer; the board is told anew with it."""
        events = table.state.events[table.game.shown :]
        if any(_changes_board(table.state, event) for event in events):
            await self._retell(channel, table)
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
        await channel.send(
            text,
            view=answers_view(table),
            allowed_mentions=pinging(await self._games.membership.here(table.game.guild, others)),
            nonce=_nonce(table.game, last.sequence),
        )
        await self._games.ledger.shown(table.game.number, table.state.sequence, None, table.game.channel)

    async def _retell(self, channel: discord.PartialMessageable, table: Table) -> None:
        """Write the text above the board anew, its clocks or a proposal that it tells of having changed."""
        try:
            if table.game.message is not None:
                message = channel.get_partial_message(table.game.message)
                await message.edit(content=board_text(table), allowed_mentions=discord.AllowedMentions.none())
        except (discord.Forbidden, discord.NotFound) as problem:
            log.info("the text of message %d stays: %s", table.game.message, problem)

    async def _strip(self, game: StoredGame, message: int | None) -> None:
        """Take the buttons off a board that is no longer the newest; where it is gone, so are they.

        A challenge leads to the board from now on.
        """
        try:
            if message is not None:
                channel = self._client.get_partial_messageable(game.home_of(message), guild_id=game.guild)
                if message == game.posted:
                    await close_challenge(channel, (await self._games.ledger.game(game.number)) or game)
                else:
                    await channel.get_partial_message(message).edit(view=None)
        except (discord.Forbidden, discord.NotFound) as problem:
            log.info("the buttons of message %d stay: %s", message, problem)
        except BROKEN as problem:
            log.info("the buttons of message %d stay for now: %s", message, problem)
            return
        await self._games.ledger.stripped(game.number)

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
        channel = self._client.get_partial_messageable(game.channel, guild_id=game.guild)
        try:
            await channel.get_partial_message(message).create_thread(name=name, auto_archive_duration=WEEK)
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as problem:
            if problem.code == THREAD_EXISTS:
                return False
            log.warning("game %d gets no thread in channel %d: %s", game.number, game.channel, problem)
            return True
        return False

    async def leave_thread(self, game: StoredGame, problem: discord.HTTPException) -> StoredGame | None:
        """The game moved back to the channel of its thread, if it has one and the problem is that this is closed."""
        present = await self._games.ledger.game(game.number)
        closed = problem.status in {403, 404} or problem.code in THREAD_CLOSED
        if present is None or present.parent is None or not closed:
            return None
        log.warning("game %d leaves thread %d: %s", game.number, present.channel, problem)
        await self._games.ledger.move(game.number, present.parent, None)
        return await self._games.ledger.game(game.number)


def _begins_now(game: StoredGame) -> bool:
    """Whether a challenge is just being answered, by the referee: there is nothing to wait for."""
    return game.stage == "open" and referees_alone(game)


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
    last, counters, tail = wording.last_move(state), wording.counters(state), wording.tail(state)
    fight, rolled = wording.fight(state), calls.rolled_by(table)
    clocks = newswords.clocks(table, newswords.discord_stamp)
    calling = calls.calling(table, mention) if you is None and state.awaits is Await.CALL else None
    lines = [
        f"**{wording.heading(table, mention, you)}**, {ratings.terms_of(table.game, state)}",
        newswords.undone(state),
        *wording.before_last(state, table.game.shown),
        last,
        wording.sentence(fight.removesuffix(".")) if fight else None,
        f"-# {rolled}" if rolled else None,
        newswords.fates(state),
        newswords.ruling(table, mention),
        *newswords.proposed(table, mention, you),
        wording.placing(state),
        calls.beginning(table, mention),
        calling or wording.standing(table, mention, you),
        newswords.in_check(state),
        f"-# {clocks}" if clocks else None,
        f"-# {counters}" if counters else None,
        f"-# {tail}" if tail else None,
        wording.seal(table),
    ]
    return "\n".join(line for line in lines if line)
