"""Rematches: a game that is over played again by the same players on the same terms, the sides passed on. Pure."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bot.games.lobby.request import ChallengeRequest
from bot.games.location import Location
from bot.games.refusals import Numbered
from bot.games.tables import Table
from bot.store import Player, StoredGame
from engine.play.events import Continued, Event
from engine.play.state import State


class NotYourRematch(Numbered):
    """A rematch asked for by somebody who did not play."""

    words = "Only those who played game #{number} can ask for a rematch. Start a game of your own with /play."


class NotOverYet(Numbered):
    """A rematch of a game that goes on."""

    words = "Game #{number} is not over yet. Ask for a rematch when it is."


class NobodyLeft(Numbered):
    """A rematch of a game one of whose players is forgotten."""

    words = "A player of game #{number} has left for good, so there is no rematch. Start another game with /play."


class RematchStep(Enum):
    """What came of asking for a rematch."""

    MADE = "a challenge was made"
    WAITING = "it is the asker's own challenge, which waits for others"
    JOINED = "the asker came in"
    BEGUN = "it was accepted, and the game begins"
    EARLIER = "it began before"


class Rematch(NamedTuple):
    """A challenge to a rematch, or the game it led to, and what the asker did to it."""

    game: StoredGame
    step: RematchStep


def same_terms(table: Table, player: Player, *, drawn: bool = False) -> ChallengeRequest:
    """What a player who wants to play a finished game again asks for: each takes the side after their own.

    With `drawn`, sides are left to the dice, for games in which they are not chosen.
    """
    game, seats = table.game, len(table.state.variant.seats)
    following = {held.id: seat % seats + 1 for seat, held in game.seats.items()}
    others = tuple(held for held in game.seats.values() if held.id != player.id)
    return ChallengeRequest(
        game.variant,
        game.options,
        others[0] if others else None,
        "" if drawn else table.state.variant.seat(following[player.id]).name,
        game.start or "",
        others[1:],
        game.time,
        game.rated,
        game.parent is not None,
        _earlier(table.state),
        () if drawn else tuple(following[held.id] for held in others),
        player_rolls=_rolled_by_players(table.state),
        hints=game.hints,
    )


def _rolled_by_players(state: State) -> bool | None:
    """Whether a player rolled the dice of fights; None where nobody could choose that."""
    return None if state.variant.combat is None else state.dice.by_players


def place_of_rematch(game: StoredGame) -> Location:
    """Where a game is played again: around its thread, where it had one of its own."""
    return Location(game.guild, game.channel if game.parent is None else game.parent)


def _earlier(state: State) -> tuple[Event, ...]:
    """The events of another game that a game went on with."""
    marks = [number for number, event in enumerate(state.events, 1) if isinstance(event.what, Continued)]
    return state.events[: marks[-1]] if marks else ()
