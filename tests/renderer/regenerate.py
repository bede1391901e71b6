"""Draw the golden pictures anew: `python -m tests.renderer.regenerate`; look at each before keeping it."""

from __future__ import annotations

from tests.renderer.golden import DIGESTS, PICTURES, digest, pictures, stored


def main() -> None:
    """Write every golden picture and the digests of all, and remove what is golden no longer."""
    for old in PICTURES.glob("*.png"):
        if old.stem not in pictures():
            old.unlink()
    lines = []
    for name, drawn in sorted(pictures().items()):
        data = drawn()
        (PICTURES / f"{name}.png").write_bytes(stored(data))
        lines.append(f"{name} {digest(data)}\n")
    DIGESTS.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
