"""Whole games as pictures: `reel_of` says what to show, `animate` writes it as a GIF, `film_strip` as one PNG file."""

from renderer.replay.film import TooLarge, animate, animated
from renderer.replay.reel import BadStretch, Reel, reel_of
from renderer.replay.strip import film_strip

__all__ = ["BadStretch", "Reel", "TooLarge", "animate", "animated", "film_strip", "reel_of"]
