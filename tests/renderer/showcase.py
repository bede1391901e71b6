"""Draw the README's pictures anew: `python -m tests.renderer.showcase`; look at each before keeping it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from engine.play.state import State
from engine.records.replay import replay_moves
from engine.variants import variant_of
from renderer import Person, Theme, draw, game_scene, theme_for
from renderer.cards.end_card import end_card, ending_of
from renderer.paint.board import palette_for
from renderer.paint.canvas import put_text
from renderer.paint.fight import fight_strip
from renderer.paint.text import Weight, text_mask
from renderer.replay import animate, reel_of
from tests.renderer.samples import CROSSROADS, DUEL

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
HEXEH = (
    "b1e6 d6e6 e2d3 b5c1 d2c1 f5c1 d1c1 e6f5 f1e2 c6e6 e2f2 e5e4 f2f5 e6c6 f5g4 d7d6 a1b1 e4e5 b1b2 c6e6 g4f5 d6d5 "
    "e1e3 a4b5 e3d5"
)
"""A short game of Hexeh: a prowler takes the empress."""

GLINSKI = "d1g2 f10i4 f2i5 h9f8 i1g3 e10f10 e1e2 c7c5 c1d2 f8d5 i5l1 g7g5 f5g5 e7e6 f3e1 d5c7 c2c4 f9b1 d2b2"
SIZE = 1280, 640
_GROUND, _TEXT, _SOFT, _DOT = (0x14, 0x19, 0x22), (0xF6, 0xF1, 0xE6), (0xBF, 0xB7, 0xA8), (0xE9, 0xA8, 0x20)
_SAID = (
    "18 games for two, three and four",
    "fights with dice that anyone can check",
    "every illegal move explained",
)


def _board(key: str, moves: str, occasion: str, *names: tuple[str, str]) -> Image.Image:
    state = replay_moves(variant_of(key), moves)
    people = {seat: Person(name, rating) for seat, (name, rating) in enumerate(names, 1)}
    return _opened(_drawn(state, people, occasion))


def _drawn(state: State, people: Mapping[int, Person], occasion: str) -> bytes:
    return draw(game_scene(state, people=people, occasion=occasion), _theme(state))


def _theme(state: State) -> Theme:
    return theme_for("", [seat.name for seat in state.variant.seats])


@cache
def ended_hexeh() -> State:
    return replay_moves(variant_of("hexeh"), HEXEH)


@cache
def _duel() -> State:
    return replay_moves(variant_of("combat-chess"), DUEL)


TWO = {1: Person("Ana", "1604"), 2: Person("Bertil", "1617")}


def hexeh() -> bytes:
    return _drawn(ended_hexeh(), TWO, "game 14 · 13. Pxd5")


def four() -> bytes:
    state = replay_moves(variant_of("nd-wellisch-4-trios"), CROSSROADS)
    people = {seat: Person(name) for seat, name in enumerate(("Ana", "Bertil", "Chloé", "Дарья"), 1)}
    return _drawn(state, people, f"game 21, move {len(state.played)}")


def combat() -> bytes:
    return _drawn(_duel(), TWO, "game 9")


def end() -> bytes:
    ending = ending_of(ended_hexeh(), TWO, changes={1: "+25", 2: "\N{MINUS SIGN}25"}, occasion="game 14")
    return end_card(ending, _theme(ended_hexeh()))


def replay() -> bytes:
    out = BytesIO()
    state = ended_hexeh()
    animate(reel_of(state, people=TWO, occasion="game 14"), _theme(state), out, width=480)
    return out.getvalue()


def hero() -> bytes:
    """Three boards and a fight beside the name, as large as a link's preview."""
    picture = Image.new("RGB", SIZE, _GROUND)
    glinski = _board("glinski", GLINSKI, "", ("Ana", "1604"), ("Bertil", "1617"))
    for board, width, corner in (
        (glinski, 330, (592, 28)),
        (_opened(four()), 372, (884, 44)),
        (_opened(hexeh()), 322, (744, 262)),
        (_strip(820), 620, (64, 530)),
    ):
        size = width, round(board.height * width / board.width)
        _lay(picture, board.resize(size, Image.Resampling.LANCZOS), corner)
    put_text(picture, text_mask("Hexmarshal", 76, Weight.BOLD), (64, 110), _TEXT, 0)
    for line, text in enumerate(("Hexagonal chess and chess", "with fights, refereed in", "your Discord channel")):
        put_text(picture, text_mask(text, 34), (66, 200 + 46 * line), _SOFT, 0)
    for line, text in enumerate(_SAID):
        ImageDraw.Draw(picture).ellipse((68, 371 + 50 * line, 82, 385 + 50 * line), fill=_DOT)
        put_text(picture, text_mask(text, 24), (100, 378 + 50 * line), _TEXT, 0)
    return _png(picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE))


def _opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def _strip(width: int) -> Image.Image:
    state = _duel()
    scene = game_scene(state)
    theme = _theme(state)
    assert scene.fight
    return palette_for(theme, scene).indexed(fight_strip(theme, scene.seats, scene.fight, width)).convert("RGB")


def _lay(picture: Image.Image, board: Image.Image, corner: tuple[int, int]) -> None:
    """Lay a board on a picture like a card: its corners round, a thin dark edge around it."""
    mask = Image.new("L", (board.width * 4, board.height * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 56, fill=255)
    edge = Image.new("L", (mask.width + 32, mask.height + 32))
    ImageDraw.Draw(edge).rounded_rectangle((0, 0, edge.width - 1, edge.height - 1), 68, fill=255)
    picture.paste((0x0A, 0x0C, 0x11), (corner[0] - 4, corner[1] - 4), edge.reduce(4))
    picture.paste(board, corner, mask.reduce(4))


def _png(image: Image.Image) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


SHOWN: Mapping[str, Callable[[], bytes]] = {
    "hero.png": hero,
    "replay.gif": replay,
    "hexeh.png": hexeh,
    "four.png": four,
    "combat.png": combat,
    "end.png": end,
}
"""The README's pictures by their files."""


def main() -> None:
    for name, drawn in SHOWN.items():
        (PICTURES / name).write_bytes(drawn())


if __name__ == "__main__":
    main()
