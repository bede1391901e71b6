"""`python -m tests.tools.rules_pages` writes docs/rules, a page with pictures for each game, and the table of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image

from engine.play.game import new_game
from engine.variants import GAMES, variant_of
from engine.variants.card import card, games_table
from engine.variants.variant import VariantEntry
from renderer import draw, game_scene
from renderer.diagrams.sheet import sheet_named
from renderer.theme import suited

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"
PLAYING = FOLDER.parent / "playing.md"
BEGIN, END = "<!-- games: python -m engine games -->\n", "\n<!-- end of games -->"
"""The marks around the table of games."""
BOARD_WIDTH = 480
COMBAT = {"off": "no fights", "poly": "fights with a d6, d8 or d10, by the piece", "d6": "fights with one to three d6"}
_HEAD = """# The games

Each page shows the board, how the pieces move, and all rules, as `/rules` does in Discord. Where a source is silent,
the decision is marked as a ruling. Of each option, the first value is the default. `python -m tests.tools.rules_pages`
writes these pages.

| game | players | minutes | to learn | |
| --- | --- | --- | --- | --- |
"""
_DIFFICULTY = ("", "easy", "medium", "hard")


def page_of(game: VariantEntry) -> str:
    about, pieces, *rules = card(variant_of(game.key))
    parts = [
        f"# {game.name}\n\n{game.sentence}\n\n![The board of {game.name}]({game.key}-board.png)",
        _lines(about.lines),
        f"## Pieces\n\n{_lines(pieces.lines)}",
        f"![How the pieces of {game.name} move]({game.key}-pieces.png)",
        *(f"## {heading}\n\n{_lines(lines)}" for heading, lines in rules),
        f"## Options\n\n{_lines(_options(game))}",
    ]
    return "\n\n".join(parts) + "\n"


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _options(game: VariantEntry) -> Iterator[str]:
    for option in game.options:
        values = " or ".join(f"`{option.name}={value}`" for value in option.values)
        yield f"{values} – {option.text}"
    yield " or ".join(f"`combat={dice}` ({COMBAT[dice]})" for dice in game.combat)


def list_of_games() -> str:
    lines = []
    for game in GAMES.values():
        seats, (least, most) = len(variant_of(game.key).seats), game.minutes
        learning = _DIFFICULTY[game.difficulty]
        lines.append(f"| [{game.name}]({game.key}.md) | {seats} | {least}–{most} | {learning} | {game.sentence} |\n")
    return _HEAD + "".join(lines)


def pages() -> dict[str, str]:
    return {"README.md": list_of_games(), **{f"{game.key}.md": page_of(game) for game in GAMES.values()}}


def pictures(game: VariantEntry) -> dict[str, bytes]:
    variant = variant_of(game.key)
    scene = game_scene(new_game(variant), 1)
    board = _narrowed(draw(scene, suited("", scene.seats)))
    return {f"{game.key}-board.png": board, f"{game.key}-pieces.png": sheet_named(variant, "", "")}


def _narrowed(data: bytes) -> bytes:
    picture = Image.open(BytesIO(data)).convert("RGB")
    size = BOARD_WIDTH, round(picture.height * BOARD_WIDTH / picture.width)
    narrow = picture.resize(size, Image.Resampling.LANCZOS).quantize(64, dither=Image.Dither.NONE)
    out = BytesIO()
    narrow.save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    for game in GAMES.values():
        for name, data in pictures(game).items():
            (FOLDER / name).write_bytes(data)
    before, rest = PLAYING.read_text(encoding="utf-8").split(BEGIN)
    table = games_table(GAMES.values())
    PLAYING.write_text(f"{before}{BEGIN}{table}{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
