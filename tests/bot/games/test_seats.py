"""Games for more than two before they begin, without Discord: who gets in, leaves and starts, and what races do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import pytest

from bot.games import ChallengeRequest, Games, Location
from bot.games.challenges import LobbyFull, NoSuchWish, NotAmongThem, PlacesKept, SeatTaken, StillGathering
from bot.games.refusals import BadChoice, ChallengeGone, UnknownGame
from bot.store import Database, Ledger, Player, StoredGame
from engine.model.refusal import Refusal
from engine.play.commands import Resign
from engine.play.events import Drawn, Seated
from tests.bot.support.people import let_secret_be, secret_giving
from tests.bot.support.refusals import outcome

pytestmark = pytest.mark.usefixtures("toys")

ANN, BEN, CAT, DOT, EVE = (Player(number, name) for number, name in enumerate(("Ann", "Ben", "Cat", "Dot", "Eve"), 11))
HERE, THERE = Location(1, 2), Location(1, 3)


@dataclass
class House:
    """The use cases over one store."""

    ledger: Ledger
    ours: Games

    async def challenge(self, *others: Player, variant: str = "toy-three", side: str = "") -> int:
        """Let Ann make a challenge; its number."""
        game = await self.ours.lobby.challenge(HERE, ANN, ChallengeRequest(variant, {}, others, side, time="none"))
        assert isinstance(game, StoredGame)
        return game.number

    async def filled(self, *joining: Player, variant: str = "toy-three") -> int:
        """Let Ann make a challenge and others join it; its number."""
        number = await self.challenge(variant=variant)
        for player in joining:
            assert isinstance(await self.ours.lobby.join(number, player), StoredGame)
        return number

    async def game(self, number: int = 1) -> StoredGame:
        """The game as the store has it."""
        game = await self.ledger.game(number)
        assert game is not None
        return game

    async def names(self, number: int = 1) -> list[str]:
        """Who is in, in their order, with the numbers of the seats they have chosen."""
        guests = (await self.game(number)).guests
        return [guest.player.name + (str(guest.wish) if guest.wish else "") for guest in guests if guest.stage == "in"]


@pytest.fixture
async def house(database: Path) -> AsyncIterator[House]:
    """Open a store for one test."""
    opened = await Database.open(database)
    ledger = Ledger(opened)
    yield House(ledger, Games(ledger))
    await opened.close()


# ---- who gets in


async def test_a_lobby_fills(house: House) -> None:
    """Anyone joins while there is room; nobody twice, nobody beyond the last place; each change is counted once."""
    number = await outcome(house.challenge())
    lobby = house.ours.lobby
    for player in (BEN, BEN, CAT, CAT):
        assert isinstance(await lobby.join(number, player), StoredGame)
    assert await outcome(lobby.join(number, DOT)) == LobbyFull(number)
    assert (await house.names(), (await house.game()).revised) == (["Ann", "Ben", "Cat"], 2)
    assert (await house.game()).stage == "open"


async def test_places_are_kept(house: House) -> None:
    """A place is kept for whoever is invited until they join or decline; an invited player always gets in."""
    number = await outcome(house.challenge(BEN, CAT, variant="toy-four"))
    lobby = house.ours.lobby
    assert isinstance(await lobby.join(number, DOT), StoredGame)
    assert await outcome(lobby.join(number, EVE)) == PlacesKept(number, ("Ben", "Cat"))
    assert isinstance(await lobby.join(number, CAT), StoredGame)
    assert isinstance(await lobby.leave(number, BEN), StoredGame)
    assert isinstance(await lobby.join(number, EVE), StoredGame)
    assert await outcome(lobby.join(number, BEN)) == LobbyFull(number)
    assert await house.names() == ["Ann", "Dot", "Cat", "Eve"]


async def test_leaving(house: House) -> None:
    """Whoever leaves frees place and side for others; the invited who leave decline; the challenger withdraws."""
    number = await outcome(house.challenge(CAT))
    lobby = house.ours.lobby
    await lobby.join(number, BEN, "Gold")
    assert isinstance(await lobby.leave(number, BEN), StoredGame)
    assert isinstance(await lobby.join(number, DOT, "Gold"), StoredGame)
    assert isinstance(await lobby.leave(number, CAT), StoredGame)
    assert isinstance(await lobby.join(number, BEN), StoredGame)
    assert await house.names() == ["Ann", "Dot2", "Ben"]
    assert await outcome(lobby.leave(number, CAT)) == NotAmongThem(number)
    assert await outcome(lobby.leave(number, EVE)) == NotAmongThem(number)
    assert await outcome(lobby.leave(number, ANN)) == BadChoice("that challenge is your own; withdraw it instead")


async def test_who_declined_may_come_after_all(house: House) -> None:
    """An invited player who has declined joins like anyone else while there is room."""
    number = await house.challenge(BEN)
    await house.ours.lobby.leave(number, BEN)
    await house.ours.lobby.join(number, CAT)
    await house.ours.lobby.join(number, BEN)
    assert await house.names() == ["Ann", "Cat", "Ben"]
    assert len((await house.game()).guests) == 3


async def test_choosing_sides(house: House) -> None:
    """A side is chosen on joining or later, given back, and belongs to the first who asks; others keep theirs."""
    number = await outcome(house.challenge(side="red"))
    lobby = house.ours.lobby
    assert await outcome(lobby.join(number, BEN, "1")) == SeatTaken("Red", "Ann")
    await lobby.join(number, BEN, " gold ")
    await lobby.join(number, CAT)
    assert await outcome(lobby.join(number, CAT, "Gold")) == SeatTaken("Gold", "Ben")
    await lobby.join(number, CAT, "Blue")
    await lobby.join(number, CAT)
    assert await house.names() == ["Ann1", "Ben2", "Cat3"]
    await lobby.join(number, BEN, "random")
    await lobby.join(number, CAT, "2")
    assert await house.names() == ["Ann1", "Ben", "Cat2"]
    assert await outcome(lobby.join(number, BEN, "Green")) == NoSuchWish(("Red", "Gold", "Blue"))


@pytest.mark.parametrize(
    ("wishes", "refusal"),
    [
        (
            ChallengeRequest("toy-three", {}, (BEN, CAT, DOT)),
            "Three is for 3 players, so name at most 2 besides yourself",
        ),
        (
            ChallengeRequest("hexeh", {}, (BEN, CAT)),
            "Hexeh is for 2 players, so name at most 1 besides yourself",
        ),
        (ChallengeRequest("toy-four", {}, (BEN, CAT, BEN)), "you have named Ben twice"),
    ],
)
async def test_invitations_that_cannot_be(house: House, wishes: ChallengeRequest, refusal: str) -> None:
    """Nobody is invited twice, nor more than there are places, and nothing is written."""
    assert await outcome(house.ours.lobby.challenge(HERE, ANN, wishes)) == BadChoice(refusal)
    assert await outcome(
        house.ours.lobby.challenge(HERE, DOT, ChallengeRequest("toy-four", {}, (BEN, DOT)))
    ) == BadChoice("you cannot challenge yourself. Leave the opponent out to let anyone in")
    assert await house.ledger.game(1) is None


# ---- starting


async def test_starting(house: House) -> None:
    """The challenger starts, once all places are taken; until then nobody does."""
    number = await outcome(house.filled(BEN))
    lobby = house.ours.lobby
    assert await outcome(lobby.start(number, ANN)) == BadChoice(
        "2 of 3 players are in; the game can start once all places are taken"
    )
    await lobby.join(number, CAT)
    assert await outcome(lobby.start(number, BEN)) == BadChoice("only the challenger can start the game")
    assert await outcome(lobby.start(number, DOT)) == BadChoice("only the challenger can start the game")
    assert await outcome(house.ours.play.act(number, ANN, Resign)) == StillGathering(number)
    game = await lobby.start(number, ANN)
    assert (game.stage, game.turn, len(game.seats)) == ("playing", 1, 3)
    for answer in (lobby.join, lobby.leave, lobby.start, lobby.withdraw):
        assert await outcome(answer(number, ANN)) == ChallengeGone(number)


@pytest.mark.parametrize("order", list(permutations([1, 2, 3])))
async def test_seats_are_drawn(house: House, monkeypatch: pytest.MonkeyPatch, order: tuple[int, ...]) -> None:
    """Those without a wish are seated by the first rolls of the game's dice, in the order in which they joined."""
    first, second = order[0], 1 + (order[1] > order[2])
    let_secret_be(monkeypatch, secret_giving(lambda dice: dice(0, 3) == (first,) and dice(1, 2) == (second,)))
    number = await house.filled(CAT, BEN)
    await house.ours.lobby.start(number, ANN)
    assert (await house.game()).seats == dict(sorted(zip(order, (ANN, CAT, BEN), strict=True)))
    events = [event.what for event in await house.ledger.events(number)]
    assert events[:2] == [Drawn("seats", 3, first), Drawn("seats", 2, second)]


async def test_wishes_need_no_draw(house: House) -> None:
    """Where all but one have chosen, nothing is drawn, and the last gets what is left."""
    number = await house.challenge(side="Blue")
    await house.ours.lobby.join(number, BEN)
    await house.ours.lobby.join(number, CAT, "Red")
    await house.ours.lobby.start(number, ANN)
    assert (await house.game()).seats == {1: CAT, 2: BEN, 3: ANN}
    assert [event.what for event in await house.ledger.events(number)] == [Seated("3-2-1")]


async def test_games_for_two_are_as_before(house: House) -> None:
    """A challenge for two is begun by joining it, without a side."""
    game = await outcome(house.ours.lobby.challenge(HERE, ANN, ChallengeRequest("hexeh", {}, (), "Red")))
    assert isinstance(game, StoredGame)
    lobby = house.ours.lobby
    assert [guest.player for guest in game.guests] == [ANN]
    assert await outcome(lobby.leave(game.number, BEN)) == NotAmongThem(game.number)
    assert await outcome(lobby.start(game.number, ANN)) == BadChoice(
        "1 of 2 players are in; the game can start once all places are taken"
    )
    joined = await lobby.join(game.number, BEN, "random")
    assert isinstance(joined, StoredGame)
    assert (joined.stage, joined.seats) == ("playing", {1: ANN, 2: BEN})


# ---- which challenge is meant


async def test_which_challenge_is_meant(house: House) -> None:
    """A challenge is answered in its channel, while it is open."""
    directory, lobby = house.ours.directory, house.ours.lobby
    number = await outcome(house.challenge(BEN))
    await lobby.challenge(THERE, CAT, ChallengeRequest("hexeh", {}))
    assert await directory.joinable(HERE, BEN, number) == await house.game(number)
    assert await outcome(directory.joinable(HERE, BEN, 2)) == UnknownGame(2)
    await lobby.withdraw(number, ANN)
    assert await outcome(directory.joinable(HERE, BEN, number)) == ChallengeGone(number)


async def test_ones_challenges_are_listed(house: House) -> None:
    """The challenges that one is in or invited to are among one's games, those one has declined or left are not."""
    number = await house.challenge(BEN, CAT, variant="toy-four")
    await house.ours.lobby.join(number, DOT)
    listed = {player.name: len(await house.ledger.games_of(player.id, 1)) for player in (ANN, BEN, CAT, DOT, EVE)}
    assert listed == {"Ann": 1, "Ben": 1, "Cat": 1, "Dot": 1, "Eve": 0}
    await house.ours.lobby.leave(number, CAT)
    await house.ours.lobby.leave(number, DOT)
    assert [len(await house.ledger.games_of(player.id, 1)) for player in (CAT, DOT)] == [0, 0]


# ---- races


async def test_two_join_for_the_last_place(house: House) -> None:
    """Of two who join for the last place, one is in and the other is told that it is full."""
    number = await outcome(house.filled(BEN))
    outcomes = await asyncio.gather(*(outcome(house.ours.lobby.join(number, player)) for player in (CAT, DOT)))
    assert [each for each in outcomes if isinstance(each, Refusal)] == [LobbyFull(number)]
    assert len(await house.names(number)) == 3


@pytest.mark.parametrize("seed", range(6))
async def test_everything_at_once(house: House, seed: int) -> None:
    """Whatever people do to a challenge at once, its guests are at most as many as its seats, none twice."""
    number = await house.filled(BEN, CAT)
    acts: list[Awaitable[object]] = []
    for step, player in enumerate((ANN, BEN, CAT, DOT, EVE) * 2, seed):
        acts.append(
            (
                lambda p=player: house.ours.lobby.start(number, p),
                lambda p=player: house.ours.lobby.leave(number, p),
                lambda p=player: house.ours.lobby.join(number, p, "Gold"),
                lambda p=player: house.ours.lobby.join(number, p),
            )[(step * 7 + seed) % 4]()
        )
    await asyncio.gather(*map(outcome, acts))
    game, names = await house.game(number), await house.names(number)
    assert len(names) <= 3
    assert len({guest.player.id for guest in game.guests}) == len(game.guests)
    if game.stage == "playing":
        assert len(names) == len(game.seats) == 3
        assert {player.name for player in game.seats.values()} == {name.rstrip("123") for name in names}
