"""Puzzles, one open for each player; the first try counts: it fails with a wrong move, a hint or the solution shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from bot.games.ratings import NEWCOMER, updated
from bot.games.refusals import granted, if_granted, refuse_if
from bot.games.study import Studied, Studies, moved
from bot.store import DailyStanding, Deadline, Ledger, Player, Progress, PuzzleResult, ServerStore, Skill, StudyStore
from bot.store.outbox import Letter
from bot.store.study import PUZZLE
from engine.clocks.control import DAY, HOUR
from engine.lookahead.puzzles import Difficulty, Goal, Puzzle, puzzle_of_the_day, shipped
from engine.lookahead.puzzles.full_search import reaches
from engine.model.board import Cell
from engine.model.position import Move, long_form
from engine.model.refusal import Refusal, Refused
from engine.notation.moves import MoveList
from engine.notation.position_code import BadCode
from engine.play.events import BrokenRecord
from engine.play.game import find_move, new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import GAMES, UnknownVariant

DAILY = "daily"  # the kind of the deadline at which it is posted
FIELD = "daily"  # the setting of servers that names the channels
_HOUR = 9 * HOUR
_LATE = 12 * HOUR  # when it is later than that, the day's puzzle is left out


def day_of(now: int) -> int:
    """The day (days since 1970) whose puzzle is that of the day at a time (UTC ms)."""
    return (now - _HOUR) // DAY


def is_late(now: int, day: int) -> bool:
    """Return whether it is too late for the puzzle of a day (days since 1970), as after an absence."""
    return now - day * DAY - _HOUR > _LATE


@dataclass(frozen=True)
class DailyPuzzles:
    store: StudyStore
    ledger: Ledger
    servers: ServerStore
    now: Callable[[], int]

    async def begin(self) -> None:
        if not await self.ledger.deadlines.by_game(DAILY, [0]):
            await self.ledger.deadlines.set(self._following())

    async def due(self, deadline: Deadline) -> None:
        """Have the puzzle of the day posted, once, where it is wanted; the next day comes while any server wants it."""
        now, outbox, wanted = self.now(), self.ledger.outbox, False
        day = day_of(now)
        for guild in await self.store.wishes(FIELD):
            for channel in sorted((await self.servers.settings(guild)).daily):
                wanted = True
                last = await outbox.find(PUZZLE, str(channel))
                if last is None or last.payload != str(day):
                    # a letter's key is the channel, its payload the day
                    await outbox.post(Letter(PUZZLE, str(channel), now, now, guild=guild, payload=str(day)))
        await self.ledger.deadlines.settle(deadline, *([self._following()] if wanted else []))

    def _following(self) -> Deadline:
        return Deadline(DAILY, 0, 0, (day_of(self.now()) + 1) * DAY + _HOUR)


_HARDER = 5.0  # by how much the skill of an untried puzzle rises from one difficulty to the next


def untried(puzzle: Puzzle) -> Skill:
    return NEWCOMER._replace(mu=NEWCOMER.mu + _HARDER * (puzzle.difficulty.value - Difficulty.MEDIUM.value))


HINTED, SHOWN = 1, 2
LEVELS: Mapping[str, Difficulty] = {each.name.casefold(): each for each in Difficulty}


class NoPuzzle(Refusal):
    game: str
    level: str

    words = "I have no {level}puzzles for {game}. There are puzzles only for two-player games without fights."


class NoneOpen(Refusal):
    words = "That puzzle is closed. /study puzzle shows the one you have open."


class PuzzleDone(Refusal):
    words = "You've finished that puzzle. Press Next puzzle for another."


@dataclass(frozen=True)
class Solving(Studied):
    """A player's state of a puzzle.

    `state` is its position, after the referee's reply; `tried` the state after a wrong move just made,
    `result` the effect of the first try on the player's skill, if it has just ended. `daily` is how the day stands
    after the first try at its puzzle.
    """

    puzzle: Puzzle
    state: State
    tried: State | None = None
    result: PuzzleResult | None = None
    daily: DailyStanding | None = None

    @property
    def over(self) -> bool:
        return self.progress.step >= len(self.puzzle.line)

    @property
    def legal(self) -> MoveList | None:
        return None if self.over else sheet(self.state)

    @property
    def hinted(self) -> Cell | None:
        if self.over or self.progress.helped != HINTED:
            return None
        return granted(sheet(self.state).read(self.puzzle.line[self.progress.step])).origin

    @property
    def left(self) -> int:
        return (len(self.puzzle.line) - self.progress.step + 1) // 2


class Puzzles(Studies[Solving]):
    kind = PUZZLE
    gone, over = NoneOpen, PuzzleDone

    async def open(self, player: Player, game: str | None = None, difficulty: str | None = None) -> Solving:
        """The puzzle that a player has open; where none is, or a game or a difficulty is wished for, a new one."""
        if game is None and difficulty is None:
            present = await if_granted(self.latest(player))
            if present is not None and not present.over:
                return present
        level = LEVELS.get(difficulty.strip().casefold()) if difficulty else None
        return await self._another(player.id, game and game.strip().casefold(), level)

    async def next(self, solving: Solving) -> Solving:
        """Another puzzle of the same game, of the same difficulty as long as there are any not tried."""
        puzzle = solving.puzzle
        return await self._another(solving.progress.player, puzzle.game, like=puzzle.difficulty)

    async def begin(self, player: Player, puzzle: Puzzle) -> Solving:
        present = await self._store.latest(player.id, PUZZLE, puzzle.key)
        return await self._with_day(await (self._shown(present) if present else self._begun(player.id, puzzle.key)))

    async def hint(self, solving: Solving) -> Solving:
        progress = _unsolved(solving)
        return await self._changed(progress._replace(helped=max(HINTED, progress.helped)))

    async def give_up(self, solving: Solving) -> Solving:
        return await self._changed(_unsolved(solving)._replace(step=len(solving.puzzle.line), moves="", helped=SHOWN))

    async def make(self, on: Solving, move: Move) -> Solving:
        progress, line = _unsolved(on), on.puzzle.line
        long = long_form(on.state.variant.board, move)
        right = long == line[progress.step]
        if not right and on.left == 1:
            reached = partial(reaches, on.puzzle, on.state.position, move, 1)
            right = await self._readers.read(progress.player, reached)  # does it as well as the solution
        if not right:
            changed = await self._changed(progress._replace(failed=True))
            return replace(changed, tried=moved(on.state, move))
        made = min(progress.step + 2, len(line))
        return await self._changed(progress._replace(step=made, moves="" if long == line[progress.step] else long))

    async def _another(
        self, player: int, game: str | None, difficulty: Difficulty | None = None, like: Difficulty | None = None
    ) -> Solving:
        """The puzzle that suits a player best among those not tried, those as difficult as `like` first.

        Where all are tried, it is the one tried longest ago. The first one of all is the easiest of the game that they
        play, or of the game to start with.
        """
        tried = {key: number for number, key in enumerate(await self._store.tried(player), 1)}
        if not tried and game is None:
            games = {puzzle.game for puzzle in shipped().values()}
            game = next(key for key in (await self._store.variant_played(player), *GAMES) if key in games)
        fitting = [
            puzzle
            for puzzle in shipped().values()
            if game in {None, puzzle.game} and difficulty in {None, puzzle.difficulty}
        ]
        if not fitting:
            level = f"{difficulty.name.casefold()} " if difficulty else ""
            raise Refused(NoPuzzle(GAMES[game].name if game and game in GAMES else "that game", level))
        skill = await self._store.solver(player) or NEWCOMER
        present = await self._store.latest(player, PUZZLE)

        def rank(puzzle: Puzzle) -> tuple[bool, int, bool, tuple[float, ...], str]:
            return (
                present is not None and puzzle.key == present.key,
                tried.get(puzzle.key, 0),
                like not in {None, puzzle.difficulty},
                (abs(untried(puzzle).mu - skill.mu),) if tried else _hardness(puzzle),
                puzzle.key,
            )

        return await self._begun(player, min(fitting, key=rank).key)

    async def _changed(self, row: Progress) -> Solving:
        """The puzzle changed, its first try settled if that ends it."""
        shown = await super()._changed(row)
        clean = not shown.progress.failed and not shown.progress.helped
        if clean and not shown.over:
            return shown

        def duel(solver: Skill | None, other: Skill | None) -> list[Skill]:
            return updated([solver, other or untried(shown.puzzle)], [1, 2] if clean else [2, 1])

        result = await self._store.finish(row.player, shown.puzzle.key, clean, self._now(), duel)
        return replace(await self._with_day(shown), result=result)

    async def _with_day(self, shown: Solving) -> Solving:
        """A puzzle with how its day stands, if it is that of the day and the first try has ended."""
        day, clean = day_of(self._now()), not (shown.progress.failed or shown.progress.helped)
        if shown.puzzle.key != puzzle_of_the_day(day).key or (clean and not shown.over):
            return shown
        return replace(shown, daily=await self._store.finish_day(shown.progress.player, day, clean))

    def replayed(self, row: Progress) -> Solving:
        puzzle = granted(shipped().get(row.key) or NoneOpen())
        made = min(max(row.step, 0), len(puzzle.line))
        try:
            state = new_game(puzzle.variant, puzzle.start)
            for number, long in enumerate(puzzle.line[:made], 1):
                named = row.moves if row.moves and number == made else long
                state = moved(state, find_move(state.movement, state.position, named))
        except (UnknownVariant, BadCode, BrokenRecord):
            raise Refused(NoneOpen()) from None
        return Solving(row._replace(step=made, seat=puzzle.start.turn), puzzle, state)


def _hardness(puzzle: Puzzle) -> tuple[float, ...]:
    """A key by which puzzles get harder for beginners: by moves, then a piece won, a promotion, more pieces."""
    promotes = any("=" in move for move in puzzle.line)
    pieces = puzzle.start.pieces[0].bit_count()
    return puzzle.difficulty.value, puzzle.moves, puzzle.goal is not Goal.WIN, promotes, pieces


def _unsolved(solving: Solving) -> Progress:
    refuse_if(solving.over, PuzzleDone())
    return solving.progress
