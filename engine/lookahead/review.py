"""Reviews: who was better after each move of a finished game, where it turned, and by choice or by luck.

A review is made from thoughts about positions, asked for beforehand, so that they can come from anywhere: `questions`
gives the positions, `reviewed` the review from the answers in that order. Shares are those of a win, from 0 to 1. What
a move costs is the share of the best move less that of the move chosen; where dice decide, that is the mean over all
ways in which the fight may end, and luck is what the dice gave beyond it. With more than two players a share is known
only to the player to move, so a move is judged by its player's prospects at their next move; luck is not told apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.lookahead.coach import percent, purpose, share, share_of
from engine.lookahead.search import Level, Thought, think
from engine.lookahead.search.chances import UNIT, chances
from engine.model.position import Move, Position
from engine.notation.describe import kind_on
from engine.notation.moves import short_form
from engine.play.events import Abandoned, Agreed, DrawClaimed, Flagged, GameClosed, Resigned, TimeClaimed
from engine.play.state import Played, State
from engine.play.turns import turn_of
from engine.rules.fight import FightResult

TURNING = 3
"""Maximum number of turning points."""
TURNING_POINT_MIN_SHARE = 0.05
"""The least share of a win that makes a turning point."""
HALVING_COST = 0.16
"""The share of a win whose loss halves the accuracy of a move."""
MAX_REVIEWED_MOVES = 300
"""The moves of the longest game reviewed in whole; of a longer one the last are."""
_ALL, _FEWEST, _MOST = 240_000, 1_000, 4_000


class MoveAssessment(NamedTuple):
    """A move weighed: the share expected after it, what it cost (0 or more), what its dice gave (negative: took).

    `better` is None where the move played was the best found; `chosen` is whether there was another.
    """

    ply: int
    seat: int
    expected: float
    cost: float = 0.0
    luck: float = 0.0
    better: Move | None = None
    chosen: bool = False

    @property
    def weight(self) -> float:
        return max(self.cost, abs(self.luck))


class TurningPoint(NamedTuple):
    """A turning point: its move's number from 0 and in rounds, the move in short notation, and its assessment.

    `better` is the move that should have been played, with its purpose; "" where the dice turned the game. `royal` is
    the name of the royal piece that the move lost, "" for none.
    """

    ply: int
    round: int
    move: str
    assessment: MoveAssessment
    better: str
    royal: str

    def words(self, who: str) -> str:
        """A turning point of a player, named or "You": "Taxb2?? – your chances fell from 72 % to 0. Better: Wxc6."."""
        _, _, expected, cost, luck, _, _ = self.assessment
        whom, whose = ("you", "your") if who == "You" else (who, f"{who}'s")
        told = []
        if cost >= TURNING_POINT_MIN_SHARE:
            told.append(f"{whose} chances fell from {percent(expected + cost)} to {_part(expected)}.")
        if abs(luck) >= TURNING_POINT_MIN_SHARE:
            deed = "helped" if luck > 0 else "failed"
            told.append(f"the dice {deed} {whom}: from {_part(expected)} to {_part(expected + luck)}.")
        if self.royal and not told:
            told.append(f"that lost the {self.royal}.")
        sentences = [told[0], *(f"{each[:1].upper()}{each[1:]}" for each in told[1:])]
        instead = f" Better: {self.better}." if self.better else ""
        sign = next((mark for least, mark in _SIGNS if cost >= least), "")
        return f"Move {self.round}, {self.move}{sign} – {' '.join(sentences)}{instead}"


_SIGNS = ((0.25, "??"), (0.12, "?"), (TURNING_POINT_MIN_SHARE, "?!"))
"""The marks of mistakes, by what they cost at least."""


def _part(share: float) -> str:
    return percent(share) if round(100 * share) else "0"


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
        """The moves with which the game turned, in their order, at most TURNING; the one that lost a royal is one."""
        state, fatal, royal = self.state, *self._fatal
        heavy = sorted(
            (each for each in self.moves if each.weight >= TURNING_POINT_MIN_SHARE or each.ply == fatal),
            key=lambda each: (each.ply != fatal, -each.weight),
        )[:TURNING]
        return tuple(
            TurningPoint(
                each.ply,
                state.played[each.ply].round,
                short_form(state.movement, state.played[each.ply].before, state.played[each.ply].move),
                each,
                _instead(state, each),
                royal if each.ply == fatal else "",
            )
            for each in sorted(heavy, key=lambda each: each.ply)
        )

    @property
    def _fatal(self) -> tuple[int, str]:
        """The move that lost the royal whose capture ended the game, and the royal's name; -1 where none did.

        It is its side's last move before which the game wasn't yet lost by force.
        """
        if not self.moves:
            return -1, ""
        state, movement, last = self.state, self.state.movement, self.state.played[-1]
        for seat in (each.number for each in state.variant.seats):
            royals = movement.royals(last.before, seat)
            if royals and not movement.royals(state.position, seat) and not _by_word(state):
                own = [each for each in self.moves if each.seat == seat]
                savable = [each for each in own if self.shares[seat][each.ply - self.first] > 0]
                if own:
                    return (savable or own)[-1].ply, kind_on(state.variant, last.before, royals[0]).name
        return -1, ""

    def accuracy(self, seat: int) -> float | None:
        """The mean worth of a player's own choices, nearly as on Lichess; None if they never had one.

        The best move is worth 1, and any other half as much for every HALVING_COST that it cost. Moves without an
        alternative aren't choices.
        """
        worth = [2 ** (-each.cost / HALVING_COST) for each in self.moves if each.seat == seat and each.chosen]
        return sum(worth) / len(worth) if worth else None


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
                turn = turn_of(state.movement, (*befores[: ply + 1], after))
                plan[ply + 1, verdict] = State(state.variant, turn.line, result=turn.result)
    last = len(befores)
    if last and state.result is not None:
        stood = _given_up(state)
        if stood is not None:
            plan[last, None] = State(state.variant, (*befores, stood))
        if stood is not None or not _by_word(state):
            over = State(state.variant, (*befores, state.position), result=state.result)
            plan[last + (stood is not None), None] = over
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


def _weighed(state: State, values: dict[_Key, _Valued], ply: int) -> MoveAssessment:
    played, before = state.played[ply], values[ply, None]
    thought, seat = before.thought, played.seat
    actual = None if thought is None else _next_share(state, values, ply, seat)
    if thought is None or actual is None:
        return MoveAssessment(ply, seat, 1 / len(state.variant.seats))
    mean, chosen = _mean(played, values, ply, actual), thought.nodes > 0
    luck = actual - mean if played.fought is not None and len(state.variant.seats) == 2 else 0.0
    if thought.move == played.move or not chosen:
        return MoveAssessment(ply, seat, mean, luck=luck, chosen=chosen)
    cost = max(0.0, share(state.variant, thought.value) - mean)
    return MoveAssessment(ply, seat, mean, cost, luck, thought.move, chosen)


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


def _instead(state: State, weighed: MoveAssessment) -> str:
    if weighed.better is None or weighed.cost < TURNING_POINT_MIN_SHARE:
        return ""
    before = State(state.variant, (state.played[weighed.ply].before,))
    return f"{short_form(state.movement, before.position, weighed.better)}{purpose(before, weighed.better)}"
