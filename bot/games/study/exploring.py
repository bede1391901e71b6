"""Explorations: private copies of positions on which a player tries moves for all sides, without touching the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from bot.games.readers import Readers
from bot.games.refusals import NoSuchPosition, Numbered, if_granted
from bot.games.study.records import plies_to
from bot.games.tables import Table, Tables
from bot.store import Exploration, ExplorationStore, Ledger, Player, StoredGame
from engine.clocks.control import DAY
from engine.lookahead.conditional import LONGEST, InLine, TooMuch, first_move, without_gap
from engine.lookahead.imagined import outcomes, tried
from engine.model.position import Move, Position, long_form
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.notation.moves import MoveList
from engine.notation.position_code import BadCode, code_of, position_of
from engine.play.events import BrokenRecord
from engine.play.referee import sheet
from engine.play.refusals import GameOver
from engine.play.state import State
from engine.records import replay
from engine.records.replay import WrongMove
from engine.rules.fight import FightResult
from engine.variants import UnknownVariant, variant_of

KEPT_FOR = 7 * DAY
KEPT = 4
MOST = 200
ENDS: Mapping[str, FightResult] = {"won": FightResult.WON, "lost": FightResult.LOST, "tied": FightResult.TIED}
"""The ends of a fight, as they are named to players."""


class Expired(Refusal):
    words = "That exploration has ended. /explore begins another."


class FullyExplored(Refusal):
    words = f"An exploration holds at most {MOST} moves. Undo some, or begin another with /explore."


class CannotEndSo(Refusal):
    words = "With their fatigue, no dice can end the fight that way."


class FightInLine(Refusal):
    move: str

    words = "How does the fight over {move} end? Choose an outcome for the fights of this line, or let it end there."


class ThreatsUntold(Numbered):
    words = "Game #{number} is still going on, and you play in it: I show its threats once it is over."


class ValueUntold(Numbered):
    words = "Game #{number} is still going on, and you play in it: I say nothing about its positions until it is over."


@dataclass(frozen=True)
class Explored:
    """An exploration with the table that its moves lead to: the game it is a copy of, and the state of the copy.

    `moves` are the moves tried, in short notation. `last` is the last move of the game before them with its number, ""
    at the start and where the game has no such move any more; `rounds` are those of the game before the copy's own.
    """

    progress: Exploration
    table: Table
    moves: tuple[str, ...] = ()
    last: str = ""
    rounds: int = 0

    @property
    def round(self) -> int:
        """The number of the last move, as players count it; 0 at the start."""
        return self.rounds + replay.rounds_of(self.state) if self.moves else int(self.last.partition(".")[0] or 0)

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def legal(self) -> MoveList:
        return sheet(self.state)

    @property
    def open(self) -> bool:
        """Whether the referee tells who attacks what: not of a game under way that its explorer plays with others."""
        game, player = self.table.game, self.progress.player
        others = any(held.id != player for held in game.seats.values())
        return game.stage == "over" or not (game.seats_of(player) and others)


class Exploring:
    def __init__(
        self, tables: Tables, ledger: Ledger, explorations: ExplorationStore, now: Callable[[], int], readers: Readers
    ) -> None:
        self._tables = tables
        self._ledger = ledger
        self._explorations = explorations
        self._now = now
        self._readers = readers

    async def begin(self, table: Table, player: Player, named: str | None) -> Explored:
        """Copy the position of a game that a move names (see `plies_named`), or the present one."""
        position, after = position_after(table.state, named)
        now, seats = self._now(), table.game.seats_of(player.id)
        new = Exploration(
            number=0,
            player=player.id,
            game=table.game.number,
            start=code_of(table.state.variant, position),
            after=after,
            tried=(),
            seat=seats[0] if seats else 1,
            version=0,
            touched=now,
        )
        begun = await self._explorations.begin(new, KEPT, now - KEPT_FOR)
        return await self._replayed(begun, table.game, table.state)

    async def find(self, number: int, player: Player) -> Explored:
        return await self._found(await self._explorations.find(number, self._now() - KEPT_FOR), player)

    async def latest(self, player: Player) -> Explored:
        return await self._found(await self._explorations.latest(player.id, self._now() - KEPT_FOR), player)

    async def try_move(self, explored: Explored, move: Move, verdict: FightResult | None) -> Explored:
        _, token = _tried(explored.state, move, verdict)
        exploration = explored.progress
        return await self._changed(explored, exploration._replace(tried=(*exploration.tried, token)))

    async def try_line(
        self, explored: Explored, text: str, verdict: FightResult | None
    ) -> tuple[Explored, Move | None]:
        """Make the moves of a line on the copy, all or none, their fights ending so.

        Without an end for its fight, an attack at the end is not made but returned.
        """
        exploration = explored.progress
        moves, attack = await self._readers.read(exploration.player, partial(_line, explored.state, text, verdict))
        if not moves:
            return explored, attack
        tokens = (*exploration.tried, *moves)
        after = await self._changed(explored, exploration._replace(tried=tokens))
        return after, attack if after.progress.tried == tokens else None

    async def undo(self, explored: Explored) -> Explored:
        return await self._changed(explored, explored.progress._replace(tried=explored.progress.tried[:-1]))

    async def reset(self, explored: Explored) -> Explored:
        return await self._changed(explored, explored.progress._replace(tried=()))

    async def flip(self, explored: Explored) -> Explored:
        seat = explored.progress.seat % len(explored.state.variant.seats) + 1
        return await self._changed(explored, explored.progress._replace(seat=seat))

    async def _changed(self, explored: Explored, exploration: Exploration) -> Explored:
        """The exploration changed; where it has changed otherwise meanwhile, as it then stands."""
        after = await self._replayed(exploration, explored.table.game)
        changed = await self._explorations.change(exploration._replace(touched=self._now()))
        if changed is None:
            return await self.find(exploration.number, Player(exploration.player, ""))
        return replace(after, progress=changed, last=explored.last, rounds=explored.rounds)

    async def _found(self, exploration: Exploration | None, player: Player) -> Explored:
        game = await self._ledger.game(exploration.game) if exploration else None
        if exploration is None or game is None or exploration.player != player.id:
            raise Refused(Expired())
        return await self._replayed(exploration, game, await if_granted(self._tables.state(game)))

    async def _replayed(self, exploration: Exploration, game: StoredGame, state: State | None = None) -> Explored:
        return await self._readers.read(exploration.player, partial(_explored, exploration, game, state))


def moves_decided(state: State) -> int:
    """How many moves of a game are behind its present position, in which an attack that waits is still to come."""
    return len(state.played) - (state.fight is not None)


def position_after(state: State, named: str | None) -> tuple[Position, int]:
    """The position of a game after the move that a player names, or the present one; and how many moves led to it.

    Of a game that was given up it is the position before that, so that it can be played on.
    """
    decided = moves_decided(state)
    plies = decided if named is None else plies_to(state, named)
    if plies > decided:
        raise Refused(NoSuchPosition(named or "", replay.length_in_words(state)))
    if named is not None and plies < len(state.played):
        return state.played[plies].before, plies
    if state.result is None or not state.played:
        return state.line[0 if state.result else -1], plies
    last = max(index for index, position in enumerate(state.line[:-1]) if position == state.played[-1].before)
    return state.line[last + 1], plies


def _tried(state: State, move: Move, verdict: FightResult | None) -> tuple[State, str]:
    """The state after a move, and the move in long form with its dice."""
    if len(state.played) >= MOST:
        raise Refused(FullyExplored())
    after = tried(state, move, verdict)
    if after is None:
        raise Refused(CannotEndSo())
    return after, long_form(state.variant.board, move) + replay.dice_of(after.played[-1])


def _line(state: State, text: str, verdict: FightResult | None) -> tuple[list[str], Move | None]:
    """The moves of a line in long form with their dice, and an attack behind it whose fight has no end chosen."""
    if len(text) > LONGEST:
        raise Refused(TooMuch(f"{LONGEST} characters"))
    moves: list[str] = []
    rest = without_gap(text) or text
    while rest:
        if state.result is not None:
            raise Refused(GameOver(result_in_words(state.variant, state.result)))
        legal = sheet(state)
        found = first_move(legal, rest)
        if isinstance(found, Refusal):
            raise Refused(InLine(tuple(replay.shorts(state, len(state.played) - 1)), found) if moves else found)
        move, rest = found
        if verdict is None and outcomes(state, move):
            if rest:
                raise Refused(FightInLine(legal.short(move)))
            return moves, move
        state, token = _tried(state, move, verdict)
        moves.append(token)
    return moves, None


def _explored(exploration: Exploration, game: StoredGame, of: State | None) -> Explored:
    """The exploration with its table; it has ended where this version of the referee cannot replay it."""
    try:
        variant = variant_of(game.variant, game.options)
        state = replay.replay_moves(variant, " ".join(exploration.tried), position_of(variant, exploration.start))
    except (UnknownVariant, BadCode, WrongMove, BrokenRecord):
        raise Refused(Expired()) from None
    last, rounds, after = "", 0, exploration.after
    if of is not None and after <= len(of.played):
        last = replay.named_move(of, after - 1) if after else ""
        rounds = (of.played[after].round if after < len(of.played) else of.round) - 1
    return Explored(exploration, Table(game, state), tuple(replay.shorts(state)), last, rounds)
