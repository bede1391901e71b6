"""What is played by itself once a command is carried out: the answers that players have kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.tables import Table
from bot.store import Condition, Conditions, Ledger, Player
from engine.conditional import MOST_MOVES, Line, left
from engine.events import Event, Moved, TakenBack
from engine.referee import Command, Play

ELSEWHERE = "the game went another way"
UNDONE = "moves were taken back"
NOT_LEGAL = "your answer was not legal any more"


@dataclass(frozen=True)
class Reply:
    """A move to be made for a player by itself, in long form, in view of the event `answers`.

    `condition` is the conditional move that it comes from, `step` its place in that line.
    """

    player: Player
    move: str
    answers: int
    condition: Condition
    step: int

    def command(self, seat: int) -> Command:
        """The player's own command."""
        return Play(seat, self.answers, self.move)

    @property
    def cause(self) -> int:
        """What lets it act once: below 0, where no message or interaction has its id."""
        return -(self.condition.number * MOST_MOVES + self.step)


class Replies:
    """The answers that are due."""

    def __init__(self, ledger: Ledger, conditions: Conditions) -> None:
        self._ledger = ledger
        self._conditions = conditions

    async def due(self, table: Table) -> Reply | None:
        """The reply that the player to move has kept for the present position; what no longer counts is put aside."""
        state, number = table.state, table.game.number
        if state.result is not None:
            await self._conditions.drop_all(number)
            return None
        conditions = await self._conditions.of_game(number)
        events = await self._ledger.events(number) if conditions else []
        due: Reply | None = None
        for condition in conditions:
            rest = rest_of(condition, events)
            if isinstance(rest, str):
                await self._conditions.lose(condition.number, rest)
            elif not rest:
                await self._conditions.drop([condition.number])
            elif due is None and rest[0].seat == state.turn and table.game.seats[state.turn].id == condition.player:
                step = len(condition.line) - len(rest)
                due = Reply(table.game.seats[state.turn], rest[0].move, state.changed, condition, step)
        return due

    async def refused(self, reply: Reply) -> None:
        """Note that a reply was not legal when its turn came."""
        await self._conditions.lose(reply.condition.number, NOT_LEGAL)

    async def waiting(self) -> list[int]:
        """The numbers of the games in which a reply may be due."""
        return await self._conditions.games()


def rest_of(condition: Condition, events: Sequence[Event]) -> Line | str:
    """What is left of a condition after a game's events; why it counts no longer, if it does not."""
    later = [event.what for event in events if event.sequence > condition.since]
    if any(isinstance(what, TakenBack) for what in later):
        return UNDONE
    rest = left(condition.line, [what.move for what in later if isinstance(what, Moved)])
    return ELSEWHERE if rest is None else rest
