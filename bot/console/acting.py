"""Commands at one keyboard besides moves: the side to move acts, or the next one that has yet to answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from bot.console.screens import Screen
from bot.console.taking import Act, ask_others, take_back
from bot.games import Table
from bot.games.lobby.seats import seat_named
from engine.play.commands import Agree, ClaimDraw, ClaimTime, Command, Decline, Propose, Resign, Resume
from engine.play.events import DRAW, TAKEBACK

Deed = Callable[[Screen, Table, str, Act], Awaitable[None]]
"""Carries out a word at a table; the text is what is typed after the word."""


def _by_mover(command: Callable[[int], Command]) -> Deed:
    """A deed that gives the command for the side to move."""

    async def deed(screen: Screen, table: Table, rest: str, act: Act) -> None:  # noqa: ARG001 - one signature for all
        await act(table, table.state.turn, command)

    return deed


def _answered(word: str, command: type[Agree | Decline]) -> Deed:
    """A deed that answers the open takeback, or else another proposal, for the first side that has yet to answer."""

    async def deed(screen: Screen, table: Table, rest: str, act: Act) -> None:  # noqa: ARG001 - one signature for all
        state = table.state
        if state.proposal(TAKEBACK) is not None:
            await ask_others(screen, table, word, act)
            return
        proposal = state.proposals[0] if state.proposals else None
        kind, agreed = (proposal.kind, proposal.agreed) if proposal else (DRAW, frozenset())
        seat = next((seat for seat in state.remaining if seat not in agreed), state.turn)
        await act(table, seat, partial(command, kind=kind))

    return deed


async def _resign(screen: Screen, table: Table, rest: str, act: Act) -> None:
    """Resign for the side named, or for the one to move, once that is confirmed."""
    variant = table.state.variant
    seat = seat_named(variant, rest) if rest else variant.seat(table.state.turn)
    if table.state.result is not None or seat.number not in table.state.remaining:
        await act(table, seat.number, Resign)
        return
    try:
        sure = await screen.ask(f"Does {seat.name} really resign? (yes/no) ", [("yes", ""), ("no", "")])
    except (EOFError, KeyboardInterrupt):
        return
    if sure.strip().casefold() in {"yes", "y"}:
        await act(table, seat.number, Resign)
    else:
        screen.say("The game goes on.")


async def _flag(screen: Screen, table: Table, rest: str, act: Act) -> None:  # noqa: ARG001 - one signature for all
    await act(table, next(seat for seat in table.state.remaining if seat != table.state.turn), ClaimTime)


async def _offer_draw(screen: Screen, table: Table, rest: str, act: Act) -> None:  # noqa: ARG001 - one signature
    """Offer a draw for the side to move, and say how the others answer."""
    turned = await act(table, table.state.turn, partial(Propose, kind=DRAW))
    state = turned.table.state if turned is not None else None
    if state is not None and (offer := state.proposal(DRAW)) is not None:
        others = [state.variant.seat(seat).name for seat in state.remaining if seat not in offer.agreed]
        screen.say(f'"accept" or "decline" answers for {others[0]}.')


DEEDS: Mapping[str, Deed] = {
    "draw": _offer_draw,
    "accept": _answered("accept", Agree),
    "decline": _answered("decline", Decline),
    "claim": _by_mover(ClaimDraw),
    "takeback": take_back,
    "resign": _resign,
    "resume": _by_mover(Resume),
    "flag": _flag,
}
