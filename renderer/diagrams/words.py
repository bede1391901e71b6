"""The words of a sheet: a piece's rule, what a diagram cannot show, and what each mark of it means."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.english import indefinite, listed
from engine.model.pieces import PieceType
from engine.variants.variant import Variant
from renderer.diagrams.diagrams import Diagram
from renderer.diagrams.ways import Way

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_TIMES = ("", "once", "twice", "three times", "four times")


def title_of(kind: PieceType) -> str:
    """A kind of piece with its letter: "Guard (G)"."""
    return f"{kind.name[:1].upper()}{kind.name[1:]} ({kind.letter})"


def rule_of(kind: PieceType) -> str:
    """How a kind of piece moves, as a sentence."""
    return f"The {kind.name} {kind.text}"


def remarks_on(variant: Variant, kind: PieceType) -> tuple[str, ...]:
    """What else a player of this piece has to know and a diagram cannot show: captures, castling, promotion."""
    return tuple(_remarks(variant, kind))


def sheet_words(variant: Variant, kind: PieceType) -> str:
    """A piece's rule with the remarks on it, for those who do not see its sheet: "Guard: moves one step in…"."""
    return " ".join((f"{kind.name[:1].upper()}{kind.name[1:]}: {kind.text}", *remarks_on(variant, kind)))


def _remarks(variant: Variant, kind: PieceType) -> Iterator[str]:
    if kind.passes and "en passant" not in kind.text:
        steps = listed(list(dict.fromkeys(atom.called for atom in kind.atoms if atom.called)))
        yield f"After its {steps} it may be taken en passant on the next turn."
    yield from dict.fromkeys(_castling(variant, kind))
    yield from (rule.text for rule in variant.promotions if rule.letter == kind.letter)
    if variant.hill and kind.royal:
        yield "It wins on the hill."
    if variant.captures is not None:
        yield variant.captures.text


def _castling(variant: Variant, kind: PieceType) -> Iterator[str]:
    """That it castles, and with what; the rules card says how."""
    begins = {placing.cell: variant.by_letter[placing.letter] for placing in variant.array}
    for castling in variant.castlings:
        royal, partner = begins[castling.royal[0]], begins[castling.partner[0]]
        if kind == royal:
            yield f"It may castle with {indefinite(partner.name)} while neither has moved; the rules say how."
        elif kind == partner:
            yield f"The {royal.name} may castle with it while neither has moved; the rules say how."


def way_words(diagram: Diagram, way: Way) -> str:
    """What the lines of a way mean on a diagram."""
    trails = [trail for trail in diagram.trails if trail.way is way]
    match way:
        case Way.SLIDE:
            on = ", also beyond the picture" if any(trail.on for trail in trails) else ""
            return f"slides over vacant cells{on}"
        case Way.BOUNCE:
            times = _TIMES[min(diagram.deflections, len(_TIMES) - 1)]
            return f"slides over vacant cells, and may bounce off walls at most {times}; one way is bold"
        case Way.STEPS:
            ends = [trail.cells[-1] for trail in trails]
            free = "one way must be free" if len(set(ends)) < len(ends) else "the way must be free"
            steps = listed(sorted({_NUMBERS[len(trail.cells) - 1] for trail in trails}))
            return f"{steps} steps in one move; {free}"
        case Way.FIRST:
            return next(atom.note for atom in diagram.kind.atoms if atom.called)
        case Way.CIRCLE:
            return "any number of steps round a circle, either way, over vacant cells; one of each size is bold"
        case Way.ROUTE:
            return "any way over vacant framed cells, turning at will; here is one"


WALL = "wall"
GOAL = "promotion cell"
HILL = "hill"
BEYOND = "here the board goes on"
