"""Pictures of a scoresheet: its game as a replay, how the game ended, and the players' luck in it."""

from engine.records.scoresheet import Scoresheet
from renderer.cards.end_card import end_card, ending_of
from renderer.cards.luck import LuckPlot, luck_curves, luck_plot
from renderer.replay import Reel, reel_of
from renderer.scene import Person
from renderer.theme import Theme


def replayed(record: Scoresheet, first: int, last: int | None, *, seat: int = 1, letters: bool = False) -> Reel:
    """A record's game from after its first moves to after its last, as `reel_of` takes them; ValueError as there."""
    people, number = _people(record), _number(record)
    return reel_of(record.state, first, last, seat=seat, people=people, occasion=number, letters=letters)


def ended(record: Scoresheet, theme: Theme, seat: int = 1) -> bytes:
    """A PNG card of the end of a record's game, or its present state, seen from a seat's side."""
    seal = record.tag("Commitment")
    ending = ending_of(record.state, _people(record), occasion=_occasion(record), commitment=seal, seat=seat)
    return end_card(ending, theme)


def lucky(record: Scoresheet, theme: Theme) -> bytes:
    """A PNG plot of the players' luck in a record's game; ValueError where nobody has rolled dice."""
    variant, fortunes = record.state.variant, luck_curves(record.state, record.players)
    if not fortunes:
        raise ValueError("nobody has rolled dice in this game, so there is no luck to show")
    title = " · ".join(filter(None, ["Luck", variant.name, _occasion(record)]))
    return luck_plot(LuckPlot(title, tuple(seat.name for seat in variant.seats), fortunes), theme)


def _people(record: Scoresheet) -> dict[int, Person]:
    return {seat: Person(name) for seat, name in record.players.items()}


def _number(record: Scoresheet) -> str:
    number = record.tag("Number")
    return f"game {number}" if number else ""


def _occasion(record: Scoresheet) -> str:
    return " · ".join(filter(None, [_number(record), record.tag("Date")]))
