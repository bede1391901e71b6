"""The words around pictures of how pieces move."""

from __future__ import annotations

from bot.games.refusals import BadChoice
from engine.model.english import indefinite, listed, shown
from engine.model.equipment import PieceType
from engine.variants import titled
from engine.variants.variant import Variant

ALL = "All pieces"


def heading(variant: Variant, kind: PieceType | None) -> str:
    game = titled(variant.name, variant.options)
    if kind is None:
        return f"How the pieces of **{game}** move:"
    return f"How {indefinite(kind.name)} moves in **{game}**:"


def label(kind: PieceType | None) -> str:
    """A kind of piece with its letter, as a button or a menu names it; all of them for None."""
    return ALL if kind is None else f"{kind.name[:1].upper()}{kind.name[1:]} ({kind.letter})"


def unknown(variant: Variant, given: str) -> BadChoice:
    names = listed([label(kind) for kind in variant.kinds], "and")
    return BadChoice(f"{variant.name} has no piece “{shown(given)}”. Its pieces are {names}")
