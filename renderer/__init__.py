"""Pictures of positions: `scene_of` and `game_scene` say what to draw, `draw` paints it as a PNG file.

`piece_sheet` draws how a piece moves, `diagram_sheet` how all of a game do.
"""

from renderer.diagrams.diagrams import Target, alone, reach_of
from renderer.diagrams.sheet import diagram_sheet, piece_icon, piece_sheet, sheet_words
from renderer.paint.board import bare_page, draw, draw_bare
from renderer.scene import NO_MARKS, Marks, Person, Scene, advice_of, game_scene, marks_of, scene_of
from renderer.theme import THEME, THEMES, Livery, Theme, suits, theme_for

__all__ = [
    "NO_MARKS",
    "THEME",
    "THEMES",
    "Livery",
    "Marks",
    "Person",
    "Scene",
    "Target",
    "Theme",
    "advice_of",
    "alone",
    "bare_page",
    "diagram_sheet",
    "draw",
    "draw_bare",
    "game_scene",
    "marks_of",
    "piece_icon",
    "piece_sheet",
    "reach_of",
    "scene_of",
    "sheet_words",
    "suits",
    "theme_for",
]
