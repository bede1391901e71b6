"""Requests: what a challenge or a rematch asks for, and the open game made from it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from bot.games.lobby.seats import invited_to, seat_wished, terms_wished
from bot.games.refusals import BadStart, Numbered, granted
from bot.games.tables import Location, Table, game_named
from bot.store import Guest, Player, ServerSettings, StoredGame, referee
from bot.store.people import IN
from engine.clocks.control import read_control
from engine.dice.terms import LINKED
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.notation.position_code import BadCode, code_of, position_of
from engine.play.events import Continued, Event
from engine.play.game import replay
from engine.play.start import start_of
from engine.play.state import State
from engine.variants import COMBAT, GAMES, objection, variant_of
from engine.variants.variant import Variant


class NotYourRematch(Numbered):
    words = "Only those who played game #{number} can ask for a rematch. Start a game of your own with /play."


class NotOverYet(Numbered):
    words = "Game #{number} is not over yet. Ask for a rematch when it is."


class NobodyLeft(Numbered):
    words = "A player of game #{number} has left for good, so there is no rematch. Start another game with /play."


class RematchStep(Enum):
    MADE = "a challenge was made"
    WAITING = "it is the asker's own challenge, which waits for others"
    JOINED = "the asker came in"
    BEGUN = "it was accepted, and the game begins"
    EARLIER = "it began before"


class Rematch(NamedTuple):
    game: StoredGame
    step: RematchStep


def same_terms(table: Table, player: Player, *, drawn: bool = False) -> ChallengeRequest:
    """What a player who wants to play a finished game again asks for: each takes the side after their own.

    With `drawn`, sides are left to the dice, for games in which they are not chosen.
    """
    game, state, seats = table.game, table.state, table.game.places
    following = {held.id: seat % seats + 1 for seat, held in game.seats.items()}
    others = tuple(held for held in game.seats.values() if held.id != player.id)
    return ChallengeRequest(
        game.variant,
        game.options,
        others[0] if others else None,
        "" if drawn else state.variant.seat(following[player.id]).name,
        game.start or "",
        others[1:],
        game.time,
        game.rated,
        game.parent is not None,
        _earlier(state),
        () if drawn else tuple(following[held.id] for held in others),
        player_rolls=None if state.variant.combat is None else state.dice.by_players,
        hints=game.hints,
    )


def _earlier(state: State) -> tuple[Event, ...]:
    """The events of another game that a game went on with."""
    marks = [number for number, event in enumerate(state.events, 1) if isinstance(event.what, Continued)]
    return state.events[: marks[-1]] if marks else ()


LONGEST_COMMENT = 200
"""The characters of the longest comment."""
USUAL_LEVEL = 2
"""The level at which the referee plays where nobody says so."""


class NoGameChosen(Refusal):
    words = "Choose a game for /play; the first in its list are good to start with."


class UnratedWithMe(Refusal):
    words = "Games in which I play are unrated, so leave out rated."


class UnratedWithHints(Refusal):
    words = "Games with hints are unrated, so leave out either rated or hints."


class NoPlaceForMe(Refusal):
    words = "Everybody you name takes a place, so none is left for me. Leave out the level, or name one person fewer."


class LongComment(Refusal):
    length: int
    most: int

    words = "Your comment has {length} characters; at most {most} fit. Shorten it and try again."


class StandsForAnyone(Refusal):
    words = "A standing challenge is open to anyone, so name no opponent, or leave out standing."


@dataclass(frozen=True)
class ChallengeRequest:
    """What a challenge asks for: a game's id, its options, the opponent (None: anyone), the side ("": drawn).

    `start` is a position code, "" for the game's own array; `earlier` are the events of a game that is gone on with. In
    games for more than two `others` are invited as well, and `sides` are the seats kept for those invited (0: drawn),
    opponent first. `rated` is whether the game is to count for the players' ratings, `threaded` whether it gets a
    thread of its own; `time` is a time control, "none" for none. What is left open, "" or None, is as usual in the
    server. A `comment` is shown with the challenge; a `standing` one stays open. `player_rolls` is whether a player
    rolls the dice of fights, `word` the challenger's word for the dice. The referee itself may be among those invited,
    several times where there are several others; at a `level` other than 0 it takes all places that are left. With
    `hints` each player may ask for hints, which all are shown. No game with the referee or with hints is rated.
    """

    variant: str
    options: Mapping[str, str]
    opponent: Player | None = None
    side: str = ""
    start: str = ""
    others: tuple[Player, ...] = ()
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
    def invited(self) -> tuple[Player, ...]:
        """Everybody who is to answer the challenge."""
        return (*((self.opponent,) if self.opponent else ()), *self.others)

    @property
    def refereed(self) -> bool:
        return bool(self.level) or any(player.level for player in self.invited)


def completed(wishes: ChallengeRequest, usual: ServerSettings) -> ChallengeRequest:
    """The wishes with what they leave open as it is usual in a server; NoGameChosen where nothing is usual."""
    game = wishes.variant or usual.game
    if not game:
        raise Refused(NoGameChosen())
    if wishes.rated and wishes.refereed:
        raise Refused(UnratedWithMe())
    if wishes.rated and wishes.hints:
        raise Refused(UnratedWithHints())
    options = _fought(game, wishes.options, usual.fights)
    return replace(
        wishes,
        variant=game,
        options=options,
        player_rolls=wishes.player_rolls or (_usually(game, options, usual) if wishes.player_rolls is None else False),
        time=wishes.time.strip() or usual.time,
        rated=usual.rated if wishes.rated is None else wishes.rated,
        threaded=usual.threaded if wishes.threaded is None else wishes.threaded,
    )


def _usually(game: str, options: Mapping[str, str], usual: ServerSettings) -> bool | None:
    """Whether a player rolls in a game of a server where nobody says so; None where that is left open."""
    try:
        fought = usual.player_rolls and game_named(game, options).combat is not None
    except Refused:
        return None
    return fought or None


def _fought(game: str, options: Mapping[str, str], fights: str) -> Mapping[str, str]:
    """The options with the fights that are usual, in a game that is peaceful by itself and can be fought so."""
    entry = GAMES.get(game)
    if not fights or COMBAT in options or entry is None or entry.combat[0] != "off":
        return options
    with_fights = {**options, COMBAT: fights}
    return options if objection(entry, with_fights) else with_fights


def start_named(variant: Variant, code: str) -> Position:
    try:
        return start_of(variant, code) if code else variant.start
    except BadCode as problem:
        raise Refused(BadStart(problem.problems)) from problem


def wished(place: Location, challenger: Player, wishes: ChallengeRequest, now: int) -> StoredGame:
    """The open game that a challenger wishes for at `now` (UTC ms), before it has a number or a commitment.

    The wishes leave nothing open.
    """
    comment = " ".join(wishes.comment.split())
    if len(comment) > LONGEST_COMMENT:
        raise Refused(LongComment(len(comment), LONGEST_COMMENT))
    if wishes.standing and (wishes.invited or wishes.level):
        raise Refused(StandsForAnyone())
    variant = game_named(wishes.variant, wishes.options)
    invited = _with_referees(variant, wishes)
    start = start_named(variant, wishes.start)
    wish = seat_wished(variant, replay(variant, wishes.earlier, start).position, wishes.side)
    control = granted(read_control(wishes.time))
    dice = terms_wished(variant, wishes.player_rolls)
    return replace(
        open_game(place, variant, challenger, start, now),
        guests=invited_to(variant, challenger, wish, invited, wishes.sides),
        rated=bool(wishes.rated) and not wishes.earlier and not wishes.refereed and not wishes.hints,
        threaded=bool(wishes.threaded),
        time=control.text,
        comment=comment,
        standing=wishes.standing,
        dice=dice,
        hints=wishes.hints,
    )


def begun_by(game: StoredGame, earlier: tuple[Event, ...]) -> State:
    variant = variant_of(game.variant, game.options)
    return replay(variant, earlier, position_of(variant, game.start) if game.start else None)


def _with_referees(variant: Variant, wishes: ChallengeRequest) -> tuple[Player, ...]:
    left = len(variant.seats) - 1 - len(wishes.invited)
    if not wishes.level:
        return wishes.invited
    if left < 1:
        raise Refused(NoPlaceForMe())
    return (*wishes.invited, *(referee(wishes.level, place) for place in range(left)))


def open_game(place: Location, variant: Variant, challenger: Player, start: Position, now: int) -> StoredGame:
    return StoredGame(
        number=0,
        guild=place.guild,
        channel=place.channel,
        variant=variant.key,
        edition=variant.edition,
        options=dict(variant.options),
        start=None if start == variant.start else code_of(variant, start),
        stage="open",
        challenger=challenger.id,
        places=len(variant.seats),
        guests=(Guest(challenger, IN),),
        created=now,
        sequence=0,
        turn=None,
        shown=-1,
        message=None,
        worn=None,
        commitment="",
        seats={0: challenger},
        dice=LINKED.text,
    )
