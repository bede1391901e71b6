"""Traits of a finished game: a quick win, a comeback, many fights, and the like."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.model.equipment import PieceType
from engine.notation.describe import kind_on
from engine.play.state import Played, State
from engine.records.luck import luck
from engine.records.moments import arrears
from engine.records.replay import rounds_of

QUICK, LONG, FOUGHT, WALKED, FEW = 10, 80, 15, 10, 3
"""Rounds of a quick and of a long game; many fights; a royal's many moves; few pieces."""
BEHIND, LOST, LATE = 250, 500, 6
"""The worth (hundredths of a pawn) by which a side is well behind or all but lost; how late a swindle comes (plies)."""
LUCKY = 0.2
"""The chance of dice so far from their average that they are told of."""


class Standout(NamedTuple):
    """A trait of a game, by its name; the number and the kind of piece that it is about."""

    trait: str
    number: int = 0
    piece: str = ""


def standout(state: State) -> Standout | None:
    """Return the rarest trait of a finished game, None where nothing stands out or no move was made."""
    if not state.played:
        return None
    winner = state.result.winner if state.result else None
    return next(_drawn(state) if winner is None else _won(state, winner), None)


def _won(state: State, winner: int) -> Iterator[Standout]:
    """Yield the traits of a win, the rarest first."""
    rounds, fights, left = rounds_of(state), _fights(state), state.position.pieces[winner].bit_count()
    behind, rolled, last = arrears(state, winner), luck(state, winner), state.played[-1:]
    walks = [played for played in state.played if played.seat == winner and _mover(state, played).royal]
    if max(behind, default=0) >= BEHIND and rolled and rolled.average > rolled.expected and rolled.chance <= LUCKY:
        yield Standout("rescued")
    if max(behind[-LATE:], default=0) >= LOST:
        yield Standout("swindled")
    if max(behind, default=0) >= BEHIND:
        yield Standout("turned")
    if rounds <= QUICK:
        yield Standout("quick", rounds)
    if len(walks) >= WALKED:
        yield Standout("walked", len(walks), _mover(state, walks[0]).name)
    if fights >= FOUGHT:
        yield Standout("fought", fights)
    if any(played.seat == winner and _mover(state, played).pawnlike for played in last):
        yield Standout("pawn", 1, _mover(state, last[0]).name)
    if not any(state.position.lost):
        yield Standout("bloodless")
    if not state.position.lost[winner]:
        yield Standout("unharmed")
    if rounds >= LONG:
        yield Standout("long", rounds)
    if left <= FEW:
        yield Standout("few", left)


def _drawn(state: State) -> Iterator[Standout]:
    """Yield the traits of a draw, the rarest first."""
    reason = state.result.reason if state.result else ""
    royals = [state.movement.royals(state.position, seat) for seat in state.remaining]
    if all(royals) and state.position.pieces[0].bit_count() == sum(map(len, royals)):
        yield Standout("bare", len(royals), kind_on(state.variant, state.position, royals[0][0]).plural)
    if reason in {"claim-repetition", "fivefold"}:
        yield Standout("repeated")
    if _fights(state) >= FOUGHT:
        yield Standout("fought level", _fights(state))
    if rounds_of(state) >= LONG:
        yield Standout("long level", rounds_of(state))
    if reason == "agreement":
        yield Standout("agreed")


def _fights(state: State) -> int:
    return sum(played.fought is not None for played in state.played)


def _mover(state: State, played: Played) -> PieceType:
    return state.movement.mover(played.before, played.move)
