"""Puzzles without Discord: replied to, judged, rated once, and kept as they were left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.games.puzzles import NoneOpen, NoPuzzle, PuzzleDone, Puzzles, Solving
from bot.games.ratings import NEWCOMER
from bot.games.readers import WorkerThreads
from bot.store import Database, Player, StudyStore
from bot.text.study import puzzle_text, solution
from engine.clocks.control import DAY, HOUR
from engine.lookahead.puzzles import Puzzle, puzzle_of_the_day, shipped
from engine.lookahead.puzzles.full_search import reaches
from engine.model.position import Move, long_form
from engine.model.refusal import Refusal
from engine.movement.generator import movement_of
from engine.notation.moves import IllegalMove
from engine.play.referee import sheet
from engine.play.turns import Line, turn_of
from engine.variants import GAMES
from tests.bot.support.refusals import outcome

_BEGUN = """
    INSERT INTO games (number, stage, variant, edition, options, challenger, created, guild, channel)
    VALUES (?, 'playing', ?, 1, '{}', 12, 0, 1, 1)
"""
ANN, BEN = Player(11, "Ann"), Player(12, "Ben")


def puzzles_of(store: Database) -> Puzzles:
    return Puzzles(StudyStore(store), lambda: 1_800_000_000_000, WorkerThreads())


async def solved(puzzles: Puzzles, at: Solving) -> Solving:
    """A puzzle after all moves of its solution that are left."""
    while not at.over:
        at = await puzzles.read(at, at.puzzle.line[at.progress.step])
    return at


async def test_solved(store: Database) -> None:
    """The moves of the solution are replied to; at its end the rating goes up, and once more for the next."""
    puzzles = puzzles_of(store)
    at = await puzzles.open(ANN, "hexeh")
    assert f"**You play {at.state.variant.seat(at.state.turn).name}.** {at.puzzle.task}" in puzzle_text(at)
    first = await puzzles.read(at, at.puzzle.line[0])
    assert first.state.turn == at.state.turn
    assert "Right! " in puzzle_text(first)
    end = await solved(puzzles, first)
    assert end.result is not None
    assert end.result.before is None
    assert end.result.after.mu > NEWCOMER.mu
    assert "Solved!" in puzzle_text(end)
    assert solution(at.puzzle) in puzzle_text(end)
    assert "Puzzle rating 1" in puzzle_text(end)
    following = await puzzles.next(end)
    assert following.puzzle.key != at.puzzle.key
    assert following.puzzle.game == at.puzzle.game


async def test_wrong_moves(store: Database) -> None:
    """A wrong move ends the first try and may be tried again; one that is not legal is refused and costs nothing."""
    puzzles = puzzles_of(store)
    at = await puzzles.open(ANN, "hexeh")
    assert isinstance(await outcome(puzzles.read(at, "Wa9")), Refusal)
    wrong = next(long for long in sheet(at.state).long() if long != at.puzzle.line[0])
    tried = await puzzles.read(at, wrong)
    assert tried.tried is not None
    assert tried.state.position == at.state.position
    assert "it doesn't work. Try again!" in puzzle_text(tried)
    assert tried.result is not None
    assert tried.result.after.mu < NEWCOMER.mu
    end = await outcome(solved(puzzles, tried))
    assert end.result is None
    assert "Solved in the end: 1. " in puzzle_text(end)
    assert isinstance(await outcome(puzzles.read(end, wrong)), PuzzleDone)


async def test_the_puzzle_of_the_day(store: Database) -> None:
    """After a first try a solver learns how many have solved the day's puzzle, and of their own days in a row."""
    studies, nine = StudyStore(store), 9 * HOUR
    for day, told in ((20_000, "first to solve"), (20_001, "🔥 2 days in a row!"), (20_003, "first to solve")):
        puzzles = Puzzles(studies, lambda day=day: day * DAY + nine, WorkerThreads())  # type: ignore[misc]
        at = await puzzles.begin(ANN, puzzle_of_the_day(day))
        assert "today" not in puzzle_text(at)
        text = puzzle_text(await solved(puzzles, at))
        assert (told in text, "🔥" in text) == (True, day == 20_001)
    late = await puzzles.hint(await puzzles.begin(BEN, puzzle_of_the_day(20_003)))
    assert "1 player solved it today." in puzzle_text(late)
    assert "🔥" not in puzzle_text(await solved(puzzles, late))
    assert [await studies.solved_on(day) for day in range(20_000, 20_004)] == [1, 1, 0, 1]
    puzzles = Puzzles(studies, lambda: 20_004 * DAY + nine - 1, WorkerThreads())
    again = await puzzles.begin(ANN, puzzle_of_the_day(20_003))
    assert "first to solve" in puzzle_text(again), "until nine in the morning"


async def test_hint_and_solution(store: Database) -> None:
    """A hint names the piece, giving up shows the solution; either ends the first try."""
    puzzles = puzzles_of(store)
    at = await puzzles.open(ANN, "chess", "easy")
    hinted = await puzzles.hint(at)
    assert f" on {at.puzzle.line[0][:2]}." in puzzle_text(hinted)
    assert hinted.result is not None
    assert not hinted.result.solved
    shown = await puzzles.give_up(hinted)
    assert shown.over
    assert "Here's how: 1. " in puzzle_text(shown)
    assert isinstance(await outcome(puzzles.hint(shown)), PuzzleDone)


def other_last_move(puzzle: Puzzle) -> tuple[Puzzle, str] | None:
    """The puzzle with a last move that is not the solution's and reaches the goal, too; None where there is none."""
    movement = movement_of(puzzle.variant)
    line: Line = (puzzle.start,)
    for long in puzzle.line[:-1]:
        move = _named(puzzle, turn_of(movement, line).legal, long)
        line = turn_of(movement, (movement.play(line[-1], move),)).line
    for move in turn_of(movement, line).legal:
        long = long_form(puzzle.variant.board, move)
        if long != puzzle.line[-1] and reaches(puzzle, line[-1], move, 1):
            return puzzle, long
    return None


def _named(puzzle: Puzzle, legal: Sequence[Move], long: str) -> Move:
    return next(move for move in legal if long_form(puzzle.variant.board, move) == long)


async def test_any_winning_last_move_is_right(store: Database) -> None:
    """A last move that reaches the goal in another way than the solution's is right."""
    puzzles = puzzles_of(store)
    puzzle, long = next(found for puzzle in shipped().values() if (found := other_last_move(puzzle)) is not None)
    at = await puzzles.begin(ANN, puzzle)
    while at.left > 1:
        at = await puzzles.read(at, puzzle.line[at.progress.step])
    other = await puzzles.read(at, long)
    assert other.over
    assert other.progress.moves == long
    assert other.state.played[-1].move != at.state.played[-1].move


async def test_kept(store: Database) -> None:
    """After a restart a puzzle stands as it was left; nobody opens another player's."""
    at = await puzzles_of(store).open(ANN)
    await puzzles_of(store).read(at, at.puzzle.line[0])
    left = await puzzles_of(store).open(ANN)
    assert (at.puzzle.key, 2) == (left.puzzle.key, left.progress.step)
    assert isinstance(await outcome(puzzles_of(store).find(left.progress.number, BEN)), NoneOpen)


async def test_bounded(store: Database) -> None:
    """A player has one puzzle open, however many they look at, and one result for each that there is."""
    puzzles = puzzles_of(store)
    seen = []
    for _ in range(2 * sum(puzzle.game == "hexeh" for puzzle in shipped().values())):
        at = await puzzles.give_up(await puzzles.open(ANN, "hexeh"))
        seen.append(at.puzzle.key)
    assert len(set(seen)) == sum(puzzle.game == "hexeh" for puzzle in shipped().values())
    assert all(one != other for one, other in pairwise(seen))
    assert 1 == len(await store.rows("SELECT 1 FROM studies"))
    assert len(set(seen)) == len(await store.rows("SELECT 1 FROM puzzle_results"))


@pytest.mark.parametrize(("game", "difficulty"), [("nd-wellisch-three", None), ("nothing", None), (None, "impossible")])
async def test_no_such_puzzle(store: Database, game: str | None, difficulty: str | None) -> None:
    """A game that has none is refused; a difficulty that there is not counts as none."""
    found = await outcome(puzzles_of(store).open(ANN, game, difficulty))
    assert isinstance(found, NoPuzzle) == (game is not None)
    assert not isinstance(found, IllegalMove)


async def test_the_first_one(store: Database) -> None:
    """It is an easy one of the game to start with, or of the game that the player began last, if that has any."""
    puzzles = puzzles_of(store)
    first = (await puzzles.open(ANN)).puzzle
    assert (first.game, first.difficulty.value, first.moves) == (next(iter(GAMES)), 1, 2)
    for number, game in enumerate(("shafran", "nd-wellisch-3"), 1):
        await store.rows(_BEGUN, number, game)
        await store.rows("INSERT INTO seats VALUES (?, 1, ?, 'Ben')", number, BEN.id + number)
    assert (await puzzles.open(Player(BEN.id + 1, "Ben"))).puzzle.game == "shafran"
    assert (await puzzles.open(Player(BEN.id + 2, "Ben"))).puzzle.game == next(iter(GAMES))
