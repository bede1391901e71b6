"""Games being played: which one is meant, commands carried out, and what is legal now."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.discretion import wordless
from bot.matches.gathering import StillGathering, present
from bot.matches.lobby import Place
from bot.matches.refusals import (
    ChallengeGone,
    CountedAlready,
    NobodyElsePlays,
    NoChallengeHere,
    NoGameHere,
    NothingToShow,
    NotStarted,
    NotYourGame,
    UnknownGame,
    WhichGame,
)
from bot.matches.replies import Replies
from bot.matches.tables import Table, Tables
from bot.matches.timing import deadlines_of
from bot.store import Conflict, Deadline, Game, Ledger, Player, Repeated
from engine.audit import scope_of
from engine.dice import roll
from engine.events import Event, Revealed
from engine.game import Await, State, advance
from engine.referee import Command, decide, fight_out
from engine.refusal import GameOver, GamePaused, HasLeft, NotYourTurn, Refusal, StaleGame, listed
from engine.variants import GAMES
from engine.words import result_in_words

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Turned:
    """A command carried out: the table it led to, the events that led there, and what was then played by itself."""

    table: Table
    events: tuple[Event, ...]
    then: tuple[Turned, ...] = ()

    @property
    def now(self) -> Table:
        """The table after all of that."""
        return self.then[-1].table if self.then else self.table


class Play:
    """The running games; `now()` gives UTC ms.

    `replies` are what is played by itself, `ended()` is awaited after a game's end is in the store.
    """

    def __init__(
        self,
        ledger: Ledger,
        tables: Tables,
        now: Callable[[], int],
        replies: Replies,
        ended: Callable[[], Awaitable[None]],
    ) -> None:
        self._ledger = ledger
        self._tables = tables
        self._now = now
        self._replies = replies
        self._ended = ended

    async def act(
        self, number: int, player: Player, command: Callable[[int], Command], cause: int | None = None
    ) -> Turned | Refusal:
        """Carry out a player's command and commit it; nothing is changed by a refusal.

        `command` makes the command for the seat it is given; `cause` is the id of the message or interaction behind it,
        each of which acts once. A player who holds several seats acts for the one to move. What is then played by
        itself is committed, too.
        """
        async with self._tables.lock(number):
            turned = await self._carried_out(number, player, command, cause)
            return turned if isinstance(turned, Refusal) else replace(turned, then=await self._followed(turned.table))

    async def follow(self, number: int) -> tuple[Turned, ...]:
        """Commit what is to be played by itself in a game as it stands."""
        async with self._tables.lock(number):
            table = await self._tables.find(number)
            return () if isinstance(table, Refusal) else await self._followed(table)

    async def catch_up(self, player: Player | None = None) -> list[Table]:
        """Commit whatever was to be played by itself when the process ended, or for a player who has just chosen so.

        Returns the tables where something was.
        """
        followed = [await self.follow(number) for number in await self._replies.waiting(player)]
        return [turned[-1].now for turned in followed if turned]

    async def _carried_out(
        self, number: int, player: Player, command: Callable[[int], Command], cause: int | None
    ) -> Turned | Refusal:
        while True:
            table = await self._tables.find(number)
            if isinstance(table, Refusal):
                return table
            seats = table.game.seats_of(player.id)
            unplayed = unbegun(table.game)
            if unplayed:
                return unplayed
            if not seats:
                return NotYourGame(number)
            seat = table.state.turn if table.state.turn in seats else seats[0]
            events = decide(table.state, command(seat), self._now())
            if isinstance(events, Refusal):
                return events
            try:
                return await self._commit(table, await self._with_dice(table, events), cause)
            except Repeated:
                return CountedAlready()
            except Conflict:
                self._tables.forget(number)

    async def _followed(self, table: Table) -> tuple[Turned, ...]:
        """What is played by itself from here on, each reply committed as its player's own move.

        Whatever goes wrong with it, the command before it stands; what players have kept is not written to the log.
        """
        followed: list[Turned] = []
        try:
            while (reply := await self._replies.due(table)) is not None:
                turned = await self._carried_out(table.game.number, reply.player, reply.command, reply.cause)
                if isinstance(turned, StaleGame | CountedAlready | GamePaused):
                    break
                if isinstance(turned, Refusal):
                    await self._replies.refused(reply, turned)
                    continue
                followed.append(turned)
                table = turned.table
        except Exception as problem:  # noqa: BLE001 - logged without its text, which may hold a kept move
            number, event = table.game.number, table.state.sequence
            log.error("game %d after event %d: no reply was made: %s", number, event, wordless(problem))  # noqa: TRY400
        return tuple(followed)

    async def rule(
        self, number: int, ruling: Callable[[State, int], Event | None], claimed: Deadline | None = None
    ) -> Turned | Refusal | None:
        """Commit what the referee itself rules at this time: `ruling` gives the event, None where there is nothing.

        `claimed` is the deadline that brought it about; None as well if another process has claimed it. What is then
        played by itself is committed, too.
        """
        async with self._tables.lock(number):
            while True:
                table = await self._tables.find(number)
                if isinstance(table, Refusal):
                    return table
                event = ruling(table.state, self._now())
                if event is None or table.state.result is not None:
                    return None
                try:
                    turned = await self._commit(table, await self._with_dice(table, [event]), None, claimed)
                    return replace(turned, then=await self._followed(turned.table))
                except Conflict:
                    self._tables.forget(number)
                    if claimed is not None and not await self._ledger.deadlines.stands(claimed):
                        return None

    async def table(self, number: int) -> Table | Refusal:
        """The table of a game, or why there is none."""
        return await self._tables.find(number)

    async def _with_dice(self, table: Table, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events with what the dice add: the roll of a fight, and at the end of the game the revealed secret.

        All of it happens at the time of the last event.
        """
        state, now = table.state, events[-1].at
        for event in events:
            state = advance(state, event)
        if state.awaits is Await.MOVE or not table.game.commitment:
            return tuple(events)
        added = list(events)
        secret = await self._ledger.secret(table.game.number)
        scope = scope_of(str(table.game.number))
        if state.awaits is Await.ROLL:
            added.append(fight_out(state, partial(roll, secret, state.salts, scope), now))
            state = advance(state, added[-1])
        if state.result is not None:
            added.append(Event(state.sequence + 1, now, 0, Revealed(secret.hex())))
        return tuple(added)

    async def _commit(
        self, table: Table, events: Sequence[Event], cause: int | None, claimed: Deadline | None = None
    ) -> Turned:
        number = table.game.number
        state = table.state
        for event in events:
            state = advance(state, event)
        due = None if state.clock == table.state.clock else deadlines_of(number, state)
        await self._ledger.append(number, events, state, cause, due, claimed)
        self._tables.keep(number, state)
        turn, stage = (state.turn, "playing") if state.result is None else (None, "over")
        game = replace(table.game, sequence=state.sequence, turn=turn, stage=stage)
        if state.result is not None:
            await self._ended()
        return Turned(Table(game, state), tuple(events))

    async def seated(self, number: int, player: Player, answers: int | None = None) -> Table | Refusal:
        """The table of a running game in which a player sits, seen as of event `answers`; else why it is not."""
        table = await self._tables.find(number)
        if isinstance(table, Refusal):
            return table
        state = table.state
        unplayed = unbegun(table.game)
        if unplayed:
            return unplayed
        if not table.game.seats_of(player.id):
            return NotYourGame(number)
        if state.result is not None:
            return GameOver(result_in_words(state.variant, state.result))
        if not set(table.game.seats_of(player.id)) & set(state.remaining):
            return HasLeft()
        return table if answers in {None, state.changed} else StaleGame()

    async def to_move(self, number: int, player: Player, answers: int | None = None) -> Table | Refusal:
        """The table of a game in which it is this player's turn, seen as of event `answers`; else why it is not."""
        table = await self.seated(number, player, answers)
        if isinstance(table, Refusal) or table.state.turn in table.game.seats_of(player.id):
            return table
        return NotYourTurn(table.state.variant.seat(table.state.turn).name)

    async def mine(self, place: Place, player: Player, number: int | None) -> Game | Refusal:
        """The game a player's command is for: the numbered one, or the only one in the channel that can be meant."""
        if number is not None:
            game = await self._visible(place, player, number)
            return game if isinstance(game, Refusal) or game.seats_of(player.id) else NotYourGame(number)
        held = await self._held(place, player)
        awaiting = [game for game in held if awaits(game, player)]
        return _only(awaiting or held, player) or NoGameHere()

    async def waiting(self, place: Place, player: Player, number: int | None) -> Game | Refusal:
        """The game in which a player waits for others: the numbered one, or the only one in the channel."""
        held = await self._held(place, player)
        waiting = [game for game in held if not awaits(game, player)]
        if number is not None or not waiting:
            return await self.mine(place, player, number)
        return _only(waiting, player) or NoGameHere()

    async def _held(self, place: Place, player: Player) -> list[Game]:
        return [game for game in await self._ledger.games_in(place.channel, ("playing",)) if game.seats_of(player.id)]

    async def shown(self, place: Place, player: Player, number: int | None) -> Game | Refusal:
        """The game a question is about: one's own first, then the channel's running ones, then its last."""
        if number is not None:
            return await self._visible(place, player, number)
        games = await self._ledger.games_in(place.channel, ("playing",))
        held = [game for game in games if game.seats_of(player.id)]
        over = await self._ledger.games_in(place.channel, ("over",))
        return _only(held or games or over[:1], player) or NothingToShow()

    async def joinable(self, place: Place, player: Player, number: int | None = None) -> Game | Refusal:
        """The challenge a player means to join: the numbered one, or the only one in the channel open to them."""
        if number is not None:
            game = await self._ledger.game(number)
            if game is None or game.channel != place.channel:
                return UnknownGame(number)
            return game if game.stage == "open" else ChallengeGone(number)
        return _only(await self.challenges(place, player), player) or NoChallengeHere()

    async def challenges(self, place: Place, player: Player) -> list[Game]:
        """The challenges of a channel that a player may join."""
        games = await self._ledger.games_in(place.channel, ("open",))
        return [
            game
            for game in games
            if game.guests or (game.challenger != player.id and game.invited in {None, player.id})
        ]

    async def followed(self, place: Place, player: Player, number: int | None) -> Game | Refusal:
        """The game of others that a spectator means: the numbered one, or the only one running in the channel."""
        if number is not None:
            return await self._visible(place, player, number)
        return _only(await self.of_others(place, player), player) or NobodyElsePlays()

    async def of_others(self, place: Place, player: Player) -> list[Game]:
        """The running games of the channel that a player does not sit in."""
        games = await self._ledger.games_in(place.channel, ("playing",))
        return [game for game in games if not game.seats_of(player.id)]

    async def _visible(self, place: Place, player: Player, number: int) -> Game | Refusal:
        """The numbered game, if it is played here or in a thread of here, or the player sits in it elsewhere."""
        game = await self._ledger.game(number)
        if game is None or game.guild != place.guild:
            return UnknownGame(number)
        if place.channel not in {game.channel, game.parent} and not game.seats_of(player.id):
            return UnknownGame(number)
        return unbegun(game) or game

    async def choices(self, place: Place, player: Player, *, awaiting: bool) -> list[Game]:
        """The games to offer a player who is asked which: one's own, or with `awaiting` those that await a move."""
        games = [game for game in await self._ledger.games_of(player.id, place.guild) if game.stage == "playing"]
        return [game for game in games if awaits(game, player)] if awaiting else games


def unbegun(game: Game) -> Refusal | None:
    """Why there is no board yet, or never will be; None for a game that has begun."""
    if game.stage == "open":
        return StillGathering(game.number) if game.guests else NotStarted(game.number)
    return ChallengeGone(game.number) if game.stage == "void" else None


def awaits(game: Game, player: Player) -> bool:
    """Whether a game waits for a move by this player."""
    return game.stage == "playing" and game.turn in game.seats_of(player.id)


def label(game: Game, player: Player | None = None) -> str:
    """A game in a few words for one of its players, or for anyone: `#14 Hexeh vs Bob, your move`."""
    entry = GAMES.get(game.variant)
    name = entry.name if entry else game.variant
    own = game.seats_of(player.id) if player else ()
    others = [held.name for seat, held in game.seats.items() if seat not in own]
    rest = f"vs {listed(others, 'and')}" if own and others else " – ".join(held.name for held in game.seats.values())
    if game.stage == "open":
        filled = f", {len(present(game))} in" if game.guests else ""
        return f"#{game.number} {name}, challenge by {game.seats[0].name}{filled}"
    if game.stage == "over":
        return f"#{game.number} {name} {rest}, over"
    moving = game.player_to_move()
    whose = "your move" if player and awaits(game, player) else f"{moving.name} to move" if moving else ""
    return f"#{game.number} {name} {rest}, {whose}".rstrip(", ")


def _only(games: Sequence[Game], player: Player) -> Game | Refusal | None:
    if len(games) > 1:
        return WhichGame(tuple(label(game, player) for game in games[:8]))
    return games[0] if games else None
