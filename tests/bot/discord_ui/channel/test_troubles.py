"""Troubles on Discord's side and on the referee's own: every move stands, and its board comes once."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.app import Referee
from bot.discord_ui.controller import SORRY
from bot.games import Carried
from bot.games.play.automatic import Replies
from bot.store import Player
from engine.play.commands import Command, MakeMove
from renderer import draw
from tests.bot.support.damaged import garble
from tests.bot.support.people import OPENING, Pair, games_of, more, moves_of, says, settled, shown, told, untouched
from tests.engine.support import fen_code
from tests.wire import Channel, Message, Outcome, Standin, bits

BOARDS, FIRST = "/messages", "b1c3"
ONLY_MOVE = fen_code("k7/8/8/8/8/7r/8/K7 b - - 0 1")


class Hasty:
    """The library's asyncio, with its pauses between attempts cut to nothing."""

    def __getattr__(self, name: str) -> Any:
        """Whatever else asyncio has."""
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(_: float) -> None:
        """Let the others run."""
        await asyncio.sleep(0)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let neither the library nor the referee wait before trying again."""
    for module in ("discord.http.asyncio", "discord.webhook.async_.asyncio"):
        monkeypatch.setattr(module, Hasty())
    monkeypatch.setattr("bot.store.outbox.RETRY", 10)


@pytest.fixture
def gate(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Make the drawing of every picture after the first board wait for an event."""
    assert pair.board
    opened = threading.Event()

    def slow(scene: Any, theme: Any) -> bytes:
        assert opened.wait(30)
        return draw(scene, theme)

    monkeypatch.setattr("bot.games.pictures.draw", slow)
    yield opened
    opened.set()


NO_ANSWER = "Discord does not take game #1 from me right now. Nothing is lost: I will try again by myself."
"""What is told when Discord fails."""


def not_taken(channel: Channel) -> str:
    """What is told when a channel refuses, and nobody knows why."""
    return (
        f"Discord does not let me write in {channel.mention}, so game #1 is not shown there. Nothing is lost: I try "
        "again in ten minutes. Or any of its players may use /game move-here in another channel."
    )


def boards(pair: Pair, sequence: int = 1) -> list[Message]:
    """What the channel was shown of an event since the beginning."""
    return [m for m in pair.channel.messages if m.nonce == f"{pair.number}:{OPENING + sequence}"]


async def act(pair: Pair, notation: str = "Tbc3") -> Outcome:
    """Make a move for the side to move, without waiting for its board."""
    return await pair.mover.slash("move", notation=notation, game=str(pair.number))


async def board_of(pair: Pair, sequence: int = 1) -> Message:
    """Wait for the board of an event; it is the only one, and pings the one to move alone."""
    board = await pair.channel.wait_for(lambda m: m.nonce == f"{pair.number}:{OPENING + sequence}", timeout=5)
    other = pair.blue if sequence % 2 else pair.red
    assert other in board.pinged
    assert len(board.pinged.users) == 1
    assert boards(pair, sequence) == [board]
    return board


def broken(*_: object) -> Any:
    """Fail, as only a mistake of the referee's own can."""
    raise ZeroDivisionError


async def noted(pair: Pair, referee: Referee, sequence: int = 1) -> None:
    """Wait until the store knows that an event has been shown; the old board then loses its buttons."""
    await pair.discord.wait_for_request("PATCH", f"/messages/{pair.board.id}")
    await settled(referee)
    assert (await games_of(referee))[pair.number - 1].shown == OPENING + sequence


# ---- slowness


async def test_a_slow_picture_delays_no_answer(pair: Pair, gate: threading.Event) -> None:
    """While pictures are being drawn, commands and presses are acknowledged in time, and a move is confirmed."""
    outcome = await act(pair)
    assert "Red: Tbc3" in await told(outcome)
    others = [
        await pair.blue.slash("board"),
        await pair.blue.slash("board", piece="b5"),
        await pair.blue.press(pair.board, "Flip"),
    ]
    assert max(each.acknowledged_in for each in (outcome, *others)) < 3
    assert boards(pair) == []
    gate.set()
    await board_of(pair)
    for each in others:
        answer = await (each.followup() if each.interaction.source else each.reply())
        assert len(answer.attachments) == 1


# ---- refused requests


async def test_rate_limits(pair: Pair) -> None:
    """A board that is put off by rate limits arrives, once."""
    limited = pair.discord.fail("POST", BOARDS, 429, times=3, retry_after=0.02)
    assert "Nothing is lost" not in await told(outcome := await act(pair))
    await board_of(pair)
    assert limited.hits == 3
    assert outcome.followups == ()


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("statuses", [(500, 502), (503,), (503, 503, 500, 503), (500,) * 7])
async def test_server_errors(pair: Pair, referee: Referee, statuses: tuple[int, ...]) -> None:
    """A board that Discord fails to take is sent until it arrives, once; its player knows that nothing is lost."""
    for status in statuses:
        pair.discord.fail("POST", BOARDS, status)
    outcome = await act(pair)
    assert "Red: Tbc3" in await told(outcome)
    await board_of(pair)
    await noted(pair, referee)
    assert all(message.content == NO_ANSWER for message in outcome.followups)
    assert await moves_of(referee) == [FIRST]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("times", [1, 3])
async def test_lost_replies(pair: Pair, referee: Referee, times: int) -> None:
    """A board whose arrival is not reported is not shown twice, and is noted as shown without anybody's doing."""
    pair.discord.lose_reply("POST", BOARDS, times=times)
    await act(pair)
    await noted(pair, referee)
    await board_of(pair)
    assert boards(pair, 0)[0].buttons == ()


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(("status", "times"), [(404, 1), (500, 5)])
async def test_an_answer_that_cannot_be_given(pair: Pair, referee: Referee, status: int, times: int) -> None:
    """Where the confirmation finds no way to the player, who may have dismissed it, the board comes all the same."""
    pair.discord.fail("PATCH", "/webhooks/", status, times=times)
    await act(pair)
    await board_of(pair)
    assert await moves_of(referee) == [FIRST]


@pytest.mark.usefixtures("hasty", "referee")
@pytest.mark.parametrize("command", ["play", "record continue"])
async def test_a_challenge_whose_maker_cannot_be_told(discord_: Standin, command: str) -> None:
    """A challenge is shown to the channel whether or not the answer finds its way to whoever made it."""
    discord_.fail("PATCH", "/webhooks/", 500, times=5)
    wishes = {"game": "hexeh"} if command == "play" else {"text": '[Game "hexeh"] 1. Tbc3'}
    await discord_.human("alice").slash(command, clock="none", **wishes)
    await discord_.channel().wait_for(lambda message: message.nonce == "1:challenge")


@pytest.mark.usefixtures("hasty", "referee")
async def test_a_challenge_whose_buttons_stay(discord_: Standin) -> None:
    """A game that was accepted is shown though Discord does not take the buttons off its challenge."""
    alice, bob, channel = discord_.human("alice"), discord_.human("bob"), discord_.channel()
    await told(await alice.slash("play", game="hexeh", opponent=bob, clock="none", side="1"))
    message = await channel.wait_for(lambda m: m.nonce == "1:challenge")
    discord_.lose_reply("PATCH", "/webhooks/")
    await bob.press(message, "Accept")
    await channel.wait_for(lambda m: m.nonce == "1:2")


async def test_an_offer_whose_buttons_stay(pair: Pair, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever answers an offer is told so, and nothing else, though Discord does not take the buttons off it."""
    await told(await pair.red.slash("game draw", action="offer"))
    news = await pair.channel.wait_for(says("do you accept?"), after=pair.board)
    stays = pair.discord.fail("PATCH", "/webhooks/", 404)
    declining = await pair.blue.press(news, "Decline draw")
    assert await told(declining) == "You decline the draw. alice (Red) to move."
    await pair.discord.hub.pulse.until(lambda: stays.hits or None, "the offer to keep its buttons", 5)
    await pair.move("Tbc3")
    assert len(declining.followups) == 1
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.usefixtures("hasty", "referee")
async def test_a_setting_whose_answer_is_lost(discord_: Standin, referee: Referee) -> None:
    """What follows from a setting is done, and shown, whether or not the answer finds its way to whoever chose it."""
    pair = await Pair.placed(discord_, referee, ONLY_MOVE, "chess")
    await told(await pair.blue.slash("move", notation="Rb3", game=str(pair.number)))
    await pair.next_board()
    discord_.fail("PATCH", "/webhooks/", 500, times=5)
    await pair.red.slash("settings change", **{"only-move": "on"})
    assert "White: Ka2" in (await pair.next_board()).content


@pytest.mark.usefixtures("hasty")
async def test_a_conditional_move_whose_answer_is_lost(
    pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is kept while its move is just being made is answered, though nobody can be told that it is kept."""
    play = referee.controller.games.play
    conditional, keep = referee.controller.games.conditional, referee.controller.games.conditional.keep

    async def kept_late(number: int, player: Player, text: str) -> Any:
        kept = await keep(number, player, text)
        with monkeypatch.context() as patch:
            patch.setattr(Replies, "due", nothing)
            assert isinstance(await play.act(number, Player(pair.red.id, "alice"), made), Carried)
        return kept

    async def nothing(*_: object) -> None:
        """No reply, as for whoever has looked before the line was kept."""

    def made(seat: int) -> Command:
        return MakeMove(seat, None, "Gc3")

    monkeypatch.setattr(conditional, "keep", kept_late)
    pair.discord.fail("PATCH", "/webhooks/", 500, times=5)
    await pair.blue.slash("game if", text="Gc3 then Gcb4")
    assert "Blue: Gcb4" in (await pair.next_board()).content


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (404, 10003)])
async def test_a_channel_that_refuses(pair: Pair, referee: Referee, status: int, code: int) -> None:
    """In a channel that refuses, the move stands and its player is told; the next board there tells it, too."""
    pair.discord.fail("POST", BOARDS, status, code=code)
    outcome = await act(pair)
    assert (await outcome.followup()).content == not_taken(pair.channel)
    assert (await outcome.followup()).ephemeral
    before = len(pair.discord.requests_to("POST", BOARDS))
    await referee.controller.poster.catch_up()
    assert len(pair.discord.requests_to("POST", BOARDS)) == before
    assert await moves_of(referee) == [FIRST]
    await pair.blue.slash("move", notation="Tbc4", game="1")
    assert pair.channel.guild is not None
    await referee.controller.poster.permitted(pair.channel.guild.id)
    content = (await board_of(pair, 2)).content
    assert 0 <= content.index("Red: Tbc3 (traveler b1 to c3)") < content.index("Blue: Tbc4 (traveler b5 to c4)")
    assert boards(pair) == []


PERMISSIONS = {
    "View Channel": bits.VIEW_CHANNEL,
    "Send Messages": bits.SEND_MESSAGES,
    "Attach Files": bits.ATTACH_FILES,
}


@pytest.mark.parametrize("name", PERMISSIONS)
async def test_missing_permissions(pair: Pair, referee: Referee, name: str) -> None:
    """Without a permission it needs, the referee says in private which one, and changes nothing."""
    pair.channel.deny(pair.discord.bot, PERMISSIONS[name])
    sentence = f"I cannot do that here until a moderator gives me {name}. Nothing has changed."
    async with untouched(pair.discord, referee):
        assert await told(await act(pair)) == sentence
        assert await told(await pair.red.press(pair.board, "Move")) == sentence
        menu = await (await pair.red.press(pair.board, "More…")).followup()
        assert await told(await pair.red.press(menu, "Offer draw")) == sentence
        assert await told(await pair.red.slash("play", game="hexeh")) == sentence
    pair.channel.allow(pair.discord.bot, PERMISSIONS[name])
    await pair.move("Tbc3")


PRIVATE = (
    "games", "board", "board piece:all", "record get", "game resign", "game note", "game watch game:1", "game if",
    "explore", "dice luck", "dice commitment", "players profile", "players leaderboard", "settings show", "rules",
    "help",
)  # fmt: skip


@pytest.mark.parametrize("name", ["Send Messages", "Attach Files"])
async def test_private_answers_need_nothing(pair: Pair, referee: Referee, name: str) -> None:
    """What only the asker sees is answered where the referee may not write, too, pictures and files included."""
    pair.channel.deny(pair.discord.bot, PERMISSIONS[name])
    async with untouched(pair.discord, referee):
        for command in PRIVATE:
            asker = pair.discord.human("carol") if "watch" in command else pair.red
            message = await shown(await asker.slash(command))
            assert "until a moderator" not in message.content, command
        assert (await (await pair.blue.press(pair.board, "Flip")).followup()).attachments


async def test_rolling_needs_no_files(pair: Pair) -> None:
    """A roll is words, so it needs to write and no more; in private not even that."""
    pair.channel.deny(pair.discord.bot, bits.ATTACH_FILES)
    await told(await pair.red.slash("roll", expression="d6"))
    await pair.channel.wait_for(says("rolls d6"))
    pair.channel.deny(pair.discord.bot, bits.SEND_MESSAGES)
    assert "Send Messages" in await told(await pair.red.slash("roll", expression="d6"))
    assert "d6" in await told(await pair.red.slash("roll", expression="d6", private=True))


async def test_a_challenge_needs_no_embeds(discord_: Standin, referee: Referee) -> None:
    """Without Embed Links a challenge is made all the same, since it shows its picture as a file."""
    discord_.channel().deny(discord_.bot, bits.EMBED_LINKS)
    assert "challenge #1" in await told(await discord_.human("alice").slash("play", game="hexeh"))
    assert len(await games_of(referee)) == 1


async def test_an_old_board_deleted(pair: Pair, referee: Referee) -> None:
    """That a moderator has deleted the old board, whose buttons should go, does no harm."""
    await pair.discord.human("mod").delete(pair.board)
    deleted = pair.board.id
    await pair.moves("Tbc3 Tbc4")
    await settled(referee)
    assert [r.status for r in pair.discord.requests_to("PATCH", f"/messages/{deleted}")] == [404]
    assert [len(boards(pair, sequence)) for sequence in range(3)] == [0, 1, 1]
    assert boards(pair, 1)[0].buttons == ()


# ---- the gateway


@pytest.mark.parametrize(("trouble", "event"), [("reconnect", "resumed"), ("cut", "resumed"), ("invalidate", "ready")])
async def test_broken_connections(pair: Pair, referee: Referee, trouble: str, event: str) -> None:
    """When Discord asks to reconnect, breaks the connection or ends the session, the game goes on."""
    await pair.move("Tbc3")
    back = asyncio.ensure_future(referee.wait_for(event, timeout=5))
    getattr(pair.discord.gateway, trouble)()
    await (pair.discord.wait_for_login(2) if event == "ready" else pair.discord.wait_for_resume())
    await pair.moves("Tbc4 Tfe3")
    await back
    assert [len(boards(pair, sequence)) for sequence in range(4)] == [1, 1, 1, 1]


async def test_a_move_during_an_interruption(pair: Pair) -> None:
    """A move sent while the connection is broken is made once it is back."""
    pair.discord.gateway.cut()
    await pair.discord.wait_disconnected()
    outcome = await act(pair)
    assert "Red: Tbc3" in await told(outcome)
    await board_of(pair)


# ---- errors of the referee's own


async def test_a_picture_that_fails_keeps_nothing_back(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Boards and answers come all the same, with their words and buttons; a card stands in for what is not drawn."""
    for name in ("draw", "diagram_sheet"):
        monkeypatch.setattr(f"bot.games.pictures.{name}", broken)
    await act(pair)
    board = await board_of(pair)
    assert pair.blue in board.pinged
    assert "Red: Tbc3" in board.content
    assert "Red's traveler moved from b1 to c3." in (board.attachments[0].description or "")
    assert board.attachments[0].data.startswith(b"\x89PNG")
    for outcome in (await pair.blue.press(board, "Where can I go?"), await pair.red.slash("explore", game="1")):
        assert (await shown(outcome)).attachments
    sheet = await (await more(pair.blue, board, "How pieces move")).reply()
    assert sheet.selects
    assert f"game 1 after event {OPENING + 1} is not drawn" in [
        r.message for r in caplog.records if r.levelname == "ERROR"
    ]


@pytest.mark.usefixtures("hasty")
async def test_a_board_that_cannot_be_shown(
    pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without even a card the move stands, its player is told, and game and event are logged; then the game goes on."""
    with monkeypatch.context() as patch:
        for name in ("draw", "missing_card"):
            patch.setattr(f"bot.games.pictures.{name}", broken)
        outcome = await act(pair)
        assert "Nothing is lost" in (await outcome.followup()).content
    assert await moves_of(referee) == [FIRST]
    record = next(r for r in caplog.records if r.levelname == "ERROR")
    assert record.exc_info
    assert "game 1" in record.message
    assert f"event {OPENING + 1}" in record.message
    await pair.blue.slash("move", notation="Tbc4", game="1")
    await board_of(pair, 2)


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("pressed", [True, False])
async def test_an_unexpected_error(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, pressed: bool, numbered: bool
) -> None:
    """An error in a command or a press is logged with its game and event; the user reads that nothing was lost."""
    with monkeypatch.context() as patch:
        patch.setattr("bot.games.play.play.Play.act", broken)
        if pressed:
            outcome = await more(pair.red, pair.board, "Offer draw")
        else:
            outcome = await pair.red.slash("move", notation="Tbc3", game="1" if numbered else None)
        assert await told(outcome) == SORRY
    assert "othing was lost" in SORRY
    (record,) = [r for r in caplog.records if r.levelname == "ERROR"]
    assert record.exc_info
    assert "game 1" in record.message
    assert f"event {OPENING}" in record.message
    await pair.move("Tbc3")


@pytest.mark.parametrize("pressed", [True, False])
async def test_a_game_that_cannot_be_written(pair: Pair, referee: Referee, database: Path, pressed: bool) -> None:
    """Where the file does not take a move, its player is told of which game, and why; nothing has changed."""
    await settled(referee)
    spoil(database, "events_by_cause")
    async with untouched(pair.discord, referee):
        if pressed:
            outcome = await more(pair.red, pair.board, "Offer draw")
        else:
            outcome = await act(pair)
        assert await told(outcome) == (
            "I cannot write to game #1: database disk image is malformed. Nothing was lost, and the game stands as it "
            "was. Please tell whoever runs me."
        )
    assert await moves_of(referee) == []


def spoil(database: Path, index: str) -> None:
    """Write garbage over the first page of an index."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (index,)).fetchone()
    garble(database, page - 1, b"\xff" * 64, 0)
