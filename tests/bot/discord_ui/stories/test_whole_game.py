"""A whole game through Discord, from the challenge to the captured royal piece."""

from __future__ import annotations

from bot.app import Referee
from tests.bot.support.people import Pair
from tests.wire import Standin

GAME = "Tfg2 Gcb4 Tgd5 Gb3 Tdb4 Tfe4 Ged3 Td5 Txc6 Te3 Txd7"


async def test_a_challenge_shows_its_start_and_pings_the_one_invited(discord_: Standin, referee: Referee) -> None:
    """A challenge stands in the channel with its picture and its buttons, and pings the opponent alone."""
    assert referee.is_ready()
    alice, bob = discord_.human("alice"), discord_.human("bob")
    outcome = await alice.slash("play", game="hexeh", opponent=bob, side="Red", options="travelers=straight")
    assert (await outcome.reply()).content == "You have made challenge #1."
    message = await discord_.channel().wait_for(lambda m: "challenges" in m.content)
    assert bob in message.pinged
    assert alice not in message.pinged
    assert [button.label for button in message.buttons] == [
        "Accept",
        "Rules",
        "How pieces move",
        "Decline",
        "Withdraw",
    ]
    assert "travelers: straight" in message.content
    assert [each.filename for each in message.attachments] == ["start.png"]


async def test_two_people_play_a_whole_game(pair: Pair) -> None:
    """Two people play from the challenge to the captured empress; every board pings the one to move alone."""
    for notation in GAME.split():
        mover = pair.mover
        other = pair.blue if mover is pair.red else pair.red
        before = pair.board
        await pair.move(notation)
        assert other in pair.board.pinged
        assert mover not in pair.board.pinged
        await pair.discord.wait_for_request("PATCH", f"messages/{before.id}")
