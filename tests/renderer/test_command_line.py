"""Pictures at the prompt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from engine.movement.generator import threats
from engine.records.replay import replay_moves
from engine.records.scoresheet import scoresheet
from engine.variants import variant_of
from renderer import Marks, diagram_sheet, draw, piece_sheet, theme_for
from renderer.command_line import main
from renderer.scene import game_scene, marks_at, scene_of
from tests.renderer.samples import DUEL

HEXEH, CHESS = variant_of("hexeh"), variant_of("combat-chess")
OPENED = replay_moves(CHESS, "e2e4 d7d5")
SLATE = theme_for("", ("Red", "Blue"))
ARRAY = "G2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1"
BOARD = ["combat-chess", "--after", "e2e4 d7d5"]


def scene(marks: Marks) -> bytes:
    shown = game_scene(OPENED, marks=marks)
    return draw(shown, theme_for("", shown.seats))


def test_a_picture_is_written(tmp_path: Path) -> None:
    """`python -m renderer` writes a PNG of the position after the moves and ends with status 0."""
    path = tmp_path / "board.png"
    command = [sys.executable, "-m", "renderer", "hexeh", "--after", "c2c3 c5c4", "-o", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with Image.open(path) as picture:
        assert picture.format == "PNG"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["hexeh", "--option", "travelers=straight"], lambda: draw(scene_of(HEXEH, HEXEH.start), SLATE)),
        (["hexeh", "--position", ARRAY], lambda: draw(scene_of(HEXEH, HEXEH.start), SLATE)),
        (["hexeh", "--seat", "2", "--letters"], lambda: draw(scene_of(HEXEH, HEXEH.start, 2, letters=True), SLATE)),
        ([*BOARD, "--targets", "e4"], lambda: scene(marks_at(OPENED, "e4"))),
        (
            [*BOARD, "--threats"],
            lambda: draw(
                game_scene(OPENED, threats=threats(OPENED.movement, OPENED.position, 1)),
                theme_for("", ("White", "Black")),
            ),
        ),
        (
            ["combat-chess", "--after", DUEL],
            lambda: draw(game_scene(replay_moves(CHESS, DUEL)), theme_for("", ("White", "Black"))),
        ),
        (["hexeh", "--diagrams"], lambda: diagram_sheet(HEXEH, SLATE)),
        (["hexeh", "--diagrams", "Prowler"], lambda: piece_sheet(HEXEH, "P", SLATE)),
    ],
    ids=lambda each: " ".join(each[-2:]) if isinstance(each, list) else "",
)
def test_what_is_asked_is_drawn(words: list[str], expected: object, tmp_path: Path) -> None:
    """Options, positions, seats, letters, marks, fights and diagrams are drawn as the library draws them."""
    path = tmp_path / "board.png"
    assert main([*words, "-o", str(path)]) == 0
    assert callable(expected)
    assert path.read_bytes() == expected()


@pytest.mark.parametrize(
    "wrong",
    [
        ["nosuch"],
        ["hexeh", "--option", "travelers=flying"],
        ["hexeh", "--after", "a1a4"],
        ["hexeh", "--seat", "3"],
        ["hexeh", "--colour", "mauve"],
        ["hexeh", "--diagrams", "queen"],
        ["hexeh", "--diagrams", "--after", "c2c3"],
        ["hexeh", "--position", "4/4 1"],
        ["hexeh", "--targets", "c2", "--movable"],
        ["hexeh", "--strip"],
        ["hexeh", "-o", "nowhere/board.png"],
        ["--replay", "nowhere.txt"],
        ["--replay", "RECORD", "--to", "9"],
        ["--replay", "RECORD", "--after", "c2c3"],
        ["--replay", "RECORD", "--theme", "walnut"],
        ["--luck", "RECORD"],
        [],
    ],
    ids=" ".join,
)
def test_wrong_input_is_told_in_one_line(wrong: list[str], record: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = record.with_suffix(".out")
    words = ["-o", str(path), *(str(record) if word == "RECORD" else word for word in wrong)]
    with pytest.raises(SystemExit) as leaving:
        sys.exit(main(words))
    output = capfd.readouterr()
    assert (leaving.value.code, output.out, path.exists()) == (2, "", False)
    assert len(output.err.splitlines()) == 1


RECORD = '[Game "hexeh@1"]\n[Number "14"]\n[Red "Ana"]\n\n1. Tbc3 Tfe4 2. Tc4\nunfinished\n'


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORD, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "extra", "form", "frames"),
    [
        (RECORD, [], "GIF", 4),
        (RECORD, ["--from", "1", "--to", "2", "--theme", "paper", "--seat", "2"], "GIF", 2),
        (RECORD, ["--strip"], "PNG", 1),
        ('[Event "A"]\n1. e4 e5 1-0\n\n[Event "B"]\n1. d4 *\n', ["--game", "2"], "GIF", 2),
    ],
    ids=["whole", "a stretch", "a strip", "of several games"],
)
def test_a_record_is_replayed(record: Path, text: str, extra: list[str], form: str, frames: int) -> None:
    record.write_text(text, encoding="utf-8")
    path = record.with_suffix(".out")
    assert main(["--replay", str(record), *extra, "-o", str(path)]) == 0
    with Image.open(path) as picture:
        assert (picture.format, getattr(picture, "n_frames", 1)) == (form, frames)


def test_what_a_long_replay_leaves_out_is_told(
    record: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of more moves than are shown is shown evenly, which standard output tells."""
    monkeypatch.setattr("renderer.command_line.animate", lambda *_: None)
    record.write_text('[Game "hexeh@1"]\n\n' + " ".join(["Tbc3 Tfe4 T3b1 T4f5"] * 100), encoding="utf-8")
    assert main(["--replay", str(record), "-o", str(record.with_suffix(".gif"))]) == 0
    assert capfd.readouterr().out == "101 of 401 positions are left out, evenly, to keep it short.\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xff\xfe\x00", "isn't a text file (UTF-8)"),
        (RECORD.replace("Tc4", "Tc5").encode(), "line 5"),
        (RECORD.replace("hexeh@1", "hexeh@99").encode(), "edition"),
        (
            b'[Event "A"]\n1. e4 e5 1-0\n\n[Event "B"]\n1. d4 *\n',
            "it has 2 games; choose one by its number",
        ),
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


def test_cards_of_a_record_are_written(record: Path) -> None:
    """A scoresheet's end and luck are drawn, in a theme; another seat sees another board."""
    record.write_text(scoresheet(replay_moves(CHESS, DUEL), {"White": "Ana", "Black": "Łukasz"}), encoding="utf-8")
    path, pictures = record.with_suffix(".png"), set()
    for extra in (["--end"], ["--seat", "2", "--end"], ["--theme", "paper", "--end"], ["--luck"]):
        assert main([*extra, str(record), "-o", str(path)]) == 0
        pictures.add(path.read_bytes())
    assert len(pictures) == 4
