"""Seats and dice before a game begins: who may join, leave and start it, words, the draw of sides. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from bot.games.refusals import BadChoice, NotStarted, Numbered
from bot.games.tables import Table
from bot.store import Guest, Player, StoredGame
from bot.store.people import DECLINED, IN, INVITED
from engine.dice.terms import LINKED, PLAYERS, DiceTerms, read_terms
from engine.model.english import plain
from engine.model.equipment import Seat
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.play.events import Barred, Event, Happening, Opened, Seated, Worded
from engine.play.game import advance
from engine.play.referee import LONGEST_SALT
from engine.play.refusals import BadSalt
from engine.play.rolls import rolling, seated
from engine.play.state import State
from engine.records.audit import scope_of
from engine.variants.variant import Variant


class SelfOpponent(Refusal):
    words = "You cannot challenge yourself. Leave the opponent out to let anyone in."


def opening(
    game: StoredGame, state: State, secret: bytes, hosts: Collection[int], now: int
) -> tuple[dict[int, Player], list[Event]]:
    """Who of those present takes which seat, and the first events of their game.

    `hosts` are the ids of those who run the referee, whose words do not count, and who roll no more than the referee
    itself does.
    """
    guests, events = present(game), list[Event]()

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
    happen(state, [Barred(seat) for seat, player in taken.items() if barred(player, state.dice, hosts)])
    return taken, events


class HostsWord(Refusal):
    words = (
        "You run me, so you could read the secret behind the dice and choose a word that suits you. I take none from "
        "you; the words of the others count."
    )


class NoFights(Refusal):
    words = "This game has no fights, so nobody rolls in it. Add fights with the option fights, or leave out rolls."


def word_given(text: str, player: int, hosts: Collection[int]) -> str:
    word = " ".join(text.split())
    if not word:
        return ""
    if player in hosts:
        raise Refused(HostsWord())
    if len(word) > LONGEST_SALT or not word.isprintable():
        raise Refused(BadSalt())
    return word


def with_word(words: Mapping[int, str], player: int, word: str) -> dict[int, str]:
    """The words with that of a player; "" leaves them as they are."""
    return {**words, player: word} if word else dict(words)


def barred(player: Player, terms: DiceTerms, hosts: Collection[int]) -> bool:
    """Whether a player gives no word and never rolls, since they could foresee the dice: a host, or the referee."""
    return terms.by_players if player.level else player.id in hosts


def terms_wished(variant: Variant, by_players: bool | None) -> str:
    """The terms of the dice that are wished for, as a row holds them; "" where they are left open."""
    if variant.combat is None:
        if by_players:
            raise Refused(NoFights())
        return LINKED.text
    if by_players is None:
        return ""
    return (PLAYERS if by_players else LINKED).text


def terms_of(game: StoredGame, hosts: Collection[int]) -> DiceTerms:
    """The terms of a game that those present begin: those chosen, else players roll if one is a host.

    A host who plays the referee alone deceives nobody else.
    """
    if game.dice:
        return read_terms(game.dice)
    people = [guest.player.id for guest in present(game) if guest.player.reachable]
    return PLAYERS if len(people) > 1 and any(player in hosts for player in people) else LINKED


def expected(game: StoredGame, hosts: frozenset[int]) -> str:
    """The terms of a challenge as far as they are known: where a host is sure to play, they are not left open."""
    people = {guest.player.id for guest in game.guests}
    return game.dice or (PLAYERS.text if people & hosts and not referees_alone(game) else "")


Guests = tuple[Guest, ...]
DRAWN = frozenset({"", "random", "drawn"})


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


class NoSuchSide(Refusal):
    sides: tuple[str, ...]

    words = "The sides are {sides:and}."


class NoSuchWish(NoSuchSide):
    words = "The sides are {sides:or}, or random."


class Tossed(Refusal):
    words = "In this game a coin toss by the referee decides who begins, so leave the side out."


class NotAmongThem(Numbered):
    words = "You are not in game #{number}."


class NotFull(Refusal):
    present: int
    places: int

    words = "{present} of {places} players are in; the game can start once all places are taken."


class NotStarter(Refusal):
    words = "Only the challenger can start the game."


class ChallengerLeaves(Refusal):
    words = "That challenge is your own; withdraw it instead."


def seat_named(variant: Variant, side: str, refuse: type[NoSuchSide] = NoSuchSide) -> Seat:
    """The seat that a side names: "Red", "red", "1"."""
    seat = variant.seat_named(side)
    if seat is None:
        raise Refused(refuse(tuple(seat.name for seat in variant.seats)))
    return seat


def seat_wished(variant: Variant, start: Position, side: str) -> int:
    """The number of the seat a side names in a game from a position, 0 for a drawn one; the dice alone may decide."""
    if plain(side).casefold() in DRAWN:
        return 0
    seat = seat_named(variant, side, NoSuchWish)
    if start.due and variant.phase is not None and variant.phase.toss:
        raise Refused(Tossed())
    return seat.number


def present(game: StoredGame) -> Guests:
    """Those who are in a game that has not begun, in the order in which they came, its challenger first."""
    return tuple(guest for guest in game.guests if guest.stage == IN)


def awaited(game: StoredGame) -> Guests:
    """Those invited who have not answered."""
    return tuple(guest for guest in game.guests if guest.stage == INVITED)


def waited_for(game: StoredGame) -> tuple[Player, ...]:
    """Return the people that a challenge waits for: those who are to answer, or its challenger once it is full."""
    return (game.seats[0],) if is_full(game) else tuple(guest.player for guest in awaited(game))


def referees_alone(game: StoredGame) -> bool:
    """Whether the referee alone is to answer a challenge, which it does at once."""
    return is_full(game) and all(guest.player.level for guest in game.guests[1:])


def is_full(game: StoredGame) -> bool:
    return len(present(game)) == game.places


def invited_to(
    variant: Variant, challenger: Player, wish: int, others: Sequence[Player], sides: Sequence[int]
) -> Guests:
    """The guests of a new challenge: its challenger, and those invited, for whom `sides` are kept (0: drawn).

    The referee needs not be asked: where it is to play, it is in.
    """
    most = len(variant.seats) - 1
    ids = [player.id for player in others]
    if challenger.id in ids:
        raise Refused(SelfOpponent())
    repeated = next((player.name for player in others if ids.count(player.id) > 1), None)
    if repeated is not None:
        raise Refused(BadChoice(f"you have named {repeated} twice"))
    if len(others) > most:
        raise Refused(BadChoice(f"{variant.name} is for {most + 1} players, so name at most {most} besides yourself"))
    kept = (*sides, *(0 for _ in others))
    guests = (Guest(player, IN if player.level else INVITED, kept[place]) for place, player in enumerate(others))
    return (Guest(challenger, IN, wish), *guests)


def let_in(table: Table, player: Player, wish: int | None, word: str) -> StoredGame:
    """The challenge after somebody has come in, or has changed wish or word; None and "" leave them as they are.

    Who is invited with a side comes in with it.
    """
    game = table.game
    words = with_word(game.words, player.id, word)
    others = tuple(guest for guest in game.guests if guest.player.id != player.id)
    rival = next((guest for guest in others if wish and guest.wish == wish), None)
    if rival is not None:
        raise Refused(SeatTaken(table.state.variant.seat(rival.wish).name, rival.player.name))
    own = next((guest for guest in game.guests if guest.player.id == player.id), None)
    if own is not None and own.stage == IN:
        chosen = own._replace(wish=own.wish if wish is None else wish)
        return replace(game, guests=tuple(chosen if each is own else each for each in game.guests), words=words)
    kept = [guest.player.name for guest in awaited(game) if guest.player.id != player.id]
    free = game.places - len(present(game)) - len(kept)
    if free < 1:
        raise Refused(PlacesKept(game.number, tuple(kept)) if kept else LobbyFull(game.number))
    wished = own.wish if wish is None and own is not None and own.stage == INVITED else wish or 0
    return replace(game, guests=(*others, Guest(player, IN, wished, game.revised + 1)), words=words)


def let_out(game: StoredGame, player: Player) -> Guests:
    if player.id == game.challenger:
        raise Refused(ChallengerLeaves())
    for guest in game.guests:
        if guest.player.id == player.id and guest.stage != DECLINED:
            declined = (guest._replace(stage=DECLINED),) if guest.stage == INVITED else ()
            return (*(other for other in game.guests if other is not guest), *declined)
    raise Refused(NotAmongThem(game.number))


def unready(game: StoredGame, player: Player) -> Refusal | None:
    if player.id != game.challenger:
        return NotStarter()
    return None if is_full(game) else NotFull(len(present(game)), game.places)
