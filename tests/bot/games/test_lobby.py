"""The lobby without Discord: what a server allows, what is usual, standing challenges, rematches, growing old."""

from __future__ import annotations

import asyncio

import pytest

from bot.games import ChallengeRequest, CommandResult, Location
from bot.games import lobby as limits
from bot.games.lobby import (
    ChallengerBusy,
    ChallengerGone,
    EnoughChallenges,
    EnoughGames,
    MayNotChallenge,
    NobodyLeft,
    NotOverYet,
    NotYourRematch,
    PlayedInChannels,
)
from bot.games.refusals import BadChoice
from bot.store import Player, StoredGame
from bot.store.ledger import LAPSE
from bot.store.privacy import ERASE
from bot.store.settings import Value
from engine.clocks.control import DAY
from engine.model.refusal import Refusal
from engine.play.commands import Resign
from engine.play.events import Continued, Event
from engine.variants import variant_of
from tests.bot.games.house import ANN, BEN, CAT, DOT, House
from tests.bot.support.kept import events_of
from tests.bot.support.refusals import outcome

HERE = Location(1, 10)


HEXEH = ChallengeRequest("hexeh", {})


async def choose(house: House, **settings: Value) -> None:
    for name, value in settings.items():
        await house.games.servers.choose(HERE.guild, name, value)


async def challenge(house: House, by: Player = ANN, wishes: ChallengeRequest = HEXEH) -> StoredGame:
    return await house.lobby.challenge(HERE, by, wishes)


# ---- limits


async def test_only_in_the_servers_channels(house: House) -> None:
    """A challenge elsewhere is refused with the way there; threads of a channel count as the channel."""
    await choose(house, channels=frozenset({10, 11}))
    refused = await outcome(house.lobby.challenge(Location(1, 12), ANN, HEXEH))
    assert refused == PlayedInChannels(("<#10>", "<#11>"))
    assert refused.text == "In this server, games are played in <#10> and <#11>. Start yours there."
    assert PlayedInChannels(("<#10>",)).text.startswith("In this server, games are played in <#10>.")
    for place in (HERE, Location(1, 12, parent=11), Location(2, 12)):
        await house.lobby.challenge(place, ANN, HEXEH)
    assert isinstance(await outcome(house.lobby.challenge(Location(1, 12, parent=13), ANN, HEXEH)), PlayedInChannels)


async def test_only_with_the_servers_role(house: House) -> None:
    """Where a role is asked for, others are refused, but may accept."""
    await choose(house, challengers=77)
    refused = await outcome(house.lobby.challenge(HERE, ANN, HEXEH, {76}))
    assert refused == MayNotChallenge(77)
    assert "<@&77>" in refused.text
    made = await house.lobby.challenge(HERE, ANN, HEXEH, {76, 77})
    await house.lobby.join(made.number, BEN)


async def test_no_more_challenges_than_allowed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge too many is refused until one is gone; others, and other servers, do not count."""
    monkeypatch.setattr(limits, "MOST_CHALLENGES", 2)
    first = await challenge(house)
    await challenge(house)
    await challenge(house, BEN)
    assert await outcome(house.lobby.challenge(HERE, ANN, HEXEH)) == EnoughChallenges(2)
    await house.lobby.challenge(Location(2, 10), ANN, HEXEH)
    await house.lobby.withdraw(first.number, ANN)
    await challenge(house)


async def test_no_more_games_than_allowed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays as many games as allowed neither challenges nor accepts nor joins; in words that say what to do."""
    monkeypatch.setattr(limits, "MOST_GAMES", 1)
    numbers = [(await challenge(house, who)).number for who in (BEN, CAT)]
    lobby = await outcome(challenge(house, DOT, ChallengeRequest("nd-wellisch-3", {})))
    await house.lobby.join(numbers[0], ANN)
    refused = await outcome(house.lobby.join(numbers[1], ANN))
    assert refused == EnoughGames(1)
    assert refused.text == "You have 1 game under way here, and that's the limit. Finish one first; /games lists them."
    assert await outcome(house.lobby.join(lobby.number, ANN)) == EnoughGames(1)
    assert await outcome(house.lobby.challenge(HERE, ANN, HEXEH)) == EnoughGames(1)
    monkeypatch.setattr(limits, "MOST_GAMES", 2)
    await house.lobby.join(numbers[1], ANN)


# ---- what is usual


async def test_what_a_challenge_leaves_open(house: House) -> None:
    """A challenge that says nothing has three soft days a move; what is said holds, "none" as well."""
    game = await challenge(house)
    assert (game.time, game.rated, game.threaded, game.options) == ("3d/move soft", True, False, {})
    assert (await challenge(house, wishes=ChallengeRequest("hexeh", {}, time="none"))).time == "none"
    assert await outcome(house.lobby.challenge(HERE, ANN, ChallengeRequest("", {}))) == BadChoice(
        "choose a game for /play; the first ones in the list are good to start with"
    )


async def test_a_server_has_its_own_ways(house: House) -> None:
    """What a server finds usual holds where a challenge says nothing, fights only where they can be."""
    await choose(house, game="glinski", fights="d6", time="7d/move", rated=False, threaded=True)
    game = await challenge(house, wishes=ChallengeRequest("", {}))
    assert (game.variant, game.time, game.rated, game.threaded) == ("glinski", "7d/move", False, True)
    assert game.options == {"combat": "d6"}
    other = ChallengeRequest("hexeh", {"combat": "off"}, time="1d/move", rated=True, threaded=False)
    game = await challenge(house, wishes=other)
    assert (game.variant, game.time, game.rated, game.threaded) == ("hexeh", "1d/move", True, False)
    assert game.options == {}
    game = await challenge(house, wishes=ChallengeRequest("glinski", {"goal": "hill"}))
    assert game.options == {"goal": "hill"}, "the hill isn't played with fights"
    game = await challenge(house, wishes=ChallengeRequest("combat-chess", {}))
    assert game.options == {}, "a game with fights of its own keeps them"


async def test_comments(house: House) -> None:
    """A comment stands on one line and has at most 200 characters."""
    game = await challenge(house, wishes=ChallengeRequest("hexeh", {}, comment="  a quiet\n game? "))
    assert (game.comment, (await house.game(game.number)).comment) == ("a quiet game?", "a quiet game?")
    assert await outcome(
        house.lobby.challenge(HERE, ANN, ChallengeRequest("hexeh", {}, comment="x" * 201))
    ) == BadChoice("your comment has 201 characters, and only 200 fit. Please shorten it")


async def test_a_comment_goes_with_its_writer(house: House) -> None:
    """Who is forgotten leaves no comment behind, not even with a challenge that others have accepted."""
    game = await challenge(house, wishes=ChallengeRequest("hexeh", {}, comment="I live in Rome"))
    await house.lobby.join(game.number, BEN)
    await house.games.privacy.ask(ANN)
    while due := await house.deadlines(ERASE):
        await house.games.privacy.carry_on(due[0].player)
    found = await house.game(game.number)
    assert (found.comment, ANN.id in {player.id for player in found.seats.values()}) == ("", False)


# ---- standing


STANDING = ChallengeRequest("hexeh", {}, side="Red", comment="Always", standing=True)


async def test_a_standing_challenge_is_followed_by_another(house: House) -> None:
    """Each acceptance begins a game, and a challenge on the same terms with dice of its own takes its place."""
    first = await challenge(house, wishes=STANDING)
    await house.lobby.join(first.number, BEN)
    second = await house.game(first.number + 1)
    assert (second.stage, second.standing, second.comment, second.guests[0].wish) == ("open", True, "Always", 1)
    assert (second.time, second.seats, second.message, second.shown) == (first.time, {0: ANN}, None, -1)
    assert second.commitment != first.commitment
    assert await house.ledger.secret(first.number) != await house.ledger.secret(second.number)
    assert [(each.game, each.due) for each in await house.deadlines(LAPSE)] == [
        (second.number, house.time() + 14 * DAY)
    ]
    await house.lobby.withdraw(second.number, ANN)
    assert await house.ledger.game(second.number + 1) is None


async def test_a_standing_challenge_pauses(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While its challenger has no room for a game more it is refused, and shown anew when that begins and ends."""
    monkeypatch.setattr(limits, "MOST_GAMES", 1)
    first = await challenge(house, wishes=STANDING)
    assert not await house.lobby.is_paused(first)
    await house.lobby.join(first.number, BEN)
    second = await outcome(house.game(first.number + 1))
    assert await house.lobby.is_paused(second)
    assert await outcome(house.lobby.join(second.number, CAT)) == ChallengerBusy(second.number)
    await house.ledger.database.rows("UPDATE games SET stage = 'over', turn = NULL WHERE number = ?", first.number)
    assert not await house.lobby.is_paused(second)
    assert [game.number for game in await house.ledger.standing_of([ANN.id], HERE.guild)] == [second.number]
    await house.lobby.join(second.number, CAT)


async def test_accepted_while_it_is_shown_anew(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A standing challenge that is marked to be shown anew while somebody accepts it is accepted all the same."""
    first = await challenge(house, wishes=STANDING)
    state = house.games.tables.state

    async def marked(game: StoredGame) -> object:
        monkeypatch.undo()
        await house.ledger.database.rows("UPDATE games SET revised = revised + 1 WHERE number = ?", first.number)
        return await state(game)

    monkeypatch.setattr(house.games.tables, "state", marked)
    await house.lobby.join(first.number, BEN)


async def test_standing_is_for_anyone(house: House) -> None:
    """A standing challenge cannot name an opponent."""
    refused = await outcome(house.lobby.challenge(HERE, ANN, ChallengeRequest("hexeh", {}, (BEN,), standing=True)))
    assert refused == BadChoice("a standing challenge is for everyone – remove the opponent or “standing”")


# ---- growing old


async def grown_old(house: House) -> list[bool]:
    """Meet the deadlines of challenges that have come; whether their messages are to say so."""
    return [await house.lobby.grow_old(each) for each in await house.ledger.deadlines.due([LAPSE], house.time())]


async def test_a_challenge_lapses(house: House) -> None:
    """A challenge that nobody has answered is closed after 14 days, once."""
    game = await outcome(challenge(house))
    house.time.go(14 * DAY - 1)
    assert await grown_old(house) == []
    house.time.go(1)
    (deadline,) = await house.deadlines(LAPSE)
    assert await grown_old(house) == [True]
    closed = await house.game(game.number)
    assert (closed.stage, closed.reason) == ("void", "lapsed")
    assert not await house.lobby.grow_old(deadline)
    assert await house.deadlines(LAPSE) == []
    assert isinstance(await outcome(house.lobby.join(game.number, BEN)), Refusal)


async def test_a_standing_challenge_lapses_with_its_challenger(house: House) -> None:
    """A standing challenge goes on as long as its challenger is there, or nobody knows."""
    known: list[bool | None] = [None, True, False]

    async def present(guild: int, player: int) -> bool | None:
        assert (guild, player) == (HERE.guild, ANN.id)
        return known.pop(0)

    house.lobby.is_here = present
    game = await challenge(house, wishes=STANDING)
    for told in ([False], [False], [True]):
        house.time.go(14 * DAY)
        assert await grown_old(house) == told
    assert (await house.game(game.number)).reason == "gone"


async def test_a_challenger_who_has_left(house: House) -> None:
    """The challenge of somebody who has left the server is closed when it is answered."""

    async def present(guild: int, player: int) -> bool | None:
        return (guild, player) != (HERE.guild, ANN.id)

    game, lobby = await challenge(house), await challenge(house, wishes=ChallengeRequest("nd-wellisch-3", {}))
    house.lobby.is_here = present
    assert await outcome(house.lobby.join(game.number, BEN)) == ChallengerGone(game.number)
    assert await outcome(house.lobby.join(lobby.number, BEN)) == ChallengerGone(lobby.number)
    for number in (game.number, lobby.number):
        closed = await house.game(number)
        assert (closed.stage, closed.reason) == ("void", "gone")


async def finished(house: House, variant: str = "hexeh") -> int:
    """A game that Ann, in the first seat, has resigned to Ben."""
    number = await house.lobby.set_up(HERE, variant_of(variant), {1: ANN, 2: BEN})
    assert isinstance(await house.act(number, ANN, Resign), CommandResult)
    return number


async def test_both_ask_at_once(house: House) -> None:
    """Asked for by both at once, there is one challenge, and the later request accepts it."""
    number = await finished(house)
    table = await house.table(number)
    both = await asyncio.gather(*(house.lobby.rematch(table, player) for player in (ANN, BEN)))
    assert sorted((game.stage, changed) for game, changed in both) == [("open", True), ("playing", True)]
    begun = await house.game(number + 1)
    assert (begun.stage, begun.seats) == ("playing", {1: BEN, 2: ANN})
    assert await house.ledger.game(number + 2) is None


async def test_rematches_refused(house: House) -> None:
    """Strangers, and players of a game that goes on, are refused."""
    number = await outcome(house.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN}))
    table = await house.table(number)
    assert await outcome(house.lobby.rematch(table, CAT)) == NotYourRematch(number)
    assert await outcome(house.lobby.rematch(table, ANN)) == NotOverYet(number)
    assert await house.ledger.game(number + 1) is None


async def test_a_former_player(house: House) -> None:
    """Nobody is challenged in the place of a player who has been forgotten."""
    number = await outcome(house.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: Player(-7, "a former player")}))
    assert isinstance(await house.act(number, ANN, Resign), CommandResult)
    assert await outcome(house.lobby.rematch(await house.table(number), ANN)) == NobodyLeft(number)


async def test_sides_that_the_dice_decide(house: House) -> None:
    """Where a toss decides who begins, nobody is given a side beforehand."""
    number = await finished(house, "imperial")
    game, made = await house.lobby.rematch(await house.table(number), BEN)
    assert [(each.player, each.wish) for each in game.guests] == [(BEN, 0), (ANN, 0)]
    assert made


async def test_a_game_gone_on_with(house: House) -> None:
    """A game that went on from a scoresheet is played again from the same place, unrated."""
    mark = Event(1, 1_800_000_000_000, 0, Continued("7", ""))
    number = await house.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN}, earlier=(mark,))
    assert isinstance(await house.act(number, ANN, Resign), CommandResult)
    game, _ = await house.lobby.rematch(await house.table(number), BEN)
    assert (game.sequence, game.rated) == (1, False)
    assert await events_of(house.ledger, game.number) == [mark]
