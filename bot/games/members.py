"""Members: who is still there, games abandoned by one, seats that another takes over, and what moderators do."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace

from bot.games.directory import going_on
from bot.games.lobby import Lobby
from bot.games.play.play import CommandResult, Play
from bot.games.ratings import Standings
from bot.games.refusals import BadChoice, Numbered, UnknownGame, granted, if_granted, refuse, refuse_if
from bot.games.tables import Table, Tables
from bot.store import Deadline, Ledger, MemberStore, Player, PrivacyStore, ServerStore, StoredGame, referee
from bot.store.members import CHECK, TakeoverQuestion
from engine.clocks.control import DAY, HOUR, SECOND
from engine.model.refusal import Refusal, Refused
from engine.play.referee import abandoned, last_activity, shut
from engine.play.refusals import StaleGame
from engine.play.state import State

Lookup = Callable[[int, int], Awaitable[bool | None]]
"""Asks whether a player (second) is a member of a server (first): None where there is no answer."""
MAX_CACHED_ANSWERS, ANSWER_HOLDS_MS = 4096, HOUR
"""Cache of answers: its size, and how long each holds, unanswered ones, too (ms)."""
ABANDONED_AFTER_DAYS = 7
"""Days after which a game counts as abandoned by a player who left the server, unless the server waits less."""
GAMES_AT_ONCE, PAUSE = 5, 3 * SECOND
"""The daily check: after how many games it lets other deadlines come, and for how long (ms)."""


async def unanswered(guild: int, player: int) -> bool | None:  # noqa: ARG001 - the signature of a Lookup
    return None


@dataclass
class Membership:
    """Membership of players in servers; `now()` gives UTC ms.

    Discord is asked at most once an hour for each player and server. A departure is noted in the store, with the notice
    to send; a player who acts there again has come back.
    """

    store: MemberStore
    tables: Tables
    now: Callable[[], int]
    lookup: Lookup
    answers: dict[tuple[int, int], tuple[bool | None, int]] = field(default_factory=dict)  # with until when they hold

    async def present(self, guild: int, player: int) -> bool | None:
        """True if a player is in a server, by an answer of the last hour; None if Discord did not answer."""
        known, until = self.answers.get((guild, player), (None, 0))
        if player < 0 or not guild:
            return True  # the referee, as a player, is everywhere, and nobody leaves direct messages
        if self.now() < until:
            return known
        await self._keep(guild, player, None)  # so that nobody else asks meanwhile
        there = await self.lookup(guild, player)
        await self._keep(guild, player, there)
        return there

    async def seen(self, guild: int, player: int) -> None:
        """Note that a player has done something in a server, so that nobody has to be asked."""
        if guild:
            await self._keep(guild, player, there=True, known=self.answers.get((guild, player), (None, 0))[0])

    async def _keep(self, guild: int, player: int, there: bool | None, known: bool | None = None) -> None:
        if len(self.answers) >= MAX_CACHED_ANSWERS:
            self.answers.clear()
        self.answers[guild, player] = there, self.now() + ANSWER_HOLDS_MS
        if there is False:
            await self.store.left(guild, player, self.now())
        elif there and not known:
            await self.store.returned(guild, player)

    async def here(self, guild: int, players: Iterable[Player]) -> list[Player]:
        """Return the people who have not left a server, as far as known: those whom a message there can ping."""
        people = [player for player in players if player.reachable]
        gone = await self.store.absent(guild, *(player.id for player in people))
        return [player for player in people if player.id not in gone]

    async def ask_after(self, table: Table) -> None:
        for seat in table.state.remaining if table.game.stage == "playing" else ():
            await self.present(table.game.guild, table.game.seats[seat].id)


# ---- what can be done about players who are away


class TakeoverGone(Refusal):
    words = "That question is settled, or a newer one has replaced it. Ask again with /game replace."


@dataclass(frozen=True)
class Takeover:
    """A seat offered to another player, and the people who have still to agree.

    `gone` tells whether its `holder` has left the server. `done` is the game as it continues once all have agreed.
    """

    question: TakeoverQuestion
    table: Table
    lacking: tuple[Player, ...]
    gone: bool
    done: CommandResult | None = None

    @property
    def holder(self) -> Player:
        return self.table.game.seats[self.question.seat]


@dataclass(frozen=True)
class Absences:
    """Abandoned games are closed, or another player takes over the seat. `fair` judges the referee.

    All still in the game have to agree, except members who have left the server; for a moderator
    no one has to. The new player has to agree, which the referee does immediately, in games for more than two. For the
    ratings the game ends there, with the leaver last of those still in it; it continues unrated.
    """

    ledger: Ledger
    membership: Membership
    tables: Tables
    play: Play
    servers: ServerStore
    standings: Standings
    fair: Callable[[Player, State, int], Awaitable[Refusal | None]]

    async def begin(self) -> None:
        """Schedule a daily look at all running games."""
        if not await self.ledger.deadlines.by_game(CHECK, [0]):
            await self.ledger.deadlines.set(Deadline(CHECK, 0, 0, self.membership.now()))

    async def check(self, deadline: Deadline) -> list[int]:
        """Ask after the players of the next games, and close those that are abandoned; their numbers."""
        games = await self.ledger.members.running_after(-deadline.player, GAMES_AT_ONCE)
        closed = []
        for number in games:
            with self.tables.passing(number):
                table = await if_granted(self.tables.find(number))
                if table is not None and await self._closed(table):
                    closed.append(number)
        last, wait = (games[-1], PAUSE) if len(games) == GAMES_AT_ONCE else (0, DAY)
        await self.ledger.deadlines.settle(deadline, Deadline(CHECK, 0, -last, self.membership.now() + wait))
        return closed

    async def _closed(self, table: Table) -> bool:
        """Close a game if it is abandoned. While its channel is gone nobody is waited for."""
        await self.membership.ask_after(table)
        game, state = table.game, table.state
        begun = self.membership.now() if game.begun is None or game.lost is not None else game.begun
        days = (await self.servers.settings(game.guild)).abandoned_days
        after = days * DAY
        for left in (await self.ledger.members.absent(game.guild, game.seats[state.due].id)).values():
            after = min(after, max(left - last_activity(state, begun), 0) + min(days, ABANDONED_AFTER_DAYS) * DAY)
        return bool(await self.play.rule(table, lambda state, now: abandoned(state, after, begun, now)))

    async def ask(self, table: Table, seat: int, new: Player, asker: Player, *, moderated: bool) -> Takeover:
        """Ask a player to take over a seat, replacing any earlier question."""
        number = table.game.number
        refuse_if(not table.game.guild, "In our direct messages it's only you and me, so nobody can take over.")
        entitled = moderated or set(table.game.seats_of(asker.id)) & set(table.state.remaining)
        refuse_if(not entitled, f"Only the players of game #{number}, or moderators can replace a player.")
        if (level := new.level) is not None:
            refuse(await self.fair(asker, table.state, number))
            places = (referee(level, place) for place in range(len(table.game.seats)))
            new = next((place for place in places if not table.game.seats_of(place.id)), new)
        await self.membership.ask_after(table)
        question = TakeoverQuestion(0, number, seat, asker.id, moderated, new)
        await self._judged(question)
        return await self._settled(await self.ledger.members.ask(question))

    async def agree(self, number: int, player: Player) -> Takeover:
        """Say yes, as the one who is asked to take over, or one who has to agree."""
        takeover = await self._judged(await self.ledger.members.question(number))
        asked = {each.id for each in takeover.lacking}
        refuse_if(asked and player.id not in asked, "You're not the one being asked.")
        if takeover.question.new.is_bot:
            refuse(await self.fair(player, takeover.table.state, takeover.question.game))
        await self.ledger.members.agree(number, player.id)
        return await self._settled(number)

    async def decline(self, number: int, player: Player) -> Takeover:
        """Say no, as one who has agreed or has still to: nobody is asked any more."""
        takeover = await self._judged(await self.ledger.members.question(number))
        asked = {*takeover.question.agreed, *(each.id for each in takeover.lacking)}
        refuse_if(player.id not in asked, "You're not the one being asked.")
        await self.ledger.members.drop(number)
        return takeover

    async def _judged(self, asked: TakeoverQuestion | None) -> Takeover:
        """The question, with the people who have still to agree; refused if it has lapsed."""
        asked = granted(asked or TakeoverGone())
        table = await self.tables.find(asked.game)
        game, state, new = table.game, table.state, asked.new
        going_on(table)
        side = state.variant.seat(asked.seat).name
        refuse_if(asked.seat not in state.remaining, f"{side} is out of the game, so no one can take it over")
        refuse_if(new.is_bot and len(game.seats) < 3, "I only take over in games for three or four. Name a person")
        refuse_if(game.seats_of(new.id), f"{new.name} already plays in this game. Name another player")
        if await self.membership.present(game.guild, new.id) is False:
            raise Refused(BadChoice(f"{new.name} isn't in this server. Name another player"))
        seats = () if asked.moderated else state.remaining
        voters = await self.membership.here(game.guild, dict.fromkeys(game.seats[seat] for seat in seats))
        lacking = tuple(each for each in (new, *voters) if each.id not in asked.agreed and not each.is_bot)
        gone = bool(await self.ledger.members.absent(game.guild, game.seats[asked.seat].id))
        return Takeover(asked, table, lacking, gone)

    async def _settled(self, number: int) -> Takeover:
        takeover = await self._judged(await self.ledger.members.question(number))
        if takeover.lacking:
            return takeover
        asked = takeover.question
        done = await self.play.hand_over(takeover.table, asked.seat, takeover.holder, asked.new)
        return replace(takeover, done=granted(done or TakeoverGone()))


# ---- what moderators do with games


class NoGameOfServer(Numbered):
    words = "There's no game #{number} in this server. /server lists the open ones."


@dataclass(frozen=True)
class Moderation:
    """Games ended or deleted on behalf of their server; `now()` gives UTC ms."""

    privacy: PrivacyStore
    tables: Tables
    lobby: Lobby
    play: Play
    now: Callable[[], int]

    async def game(self, guild: int, number: int) -> StoredGame:
        try:
            game = await self.tables.game(number)
        except Refused as refused:
            raise Refused(NoGameOfServer(number)) if isinstance(refused.refusal, UnknownGame) else refused from None
        refuse_if(game.guild != guild, NoGameOfServer(number))
        return game

    async def end(self, guild: int, number: int) -> StoredGame:
        """End a running game without a result, or take back a challenge; the game as it is then."""
        game = await self.game(guild, number)
        if game.stage == "open":
            return await self.lobby.shut(number)
        return granted(await self.play.rule(await self.tables.at(game), shut) or StaleGame()).table.game

    async def delete(self, guild: int, number: int) -> StoredGame:
        """Delete a game with all that is kept about it, whatever has become of it; the game as it was.

        Its players' ratings are those of before, as far as no later game has changed them.
        """
        game = await self.game(guild, number)
        async with self.tables.lock(number):
            await self.privacy.delete(number, self.now())
            self.tables.forget(number)
        return game
