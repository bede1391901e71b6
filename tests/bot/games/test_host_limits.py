"""What a host keeps for one person, one channel and one server, and how an invitation too many is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games import ChallengeRequest, Location, Table
from bot.games.lobby.limits import EnoughGames, EnoughInvitations, KeptForOne, PlaceFull
from bot.games.meters import IMPORTS, ROLLS, TooOften
from bot.games.shared_dice import RollOutcome
from bot.games.study.imports import Brought
from bot.limits import HostLimits, Scoped
from bot.store import Player, StoredGame
from engine.model.refusal import Refusal
from tests.bot.games.test_limits import ANN, BEN, CAT, DOT, HERE, HEXEH, Clubhouse, opened

pytestmark = pytest.mark.usefixtures("database")
NEXT_DOOR, AWAY = Location(1, 11), Location(2, 20)
TO_BEN = ChallengeRequest("hexeh", {}, BEN)


async def tried(
    club: Clubhouse, by: Player, place: Location = HERE, wishes: ChallengeRequest = HEXEH
) -> Refusal | None:
    """Challenge; why that is refused, if it is."""
    made = await club.lobby.challenge(place, by, wishes)
    return None if isinstance(made, StoredGame) else made


async def begun(club: Clubhouse, by: Player, other: Player, place: Location = HERE) -> Table | Refusal:
    """Challenge, and let another accept."""
    made = await club.lobby.challenge(place, by, HEXEH)
    return made if isinstance(made, Refusal) else await club.lobby.accept(made.number, other)


async def test_challenges(database: Path) -> None:
    """Challenges are counted for a person everywhere, for a channel and for a server; others may go on."""
    async with opened(database, HostLimits(challenges=Scoped(2, 3, 4))) as club:
        assert [None, None] == [await tried(club, ANN), await tried(club, ANN, AWAY)]
        refused = await tried(club, ANN, NEXT_DOOR)
        assert refused == KeptForOne("open", 2)
        assert str(refused) == (
            "You have 2 challenges open, as many as I keep for one person. Withdraw one first; /games lists them."
        )
        assert [None, None] == [await tried(club, BEN), await tried(club, BEN)]
        refused = await tried(club, CAT)
        assert refused == PlaceFull("channel", "open", 3)
        assert str(refused) == (
            "This channel has 3 challenges open, as many as it may have. There is room again when one of them is "
            "accepted or closed."
        )
        assert await tried(club, CAT, NEXT_DOOR) is None
        assert await tried(club, DOT, NEXT_DOOR) == PlaceFull("server", "open", 4)
        assert await tried(club, DOT, AWAY) is None
        await club.lobby.withdraw(1, ANN)
        assert await tried(club, DOT) is None


async def test_games(database: Path) -> None:
    """So are games, when they begin."""
    async with opened(database, HostLimits(games=Scoped(2, 3, 4))) as club:
        for place in (HERE, AWAY):
            assert isinstance(await begun(club, ANN, BEN, place), Table)
        assert await begun(club, ANN, CAT) == KeptForOne("playing", 2)
        assert await begun(club, CAT, ANN) == KeptForOne("playing", 2)
        for _ in range(2):
            assert isinstance(await begun(club, CAT, DOT), Table)
        people = [Player(number, f"P{number}") for number in range(10, 14)]
        assert await begun(club, people[0], people[1]) == PlaceFull("channel", "playing", 3)
        assert isinstance(await begun(club, people[0], people[1], NEXT_DOOR), Table)
        refused = await begun(club, people[2], people[3], NEXT_DOOR)
        assert refused == PlaceFull("server", "playing", 4)
        assert str(refused).startswith("This server has 4 games under way, as many as it may have.")


async def test_a_channels_games_as_its_server_wants(database: Path) -> None:
    """A server may want fewer games in a channel, and its own limits of people are told before the host's."""
    async with opened(database, HostLimits(games=Scoped(1, 9, 9))) as club:
        await club.choose(channel_games=1, games=1)
        assert isinstance(await begun(club, ANN, BEN), Table)
        assert await begun(club, ANN, CAT) == EnoughGames(1)
        assert await begun(club, CAT, DOT) == PlaceFull("channel", "playing", 1)
        assert isinstance(await begun(club, CAT, DOT, NEXT_DOOR), Table)


async def test_invitations(database: Path) -> None:
    """Of one person so many invitations may wait for another, of all together so many in a channel and a server."""
    async with opened(database, HostLimits(invitations=Scoped(2, 3, 4))) as club:
        assert [None, None] == [await tried(club, ANN, HERE, TO_BEN) for _ in range(2)]
        refused = await tried(club, ANN, HERE, TO_BEN)
        assert refused == EnoughInvitations("person", "Ben", 2)
        assert str(refused) == (
            "Ben already has 2 invitations from you, as many as one person may send another. You can send one more "
            "when they have answered, or when you have withdrawn one."
        )
        assert await tried(club, ANN, HERE, ChallengeRequest("hexeh", {}, CAT)) is None
        assert await tried(club, CAT, HERE, TO_BEN) is None
        assert await tried(club, DOT, HERE, TO_BEN) == EnoughInvitations("channel", "Ben", 3)
        assert await tried(club, DOT, NEXT_DOOR, TO_BEN) is None
        several = ChallengeRequest("nd-wellisch-3", {}, CAT, others=(BEN,))
        refused = await tried(club, DOT, NEXT_DOOR, several)
        assert refused == EnoughInvitations("server", "Ben", 4)
        assert str(refused).startswith("4 invitations already wait for Ben in this server, as many as may.")
        assert await tried(club, DOT, AWAY, TO_BEN) is None
        await club.lobby.decline(1, BEN)
        assert await tried(club, DOT, NEXT_DOOR, several) is None


async def test_a_server_wants_fewer_invitations(database: Path) -> None:
    """A server may let fewer invitations wait for one person."""
    async with opened(database) as club:
        await club.choose(invitations=1)
        assert [None, EnoughInvitations("server", "Ben", 1)] == [
            await tried(club, who, HERE, TO_BEN) for who in (ANN, CAT)
        ]


async def test_rolls(database: Path) -> None:
    """Dice are rolled so often a minute, less where the server wants that; what cannot be read does not count."""
    async with opened(database, HostLimits(rolls=Scoped(2))) as club:
        dice, cause = club.games.shared, iter(range(100))
        await dice.roll(10, ANN, "nonsense", next(cause), guild=1)
        rolled = [await dice.roll(10, ANN, "d6", next(cause), guild=1) for _ in range(3)]
        assert all(isinstance(each, RollOutcome) for each in rolled[:2])
        assert rolled[2] == TooOften("person", ROLLS, 2, 30_000)
        await club.choose(rolls=1)
        assert isinstance(await dice.roll(10, BEN, "d6", next(cause), guild=1), RollOutcome)
        assert await dice.roll(10, BEN, "d6", next(cause), guild=1) == TooOften("person", ROLLS, 1, 60_000)


async def test_imports(database: Path) -> None:
    """Scoresheets are read so often a minute, whether they are looked at or gone on with."""
    async with opened(database, HostLimits(imports=Scoped(2))) as club:
        records = club.games.records
        await records.look(1, Brought(b"nonsense"), None)
        await records.earlier(1, Brought(b"nonsense"))
        refused = await records.look(1, Brought(b"nonsense"), None)
        assert refused == await records.earlier(1, Brought(b"nonsense")) == TooOften("person", IMPORTS, 2, 30_000)
        assert str(refused).startswith("You have brought me 2 scoresheets within a minute")
