"""The word of character, and the way to the next level, on the last board of a game."""

from __future__ import annotations

from bot.app import Referee
from bot.games import Location
from bot.store import Player
from bot.store import referee as bot_at
from engine.play.start import start_of
from engine.variants import variant_of
from tests.bot.support.people import says, told
from tests.engine.support import code
from tests.wire import Standin

HEXEH = variant_of("hexeh")


async def test_a_bot_beaten(discord_: Standin, referee: Referee) -> None:
    """The last board welcomes a newcomer, later tells what was special; and it leads to the next level of the bot."""
    alice, controller = discord_.human("alice"), referee.controller
    start = start_of(HEXEH, code(HEXEH, ("E d1 · W b1", "E d4"), 1))
    players = {1: Player(alice.id, alice.name), 2: bot_at(2)}
    for number, words in enumerate(("That was alice's first game – welcome!", "1 move – that was quick."), 1):
        game = await controller.games.lobby.set_up(Location(discord_.guild().id, alice.place.id), HEXEH, players, start)
        assert await controller.show(await controller.games.tables.game(game))
        await told(await alice.slash("move", game=str(number), notation="Wxd4"))
        board = await discord_.channel().wait_for(says(f"Hexeh #{number} · <@"))
        assert f"{words} You beat level 2 – try level 3?" in board.content
