"""Every theme, measured: sides, pieces, cells, marks and writing stay apart in all sights, and are legible.

A piece is told from its ground by its fill or by what is around that: the edge of a bare one, the ink of a counter.
"""

from __future__ import annotations

from itertools import combinations

from engine.variants import GAMES, built
from renderer.cards.paper import line_colour, panel_of
from renderer.theme import (
    ACHROMATIC,
    MEADOW,
    NAME_SHADE,
    SLATE,
    THEME,
    THEMES,
    WALNUT,
    Theme,
    blend,
    shows_bare,
    suits,
    theme_for,
)
from tests.renderer.parties import PARTIES, Party, grounds, parties, themes, tinted
from tests.renderer.sight import COLOURED, SIGHTS, contrast, difference, nearest

SIDES, SIDES_IN_GRAY, PIECES, MARKS, CELLS, TRACE = 25, 20, 15, 15, 5, 6
"""How far apart they are at least (CIEDE2000)."""


@themes
def test_sides_that_meet_stay_apart(theme: Theme) -> None:
    """The fills of any two sides of a game differ in normal sight, all colour blindnesses and gray, and in shape."""
    for pair in {pair for party in PARTIES for pair in combinations(party.seats, 2)}:
        one, other = (theme.livery(name, 1) for name in pair)
        assert nearest([one.fill], [other.fill], COLOURED) >= SIDES
        assert nearest([one.fill], [other.fill], ["gray"]) >= SIDES_IN_GRAY
        assert one.shape is not other.shape
    assert theme.livery("Left", 1) != theme.livery("Right", 2)


@themes
@parties
def test_pieces_stand_out_from_all_they_stand_on(theme: Theme, party: Party) -> None:
    """In every sight a piece's fill or the line around it differs from its cell, marked or not, and from cards."""
    for livery in party.liveries(theme):
        around = livery.edge if shows_bare(party.seats) else theme.ink
        for ground in (*grounds(theme, party.shades), theme.card):
            for sight in SIGHTS:
                assert max(difference(part, ground, sight) for part in (livery.fill, around)) >= PIECES


@themes
def test_a_theme_is_for_the_sides_that_stand_out_by_their_fills(theme: Theme) -> None:
    """Fills of coloured sides differ from all cells for who sees colours; of white and black, edges are enough."""
    for side in THEME.liveries:
        apart = nearest([theme.livery(side, 1).fill], grounds(theme, ("light", "medium", "dark")), COLOURED)
        assert (side in theme.sides) is (side in ACHROMATIC or apart >= PIECES)


@themes
def test_cells_and_marks_show(theme: Theme) -> None:
    """Shades of a board, both cells of a last move, arrows, rings and bands all differ from what is around them."""
    for shades in {party.shades for party in PARTIES}:
        for one, other in combinations(map(theme.shade, shades), 2):
            assert nearest([one], [other]) >= CELLS
    for shade in theme.shades:
        assert nearest([theme.shade(shade)], tinted(theme, (shade,)), COLOURED) >= TRACE
    assert nearest((theme.arrow, theme.reach, theme.danger), grounds(theme, tuple(theme.shades))) >= MARKS


@themes
def test_what_is_written_is_legible(theme: Theme) -> None:
    """Text, names of cells, counters, icons and pips contrast with their grounds as WCAG asks of their sizes."""
    assert contrast(theme.text, theme.page) >= 7
    assert contrast(theme.ink, theme.card) >= 7
    assert contrast(theme.light, theme.ink) >= 7
    assert contrast(theme.muted, theme.page) >= 4.5
    assert contrast(theme.accent, theme.page) >= 3
    for ground in theme.shades.values():
        assert contrast(blend(ground, theme.ink, NAME_SHADE), ground) >= 2.5
    for ground in (*theme.shades.values(), theme.card, theme.chosen):
        assert contrast(theme.ink, ground) >= 4.5
    for one, other in combinations((theme.ink, theme.weary, theme.danger), 2):
        assert contrast(one, other) >= 3
    assert contrast(theme.ink, theme.accent) >= 3
    assert all(contrast(line_colour(theme, each), panel_of(theme)) >= 3 for each in theme.liveries.values())
    for name, livery in THEME.liveries.items():
        assert contrast(livery.icon, livery.fill) >= 4.5
        assert name not in {"White", "Black"} or contrast(livery.edge, livery.fill) >= 4.5


def test_every_game_has_a_theme_that_suits_it() -> None:
    """By default White against Black are drawn in meadow, all others in slate; one that doesn't suit becomes slate."""
    for game in GAMES.values():
        seats = [seat.name for seat in built(game, {}).seats]
        expected = MEADOW if set(seats) == {"White", "Black"} else SLATE
        assert theme_for("", seats) is expected
        assert suits(expected, seats)
        for theme in THEMES.values():
            assert theme_for(theme.name, seats) is (theme if suits(theme, seats) else SLATE)
    assert not suits(WALNUT, ["Red", "Blue"])
    assert suits(MEADOW, ["White", "Red", "Black", "Blue"])
    assert not suits(MEADOW, ["Red", "Gold", "Blue"])
    assert theme_for("walnut", ["Left", "Right"]) is SLATE
