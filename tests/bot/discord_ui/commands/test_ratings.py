"""Rated games in Discord: chosen with the challenge, rated at the end, shown by leaderboards and profiles."""

from __future__ import annotations

import pytest

from bot.app import Referee
from bot.games import Location
from bot.store import Finish, GameOutcome, Player, Rated
from bot.text.ratings import RULE
from engine.variants import variant_of
from tests.bot.support import league
from tests.bot.support.fought import resign
from tests.bot.support.people import Pair, challenge, is_end, shown, told, untouched
from tests.wire import NOBODY, Message, Standin

FOUR = "Tbc3 Tfe4 Tfe3 Tbc4"
NO_RATINGS = "No one here has a rating yet. Start a rated game with /play."


async def over(pair: Pair, moves: str = FOUR) -> Message:
    """Let the first player resign after some moves; the last board."""
    await pair.moves(moves)
    await resign(pair)
    return await pair.channel.wait_for(lambda m: is_end(m, pair.number))


async def have_played(
    referee: Referee, standin: Standin, *results: str, family: str = "hexeh", server: int = 0
) -> None:
    """Write outcomes into the store, such as `"ann ben"` for a rated game that ann has won against ben."""
    games, guild = referee.controller.games, server or standin.guild().id
    for result in results:
        players = [Player(standin.human(name).id, name) for name in result.split()]
        game = await games.lobby.set_up(
            Location(guild, standin.channel("hall").id), variant_of("hexeh"), dict(enumerate(players, 1))
        )
        await referee.controller.games.ledger.shown(game, 0, None)
        placings = [Finish(seat, who, seat, "won" if seat == 1 else "lost") for seat, who in enumerate(players, 1)]
        await league.over(games.standings, GameOutcome(game, guild, family, Rated.RATED, placings))


@pytest.mark.usefixtures("referee")
async def test_a_challenge_is_rated_unless_told_otherwise(discord_: Standin) -> None:
    """Challenge and board say whether the game is rated; it is if nothing is said."""
    assert "no time limit · rated" in (await challenge(discord_.human("alice"))).content
    pair = await Pair.seated(discord_, 2, rated=False)
    board = await shown(await pair.red.slash("board", game="2"))
    assert pair.board.content.endswith("-# Hexeh #2 · alice – bob")
    assert board.content.endswith("-# Hexeh #2 · alice – bob")
    assert "ating" not in (await over(pair)).content


async def test_the_last_board_tells_the_ratings(pair: Pair, discord_: Standin) -> None:
    """The board that ends a rated game tells the new ratings, marked while provisional, and what has changed."""
    alice, bob = pair.red.mention, pair.blue.mention
    last = (await over(pair)).content.splitlines()[-1]
    assert last == f"-# Hexeh #1 · Ratings: {alice} 1421? (first game) · {bob} 1579? (first game)"
    last = (await over(await Pair.seated(discord_, 2))).content.splitlines()[-1]
    assert last == f"-# Hexeh #2 · Ratings: {alice} 1360? (−61) · {bob} 1640? (+61)"


async def test_an_abandoned_game_says_so(pair: Pair) -> None:
    """A rated game given up too early is not rated, and its last board says so and why."""
    last = (await over(pair, "Tbc3")).content.splitlines()[-1]
    assert last == "-# Hexeh #1 · Too short to be rated (under 2 moves each)"
    assert await told(await pair.red.slash("players leaderboard")) == NO_RATINGS


async def test_a_leaderboard(discord_: Standin, referee: Referee) -> None:
    """/leaderboard lists the players of a game, the best first, with the rule below, in private and pinging nobody."""
    await have_played(referee, discord_, "ann ben", "ann cat")
    async with untouched(discord_, referee):
        text = await told(await discord_.human("alice").slash("players leaderboard", game="hexeh"))
    title, first, second, third, rule = text.splitlines()
    assert title == "**Hexeh**"
    assert first.startswith("1. ann **1647?** ±469")
    assert first.endswith(", 2 games")
    assert [second.split()[1], third.split()[1]] == ["cat", "ben"]
    assert third.endswith(", 1 game")
    assert rule == f"-# {RULE}"


async def test_leaderboards_and_profiles_have_pictures(discord_: Standin, referee: Referee) -> None:
    """A leaderboard stands beside its bars, a profile beside its curves, in private and shared, with words for both."""
    await have_played(referee, discord_, "ann ben", "ann ben")
    ann = discord_.human("ann")
    for command, options, words in (
        ("players leaderboard", {"game": "hexeh"}, "The leaderboard of Hexeh as bars: 1. ann 16"),
        ("players profile", {}, "Ratings of ann as curves. Hexeh: 1579 after the first game shown, "),
    ):
        private = await shown(await ann.slash(command, **options))
        assert await told(await ann.slash(command, share=True, **options)) == ""
        shared = discord_.channel().messages[-1]
        assert shared.pinged == NOBODY
        for message in (private, shared):
            assert (message.attachments[0].description or "").startswith(words)


async def test_leaderboards_that_are_none(discord_: Standin, referee: Referee) -> None:
    """An unknown game is refused without a mention, a board may be empty, and another server's is not shown."""
    ann = discord_.human("ann")
    await have_played(referee, discord_, "ann ben", server=discord_.guild("Other Club").id)
    async with untouched(discord_, referee):
        answer = await told(await ann.slash("players leaderboard", game="@everyone zebra"))
        assert answer.startswith("There's no leaderboard for “@\u200beveryone zebra”.")
        answer = await told(await ann.slash("players leaderboard", game="hexeh"))
        assert answer.startswith("**Hexeh**: no one here has a rating yet.")
        assert await told(await ann.slash("players leaderboard")) == NO_RATINGS
    offered = await ann.autocomplete("players leaderboard", game="hexeh")
    assert [choice.value for choice in offered] == ["hexeh", "hexeh+poly", "hexeh+d6"]


async def test_names_are_harmless(discord_: Standin, referee: Referee) -> None:
    """A name with markup or a mention in it is shown as it is, and pings nobody."""
    await have_played(referee, discord_, "**@everyone** ben")
    await told(await discord_.human("ben").slash("players leaderboard", game="hexeh", share=True))
    message = discord_.channel().messages[-1]
    assert "1. \\*\\*@\u200beveryone\\*\\* **1579?**" in message.content
    assert message.pinged == NOBODY


async def test_a_profile(pair: Pair, discord_: Standin) -> None:
    """A profile tells ratings with results, the pace, and how many games are on, those of the channel by name."""
    await over(pair)
    await Pair.seated(discord_, 2)
    await Pair.seated(discord_, 3, place=discord_.channel("annex"))
    title, rating, pace, playing, game = (await told(await pair.red.slash("players profile"))).splitlines()
    assert title == "**You**"
    assert rating == "Hexeh **1421?** ±484: 0 won, 0 drawn, 1 lost"
    assert pace.startswith("Typical move time: ")
    assert playing == "Playing now: 2 games, 1 in this channel:"
    assert game == "\\#2 Hexeh vs bob, your move"
    assert (await told(await pair.blue.slash("players profile", player=pair.red))).startswith("**alice**\n")
    empty = await told(await pair.red.slash("players profile", player=discord_.human("carol")))
    assert empty == "carol hasn't played here yet."


async def test_head_to_head(discord_: Standin, referee: Referee) -> None:
    """With `against:` a profile tells how two players have fared, by game; bots and oneself are refused."""
    await have_played(referee, discord_, "ann ben", "ann ben", "ben ann", "ann cat")
    ann, ben = discord_.human("ann"), discord_.human("ben")
    async with untouched(discord_, referee):
        text = await told(await ben.slash("players profile", player=ann, against=ben))
        assert text.splitlines() == [
            "**ann** against **you**: 2 won, 0 drawn, 1 lost",
            "Hexeh: 2 won, 0 drawn, 1 lost",
        ]
        answer = await told(await ann.slash("players profile", against=discord_.bot))
        assert answer.startswith("Bots have no ratings")
        assert (await told(await ann.slash("players profile", against=ann))).startswith("Name two different players")
