"""PGN: a game for two as other programs read it; the scoresheet stays the exact form, with words, offers and times.

The moves that stand are written in short notation, with their dice in brackets where they fight, which other programs
do not know. `engine.records.scoresheet` reads it back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.notation.describe import result_in_words
from engine.notation.fen import fen_of
from engine.notation.position_code import code_of
from engine.play.state import State
from engine.records.replay import begins_round, written
from engine.records.scoresheet import GENERATED, PLAYERS, quoted, wrapped
from engine.rules.protocols import CLOSED, Result
from engine.variants import STANDARD, name_elsewhere

_ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", **dict.fromkeys(PLAYERS, "?")}
"""The tags that every PGN begins with, before the result, and what stands there for the unknown."""


class NoPgn(ValueError):
    """A game that is not for two: PGN has no results for it."""


def pgn(state: State, tags: Mapping[str, str]) -> str:
    """The game as PGN; `tags` may name the players by their sides, and days as `2026-11-21`.

    Raises NoPgn for a game that is not for two, ValueError for a tag whose name no reader would take.
    """
    variant = state.variant
    if len(variant.seats) != len(PLAYERS):
        raise NoPgn("PGN is for games for two")
    sides = {seat.name: name for seat, name in zip(variant.seats, PLAYERS, strict=True)}
    known = {sides.get(name, name): value for name, value in tags.items() if value}
    bad = next((name for name in known if name in GENERATED or not re.fullmatch(r"\w+", name)), None)
    if bad is not None:
        raise ValueError(f"{bad!r} is no name for a tag of one's own")
    head = {**_ROSTER, **known}
    head["Date"] = head["Date"].replace("-", ".")
    result = _result(state.result)
    roster = [*((name, head.pop(name)) for name in _ROSTER), ("Result", result)]
    lines = [f'[{name} "{quoted(value)}"]' for name, value in (*roster, *_game(state), *head.items())]
    return "\n".join([*lines, "", *wrapped([*_moves(state), result]), ""])


def _game(state: State) -> Iterator[tuple[str, str]]:
    """The tags that say what is played, from where, and why it ended."""
    variant = state.variant
    name = name_elsewhere(variant)
    if variant.key != STANDARD.key or variant.options:
        yield "Variant", name or variant.key
    if variant.options and not name:
        yield "Options", " ".join(f"{option}={value}" for option, value in variant.options)
    if state.line[0] != variant.start:
        fen = fen_of(variant, state.line[0])
        yield "SetUp", "1"
        yield ("FEN", fen) if fen else ("Position", code_of(variant, state.line[0]))
    if state.clock is not None:
        yield "TimeControl", state.clock.control.in_seconds
    if state.result is not None:
        yield "Termination", result_in_words(variant, state.result)
        if state.result.shares:
            yield "Score", "-".join(map(str, state.result.shares))


def _result(result: Result | None) -> str:
    if result is None or result.reason == CLOSED:
        return "*"
    return "1/2-1/2" if result.winner is None else ("1-0", "0-1")[result.winner - 1]


def _moves(state: State) -> Iterator[str]:
    """The moves with their numbers, a word each."""
    for index, played in enumerate(state.played):
        begins = begins_round(state, index)
        if begins or not index:
            yield f"{played.round}.{'' if begins else '..'}"
        yield written(state, played)
