"""Conditional moves: kept, listed and cancelled by their owner, and private until they are made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from bot.games.play.automatic import rest_of
from bot.games.play.play import Play
from bot.games.readers import Readers
from bot.games.refusals import granted, if_granted, refuse
from bot.games.tables import Table, Tables
from bot.store import ConditionalStore, KeptLine, Ledger, Player
from engine.lookahead.conditional import MOST_LINES, Line, TooMuch, contradicted, in_words, read_lines, unfinished
from engine.model.refusal import Refusal, Refused
from engine.notation.moves import MoveList
from engine.play.referee import call_due, sheet


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
        self, ledger: Ledger, tables: Tables, conditions: ConditionalStore, play: Play, readers: Readers
    ) -> None:
        self._ledger = ledger
        self._tables = tables
        self._conditions = conditions
        self._play = play
        self._readers = readers

    async def keep(self, number: int, player: Player, text: str) -> tuple[str, ...]:
        """Keep the lines of a text, and give them in words; those kept already are not kept twice.

        The text is judged while the game may go on, and judged again if the position has changed meanwhile.
        """
        while True:
            table = await self._play.seated(number, player)
            seats = table.game.seats_of(player.id)
            seat = seats[0]
            refuse(call_due(table.state, seats))
            lines = granted(await self._readers.read(player.id, partial(read_lines, table.state, seat, text)))
            async with self._tables.lock(number):
                now = await self._play.seated(number, player)
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
            found = unfinished(table.state, text)
            return None if found is None else (found[0], sheet(found[1]))

        return await if_granted(self._readers.read(player.id, read))

    async def kept(self, number: int, player: Player) -> list[Kept]:
        return [_kept(condition, rest) for condition, rest in await self._standing(number, player)]

    async def gone(self, number: int, player: Player) -> list[Kept]:
        """Those that count no longer; each is told once."""
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
    if len(lines) + len(kept) > MOST_LINES:
        return TooMuch(f"{MOST_LINES} lines in a game")
    for line in lines:
        other = contradicted(line, lines, seat)
        if other is not None:
            return Contradicting((in_words(line, seat), in_words(other, seat)))
        for condition, rest in kept:
            if contradicted(line, [rest], seat) is not None:
                return AnsweredOtherwise(_kept(condition, rest))
    return None


def _kept(condition: KeptLine, line: Line) -> Kept:
    return Kept(condition.label, in_words(line, condition.line[-1].seat), condition.gone)
