"""The messages of a game in its channel or thread: its challenge, its boards with buttons, and the news between."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from weakref import WeakValueDictionary

import discord

from bot import journal
from bot.discord_ui.channel import messages
from bot.discord_ui.channel.challenges import close_challenge, show_challenge
from bot.discord_ui.channel.messages import DISCORD_ERRORS, mention, post, revise
from bot.discord_ui.components.items import answers_items, board_items
from bot.discord_ui.components.screens import Screen, picture_file
from bot.games import Games, Table, pictures
from bot.games.refusals import Pointing, if_granted
from bot.games.settings import NEXT, ON, PRACTISED, next_up, wants_letters
from bot.games.tables import ClosedPlaces
from bot.store import Onlooker, Player, StoredGame, Unreadable
from bot.store.outbox import BOARD, Letter
from bot.text import games as wording
from bot.text import news as newswords
from bot.text import ratings
from bot.text.endings import character, next_level
from bot.text.harmless import strip_invisible
from engine.clocks.control import UNTIMED
from engine.model.english import join_words
from engine.model.refusal import Refused
from engine.model.wording import say
from engine.play.events import Abandoned, Agreed, Declined, Event, Flagged, GameClosed, Proposed, Proposing, Replaced
from engine.play.state import State

log = logging.getLogger(__name__)

NAME_MAX_CHARS = 100
ENDED = 0x3BA55C
"""The colour (RGB) of the last board of a game."""
UNKNOWN_CHANNEL = 10003
THREAD_EXISTS = 160004
THREAD_CLOSED = frozenset({50083, 160005})
"""Discord's codes: an unknown channel, a message that has a thread, a thread that is closed."""

People = Mapping[int, Onlooker]
"""Whom a board concerns, by their ids."""


LOST = (
    "The channel of game #{number} was deleted, so no one else sees this yet. The game is safe. Use /game move-here in "
    "the channel where you want to continue."
)
LOST_TIMED = LOST.replace("is safe", "is safe, and its clock is stopped")
CLOSED_TO_YOU = (
    "Discord doesn't let me write to you. Nothing is lost: allow direct messages from a server that we share, and I'll "
    "show the board within ten minutes."
)
MISSING = "I need {missing:and} in <#{channel}> to show {what}. Ask a moderator; I'll show it as soon as I can."
CLOSED = "Discord doesn't let me write in <#{channel}>, so I can't show {what} there. I'll try again in ten minutes."
MOVE_HERE = "Any of its players can use /game move-here in another channel."
UNTAKEN = "Discord isn't taking {what} from me right now. I'll keep trying."
UNDRAWN = "I couldn't draw {what}. The game is safe; I'll try again with the next move."


class Unshown(Pointing):
    """Why a game or challenge is not shown now in its channel, and what helps."""

    why: str

    words = "{why}"


@dataclass
class Poster:
    """Shows games in their channels, one post at a time for each game.

    Channels that refuse are left alone for a while (`ClosedPlaces`). Games whose channels are gone are shown when
    they continue elsewhere. The outbox retries failures.
    """

    client: discord.Client
    games: Games
    closing: bool = field(default=False, init=False)  # the client is leaving, so that nothing can be posted any more
    _looking: set[asyncio.Task[None]] = field(default_factory=set, init=False)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary, init=False)

    async def show(self, game: StoredGame | int) -> bool:
        """Post what the channel of a game has not been shown yet; False, and logged, if that is not possible now."""
        number = game if isinstance(game, int) else game.number
        try:
            shown = await self._show(game)
            if shown is not None:
                self.look_after(shown)
                return True
            outbox = self.games.ledger.outbox
            letter = None if self.closing else await outbox.find(BOARD, str(number))
            again = None if letter is None else await self._again(letter)
            if letter is not None and again is not None:
                await outbox.post(letter._replace(due=again, tries=letter.tries + 1))
        except Unreadable as problem:
            self.games.ledger.skipped.note(f"game {number}", problem)
        except Exception:
            if not self.closing:
                log.exception("game %d is not shown", number)
        return False

    async def show_late(self, letter: Letter) -> int | None:
        """Post what a channel could not be shown before; when to try again (UTC ms), None for not."""
        return None if await self._show(letter.game) else await self._again(letter)

    async def _again(self, letter: Letter) -> int | None:
        game = await if_granted(self.games.tables.game(letter.game))
        if game is None or game.lost is not None:
            return None
        now = self.games.now()
        return now + ClosedPlaces.PAUSE if game.channel in self.games.closed else letter.again(now)

    def look_after(self, *games: StoredGame) -> None:

        async def looking() -> None:
            for game in games:
                try:
                    await self.games.membership.ask_after(await self.games.tables.at(game))
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
        text = say("A moderator deleted this {what} (#{number}).", what=what, number=game.number)
        try:
            await revise(channel.get_partial_message(game.message), text)
        except DISCORD_ERRORS as problem:
            log.info("the message of game %d, which was deleted, stays: %s", game.number, problem)

    async def obstacle(self, number: int) -> Unshown:
        """Why a game is not shown: its channel is gone or refuses, else Discord failed, or it could not be drawn."""
        game = await self.games.tables.game(number)
        if game.lost is not None:
            return Unshown(say(LOST if game.time == UNTIMED.text else LOST_TIMED, number=number))
        what = f"{'challenge' if game.stage in {'open', 'void'} else 'game'} #{number}"
        if game.channel in self.games.closed and not game.guild:
            return Unshown(CLOSED_TO_YOU)
        if game.channel in self.games.closed:
            missing = messages.missing_in(self.client, game.guild, game.channel)
            why = say(MISSING if missing else CLOSED, missing=missing, channel=game.channel, what=what)
            return Unshown(f"{why} {MOVE_HERE}" if game.stage == "playing" else why)
        letter = await self.games.ledger.outbox.find(BOARD, str(number))
        return Unshown(say(UNTAKEN if letter is not None and letter.tries else UNDRAWN, what=what))

    async def permitted(self, guild: int) -> None:
        for channel in self.games.closed.all():
            if channel > 0 and messages.missing_in(self.client, guild, channel) == ():
                self.games.closed.open(channel)
                await self.catch_up(channel)

    async def gone(self, channel: int) -> None:
        """A channel or thread is deleted: games in threads continue in the parent, the others are lost."""
        fallen_back, lost = await self.games.ledger.lost.gone(channel, self.games.now())
        if lost:
            log.warning("channel %d is gone, and with it the games and challenges %s", channel, lost)
        for number in fallen_back:
            await self.show(number)

    async def look_over(self) -> None:
        """Find the channels that were deleted while nobody was told, by asking for those that the client does not know.

        Those of threads that sleep are not known either, and exist.
        """
        for guild, channel in await self.games.ledger.lost.places():
            if messages.is_gone(self.client, guild, channel):
                try:
                    await self.client.fetch_channel(channel)
                except discord.NotFound as problem:
                    if problem.code == UNKNOWN_CHANNEL:
                        await self.gone(channel)
                except (*DISCORD_ERRORS, discord.InvalidData) as problem:
                    log.info("whether channel %d is there is not known: %s", channel, problem)

    async def catch_up(self, channel: int | None = None) -> None:
        """Post every game that lags behind, or those of one channel; one that cannot be drawn holds up no other."""
        for number in await self.games.ledger.outbox.boards(channel):
            if not self.closing:
                await self.show(number)

    def close(self) -> None:
        """Post no more; the next start catches up."""
        self.closing = True
        for task in self._looking:
            task.cancel()

    async def _show(self, game: StoredGame | int) -> StoredGame | None:
        """Show a game, then the standing challenges of its players, whose room has changed; None if that fails now."""
        shown = await self._show_alone(game)
        if shown is not None and (shown.stage == "over" or (shown.stage == "playing" and shown.shown < 0)):
            players = {player.id for player in shown.seats.values()}
            for other in await self.games.ledger.standing_of(players, shown.guild):
                await self._show_alone(other.number)
        return shown

    async def _show_alone(self, known: StoredGame | int) -> StoredGame | None:
        number = known if isinstance(known, int) else known.number
        with journal.concerning(game=number):
            async with self._locks.setdefault(number, asyncio.Lock()):
                game = None if isinstance(known, int) or known.stage in {"open", "void"} else known
                if game is None or not self.games.tables.holds(game):
                    game = await if_granted(self.games.tables.game(number))
                if game is None or self.closing or game.lost is not None or game.channel in self.games.closed:
                    return None
                try:
                    try:
                        return await self._post(game)
                    except discord.HTTPException as problem:
                        return await self._post(await self._out_of_thread(game, problem))
                except (discord.Forbidden, discord.NotFound) as problem:
                    await self._refused(game, problem)
                except DISCORD_ERRORS:
                    if not self.closing:
                        log.exception("game %d after event %d is not shown", number, game.sequence)
        return None

    async def _refused(self, game: StoredGame, problem: discord.HTTPException) -> None:
        """Note that the channel of a game refuses, or is gone; the game may have left its thread for it."""
        game = await self.games.ledger.game(game.number) or game
        log.warning("game %d, event %d: channel %d refuses: %s", game.number, game.sequence, game.channel, problem)
        if problem.code == UNKNOWN_CHANNEL and messages.is_gone(self.client, game.guild, game.channel):
            await self.games.ledger.lost.gone(game.channel, self.games.now())
            if game.stage in {"over", "void"}:
                await self.games.ledger.lost.unshowable(game.number, self.games.now())
        else:
            self.games.closed.close(game.channel)

    async def _post(self, game: StoredGame) -> StoredGame:
        """Post a game's news, but not of a frozen one, and return the game as it was before; raises DISCORD_ERRORS."""
        try:
            table = await self.games.tables.at(game)
        except Refused:
            return game
        if game.stage in {"open", "void"}:
            await show_challenge(self._channel(game), self.games, table)
            return game
        latest, people = await self.games.ledger.audience(game, table.state.variant.family, PRACTISED)
        moved_on = latest.sequence != table.state.sequence
        table = await self.games.tables.find(game.number) if moved_on else Table(latest, table.state)
        game = table.game
        if game.threaded:
            await self._open_thread(game, wording.title(table))
            return await self._post((await self.games.ledger.game(game.number)) or game)
        if game.shown < 0 or game.shown < table.state.changed:
            await self._post_board(table, people)
        elif game.shown < table.state.sequence:
            await self._post_news(table, people)
        return game

    def _channel(self, game: StoredGame, message: int | None = None) -> discord.PartialMessageable:
        home = game.channel if message is None else game.home_of(message)
        return self.client.get_partial_messageable(home, guild_id=game.guild or None)

    async def _post_board(self, table: Table, people: People) -> None:
        state, game = table.state, table.game
        watching, to_ping = [each.player for each in people.values() if not each.seated], _to_ping(table)
        following = next_up(table)
        told = following is not None and following.id in people and people[following.id].chosen.get(NEXT.name) == ON
        coming = [following] if following is not None and told and following not in to_ping else []
        screen = await self._screen(table, people)
        pinged = _pinging([*to_ping, *watching, *coming], people)
        message = await post(self._channel(game), screen, pinged, _nonce(game, state.sequence))
        await self.games.ledger.shown(game.number, state.sequence, message.id, game.channel)
        if game.message is not None and game.message != message.id:
            await self._shrink(table, replace(game, message=message.id), game.message)

    async def _screen(self, table: Table, people: People, message: int | None = None) -> Screen:
        """A board to be posted, or to be shown in a message."""
        state, game = table.state, table.game
        seated = [each for each in people.values() if each.seated and each.player.reachable]
        lettered = any(wants_letters(each.chosen, each.finished) for each in seated)
        viewer = await self.games.settings.channel(table, letters=lettered)
        skills = {number: each.skill for number, each in people.items() if each.skill is not None}
        picture = await pictures.board(table, viewer, await self.games.company.at(table, skills))
        files = [picture_file(picture)]
        if pictures.has_card(state):
            card = await pictures.ending(table, viewer, await self.games.standings.changes(game.number))
            files += [picture_file(card, "end.png")] if card else []
        side = pictures.theme_of(state.variant, viewer).livery(state.variant.seat(state.due).name, state.due).fill
        colour = ENDED if state.result is not None else int.from_bytes(bytes(side))
        return Screen(await self._text(table, people, message), board_items(table), files, colour=colour)

    async def _text(self, table: Table, people: People, message: int | None) -> str:
        """The text above a board, with what a finished game did to the ratings, and the spectators."""
        small, over = list[str](), table.state.result is not None
        if _just_rated(table.state):
            standings, number = self.games.standings, table.game.number
            verdict = await standings.verdict(number) if over else None
            if verdict is None and over:
                await standings.settle()
            change = ratings.changed(await standings.changes(number), verdict, mention)
            small += [change] if change else []
        if over and not small:
            small.append(" – ".join(mention(player) for seat, player in sorted(table.game.seats.items()) if seat))
        moving = table.game.player_to_move()
        if moving is not None and moving.is_bot:
            ahead = self.games.opponent.ahead(table.game.number)
            small += [say("after {ahead:counted other game}", ahead=ahead)] if ahead else []
        if watching := [each.player for each in people.values() if not each.seated]:
            small.append(f"👀 {' '.join(map(mention, watching))}")
        if over:
            first = (each.player for each in people.values() if each.seated and each.finished == 1)
            said = [character(table, next((player for player in first if player.reachable), None)), next_level(table)]
        else:
            said = [] if table.state.played else [await self.games.newcomers.danger(table)]
        return board_text(table, small=small, said=said) + await self._commitment(table, message)

    async def _commitment(self, table: Table, message: int | None) -> str:
        """The commitment to a game's dice behind a message, the one to be posted if None, if none told it before."""
        game = table.game
        if game.posted is not None or not wording.rolls_dice(game, table.state.variant):
            return ""
        first = min(await self.games.ledger.boards_of(game.number, 0), default=None)
        return f"\n{say(wording.COMMITMENT, commitment=game.commitment)}" if first == message else ""

    async def _post_news(self, table: Table, people: People) -> None:
        """Tell of an event that left the position alone, a proposal or its answer; the board's text is updated, too."""
        game, channel = table.game, self._channel(table.game)
        events = table.state.events[game.shown :]
        if game.message is not None and any(_changes_board(table.state, event) for event in events):
            try:
                await revise(channel.get_partial_message(game.message), await self._screen(table, people, game.message))
            except (discord.Forbidden, discord.NotFound) as problem:
                log.info("the text of message %d stays: %s", game.message, problem)
        telling = (event for event in events if not isinstance(event.what, newswords.QUIET))
        news = [event for event in telling if newswords.worth_telling(table, event)]
        if news:
            last = news[-1]
            others = [game.seats[seat] for seat in table.state.remaining if seat != last.actor]
            text = f"**#{game.number}** {newswords.event_in_words(table, last, mention)}"
            late = game.seats[last.what.seat] if isinstance(last.what, Flagged) else None
            whom = join_words([mention(player) for player in others if player != late and player.reachable], "and")
            if isinstance(last.what, Proposed):
                text += f" {whom}, {newswords.WORDS[last.what.kind].question}"
            elif isinstance(last.what, Declined | Flagged):
                text += f" {whom}"
            pinged = _pinging(others, people)
            message = await post(channel, Screen(text, answers_items(table)), pinged, _nonce(game, last.sequence))
            if isinstance(last.what, Proposing):
                await self._ask_or_be_done(table, last.what, message.id)
        await self.games.ledger.shown(game.number, table.state.sequence, None, game.channel)

    async def _ask_or_be_done(self, table: Table, what: Proposing, message: int) -> None:
        """Note that a message asks for answers to a proposal, or, once that is declined, delete those that asked."""
        ledger, game = self.games.ledger, table.game
        events = reversed(table.state.events)
        offers = (each.sequence for each in events if isinstance(each.what, Proposed) and each.what.kind == what.kind)
        proposal = next(offers)
        if not isinstance(what, Declined):
            await ledger.asked_in(game.number, proposal, message)
            return
        for each in await ledger.messages_asking(game.number, proposal):
            with suppress(*DISCORD_ERRORS):
                await self._channel(game, each).get_partial_message(each).delete()

    async def _shrink(self, table: Table, game: StoredGame, message: int) -> None:
        """Shrink the board or challenge before the newest to a line, in one try, unless the server keeps boards."""
        channel = self._channel(game, message)
        try:
            if message == game.posted:
                await close_challenge(channel, game)
            elif (await self.games.servers.settings(game.guild)).shrink:
                line = wording.shrunk(table, game) + await self._commitment(table, message)
                await revise(channel.get_partial_message(message), line)
        except DISCORD_ERRORS as problem:
            log.info("message %d stays as it is: %s", message, problem)

    # ---- threads, opened from a game's newest message and left for the channel when they are closed

    async def _open_thread(self, game: StoredGame, name: str) -> None:
        """Open a thread from a game's newest message, for a week without a word; the game is played there from now on.

        Where Discord refuses, the game stays in its channel. A thread opened before a kill is found again: it bears
        the id of its message. Raises discord.DiscordServerError and what connections raise for troubles that pass.
        """
        place: tuple[int, int | None] = (game.channel, None)
        if game.message is not None:
            message = self._channel(game).get_partial_message(game.message)
            try:
                await message.create_thread(name=strip_invisible(name)[:NAME_MAX_CHARS], auto_archive_duration=10080)
                place = (game.message, game.channel)
            except discord.DiscordServerError:
                raise
            except discord.HTTPException as problem:
                if problem.code == THREAD_EXISTS:
                    place = (game.message, game.channel)
                else:
                    log.warning("game %d gets no thread in channel %d: %s", game.number, game.channel, problem)
        await self.games.ledger.move(game.number, *place)

    async def _out_of_thread(self, game: StoredGame, problem: discord.HTTPException) -> StoredGame:
        """The game moved back to the channel of its thread; raises the problem unless it is that this is closed."""
        present = await self.games.ledger.game(game.number)
        closed = problem.status in {403, 404} or problem.code in THREAD_CLOSED
        if present is None or present.parent is None or not closed:
            raise problem
        log.warning("game %d leaves thread %d: %s", game.number, present.channel, problem)
        await self.games.ledger.move(game.number, present.parent, None)
        return replace(present, channel=present.parent, parent=None, threaded=False)


def _to_ping(table: Table) -> list[Player]:
    """The players a board pings: who is to move or roll, and who has to answer a new proposal; all at the start.

    All are pinged where the game continues in another channel; all but the one who ended it at the end.
    """
    state, seats = table.state, table.game.seats
    asked: set[int] = {*seats}
    if (table.game.moved and table.game.shown < 0) or not state.changed:
        return list(seats.values())
    if state.result is not None:
        ending = Flagged | GameClosed | Abandoned
        last = (each.actor for each in reversed(state.events) if each.actor or isinstance(each.what, ending))
        asked.discard(next(last))
    elif state.events[-1].actor:
        new = [each for each in state.proposals if each.sequence > state.changed]
        asked = {state.due, *(seat for seat in state.remaining if any(seat not in each.agreed for each in new))}
    return [player for seat, player in seats.items() if seat in asked]


def _pinging(players: Sequence[Player], people: People) -> discord.AllowedMentions:
    """Ping only people who have not left the server."""
    return messages.pinging(player for player in players if player.id not in people or not people[player.id].gone)


def _just_rated(state: State) -> bool:
    """True if the last change has ended a game for the ratings: its end, or the first takeover of a seat."""
    handed = next((event.sequence for event in state.events if isinstance(event.what, Replaced)), None)
    return state.changed == handed if handed is not None else state.result is not None


def _nonce(game: StoredGame, sequence: int) -> str:
    """The nonce that keeps a message about an event from coming twice, in any channel."""
    return messages.nonce_of(game.number, sequence, *((game.moved,) if game.moved else ()))


def _changes_board(state: State, event: Event) -> bool:
    """True if an event since the last board is told there: it moves the clocks, or answers a proposal made before."""
    if not isinstance(event.what, Agreed | Declined):
        return isinstance(event.what, newswords.MOVES_CLOCKS)
    proposals = (each.sequence for each in reversed(state.events) if isinstance(each.what, Proposed))
    return next(proposals, state.changed) < state.changed


def board_text(table: Table, you: Player | None = None, small: Sequence[str] = (), said: Sequence[str] = ()) -> str:
    """The text above a board, of a channel or `you`; with further sentences, and further parts of its small print."""
    state, told = table.state, list(said)
    if state.result is None and state.notices:
        told.append(newswords.seat_changes_in_words(state, partial(wording.called, table, mention)) or "")
    if state.result is None and state.proposals:
        told += newswords.proposed(table, mention, you)
    return wording.board(table, mention, you, list(filter(None, told)), small)
