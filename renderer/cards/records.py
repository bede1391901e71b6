"""Cards of games as their scoresheets tell them."""

from __future__ import annotations

from engine.records.scoresheet import Scoresheet
from renderer.cards.end_card import end_card
from renderer.cards.ending import ending_of
from renderer.cards.luck import LuckPlot, fortunes_of, luck_plot
from renderer.scene import Person
from renderer.themes import theme_for


def end_of_record(sheet: Scoresheet, theme: str = "", seat: int = 1) -> bytes:
    """How a scoresheet's game has ended, or stands, as a PNG file in a theme by its name, seen from a seat's side."""
    people = {number: Person(name) for number, name in sheet.players.items()}
    commitment = sheet.tag("Commitment")
    ending = ending_of(sheet.state, people, occasion=_occasion(sheet), commitment=commitment, seat=seat)
    return end_card(ending, theme_for(theme, ending.seats))


def luck_of_record(sheet: Scoresheet, theme: str = "") -> bytes:
    """The luck of a scoresheet's game as a PNG file; ValueError where nothing has been fought."""
    seats = tuple(seat.name for seat in sheet.state.variant.seats)
    fortunes = fortunes_of(sheet.state, sheet.players)
    if not fortunes:
        raise ValueError("nobody has rolled dice in this game, so there is no luck to show")
    title = " · ".join(["Luck", sheet.state.variant.name, *filter(None, [_occasion(sheet)])])
    return luck_plot(LuckPlot(title, seats, fortunes), theme_for(theme, seats))


def _occasion(sheet: Scoresheet) -> str:
    """Which game it is, as far as its scoresheet says."""
    number, date = sheet.tag("Number"), sheet.tag("Date")
    return " · ".join([f"game {number}"] * bool(number) + [date] * bool(date))
