"""After a game: a rematch on the same terms, the game leafed through, its record and its dice checked."""

from __future__ import annotations

from bot.app import Referee
from bot.store import StoredGame
from tests.bot.discord_ui.buttons.test_buttons import gone
from tests.bot.support.parties import Party
from tests.bot.support.people import (
    END_BUTTONS,
    Pair,
    games_of,
    labels,
    link_to,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.wire import Human, Message, Standin


async def resigned(game: Pair | Party, who: Human) -> Message:
    """Let somebody resign, and wait for the last board."""
    sure = await (await who.slash("game resign", game=str(game.number))).reply()
    await who.press(sure, "Yes, resign")
    board = await game.next_board()
    await gone(sure)
    return board


async def game_of(referee: Referee, number: int) -> StoredGame:
    """A game as the store knows it."""
    game = await referee.controller.games.ledger.game(number)
    assert game is not None
    return game


def seats_of(game: StoredGame) -> dict[int, str]:
    """Who sits where."""
    return {seat: player.name for seat, player in game.seats.items()}


async def test_a_rematch_for_two(discord_: Standin, referee: Referee) -> None:
    """One asks, the other asks too: one challenge on the same terms is made and accepted, the sides exchanged."""
    pair = await Pair.seated(discord_, options="travelers=straight combat=poly", clock="3 days/move", rated=False)
    board = await resigned(pair, pair.red)
    assert labels(board) == END_BUTTONS
    first = await pair.blue.press(board, "Rematch")
    challenge = await pair.channel.wait_for(says("Hexeh #2"), after=board)
    assert challenge.pinged.users == {pair.red.id}
    assert labels(challenge) == ["Accept", "Rules", "How pieces move", "Accept + lucky word", "Decline", "Withdraw"]
    await settled(referee)
    assert first.followups == (), "the challenge in the channel tells it"
    waiting = await told(await pair.blue.press(board, "Rematch"))
    assert waiting == f"Your rematch, challenge #2, waits for the others: {link_to(challenge, 'challenge')}."
    await pair.red.press(board, "Rematch")
    again = await pair.channel.wait_for(lambda m: "#2 " in m.content and bool(m.attachments), after=challenge)
    await settled(referee)
    old, new = await game_of(referee, 1), await game_of(referee, 2)
    assert seats_of(new) == {1: "bob", 2: "alice"}
    assert (new.variant, new.options, new.time, new.rated) == (old.variant, old.options, old.time, False)
    assert challenge.buttons == ()
    for who in (pair.red, pair.blue):
        assert await told(await who.press(board, "Rematch")) == f"The rematch is game #2: {link_to(again)}."
    assert len(await games_of(referee)) == 2


async def test_strangers_may_look(discord_: Standin, referee: Referee) -> None:
    """Who did not play may replay, take the record and check the dice; Rematch tells them why not."""
    pair = await Pair.seated(discord_, options="combat=poly")
    await pair.move("Tbxc6")
    board = await resigned(pair, pair.red)
    assert labels(board) == ["Rematch", "Replay", "Record", "Check dice"]
    carol = discord_.human("carol")
    async with untouched(discord_, referee):
        assert await told(await carol.press(board, "Rematch")) == (
            "Only those who played game #1 can ask for a rematch. Start a game of your own with /play."
        )
        assert (await shown(await carol.press(board, "Record"))).attachments
        assert "Commitment" in await told(await carol.press(board, "Check dice"))
        view = await shown(await carol.press(board, "Replay"))
        assert "Move 0 of 1. The starting position." in view.content
