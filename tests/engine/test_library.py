"""The engine as others use it: the face's names, its examples, its refusals, and its types."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import engine
from engine import Game, Refused, Result, Variant, variants
from engine.notation.moves import AmbiguousMove, IllegalMove, UnreadableMove
from engine.play.refusals import BadDice, DiceDue, GameOver, NoFight, NothingToClaim
from engine.variants.variant import with_combat
from tests.engine.proposing import accept_draw, offer_draw
from tests.engine.toys import CHECK, THREE
from tests.suites import first

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "docs" / "engine.md"
LOOSELY = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def snippets() -> str:
    """The snippets of the tour, on the lines where they stand."""
    lines, inside = [], False
    for line in TOUR.read_text("utf-8").splitlines():
        fence = line.startswith("```")
        inside = not inside if fence else inside
        lines.append(line if inside and not fence else "")
    return "\n".join(lines) + "\n"


def refused(game: Game, text: str, dice: str | None = None) -> Refused:
    """What playing a text is refused with; the game stays as it is."""
    with pytest.raises(Refused) as caught:
        game.play(text, dice)
    return caught.value


def fight() -> Game:
    """A game in which a fight of d6 against d6 can begin."""
    return Game("combat-chess").play("e4").play("d5")


def highest(faces: Sequence[int]) -> Sequence[int]:
    """Dice that always show their highest face."""
    return faces


# ---- the examples


def test_the_examples_are_true() -> None:
    """Every example in the docstrings of the face does what it shows."""
    done = doctest.testmod(engine, optionflags=LOOSELY)
    assert (0, True) == (done.failed, done.attempted > 0)


def test_the_tour_is_true() -> None:
    """Every snippet of the tour does what it shows, one after the other."""
    test = doctest.DocTestParser().get_doctest(snippets(), {}, TOUR.name, str(TOUR), 0)
    done = doctest.DocTestRunner(optionflags=LOOSELY).run(test)
    assert (0, True) == (done.failed, done.attempted > 20)


@pytest.mark.slow
def test_the_tour_is_typed(tmp_path: Path) -> None:
    """The tour's snippets, as a program outside the house, pass mypy --strict."""
    program = tmp_path / "tour.py"
    program.write_text("".join(each.source for each in doctest.DocTestParser().get_examples(snippets())), "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", program.name]
    environment = {**os.environ, "MYPYPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# ---- a game as a value


@pytest.mark.parametrize("key", first(3, variants.GAMES))
def test_every_game_is_played_through_the_face(key: str) -> None:
    """Every game of the registry lists its moves in both notations, plays them, and comes back from its record."""
    game = Game(key)
    for number in range(4):
        short, long = game.legal_moves[7 * number % len(game.legal_moves)], game.long_moves[-1]
        assert len(game.legal_moves) == len(game.long_moves)
        game = game.play(short, highest)
        assert Game.from_record(game.record()) == game, long
    assert Game(key, position=game.code).legal_moves == game.legal_moves


def test_a_game_tells_how_it_ended() -> None:
    """A finished game has a result, in words too, nobody to move and nothing to play."""
    game = Game("chess")
    for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"]:
        assert (False, None) == (game.is_over, game.result)
        game = game.play(text)
    assert (1, "White to move", False) == (game.turn, game.status, game.in_check)
    over = game.play("Qxf7")
    assert (0, True, True, ()) == (over.turn, over.is_over, over.in_check, over.legal_moves)
    assert (Result(1, "checkmate"), "White wins by checkmate") == (over.result, over.status)
    assert "<Game chess, 7 played, White wins by checkmate>" == repr(over)
    assert isinstance(refused(over, "Kxf7").refusal, GameOver)


@pytest.mark.parametrize("seat", [0, 3, "Green", ""])
def test_an_unknown_seat_is_named(seat: int | str) -> None:
    """A seat that the game does not have is an error that names those it has."""
    for wrong in (Game("hexeh").view, Game("hexeh").resign, Game("hexeh").claim_draw):
        with pytest.raises(ValueError, match="the seats are 1 Red and 2 Blue"):
            wrong(seat)


# ---- what is refused


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("Ed2", IllegalMove, "Your own wizard is on d2"),
        ("Tc3", AmbiguousMove, "Tbc3 or Tfc3"),
        ("hello", UnreadableMove, "“hello” isn't a move"),
        ("", UnreadableMove, "There's no move in that"),
        ("[5-3]", UnreadableMove, "There's no move in that"),
        ("Tbc3[5-3", UnreadableMove, "isn't a move"),
        ("Tbc3[5-3]", NoFight, "There's no fight to roll for here"),
        ("x" * 100_000, UnreadableMove, "xxxx…” isn't a move"),
    ],
)
def test_a_refusal_is_carried(text: str, kind: type, words: str) -> None:
    """A move that is refused raises Refused, whose text is that of the refusal it carries."""
    caught = refused(Game("hexeh"), text)
    assert isinstance(caught.refusal, kind)
    assert words in str(caught) == caught.refusal.text


@pytest.mark.parametrize(
    ("variant", "options", "position", "words"),
    [
        ("zebra", None, None, "there's no game 'zebra'; the games are hexeh"),
        ("hexeh", {"dice": "9"}, None, "Hexeh has no option 'dice'; its options are travelers and combat"),
        ("hexeh", {"combat": "9"}, None, "combat can be off, poly or d6, not '9'"),
        (CHECK, {"combat": "poly"}, None, "options go with the id of a game; Check already"),
        ("hexeh", None, "", "a position code needs at least two parts"),
        ("hexeh", None, "7/7 1", "2 lines of pieces"),
        ("chess", None, "K7/8/8/8/8/8/8/8 1", "Black has no king"),
    ],
)
def test_what_does_not_serve_is_an_error(
    variant: str | Variant, options: dict[str, str] | None, position: str | None, words: str
) -> None:
    """A game, an option or a code that does not serve raises a ValueError that says why, and is no refusal."""
    with pytest.raises(ValueError, match=words) as caught:
        Game(variant, options, position)
    assert not isinstance(caught.value, Refused)


# ---- dice


def test_a_fight_wants_its_dice() -> None:
    """A fight without dice is refused with its dice and an example, which serves."""
    caught = refused(fight(), "exd5")
    assert isinstance(caught.refusal, DiceDue)
    assert ("exd5", "d6 against d6", "6-1") == (caught.refusal.move, caught.refusal.faces, caught.refusal.example)
    assert "exd5[6-1]" == fight().play("exd5", caught.refusal.example).moves[-1]


@pytest.mark.parametrize(
    ("dice", "problem"),
    [
        ("7-1", "7 can't be rolled with d6"),
        ("3-4", "the fight isn't decided"),
        ("5-3,5-3", "round 2 comes after the fight was decided"),
        ("5", "rounds are written like 4-4,5-3"),
        ("", "rounds are written like 4-4,5-3"),
        ("5+5-3", "5\\+5 can't be rolled with d6"),
        ("\x00{move}" * 99, "rounds are written like 4-4,5-3"),
    ],
)
def test_dice_that_do_not_serve_are_refused(dice: str, problem: str) -> None:
    """Dice that a fight cannot have, or that leave it open, are refused with the reason, behind the move or beside."""
    for caught in (refused(fight(), "exd5", dice), refused(fight(), f"exd5[{dice}]")):
        assert isinstance(caught.refusal, BadDice)
        assert re.search(problem, caught.refusal.problem)
        assert len(str(caught)) < 300


def test_dice_may_be_thrown() -> None:
    """What throws the dice is asked for each round's, attacker's first, until the fight is decided."""
    asked: list[tuple[int, ...]] = []
    rounds = [(3, 4), (1, 2), (6, 1)]

    def throw(faces: Sequence[int]) -> tuple[int, int]:
        asked.append(tuple(faces))
        return rounds[len(asked) - 1]

    assert "exd5[3-4,1-2,6-1]" == fight().play("exd5", throw).moves[-1]
    assert [(6, 6)] * 3 == asked


# ---- commands, records, games of one's own


def test_games_end_by_will() -> None:
    """Giving up, claiming and agreeing are judged by the referee as he judges anybody's."""
    game = Game("hexeh").play("Tbc3")
    assert "Red wins by resignation" == game.resign().status
    assert game.resign(1).result == game.resign("red").result == Result(2, "resignation")
    assert "draw by agreement" == game.act(offer_draw(1)).act(accept_draw(2)).status
    with pytest.raises(Refused) as caught:
        game.claim_draw()
    assert NothingToClaim(("0 of 37 quiet moves",)) == caught.value.refusal
    for _ in range(19):
        for text in ("b5b4", "c3b1", "b4b5", "b1c3"):
            game = game.play(text)
    assert Result(None, "claim-37") == game.claim_draw("Blue").result


def test_a_game_of_ones_own_is_played() -> None:
    """A variant made by the user is played, fought, recorded and read back."""
    for variant in (CHECK, THREE, with_combat(CHECK, "d6")):
        game = Game(variant)
        for _ in range(8):
            game = game.play(game.legal_moves[-1], highest)
        assert Game.from_record(game.record(), variant) == game
        assert Game(variant, position=game.code).legal_moves == game.legal_moves
