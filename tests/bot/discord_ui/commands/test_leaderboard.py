"""Rated games in Discord: chosen with the challenge, rated at the end, shown by /leaderboard and /profile."""

from __future__ import annotations

import pytest

from bot.app import Referee
from bot.games import Location
from bot.store import Finish, GameOutcome, Player, Rated
from bot.text.ratings import RULE, duration
from engine.variants import variant_of
from tests.bot.support import league
from tests.bot.support.fought import resign
from tests.bot.support.people import Pair, challenge, says, shown, told, untouched
from tests.wire import NOBODY, Message, Standin, bits

FOUR = "Tbc3 Tfe4 Tfe3 Tbc4"
NO_RATINGS = "Nobody here has a rating yet. Start a rated game with /play."


async def over(pair: Pair, moves: str = FOUR) -> Message:
    """Let the first player resign after some moves; the last board."""
    await pair.moves(moves)
    await resign(pair)
    return await pair.channel.wait_for(says(f"#{pair.number} ", "Game over."))


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


# ---- rated or not


@pytest.mark.usefixtures("referee")
async def test_a_challenge_is_rated_unless_told_otherwise(discord_: Standin) -> None:
    """The challenge says whether the game is rated; it is if nothing is said."""
    alice = discord_.human("alice")
    rated = await challenge(alice)
    assert "\nNo time limit. Rated.\n" in rated.content
    unrated = await challenge(alice, 2, rated=False, options="travelers=straight")
    assert unrated.content.startswith(f"**#2 Hexeh** (travelers: straight): {alice.mention} challenges")
    assert "\nNo time limit. Unrated.\n" in unrated.content


@pytest.mark.usefixtures("referee")
async def test_the_board_says_what_is_played_for(discord_: Standin) -> None:
    """The heading of a board says whether the game is rated, in the channel and in private."""
    for number, rated in enumerate((True, False), 1):
        pair = await Pair.seated(discord_, number, rated=rated)
        for content in (pair.board.content, await board_of(pair)):
            assert content.splitlines()[0].endswith("**, rated" if rated else "**, unrated")


async def board_of(pair: Pair) -> str:
    """The text of a game's board as /board tells it."""
    return (await (await pair.red.slash("board", game=str(pair.number))).reply()).content


async def test_the_last_board_tells_the_ratings(pair: Pair, discord_: Standin) -> None:
    """The board that ends a rated game tells the new ratings, marked while provisional, and what has changed."""
    alice, bob = pair.red.mention, pair.blue.mention
    last = (await over(pair)).content.splitlines()[-1]
    assert last == f"Ratings: {alice} 1421? (first game), {bob} 1579? (first game)."
    last = (await over(await Pair.seated(discord_, 2))).content.splitlines()[-1]
    assert last == f"Ratings: {alice} 1360? (−61), {bob} 1640? (+61)."


async def test_an_abandoned_game_says_so(pair: Pair) -> None:
    """A rated game given up too early is not rated, its last board says so and why; nobody has a rating then."""
    first, *_, last = (await over(pair, "Tbc3")).content.splitlines()
    assert first.endswith("**, unrated")
    assert (await board_of(pair)).splitlines()[0].endswith("**, unrated")
    assert last == "Not rated: the game ended before everyone still in it had made 2 moves."
    assert await told(await pair.red.slash("players leaderboard")) == NO_RATINGS


@pytest.mark.usefixtures("referee")
async def test_an_unrated_game_says_nothing_more(discord_: Standin) -> None:
    """The last board of an unrated game does not speak of ratings."""
    last = await over(await Pair.seated(discord_, rated=False))
    assert "ating" not in last.content
    assert "Not rated" not in last.content


async def test_help_states_the_rule(pair: Pair) -> None:
    """Help on ratings says which games count."""
    message = await (await pair.red.slash("help", topic="ratings")).reply()
    assert RULE in message.content


# ---- leaderboards


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


async def test_everybody_sees_the_leaderboard_only_if_shared(discord_: Standin, referee: Referee) -> None:
    """With share the leaderboard or profile goes to the channel, where it pings nobody."""
    await have_played(referee, discord_, "ann ben")
    for command, options in (
        ("players leaderboard", {"game": "hexeh"}),
        ("players profile", {"player": discord_.human("ann")}),
    ):
        assert (
            await told(await discord_.human("ann").slash(command, share=True, **options))
            == "The answer is in the channel."
        )
        message = discord_.channel().messages[-1]
        assert "**1579?**" in message.content
        assert message.pinged == NOBODY


async def test_leaderboards_and_profiles_have_pictures(discord_: Standin, referee: Referee) -> None:
    """A leaderboard stands beside its bars, a profile beside its curves, in private and shared, with words for both."""
    await have_played(referee, discord_, "ann ben", "ann ben")
    ann = discord_.human("ann")
    for command, options, words in (
        ("players leaderboard", {"game": "hexeh"}, "The leaderboard of Hexeh as bars: 1. ann 16"),
        ("players profile", {}, "Ratings of ann as curves. Hexeh: 1579 after the first game shown, "),
    ):
        private = await shown(await ann.slash(command, **options))
        await told(await ann.slash(command, share=True, **options))
        for message in (private, discord_.channel().messages[-1]):
            (picture,) = message.attachments
            assert (picture.filename, picture.size and picture.size[0]) == ("ratings.png", 1000)
            assert (picture.description or "").startswith(words)
    nobody = await shown(await discord_.human("zoe").slash("players profile"))
    assert nobody.attachments == ()


async def test_a_picture_that_fails_takes_no_answer_along(
    discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a picture cannot be drawn the text comes alone."""
    await have_played(referee, discord_, "ann ben")
    monkeypatch.setattr("bot.games.pictures.leaderboard", lambda *_: 1 // 0)
    message = await shown(await discord_.human("ann").slash("players leaderboard", game="hexeh"))
    assert message.content.startswith("**Hexeh**\n1. ann")
    assert message.attachments == ()


async def test_the_top_and_oneself(discord_: Standin, referee: Referee) -> None:
    """Twenty players are listed, and below them the asker's own place."""
    await have_played(referee, discord_, *(f"winner{n} loser{n}" for n in range(12)))
    lines = (await told(await discord_.human("loser11").slash("players leaderboard", game="hexeh"))).splitlines()
    assert [line.split(".")[0] for line in lines[1:21]] == [str(place) for place in range(1, 21)]
    assert lines[21] == "…"
    assert "loser11 (you) " in lines[22]
    lines = (await told(await discord_.human("winner0").slash("players leaderboard", game="hexeh"))).splitlines()
    assert len(lines) == 22


async def test_the_established_come_first_and_have_no_mark(discord_: Standin, referee: Referee) -> None:
    """After ten rated games a rating loses its question mark and stands before those that have one."""
    await have_played(referee, discord_, *["ann ben", "ben ann"] * 5, "cat dan")
    lines = (await told(await discord_.human("ann").slash("players leaderboard", game="hexeh"))).splitlines()
    assert ["?" in line for line in lines[1:5]] == [False, False, True, True]
    assert "cat" in lines[3]


async def test_every_leaderboard(discord_: Standin, referee: Referee) -> None:
    """Without a game /leaderboard tells the first three of each, the one played most first."""
    await have_played(referee, discord_, "ann ben", "ann cat", "ann dan")
    await have_played(referee, discord_, "ben ann", family="chess+poly")
    lines = (await told(await discord_.human("zoe").slash("players leaderboard"))).splitlines()
    assert [line for line in lines if line.startswith("**")] == ["**Hexeh**", "**Combat Chess**"]
    assert lines[1].startswith("1. ann ")
    assert lines[4] == "**Combat Chess**"
    assert len(lines) == 7


async def test_leaderboards_that_are_none(discord_: Standin, referee: Referee) -> None:
    """An unknown game is refused without a mention, and one that nobody has been rated in has an empty board."""
    ann = discord_.human("ann")
    async with untouched(discord_, referee):
        answer = await told(await ann.slash("players leaderboard", game="@everyone zebra"))
        assert answer.startswith("I keep no leaderboard for “@\u200beveryone zebra”.")
        answer = await told(await ann.slash("players leaderboard", game="hexeh"))
        assert answer.startswith("**Hexeh**: nobody here has a rating yet.")
        assert await told(await ann.slash("players leaderboard")) == NO_RATINGS


async def test_leaderboards_are_completed(discord_: Standin, referee: Referee) -> None:
    """Games are completed by name or id, each form of the dice apart."""
    assert referee.is_ready()
    offered = await discord_.human("ann").autocomplete("players leaderboard", game="hexeh")
    assert [choice.value for choice in offered] == ["hexeh", "hexeh+poly", "hexeh+d6"]
    offered = await discord_.human("ann").autocomplete("players leaderboard", game="Combat C")
    assert [choice.value for choice in offered] == ["chess+poly", "chess+d6"]


async def test_names_are_harmless(discord_: Standin, referee: Referee) -> None:
    """A name with markup or a mention in it is shown as it is, and pings nobody."""
    human = discord_.human("**@everyone**")
    game = await referee.controller.games.lobby.set_up(
        Location(discord_.guild().id, 1), variant_of("hexeh"), {1: Player(human.id, human.name), 2: Player(5, "ben")}
    )
    placings = [Finish(1, Player(human.id, human.name), 1, "won"), Finish(2, Player(5, "ben"), 2, "lost")]
    outcome = GameOutcome(game, discord_.guild().id, "hexeh", Rated.RATED, placings)
    await league.over(referee.controller.games.standings, outcome)
    await told(await human.slash("players leaderboard", game="hexeh", share=True))
    message = discord_.channel().messages[-1]
    assert "1. \\*\\*@\u200beveryone\\*\\* **1579?**" in message.content
    assert message.pinged == NOBODY


async def test_servers_are_apart(discord_: Standin, referee: Referee) -> None:
    """Ratings of one server are not shown in another."""
    other = discord_.guild("Other Club")
    await have_played(referee, discord_, "ann ben", server=other.id)
    assert await told(await discord_.human("ann").slash("players leaderboard")) == NO_RATINGS
    there = discord_.human("ann").at(other.channel("games"))
    assert "1. ann" in await told(await there.slash("players leaderboard"))


# ---- profiles


async def test_a_profile(pair: Pair, discord_: Standin) -> None:
    """/profile tells ratings with results, the pace, and how many games are on, those of the channel by name."""
    await over(pair)
    await Pair.seated(discord_, 2)
    await Pair.seated(discord_, 3, place=discord_.channel("annex"))
    for options in ({}, {"player": pair.red}):
        title, rating, pace, playing, game = (
            await told(await pair.red.slash("players profile", **options))
        ).splitlines()
        assert title == "**You**"
        assert rating == "Hexeh **1421?** ±484: 0 won, 0 drawn, 1 lost"
        assert pace.startswith("Median time for a move: ")
        assert playing == "Playing 2 games now, 1 of them in this channel:"
        assert game == "\\#2 Hexeh vs bob, your move"
    assert (await told(await pair.blue.slash("players profile", player=pair.red))).startswith("**alice**\n")
    await told(await pair.red.slash("players profile", share=True))
    assert any(message.content.startswith("**alice**\n") for message in discord_.channel().messages)


async def test_unrated_games_in_a_profile(discord_: Standin, referee: Referee) -> None:
    """Unrated games are told apart from rated ones; who has not played here has an empty profile."""
    assert referee.is_ready()
    pair = await Pair.seated(discord_, rated=False)
    await over(pair)
    assert "Unrated: Hexeh: 1 won, 0 drawn, 0 lost" in await told(
        await pair.red.slash("players profile", player=pair.blue)
    )
    answer = await told(await pair.red.slash("players profile", player=discord_.human("carol")))
    assert answer == "carol has not played here yet."
    assert await told(await discord_.human("carol").slash("players profile")) == "You have not played here yet."


async def test_head_to_head(discord_: Standin, referee: Referee) -> None:
    """/profile with against tells how two players have fared, by game, and only against each other."""
    await have_played(referee, discord_, "ann ben", "ann ben", "ben ann", "ann cat")
    await have_played(referee, discord_, "ben ann", family="chess")
    ann, ben = discord_.human("ann"), discord_.human("ben")
    async with untouched(discord_, referee):
        text = await told(await ann.slash("players profile", player=ann, against=ben))
        assert text.splitlines() == [
            "**You** against **ben**: 2 won, 0 drawn, 2 lost",
            "Hexeh: 2 won, 0 drawn, 1 lost",
            "Chess: 0 won, 0 drawn, 1 lost",
        ]
        assert (await told(await ann.slash("players profile", against=discord_.human("dan")))).endswith(
            "You and dan have not finished a game against each other here."
        )
        text = await told(await ben.slash("players profile", player=ann, against=ben))
        assert text.startswith("**ann** against **you**: 2 won, 0 drawn, 2 lost\n")


async def test_profiles_that_are_none(discord_: Standin, referee: Referee) -> None:
    """Bots have no profile, and nobody is compared with themselves."""
    ann = discord_.human("ann")
    async with untouched(discord_, referee):
        for options in ({"player": discord_.bot}, {"against": discord_.bot}):
            answer = await told(await ann.slash("players profile", **options))
            assert answer == "Bots have no ratings, so there is nothing to show."
        assert await told(await ann.slash("players profile", against=ann)) == "Name two different players to compare."


async def test_missing_permissions(discord_: Standin, referee: Referee) -> None:
    """Where the referee may not write, a leaderboard is not shared, and the sentence says what is missing."""
    await have_played(referee, discord_, "ann ben")
    discord_.channel().deny(discord_.bot, bits.SEND_MESSAGES)
    async with untouched(discord_, referee):
        for command in ("players leaderboard", "players profile"):
            assert "Send Messages" in await told(await discord_.human("ann").slash(command, share=True))


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [(0, "0 seconds"), (1499, "1 second"), (59_000, "59 seconds"), (150_000, "2 minutes"), (3 * 86_400_000, "3 days")],
)
def test_durations(milliseconds: int, words: str) -> None:
    """A time is told in its greatest whole unit."""
    assert duration(milliseconds) == words
