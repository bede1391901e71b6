"""The sides that play together, the cells they stand on, and every theme, to be measured."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from engine.variants import GAMES, built
from renderer.paint.palette import Palette, palette_of
from renderer.theme import THEMES, TINTS, Colour, Livery, Theme, blend


class Party(NamedTuple):
    """The names of a game's sides and the shades of its cells."""

    seats: tuple[str, ...]
    shades: tuple[str, ...]

    def liveries(self, theme: Theme) -> tuple[Livery, ...]:
        return theme.liveries_of(self.seats)

    def palette(self, theme: Theme) -> Palette:
        return palette_of(theme, self.seats, self.shades)


PARTIES = sorted(
    {
        Party(
            tuple(seat.name for seat in variant.seats),
            tuple(sorted({variant.board.shade(cell) for cell in range(len(variant.board.names))})),
        )
        for variant in (built(game, {}) for game in GAMES.values())
    }
)

themes = pytest.mark.parametrize("theme", [pytest.param(theme, id=name) for name, theme in THEMES.items()])
parties = pytest.mark.parametrize(
    "party", [pytest.param(party, id="-".join((*party.seats, *party.shades))) for party in PARTIES]
)


def tinted(theme: Theme, shades: tuple[str, ...]) -> list[Colour]:
    return [blend(theme.shade(shade), theme.trace, part) for shade in shades for part in TINTS]


def grounds(theme: Theme, shades: tuple[str, ...]) -> list[Colour]:
    """All that pieces stand on: cells, those of a last move, and the one of a chosen piece."""
    return [*map(theme.shade, shades), *tinted(theme, shades), theme.chosen]
