"""The lobby: challenges for two to four made, answered and withdrawn, and how their games begin."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from bot.games.challenges import (
    DEFAULT_LEVEL,
    GONE,
    LAPSED,
    SHUT,
    WITHDRAWN,
    ChallengeRequest,
    NotAmongThem,
    beginning,
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
from bot.games.dice import new_secret
from bot.games.readers import WorkerThreads
from bot.games.refusals import ChallengeGone, Numbered, Pointing, if_granted, refuse, refuse_if
from bot.games.tables import Location, Table, Tables
from bot.store import Deadline, Ledger, Player, ServerSettings, ServerStore, StoredGame
from bot.store.ledger import LAPSES_AFTER, Beginning
from engine.clocks.control import UNTIMED, TimeControl
from engine.dice.terms import LINKED
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.play.events import Event
from engine.play.game import replay
from engine.play.refusals import BadSalt
from engine.play.state import State
from engine.variants.variant import Variant

MOST_GAMES, MOST_CHALLENGES = 20, 5
"""Limits for one person in one server, or in direct messages: running games, and open challenges."""


class PlayedInChannels(Pointing):
    channels: tuple[str, ...]

    words = "In this server, games are played in {channels:and}. Start yours there."


class MayNotChallenge(Pointing):
    role: int

    words = "Only <@&{role}> can start games here, but you can accept theirs."


class EnoughGames(Refusal):
    most: int

    words = "You have {most:counted game} under way here, and that's the limit. Finish one first; /games lists them."


class EnoughChallenges(Refusal):
    most: int

    words = "You have {most:counted challenge} open here, and that's the limit. Withdraw one first; /games lists them."


class RefereeRests(Refusal):
    words = "I only referee here – challenge another player, or leave the opponent out."


class OnlyMeHere(Refusal):
    words = "Here you can only play against me; to play other people, use /play in a server that I'm in."


class IRollHere(Refusal):
    words = "Here I roll all the dice, so leave out rolls."


class ChallengerBusy(Numbered):
    words = "Challenge #{number} is paused: its challenger is playing as many games as one person can. Try again later."


class ChallengerGone(Numbered):
    words = "The challenger of #{number} has left this server, so it's closed. Make your own with /play."


class NotYourRematch(Numbered):
    words = "Only the players of game #{number} can ask for a rematch. Start your own game with /play."


class NotOverYet(Numbered):
    words = "Game #{number} isn't over yet. Ask for a rematch when it is."


class NobodyLeft(Numbered):
    words = "A player of game #{number} has left for good, so there's no rematch. Start another game with /play."


@dataclass
class Lobby:
    """The challenges; `now()` gives UTC ms.

    `is_here(guild, player)` asks whether a player is still there; None if unknown. `fair` says why the referee doesn't
    play a person from a position; it `plays` if its host lets it. `hosts` are the owners' ids:
    they give no word for the dice and never roll.
    """

    ledger: Ledger
    tables: Tables
    now: Callable[[], int]
    readers: WorkerThreads
    servers: ServerStore
    is_here: Callable[[int, int], Awaitable[bool | None]]
    fair: Callable[[Player, State], Awaitable[Refusal | None]]
    hosts: frozenset[int]
    plays: bool

    # ---- challenges made

    async def challenge(
        self, place: Location, challenger: Player, wishes: ChallengeRequest, roles: Collection[int] = ()
    ) -> StoredGame:
        """Write a challenge to the store, by a player with these roles (ids) in the server.

        If only the referee is to answer, the game begins immediately, as in direct messages it always does.
        """
        usual = await self.servers.settings(place.guild)
        if not place.guild:
            wishes = _alone(wishes)
        refuse_if(wishes.refereed and not self.plays, RefereeRests())
        if usual.channels and not usual.channels & {place.channel, place.parent}:
            raise Refused(PlayedInChannels(tuple(f"<#{channel}>" for channel in sorted(usual.channels))))
        refuse_if(usual.challengers and usual.challengers not in roles, MayNotChallenge(usual.challengers))
        async with self.tables.lock(-challenger.id):
            return await self._made(place, challenger, wishes, usual)

    async def rematch(self, table: Table, player: Player, harder: int = 0) -> tuple[StoredGame, bool]:
        """Ask to play a finished game again: the first who does makes a challenge, the others come into that one.

        The bot's level rises by `harder`. Gives the challenge, or the game it has led to, and whether this has
        changed it.
        """
        played, number = table.game, table.game.number
        refuse_if(not played.seats_of(player.id), NotYourRematch(number))
        refuse_if(table.state.result is None, NotOverYet(number))
        refuse_if(any(held.former for held in played.seats.values()), NobodyLeft(number))
        place = Location(played.guild, played.channel if played.parent is None else played.parent)
        async with self.tables.lock(number):
            again = await self.ledger.rematch_of(number)
            if again is None:
                terms = same_terms(table, player, harder)
                return await self._made(place, player, terms, ServerSettings(), number), True
        game = await self.tables.game(again)
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
        """Write a challenge, perhaps to play a game `again`; with its first events where the referee alone answers."""
        games = await self.ledger.games_of(challenger.id, place.guild)
        if sum(game.stage == "open" and game.challenger == challenger.id for game in games) >= MOST_CHALLENGES:
            raise Refused(EnoughChallenges(MOST_CHALLENGES))
        refuse_if(_is_busy(games, challenger), EnoughGames(MOST_GAMES))
        now, secret = self.now(), new_secret()
        reading = partial(wished, place, challenger, wishes, usual, self.hosts, now)
        table = await self.readers.read(challenger.id, reading)
        if wishes.refereed and (wishes.start or wishes.earlier):
            refuse(await self.fair(challenger, table.state))

        def begin(number: int) -> Beginning:
            return opening(replace(table.game, number=number), table.state, secret, self.hosts, now)

        answer = begin if table.game.is_for_referee else None
        number = await self.ledger.open_challenge(table.game, secret, table.state, again, answer)
        return await self._written(number)

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
        start, now = start or variant.start, self.now()
        state = replay(variant, earlier, start, time, LINKED)
        game = replace(open_game(place, variant, players[state.turn], start, now), time=time.text)
        begin = partial(beginning, state=state, seats=players, now=now)
        number = await self.ledger.open_challenge(game, new_secret(), state, begin=begin)
        return (await self._written(number)).number

    # ---- challenges answered

    async def join(
        self, number: int, player: Player, side: str = "", word: str = "", message: int | None = None
    ) -> StoredGame:
        """Come into a game, or choose another side there; who comes into a game for two begins it.

        `side` names a seat, "random" a drawn one, `word` is one for the dice; "" leaves a choice made before as it is.
        `message` is the id of the challenge's message, where that is answered.
        """
        given = word_given(word, player.id, self.hosts)
        async with self.tables.lock(-player.id), self._opened(number) as game:
            state = await self.tables.state(game)
            wish = seat_wished(state.variant, state.position, side) if side else None
            if not game.includes(player.id):
                await self._refuse_joining(Table(game, state), player)
            return await self._change(game, let_in(game, player, wish, given), message)

    async def _refuse_joining(self, table: Table, player: Player) -> None:
        game = table.game
        if await self.is_here(game.guild, game.challenger) is False:
            await self.ledger.void(game.number, GONE)
            raise Refused(ChallengerGone(game.number))
        refuse_if(_is_busy(await self.ledger.games_of(player.id, game.guild), player), EnoughGames(MOST_GAMES))
        refuse_if(await self.is_paused(game), ChallengerBusy(game.number))
        if any(guest.player.is_bot for guest in game.present):
            refuse(await self.fair(player, table.state))

    async def is_paused(self, game: StoredGame) -> bool:
        """True if a standing challenge is open, but its challenger has no room for another game."""
        if not game.standing or game.stage != "open":
            return False
        challenger = game.seats[0]
        return _is_busy(await self.ledger.games_of(challenger.id, game.guild), challenger)

    async def reword(self, number: int, player: Player, word: str) -> StoredGame:
        given = word_given(word, player.id, self.hosts)
        async with self._opened(number) as game:
            refuse_if(not game.includes(player.id), NotAmongThem(number))
            refuse_if(not given, BadSalt())
            return await self._change(game, replace(game, words={**game.words, player.id: given}))

    async def leave(self, number: int, player: Player) -> StoredGame:
        """Leave a challenge, or decline it, which ends one to a game for two."""
        async with self._opened(number) as game:
            return await self._change(game, let_out(game, player))

    async def start(self, number: int, player: Player, message: int | None = None) -> StoredGame:
        """Begin a game whose places are all taken, by its challenger; seats that nobody chose are drawn.

        `message` is the id of the challenge's message, where that is answered.
        """
        async with self._opened(number) as game:
            refuse_if(player.id != game.challenger, "only the challenger can start the game")
            so_far = f"{len(game.present)} of {game.places} players are in"
            refuse_if(not game.is_full, f"{so_far}; the game can start when all seats are taken")
            return await self._change(game, replace(game, stage="playing"), message)

    async def withdraw(self, number: int, player: Player) -> StoredGame:
        async with self._opened(number) as game:
            refuse_if(player.id != game.challenger, "only the challenger can withdraw the challenge")
            return await self._change(game, replace(game, stage="void", reason=WITHDRAWN))

    async def shut(self, number: int) -> StoredGame:
        async with self._opened(number) as game:
            return await self._change(game, replace(game, stage="void", reason=SHUT))

    async def grow_old(self, deadline: Deadline) -> bool:
        """Let a challenge lapse at its deadline; a standing one lapses only with its challenger.

        True if it has, so that its message can say so.
        """
        game = await if_granted(self.tables.game(deadline.game))
        if game is None or game.stage != "open":
            await self.ledger.deadlines.settle(deadline)
            return False
        gone = await self.is_here(game.guild, game.challenger) is False
        if gone or not game.standing:
            return await self.ledger.void(game.number, GONE if gone else LAPSED, deadline)
        await self.ledger.deadlines.settle(deadline, replace(deadline, due=self.now() + LAPSES_AFTER))
        return False

    # ---- challenges changed

    @asynccontextmanager
    async def _opened(self, number: int) -> AsyncIterator[StoredGame]:
        """An open challenge that nobody else answers meanwhile."""
        async with self.tables.lock(number):
            game = await self.tables.game(number)
            refuse_if(game.stage != "open", ChallengeGone(number))
            yield game

    async def _change(self, game: StoredGame, changed: StoredGame, message: int | None = None) -> StoredGame:
        """Write how a challenge has changed; it begins or ends if its stage is "playing" or "void" now."""
        if changed == game:
            return game
        if changed.stage == "playing":
            written = await self._begin(game, replace(changed, posted=game.posted or message))
        elif changed.stage == "void":
            written = await self.ledger.void(game.number, changed.reason or "")
        else:
            written = await self.ledger.rearrange(changed, self.now())
        refuse_if(not written, ChallengeGone(game.number))
        return await self._written(game.number)

    async def _begin(self, game: StoredGame, changed: StoredGame) -> bool:
        terms, secret = terms_of(changed, self.hosts), await self.ledger.secret(game.number)
        state = await self.tables.state(game)
        if state.dice != terms:
            control = state.clock.control if state.clock else UNTIMED
            state = await asyncio.to_thread(replay, state.variant, state.events, state.line[0], control, terms)
        beginning = opening(changed, state, secret, self.hosts, self.now())
        following = None
        if game.standing:
            words = {player: word for player, word in changed.words.items() if player == game.challenger}
            own = changed.guests[0]._replace(since=0)
            following = replace(changed, created=self.now(), guests=(own,), words=words), new_secret()
        return await self.ledger.start_game(replace(changed, dice=terms.text), beginning, following)

    async def _written(self, number: int) -> StoredGame:
        """A challenge as it has been written; if it has begun, the referee is told where it is to move."""
        game = await self.tables.game(number)
        await self.tables.turned(game)
        return game


def _alone(wishes: ChallengeRequest) -> ChallengeRequest:
    """The terms of a game outside of servers, which is against the referee alone."""
    refuse_if(wishes.standing or not all(player.is_bot for player in wishes.invited), OnlyMeHere())
    refuse_if(wishes.player_rolls, IRollHere())
    return replace(wishes, threaded=False, level=wishes.level if wishes.refereed else DEFAULT_LEVEL)


def _is_busy(games: Collection[StoredGame], player: Player) -> bool:
    return sum(game.stage == "playing" and bool(game.seats_of(player.id)) for game in games) >= MOST_GAMES
