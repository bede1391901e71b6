"""Records given, looked at move by move in private, gone on with by others, and shown as films."""

from __future__ import annotations

import asyncio
import io
import threading
from typing import Any

import pytest
from PIL import Image

from bot.app import Referee
from bot.games.records import RECORD_MAX_BYTES, ManyReplays, StillMaking
from bot.store.study import MAX_ROWS_PER_PLAYER, RECORD
from engine.records.scoresheet import read_scoresheet
from renderer.replay import Reel, animated
from renderer.theme import Theme
from tests.bot.support.fought import Fought
from tests.bot.support.people import (
    Pair,
    games_of,
    is_board,
    labels,
    moves_of,
    record_of,
    says,
    shown,
    told,
    untimed,
    untouched,
)
from tests.bot.support.refusals import outcome
from tests.wire import NOBODY, Human, Message, Standin

SHEET = '[Game "hexeh@1"]\n[Red "Ann"]\n[Blue "*Ben* <@1>"]\n\n1. Tbc3 Tfe4\n2. Tcxc6\n'


def file(text: str | bytes, name: str = "game.txt") -> tuple[str, bytes]:
    return name, text.encode() if isinstance(text, str) else text


async def looked(who: Human, text: str | bytes, **options: Any) -> Message:
    """Look at a scoresheet; the message that shows it to the one who asked."""
    return await shown(await who.slash("record look", file=file(text), **options))


async def leafed(who: Human, message: Message, label: str) -> Message:
    """Press a button of a scoresheet, and wait until the message has changed."""
    before = len(message.edits)
    await who.press(message, label)
    await who.hub.pulse.until(lambda: len(message.edits) > before or None, "the next view", 5)
    return message


# ---- given


async def test_the_record(pair: Pair, referee: Referee) -> None:
    """`/record get` gives anybody here a text file with tags and moves, which replays to the same position."""
    await pair.moves("Tbc3 Tfe4 Tcxc6")
    async with untouched(pair.discord, referee):
        message = await shown(await pair.discord.human("carol").slash("record get"))
    (sheet_,) = message.attachments
    assert (sheet_.filename, sheet_.content_type) == ("game-1.txt", "text/plain")
    text = sheet_.data.decode()
    for tag in ('Number "1"', 'Red "alice"', 'Game "hexeh@1"', 'Result "unfinished"'):
        assert f"[{tag}]" in text
    assert f'[Commitment "{(await games_of(referee))[0].commitment}"]' in text
    assert "\n1. Tbc3 Tfe4 2. Tcxc6\n" in untimed(text)
    table = await referee.controller.games.tables.find(1)
    assert read_scoresheet(text).state.position == table.state.position


async def test_the_pgn_of_a_game(pair: Pair) -> None:
    """`form:` gives a PGN with the players and the moves, which can be brought back."""
    await pair.moves("Tbc3 Tfe4")
    (sheet,) = (await shown(await pair.red.slash("record get", form="pgn"))).attachments
    assert sheet.filename == "game-1.pgn"
    assert sheet.data.decode().endswith("\n\n1. Tbc3 Tfe4 *\n")
    assert "Hexeh: Red alice – Blue bob" in (await looked(pair.blue, sheet.data)).content


# ---- looked at


async def test_a_record_pasted_as_text(pair: Pair) -> None:
    """The bot's own record is read from an option of the command, where Discord makes blanks of its line ends."""
    await pair.moves("Tbc3 Tfe4 Tcb4")
    pasted = (await record_of(pair.blue)).replace("\n", " ")
    assert "Move 2 of 2 (Red): **Tcb4**" in (await shown(await pair.blue.slash("record look", text=pasted))).content
    lost = await shown(await pair.blue.slash("record look", text=pasted.replace("Tfe4", "; good Tfe4")))
    assert "a remark after ; ends with its line" in lost.content


async def test_leafing(alice: Human, discord_: Standin, referee: Referee) -> None:
    """The buttons lead to any move and back; each view has its board, and the channel sees nothing of it."""
    moves = "Tbc3 Tfe4 Tcb4 Teg3 Tbc3 Tge4 Tcb4 Teg3 Tbc3 Tge4 Tcb4 Teg3"
    async with untouched(discord_, referee):
        message = await looked(alice, f'[Game "hexeh@1"]\n{moves}', move="0")
        first = message.attachments[0].data
        assert labels(message) == ["Next", "Next 10", "Last"]
        for button_, words in (
            ("Next", "Move 1 of 6 (Red): **Tbc3** – the traveler moves from b1 to c3."),
            ("Next 10", "Move 6 of 6 (Red): "),
            ("Last", "Move 6 of 6 (Blue): "),
            ("Back 10", "Move 1 of 6 (Blue): "),
            ("First", "Move 0 of 6: the starting position."),
        ):
            await leafed(alice, message, button_)
            assert words in message.content
            assert (message.attachments[0].data == first) == (button_ == "First")


async def test_a_scoresheet_that_is_not_kept(alice: Human, referee: Referee) -> None:
    """Of each player's scoresheets the newest are kept; the buttons of others say so."""
    assert referee.is_ready()
    first, newest = await looked(alice, SHEET), await looked(alice, SHEET)
    for _ in range(MAX_ROWS_PER_PLAYER[RECORD] - 1):
        await looked(alice, SHEET)
    await leafed(alice, first, "Back")
    assert first.content.startswith("I don't have that scoresheet any more.")
    assert (first.attachments, first.buttons) == ((), ())
    await leafed(alice, newest, "Back")
    assert "Move 1 of 2 (Blue)" in newest.content


async def test_looking_at_what_the_referee_gave(
    carol: Human, discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record is shown in private with its fights and result, and whether its dice match; names are harmless."""
    fought = await Fought.played(discord_, referee, monkeypatch)
    async with untouched(discord_, referee):
        message = await looked(carol, fought.record)
        assert "Blue wins by resignation." in message.content
        assert "All 5 rolls are genuine" in message.content
        assert "traveler **" in (await looked(carol, fought.record, move="1.")).content
        changed = await looked(carol, fought.record.replace('[Number "1"]', '[Number "2"]'))
        assert "(move 2, b5c1) is " in changed.content
        early = await looked(carol, fought.before)
        assert "-# The dice can't be checked: the secret sta" in early.content
        assert "Red Ann – Blue \\*Ben\\*" in (await looked(carol, SHEET)).content


PGNS = (
    '[Event "A"]\n[White "Ann"]\n[Black "Ben"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *\n\n'
    '[Event "B"]\n[Variant "?"]\n\n1. e5 Ndf8 2. d5 remi\n'
)


async def test_a_pgn_of_several_games(alice: Human, referee: Referee) -> None:
    """A game of a PGN is chosen by its number, and what was skipped of it is told."""
    assert referee.is_ready()
    asked = await told(await alice.slash("record look", file=file(PGNS, "games.pgn")))
    assert asked.startswith("Which game? In that file, it has 2 games; ")
    message = await looked(alice, PGNS, number=1)
    assert message.content.startswith("### Chess: White Ann – Black Ben\nMove 2 of 2 (White): **Nf3**")
    assert message.content.endswith("-# I skipped 1 remark and 2 variations.")
    second = await looked(alice, PGNS, number=2, game="Gliński's Hex Chess")
    assert "Draw by agreement." in second.content


@pytest.mark.parametrize("command", ["record look", "record continue"])
async def test_what_is_no_scoresheet(discord_: Standin, referee: Referee, command: str) -> None:
    """What is no scoresheet is refused in private with the reason, and its line and column where it has them."""
    cases: list[tuple[dict[str, Any], str]] = [
        ({"text": "  "}, "attach a file or paste its text."),
        ({"text": SHEET, "file": file(SHEET)}, "you gave both a file and a text"),
        ({"text": '[Game "zebra"]'}, "line 1, column 8: there's no game 'zebra'"),
        ({"file": file(SHEET + "\n   Tcxc6")}, "line 8, column 4: "),
        ({"file": file(b"\x89PNG\r\n\x1a\n", "board.png")}, "it isn't a text file (UTF-8)"),
        ({"file": file("x" * (RECORD_MAX_BYTES + 1))}, f"it's larger than the {RECORD_MAX_BYTES} bytes I can read"),
    ]
    async with untouched(discord_, referee):
        for given, answer in cases:
            said = (await told(await discord_.human("alice").slash(command, **given))).replace("\\", "")
            assert said.startswith("I can't read that scoresheet: ")
            assert answer in said


# ---- gone on with


async def gone_on(who: Human, text: str, number: int, **wishes: Any) -> Message:
    """Challenge to go on with a scoresheet's game, and give the challenge as the channel sees it."""
    outcome = await who.slash("record continue", file=file(text), **wishes)
    assert await told(outcome) == ""
    return await who.place.wait_for(says(f"#{number} ", "challenges"))


async def test_going_on(discord_: Standin, referee: Referee) -> None:
    """Others go on with a game where it stood: the challenge shows board and sheet, the moves before are part of it."""
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Tfe4")
    record = await record_of(pair.red)
    carol, dave = discord_.human("carol"), discord_.human("dave")
    message = await gone_on(carol, record, 2, opponent=dave, side="Blue", clock="none")
    assert "Continuing an imported game after 1 move, Red to move." in message.content.splitlines()
    assert dave in message.pinged
    picture, sheet_ = message.attachments
    assert "travelers c3, f1" in (picture.description or "")
    assert "1. Tbc3 Tfe4" in untimed(sheet_.data.decode())
    await dave.press(message, "Accept")
    board = await discord_.channel().wait_for(lambda m: is_board(m, 2), after=message)
    assert board.pinged.users == {carol.id, dave.id}
    await Pair(discord_, dave, carol, board, 2).move("Tcxc6")
    assert await moves_of(referee, 2) == ["b1c3", "f5e4", "Continued", "c3c6"]
    assert "* The referee continues game 1 under commitment " in await record_of(carol, 2)
    assert "continues" not in await record_of(pair.red, 1)


async def test_games_that_cannot_be_gone_on_with(alice: Human, discord_: Standin, referee: Referee) -> None:
    """A game that is over, or waits for dice, or began where none can, is not gone on with; the reason is told."""
    async with untouched(discord_, referee):
        for text, answer in (
            (SHEET + "* Blue resigns\n", "that game is over (Red wins by resignation)"),
            ('[Game "hexeh"]\n[Options "combat=poly"]\nTbxc6', "its last attack hasn't been rolled yet"),
            ('[Game "hexeh"]\n[Position "4/5/2G3/E2E2e/6/5/4 2"]\nEd6', "Red has more than one empress: on d1 and d4"),
        ):
            assert answer in await told(await alice.slash("record continue", file=file(text)))
        answer = await told(await alice.slash("record continue", file=file(SHEET), opponent=alice))
        assert answer.startswith("You can't challenge yourself.")


# ---- films


DRAWING = "bot.games.records.animated"


def frames(message: Message) -> int:
    (picture,) = message.attachments
    with Image.open(io.BytesIO(picture.data)) as film:
        return getattr(film, "n_frames", 1)


async def test_films(pair: Pair, referee: Referee) -> None:
    """Anybody who may see a game gets it as a GIF or a strip, in words too, seen from their own side."""
    await pair.moves("Tbc3 Tfe4")
    people = (pair.red, pair.blue, pair.discord.human("carol"))
    async with untouched(pair.discord, referee):
        films = [(await shown(await who.slash("study replay"))) for who in people]
        strip = await shown(await pair.red.slash("study replay", form="strip"))
    red, blue, carol = [film.attachments[0] for film in films]
    assert red.data == carol.data != blue.data
    assert (red.filename, frames(films[0])) == ("game-1.gif", 3)
    assert red.description == "An animation of #1 Hexeh: Red alice – Blue bob. 1. Tbc3 to 1. … Tfe4."
    assert strip.attachments[0].data.startswith(b"\x89PNG")
    assert await told(await pair.blue.slash("study replay", share=True)) == ""
    film = await pair.channel.wait_for(lambda m: bool(m.attachments), after=pair.board)
    assert (film.pinged, film.buttons) == (NOBODY, ())


async def test_a_stretch(pair: Pair) -> None:
    """`from:` and `to:` choose the moves, and are completed; where there are none of these, it is said which are."""
    await pair.moves("Tbc3 Tfe4 Tc4")
    part = await shown(await pair.red.slash("study replay", **{"from": "1.", "to": "1"}))
    assert (frames(part), part.content) == (2, "**#1 Hexeh: Red alice – Blue bob**\n1. … Tfe4.")
    assert (await told(await pair.red.slash("study replay", to="9"))).startswith("There's no move “9” in this game")
    wrong = await told(await pair.red.slash("study replay", **{"from": "2", "to": "1. Tbc3"}))
    assert wrong.startswith("I can't replay that: 1. Tbc3 comes before 2. Tc4.")
    assert [choice.value for choice in await pair.red.autocomplete("study replay", to="2")] == ["2. Tc4"]


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
        first = await pair.red.slash("study replay")
        async with asyncio.timeout(5):
            await begun.wait()
            second = await pair.blue.slash("study replay")
            assert (await shown(second)).content == "There is 1 replay ahead of yours. It won't be long."
            assert await outcome(told(await outcome(pair.red.slash("study replay")))) == StillMaking().text
            assert (await shown(await pair.red.slash("board"))).attachments
        assert len(threads) == 1
        monkeypatch.setattr(referee.controller.games.records.replaying, "most", 2)
        carol = pair.discord.human("carol")
        assert await outcome(told(await outcome(carol.slash("study replay")))) == ManyReplays().text
    finally:
        opened.set()
    assert frames(await shown(first)) == 1
    message = await second.reply()
    await pair.blue.hub.pulse.until(lambda: bool(message.attachments) or None, "the second replay", 5)
    assert len(threads) == 2
    assert threading.main_thread() not in threads
