"""How far apart colours are, in normal sight, with three colour blindnesses, and in gray.

Differences are CIEDE2000. Colour blindness is simulated for dichromats by the matrices, applied to linear RGB, of
Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), table
for severity 1: https://www.inf.ufrgs.br/~oliveira/pubs_files/CVD_Simulation/CVD_Simulation.html. Gray keeps relative
luminance. Contrast is that of WCAG 2: https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from coloraide import Color

from renderer.theme import Colour

Matrix = tuple[tuple[float, float, float], ...]

SIGHTS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "gray": ((0.2126, 0.7152, 0.0722),) * 3,
}
COLOURED = tuple(sight for sight in SIGHTS if sight != "gray")


@cache
def seen(colour: Colour, sight: str) -> Color:
    linear = Color("srgb", [value / 255 for value in colour]).convert("srgb-linear").coords()
    values = (sum(part * value for part, value in zip(row, linear, strict=True)) for row in SIGHTS[sight])
    return Color("srgb-linear", [min(1.0, max(0.0, value)) for value in values])


@cache
def difference(one: Colour, other: Colour, sight: str) -> float:
    """How far apart two colours are for a sight: about 1 can just be told, 100 is black and white."""
    return seen(one, sight).delta_e(seen(other, sight), method="2000")


def nearest(ones: Iterable[Colour], others: Iterable[Colour], sights: Iterable[str] = SIGHTS) -> float:
    """The least difference of any of some colours from any of others, in any of the sights."""
    others, sights = tuple(others), tuple(sights)
    return min(difference(one, other, sight) for one in ones for other in others for sight in sights)


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of the luminances of two colours, 1 to 21."""
    return seen(one, "normal").contrast(seen(other, "normal"), method="wcag21")
