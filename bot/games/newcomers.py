"""Newcomers: in their first games against the bot, an attack on their royal piece is pointed out to them."""

from collections import deque
from collections.abc import Callable, Collection

from bot.games.tables import Table
from bot.store import Ledger, Player
from engine.model.position import Move
from engine.model.refusal import Refusal, Refused
from engine.movement.generator import checks, leaves_royal
from engine.notation.describe import danger_in_words, kind_on
from engine.play.commands import Command, MakeMove
from engine.play.referee import sheet
from engine.play.state import Await, State

FIRST_GAMES = 3
"""Number of finished games against the bot that make a player no newcomer any more."""
MAX_ASKED = 1000
"""Maximum positions remembered in which a newcomer was asked."""


class RoyalLeft(Refusal):
    """A newcomer's move that lets a royal piece be taken, which they are asked about once."""

    table: Table
    move: Move
    attackers: tuple[str, ...]
    deed: str
    royal: str

    words = "Are you sure? The {attackers:and} could then {deed} your {royal}."


class Newcomers:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._asked = deque[tuple[int, int]](maxlen=MAX_ASKED)

    async def seats(self, table: Table) -> Collection[int]:
        """The seats of a newcomer in a running game against the bot alone; none in other games."""
        if table.game.stage != "playing" or not table.against_bot:
            return ()
        people = [player for player in table.game.seats.values() if player.reachable]
        played = await self._ledger.played_against_me(people[0].id, FIRST_GAMES)
        return table.game.seats_of(people[0].id) if played < FIRST_GAMES else ()

    async def danger(self, table: Table) -> str:
        """A warning to a newcomer who is to move: "Your empress on d1 is under attack."; "" for none."""
        state = table.state
        danger = danger_in_words(state.movement, state.position, state.turn) if state.awaits is Await.MOVE else ""
        return f"Your {danger}." if danger and state.turn in await self.seats(table) else ""

    async def warn(self, table: Table, player: Player, command: Callable[[int], Command]) -> None:
        """Raise RoyalLeft, once in a position, before a newcomer's move that needlessly lets a royal piece be taken."""
        state, made = table.state, command(table.state.turn)
        asked = table.game.number, state.changed
        if not isinstance(made, MakeMove) or state.awaits is not Await.MOVE or asked in self._asked:
            return
        move = made.move if isinstance(made.move, Move) else sheet(state).read(made.move)
        if not isinstance(move, Move) or move not in sheet(state).legal:
            return
        mine = state.turn in table.game.seats_of(player.id) and state.turn in await self.seats(table)
        if mine and leaves_royal(state.movement, state.position, move):
            self._asked.append(asked)
            raise Refused(_left(table, state, move))


def _left(table: Table, state: State, move: Move) -> RoyalLeft:
    movement, variant, seat = state.movement, state.variant, state.turn
    after = movement.play(state.position, move)
    royal = next(check.royal for check in checks(movement, after) if check.seat == seat)
    takers = movement.attackers(after, royal, movement.enemies(after, seat), able=True)

    def named(cell: int) -> str:
        return f"{kind_on(variant, after, cell).name} on {variant.board.names[cell]}"

    return RoyalLeft(table, move, tuple(map(named, takers)), "attack" if variant.combat else "take", named(royal))
