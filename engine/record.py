"""Records: games replayed from long moves, and their moves written for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from engine.events import BrokenRecord, Event, Moved, Rolled
from engine.game import advance, beginning, new_game
from engine.notation import Sheet
from engine.position import Position, long_form
from engine.referee import sheet
from engine.refusal import shown
from engine.state import Await, Played, State
from engine.variant import Variant
from engine.words import result_in_words


class WrongMove(ValueError):
    """A move in a record that is not legal where it stands; the text says which and why."""


def replay_moves(variant: Variant, moves: str, start: Position | None = None) -> State:
    """The state after long-form moves separated by blanks; WrongMove at the first that is not legal."""
    state = new_game(variant, start)
    for number, text in enumerate(moves.split(), 1):
        state = replayed(state, number, text)
    return state


def replayed(state: State, number: int, text: str) -> State:
    """The state after one move of a record, with its dice where it fights."""
    quoted = f"move {number}, {shown(text)}"
    if state.result is not None:
        raise WrongMove(f"{quoted}: the game is over ({result_in_words(state.variant, state.result)})")
    long, bracket, dice = text.partition("[")
    current = sheet(state)
    if long not in current.long():
        raise WrongMove(f"{quoted}: {_why(current, long)}")
    moved = advance(state, Event(state.sequence + 1, 0, state.turn, Moved(long)))
    if moved.awaits is not Await.ROLL:
        if bracket:
            raise WrongMove(f"{quoted}: it is no fight, so it has no dice")
        return moved
    if not dice.endswith("]"):
        raise WrongMove(f"{quoted}: it is a fight, so its dice stand behind it, like {long}[5-3]")
    try:
        return advance(moved, Event(moved.sequence + 1, 0, moved.turn, Rolled(dice.removesuffix("]"))))
    except BrokenRecord as problem:
        raise WrongMove(f"{quoted}: {problem}") from problem


def _why(current: Sheet, text: str) -> str:
    """Why the text is not a legal long move."""
    read = current.read(text)
    if isinstance(read, tuple):
        return f"write it in long form, {long_form(current.movement.variant.board, read)}"
    return read.text


def shorts(state: State) -> list[str]:
    """The moves played so far, in short notation."""
    return [short_of(state, played) + dice_of(played) for played in state.played]


def short_of(state: State, played: Played) -> str:
    """A move of a game in short notation, without its dice."""
    return Sheet.of(state.movement, played.before).short(played.move)


def dice_of(played: Played) -> str:
    """The dice of a move's fight as they stand behind it: `[4-4,5-3]`, or nothing."""
    return f"[{played.dice}]" if played.dice else ""


def state_after(state: State, plies: int) -> State:
    """The game when so many of its moves had been made, just before the next; as it is now where it has fewer.

    Moves that were taken back do not count.
    """
    now = found = beginning(state)
    for event in state.events:
        if isinstance(event.what, Moved) and len(now.played) == plies:
            found = now
        now = advance(now, event)
    return found if 0 <= plies < len(state.played) else now


def rounds_of(seats: Iterable[int]) -> list[int]:
    """The numbers, from 1, of the rounds in which these seats have moved one after another."""
    numbers: list[int] = []
    previous = 0
    for seat in seats:
        numbers.append((numbers[-1] if numbers else 1) + (seat <= previous))
        previous = seat
    return numbers


def numbered(state: State, moves: Sequence[str], first: int = 0) -> list[str]:
    """The moves from index `first` on, numbered by rounds: `1. Tc3 Gc4`; a round begun later opens with `…`."""
    lines: list[str] = []
    rounds = rounds_of(played.seat for played in state.played)
    for index in range(first, len(rounds)):
        played = state.played[index]
        begins = (
            rounds[index] != rounds[index - 1] if index else played.seat == state.variant.remaining(played.before)[0]
        )
        if begins or not lines:
            lines.append(f"{rounds[index]}.{'' if begins else ' …'} {moves[index]}")
        else:
            lines[-1] += f" {moves[index]}"
    return lines


def date_of(milliseconds: int) -> str:
    """The UTC day of a time stamp, as `2026-11-21`."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d")
