"""/watch: spectators pinged at the end of a game or at each board, beside its players, until they stop."""

from __future__ import annotations

from pathlib import Path

from bot.app import Referee
from bot.games.players import MOST_SPECTATORS
from tests.bot.support.fought import resign
from tests.bot.support.people import Pair, challenge, settled, shown, told, untouched
from tests.wire import Human, Message, Standin, bits, running

END, EACH = "I will ping you when game #1 is over.", "I will ping you at each board of game #1."
STOPPED = "You no longer watch game #1."


async def watch(who: Human, at: str | None = None, game: str | None = None) -> str:
    """Use /watch; the private answer."""
    return await told(await who.slash("game watch", game=game, at=at))


async def last_board(pair: Pair) -> Message:
    """Let the first player resign; the last board."""
    await resign(pair)
    return await pair.next_board()


async def test_at_the_end(pair: Pair) -> None:
    """Who watches is pinged at the end, and not before; the answer to /watch is private."""
    carol = pair.discord.human("carol")
    assert await watch(carol) == END
    await pair.move("Tbc3")
    assert pair.board.pinged.users == {pair.blue.id}
    assert "Watching" not in pair.board.content
    last = await last_board(pair)
    assert last.pinged.users == {pair.blue.id, carol.id}
    assert last.content.splitlines()[-1] == f"-# Watching: {carol.mention}"


async def test_at_each_board(pair: Pair) -> None:
    """Who watches each board is pinged at every one and at the last, once, beside the player to move."""
    carol = pair.discord.human("carol")
    assert await watch(carol, "each") == EACH
    await pair.moves("Tbc3")
    assert pair.board.pinged.users == {pair.blue.id, carol.id}
    await pair.moves("Tfe4")
    assert pair.board.pinged.users == {pair.red.id, carol.id}
    assert (await last_board(pair)).content.count(carol.mention) == 1


async def test_changing_ones_mind(pair: Pair) -> None:
    """A second /watch replaces the first, and off ends it; off where nothing was watched says so."""
    carol = pair.discord.human("carol")
    assert await watch(carol, "off") == "You are not watching game #1."
    await watch(carol, "each")
    await watch(carol, "end")
    await pair.moves("Tbc3")
    assert pair.board.pinged.users == {pair.blue.id}
    assert await watch(carol, "off") == STOPPED
    assert carol not in (await last_board(pair)).pinged


async def test_offers_ping_players_alone(pair: Pair) -> None:
    """News that are no board, such as a draw offer, do not ping spectators."""
    carol = pair.discord.human("carol")
    await watch(carol, "each")
    await pair.red.slash("game draw", action="offer")
    news = await pair.channel.wait_for(lambda m: "do you accept" in m.content)
    assert news.pinged.users == {pair.blue.id}


async def test_spectators_outlast_a_restart(discord_: Standin, database: Path) -> None:
    """Whoever watched before a restart is pinged after it."""
    async with running(Referee(database)):
        pair = await Pair.seated(discord_)
        await watch(discord_.human("carol"), "each")
    async with running(Referee(database)):
        await pair.move("Tbc3")
        assert discord_.human("carol") in pair.board.pinged


async def test_players_do_not_watch(pair: Pair, referee: Referee) -> None:
    """A player who watches is told that players are pinged anyway; without a number only others' games are meant."""
    async with untouched(pair.discord, referee):
        answer = await watch(pair.red, "each", "1")
        assert answer == "You play in game #1, so you are pinged at your turns and at its end."
        assert await watch(pair.red) == "Nobody else has a game going in this channel."


async def test_what_cannot_be_watched(discord_: Standin, referee: Referee) -> None:
    """A game that has not begun, is over, is played elsewhere or is none cannot be watched."""
    carol = discord_.human("carol")
    await challenge(discord_.human("alice"))
    annex = discord_.channel("annex")
    elsewhere = await Pair.seated(discord_, 2, place=annex)
    over = await Pair.seated(discord_, 3)
    await last_board(over)
    async with untouched(discord_, referee):
        assert await watch(carol, game="1") == "Game #1 has not begun: nobody has accepted its challenge yet."
        assert await watch(carol, game="2") == "There is no game #2 here. /games lists yours."
        assert await watch(carol, game="3") == "Game #3 is over; /board shows how it ended."
        assert await watch(carol, game="9") == "There is no game #9 here. /games lists yours."
        assert await watch(carol, game="zebra") == "“zebra” is no game's number. /games lists yours."
    assert await watch(carol.at(annex)) == "I will ping you when game #2 is over."
    assert elsewhere.number == 2


async def test_a_hidden_channel(pair: Pair, referee: Referee) -> None:
    """A game in a channel that somebody does not see cannot be watched from another channel."""
    carol, lobby = pair.discord.human("carol"), pair.discord.channel("lobby")
    pair.channel.deny(carol, bits.VIEW_CHANNEL)
    async with untouched(pair.discord, referee):
        assert await watch(carol.at(lobby), "each", "1") == "There is no game #1 here. /games lists yours."
    await pair.move("Tbc3")
    assert carol not in pair.board.pinged


async def test_several_games(discord_: Standin, referee: Referee) -> None:
    """Where several games go on one is asked which, the games are completed, and each is watched by itself."""
    assert referee.is_ready()
    first, second = await Pair.seated(discord_), await Pair.seated(discord_, 2)
    carol = discord_.human("carol")
    assert (await watch(carol)).startswith("Which game? ")
    offered = await carol.autocomplete("game watch", game="")
    assert [choice.value for choice in offered] == ["2", "1"]
    assert await first.red.autocomplete("game watch", game="") == ()
    await watch(carol, "each", "2")
    await first.move("Tbc3")
    await second.move("Tbc3")
    assert carol not in first.board.pinged
    assert carol in second.board.pinged


async def test_a_full_house(pair: Pair) -> None:
    """A game has room for twenty spectators; one more is refused, until somebody leaves."""
    crowd = [pair.discord.human(f"fan{n}") for n in range(MOST_SPECTATORS)]
    for fan in crowd:
        assert await watch(fan, "each") == EACH
    late = pair.discord.human("late")
    assert await watch(late) == "Game #1 already has 20 spectators. /board shows it at any time."
    assert await watch(crowd[0], "end") == END
    await pair.move("Tbc3")
    assert pair.board.pinged.users == {pair.blue.id, *(fan.id for fan in crowd[1:])}
    assert await watch(crowd[0], "off") == STOPPED
    assert await watch(late) == END
    assert len((await last_board(pair)).pinged.users) == 1 + MOST_SPECTATORS


async def test_watching_needs_no_permission(pair: Pair, referee: Referee) -> None:
    """Where the referee may not write for now, a game can be watched all the same."""
    carol = pair.discord.human("carol")
    pair.channel.deny(pair.discord.bot, bits.SEND_MESSAGES)
    async with untouched(pair.discord, referee):
        assert await watch(carol) == END
    pair.channel.allow(pair.discord.bot, bits.SEND_MESSAGES)
    assert carol in (await last_board(pair)).pinged


async def test_everything_is_private(pair: Pair, referee: Referee) -> None:
    """Nothing that /watch says is seen by others."""
    carol = pair.discord.human("carol")
    before = len(pair.channel.messages)
    for at in ("end", "each", "off"):
        await shown(await carol.slash("game watch", at=at))
    await settled(referee)
    assert len(pair.channel.messages) == before
