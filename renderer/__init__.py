"""Pictures of positions: `scene_of` says what to draw, `draw` paints it as a PNG file."""

from renderer.paint import draw
from renderer.scene import NO_MARKS, Marks, Scene, scene_of

__all__ = ["NO_MARKS", "Marks", "Scene", "draw", "scene_of"]
