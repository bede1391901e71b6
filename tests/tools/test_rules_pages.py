"""docs/rules says what the rules cards say."""

from __future__ import annotations

import pytest

from engine.variants import GAMES
from engine.variants.card import games_table
from tests.tools.rules_pages import BEGIN, END, FOLDER, PLAYING, pages

PAGES = pages()


@pytest.mark.parametrize("name", PAGES)
def test_page_is_up_to_date(name: str) -> None:
    assert PAGES[name] == (FOLDER / name).read_text(encoding="utf-8")


def test_table_of_games_is_up_to_date() -> None:
    page = PLAYING.read_text(encoding="utf-8")
    assert games_table(GAMES.values()) == page.split(BEGIN)[1].split(END)[0]


def test_folder_holds_the_pages_and_their_pictures() -> None:
    """Every game has two pictures, and no page or picture is left of another."""
    drawn = {f"{key}-{what}.png" for key in GAMES for what in ("board", "pieces")}
    assert sorted({*PAGES, *drawn}) == sorted(path.name for path in FOLDER.iterdir())
