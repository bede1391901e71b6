"""Members: who is still there, games that somebody has abandoned, seats that somebody else takes over, moderators."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from bot.games.directory import unbegun
from bot.games.lobby.lobby import Lobby
from bot.games.play.play import Carried, Play
from bot.games.ratings import Standings
from bot.games.refusals import BadChoice, Numbered, UnknownGame, granted, if_granted, refuse
from bot.games.tables import Table, Tables
from bot.store import Deadline, Handover, Ledger, MemberStore, Player, PrivacyStore, ServerStore, StoredGame, referee
from bot.store.members import CHECK, TakeoverQuestion
from engine.clocks.control import DAY, HOUR, SECOND
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.play.commands import Close
from engine.play.referee import closing, heard, shut
from engine.play.refusals import GameOver, StaleGame
from engine.play.state import State

Lookup = Callable[[int, int], Awaitable[bool | None]]
"""Asks whether a player (second) is a member of a server (first): None where there is no answer."""
KEPT, FRESH = 4096, HOUR
"""How many answers are remembered, and for how long each, also that there was none (ms)."""
GONE = 7
"""After so many days a game counts as abandoned by one who has left the server, unless the server waits less."""
GAMES_AT_ONCE, PAUSE = 5, 3 * SECOND
"""The daily check: after how many games it lets other deadlines come, and for how long (ms)."""


async def unanswered(guild: int, player: int) -> bool | None:  # noqa: ARG001 - the signature of a Lookup
    return None


@dataclass
class Membership:
    """Who is in which server; `now()` gives UTC ms.

    Each player is asked after at most once in an hour for each server. That somebody has left is noted in the store,
    with what is to be told about it; whoever is seen there again has come back.
    """

    store: MemberStore
    tables: Tables
    now: Callable[[], int]
    lookup: Lookup
    answers: dict[tuple[int, int], tuple[bool | None, int]] = field(default_factory=dict)  # with until when they hold

    async def present(self, guild: int, player: int) -> bool | None:
        """Whether a player is in a server, as was answered in the last hour; None where Discord did not answer."""
        if player < 0:  # the referee, as a player
            return True
        known, until = self.answers.get((guild, player), (None, 0))
        if self.now() < until:
            return known
        self._keep(guild, player, None)
        there = await self.lookup(guild, player)
        self._keep(guild, player, there)
        if there is False:
            await self.store.left(guild, player, self.now())
        elif there:
            await self.store.returned(guild, player)
        return there

    async def seen(self, guild: int, player: int) -> None:
        """Note that a player has done something in a server, so that nobody has to be asked."""
        if not self.answers.get((guild, player), (None, 0))[0]:
            await self.store.returned(guild, player)
        self._keep(guild, player, there=True)

    def _keep(self, guild: int, player: int, there: bool | None) -> None:
        if len(self.answers) >= KEPT:
            self.answers.clear()
        self.answers[guild, player] = there, self.now() + FRESH

    async def absent(self, guild: int, player: int) -> int | None:
        """When it was noticed that a player has left a server (UTC ms); None for one who has not, as far as known."""
        return (await self.store.absent(guild, player)).get(player)

    async def here(self, guild: int, players: Iterable[Player]) -> list[Player]:
        """Return the people who have not left a server, as far as known: those whom a message there can ping."""
        people = [player for player in players if player.reachable]
        gone = await self.store.absent(guild, *(player.id for player in people))
        return [player for player in people if player.id not in gone]

    async def look(self, number: int) -> Table | None:
        """Ask after all who are still in a game; its table if it is running."""
        table = await if_granted(self.tables.find(number))
        if table is None or table.game.stage != "playing":
            return None
        for seat in table.state.remaining:
            await self.present(table.game.guild, table.game.seats[seat].id)
        return table


# ---- what can be done about players who are away


class Waiting(NamedTuple):
    """Since when a game waits for its player to move (UTC ms), and after how long it is abandoned (ms; 0: never).

    `begun` is when the game began, `gone` whether that player has left the server.
    """

    since: int
    after: int
    begun: int
    gone: bool


class NotYoursToReplace(Numbered):
    words = "Only the players of game #{number}, or members who may manage this server, can have somebody replaced."


class TakeoverGone(Refusal):
    words = "That question is settled, or somebody else has been asked since. /game replace asks anew."


class NotAskedToTakeOver(Refusal):
    words = "That question isn't waiting for your answer."


@dataclass(frozen=True)
class Takeover:
    """A seat that somebody is asked to take over, and those who have still to agree to it.

    `gone` tells whether its `holder` has left the server. `done` is the game as it goes on once all have agreed.
    """

    question: TakeoverQuestion
    table: Table
    lacking: tuple[Player, ...]
    gone: bool
    done: Carried | None = None

    @property
    def holder(self) -> Player:
        return self.table.game.seats[self.question.seat]


@dataclass(frozen=True)
class Absences:
    """Games that somebody has abandoned are closed, or somebody else takes over the seat. `fair` judges the referee.

    Everybody still in the game has to agree to that, but for those who have left the server, and for one who is to be
    replaced after a silence that abandons the game. On behalf of the server nobody has to. Who takes over has to say
    yes, which the referee does at once, in games for more than two. For the ratings the game ends there, the one who
    leaves being last of those still in it; it goes on unrated.
    """

    ledger: Ledger
    membership: Membership
    tables: Tables
    play: Play
    servers: ServerStore
    standings: Standings
    fair: Callable[[Player, State, int], Awaitable[Refusal | None]]

    async def waiting(self, table: Table) -> Waiting:
        """How a running game waits. While its channel is gone nobody is waited for."""
        game, state = table.game, table.state
        begun = self.membership.now() if game.begun is None or game.lost is not None else game.begun
        days, since = (await self.servers.settings(game.guild)).abandoned_days, heard(state, begun)
        left, after = await self.membership.absent(game.guild, game.seats[state.due].id), days * DAY
        if left is not None:
            after = min(after, max(left - since, 0) + min(days, GONE) * DAY)
        return Waiting(since, after, begun, left is not None)

    async def abandoned(self, table: Table) -> Waiting | None:
        """How a running game waits that counts as abandoned; None for others."""
        waiting = await self.waiting(table) if table.state.clock is None else None
        return waiting if waiting and waiting.after and waiting.since + waiting.after <= self.membership.now() else None

    async def begin(self) -> None:
        """See to it that all running games are looked at once a day."""
        if not await self.ledger.deadlines.by_game(CHECK, [0]):
            await self.ledger.deadlines.set(Deadline(CHECK, 0, 0, self.membership.now()))

    async def check(self, deadline: Deadline) -> None:
        """Ask after the players of the next games, and have it told which are abandoned; begin anew in a day."""
        games = await self.ledger.members.running_after(-deadline.player, GAMES_AT_ONCE)
        for number in games:
            with self.tables.passing(number):
                table = await self.membership.look(number)
                if table is not None and await self.abandoned(table):
                    who = table.game.seats[table.state.due].id
                    await self.ledger.members.silent(number, who, table.state.changed, self.membership.now())
        last, wait = (games[-1], PAUSE) if len(games) == GAMES_AT_ONCE else (0, DAY)
        await self.ledger.deadlines.settle(deadline, Deadline(CHECK, 0, -last, self.membership.now() + wait))

    async def close(self, number: int, answers: int | None = None) -> Callable[[int], Close]:
        """The command that closes a game, for a seat; it is given in view of the event `answers`."""
        waiting = await self.waiting(await self.tables.find(number))
        return partial(Close, answers=answers, after=waiting.after, begun=waiting.begun)

    async def shut(self, number: int) -> Carried:
        """Close a game on behalf of its server, once nobody has to be waited for any more."""
        _, after, begun, _ = await self.waiting(await self.tables.find(number))
        done = await self.play.rule(number, lambda state, now: granted(closing(state, after, begun, now)))
        if done is None:
            raise Refused(StaleGame())
        return done

    async def ask(self, number: int, seat: int, new: Player, asker: Player, *, moderated: bool) -> Takeover:
        """Ask somebody to take over a seat, in place of whoever was asked before."""
        table = await self.tables.find(number)
        if not moderated and not set(table.game.seats_of(asker.id)) & set(table.state.remaining):
            raise Refused(NotYoursToReplace(number))
        if new.level:
            refuse(await self.fair(asker, table.state, number))
            places = (referee(new.level, place) for place in range(len(table.game.seats)))
            new = next((place for place in places if not table.game.seats_of(place.id)), new)
        await self.membership.look(number)
        question = TakeoverQuestion(0, number, seat, asker.id, moderated, new)
        await self._judged(question)
        return await self._settled(await self._open(await self.ledger.members.ask(question)))

    async def agree(self, number: int, player: Player) -> Takeover:
        """Say yes, as the one who is asked to take over, or one who has to agree."""
        takeover = await self._open(number)
        if takeover.lacking and player.id not in {each.id for each in takeover.lacking}:
            raise Refused(NotAskedToTakeOver())
        if takeover.question.new.level:
            refuse(await self.fair(player, takeover.table.state, takeover.question.game))
        await self.ledger.members.agree(number, player.id)
        return await self._settled(await self._open(number))

    async def decline(self, number: int, player: Player) -> Takeover:
        """Say no, as one who has agreed or has still to: nobody is asked any more."""
        takeover = await self._open(number)
        if player.id not in {*takeover.question.agreed, *(each.id for each in takeover.lacking)}:
            raise Refused(NotAskedToTakeOver())
        await self.ledger.members.drop(number)
        return takeover

    async def _open(self, number: int) -> Takeover:
        asked = await self.ledger.members.question(number)
        if asked is None:
            raise Refused(TakeoverGone())
        return await self._judged(asked)

    async def _judged(self, asked: TakeoverQuestion) -> Takeover:
        """What is asked, with who has still to agree to it; refused where it has come to nothing."""
        table = await self.tables.find(asked.game)
        game, state, new = table.game, table.state, asked.new
        refuse(unbegun(game))
        if state.result is not None:
            raise Refused(GameOver(result_in_words(state.variant, state.result)))
        if asked.seat not in state.remaining:
            side = state.variant.seat(asked.seat).name
            raise Refused(BadChoice(f"{side} is out of the game, so nobody can take it over"))
        if new.level and len(game.seats) < 3:
            raise Refused(BadChoice("I take over only in games for three or four. Name a person"))
        if game.seats_of(new.id):
            raise Refused(BadChoice(f"name somebody else: {new.name} already plays in this game"))
        if await self.membership.present(game.guild, new.id) is False:
            raise Refused(BadChoice(f"name somebody else: {new.name} is not in this server"))
        spared = asked.seat if asked.seat == state.due and await self.abandoned(table) else 0
        seats = () if asked.moderated else (seat for seat in state.remaining if seat != spared)
        voters = await self.membership.here(game.guild, dict.fromkeys(game.seats[seat] for seat in seats))
        lacking = tuple(each for each in (new, *voters) if each.id not in asked.agreed and not each.level)
        gone = await self.membership.absent(game.guild, game.seats[asked.seat].id) is not None
        return Takeover(asked, table, lacking, gone)

    async def _settled(self, takeover: Takeover) -> Takeover:
        """Hand the seat over if all have agreed."""
        asked, holder = takeover.question, takeover.holder
        if takeover.lacking:
            return takeover

        def judge(table: Table) -> Handover:
            if asked.seat not in table.state.remaining or table.game.seats[asked.seat] != holder:
                raise Refused(TakeoverGone())
            ended = self.standings.ending(table.game, table.state, asked.seat)
            return Handover(asked.seat, table.state.sequence + 1, holder, asked.new, ended)

        return replace(takeover, done=await self.play.hand_over(asked.game, judge))


# ---- what moderators may do


class NoGameOfServer(Numbered):
    words = "There is no game #{number} in this server. /server lists its open games."


@dataclass(frozen=True)
class Moderation:
    """Games ended or deleted on behalf of their server; `now()` gives UTC ms."""

    store: MemberStore
    privacy: PrivacyStore
    tables: Tables
    lobby: Lobby
    play: Play
    now: Callable[[], int]

    async def note(self, guild: int, moderator: Player, deed: str) -> None:
        """Log what a moderator has done; `deed` follows their name."""
        await self.store.log(guild, moderator.id, deed, self.now())

    async def game(self, guild: int, number: int) -> StoredGame:
        """A game of a server."""
        try:
            game = await self.tables.game(number)
        except Refused as refused:
            raise Refused(NoGameOfServer(number)) if isinstance(refused.refusal, UnknownGame) else refused from None
        if game.guild != guild:
            raise Refused(NoGameOfServer(number))
        return game

    async def end(self, guild: int, number: int) -> StoredGame:
        """End a running game without a result, or take back a challenge; the game as it is then."""
        game = await self.game(guild, number)
        if game.stage == "open":
            return await self.lobby.shut(number)
        done = await self.play.rule(number, shut)
        if done is None:
            raise Refused(StaleGame())
        return done.table.game

    async def delete(self, guild: int, number: int) -> StoredGame:
        """Delete a game with all that is kept about it, whatever has become of it; the game as it was.

        Its players' ratings are those of before, as far as no later game has changed them.
        """
        game = await self.game(guild, number)
        async with self.tables.lock(number):
            await self.privacy.delete(number, self.now())
            self.tables.forget(number)
        return game
