"""The referee at a terminal: plain lines through a pipe, and the prompt on a terminal of its own."""

from __future__ import annotations

import os
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.lookahead.puzzles import shipped
from engine.records.audit import VOUCHED
from engine.variants import GAMES
from tests.bot.console.conftest import Typed, after
from tests.bot.support.people import let_secret_be, secret_giving, untimed
from tests.wire import ROOT

GAME = "Tfg2 Gcb4 Tgd5 Gb3 Tdb4 Tfe4 Ged3 Td5 Txc6 Te3 Txd7"
LONG = "f1g2 c5b4 g2d5 b4b3 d5b4 f5e4 e2d3 e4d5 b4c6 d5e3 c6d7"


async def test_moves_and_refusals(typed: Typed) -> None:
    """A move is made for the side to move, and one that is not legal is refused in the words of the rule."""
    text = await typed("Tbc3", "b5c4", "Ed7", "fnord")
    assert "Red: Tbc3 (traveler b1 to c3)" in after("Tbc3", text)
    assert "Blue to move." in after("Tbc3", text)
    assert "Blue: Tbc4 (traveler b5 to c4)" in after("b5c4", text)
    assert "“Ed7” is not legal: " in after("Ed7", text)
    assert after("fnord", text).startswith("I can't read “fnord” as a move.")
    assert "Red to move." not in after("Ed7", text)


async def test_help_and_looking(typed: Typed) -> None:
    """Help, the board, the rules and the moves of a piece can be asked for at any time, and change nothing."""
    text = await typed("help", "moves", "moves c2", "moves C2", "moves d4", "moves z9", "moves c5", "rules", "BOARD")
    assert "resign  resign for the side" in after("help", text)
    assert after("moves", text).endswith("Marks: * can move.\nRed can move from a1, b1, c2, e2, f1 and g1.\n")
    assert after("moves", text).count("*") == 7
    assert after("moves c2", text) == after("moves C2", text)
    assert after("moves c2", text).endswith("Red's guard on c2: Gcb2, Gc3, Gcd3.\n")
    assert re.findall(r"\+\S+|\(G\)", after("moves c2", text)) == ["+c3", "+b2", "+d3", "(G)"]
    assert after("moves d4", text) == "d4 is vacant.\n"
    assert after("moves z9", text) == "This board has no cell z9.\n"
    assert after("moves c5", text) == "c5 holds Blue's guard, and Red is to move.\n"
    assert "Capturing the enemy empress wins" in after("rules", text)
    assert "         5       e\n" in after("BOARD", text)
    assert "1." not in text.split("BOARD")[1]


async def test_draws(typed: Typed) -> None:
    """A draw is offered by the side to move and answered by the other; one that is not ripe is not claimed."""
    text = await typed("accept", "claim", "draw", "decline", "draw", "accept", "Tbc3")
    assert after("accept", text).startswith("No draw offer is open")
    assert after("claim", text) == "You cannot claim a draw yet (37-move rule: 0 of 37).\n"
    assert after("draw", text) == 'Red offers a draw.\n"accept" or "decline" answers for Blue.\n'
    assert after("decline", text) == "Blue declines the draw.\n"
    assert "Blue accepts the draw.\n" in text
    assert "Game over. Draw: by agreement.\n" in text
    assert after("Tbc3", text) == "This game is over: draw: by agreement.\n"


async def test_takebacks_ask_the_others(typed: Typed) -> None:
    """At one keyboard the last move is taken back for the side that made it, once the other has said yes."""
    text = await typed(
        "takeback", "Tbc3", "takeback", "no", "takeback", "yes", "Gc3", "Tfe4", "takeback 2", "y", "record"
    )
    assert after("takeback", text) == "You have made no move that could be taken back.\n"
    assert text.count("Red asks to take back Red's Tbc3.\nDoes Blue agree? (yes/no) ") == 2
    assert "Blue declines the takeback; the game goes on.\nBlue> " in text
    assert "Blue agrees. Taken back: Red's Tbc3.\n" in text
    assert "Blue agrees. Taken back: Blue's Tfe4 and Red's Gc3.\n" in text
    assert re.search(r"; long form:\n; undone:( \d+:\w{4}){3}\n\n$", after("record", text))


async def test_a_takeback_left_open(typed: Typed) -> None:
    """A request left open when the input ends counts as declined; nonsense for a number is refused."""
    assert "Blue declines the takeback" in await typed("Tbc3", "takeback")
    text = await typed("takeback x", "takeback 99", "takeback 0")
    for line in ("takeback x", "takeback 0"):
        assert after(line, text) == "How many moves? takeback 2 takes back two; you can take back at most 12.\n"
    assert after("takeback 99", text) == "At most 1 move can be taken back now.\n"


async def test_exploring(typed: Typed) -> None:
    """At one keyboard moves are tried on a copy, taken back and seen from all sides; the game stays as it was."""
    lines = ("explore", "Tbc3", "Ed7", "undo", "Gc3", "reset", "flip", "moves a1", "help", "back", "moves", "record")
    text = await typed(*lines)
    assert "Red's guard on a1: Ga2, Gab2.\n" in after("moves a1", text)
    assert len(re.findall(r"\+[ab]\d", after("moves a1", text))) == 2
    assert "Red: Tbc3 (traveler b1 to c3)\n" in after("Tbc3", text)
    assert "“Ed7” is not legal: " in after("Ed7", text)
    assert "Red to move." in after("undo", text)
    assert "Red to move." in after("reset", text)
    assert "undo    take the last move back" in after("help", text)
    assert "Red to move." in after("back", text)
    assert re.search(r"; long form:\n\n$", after("record", text))
    text = await typed("Tbc3", "explore 0", "Tbc3", "back", "explore 7", "explore x", "undo")
    assert after("explore 7", text).startswith("There is no move “7” in this game: it has 1 move so far.")
    assert after("explore x", text).startswith("There is no move “x” in this game")


async def test_exploring_fights(typed: Typed) -> None:
    """At one keyboard one says how a fight that is tried ends."""
    text = await typed("explore", "Tbxc6", "lost", "undo", "Tbxc6", "perhaps", "Tbxc6", options=("combat=poly",))
    asked = "How does the imagined fight end for the attacker: won, lost or tied? "
    assert f"{asked}lost\n" in text
    assert "The traveler falls." in text
    assert "**" not in text, "a terminal has no bold type"
    assert f"{asked}perhaps\nThe fight can be won, lost or tied; no move was tried.\n" in text


async def test_settings(typed: Typed) -> None:
    """At one keyboard settings are listed and chosen for all sides; nonsense is refused."""
    text = await typed("settings", "settings only-move on", "settings only-move maybe", "settings x on", "settings")
    assert after("settings", text) == (
        "only-move: off – you make your only legal move yourself (only-move can be off, on or all).\n"
        "letters: auto – boards drawn for you show each piece's letter until you have finished 3 games"
        " (letters can be auto, off or on).\n"
        "theme: auto (theme can be auto, slate, meadow, walnut, paper or contrast).\n"
    )
    assert after("settings only-move on", text).startswith(
        "only-move: on – your only legal move is made for you at once, unless"
    )
    assert after("settings only-move maybe", text) == "Only-move can be off, on or all.\n"
    assert (
        after("settings x on", text)
        == "There is no setting of that name; the settings are only-move, letters, theme, nudges and next.\n"
    )


async def test_an_only_move_at_the_terminal(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once chosen, an only move is made at once, and the moves before it are told, too."""
    let_secret_be(monkeypatch, secret_giving(lambda dice: dice(0, 8, 8) == (8, 1)))
    text = await typed("settings only-move all", "Tbxc6", "Ga3", options=("combat=poly",))
    assert "Red: Txd7" not in after("Tbxc6", text)
    assert after("Ga3", text).startswith("Blue: Ga3 (guard a4 to a3).\n")
    assert "Red: Txd7 (traveler c6 attacks empress on d7)" in after("Ga3", text)


async def test_resigning_asks_first(typed: Typed) -> None:
    """Resigning takes a yes; anything else, and the end of the input, leave the game as it is."""
    text = await typed("resign", "no", "resign", "", "Tbc3", "resign", "yes")
    assert text.count("Does Red really resign? (yes/no) ") == 2
    assert text.count("The game goes on.\n") == 2
    assert "Does Blue really resign? (yes/no) yes\nBlue resigns.\n" in text
    assert "Game over. Red wins: resignation.\n" in text
    assert "over> " not in await typed("new hexeh", "resign")
    assert "Red to move." in await typed("board")


async def test_what_a_check_vouches_for(typed: Typed) -> None:
    """A check at the end says that it vouches for the dice, not for the moves."""
    text = await typed("verify", "Tbxc6", "resign", "yes", "verify", options=("combat=poly",))
    assert "Secret" not in after("verify", text)
    found = text[text.rindex("> verify") :]
    assert re.search(rf"and (the only roll matches|all \d rolls match)\. {re.escape(VOUCHED)}\n", found)


async def test_a_finished_game_is_not_resigned(typed: Typed) -> None:
    """In a finished game, resigning is refused without asking whether one is sure."""
    assert "really" not in await typed("draw", "accept", "resign", "no")


async def test_a_whole_game(typed: Typed, tmp_path: Path) -> None:
    """A game is played to the captured empress, and its record tells all its moves."""
    text = await typed(*GAME.split(), "record")
    assert "Game over. Red wins: the empress has fallen.\n" in after("Txd7", text)
    assert "Blue has lost: empress, prowler" in after("Txd7", text)
    record = untimed(after("record", text))
    assert "1. Tfg2 Gcb4 2. Tgd5 Gb3" in record.replace("\n", " ")
    assert '[Result "Red wins: the empress has fallen"]' in record
    assert record.split("; long form: ")[1].replace("\n; ", " ").strip() == LONG
    with closing(sqlite3.connect(tmp_path / "local.sqlite")) as store:
        assert store.execute("SELECT stage, winner, reason, sequence FROM games").fetchall() == [
            ("over", 1, "royal-captured", 12)
        ]


async def test_several_games(typed: Typed) -> None:
    """Games are begun, listed and gone back to by number; the options of a new one are those it is given."""
    text = await typed(
        "Tbc3", "new hexeh", "games", "game 1", "board", "new travelers=straight", "game #2", "game 7", "game"
    )
    assert "Game 2: Hexeh.\n" in after("new hexeh", text)
    assert after("games", text).endswith(
        'Unfinished ("game 2" goes on with #2):\n'
        "  #2 Hexeh Red – Blue, Red to move\n  #1 Hexeh Red – Blue, Blue to move\n"
    )
    for game in GAMES.values():
        assert re.search(rf"^  {game.key} +{re.escape(game.sentence)} ", after("games", text), re.MULTILINE)
    assert "Game 1: Hexeh, resumed.\n" in after("game 1", text)
    assert "Blue to move." in after("board", text)
    assert "Game 3: Hexeh, travelers=straight.\n" in after("new travelers=straight", text)
    assert "Game 2: Hexeh.\n" in after("game #2", text)
    assert after("game 7", text) == "No unfinished game “7”. Unfinished: 1, 2 and 3.\n"
    assert after("game", text) == "No unfinished game “”. Unfinished: 1, 2 and 3.\n"


async def test_there_may_be_no_unfinished_game(typed: Typed) -> None:
    """Once all games are over the list says so, and the next start begins another."""
    text = await typed("resign", "yes", "games", "new zebra", "new travelers=flying")
    assert after("games", text).endswith('"new hexeh" begins a game.\nNo game here is unfinished.\n')
    assert after("new zebra", text) == f"There is no game 'zebra'; the games are {', '.join(GAMES)}.\n"
    assert after("new travelers=flying", text) == "Travelers can be winding or straight, not 'flying'.\n"
    assert (await typed()).startswith("Game 2: Hexeh.\n")


async def test_options_of_a_new_game_that_cannot_be_read(typed: Typed) -> None:
    """What is not name=value, or stands there twice, begins no game; nothing of it is left out in silence."""
    text = await typed("new hexeh straight", "new combat=poly combat=d6", "games")
    assert after("new hexeh straight", text) == "'straight' is not written name=value.\n"
    assert after("new combat=poly combat=d6", text) == "combat is given twice.\n"
    assert after("games", text).endswith(":\n  #1 Hexeh Red – Blue, Red to move\n")


async def test_quit_and_resume(typed: Typed) -> None:
    """Whoever leaves, by quitting or at the end of the input, finds the game where it was."""
    await typed("Tbc3", "QUIT", "b5c4")
    text = await typed("b5c4")
    assert text.startswith("Game 1: Hexeh, resumed.\n")
    assert "Red: Tbc3 (traveler b1 to c3)" in text
    assert "Game 1: Hexeh, resumed.\n" in await typed("quit", variant="hexeh")
    assert "Red to move." in await typed("quit")


async def test_options_at_the_start(typed: Typed) -> None:
    """An option chooses among the unfinished games, or begins one that has it."""
    assert "Game 1: Hexeh.\n" in await typed()
    assert "Game 2: Hexeh, travelers=straight.\n" in await typed(options=("travelers=straight",))
    assert "Game 2: Hexeh, travelers=straight.\n" in await typed(variant="hexeh", options=("travelers=straight",))
    assert "Game 1: Hexeh.\n" in await typed(variant="hexeh", options=("travelers=winding",))


@pytest.mark.parametrize(
    ("variant", "options", "complaint"),
    [
        ("shogi", (), f"There is no game 'shogi'; the games are {', '.join(GAMES)}.\n"),
        ("hexeh", ("speed=high",), "Hexeh has no option 'speed'; its options are travelers and combat.\n"),
        ("", ("straight",), "'straight' is not written name=value.\n"),
    ],
)
async def test_what_does_not_exist_ends_the_program(
    typed: Typed, variant: str, options: tuple[str, ...], complaint: str
) -> None:
    """An unknown game or option ends the program with status 2 and a sentence."""
    assert await typed(variant=variant, options=options, status=2) == complaint


async def test_an_unusable_file_ends_the_program(typed: Typed, tmp_path: Path) -> None:
    """A file that is no database ends the program with status 2 and a sentence."""
    (tmp_path / "local.sqlite").mkdir()
    assert (await typed(status=2)).startswith("cannot open the database local.sqlite: ")


async def test_the_picture(typed: Typed, tmp_path: Path) -> None:
    """After every change the board is a PNG whose whole path is shown once."""
    picture = tmp_path / "local-board.png"
    assert f"Picture: {picture}\n" in await typed()
    first = picture.read_bytes()
    assert (await typed("Tbc3", "board")).count(str(picture)) == 1
    assert first.startswith(b"\x89PNG")
    assert picture.read_bytes() not in (first, b"")


ODD = (
    "x" * 10_000,
    "\x1b[31mTbc3",
    "\u202e" * 50,
    "game " + "1" * 6000,
    "game ²",
    "moves " + "c" * 9000,
    "new " + "n" * 9000,
    "new = =",
    "\N{GRINNING FACE}",
)


@pytest.mark.parametrize("line", ODD, ids=lambda line: repr(line[:9]))
async def test_odd_input(typed: Typed, line: str) -> None:
    """A line that is nothing gets a short answer, and the game goes on."""
    text = await typed(line, "moves")
    assert "can move" in after("moves", text)
    assert len(text) < 2000 + len(line)


async def test_plain_lines(typed: Typed) -> None:
    """Where standard input is no terminal, nothing but plain text is written."""
    text = await typed("Tbc3", "moves", "rules", "record", "resign", "no")
    assert set(text) - {"\n"} == {character for character in text if character.isprintable()}


# ---- on a terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Any:
    """Start the referee on a terminal of its own, in an empty folder."""
    pexpect = pytest.importorskip("pexpect")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PROMPT_TOOLKIT", "NO_COLOR"))}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "bot", "--local", "--referee", "off"],
        cwd=str(tmp_path),
        env=kept | {"TERM": "xterm", "PYTHONPATH": str(ROOT), "PROMPT_TOOLKIT_NO_CPR": "1"},
        encoding="utf-8",
        dimensions=(40, 120),
        timeout=60,
    )
    yield child
    child.close(force=True)


def in_pieces(text: str) -> str:
    """A pattern for text that a terminal is told in one piece or several: what is typed may be shown as it comes."""
    return "(?:\x1b\\[[\\d;?]*[A-Za-z])*".join(map(re.escape, text))


def ended(terminal: Any) -> int | None:
    """Wait for the end of the program; its exit status."""
    terminal.read()
    terminal.close()
    status: int | None = terminal.exitstatus
    return status


def test_a_terminal_completes_moves(terminal: Any) -> None:
    """At a terminal Tab completes a legal move with its words; Ctrl-C clears the line, and leaves pressed twice."""
    terminal.expect("Red>")
    terminal.send("Tbc\t")
    terminal.expect(in_pieces("Tbc3"))
    terminal.send("\r")
    terminal.expect("Red: Tbc3 .traveler b1 to c3")
    terminal.expect("Blue>")
    terminal.send("tb\t")
    terminal.expect(in_pieces("Tbc4"))
    terminal.expect("traveler b5 to c4")
    terminal.sendcontrol("c")
    terminal.send("Tbc4\r")
    terminal.expect("Blue: Tbc4")
    terminal.expect("Red>")
    terminal.sendcontrol("c")
    terminal.expect("Ctrl-C again leaves; the game is kept.")
    terminal.expect("Red>")
    terminal.send("games\r")
    terminal.expect("Start here")
    terminal.expect("Red>")
    terminal.sendcontrol("c")
    terminal.expect("Ctrl-C again leaves; the game is kept.")
    terminal.expect("Red>")
    terminal.sendcontrol("c")
    assert ended(terminal) == 0


def test_a_terminal_is_left_by_quitting(terminal: Any) -> None:
    """At a terminal the board is painted, and quit, itself completed, leaves with status 0."""
    terminal.expect("\x1b\\[[0-9;]*;48;[0-9;]*;1m E ")
    terminal.expect("Red>")
    terminal.send("qu\t")
    terminal.expect(in_pieces("quit"))
    terminal.send("\r")
    assert ended(terminal) == 0


POSITION = "4/5/2G3/E2W2e/6/5/4 2"


async def test_positions(typed: Typed) -> None:
    """The position's code is told; a game begins from a code, and a wrong one is refused with every problem."""
    text = await typed("position", f"new position {POSITION}", "Ed6", "position", "new position 4/5/6/E5e/6/5/3q 7")
    assert after("position", text) == "G2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1\n"
    assert "Game 2: Hexeh." in after(f"new position {POSITION}", text)
    assert "Blue to move." in after(f"new position {POSITION}", text)
    assert "4/5/2G3/E2W1e1/6/5/4 1 quiet=0,1\n" in text
    assert after("new position 4/5/6/E5e/6/5/3q 7", text) == (
        "No game can begin from that position:\n• no piece of this game is written q\n"
        "• there is no side '7'; the sides are 1 (Red) and 2 (Blue)\n"
    )
    assert "position    this position's code" in await typed("help")


async def test_starting_from_a_position(typed: Typed) -> None:
    """The terminal begins a game from the code it is started with, and refuses one that cannot be played."""
    assert "Game 1: Hexeh." in await typed("Ed6", code=POSITION)
    assert "Game 2: Hexeh." in await typed("record", code=POSITION)
    assert f'[Position "{POSITION}"]' in await typed("game 1", "record")
    text = await typed(code="4/5/6/E5e/6/5/4 1", variant="hexeh", status=2)
    assert text.startswith("No game can begin from that position: the game would be over at once")


async def test_saving_and_loading(typed: Typed, tmp_path: Path) -> None:
    """A game is saved, and gone on with from the file as a game of its own; a file is not written over."""
    text = await typed("Tbc3", "Tfe4", "save", "save my game.txt", "save my game.txt", "save no/such/folder/x.txt")
    assert (tmp_path / "game-1.txt").read_text("utf-8") == (tmp_path / "my game.txt").read_text("utf-8")
    assert f"Saved in {tmp_path / 'game-1.txt'}." in after("save", text)
    assert text.count("my game.txt is there already; name another file.") == 1
    refused = "no/such/folder/x.txt cannot be written: No such file or directory; name another file.\n"
    assert after("save no/such/folder/x.txt", text) == refused
    text = await typed("load my game.txt", "Tcxc6", "record", "game 1")
    assert after("load my game.txt", text).startswith("Game 2: Hexeh, resumed.")
    assert "Blue: Tfe4 (traveler f5 to e4)" in after("load my game.txt", text)
    record = untimed(after("record", text))
    assert "1. Tbc3 Tfe4\n* The referee continues game 1 under commitment " in record
    assert "2. Tcxc6\n" in record
    assert "Blue: Tfe4" in after("game 1", text)


async def test_looking_back(typed: Typed, tmp_path: Path) -> None:
    """The board after any move of the game, or of a saved one, is shown; the game itself stays where it is."""
    sheet = '[Game "nd-wellisch-3"]\n* Gold resigns\n'
    (tmp_path / "three.txt").write_text(sheet, encoding="utf-8")
    text = await typed("Tbc3", "Tfe4", "board 1.", "board 0", "board 99", "load three.txt 0", "Tcxc6")
    assert "After 1. Tbc3:\n" in after("board 1.", text)
    assert "Red: Tbc3 (traveler b1 to c3)\n" in after("board 1.", text)
    assert "Blue to move." in after("board 1.", text)
    assert "At the start:\n" in after("board 0", text)
    assert after("board 99", text).startswith("There is no move “99” in this game: it has 1 move so far.")
    assert "Red to move.\n" in after("load three.txt 0", text)
    assert "Red: Tcxc6" in after("Tcxc6", text)


async def test_files_that_cannot_be_loaded(typed: Typed, tmp_path: Path) -> None:
    """A file that is missing, no scoresheet, or of a game that is over is refused with the reason."""
    (tmp_path / "bad.txt").write_text('[Game "hexeh"]\nTbc3 Tbc3\n', encoding="utf-8")
    (tmp_path / "over.txt").write_text('[Game "hexeh"]\n* Red resigns\n', encoding="utf-8")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    (tmp_path / "large.txt").write_text("x" * 70_000, encoding="utf-8")
    text = await typed(
        "load none.txt", "load", "load bad.txt", "load over.txt", "load bytes", "load large.txt", "load ."
    )
    assert "I can't read that scoresheet: " in after("load none.txt", text)
    assert after("load", text) == "I can't read that scoresheet: name the file, such as load game-1.txt.\n"
    assert "line 2, column 6: “Tbc3” is not legal" in after("load bad.txt", text)
    assert "that game is over (Blue wins: resignation). You can still look at it." in after("load over.txt", text)
    assert "it is not a text file (UTF-8)" in after("load bytes", text)
    assert "it is larger than the 65536 bytes I read" in after("load large.txt", text)
    assert "I can't read that scoresheet: " in after("load .", text)
    assert "Game 2" not in text


async def test_letters_beside_the_icons(typed: Typed, tmp_path: Path) -> None:
    """Letters are chosen for the pictures of all sides."""
    await typed("settings letters off", "board")
    plain = (tmp_path / "local-board.png").read_bytes()
    text = await typed("settings letters on", "board", "settings letters loud")
    assert "letters: on – boards drawn for you show each piece's letter beside its icon" in text
    assert "Letters can be auto, off or on." in text
    assert (tmp_path / "local-board.png").read_bytes() != plain


async def test_puzzles(typed: Typed) -> None:
    """A puzzle is drawn with its task; moves are judged, the solution is shown, and the game stays as it was."""
    text = await typed(
        "Tbc3", "puzzle hexeh easy", "help", "moves", "Qz9", "hint", "solution", "next", "back", "record"
    )
    assert "Puzzle: Hexeh, easy" in text
    assert any(puzzle.task in text for puzzle in shipped().values() if puzzle.game == "hexeh")
    assert "Hint: move your " in text
    assert "This is how it is done.\nThe solution: 1. " in text
    assert "another puzzle" in text
    assert "**" not in text
    assert "Tbc3" in text.rsplit("puzzle> ", 1)[-1]


async def test_no_puzzles(typed: Typed) -> None:
    """A game that has none is refused, and the game goes on."""
    text = await typed("puzzle nd-wellisch-three", "Tbc3")
    assert "Puzzles are for games for two, without fights." in text
    assert "Tbc3" in text
