"""Moves of a match: told to programs, and made with dice that follow from a seed, on every machine alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.dice.commitment import Dice, stream_dice
from engine.model.position import Move
from engine.notation.position_code import code_of
from engine.play.events import Event, Moved
from engine.play.game import advance
from engine.play.referee import roll_fight
from engine.play.state import Await, State
from engine.records.replay import dice_of
from engine.uci import plain

Throw = Callable[[int, Sequence[int]], Sequence[int]]
"""What rolls the dice of a game: the number of the roll and the faces of its dice in, as many values out."""


def position_line(state: State) -> str:
    """The `position` command that leads a program to a state: where the game began, then its moves with their dice."""
    first = state.line[0] if not state.played else state.played[0].before
    begun = "startpos" if first == state.variant.start else f"code {code_of(state.variant, first)}"
    moves = [plain(state.variant.board, played.move) + dice_of(played) for played in state.played]
    return " ".join(["position", begun, *(["moves", *moves] if moves else [])])


def made(state: State, move: Move, throw: Throw) -> State:
    """The state after a legal move, its fight rolled by `throw`."""
    state = advance(state, Event(state.sequence + 1, 0, state.turn, Moved(move)))
    return advance(state, roll_fight(state, throw, 0)) if state.awaits is Await.ROLL else state


_SECRET = b"hexmarshal match"


def chance(scope: str, number: int = 0) -> Dice:
    return stream_dice(_SECRET, scope, number)


def thrower(scope: str) -> Throw:
    return lambda number, faces: tuple(map(chance(scope, number).throw, faces))
