"""Who looks at boards: made by the settings alone, with the theme that a player or their server has chosen."""

from __future__ import annotations

from dataclasses import replace

from bot.games.settings import AUTO, AUTOMATIC, MOVER, THEME, THEMED, Viewer
from bot.games.tables import Table
from bot.store import referee
from engine.variants import GAMES, variant_of
from renderer import THEMES, suits, theme_for
from tests.bot.support.league import ANN, BEN, ELSEWHERE, HERE, Club


async def test_whose_theme(club: Club) -> None:
    """A player's own theme goes before their server's, that before none; what is asked for once before all."""
    settings, servers = club.games.settings, club.games.servers

    async def theme(asked: str | None = None, guild: int | None = HERE.guild) -> str:
        return (await settings.viewer(ANN, 1, guild)).asked(theme=asked).theme

    assert await theme() == ""
    await servers.choose(HERE.guild, "theme", "paper")
    assert (await theme(), await theme(guild=None), await theme(guild=ELSEWHERE.guild)) == ("paper", "", "")
    await settings.choose(ANN, THEME.name, "contrast")
    assert (await theme(), await theme(guild=None)) == ("contrast", "contrast")
    assert (await theme("walnut"), await theme(AUTO)) == ("walnut", "")
    await settings.choose(ANN, THEME.name, AUTO)
    assert await theme() == "paper"


async def test_the_channel_has_its_servers_theme(club: Club) -> None:
    """A board for all to see has the theme of its server, whatever the players have chosen for themselves."""
    settings, servers = club.games.settings, club.games.servers
    table = await club.games.tables.find(await club.begin(ANN, BEN))
    await settings.choose(ANN, THEME.name, "contrast")
    assert (await settings.channel(table)).theme == ""
    await servers.choose(HERE.guild, "theme", "paper")
    assert (await settings.channel(table)).theme == "paper"
    shared = (await settings.channel(table, seat=2)).asked(letters=True, theme="slate")
    assert shared == Viewer(2, letters=True, theme="slate")


async def test_direct_messages_look_as_their_person_does(club: Club) -> None:
    """A board in direct messages is seen from its person's side, in their theme."""
    settings = club.games.settings
    table = await club.games.tables.find(await club.begin(ANN, BEN))
    await settings.choose(ANN, THEME.name, "contrast")
    alone = Table(replace(table.game, guild=0, seats={1: referee(2), 2: ANN}), table.state)
    assert await settings.channel(alone) == Viewer(2, letters=True, theme="contrast")
    turned = Table(replace(alone.game, below=MOVER), alone.state)
    assert (await settings.channel(turned)).seat == 1


def test_themes_are_told_as_they_are_drawn() -> None:
    """The words of each theme name exactly the sides in which it gives way, and to what, as the renderer has it."""
    games = {tuple(seat.name for seat in variant_of(key).seats) for key in GAMES}
    assert list(THEMED) == list(THEMES)
    for name, words in THEMED.items():
        others = [sides for sides in games if not suits(THEMES[name], sides)]
        assert (words == name) is (not others)
        assert {theme_for(name, sides).name for sides in others} <= {each for each in THEMES if each in words}
    assert set(THEMES) & set(AUTOMATIC.replace(",", "").split()) == {theme_for("", sides).name for sides in games}
