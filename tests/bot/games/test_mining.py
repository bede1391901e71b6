"""Puzzles from finished games: only where a server wants them, a few an hour, nobody's name kept, gone with the yes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.games import Carried, Solving
from bot.games.puzzles import solving as served
from bot.games.puzzles.mining import HOURLY
from bot.games.puzzles.solving import NoneOpen, NoPuzzle
from bot.games.study.fairness import StandsInGame
from bot.store import DepartureStore, StoredGame, mined_puzzles
from bot.store.departures import FORGET
from bot.thinking import Problem, Unthinkable
from engine.clocks.control import HOUR
from engine.lookahead.puzzles.catalogue import shipped
from engine.lookahead.puzzles.composing import sound
from engine.lookahead.puzzles.mining import Prospect
from engine.lookahead.puzzles.puzzle import Puzzle, puzzle_from
from engine.model.refusal import Refusal
from engine.play.commands import MakeMove, Resign
from tests.bot.league import ANN, BEN, CAT, ELSEWHERE, HERE, Club
from tests.bot.minds import Finder

GUILD = HERE.guild
MATE = "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5"
"""Légal's mate: White takes on f7 and mates with the next move."""


def three() -> list[Puzzle]:
    """Three puzzles."""
    return list(shipped().values())[:3]


@pytest.fixture
async def club(database: Path) -> AsyncIterator[Club]:
    """Open a club that wants puzzles."""
    async with Club.opened(database) as opened:
        await opened.games.servers.choose(GUILD, "mining", value=True)
        yield opened
        await opened.games.mining.stop()
        await opened.games.thinkers.stop()


def finder(club: Club, *found: Puzzle) -> Finder:
    """Let puzzles be found that are known beforehand."""
    club.games.mining.miner = made = Finder(*(found or three()))
    return made


async def texts(club: Club, guild: int = GUILD) -> list[str]:
    """The puzzles that a server has, once nothing is looked for."""
    await club.games.mining.idle()
    return await mined_puzzles.MinedPuzzleStore(club.database).of(guild)


async def play(club: Club, moves: str, variant: str = "chess") -> int:
    """Play a game by the moves given; its number."""
    number = await club.begin(ANN, BEN, variant=variant, rated=False)
    for ply, move in enumerate(moves.split()):
        made = partial(_moving, move)
        assert isinstance(await club.games.play.act(number, (ANN, BEN)[ply % 2], made), Carried)
    return number


def _moving(move: str, seat: int) -> MakeMove:
    return MakeMove(seat, None, move)


async def test_a_mate_becomes_a_puzzle(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that ends in mate holds a puzzle, which full search confirms; whoever plays there can solve it."""
    await play(club, MATE)
    (text, *_) = [each for each in await texts(club) if '"win"' in each]
    puzzle = puzzle_from(text)
    assert (puzzle.line, puzzle.task) == (("c4f7", "e8e7", "c3d5"), "Checkmate Black in 2 moves.")
    assert sound(puzzle)
    assert "Ann" not in text
    assert "Ben" not in text
    monkeypatch.setattr(served, "shipped", dict)
    puzzles = club.games.puzzles
    at = await puzzles.open(CAT, "chess", guild=GUILD)
    assert isinstance(at, Solving)
    await club.games.puzzles.begin(CAT, puzzle)
    at = await puzzles.open(CAT)
    while isinstance(at, Solving) and not at.over:
        at = await puzzles.read(at, at.puzzle.line[at.progress.made])
    assert isinstance(at, Solving)
    assert at.result is not None
    assert at.result.solved
    for elsewhere in (0, ELSEWHERE.guild):
        assert isinstance(await puzzles.open(CAT, "chess", guild=elsewhere), NoPuzzle)
        assert isinstance(await puzzles.next(at, elsewhere), NoPuzzle)
    assert isinstance(await puzzles.next(at, GUILD), Solving)


async def test_only_where_it_is_wanted(club: Club) -> None:
    """No server wants it unless its managers have said so; nothing is asked of the processes elsewhere."""
    asked = finder(club)
    await club.played(ANN, BEN, place=ELSEWHERE)
    assert await texts(club, ELSEWHERE.guild) == []
    assert asked.asked == []
    number = await club.played(ANN, BEN)
    assert len(await texts(club)) == 3
    assert asked.asked == [number]


async def test_which_games(club: Club) -> None:
    """Games that end by the rules or by resignation are looked through, not those agreed drawn, nor with fights."""
    asked = finder(club)
    await club.played(ANN, BEN, "draw")
    await club.played(ANN, BEN, options={"combat": "d6"})
    await club.games.mining.idle()
    assert asked.asked == []
    mated = await play(club, MATE)
    resigned = await club.played(ANN, BEN)
    await club.games.mining.idle()
    assert asked.asked == [mated, resigned]


async def test_a_few_an_hour(club: Club) -> None:
    """A server has a few games an hour looked through, whatever else ends there."""
    asked = finder(club)
    for _ in range(HOURLY + 2):
        await club.played(ANN, BEN)
        await club.games.mining.idle()
    assert len(asked.asked) == HOURLY
    club.seconds += HOUR // 1000
    await club.played(ANN, BEN)
    await club.games.mining.idle()
    assert len(asked.asked) == HOURLY + 1


async def test_one_game_at_a_time(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game is looked through at a time; those that come when as many wait as may are left out."""
    monkeypatch.setattr("bot.games.puzzles.mining.MOST", 2)
    asked = finder(club)
    asked.let.clear()
    games = [await club.played(ANN, BEN) for _ in range(3)]
    await asyncio.sleep(0.1)
    assert asked.asked == games[:1]
    asked.let.set()
    await club.games.mining.idle()
    assert asked.asked == games[:2]


async def test_no_more_than_so_many_are_kept(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found twice is kept once; the ones found first go once there are too many."""
    monkeypatch.setattr(mined_puzzles, "KEPT", 2)
    one, two, other = three()
    finder(club, one, one)
    await club.played(ANN, BEN)
    assert await texts(club) == [one.to_json()]
    finder(club, two, other)
    await club.played(ANN, BEN)
    assert {*await texts(club)} == {two.to_json(), other.to_json()}


async def test_no_means_no(club: Club, database: Path) -> None:
    """With the consent goes all that was found, at once, and a search that is under way adds nothing."""
    asked = finder(club)
    await club.played(ANN, BEN)
    (puzzle, *_) = map(puzzle_from, await texts(club))
    skill = "INSERT INTO puzzle_skills (puzzle, mu, sigma, games) VALUES (?, 25, 8, 1)"
    for key in (puzzle.key, "shipped"):
        await club.database.rows(skill, key)
    asked.let.clear()
    await club.played(ANN, BEN)
    await asyncio.sleep(0.1)
    assert len(asked.asked) == 2
    await club.games.servers.choose(ELSEWHERE.guild, "mining", value=False)
    assert len(await mined_puzzles.MinedPuzzleStore(club.database).of(GUILD)) == 3
    await club.games.servers.choose(GUILD, "mining", value=False)
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM mined_puzzles").fetchone() == (0,)
        assert connection.execute("SELECT puzzle FROM puzzle_skills").fetchall() == [("shipped",)]
    asked.let.set()
    assert await texts(club) == []
    assert await mined_puzzles.MinedPuzzleStore(club.database).find(puzzle.key) is None


async def test_a_puzzle_that_has_gone(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has a puzzle open that is deleted is told so, and gets another."""
    finder(club)
    await club.played(ANN, BEN)
    await club.games.mining.idle()
    kept = dict(shipped())
    monkeypatch.setattr(served, "shipped", dict)
    at = await club.games.puzzles.open(CAT, guild=GUILD)
    assert isinstance(at, Solving)
    await club.games.servers.choose(GUILD, "mining", value=False)
    assert isinstance(await club.games.puzzles.look(CAT), NoneOpen)
    monkeypatch.setattr(served, "shipped", lambda: kept)
    assert isinstance(await club.games.puzzles.open(CAT, guild=GUILD), Solving)


async def test_deleted_with_the_game_or_server(club: Club) -> None:
    """A game deleted while it is looked through adds nothing; a server that is forgotten keeps nothing."""
    asked = finder(club)
    asked.let.clear()
    number = await club.played(ANN, BEN)
    await asyncio.sleep(0.1)
    departures = DepartureStore(club.database, club.ledger.deadlines)
    await departures.delete(number, club.now())
    asked.let.set()
    assert await texts(club) == []
    await club.played(ANN, BEN)
    assert len(await texts(club)) == 3
    await departures.leave([GUILD], club.now())
    await departures.plan(0)
    for _ in range(5):
        for deadline in await club.ledger.deadlines.of_kind(FORGET):
            await departures.forget(deadline, GUILD, ("", "", ""), club.now())
    assert await texts(club) == []


async def test_nobody_sees_their_running_game(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays on from a puzzle's position against people is shown another, or told why there is none."""
    await play(club, MATE)
    mate = next(text for text in await texts(club) if '"win"' in text)
    await play(club, " ".join(MATE.split()[:10]))
    monkeypatch.setattr(mined_puzzles.MinedPuzzleStore, "of", partial(_only, mate))
    monkeypatch.setattr(served, "shipped", dict)
    assert isinstance(await club.games.puzzles.open(ANN, "chess", guild=GUILD), StandsInGame)
    assert isinstance(await club.games.puzzles.open(CAT, "chess", guild=GUILD), Solving)
    other = next(each for each in shipped().values() if each.game == "chess")
    monkeypatch.setattr(served, "shipped", lambda: {other.key: other})
    at = await club.games.puzzles.open(ANN, "chess", guild=GUILD)
    assert isinstance(at, Solving)
    assert at.puzzle == other


async def _only(text: str, guild: int) -> list[str]:
    return [text] if guild == GUILD else []


async def test_a_search_that_fails(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    """A search that fails costs nothing but what it would have found; a place that fails only itself."""

    class Failing(Finder):
        async def survey(self, problem: Problem) -> list[Prospect]:
            self.asked.append(problem.game)
            raise Unthinkable

    class Slipping(Finder):
        async def dig(self, prospect: Prospect) -> Puzzle | None:
            if prospect.moves == 2:
                raise Unthinkable
            return await super().dig(prospect)

    club.games.mining.miner = Failing()
    number = await club.played(ANN, BEN)
    assert await texts(club) == []
    assert f"game {number}: no puzzles were looked for: Unthinkable" in caplog.text
    club.games.mining.miner = Slipping(*three())
    await club.played(ANN, BEN)
    assert len(await texts(club)) == 2


async def test_stopped_in_the_middle(club: Club, database: Path) -> None:
    """What stops in the middle of a search has lost that search; the game is over and stays so."""
    asked = finder(club)
    asked.let.clear()
    number = await club.played(ANN, BEN)
    await asyncio.sleep(0.1)
    await club.games.mining.stop()
    club.games.mining.turned(await _game(club, number))
    await club.games.mining.idle()
    async with Club.opened(database) as again:
        assert (await _game(again, number)).stage == "over"
        assert await texts(again) == []
        assert isinstance(await again.games.play.act(number, ANN, Resign), Refusal)


async def _game(club: Club, number: int) -> StoredGame:
    game = await club.ledger.game(number)
    assert game is not None
    return game
