"""A finished game with a drawn side and three fights."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.app import Referee
from tests.bot.support.people import (
    Pair,
    Throws,
    challenge,
    is_board,
    is_end,
    let_secret_be,
    record_of,
    secret_giving,
    settled,
    shown,
    told,
)
from tests.wire import Standin


@dataclass
class Fought:
    """The game: its secret, its rolls, and its record before and after the end.

    Roll 0 draws the side, 1 (a tie) and 2 are the first fight, which is won; 3 and 4 are two more, both lost, and would
    be with their dice exchanged.
    """

    pair: Pair
    secret: bytes
    rolls: list[tuple[int, ...]]
    before: str
    record: str

    @classmethod
    async def played(cls, standin: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> Fought:
        """Play such a game; the first player resigns at the end."""
        secret = secret_giving(_fits)
        dice = let_secret_be(monkeypatch, secret)
        alice, bob = standin.human("alice"), standin.human("bob")
        message = await challenge(alice, opponent=bob, options="combat=poly")
        await bob.press(message, "Accept")
        board = await standin.channel().wait_for(is_board, after=message)
        pair = Pair(standin, alice, bob, board)
        await pair.moves("Tbxc6 Tbxc1 Txd7")
        before = await record_of(bob)
        await resign(pair)
        await settled(referee)
        return cls(pair, secret, rolls_of(dice), before, await record_of(bob))


def rolls_of(dice: Throws) -> list[tuple[int, ...]]:
    return [dice(0, 2), dice(1, 8, 8), dice(2, 8, 8), dice(3, 8, 8), dice(4, 8, 10)]


def _fits(dice: Throws) -> bool:
    (seat,), (a, b), (c, d), (e, f), (g, h) = rolls_of(dice)
    lost = e + 1 < f and g - 1 < h + 1
    exchanged = g + 1 < h <= 8 and e - 1 < f + 1
    return seat == 1 and a + 1 == b and c + 1 > d and lost and exchanged and (e, f) != (g, h)


async def resign(pair: Pair) -> None:
    sure = await shown(await pair.red.slash("game resign", game=str(pair.number)))
    await told(await pair.red.press(sure, "Yes, resign"))
    await pair.channel.wait_for(lambda m: is_end(m, pair.number))


def bracket(*rolls: tuple[int, ...]) -> str:
    return "[" + ",".join("-".join(map(str, dice)) for dice in rolls) + "]"
