"""The card of a game that is over: what it says, how large it is, and that its parts keep apart."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engine.play.commands import Resign
from engine.play.game import new_game
from engine.records.replay import replay_moves
from engine.rules.protocols import Result
from engine.variants import variant_of
from renderer import theme_for
from renderer.cards.end_card import HEIGHT, GameEnding, end_card, ending_of
from renderer.cards.paper import MARGIN, WIDTH
from renderer.scene import Person, Status, game_scene
from tests.engine.lively import lively
from tests.engine.support import CHESS, STALEMATING, THREE_QUARTERS, done
from tests.renderer.samples import PREROGATIVE

PEOPLE = {1: Person("Ana", "1604"), 2: Person("Bertil", "1617?"), 3: Person("Cleo"), 4: Person("W" * 60, "1499")}
CHANGES = {1: "+25", 2: "−25", 4: "+3"}
MATED = replay_moves(CHESS, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7")
FOUGHT = replay_moves(variant_of("combat-chess"), PREROGATIVE)


def opened(ending: GameEnding) -> Image.Image:
    data = end_card(ending, theme_for("", ending.seats))
    assert len(data) < 70_000
    picture = Image.open(BytesIO(data)).convert("RGB")
    assert picture.size == (WIDTH, HEIGHT)
    return picture


@pytest.mark.parametrize("key", ["hexeh poly", "nd-wellisch-4-trios off"])
def test_every_game_has_a_card(key: str) -> None:
    """The card of any game, over or not, for two, three or four, is small; long names keep to their boxes."""
    state = lively(key, 1)
    ending = ending_of(state, PEOPLE, changes=CHANGES, occasion="game 14", commitment="6c19" * 16)
    assert len(ending.moments) == (3 if len(state.variant.board) >= 100 else 4)
    opened(ending)
    long = {seat: Person("W" * 80, "1499?") for seat in range(1, 5)}
    ending = replace(ending_of(state, long, changes=CHANGES), title="W" * 90, headline="W" * 90, reason="W" * 90)
    left = WIDTH - MARGIN - (333 if len(state.variant.seats) == 2 else 2 * 262 + 14)
    assert len(opened(ending).crop((left - 18, 0, left - 6, 146)).getcolors() or ()) == 1


@pytest.mark.parametrize(
    ("result", "people", "headline", "reason"),
    [
        (MATED.result, PEOPLE, "Ana wins", "By checkmate after 4 moves"),
        (MATED.result, {1: Person("Ana"), 2: Person("Ana")}, "White wins", "By checkmate after 4 moves"),
        (MATED.result, {1: Person("🦊🦊"), 2: Person("Łukasz")}, "White wins", "By checkmate after 4 moves"),
        (Result(None, "agreement"), PEOPLE, "Draw", "By agreement after 4 moves"),
        (Result(2, "time"), PEOPLE, "Bertil wins", "On time after 4 moves"),
        (Result(None, "closed"), PEOPLE, "No result", "The game was closed after 4 moves"),
        (None, PEOPLE, "Black to move", "after 4 moves"),
    ],
)
def test_every_end_has_words(result: Result | None, people: dict[int, Person], headline: str, reason: str) -> None:
    """The winner's name, or side where it has none, both are called alike or it can't be drawn; and the reason."""
    ending = ending_of(replace(MATED, result=result), people)
    assert (ending.headline, ending.reason) == (headline, reason)
    won = result.winner if result else None
    statuses = [Status.WON if seat == won else Status.WAITING for seat in (1, 2)]
    assert [each.status for each in ending.players] == statuses


def test_a_divided_point_is_told() -> None:
    """A stalemate that divides the point unequally says who scored what, on the card and above the board."""
    state = replay_moves(THREE_QUARTERS, STALEMATING)
    ending = ending_of(state, PEOPLE)
    assert (ending.headline, ending.reason) == ("Stalemate", "White ¾, Black ¼ after 21 moves")
    assert game_scene(state).headline == "Stalemate: White ¾, Black ¼"


def test_moments_are_told() -> None:
    """Each moment bears its move and what that did; who leaves a game of several is out."""
    moments = ending_of(MATED, PEOPLE).moments
    assert [each.move for each in moments] == ["Start", "1. … e5", "3. Bc4", "4. Qxf7#"]
    assert moments[-1].words == "Black pawn falls"
    state = done(new_game(variant_of("nd-wellisch-3")), Resign(2))
    assert [each.status for each in ending_of(state, {}).players] == [Status.WAITING, Status.OUT, Status.WAITING]


def test_fights_and_dice_are_counted() -> None:
    """The footer counts moves and fights, and shortens the commitment; without fights it has none, nor any luck."""
    fought = ending_of(FOUGHT, {1: Person("\u202e\u200b"), 2: Person("Ana")}, commitment="6c19" + "0" * 56 + "b560")
    assert fought.footer == f"70 moves · {PREROGATIVE.count('[')} fights · dice committed to 6c19…b560"
    assert [each.name for each in fought.luck] == [each.name for each in fought.players] == ["White", "Ana"]
    quiet = ending_of(replace(MATED, rolls=FOUGHT.rolls[:1]), PEOPLE, commitment="6c19")
    assert (quiet.footer, quiet.luck) == ("4 moves", ())
