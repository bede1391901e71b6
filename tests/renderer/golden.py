"""The golden pictures: every game, every theme with the sides it suits, every mark, and every other kind of picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image

from engine.movement.generator import threats
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import replay_move, replay_moves
from engine.variants import GAMES, built, variant_of
from renderer import (
    THEMES,
    Marks,
    Person,
    Scene,
    diagram_sheet,
    draw,
    game_scene,
    piece_sheet,
    scene_of,
    suits,
    theme_for,
)
from renderer.cards.end_card import end_card, ending_of
from renderer.cards.luck import LuckPlot, luck_curves, luck_plot
from renderer.cards.standings import Career, Place, Rating, leaderboard, rating_curves
from renderer.replay import film_strip, reel_of
from renderer.scene import marks_of
from tests.renderer.samples import DUEL, EXPOSED, PREROGATIVE, scenes
from tests.renderer.showcase import ended_hexeh

PICTURES = Path(__file__).parent / "pictures"
DIGESTS = PICTURES / "digests.txt"
PHONE, COLOURS, COMMON, PLIES = 400, 56, 16, 24

Drawn = Callable[[], bytes]

SLATE = THEMES["slate"]
TWO = {1: Person("Ana", "1604", "2 days"), 2: Person("Bertil", "1617?")}
SIDES = {"bare": "glinski", "two": "hexeh", "three": "nd-mccooey-3", "four": "nd-wellisch-4-trios"}
"""A game for each way that sides are told apart: bare pieces, and counters in two, three and four colours."""


@cache
def played(key: str, plies: int = PLIES, seed: int = 7) -> State:
    """A game after some moves at random, fewer if it ends before; one with fights is played without them."""
    variant = built(GAMES[key], {})
    state, chance = new_game(variant.peaceful or variant), Random(seed)  # noqa: S311 - the same game each time
    for ply in range(plies):
        moves = sheet(state).long() if state.result is None else []
        if not moves:
            break
        state = replay_move(state, ply + 1, chance.choice(moves))
    return state


def shown(state: State, marks: Marks | None = None, *, letters: bool = False, seat: int = 0) -> Scene:
    return game_scene(state, seat or state.turn, marks=marks or Marks(), letters=letters, people=TWO)


def drawn(scene: Scene) -> bytes:
    return draw(scene, theme_for("", scene.seats))


def reaching(state: State) -> Marks:
    legal = sheet(state).legal
    origins = [move.origin for move in legal]
    origin = max(origins, key=origins.count)
    return Marks(origin, frozenset(move.target for move in legal if move.origin == origin))


@cache
def pictures() -> Mapping[str, Drawn]:
    scenes_drawn: dict[str, Callable[[], Scene]] = {
        **{f"mark-{name}": scene for name, scene in _marks().items()},
        **{f"board-{name}": partial(scenes().__getitem__, name) for name in _BOARDS},
        **{
            f"fight-{name}": partial(_after, "combat-chess", moves, letters=True, seat=2)
            for name, moves in _FIGHTS.items()
        },
    }
    return {
        **{f"game-{key}": partial(_game, key) for key in GAMES},
        **dict(_themes()),
        **{name: partial(lambda scene: drawn(scene()), scene) for name, scene in scenes_drawn.items()},
        **{f"sheet-{key}": partial(_sheet, key) for key in ("hexeh", "imperial", "nd-anglojewish")},
        "sheet-piece": lambda: piece_sheet(ended_hexeh().variant, "T", SLATE),
        "card-end": lambda: end_card(ending_of(ended_hexeh(), TWO, occasion="game 14"), SLATE),
        "card-luck": _luck,
        "card-ratings": lambda: rating_curves("Ana", CAREERS, SLATE),
        "card-leaderboard": lambda: leaderboard("Hexeh", "the best", PLACES, SLATE),
        "card-film": lambda: film_strip(reel_of(ended_hexeh(), people=TWO, occasion="game 14"), SLATE),
    }


def phone(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data)).convert("RGB")
    return image.resize((PHONE, round(image.height * PHONE / image.width)), Image.Resampling.BOX)


def stored(data: bytes) -> bytes:
    """A picture as it is kept: as wide as on a phone, in few colours, as a PNG file."""
    few = in_colours_of(phone(data), _few(data))
    out = BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def _few(data: bytes) -> Image.Image:
    """A palette of the commonest colours of a picture and of some like all others, so that small marks keep theirs."""
    with Image.open(BytesIO(data)) as picture:
        counts, values = picture.histogram(), picture.getpalette() or []
    colours = [(values[at], values[at + 1], values[at + 2]) for at in range(0, len(values), 3)]
    ordered = [colour for number, colour in sorted(zip(counts, colours, strict=False), reverse=True) if number]
    rare = Image.new("RGB", (max(1, len(ordered) - COMMON), 1), ordered[0])
    rare.putdata(ordered[COMMON:])
    others = (
        rare.quantize(COLOURS - COMMON, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    )
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in ordered[:COMMON] for value in colour] + others)
    return palette


def in_colours_of(image: Image.Image, kept: Image.Image) -> Image.Image:
    """An RGB picture in the colours of one that is kept: the same one differs in nothing then."""
    return image.quantize(palette=kept, dither=Image.Dither.NONE)


def digest(data: bytes) -> str:
    """What tells a picture in its full size from any other, however its file is packed."""
    with Image.open(BytesIO(data)) as picture:
        told = (picture.mode, picture.size, picture.getpalette())
        return sha256(repr(told).encode() + picture.tobytes()).hexdigest()[:16]


def digests() -> dict[str, str]:
    return dict(line.split() for line in DIGESTS.read_text("utf-8").splitlines())


CAREERS = (
    Career("Hexeh", "1604 ±60", tuple(Rating(1500 + 9 * game - game % 3 * 21, 350 - 24 * game) for game in range(13))),
    Career("Chess", "1455 ±110", tuple(Rating(1500 - 9 * game, 350 - 48 * game) for game in range(6))),
)
PLACES = tuple(
    Place(place, name, Rating(1700 - 47 * place, 50 + 20 * place), f"{1700 - 47 * place}", f"{40 - place} games", you)
    for place, name, you in ((1, "Chloé", False), (2, "Дарья", False), (3, "Ana", True), (4, "Bertil", False))
)
_BOARDS = ("hexeh-start", "rows-won", "corners", "imperial-turned")
"""The samples that show more than a game under way: letters, results, sides out, other views and boards."""
_FIGHTS = {"duel": DUEL, "prerogative": PREROGATIVE}


def _game(key: str) -> bytes:
    state = played(key)
    if state.variant.key != key:
        state = replay_moves(built(GAMES[key], {}), DUEL)
    return drawn(shown(state))


def _sheet(key: str) -> bytes:
    variant = variant_of(key)
    return diagram_sheet(variant, theme_for("", [seat.name for seat in variant.seats]))


def _themes() -> Iterator[tuple[str, Drawn]]:
    """A game of each number of sides in each theme that suits them, with a piece's targets."""
    for sides, key in SIDES.items():
        seats = [seat.name for seat in built(GAMES[key], {}).seats]
        for name, theme in THEMES.items():
            if suits(theme, seats):
                yield f"theme-{name}-{sides}", partial(_themed, key, name)


def _themed(key: str, name: str) -> bytes:
    state = played(key)
    return draw(shown(state, reaching(state)), THEMES[name])


def _marks() -> Mapping[str, Callable[[], Scene]]:
    return {
        "way-walls": lambda: _after("hexeh", f"{OPENED} d2c5"),
        "way-colours": lambda: _after("hexeh", f"{OPENED} b1c6"),
        "way-walk": lambda: _after("hexeh", f"{OPENED} e1f2"),
        "way-circle": lambda: _after("nd-anglojewish", CIRCLED),
        "check": lambda: _after("chess", "e2e4 f7f6 d2d4 g7g5 d1h5"),
        "targets": lambda: shown(played("nd-trios"), reaching(played("nd-trios")), letters=True),
        "movable": lambda: shown(played("glinski"), marks_of(played("glinski"))),
        "promotion": lambda: shown(played("glinski"), Marks(built(GAMES["glinski"], {}).board.cell("b1"))),
        "threats": _threatened,
        "tokens": _tired,
        "exposed": lambda: _after("imperial", EXPOSED),
        "hill": lambda: shown(replay_moves(variant_of("glinski", {"goal": "hill"}), "b1b3 b7b6")),
    }


OPENED = "f1g2 c5b4 g2d5 b4b3 d5b4 f5e4 e2d3 e4d5 b4c6 d5e3 c6e3 b5c5"
CIRCLED = "e2e5 j11j9 k3k4 m10m8 k2k5 e10e8 g4g5 e11d8 k5n3 k11l8 m1m3 i13i10 l1l3"
"""Games to moves that bend."""


def _after(key: str, moves: str, *, letters: bool = False, seat: int = 0) -> Scene:
    return shown(replay_moves(variant_of(key), moves), letters=letters, seat=seat)


def _threatened() -> Scene:
    state = played("chess")
    return scene_of(state.variant, state.position, threats=threats(state.movement, state.position, 1))


def _tired() -> Scene:
    state = replay_moves(variant_of("combat-chess"), DUEL)
    pieces = [cell for cell in range(64) if state.position.occupied(cell)]
    tired = tuple(zip(pieces, (1, 2, 3, 4, 5, 12) * len(pieces), strict=False))
    return scene_of(state.variant, state.position._replace(tokens=tired))


def _luck() -> bytes:
    state = replay_moves(variant_of("combat-chess"), PREROGATIVE)
    seats = tuple(seat.name for seat in state.variant.seats)
    return luck_plot(LuckPlot("Luck", seats, luck_curves(state, {1: "Ana", 2: "Bertil"})), theme_for("", seats))
