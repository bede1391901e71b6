"""Letters beside the icons: for one board, or for all boards drawn for a player."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.app import Referee
from bot.games import Table, pictures
from bot.games.settings import LETTERS, PRACTISED, Viewer
from engine.play.state import State
from engine.rules.protocols import Result
from tests.bot.support.league import ANN, BEN, CAT, Club
from tests.bot.support.people import Pair, challenge, settled, shown, told
from tests.wire import Message, Standin


async def drawn(referee: Referee, seat: int, *, letters: bool) -> bytes:
    """The board of the first game as it should be drawn."""
    table = await referee.controller.games.tables.find(1)
    assert isinstance(table, Table)
    people = await referee.controller.games.company.at(table)
    return (await pictures.board(table, Viewer(seat, letters=letters), people)).png


async def offered(referee: Referee, number: int, *, letters: bool) -> bytes:
    """The picture of a challenge as it should be drawn, for a first side."""
    games = referee.controller.games
    game = await games.ledger.game(number)
    assert game is not None
    state = await games.tables.state(game)
    assert isinstance(state, State)
    return (await pictures.board(Table(replace(game, stage="open"), state), Viewer(letters=letters))).png


def png(message: Message) -> bytes:
    """The picture on a message."""
    return message.attachments[0].data


async def test_on_request(pair: Pair, referee: Referee) -> None:
    """One board bears letters, or none, where that is asked for, and only that one."""
    plain, lettered = [await drawn(referee, 1, letters=letters) for letters in (False, True)]
    assert plain != lettered
    assert plain == png(await shown(await pair.red.slash("board", letters=False)))
    assert lettered == png(await shown(await pair.red.slash("board")))
    await told(await pair.red.slash("settings change", letters="off"))
    assert lettered == png(await shown(await pair.red.slash("board", letters=True)))
    assert plain == png(await shown(await pair.red.slash("board")))


async def test_in_ones_settings(pair: Pair, referee: Referee) -> None:
    """What one has chosen holds for every board drawn for oneself; others see theirs as they have chosen."""
    assert "**letters: off – " in await told(await pair.red.slash("settings change", letters="off"))
    assert await drawn(referee, 1, letters=False) == png(await shown(await pair.red.slash("board")))
    flipped = png(await shown(await pair.red.press(pair.board, "Flip")))
    assert flipped in [await drawn(referee, seat, letters=False) for seat in (1, 2)]
    assert await drawn(referee, 2, letters=True) == png(await shown(await pair.blue.slash("board")))


async def test_the_channel_sees_letters_that_any_player_wants_or_needs(pair: Pair, referee: Referee) -> None:
    """The public board bears letters until nobody at the table wants or needs them, to the end of the game."""
    assert await drawn(referee, 1, letters=True) == png(pair.board), "both are newcomers"
    await told(await pair.red.slash("settings change", letters="off"))
    await pair.move("Tbc3")
    await settled(referee)
    assert await drawn(referee, 2, letters=True) == png(pair.board), "Blue is a newcomer"
    await told(await pair.blue.slash("settings change", letters="off"))
    await pair.move("Tfe4")
    await settled(referee)
    assert await drawn(referee, 1, letters=False) == png(pair.board)
    settings = referee.controller.games.settings
    table = await referee.controller.games.tables.find(1)
    assert isinstance(table, Table)
    over = Table(table.game, replace(table.state, result=Result(1, "resignation")))
    assert Viewer() == await settings.channel(over), "a game that is over is seen from the first side"
    await told(await pair.blue.slash("settings change", letters="on"))
    assert Viewer(1, letters=True) == await settings.channel(table)
    assert Viewer(1, letters=True) == await settings.channel(over)


async def test_a_challenge_is_drawn_like_its_board(discord_: Standin, referee: Referee) -> None:
    """The picture of a challenge bears letters if the challenger or whoever is invited wants or needs them."""
    alice, bob = discord_.human("alice"), discord_.human("bob")

    async def challenged(number: int) -> bytes:
        return png(await challenge(alice, number, opponent=bob, side="1"))

    assert await challenged(1) == await offered(referee, 1, letters=True), "both are newcomers"
    await told(await alice.slash("settings change", letters="off"))
    assert await challenged(2) == await offered(referee, 2, letters=True), "Bob is a newcomer"
    await told(await bob.slash("settings change", letters="off"))
    assert await challenged(3) == await offered(referee, 3, letters=False)


async def test_until_some_games_are_finished(database: Path) -> None:
    """Who has chosen nothing sees letters until they have finished three games, in any server."""
    async with Club.opened(database) as club:
        settings = club.games.settings
        for finished in range(PRACTISED):
            assert (await settings.viewer(ANN, 1)).letters, finished
            await club.end(await club.begin(ANN, BEN), "1")
            await club.games.standings.settle()
        assert not (await settings.viewer(ANN, 1)).letters
        assert (await settings.viewer(CAT, 1)).letters
        await settings.choose(ANN, LETTERS.name, "on")
        assert (await settings.viewer(ANN, 1)).letters
