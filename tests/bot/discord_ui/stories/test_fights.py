"""Fights through Discord: one roll and one result from the committed secret, told in words and kept in the record."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.app import Referee
from engine.play.events import Rolled
from tests.bot.support.people import (
    Pair,
    Throws,
    let_secret_be,
    record_of,
    secret_giving,
    untimed,
)
from tests.wire import Standin

TRAVELER, PROWLER = 8, 8


def rounds(dice: Throws, count: int, first: int = 0) -> list[tuple[int, int]]:
    """The rounds of a traveler's fight against a prowler, from this roll on."""
    return [(a, d) for a, d in (dice(first + n, TRAVELER, PROWLER) for n in range(count))]


def fights(dice: Throws, *signs: int) -> bool:
    """Whether the first rounds end so: 1 the attacker is higher, -1 lower, 0 a tie; the attacker has the weapon."""
    return all((a + 1 > d) - (a + 1 < d) == sign for sign, (a, d) in zip(signs, rounds(dice, len(signs)), strict=True))


def bracket(fought: Sequence[tuple[int, int]]) -> str:
    """The rounds as a record writes them."""
    return "[" + ",".join(f"{a}-{d}" for a, d in fought) + "]"


async def test_a_fight_by_command(discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fight's dice are the secret's; reply, board, picture's words and record tell dice, modifiers and who fell."""
    dice = let_secret_be(monkeypatch, secret_giving(lambda dice: fights(dice, 0, -1)))
    pair = await Pair.seated(discord_, options="combat=poly")
    assert "#1 Hexeh with fights" in pair.board.content
    answer = await pair.move("Tbxc6")
    fought = rounds(dice, 2)
    sums = (f"Traveler b1 rolls {a} + 1 weapon = **{a + 1}**. Prowler c6 rolls **{d}**." for a, d in fought)
    words = f"{' A tie, so they roll again. '.join(sums)} The traveler falls."
    assert words in answer
    assert words in pair.board.content
    assert pair.board.pinged.users == {pair.blue.id}
    assert f"1. Tbxc6{bracket(fought)}" in pair.board.content
    assert "prowlers c6 (1 token), e6;" in (pair.board.attachments[0].description or "")
    record = untimed(await record_of(pair.red))
    assert f"\n1. Tbxc6{bracket(fought)}\n" in record
    events = await referee.controller.games.ledger.events(1)
    assert [each.what.dice for each in events if isinstance(each.what, Rolled)] == [bracket(fought)[1:-1]]
