"""The secret behind the dice stays where it is kept until it is out; games begun without one go on."""

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
from bot.games import Table
from engine.play.referee import sheet
from tests.bot.support.people import Pair, games_of, moves_of, record_of, settled, shown, told
from tests.wire import Human, Standin, running

KEPT = {"secrets", "stream_secrets"}


def forms(secret: bytes) -> list[str]:
    """How a secret may be written: in hexadecimal, as Python shows bytes, in base64, as a number or a list."""
    plain = base64.b64encode(secret).decode().rstrip("=")
    return [secret.hex(), secret.hex().upper(), repr(secret)[2:-1], plain, str(list(secret))[1:-1]]


def holding(texts: Iterator[tuple[str, str]], secret: bytes) -> list[str]:
    """Where a secret stands, among named texts."""
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
        for command in (
            "dice check",
            "dice luck",
            "dice commitment",
            "board",
            "board piece:all",
            "record get",
            "dice word",
        ):
            extra = {"word": f"plum of {who.name}"} if command == "dice word" else {}
            await shown(await who.slash(command, game="1", **extra))
        await shown(await who.slash("games"))
        await shown(await who.press(pair.board, "Flip"))
    await shown(await pair.blue.slash("move", notation="nonsense"))
    await shown(await pair.blue.slash("game draw", action="offer"))


def broken(*_: object) -> None:
    """Fail, as only a mistake of the referee's own can."""
    raise ZeroDivisionError


async def test_the_secret_is_kept(
    discord_: Standin, database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Before the end no request, message, file, log record or public column holds a secret, whatever goes wrong."""
    caplog.set_level(logging.DEBUG)
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_, options="combat=poly")
        carol = discord_.human("carol")
        await act_a_lot(pair, carol)
        with monkeypatch.context() as patch:
            patch.setattr("bot.games.play.play.fight_out", broken)
            assert "went wrong" in await told(await pair.blue.slash("move", notation="Tbxc1"))
        await shown(await carol.slash("roll", expression="3d6 for carol"))
        await shown(await carol.slash("dice commitment"))
        await settled(referee)
        stream = await referee.controller.games.shared.stream(pair.channel.id)
        secrets = [await referee.controller.games.ledger.secret(1)]
        secrets.append(stream.secret)
    async with running(Referee(database)) as again:
        assert await games_of(again)
    for secret in secrets:
        assert holding(stored(database), secret) == []
        assert holding(said(discord_), secret) == []
    assert [name for secret in secrets for name in holding(logged(caplog), secret)] == []


@pytest.mark.parametrize("ending", ["resignation", "agreement", "a beaten royal"])
async def test_the_secret_comes_out(discord_: Standin, database: Path, ending: str) -> None:
    """However a game ends, its secret comes out as its last event, in the record, and for whoever checks the dice."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_, options="combat=poly")
        secret = await referee.controller.games.ledger.secret(1)
        await pair.move("Tbxc6")
        if ending == "resignation":
            sure = await shown(await pair.red.slash("game resign"))
            await told(await pair.red.press(sure, "Yes, resign"))
        elif ending == "agreement":
            await shown(await pair.red.slash("game draw", action="offer"))
            await shown(await pair.blue.slash("game draw", action="accept"))
        else:
            await until_a_royal_falls(pair, referee)
        await pair.channel.wait_for(lambda m: "Game over." in m.content)
        await settled(referee)
        assert (await moves_of(referee))[-1] == "Revealed"
        assert set(holding(stored(database), secret)) == {"events"}
        for who in (pair.red, pair.blue, discord_.human("carol")):
            assert f'[Secret "{secret.hex()}"]' in await record_of(who)
            assert f"Secret {secret.hex()}" in await told(await who.slash("dice check", game="1"))


async def until_a_royal_falls(pair: Pair, referee: Referee) -> None:
    """Play any attack, else any move, until a royal has lost its fight."""
    for _ in range(500):
        table = await referee.controller.games.tables.find(1)
        assert isinstance(table, Table)
        if table.state.result is not None:
            assert table.state.result.reason == "royal-captured"
            return
        legal = sheet(table.state)
        captures = [move for move in legal.legal if legal.movement.captured(legal.position, move) is not None]
        await pair.move(legal.short((captures or list(legal.legal))[0]))
    raise AssertionError("no royal fell")
