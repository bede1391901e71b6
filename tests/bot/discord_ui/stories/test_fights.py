"""Fights through Discord: one roll and one result from the committed secret, told in words and kept in the record."""

from __future__ import annotations

import pytest

from bot.app import Referee
from engine.play.events import Rolled
from tests.bot.support.kept import events_of
from tests.bot.support.people import Pair, Throws, let_secret_be, record_of, secret_giving, untimed
from tests.wire import Standin


def rounds(dice: Throws) -> list[tuple[int, ...]]:
    """The first two rounds of a traveler's fight against a prowler."""
    return [dice(number, 8, 8) for number in range(2)]


def lost_after_a_tie(dice: Throws) -> bool:
    """Whether the attacker, who has the weapon, loses after a tie."""
    (attack, defence), (again, against) = rounds(dice)
    return attack + 1 == defence and again + 1 < against


async def test_a_fight_by_command(discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fight's dice are the secret's; reply, board, picture's words and record tell dice, modifiers and who fell."""
    dice = let_secret_be(monkeypatch, secret_giving(lost_after_a_tie))
    pair = await Pair.seated(discord_, options="combat=poly")
    await pair.move("Tbxc6")
    fought = rounds(dice)
    written = ",".join(f"{a}-{d}" for a, d in fought)
    attack, defence = fought[-1]
    words = f"after a tie, traveler **{attack + 1}** ({attack} +1) loses to prowler **{defence}**: the traveler falls."
    assert f"**Tbxc6** – {words}" in pair.board.content
    assert pair.board.pinged.users == {pair.blue.id}
    assert "prowlers c6 (1 token), e6;" in (pair.board.attachments[0].description or "")
    record = untimed(await record_of(pair.red))
    assert f"\n1. Tbxc6[{written}]\n" in record
    events = await events_of(referee.controller.games.ledger, 1)
    assert [each.what.dice for each in events if isinstance(each.what, Rolled)] == [written]
