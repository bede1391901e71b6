"""Who plays at a table, as pictures tell it: names, ratings, and what the clocks show."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.pictures import person_of
from bot.games.ratings import Rated, Standings, rating, terms
from bot.games.tables import Table
from engine.clocks.control import in_short
from engine.play.clock import Clock
from engine.records.scoresheet import Scoresheet
from renderer import Person

People = Mapping[int, Person]
"""Who plays, by the numbers of their seats."""
LONGEST = 64
"""The characters of the longest name on a scoresheet that is handed to a picture."""


class Company:
    def __init__(self, standings: Standings) -> None:
        self._standings = standings

    async def at(self, table: Table) -> People:
        """Who plays each side of a game that has begun, by seat numbers; nobody at a challenge.

        Ratings are told where the game counts for them, by one question for all seats; clocks of those still in it.
        """
        game, clock, remaining = table.game, table.state.clock, table.state.remaining
        seats = {seat: player for seat, player in game.seats.items() if seat}
        counts = bool(seats) and terms(game) is Rated.RATED
        skills = await self._standings.skills_at(game, table.state.variant.family) if counts else {}
        return {
            seat: person_of(
                player,
                rating(skills[player.id]) if player.id in skills else "",
                shown(clock, seat) if clock and seat in remaining else "",
            )
            for seat, player in seats.items()
        }


def named_on(sheet: Scoresheet) -> People:
    return {seat: Person(name[:LONGEST]) for seat, name in sheet.players.items()}


def shown(clock: Clock, seat: int) -> str:
    """What a clock shows on a picture, which stays true: the time left when it was last set, stopped or started.

    "2d 4h", "3d/move" for the whole of a time per move, "time up" for a clock that is known to have run out.
    """
    if clock.flagged and seat == clock.running:
        return "time up"
    left = clock.left[seat]
    whole = clock.control.per_move and left == clock.control.start
    return f"{in_short(left)}{'/move' if whole else ''}"
