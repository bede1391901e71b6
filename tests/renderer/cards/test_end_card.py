"""The card of a game that is over: what it says, how large it is, and that its parts keep apart."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engine.play.commands import Resign
from engine.play.game import new_game
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.rules.protocols import Result
from engine.variants import variant_of
from renderer import THEMES, Theme, theme_for
from renderer.cards.end_card import HEIGHT, GameEnding, end_card, ending_of
from renderer.cards.paper import MARGIN, WIDTH, contrast, line_colour, panel_of
from renderer.layout.page import plain
from renderer.paint.board import board_alone
from renderer.scene import Person, Status, game_scene, scene_of
from tests.engine.lively import VARIANTS, lively
from tests.engine.support import CHESS, STALEMATING, THREE_QUARTERS, done
from tests.renderer.samples import DUEL, PREROGATIVE
from tests.suites import spread

PEOPLE = {1: Person("Ana", "1604"), 2: Person("Bertil", "1617?"), 3: Person("Cleo"), 4: Person("W" * 60, "1499")}
CHANGES = {1: "+25", 2: "−25", 4: "+3"}
MATE = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"


def slate(ending: GameEnding, name: str = "") -> Theme:
    """The theme of a game's sides."""
    return theme_for(name, ending.seats)


def opened(ending: GameEnding, name: str = "") -> Image.Image:
    """The card as a picture."""
    return Image.open(BytesIO(end_card(ending, slate(ending, name)))).convert("RGB")


@pytest.mark.parametrize("name", spread(8, (each for each in VARIANTS if each.endswith(("poly", "three")))))
def test_every_game_has_a_card(name: str) -> None:
    """The card of any game, over or not, for two, three or four, is 1000 by 700 pixels and far less than 100 kB."""
    ending = ending_of(lively(name, 1), PEOPLE, changes=CHANGES, occasion="game 14", commitment="6c19" * 16)
    data = end_card(ending, slate(ending))
    assert len(data) < 70_000
    with Image.open(BytesIO(data)) as picture:
        assert picture.size == (WIDTH, HEIGHT)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_every_theme_draws_it(theme: str) -> None:
    """The page has the theme's colour, or what is next to it among the few of the file."""
    ending = ending_of(replay_moves(CHESS, MATE), PEOPLE)
    page, corner = THEMES[slate(ending, theme).name].page, opened(ending, theme).getpixel((2, 2))
    assert isinstance(corner, tuple)
    assert max(abs(one - other) for one, other in zip(page, corner, strict=True)) <= 6


def test_a_winner_is_named_with_the_reason() -> None:
    """The winner's name, or side where it has none or both are called alike, and why the game ended."""
    state = replay_moves(CHESS, MATE)
    named, nobody = ending_of(state, PEOPLE), ending_of(state, {})
    assert (named.headline, named.reason) == ("Ana wins", "Checkmate after 4 moves")
    assert nobody.headline == "White wins"
    assert ending_of(state, {1: Person("Ana"), 2: Person("Ana")}).headline == "White wins"
    assert [each.status for each in named.sitters] == [Status.WON, Status.WAITING]


@pytest.mark.parametrize(
    ("result", "headline", "reason"),
    [
        (Result(None, "agreement"), "Draw", "By agreement after 4 moves"),
        (Result(2, "time"), "Bertil wins", "Time ran out after 4 moves"),
        (Result(2, "resignation"), "Bertil wins", "Resignation after 4 moves"),
        (Result(None, "closed"), "No result", "The game was closed after 4 moves"),
        (Result(None, "stalemate"), "Draw", "Stalemate, no legal move is left after 4 moves"),
        (None, "Black to move", "after 4 moves"),
    ],
)
def test_every_end_has_words(result: Result | None, headline: str, reason: str) -> None:
    """Draws, time, resignation, games without a result and games under way."""
    ending = ending_of(replace(replay_moves(CHESS, MATE), result=result), PEOPLE)
    assert (ending.headline, ending.reason) == (headline, reason)
    assert opened(ending).size == (WIDTH, HEIGHT)


def test_a_divided_point_is_told() -> None:
    """A stalemate that divides the point unequally says who scored what, on the card and above the board."""
    state = replay_moves(THREE_QUARTERS, STALEMATING)
    ending = ending_of(state, PEOPLE)
    assert (ending.headline, ending.reason) == ("Stalemate", "White ¾, Black ¼ after 21 moves")
    assert [each.status for each in ending.sitters] == [Status.WAITING] * 2
    assert game_scene(state).headline == "Stalemate: White ¾, Black ¼"


def test_moments_are_told() -> None:
    """Each moment bears its move and what that did; who leaves a game of several is out."""
    moments = ending_of(replay_moves(CHESS, MATE), PEOPLE).moments
    assert [each.move for each in moments] == ["Start", "1. … e5", "3. Bc4", "4. Qxf7#"]
    assert moments[-1].words == "Black pawn falls"
    state = done(new_game(variant_of("nd-wellisch-3")), Resign(2))
    assert [each.status for each in ending_of(state, {}).sitters] == [Status.WAITING, Status.OUT, Status.WAITING]


def test_fights_and_dice_are_counted() -> None:
    """The footer counts moves, a round as one, and fights, and shortens the commitment; without fights it has none."""
    state = replay_moves(variant_of("combat-chess"), PREROGATIVE)
    fought = ending_of(state, PEOPLE, commitment="6c19" + "0" * 56 + "b560")
    assert fought.footer == f"70 moves · {PREROGATIVE.count('[')} fights · dice committed to 6c19…b560"
    assert [each.name for each in fought.luck] == ["Ana", "Bertil"]
    mated = replay_moves(CHESS, MATE)
    quiet = ending_of(replace(mated, rolls=state.rolls[:1]), PEOPLE, commitment="6c19")
    assert (quiet.footer, quiet.luck) == ("4 moves", ())


def test_large_boards_get_more_room() -> None:
    """On boards of a hundred cells and more there are three moments, else four."""
    counts = {key: len(ending_of(lively(f"{key} off", 1), {}).moments) for key in ("chess", "glinski", "nd-trios")}
    assert counts == {"chess": 4, "glinski": 4, "nd-trios": 3}


@pytest.mark.parametrize("key", ["hexeh", "chess", "imperial", "nd-trios", "nd-wellisch-4-trios"])
@pytest.mark.parametrize("room", [(225, 236), (305, 286)])
def test_small_boards_fit_and_fill(key: str, room: tuple[int, int]) -> None:
    """A small board fits its room and takes more than nine tenths of its width or of its height."""
    variant = variant_of(key)
    scene = scene_of(variant, variant.start)
    board = board_alone(theme_for("", scene.seats), scene, plain(*room))
    parts = board.width / room[0], board.height / room[1]
    assert max(parts) <= 1
    assert max(parts) > 0.9


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_names_of_any_length_keep_to_their_boxes(seats: int) -> None:
    """However long names and titles are, the gap between the headline and the players stays empty."""
    state: State = lively({2: "chess off", 3: "nd-wellisch-3 off", 4: "nd-wellisch-4-trios off"}[seats], 1)
    long = {seat: Person("W" * 80, "1499?") for seat in range(1, 5)}
    ending = replace(ending_of(state, long, changes=CHANGES), title="W" * 90, headline="W" * 90, reason="W" * 90)
    left = WIDTH - MARGIN - (333 if seats == 2 else 2 * 262 + 14)
    gap = opened(ending).crop((left - 18, 0, left - 6, 146))
    assert len(gap.getcolors() or ()) == 1


@pytest.mark.parametrize("name", ["\u202e\u200b", "🦊🦊", "\U00010ffe", " "])
def test_names_that_cannot_be_drawn_give_way_to_the_side(name: str) -> None:
    """Who has nothing to draw in a name is called by the side, in the headline, the card and the luck."""
    state = replay_moves(variant_of("combat-chess"), PREROGATIVE)
    ending = ending_of(replace(state, result=Result(1, "resignation")), {1: Person(name), 2: Person("Łukasz")})
    assert ending.headline == "White wins"
    assert [each.name for each in ending.sitters] == ["White", "Łukasz"]
    assert [each.name for each in ending.luck] == ["White", "Łukasz"]


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_lines_can_be_seen(theme: Theme) -> None:
    """Every side's line has a contrast of 3 to 1 to the ground of the plots, in every theme."""
    for livery in theme.liveries.values():
        assert contrast(line_colour(theme, livery), panel_of(theme)) >= 3


def test_the_winner_stands_out() -> None:
    """The accent frames the winner's card and no other."""
    ending = ending_of(replay_moves(variant_of("combat-chess"), DUEL), PEOPLE)
    won = replace(ending, sitters=(ending.sitters[0]._replace(status=Status.WON), ending.sitters[1]))
    accent = slate(won).accent
    picture = opened(won)
    column = [picture.getpixel((WIDTH - MARGIN - 100, y)) for y in range(150)]
    near = [y for y, colour in enumerate(column) if isinstance(colour, tuple) and _close(colour, accent)]
    assert near
    assert all(14 <= y <= 84 for y in near)


def _close(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 24
