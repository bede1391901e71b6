"""Scoresheets brought back: looked at move by move in private, or gone on with by others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.app import Referee
from bot.games import Table
from bot.games.records import RECORD_MAX_BYTES
from bot.store.study import KEPT, RECORD
from engine.command_line import main
from engine.dice.commitment import linked_roll
from engine.play.events import Continued, Drawn, Opened, Proposed, Rolled, Seated
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.audit import VOUCHED
from engine.records.scoresheet import read_scoresheet
from tests.bot.support.fought import Fought
from tests.bot.support.parties import Party, answered, fill
from tests.bot.support.people import (
    Pair,
    button,
    games_of,
    labels,
    moves_of,
    record_of,
    says,
    settled,
    shown,
    told,
    untimed,
    untouched,
)
from tests.wire import Human, Message, Standin, Typing, running

SHEET = '[Game "hexeh@1"]\n[Red "Ann"]\n[Blue "*Ben* <@1>"]\n\n1. Tbc3 Tfe4\n2. Tcxc6\n'
RED_TRAVELER_ON_C6 = "travelers c6, f1"


def file(text: str | bytes, name: str = "game.txt") -> tuple[str, bytes]:
    """A file as somebody attaches it."""
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


# ---- looking


async def test_looking_at_a_scoresheet(discord_: Standin, referee: Referee) -> None:
    """A scoresheet is shown as it ends, in private, names harmless, with its last move and its position in words."""
    async with untouched(discord_, referee):
        message = await looked(discord_.human("alice"), SHEET)
    assert message.content.splitlines()[1:] == [
        "Move 2 of 2. Red: Tcxc6 (traveler c3 takes prowler on c6)",
        "Blue to move.",
    ]
    assert "Red Ann – Blue \\*Ben\\*" in message.content
    (picture,) = message.attachments
    assert picture.data.startswith(b"\x89PNG")
    assert RED_TRAVELER_ON_C6 in (picture.description or "")
    assert labels(message) == ["First", "Back"]


async def test_a_record_pasted_as_text(pair: Pair, referee: Referee) -> None:
    """The bot's own record is read from an option of the command, where Discord makes blanks of its line ends."""
    await pair.moves("Tbc3 Tfe4 Tcb4")
    await told(await pair.red.slash("game draw", action="offer"))
    record = await record_of(pair.blue)
    assert record.count("\n") > 10
    pasted = record.replace("\n", " ")
    async with untouched(pair.discord, referee):
        message = await shown(await pair.blue.slash("record look", text=pasted))
        assert "Move 2 of 2. Red: Tcb4" in message.content
        assert message.attachments[0].data == (await looked(pair.blue, record)).attachments[0].data
        lost = await shown(await pair.blue.slash("record look", text=pasted.replace("Tfe4", "; good Tfe4")))
    assert "a remark behind ; ends with its line, and this text is one line: attach a file." in lost.content


async def test_leafing(discord_: Standin, referee: Referee) -> None:
    """The buttons lead to any move and back; each view has its board, and the channel sees nothing of it."""
    alice = discord_.human("alice")
    moves = "Tbc3 Tfe4 Tcb4 Teg3 Tbc3 Tge4 Tcb4 Teg3 Tbc3 Tge4 Tcb4 Teg3"
    sheet = f'[Game "hexeh@1"]\n{moves}'
    async with untouched(discord_, referee):
        message = await looked(alice, sheet, move="0")
        assert "Move 0 of 6. The starting position." in message.content
        assert labels(message) == ["Next", "Next 10", "Last"]
        first = message.attachments[0].data
        await leafed(alice, message, "Next")
        assert "Move 1 of 6. Red: Tbc3 (traveler b1 to c3)" in message.content
        assert labels(message) == ["First", "Back", "Next", "Next 10", "Last"]
        assert message.attachments[0].data != first
        await leafed(alice, message, "Next 10")
        assert "Move 6 of 6. Red:" in message.content
        await leafed(alice, message, "Last")
        assert "Move 6 of 6. Blue:" in message.content
        assert labels(message) == ["First", "Back 10", "Back"]
        await leafed(alice, message, "Back 10")
        assert "Move 1 of 6. Blue:" in message.content
        await leafed(alice, message, "First")
        assert message.attachments[0].data == first


async def test_leafing_after_a_restart(discord_: Standin, database: Path) -> None:
    """The buttons of a scoresheet still work after a restart."""
    alice = discord_.human("alice")
    async with running(Referee(database)):
        message = await looked(alice, SHEET)
    async with running(Referee(database)):
        await leafed(alice, message, "Back")
        assert "Move 1 of 2. Blue: Tfe4" in message.content


async def test_a_scoresheet_that_is_not_kept(discord_: Standin, referee: Referee) -> None:
    """Of each player's scoresheets the newest are kept; the buttons of others, or of others' sheets, say so."""
    assert referee.is_ready()
    alice, bob = discord_.human("alice"), discord_.human("bob")
    first = await looked(alice, SHEET)
    forged = button(first, "Back")
    for _ in range(KEPT[RECORD]):
        newest = await looked(alice, SHEET)
    await leafed(alice, first, "Back")
    assert first.content == "I no longer keep that scoresheet. Import it again with /record look."
    assert (first.attachments, first.buttons) == ((), ())
    await leafed(alice, newest, "Back")
    assert "Move 1 of 2. Blue" in newest.content
    other = await looked(bob, SHEET)
    assert button(other, "Back") != forged


async def test_looking_at_what_the_referee_gave(
    discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record of a finished game shows its fights and result, and that its dice match; one changed, that not."""
    fought = await Fought.played(discord_, referee, monkeypatch)
    carol = discord_.human("carol")
    message = await looked(carol, fought.record)
    assert "Hexeh with fights: Red alice – Blue bob" in message.content
    assert "Game over. Blue wins: resignation." in message.content
    assert message.content.endswith(f"-# The secret is the one committed to, and all 5 rolls match. {VOUCHED}")
    message = await looked(carol, fought.record, move="1.")
    assert "Move 1 of 2. Red: Tbxc6" in message.content
    assert "\nTraveler b1 rolls " in message.content
    message = await looked(carol, fought.record.replace('[Number "1"]', '[Number "2"]'))
    assert "(move 2, b5c1) is recorded as" in message.content
    message = await looked(carol, fought.before)
    assert "-# The dice cannot be checked: the secret is not revealed until" in message.content


async def test_a_short_text(discord_: Standin, referee: Referee) -> None:
    """A short scoresheet may be written into the command, on one line as Discord sends it."""
    assert referee.is_ready()
    for text in ('[Game "hexeh"] 1. Tbc3 Tfe4', '```[Game "hexeh"] 1. Tbc3 Tfe4 ```'):
        message = await shown(await discord_.human("alice").slash("record look", text=text))
        assert "Move 1 of 1. Blue: Tfe4" in message.content


PGNS = (
    '[Event "A"]\n[White "Ann"]\n[Black "Ben"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *\n\n'
    '[Event "B"]\n[Variant "?"]\n\n1. e5 Ndf8 2. d5 remi\n'
)


async def test_a_pgn_of_several_games(discord_: Standin, database: Path) -> None:
    """A game of a PGN is chosen by its number, what was skipped of it is told, and it can be leafed through later."""
    alice = discord_.human("alice")
    async with running(Referee(database)):
        asked = await told(await alice.slash("record look", file=file(PGNS, "games.pgn")))
        assert asked.startswith("Which game do you mean? In that file, it holds 2 games; choose one by its number: ")
        assert asked.endswith("1. Ann – Ben, \\*; 2. B, remi.")
        message = await looked(alice, PGNS, number=1)
        assert message.content.splitlines() == [
            "**Chess: White Ann – Black Ben**",
            "Move 2 of 2. White: Nf3 (knight g1 to f3)",
            "Black to move.",
            "-# I skipped 1 remark and 2 variations.",
        ]
        second = await looked(alice, PGNS, number=2, game="Gliński's Hex Chess")
        assert "Game over. Draw: by agreement." in second.content
        unknown = await told(await alice.slash("record look", file=file(PGNS), game="zebra"))
        assert unknown.startswith("There is no game 'zebra'; the games are hexeh,")
    async with running(Referee(database)):
        await leafed(alice, second, "Back")
        assert "Move 1 of 2. Black: Ndf8" in second.content


async def test_going_on_with_a_pgn(discord_: Standin, referee: Referee) -> None:
    """A challenge to go on with a game of a PGN is made, and its maker is told what was skipped."""
    assert referee.is_ready()
    carol = discord_.human("carol")
    outcome = await carol.slash("record continue", file=file(PGNS), number=1, clock="none")
    assert await told(outcome) == "You have made challenge #1. I skipped 1 remark and 2 variations."


async def test_a_bare_list_of_moves(discord_: Standin, referee: Referee) -> None:
    """Moves alone are read with the game named beside them, also by another of its names."""
    async with untouched(discord_, referee):
        message = await shown(await discord_.human("alice").slash("record look", text="1. e5 Ndf8", game="Glinski"))
    assert "Move 1 of 1. Black: Ndf8" in message.content


async def test_the_pgn_of_a_game(pair: Pair) -> None:
    """`form:` gives a PGN with the players and the moves, which can be brought back."""
    await pair.moves("Tbc3 Tfe4")
    message = await shown(await pair.red.slash("record get", form="pgn"))
    assert message.content == "Game #1 as PGN, for other programs."
    (sheet,) = message.attachments
    assert sheet.filename == "game-1.pgn"
    text = sheet.data.decode()
    assert text.startswith('[Event "Game 1"]\n')
    assert '[White "alice"]\n[Black "bob"]\n[Result "*"]\n[Variant "hexeh"]' in text
    assert text.endswith("\n\n1. Tbc3 Tfe4 *\n")
    assert "Hexeh: Red alice – Blue bob" in (await looked(pair.blue, text)).content


@pytest.mark.parametrize("command", ["record look", "record continue"])
@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ({}, "I can't read that scoresheet: none was given; attach a file, or paste its text."),
        ({"text": "  "}, "I can't read that scoresheet: none was given; attach a file, or paste its text."),
        ({"text": SHEET, "file": file(SHEET)}, "both a file and a text were given; leave one out."),
        ({"text": '[Game "zebra"]'}, "line 1, column 8: there is no game 'zebra'"),
        ({"file": file(SHEET + "\n   Tcxc6")}, "line 8, column 4: “Tcxc6” is not legal"),
        ({"file": file(SHEET.replace("2. T", "two T"))}, "line 6, column 1: I can't read “two” as a move"),
        ({"file": file(b"\xff\xfe\x00")}, "it is not a text file (UTF-8)"),
        ({"file": file("x" * (RECORD_MAX_BYTES + 1))}, f"it is larger than the {RECORD_MAX_BYTES} bytes I read"),
        ({"file": file(b"\x89PNG\r\n\x1a\n", "board.png")}, "it is not a text file (UTF-8)"),
    ],
)
async def test_what_is_no_scoresheet(
    discord_: Standin, referee: Referee, command: str, given: dict[str, Any], answer: str
) -> None:
    """What is no scoresheet is refused in private with the reason, and its line and column where it has them."""
    async with untouched(discord_, referee):
        said = (await told(await discord_.human("alice").slash(command, **given))).replace("\\", "")
        assert said.startswith("I can't read that scoresheet: ")
        assert answer in said


# ---- going on


async def gone_on(who: Human, text: str, number: int, **wishes: Any) -> Message:
    """Challenge to go on with a scoresheet's game, and give the challenge as the channel sees it."""
    outcome = await who.slash("record continue", file=file(text), **wishes)
    assert await told(outcome) == f"You have made challenge #{number}."
    return await who.place.wait_for(says(f"#{number} ", "challenges"))


async def test_going_on(discord_: Standin, referee: Referee) -> None:
    """Others go on with a game where it stood: the challenge shows board and sheet, the moves before are part of it."""
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Tfe4")
    await told(await pair.red.slash("game draw", action="offer", game="1"))
    record = await record_of(pair.red)
    assert "* Red offers a draw" in record
    carol, dave = discord_.human("carol"), discord_.human("dave")
    message = await gone_on(carol, record, 2, opponent=dave, side="Blue", clock="none")
    first = message.content.splitlines()[0]
    assert "playing as Blue, going on with an imported game after 1 move (Red to move)." in first
    assert dave in message.pinged
    picture, sheet = message.attachments
    assert "travelers c3, f1" in (picture.description or "")
    assert sheet.filename == "game-2.txt"
    assert "1. Tbc3 Tfe4" in untimed(sheet.data.decode())
    await told(await dave.press(message, "Accept"))
    board = await discord_.channel().wait_for(says("#2 ", "to move"), after=message)
    assert f"#2 Hexeh: Red {dave.mention} – Blue {carol.mention}" in board.content
    assert board.pinged.users == {carol.id, dave.id}
    assert "Blue: Tfe4" in board.content
    assert "offers a draw" not in board.content
    other = Pair(discord_, dave, carol, board, 2)
    await other.move("Tcxc6")
    assert await moves_of(referee, 2) == ["b1c3", "f5e4", "DrawOffered", "Continued", "c3c6"]
    own, theirs = await record_of(carol, 2), await record_of(pair.red, 1)
    commitment = (await games_of(referee))[0].commitment
    assert f"* The referee continues game 1 under commitment {commitment}" in own
    assert "Continued" not in theirs
    assert read_scoresheet(own).state.line[:3] == read_scoresheet(record).state.line


async def test_going_on_with_a_clock(discord_: Standin, referee: Referee) -> None:
    """A game may be gone on with under a time control: its clock runs from there on, and a bad one is refused."""
    carol, dave = discord_.human("carol"), discord_.human("dave")
    async with untouched(discord_, referee):
        bad = await told(await carol.slash("record continue", file=file(SHEET), clock="soon"))
        assert bad.startswith("I can't read “soon” as a time control.")
    message = await gone_on(carol, SHEET, 1, opponent=dave)
    usual = "3 days per move; time-outs have to be claimed. Unrated."
    assert usual in message.content, "leave out for what is usual here"
    await told(await dave.press(message, "Accept"))
    board = await discord_.channel().wait_for(says("#1 ", "to move"), after=message)
    assert "runs out of time <t:" in board.content
    (game,) = await games_of(referee)
    assert game.time == "3d/move soft"
    record = await record_of(carol, 1)
    assert read_scoresheet(record).state.clock is not None
    offered = await carol.autocomplete("record continue", clock=Typing("5d"))
    assert [choice.value for choice in offered][:2] == ["5d/move", "5d/move soft"]


async def test_the_dice_of_a_game_gone_on_with(
    discord_: Standin,
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Dice rolled before stay as they were; sides and all later fights come from the new secret, and are checked."""
    async with running(Referee(database)) as referee:
        fought = await Fought.played(discord_, referee, monkeypatch)
        monkeypatch.undo()
        with discord_.point_library():
            carol, dave = discord_.human("carol"), discord_.human("dave")
            message = await gone_on(carol, fought.before, 2, opponent=dave, clock="none")
            await settled(referee)
    with discord_.point_library():
        async with running(Referee(database)) as referee:
            await told(await dave.press(message, "Accept"))
            board = await discord_.channel().wait_for(says("#2 ", "to move"), after=message)
            ledger = referee.controller.games.ledger
            secret, events = await ledger.secret(2), await ledger.events(2)
            red, blue = (dave, carol) if f"Red {dave.mention}" in board.content else (carol, dave)
            kinds = [type(event.what) for event in events[-4:]]
            assert kinds == [Continued, Opened, Drawn, Seated]
            table = await referee.controller.games.tables.find(2)
            assert isinstance(table, Table)
            drawn = linked_roll(secret, "game 2", table.state.rolls[5].chain, 5, (2,))
            assert events[-2].what == Drawn("seats", 2, drawn[0])
            pair = Pair(discord_, red, blue, board, 2)
            attack, faces = an_attack(table.state)
            await pair.move(attack)
            rolled = [event.what for event in (await ledger.events(2)) if isinstance(event.what, Rolled)][-1]
            table = await referee.controller.games.tables.find(2)
            assert isinstance(table, Table)
            first = linked_roll(secret, "game 2", table.state.rolls[6].chain, 6, faces)
            assert rolled.dice.split(",")[0] == "-".join(map(str, first))
            sure = await shown(await red.slash("game resign", game="2"))
            await told(await red.press(sure, "Yes, resign"))
            await pair.channel.wait_for(says("#2 ", "Game over."))
            record = await record_of(carol, 2)
            answer = await told(await carol.slash("dice check", game="2"))
    path = tmp_path / "record.txt"
    path.write_text(record, encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    checked = capsys.readouterr().out.splitlines()[0]
    assert re.search(
        r"all \d rolls since the game was continued match\. The 5 earlier rolls were made in another", checked
    )
    assert answer.endswith(checked)
    head, draws, rest = record.rpartition("draws ")
    path.write_text(f"{head}{draws}{3 - drawn[0]}{rest[1:]}", encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert "Roll 6 (seats) is recorded as" in capsys.readouterr().out


def an_attack(state: State) -> tuple[str, tuple[int, ...]]:
    """A legal move that fights, and the faces of its dice."""
    legal, combat = sheet(state), state.variant.combat
    assert combat is not None
    for move in legal.legal:
        fight = combat.fight(legal.movement, legal.position, move)
        if fight is not None:
            return legal.short(move), sum(fight.faces(), ())
    raise AssertionError("nobody can attack")


async def test_games_that_cannot_be_gone_on_with(discord_: Standin, referee: Referee) -> None:
    """A game that is over, or waits for dice, or began where none can, is not gone on with; the reason is told."""
    alice = discord_.human("alice")
    over = SHEET + "* Blue resigns\n"
    waits = '[Game "hexeh"]\n[Options "combat=poly"]\nTbxc6'
    begun = '[Game "hexeh"]\n[Position "4/5/2G3/E2E2e/6/5/4 2"]\nEd6'
    async with untouched(discord_, referee):
        answer = await told(await alice.slash("record continue", file=file(over)))
        assert answer == (
            "That game cannot go on: that game is over (Red wins: resignation). You can still look at it."
        )
        answer = await told(await alice.slash("record continue", file=file(waits)))
        assert answer.startswith("That game cannot go on: the dice of its last attack are still to be rolled.")
        answer = await told(await alice.slash("record continue", file=file(begun)))
        assert "no game can begin from this position: Red has more than one empress: on d1 and d4." in answer
        answer = await told(await alice.slash("record continue", file=file(SHEET), opponent=alice))
        assert answer.startswith("You cannot challenge yourself.")
        answer = await told(await alice.slash("record continue", file=file(SHEET), opponent=discord_.robot()))
        assert answer.startswith("Bots do not play")
        answer = await told(await alice.slash("record continue", file=file(SHEET), side="Green"))
        assert answer == "The sides are Red or Blue, or random."
        message = await looked(alice, waits)
        assert "Move 1 of 1." in message.content


async def test_a_game_from_a_position_gone_on_with_twice(discord_: Standin, referee: Referee) -> None:
    """A game from its own position is gone on with from there; its record can be gone on with again."""
    sheet = '[Game "hexeh"]\n[Position "4/5/2G3/E2W2e/6/5/4 2"]\n1... Ed6 {2026-11-21T12:00:00Z}\n'
    alice, bob = discord_.human("alice"), discord_.human("bob")
    for number in (1, 2):
        message = await gone_on(alice, sheet, number, side="Red", clock="none")
        await told(await bob.press(message, "Accept"))
        await discord_.channel().wait_for(says(f"#{number} ", "to move"), after=message)
        sheet = await record_of(bob, number)
    state = read_scoresheet(sheet).state
    kinds = [type(event.what).__name__ for event in state.events]
    assert kinds == ["Moved", *["Continued", "Opened", "Seated"] * 2]
    assert state.events[0].at == 1795262400000
    assert [game.start for game in await games_of(referee)] == ["4/5/2G3/E2W2e/6/5/4 2"] * 2


async def test_three_go_on(discord_: Standin, referee: Referee) -> None:
    """A game for three is gone on with by three, who gather as for any other; its seats are drawn by the new dice."""
    assert referee.is_ready()
    alice, bob, carol = (discord_.human(name) for name in ("alice", "bob", "carol"))
    sheet = '[Game "nd-wellisch-3"]\n1. c5d6 j13j12'
    assert (
        await told(await alice.slash("record continue", file=file(sheet), clock="none"))
        == "You have made challenge #1."
    )
    lobby = await alice.place.wait_for(says("#1 ", "invites players to a game for 3"))
    assert "going on with an imported game after 1 round (Blue to move)." in lobby.content
    assert [part.filename for part in lobby.attachments] == ["start.png", "game-1.txt"]
    await fill(lobby, [bob, carol])
    await answered(await alice.press(lobby, "Start"))
    board = await discord_.channel().wait_for(says("#1 ", "(Blue) to move"), after=lobby)
    assert board.pinged.users == {alice.id, bob.id, carol.id}
    party = Party(discord_, (alice, bob, carol), board)
    await party.move("k7k8")
    record = untimed(await record_of(bob))
    lines = [line for line in record.splitlines() if re.match(r"\*|\d", line)]
    assert lines[0] == "1. P5d6 Pjj12"
    assert lines[1] == '* The referee continues game "" under commitment ""'
    assert lines[2].startswith("* The referee opens the game with message ")
    assert [line.split(" of ")[1] for line in lines[3:5]] == ["3 for seats", "2 for seats"]
    assert lines[5].startswith("* The referee seats the players as ")
    assert lines[6:] == ["1. … Pk8"]


async def test_a_challenge_to_go_on_is_withdrawn(discord_: Standin, referee: Referee) -> None:
    """A challenge to go on with a game that is withdrawn leaves nothing but its number."""
    alice = discord_.human("alice")
    message = await gone_on(alice, SHEET, 1)
    await (await alice.press(message, "Withdraw")).reply()
    assert (labels(message), message.attachments) == ([], ())
    answer = await told(await alice.slash("move", notation="Tc3", game="1"))
    assert answer == "Challenge #1 is no longer open. Start a new one with /play."
    assert Proposed("draw") not in [event.what for event in await referee.controller.games.ledger.events(1)]


async def test_the_record_gives_the_position(pair: Pair) -> None:
    """`/record` tells the code of the position, which makes a challenge from there."""
    await pair.move("Tbc3")
    message = await shown(await pair.red.slash("record get"))
    code = re.search(r"`(.+)`", message.content)
    assert code
    outcome = await pair.red.slash("play", game="hexeh", position=code[1])
    assert await told(outcome) == "You have made challenge #2."
    await pair.channel.wait_for(says("#2 ", "from a position of the challenger's own (Blue to move)"))
