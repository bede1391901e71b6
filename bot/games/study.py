"""Lessons and explorations: private positions on which a player makes moves, a row each.

A lesson leads through a game in steps, whose tasks the referee judges. An exploration is a copy of a position for moves
of all sides, which leaves its game as it is. Both survive a restart, in servers and direct messages alike.
"""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

from bot.games.readers import WorkerThreads
from bot.games.records import plies_to
from bot.games.refusals import NoSuchPosition, Numbered, granted, if_granted, refuse_if
from bot.games.tables import Table, Tables, game_named
from bot.store import Player, Progress, StoredGame, StudyStore
from bot.store.study import EXPLORATION, KEPT_FOR, LESSON
from engine.lookahead.conditional import LINE_MAX_CHARS, InLine, TooMuch, first_move, without_gap
from engine.lookahead.imagined import outcomes, try_move
from engine.lookahead.lessons import Lesson, LessonStep, lesson_of
from engine.model.position import Move, Position, long_form
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.notation.moves import MoveList
from engine.notation.position_code import BadCode, code_of, position_of
from engine.play.events import BrokenRecord, Event, Moved
from engine.play.game import advance
from engine.play.referee import roll_fight, sheet
from engine.play.refusals import GameOver
from engine.play.state import Await, State
from engine.records import replay
from engine.records.replay import WrongMove
from engine.rules.fight import FightResult
from engine.variants import COMBAT, GAMES, UnknownVariant, variant_of
from engine.variants.variant import Variant


@dataclass(frozen=True)
class Studied:
    """A private position of a player; `progress` is its row."""

    progress: Progress

    @property
    def legal(self) -> MoveList | None:
        """The moves to choose from, None where nothing is to be done."""
        raise NotImplementedError


On = TypeVar("On", bound=Studied)


class Studies(Generic[On]):
    """The private positions of one kind; `now()` gives UTC ms. A subclass says how they are shown and changed."""

    kind: str
    gone: type[Refusal]
    over: type[Refusal]

    def __init__(self, store: StudyStore, now: Callable[[], int], readers: WorkerThreads) -> None:
        self._store = store
        self._now = now
        self._readers = readers

    async def find(self, number: int, player: Player) -> On:
        return await self._found(await self._store.find(number), player)

    async def latest(self, player: Player) -> On:
        return await self._found(await self._store.latest(player.id, self.kind), player)

    async def _found(self, row: Progress | None, player: Player) -> On:
        if row is None or (row.player, row.kind) != (player.id, self.kind):
            raise Refused(self.gone())
        return await self._shown(row)

    async def _begun(self, player: int, key: str, game: int | None = None, step: int = 0, seat: int = 1) -> On:
        new = Progress(0, player, self.kind, key, self._now(), game, step, seat=seat)
        return await self._shown(await self._store.begin(new))

    async def read(self, on: On, text: str) -> On:
        legal = granted(on.legal or self.over())
        return await self.make(on, granted(await self._readers.read(on.progress.player, partial(legal.read, text))))

    async def make(self, on: On, move: Move) -> On:
        raise NotImplementedError

    async def _shown(self, row: Progress) -> On:
        return await self._readers.read(row.player, partial(self.replayed, row))

    def replayed(self, row: Progress) -> On:
        """Return a row with the state that it has come to; Refused where that can't be reached any more."""
        raise NotImplementedError

    async def _changed(self, row: Progress) -> On:
        """Save a change and return it as shown; if it was changed otherwise meanwhile, return that."""
        shown = await self._shown(row)
        changed = await self._store.change(shown.progress._replace(touched=self._now()))
        if changed is None:
            return await self.find(row.number, Player(row.player, ""))
        return replace(shown, progress=changed)


def moved(state: State, move: Move) -> State:
    return advance(state, Event(state.sequence + 1, 0, state.turn, Moved(move)))


# ---- lessons


class LessonGone(Refusal):
    words = "That lesson is gone. Start it again with /study learn."


class StepDone(Refusal):
    words = "You've done that task. Press Next, or /study learn to see where you are."


@dataclass(frozen=True)
class Learning(Studied):
    """A player's state of a lesson.

    `state` is the step's position, after its task if that is done; `tried` the one after a wrong move just made.
    A learner who comes back to it has it `resumed`.
    """

    lesson: Lesson
    state: State
    tried: State | None = None
    resumed: bool = False

    @property
    def step(self) -> LessonStep | None:
        steps = self.lesson.steps
        return steps[self.progress.step] if self.progress.step < len(steps) else None

    @property
    def done(self) -> bool:
        return bool(self.progress.moves)

    @property
    def legal(self) -> MoveList | None:
        return None if self.step is None or self.done else self.step.legal


class Lessons(Studies[Learning]):
    kind = LESSON
    gone, over = LessonGone, StepDone

    def throw(self, faces: int) -> int:
        return secrets.randbelow(faces) + 1

    async def open(self, player: Player, game: str | None, fights: str | None, *, begin: bool = True) -> Learning:
        """A player's lesson in a game at the last step; a new one is saved only with `begin`.

        Without a game it is the lesson that they touched last, if its game can still be taught; for players who have
        none, in the game to start with.
        """
        last = await self._store.latest(player.id, LESSON) if game is None and fights is None else None
        if last is not None and (learning := await if_granted(self._shown(last))) is not None:
            return replace(learning, resumed=True)
        key = next(iter(GAMES)) if game is None else game.strip().casefold()
        _taught(key, fights or "")
        meant = f"{key} {fights or GAMES[key].combat[0]}"
        if begin:
            return replace(await self._begun(player.id, meant), resumed=True)
        left = await self._store.latest(player.id, LESSON, meant)
        return await self._shown(left or Progress(0, player.id, LESSON, meant, touched=0))

    async def go(self, learning: Learning, steps: int) -> Learning:
        step = min(max(learning.progress.step + steps, 0), len(learning.lesson.steps))
        return await self._changed(learning.progress._replace(step=step, moves="", helped=False))

    async def show(self, learning: Learning) -> Learning:
        step = _task(learning)
        made, _ = self._made(step, best(step))
        return await self._changed(learning.progress._replace(moves=made, helped=True))

    async def make(self, on: Learning, move: Move) -> Learning:
        """Make a legal move: it does the task, and the lesson waits for the next step, or it may be tried again."""
        step = _task(on)
        made, after = self._made(step, move)
        if not step.met(after):
            return replace(on, tried=after, resumed=False)
        return await self._changed(on.progress._replace(moves=made, helped=False))

    def _made(self, step: LessonStep, move: Move) -> tuple[str, State]:
        """A move in long form, with dice rolled for practice where it opens a fight, and the state after it."""
        state = moved(step.state, move)
        if state.awaits is Await.ROLL:
            state = advance(state, roll_fight(state, lambda _, faces: [self.throw(each) for each in faces], 0))
        return long_form(step.variant.board, move) + replay.dice_of(state.played[-1]), state

    def replayed(self, row: Progress) -> Learning:
        try:
            lesson = lesson_of(_taught(*row.key.split(" ", 1)))
        except Refused:
            raise Refused(LessonGone()) from None
        at = min(max(row.step, 0), len(lesson.steps))
        if at == len(lesson.steps):
            return Learning(row._replace(step=at, moves=""), lesson, lesson.steps[-1].state)
        step = lesson.steps[at]
        row = row._replace(step=at, seat=step.position.turn)
        _ = step.solutions
        with suppress(WrongMove, BrokenRecord):
            after = replay.replay_moves(step.variant, row.moves, step.position)
            if after.played and step.met(after):
                return Learning(row, lesson, after)
        return Learning(row._replace(moves=""), lesson, step.state)


def best(step: LessonStep) -> Move:
    """The solution that is shown: where there are several, one with the first kind to promote to."""
    letters = [None, *(kind.letter for kind in step.variant.kinds)]
    return min(step.solutions, key=lambda move: letters.index(move.promotion))


def _task(learning: Learning) -> LessonStep:
    if learning.step is None or learning.done:
        raise Refused(StepDone())
    return learning.step


def _taught(key: str, fights: str) -> Variant:
    return game_named(key, {COMBAT: fights} if fights else {})


# ---- explorations

MAX_TRIED_MOVES = 200
ENDS: Mapping[str, FightResult] = {"won": FightResult.WON, "lost": FightResult.LOST, "tied": FightResult.TIED}
"""The ends of a fight, as they are named to players."""


class Expired(Refusal):
    words = "That exploration is over. Start another with /study explore."


class FullyExplored(Refusal):
    words = f"That's the limit of {MAX_TRIED_MOVES} moves. Undo some, or start another with /study explore."


class CannotEndSo(Refusal):
    words = "With their fatigue, no roll can end the fight that way."


class FightInLine(Refusal):
    move: str

    words = "How does the fight over {move} end? Choose an outcome, or end the line there."


class ThreatsUntold(Numbered):
    words = "You're still playing game #{number}, so I'll show its threats when it's over."


class ValueUntold(Numbered):
    words = "You're still playing game #{number}, so I can't judge its positions until it's over."


@dataclass(frozen=True)
class Explored(Studied):
    """An exploration with the table that its moves lead to: the game it is a copy of, and the state of the copy.

    `moves` are the moves tried, in short notation. `last` is the last move of the game before them with its number, ""
    at the start and where the game has no such move any more; `round` is the number of the last move of all, as players
    count them, 0 at the start. Where `threats` are asked for, they are shown. An `attack` is one just typed, for which
    no end of its fight was chosen.
    """

    table: Table
    moves: tuple[str, ...]
    last: str
    round: int
    threats: bool = False
    attack: Move | None = None

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def legal(self) -> MoveList:
        return sheet(self.state)

    @property
    def open(self) -> bool:
        """True if threats may be shown: not in a running game between the explorer and others."""
        game, player = self.table.game, self.progress.player
        others = any(held.id != player for held in game.seats.values())
        return game.stage == "over" or not (game.seats_of(player) and others)


class Exploring(Studies[Explored]):
    kind = EXPLORATION
    gone = Expired

    def __init__(self, tables: Tables, store: StudyStore, now: Callable[[], int], readers: WorkerThreads) -> None:
        super().__init__(store, now, readers)
        self._tables = tables

    async def begin(self, table: Table, player: Player, named: str | None) -> Explored:
        """Copy the position of a game that a move names (see `plies_named`), or the present one."""
        position, after = position_after(table.state, named)
        seat = next(iter(table.game.seats_of(player.id)), 1)
        start = code_of(table.state.variant, position)
        return await self._begun(player.id, start, table.game.number, after, seat)

    async def make(self, on: Explored, move: Move, verdict: FightResult | None = None) -> Explored:
        _, token = _tried(on.state, move, verdict)
        return await self._with_moves(on, [*on.progress.moves.split(), token])

    async def read(self, on: Explored, text: str, verdict: FightResult | None = None) -> Explored:
        """Make the moves of a line on the copy, all or none, their fights ending so.

        Without an end for its fight, an attack at the end is not made.
        """
        progress = on.progress
        moves, attack = await self._readers.read(progress.player, partial(_line, on.state, text, verdict))
        if moves:
            tokens = [*progress.moves.split(), *moves]
            on = await self._with_moves(on, tokens)
            attack = attack if on.progress.moves.split() == tokens else None
        return replace(on, attack=attack)

    async def undo(self, explored: Explored) -> Explored:
        return await self._with_moves(explored, explored.progress.moves.split()[:-1])

    async def reset(self, explored: Explored) -> Explored:
        return await self._with_moves(explored, [])

    async def _with_moves(self, explored: Explored, tokens: list[str]) -> Explored:
        return await self._changed(explored.progress._replace(moves=" ".join(tokens)))

    async def flip(self, explored: Explored) -> Explored:
        seat = explored.progress.seat % len(explored.state.variant.seats) + 1
        return await self._changed(explored.progress._replace(seat=seat))

    async def _shown(self, row: Progress) -> Explored:
        game = await if_granted(self._tables.game(row.game or 0))
        if game is None or row.touched < self._now() - KEPT_FOR:
            raise Refused(Expired())
        state = await if_granted(self._tables.state(game))
        return await self._readers.read(row.player, partial(_explored, row, game, state))


def moves_decided(state: State) -> int:
    """Number of moves before a game's present position; a waiting attack isn't counted."""
    return len(state.played) - (state.fight is not None)


def position_after(state: State, named: str | None) -> tuple[Position, int]:
    """The position of a game after the move that a player names, or the present one; and how many moves led to it.

    Of a game that was given up it is the position before that, so that it can be played on.
    """
    decided = moves_decided(state)
    plies = decided if named is None else plies_to(state, named)
    refuse_if(plies > decided, NoSuchPosition(named or "", replay.length_in_words(state)))
    if named is not None and plies < len(state.played):
        return state.played[plies].before, plies
    if state.result is None or not state.played:
        return state.line[0 if state.result else -1], plies
    last = max(index for index, position in enumerate(state.line[:-1]) if position == state.played[-1].before)
    return state.line[last + 1], plies


def _tried(state: State, move: Move, verdict: FightResult | None) -> tuple[State, str]:
    """The state after a move, and the move in long form with its dice."""
    refuse_if(len(state.played) >= MAX_TRIED_MOVES, FullyExplored())
    after = granted(try_move(state, move, verdict) or CannotEndSo())
    return after, long_form(state.variant.board, move) + replay.dice_of(after.played[-1])


def _line(state: State, text: str, verdict: FightResult | None) -> tuple[list[str], Move | None]:
    """The moves of a line in long form with their dice, and an attack behind it whose fight has no end chosen."""
    refuse_if(len(text) > LINE_MAX_CHARS, TooMuch(f"{LINE_MAX_CHARS} characters"))
    moves: list[str] = []
    rest = without_gap(text) or text
    while rest:
        if state.result is not None:
            raise Refused(GameOver(result_in_words(state.variant, state.result)))
        legal = sheet(state)
        found = first_move(legal, rest)
        if isinstance(found, Refusal):
            raise Refused(InLine(tuple(replay.short_moves(state, len(state.played) - 1)), found) if moves else found)
        move, rest = found
        if verdict is None and outcomes(state, move):
            refuse_if(rest, FightInLine(legal.short(move)))
            return moves, move
        state, token = _tried(state, move, verdict)
        moves.append(token)
    return moves, None


def _explored(exploration: Progress, game: StoredGame, of: State | None) -> Explored:
    """The exploration with its table; it has ended where this version of the referee cannot replay it."""
    try:
        variant = variant_of(game.variant, game.options)
        state = replay.replay_moves(variant, exploration.moves, position_of(variant, exploration.key))
    except (UnknownVariant, BadCode, WrongMove, BrokenRecord):
        raise Refused(Expired()) from None
    last, rounds, after = "", 0, exploration.step
    if of is not None and after <= len(of.played):
        last = replay.named_move(of, after - 1) if after else ""
        rounds = (of.played[after].round if after < len(of.played) else of.round) - 1
    moves = tuple(replay.short_moves(state))
    number = rounds + replay.rounds_of(state) if moves else int(last.partition(".")[0] or 0)
    return Explored(exploration, Table(game, state), moves, last, number)
