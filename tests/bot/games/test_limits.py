"""What a server allows: where and who may challenge, how many games and challenges one has, and what is usual."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.games import ChallengeRequest, Games, Location
from bot.games import lobby as limits
from bot.games.lobby import (
    ChallengerBusy,
    ChallengerGone,
    EnoughChallenges,
    EnoughGames,
    MayNotChallenge,
    PlayedInChannels,
)
from bot.games.refusals import BadChoice
from bot.store import Database, Deadline, Ledger, Player, StoredGame
from bot.store.ledger import LAPSE
from bot.store.privacy import ERASE
from bot.store.settings import Value
from engine.clocks.control import DAY
from engine.model.refusal import Refusal
from tests.bot.support.refusals import outcome
from tests.bot.support.timed import Time

ANN, BEN, CAT, DOT = (Player(number, name) for number, name in enumerate(("Ann", "Ben", "Cat", "Dot"), 1))
HERE = Location(1, 10)
HEXEH = ChallengeRequest("hexeh", {})


class Clubhouse:
    """A server's lobby in a simulated time."""

    def __init__(self, database: Database) -> None:
        self.time = Time()
        self.ledger = Ledger(database)
        self.games = Games(self.ledger, self.time)
        self.lobby = self.games.lobby

    async def choose(self, **settings: Value) -> None:
        """Let the server choose."""
        for name, value in settings.items():
            await self.games.servers.choose(HERE.guild, name, value)

    async def challenge(self, by: Player = ANN, wishes: ChallengeRequest = HEXEH) -> StoredGame:
        """Make a challenge that is allowed."""
        made = await self.lobby.challenge(HERE, by, wishes)
        assert isinstance(made, StoredGame)
        return made

    async def game(self, number: int) -> StoredGame:
        """A game of the store."""
        found = await self.ledger.game(number)
        assert found is not None
        return found

    async def deadlines(self) -> list[Deadline]:
        """The deadlines of all challenges."""
        return await self.ledger.deadlines.due([LAPSE], 1 << 62)


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Clubhouse]:
    """Open a clubhouse."""
    database = await Database.open(path)
    try:
        yield Clubhouse(database)
    finally:
        await database.close()


@pytest.fixture
async def club(database: Path) -> AsyncIterator[Clubhouse]:
    """Open a clubhouse for one test."""
    async with opened(database) as house:
        yield house


# ---- limits


async def test_only_in_the_servers_channels(club: Clubhouse) -> None:
    """A challenge elsewhere is refused with the way there; threads of a channel count as the channel."""
    await club.choose(channels=frozenset({10, 11}))
    refused = await outcome(club.lobby.challenge(Location(1, 12), ANN, HEXEH))
    assert refused == PlayedInChannels(("<#10>", "<#11>"))
    assert refused.text == "In this server games are played in <#10> and <#11>. Make your challenge there."
    assert PlayedInChannels(("<#10>",)).text.startswith("In this server games are played in <#10>.")
    for place in (HERE, Location(1, 12, parent=11), Location(2, 12)):
        assert isinstance(await club.lobby.challenge(place, ANN, HEXEH), StoredGame)
    assert isinstance(await outcome(club.lobby.challenge(Location(1, 12, parent=13), ANN, HEXEH)), PlayedInChannels)


async def test_only_with_the_servers_role(club: Clubhouse) -> None:
    """Where a role is asked for, others are refused, but may accept."""
    await club.choose(challengers=77)
    refused = await outcome(club.lobby.challenge(HERE, ANN, HEXEH, {76}))
    assert refused == MayNotChallenge(77)
    assert "<@&77>" in refused.text
    made = await club.lobby.challenge(HERE, ANN, HEXEH, {76, 77})
    assert isinstance(made, StoredGame)
    await club.lobby.join(made.number, BEN)


async def test_no_more_challenges_than_allowed(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge too many is refused until one is gone; others, and other servers, do not count."""
    monkeypatch.setattr(limits, "MOST_CHALLENGES", 2)
    first = await club.challenge()
    await club.challenge()
    await club.challenge(BEN)
    assert await outcome(club.lobby.challenge(HERE, ANN, HEXEH)) == EnoughChallenges(2)
    assert isinstance(await club.lobby.challenge(Location(2, 10), ANN, HEXEH), StoredGame)
    await club.lobby.withdraw(first.number, ANN)
    await club.challenge()


async def test_no_more_games_than_allowed(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays as many games as allowed neither challenges nor accepts nor joins; in words that say what to do."""
    monkeypatch.setattr(limits, "MOST_GAMES", 1)
    numbers = [(await club.challenge(who)).number for who in (BEN, CAT)]
    lobby = await outcome(club.challenge(DOT, ChallengeRequest("nd-wellisch-3", {})))
    await club.lobby.join(numbers[0], ANN)
    refused = await outcome(club.lobby.join(numbers[1], ANN))
    assert refused == EnoughGames(1)
    assert refused.text == "You have 1 game under way here, and that's the limit. Finish one first; /games lists them."
    assert await outcome(club.lobby.join(lobby.number, ANN)) == EnoughGames(1)
    assert await outcome(club.lobby.challenge(HERE, ANN, HEXEH)) == EnoughGames(1)
    monkeypatch.setattr(limits, "MOST_GAMES", 2)
    await club.lobby.join(numbers[1], ANN)


# ---- what is usual


async def test_what_a_challenge_leaves_open(club: Clubhouse) -> None:
    """A challenge that says nothing has three soft days a move; what is said holds, "none" as well."""
    game = await club.challenge()
    assert (game.time, game.rated, game.threaded, game.options) == ("3d/move soft", True, False, {})
    assert (await club.challenge(wishes=ChallengeRequest("hexeh", {}, time="none"))).time == "none"
    assert await outcome(club.lobby.challenge(HERE, ANN, ChallengeRequest("", {}))) == BadChoice(
        "choose a game for /play; the first in its list are good to start with"
    )


async def test_a_server_has_its_own_ways(club: Clubhouse) -> None:
    """What a server finds usual holds where a challenge says nothing, fights only where they can be."""
    await club.choose(game="glinski", fights="d6", time="7d/move", rated=False, threaded=True)
    game = await club.challenge(wishes=ChallengeRequest("", {}))
    assert (game.variant, game.time, game.rated, game.threaded) == ("glinski", "7d/move", False, True)
    assert game.options == {"combat": "d6"}
    other = ChallengeRequest("hexeh", {"combat": "off"}, time="1d/move", rated=True, threaded=False)
    game = await club.challenge(wishes=other)
    assert (game.variant, game.time, game.rated, game.threaded) == ("hexeh", "1d/move", True, False)
    assert game.options == {}
    game = await club.challenge(wishes=ChallengeRequest("glinski", {"goal": "hill"}))
    assert game.options == {"goal": "hill"}, "the hill is not played with fights"
    game = await club.challenge(wishes=ChallengeRequest("combat-chess", {}))
    assert game.options == {}, "a game with fights of its own keeps them"


async def test_comments(club: Clubhouse) -> None:
    """A comment stands on one line and has at most 200 characters."""
    game = await club.challenge(wishes=ChallengeRequest("hexeh", {}, comment="  a quiet\n game? "))
    assert (game.comment, (await club.game(game.number)).comment) == ("a quiet game?", "a quiet game?")
    assert await outcome(
        club.lobby.challenge(HERE, ANN, ChallengeRequest("hexeh", {}, comment="x" * 201))
    ) == BadChoice("your comment has 201 characters; at most 200 fit. Shorten it and try again")


async def test_a_comment_goes_with_its_writer(club: Clubhouse) -> None:
    """Who is forgotten leaves no comment behind, not even with a challenge that others have accepted."""
    game = await club.challenge(wishes=ChallengeRequest("hexeh", {}, comment="I live in Rome"))
    await club.lobby.join(game.number, BEN)
    await club.games.privacy.ask(ANN)
    while due := await club.ledger.deadlines.due([ERASE], club.time()):
        await club.games.privacy.carry_on(due[0].player)
    found = await club.game(game.number)
    assert (found.comment, ANN.id in {player.id for player in found.seats.values()}) == ("", False)


# ---- standing


STANDING = ChallengeRequest("hexeh", {}, side="Red", comment="Always", standing=True)


async def test_a_standing_challenge_is_followed_by_another(club: Clubhouse) -> None:
    """Each acceptance begins a game, and a challenge on the same terms with dice of its own takes its place."""
    first = await club.challenge(wishes=STANDING)
    await club.lobby.join(first.number, BEN)
    second = await club.game(first.number + 1)
    assert (second.stage, second.standing, second.comment, second.guests[0].wish) == ("open", True, "Always", 1)
    assert (second.time, second.seats, second.message, second.shown) == (first.time, {0: ANN}, None, -1)
    assert second.commitment != first.commitment
    assert await club.ledger.secret(first.number) != await club.ledger.secret(second.number)
    assert [(each.game, each.due) for each in await club.deadlines()] == [(second.number, club.time() + 14 * DAY)]
    await club.lobby.withdraw(second.number, ANN)
    assert await club.ledger.game(second.number + 1) is None


async def test_a_standing_challenge_for_three(club: Clubhouse) -> None:
    """When a game for three starts, the next one has the challenger in it alone, on the same side."""
    wishes = ChallengeRequest("nd-wellisch-3", {}, side="Gold", standing=True)
    game = await club.challenge(wishes=wishes)
    for who in (BEN, CAT):
        assert isinstance(await club.lobby.join(game.number, who), StoredGame)
    await club.lobby.start(game.number, ANN)
    following = await club.game(game.number + 1)
    assert [(guest.player, guest.wish, guest.since) for guest in following.guests] == [(ANN, 2, 0)]


async def test_a_standing_challenge_pauses(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """While its challenger has no room for a game more it is refused, and shown anew when that begins and ends."""
    monkeypatch.setattr(limits, "MOST_GAMES", 1)
    first = await club.challenge(wishes=STANDING)
    assert not await club.lobby.is_paused(first)
    await club.lobby.join(first.number, BEN)
    second = await outcome(club.game(first.number + 1))
    assert await club.lobby.is_paused(second)
    assert await outcome(club.lobby.join(second.number, CAT)) == ChallengerBusy(second.number)
    await club.ledger.database.rows("UPDATE games SET stage = 'over', turn = NULL WHERE number = ?", first.number)
    assert not await club.lobby.is_paused(second)
    assert [game.number for game in await club.ledger.standing_of([ANN.id], HERE.guild)] == [second.number]
    await club.lobby.join(second.number, CAT)


async def test_accepted_while_it_is_shown_anew(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """A standing challenge that is marked to be shown anew while somebody accepts it is accepted all the same."""
    first = await club.challenge(wishes=STANDING)
    state = club.games.tables.state

    async def marked(game: StoredGame) -> object:
        monkeypatch.undo()
        await club.ledger.database.rows("UPDATE games SET revised = revised + 1 WHERE number = ?", first.number)
        return await state(game)

    monkeypatch.setattr(club.games.tables, "state", marked)
    await club.lobby.join(first.number, BEN)


async def test_standing_is_for_anyone(club: Clubhouse) -> None:
    """A standing challenge cannot name an opponent."""
    refused = await outcome(club.lobby.challenge(HERE, ANN, ChallengeRequest("hexeh", {}, (BEN,), standing=True)))
    assert refused == BadChoice("a standing challenge is open to anyone, so name no opponent, or leave out standing")


# ---- growing old


async def grown_old(club: Clubhouse) -> list[bool]:
    """Meet the deadlines of challenges that have come; whether their messages are to say so."""
    return [await club.lobby.grow_old(each) for each in await club.ledger.deadlines.due([LAPSE], club.time())]


async def test_a_challenge_lapses(club: Clubhouse) -> None:
    """A challenge that nobody has answered is closed after 14 days, once."""
    game = await outcome(club.challenge())
    club.time.go(14 * DAY - 1)
    assert await grown_old(club) == []
    club.time.go(1)
    (deadline,) = await club.deadlines()
    assert await grown_old(club) == [True]
    closed = await club.game(game.number)
    assert (closed.stage, closed.reason) == ("void", "lapsed")
    assert not await club.lobby.grow_old(deadline)
    assert await club.deadlines() == []
    assert isinstance(await outcome(club.lobby.join(game.number, BEN)), Refusal)


async def test_answered_challenges_do_not_lapse(club: Clubhouse) -> None:
    """The deadline of a challenge goes with its answer."""
    numbers = [(await club.challenge()).number for _ in range(2)]
    await club.lobby.join(numbers[0], BEN)
    await club.lobby.withdraw(numbers[1], ANN)
    assert await club.deadlines() == []


async def test_a_standing_challenge_lapses_with_its_challenger(club: Clubhouse) -> None:
    """A standing challenge goes on as long as its challenger is there, or nobody knows."""
    known: list[bool | None] = [None, True, False]

    async def present(guild: int, player: int) -> bool | None:
        assert (guild, player) == (HERE.guild, ANN.id)
        return known.pop(0)

    club.lobby.is_here = present
    game = await club.challenge(wishes=STANDING)
    for told in ([False], [False], [True]):
        club.time.go(14 * DAY)
        assert await grown_old(club) == told
    assert (await club.game(game.number)).reason == "gone"


async def test_a_challenger_who_has_left(club: Clubhouse) -> None:
    """The challenge of somebody who has left the server is closed when it is answered."""

    async def present(guild: int, player: int) -> bool | None:
        return (guild, player) != (HERE.guild, ANN.id)

    game, lobby = await club.challenge(), await club.challenge(wishes=ChallengeRequest("nd-wellisch-3", {}))
    club.lobby.is_here = present
    assert await outcome(club.lobby.join(game.number, BEN)) == ChallengerGone(game.number)
    assert await outcome(club.lobby.join(lobby.number, BEN)) == ChallengerGone(lobby.number)
    for number in (game.number, lobby.number):
        closed = await club.game(number)
        assert (closed.stage, closed.reason) == ("void", "gone")
