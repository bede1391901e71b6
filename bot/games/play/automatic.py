"""Automatic replies to a command: conditional moves, only legal moves, the referee's answers to proposals.

The referee answers where it plays, together with the proposal.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from bot.games.directory import roll_due, seated
from bot.games.readers import WorkerThreads
from bot.games.refusals import granted, if_granted, refuse
from bot.games.settings import ALL, ON, ONLY_MOVE
from bot.games.tables import Table, Tables
from bot.store import Ledger, Player, StoredLine
from engine.lookahead import conditional
from engine.lookahead.conditional import Line, TooMuch, in_words
from engine.lookahead.imagined import only_move
from engine.lookahead.search import level_of, think
from engine.model.position import long_form
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Agree, Command, Decline, MakeMove
from engine.play.events import DRAW, Event, Moved, TakenBack
from engine.play.game import advance
from engine.play.referee import decide
from engine.play.state import Await, Proposal, State


class LineStatus(NamedTuple):
    """A conditional move as its owner sees it: the number to cancel it by, what is left of it, why it is gone if so."""

    label: int
    words: str
    gone: str | None


class AnsweredOtherwise(Refusal):
    kept: LineStatus

    words = "You already have another answer there: {kept.words}. Cancel it with /game if cancel:{kept.label}."


class Contradicting(Refusal):
    lines: tuple[str, str]

    words = "“{lines[0]}” and “{lines[1]}” contradict each other."


class NoSuchConditional(Refusal):
    label: int

    words = "There's no conditional move number {label}. See yours with /game if."


@dataclass
class ConditionalMoves:
    ledger: Ledger
    tables: Tables
    readers: WorkerThreads

    async def keep(self, table: Table, player: Player, text: str) -> tuple[str, ...]:
        """Keep the lines of a text, and give them in words; those kept already are not kept twice.

        The text is judged while the game can change, and judged again if the position has changed.
        """
        number = table.game.number
        while True:
            seat, *_ = seats = seated(table, player)
            refuse(roll_due(table, seats))
            reading = partial(conditional.read_lines, table.state, seat, text)
            lines = granted(await self.readers.read(player.id, reading))
            async with self.tables.lock(number):
                judged, table = table, await self.tables.newest(table)
                if seated(table, player) != seats or table.state.changed != judged.state.changed:
                    continue
                kept = await self._standing(table, player)
                refuse(_objection(lines, kept, seat))
                fresh = [line for line in dict.fromkeys(lines) if not any(old[: len(line)] == line for _, old in kept)]
                await self.ledger.conditions.keep(number, player.id, table.state.sequence, fresh)
                return tuple(in_words(line, seat) for line in lines)

    async def unfinished(self, table: Table, player: Player, text: str) -> tuple[str, State] | None:
        return await if_granted(self.readers.read(player.id, partial(conditional.unfinished, table.state, text)))

    async def kept(self, table: Table, player: Player) -> list[LineStatus]:
        return [_kept(condition, rest) for condition, rest in await self._standing(table, player)]

    async def gone(self, table: Table, player: Player) -> list[LineStatus]:
        found = [each for each in await self.ledger.conditions.of_player(table.game.number, player.id) if each.gone]
        await self.ledger.conditions.drop([condition.number for condition in found])
        return [_kept(condition, condition.line) for condition in found]

    async def cancel(self, table: Table, player: Player, label: int | None) -> int:
        async with self.tables.lock(table.game.number):
            found = await self.ledger.conditions.of_player(table.game.number, player.id)
            chosen = [each.number for each in found if not each.gone and label in {None, each.label}]
            if not chosen and label is not None:
                raise Refused(NoSuchConditional(label))
            return await self.ledger.conditions.drop(chosen)

    async def _standing(self, table: Table, player: Player) -> list[tuple[StoredLine, Line]]:
        found = [each for each in await self.ledger.conditions.of_player(table.game.number, player.id) if not each.gone]
        rests = [(each, rest_of(each, table.state)) for each in found]
        return [(condition, rest) for condition, rest in rests if not isinstance(rest, str)]


def _objection(lines: Sequence[Line], kept: Sequence[tuple[StoredLine, Line]], seat: int) -> Refusal | None:
    if len(lines) + len(kept) > conditional.MOST_LINES:
        return TooMuch(f"{conditional.MOST_LINES} lines in a game")
    for line in lines:
        other = conditional.contradicted(line, lines, seat)
        if other is not None:
            return Contradicting((in_words(line, seat), in_words(other, seat)))
        for condition, rest in kept:
            if conditional.contradicted(line, [rest], seat) is not None:
                return AnsweredOtherwise(_kept(condition, rest))
    return None


def _kept(condition: StoredLine, line: Line) -> LineStatus:
    return LineStatus(condition.label, in_words(line, condition.line[-1].seat), condition.gone)


EARLY = 40
"""Before each side has moved so often the referee agrees to no draw."""
GLANCE = level_of(2)._replace(blind=0, taste=0, doubt=0)
"""The level at which it looks at a possible draw: a glance."""


async def consents(table: Table, events: Sequence[Event], kind: str) -> tuple[Event, ...]:
    """The referee's answers to a proposal that is the last of some events at a table."""
    state, answers = table.state, list[Event]()
    for event in events:
        state = advance(state, event)
    for seat in (seat for seat in state.remaining if table.game.seats[seat].is_bot):
        proposal = state.proposal(kind)
        if proposal is None or seat in proposal.agreed:
            break
        answer = Agree if await _agrees(state, proposal, seat) else Decline
        found = decide(state, answer(seat, kind=kind), events[-1].at)
        for event in () if isinstance(found, Refusal) else found:
            state = advance(state, event)
            answers.append(event)
    return tuple(answers)


async def _agrees(state: State, proposal: Proposal, seat: int) -> bool:
    """True if a seat of the referee's agrees: to all but draws, and to draws late in a game it isn't winning."""
    if proposal.kind != DRAW:
        return True
    few = len(state.played) < EARLY * len(state.variant.seats)
    if few or len(state.remaining) != 2 or state.awaits is not Await.MOVE:
        return False
    value = (await asyncio.to_thread(think, state, GLANCE, 0)).value
    return (value if state.turn == seat else -value) <= 0


class Reply(NamedTuple):
    """A move to be made for a player automatically, by the conditional move `condition`, None for an only move.

    `cause` is what lets it act once: below 0, where no message or interaction has its id; None for an only move.
    """

    player: Player
    command: Callable[[int], Command]
    condition: StoredLine | None = None
    cause: int | None = None


@dataclass
class Replies:
    ledger: Ledger

    async def due(self, table: Table, kept: Sequence[StoredLine]) -> Reply | None:
        """The reply to be made in the present position: a kept answer, else an only move; none before a roll."""
        if table.state.awaits is not Await.MOVE:
            return None
        return await self._kept(table, kept) or await self._forced(table)

    async def _kept(self, table: Table, kept: Sequence[StoredLine]) -> Reply | None:
        state = table.state
        due: Reply | None = None
        for condition in kept:
            rest = rest_of(condition, state)
            if isinstance(rest, str):
                await self.ledger.conditions.lose(condition.number, rest)
            elif not rest:
                await self.ledger.conditions.drop([condition.number])
            elif due is None and rest[0].seat == state.turn and table.game.seats[state.turn].id == condition.player:
                cause = -(condition.number * conditional.MOST_MOVES + len(condition.line) - len(rest))
                command = partial(MakeMove, answers=state.changed, move=rest[0].move)
                due = Reply(table.game.seats[state.turn], command, condition, cause)
        return due

    async def _forced(self, table: Table) -> Reply | None:
        state = table.state
        move = only_move(state, fights=True)
        if move is None:
            return None
        player = table.game.seats[state.turn]
        wish = await self.ledger.preferences.value(player.id, ONLY_MOVE.name)
        if wish == ALL or (wish == ON and only_move(state, fights=False)):
            return Reply(player, partial(MakeMove, answers=state.changed, move=move))
        return None

    async def refused(self, reply: Reply, refusal: Refusal) -> None:
        """Note that a kept answer was not legal when its turn came; LookupError for an only move, which always is."""
        if reply.condition is None:
            raise LookupError(refusal.text)
        await self.ledger.conditions.lose(reply.condition.number, "your answer wasn't legal any more")

    async def waiting(self, player: Player | None = None) -> list[int]:
        """The numbers of the games in which a reply may be due, or of a player's in which an only move may be."""
        if player is not None:
            return await self.ledger.preferences.awaited(ONLY_MOVE.name, (ON, ALL), player.id)
        forced = await self.ledger.preferences.awaited_unshown(ONLY_MOVE.name, (ON, ALL))
        return sorted({*forced, *await self.ledger.conditions.awaited()})


def rest_of(condition: StoredLine, state: State) -> Line | str:
    """The rest of a condition after a game's events, or why it no longer counts."""
    later = [event.what for event in state.events[condition.since :]]
    if any(isinstance(what, TakenBack) for what in later):
        return "moves were taken back"
    moves = [long_form(state.variant.board, what.move) for what in later if isinstance(what, Moved)]
    rest = conditional.left(condition.line, moves)
    return "the game went another way" if rest is None else rest
