"""/server: what those who manage a server choose for it, in one private panel."""

from __future__ import annotations

import pytest

from bot.app import Referee
from bot.games.servers import ServerSettings
from bot.text.servers import FIELDS
from tests.bot.discord_ui.commands.test_leaderboard import have_played
from tests.bot.people import challenge, told
from tests.wire import Human, Message, Standin, bits

CHANGE, BACK = "Choose what to change", "Back"


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
    picked = field.choices[-1]
    asked = await opened(owner, name)
    assert asked.content.startswith(f"**{field.label}**: {field.text}.\nNow: ")
    shown = await (await owner.choose(asked, field.label, str(min(len(field.choices), 25) - 1))).reply()
    now = await settings(referee, discord_)
    assert getattr(now, name) == field.choices[min(len(field.choices), 25) - 1].value
    assert f"**{field.label}**: {field.words(now)}" in shown.content
    assert picked.words


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


async def test_games_are_listed(owner: Human, referee: Referee, discord_: Standin) -> None:
    """Open games and challenges are listed with links, the newest first, older ones on request."""
    assert "No game and no challenge is open" in (await opened(owner, "Open games")).content
    alice, guild = discord_.human("alice"), discord_.channel().guild
    assert guild is not None
    await referee.controller.games.servers.choose(guild.id, "challenges", 0)
    for number in range(1, 28):
        await challenge(alice, number)
    listed = await opened(owner, "Open games")
    assert "#27 Hexeh, challenge by alice" in listed.content
    assert len(listed.selects[0].options) == 25
    older = await (await owner.press(listed, "Older")).reply()
    assert "#2 Hexeh" in older.content
    assert "#3 Hexeh" not in older.content
    assert referee.is_ready()
    assert await told(await alice.slash("games"))
