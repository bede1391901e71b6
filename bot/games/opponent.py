"""The referee as an opponent: moves in its own games, each made once, whenever it is due and however often it starts.

What it does follows from the game alone, so that nothing has to be kept: a restart finds the same move again, and the
second of two equal commands is stale.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.games.bus import RefereeMoved, RefereeToMove
from bot.games.play.play import Play
from bot.games.refusals import UnwritableGame, if_granted
from bot.games.tables import Table, Tables
from bot.store import Ledger
from bot.thinking import NoAnswer, Thinkers
from engine.lookahead.search import claims_draw, level_of
from engine.model.refusal import Refused
from engine.play.commands import ClaimDraw, Command, MakeMove, Resign
from engine.play.state import Await

log = logging.getLogger(__name__)

AT_ONCE = 1_000
"""Maximum games in memory for thinking; others wait."""
RETRY_PAUSES_S = (15.0, 60.0, 300.0, 1800.0)
"""The pauses (s) after which a move that could not be found is looked for again."""


@dataclass
class Opponent:
    """The games that the referee plays in; `mind` finds the moves.

    It moves as any player does, resigns where no person is left in a game, and claims a draw unless it is ahead.
    """

    ledger: Ledger
    tables: Tables
    play: Play
    mind: Thinkers
    _turns: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    _again: set[int] = field(default_factory=set)
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    _stopped: bool = False

    def __post_init__(self) -> None:
        self.tables.bus.listen(RefereeToMove, self.turned)

    def ahead(self, number: int) -> int:
        """Number of games before this one in the queue for thinking; 0 if it doesn't wait."""
        return self.mind.ahead(number) if number in self._turns else 0

    async def turned(self, turn: RefereeToMove) -> None:
        number = turn.game.number
        if number in self._turns:
            self._again.add(number)
        elif not self._stopped:
            self._turns[number] = asyncio.create_task(self._turn(number), name=f"think about game {number}")

    async def catch_up(self) -> None:
        for game in await self.ledger.thinking():
            await self.turned(RefereeToMove(game))

    async def idle(self) -> None:
        while self._turns:
            await asyncio.wait(self._turns.values())

    async def stop(self) -> None:
        self._stopped = True
        turns = list(self._turns.values())
        for task in turns:
            task.cancel()
        await asyncio.gather(*turns, return_exceptions=True)

    async def _turn(self, number: int) -> None:
        pauses = list(RETRY_PAUSES_S)
        try:
            async with self._room:
                while True:
                    self._again.discard(number)
                    try:
                        if not await self._moved(number) and number not in self._again:
                            return
                        pauses = list(RETRY_PAUSES_S)
                    except NoAnswer:
                        if not pauses or self._stopped:
                            log.error("game %d: I have found no move, and look for none before the next start", number)  # noqa: TRY400 - told in full
                            return
                        log.warning("game %d: I have found no move, and try again in %d s", number, pauses[0])
                        await asyncio.sleep(pauses.pop(0))
        except Exception:
            log.exception("game %d: the referee has not moved", number)
        finally:
            self._turns.pop(number, None)

    async def _moved(self, number: int) -> bool:
        """Do what the referee has to do in a game now, and show it; False if that was nothing."""
        table = await if_granted(self.tables.find(number))
        player = None if table is None else table.game.player_to_move()
        if table is None or player is None or player.level is None or table.state.awaits is not Await.MOVE:
            return False
        if table.state.clock is not None and table.state.clock.paused:
            return False
        try:
            await self.play.act(table, player, await self._command(table, player.level))
        except Refused as refused:
            kind, sequence = type(refused.refusal).__name__, table.state.sequence
            log.info("game %d after event %d: the referee does not move: %s", number, sequence, kind)
            if isinstance(refused.refusal, UnwritableGame):
                raise NoAnswer from refused
            again = await if_granted(self.tables.find(number))
            return again is not None and again.state.sequence != table.state.sequence
        await self.tables.bus.tell(RefereeMoved(number))
        return True

    async def _command(self, table: Table, level: int) -> Callable[[int], Command]:
        state, changed = table.state, table.state.changed
        if not any(table.game.seats[seat].reachable for seat in state.remaining):
            return lambda seat: Resign(seat, changed)
        number = table.game.number
        seed = int.from_bytes(hashlib.sha256(f"{number}:{changed}".encode()).digest()[:8])
        thought = await self.mind.think(state, level_of(level), seed, number)
        if claims_draw(state, thought.value):
            return lambda seat: ClaimDraw(seat, changed)
        return lambda seat: MakeMove(seat, changed, thought.move)
