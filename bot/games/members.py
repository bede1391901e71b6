"""Members: who is still there, games that somebody has abandoned, seats that somebody else takes over, moderators."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from bot.games.directory import unbegun
from bot.games.lobby.lobby import Lobby
from bot.games.play.play import Carried, Play
from bot.games.ratings import Standings, outcome_of
from bot.games.refusals import BadChoice, Numbered, UnknownGame, granted, if_granted, refuse
from bot.games.tables import Table, Tables
from bot.store import Deadline, Handover, Ledger, MemberStore, Player, PrivacyStore, ServerStore, StoredGame, referee
from bot.store.members import CHECK, Moderated, TakeoverQuestion
from engine.clocks.control import DAY, HOUR, SECOND
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.play.commands import Close
from engine.play.referee import closing, heard, shut
from engine.play.refusals import GameOver, StaleGame
from engine.play.state import State

Lookup = Callable[[int, int], Awaitable[bool | None]]
"""Asks whether a player (second) is a member of a server (first): None where there is no answer."""
KEPT = 4096
"""How many answers are remembered."""
FRESH = HOUR
"""How long an answer holds, and when to ask again where there was none (ms)."""
GONE = 7
"""After so many days a game counts as abandoned by one who has left the server, unless the server waits less."""
GAMES_AT_ONCE, PAUSE = 5, 3 * SECOND
"""The daily check: after how many games it lets other deadlines come, and for how long (ms)."""
LOG_ENTRIES = 20
"""How many entries of a moderators' log are shown."""


async def unanswered(guild: int, player: int) -> bool | None:  # noqa: ARG001 - the signature of a Lookup
    """The answer where nobody can be asked."""
    return None


class Membership:
    """Who is in which server; `now()` gives UTC ms.

    Each player is asked after at most once in an hour for each server. That somebody has left is noted in the store,
    with what is to be told about it; whoever is seen there again has come back.
    """

    def __init__(self, store: MemberStore, now: Callable[[], int], lookup: Lookup) -> None:
        self.lookup = lookup
        self._store = store
        self.now = now
        self._answers: dict[tuple[int, int], tuple[bool | None, int]] = {}  # with until when they hold

    async def present(self, guild: int, player: int) -> bool | None:
        """Whether a player is in a server, as was answered in the last hour; None where Discord did not answer."""
        if player < 0:  # the referee, as a player
            return True
        known, until = self._answers.get((guild, player), (None, 0))
        if self.now() < until:
            return known
        self._keep(guild, player, None)
        there = await self.lookup(guild, player)
        self._keep(guild, player, there)
        if there is False:
            await self._store.left(guild, player, self.now())
        elif there:
            await self._store.returned(guild, player)
        return there

    async def seen(self, guild: int, player: int) -> None:
        """Note that a player has done something in a server, so that nobody has to be asked."""
        if not self._answers.get((guild, player), (None, 0))[0]:
            await self._store.returned(guild, player)
        self._keep(guild, player, there=True)

    def _keep(self, guild: int, player: int, there: bool | None) -> None:
        if len(self._answers) >= KEPT:
            self._answers.clear()
        self._answers[guild, player] = there, self.now() + FRESH

    async def absent(self, guild: int, player: int) -> int | None:
        """When it was noticed that a player has left a server (UTC ms); None for one who has not, as far as known."""
        return await self._store.absent(guild, player)

    async def here(self, guild: int, players: Iterable[Player]) -> list[Player]:
        """Return the people who have not left a server, as far as known: those whom a message there can ping."""
        people = [player for player in players if player.reachable]
        gone = await self._store.gone(guild, [player.id for player in people])
        return [player for player in people if player.id not in gone]

    async def look(self, table: Table) -> None:
        """Ask after all who are still in a running game."""
        for seat in table.state.remaining if table.game.stage == "playing" else ():
            await self.present(table.game.guild, table.game.seats[seat].id)


# ---- what can be done about players who are away


@dataclass(frozen=True)
class Waiting:
    """A game that waits for its player to move since a time (UTC ms), abandoned `after` a silence (ms, 0 for never).

    `gone` tells whether that player has left the server, `begun` when the game began, `warned` whether others know.
    """

    table: Table
    since: int
    after: int
    gone: bool
    begun: int
    warned: bool


class NotYoursToReplace(Numbered):
    """Somebody replaced by one who neither plays in the game nor runs the server."""

    words = "Only the players of game #{number}, or members who may manage this server, can have somebody replaced."


class TakeoverGone(Refusal):
    """An answer to what is not asked any more."""

    words = "That question is settled, or somebody else has been asked since. /game replace asks anew."


class NotAskedToTakeOver(Refusal):
    """An answer by one who is not asked, or has agreed already."""

    words = "That question isn't waiting for your answer."


@dataclass(frozen=True)
class Takeover:
    """A seat that somebody is asked to take over, and those who have still to agree to it.

    `gone` tells whether the one who has the seat has left the server. `done` is the game as it goes on once all have
    agreed.
    """

    question: TakeoverQuestion
    table: Table
    lacking: tuple[Player, ...]
    gone: bool
    done: Carried | None = None

    @property
    def holder(self) -> Player:
        """Who has the seat now."""
        return self.table.game.seats[self.question.seat]


class Absences:
    """Games that somebody has abandoned are closed, or somebody else takes over the seat. `fair` judges the referee.

    Everybody still in the game has to agree to that, but for those who have left the server, and for one who is to be
    replaced after a silence that abandons the game. On behalf of the server nobody has to. Who takes over has to say
    yes, which the referee does at once, in games for more than two. For the ratings the game ends there, the one who
    leaves being last of those still in it; it goes on unrated.
    """

    def __init__(
        self,
        ledger: Ledger,
        membership: Membership,
        tables: Tables,
        play: Play,
        servers: ServerStore,
        standings: Standings,
        fair: Callable[[Player, State, int], Awaitable[Refusal | None]],
    ) -> None:
        self._store = ledger.members
        self._deadlines = ledger.deadlines
        self._membership = membership
        self._tables = tables
        self._play = play
        self._servers = servers
        self._standings = standings
        self._fair = fair
        self._now = membership.now

    async def days(self, guild: int) -> int:
        """After how many days of silence a game of a server counts as abandoned; 0 for never."""
        return (await self._servers.settings(guild)).abandoned_days

    async def waiting(self, table: Table) -> Waiting:
        """How a running game waits. While its channel is gone nobody is waited for."""
        game, state = table.game, table.state
        begun, warned = await self._store.silence(game.number)
        begun = begun if game.lost is None else self._now()
        days, since = await self.days(game.guild), heard(state, begun)
        gone = await self._membership.absent(game.guild, game.seats[state.due].id)
        after = days * DAY
        if gone is not None:
            after = min(after, max(gone - since, 0) + min(days, GONE) * DAY)
        return Waiting(table, since, after, gone is not None, begun, warned == state.changed)

    async def abandoned(self, table: Table) -> Waiting | None:
        """How a running game waits that counts as abandoned; None for others."""
        waiting = await self.waiting(table) if table.state.clock is None else None
        return waiting if waiting and waiting.after and waiting.since + waiting.after <= self._now() else None

    async def begin(self) -> None:
        """See to it that all running games are looked at once a day."""
        if not await self._deadlines.of_kind(CHECK):
            await self._deadlines.set(Deadline(CHECK, 0, 0, self._now()))

    async def check(self, deadline: Deadline, tell: Callable[[Waiting], Awaitable[bool]]) -> None:
        """Meet the deadline of the daily check: ask after the players of the next games, or begin anew in a day.

        Of those that count as abandoned the others are told, once in a turn; where `tell` cannot, another day.
        """
        games = await self._store.running_after(-deadline.player, GAMES_AT_ONCE)
        for number in games:
            with self._tables.passing(number):
                table = await if_granted(self._tables.find(number))
                if table is None:
                    continue
                await self._membership.look(table)
                waiting = await self.abandoned(table)
                if waiting is not None and not waiting.warned and await tell(waiting):
                    await self._store.warned(number, waiting.table.state.changed)
        last, wait = (games[-1], PAUSE) if len(games) == GAMES_AT_ONCE else (0, DAY)
        await self._deadlines.settle(deadline, Deadline(CHECK, 0, -last, self._now() + wait))

    async def close(self, number: int, answers: int | None = None) -> Callable[[int], Close]:
        """The command that closes a game, for a seat; it is given in view of the event `answers`."""
        waiting = await self.waiting(await self._tables.find(number))
        return partial(Close, answers=answers, after=waiting.after, begun=waiting.begun)

    async def shut(self, number: int) -> Carried:
        """Close a game on behalf of its server, once nobody has to be waited for any more."""
        waiting = await self.waiting(await self._tables.find(number))
        after, begun = waiting.after, waiting.begun
        done = await self._play.rule(number, lambda state, now: granted(closing(state, after, begun, now)))
        if done is None:
            raise Refused(StaleGame())
        return done

    async def ask(self, number: int, seat: int, new: Player, asker: Player, *, moderated: bool) -> Takeover:
        """Ask somebody to take over a seat, in place of whoever was asked before."""
        table = await self._tables.find(number)
        if not moderated and not set(table.game.seats_of(asker.id)) & set(table.state.remaining):
            raise Refused(NotYoursToReplace(number))
        if new.level:
            refuse(await self._fair(asker, table.state, number))
            places = (referee(new.level, place) for place in range(len(table.game.seats)))
            new = next((place for place in places if not table.game.seats_of(place.id)), new)
        await self._membership.look(table)
        agreed = frozenset({asker.id, *({new.id} if new.level else ())})
        question = TakeoverQuestion(0, number, seat, new, asker.id, moderated, agreed)
        await self._judged(question)
        return await self._settled(await self._judged(await self._store.ask(question)))

    async def agree(self, number: int, player: Player) -> Takeover:
        """Say yes, as the one who is asked to take over, or one who has to agree."""
        takeover = await self._open(number)
        if player.id not in {each.id for each in takeover.lacking}:
            raise Refused(NotAskedToTakeOver())
        if takeover.question.new.level:
            refuse(await self._fair(player, takeover.table.state, takeover.question.game))
        await self._store.agree(number, player.id)
        return await self._settled(await self._open(number))

    async def decline(self, number: int, player: Player) -> Takeover:
        """Say no, as one who has agreed or has still to: nobody is asked any more."""
        takeover = await self._open(number)
        if player.id not in {*takeover.question.agreed, *(each.id for each in takeover.lacking)}:
            raise Refused(NotAskedToTakeOver())
        await self._store.drop(number)
        return takeover

    async def _open(self, number: int) -> Takeover:
        asked = await self._store.question(number)
        if asked is None:
            raise Refused(TakeoverGone())
        return await self._judged(asked)

    async def _judged(self, asked: TakeoverQuestion) -> Takeover:
        """What is asked, with who has still to agree to it; refused where it has come to nothing."""
        table = await self._tables.find(asked.game)
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
        if await self._membership.present(game.guild, new.id) is False:
            raise Refused(BadChoice(f"name somebody else: {new.name} is not in this server"))
        spared = asked.seat if asked.seat == state.due and await self.abandoned(table) else 0
        seats = () if asked.moderated else (seat for seat in state.remaining if seat != spared)
        voters = await self._membership.here(game.guild, dict.fromkeys(game.seats[seat] for seat in seats))
        lacking = tuple(each for each in (new, *voters) if each.id not in asked.agreed)
        gone = await self._membership.absent(game.guild, game.seats[asked.seat].id) is not None
        return Takeover(asked, table, lacking, gone)

    async def _settled(self, takeover: Takeover) -> Takeover:
        """Hand the seat over if all have agreed."""
        asked, holder = takeover.question, takeover.holder
        if takeover.lacking:
            return takeover
        if not await self._store.drop(asked.number):
            raise Refused(TakeoverGone())

        def judge(table: Table) -> Handover:
            if asked.seat not in table.state.remaining or table.game.seats[asked.seat] != holder:
                raise Refused(TakeoverGone())
            outcome = outcome_of(table.game, table.state, asked.seat)
            return Handover(asked.seat, table.state.sequence + 1, holder, asked.new, outcome)

        done = await self._play.hand_over(asked.game, judge)
        await self._standings.rate()
        return replace(takeover, done=done)


# ---- what moderators may do


class NoGameOfServer(Numbered):
    """A number that no game of a server has, told to one who manages it."""

    words = "There is no game #{number} in this server. /server lists its open games."


class Moderation:
    """Games ended or deleted on behalf of their server; `now()` gives UTC ms."""

    def __init__(
        self, log: MemberStore, privacy: PrivacyStore, tables: Tables, lobby: Lobby, play: Play, now: Callable[[], int]
    ) -> None:
        self._log = log
        self._privacy = privacy
        self._tables = tables
        self._lobby = lobby
        self._play = play
        self._now = now

    async def note(self, guild: int, moderator: Player, deed: str) -> None:
        """Write what a moderator has done to the log of their server; `deed` follows their name."""
        await self._log.log(guild, moderator.id, deed, self._now())

    async def log(self, guild: int) -> list[Moderated]:
        """Return the newest entries of a server's log, the newest first."""
        return await self._log.logged(guild, LOG_ENTRIES)

    async def game(self, guild: int, number: int) -> StoredGame:
        """A game of a server."""
        try:
            game = await self._tables.game(number)
        except Refused as refused:
            raise Refused(NoGameOfServer(number)) if isinstance(refused.refusal, UnknownGame) else refused from None
        if game.guild != guild:
            raise Refused(NoGameOfServer(number))
        return game

    async def end(self, guild: int, number: int) -> StoredGame:
        """End a running game without a result, or take back a challenge; the game as it is then."""
        game = await self.game(guild, number)
        if game.stage == "open":
            return await self._lobby.shut(number)
        done = await self._play.rule(number, shut)
        if done is None:
            raise Refused(StaleGame())
        return done.table.game

    async def delete(self, guild: int, number: int) -> StoredGame:
        """Delete a game with all that is kept about it, whatever has become of it; the game as it was.

        Its players' ratings are those of before, as far as no later game has changed them.
        """
        game = await self.game(guild, number)
        async with self._tables.lock(number):
            await self._privacy.delete(number, self._now())
            self._tables.forget(number)
        return game
