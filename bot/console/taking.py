"""Takebacks at one keyboard: the side that made the first of the moves asks, and every other side is asked to agree."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from functools import partial

from bot.console.screens import Screen
from bot.games import Carried, Table
from engine.play.commands import Agree, Command, Decline, Propose
from engine.play.events import TAKEBACK
from engine.play.proposals import MOST, undoable

Act = Callable[[Table, int, Callable[[int], Command]], Awaitable[Carried | None]]
"""Carries out a command for a seat; None if it was refused, after saying so."""


async def take_back(screen: Screen, table: Table, rest: str, act: Act, willing: Collection[int] = ()) -> None:
    """Take back the number of moves in `rest`, one if it is empty, once every side agrees; the `willing` seats do."""
    count = int(rest) if rest.isdecimal() and len(rest) < 4 else 0
    if rest and not count:
        screen.say(f"How many moves? takeback 2 takes back two; you can take back at most {MOST}.")
        return
    count = count or 1
    moves = undoable(table.state, count)
    asking = moves[0].seat if moves else table.state.turn
    turned = await act(table, asking, partial(Propose, kind=TAKEBACK, moves=count))
    if turned is not None:
        await ask_others(screen, turned.table, "", act, willing)


async def ask_others(screen: Screen, table: Table, said: str, act: Act, willing: Collection[int] = ()) -> None:
    """Ask every side that has not agreed to the takeback yet; `said` is the first one's answer unless it is "".

    The `willing` seats agree unasked.
    """
    while (request := table.state.proposal(TAKEBACK)) is not None:
        state = table.state
        seat = next(each for each in state.remaining if each not in request.agreed)
        try:
            question = f"Does {state.variant.seat(seat).name} agree? (yes/no) "
            if seat not in willing:
                said = said or await screen.ask(question, [("yes", ""), ("no", "")])
        except (EOFError, KeyboardInterrupt):
            said = "no"
        agrees = seat in willing or said.strip().casefold() in {"yes", "y", "accept"}
        answered = await act(table, seat, partial(Agree if agrees else Decline, kind=TAKEBACK))
        if answered is None:
            return
        table, said = answered.table, said if seat in willing else ""
