"""How many messages an act leaves behind: what the channel shows is not told in private as well."""

from __future__ import annotations

from bot.app import Referee
from tests.bot.support.people import is_board, says, settled
from tests.wire import Message, Standin


def seen(standin: Standin) -> list[Message]:
    return [m for m in standin.messages if not m.deleted]


async def test_an_act_is_one_message(discord_: Standin, referee: Referee) -> None:
    """An act leaves one message, where it used to leave a private echo too (2, declining 3); a declined offer goes."""
    alice, bob, channel = discord_.human("alice"), discord_.human("bob"), discord_.channel()
    left: dict[str, int] = {}

    async def count(act: str) -> None:
        await settled(referee)
        left[act] = len(seen(discord_)) - sum(left.values())

    await alice.slash("play", game="hexeh", opponent=bob, side="Red", clock="none")
    await count("play")
    await bob.press(await channel.wait_for(lambda m: bool(m.buttons)), "Accept")
    await count("accept")
    await alice.slash("move", notation="Tbc3")
    await count("move")
    board = await channel.wait_for(lambda m: is_board(m) and "Tbc3" in m.content)
    await bob.slash("game draw", action="offer")
    await count("offer a draw")
    await alice.press(await channel.wait_for(says("do you accept?"), after=board), "Decline draw")
    await channel.wait_for(says("declines the draw"), after=board)
    await count("decline it")
    await bob.slash("board", share=True)
    await count("share a board")
    await bob.slash("roll", expression="2d6")
    await count("roll")
    declined = {"offer a draw": 1, "decline it": 0}
    assert left == {"play": 1, "accept": 1, "move": 1, **declined, "share a board": 1, "roll": 1}
