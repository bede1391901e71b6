"""What follows a command by itself: conditional moves, only legal moves, and the referee's answers to proposals.

The referee answers where it plays, together with the proposal.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from bot.games.readers import Readers, apart
from bot.games.refusals import granted, if_granted, refuse
from bot.games.settings import ALL, ON, ONLY_MOVE
from bot.games.tables import Table, Tables
from bot.store import ConditionalStore, KeptLine, Ledger, Player, PreferenceStore
from engine.lookahead import conditional
from engine.lookahead.conditional import Line, TooMuch, in_words
from engine.lookahead.imagined import only_move
from engine.lookahead.search import level_of, think
from engine.model.position import Move
from engine.model.refusal import Refusal, Refused
from engine.notation.moves import MoveList
from engine.play.commands import Agree, Command, Decline, MakeMove
from engine.play.events import DRAW, Event, Moved, TakenBack
from engine.play.game import advance
from engine.play.referee import call_due, decide, sheet
from engine.play.state import Await, Proposal, State


class Kept(NamedTuple):
    """A conditional move as its owner sees it: the number to cancel it by, what is left of it, why it is gone if so."""

    label: int
    words: str
    gone: str | None


class AnsweredOtherwise(Refusal):
    kept: Kept

    words = "You already have another answer there: {kept.words}. /game if cancel:{kept.label} cancels it."


class Contradicting(Refusal):
    lines: tuple[str, str]

    words = "“{lines[0]}” and “{lines[1]}” contradict each other."


class NoSuchConditional(Refusal):
    label: int

    words = "You have no conditional move {label} in this game. /game if lists them."


class ConditionalMoves:
    def __init__(
        self,
        ledger: Ledger,
        tables: Tables,
        conditions: ConditionalStore,
        seated: Callable[[int, Player], Awaitable[Table]],
        readers: Readers,
    ) -> None:
        self._ledger = ledger
        self._tables = tables
        self._conditions = conditions
        self._seated = seated
        self._readers = readers

    async def keep(self, number: int, player: Player, text: str) -> tuple[str, ...]:
        """Keep the lines of a text, and give them in words; those kept already are not kept twice.

        The text is judged while the game may go on, and judged again if the position has changed meanwhile.
        """
        while True:
            table = await self._seated(number, player)
            seats = table.game.seats_of(player.id)
            seat = seats[0]
            refuse(call_due(table.state, seats))
            lines = granted(
                await self._readers.read(player.id, partial(conditional.read_lines, table.state, seat, text))
            )
            async with self._tables.lock(number):
                now = await self._seated(number, player)
                if now.state.changed == table.state.changed:
                    return await self._keep(now, player, seat, lines)

    async def _keep(self, table: Table, player: Player, seat: int, lines: Sequence[Line]) -> tuple[str, ...]:
        number = table.game.number
        kept = await self._standing(number, player)
        refuse(_objection(lines, kept, seat))
        known = [line for _, line in kept]
        fresh = [line for line in dict.fromkeys(lines) if not any(old[: len(line)] == line for old in known)]
        await self._conditions.keep(number, player.id, table.state.sequence, fresh)
        return tuple(in_words(line, seat) for line in lines)

    async def unfinished(self, table: Table, player: Player, text: str) -> tuple[str, MoveList] | None:

        def read() -> tuple[str, MoveList] | None:
            found = conditional.unfinished(table.state, text)
            return None if found is None else (found[0], sheet(found[1]))

        return await if_granted(self._readers.read(player.id, read))

    async def kept(self, number: int, player: Player) -> list[Kept]:
        return [_kept(condition, rest) for condition, rest in await self._standing(number, player)]

    async def gone(self, number: int, player: Player) -> list[Kept]:
        found = [each for each in await self._conditions.of_player(number, player.id) if each.gone]
        await self._conditions.drop([condition.number for condition in found])
        return [_kept(condition, condition.line) for condition in found]

    async def cancel(self, number: int, player: Player, label: int | None) -> int:
        async with self._tables.lock(number):
            found = await self._conditions.of_player(number, player.id)
            chosen = [each.number for each in found if not each.gone and label in {None, each.label}]
            if not chosen and label is not None:
                raise Refused(NoSuchConditional(label))
            return await self._conditions.drop(chosen)

    async def _standing(self, number: int, player: Player) -> list[tuple[KeptLine, Line]]:
        table = await if_granted(self._tables.find(number))
        events = await self._ledger.events(number) if table is None else table.state.events
        found = await self._conditions.of_player(number, player.id)
        rests = [(condition, rest_of(condition, events)) for condition in found if not condition.gone]
        return [(condition, rest) for condition, rest in rests if not isinstance(rest, str)]


def _objection(lines: Sequence[Line], kept: Sequence[tuple[KeptLine, Line]], seat: int) -> Refusal | None:
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


def _kept(condition: KeptLine, line: Line) -> Kept:
    return Kept(condition.label, in_words(line, condition.line[-1].seat), condition.gone)


EARLY = 40
"""Before each side has moved so often the referee agrees to no draw."""
GLANCE = level_of(2)._replace(blind=0, taste=0, doubt=0)
"""How well it looks at a position that might be drawn: for a moment."""


async def consents(table: Table, events: Sequence[Event], kind: str) -> tuple[Event, ...]:
    """How the referee answers the proposal of a kind that is the last of some events at a table."""
    state, answers = table.state, list[Event]()
    for event in events:
        state = advance(state, event)
    for seat in (seat for seat in state.remaining if table.game.seats[seat].level):
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
    """Whether a seat of the referee's agrees: to all but draws, and to those late in a game that it does not win."""
    if proposal.kind != DRAW:
        return True
    few = len(state.played) < EARLY * len(state.variant.seats)
    if few or len(state.remaining) != 2 or state.awaits is not Await.MOVE:
        return False
    value = (await apart(partial(think, state, GLANCE, 0))).value
    return (value if state.turn == seat else -value) <= 0


ELSEWHERE = "the game went another way"
UNDONE = "moves were taken back"
NOT_LEGAL = "your answer was no longer legal"


@dataclass(frozen=True)
class Reply:
    """A move to be made for a player automatically, in view of the event `answers`; a kept one is in long form.

    `condition` is the conditional move that it comes from, None for an only move, `step` its place in that line.
    """

    player: Player
    move: Move | str
    answers: int
    condition: KeptLine | None = None
    step: int = 0

    def command(self, seat: int) -> Command:
        return MakeMove(seat, self.answers, self.move)

    @property
    def cause(self) -> int | None:
        """What lets it act once: below 0, where no message or interaction has its id; None for an only move."""
        return -(self.condition.number * conditional.MOST_MOVES + self.step) if self.condition else None


class Replies:
    def __init__(self, conditions: ConditionalStore, preferences: PreferenceStore) -> None:
        self._conditions = conditions
        self._preferences = preferences

    async def kept(self, number: int) -> Sequence[KeptLine]:
        return await self._conditions.of_game(number)

    async def due(self, table: Table, kept: Sequence[KeptLine]) -> Reply | None:
        """The reply to be made in the present position: a kept answer, else an only move; none before a roll."""
        if table.state.awaits is not Await.MOVE:
            return None
        return await self._kept(table, kept) or await self._forced(table)

    async def _kept(self, table: Table, kept: Sequence[KeptLine]) -> Reply | None:
        state = table.state
        due: Reply | None = None
        for condition in kept:
            rest = rest_of(condition, state.events)
            if isinstance(rest, str):
                await self._conditions.lose(condition.number, rest)
            elif not rest:
                await self._conditions.drop([condition.number])
            elif due is None and rest[0].seat == state.turn and table.game.seats[state.turn].id == condition.player:
                step = len(condition.line) - len(rest)
                due = Reply(table.game.seats[state.turn], rest[0].move, state.changed, condition, step)
        return due

    async def _forced(self, table: Table) -> Reply | None:
        state = table.state
        move = only_move(state, fights=True)
        if move is None:
            return None
        player = table.game.seats[state.turn]
        wish = await self._preferences.value(player.id, ONLY_MOVE.name)
        if wish == ALL or (wish == ON and only_move(state, fights=False)):
            return Reply(player, move, state.changed)
        return None

    async def refused(self, reply: Reply, refusal: Refusal) -> None:
        """Note that a kept answer was not legal when its turn came; LookupError for an only move, which always is."""
        if reply.condition is None:
            raise LookupError(refusal.text)
        await self._conditions.lose(reply.condition.number, NOT_LEGAL)

    async def waiting(self, player: Player | None = None) -> list[int]:
        """The numbers of the games in which a reply may be due, or of a player's in which an only move may be."""
        if player is not None:
            return await self._preferences.awaited(ONLY_MOVE.name, (ON, ALL), player.id)
        forced = await self._preferences.awaited_unshown(ONLY_MOVE.name, (ON, ALL))
        return sorted({*forced, *await self._conditions.awaited()})


def rest_of(condition: KeptLine, events: Sequence[Event]) -> Line | str:
    """What is left of a condition after a game's events; why it counts no longer, if it does not."""
    later = [event.what for event in events[condition.since :]]
    if any(isinstance(what, TakenBack) for what in later):
        return UNDONE
    rest = conditional.left(condition.line, [what.move for what in later if isinstance(what, Moved)])
    return ELSEWHERE if rest is None else rest
