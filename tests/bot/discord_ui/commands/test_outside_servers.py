"""Commands in direct messages with the bot, and in servers that it is not in, by those who have installed it."""

from __future__ import annotations

import pytest

from bot.app import Referee
from tests.bot.support.people import Pair, link_to, settled, shown, told, untouched
from tests.wire import Human, Standin

OURS = ("games", "settings show", "rules", "help", "dice commitment")


@pytest.fixture
def abroad(discord_: Standin) -> Human:
    """Let alice act in a server that the bot has left."""
    guild = discord_.guild("Chess Club")
    channel = discord_.channel("elsewhere", guild)
    guild.remove(discord_.bot)
    return discord_.human("alice").at(channel)


@pytest.fixture(params=["direct", "abroad"])
def outside(request: pytest.FixtureRequest, discord_: Standin, abroad: Human) -> Human:
    """Let alice act outside of the bot's servers."""
    return abroad if request.param == "abroad" else abroad.at(discord_.human("alice").dm)


async def test_games_of_all_servers(pair: Pair, outside: Human) -> None:
    """`/games` lists the games of all servers, those too that await others."""
    second = await Pair.seated(pair.discord, 2, place=pair.discord.channel("hall", pair.discord.guild("Go Club")))
    await pair.move("Tbc3")
    lines = (await told(await outside.slash("games"))).replace("\\", "").split("\n")
    assert lines == [
        f"#2 Hexeh vs bob, your move in {second.board.channel.mention}, {link_to(second.board)}",
        f"#1 Hexeh vs bob, bob to move in {pair.channel.mention}",
    ]


async def test_without_games(outside: Human, referee: Referee) -> None:
    """Who plays nowhere is told so, and where a game is to be started."""
    assert referee.is_ready()
    assert await told(await outside.slash("games")) == "You have no games. Start one in a server with /play."
    assert await told(await outside.slash("explore")) == "You have no game going. Start one in a server with /play."


async def test_exploring(pair: Pair, outside: Human, referee: Referee) -> None:
    """`/explore` opens one's own game, whichever server it is played in, and completes it; not those of others."""
    async with untouched(pair.discord, referee):
        offered = await outside.autocomplete("explore", game="")
        assert [choice.value for choice in offered] == ["1"]
        outcome = await outside.slash("explore")
        message = await outcome.reply()
        assert "Exploring #1 Hexeh" in message.content
        assert message.attachments
        stranger = pair.discord.human("carol").at(outside.place) if outside.place.guild else None
        if stranger:
            answer = await told(await stranger.slash("explore", game="1"))
            assert answer == "There is no game #1 here. /games lists yours."


async def test_what_works(pair: Pair, outside: Human, referee: Referee) -> None:
    """Questions that need no server are answered in private."""
    async with untouched(pair.discord, referee):
        for command in OURS:
            await shown(await outside.slash(command))


async def test_rolling(outside: Human, referee: Referee) -> None:
    """A roll is the answer itself, from a stream of that channel's own, which is checked as anywhere."""
    commitment = (await told(await outside.slash("dice commitment"))).split("`")[1]
    message = await (await outside.slash("roll", expression="2d6")).reply()
    assert not message.ephemeral
    assert message.content.startswith(f"{outside.mention} rolls 2d6 [")
    assert f" of `{commitment[:12]}…`" in message.content
    assert outside.place.messages == [message]
    assert "2d6 [" in await told(await outside.slash("roll", expression="2d6", private=True))
    revealed = await (await outside.slash("dice reveal")).reply()
    assert f"commitment `{commitment}`" in revealed.content
    assert not revealed.ephemeral
    await settled(referee)
    assert await referee.controller.games.ledger.outbox.due(2**60) == []
    assert outside.place.messages == [message, revealed]


async def test_a_roll_whose_answer_failed(outside: Human, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """A roll that was committed but not shown is shown by the interaction, once the outbox looks for it."""
    outbox = referee.controller.games.ledger.outbox

    async def died(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("bot.discord_ui.commands.dice.acknowledged", died)
    await outside.slash("roll", expression="2d6")
    await settled(referee)
    (letter,) = await outbox.due(2**60)
    await outbox.tried(letter, 0, 1)
    (deadline,) = await referee.controller.games.ledger.deadlines.due(["send"], 1 << 62)
    await referee.controller.outbox.meet(deadline)
    assert [m.content.startswith(f"{outside.mention} rolls 2d6 [") for m in outside.place.messages].count(True) == 1
    assert await outbox.due(2**60) == []


async def test_reminders_here(discord_: Standin, abroad: Human, referee: Referee) -> None:
    """Reminders asked for in a direct message come by direct message; a server without the bot takes none."""
    assert referee.is_ready()
    answer = await told(await abroad.at(discord_.human("alice").dm).slash("settings reminders", where="here"))
    assert "by direct message" in answer
    answer = await told(await abroad.slash("settings reminders", where="here"))
    assert answer == "I may not write here, so I cannot remind you here. Nothing has changed."


async def test_what_needs_a_server(outside: Human, referee: Referee) -> None:
    """What is done in a game is not offered outside of the bot's servers."""
    assert referee.is_ready()
    for command in ("move", "play", "board", "game resign", "players profile", "server"):
        with pytest.raises(LookupError, match="is not offered"):
            await outside.slash(command)
