"""Replacement: a seat goes from one player to another, by agreement or on behalf of the server.

For the ratings the game ends there, the one who leaves being last of those still in it; it goes on unrated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.directory import unbegun
from bot.games.lobby.lobby import Fair, anything
from bot.games.members.abandonment import Abandonments
from bot.games.members.membership import Membership
from bot.games.play.play import Carried, Play
from bot.games.ratings import Standings, left_by
from bot.games.refusals import Numbered, refuse
from bot.games.tables import Table, Tables
from bot.store import Deadline, Handover, MemberStore, Player, Takeover, referee
from bot.store.deadlines import VACATION
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.play.refusals import GameOver


class SeatGone(Refusal):
    """A seat taken over that has left the game."""

    side: str

    words = "{side} is out of the game, so nobody can take it over."


class SitsAlready(Refusal):
    """A seat taken over by one who plays in the game already."""

    name: str

    words = "{name} already plays in this game. Name somebody else."


class OnlyAmongSeveral(Refusal):
    """The referee asked to take over in a game for two."""

    words = "I take over only in games for three or four, so that the others can play on. Name a person."


class NotHere(Refusal):
    """A seat taken over by one who is not in the server."""

    name: str

    words = "{name} is not in this server, so they cannot take over."


class NotYoursToReplace(Numbered):
    """Somebody replaced by one who neither plays in the game nor runs the server."""

    words = "Only the players of game #{number}, or members who may manage this server, can have somebody replaced."


class TakeoverGone(Refusal):
    """An answer to what is not asked any more."""

    words = "That question is settled, or somebody else has been asked since. /game replace asks anew."


class NotAskedToTakeOver(Refusal):
    """An answer to a question that was put to others."""

    words = "That question is for others."


class AnsweredSo(Refusal):
    """The same answer given twice."""

    words = "You have said so already. I am waiting for the others."


@dataclass(frozen=True)
class TakeoverQuestion:
    """A seat that somebody is asked to take over: its game, what was asked, and who has still to agree besides them.

    `gone` tells whether the one who has the seat has left the server.
    """

    table: Table
    takeover: Takeover
    lacking: tuple[Player, ...]
    gone: bool

    @property
    def concerned(self) -> tuple[Player, ...]:
        """Whom the question concerns: who is asked, who has to agree, and the one who has the seat, if still there."""
        told = (self.takeover.player, *self.lacking, *(() if self.gone else (self.holder,)))
        return tuple({player.id: player for player in told}.values())

    @property
    def holder(self) -> Player:
        """Who has the seat now."""
        return self.table.game.seats[self.takeover.seat]


class Replacements:
    """The seats that change hands; `now()` gives UTC ms.

    Everybody still in the game has to agree, but for those who have left the server, and for one who is to be replaced
    after a silence that abandons the game. On behalf of the server nobody has to. Who takes over has to say yes, which
    the referee does at once, in games for more than two.
    """

    def __init__(
        self,
        store: MemberStore,
        tables: Tables,
        play: Play,
        standings: Standings,
        membership: Membership,
        abandonments: Abandonments,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._tables = tables
        self._play = play
        self._standings = standings
        self._membership = membership
        self._abandonments = abandonments
        self._now = now
        self.fair: Fair = anything  # what keeps the referee from taking over

    async def ask(
        self, number: int, seat: int, new: Player, asker: Player, *, moderated: bool
    ) -> TakeoverQuestion | Carried:
        """Ask somebody to take over a seat, in place of whoever was asked before.

        The game as it goes on is returned where the referee takes over, and nobody has to be asked.
        """
        table = await self._running(number)
        plays = any(held in table.state.remaining for held in table.game.seats_of(asker.id))
        if not plays and not moderated:
            raise Refused(NotYoursToReplace(number))
        if new.level:
            places = (referee(new.level, place) for place in range(len(table.game.seats)))
            new = next((place for place in places if not table.game.seats_of(place.id)), new)
        refusal = await self._unfit(table, seat, new)
        if refusal is None and new.level:
            refusal = await self.fair(asker, table.state, number)
        if refusal is not None:
            raise Refused(refusal)
        for held in table.state.remaining:
            if table.game.seats[held].id != asker.id:
                await self._membership.present(table.game.guild, table.game.seats[held].id)
        takeover = Takeover(0, number, seat, new, asker.id, moderated, consents=frozenset({asker.id}))
        takeover = takeover._replace(number=await self._store.ask(takeover))
        if new.level:
            await self._store.accept(takeover.number)
            return await self._settled(takeover.number)
        return await self._question(table, takeover)

    async def question(self, number: int) -> TakeoverQuestion:
        """What is asked under a number."""
        takeover = await self._store.takeover(number)
        if takeover is None:
            raise Refused(TakeoverGone())
        table = await self._running(takeover.game)
        return await self._question(table, takeover)

    async def _question(self, table: Table, takeover: Takeover) -> TakeoverQuestion:
        absent = await self._membership.absent(table.game.guild, table.game.seats[takeover.seat].id)
        return TakeoverQuestion(table, takeover, await self._lacking(table, takeover), absent is not None)

    async def accept(self, number: int, player: Player) -> TakeoverQuestion | Carried:
        """Say yes to taking over; the game as it goes on, or the question as it stands while others have to agree."""
        asked = await self.question(number)
        if player.id != asked.takeover.player.id:
            raise Refused(NotAskedToTakeOver())
        if asked.takeover.accepted and asked.lacking:
            raise Refused(AnsweredSo())
        await self._store.accept(number)
        return await self._settled(number)

    async def agree(self, number: int, player: Player) -> TakeoverQuestion | Carried:
        """Agree to somebody's taking over."""
        asked = await self.question(number)
        if player.id not in {each.id for each in asked.lacking}:
            raise Refused(AnsweredSo() if player.id in asked.takeover.consents else NotAskedToTakeOver())
        if asked.takeover.player.level:
            refusal = await self.fair(player, asked.table.state, asked.takeover.game)
            if refusal is not None:
                raise Refused(refusal)
        await self._store.consent(number, player.id)
        return await self._settled(number)

    async def decline(self, number: int, player: Player) -> TakeoverQuestion:
        """Say no, as the one who is asked, the asker, or one who has to agree: nobody is asked any more."""
        asked = await self.question(number)
        takeover = asked.takeover
        may = {takeover.player.id, takeover.asker, *(each.id for each in asked.lacking)}
        if not takeover.moderated:
            may |= takeover.consents
        if player.id not in may:
            raise Refused(NotAskedToTakeOver())
        if not await self._store.drop(number):
            raise Refused(TakeoverGone())
        return asked

    async def _settled(self, number: int) -> TakeoverQuestion | Carried:
        """The seat handed over if all have agreed, else what is still asked."""
        asked = await self.question(number)
        if asked.lacking or not asked.takeover.accepted:
            return asked
        takeover = asked.takeover
        refusal = await self._unfit(asked.table, takeover.seat, takeover.player)
        if refusal is not None:
            raise Refused(refusal)

        def judge(table: Table) -> Handover:
            if takeover.seat not in table.state.remaining:
                raise Refused(SeatGone(table.state.variant.seat(takeover.seat).name))
            if table.game.seats[takeover.seat] != asked.holder:
                raise Refused(TakeoverGone())
            outcome = left_by(table.game, table.state, takeover.seat)
            clock = table.state.clock
            away = clock is not None and not clock.control.live
            reachable = takeover.player.reachable
            due = (Deadline(VACATION, 0, takeover.player.id, self._now()),) if away and reachable else ()
            sequence = table.state.sequence + 1
            return Handover(takeover.seat, sequence, asked.holder, takeover.player, outcome, due)

        done = await self._play.hand_over(takeover.game, judge)
        await self._standings.rate()
        return done

    async def _running(self, number: int) -> Table:
        table = await self._tables.find(number)
        result = table.state.result
        over = GameOver(result_in_words(table.state.variant, result)) if result else None
        refuse(unbegun(table.game) or over)
        return table

    async def _unfit(self, table: Table, seat: int, new: Player) -> Refusal | None:
        """Why somebody cannot take over a seat."""
        if seat not in table.state.remaining:
            return SeatGone(table.state.variant.seat(seat).name)
        if new.level and len(table.game.seats) < 3:
            return OnlyAmongSeveral()
        if table.game.seats_of(new.id):
            return SitsAlready(new.name)
        return NotHere(new.name) if await self._membership.present(table.game.guild, new.id) is False else None

    async def _lacking(self, table: Table, takeover: Takeover) -> tuple[Player, ...]:
        """Who has still to agree, by seats."""
        if takeover.moderated:
            return ()
        silent = takeover.seat if await self._abandoned(table, takeover.seat) else 0
        players = {
            table.game.seats[seat].id: table.game.seats[seat] for seat in table.state.remaining if seat != silent
        }
        asked = [player for player in players.values() if player.id not in takeover.consents]
        return tuple(await self._membership.here(table.game.guild, asked))

    async def _abandoned(self, table: Table, seat: int) -> bool:
        """Whether the one who has a seat has abandoned the game."""
        if seat != table.state.due or table.state.clock is not None:
            return False
        waiting = await self._abandonments.waiting(table)
        return waiting.ripe is not None and waiting.ripe <= self._now()
