"""Members without Discord: games from before, what a move leaves alone, who is asked after, two processes at once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from bot.games.lobby.request import open_game
from bot.games.location import Location
from bot.games.members.membership import FRESH
from bot.games.ratings import Rated, placings, verdict
from bot.store import Deadline, StoredGame
from engine.clocks.control import DAY
from engine.play.commands import MakeMove
from engine.play.events import Event, GameClosed, Replaced, Resigned
from engine.play.game import advance, new_game
from tests.bot.league import ANN, BEN, HERE, Club
from tests.engine.support import NOON, played
from tests.engine.toys import FOUR


async def deadline(club: Club, number: int) -> Deadline:
    """When a game is looked at next."""
    (found,) = [each for each in await club.ledger.deadlines.of_kind("abandoned") if each.game == number]
    return found


async def test_a_move_leaves_the_deadline_alone(tmp_path: Path) -> None:
    """However many moves are made, the deadline of a game without a clock is not written anew: looks move it on."""
    async with Club.opened(tmp_path / "games.sqlite") as club:
        number = await club.begin(ANN, BEN)
        first = await deadline(club, number)
        for player, move in ((ANN, "b1c3"), (BEN, "b5c4")):
            await club.games.play.act(number, player, partial(MakeMove, answers=None, text=move))
        assert first.number == (await deadline(club, number)).number
        assert await club.games.abandonments.look(first) is None
        second = await deadline(club, number)
        assert 6 * DAY < second.due - club.now() <= 7 * DAY
        assert await club.games.abandonments.look(first) is None, "whoever comes second finds nothing to do"
        assert second.number == (await deadline(club, number)).number


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
        assert await members.absent(HERE.guild, ANN.id) is not None
        await members.seen(HERE.guild, ANN.id)
        assert await members.absent(HERE.guild, ANN.id) is None


async def test_two_processes_note_it_once(tmp_path: Path) -> None:
    """Where two processes find somebody gone, one deadline for each of their games tells of it."""
    async with Club.opened(tmp_path / "games.sqlite") as club, Club.opened(tmp_path / "games.sqlite") as other:
        numbers = [await club.begin(ANN, BEN), await club.begin(BEN, ANN)]
        assert [await each.ledger.members.left(HERE.guild, BEN.id, 5) for each in (club, other)] == [True, False]
        found = await club.ledger.deadlines.of_kind("left")
        assert [(each.game, each.player, each.due) for each in found] == [(number, BEN.id, 5) for number in numbers]


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
