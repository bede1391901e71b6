"""Challenges without Discord: wishes, who gets in and leaves, and the seats that games begin with."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import pytest

from bot.games import ChallengeRequest
from bot.games.challenges import LobbyFull, NoSuchWish, NotAmongThem, NotInvited, PlacesKept, SeatTaken, StillGathering
from bot.games.refusals import BadChoice, ChallengeGone, UnknownGame
from bot.store import Player
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Resign
from engine.play.events import Drawn, Seated

# ---- challenges
from tests.bot.games.house import ANN, BEN, CAT, DOT, EVE, HERE, House
from tests.bot.support.kept import events_of
from tests.bot.support.people import let_secret_be, secret_giving
from tests.bot.support.refusals import outcome
from tests.bot.support.timed import NOON

pytestmark = pytest.mark.usefixtures("toys")


async def gathering(house: House, *others: Player, variant: str = "toy-three", side: str = "") -> int:
    """Let Ann make a challenge to a game for several; its number."""
    return await house.challenge(*others, variant=variant, side=side)


async def filled(house: House, *joining: Player) -> int:
    """Let Ann make a challenge and others join it; its number."""
    number = await gathering(house)
    for player in joining:
        await house.lobby.join(number, player)
    return number


async def names(house: House, number: int = 1) -> list[str]:
    """Who is in, in their order, with the numbers of the seats they have chosen."""
    guests = (await house.game(number)).guests
    return [guest.player.name + (str(guest.wish) if guest.wish else "") for guest in guests if guest.stage == "in"]


@pytest.mark.parametrize(
    ("side", "drawn", "seats"),
    [
        ("", 1, {1: ANN, 2: BEN}),
        ("random", 2, {1: BEN, 2: ANN}),
        ("Red", 2, {1: ANN, 2: BEN}),
        (" blue ", 1, {1: BEN, 2: ANN}),
        ("2", 1, {1: BEN, 2: ANN}),
    ],
)
async def test_seats(
    house: House, monkeypatch: pytest.MonkeyPatch, side: str, drawn: int, seats: dict[int, Player]
) -> None:
    """The challenger gets the side wished for, or else the one the dice draw; the one who accepts gets the other."""
    let_secret_be(monkeypatch, secret_giving(lambda dice: dice(0, 2) == (drawn,)))
    number = await house.challenge(side=side)
    game = await house.lobby.join(number, BEN)
    draws = [Drawn("seats", 2, drawn)] if side in {"", "random"} else []
    events = await events_of(house.ledger, number)
    assert [event.what for event in events[:-1]] == draws
    assert (game.seats, game.stage, game.turn) == (seats, "playing", 1)
    assert (game.created, game.sequence, game.shown) == (NOON, len(events), -1)


@pytest.mark.parametrize(
    ("wishes", "refusal"),
    [
        (ChallengeRequest("hexeh", {}, (ANN,)), "You can't challenge yourself"),
        (ChallengeRequest("toy-four", {}, (BEN, ANN)), "You can't challenge yourself"),
        (ChallengeRequest("toy-four", {}, (BEN, CAT, BEN)), "You've named Ben twice"),
        (ChallengeRequest("toy-three", {}, (BEN, CAT, DOT)), "up to 2 besides yourself"),
        (ChallengeRequest("hexeh", {}, (BEN, CAT)), "up to 1 besides yourself"),
        (ChallengeRequest("zebra", {}), "There's no game 'zebra'; the games are hexeh"),
        (ChallengeRequest("hexeh", {"travelers": "flying"}), "Travelers can be winding or straight, not 'flying'"),
        (ChallengeRequest("hexeh", {}, (BEN,), "Green"), "The sides are Red or Blue"),
        (ChallengeRequest("imperial", {}, (BEN,), "White"), "a coin toss decides who begins"),
    ],
)
async def test_wishes_that_cannot_be(house: House, wishes: ChallengeRequest, refusal: str) -> None:
    """A challenge to oneself, twice to somebody, or for what does not exist is refused and not written."""
    with pytest.raises(Refused) as refused:
        await house.lobby.challenge(HERE, ANN, wishes)
    assert refusal in str(refused.value)
    assert await house.ledger.game(1) is None


@pytest.mark.parametrize(("variant", "level"), [("hexeh", 0), ("nd-wellisch-3", 1)], ids=["two", "three"])
async def test_begun_by_the_bot_alone(house: House, variant: str, level: int) -> None:
    """A challenge that the bot alone answers is written with its beginning, unrated."""
    game = await house.game(await house.challenge(variant=variant, level=level))
    assert (game.stage, len(game.seats), ANN in game.seats.values()) == ("playing", game.places, True)
    assert [player.level for player in game.seats.values() if player.is_bot] == [level] * (game.places - 1)
    assert not game.rated


async def test_who_may_answer_a_challenge(house: House) -> None:
    """Only the one invited accepts and declines, only the challenger withdraws; an open one nobody declines."""
    invited, anyone = await house.challenge(BEN), await house.challenge()
    lobby = house.lobby
    assert await outcome(lobby.join(invited, ANN)) == BadChoice(
        "that's your own challenge. Wait for an opponent, or withdraw it"
    )
    assert await outcome(lobby.join(invited, CAT)) == NotInvited(invited)
    assert await outcome(lobby.leave(invited, CAT)) == NotInvited(invited)
    assert await outcome(lobby.withdraw(invited, BEN)) == BadChoice("only the challenger can withdraw the challenge")
    assert await outcome(lobby.leave(anyone, BEN)) == NotAmongThem(anyone)
    assert await outcome(lobby.join(77, BEN)) == UnknownGame(77)
    assert [(await house.game(number)).stage for number in (invited, anyone)] == ["open", "open"]


@pytest.mark.parametrize("end", ["accept", "decline", "withdraw"])
async def test_an_answered_challenge_is_gone(house: House, end: str) -> None:
    """Once accepted, declined or withdrawn, a challenge takes no further answer."""
    number = await outcome(house.challenge(BEN))
    if end == "accept":
        await house.lobby.join(number, BEN)
    else:
        await {"decline": house.lobby.leave, "withdraw": house.lobby.withdraw}[end](
            number, ANN if end == "withdraw" else BEN
        )
    for answer in (house.lobby.join, house.lobby.leave, house.lobby.withdraw):
        assert await outcome(answer(number, BEN)) == ChallengeGone(number)
    assert (await house.game(number)).stage == ("playing" if end == "accept" else "void")


# ---- who gets in


async def test_a_lobby_fills(house: House) -> None:
    """Anyone joins while there is room; nobody twice, nobody beyond the last place; each change is counted once."""
    number = await outcome(gathering(house))
    lobby = house.games.lobby
    for player in (BEN, BEN, CAT, CAT):
        await lobby.join(number, player)
    assert await outcome(lobby.join(number, DOT)) == LobbyFull(number)
    assert (await names(house), (await house.game()).revised) == (["Ann", "Ben", "Cat"], 2)
    assert (await house.game()).stage == "open"


async def test_places_are_kept(house: House) -> None:
    """A place is kept for whoever is invited until they join or decline; an invited player always gets in."""
    number = await outcome(gathering(house, BEN, CAT, variant="toy-four"))
    lobby = house.games.lobby
    await lobby.join(number, DOT)
    assert await outcome(lobby.join(number, EVE)) == PlacesKept(number, ("Ben", "Cat"))
    await lobby.join(number, CAT)
    await lobby.leave(number, BEN)
    await lobby.join(number, EVE)
    assert await outcome(lobby.join(number, BEN)) == LobbyFull(number)
    assert await names(house) == ["Ann", "Dot", "Cat", "Eve"]


async def test_leaving(house: House) -> None:
    """Whoever leaves frees place and side for others; the invited who leave decline; the challenger withdraws."""
    number = await outcome(gathering(house, CAT))
    lobby = house.games.lobby
    await lobby.join(number, BEN, "Gold")
    await lobby.leave(number, BEN)
    await lobby.join(number, DOT, "Gold")
    await lobby.leave(number, CAT)
    await lobby.join(number, BEN)
    assert await names(house) == ["Ann", "Dot2", "Ben"]
    assert await outcome(lobby.leave(number, CAT)) == NotAmongThem(number)
    assert await outcome(lobby.leave(number, EVE)) == NotAmongThem(number)
    assert await outcome(lobby.leave(number, ANN)) == BadChoice("that's your own challenge; withdraw it instead")


async def test_choosing_sides(house: House) -> None:
    """A side is chosen on joining or later, given back, and belongs to the first who asks; others keep theirs."""
    number = await outcome(gathering(house, side="red"))
    lobby = house.games.lobby
    assert await outcome(lobby.join(number, BEN, "1")) == SeatTaken("Red", "Ann")
    await lobby.join(number, BEN, " gold ")
    await lobby.join(number, CAT)
    assert await outcome(lobby.join(number, CAT, "Gold")) == SeatTaken("Gold", "Ben")
    await lobby.join(number, CAT, "Blue")
    await lobby.join(number, CAT)
    assert await names(house) == ["Ann1", "Ben2", "Cat3"]
    await lobby.join(number, BEN, "random")
    await lobby.join(number, CAT, "2")
    assert await names(house) == ["Ann1", "Ben", "Cat2"]
    assert await outcome(lobby.join(number, BEN, "Green")) == NoSuchWish(("Red", "Gold", "Blue"))


# ---- starting


async def test_starting(house: House) -> None:
    """The challenger starts, once all places are taken; until then nobody does."""
    number = await outcome(filled(house, BEN))
    lobby = house.games.lobby
    assert await outcome(lobby.start(number, ANN)) == BadChoice(
        "2 of 3 players are in; the game can start when all seats are taken"
    )
    await lobby.join(number, CAT)
    assert await outcome(lobby.start(number, BEN)) == BadChoice("only the challenger can start the game")
    assert await outcome(lobby.start(number, DOT)) == BadChoice("only the challenger can start the game")
    assert await outcome(house.act(number, ANN, Resign)) == StillGathering(number)
    game = await lobby.start(number, ANN)
    assert (game.stage, game.turn, len(game.seats)) == ("playing", 1, 3)
    for answer in (lobby.join, lobby.leave, lobby.start, lobby.withdraw):
        assert await outcome(answer(number, ANN)) == ChallengeGone(number)


@pytest.mark.parametrize("order", [(1, 2, 3), (2, 3, 1), (3, 2, 1)])
async def test_seats_are_drawn(house: House, monkeypatch: pytest.MonkeyPatch, order: tuple[int, ...]) -> None:
    """Those without a wish are seated by the first rolls of the game's dice, in the order in which they joined."""
    first, second = order[0], 1 + (order[1] > order[2])
    let_secret_be(monkeypatch, secret_giving(lambda dice: dice(0, 3) == (first,) and dice(1, 2) == (second,)))
    number = await filled(house, CAT, BEN)
    await house.games.lobby.start(number, ANN)
    assert (await house.game()).seats == dict(sorted(zip(order, (ANN, CAT, BEN), strict=True)))
    events = [event.what for event in await events_of(house.ledger, number)]
    assert events[:2] == [Drawn("seats", 3, first), Drawn("seats", 2, second)]


async def test_wishes_need_no_draw(house: House) -> None:
    """Where all but one have chosen, nothing is drawn, and the last gets what is left."""
    number = await gathering(house, side="Blue")
    await house.games.lobby.join(number, BEN)
    await house.games.lobby.join(number, CAT, "Red")
    await house.games.lobby.start(number, ANN)
    assert (await house.game()).seats == {1: CAT, 2: BEN, 3: ANN}
    assert [event.what for event in await events_of(house.ledger, number)] == [Seated("3-2-1")]


async def test_ones_challenges_are_listed(house: House) -> None:
    """The challenges that one is in or invited to are among one's games, those one has declined or left are not."""
    number = await gathering(house, BEN, CAT, variant="toy-four")
    await house.games.lobby.join(number, DOT)
    listed = {player.name: len(await house.ledger.games_of(player.id, 1)) for player in (ANN, BEN, CAT, DOT, EVE)}
    assert listed == {"Ann": 1, "Ben": 1, "Cat": 1, "Dot": 1, "Eve": 0}
    await house.games.lobby.leave(number, CAT)
    await house.games.lobby.leave(number, DOT)
    assert [len(await house.ledger.games_of(player.id, 1)) for player in (CAT, DOT)] == [0, 0]


# ---- races


async def test_two_join_for_the_last_place(house: House) -> None:
    """Of two who join for the last place, one is in and the other is told that it is full."""
    number = await outcome(filled(house, BEN))
    outcomes = await asyncio.gather(*(outcome(house.games.lobby.join(number, player)) for player in (CAT, DOT)))
    assert [each for each in outcomes if isinstance(each, Refusal)] == [LobbyFull(number)]
    assert len(await names(house, number)) == 3


@pytest.mark.parametrize("seed", range(2))
async def test_everything_at_once(house: House, seed: int) -> None:
    """Whatever people do to a challenge at once, its guests are at most as many as its seats, none twice."""
    number = await filled(house, BEN, CAT)
    acts: list[Awaitable[object]] = []
    for step, player in enumerate((ANN, BEN, CAT, DOT, EVE) * 2, seed):
        acts.append(
            (
                lambda p=player: house.games.lobby.start(number, p),
                lambda p=player: house.games.lobby.leave(number, p),
                lambda p=player: house.games.lobby.join(number, p, "Gold"),
                lambda p=player: house.games.lobby.join(number, p),
            )[(step * 7 + seed) % 4]()
        )
    await asyncio.gather(*map(outcome, acts))
    game, inside = await house.game(number), await names(house, number)
    assert len(inside) <= 3
    assert len({guest.player.id for guest in game.guests}) == len(game.guests)
    if game.stage == "playing":
        assert len(inside) == len(game.seats) == 3
        assert {player.name for player in game.seats.values()} == {name.rstrip("123") for name in inside}
