"""The log: what it says a line is about, and that no word of a player gets into it, whatever fails."""

from __future__ import annotations

import asyncio
import io
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from bot import journal
from bot.app import Referee
from bot.journal import trace_of, without_message
from bot.store import StoreError, Unreadable
from tests.bot.support.people import Pair, settled

WORD = "Xylophone"
"""What players type in the tests below; no line of the log may hold it."""


class Written(io.StringIO):
    def holding(self, word: str) -> list[str]:
        return [line for line in self.getvalue().splitlines() if word.casefold() in line.casefold()]

    def of(self, logger: str) -> list[str]:
        """What a logger's lines say, behind its name."""
        return [line.partition(f" {logger}: ")[2] for line in self.getvalue().splitlines() if f" {logger}: " in line]


@pytest.fixture
def written() -> Iterator[Written]:
    """Write the log of everything, at its most talkative."""
    stream, root = Written(), logging.getLogger()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(journal.Lines())
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(level)
    root.removeHandler(handler)


def failing(text: str) -> Exception:
    """An exception that quotes what somebody typed, raised while another was handled, with a note."""
    words: dict[str, str] = {}
    problem = ValueError(text)
    try:
        try:
            words[text]
        except KeyError as cause:
            raise ValueError(f"cannot read {text!r}") from cause
    except ValueError as found:
        problem = found
    problem.add_note(text)
    return problem


# ---- what is written


def test_ids(written: Written) -> None:
    """A line tells what its task is about, and only as long as that is so."""
    with journal.concerning(game=3, event=7):
        logging.getLogger("bot").info("shown")
    logging.getLogger("bot").info("later")
    assert written.of("bot") == ["shown [game 3, event 7]", "later"]


async def test_tasks_do_not_mix(written: Written) -> None:
    """What one task notes is not told of another."""

    async def work(number: int) -> None:
        journal.note(game=number)
        await asyncio.sleep(0)
        logging.getLogger("bot").info("task %d", number)

    await asyncio.gather(*map(work, range(5)))
    assert written.of("bot") == [f"task {number} [game {number}]" for number in range(5)]


def test_text() -> None:
    """For people the ids stand behind the message, and the places of an exception below it."""
    record = logging.LogRecord("bot.x", logging.ERROR, __file__, 1, "no: %s", (failing(WORD),), None)
    with journal.concerning(game=3):
        line = journal.Lines().format(record)
    assert re.search(r" ERROR bot\.x: no: ValueError at test_journal\.py:\d+ \[game 3\]$", line)
    problem = failing(WORD)
    record = logging.LogRecord("bot.x", logging.ERROR, __file__, 1, "failed", (), (ValueError, problem, None))
    text = journal.Lines().format(record)
    assert "in failing" in text
    assert "KeyError" in text.split("which led to:")[0]
    assert WORD not in text


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (
            sqlite3.IntegrityError("UNIQUE constraint failed: games.number"),
            "IntegrityError: UNIQUE constraint failed: ",
        ),
        (OSError(28, "No space left on device", f"/tmp/{WORD}"), "OSError: No space left on device"),  # noqa: S108
        (StoreError("the database was written by a later version"), "StoreError: the database"),
        (Unreadable(WORD), "Unreadable"),
        (ValueError(WORD), "ValueError"),
        (ExceptionGroup(WORD, [ValueError(WORD)]), "ExceptionGroup"),
    ],
)
def test_kinds(problem: Exception, told: str) -> None:
    """Of an exception its kind is told, and the text where it is known to hold nobody's words."""
    assert without_message(problem).startswith(told)
    assert WORD not in "\n".join(trace_of(problem))


async def test_what_no_task_handles(written: Written) -> None:
    """An exception that nobody waits for is told without the task, which would quote it."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(journal.unhandled)
    loop.call_exception_handler({"message": "never retrieved", "exception": failing(WORD), "future": WORD})
    assert written.of("asyncio")[-1] == "never retrieved"
    assert written.getvalue().splitlines()[-1].startswith("ValueError at test_journal.py:")
    assert written.holding(WORD) == []


# ---- nobody's words


async def all_said(pair: Pair) -> None:
    """Type a word wherever people may type one."""
    red, blue = pair.red, pair.blue
    for command in (
        "move notation", "move game", "board piece", "board game", "play game", "play clock", "play comment",
        "play options", "play position", "game draw game", "game if text", "game note text", "game resign game",
        "dice word word", "dice check game", "roll expression", "record look text", "record get game",
        "record continue text", "study replay game", "study explore move", "study learn game",
        "study learn move", "rules piece", "rules game",
        "help topic", "settings reminders quiet", "settings reminders zone", "players leaderboard game",
    ):  # fmt: skip
        name, option = command.rsplit(" ", 1)
        needed: dict[str, dict[str, Any]] = {
            "move": {"notation": WORD},
            "game draw": {"action": "offer"},
            "play": {"opponent": blue},
        }
        await red.slash(name, **{**needed.get(name, {}), option: WORD})
    with suppress(AssertionError):
        await red.autocomplete("move", notation=WORD)
    for text in (f"<@{pair.discord.bot.id}> {WORD}", f"<@{pair.discord.bot.id}> #1 {WORD}"):
        await blue.say(text)


async def test_refusals_keep_words_out(pair: Pair, referee: Referee, written: Written) -> None:
    """What people type and have refused does not get into the log."""
    await all_said(pair)
    table = await referee.controller.games.tables.find(pair.number)
    await pair.moves("Tbc3")
    await settled(referee)
    assert written.holding(WORD) == []
    (moved,) = written.holding("committed Moved")
    assert re.search(rf" \[interaction \d+, game 1, event {table.game.sequence + 1}\]$", moved)


async def test_failures_keep_words_out(
    pair: Pair, referee: Referee, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where everything fails that can, with words in the exceptions, they do not get into the log either."""

    async def fail(*_: object, **__: object) -> None:
        raise failing(WORD)

    games = referee.controller.games
    for use, name in (
        (games.play, "act"), (games.play, "seated"), (games.directory, "mine"), (games.directory, "shown"),
        (games.lobby, "challenge"), (games.lobby, "open"), (games.shared, "roll"), (games.records, "read"),
        (games.notes, "write"), (games.exploring, "begin"), (games.settings, "viewer"), (games.tables, "find"),
    ):  # fmt: skip
        monkeypatch.setattr(use, name, fail, raising=False)
    await all_said(pair)
    await pair.blue.press(pair.board, "⋯")
    await settled(referee)
    assert "ValueError" in written.getvalue()
    assert written.holding(WORD) == []
