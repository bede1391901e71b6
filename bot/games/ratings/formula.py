"""The rating formula: places in a finished game, whether it counts, and how it changes the players' skills.

A skill is a normal distribution (mu, sigma) in the model of Plackett and Luce for any number of players, updated as in
Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011), by openskill with its own constants.
People are shown points: 1500 + 30 (mu - 25), give or take 60 sigma (two deviations). At 30 points a unit a
difference means about what it means in Elo's system: 200 points more win three games of four.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import islice

from openskill.models import PlackettLuce

from bot.store import Finish, Skill, StoredGame
from engine.model.position import Position
from engine.play.events import GameClosed, Happening, Moved, Replaced, Rolled
from engine.play.state import State

FORMULA = 1
"""The version of the formula, to be raised whenever its results change; every game is then rated anew."""
ESTABLISHED = 10
MOVES = 2
CENTRE, POINTS, DEVIATIONS = 1500, 30, 2

_MODEL = PlackettLuce()
_START = _MODEL.rating()
NEWCOMER = Skill(_START.mu, _START.sigma, 0)


class Rated(Enum):
    """Whether a finished game counts for ratings, or why it does not."""

    RATED = "rated"
    CASUAL = "casual"
    HOT_SEAT = "hot-seat"
    OWN_START = "own-start"
    ABANDONED = "abandoned"
    CLOSED = "closed"
    FROZEN = "frozen"


def terms(game: StoredGame) -> Rated:
    """What a game is played for, as it can be said from the beginning: RATED, or why it is not."""
    if len({player.id for player in game.seats.values()}) < len(game.seats):
        return Rated.HOT_SEAT
    if game.start is not None:
        return Rated.OWN_START
    return Rated.RATED if game.rated else Rated.CASUAL


def verdict(game: StoredGame, state: State, ending: Happening) -> Rated:
    """Whether a finished game counts; `ending` is what ended it."""
    if isinstance(ending, GameClosed):
        return Rated.CLOSED
    agreed = terms(game)
    return Rated.ABANDONED if agreed is Rated.RATED and abandoned(state, ending) else agreed


def abandoned(state: State, ending: Happening) -> bool:
    """Whether a game was ended otherwise than on the board before each player then in it had made MOVES moves."""
    if isinstance(ending, Moved | Rolled):
        return False
    before = state.position if isinstance(ending, Replaced) else state.line[-2:][0]
    present = state.variant.remaining(before)
    return any(not _has_played(state, seat) for seat in present)


def _has_played(state: State, seat: int) -> bool:
    """Whether a seat has made MOVES moves, placements apart."""
    moves = (played for played in state.played if played.seat == seat and not played.before.due)
    return len(list(islice(moves, MOVES))) == MOVES


def places(state: State) -> Mapping[int, int]:
    """The place of every seat of a finished game, from 1.

    The winner comes first, then those who lasted to the end, then those who left, the last of them first; who left at
    the same time share a place, and a draw is shared by all who lasted, or ordered by what each scores in it.
    """
    shares = state.result.shares if state.result is not None else ()
    lasted: dict[int, tuple[int, Fraction | int]] = {
        seat.number: (
            bisect_left(state.line, True, key=partial(_is_out, seat.number)),
            shares[seat.number - 1] if shares else 0,
        )
        for seat in state.variant.seats
    }
    if state.result is not None and state.result.winner is not None:
        lasted[state.result.winner] = len(state.line) + 1, 0
    return {seat: 1 + sum(other > own for other in lasted.values()) for seat, own in lasted.items()}


def _is_out(seat: int, position: Position) -> bool:
    """Whether a seat has left the game, which it has then in all positions that follow."""
    return bool(position.out >> seat & 1)


def placings(game: StoredGame, state: State, leaver: int = 0) -> list[Finish]:
    """How a finished game ended for each seat; the first place is won by one alone and drawn by several.

    A draw that divides the point unequally is drawn by all who lasted, whatever their places.

    For the ratings a game also ends where somebody takes over the seat of a `leaver`, who comes last of those still in
    it; the others share the first place.
    """
    found = dict(places(state))
    if leaver:
        found |= dict.fromkeys(state.remaining, 1) | {leaver: len(state.remaining)}
    first = [seat for seat, place in found.items() if place == 1]
    drawn: Collection[int] = first if len(first) > 1 else ()
    if state.result is not None and state.result.shares:
        drawn = state.remaining
    return [
        Finish(seat, player, found[seat], "drawn" if seat in drawn else "won" if seat in first else "lost")
        for seat, player in sorted(game.seats.items())
    ]


def updated(skills: Sequence[Skill], ranks: Sequence[int], results: Sequence[str] = ()) -> list[Skill]:
    """The skills of a game's players after it; `ranks` are their places in the same order, `results` their results.

    A draw in which one came before the other (three quarters to one) counts as half a draw and half a win: the mean of
    what both would make of the skills.
    """
    even = [1 if result == "drawn" else rank for rank, result in zip(ranks, results, strict=True)] if results else ranks
    if list(even) != list(ranks):
        both = zip(updated(skills, ranks), updated(skills, even), strict=True)
        return [Skill((won.mu + drawn.mu) / 2, (won.sigma + drawn.sigma) / 2, won.games) for won, drawn in both]
    teams = [[_MODEL.rating(skill.mu, skill.sigma)] for skill in skills]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Skill(own.mu, own.sigma, before.games + 1) for (own,), before in zip(after, skills, strict=True)]


def points(skill: Skill) -> int:
    """A skill as the number people are shown."""
    return round(CENTRE + POINTS * (skill.mu - NEWCOMER.mu))


def margin(skill: Skill) -> int:
    """How far off the points may well be: two deviations."""
    return round(POINTS * DEVIATIONS * skill.sigma)


def established(skill: Skill) -> bool:
    """Whether a skill rests on enough games; before that it is provisional."""
    return skill.games >= ESTABLISHED


def rating(skill: Skill) -> str:
    """A rating as people read it, marked while it is provisional: `1579?`."""
    return f"{points(skill)}{'' if established(skill) else '?'}"


def merit(skill: Skill) -> tuple[bool, float]:
    """What a leaderboard is ordered by, the greatest first: the established, then by the lower end of the margin."""
    return established(skill), skill.mu - DEVIATIONS * skill.sigma
