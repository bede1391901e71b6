"""The referee as a player at the terminal: which sides it plays at which level, and where that is kept."""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.console.screens import Screen
from bot.games import Table
from bot.games.lobby.seats import seat_named
from bot.store import Ledger
from engine.lookahead.search import LEVELS, Level, level_of
from engine.model.english import listed
from engine.model.refusal import Refusal, Refused
from engine.variants.variant import Variant

OFF = frozenset({"off", "none", "no", "nobody", "0"})
_HIGHEST = len(LEVELS)


class NoSuchLevel(Refusal):
    given: str

    words = f"There is no level “{{given:shown}}”: levels go from 1 to {_HIGHEST}. “levels” lists them."


class AllSidesMine(Refusal):
    words = "I would play all sides. Leave one for yourself."


class Opposition(NamedTuple):
    """The sides that the referee plays in a game, by the numbers of their seats, and its level."""

    seats: frozenset[int]
    level: int

    @property
    def strength(self) -> Level:
        return level_of(self.level)

    @property
    def text(self) -> str:
        """As it is kept: `3 2,3`; "" where the referee plays no side."""
        return f"{self.level} {','.join(map(str, sorted(self.seats)))}" if self.seats else ""


NO_OPPOSITION = Opposition(frozenset(), 1)


def opposition(variant: Variant, level: str, sides: str = "") -> Opposition:
    """The sides and the level that somebody names: `3`, and `2,3` or `Gold Blue`; all but the first where none is."""
    given = level.strip().casefold()
    if given in OFF or not given:
        return NO_OPPOSITION
    if not given.isdecimal() or len(given) > 2 or not 1 <= int(given) <= _HIGHEST:
        raise Refused(NoSuchLevel(level.strip()))
    named = [seat_named(variant, word).number for word in re.split(r"[\s,]+", sides) if word]
    seats = frozenset(named or (seat.number for seat in variant.seats[1:]))
    if len(seats) == len(variant.seats):
        raise Refused(AllSidesMine())
    return Opposition(seats, int(given))


async def kept(ledger: Ledger, number: int) -> Opposition | None:
    """What is kept about a game; None where nobody has said yet who plays."""
    text = await ledger.fact(f"opposition:{number}")
    match = re.fullmatch(r"(\d) (\d(?:,\d)*)", text or "")
    if match is None or not 1 <= int(match[1]) <= _HIGHEST:
        return None if text is None else NO_OPPOSITION
    return Opposition(frozenset(map(int, match[2].split(","))), int(match[1]))


async def keep(ledger: Ledger, number: int, chosen: Opposition) -> None:
    await ledger.remember(f"opposition:{number}", chosen.text)


async def asked(screen: Screen, variant: Variant) -> Opposition:
    """Ask at the beginning of a game who plays; the answer is asked for again until it can be understood."""
    names = [seat.name for seat in variant.seats]
    question = (
        f"Do you want to play against me? A level from 1 to {_HIGHEST} (“levels” lists them); "
        "Enter: everybody plays at this keyboard. "
    )
    levels = [*((str(each.number), each.name) for each in LEVELS), ("levels", "what they are")]
    while (level := await screen.answer(question, levels)) is not None:
        if level.casefold() in {"levels", "?", "help"}:
            screen.say(levels_told())
            continue
        try:
            chosen = opposition(variant, level)
            if chosen.seats:
                which = f"Which sides do I play: {listed(names)}? Enter: {listed(names[1:], 'and')}. "
                sides = await screen.answer(which, [(name, "") for name in names])
                if sides is None:
                    break
                chosen = opposition(variant, level, sides)
        except Refused as refused:
            screen.say(refused.refusal)
        else:
            return chosen
    return NO_OPPOSITION


def levels_told() -> str:
    return "\n".join(
        [
            "At this level the referee …",
            *(f"  {each.number}  {each.name}: {each.text}" for each in LEVELS),
            "Where dice decide, lower levels doubt too much that attacks succeed, their own and yours.",
        ]
    )


def told(table: Table, chosen: Opposition) -> str:
    if not chosen.seats:
        return 'I play no side here. "referee 3" lets me play at level 3, "levels" lists the levels.'
    names = [table.state.variant.seat(seat).name for seat in sorted(chosen.seats)]
    level = chosen.strength
    return (
        f"I play {listed(names, 'and')} at level {level.number} ({level.name}). Ctrl-C interrupts me while I think, "
        '"undo" takes back your last move and mine, "referee off" leaves my side to you.'
    )
