"""After a game: a rematch on the same terms, the game leafed through, its record and its dice checked."""

from __future__ import annotations

from bot.app import Referee
from bot.games.tables import Location
from bot.store import Player, StoredGame
from bot.store.games import referee as referee_at
from engine.notation.position_code import position_of
from engine.variants import variant_of
from tests.bot.discord_ui.buttons.test_buttons import gone
from tests.bot.support.parties import Party
from tests.bot.support.people import (
    END_BUTTONS,
    Pair,
    games_of,
    is_board,
    labels,
    link_to,
    more,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.wire import Human, Message, Standin

WINNING = "2Ge/5/6/E6/6/5/4 1"
"""Red takes the empress with Gxa4."""


async def resigned(game: Pair | Party, who: Human) -> Message:
    """Let somebody resign, and wait for the last board."""
    sure = await (await who.slash("game resign", game=str(game.number))).reply()
    await who.press(sure, "Yes, resign")
    board = await game.next_board()
    await gone(sure)
    return board


async def game_of(referee: Referee, number: int) -> StoredGame:
    return await referee.controller.games.tables.game(number)


def seats_of(game: StoredGame) -> dict[int, str]:
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
    assert waiting == f"Your rematch, challenge #2, is waiting for the others: {link_to(challenge, 'challenge')}."
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


async def test_strangers_may_look(carol: Human, discord_: Standin, referee: Referee) -> None:
    """Who did not play may replay, take the record and check the dice; Rematch tells them why not."""
    pair = await Pair.seated(discord_, options="combat=poly")
    await pair.move("Tbxc6")
    board = await resigned(pair, pair.red)
    assert labels(board) == ["Rematch", "Replay", "Check dice", "⋯"]
    async with untouched(discord_, referee):
        assert await told(await carol.press(board, "Rematch")) == (
            "Only the players of game #1 can ask for a rematch. Start your own game with /play."
        )
        assert (await (await more(carol, board, "Record")).reply()).attachments
        assert "genuine" in (await shown(await carol.press(board, "Check dice"))).content
        view = await shown(await carol.press(board, "Replay"))
        assert "Move 0 of 1: the starting position." in view.content
        assert view.components[0]["accent_color"]


async def against_bot(referee: Referee, who: Human, level: int, code: str) -> Message:
    """Let somebody begin a game against the bot from a code; its first board."""
    assert who.place.guild is not None
    place, hexeh = Location(who.place.guild.id, who.place.id), variant_of("hexeh")
    players = {1: Player(who.id, who.name), 2: referee_at(level)}
    number = await referee.controller.games.lobby.set_up(place, hexeh, players, position_of(hexeh, code))
    assert await referee.controller.show(number)
    return await who.place.wait_for(lambda m: f"#{number} " in m.content and is_board(m))


async def test_the_next_level(alice: Human, discord_: Standin, referee: Referee) -> None:
    """Who has beaten the bot may play it a level higher; after a loss, and at the top, there is only a rematch."""
    board = await against_bot(referee, alice, 8, WINNING)
    assert "Hint" in labels(board)
    await alice.slash("move", notation="Gxa4", game="1")
    over = await alice.place.wait_for(lambda m: "#1 " in m.content and is_board(m), after=board)
    assert labels(over) == END_BUTTONS, "there is no ninth"
    board = await against_bot(referee, alice, 3, WINNING)
    await alice.slash("move", notation="Gxa4", game="2")
    over = await alice.place.wait_for(lambda m: "#2 " in m.content and is_board(m), after=board)
    assert labels(over) == ["Next level", *END_BUTTONS]
    assert "Only the players of" in await told(await discord_.human("bob").press(over, "Next level"))
    await alice.press(over, "Next level")
    await alice.place.wait_for(lambda m: "#3 " in m.content and is_board(m), after=over)
    assert [held.level for held in (await game_of(referee, 3)).seats.values()] == [4, None]
    lost = await (await alice.slash("game resign", game="3")).reply()
    await alice.press(lost, "Yes, resign")
    ended = await alice.place.wait_for(lambda m: "#3 " in m.content and "Rematch" in labels(m))
    assert "Next level" not in labels(ended)
