"""What the engine's tests share: positions set up from words, moves played, games at random."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from engine.clocks.control import TimeControl, read_control
from engine.model.equipment import army
from engine.model.position import Position
from engine.model.refusal import Refusal, granted
from engine.notation.describe import letter_of
from engine.notation.position_code import position_of
from engine.play.clock import Clock
from engine.play.commands import Command, MakeMove
from engine.play.events import Event, Happening, Moved, Rolled
from engine.play.game import advance, find_move, new_game
from engine.play.referee import decide, sheet
from engine.play.state import Await, State
from engine.records.replay import replay_moves
from engine.rules.fight import Fight, FightResult, Round, write_rounds
from engine.variants import variant_of
from engine.variants.variant import Variant

WINDING = variant_of("hexeh")
STRAIGHT = variant_of("hexeh", {"travelers": "straight"})
CHESS = variant_of("chess")
POLY = variant_of("combat-chess")
D6 = variant_of("combat-chess", {"combat": "d6"})
THREE_QUARTERS = variant_of("glinski", {"stalemate": "three-quarters"})
HEXEH_POLY = variant_of("hexeh", {"combat": "poly"})
HEXEH_D6 = variant_of("hexeh", {"combat": "d6"})
NOON = 1_763_726_400_000
"""A time stamp: 21 November 2025, 12:00 UTC."""
STALEMATING = (
    "e4e6 i8g8 f3b7 c8d8 b7d8 i7i6 d8e10 g10h8 e10f9 h8g9 f9k7 c7c5 f2c5 d9g10 c5d7 f7f6 d7h7 g9e9 h7d7 e9g9 "
    "d7f11 g9f8 f11d7 f8e8 k7h8 f10d9 h8g10 g8f8 d7f8 g7g6 e1a5 g6g5 a5e7 e8f10 e7i6 h9e10 i6d9 f10f11 f5g5 "
    "f6g5 g10e10"
)
"""A game of Gliński's in which White stalemates Black."""


def chance(seed: int) -> random.Random:
    """Chance that repeats itself."""
    return random.Random(seed)  # noqa: S311 - games are chosen at random, nothing is kept secret


def code(variant: Variant, armies: Sequence[str], turn: int, **fields: str) -> str:
    """A position code from armies written like arrays, `E d1 · G a1 c2`, one a seat."""
    pieces = {
        cell: letter_of(letter, seat)
        for seat, pieces in enumerate(armies, 1)
        for letter, cell in army_of(variant, pieces)
    }
    lines = []
    for line in variant.board.lines:
        text, gap = "", 0
        for cell in line:
            if cell not in pieces:
                gap += 1
                continue
            text += f"{gap or ''}{pieces[cell]}"
            gap = 0
        lines.append(f"{text}{gap or ''}")
    return " ".join(["/".join(lines), str(turn), *(f"{name}={value}" for name, value in fields.items())])


def army_of(variant: Variant, pieces: str) -> Sequence[tuple[str, int]]:
    """The (letter, cell) pairs of an army in words; none for an empty text."""
    return army(variant.board, pieces) if pieces else ()


def placed(variant: Variant, *armies: str, turn: int = 1, **fields: str) -> Position:
    """A position with these armies, one a seat; fields as in position codes."""
    return position_of(variant, code(variant, armies, turn, **fields))


def setup(red: str, blue: str, *, turn: int = 1, variant: Variant = WINDING, **fields: str) -> State:
    """A game of Hexeh that begins with these pieces."""
    return new_game(variant, placed(variant, red, blue, turn=turn, **fields))


def begun(variant: Variant, *armies: str, turn: int = 1, **fields: str) -> State:
    return new_game(variant, placed(variant, *armies, turn=turn, **fields))


def after(moves: str, variant: Variant = WINDING) -> State:
    """A game after these long moves from its array."""
    return replay_moves(variant, moves)


def long_moves(state: State) -> list[str]:
    return sheet(state).long()


def targets(state: State, origin: str) -> set[str]:
    """The cells that the piece on a cell may legally go to."""
    cell = state.variant.board.cell(origin)
    return {state.variant.board.names[move.target] for move in sheet(state).legal if move.origin == cell}


def names(text: str) -> set[str]:
    return set(text.split())


def done(state: State, command: Command, now: int = NOON) -> State:
    """The state after a command that must be granted."""
    for event in granted(decide(state, command, now)):
        state = advance(state, event)
    return state


def clock_of(state: State) -> Clock:
    assert state.clock is not None
    return state.clock


def control_of(text: str) -> TimeControl:
    return granted(read_control(text))


def refused(state: State, command: Command) -> Refusal:
    events = decide(state, command, NOON)
    assert isinstance(events, Refusal), f"granted: {events}"
    return events


def played(state: State, *moves: str) -> State:
    """The state after moves in any form of the notation, each by the seat to move."""
    for text in moves:
        state = done(state, MakeMove(state.turn, move=text))
    return state


def happened(state: State, what: Happening, actor: int | None = None) -> State:
    """The state after something that happened, without asking the referee."""
    return advance(state, Event(state.sequence + 1, NOON, actor or state.turn, what))


def moving(state: State, long: str) -> Moved:
    """A move in long form as it happens; BrokenRecord where the pieces cannot make it."""
    return Moved(find_move(state.movement, state.position, long))


def random_game(variant: Variant, seed: int, plies: int = 120, start: Position | None = None) -> Iterator[State]:
    """The states of a game played at random, the first and the last included."""
    rng = chance(seed)
    state = new_game(variant, start)
    yield state
    for _ in range(plies):
        legal = sheet(state).legal
        if not legal:
            return
        state = happened(state, Moved(rng.choice(legal)))
        yield state


def some_state(variant: Variant, seed: int, plies: int) -> State:
    """The state after so many random plies, or at the end of the game."""
    *_, last = random_game(variant, seed, plies)
    return last


# ---- chess


def fen_code(fen: str) -> str:
    """The position code of an orthodox position written as FEN; pawns where pawns begin have not moved."""
    pieces, mover, castling, passed, *_ = fen.split()
    ranks = ["".join("." * int(c) if c.isdecimal() else c for c in rank) for rank in reversed(pieces.split("/"))]
    piece = {file + str(number): rank[at] for number, rank in enumerate(ranks, 1) for at, file in enumerate("abcdefgh")}
    lines = ["".join(piece[f"{file}{number}"] for number in range(1, 9)) for file in "abcdefgh"]
    rights = [cell for cell, letter in piece.items() if (letter, cell[1]) in {("P", "2"), ("p", "7")}]
    partners = {"K": "e1 h1", "Q": "e1 a1", "k": "e8 h8", "q": "e8 a8"}
    rights += sorted({cell for letter in castling if letter != "-" for cell in partners[letter].split()})
    fields = [f"rights={','.join(rights)}"] if rights else []
    if passed != "-":
        fields.append(f"passed={passed},{passed[0]}{'4' if passed[1] == '3' else '5'}")
    gaps = [re.sub(r"\.+", lambda gap: str(len(gap[0])), line) for line in lines]
    return " ".join(["/".join(gaps), "1" if mover == "w" else "2", *fields])


def from_fen(fen: str, variant: Variant = CHESS, **fields: str) -> State:
    """A game of chess, or of Combat Chess, that begins in a FEN's position; more fields as in position codes."""
    return new_game(variant, position_of(variant, " ".join([fen_code(fen), *(f"{k}={v}" for k, v in fields.items())])))


# ---- fights


def told(state: State, *moves: str) -> State:
    """The state after legal long moves, each with its dice where it fights: `e4d5[5-3]`."""
    for text in moves:
        move, _, dice = text.partition("[")
        assert move in long_moves(state), f"{move} is not among {long_moves(state)}"
        state = happened(state, moving(state, move))
        assert bool(dice) == (state.awaits is Await.ROLL)
        if dice:
            state = happened(state, Rolled(dice.removesuffix("]")))
    return state


def opened(state: State, move: str) -> Fight:
    fight = told_to_fight(state, move).fight
    assert fight is not None
    return fight


def told_to_fight(state: State, move: str) -> State:
    """The state that waits for the dice of a legal long move."""
    assert move in long_moves(state), f"{move} is not among {long_moves(state)}"
    return happened(state, moving(state, move))


def thrown(rng: random.Random, fight: Fight, variant: Variant) -> str:
    """Dice thrown by chance until the fight is decided, as a record writes them."""
    combat = variant.combat
    assert combat is not None
    rounds: list[Round] = []
    while combat.verdict(fight, rounds) is FightResult.OPEN:
        attack, defence = (tuple(rng.randint(1, face) for face in faces) for faces in fight.faces())
        rounds.append((attack, defence))
    return write_rounds(rounds)


def tokens(state: State) -> dict[str, int]:
    return {state.variant.board.names[cell]: count for cell, count in state.position.tokens}


def random_fights(variant: Variant, seed: int, plies: int = 120, start: Position | None = None) -> Iterator[State]:
    """The states of a game played at random with its fights thrown out, the first and the last included."""
    rng = chance(seed)
    state = new_game(variant, start)
    yield state
    for _ in range(plies):
        legal = sheet(state).legal
        if not legal:
            return
        state = happened(state, Moved(rng.choice(legal)))
        if state.fight is not None:
            state = happened(state, Rolled(thrown(rng, state.fight, variant)))
        yield state
