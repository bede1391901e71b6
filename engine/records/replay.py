"""Replay of games from long moves, and move lists for people."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import reduce

from engine.model.english import count_of, shown
from engine.model.position import Move, Position, long_form
from engine.notation.describe import result_in_words
from engine.notation.moves import short_form
from engine.play.events import BrokenRecord, Event, Moved, Rolled
from engine.play.game import advance, beginning, new_game
from engine.play.referee import sheet
from engine.play.state import Await, Played, State
from engine.variants.variant import Variant


class WrongMove(ValueError):
    """A move in a record that is not legal in its place; the text says which and why."""


def replay_moves(variant: Variant, moves: str, start: Position | None = None) -> State:
    """The state after long-form moves separated by spaces; WrongMove at the first that is not legal."""
    state = new_game(variant, start)
    for number, text in enumerate(moves.split(), 1):
        state = replay_move(state, number, text)
    return state


def replay_move(state: State, number: int, text: str) -> State:
    """The state after one move of a record, with its dice where it fights."""
    quoted = f"move {number}, {shown(text)}"
    if state.result is not None:
        raise WrongMove(f"{quoted}: the game is over ({result_in_words(state.variant, state.result)})")
    long, bracket, dice = text.partition("[")
    current = sheet(state)
    if long not in (longs := current.long()):
        read = current.read(long)
        if isinstance(read, Move):
            raise WrongMove(f"{quoted}: write it in long form, {long_form(state.variant.board, read)}")
        raise WrongMove(f"{quoted}: {read.text}")
    moved = advance(state, Event(state.sequence + 1, 0, state.turn, Moved(current.legal[longs.index(long)])))
    if moved.awaits is not Await.ROLL:
        if bracket:
            raise WrongMove(f"{quoted}: it isn't a fight, so it has no dice")
        return moved
    if not dice.endswith("]"):
        raise WrongMove(f"{quoted}: it's a fight, so its dice come next, like {long}[5-3]")
    try:
        return advance(moved, Event(moved.sequence + 1, 0, moved.turn, Rolled(dice.removesuffix("]"))))
    except BrokenRecord as problem:
        raise WrongMove(f"{quoted}: {problem}") from problem


def short_moves(state: State, first: int = 0) -> list[str]:
    """The moves from index `first` on, in short notation with their dice."""
    return [move_with_dice(state, played) for played in state.played[first:]]


def move_with_dice(state: State, played: Played) -> str:
    """A move of a game in short notation, with its dice."""
    return short_of(state, played) + dice_of(played)


def short_of(state: State, played: Played) -> str:
    """A move of a game in short notation, without its dice."""
    return short_form(state.movement, played.before, played.move)


def dice_of(played: Played) -> str:
    """The dice of a move's fight as they follow it: `[4-4,5-3]`, or nothing."""
    return f"[{played.dice}]" if played.dice else ""


def state_after(state: State, plies: int) -> State:
    """The game after `plies` moves, just before the next; as it is now if it has fewer.

    Moves that were taken back do not count.
    """
    if not 0 <= plies < len(state.played):
        return state
    return reduce(advance, state.events[: state.played[plies].sequence - 1], beginning(state))


def board_after(state: State, plies: int) -> State:
    """The board's view of the game after `plies` moves; all of it if it has fewer.

    It is the position just before the next move with the last move and its fight, and costs the same however long the
    game is; it can't be continued, and it has no events, clocks or proposals.
    """
    if not 0 <= plies < len(state.played):
        return state
    return State(state.variant, (state.played[plies].before,), state.played[plies - 1 : plies] if plies else ())


def begins_round(state: State, index: int) -> bool:
    """True if the move with this index begins a round; the first does if the first remaining seat makes it."""
    played = state.played[index]
    if not index:
        return played.seat == state.variant.remaining(played.before)[0]
    return played.round != state.played[index - 1].round


def number_of(state: State, index: int) -> str:
    """Return the number of the move with this index, as scoresheets write it: `2.`, or `2. …` within a round."""
    return f"{state.played[index].round}.{'' if begins_round(state, index) else ' …'}"


def named_move(state: State, index: int) -> str:
    """Return the move with this index with its number, as players name it: `2. Tc4`, `2. … Gc4`."""
    return f"{number_of(state, index)} {short_of(state, state.played[index])}"


def plies_named(state: State, text: str) -> int | None:
    """Return after how many moves, counting everyone's, the position is that a text names; None if there is none.

    `3` is the position when everyone has made their third move, `3.` that after the first player's, `3. …` or `3...`
    that after the others', `3. … Tc4` that after this move; `0` is the start.
    """
    found = _PLACE.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    number, within, move = int(found["number"]), bool(found["within"]), _bare(found["move"])
    if not number and not move:
        return 0
    first, end = (
        bisect(state.played, number, key=lambda played: played.round) for bisect in (bisect_left, bisect_right)
    )
    indexes: Sequence[int] = range(first, end)
    if move:
        indexes = [index for index in indexes if _bare(short_of(state, state.played[index])) == move]
    if len(indexes) > 1 and (found["point"] or within):
        later = [index for index in indexes if not begins_round(state, index)]
        indexes = later if within else indexes[:1]
    if not indexes or (within and not move and begins_round(state, indexes[-1])):
        return None
    return indexes[-1] + 1


_PLACE = re.compile(r"(?P<number>\d{1,5}) ?(?P<point>\.(?!\.))? ?(?P<within>…|\.\.+)? ?(?P<move>.*)")


def _bare(move: str) -> str:
    return re.sub(r"\[.*|[x+#:\-]", "", move).strip().casefold()


def rounds_of(state: State) -> int:
    """Return the number of the round that the last move belongs to, 0 before the first."""
    return state.played[-1].round if state.played else 0


def length_in_words(state: State) -> str:
    """Return how many moves a game has had, as players count them: a round is one."""
    rounds = rounds_of(state)
    return count_of(rounds, "move" if len(state.variant.seats) == 2 else "round") if rounds else "no moves"


def numbered(state: State, first: int = 0) -> list[str]:
    """The moves from index `first` on, numbered by rounds: `1. Tc3 Gc4`; a round begun earlier opens with `…`."""
    lines: list[str] = []
    for index, text in enumerate(short_moves(state, first), first):
        if begins_round(state, index) or not lines:
            lines.append(f"{number_of(state, index)} {text}")
        else:
            lines[-1] += f" {text}"
    return lines


def last_rounds(state: State, count: int) -> list[str]:
    """The last `count` rounds of the moves, numbered."""
    before = state.played[-1].round - count if state.played else 0
    return numbered(state, bisect_right(state.played, before, key=lambda played: played.round))


def date_of(milliseconds: int) -> str:
    """The UTC day of a time stamp, as `2026-11-21`."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d")
