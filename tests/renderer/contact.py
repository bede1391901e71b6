"""Every golden picture on one sheet, as wide as a phone shows them: `python -m tests.renderer.contact -o sheet.png`.

With `--sight gray` (or `protanopia`, `deuteranopia`, `tritanopia`) as others see them, with `--theme` in another theme.
"""

from __future__ import annotations

import argparse
from io import BytesIO
from pathlib import Path

from PIL import Image

from renderer import THEMES
from tests.renderer.golden import PHONE, pictures
from tests.renderer.sight import SIGHTS, seen

COLUMNS, GAP = 6, 8
_GROUND = (0x31, 0x33, 0x38)


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
    shown = [as_seen(drawn(name), sight) for drawn in pictures().values()]
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
