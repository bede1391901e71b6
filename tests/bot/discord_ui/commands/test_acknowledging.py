"""Acknowledgements that Discord refuses: quietly noted where none was waited for, else errors."""

from __future__ import annotations

import logging

import pytest

from bot.app import Referee
from tests.bot.people import Pair, told, untouched


@pytest.mark.parametrize(("status", "code"), [(400, 40060), (404, 10062)])
async def test_acknowledged_otherwise(
    pair: Pair, referee: Referee, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """That a press, command or completion was acknowledged, or is no longer waited for, is logged in a quiet line."""
    caplog.set_level(logging.INFO)
    hurried = pair.red.hurried()
    async with untouched(pair.discord, referee):
        pair.discord.fail("POST", "/callback", status, times=3, code=code)
        await hurried.press(pair.board, "Move")
        await hurried.slash("move", notation="Tbc3")
        with pytest.raises(AssertionError, match="suggested nothing"):
            await hurried.autocomplete("move", notation="T")
        await pair.discord.hub.pulse.until(lambda: len(failed(pair)) == 3 or None, "three refusals", 5)
        await told(await pair.blue.slash("games"))
    quiet = [record.levelno for record in caplog.records if record.name == "bot.discord_ui.components.acknowledging"]
    assert quiet == [logging.INFO] * 3
    assert [record.getMessage() for record in caplog.records if record.exc_info or record.levelno > logging.INFO] == []


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (404, 10015), (403, 50013)])
async def test_other_refusals_are_errors(pair: Pair, caplog: pytest.LogCaptureFixture, status: int, code: int) -> None:
    """An acknowledgement refused for any other reason is an error, with its traceback."""
    hurried = pair.red.hurried()  # the apology for the command is refused, too
    pair.discord.fail("POST", "/callback", status, times=4, code=code)
    await hurried.press(pair.board, "Move")
    await hurried.slash("move", notation="Tbc3")
    with pytest.raises(AssertionError, match="suggested nothing"):
        await hurried.autocomplete("move", notation="T")
    await pair.discord.hub.pulse.until(lambda: len(failed(pair)) == 4 or None, "four refusals", 5)
    await told(await pair.blue.slash("games"))
    assert len([record for record in caplog.records if record.exc_info and record.levelno == logging.ERROR]) == 3


def failed(pair: Pair) -> list[int]:
    """The acknowledgements that were refused."""
    requests = pair.discord.requests_to("POST", "/callback")
    return [request.status for request in requests if request.status is not None and request.status >= 400]
