"""Every command of the terminal: what it does and what it refuses, as lines typed and parts of what is answered."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.console import HELP
from bot.console.screens import Terminal
from engine.clocks.control import DAY
from engine.lookahead.search import LEVELS
from engine.variants import GAMES
from tests.bot.console.conftest import Typed, after
from tests.bot.support.damaged import by_hand, garble
from tests.bot.support.people import untimed
from tests.bot.support.timed import Time

GAME = "Tfg2 Gcb4 Tgd5 Gb3 Tdb4 Tfe4 Ged3 Td5 Txc6 Te3 Txd7"
LONG = "f1g2 c5b4 g2d5 b4b3 d5b4 f5e4 e2d3 e4d5 b4c6 d5e3 c6d7"
POSITION = "4/5/2G3/E2W2e/6/5/4 2"
PROMPT = re.compile(r"^\w+> .*\n", re.MULTILINE)

SCRIPTS: dict[str, list[tuple[str, ...]]] = {
    "hexeh: moves": [
        ("Tbc3", "Red: Tbc3 (traveler b1 to c3)", "Blue to move."),
        ("b5c4", "Blue: Tbc4 (traveler b5 to c4)"),
        ("Ed7", ""),
        ("fnord", "“fnord” isn't a move.", '"help" lists what else you can type.'),
    ],
    "hexeh: looking": [
        ("help", "resign  resign for the side"),
        ("moves", "Red can move from a1, b1, c2, e2, f1 and g1."),
        ("moves C2", "(G)", "+c3", "Red's guard on c2: Gcb2, Gc3, Gcd3."),
        ("moves d4", "d4 is vacant."),
        ("moves z9", "This board has no cell z9."),
        ("moves c5", "c5 holds Blue's guard, and it's Red's move."),
        ("rules", "Take the enemy empress and you win", '"rules G" shows one piece'),
        ("rules Guard", "(G)", "+e4", "-c3", "The guard (G) "),
        ("rules all", "Rulings"),
        ("rules X", "There's no piece “X”"),
        ("web", "only from a terminal."),
        ("BOARD", "         5       e"),
        ("record", '[Game "hexeh@1"]'),
        ("luck", "Red has rolled no dice."),
    ],
    "hexeh: draws": [
        ("accept", "There's no draw offer to answer"),
        ("claim", "Too early to claim a draw"),
        ("draw", "Red offers a draw.", '"accept" or "decline" answers for Blue.'),
        ("decline", "Blue declines the draw."),
        ("draw",),
        ("accept", "Draw – Red and Blue. By agreement."),
        ("Tbc3", "That game is over – draw by agreement."),
        ("how do I move", 'This game is over. "new" plays it again, '),
    ],
    "hexeh: takebacks": [
        ("takeback", "You haven't made a move that can be taken back."),
        ("Tbc3",),
        ("undo", "Red asks to undo Red's Tbc3.", '"accept" or "decline" answers for Blue.'),
        ("decline", "Blue declines the takeback"),
        ("undo",),
        ("accept", "Blue agrees. Taken back: Red's Tbc3.", "Red to move."),
    ],
    "hexeh: resigning": [
        ("resign / no", "Does Red really resign? (yes/no) no", "The game continues."),
        ("Tbc3",),
        ("resign / yes", "Blue resigns.", "Red wins."),
        ("resign", "That game is over"),
        ("games", "There are no unfinished games here."),
    ],
    "hexeh combat=poly: checking the dice": [
        ("verify", "when it's over"),
        ("Tbxc6", " prowler "),
        ("resign / yes",),
        ("verify", "genuine: ", "from the secret I committed to before the game."),
    ],
    "hexeh: several games": [
        ("Tbc3",),
        ("new CHESS", "Game 2: Chess."),
        ("games", *GAMES, "  #2 Chess White – Black, White to move", "  #1 Hexeh Red – Blue, Blue to move"),
        ("game #1", "Game 1: Hexeh, resumed.", "Blue to move."),
        ("new travelers=straight", "Game 3: Hexeh, travelers=straight."),
        ("new", "Game 4: Hexeh, travelers=straight."),
        ("game 7", "No unfinished game “7”. Unfinished: 1, 2, 3 and 4."),
        ("new zebra", "There's no game 'zebra'"),
        ("new travelers=flying", "Travelers can be winding or straight"),
        ("new hexeh straight", "'straight' isn't written name=value."),
        ("new time later", "“later” isn't a time control."),
    ],
    "hexeh: positions": [
        ("position", "G2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1"),
        (f"new position {POSITION}", "Game 2: Hexeh.", "Blue to move."),
        ("new position 4/5/6/E5e/6/5/3q 7", "• no piece of this game is written q", "• there's no side '7'"),
    ],
    "hexeh: looking back": [
        ("Tbc3",),
        ("Tfe4",),
        ("board 1.", "After 1. Tbc3:", "Blue to move."),
        ("board 0", "At the start:"),
        ("board 99", "There's no move “99” in this game"),
    ],
    "hexeh: hints": [
        ("hint", "Look at your ", '("hint" again for more)'),
        ("resign / yes",),
        ("hint", "Nothing to advise"),
    ],
    "hexeh: words of other programs": [
        ("hello", "Hello! Red is to move."),
        ("how do I move?", "or both cells: a1a2."),
        ("?", "moves, moves c2    mark"),
        ("pass", "You can't pass; "),
        ("score", "There are no points: "),
        ("bye", '"quit" saves the game'),
    ],
    "imperial: placements": [
        ("P@e2", "Black places two pawns first: P@i3, P@i4 or P@i5."),
        ("hi", "Hello! Black places two pawns first: "),
        ("P@i4", "White to move."),
    ],
    "toy-three: three": [
        ("resign pink", "The sides are Red, Gold and Blue."),
        ("resign gold / yes", "Gold resigns.", "Gold resigns; Gold's pieces are removed."),
        ("c2c3", "Blue to move."),
        ("resign gold", "You're no longer in this game."),
        ("c5d5", "Blue: Sd5 (spear c5 to d5)"),
        ("resign / yes", "Blue wins as the last one standing!"),
    ],
    "toy-four: a draw of four": [
        ("draw", "White offers a draw.", '"accept" or "decline" answers for Red.'),
        ("accept", "Red accepts the draw. 2 of 4 agree: White and Red; waiting for Black and Blue."),
        ("decline", "Black declines the draw."),
    ],
    "toy-four: checks": [("Qe4", "White and Black attack Red's king; ")],
    "hexeh: the referee plays": [
        ("referee", *(level.text for level in LEVELS), "All sides play at this keyboard."),
        ("referee 9", "There's no level “9”"),
        ("referee 2 pink", "The sides are Red and Blue."),
        ("referee 1 Red Blue", "I'd play all sides. Leave one for yourself."),
        ("referee 1", "I play Blue at level 1."),
        ("Tbc3", "I'm thinking.", "Blue: ", "Red to move."),
        ("undo", "Hexmarshal agrees. Taken back: Blue's ", "Red's Tbc3"),
        ("draw", "Hexmarshal declines the draw."),
        ("Tbc3",),
        ("referee 1 Red", "Blue to move.", "I play Red at level 1."),
        ("referee off", "All sides play at this keyboard."),
        ("new referee 1", "Game 2: Hexeh.", "I play Blue at level 1."),
        ("new chess", "Game 3: Chess.", "I play Black at level 1."),
        ("new referee off", "All sides play at this keyboard."),
    ],
    "nd-wellisch-3: the referee plays two": [("referee 1", "I play Gold at level 1 and Blue at level 1.")],
    "hexeh combat=poly: the referee fights": [("referee 1",), ("Tbxc6", " falls.", "Blue: ")],
    "hexeh time=3d: clocks": [
        ("board", "Red runs out of time on 2025-11-24 at 12:00 UTC; Blue has 3 days. Time: 3 days per move."),
        ("flag", "Red has 3 days left."),
        ("pause", "Red offers a pause."),
        ("accept", "Blue agrees: the game is paused."),
        ("Tbc3", "This game is paused."),
        ("pause", "This game is paused already."),
        ("resume", "Red resumes the game."),
        ("new time 10+5", "Time: 10 minutes + 5 seconds.", "Red runs out of time in 10 minutes, at "),
        ("new hexeh time none", "Game 3: Hexeh."),
        ("pause", "This game has no clock."),
    ],
}
"""Scripts, by the game, options and time that they begin with and what they show: lines typed, answers to the questions
that follow behind slashes, and parts of what is answered."""


@pytest.mark.parametrize("title", SCRIPTS)
@pytest.mark.usefixtures("toys", "time")
async def test_commands(typed: Typed, title: str) -> None:
    """Each line is answered as the script says; what is refused leaves the game as it was."""
    variant, *options = title.partition(":")[0].split()
    clock = [word.removeprefix("time=") for word in options if word.startswith("time=")]
    script = SCRIPTS[title]
    lines = [line for typed_line, *_ in script for line in typed_line.split(" / ")]
    chosen = tuple(word for word in options if not word.startswith("time="))
    text = await typed(*lines, variant=variant, options=chosen, time="".join(clock))
    answers = PROMPT.split(text)[1:]
    assert len(answers) == len(script), text
    for (line, *parts), answer in zip(script, answers, strict=True):
        assert [part for part in parts if part not in answer] == [], f"{line!r} is answered by:\n{answer}"


# ---- games kept


async def test_a_whole_game(typed: Typed, tmp_path: Path) -> None:
    text = await typed(*GAME.split(), "record")
    assert "Red wins by capturing the empress!\n" in after("Txd7", text)
    assert "Blue has lost: empress, prowler" in after("Txd7", text)
    record = untimed(after("record", text))
    assert '[Result "Red wins by capturing the empress"]' in record
    assert record.split("; long form: ")[1].replace("\n; ", " ").strip() == LONG
    with closing(sqlite3.connect(tmp_path / "local.sqlite")) as store:
        assert store.execute("SELECT stage, winner, reason FROM games").fetchall() == [("over", 1, "royal-captured")]


async def test_quit_and_resume(typed: Typed) -> None:
    """Whoever leaves, by quitting or at the end of the input, finds the game there; options choose among games."""
    await typed("Tbc3", "QUIT", "b5c4")
    text = await typed("b5c4")
    assert text.startswith("Game 1: Hexeh, resumed.\n")
    assert "Red: Tbc3 (traveler b1 to c3)" in text
    assert "Game 2: Hexeh, travelers=straight.\n" in await typed(options=("travelers=straight",))
    assert "Game 1: Hexeh, resumed.\n" in await typed(variant="hexeh", options=("travelers=winding",))
    assert "Game 3: Hexeh." in await typed(level="2")
    assert "Game 3: Hexeh." in await typed(level="2")


async def test_starting_from_a_position(typed: Typed) -> None:
    assert "Game 1: Hexeh." in await typed("Ed6", code=POSITION)
    assert f'[Position "{POSITION}"]' in await typed("game 1", "record")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"variant": "shogi"}, "There's no game 'shogi'; the games are "),
        ({"variant": "hexeh", "options": ("speed=high",)}, "Hexeh has no option 'speed'"),
        ({"options": ("straight",)}, "'straight' isn't written name=value."),
        ({"code": "4/5/6/E5e/6/5/4 1", "variant": "hexeh"}, "A game can't start from that position: the game would be"),
        ({"time": "soon"}, "“soon” isn't a time control."),
        ({"level": "12"}, "There's no level “12”"),
    ],
)
async def test_what_does_not_exist_ends_the_program(typed: Typed, asked: dict[str, str], told: str) -> None:
    assert (await typed(**asked, status=2)).startswith(told)


async def test_saving_and_loading(typed: Typed, tmp_path: Path) -> None:
    """A game is saved, and gone on with from the file as a game of its own; a file is not written over."""
    text = await typed("Tbc3", "Tfe4", "save", "save my game.txt", "save my game.txt", "save no/such/folder/x.txt")
    assert (tmp_path / "game-1.txt").read_text("utf-8") == (tmp_path / "my game.txt").read_text("utf-8")
    assert f"Saved in {tmp_path / 'game-1.txt'}." in after("save", text)
    assert text.count("I can't save it as my game.txt: File exists. Name another file.") == 1
    assert "no/such/folder/x.txt: No such file or directory" in after("save no/such/folder/x.txt", text)
    text = await typed("load my game.txt", "Tcxc6", "record")
    assert after("load my game.txt", text).startswith("Game 2: Hexeh, resumed.")
    assert "* The referee continues game 1 under commitment " in untimed(after("record", text))


@pytest.mark.parametrize(
    ("file", "held", "told"),
    [
        ("none.txt", None, "No such file"),
        ("", None, "name the file, like load game-1.txt."),
        ("bad.txt", b'[Game "hexeh"]\nTbc3 Tbc3\n', "line 2, column 6: "),
        ("over.txt", b'[Game "hexeh"]\n* Red resigns\n', "that game is over (Blue wins by resignation)."),
        ("bytes", b"\xff\xfe", "it isn't a text file (UTF-8)"),
        ("large.txt", b"x" * 70_000, "it's larger than the 65536 bytes I can read"),
    ],
)
async def test_files_that_cannot_be_loaded(typed: Typed, file: str, held: bytes | None, told: str) -> None:
    if held is not None:
        Path(file).write_bytes(held)  # noqa: ASYNC240 - nothing else runs
    text = await typed(f"load {file}".strip())
    assert told in text.split("> load")[1]
    assert "Game 2" not in text


@pytest.mark.parametrize("how", ["folder", "text", "schema"])
async def test_an_unusable_file_ends_the_program(typed: Typed, how: str) -> None:
    path = Path("local.sqlite")
    if how == "folder":
        path.mkdir()  # noqa: ASYNC240 - nothing else runs
    elif how == "text":
        path.write_text("dear diary, " * 1000)  # noqa: ASYNC240
    else:
        await typed("Tbc3")
        garble(path, 0, b"\xff" * 2000, 100)
    (line,) = (await typed(status=2)).splitlines()
    assert re.match("can't (open|use) the database local.sqlite: ", line)


async def test_bad_games_are_passed_over(typed: Typed, caplog: pytest.LogCaptureFixture) -> None:
    await typed("Tbc3", variant="hexeh")
    await typed("new chess")
    with by_hand(Path("local.sqlite")) as store:
        store.execute("UPDATE games SET variant = 'shogi' WHERE number = 2")
    assert (await typed("games")).startswith("Game 1: Hexeh, resumed.\n")
    assert [text for text in caplog.messages if text.startswith("game 2 is set aside: ")]


# ---- clocks


async def test_time_between_two_sittings(typed: Typed, time: Time) -> None:
    """While nobody sits at the terminal for longer than the grace, no clock runs; after it, a flag falls."""
    await typed("Tbc3", time="3d")
    time.go(9 * DAY)
    text = await typed("board", "record")
    assert "Blue runs out of time on 2025-12-03 at 12:00 UTC; Red has 3 days." in after("board", text)
    assert '[TimeControl "3d/move"]' in after("record", text)


async def test_a_flag_falls(typed: Typed, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line typed after the deadline is too late; in a soft game the other side claims with `flag`."""
    ask = Terminal.ask

    async def slowly(self: Terminal, *about: Any) -> str:
        line = await ask(self, *about)
        time.go(3 * DAY * line.startswith(("b5c4", "flag")))
        return line

    monkeypatch.setattr(Terminal, "ask", slowly)
    assert "Red wins. Blue ran out of time.\n" in after("b5c4", await typed("Tbc3", "b5c4", time="3d"))
    assert "Blue wins. Red ran out of time.\n" in after("flag", await typed("flag", time="3d soft"))


# ---- what is written


@pytest.mark.parametrize(
    "line", ["x" * 10_000, "\x1b[31mTbc3", "\u202e" * 50, "game " + "1" * 6000, "game ²", "new = ="], ids=ascii
)
async def test_odd_input(typed: Typed, line: str) -> None:
    """A line that is nothing gets a short and plain answer, and the game goes on."""
    text = await typed(line, "moves")
    assert "can move" in after("moves", text)
    assert len(text) < 2000 + len(line)


async def test_plain_lines(typed: Typed) -> None:
    """Where standard input is no terminal, nothing but plain text is written."""
    text = await typed("Tbc3", "moves", "rules", "record", "resign", "no")
    assert set(text) - {"\n"} == {character for character in text if character.isprintable()}


def test_help_fits_a_terminal_of_80_columns() -> None:
    assert max(map(len, HELP.splitlines())) <= 80
