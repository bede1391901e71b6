"""Games against the referee: begun at once, moved in by itself, for two and for more; it never rolls or is pinged."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.store import referee as referee_at
from engine.model.position import long_form
from engine.variants import variant_of
from tests.bot.support.minds import FirstMove
from tests.bot.support.people import games_of, is_board, mover_of, moves_of, says, settled, shown, told, untouched
from tests.wire import Human, Message, Standin, running


async def begin(who: Human, standin: Standin, number: int = 1, **wishes: object) -> Message:
    """Play the referee, whatever is not said; the newest board."""
    options = {"game": "hexeh", "opponent": standin.bot, "clock": "none", "side": "1", **wishes}
    assert await told(await who.slash("play", **options)) == ""
    return await who.place.wait_for(lambda m: f"#{number} " in m.content and is_board(m))


async def turn_of(who: Human, board: Message) -> Message:
    return await who.place.wait_for(lambda m: is_board(m) and mover_of(m) == who.mention, after=board, timeout=30)


# ---- a game for two


@pytest.mark.slow
async def test_it_plays(alice: Human, discord_: Standin, referee: Referee) -> None:
    """A game against the referee begins with the command and is unrated; a process of its own answers each move."""
    board = await begin(alice, discord_, level=1)
    assert board.content.endswith("alice – Hexmarshal, level 1")
    assert board.pinged.users == {alice.id}
    await told(await alice.slash("move", notation="f1g2"))
    board = await turn_of(alice, board)
    assert board.pinged.users == {alice.id}
    assert len(await moves_of(referee)) == 2
    (game,) = await games_of(referee)
    assert (game.rated, game.seats[2]) == (False, referee_at(1))


async def test_while_it_thinks(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    """The board says that the referee is thinking, and after how many other games; nobody nudges it."""
    mind = FirstMove.of(referee)
    mind.let.clear()
    first = await begin(alice, discord_, side="2")
    assert first.content.startswith("### I'm thinking…")
    listed = (await shown(await alice.slash("games"))).content
    assert "1 Hexeh vs Hexmarshal, level 2, I'm thinking" in listed
    second = await begin(bob, discord_, 2, side="2")
    assert "after 1 other game" in (await bob.place.wait_for(lambda m: m.id == second.id)).content
    async with untouched(discord_, referee):
        nudged = await told(await alice.slash("game nudge", game="1"))
    assert nudged == "It's my move in game #1, and I'm thinking. Just a moment."
    mind.let.set()
    await turn_of(alice, first)
    await turn_of(bob, second)
    assert [len(mind.asked), await moves_of(referee, 1)] == [2, await moves_of(referee, 2)]


async def test_a_stale_thought(alice: Human, discord_: Standin, referee: Referee) -> None:
    """A thought about a position that a takeback has changed meanwhile is discarded; the new one is thought about."""
    mind = FirstMove.of(referee)
    mind.let.clear()
    await begin(alice, discord_)
    for move in ("f1g2", "f1e3"):
        await told(await alice.slash("move", notation=move))
        if move == "f1g2":
            assert await told(await alice.slash("game takeback")) == ""
    mind.let.set()
    await referee.controller.games.opponent.idle()
    asked = [long_form(variant_of("hexeh").board, each.question.last) for each in mind.asked if each.question.last]
    assert asked == ["f1g2", "f1e3"]
    *_, undone, second, answer = await moves_of(referee)
    assert (undone, second) == ("TakenBack", "f1e3")
    assert answer[0] in "abcdefghi"


async def test_proposals(alice: Human, discord_: Standin, referee: Referee) -> None:
    """It agrees to take moves back, and declines an early draw, both at once."""
    FirstMove.of(referee)
    board = await begin(alice, discord_)
    await told(await alice.slash("move", notation="f1g2"))
    await turn_of(alice, board)
    assert await told(await alice.slash("game draw", action="offer")) == ""
    await alice.place.wait_for(says("Hexmarshal declines the draw."))
    assert await told(await alice.slash("game takeback")) == ""
    await referee.controller.games.opponent.idle()
    assert (await moves_of(referee))[-1] == "TakenBack"


async def test_what_cannot_be(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    """Rated and standing games, and games without a place, are refused; nothing is posted."""
    refused: tuple[tuple[dict[str, object], str], ...] = (
        ({"rated": True}, "Games against me are unrated"),
        ({"opponent": None, "rated": True, "hints": True}, "Games with hints are unrated"),
        ({"standing": True}, "A standing challenge is for everyone"),
        ({"opponent": bob, "level": 3}, "There's no seat left for me"),
    )
    async with untouched(discord_, referee):
        for wishes, why in refused:
            options = {"game": "hexeh", "opponent": discord_.bot, **wishes}
            assert (await told(await alice.slash("play", **options))).startswith(why)


@pytest.mark.parametrize("level", [0, 2])
async def test_a_restart(alice: Human, discord_: Standin, database: Path, level: int) -> None:
    """A game in which the referee was to move goes on after a restart, once, with the same question."""
    async with running(Referee(database)) as referee:
        mind = FirstMove.of(referee)
        mind.let.clear()
        board = await begin(alice, discord_, level=level)
        assert (await games_of(referee))[0].seats[2] == referee_at(level)
        await told(await alice.slash("move", notation="f1g2"))
        await alice.place.wait_for(says("I'm thinking…"), after=board)
        await settled(referee)
        (before,) = mind.asked
    async with running(Referee(database)) as referee:
        mind = FirstMove.of(referee)
        await referee.controller.games.opponent.idle()
        await turn_of(alice, board)
        games = referee.controller.games
        await games.opponent.catch_up()
        await games.opponent.idle()
        assert len(await moves_of(referee)) == 2
        assert await games.ledger.thinking() == []
        assert all(asked == before for asked in mind.asked)
