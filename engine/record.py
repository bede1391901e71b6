"""Records: games replayed from long moves, and the scoresheet that players read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from engine.game import Event, Moved, Played, State, advance, new_game
from engine.notation import Sheet
from engine.position import Position, long_form
from engine.referee import sheet
from engine.refusal import shown
from engine.variant import Variant
from engine.words import result_in_words

WIDTH = 78


class WrongMove(ValueError):
    """A move in a record that is not legal where it stands; the text says which and why."""


def replay_moves(variant: Variant, moves: str, start: Position | None = None) -> State:
    """The state after long-form moves separated by blanks; WrongMove at the first that is not legal."""
    state = new_game(variant, start)
    for number, text in enumerate(moves.split(), 1):
        if state.result is not None:
            ending = result_in_words(variant, state.result)
            raise WrongMove(f"move {number}, {shown(text)}: the game is over ({ending})")
        current = sheet(state)
        if text not in current.long():
            raise WrongMove(f"move {number}, {shown(text)}: {_why(current, text)}")
        state = advance(state, Event(state.sequence + 1, 0, state.turn, Moved(text)))
    return state


def _why(current: Sheet, text: str) -> str:
    """Why the text is not a legal long move."""
    read = current.read(text)
    if isinstance(read, tuple):
        return f"write it in long form, {long_form(current.movement.variant.board, read)}"
    return read.text


def shorts(state: State) -> list[str]:
    """The moves played so far, in short notation."""
    return [_short(state, played) for played in state.played]


def _short(state: State, played: Played) -> str:
    return Sheet.of(state.movement, played.before).short(played.move)


def numbered(state: State, moves: Sequence[str], first: int = 0) -> list[str]:
    """The moves from index `first` on, numbered by rounds: `1. Tc3 Gc4`; a round begun later opens with `…`."""
    lines: list[str] = []
    round_number, previous = 0, len(state.variant.seats) + 1
    for index, (played, move) in enumerate(zip(state.played, moves, strict=True)):
        begins = played.seat <= previous
        round_number += begins
        previous = played.seat
        if index < first:
            continue
        if begins or not lines:
            lines.append(f"{round_number}.{'' if begins else ' …'} {move}")
        else:
            lines[-1] += f" {move}"
    return lines


def scoresheet(state: State, tags: Mapping[str, str]) -> str:
    """The record as text: tags in brackets, the moves numbered by rounds, the result in words.

    `tags` come first as they are given (players, date, place); the game, its options and the result follow. The long
    form of every move stands at the end, for machines.
    """
    variant = state.variant
    result = "unfinished" if state.result is None else result_in_words(variant, state.result)
    options = " ".join(f"{name}={value}" for name, value in variant.options)
    head = {**tags, "Game": f"{variant.key}@{variant.edition}", "Options": options, "Result": result}
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in head.items() if value]
    lines += ["", *_wrapped(numbered(state, shorts(state))), result, ""]
    longs = [long_form(variant.board, played.move) for played in state.played]
    return "\n".join([*lines, *_wrapped(["; long form:", *longs], "; "), ""])


def date_of(milliseconds: int) -> str:
    """The UTC day of a time stamp, as `2026-11-21`."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d")


def _quoted(value: str) -> str:
    return "".join(c for c in value if c.isprintable()).replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: Sequence[str], indent: str = "") -> list[str]:
    """The words on lines of at most WIDTH characters; lines after the first begin with the indent."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append((indent if lines else "") + word)
    return lines
