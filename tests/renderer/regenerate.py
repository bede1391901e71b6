"""Draw the golden pictures anew: `python -m tests.renderer.regenerate`; look at each before keeping it."""

from __future__ import annotations

from pathlib import Path

from renderer import draw
from tests.renderer.samples import SHEETS, scenes, sheet_named

PICTURES = Path(__file__).parent / "pictures"


def main() -> None:
    """Write every golden picture."""
    for name, scene in scenes().items():
        (PICTURES / f"{name}.png").write_bytes(draw(scene))
    for name in SHEETS:
        (PICTURES / f"{name}.png").write_bytes(sheet_named(name))


if __name__ == "__main__":
    main()
