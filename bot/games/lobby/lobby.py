"""The lobby: challenges made, answered and withdrawn, and games begun: for two by the answer, for more by a start."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from bot.games.deadlines import begun
from bot.games.lobby import request, seats
from bot.games.lobby.limits import Limits, RefereeRests
from bot.games.lobby.request import ChallengeRequest, Rematch, RematchStep
from bot.games.readers import Readers, apart
from bot.games.refusals import BadChoice, ChallengeGone, Numbered, if_granted, refuse
from bot.games.shared_dice import new_secret
from bot.games.tables import Location, Table, Tables
from bot.store import Deadline, Ledger, Player, StoredGame
from bot.store.deadlines import REMIND
from bot.store.ledger import LAPSE, Conflict, Following
from engine.clocks.control import DAY, UNTIMED, TimeControl
from engine.dice.commitment import commitment
from engine.dice.terms import LINKED
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.play.events import Event
from engine.play.game import replay
from engine.play.refusals import BadSalt
from engine.variants.variant import Variant


class NotInvited(Numbered):
    words = "Challenge #{number} is for somebody else. Start your own with /play."


class OwnChallenge(Refusal):
    words = "That challenge is your own. Wait for somebody else to accept it, or withdraw it."


class NotChallenger(Refusal):
    words = "Only the challenger can withdraw the challenge."


class NobodyInvited(Refusal):
    words = "That challenge is open to anyone; there is no need to decline it."


LAPSES_AFTER = 14 * DAY
"""How long (ms) a challenge waits for an answer, or one that stands to be looked at."""
WITHDRAWN, REFUSED, LAPSED, GONE, SHUT = "withdrawn", "declined", "lapsed", "gone", "shut"
"""Why a challenge has ended without a game: by its challenger, by the one invited, with time, with its challenger."""


class ChallengerGone(Numbered):
    words = "Whoever made challenge #{number} has left this server, so it is closed. Make your own with /play."


class Lobby:
    """The challenges; `now()` gives UTC ms, `limits` says what people may do.

    `hosts` are the ids of those who run the referee: they give no word for the dice and never roll.
    """

    def __init__(
        self,
        ledger: Ledger,
        tables: Tables,
        now: Callable[[], int],
        readers: Readers,
        limits: Limits,
        hosts: frozenset[int],
    ) -> None:
        self.limits = limits
        self.hosts = hosts
        self._ledger = ledger
        self._tables = tables
        self._now = now
        self._readers = readers
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def challenge(
        self, place: Location, challenger: Player, wishes: ChallengeRequest, roles: Collection[int] = ()
    ) -> StoredGame:
        """Write a challenge to the store, by somebody who has these roles (ids) in the server.

        Where the referee alone is to answer, the game begins at once.
        """
        if wishes.refereed and not self.limits.plays:
            raise Refused(RefereeRests())
        async with self._turn_of(challenger):
            refuse(await self.limits.against_challenging(place, challenger, roles))
            complete = request.completed(wishes, await self.limits.servers.settings(place.guild))
            game = await self._wished(place, challenger, complete)
            word = seats.word_given(wishes.word, challenger.id, self.hosts)
            game = replace(game, words=seats.with_word({}, challenger.id, word))
            made = await self._written(game, challenger, wishes.earlier)
        return await self.answered(made)

    async def answered(self, game: StoredGame) -> StoredGame:
        """A challenge that has been made; the game, where the referee alone is to answer it: that does so at once.

        Asked twice at the same time, as when it is made while `catch_up` is under way, it gives the one game.
        """
        self._tables.variant(game)  # refused where it is not known any more
        if game.stage != "open" or not seats.referees_alone(game):
            return game
        try:
            refuse(await self.limits.against_playing(game, game.guests[1].player))
            return (await self.start(game.number, game.seats[0])).game
        except Refused:
            if await self._ledger.void(game.number, WITHDRAWN):
                raise
        met = await self._tables.game(game.number)
        if met.stage != "playing":
            raise Refused(ChallengeGone(game.number))
        return met

    def _turn_of(self, player: Player) -> asyncio.Lock:
        lock = self._turns.get(player.id)
        if lock is None:
            lock = self._turns[player.id] = asyncio.Lock()
        return lock

    async def _written(
        self, game: StoredGame, challenger: Player, earlier: tuple[Event, ...], again: int | None = None
    ) -> StoredGame:
        """Write a challenge; Conflict if another to play the same game `again` has been written."""
        secret = new_secret()
        game = replace(game, commitment=commitment(secret))
        number = await self._ledger.open_challenge(game, challenger, secret, earlier, self._lapses(), again)
        return replace(game, number=number, sequence=len(earlier))

    async def _wished(self, place: Location, challenger: Player, wishes: ChallengeRequest) -> StoredGame:
        game = await self._readers.read(challenger.id, partial(request.wished, place, challenger, wishes, self._now()))
        if wishes.refereed and (game.start or wishes.earlier):
            refuse(await self.limits.fair(challenger, await apart(partial(request.begun_by, game, wishes.earlier))))
        return replace(game, dice=seats.expected(game, self.hosts))

    async def catch_up(self) -> None:
        """Begin the games that the referee alone was to accept when the process ended."""
        for game in await self._ledger.lagging():
            if game.stage == "open":
                await if_granted(self.answered(game))

    async def rematch(self, number: int, player: Player) -> Rematch:
        """Ask to play a finished game again: the first who does makes a challenge, the others come into that one."""
        table = await self._tables.find(number)
        if not table.game.seats_of(player.id):
            raise Refused(request.NotYourRematch(number))
        if table.state.result is None:
            raise Refused(request.NotOverYet(number))
        if any(held.former for held in table.game.seats.values()):
            raise Refused(request.NobodyLeft(number))
        async with self._tables.lock(number):
            again = await self._ledger.rematch_of(number)
            if again is None:
                made = await self._made_again(table, player)
                if made is not None:
                    return made
                again = await self._ledger.rematch_of(number)
        if again is None:
            raise Refused(ChallengeGone(number))
        return await self._into(again, player)

    async def _made_again(self, table: Table, player: Player) -> Rematch | None:
        """A new challenge to a rematch; None if another process has made one meanwhile."""
        played, wishes = table.game, request.same_terms(table, player)
        place = Location(played.guild, played.channel if played.parent is None else played.parent)
        refuse(await self.limits.against_one_more(place, player))
        try:
            game = await self._wished(place, player, wishes)
        except Refused as refused:
            if not isinstance(refused.refusal, seats.Tossed):
                raise
            game = await self._wished(place, player, request.same_terms(table, player, drawn=True))
        try:
            made = await self._written(game, player, wishes.earlier, played.number)
        except Conflict:
            return None
        made = await self.answered(made)
        return Rematch(made, RematchStep.MADE if made.stage == "open" else RematchStep.BEGUN)

    async def _into(self, number: int, player: Player) -> Rematch:
        """Accept or join the challenge to a rematch, as far as that is still to be done."""
        game = await self._tables.game(number)
        if game.stage != "open":
            return Rematch(game, RematchStep.EARLIER)
        if player.id in {guest.player.id for guest in seats.present(game)}:
            return Rematch(game, RematchStep.WAITING)
        joined = await self.join(number, player)
        return Rematch(joined, RematchStep.JOINED if joined.stage == "open" else RematchStep.BEGUN)

    def _lapses(self) -> int:
        return self._now() + LAPSES_AFTER

    async def set_up(
        self,
        place: Location,
        variant: Variant,
        players: Mapping[int, Player],
        start: Position | None = None,
        time: TimeControl = UNTIMED,
        earlier: tuple[Event, ...] = (),
    ) -> int:
        """Begin a game with every seat taken, from its array or another position, and return its number.

        `earlier` are the events of a game that is gone on with.
        """
        start = start or variant.start
        state = replay(variant, earlier, start, time, LINKED)
        secret = new_secret()
        game = request.open_game(place, variant, players[state.turn], start, self._now())
        game = replace(game, commitment=commitment(secret), time=time.text)
        number = await self._ledger.open_challenge(game, players[state.turn], secret, earlier)
        events, deadlines = begun(number, state, (), players, self._now())
        await self._ledger.start_game(number, players, state.turn, events, deadlines=deadlines)
        return number

    async def accept(self, number: int, player: Player, word: str = "", message: int | None = None) -> Table:
        """Take the only place left in a game for two, which begins it.

        They may give a `word` for the dice; `message` is the id of the challenge's message, where they answer that.
        """
        await self._answerable(number)
        given = seats.word_given(word, player.id, self.hosts)
        async with self._turn_of(player), self._tables.lock(number):
            game = await self._open(number)
            if game.places > 2:
                raise Refused(seats.StillGathering(number))
            if player.id == game.challenger:
                raise Refused(OwnChallenge())
            _refuse_others(game, player)
            refuse(await self.limits.against_playing(game, player))
            return await self._begun(number, lambda table: seats.let_in(table, player, None, given), message)

    async def _answerable(self, number: int) -> StoredGame:
        """An open challenge to be answered, which ends instead if its challenger has left the server."""
        game = await self._open(number)
        if await self.limits.present(game.guild, game.challenger) is not False:
            return game
        await self._ledger.void(game.number, GONE)
        raise Refused(ChallengerGone(game.number))

    async def join(
        self, number: int, player: Player, side: str = "", word: str = "", message: int | None = None
    ) -> StoredGame:
        """Come into a game, or choose another side there; a challenge for two is accepted, which begins the game.

        `side` names a seat, "random" a drawn one, `word` is one for the dice; "" leaves a choice made before as it is.
        `message` is the id of the challenge's message, where that is answered.
        """
        game = await self._open(number)
        if game.places == 2:
            if side.strip().casefold() not in seats.DRAWN:
                raise Refused(BadChoice("in a game for two the challenger chooses the sides, so leave the side out"))
            table = await self.accept(number, player, word, message)
            return table.game

        given = seats.word_given(word, player.id, self.hosts)
        if player.id not in {guest.player.id for guest in seats.present(game)}:
            await self._answerable(number)
            refuse(await self.limits.against_playing(game, player) or await self._unfair(game, player))

        def judge(table: Table) -> StoredGame:
            variant = table.state.variant
            wish = seats.seat_wished(variant, table.state.position, side) if side else None
            return seats.let_in(table, player, wish, given)

        return await self._rearranged(number, judge)

    async def _unfair(self, game: StoredGame, player: Player) -> Refusal | None:
        """Why somebody does not come into a game for more than two: the referee, who is in it, does not play there."""
        if not any(guest.player.level for guest in seats.present(game)):
            return None
        state = await self._tables.state(game)
        return await self.limits.fair(player, state)

    async def reword(self, number: int, player: Player, word: str) -> StoredGame:
        given = seats.word_given(word, player.id, self.hosts)

        def judge(table: Table) -> StoredGame:
            game = table.game
            if player.id not in {guest.player.id for guest in seats.present(game)}:
                raise Refused(seats.NotAmongThem(number))
            if not given:
                raise Refused(BadSalt())
            return replace(game, words=seats.with_word(game.words, player.id, given))

        return await self._rearranged(number, judge)

    async def leave(self, number: int, player: Player) -> StoredGame:
        def judge(table: Table) -> StoredGame:
            guests, game = seats.let_out(table.game, player), table.game
            words = {other: word for other, word in game.words.items() if other != player.id}
            return replace(game, guests=guests, words=words)

        return await self._rearranged(number, judge)

    async def start(self, number: int, player: Player, message: int | None = None) -> Table:
        """Begin a game whose places are all taken, by its challenger; seats that nobody chose are drawn.

        `message` is the id of the challenge's message, where that is answered.
        """

        def judge(table: Table) -> StoredGame:
            refuse(seats.unready(table.game, player))
            return table.game

        async with self._tables.lock(number):
            return await self._begun(number, judge, message)

    async def _begun(self, number: int, judge: Callable[[Table], StoredGame], message: int | None) -> Table:
        """Begin a game with words and guests as `judge` gives them, who is asked anew if it has changed meanwhile."""
        while True:
            table = await self._challenged(number)
            game = judge(table)
            if await self._begin(Table(replace(game, posted=game.posted or message), table.state)):
                break
        table = await self._tables.find(number)
        self._tables.turned(table.game)
        return table

    async def decline(self, number: int, player: Player) -> StoredGame:
        """End a challenge by the one who was invited; in a game for more than two, give up the place kept."""
        game = await self._open(number)
        if game.places > 2:
            return await self.leave(number, player)
        if not seats.awaited(game):
            raise Refused(NobodyInvited())
        _refuse_others(game, player)
        return await self._end(game, REFUSED)

    async def withdraw(self, number: int, player: Player) -> StoredGame:
        game = await self._open(number)
        if player.id != game.challenger:
            raise Refused(NotChallenger())
        return await self._end(game, WITHDRAWN)

    async def shut(self, number: int) -> StoredGame:
        game = await self._open(number)
        return await self._end(game, SHUT)

    async def grow_old(self, deadline: Deadline) -> bool:
        """Let a challenge lapse whose deadline has come; one that stands does so only with its challenger.

        Whether it has: its message is to say so then.
        """
        game = await if_granted(self._tables.game(deadline.game))
        if game is None or game.stage != "open":
            await self._ledger.deadlines.settle(deadline)
            return False
        gone = await self.limits.present(game.guild, game.challenger) is False
        if gone or not game.standing:
            return await self._ledger.void(game.number, GONE if gone else LAPSED, deadline)
        following = [Deadline(LAPSE, game.number, 0, self._lapses())]
        await self._ledger.deadlines.settle(deadline, *following)
        return False

    async def _open(self, number: int) -> StoredGame:
        game = await self._tables.game(number)
        if game.stage != "open":
            raise Refused(ChallengeGone(number))
        return game

    async def _end(self, game: StoredGame, reason: str) -> StoredGame:
        if await self._ledger.void(game.number, reason):
            return replace(game, stage="void", reason=reason)
        raise Refused(ChallengeGone(game.number))

    async def _challenged(self, number: int) -> Table:
        """An open challenge, and the state from which its game will begin."""
        game = await self._open(number)
        return Table(game, await self._tables.state(game))

    async def _rearranged(self, number: int, judge: Callable[[Table], StoredGame]) -> StoredGame:
        """A challenge with guests and words as `judge` gives them, who is asked anew if it has changed meanwhile."""
        async with self._tables.lock(number):
            while True:
                table = await self._challenged(number)
                game, changed = table.game, judge(table)
                if changed == game:
                    return changed
                reminder = await self._start_reminder(changed)
                if await self._ledger.rearrange(game, changed.guests, changed.words, reminder):
                    return replace(changed, revised=game.revised + 1)

    async def _start_reminder(self, game: StoredGame) -> tuple[Deadline, ...]:
        """When to check whether to remind the challenger of a full game to start it: in half of the time that is left.

        They are called when it fills, so that an earlier reminder would come with that.
        """
        lapses = (await self._ledger.deadlines.by_game(LAPSE, [game.number])).get(game.number)
        if lapses is None or not seats.is_full(game):
            return ()
        now = self._now()
        return (Deadline(REMIND, game.number, game.challenger, now + max(0, lapses - now) // 2),)

    async def _begin(self, table: Table) -> bool:
        """Seat those present and begin, in the order in which they came; False if the challenge has changed meanwhile.

        Seats that nobody wished for are drawn by the next rolls of the game's dice.
        """
        game, terms = table.game, seats.terms_of(table.game, self.hosts)
        state, secret = await self._tables.under(table, terms), await self._ledger.secret(game.number)
        now = max(self._now(), state.time)
        taken, first = seats.opening(game, state, secret, self.hosts, now)
        events, deadlines = begun(game.number, state, first, taken, now)
        following = await self._following(game) if game.standing else None
        return await self._ledger.start_game(
            game.number, taken, state.turn, events, game.revised, deadlines, following, game, terms.text, now
        )

    async def _following(self, game: StoredGame) -> Following:
        secret, challenger = new_secret(), game.seats[0]
        fresh = replace(
            game,
            created=self._now(),
            commitment=commitment(secret),
            guests=(game.guests[0]._replace(since=0),),
            words={player: word for player, word in game.words.items() if player == challenger.id},
        )
        return Following(fresh, challenger, secret, self._lapses())


def _refuse_others(game: StoredGame, player: Player) -> None:
    """Refuse anybody but the one invited to a game for two, if somebody is."""
    if player.id not in {guest.player.id for guest in seats.awaited(game)} and seats.awaited(game):
        raise Refused(NotInvited(game.number))
