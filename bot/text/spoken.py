"""Boards in words for those who do not see them, on as many pages as messages need."""

from __future__ import annotations

from bot.games import Table
from bot.games.spoken import occasion_of, opening, pages, targets_of
from bot.text import games
from engine.notation.describe import lost_in_words, rows_in_words, tally_in_words

PAGE = 1900
"""The characters of the longest page; a message holds 2000."""


def threats_key(name: str) -> str:
    """What the colours and counts of a threat map mean for the side of this name, as small print."""
    return f"-# Green cells are attacked more often by {name}, orange ones by the others; the numbers say how often."


def board_in_words(table: Table) -> list[str]:
    state = table.state
    variant, position = state.variant, state.position
    lost = [(seat.name, lost_in_words(variant, position, seat.number)) for seat in variant.seats]
    sentences = [" ".join(opening(state, occasion_of(table))), *rows_in_words(variant, position)]
    sentences += [f"{name} has lost: {pieces}." for name, pieces in lost if pieces != "none"]
    sentences += [tally_in_words(variant, position)] if variant.tally else []
    return list(pages(sentences, PAGE))


def reach_in_words(table: Table, piece: str) -> list[str]:
    state = table.state
    origin = games.cell_named(state, piece)
    told = targets_of(state, origin) or [games.moves_from(state, origin)]
    return list(pages([" ".join(opening(state, occasion_of(table))), *told], PAGE))
