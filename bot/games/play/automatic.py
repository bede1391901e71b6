"""What follows a command by itself: conditional moves, only legal moves, and the referee's answers to proposals.

The referee answers where it plays, together with the proposal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot.games.readers import apart
from bot.games.settings import ALL, ON, ONLY_MOVE
from bot.games.tables import Table
from bot.store import ConditionalStore, KeptLine, Player, PreferenceStore
from engine.lookahead.conditional import MOST_MOVES, Line, left
from engine.lookahead.imagined import only_move
from engine.lookahead.search import level_of, think
from engine.model.position import long_form
from engine.model.refusal import Refusal
from engine.play.commands import Agree, Command, Decline, MakeMove
from engine.play.events import DRAW, Event, Moved, Proposed, TakenBack
from engine.play.game import advance
from engine.play.referee import decide
from engine.play.state import Await, Proposal, State

EARLY = 40
"""Before each side has moved so often the referee agrees to no draw."""
GLANCE = level_of(2)._replace(blind=0, taste=0, doubt=0)
"""How well it looks at a position that might be drawn: for a moment."""


async def consents(table: Table, events: Sequence[Event]) -> tuple[Event, ...]:
    if not events or not isinstance(events[-1].what, Proposed):
        return ()
    state, kind, answers = table.state, events[-1].what.kind, list[Event]()
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
    """A move to be made for a player automatically, in long form, in view of the event `answers`.

    `condition` is the conditional move that it comes from, None for an only move, `step` its place in that line.
    """

    player: Player
    move: str
    answers: int
    condition: KeptLine | None = None
    step: int = 0

    def command(self, seat: int) -> Command:
        return MakeMove(seat, self.answers, self.move)

    @property
    def cause(self) -> int | None:
        """What lets it act once: below 0, where no message or interaction has its id; None for an only move."""
        return -(self.condition.number * MOST_MOVES + self.step) if self.condition else None


class Replies:
    def __init__(self, conditions: ConditionalStore, preferences: PreferenceStore) -> None:
        self._conditions = conditions
        self._preferences = preferences

    async def due(self, table: Table) -> Reply | None:
        """The reply to be made in the present position: a kept answer, else an only move; none before a roll."""
        if table.state.awaits is not Await.MOVE:
            return None
        return await self._kept(table) or await self._forced(table)

    async def _kept(self, table: Table) -> Reply | None:
        """The answer that the player to move has kept; what no longer counts is put aside."""
        state, number = table.state, table.game.number
        due: Reply | None = None
        for condition in await self._conditions.of_game(number):
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
            return Reply(player, long_form(state.variant.board, move), state.changed)
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
    rest = left(condition.line, [what.move for what in later if isinstance(what, Moved)])
    return ELSEWHERE if rest is None else rest
