"""Draw the golden pictures anew: `python -m tests.renderer.regenerate`; look at each before keeping it."""

from __future__ import annotations

from pathlib import Path

from renderer import draw
from tests.renderer.samples import scenes, sheets

PICTURES = Path(__file__).parent / "pictures"


def main() -> None:
    """Write every golden picture."""
    for name, scene in scenes().items():
        (PICTURES / f"{name}.png").write_bytes(draw(scene))
    for name, sheet in sheets().items():
        (PICTURES / f"{name}.png").write_bytes(sheet)


if __name__ == "__main__":
    main()
