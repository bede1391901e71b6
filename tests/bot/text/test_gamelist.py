"""The list of games for a newcomer: its order and its words come from what the games say of themselves."""

from __future__ import annotations

from bot.discord_ui.commands.autocomplete import CHOICE_CHARS, offer_variants
from bot.text import gamelist
from engine.variants import GAMES


def test_every_game_stands_in_one_group() -> None:
    """All games are listed once, under the four headings in their order; each of these has some."""
    groups = gamelist.groups()
    assert all(groups.values())
    assert sorted(GAMES) == sorted(game.key for games in groups.values() for game in games)


def test_groups_hold_what_they_say() -> None:
    """Easy games for two come first; those for more, and those with fights, have groups of their own."""
    start, two, several, fights = gamelist.groups().values()
    assert {1} == {game.difficulty for game in start}
    assert min(game.difficulty for game in two) > 1
    assert all("three" in game.name or " with " in game.name for game in several)
    assert all(game.combat[0] != "off" for game in fights)
    for group in (start, two, several, fights):
        ranks = [(game.difficulty, game.minutes) for game in group]
        assert sorted(ranks) == ranks


def test_the_list_fits_an_embed() -> None:
    """Every game has a line with its sentence, length and difficulty, and all of them fit an embed."""
    text = gamelist.game_list()
    assert len(text) <= 4096
    for game in GAMES.values():
        assert f"- **{game.name}**: {game.sentence} *{game.minutes[0]}–{game.minutes[1]} minutes, " in text


def test_completion_is_in_the_newcomers_order() -> None:
    """The completion of a game says a little about each, whole, and finds them by any of these words."""
    offered = offer_variants("")
    assert [game.key for game in gamelist.newcomers_order()] == [choice.value for choice in offered]
    assert max(len(choice.name) for choice in offered) < CHOICE_CHARS
    assert [choice.value for choice in offer_variants("start here")] == [
        g.key for g in gamelist.groups()[gamelist.START]
    ]
