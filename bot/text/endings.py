"""A word of character at the end of a game, which fits what happened, and the way to the next level."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games import Table
from bot.store import Player
from bot.text.harmless import escaped_name, to
from engine.lookahead.search import LEVELS
from engine.model.english import count_of
from engine.model.equipment import PieceType
from engine.notation.describe import kind_on
from engine.play.state import Played, State
from engine.records.luck import luck
from engine.records.moments import arrears
from engine.records.replay import rounds_of
from engine.rules.protocols import CLOSED

QUICK, LONG, FOUGHT, WALKED, FEW = 10, 80, 15, 10, 3
"""Rounds of a quick and of a long game; many fights; a royal's many moves; few pieces."""
BEHIND, LOST, LATE = 250, 500, 6
"""The worth (hundredths of a pawn) by which a side is well behind or all but lost; how late a swindle comes (plies)."""
LUCKY = 0.2
"""The chance of dice so far from their average that they are told of."""


def next_level(level: int) -> str:
    """The sentence to a player who has beaten the bot at a level."""
    harder = f" – try level {level + 1}?" if level + 1 < len(LEVELS) else ", the highest. Bravo!"
    return f"You beat level {level}{harder}"


def character(table: Table, newcomer: Player | None = None) -> str:
    """A sentence on how a game went; "" where nothing stands out, or its only person has lost.

    `newcomer` is a player whose first game it was.
    """
    state, seats = table.state, table.game.seats
    people = {player.id for player in seats.values() if player.reachable or player.former}
    if state.result is None or state.result.reason in {CLOSED, "time"}:
        return ""
    winner = state.result.winner
    if winner is None:
        return next(_drawn(state), "")
    if len(people) == 1 and seats[winner].id not in people:
        return ""
    if newcomer is not None:
        return f"That was {escaped_name(newcomer)}'s first game – welcome!"
    return next(_won(state, winner, to(None, escaped_name, seats[winner])), "")


def _won(state: State, winner: int, name: str) -> Iterator[str]:
    """Yield sentences on a win, the rarest first."""
    rounds, fights, left = rounds_of(state), _fights(state), state.position.pieces[winner].bit_count()
    behind, rolled, last = arrears(state, winner), luck(state, winner), state.played[-1:]
    walks = [played for played in state.played if played.seat == winner and _mover(state, played).royal]
    if max(behind, default=0) >= BEHIND and rolled and rolled.average > rolled.expected and rolled.chance <= LUCKY:
        yield f"The dice came to {name}'s rescue."
    if max(behind[-LATE:], default=0) >= LOST:
        yield f"{name} was all but lost – what a swindle!"
    if max(behind, default=0) >= BEHIND:
        yield f"{name} was well behind and turned it around."
    if rounds <= QUICK:
        yield f"{count_of(rounds, 'move')} – that was quick."
    if len(walks) >= WALKED:
        yield f"{name}'s {_mover(state, walks[0]).name} came a long way: {len(walks)} moves."
    if fights >= FOUGHT:
        yield f"{fights} fights – hardly a piece without a scratch."
    if any(played.seat == winner and _mover(state, played).pawnlike for played in last):
        yield f"The last word went to a {_mover(state, last[0]).name}."
    if not any(state.position.lost):
        yield "Not a single piece fell – all done by threats."
    if not state.position.lost[winner]:
        yield f"{name} didn't lose a single piece."
    if rounds >= LONG:
        yield f"{rounds} moves – what a marathon!"
    if left <= FEW:
        yield f"{name} had {count_of(left, 'piece')} left – just enough."


def _drawn(state: State) -> Iterator[str]:
    """Yield sentences on a draw."""
    reason = state.result.reason if state.result else ""
    royals = [state.movement.royals(state.position, seat) for seat in state.remaining]
    if all(royals) and state.position.pieces[0].bit_count() == sum(map(len, royals)):
        name = kind_on(state.variant, state.position, royals[0][0]).plural
        yield f"Only the {name} are left – they may as well shake hands."
    if "repetition" in reason or "fold" in reason:
        yield "Round and round it went: neither side would budge."
    if _fights(state) >= FOUGHT:
        yield f"{_fights(state)} fights, and still nothing between them."
    if rounds_of(state) >= LONG:
        yield f"{rounds_of(state)} moves, and still nothing between them."
    if reason == "agreement":
        yield "A handshake between equals."


def _fights(state: State) -> int:
    return sum(played.fought is not None for played in state.played)


def _mover(state: State, played: Played) -> PieceType:
    return state.movement.mover(played.before, played.move)
