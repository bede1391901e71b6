"""/server: what those who manage a server choose for it, in one private panel."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from bot.discord_ui.commands.server import FIELDS, holding
from bot.games import Location
from bot.store import Player, ServerSettings
from engine.variants import variant_of
from tests.bot.discord_ui.commands.test_ratings import FOUR, have_played
from tests.bot.discord_ui.stories.test_privacy_story import forgotten
from tests.bot.support.fought import resign
from tests.bot.support.people import Pair, challenge, is_end, labels, settled, told
from tests.wire import Human, Message, Standin, bits

CHANGE = "Choose what to change"


@pytest.fixture
def owner(discord_: Standin) -> Human:
    olga = discord_.human("olga")
    discord_.channel().allow(olga.user, bits.MANAGE_GUILD)
    return olga


async def panel(who: Human) -> Message:
    outcome = await who.slash("server")
    assert outcome.private
    return await outcome.reply()


async def opened(who: Human, what: str) -> Message:
    return await (await who.choose(await panel(who), CHANGE, what)).reply()


async def settings(referee: Referee, standin: Standin) -> ServerSettings:
    return await referee.controller.games.servers.settings(standin.guild().id)


async def test_a_choice_holds(owner: Human, referee: Referee, discord_: Standin) -> None:
    """Everything stands in one message; every value that is offered can be chosen, holds then, and is told."""
    text = (await panel(owner)).content
    assert [line.split("**")[1] for line in text.splitlines()[1:]] == [field.label for field in FIELDS.values()]
    assert await settings(referee, discord_) == ServerSettings()
    for name, field in FIELDS.items():
        if field.choices:
            asked = await opened(owner, name)
            assert asked.content.startswith(f"**{field.label}**: {field.text}.\nNow: ")
            last = min(len(field.choices), 25) - 1
            shown = await (await owner.choose(asked, field.label, str(last))).reply()
            now = await settings(referee, discord_)
            assert getattr(now, name) == list(field.choices)[last]
            assert f"**{field.label}**: {holding(name, now)}" in shown.content


async def test_channels_and_roles(owner: Human, referee: Referee, discord_: Standin) -> None:
    """Channels and the challengers' role are chosen from Discord's menus, and given up again."""
    games, role = discord_.channel(), discord_.guild().role("players")
    await (await owner.choose(await opened(owner, "channels"), "Channels", games)).reply()
    shown = await (await owner.choose(await opened(owner, "challengers"), "Who can start games", role)).reply()
    assert f"**Channels**: <#{games.id}>" in shown.content
    assert f"**Who can start games**: <@&{role.id}>" in shown.content
    assert not shown.pinged
    assert (await settings(referee, discord_)).challengers == role.id
    await (await owner.press(await opened(owner, "channels"), "Default")).reply()
    await (await owner.press(await opened(owner, "challengers"), "Default")).reply()
    assert await settings(referee, discord_) == ServerSettings()


async def test_only_managers(owner: Human, referee: Referee, discord_: Standin) -> None:
    """Who no longer manages the server changes nothing with a panel that is still open."""
    asked = await opened(owner, "rated")
    discord_.channel().deny(owner.user, bits.MANAGE_GUILD)
    outcome = await owner.choose(asked, "Rated", "no")
    assert (await outcome.followup()).content == ("Only moderators of this server can change that.")
    assert await settings(referee, discord_) == ServerSettings()


async def test_a_leaderboard_is_reset(owner: Human, referee: Referee, discord_: Standin) -> None:
    await have_played(referee, discord_, "ann ben")
    standings, guild = referee.controller.games.standings, discord_.guild().id
    question = await (await owner.choose(await opened(owner, "Leaderboards"), "Choose a leaderboard", "Hexeh")).reply()
    assert question.content.startswith("Reset the leaderboard of Hexeh? ")
    assert len(await standings.leaders(guild, "hexeh")) == 2
    await (await owner.press(question, "Yes, reset it")).reply()
    assert await standings.leaders(guild, "hexeh") == []


async def test_games_are_listed(owner: Human, referee: Referee, discord_: Standin) -> None:
    """Open games and challenges are listed, the newest first, so many as a menu holds."""
    assert "There are no open games or challenges" in (await opened(owner, "Open games")).content
    place, lobby = Location(discord_.guild().id, discord_.channel().id), referee.controller.games.lobby
    for number in range(1, 28):
        await lobby.set_up(place, variant_of("hexeh"), {1: Player(number, "ann"), 2: Player(99, "ben")})
    listed = await opened(owner, "Open games")
    assert "#27 Hexeh" in listed.content
    assert "#2 Hexeh" not in listed.content
    assert len(listed.selects[0].options) == 25


async def chosen(owner: Human, number: int, deed: str) -> Message:
    """Choose a game in the panel and what is to be done about it; the question that follows."""
    listed = await opened(owner, "Open games")
    about = await (await owner.choose(listed, "Choose a game", str(number))).reply()
    return await (await owner.press(about, deed)).reply()


async def test_a_game_is_ended(owner: Human, referee: Referee, discord_: Standin) -> None:
    """A running game is ended without a result after a question, and its channel is told; it counts for nobody."""
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Gc4")
    question = await chosen(owner, 1, "End it")
    assert question.content == "End \\#1 Hexeh alice – bob, alice to move? This can't be undone."
    back = await (await owner.press(question, "Cancel")).reply()
    question = await (await owner.press(back, "End it")).reply()
    listed = await (await owner.press(question, "Yes, end it")).reply()
    assert listed.content == "There are no open games or challenges."
    board = await pair.channel.wait_for(is_end)
    assert "## No result\nA moderator closed this game. It doesn't count.\n" in board.content
    assert await referee.controller.games.standings.leaders(discord_.guild().id, "hexeh") == []
    assert (await owner.press(question, custom_id="hm:srvended:1")).acknowledged


async def test_the_log(owner: Human, referee: Referee, discord_: Standin) -> None:
    """What moderators do stands in their server's log, the newest first; who did it, until that is deleted."""
    assert (await opened(owner, "Log")).content == "No changes by moderators yet."
    await Pair.seated(discord_)
    await challenge(discord_.human("alice"), 2)
    await (await owner.press(await chosen(owner, 1, "End it"), "Yes, end it")).reply()
    await (await owner.press(await chosen(owner, 2, "Delete it"), "Yes, delete it")).reply()
    await (await owner.choose(await opened(owner, "rated"), FIELDS["rated"].label, "1")).reply()
    found = (await opened(owner, "Log")).content
    heading, *lines = [line.split("> ", 1)[-1] for line in found.splitlines()]
    assert heading == "**Moderators' log**"
    assert lines == [f"{owner.mention} {deed}" for deed in ("set Rated: no", "deleted #2", "ended #1")]
    await forgotten(owner)
    assert "> a former moderator ended" in (await opened(owner, "Log")).content
    other = referee.controller.games.servers
    assert await other.logged(discord_.guild("Chess Club").id, 20) == []


async def test_a_challenge_is_closed(owner: Human, referee: Referee, discord_: Standin) -> None:
    """A challenge is closed, and its message says by whom."""
    open_ = await challenge(discord_.human("alice"))
    await (await owner.press(await chosen(owner, 1, "End it"), "Yes, end it")).reply()
    await settled(referee)
    assert open_.content.startswith("-# Hexeh #1 · A moderator closed ")
    assert not open_.buttons


async def test_a_game_is_deleted(owner: Human, referee: Referee, discord_: Standin, database: Path) -> None:
    """Nothing of a deleted game is left in the store; its players' ratings are those of before."""
    over = await Pair.seated(discord_)
    await over.moves(FOUR)
    await over.red.slash("game note", text="hush", game="1")
    await resign(over)
    going = await Pair.seated(discord_, 2)
    assert [choice.value for choice in await owner.autocomplete("server", game="alice")] == ["2"]
    about = await (await owner.slash("server", game="1")).reply()
    assert labels(about) == ["Delete it", "Back"], "it is over"
    await (await owner.press(await (await owner.press(about, "Delete it")).reply(), "Yes, delete it")).reply()
    assert (await told(await owner.slash("server", game="1"))).startswith("There's no game #1 in this server.")
    assert await referee.controller.games.standings.leaders(discord_.guild().id, "hexeh") == []
    await (await owner.press(await chosen(owner, 2, "Delete it"), "Yes, delete it")).reply()
    await settled(referee)
    assert going.board.content == "A moderator deleted this game (#2)."
    assert not going.board.attachments
    with closing(sqlite3.connect(database)) as file:
        tables = file.execute(
            "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'game'"
        ).fetchall()
        for (table,) in [*tables]:
            assert file.execute(f"SELECT count(*) FROM {table} WHERE game IN (1, 2)").fetchone() == (0,), table  # noqa: S608 - names
        assert file.execute("SELECT number FROM games").fetchall() == []
