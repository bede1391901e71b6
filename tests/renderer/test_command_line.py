"""Pictures at the prompt."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from engine.movement.generator import threats
from engine.play.referee import sheet
from engine.records.replay import replay_moves
from engine.records.scoresheet import scoresheet
from engine.variants import variant_of
from renderer import Marks, diagram_sheet, draw, piece_sheet, scene_of, theme_for
from renderer.command_line import main
from tests.renderer.samples import DUEL


def test_a_picture_is_written(tmp_path: Path) -> None:
    """`python -m renderer` writes a PNG of the position after the moves and ends with status 0."""
    path = tmp_path / "board.png"
    command = [sys.executable, "-m", "renderer", "hexeh", "--after", "c2c3 c5c4", "-o", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with Image.open(path) as picture:
        assert picture.format == "PNG"


def test_options_seat_and_letters_are_taken(tmp_path: Path) -> None:
    """Options, seat and letters each lead to another picture than the plain one; the option alone to the same."""
    pictures = []
    for number, extra in enumerate(([], ["--seat", "2"], ["--letters"], ["--option", "travelers=straight"])):
        path = tmp_path / f"{number}.png"
        assert main(["hexeh", *extra, "-o", str(path)]) == 0
        pictures.append(path.read_bytes())
    plain, turned, lettered, straight = pictures
    assert plain == straight
    assert len({plain, turned, lettered}) == 3


def test_marks_are_drawn(tmp_path: Path) -> None:
    """Targets, what can move and threats are drawn as `scene_of` marks them."""
    chess = variant_of("combat-chess")
    e4, *reached = chess.board.cells("e4 d5 e5")
    state = replay_moves(chess, "e2e4 d7d5")
    position, movers = state.position, frozenset(move.origin for move in sheet(state).legal)
    scene = partial(scene_of, chess, position, last_move=state.last_move, before=state.played[-1].before)
    path = tmp_path / "board.png"
    for asked, expected in (
        (["--targets", "e4"], scene(marks=Marks(e4, frozenset(reached)))),
        (["--movable"], scene(marks=Marks(movable=movers))),
        (["--threats"], scene(threats=threats(state.movement, position, 1))),
    ):
        assert main(["combat-chess", "--after", "e2e4 d7d5", *asked, "-o", str(path)]) == 0
        assert path.read_bytes() == draw(expected, theme_for("", expected.seats))


def test_what_is_placed_counts_as_movable(tmp_path: Path) -> None:
    """Before the scouts are placed, the cells open to them are marked."""
    plain, marked = tmp_path / "plain.png", tmp_path / "marked.png"
    assert main(["imperial", "-o", str(plain)]) == main(["imperial", "--movable", "-o", str(marked)]) == 0
    assert plain.read_bytes() != marked.read_bytes()


def test_a_position_is_drawn(tmp_path: Path) -> None:
    """A position code is drawn as moves that lead there are."""
    pictures = []
    for number, extra in enumerate((["--position", "G1g1/T3t/P1G1gp/E4we/PG2Wp/T3t/G2g 2"], ["--position", ARRAY], [])):
        path = tmp_path / f"{number}.png"
        assert main(["hexeh", *extra, "-o", str(path)]) == 0
        pictures.append(path.read_bytes())
    assert pictures[1] == pictures[2] != pictures[0]


ARRAY = "G2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1"


def test_the_fight_of_the_last_move_is_drawn(tmp_path: Path) -> None:
    """A picture is higher after a fight than before it, and no longer so after a quiet answer."""
    heights = []
    for number, moves in enumerate(("e2e4 d7d5", "e2e4 d7d5 e4d5[1-6]", "e2e4 d7d5 e4d5[1-6] a7a6")):
        path = tmp_path / f"{number}.png"
        assert main(["combat-chess", "--after", moves, "-o", str(path)]) == 0
        with Image.open(path) as picture:
            heights.append(picture.height)
    before, fought, after = heights
    assert before == after < fought


def test_a_sheet_of_diagrams_is_written(tmp_path: Path) -> None:
    """`--diagrams` writes the game's sheet instead of a position, or with a piece's name or letter that piece's."""
    path, hexeh = tmp_path / "pieces.png", variant_of("hexeh")
    theme = theme_for("", [seat.name for seat in hexeh.seats])
    assert main(["hexeh", "--diagrams", "-o", str(path)]) == 0
    assert path.read_bytes() == diagram_sheet(hexeh, theme)
    for piece in ("Prowler", "p"):
        assert main(["hexeh", "--diagrams", piece, "-o", str(path)]) == 0
        assert path.read_bytes() == piece_sheet(hexeh, "P", theme)


@pytest.mark.parametrize(
    "wrong",
    [
        ["nosuch"],
        ["hexeh", "--option", "travelers"],
        ["hexeh", "--option", "travelers=flying"],
        ["hexeh", "--after", "a1a4"],
        ["hexeh", "--after", "hello there"],
        ["hexeh", "--seat", "3"],
        ["hexeh", "--seat", "two"],
        ["hexeh", "--colour", "mauve"],
        ["nosuch", "--diagrams"],
        ["hexeh", "--diagrams", "queen"],
        ["--replay", "game.txt", "--diagrams"],
        ["hexeh", "--diagrams", "--after", "c2c3"],
        ["hexeh", "--position", "4/4 1"],
        ["hexeh", "--diagrams", "--position", "4/5/6/E5e/6/5/3g 1"],
        ["hexeh", "--diagrams", "--letters"],
        ["hexeh", "--diagrams", "--seat", "2"],
        ["hexeh", "--diagrams", "--threats"],
        ["hexeh", "--targets", "z9"],
        ["hexeh", "--targets", "d4"],
        ["hexeh", "--targets", "c5"],
        ["hexeh", "--targets", "c2", "--movable"],
        ["--replay", "nowhere.txt", "--movable"],
    ],
)
def test_wrong_input_is_told_in_one_line(wrong: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Wrong input gives status 2, one line on standard error, and no file."""
    path = tmp_path / "board.png"
    try:
        status: object = main([*wrong, "-o", str(path)])
    except SystemExit as leaving:
        status = leaving.code
    output = capfd.readouterr()
    assert (status, output.out) == (2, "")
    assert len(output.err.splitlines()) == 1
    assert not path.exists()


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A path in a folder that does not exist gives status 2 and one line that names it."""
    assert main(["hexeh", "-o", str(tmp_path / "nowhere" / "board.png")]) == 2
    error = capfd.readouterr().err
    assert "nowhere" in error
    assert len(error.splitlines()) == 1


RECORD = '[Game "hexeh@1"]\n[Number "14"]\n[Red "Ana"]\n\n1. Tbc3 Tfe4 2. Tc4\nunfinished\n'


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A scoresheet's file."""
    path = tmp_path / "game.txt"
    path.write_text(RECORD, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("extra", "form", "frames"),
    [
        ([], "GIF", 4),
        (["--from", "1", "--to", "2", "--theme", "paper", "--seat", "2"], "GIF", 2),
        (["--strip"], "PNG", 1),
    ],
)
def test_a_record_is_replayed(record: Path, extra: list[str], form: str, frames: int) -> None:
    """A scoresheet's game becomes a GIF of the moves asked for, or a strip."""
    path = record.with_suffix(".out")
    assert main(["--replay", str(record), *extra, "-o", str(path)]) == 0
    with Image.open(path) as picture:
        assert (picture.format, getattr(picture, "n_frames", 1)) == (form, frames)


@pytest.mark.parametrize(
    ("extra", "why"),
    [
        (["--to", "9"], "there is no move 9: the game has 3 moves so far, so choose from 0 to 3"),
        (["--from", "3", "--to", "1"], "a replay cannot go from move 3 back to move 1; the game has 3 moves so far"),
        (["--seat", "3"], "Hexeh has seats 1 to 2, not 3"),
        (["--after", "c2c3"], "--replay goes without --after"),
        (["--theme", "mauve"], "argument --theme: invalid choice: 'mauve'"),
        (["--theme", "walnut"], "walnut has no colours for Red and Blue; choose slate, meadow, paper or contrast"),
    ],
)
def test_a_replay_that_cannot_be(record: Path, capfd: pytest.CaptureFixture[str], extra: list[str], why: str) -> None:
    """What is wrong is told in one line, and no file is begun."""
    path = record.with_suffix(".gif")
    with pytest.raises(SystemExit) as leaving:
        sys.exit(main(["--replay", str(record), *extra, "-o", str(path)]))
    told = capfd.readouterr().err
    assert (leaving.value.code, len(told.splitlines()), path.exists()) == (2, 1, False)
    assert told.startswith(why)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xff\xfe\x00", "is not a text file (UTF-8)"),
        (b"", "the tag Game is missing"),
        (RECORD.replace("Tc4", "Tc5").encode(), "line 5"),
        (RECORD.replace("hexeh@1", "hexeh@99").encode(), "edition"),
        (RECORD[:40].encode(), "line"),
    ],
)
def test_a_damaged_record_is_refused(record: Path, capfd: pytest.CaptureFixture[str], data: bytes, why: str) -> None:
    """A record that is cut short, of another edition, impossible or no text leaves no file and says what is wrong."""
    record.write_bytes(data)
    path = record.with_suffix(".gif")
    assert main(["--replay", str(record), "-o", str(path)]) == 2
    told = capfd.readouterr().err
    assert (len(told.splitlines()), path.exists()) == (1, False)
    assert why in told


def test_a_game_of_a_file_is_replayed(record: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Of a file of several games the one asked for is shown, and one is asked for."""
    record.write_text('[Event "A"]\n1. e4 e5 1-0\n\n[Event "B"]\n1. d4 *\n', encoding="utf-8")
    path = record.with_suffix(".gif")
    assert main(["--replay", str(record), "--game", "2", "-o", str(path)]) == 0
    with Image.open(path) as picture:
        assert getattr(picture, "n_frames", 1) == 2
    assert main(["--replay", str(record), "-o", str(path)]) == 2
    assert "it holds 2 games; choose one by its number: 1. A, 1-0; 2. B, *" in capfd.readouterr().err


def test_what_a_long_replay_leaves_out_is_told(record: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A game of more moves than are shown is shown evenly, which standard output tells."""
    record.write_text('[Game "hexeh@1"]\n' + "\n" + " ".join(["Tbc3 Tfe4 T3b1 T4f5"] * 100), encoding="utf-8")
    assert main(["--replay", str(record), "-o", str(record.with_suffix(".gif"))]) == 0
    assert capfd.readouterr().out == "101 of 401 positions are left out, evenly, to keep it short.\n"


def test_options_of_replays_go_with_replays(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A stretch or strip of no record, and nothing at all, are refused."""
    for arguments in (["hexeh", "--from", "1"], ["hexeh", "--strip"], ["hexeh", "--game", "1"], []):
        with pytest.raises(SystemExit):
            main([*arguments, "-o", str(tmp_path / "x.gif")])
        assert len(capfd.readouterr().err.splitlines()) == 1


def test_cards_of_a_record_are_written(tmp_path: Path) -> None:
    """A scoresheet's end and luck are drawn with the names it bears, in a theme; another seat sees another board."""
    record = tmp_path / "game.txt"
    state = replay_moves(variant_of("combat-chess"), DUEL)
    record.write_text(scoresheet(state, {"Number": "14", "White": "Ana", "Black": "Łukasz"}), encoding="utf-8")
    pictures = []
    for number, extra in enumerate((["--end"], ["--seat", "2", "--end"], ["--theme", "paper", "--end"], ["--luck"])):
        path = tmp_path / f"{number}.png"
        assert main([*extra, str(record), "-o", str(path)]) == 0
        pictures.append(path.read_bytes())
    assert len(set(pictures)) == 4


def test_cards_are_refused_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No file, a file that is no record, and a game without dice are each refused with a reason."""
    quiet, nonsense, out = tmp_path / "quiet.txt", tmp_path / "nonsense.txt", str(tmp_path / "x.png")
    quiet.write_text(scoresheet(replay_moves(variant_of("chess"), "e2e4"), {}), encoding="utf-8")
    nonsense.write_bytes(b"\xff\xfe")
    for asked in (
        ["--luck", str(quiet)],
        ["--end", str(nonsense)],
        ["--end", "absent"],
        ["--seat", "3", "--end", str(quiet)],
    ):
        assert main([*asked, "-o", out]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    aside = [["--end", str(quiet), *extra] for extra in (["--letters"], ["--from", "1"], ["--to", "1"])]
    aside.append(["--luck", str(quiet), "--seat", "2"])
    for wrong in ([], ["hexeh", "--end", str(quiet)], ["--end", str(quiet), "--luck", str(quiet)], *aside):
        with pytest.raises(SystemExit):
            main([*wrong, "-o", out])
