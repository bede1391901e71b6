"""Boards in channels, whatever Discord or the referee itself fails at: every move stands, and its board comes once."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.app import Referee
from bot.discord_ui.controller import SORRY
from bot.games import pictures
from bot.games.settings import Viewer
from bot.games.tables import ClosedPlaces
from bot.journal import Lines
from engine.clocks.control import DAY
from engine.records.scoresheet import read_scoresheet
from engine.rules.protocols import Result
from renderer import draw
from tests.bot.support.damaged import garble
from tests.bot.support.fought import resign
from tests.bot.support.minds import FirstMove
from tests.bot.support.parties import edited
from tests.bot.support.people import (
    END_BUTTONS,
    OPENING,
    Pair,
    games_of,
    is_board,
    is_end,
    labels,
    link_to,
    more,
    moves_of,
    record_of,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.bot.support.timed import NOON, PATIENT, Time, refereed
from tests.wire import Human, Message, Outcome, Standin, bits
from tests.wire.running import Hasty

BOARDS, FIRST = "/messages", "b1c3"
RETRIED = "Discord isn't taking game #1 from me right now."
SEAL = r" · [0-9a-f]{4}(?: [0-9a-f]{4}){3}$"
REFUSED = "Discord doesn't let me write in "


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let neither the library nor the referee wait before trying again."""
    for module in ("discord.http.asyncio", "discord.webhook.async_.asyncio"):
        monkeypatch.setattr(module, Hasty())
    monkeypatch.setattr("bot.store.outbox.RETRY", 10)


def boards(pair: Pair, sequence: int = 1) -> list[Message]:
    """What the channel was shown of an event since the beginning."""
    return [m for m in pair.channel.messages if m.nonce == f"{pair.number}:{OPENING + sequence}"]


async def act(pair: Pair, notation: str = "Tbc3") -> Outcome:
    """Make a move for the side to move, without waiting for its board."""
    return await pair.mover.slash("move", notation=notation, game=str(pair.number))


async def board_of(pair: Pair, sequence: int = 1) -> Message:
    """Wait for the board of an event; it is the only one, and pings the one to move alone."""
    board = await pair.channel.wait_for(lambda m: m.nonce == f"{pair.number}:{OPENING + sequence}", timeout=5)
    assert board.pinged.users == {(pair.blue if sequence % 2 else pair.red).id}
    assert boards(pair, sequence) == [board]
    return board


def broken(*_: object) -> Any:
    """Fail, as only a mistake of the referee's own can."""
    raise ZeroDivisionError


# ---- what Discord fails at


class Failure(NamedTuple):
    """What goes wrong with a request, and what the mover is told of it; `later` brings the board."""

    spoil: Callable[[Standin], object]
    told: str = ""
    later: bool = False


def failing(method: str, path: str, *statuses: int, **more_: Any) -> Callable[[Standin], object]:
    """Let requests fail one after the other."""
    return lambda standin: [standin.fail(method, path, status, **more_) for status in statuses]


FAILURES = {
    "rate limits": Failure(failing("POST", BOARDS, 429, times=3, retry_after=0.02)),
    "failed twice": Failure(failing("POST", BOARDS, 500, 502)),
    "failed for long": Failure(failing("POST", BOARDS, *(500,) * 7), RETRIED),
    "a lost reply": Failure(lambda standin: standin.lose_reply("POST", BOARDS), RETRIED),
    "three lost replies": Failure(lambda standin: standin.lose_reply("POST", BOARDS, times=3), RETRIED),
    "an answer dismissed": Failure(failing("DELETE", "/webhooks/", 404)),
    "an answer that fails": Failure(failing("DELETE", "/webhooks/", *(500,) * 5)),
    "missing permissions": Failure(failing("POST", BOARDS, 403, code=50013), REFUSED, later=True),
    "missing access": Failure(failing("POST", BOARDS, 403, code=50001), REFUSED, later=True),
    "an unknown channel that is there": Failure(failing("POST", BOARDS, 404, code=10003), REFUSED, later=True),
    "an old board deleted": Failure(failing("PATCH", "/channels/", 404)),
    "old buttons that stay": Failure(failing("PATCH", "/channels/", *(500,) * 5)),
    "a cut connection": Failure(lambda standin: standin.gateway.cut()),
}


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
async def test_failures(pair: Pair, referee: Referee, failure: Failure) -> None:
    """Whatever Discord fails at, the move stands, its board comes once, and its player is told if it comes late."""
    failure.spoil(pair.discord)
    outcome = await act(pair)
    if failure.later:
        assert failure.told in await told(outcome)
        tried = len(pair.discord.requests_to("POST", BOARDS))
        await referee.controller.poster.catch_up()
        assert len(pair.discord.requests_to("POST", BOARDS)) == tried, "the channel is left alone"
        await referee.controller.poster.permitted(pair.discord.guild().id)
    await board_of(pair)
    await settled(referee)
    assert all(failure.told and message.content.startswith(failure.told) for message in outcome.followups)
    assert await moves_of(referee) == [FIRST]
    await pair.discord.hub.pulse.until(lambda: pair.discord.requests_to("PATCH", f"/messages/{pair.board.id}"), "it", 5)


@pytest.mark.parametrize(("trouble", "event"), [("reconnect", "resumed"), ("cut", "resumed"), ("invalidate", "ready")])
async def test_broken_connections(pair: Pair, referee: Referee, trouble: str, event: str) -> None:
    """When Discord asks to reconnect, breaks the connection or ends the session, the game goes on."""
    back = asyncio.ensure_future(referee.wait_for(event, timeout=5))
    getattr(pair.discord.gateway, trouble)()
    await (pair.discord.wait_for_login(2) if event == "ready" else pair.discord.wait_for_resume())
    await pair.moves("Tbc3 Tbc4")
    await back
    assert [len(boards(pair, sequence)) for sequence in range(3)] == [1, 1, 1]


# ---- permissions


@pytest.mark.parametrize("name", ["View Channel", "Send Messages", "Attach Files"])
async def test_missing_permissions(pair: Pair, referee: Referee, name: str) -> None:
    """Without a permission it needs, the referee says in private which one; what only the asker sees needs none."""
    pair.channel.deny(pair.discord.bot, getattr(bits, name.upper().replace(" ", "_")))
    sentence = f"I need {name} here. Ask a moderator, then try again."
    async with untouched(pair.discord, referee):
        assert await told(await act(pair)) == sentence
        assert await told(await pair.red.press(pair.board, "Move")) == sentence
        assert await told(await pair.red.slash("play", game="hexeh")) == sentence
        for command in ("games", "board", "record get", "game note", "study explore", "dice luck", "rules"):
            assert "until a moderator" not in (await shown(await pair.red.slash(command))).content, command
        assert (await (await pair.blue.press(pair.board, "Flip")).followup()).attachments
    rolled = await told(await pair.red.slash("roll", expression="d6"))
    assert (name in rolled) is (name != "Attach Files"), "a roll is words"


@pytest.fixture
async def closed(discord_: Standin, database: Path, time: Time) -> Any:
    """Seat alice and bob in a channel of their own, in simulated time."""
    async with refereed(database, time, PATIENT) as referee:
        yield await Pair.seated(discord_, place=discord_.channel("den")), referee


async def test_a_permission_that_is_missing(closed: tuple[Pair, Referee], discord_: Standin) -> None:
    """Who acts is told what is missing; nothing is asked of Discord until it is back, then the board comes."""
    (pair, referee), hall = closed, discord_.channel()
    den, alice = pair.channel, pair.red.at(hall)
    den.deny(discord_.bot, bits.SEND_MESSAGES | bits.ATTACH_FILES)
    outcome = await alice.slash("move", notation="Tbc3", game="1")
    assert (await told(outcome)).split("\n")[-1] == (
        f"I need Send Messages and Attach Files in {den.mention} to show game #1. Ask a moderator; I'll show it as "
        "soon as I can. Any of its players can use /game move-here in another channel."
    )
    before = len(discord_.requests_to("POST", f"/channels/{den.id}/messages"))
    for permission in (bits.SEND_MESSAGES, bits.ATTACH_FILES):
        await alice.press(pair.board, "Flip")
        await settled(referee)
        assert len(discord_.requests_to("POST", f"/channels/{den.id}/messages")) == before
        den.allow(discord_.bot, permission)
        discord_.guild().touch_role(discord_.guild().bot_role)
    assert (await den.wait_for(says("**Tbc3**"))).pinged.users == {pair.blue.id}


@pytest.mark.parametrize("event", ["role", "member", "channel"])
async def test_what_gives_hope(closed: tuple[Pair, Referee], discord_: Standin, event: str) -> None:
    """A change of a role, of the bot's own roles or of the channel brings the board that was refused."""
    pair, _ = closed
    den, guild = pair.channel, discord_.guild()
    discord_.fail("POST", f"/channels/{pair.channel.id}/messages", 403)
    await told(await act(pair))
    if event == "channel":
        den.announce("CHANNEL_UPDATE")
    elif event == "role":
        guild.touch_role(guild.bot_role)
    else:
        guild.touch_member(discord_.bot)
    await pair.channel.wait_for(says("**Tbc3**"))


async def test_a_flood_of_presses(closed: tuple[Pair, Referee], discord_: Standin, time: Time) -> None:
    """A channel that refuses without a reason is tried once in ten minutes however often somebody asks."""
    pair, referee = closed
    path = f"/channels/{pair.channel.id}/messages"
    fault, before = discord_.fail("POST", path, 403, times=10**6), len(discord_.requests_to("POST", path))
    await told(await act(pair))
    for _ in range(5):
        await pair.red.at(discord_.channel()).slash("board", game="1")
        await pair.red.press(pair.board, "Flip")
        await settled(referee)
    assert len(discord_.requests_to("POST", path)) - before == 1
    fault.times = 0
    time.go(ClosedPlaces.PAUSE)
    await referee.controller.poster.catch_up()
    await pair.channel.wait_for(says("**Tbc3**"))


async def test_moved_out_of_a_closed_channel(closed: tuple[Pair, Referee], discord_: Standin) -> None:
    """A game that is shown nowhere goes on where a player wishes and its server plays; others stay."""
    (pair, referee), hall = closed, discord_.channel()
    den, alice = pair.channel, pair.red.at(hall)
    await referee.controller.games.servers.choose(discord_.guild().id, "channels", frozenset({hall.id}))

    async def move_here() -> str:
        return await told(await alice.slash("game move-here", game="1"))

    assert await move_here() == f"Game #1 is in {den.mention}, where I can write, so it stays there."
    den.deny(discord_.bot, bits.SEND_MESSAGES)
    await told(await alice.slash("move", notation="Tbc3", game="1"))
    elsewhere = await told(await alice.at(discord_.channel("lobby")).slash("game move-here", game="1"))
    assert elsewhere == f"In this server, games are played in {hall.mention}. Use /game move-here there."
    assert await move_here() == ""
    assert (await hall.wait_for(lambda m: is_board(m, 1))).pinged.users == {pair.red.id, pair.blue.id}
    assert [game.channel for game in await games_of(referee)] == [hall.id]


# ---- what the referee fails at


async def test_a_slow_picture_delays_no_answer(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """While pictures are being drawn, commands and presses are acknowledged in time."""
    opened = threading.Event()
    monkeypatch.setattr("bot.games.pictures.draw", lambda *scene: opened.wait(30) and draw(*scene))
    try:
        outcomes = [await act(pair), await pair.blue.slash("board"), await pair.blue.press(pair.board, "Flip")]
        assert max(each.acknowledged_in for each in outcomes) < 3
        assert boards(pair) == []
    finally:
        opened.set()
    await board_of(pair)


async def test_a_picture_that_fails_keeps_nothing_back(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The board comes all the same, with its words and buttons; a card stands in for what is not drawn."""
    monkeypatch.setattr("bot.games.pictures.draw", broken)
    await act(pair)
    board = await board_of(pair)
    assert "Red's traveler moved from b1 to c3." in (board.attachments[0].description or "")
    assert board.attachments[0].data.startswith(b"\x89PNG")
    assert (await shown(await pair.blue.press(board, "Where can I go?"))).attachments
    logged = [record.message for record in caplog.records if record.levelname == "ERROR"]
    assert f"game 1 after event {OPENING + 1} is not drawn" in logged


@pytest.mark.usefixtures("hasty")
async def test_a_board_that_cannot_be_shown(
    pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without even a card the move stands, its player is told, and game and event are logged; then the game goes on."""
    with monkeypatch.context() as patch:
        for name in ("draw", "missing_card"):
            patch.setattr(f"bot.games.pictures.{name}", broken)
        assert "The game is safe" in await told(await act(pair))
    assert await moves_of(referee) == [FIRST]
    record = next(r for r in caplog.records if r.levelname == "ERROR")
    assert "game 1" in record.message
    assert f"event {OPENING + 1}" in record.message
    await pair.blue.slash("move", notation="Tbc4", game="1")
    await board_of(pair, 2)


@pytest.mark.parametrize("pressed", [True, False])
async def test_an_unexpected_error(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, pressed: bool
) -> None:
    """An error in a command or a press is logged with its game and event; the user reads that nothing was lost."""
    caplog.handler.setFormatter(Lines())
    with monkeypatch.context() as patch:
        patch.setattr("bot.games.play.play.Play.act", broken)
        assert await told(await (more(pair.red, pair.board, "Offer draw") if pressed else act(pair))) == SORRY
    assert "something went wrong" in SORRY
    assert f"game 1, event {OPENING}]" in caplog.text
    assert "ZeroDivisionError at test_boards.py" in caplog.text
    await pair.move("Tbc3")


async def test_a_game_that_cannot_be_written(pair: Pair, referee: Referee, database: Path) -> None:
    """Where the file does not take a move, its player is told of which game, and why; nothing has changed."""
    await settled(referee)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        statement = "SELECT rootpage FROM sqlite_master WHERE name = 'events_by_cause'"
        (page,) = connection.execute(statement).fetchone()
    garble(database, page - 1, b"\xff" * 64, 0)
    async with untouched(pair.discord, referee):
        assert (await told(await act(pair))).startswith(
            "I can't save anything in game #1: database disk image is malformed."
        )
    assert await moves_of(referee) == []


# ---- what becomes of the board before


async def test_the_board_before_becomes_a_line(pair: Pair, discord_: Standin) -> None:
    """One edit shrinks it once the new board is out; a reply to it is still known, and a refusal is dropped."""
    first = pair.board
    await pair.move("Tbc3")
    line = f"-# Hexeh #1 · Game on! · newest {link_to(pair.board)}"
    await edited(first, line)
    assert (first.content, first.buttons, first.attachments) == (line, (), ())
    late = await pair.blue.say("Tfe4", reply_to=first)
    assert link_to(pair.board) in (await pair.channel.wait_for(lambda m: m.reference is late)).content
    discord_.fail("PATCH", f"/messages/{pair.board.id}", 400, code=30046)
    stays = pair.board
    await pair.move("Tfe4")
    await settled_board(pair)
    assert is_board(stays)
    assert len(stays.edits) == 0


async def settled_board(pair: Pair) -> None:
    """Make another move, after which the edit before it has been tried."""
    before = pair.board
    await pair.move("Tfe3")
    await edited(before, "newest")


async def test_a_server_may_keep_its_boards(pair: Pair, referee: Referee) -> None:
    await referee.controller.games.servers.choose(pair.discord.guild().id, "shrink", False)
    first = pair.board
    await pair.moves("Tbc3 Tfe4")
    await settled(referee)
    assert is_board(first)
    assert len([m for m in pair.channel.messages if is_board(m)]) == 3


@pytest.mark.usefixtures("referee")
async def test_boards_that_ask_for_a_roll_stay(discord_: Standin) -> None:
    """The board of an attack keeps its question until it is rolled, then shrinks to its move with the dice and seal."""
    pair = await Pair.seated(discord_, options="combat=poly", rolls="player")
    first = pair.board
    await pair.red.slash("move", notation="Tbxc6")
    attack = await pair.channel.wait_for(says(", roll!"), after=first)
    assert re.search(SEAL, attack.content)
    await edited(first, "newest")
    assert re.search(SEAL, first.content)
    await pair.blue.say("go", reply_to=attack)
    pair.board = await pair.channel.wait_for(is_board, after=attack)
    await edited(attack, "newest")
    assert re.fullmatch(rf"-# Hexeh #1 · 1\. Tbxc6(\[\S+\])? · newest \S+{SEAL}", attack.content)


async def test_the_commitment_stays_on_the_first_board(alice: Human, discord_: Standin, referee: Referee) -> None:
    """Where no challenge told the commitment, the first board does, and what it shrinks to; no other board does."""
    FirstMove.of(referee)
    await alice.slash("play", game="hexeh", opponent=discord_.bot, clock="none", side="1", options="combat=poly")
    first = await alice.place.wait_for(is_board)
    (game,) = await games_of(referee)
    line = f"\n-# Dice commitment (SHA-256): {game.commitment}"
    assert first.content.endswith(line)
    await alice.slash("move", notation="Tbc3")
    second = await alice.place.wait_for(is_board, after=first)
    await edited(first, "newest")
    assert first.content.endswith(line)
    assert game.commitment not in second.content


# ---- who is below


@pytest.mark.parametrize("below", ["", "mover"])
async def test_who_is_below(discord_: Standin, referee: Referee, below: str) -> None:
    """Channels show the first player below, always; a game, the server or a channel may choose the player to move."""
    pair = await (Pair.seated(discord_, below=below) if below else Pair.seated(discord_))
    settings, servers = referee.controller.games.settings, referee.controller.games.servers
    guild = discord_.guild()
    await pair.move("Tbc3")
    table = await referee.controller.games.tables.find(1)
    viewer = Viewer(2 if below else 1, letters=True)
    people = await referee.controller.games.company.at(table)
    assert pair.board.attachments[0].data == (await pictures.board(table, viewer, people)).png
    for chosen, channels, seat in ((True, frozenset(), 2), (True, {pair.channel.id}, 1), (False, {pair.channel.id}, 2)):
        await servers.choose(guild.id, "mover_below", chosen)
        await servers.choose(guild.id, "turned", frozenset(channels))
        assert await settings.below(table) == (2 if below else seat)


# ---- the card of a game that is over


async def test_the_last_board_has_a_card(pair: Pair) -> None:
    """The message that ends a game shows the board, then the card with its words; boards before have none."""
    await pair.moves("Tbc3 Tfe4 Tfe3 Tbc4")
    assert len(pair.board.attachments) == 1
    await resign(pair)
    last = await pair.channel.wait_for(is_end)
    board, card = last.attachments
    assert board.filename == "board.png"
    assert (card.filename, card.size) == ("end.png", (1000, 700))
    assert "bob wins. By resignation after" in (card.description or "")
    assert "Red alice 1421? new; Blue bob 1579? new." in (card.description or "")
    assert last.buttons
    assert len([m for m in pair.channel.messages if is_end(m)]) == 1


async def test_a_game_of_few_moves_has_none(pair: Pair) -> None:
    """A game given up after a move or two has nothing to show but its board."""
    await pair.move("Tbc3")
    await resign(pair)
    assert len((await pair.channel.wait_for(is_end)).attachments) == 1


async def test_a_card_that_cannot_be_drawn(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last board is shown all the same."""
    monkeypatch.setattr("bot.games.pictures.end_card", broken)
    await pair.moves("Tbc3 Tfe4 Tfe3 Tbc4")
    await resign(pair)
    assert len((await pair.channel.wait_for(is_end)).attachments) == 1


# ---- clocks


async def test_a_flag_falls(discord_: Standin, database: Path, time: Time) -> None:
    """A board tells when the running clock runs out and the control; then a last board pings both, once."""
    async with refereed(database, time, PATIENT) as referee:
        pair = await Pair.seated(discord_, clock="7d+1d max 10d")
        line = f"-# Hexeh #1 · alice – bob · rated · ⏳ <t:{(NOON + 7 * DAY) // 1000}:R>"
        assert pair.board.content.endswith(line)
        await pair.move("Tbc3")
        time.go(7 * DAY - 1, referee)
        await referee.scheduler.meet()
        assert await moves_of(referee) == ["ClockStarted", FIRST]
        time.go(1, referee)
        await pair.next_board()
        assert f"{pair.blue.mention} ran out of time" in pair.board.content
        assert "⏳" not in pair.board.content
        assert labels(pair.board)[:3] == END_BUTTONS
        assert pair.board.pinged.users == {pair.red.id, pair.blue.id}
        await referee.scheduler.meet()
        assert await moves_of(referee) == ["ClockStarted", FIRST, "Flagged", "Revealed"]
        assert read_scoresheet(await record_of(pair.red)).state.result == Result(1, "time")
