"""Reviews: who was better after each move of a finished game, where it turned, and by choice or by luck.

A review is made from thoughts about positions, asked for beforehand, so that they can come from anywhere: `questions`
gives the positions, `reviewed` the review from the answers in that order. Shares are those of a win, from 0 to 1. What
a move costs is the share of the best move less that of the move chosen; where dice decide, that is the mean over all
ways in which the fight may end, and luck is what the dice gave beyond it. With more than two players a share is known
only to the player to move, so a move is judged by its player's prospects at their next move; luck is not told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.lookahead.coach import line_written, percent, share, share_of
from engine.lookahead.search import Level, Thought, think
from engine.lookahead.search.chances import UNIT, chances
from engine.model.position import Move, Position
from engine.notation.moves import short_form
from engine.play.events import Abandoned, Agreed, DrawClaimed, Flagged, GameClosed, Resigned, TimeClaimed
from engine.play.state import Played, State
from engine.play.turns import turn_of
from engine.rules.fight import FightResult

TURNING = 3
"""Maximum number of turning points."""
TURNING_POINT_MIN_SHARE = 0.05
"""The least share of a win that makes a turning point."""
MAX_REVIEWED_MOVES = 300
"""The moves of the longest game reviewed in whole; of a longer one the last are."""
_ALL, _FEWEST, _MOST = 240_000, 1_000, 4_000


class MoveAssessment(NamedTuple):
    """A move weighed: what it cost its player (0 or more), what its dice gave (negative: took), the move best instead.

    `better` is None where the move played was the best found; `line` is how the game would have gone on then, in short
    notation.
    """

    ply: int
    seat: int
    cost: float
    luck: float
    better: Move | None
    line: str

    @property
    def weight(self) -> float:
        return max(self.cost, abs(self.luck))


class TurningPoint(NamedTuple):
    """A turning point: its number among the moves (from 0), the move as it was played, and what it did, in words.

    `better` is what should have been played in its place; None where the dice turned the game.
    """

    ply: int
    move: str
    words: str
    better: Move | None = None


class Account(NamedTuple):
    """The cost of a seat's choices by move, and the luck of each fight: shares of a win, on average."""

    seat: int
    cost: float
    luck: float


@dataclass(frozen=True)
class Review:
    """A finished game reviewed: by seat (its index; 0 is nobody) the shares before each move and at the end."""

    state: State
    shares: tuple[tuple[float, ...], ...]
    moves: tuple[MoveAssessment, ...]

    @property
    def first(self) -> int:
        """The number of the first move that was looked at."""
        return _first(self.state)

    @cached_property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """The moves with which the game turned, in their order, at most TURNING."""
        heavy = sorted(
            (each for each in self.moves if each.weight >= TURNING_POINT_MIN_SHARE), key=lambda each: -each.weight
        )[:TURNING]
        return tuple(
            TurningPoint(
                each.ply,
                _numbered(self.state, each.ply),
                _told(self.state, each),
                each.better if each.cost >= TURNING_POINT_MIN_SHARE else None,
            )
            for each in sorted(heavy, key=lambda each: each.ply)
        )

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        alone = len(self.state.variant.seats) == 2
        fights = [each for each in self.moves if self.state.played[each.ply].fought is not None]
        return tuple(
            Account(
                seat.number,
                _average([each.cost for each in self.moves if each.seat == seat.number]),
                _average([each.luck if each.seat == seat.number else -each.luck for each in fights]) if alone else 0.0,
            )
            for seat in self.state.variant.seats
        )


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def reviewing(state: State) -> Level:
    """The coach's limits in a review: the longer the game, the less for each move."""
    nodes = max(_FEWEST, min(_MOST, _ALL // max(1, len(questions(state)))))
    return Level(0, "review", "looks back.", nodes, 10, 0, 0)


def questions(state: State) -> tuple[State, ...]:
    """The positions of a game whose values a review needs."""
    return tuple(each for each in _plan(state).values() if each.result is None)


def review(state: State, level: Level | None = None) -> Review:
    """Review a finished game, the thinking done here."""
    chosen = level or reviewing(state)
    return reviewed(state, [think(each, chosen, 0) for each in questions(state)])


def reviewed(state: State, thoughts: Sequence[Thought]) -> Review:
    """A finished game reviewed from the thoughts about its `questions`, in their order."""
    plan, given = _plan(state), iter(thoughts)
    values = {key: _Valued(each, next(given) if each.result is None else None) for key, each in plan.items()}
    first = _first(state)
    moves = tuple(_weighed(state, values, ply) for ply in range(first, len(state.played)))
    points = [values[ply, None] for ply in range(first, len(state.played) + 2) if (ply, None) in values]
    return Review(state, tuple(_course(state, points, seat) for seat in range(len(state.variant.seats) + 1)), moves)


_Key = tuple[int, FightResult | None]
"""Number of moves made, and the end of the last fight if that is only imagined."""


class _Valued(NamedTuple):
    state: State
    thought: Thought | None

    def share(self, seat: int) -> float | None:
        """A seat's share; None where only the player to move knows theirs."""
        seats = len(self.state.variant.seats)
        if self.state.result is not None:
            return share_of(self.state.result, seat, seats)
        if self.thought is None:
            return None
        own = share(self.state.variant, self.thought.value)
        return own if seat == self.state.turn else 1 - own if seats == 2 else None


def _first(state: State) -> int:
    return max(0, len(state.played) - MAX_REVIEWED_MOVES)


def _plan(state: State) -> dict[_Key, State]:
    """The states to be valued: before each move, at the end, and after each way in which a fight might have ended."""
    befores = tuple(played.before for played in state.played)
    plan: dict[_Key, State] = {}
    for ply in range(_first(state), len(befores)):
        plan[ply, None] = State(state.variant, befores[: ply + 1])
        played = state.played[ply]
        combat = state.variant.combat
        if played.fought is None or combat is None:
            continue
        for verdict, _ in chances(played.fought.fight):
            if verdict is not played.fought.verdict:
                after = combat.aftermath(state.movement, played.before, played.fought.fight, verdict)
                plan[ply + 1, verdict] = _reached(state, befores[: ply + 1], after)
    last = len(befores)
    if last and state.result is not None:
        stood = _given_up(state)
        if stood is not None:
            plan[last, None] = State(state.variant, (*befores, stood))
        if stood is not None or not _by_word(state):
            plan[last + (stood is not None), None] = State(
                state.variant, (*befores, state.position), result=state.result
            )
    return plan


_WORDS = (Abandoned, Resigned, Agreed, Flagged, TimeClaimed, DrawClaimed, GameClosed)


def _by_word(state: State) -> bool:
    """True if a player's word or a clock ended the game, not the last move."""
    last = state.played[-1]
    return any(event.sequence > last.sequence and isinstance(event.what, _WORDS) for event in state.events)


def _given_up(state: State) -> Position | None:
    """The position in which a game between two was ended by word; None where none was, or a roll was awaited."""
    last, combat = state.played[-1], state.variant.combat
    pending = last.fought is None and combat is not None and combat.fight(state.movement, last.before, last.move)
    if len(state.variant.seats) > 2 or pending or not _by_word(state):
        return None
    found = [index for index, position in enumerate(state.line[:-1]) if position == last.before]
    return state.line[found[-1] + 1] if found else None


def _reached(state: State, line: tuple[Position, ...], after: Position) -> State:
    turn = turn_of(state.movement, (*line, after))
    return State(state.variant, turn.line, result=turn.result)


def _weighed(state: State, values: dict[_Key, _Valued], ply: int) -> MoveAssessment:
    played, before = state.played[ply], values[ply, None]
    thought, seat = before.thought, played.seat
    nothing = MoveAssessment(ply, seat, 0.0, 0.0, None, "")
    if thought is None:
        return nothing
    actual = _next_share(state, values, ply, seat)
    if actual is None:
        return nothing
    mean = _mean(played, values, ply, actual)
    luck = actual - mean if played.fought is not None and len(state.variant.seats) == 2 else 0.0
    if thought.move == played.move or thought.nodes == 0:
        return nothing._replace(luck=luck)
    cost = max(0.0, share(state.variant, thought.value) - mean)
    return MoveAssessment(ply, seat, cost, luck, thought.move, line_written(before.state, thought.line))


def _next_share(state: State, values: dict[_Key, _Valued], ply: int, seat: int) -> float | None:
    """A seat's share after a move: from that position, or from its next move if only that is known."""
    later = range(ply + 1, len(state.played) + 1)
    for number in later:
        found = values.get((number, None))
        if found is None:
            return None
        if (known := found.share(seat)) is not None:
            return known
    return None


def _mean(played: Played, values: dict[_Key, _Valued], ply: int, actual: float) -> float:
    if played.fought is None:
        return actual
    total = 0.0
    for verdict, weight in chances(played.fought.fight):
        imagined = values.get((ply + 1, verdict))
        reached = imagined.share(played.seat) if imagined is not None else actual
        total += (actual if reached is None else reached) * weight / UNIT
    return total


def _course(state: State, points: Sequence[_Valued], seat: int) -> tuple[float, ...]:
    held, found = 1 / len(state.variant.seats), []
    for point in points:
        known = point.share(seat)
        held = held if known is None else known
        found.append(held)
    return tuple(found)


def _numbered(state: State, ply: int) -> str:
    """A move with its round and its side: `12. Red: Txd4`."""
    played = state.played[ply]
    text = short_form(state.movement, played.before, played.move)
    dice = f"[{played.dice}]" if played.dice else ""
    return f"{played.round}. {state.variant.seat(played.seat).name}: {text}{dice}"


def _told(state: State, weighed: MoveAssessment) -> str:
    name = state.variant.seat(weighed.seat).name
    told = []
    if abs(weighed.luck) >= TURNING_POINT_MIN_SHARE:
        deed = "gave" if weighed.luck > 0 else "took from"
        told.append(f"The dice {deed} {name} {percent(abs(weighed.luck))} of a win.")
    if weighed.better is not None and weighed.cost >= TURNING_POINT_MIN_SHARE:
        told.append(f"The choice cost {name} {percent(weighed.cost)} of a win. Better: {weighed.line}.")
    elif told:
        told.append("The choice was sound.")
    return " ".join(told)
