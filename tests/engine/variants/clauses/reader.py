"""Reads the rows of clauses: positions, moves, and what the rules then say.

A file of rows holds, one a line, `== a clause` (of the rules), `@ game option=value & game` (the games that the rows
below are read for) and rows of three columns parted by `|`:

- a position: `array`; `fen …`; or armies, one a seat, parted by `/`, and fields of position codes behind ` ; ` (`turn`,
  too). `"` stands for the position above; `alone` before armies leaves out the game, for boards without royals.
- what happens: moves in any notation, with dice where they fight (`e4d5[5-3]`), and `resign1`, `offer1`, `accept2`,
  `decline2`, `claim1`, `flag1`. `(a b)*3` happens three times.
- what holds then, parted by ` & `: see `CHECKS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.lookahead.imagined import perft
from engine.model.position import Position, bits
from engine.movement.generator import movement_of
from engine.notation.moves import AmbiguousMove, UnreadableMove
from engine.notation.position_code import BadCode, code_of, position_of
from engine.play.commands import ClaimDraw, Command, MakeMove, Resign
from engine.play.events import BrokenRecord, ClockStarted, Event, Flagged, Rolled
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.play.state import Await, State
from engine.records.replay import short_moves
from engine.rules import in_check
from engine.rules.fight import read_rounds, totals
from engine.rules.protocols import Result
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.proposing import accept_draw, decline_draw, offer_draw
from tests.engine.support import NOON, code, control_of, done, happened, long_moves, placed, refused, targets, tokens
from tests.engine.support import fen_code as coded
from tests.engine.variants.clauses.games import MADE_UP

COMMANDS: dict[str, Callable[[int], Command]] = {
    "resign": Resign,
    "offer": offer_draw,
    "accept": accept_draw,
    "decline": decline_draw,
    "claim": ClaimDraw,
}
COMMAND = re.compile(rf"({'|'.join([*COMMANDS, 'flag'])})([1-4])")


class Row(NamedTuple):
    """A line of a file of clauses: the clause, the game, the position, what happens, and what holds then."""

    clause: str
    game: str
    position: str
    happens: str
    holds: str

    @property
    def variant(self) -> Variant:
        key, *options = self.game.split()
        return MADE_UP.get(self.game) or variant_of(key, dict(option.split("=") for option in options))


def rows(path: Path) -> Iterator[tuple[str, Row]]:
    """The rows of a file, each with a name: the file, the line and the clause."""
    clause, games, position = "", [""], ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("=="):
            clause = line.removeprefix("==").strip()
        elif line.startswith("@"):
            games = line.removeprefix("@").split("&")
        elif line.strip():
            given, happens, holds = (part.strip() for part in line.split("|"))
            position = position if given == '"' else given
            for game in map(str.strip, games):
                yield f"{path.stem}:{number} {clause}", Row(clause, game, position, happens, holds)


def position_in(variant: Variant, text: str) -> Position:
    pieces, _, more = text.removeprefix("alone ").partition(" ; ")
    fields = dict(field.split("=", 1) for field in more.split())
    if pieces == "array":
        return variant.start._replace(turn=int(fields.get("turn", variant.start.turn)))
    if pieces.startswith("fen "):
        given = " ".join(f"{name}={value}" for name, value in fields.items())
        return position_of(variant, f"{coded(pieces.removeprefix('fen '))} {given}".strip())
    turn = int(fields.pop("turn", "1"))
    return position_of(variant, code(variant, [army.strip() for army in pieces.split("/")], turn, **fields))


def unrolled(text: str) -> list[str]:
    """What happens, one thing after another."""
    return re.sub(r"\(([^()]*)\)\*(\d+)", lambda found: f"{found[1]} " * int(found[2]), text).split()


def after(state: State, text: str) -> State:
    for what in unrolled(text):
        if command := COMMAND.fullmatch(what):
            state = _commanded(state, command[1], int(command[2]))
            continue
        move, _, dice = what.partition("[")
        state = done(state, MakeMove(state.turn, move=move))
        assert not dice or state.awaits is Await.ROLL, f"{move} is no fight"
        if dice:
            state = happened(state, Rolled(dice.removesuffix("]")))
    return state


def _commanded(state: State, word: str, seat: int) -> State:
    if word != "flag":
        return done(state, COMMANDS[word](seat))
    state = new_game(state.variant, state.position, control_of("1 day/move"))
    for what in (ClockStarted(), Flagged(seat)):
        state = advance(state, Event(state.sequence + 1, NOON, 0, what))
    return state


def check(row: Row) -> None:
    """Fail unless a row holds."""
    variant = row.variant
    if row.holds.startswith("impossible "):
        _impossible(variant, row.position, row.holds.removeprefix("impossible "))
        return
    position = position_in(variant, row.position)
    state = None if row.position.startswith("alone ") else after(new_game(variant, position), row.happens)
    for held in row.holds.split(" & "):
        word, _, rest = held.strip().partition(" ")
        if state is None:
            _reach(variant, position, held)
        elif word in CHECKS:
            CHECKS[word](state, rest)
        else:
            _compare(targets(state, word), rest)


def _impossible(variant: Variant, text: str, words: str) -> None:
    with pytest.raises(BadCode, match=re.escape(words)):
        position_in(variant, text)


def _reach(variant: Variant, position: Position, held: str) -> None:
    """Fail unless the piece on a cell goes where it should, whatever becomes of royals."""
    word, _, rest = held.strip().partition(" ")
    names, cell = variant.board.names, variant.board.cell(word)
    moves = movement_of(variant).pseudo_legal(position)
    _compare({names[move.target] for move in moves if move.origin == cell}, rest)


def _compare(found: set[str], rest: str) -> None:
    """Compare cells with those behind `>` (exactly those), `>=` (those among others) or `!>` (none of those)."""
    sign, *cells = rest.split()
    if sign == ">":
        assert set(cells) == found
    elif sign == ">=":
        assert set(cells) <= found
    else:
        assert (sign, set()) == ("!>", set(cells) & found)


def _legal(state: State, rest: str) -> None:
    origin = rest.rsplit(maxsplit=1)[-1][:-1] if rest.endswith("*") else ""
    found = [move for move in long_moves(state) if move.startswith(origin)]
    assert sorted(rest.removesuffix(f"{origin}*").split() if origin else rest.split()) == found


def _refuses(state: State, rest: str) -> None:
    texts, _, words = rest.partition(": ")
    for text in texts.split(" , "):
        refusal = refused(state, MakeMove(state.turn, move=text.strip()))
        assert words in refusal.text or words in getattr(refusal, "reason", ""), refusal.text


def _asks(state: State, rest: str) -> None:
    texts, _, candidates = rest.partition(": ")
    for text in texts.split(" , "):
        refusal = refused(state, MakeMove(state.turn, move=text.strip()))
        assert isinstance(refusal, AmbiguousMove)
        assert set(candidates.split()) == set(refusal.candidates)


def _reads(state: State, rest: str) -> None:
    """Fail unless all these texts are the move named first."""
    move, _, texts = rest.partition(": ")
    wanted = done(state, MakeMove(state.turn, move=move)).events
    for text in texts.split(" , "):
        assert wanted == done(state, MakeMove(state.turn, move=text.strip())).events, text


def _denies(state: State, rest: str) -> None:
    text, _, words = rest.partition(": ")
    found = COMMAND.fullmatch(text)
    assert found
    assert words in refused(state, COMMANDS[found[1]](int(found[2]))).text


def _result(state: State, rest: str) -> None:
    assert state.result is not None, "the game goes on"
    assert rest == f"{state.result.winner or 'draw'} {state.result.reason}"
    assert (Await.NOTHING, []) == (state.awaits, long_moves(state))


def _shares(state: State, rest: str) -> None:
    """Fail unless a stalemate is scored so."""
    assert Result(None, "stalemate", tuple(map(Fraction, rest.split()))) == state.result


def _goes_on(state: State, rest: str) -> None:
    assert ("on", None) == (rest, state.result)


def _is(state: State, rest: str) -> None:
    """Fail unless the position is exactly this one."""
    assert code_of(state.variant, position_in(state.variant, rest)) == code_of(state.variant, state.position)


def _stands(state: State, rest: str) -> None:
    """Fail unless these pieces, and no others, are on the board."""
    armies = [army.strip() for army in rest.split("/")]
    assert placed(state.variant, *armies).placement == state.position.placement


def _code(state: State, rest: str) -> None:
    text = code_of(state.variant, state.position)
    assert (rest.removeprefix("!") in text) != rest.startswith("!"), text


def _faces(state: State, rest: str) -> None:
    sides = tuple(tuple(int(die) for die in side.split("+")) for side in rest.split("-"))
    assert state.fight is not None
    assert sides == state.fight.faces()


def _bonus(state: State, rest: str) -> None:
    assert state.fight is not None
    assert tuple(map(int, rest.split("-"))) == state.fight.bonus


def _fighters(state: State, rest: str) -> None:
    """Fail unless the defenders stand on these cells; `prerogative` before them."""
    assert state.fight is not None
    *kind, cells = rest.rpartition("prerogative ")
    assert cells.split() == [state.variant.board.names[fighter.cell] for fighter in state.fight.defenders]
    assert bool(kind[1]) == state.fight.prerogative


def _verdict(state: State, rest: str) -> None:
    """Fail unless these dice leave the fight `won`, `lost`, or `open`; `no: words` for dice that cannot be."""
    dice, _, verdict = rest.partition(" ")
    combat, fight = state.variant.combat, state.fight
    assert combat is not None
    assert fight is not None
    if not verdict.startswith("no: "):
        assert verdict == combat.verdict(fight, read_rounds(dice)).name.lower()
        return
    with pytest.raises(BrokenRecord, match=re.escape(verdict.removeprefix("no: "))):
        happened(state, Rolled(dice))


def _totals(state: State, rest: str) -> None:
    dice, *expected = rest.split()
    (round_,) = read_rounds(dice)
    assert state.fight is not None
    assert tuple(map(int, expected)) == totals(state.fight, round_)


def _tokens(state: State, rest: str) -> None:
    assert {cell: int(count) for cell, count in (pair.split(":") for pair in rest.split())} == tokens(state)


def _quiet(state: State, rest: str) -> None:
    assert (0, *map(int, rest.split(","))) == state.position.quiet


def _rights(state: State, rest: str) -> None:
    assert set(rest.split()) == {state.variant.board.names[cell] for cell in bits(state.position.rights)}


def _told(state: State, rest: str) -> None:
    """Fail unless exactly this befell seats by what happened last: `checkmated 2 by 1, skipped 1 by 1`."""
    assert rest == ", ".join(f"{told.fate.value} {told.seat} by {told.by}" for told in state.notices)


def _unreadable(state: State, rest: str) -> None:
    for text in rest.split(" , "):
        refusal = refused(state, MakeMove(state.turn, move=text))
        assert isinstance(refusal, UnreadableMove)
        assert refusal.examples


def _has(state: State, rest: str) -> None:
    assert set(rest.split()) <= set(long_moves(state))


def _not(state: State, rest: str) -> None:
    assert set() == set(rest.split()) & set(long_moves(state))


def _left(state: State, rest: str) -> None:
    assert tuple(map(int, rest.split())) == state.remaining


def _turn(state: State, rest: str) -> None:
    assert int(rest) == state.turn


def _writes(state: State, rest: str) -> None:
    """Fail unless this is how the last move, or (before `of` a cell) those to a cell are written short."""
    forms, _, cell = rest.partition(" of ")
    if not cell:
        assert forms == short_moves(state)[-1]
        return
    moves = sheet(state)
    assert forms.split() == [
        moves.short(move) for move in moves.legal if cell == state.variant.board.names[move.target]
    ]


def _check(state: State, rest: str) -> None:
    assert (rest == "yes") == in_check(state.movement, state.position)


def _perft(state: State, rest: str) -> None:
    """Fail unless so many sequences of one move, of two and so on begin here."""
    expected = [int(nodes) for nodes in rest.split()]
    assert expected == [perft(state, depth) for depth in range(1, len(expected) + 1)]


def _draw(state: State, rest: str) -> None:
    assert (rest == "stands") == (state.proposal("draw") is not None)


CHECKS: dict[str, Callable[[State, str], None]] = {
    "legal": _legal,  # these long moves and no others; of the piece on a cell alone if the last word is `e2*`
    "has": _has,  # these long moves among others
    "not": _not,  # none of these long moves
    "refuses": _refuses,  # these texts, parted by ` , `, with these words
    "asks": _asks,  # these texts, with these candidates
    "reads": _reads,  # a move as each of these texts
    "unreadable": _unreadable,  # these texts
    "denies": _denies,  # `claim1: words`
    "writes": _writes,
    "result": _result,  # `1 checkmate`, `draw stalemate`
    "shares": _shares,  # `3/4 1/4`
    "goes": _goes_on,
    "turn": _turn,
    "left": _left,  # the seats still in the game
    "told": _told,
    "is": _is,  # a position
    "stands": _stands,  # armies
    "code": _code,  # a part of the position's code; `!part` where it is not
    "rights": _rights,
    "quiet": _quiet,
    "tokens": _tokens,
    "perft": _perft,
    "check": _check,
    "offer": _draw,
    "faces": _faces,  # the dice of both sides: `8-8+10`
    "bonus": _bonus,
    "fighters": _fighters,
    "verdict": _verdict,
    "totals": _totals,
}
"""What a row may say that holds; else `d4 > c3 c4` (see `_compare`) says where the piece on a cell may go."""
