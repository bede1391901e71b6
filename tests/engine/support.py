"""What the engine's tests share: positions set up from words, moves played, games at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.codes import position_of
from engine.game import Event, Happening, Moved, State, advance, new_game
from engine.position import Position, long_form
from engine.record import replay_moves
from engine.referee import Command, Play, decide, sheet
from engine.refusal import Refusal
from engine.variant import Variant, army
from engine.variants import variant_of
from engine.words import letter_of

WINDING = variant_of("hexeh")
STRAIGHT = variant_of("hexeh", {"travelers": "straight"})
NOON = 1_763_726_400_000
"""A time stamp: 21 November 2025, 12:00 UTC."""


def chance(seed: int) -> random.Random:
    """Chance that repeats itself."""
    return random.Random(seed)  # noqa: S311 - games are chosen at random, nothing is kept secret


def code(variant: Variant, armies: Sequence[str], turn: int, **fields: str) -> str:
    """A position code from armies written like arrays, `E d1 · G a1 c2`, one a seat."""
    men = {
        cell: letter_of(letter, seat) for seat, men in enumerate(armies, 1) for letter, cell in army_of(variant, men)
    }
    lines = []
    for line in variant.board.lines:
        text, gap = "", 0
        for cell in line:
            if cell not in men:
                gap += 1
                continue
            text += f"{gap or ''}{men[cell]}"
            gap = 0
        lines.append(f"{text}{gap or ''}")
    return " ".join(["/".join(lines), str(turn), *(f"{name}={value}" for name, value in fields.items())])


def army_of(variant: Variant, men: str) -> Sequence[tuple[str, int]]:
    """The (letter, cell) pairs of an army in words; none for an empty text."""
    return army(variant.board, men) if men else ()


def placed(variant: Variant, *armies: str, turn: int = 1, **fields: str) -> Position:
    """A position with these armies, one a seat; fields as in position codes."""
    return position_of(variant, code(variant, armies, turn, **fields))


def setup(red: str, blue: str, *, turn: int = 1, variant: Variant = WINDING, **fields: str) -> State:
    """A game of Hexeh that begins with these men."""
    return new_game(variant, placed(variant, red, blue, turn=turn, **fields))


def begun(variant: Variant, *armies: str, turn: int = 1, **fields: str) -> State:
    """A game of any variant that begins with these men."""
    return new_game(variant, placed(variant, *armies, turn=turn, **fields))


def after(moves: str, variant: Variant = WINDING) -> State:
    """A game after these long moves from its array."""
    return replay_moves(variant, moves)


def long_moves(state: State) -> list[str]:
    """The legal moves in long notation."""
    return sheet(state).long()


def targets(state: State, origin: str) -> set[str]:
    """The cells that the man on a cell may legally go to."""
    cell = state.variant.board.cell(origin)
    return {state.variant.board.names[move.target] for move in sheet(state).legal if move.origin == cell}


def names(text: str) -> set[str]:
    """Some cell names as a set."""
    return set(text.split())


def done(state: State, command: Command, now: int = NOON) -> State:
    """The state after a command that must be granted."""
    events = decide(state, command, now)
    assert not isinstance(events, Refusal), events.text
    for event in events:
        state = advance(state, event)
    return state


def refused(state: State, command: Command) -> Refusal:
    """The refusal of a command that must be refused."""
    events = decide(state, command, NOON)
    assert isinstance(events, Refusal), f"granted: {events}"
    return events


def played(state: State, *moves: str) -> State:
    """The state after moves in any form of the notation, each by the seat to move."""
    for text in moves:
        state = done(state, Play(state.turn, text=text))
    return state


def happened(state: State, what: Happening, actor: int | None = None) -> State:
    """The state after something that happened, without asking the referee."""
    return advance(state, Event(state.sequence + 1, NOON, actor or state.turn, what))


def random_game(variant: Variant, seed: int, plies: int = 120, start: Position | None = None) -> Iterator[State]:
    """The states of a game played at random, the first and the last included."""
    rng = chance(seed)
    state = new_game(variant, start)
    yield state
    for _ in range(plies):
        legal = sheet(state).legal
        if not legal:
            return
        state = happened(state, Moved(long_form(variant.board, rng.choice(legal))))
        yield state


def some_state(variant: Variant, seed: int, plies: int) -> State:
    """The state after so many random plies, or at the end of the game."""
    *_, last = random_game(variant, seed, plies)
    return last
