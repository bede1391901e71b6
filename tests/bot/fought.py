"""A finished game with a drawn side, words for the dice by both players, and three fights."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.app import Referee
from tests.bot.people import (
    Pair,
    Throws,
    challenge,
    is_board,
    let_secret_be,
    record_of,
    says,
    secret_giving,
    settled,
    shown,
    told,
)
from tests.wire import Standin

SALTS = ("1:plum", "2:pear [3] \"x\" \\ 'y'")

VOUCHED = (
    "This vouches for the dice alone, provided that the commitment was published before the game. It does not vouch "
    "for the moves: no roll depends on what was played, so a record with a changed move could pass as well."
)
"""What a check adds wherever all dice match."""


@dataclass
class Fought:
    """The game: its secret, its rolls, and its record before and after the end.

    Roll 0 draws the side, 1 (a tie) and 2 are the first fight, which is won; 3 and 4 are two more, both lost, and would
    be with their dice exchanged. The first salt counts from roll 1, the second from roll 3.
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
        await salt(pair, 0)
        await pair.move("Tbxc6")
        await salt(pair, 1)
        await pair.moves("Tbxc1 Txd7")
        before = await record_of(bob)
        await resign(pair)
        await settled(referee)
        return cls(pair, secret, rolls_of(dice), before, await record_of(bob))


def rolls_of(dice: Throws) -> list[tuple[int, ...]]:
    """The rolls of the game."""
    first, both = SALTS[:1], SALTS
    fights = [dice(1, 8, 8, salts=first), dice(2, 8, 8, salts=first), dice(3, 8, 8, salts=both)]
    return [dice(0, 2), *fights, dice(4, 8, 10, salts=both)]


def _fits(dice: Throws) -> bool:
    (seat,), (a, b), (c, d), (e, f), (g, h) = rolls_of(dice)
    lost = e + 1 < f and g - 1 < h + 1
    exchanged = g + 1 < h <= 8 and e - 1 < f + 1
    return seat == 1 and a + 1 == b and c + 1 > d and lost and exchanged and (e, f) != (g, h)


async def salt(pair: Pair, index: int) -> None:
    """Let a player add their word."""
    seat, _, word = SALTS[index].partition(":")
    who = pair.red if seat == "1" else pair.blue
    await told(await who.slash("dice word", word=word))


async def resign(pair: Pair) -> None:
    """Let the first player resign."""
    sure = await shown(await pair.red.slash("game resign", game=str(pair.number)))
    await told(await pair.red.press(sure, "Yes, resign"))
    await pair.channel.wait_for(says(f"#{pair.number} ", "Game over."))


def bracket(*rolls: tuple[int, ...]) -> str:
    """Rolls as they stand behind a move."""
    return "[" + ",".join("-".join(map(str, dice)) for dice in rolls) + "]"
