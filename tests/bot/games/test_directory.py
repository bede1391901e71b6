"""Which game or challenge is meant, and how it is named."""

from __future__ import annotations

from bot.games import ChallengeRequest, Location, label
from bot.games.directory import NoGameHere, NothingToShow, WhichGame
from bot.games.refusals import ChallengeGone, NotYourGame, UnknownGame
from engine.play.commands import Resign
from tests.bot.games.house import ANN, BEN, CAT, DOT, ELSEWHERE, HERE, THERE, House
from tests.bot.support.refusals import outcome


async def test_the_only_game_is_meant(house: House) -> None:
    """Without a number, a command is for the player's one game in the channel, or the one that awaits a move."""
    assert await outcome(house.directory.mine(HERE, ANN, None)) == NoGameHere()
    first = await outcome(house.begin())
    await house.begin(place=THERE)
    assert await house.directory.mine(HERE, BEN, None) == await house.game(first)
    second = await outcome(house.begin(CAT, BEN))
    assert await outcome(house.directory.mine(HERE, BEN, None)) == WhichGame(
        (f"#{second} Hexeh vs Cat, Cat to move", f"#{first} Hexeh vs Ann, Ann to move")
    )
    await house.move(second)
    assert await house.directory.mine(HERE, BEN, None) == await house.game(second)


async def test_a_numbered_game_is_meant(house: House) -> None:
    """A number names one's own game anywhere in the server, and nobody else's."""
    here, there, away = [await house.begin(place=place) for place in (HERE, THERE, ELSEWHERE)]
    assert await house.directory.mine(HERE, ANN, there) == await house.game(there)
    assert await outcome(house.directory.mine(HERE, CAT, here)) == NotYourGame(here)
    for number in (away, 99):
        assert await outcome(house.directory.mine(HERE, ANN, number)) == UnknownGame(number)
    assert await outcome(house.directory.mine(HERE, CAT, there)) == UnknownGame(there)


async def test_what_a_question_is_about(house: House) -> None:
    """A question is about one's own game first, then the channel's running ones, then its last."""
    assert await outcome(house.directory.shown(HERE, CAT, None)) == NothingToShow()
    first, second = await house.begin(), await house.begin(BEN, CAT)
    assert await house.directory.shown(HERE, CAT, None) == await house.game(second)
    assert isinstance(await outcome(house.directory.shown(HERE, DOT, None)), WhichGame)
    await house.act(second, CAT, Resign)
    assert await house.directory.shown(HERE, CAT, None) == await house.game(first)
    await house.act(first, ANN, Resign)
    assert await house.directory.shown(HERE, CAT, None) == await house.game(second)
    assert await house.directory.shown(HERE, CAT, first) == await house.game(first)


async def test_labels(house: House) -> None:
    """A game is named by its number, its opponent and whose move it is, as its reader sees it."""
    number, waiting = await house.begin(), await house.challenge(by=CAT)
    game = await house.game(number)
    assert label(game, ANN) == f"#{number} Hexeh vs Ben, your move"
    assert label(game, BEN) == f"#{number} Hexeh vs Ann, Ann to move"
    assert label(game) == f"#{number} Hexeh Ann – Ben, Ann to move"
    assert label(await house.game(waiting), CAT) == f"#{waiting} Hexeh, your challenge"
    await house.act(number, BEN, Resign)
    assert label(await house.game(number), BEN) == f"#{number} Hexeh vs Ann, over"


# ---- which challenge is meant


async def test_which_challenge_is_meant(house: House) -> None:
    """A challenge is answered in its channel, while it is open."""
    directory, lobby = house.directory, house.lobby
    number = await outcome(house.challenge(BEN))
    await lobby.challenge(THERE, CAT, ChallengeRequest("hexeh", {}))
    assert await directory.joinable(HERE, BEN, number) == await house.game(number)
    assert await outcome(directory.joinable(HERE, BEN, 2)) == UnknownGame(2)
    await lobby.withdraw(number, ANN)
    assert await outcome(directory.joinable(HERE, BEN, number)) == ChallengeGone(number)


async def test_games_in_direct_messages_come_first(house: House) -> None:
    """Only without a game there does a command in direct messages mean one in a server."""
    direct, there = Location(0, 77), await house.begin()
    assert await house.directory.mine(direct, ANN, None) == await house.game(there)
    number = await house.challenge(place=direct, level=1)
    assert await house.directory.mine(direct, ANN, None) == await house.game(number)
