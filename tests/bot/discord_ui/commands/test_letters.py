"""Letters beside the icons: for one board, or for all boards drawn for a player."""

from __future__ import annotations

from dataclasses import replace

from bot.app import Referee
from bot.games import Table, pictures
from bot.games.settings import Viewer
from engine.rules.protocols import Result
from tests.bot.people import Pair, settled, shown, told
from tests.wire import Message


async def drawn(referee: Referee, seat: int, *, letters: bool) -> bytes:
    """The board of the first game as it should be drawn."""
    table = await referee.controller.games.tables.find(1)
    assert isinstance(table, Table)
    return (await pictures.board(table, Viewer(seat, letters=letters))).png


def png(message: Message) -> bytes:
    """The picture on a message."""
    return message.attachments[0].data


async def test_on_request(pair: Pair, referee: Referee) -> None:
    """One board bears letters where that is asked for, and only that one."""
    plain, lettered = [await drawn(referee, 1, letters=letters) for letters in (False, True)]
    assert plain != lettered
    assert lettered == png(await shown(await pair.red.slash("board", letters=True)))
    assert plain == png(await shown(await pair.red.slash("board")))


async def test_in_ones_settings(pair: Pair, referee: Referee) -> None:
    """Who has chosen so sees letters on every board drawn for them; boards drawn for others are as before."""
    assert "**letters: on – " in await told(await pair.red.slash("settings change", letters="on"))
    lettered = await drawn(referee, 1, letters=True)
    assert lettered == png(await shown(await pair.red.slash("board")))
    flipped = png(await shown(await pair.red.press(pair.board, "Flip")))
    assert flipped in [await drawn(referee, seat, letters=True) for seat in (1, 2)]
    assert await drawn(referee, 1, letters=False) == png(await shown(await pair.red.slash("board", letters=False)))
    assert await drawn(referee, 2, letters=False) == png(await shown(await pair.blue.slash("board")))
    await pair.move("Tbc3")
    assert await drawn(referee, 2, letters=False) == png(pair.board), "it is drawn for Blue"
    await pair.move("Tfe4")
    await settled(referee)
    assert await drawn(referee, 1, letters=True) == png(pair.board), "it is drawn for Red"


async def test_at_the_end_the_channel_sees_what_anybody_sees(pair: Pair, referee: Referee) -> None:
    """The last board of a game is drawn for nobody in particular: from the first side, without anybody's wishes."""
    await told(await pair.red.slash("settings change", letters="on"))
    await told(await pair.blue.slash("settings change", letters="on"))
    settings = referee.controller.games.settings
    table = await referee.controller.games.tables.find(1)
    assert isinstance(table, Table)
    assert Viewer(1, letters=True) == await settings.channel(table)
    over = Table(table.game, replace(table.state, result=Result(1, "resignation")))
    assert Viewer() == await settings.channel(over)
