"""The lobby: challenges made, answered and withdrawn, and games begun; what one person may have open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from functools import partial

from bot.games.lobby.challenge import (
    GONE,
    LAPSED,
    SHUT,
    WITHDRAWN,
    ChallengeRequest,
    NotAmongThem,
    let_in,
    let_out,
    open_game,
    opening,
    same_terms,
    seat_wished,
    terms_of,
    wished,
    word_given,
)
from bot.games.readers import Readers
from bot.games.refusals import ChallengeGone, Numbered, Pointing, if_granted, refuse
from bot.games.shared_dice import new_secret
from bot.games.tables import Location, Tables, begun
from bot.store import Deadline, Ledger, Player, ServerSettings, ServerStore, StoredGame
from bot.store.deadlines import REMIND
from bot.store.ledger import LAPSE, Following
from engine.clocks.control import DAY, UNTIMED, TimeControl
from engine.dice.commitment import commitment
from engine.dice.terms import LINKED
from engine.model.english import listed
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.play.events import Event
from engine.play.game import replay
from engine.play.refusals import BadSalt
from engine.play.state import State
from engine.variants.variant import Variant

LAPSES_AFTER = 14 * DAY
"""How long (ms) a challenge waits for an answer, or one that stands to be looked at."""
MOST_GAMES, MOST_CHALLENGES = 20, 5
"""How many games one person may play, and how many challenges they may have open, in one server."""


class PlayedInChannels(Pointing):
    channels: tuple[int, ...]

    @property
    def text(self) -> str:
        where = listed([f"<#{channel}>" for channel in self.channels], "and")
        return f"In this server games are played in {where}. Make your challenge there."


class MayNotChallenge(Pointing):
    role: int

    words = "In this server only members with the role <@&{role}> make challenges. You may accept those of others."


class EnoughGames(Refusal):
    most: int

    words = "You have {most:counted game} under way here, and that's the limit. Finish one first; /games lists them."


class EnoughChallenges(Refusal):
    most: int

    words = "You have {most:counted challenge} open here, and that's the limit. Withdraw one first; /games lists them."


class RefereeRests(Refusal):
    words = "Whoever runs me lets me referee, but not play. Challenge a person, or leave the opponent out."


class ChallengerBusy(Numbered):
    words = "Challenge #{number} is paused: its challenger has as many games as one person may. Try again later."


class ChallengerGone(Numbered):
    words = "Whoever made challenge #{number} has left this server, so it is closed. Make your own with /play."


class NotChallenger(Refusal):
    words = "Only the challenger can withdraw the challenge."


class NotStarter(Refusal):
    words = "Only the challenger can start the game."


class NotFull(Refusal):
    present: int
    places: int

    words = "{present} of {places} players are in; the game can start once all places are taken."


class NotYourRematch(Numbered):
    words = "Only those who played game #{number} can ask for a rematch. Start a game of your own with /play."


class NotOverYet(Numbered):
    words = "Game #{number} is not over yet. Ask for a rematch when it is."


class NobodyLeft(Numbered):
    words = "A player of game #{number} has left for good, so there is no rematch. Start another game with /play."


class Lobby:
    """The challenges; `now()` gives UTC ms.

    `is_here(guild, player)` tells who is still there, None where that is not known. `fair` says why the referee does
    not play with somebody from where a game stands; it `plays` if its host lets it. `hosts` are the ids of those who
    run the referee: they give no word for the dice and never roll.
    """

    def __init__(  # noqa: PLR0913 - what a challenge is judged by
        self,
        ledger: Ledger,
        tables: Tables,
        now: Callable[[], int],
        readers: Readers,
        servers: ServerStore,
        is_here: Callable[[int, int], Awaitable[bool | None]],
        fair: Callable[[Player, State], Awaitable[Refusal | None]],
        *,
        hosts: frozenset[int],
        plays: bool,
    ) -> None:
        self.is_here = is_here
        self.hosts = hosts
        self.plays = plays
        self._ledger = ledger
        self._tables = tables
        self._now = now
        self._readers = readers
        self._servers = servers
        self._fair = fair

    # ---- challenges made

    async def challenge(
        self, place: Location, challenger: Player, wishes: ChallengeRequest, roles: Collection[int] = ()
    ) -> StoredGame:
        """Write a challenge to the store, by somebody who has these roles (ids) in the server.

        Where the referee alone is to answer, the game begins at once.
        """
        usual = await self._servers.settings(place.guild)
        if wishes.refereed and not self.plays:
            raise Refused(RefereeRests())
        if usual.channels and not usual.channels & {place.channel, place.parent}:
            raise Refused(PlayedInChannels(tuple(sorted(usual.channels))))
        if usual.challengers and usual.challengers not in roles:
            raise Refused(MayNotChallenge(usual.challengers))
        async with self._tables.lock(-challenger.id):
            return await self._made(place, challenger, wishes, usual)

    async def rematch(self, number: int, player: Player) -> tuple[StoredGame, bool]:
        """Ask to play a finished game again: the first who does makes a challenge, the others come into that one.

        Gives the challenge, or the game it has led to, and whether this has changed it.
        """
        table = await self._tables.find(number)
        played = table.game
        if not played.seats_of(player.id):
            raise Refused(NotYourRematch(number))
        if table.state.result is None:
            raise Refused(NotOverYet(number))
        if any(held.former for held in played.seats.values()):
            raise Refused(NobodyLeft(number))
        place = Location(played.guild, played.channel if played.parent is None else played.parent)
        async with self._tables.lock(number):
            again = await self._ledger.rematch_of(number)
            if again is None:
                return await self._made(place, player, same_terms(table, player), ServerSettings(), number), True
        game = await self._tables.game(again)
        if game.stage != "open" or game.includes(player.id):
            return game, False
        return await self.join(again, player), True

    async def _made(
        self,
        place: Location,
        challenger: Player,
        wishes: ChallengeRequest,
        usual: ServerSettings,
        again: int | None = None,
    ) -> StoredGame:
        """Write a challenge, perhaps to play a game `again`."""
        games = await self._ledger.games_of(challenger.id, place.guild)
        if sum(game.stage == "open" and game.challenger == challenger.id for game in games) >= MOST_CHALLENGES:
            raise Refused(EnoughChallenges(MOST_CHALLENGES))
        if _is_busy(games, challenger):
            raise Refused(EnoughGames(MOST_GAMES))
        reading = partial(wished, place, challenger, wishes, usual, self._now())
        table = await self._readers.read(challenger.id, reading)
        if wishes.refereed and (wishes.start or wishes.earlier):
            refuse(await self._fair(challenger, table.state))
        secret, word = new_secret(), word_given(wishes.word, challenger.id, self.hosts)
        game = replace(
            table.game,
            commitment=commitment(secret),
            dice=table.game.dice or (terms.text if (terms := terms_of(table.game, self.hosts)).by_players else ""),
            words={challenger.id: word} if word else {},
        )
        number = await self._ledger.open_challenge(game, secret, wishes.earlier, self._lapses(), again)
        return await self.answered(replace(game, number=number, sequence=len(wishes.earlier)))

    async def answered(self, game: StoredGame) -> StoredGame:
        """A challenge that has been made; the game, where the referee alone is to answer it: that does so at once.

        Asked twice at the same time, as when it is made while `catch_up` is under way, it gives the one game.
        """
        self._tables.variant(game)  # refused where it is not known any more
        if game.stage != "open" or not game.is_for_referee:
            return game
        await if_granted(self.start(game.number, game.seats[0]))
        return await self._tables.game(game.number)

    async def catch_up(self) -> None:
        """Begin the games that the referee alone was to accept when the process ended."""
        for game in await self._ledger.lagging():
            await if_granted(self.answered(game))

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
        game = open_game(place, variant, players[state.turn], start, self._now())
        game = replace(game, commitment=commitment(secret), time=time.text)
        number = await self._ledger.open_challenge(game, secret, earlier)
        events, deadlines = begun(number, state, (), players, self._now())
        await self._ledger.start_game(replace(game, number=number), players, state.turn, events, deadlines)
        return number

    # ---- challenges answered

    async def join(
        self, number: int, player: Player, side: str = "", word: str = "", message: int | None = None
    ) -> StoredGame:
        """Come into a game, or choose another side there; who comes into a game for two begins it.

        `side` names a seat, "random" a drawn one, `word` is one for the dice; "" leaves a choice made before as it is.
        `message` is the id of the challenge's message, where that is answered.
        """
        given = word_given(word, player.id, self.hosts)
        async with self._tables.lock(-player.id):
            game = await self._open(number)
            wish = None
            if side:
                wish = seat_wished(self._tables.variant(game), (await self._tables.state(game)).position, side)
            if not game.includes(player.id):
                await self._refuse_joining(game, player)
            return await self._changed(number, lambda game: let_in(game, player, wish, given), message)

    async def _refuse_joining(self, game: StoredGame, player: Player) -> None:
        if await self.is_here(game.guild, game.challenger) is False:
            await self._ledger.void(game.number, GONE)
            raise Refused(ChallengerGone(game.number))
        if _is_busy(await self._ledger.games_of(player.id, game.guild), player):
            raise Refused(EnoughGames(MOST_GAMES))
        if await self.is_paused(game):
            raise Refused(ChallengerBusy(game.number))
        if any(guest.player.level for guest in game.present):
            refuse(await self._fair(player, await self._tables.state(game)))

    async def is_paused(self, game: StoredGame) -> bool:
        """Whether a challenge stands, but its challenger has no room for a game more."""
        if not game.standing or game.stage != "open":
            return False
        challenger = game.seats[0]
        return _is_busy(await self._ledger.games_of(challenger.id, game.guild), challenger)

    async def reword(self, number: int, player: Player, word: str) -> StoredGame:
        given = word_given(word, player.id, self.hosts)

        def judge(game: StoredGame) -> StoredGame:
            if not game.includes(player.id):
                raise Refused(NotAmongThem(number))
            if not given:
                raise Refused(BadSalt())
            return replace(game, words={**game.words, player.id: given})

        return await self._changed(number, judge)

    async def leave(self, number: int, player: Player) -> StoredGame:
        """Leave a challenge, or decline it, which ends one to a game for two."""
        return await self._changed(number, lambda game: let_out(game, player))

    async def start(self, number: int, player: Player, message: int | None = None) -> StoredGame:
        """Begin a game whose places are all taken, by its challenger; seats that nobody chose are drawn.

        `message` is the id of the challenge's message, where that is answered.
        """

        def judge(game: StoredGame) -> StoredGame:
            if player.id != game.challenger:
                raise Refused(NotStarter())
            if not game.is_full:
                raise Refused(NotFull(len(game.present), game.places))
            return replace(game, stage="playing")

        return await self._changed(number, judge, message)

    async def withdraw(self, number: int, player: Player) -> StoredGame:
        def judge(game: StoredGame) -> StoredGame:
            if player.id != game.challenger:
                raise Refused(NotChallenger())
            return replace(game, stage="void", reason=WITHDRAWN)

        return await self._changed(number, judge)

    async def shut(self, number: int) -> StoredGame:
        return await self._changed(number, lambda game: replace(game, stage="void", reason=SHUT))

    async def grow_old(self, deadline: Deadline) -> bool:
        """Let a challenge lapse whose deadline has come; one that stands does so only with its challenger.

        Whether it has: its message is to say so then.
        """
        game = await if_granted(self._tables.game(deadline.game))
        if game is None or game.stage != "open":
            await self._ledger.deadlines.settle(deadline)
            return False
        gone = await self.is_here(game.guild, game.challenger) is False
        if gone or not game.standing:
            return await self._ledger.void(game.number, GONE if gone else LAPSED, deadline)
        await self._ledger.deadlines.settle(deadline, Deadline(LAPSE, game.number, 0, self._lapses()))
        return False

    # ---- challenges changed

    async def _open(self, number: int) -> StoredGame:
        game = await self._tables.game(number)
        if game.stage != "open":
            raise Refused(ChallengeGone(number))
        return game

    async def _changed(
        self, number: int, judge: Callable[[StoredGame], StoredGame], message: int | None = None
    ) -> StoredGame:
        """Write a challenge as `judge` gives it, who is asked anew if it has changed meanwhile.

        It begins or ends if its stage is "playing" or "void" then.
        """
        async with self._tables.lock(number):
            while True:
                game = await self._open(number)
                changed = judge(game)
                if changed == game:
                    return game
                if changed.stage == "playing":
                    if await self._begin(replace(changed, stage="open", posted=game.posted or message)):
                        started = await self._tables.game(number)
                        self._tables.turned(started)
                        return started
                elif changed.stage == "void":
                    if await self._ledger.void(number, changed.reason or ""):
                        return changed
                else:
                    reminder = await self._start_reminder(changed)
                    if await self._ledger.rearrange(changed, reminder):
                        return replace(changed, revised=game.revised + 1)

    async def _start_reminder(self, game: StoredGame) -> tuple[Deadline, ...]:
        """When to check whether to remind the challenger of a full game to start it: in half of the time that is left.

        They are called when it fills, so that an earlier reminder would come with that.
        """
        lapses = (await self._ledger.deadlines.by_game(LAPSE, [game.number])).get(game.number)
        if lapses is None or not game.is_full:
            return ()
        now = self._now()
        return (Deadline(REMIND, game.number, game.challenger, now + max(0, lapses - now) // 2),)

    async def _begin(self, game: StoredGame) -> bool:
        """Seat those present and begin, in the order in which they came; False if the challenge has changed meanwhile.

        Seats that nobody wished for are drawn by the next rolls of the game's dice.
        """
        terms, secret = terms_of(game, self.hosts), await self._ledger.secret(game.number)
        state = await self._tables.under(await self._tables.at(game), terms)
        now = max(self._now(), state.time)
        taken, first = opening(game, state, secret, self.hosts, now)
        events, deadlines = begun(game.number, state, first, taken, now)
        following = self._following(game) if game.standing else None
        settled = replace(game, dice=terms.text)
        return await self._ledger.start_game(settled, taken, state.turn, events, deadlines, following, now)

    def _following(self, game: StoredGame) -> Following:
        secret = new_secret()
        fresh = replace(
            game,
            created=self._now(),
            commitment=commitment(secret),
            guests=(game.guests[0]._replace(since=0),),
            words={player: word for player, word in game.words.items() if player == game.challenger},
        )
        return Following(fresh, secret, self._lapses())

    def _lapses(self) -> int:
        return self._now() + LAPSES_AFTER


def _is_busy(games: Collection[StoredGame], player: Player) -> bool:
    return sum(game.stage == "playing" and bool(game.seats_of(player.id)) for game in games) >= MOST_GAMES
