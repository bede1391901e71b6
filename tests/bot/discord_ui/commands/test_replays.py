"""Whole games as files: GIFs and film strips, made one at a time, private unless shared."""

from __future__ import annotations

import asyncio
import io
import threading
from typing import Any

import pytest
from PIL import Image

from bot.app import Referee
from bot.games.records import LargeReplay, ManyReplays, StillMaking
from renderer.replay import Reel, TooLarge, animated
from renderer.theme import Theme
from tests.bot.support.people import Pair, shown, told, untouched
from tests.bot.support.refusals import outcome
from tests.wire import NOBODY, Message

DRAWING = "bot.games.records.animated"


def frames(message: Message) -> int:
    """How many frames the picture of a message has."""
    (picture,) = message.attachments
    with Image.open(io.BytesIO(picture.data)) as film:
        return getattr(film, "n_frames", 1)


async def test_a_game_under_way(pair: Pair, referee: Referee) -> None:
    """Anybody who may see a game gets it as a GIF or a strip, in words too, seen from their own side."""
    await pair.moves("Tbc3 Tfe4")
    films = []
    async with untouched(pair.discord, referee):
        for who in (pair.red, pair.blue, pair.discord.human("carol")):
            film = await shown(await who.slash("replay"))
            assert film.content == "**#1 Hexeh: Red alice – Blue bob**\nalice (Red) to move."
            assert (film.attachments[0].filename, frames(film)) == ("game-1.gif", 3)
            assert film.attachments[0].description == (
                "An animation of #1 Hexeh: Red alice – Blue bob. 1. Tbc3 to 1. … Tfe4."
            )
            films.append(film.attachments[0].data)
        strip = await shown(await pair.red.slash("replay", form="strip"))
    assert films[0] == films[2] != films[1]
    assert strip.attachments[0].data.startswith(b"\x89PNG")
    assert (strip.attachments[0].description or "").startswith("The moments of #1 Hexeh")


async def test_a_stretch(pair: Pair) -> None:
    """`from:` and `to:` choose the moves, and are completed; where there are none of these, it is said which are."""
    await pair.moves("Tbc3 Tfe4 Tc4")
    part = await shown(await pair.red.slash("replay", **{"from": "1.", "to": "1"}))
    assert (frames(part), part.content) == (2, "**#1 Hexeh: Red alice – Blue bob**\n1. … Tfe4.")
    assert await told(await pair.red.slash("replay", to="9")) == (
        "There is no move “9” in this game: it has 2 moves so far. Write a number such as 3 or 3. …, or 0 for the "
        "start."
    )
    assert await told(await pair.red.slash("replay", **{"from": "2", "to": "1. Tbc3"})) == (
        "I can't replay that: 1. Tbc3 comes before 2. Tc4. Choose from: and to: the other way round."
    )
    for name in ("from", "to"):
        offered = await pair.red.autocomplete("replay", **{name: "2"})
        assert [choice.value for choice in offered] == ["2. Tc4"]


async def test_a_shared_replay(pair: Pair) -> None:
    """It is there for all to see, and pings nobody."""
    await pair.move("Tbc3")
    assert await told(await pair.blue.slash("replay", share=True)) == "The replay is in the channel."
    film = await pair.channel.wait_for(lambda m: bool(m.attachments), after=pair.board)
    assert (film.pinged, film.buttons, film.attachments[0].filename) == (NOBODY, (), "game-1.gif")


async def test_the_last_board_leads_there(pair: Pair, referee: Referee) -> None:
    """Beside the board that one leafs through stand the GIF and the film strip, which tell the result."""
    await pair.move("Tbc3")
    sure = await (await pair.red.slash("game resign")).reply()
    await pair.red.press(sure, "Yes, resign")
    await pair.next_board()
    async with untouched(pair.discord, referee):
        view = await shown(await pair.blue.press(pair.board, "Replay"))
        for label, name in (("GIF", "game-1.gif"), ("Film strip", "game-1.png")):
            film = await shown(await pair.blue.press(view, label))
            assert film.attachments[0].filename == name
            assert "Game over. Blue wins: resignation" in film.content
            assert "Blue wins: resignation" in (film.attachments[0].description or "")


async def test_too_large(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay that Discord would not take is refused with a way on."""

    def large(*_: Any) -> bytes:
        raise TooLarge

    monkeypatch.setattr(DRAWING, large)
    assert await outcome(told(await outcome(pair.red.slash("replay")))) == LargeReplay().text


async def test_one_at_a_time(pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one is drawn in a thread of its own others wait, are told so, and get theirs; nobody has two."""
    opened, begun, loop = threading.Event(), asyncio.Event(), asyncio.get_running_loop()
    threads = list[threading.Thread]()

    def slow(reel: Reel, theme: Theme, limit: int) -> bytes:
        threads.append(threading.current_thread())
        loop.call_soon_threadsafe(begun.set)
        opened.wait()
        return animated(reel, theme, limit)

    monkeypatch.setattr(DRAWING, slow)
    try:
        first = await pair.red.slash("replay")
        async with asyncio.timeout(5):
            await begun.wait()
            second = await pair.blue.slash("replay")
            assert (await shown(second)).content == "1 replay comes before yours. It will be here in a moment."
            assert await outcome(told(await outcome(pair.red.slash("replay")))) == StillMaking().text
            assert (await shown(await pair.red.slash("board"))).attachments
        assert len(threads) == 1
        monkeypatch.setattr(referee.controller.games.records.replaying, "most", 2)
        assert await outcome(told(await outcome(pair.discord.human("carol").slash("replay")))) == ManyReplays().text
    finally:
        opened.set()
    assert frames(await shown(first)) == 1
    message = await second.reply()
    await pair.blue.hub.pulse.until(lambda: bool(message.attachments) or None, "the second replay", 5)
    assert len(threads) == 2
    assert threading.main_thread() not in threads
