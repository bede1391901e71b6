"""The lobby: challenges for two to four made, answered and withdrawn, and how their games begin."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from bot.games.readers import Readers, apart
from bot.games.refusals import (
    BadChoice,
    BadStart,
    ChallengeGone,
    NotStarted,
    Numbered,
    Pointing,
    granted,
    if_granted,
    refuse,
)
from bot.games.shared_dice import new_secret
from bot.games.tables import Location, Table, Tables, deadlines_of, game_named, replayed
from bot.store import Deadline, Guest, Ledger, Player, ServerSettings, ServerStore, StoredGame, referee
from bot.store.deadlines import VACATION
from bot.store.games import DECLINED, IN, INVITED
from bot.store.ledger import LAPSES_AFTER, Beginning
from engine.clocks.control import UNTIMED, TimeControl, read_control
from engine.dice.terms import LINKED, PLAYERS, DiceTerms, read_terms
from engine.model.english import plain
from engine.model.equipment import Seat
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.notation.position_code import BadCode, code_of
from engine.play.events import Barred, ClockStarted, Continued, Event, Happening, Opened, Seated, Worded
from engine.play.game import advance, replay
from engine.play.referee import LONGEST_SALT
from engine.play.refusals import BadSalt
from engine.play.rolls import rolling, seated
from engine.play.start import start_of
from engine.play.state import State
from engine.records.audit import scope_of
from engine.variants import COMBAT, GAMES, objection, variant_of
from engine.variants.variant import Variant

MOST_GAMES, MOST_CHALLENGES = 20, 5
"""How many games one person may play, and how many challenges they may have open, in one server."""
LONGEST_COMMENT = 200
"""The characters of the longest comment."""
USUAL_LEVEL = 2
"""The level at which the referee plays where nobody says so."""
WITHDRAWN, REFUSED, LAPSED, GONE, SHUT = "withdrawn", "declined", "lapsed", "gone", "shut"
"""Why a challenge has ended without a game: by its challenger, by the one invited, with time, with its challenger."""


# ---- what is asked for


class NoSuchSide(Refusal):
    sides: tuple[str, ...]

    words = "The sides are {sides:and}."


class NoSuchWish(NoSuchSide):
    words = "The sides are {sides:or}, or random."


@dataclass(frozen=True)
class ChallengeRequest:
    """What a challenge asks for: a game's id, its options, those invited (none: anyone), the challenger's side.

    A `side` of "" is drawn; `start` is a position code, "" for the game's own array; `earlier` are the events of a game
    that is gone on with. In a rematch `sides` are the seats of the challenger and of those invited, unless the dice
    decide about them. `rated` is whether the game is to count for the players' ratings, `threaded` whether it gets a
    thread of its own; `time` is a time control, "none" for none. What is left open, "" or None, is as usual in the
    server. A `comment` is shown with the challenge; a `standing` one stays open. `player_rolls` is whether a player
    rolls the dice of fights, `word` the challenger's word for the dice. The referee itself may be among those invited,
    several times where there are several others; else, at a `level` other than 0, it takes all places left. With
    `hints` each player may ask for hints, which all are shown. No game with the referee or with hints is rated.
    """

    variant: str
    options: Mapping[str, str]
    invited: tuple[Player, ...] = ()
    side: str = ""
    start: str = ""
    time: str = ""
    rated: bool | None = None
    threaded: bool | None = None
    earlier: tuple[Event, ...] = ()
    sides: tuple[int, ...] = ()
    comment: str = ""
    standing: bool = False
    player_rolls: bool | None = None
    word: str = ""
    level: int = 0
    hints: bool = False

    @property
    def refereed(self) -> bool:
        return bool(self.level) or any(player.level for player in self.invited)


def same_terms(table: Table, player: Player) -> ChallengeRequest:
    """What a player who wants to play a finished game again asks for: each takes the side after their own."""
    game, state = table.game, table.state
    following = {held.id: seat % game.places + 1 for seat, held in game.seats.items()}
    others = tuple(held for held in game.seats.values() if held.id != player.id)
    marks = [number for number, event in enumerate(state.events, 1) if isinstance(event.what, Continued)]
    return ChallengeRequest(
        game.variant,
        game.options,
        others,
        start=game.start or "",
        time=game.time,
        rated=game.rated,
        threaded=game.parent is not None,
        earlier=state.events[: marks[-1]] if marks else (),
        sides=tuple(following[held.id] for held in (player, *others)),
        player_rolls=None if state.variant.combat is None else state.dice.by_players,
        hints=game.hints,
    )


def wished(
    place: Location,
    challenger: Player,
    wishes: ChallengeRequest,
    usual: ServerSettings,
    hosts: Collection[int],
    now: int,
) -> Table:
    """The open game that a challenger wishes for at `now` (UTC ms), before it has a number or a secret.

    What the wishes leave open is as `usual` in the server. The terms of its dice stay open, too, while nobody who runs
    the referee (`hosts`, by their ids) has a part in it.
    """
    comment = " ".join(wishes.comment.split())
    _refuse_if(
        {
            "choose a game for /play; the first in its list are good to start with": not (wishes.variant or usual.game),
            "games in which I play are unrated, so leave out rated": wishes.rated and wishes.refereed,
            "games with hints are unrated, so leave out either rated or hints": wishes.rated and wishes.hints,
            f"your comment has {len(comment)} characters; at most {LONGEST_COMMENT} fit. Shorten it and try again": (
                len(comment) > LONGEST_COMMENT
            ),
            "a standing challenge is open to anyone, so name no opponent, or leave out standing": (
                wishes.standing and (wishes.invited or wishes.level)
            ),
        }
    )
    variant = _game_of(wishes, usual)
    start, others = start_named(variant, wishes.start), _invited(variant, challenger, wishes)
    control = granted(read_control(wishes.time.strip() or usual.time))
    dice = _dice_wished(variant, wishes.player_rolls, usual)
    state = replay(variant, wishes.earlier, start, control, read_terms(dice or LINKED.text))
    sides = () if _is_tossed(variant, state.position) else wishes.sides
    wish, *kept = sides or (seat_wished(variant, state.position, wishes.side),)
    invited = [
        Guest(each, IN if each.level else INVITED, seat)
        for each, seat in zip(others, kept or [0] * len(others), strict=True)
    ]
    rated = usual.rated if wishes.rated is None else wishes.rated
    word = word_given(wishes.word, challenger.id, hosts)
    game = replace(
        open_game(place, variant, challenger, start, now),
        guests=(Guest(challenger, IN, wish), *invited),
        rated=rated and not wishes.earlier and not wishes.refereed and not wishes.hints,
        threaded=usual.threaded if wishes.threaded is None else wishes.threaded,
        time=control.text,
        comment=comment,
        standing=wishes.standing,
        dice=dice,
        words={challenger.id: word} if word else {},
        hints=wishes.hints,
    )
    terms = terms_of(game, hosts)
    return Table(replace(game, dice=terms.text if terms.by_players or game.is_for_referee else dice), state)


def _refuse_if(problems: Mapping[str, object]) -> None:
    for problem, holds in problems.items():
        if holds:
            raise Refused(BadChoice(problem))


def _game_of(wishes: ChallengeRequest, usual: ServerSettings) -> Variant:
    """The game, with the fights that are usual if it is peaceful by itself and can be fought so."""
    key, fought = wishes.variant or usual.game, {COMBAT: usual.fights, **wishes.options}
    entry = GAMES.get(key) if usual.fights else None
    fits = entry is not None and entry.combat[0] == "off" and not objection(entry, fought)
    return game_named(key, fought if fits else wishes.options)


def start_named(variant: Variant, code: str) -> Position:
    try:
        return start_of(variant, code) if code else variant.start
    except BadCode as problem:
        raise Refused(BadStart(problem.problems)) from problem


def seat_named(variant: Variant, side: str, refusal: type[NoSuchSide] = NoSuchSide) -> Seat:
    """The seat that a side names: "Red", "red", "1"."""
    return granted(variant.seat_named(side) or refusal(tuple(seat.name for seat in variant.seats)))


def seat_wished(variant: Variant, start: Position, side: str) -> int:
    """The number of the seat a side names in a game from a position, 0 for a drawn one; the dice alone may decide."""
    if plain(side).casefold() in {"", "random", "drawn"}:
        return 0
    seat = seat_named(variant, side, NoSuchWish)
    if _is_tossed(variant, start):
        raise Refused(BadChoice("in this game a coin toss by the referee decides who begins, so leave the side out"))
    return seat.number


def _is_tossed(variant: Variant, start: Position) -> bool:
    return bool(start.due) and variant.phase is not None and variant.phase.toss


def _invited(variant: Variant, challenger: Player, wishes: ChallengeRequest) -> tuple[Player, ...]:
    """Those invited, with the referee in all places that are left if it is to take them."""
    most, others = len(variant.seats) - 1, wishes.invited
    level = 0 if any(player.level for player in others) else wishes.level
    ids = [player.id for player in others]
    repeated = next((player.name for player in others if ids.count(player.id) > 1), None)
    _refuse_if(
        {
            "everybody you name takes a place, so none is left for me. Leave out the level, or name one person fewer": (
                level and len(others) >= most
            ),
            "you cannot challenge yourself. Leave the opponent out to let anyone in": challenger.id in ids,
            f"you have named {repeated} twice": repeated is not None,
            f"{variant.name} is for {most + 1} players, so name at most {most} besides yourself": len(others) > most,
        }
    )
    return *others, *(referee(level, place) for place in range(most - len(others)) if level)


def _dice_wished(variant: Variant, by_players: bool | None, usual: ServerSettings) -> str:
    """The terms of the dice as a row holds them; "" where they are left open."""
    fought = variant.combat is not None
    if by_players and not fought:
        problem = (
            "this game has no fights, so nobody rolls in it. Add fights with the option fights, or leave out rolls"
        )
        raise Refused(BadChoice(problem))
    if by_players is None and fought:
        return PLAYERS.text if usual.player_rolls else ""
    return (PLAYERS if by_players else LINKED).text


def open_game(place: Location, variant: Variant, challenger: Player, start: Position, now: int) -> StoredGame:
    return StoredGame(
        guild=place.guild,
        channel=place.channel,
        variant=variant.key,
        edition=variant.edition,
        options=dict(variant.options),
        start=None if start == variant.start else code_of(variant, start),
        challenger=challenger.id,
        places=len(variant.seats),
        guests=(Guest(challenger, IN),),
        created=now,
        seats={0: challenger},
    )


# ---- who is in


class NotInvited(Numbered):
    words = "Challenge #{number} is for somebody else. Start your own with /play."


class StillGathering(NotStarted):
    words = "Game #{number} has not begun: its challenger starts it once all places are taken."


class LobbyFull(Numbered):
    words = "All places in game #{number} are taken. Start another with /play."


class PlacesKept(Numbered):
    names: tuple[str, ...]

    words = "The places left in game #{number} are kept for {names:and}."


class SeatTaken(Refusal):
    seat: str
    holder: str

    words = "{holder} has already chosen {seat}. Choose another side, or let yours be drawn."


class NotAmongThem(Numbered):
    words = "You are not in game #{number}."


def let_in(game: StoredGame, player: Player, wish: int | None, word: str) -> StoredGame:
    """The challenge after somebody has come in, or has changed wish or word; None and "" leave them as they are.

    Who is invited with a side comes in with it. A game for two begins with that.
    """
    if game.places == 2 and player.id == game.challenger:
        problem = "that challenge is your own. Wait for somebody else to accept it, or withdraw it"
        raise Refused(BadChoice(problem))
    words = {**game.words, player.id: word} if word else game.words
    others = tuple(guest for guest in game.guests if guest.player.id != player.id)
    rival = next((guest for guest in others if wish and guest.wish == wish), None)
    if rival is not None:
        seat = variant_of(game.variant, game.options).seat(rival.wish)
        raise Refused(SeatTaken(seat.name, rival.player.name))
    own = next((guest for guest in game.guests if guest.player.id == player.id), Guest(player, INVITED))
    chosen = own if wish is None else own._replace(wish=wish)
    if own.stage == IN:
        return replace(game, guests=tuple(chosen if each is own else each for each in game.guests), words=words)
    kept = tuple(guest.player.name for guest in others if guest.stage == INVITED)
    if game.places - len(game.present) - len(kept) < 1:
        if not kept:
            raise Refused(LobbyFull(game.number))
        raise Refused(NotInvited(game.number) if game.places == 2 else PlacesKept(game.number, kept))
    guests = (*others, chosen._replace(stage=IN, since=game.revised + 1))
    return replace(game, guests=guests, words=words, stage="playing" if game.places == 2 else "open")


def let_out(game: StoredGame, player: Player) -> StoredGame:
    """The challenge after somebody has left or declined, which ends one to a game for two."""
    own = next((guest for guest in game.guests if guest.player.id == player.id and guest.stage != DECLINED), None)
    if game.places == 2 and game.awaited:
        if own not in game.awaited:
            raise Refused(NotInvited(game.number))
        return replace(game, stage="void", reason=REFUSED)
    if player.id == game.challenger:
        raise Refused(BadChoice("that challenge is your own; withdraw it instead"))
    if own is None:
        raise Refused(NotAmongThem(game.number))
    declined = (Guest(own.player, DECLINED),) if own.stage == INVITED else ()
    return replace(
        game,
        guests=(*(guest for guest in game.guests if guest is not own), *declined),
        words={other: word for other, word in game.words.items() if other != player.id},
    )


# ---- the dice, and how a game begins


class HostsWord(Refusal):
    words = (
        "You run me, so you could read the secret behind the dice and choose a word that suits you. I take none from "
        "you; the words of the others count."
    )


def word_given(text: str, player: int, hosts: Collection[int]) -> str:
    word = " ".join(text.split())
    if not word:
        return ""
    if player in hosts:
        raise Refused(HostsWord())
    if len(word) > LONGEST_SALT or not word.isprintable():
        raise Refused(BadSalt())
    return word


def barred(player: Player, terms: DiceTerms, hosts: Collection[int]) -> bool:
    """Whether a player gives no word and never rolls, since they could foresee the dice: a host, or the referee."""
    return terms.by_players if player.level else player.id in hosts


def terms_of(game: StoredGame, hosts: Collection[int]) -> DiceTerms:
    """The terms chosen for the dice of a challenge, else players roll if a host is among those in or invited.

    A host who plays the referee alone deceives nobody else.
    """
    if game.dice:
        return read_terms(game.dice)
    host = any(guest.player.id in hosts for guest in game.guests if guest.stage != DECLINED)
    return PLAYERS if host and not game.is_for_referee else LINKED


def opening(game: StoredGame, state: State, secret: bytes, hosts: Collection[int], now: int) -> Beginning:
    """Seat those present and begin, in the order in which they came.

    Seats that nobody wished for are drawn by the next rolls of the game's dice. `hosts` are the ids of those who run
    the referee, whose words do not count, and who roll no more than the referee itself does.
    """
    guests, events, now = game.present, list[Event](), max(now, state.time)

    def happen(state: State, happened: Iterable[Happening]) -> State:
        for what in happened:
            events.append(Event(state.sequence + 1, now, 0, what))
            state = advance(state, events[-1])
        return state

    opened = [] if game.posted is None else [Opened(game.posted)]
    words = ((place, guest.player.id) for place, guest in enumerate(guests, 1) if guest.player.id not in hosts)
    worded = [Worded(place, game.words[player]) for place, player in words if player in game.words]
    state = happen(state, [*opened, *worded])
    throw = rolling(state, secret, scope_of(str(game.number)))
    rolled = len(state.rolls)
    seats, draws = seated([guest.wish for guest in guests], lambda nth, faces: throw(rolled + nth, (faces,))[0])
    taken = dict(sorted(zip(seats, (guest.player for guest in guests), strict=True)))
    state = happen(state, [*draws, Seated("-".join(map(str, seats)))])
    state = happen(state, [Barred(seat) for seat, player in taken.items() if barred(player, state.dice, hosts)])
    return _beginning(game.number, state, taken, now, events)


def _beginning(
    number: int, state: State, seats: Mapping[int, Player], now: int, first: Sequence[Event] = ()
) -> Beginning:
    """Begin in a state, to which its first events lead; vacations come due at once, so that they hold in it, too."""
    if state.result is not None or state.clock is None:
        return Beginning(seats, state.turn, now, first)
    started = Event(state.sequence + 1, now, 0, ClockStarted())
    deadlines = deadlines_of(number, advance(state, started), seats)
    people = () if state.clock.control.live else (player for player in seats.values() if player.reachable)
    away = (Deadline(VACATION, 0, player.id, now) for player in people)
    return Beginning(seats, state.turn, now, (*first, started), (*deadlines, *away))


# ---- the use cases


class PlayedInChannels(Pointing):
    channels: tuple[str, ...]

    words = "In this server games are played in {channels:and}. Make your challenge there."


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


class NotYourRematch(Numbered):
    words = "Only those who played game #{number} can ask for a rematch. Start a game of your own with /play."


class NotOverYet(Numbered):
    words = "Game #{number} is not over yet. Ask for a rematch when it is."


class NobodyLeft(Numbered):
    words = "A player of game #{number} has left for good, so there is no rematch. Start another game with /play."


@dataclass
class Lobby:
    """The challenges; `now()` gives UTC ms.

    `is_here(guild, player)` tells who is still there, None where that is not known. `fair` says why the referee does
    not play with somebody from where a game stands; it `plays` if its host lets it. `hosts` are the ids of those who
    run the referee: they give no word for the dice and never roll.
    """

    ledger: Ledger
    tables: Tables
    now: Callable[[], int]
    readers: Readers
    servers: ServerStore
    is_here: Callable[[int, int], Awaitable[bool | None]]
    fair: Callable[[Player, State], Awaitable[Refusal | None]]
    hosts: frozenset[int]
    plays: bool

    # ---- challenges made

    async def challenge(
        self, place: Location, challenger: Player, wishes: ChallengeRequest, roles: Collection[int] = ()
    ) -> StoredGame:
        """Write a challenge to the store, by somebody who has these roles (ids) in the server.

        Where the referee alone is to answer, the game begins at once.
        """
        usual = await self.servers.settings(place.guild)
        if wishes.refereed and not self.plays:
            raise Refused(RefereeRests())
        if usual.channels and not usual.channels & {place.channel, place.parent}:
            raise Refused(PlayedInChannels(tuple(f"<#{channel}>" for channel in sorted(usual.channels))))
        if usual.challengers and usual.challengers not in roles:
            raise Refused(MayNotChallenge(usual.challengers))
        async with self.tables.lock(-challenger.id):
            return await self._made(place, challenger, wishes, usual)

    async def rematch(self, number: int, player: Player) -> tuple[StoredGame, bool]:
        """Ask to play a finished game again: the first who does makes a challenge, the others come into that one.

        Gives the challenge, or the game it has led to, and whether this has changed it.
        """
        table = await self.tables.find(number)
        played = table.game
        if not played.seats_of(player.id):
            raise Refused(NotYourRematch(number))
        if table.state.result is None:
            raise Refused(NotOverYet(number))
        if any(held.former for held in played.seats.values()):
            raise Refused(NobodyLeft(number))
        place = Location(played.guild, played.channel if played.parent is None else played.parent)
        async with self.tables.lock(number):
            again = await self.ledger.rematch_of(number)
            if again is None:
                return await self._made(place, player, same_terms(table, player), ServerSettings(), number), True
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
        if _is_busy(games, challenger):
            raise Refused(EnoughGames(MOST_GAMES))
        now, secret = self.now(), new_secret()
        reading = partial(wished, place, challenger, wishes, usual, self.hosts, now)
        table = await self.readers.read(challenger.id, reading)
        if wishes.refereed and (wishes.start or wishes.earlier):
            refuse(await self.fair(challenger, table.state))

        def begin(number: int) -> Beginning:
            return opening(replace(table.game, number=number), table.state, secret, self.hosts, now)

        answer = begin if table.game.is_for_referee else None
        number = await self.ledger.open_challenge(table.game, secret, wishes.earlier, again, answer)
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

        def begin(number: int) -> Beginning:
            return _beginning(number, state, players, now)

        return await self.ledger.open_challenge(game, new_secret(), earlier, begin=begin)

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
        if _is_busy(await self.ledger.games_of(player.id, game.guild), player):
            raise Refused(EnoughGames(MOST_GAMES))
        if await self.is_paused(game):
            raise Refused(ChallengerBusy(game.number))
        if any(guest.player.level for guest in game.present):
            refuse(await self.fair(player, table.state))

    async def is_paused(self, game: StoredGame) -> bool:
        """Whether a challenge stands, but its challenger has no room for a game more."""
        if not game.standing or game.stage != "open":
            return False
        challenger = game.seats[0]
        return _is_busy(await self.ledger.games_of(challenger.id, game.guild), challenger)

    async def reword(self, number: int, player: Player, word: str) -> StoredGame:
        given = word_given(word, player.id, self.hosts)
        async with self._opened(number) as game:
            if not game.includes(player.id):
                raise Refused(NotAmongThem(number))
            if not given:
                raise Refused(BadSalt())
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
            if player.id != game.challenger:
                raise Refused(BadChoice("only the challenger can start the game"))
            if not game.is_full:
                so_far = f"{len(game.present)} of {game.places} players are in"
                raise Refused(BadChoice(f"{so_far}; the game can start once all places are taken"))
            return await self._change(game, replace(game, stage="playing"), message)

    async def withdraw(self, number: int, player: Player) -> StoredGame:
        async with self._opened(number) as game:
            if player.id != game.challenger:
                raise Refused(BadChoice("only the challenger can withdraw the challenge"))
            return await self._change(game, replace(game, stage="void", reason=WITHDRAWN))

    async def shut(self, number: int) -> StoredGame:
        async with self._opened(number) as game:
            return await self._change(game, replace(game, stage="void", reason=SHUT))

    async def grow_old(self, deadline: Deadline) -> bool:
        """Let a challenge lapse whose deadline has come; one that stands does so only with its challenger.

        Whether it has: its message is to say so then.
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
            if game.stage != "open":
                raise Refused(ChallengeGone(number))
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
        if not written:
            raise Refused(ChallengeGone(game.number))
        return await self._written(game.number)

    async def _begin(self, game: StoredGame, changed: StoredGame) -> bool:
        terms, secret = terms_of(changed, self.hosts), await self.ledger.secret(game.number)
        state = await self.tables.state(game)
        if state.dice != terms:
            state = await apart(partial(replayed, replace(game, dice=terms.text), state.variant, state.events))
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
        self.tables.turned(game)
        return game


def _is_busy(games: Collection[StoredGame], player: Player) -> bool:
    return sum(game.stage == "playing" and bool(game.seats_of(player.id)) for game in games) >= MOST_GAMES
