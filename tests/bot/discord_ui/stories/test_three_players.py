"""Whole games for three and four through Discord, with players who leave in the middle, and those who watch."""

from __future__ import annotations

from bot.app import Referee
from engine.records.scoresheet import read_scoresheet
from tests.bot.support.parties import Party
from tests.bot.support.people import END_BUTTONS, labels, record_of, told, untimed, untouched
from tests.wire import Standin

# ---- a whole game


async def test_a_game_for_three_with_a_resignation(discord_: Standin, referee: Referee) -> None:
    """Three play; one resigns in the middle, the other two play on to the end, and the record replays it all."""
    party = await Party.seated(discord_, "nd-wellisch-3")
    alice, bob, carol = party.players
    assert party.board.pinged.users == {alice.id, bob.id, carol.id}
    for who, notation in ((alice, "c5d6"), (bob, "j13j12"), (carol, "j5j6"), (alice, "d6e7")):
        assert party.mover == who
        await party.move(notation)
        assert party.board.pinged.users == {party.mover.id}
    assert party.mover == bob
    assert await party.resign(bob) == ""
    assert party.mover == carol
    assert f"{bob.mention} (Gold) resigns; Gold's pieces are removed." in party.board.content
    assert party.board.pinged.users == {carol.id}
    async with untouched(discord_, referee):
        assert await told(await bob.slash("move", notation="j13j12")) == "You're no longer in this game."
    for who, notation in ((carol, "k7k8"), (alice, "c8d8"), (carol, "k6k7")):
        assert party.mover == who
        await party.move(notation)
        assert party.board.pinged.users == {party.mover.id}
        assert "Gold" not in party.board.content
    assert await party.resign(carol) == ""
    assert "wins as the last one standing, after 3 rounds." in party.board.content
    assert party.board.pinged.users == {alice.id, bob.id}
    assert labels(party.board)[0] == END_BUTTONS[0]
    record = await record_of(bob)
    assert "P6e7\n* Gold resigns\n2. … Pk8" in untimed(record)
    assert "Pkk7\n* Blue resigns\n" in untimed(record)
    assert read_scoresheet(record).verify().matches
