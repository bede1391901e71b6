"""The text of reminders."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games import Location, Table
from bot.games.challenges import open_game
from bot.store import Player
from bot.text.reminders import reminder
from engine.play.game import new_game
from engine.variants import variant_of
from tests.engine.support import control_of

KEY = "nd-wellisch-4-mccooey"
ANN = Player(10**18, "Ann")


def table(number: int, name: str) -> Table:
    """A game for four that awaits Ann, the others bearing a name."""
    variant = variant_of(KEY)
    others = {seat.number: Player(seat.number, name) for seat in variant.seats[1:]}
    game = open_game(Location(10**18, 10**18), variant, ANN, variant.start, 0)
    seats = {1: ANN, **others}
    game = replace(game, number=number, stage="playing", turn=1, shown=0, message=10**18, seats=seats)
    return Table(game, new_game(variant, control=control_of("3d/move")))


@pytest.mark.parametrize("name", ["Bob", "*" * 32, "@everyone" * 3, "W" * 32])
@pytest.mark.parametrize("count", [1, 2, 10, 37])
def test_a_reminder_fits_a_message(name: str, count: int) -> None:
    """However many games await a player and whatever the others are called, whole lines are told, and how many more."""
    tables = [table(10**9 + number, name) for number in range(count)]
    text = reminder(tables, ANN)
    assert len(text) <= 2000
    lines = text.split("\n")
    games = [line for line in lines if "[board](https://discord.com/channels/" in line]
    assert games
    assert all(line.endswith(f"/{10**18})") for line in games)
    if len(games) < count:
        assert lines[-1] == f"- and {count - len(games)} more; see /games"
