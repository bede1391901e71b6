"""Conditional moves: lines of other players' moves and one's own answers, read and checked beforehand.

`Pxd4 then Gxd4, Tb3 then Pe5` is one line: the mover of each follows from the position. `;` or `or`
separates several lines. `first_move` takes a line apart.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from engine.lookahead.imagined import branches
from engine.model.position import Move, long_form
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.notation.moves import AmbiguousMove, IllegalMove, MoveList, UnreadableMove
from engine.notation.typed import ARROW
from engine.play.referee import sheet
from engine.play.refusals import GameOver, HasLeft
from engine.play.state import State

LINE_MAX_CHARS = 2000
MOST_MOVES = 16
MOST_LINES = 12
MOST_STATES = 27
"""The most ways in which the fights of a line are followed."""
MOST_POSITIONS = 256
"""The most positions that a whole text may lead to; each way in which a fight may end is one."""

OUTSIDE = r"(?![^()]*\))"
"""Lookahead after a separator of moves: not within words of a move or brackets."""
MOST_WORDS = 16
"""The most words that a move may have."""
_PARTED = rf"(?:[,;\n，；]|\bthen\b|(?:^|(?<=\s))\d{{1,4}}\s*[.…]+){OUTSIDE}"
_GAP = rf"(?:\s|{ARROW}|[-–—−](?=\s)|\band\b)+"
_APART = re.compile(_PARTED, re.IGNORECASE)
_BETWEEN = re.compile(_GAP, re.IGNORECASE)
_EITHER = re.compile(rf"(?:{_PARTED}|{_GAP}|(?<=[.…])[.…])+", re.IGNORECASE)
_ALTERNATIVE = re.compile(rf"(?:[;\n；]|\bor\b){OUTSIDE}\s*", re.IGNORECASE)
_IF = re.compile(r"\s*(?:if\b\s*)?", re.IGNORECASE)


class Step(NamedTuple):
    """A move of a line: the seat that makes it, the move in long form, and as players write it."""

    seat: int
    move: str
    short: str


Line = tuple[Step, ...]
"""Others' moves, each with one's own answer behind it; the last step is one's own."""


class NoLine(Refusal):
    words = "Write the other player's move, “then” and your answer: Pxd4 then Gxd4. You can add more after a comma."


class YourTurn(Refusal):
    words = "It's your move, so just make it. Conditional moves answer another player's."


class TooMuch(Refusal):
    what: str

    words = "You can save at most {what}."


class TooFar(Refusal):
    words = (
        f"That leads to more than {MOST_POSITIONS} positions, since each fight can end in up to three ways. "
        "Save fewer lines, or shorter ones."
    )


class LeftOpen(Refusal):
    """A line that ends with another player's move, named by `move`."""

    move: str

    words = "Your answer to {move} is missing: {move} then …"


class InLine(Refusal):
    """The problem with a move of a line, `before` being the moves before it."""

    before: tuple[str, ...]
    refusal: Refusal

    words = "After {before:and}: {refusal.text}"


class TheirMove(Refusal):
    """The problem with another player's move, of the side `side`."""

    side: str
    refusal: Refusal

    words = "{refusal.text} It would be {side}'s move there, not yours."


@dataclass
class _Allowance:
    left: int = MOST_POSITIONS

    def spend(self, positions: int) -> None:
        self.left -= positions
        if self.left < 0:
            raise Refused(TooFar())


def read_lines(state: State, seat: int, text: str) -> tuple[Line, ...] | Refusal:
    """The lines that a seat's text names, each checked against the rules from the present position on.

    All of them together lead to at most MOST_POSITIONS positions.
    """
    if state.result is not None:
        return GameOver(result_in_words(state.variant, state.result))
    if seat not in state.remaining:
        return HasLeft()
    if state.turn == seat:
        return YourTurn()
    if len(text) > LINE_MAX_CHARS:
        return TooMuch(f"{LINE_MAX_CHARS} characters")
    alternatives = [line for part in _ALTERNATIVE.split(text) if (line := without_gap(_IF.sub("", part, count=1)))]
    if not alternatives:
        return NoLine()
    if len(alternatives) > MOST_LINES:
        return TooMuch(f"{MOST_LINES} lines")
    allowance = _Allowance()
    try:
        return tuple(_read(state, seat, alternative, allowance) for alternative in alternatives)
    except Refused as refused:
        return refused.refusal


def _read(state: State, seat: int, text: str, allowance: _Allowance) -> Line:
    """One line, move by move; under fights a move has to be legal in one of the ways in which these may end."""
    states: Sequence[State] = (state,)
    steps: list[Step] = []
    while text:
        if len(steps) == MOST_MOVES:
            raise Refused(TooMuch(f"{MOST_MOVES} moves in a line"))
        found = _step(states, text)
        if isinstance(found, Refusal):
            turn = states[0].turn
            if turn != seat and isinstance(found, IllegalMove):
                found = TheirMove(state.variant.seat(turn).name, found)
            raise Refused(InLine(tuple(step.short for step in steps), found) if steps else found)
        step, text = found
        steps.append(step)
        states = _after(states, step, allowance)
    if len(steps) < 2 or steps[-1].seat != seat:
        raise Refused(LeftOpen(steps[-1].short) if steps else NoLine())
    return tuple(steps)


def _step(states: Sequence[State], text: str) -> tuple[Step, str] | Refusal:
    """The first move of a text in the first of some states in which it is legal, and the text behind it.

    Where it is legal in none, why it is not in the first.
    """
    if states[0].result is not None:
        return GameOver(result_in_words(states[0].variant, states[0].result))
    refusals: list[Refusal] = []
    for state in states:
        legal = sheet(state)
        read = first_move(legal, text)
        if not isinstance(read, Refusal):
            move, rest = read
            return Step(state.turn, long_form(state.variant.board, move), legal.short(move)), rest
        refusals.append(read)
    return refusals[0]


def _after(states: Sequence[State], step: Step, allowance: _Allowance) -> Sequence[State]:
    """The states to which a move can lead from those where it is legal; finished ones only if there are no others."""
    going: list[State] = []
    over: list[State] = []
    for state in states:
        legal = sheet(state)
        long = legal.long()
        if state.turn != step.seat or step.move not in long:
            continue
        reached = branches(state, legal.legal[long.index(step.move)])
        allowance.spend(len(reached))
        going += [after for after in reached if after.result is None]
        over += [after for after in reached if after.result is not None]
        if len(going) >= MOST_STATES:
            break
    return (going or over)[:MOST_STATES]


def unfinished(state: State, text: str) -> tuple[str, State] | None:
    """A text up to the move that is being typed, and the state in which that move would be made.

    None past an error, where `read_lines` would stop, too.
    """
    begun = max((match.end() for match in _ALTERNATIVE.finditer(text)), default=0)
    line = _IF.sub("", text[begun:], count=1)
    found = unfinished_line(state, line)
    return None if found is None else (text[: len(text) - len(line)] + found[0], found[1])


def unfinished_line(state: State, text: str) -> tuple[str, State] | None:
    """The same for a text that is one line."""
    last = last_gap(text)
    rest = without_gap(text[:last])
    states: Sequence[State] = (state,)
    allowance = _Allowance()
    for _ in range(MOST_MOVES):
        found = _step(states, rest) if rest else None
        if found is None or (isinstance(found, Refusal) and not is_parted(rest)):
            return text[: last - len(rest)], states[0]
        if isinstance(found, Refusal):
            return None
        step, rest = found
        try:
            states = _after(states, step, allowance)
        except Refused:
            return None
    return None


def without_gap(text: str) -> str:
    """Return a text from its first move on; "" where it has none."""
    gap = _EITHER.match(text)
    return text[gap.end() :] if gap else text


def last_gap(text: str) -> int:
    """Return where what parts the last two moves of a text ends, 0 if nothing does."""
    return max((gap.end() for gap in _EITHER.finditer(text)), default=0)


def is_parted(text: str) -> bool:
    """Return whether a text has moves parted for certain."""
    return _APART.search(text) is not None


def first_move(legal: MoveList, text: str) -> tuple[Move, str] | Refusal:
    """Take the first move of a text that begins with one: the legal move, and the text from the next move on."""
    parted = _APART.search(text)
    part = (text[: parted.start()] if parted else text).rstrip()
    begun = [*(part[: gap.start()] for gap in islice(_BETWEEN.finditer(part), MOST_WORDS)), part]
    found = {fitting[0]: words for words in begun if len(fitting := legal.fitting(words)) == 1}
    if len(found) > 1:
        return AmbiguousMove(part, legal.short_forms(found))
    for move, words in found.items():
        return move, without_gap(text[len(words) :])
    refusal = UnreadableMove(part, legal.short_forms(legal.examples))
    meant = sorted(begun, key=lambda words: not (legal.fitting(words) or legal.names_own_cell(words)))
    refusals = (read for words in meant if isinstance(read := legal.read(words), Refusal))
    return next((each for each in refusals if not isinstance(each, UnreadableMove)), refusal)


def left(line: Line, moves: Sequence[str]) -> Line | None:
    """The rest of a line after some moves in long form; None once the game has gone another way."""
    expected = [step.move for step in line[: len(moves)]]
    return line[len(moves) :] if expected == list(moves[: len(line)]) else None


def contradicted(line: Line, others: Iterable[Line], seat: int) -> Line | None:
    """One of the other lines that gives another answer to the same moves, if there is one."""
    for other in others:
        for ours, theirs in zip(line, other, strict=False):
            if ours.move != theirs.move:
                if ours.seat == theirs.seat == seat:
                    return other
                break
    return None


def in_words(line: Line, seat: int) -> str:
    """A line as its owner may write it: "Pxd4 then Gxd4, Tb3 then Pe5"."""
    phrases: list[str] = []
    awaited: list[str] = []
    for step in line:
        if step.seat != seat:
            awaited.append(step.short)
            continue
        phrases.append(" then ".join(part for part in (" and ".join(awaited), step.short) if part))
        awaited = []
    return ", ".join(phrases)
