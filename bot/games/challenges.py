"""Challenges before a game begins: what is asked for, who is in, and which seats and dice they get. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.games.refusals import BadStart, NotStarted, Numbered, granted, refuse_if
from bot.games.tables import Location, Table, deadlines_of, game_named
from bot.store import Deadline, Guest, Player, ServerSettings, StoredGame, referee
from bot.store.deadlines import VACATION
from bot.store.games import DECLINED, IN, INVITED
from bot.store.ledger import Beginning
from engine.clocks.control import read_control
from engine.dice.terms import LINKED, PLAYERS, DiceTerms, read_terms
from engine.lookahead.search import LEVELS
from engine.model.english import plain
from engine.model.equipment import Seat
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.notation.position_code import BadCode, code_of
from engine.play.events import Barred, ClockStarted, Continued, Event, Happening, Opened, Seated, Worded
from engine.play.game import advance, replay
from engine.play.referee import SALT_MAX_CHARS
from engine.play.refusals import BadSalt
from engine.play.rolls import draw_seats, rolling
from engine.play.start import start_of
from engine.play.state import State
from engine.records.audit import scope_of
from engine.variants import COMBAT, GAMES, objection, variant_of
from engine.variants.variant import Variant

LONGEST_COMMENT = 200
DEFAULT_LEVEL = 2
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
    """The terms of a challenge: a game's id, its options, those invited (none: anyone), the challenger's side.

    A `side` of "" is drawn; `start` is a position code, "" for the game's own array; `earlier` are the events of a game
    to continue. In a rematch `sides` are the seats of the challenger and of those invited, unless the dice
    decide about them. `rated` is true if the game counts for ratings, `threaded` if it gets a
    thread of its own; `time` is a time control, "none" for none. What is left open, "" or None, follows the server's
    defaults. A `comment` is shown with the challenge; a `standing` one stays open. `player_rolls` is whether a player
    rolls the dice of fights, `word` the challenger's word for the dice. The referee itself may be among those invited,
    several times where there are several others; else, at a `level`, it takes all places left. With
    `hints` each player may ask for hints, which all are shown. No game with the referee or with hints is rated.
    `below` is who is below on its boards (`bot.games.settings`), "" for what the channel has chosen.
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
    level: int | None = None
    hints: bool = False
    below: str = ""

    @property
    def refereed(self) -> bool:
        return self.level is not None or any(player.is_bot for player in self.invited)


def has_beaten_bot(table: Table) -> bool:
    """True if a person alone against the bot has won, and it knows a higher level."""
    seats, result = table.game.seats, table.state.result
    won = result is not None and result.winner is not None and not seats[result.winner].is_bot
    levels = [held.level for held in seats.values() if held.level is not None]
    return won and table.against_bot and max(levels) < LEVELS[-1].number


def same_terms(table: Table, player: Player, harder: int = 0) -> ChallengeRequest:
    """The terms of a rematch: each player takes the side after their own; the bot's level rises by `harder`."""
    game, state = table.game, table.state
    following = {held.id: seat % game.places + 1 for seat, held in game.seats.items()}
    others = tuple(held for held in game.seats.values() if held.id != player.id)
    stronger = [
        held if held.level is None else referee(held.level + harder, place) for place, held in enumerate(others)
    ]
    marks = [number for number, event in enumerate(state.events, 1) if isinstance(event.what, Continued)]
    return ChallengeRequest(
        game.variant,
        game.options,
        tuple(stronger) if harder else others,
        start=game.start or "",
        time=game.time,
        rated=game.rated,
        threaded=game.parent is not None,
        earlier=state.events[: marks[-1]] if marks else (),
        sides=tuple(following[held.id] for held in (player, *others)),
        player_rolls=None if state.variant.combat is None else state.dice.by_players,
        hints=game.hints,
        below=game.below,
    )


def wished(
    place: Location,
    challenger: Player,
    wishes: ChallengeRequest,
    usual: ServerSettings,
    hosts: Collection[int],
    now: int,
) -> Table:
    """The open game that a challenger asks for at `now` (UTC ms), before it has a number or a secret.

    Open terms follow the server's defaults, `usual`. The terms of its dice stay open, too, unless one of the
    owners (`hosts`, by their ids) takes part.
    """
    comment, named = " ".join(wishes.comment.split()), wishes.variant or usual.game
    refuse_if(not named, "choose a game for /play; the first ones in the list are good to start with")
    refuse_if(wishes.rated and wishes.refereed, "games against me are unrated, so leave “rated” out")
    refuse_if(wishes.rated and wishes.hints, "games with hints are unrated, so leave out “rated” or “hints”")
    too_long = f"your comment has {len(comment)} characters, and only {LONGEST_COMMENT} fit. Please shorten it"
    refuse_if(len(comment) > LONGEST_COMMENT, too_long)
    for_some = wishes.standing and (wishes.invited or wishes.level is not None)
    refuse_if(for_some, "a standing challenge is for everyone – remove the opponent or “standing”")
    variant = _game_of(wishes, usual)
    start, others = start_named(variant, wishes.start), _invited(variant, challenger, wishes)
    control = granted(read_control(wishes.time.strip() or usual.time))
    dice = _dice_wished(variant, wishes.player_rolls, usual)
    state = replay(variant, wishes.earlier, start, control, read_terms(dice or LINKED.text))
    sides = () if _is_tossed(variant, state.position) else wishes.sides
    wish, *kept = sides or (seat_wished(variant, state.position, wishes.side),)
    invited = [
        Guest(each, IN if each.is_bot else INVITED, seat)
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
        below=wishes.below,
    )
    terms = terms_of(game, hosts)
    return Table(replace(game, dice=terms.text if terms.by_players or game.is_for_referee else dice), state)


def _game_of(wishes: ChallengeRequest, usual: ServerSettings) -> Variant:
    """The game, with the server's default fights if it is peaceful and can be played with them."""
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
    refuse_if(_is_tossed(variant, start), "in this game a coin toss decides who begins, so leave the side out")
    return seat.number


def _is_tossed(variant: Variant, start: Position) -> bool:
    return bool(start.due) and variant.phase is not None and variant.phase.toss


def _invited(variant: Variant, challenger: Player, wishes: ChallengeRequest) -> tuple[Player, ...]:
    """Those invited, with the referee in all places that are left if it is to take them."""
    most, others = len(variant.seats) - 1, wishes.invited
    level = None if any(player.is_bot for player in others) else wishes.level
    ids = [player.id for player in others]
    repeated = next((player.name for player in others if ids.count(player.id) > 1), None)
    full = level is not None and len(others) >= most
    refuse_if(full, "there's no seat left for me. Drop the level or one of the players")
    refuse_if(challenger.id in ids, "you can't challenge yourself. Leave the opponent out for an open challenge")
    refuse_if(repeated is not None, f"you've named {repeated} twice")
    several = f"{variant.name} is for {most + 1} players, so name up to {most} besides yourself"
    refuse_if(len(others) > most, several)
    return others if level is None else (*others, *(referee(level, place) for place in range(most - len(others))))


def _dice_wished(variant: Variant, by_players: bool | None, usual: ServerSettings) -> str:
    """The terms of the dice as a row holds them; "" where they are left open."""
    fought = variant.combat is not None
    unfought = "this game has no fights, so nobody rolls. Turn on “fights”, or leave “rolls” out"
    refuse_if(by_players and not fought, unfought)
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
    words = "Challenge #{number} is for another player. Start your own with /play."


class StillGathering(NotStarted):
    words = "Game #{number} hasn't started: its challenger starts it when all seats are taken."


class LobbyFull(Numbered):
    words = "All seats in game #{number} are taken. Start another with /play."


class PlacesKept(Numbered):
    names: tuple[str, ...]

    words = "The remaining seats in game #{number} are for {names:and}."


class SeatTaken(Refusal):
    seat: str
    holder: str

    words = "{holder} has already taken {seat}. Pick another side, or a random one."


class NotAmongThem(Numbered):
    words = "You're not in game #{number}."


def let_in(game: StoredGame, player: Player, wish: int | None, word: str) -> StoredGame:
    """The challenge after a player has joined or changed wish or word; None and "" keep them.

    An invitation's side is kept. A game for two begins with that.
    """
    own_challenge = game.places == 2 and player.id == game.challenger
    refuse_if(own_challenge, "that's your own challenge. Wait for an opponent, or withdraw it")
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
        refuse_if(not kept, LobbyFull(game.number))
        raise Refused(NotInvited(game.number) if game.places == 2 else PlacesKept(game.number, kept))
    guests = (*others, chosen._replace(stage=IN, since=game.revised + 1))
    return replace(game, guests=guests, words=words, stage="playing" if game.places == 2 else "open")


def let_out(game: StoredGame, player: Player) -> StoredGame:
    """The challenge after a player has left or declined, which ends one for two."""
    own = next((guest for guest in game.guests if guest.player.id == player.id and guest.stage != DECLINED), None)
    if game.places == 2 and game.awaited:
        refuse_if(own not in game.awaited, NotInvited(game.number))
        return replace(game, stage="void", reason=REFUSED)
    refuse_if(player.id == game.challenger, "that's your own challenge; withdraw it instead")
    own = granted(own or NotAmongThem(game.number))
    declined = (Guest(own.player, DECLINED),) if own.stage == INVITED else ()
    return replace(
        game,
        guests=(*(guest for guest in game.guests if guest is not own), *declined),
        words={other: word for other, word in game.words.items() if other != player.id},
    )


# ---- the dice, and how a game begins


class HostsWord(Refusal):
    words = (
        "You run me, so you could look up the dice and pick a word that suits you. Only the other players' lucky "
        "words count."
    )


def word_given(text: str, player: int, hosts: Collection[int]) -> str:
    word = " ".join(text.split())
    if not word:
        return ""
    refuse_if(player in hosts, HostsWord())
    refuse_if(len(word) > SALT_MAX_CHARS or not word.isprintable(), BadSalt())
    return word


def barred(player: Player, terms: DiceTerms, hosts: Collection[int]) -> bool:
    """True if a player gives no word and never rolls, since they could foresee the dice: an owner, or the referee."""
    return terms.by_players if player.is_bot else player.id in hosts


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

    Unwished seats are drawn by the next rolls of the game's dice. `hosts` are the ids of the
    owners: their words do not count, and they never roll.
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
    seats, draws = draw_seats([guest.wish for guest in guests], lambda nth, faces: throw(rolled + nth, (faces,))[0])
    taken = dict(sorted(zip(seats, (guest.player for guest in guests), strict=True)))
    state = happen(state, [*draws, Seated("-".join(map(str, seats)))])
    state = happen(state, [Barred(seat) for seat, player in taken.items() if barred(player, state.dice, hosts)])
    return beginning(game.number, state, taken, now, events)


def beginning(
    number: int, state: State, seats: Mapping[int, Player], now: int, first: Sequence[Event] = ()
) -> Beginning:
    """Begin in a state, with its first events; vacations come due immediately, so that they hold in it, too."""
    if state.result is not None or state.clock is None:
        return Beginning(seats, state, now, first)
    started = Event(state.sequence + 1, now, 0, ClockStarted())
    deadlines = deadlines_of(number, advance(state, started), seats)
    people = () if state.clock.control.live else (player for player in seats.values() if player.reachable)
    away = (Deadline(VACATION, 0, player.id, now) for player in people)
    return Beginning(seats, state, now, (*first, started), (*deadlines, *away))
