"""/server: what those who manage a server choose for it, in one private panel."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from bot.discord_ui.commands.server import FIELDS, holding
from bot.store import ServerSettings
from tests.bot.discord_ui.commands.test_leaderboard import FOUR, have_played
from tests.bot.discord_ui.stories.test_privacy_story import forgotten
from tests.bot.support.fought import resign
from tests.bot.support.people import Pair, challenge, says, settled, told
from tests.wire import Human, Message, Standin, bits

CHANGE, BACK = "Choose what to change", "Back"
GONE = "There is no game #2 in this server. /server lists its open games."


@pytest.fixture
def owner(discord_: Standin) -> Human:
    """Let somebody manage the server."""
    olga = discord_.human("olga")
    discord_.channel().allow(olga.user, bits.MANAGE_GUILD)
    return olga


async def panel(who: Human) -> Message:
    """Open the panel."""
    outcome = await who.slash("server")
    assert outcome.private
    return await outcome.reply()


async def opened(who: Human, what: str) -> Message:
    """Open the panel, and what is to be changed in it."""
    return await (await who.choose(await panel(who), CHANGE, what)).reply()


async def settings(referee: Referee, standin: Standin) -> ServerSettings:
    """What holds in the server."""
    return await referee.controller.games.servers.settings(standin.guild().id)


async def test_the_panel_tells_what_holds(owner: Human, referee: Referee, discord_: Standin) -> None:
    """Everything stands in one message, with what is usual where nothing was chosen."""
    text = (await panel(owner)).content
    assert [line.split("**")[1] for line in text.splitlines()[1:]] == [field.label for field in FIELDS.values()]
    assert "**Usual clock**: 3 days per move" in text
    assert "**Channels**: every channel I can write in" in text
    assert await settings(referee, discord_) == ServerSettings()


@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if field.choices])
async def test_a_choice_holds(owner: Human, referee: Referee, discord_: Standin, name: str) -> None:
    """Every value that is offered can be chosen, holds then, and is told."""
    field = FIELDS[name]
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
    shown = await (await owner.choose(await opened(owner, "challengers"), "Who may challenge", role)).reply()
    assert f"**Channels**: <#{games.id}>" in shown.content
    assert f"**Who may challenge**: <@&{role.id}>" in shown.content
    assert not shown.pinged
    assert (await settings(referee, discord_)).challengers == role.id
    await (await owner.press(await opened(owner, "channels"), "As usual")).reply()
    await (await owner.press(await opened(owner, "challengers"), "As usual")).reply()
    assert await settings(referee, discord_) == ServerSettings()


async def test_only_managers(owner: Human, referee: Referee, discord_: Standin) -> None:
    """Who no longer manages the server changes nothing with a panel that is still open."""
    asked = await opened(owner, "rated")
    discord_.channel().deny(owner.user, bits.MANAGE_GUILD)
    outcome = await owner.choose(asked, "Rated", "no")
    assert (await outcome.followup()).content == (
        "Only those who may manage this server can change that. Nothing has changed."
    )
    assert await settings(referee, discord_) == ServerSettings()


async def test_a_leaderboard_is_reset(owner: Human, referee: Referee, discord_: Standin) -> None:
    """A leaderboard is emptied after a question; what comes later counts from the beginning."""
    await have_played(referee, discord_, "ann ben", "ann ben")
    listed = await opened(owner, "Leaderboards")
    question = await (await owner.choose(listed, "Choose a leaderboard", "Hexeh")).reply()
    assert question.content.startswith("Reset the leaderboard of Hexeh? ")
    await (await owner.press(question, "Back")).reply()
    standings, guild = referee.controller.games.standings, discord_.guild().id
    assert len(await standings.leaders(guild, "hexeh")) == 2
    question = await (await owner.choose(await opened(owner, "Leaderboards"), "Choose a leaderboard", "Hexeh")).reply()
    await (await owner.press(question, "Yes, reset it")).reply()
    assert await standings.leaders(guild, "hexeh") == []
    await have_played(referee, discord_, "ben ann")
    leaders = await standings.leaders(guild, "hexeh")
    changes = await standings.changes(3)
    assert [each.before for each in changes] == [None, None], "newcomers have no rating before"
    assert [(each.player.name, each.skill.games) for each in leaders] == [("ben", 1), ("ann", 1)]


async def test_games_are_listed(
    owner: Human, referee: Referee, discord_: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open games and challenges are listed with links, the newest first, so many as a menu holds."""
    assert "No game and no challenge is open" in (await opened(owner, "Open games")).content
    alice = discord_.human("alice")
    monkeypatch.setattr("bot.games.lobby.MOST_CHALLENGES", 30)
    for number in range(1, 28):
        await challenge(alice, number)
    listed = await opened(owner, "Open games")
    assert "#27 Hexeh, challenge by alice" in listed.content
    assert len(listed.selects[0].options) == 25
    assert "#2 Hexeh" not in listed.content
    assert "`/server game:`" in listed.content
    assert referee.is_ready()
    assert await told(await alice.slash("games"))


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
    assert question.content == "End \\#1 Hexeh alice – bob, alice to move? This cannot be undone."
    back = await (await owner.press(question, "Cancel")).reply()
    question = await (await owner.press(back, "End it")).reply()
    listed = await (await owner.press(question, "Yes, end it")).reply()
    assert listed.content == "No game and no challenge is open in this server."
    board = await pair.channel.wait_for(says("#1 ", "Game over."))
    assert "\nA moderator closes the game: it counts for nobody.\n" in board.content
    assert await referee.controller.games.standings.leaders(discord_.guild().id, "hexeh") == []
    assert (await owner.press(question, custom_id="hm:srvended:1")).acknowledged


async def test_the_log(owner: Human, referee: Referee, discord_: Standin) -> None:
    """What moderators do stands in their server's log, the newest first; who did it, until that is deleted."""
    assert (await opened(owner, "Log")).content == "No moderator has changed anything here yet."
    await Pair.seated(discord_)
    await challenge(discord_.human("alice"), 2)
    await (await owner.press(await chosen(owner, 1, "End it"), "Yes, end it")).reply()
    await (await owner.press(await chosen(owner, 2, "Delete it"), "Yes, delete it")).reply()
    await (await owner.choose(await opened(owner, "rated"), FIELDS["rated"].label, "1")).reply()
    found = (await opened(owner, "Log")).content
    heading, *lines = [line.split("> ", 1)[-1] for line in found.splitlines()]
    assert heading == "What moderators have done here, the newest first."
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
    assert open_.content.endswith("challenge was closed by those who manage this server.")
    assert not open_.buttons


async def test_a_game_is_deleted(owner: Human, referee: Referee, discord_: Standin, database: Path) -> None:
    """Nothing of a deleted game is left in the store; its players' ratings are those of before."""
    first = await Pair.seated(discord_)
    for number, pair in ((1, first), (2, await Pair.seated(discord_, 2))):
        await pair.moves(FOUR)
        await pair.red.slash("game note", text="hush", game=str(number))
        await resign(pair)
        await pair.channel.wait_for(says(f"#{number} ", "Game over."))
    third = await Pair.seated(discord_, 3)
    standings, guild = referee.controller.games.standings, discord_.guild().id
    assert [each.skill.games for each in await standings.leaders(guild, "hexeh")] == [2, 2]
    assert [choice.value for choice in await owner.autocomplete("server", game="alice")] == ["3"]
    about = await (await owner.slash("server", game="2")).reply()
    assert [button.label for button in about.buttons] == ["Delete it", "Back"], "it is over"
    await (await owner.press(await (await owner.press(about, "Delete it")).reply(), "Yes, delete it")).reply()
    assert await told(await owner.slash("server", game="2")) == GONE
    assert [each.skill.games for each in await standings.leaders(guild, "hexeh")] == [1, 1]
    question = await chosen(owner, 3, "Delete it")
    await (await owner.press(question, "Yes, delete it")).reply()
    await settled(referee)
    assert third.board.content == "**#3** Those who manage this server have deleted this game."
    assert not third.board.attachments
    assert "no game #3" in await told(await third.red.slash("move", notation="Tbc3", game="3"))
    with closing(sqlite3.connect(database)) as file:
        tables = file.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
            " WHERE m.type = 'table' AND c.name = 'game'"
        ).fetchall()
        for table, column in tables:
            left = file.execute(f"SELECT count(*) FROM {table} WHERE {column} IN (2, 3)").fetchone()  # noqa: S608 - names
            assert left == (0,), table
        assert file.execute("SELECT number FROM games").fetchall() == [(1,)]


async def test_a_challenge_is_deleted(owner: Human, referee: Referee, discord_: Standin) -> None:
    """A challenge has no moves and no ratings to be lost, and its message calls it a challenge."""
    posted = await challenge(discord_.human("alice"))
    about = await (await owner.slash("server", game="1")).reply()
    assert about.content.splitlines()[1:] == [
        "**End it**: the challenge is closed, and its message says so.",
        "**Delete it**: the same, but nothing of it is kept.",
    ]
    await (await owner.press(await (await owner.press(about, "Delete it")).reply(), "Yes, delete it")).reply()
    await settled(referee)
    assert posted.content == "**#1** Those who manage this server have deleted this challenge."
