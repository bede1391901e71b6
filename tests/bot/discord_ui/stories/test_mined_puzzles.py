"""Puzzles from a server's games through Discord: turned on in the panel, found, and gone when turned off."""

from __future__ import annotations

import pytest

from bot.app import Referee
from bot.games.puzzles import solving as served
from engine.lookahead.puzzles.catalogue import shipped
from tests.bot.fought import resign
from tests.bot.minds import Finder
from tests.bot.people import Pair, labels, shown, told
from tests.wire import Human, Message, Standin, bits

CHANGE, LABEL = "Choose what to change", "Puzzles from games"


async def choose(owner: Human, option: int) -> Message:
    """Choose yes (0) or no (1); the panel as it then is."""
    panel = await (await owner.slash("server")).reply()
    menu = await (await owner.choose(panel, CHANGE, "mining")).reply()
    assert "no names" in menu.content
    return await (await owner.choose(menu, LABEL, str(option))).reply()


async def test_a_server_that_wants_them(
    discord_: Standin, referee: Referee, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that end after a manager's yes are looked through; puzzles come by /puzzle and its button, until a no."""
    games, (one, other, *_) = referee.controller.games, shipped().values()
    monkeypatch.setattr(served, "shipped", dict)
    games.mining.miner = Finder(one, other)
    olga, alice = discord_.human("olga"), discord_.human("alice")
    discord_.channel().allow(olga.user, bits.MANAGE_GUILD)
    assert f"**{LABEL}**: no" in (await (await olga.slash("server")).reply()).content
    assert f"**{LABEL}**: yes" in (await choose(olga, 0)).content
    assert "I have no puzzles of that game like that." in await told(await alice.slash("puzzle"))
    await resign(pair)
    await games.mining.idle()
    message = await shown(await alice.slash("puzzle"))
    message = await (await alice.press(message, "Give up")).reply()
    assert labels(message) == ["Next puzzle", "How pieces move"]
    message = await (await alice.press(message, "Next puzzle")).reply()
    assert "Hint" in labels(message)
    assert f"**{LABEL}**: no" in (await choose(olga, 1)).content
    assert "not open any more" in await told(await alice.press(message, "Hint"))
