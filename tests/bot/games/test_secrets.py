"""The secret behind the dice is shown nowhere before it is out, whatever is asked and goes wrong."""

from __future__ import annotations

import base64
import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from tests.bot.support.people import Pair, games_of, settled, shown, told
from tests.wire import Human, Standin, running

KEPT = {"secrets", "stream_secrets"}


def forms(secret: bytes) -> list[str]:
    """How a secret may be written: in hexadecimal, as Python shows bytes, in base64, as a number or a list."""
    plain = base64.b64encode(secret).decode().rstrip("=")
    return [secret.hex(), secret.hex().upper(), repr(secret)[2:-1], plain, str(list(secret))[1:-1]]


def holding(texts: Iterator[tuple[str, str]], secret: bytes) -> list[str]:
    return [name for name, text in texts if any(form in text for form in forms(secret))]


def said(standin: Standin) -> Iterator[tuple[str, str]]:
    """Everything that has been sent to Discord, messages replaced or deleted and the text of files too."""
    for request in standin.requests:
        yield f"{request.method} {request.path}", f"{request.path} {request.query} {json.dumps(request.body)}"
    for message in standin.hub.messages.values():
        yield f"message {message.id}", f"{message.content} {message.components} {message.embeds} {message.nonce}"
        for file in message.attachments:
            yield file.filename, f"{file.description} {file.data.decode('latin-1')}"


def stored(database: Path) -> Iterator[tuple[str, str]]:
    """Everything in the tables of the store, those that keep secrets apart."""
    with closing(sqlite3.connect(database)) as store:
        names = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert set(names) > KEPT
        for name in names:
            if name not in KEPT:
                yield name, str(store.execute(f"SELECT * FROM {name}").fetchall())  # noqa: S608 - names of tables


def logged(caplog: pytest.LogCaptureFixture) -> Iterator[tuple[str, str]]:
    """Every log record with its arguments and its traceback."""
    yield "the log", caplog.text
    for record in caplog.records:
        yield record.name, f"{record.getMessage()} {record.args} {record.exc_text}"


async def act_a_lot(pair: Pair, stranger: Human) -> None:
    """Fight, and use every command that has to do with a game and its dice."""
    await pair.move("Tbxc6")
    for who in (pair.red, pair.blue, stranger):
        for command in ("dice check", "dice luck", "dice commitment", "board", "board piece:all", "record get"):
            await shown(await who.slash(command, game="1"))
        await shown(await who.slash("dice word", game="1", word=f"plum of {who.name}"))
        await shown(await who.slash("games"))
        await shown(await who.press(pair.board, "Flip"))
    await shown(await pair.blue.slash("move", notation="nonsense"))
    await told(await pair.blue.slash("game draw", action="offer"))


def broken(*_: object) -> None:
    """Fail, as only a mistake of the referee's own can."""
    raise ZeroDivisionError


async def test_the_secret_is_kept(
    carol: Human, discord_: Standin, database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Before the end no request, message, file, log record or public column holds a secret, whatever goes wrong."""
    caplog.set_level(logging.DEBUG)
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_, options="combat=poly")
        await act_a_lot(pair, carol)
        with monkeypatch.context() as patch:
            patch.setattr("bot.games.play.play.roll_fight", broken)
            assert "went wrong" in await told(await pair.blue.slash("move", notation="Tbxc1"))
        assert await told(await carol.slash("roll", expression="3d6 for carol")) == ""
        await shown(await carol.slash("dice commitment"))
        await settled(referee)
        stream = await referee.controller.games.shared.stream(pair.channel.id)
        secrets = [await referee.controller.games.ledger.secret(1), stream.secret]
    async with running(Referee(database)) as again:
        assert await games_of(again)
    for secret in secrets:
        assert holding(stored(database), secret) == []
        assert holding(said(discord_), secret) == []
    assert [name for secret in secrets for name in holding(logged(caplog), secret)] == []
