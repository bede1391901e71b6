"""What somebody meets who sits down at the terminal for the first time."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from bot.console import screens as waiting
from bot.console.looking import SIGNS
from bot.console.screens import Screen, _Words
from bot.games.pictures import themes_for
from engine.variants import GAMES, variant_of
from renderer import Target
from tests.bot.console.conftest import Typed, after


async def test_the_first_lines(typed: Typed) -> None:
    """A player is told what is played, what the letters mean, what to type and where the other games are."""
    lines = (await typed()).split("\n\n")[-1].splitlines()
    welcome = (
        'Type a move, such as Ga2, or "help"; "rules" tells how to play, "quit" leaves and keeps the game. '
        f'"games" lists all {len(GAMES)} games, "new GAME" begins one, "referee 3" lets me play against you.'
    )
    assert lines[1:] == [
        f"Hexeh: {GAMES['hexeh'].sentence}",
        "The pieces: E empress, W wizard, P prowler, T traveler and G guard.",
        "On the board G Red's and g Blue's pieces.",
        welcome,
    ]


async def test_new_alone_begins_nothing(typed: Typed) -> None:
    """`new` asks which game; a game is named in any case."""
    text = await typed("new", "new CHESS", "new")
    assert text.count('Which game? "new hexeh" begins this one again; "games" lists them all.\n') == 1
    assert "Game 2: Chess.\n" in after("new CHESS", text)
    assert 'Which game? "new chess"' in text


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hello", "Hello! Red is to move. Type the letter of a piece and the cell it goes to, such as Ga2"),
        ("how do I move?", 'or both cells: a1a2. "moves" shows which pieces can move, "moves a1" where'),
        ("?", "moves, moves c2    mark"),
        ("pass", "You cannot pass; "),
        ("score", "Nobody scores points: "),
        ("learn", '"explore" lets you try moves.\n'),
        ("bye", '"quit" leaves and keeps the game'),
        ("fnord", '"help" lists what else you can type.\n'),
        ("theme", 'Now it is auto; "theme slate" changes it.\n'),
        ("theme walnut", "There is no theme “walnut” for this game; choose slate, meadow, paper, contrast or auto.\n"),
        ("rules X", "There is no piece “X”; the pieces are E empress, W wizard, P prowler, T traveler and G guard.\n"),
        ("picture", "This terminal is not known to show pictures; "),
        ("undo", "You have made no move that could be taken back.\n"),
    ],
)
async def test_what_people_type(typed: Typed, line: str, answer: str) -> None:
    """Greetings, questions and words of other programs get a way on, and begin no move."""
    assert answer in after(line, await typed(line))


async def test_undo_is_takeback(typed: Typed) -> None:
    """`undo` takes back; when the game is over, a question about moving leads to other games."""
    text = await typed("Tbc3", "undo", "y", "Tbc3", "draw", "accept", "how do I move")
    assert "Taken back: Red's Tbc3.\n" in text
    assert 'This game is over. "new hexeh" plays it again, ' in after("how do I move", text)


async def test_the_rules_of_one_piece(typed: Typed) -> None:
    """A piece stands alone on the board, its targets marked, above its rule; letters and names are understood."""
    text = await typed("rules g", "rules Guard", "rules", "rules all")
    shown = after("rules g", text)
    assert shown == after("rules Guard", text)
    assert sorted(re.findall(r"[-+x][a-g]\d", shown)) == ["+c4", "+d5", "+e4", "-c3", "-d3", "-e3"]
    assert "(G)" in shown
    assert shown.endswith(f"The guard (G) {variant_of('hexeh').by_letter['G'].text}\n")
    assert "silent" in after("rules all", text)
    assert "silent" not in after("rules", text)
    assert after("rules", text).endswith(
        '"rules G" shows one piece on the board; "rules all" adds the rulings for rare cases.\n'
    )


def test_every_sign_of_a_lone_piece_has_a_mark() -> None:
    """The signs that diagrams put on targets are known at the terminal."""
    assert set(SIGNS) == {target.name for target in Target}
    assert "walnut" in themes_for(variant_of("chess"))


async def test_themes(typed: Typed, tmp_path: Path) -> None:
    """A theme is chosen for all games to come, also for their other sides, until `theme auto`."""
    picture = tmp_path / "local-board.png"
    await typed("board")
    before = picture.read_bytes()
    text = await typed("theme Paper", "turn", "Tbc3", "undo", "yes")
    assert "Boards are drawn in paper from now on.\n" in after("theme Paper", text)
    chosen = picture.read_bytes()
    assert chosen != before
    assert "theme: paper (theme can be auto," in after("settings", await typed("settings"))
    assert picture.read_bytes() == chosen
    await typed("theme auto")
    assert picture.read_bytes() == before


async def test_the_pieces_as_a_picture(typed: Typed, tmp_path: Path) -> None:
    """`pieces` draws how all pieces move, and says where."""
    assert str(tmp_path / "local-pieces.png") in after("pieces", await typed("pieces"))
    assert (tmp_path / "local-pieces.png").read_bytes().startswith(b"\x89PNG")


async def test_pictures_that_cannot_be_written(typed: Typed, tmp_path: Path) -> None:
    """A picture that cannot be written is told of, and the game goes on."""
    (tmp_path / "local-board.png").mkdir()
    (tmp_path / "local-pieces.png").mkdir()
    text = await typed("Tbc3", "pieces")
    assert "The picture cannot be written: " in after("Tbc3", text)
    assert "The picture cannot be written: " in after("pieces", text)


async def test_placements_come_first(typed: Typed) -> None:
    """Where pieces are placed before the first move, the side to place is told so, by the word on the card."""
    text = await typed("P@e2", "hi", "P@i4", variant="imperial")
    assert "White places two pawns first: P@e1, P@e2 or P@e3.\n" in text
    assert "White to move." not in text.split("> P@e2")[0]
    assert after("P@e2", text).endswith("Black places two pawns first: P@i3, P@i4 or P@i5.\n")
    assert after("hi", text).startswith("Hello! Black places two pawns first: ")
    assert after("P@i4", text).endswith("White to move.\n")


async def test_what_takes_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes longer than a moment is named, again and again, until it is over; what takes less is not."""
    told: list[tuple[str, float]] = []
    enough = asyncio.Event()

    def busy(_: Screen, what: str, seconds: int) -> None:
        told.append((what, seconds))
        if len(told) == 2:
            enough.set()

    monkeypatch.setattr(Screen, "busy", busy)
    assert await Screen().wait("Drawing", asyncio.sleep(0, "soon")) == "soon"
    assert told == []
    monkeypatch.setattr(waiting, "PATIENCE", 0.01)
    assert await Screen().wait("Drawing", enough.wait())
    assert told[:2] == [("Drawing", 0.01), ("Drawing", 0.02)]
    assert told[-1] == ("Drawing", 0)


def test_a_pipe_is_not_told_what_takes_long(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing comes between the answers that a program reads."""
    for seconds in (1, 2, 0):
        Screen().busy("Drawing", seconds)
    assert capsys.readouterr() == ("", "")


def completed(typed_so_far: str) -> list[str]:
    """What completes a line among some words."""
    words = _Words()
    words.words = [("new", ""), ("new chess", "Chess"), ("Nf3", "knight g1 to f3")]
    return [each.text for each in words.get_completions(Document(typed_so_far), CompleteEvent())]


def test_completion() -> None:
    """Lines of two words are offered once the first is typed."""
    assert completed("n") == ["new", "Nf3"]
    assert completed("new ") == ["new chess"]
    assert completed("x") == []
