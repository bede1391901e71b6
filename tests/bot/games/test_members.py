"""Members without Discord: what is told once, who is asked after, and what counts for ratings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.games.challenges import open_game
from bot.games.members import FRESH
from bot.games.ratings import placings, verdict
from bot.games.tables import Location
from bot.store import Rated, StoredGame
from bot.store.members import CHECK
from engine.clocks.control import DAY
from engine.play.events import Event, GameClosed, Replaced, Resigned
from engine.play.game import advance, new_game
from tests.bot.support.league import ANN, BEN, HERE, Club
from tests.engine.support import NOON, played
from tests.engine.toys import FOUR


async def test_what_is_abandoned_is_closed(tmp_path: Path) -> None:
    """The daily check closes a game that counts as abandoned, once; while the bot was away nobody was waited for."""
    async with Club.opened(tmp_path / "games.sqlite") as club:

        async def checked(days: int) -> list[int]:
            club.seconds += days * DAY // 1000
            (deadline,) = await club.ledger.deadlines.due([CHECK], 1 << 62)
            return await club.games.absences.check(deadline)

        number = await club.begin(ANN, BEN)
        await club.games.absences.begin()
        await club.games.play.start()
        club.seconds += 29 * DAY // 1000
        await club.games.play.keep_time(0)
        assert await checked(0) == []
        await club.games.departures.left(HERE.guild)
        assert await checked(29) == []
        await club.games.departures.joined([HERE.guild])
        assert [await checked(days) for days in (27, 1, 1)] == [[], [number], []]


async def test_who_is_asked_after_and_when(tmp_path: Path) -> None:
    """An answer, or none, holds for an hour; whoever acts is not asked after."""
    asked: list[int] = []
    answers: dict[int, bool | None] = {ANN.id: True, BEN.id: None}

    async def lookup(guild: int, player: int) -> bool | None:
        assert guild == HERE.guild
        asked.append(player)
        return answers[player]

    async with Club.opened(tmp_path / "games.sqlite") as club:
        members = club.games.membership
        members.lookup = lookup
        for player in (ANN, BEN, ANN, BEN):
            assert await members.present(HERE.guild, player.id) is answers[player.id]
        assert asked == [ANN.id, BEN.id]
        club.seconds += FRESH // 1000
        await members.present(HERE.guild, ANN.id)
        await members.present(HERE.guild, BEN.id)
        assert asked == [ANN.id, BEN.id, ANN.id, BEN.id]
        await members.seen(HERE.guild, BEN.id)
        assert await members.present(HERE.guild, BEN.id) is True
        club.seconds += FRESH // 1000
        answers[ANN.id] = False
        assert await members.present(HERE.guild, ANN.id) is False
        assert await club.ledger.members.absent(HERE.guild, ANN.id)
        await members.seen(HERE.guild, ANN.id)
        assert await club.ledger.members.absent(HERE.guild, ANN.id) == {}


# ---- ratings


def game_of_four(*, rated: bool = True) -> StoredGame:
    """A game for four as the store knows it."""
    seats = {seat: ANN._replace(id=seat, name=f"player {seat}") for seat in (1, 2, 3, 4)}
    game = open_game(Location(1, 2), FOUR, ANN, FOUR.start, 0)
    return replace(game, number=1, stage="playing", turn=1, seats=seats, rated=rated)


def test_who_leaves_comes_last_of_those_still_in_it() -> None:
    """The others share the first place; who was out before comes after."""
    state = played(new_game(FOUR), "Ne3")
    state = advance(state, Event(state.sequence + 1, NOON, 2, Resigned()))
    found = {each.seat: (each.place, each.result) for each in placings(game_of_four(), state, 3)}
    assert found == {1: (1, "drawn"), 4: (1, "drawn"), 3: (3, "lost"), 2: (4, "lost")}


def test_what_counts() -> None:
    """A closed game never does; a seat handed over does once all still in the game have made two moves."""
    state = played(new_game(FOUR), "Ne3")
    assert verdict(game_of_four(), state, GameClosed()) is Rated.CLOSED
    assert verdict(game_of_four(), state, Replaced(3)) is Rated.ABANDONED
    assert verdict(game_of_four(rated=False), state, Replaced(3)) is Rated.CASUAL
