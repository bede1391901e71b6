"""Every theme, measured: sides, pieces, cells and marks stay apart in all sights.

A piece is told from its ground by its fill or by what is around that: the edge of a bare one, the ink of a counter.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.variants import GAMES, built
from renderer.theme import ACHROMATIC, MEADOW, SLATE, THEME, WALNUT, Theme, shows_bare, suits, theme_for
from tests.renderer.parties import PARTIES, Party, grounds, parties, themes, tinted
from tests.renderer.sight import COLOURED, SIGHTS, difference, nearest

SIDES, SIDES_IN_GRAY = 25, 20
PIECES = 15
MARKS = 15
CELLS = 5
TRACE = 6


TOGETHER = {pair for party in PARTIES for pair in combinations(party.seats, 2)}
COMMON = ("light", "medium", "dark")


@themes
@pytest.mark.parametrize("pair", sorted(TOGETHER), ids="-".join)
def test_sides_that_meet_stay_apart(theme: Theme, pair: tuple[str, str]) -> None:
    """The fills of any two sides of a game are 25 apart in normal sight and all colour blindnesses, 20 in gray."""
    one, other = (theme.livery(name, 1) for name in pair)
    assert nearest([one.fill], [other.fill], COLOURED) >= SIDES
    assert nearest([one.fill], [other.fill], ["gray"]) >= SIDES_IN_GRAY
    assert one.shape is not other.shape


@themes
@parties
def test_pieces_stand_out_from_all_they_stand_on(theme: Theme, party: Party) -> None:
    """In every sight a piece's fill or the line around it is 15 apart from its cell, marked or not, and from cards."""
    for livery in party.liveries(theme):
        around = livery.edge if shows_bare(party.seats) else theme.ink
        for ground in (*grounds(theme, party.shades), theme.card):
            for sight in SIGHTS:
                assert max(difference(part, ground, sight) for part in (livery.fill, around)) >= PIECES


@themes
@pytest.mark.parametrize("side", sorted(THEME.liveries))
def test_a_theme_is_for_the_sides_that_stand_out_by_their_fills(theme: Theme, side: str) -> None:
    """Fills of coloured sides are 15 apart from all cells for who sees colours; of white and black, edges are enough.

    In gray no theme gets there: fills as light as three sides need meet cells as light; the edge is what is seen.
    """
    apart = nearest([theme.livery(side, 1).fill], grounds(theme, COMMON), COLOURED)
    assert (side in theme.sides) is (side in ACHROMATIC or apart >= PIECES)


@themes
@pytest.mark.parametrize("shades", sorted({party.shades for party in PARTIES}), ids="-".join)
def test_cells_of_different_shades_differ(theme: Theme, shades: tuple[str, ...]) -> None:
    """Any two shades of a board are 5 apart in every sight; lines between the cells do the rest."""
    for one, other in combinations(map(theme.shade, shades), 2):
        assert nearest([one], [other]) >= CELLS


@themes
def test_a_last_move_shows(theme: Theme) -> None:
    """Both its cells differ by 6 from what they were for who sees colours; in gray the line around them tells it."""
    for shade in theme.shades:
        assert nearest([theme.shade(shade)], tinted(theme, (shade,)), COLOURED) >= TRACE


@themes
def test_marks_show(theme: Theme) -> None:
    """Arrows, rings and bands are 15 apart from all cells in every sight."""
    marks = (theme.arrow, theme.reach, theme.danger)
    assert nearest(marks, grounds(theme, tuple(theme.shades))) >= MARKS


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_a_theme_that_suits_it(key: str) -> None:
    """Unasked, White against Black are drawn in meadow, all others in slate, which suits every game."""
    seats = [seat.name for seat in built(GAMES[key], {}).seats]
    expected = MEADOW if set(seats) == {"White", "Black"} else SLATE
    assert theme_for("", seats) is expected
    assert suits(expected, seats)
    assert suits(SLATE, seats)


@themes
@parties
def test_a_theme_that_does_not_suit_a_game_gives_way_to_slate(theme: Theme, party: Party) -> None:
    """Asked for by its name, a theme is taken if it suits the game's sides, and else slate."""
    assert theme_for(theme.name, party.seats) is (theme if suits(theme, party.seats) else SLATE)


def test_red_and_gold_are_not_played_on_wood() -> None:
    """Walnut is for White and Black alone, meadow for all but Gold; strangers' colours are not measured."""
    assert not suits(WALNUT, ["Red", "Blue"])
    assert suits(MEADOW, ["White", "Red", "Black", "Blue"])
    assert not suits(MEADOW, ["Red", "Gold", "Blue"])
    assert theme_for("walnut", ["Left", "Right"]) is SLATE
