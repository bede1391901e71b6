"""Every kind of picture on one sheet, as wide as a phone shows them: `python -m tests.renderer.contact -o sheet.png`.

With `--sight gray` (or `protanopia`, `deuteranopia`, `tritanopia`) as others see them, with `--theme` in another theme.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image

from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import replayed
from engine.variants import GAMES, built
from renderer import THEMES, Marks, Theme, draw, scene_of, theme_for
from tests.renderer.samples import SHEETS, scenes, sheet_named
from tests.renderer.sight import SIGHTS, seen

PHONE, COLUMNS, GAP, PLIES = 400, 6, 8, 24
_GROUND = (0x31, 0x33, 0x38)


def played(key: str, plies: int = PLIES, seed: int = 7) -> State:
    """A game after some moves at random, fewer if it ends before."""
    variant = built(GAMES[key], {})
    state, chance = new_game(variant.peaceful or variant), Random(seed)  # noqa: S311 - the same game each time
    for ply in range(plies):
        moves = sheet(state).long() if state.result is None else []
        if not moves:
            break
        state = replayed(state, ply + 1, chance.choice(moves))
    return state


def pictures(name: str) -> Iterator[bytes]:
    """A middle game of every game, its targets and what can move, then the golden pictures, in a theme if it suits."""
    for key in GAMES:
        state = played(key)
        seats = [seat.name for seat in state.variant.seats]
        yield _drawn(state, theme_for(name, seats), Marks())
        legal = sheet(state).legal
        if legal:
            origin = max((move.origin for move in legal), key=[move.origin for move in legal].count)
            targets = frozenset(move.target for move in legal if move.origin == origin)
            yield _drawn(state, theme_for(name, seats), Marks(origin, targets))
            yield _drawn(state, theme_for(name, seats), Marks(movable=frozenset(move.origin for move in legal)))
    for scene in scenes().values():
        yield draw(scene, theme_for(name, scene.seats))
    for each in SHEETS:
        yield sheet_named(each)


def _drawn(state: State, theme: Theme, marks: Marks) -> bytes:
    last = state.played[-1]
    return draw(
        scene_of(
            state.variant,
            state.position,
            state.turn,
            last_move=last.move,
            before=last.before,
            result=state.result,
            marks=marks,
        ),
        theme,
    )


def as_seen(data: bytes, sight: str) -> Image.Image:
    """A picture as wide as on a phone, as a sight sees it."""
    image = Image.open(BytesIO(data))
    colours = image.getpalette() or []
    changed = [
        round(value * 255)
        for start in range(0, len(colours), 3)
        for value in seen((colours[start], colours[start + 1], colours[start + 2]), sight).convert("srgb").coords()
    ]
    image.putpalette(changed)
    size = PHONE, round(image.height * PHONE / image.width)
    return image.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def contact_sheet(name: str, sight: str) -> Image.Image:
    """The sheet of all pictures, in rows."""
    shown = [as_seen(data, sight) for data in pictures(name)]
    rows = [shown[start : start + COLUMNS] for start in range(0, len(shown), COLUMNS)]
    heights = [max(image.height for image in row) + GAP for row in rows]
    whole = Image.new("RGB", (COLUMNS * (PHONE + GAP), sum(heights)), _GROUND)
    for number, row in enumerate(rows):
        for column, image in enumerate(row):
            whole.paste(image, (column * (PHONE + GAP), sum(heights[:number])))
    return whole


def main() -> None:
    """Write the sheet."""
    parser = argparse.ArgumentParser(prog="python -m tests.renderer.contact", description="All pictures on one sheet.")
    parser.add_argument("--theme", default="", choices=["", *THEMES], help="instead of each game's own")
    parser.add_argument("--sight", default="normal", choices=SIGHTS, help="who looks (normal)")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.png")
    asked = parser.parse_args()
    contact_sheet(asked.theme, asked.sight).save(asked.output)


if __name__ == "__main__":
    main()
