"""Pictures of positions: `scene_of` says what to draw, `draw` paints it as a PNG file.

`diagram_sheet` draws how the pieces of a game move.
"""

from renderer.diagrams.diagrams import alone, reach_of
from renderer.diagrams.sheet import diagram_sheet
from renderer.paint import draw
from renderer.scene import NO_MARKS, Marks, Person, Scene, Sign, scene_of
from renderer.theme import THEME, Livery, Theme
from renderer.themes import THEMES, suits, theme_for

__all__ = [
    "NO_MARKS",
    "THEME",
    "THEMES",
    "Livery",
    "Marks",
    "Person",
    "Scene",
    "Sign",
    "Theme",
    "alone",
    "diagram_sheet",
    "draw",
    "reach_of",
    "scene_of",
    "suits",
    "theme_for",
]
