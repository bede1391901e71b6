"""A game's lesson, read from its data: positions with aims, which the game's own rules put into words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from engine.geometry.board import Cell
from engine.lookahead.lessons.aims import (
    Aim,
    CastlingAim,
    EscapeAim,
    MateAim,
    PlacementAim,
    PromotionAim,
    TakeAim,
    ThreatAim,
)
from engine.lookahead.lessons.lesson import Lesson, LessonStep
from engine.model.english import listed
from engine.model.pieces import PieceType
from engine.model.position import Position, bits
from engine.movement.generator import movement_of
from engine.notation.describe import kind_on
from engine.notation.position_code import position_of
from engine.rules import LastStanding
from engine.variants.combat import ATTACK, COMPULSORY, STRENGTHS, TIE
from engine.variants.variant import Variant


class _Row(NamedTuple):
    """A step as the data has it; `target` and `mover` are names of cells, `fights` when it belongs to the lesson.

    `about` names the words, `letters` the kinds they are about. En passant tells the `origin` of the piece on `target`,
    castling the partner's cell as its `target`.
    """

    about: str
    position: str
    aim: str
    letters: str = ""
    origin: str = ""
    target: str = ""
    mover: str = ""
    fights: bool | None = None


class _Scene(NamedTuple):
    """What the words of a step are made from."""

    row: _Row
    variant: Variant
    position: Position
    target: Cell
    mover: Cell | None

    @property
    def kinds(self) -> Sequence[PieceType]:
        """The kinds that the step is about."""
        return [self.variant.by_letter[letter] for letter in self.row.letters]

    @property
    def wins(self) -> Sequence[str]:
        """How the last royal standing wins, in sentences."""
        return [ending.text for ending in self.variant.endings if isinstance(ending, LastStanding)]


@lru_cache(maxsize=64)
def lesson_of(variant: Variant) -> Lesson:
    """The lesson in a game: placements, the pieces, single rules, what a royal piece must mind, and what wins.

    Pieces and rules are taught without fights, which come last. Lessons are for the options that are a game's defaults;
    only fights may be others. FileNotFoundError for a game that has no lesson.
    """
    text = files(__package__).joinpath("data", f"{variant.key}.jsonl").read_text(encoding="utf-8")
    rows = [_Row(**json.loads(line)) for line in text.splitlines()]
    fought = variant.combat is not None
    return Lesson(variant, tuple(_step(variant, row) for row in rows if row.fights in {None, fought}))


def _step(game: Variant, row: _Row) -> LessonStep:
    variant = game if row.fights else game.peaceful or game
    board, position = variant.board, position_of(variant, row.position)
    target, mover = (board.cell(name) if name else None for name in (row.target, row.mover))
    scene = _Scene(row, variant, position, target or 0, mover)
    title, text = _WORDS[row.about](scene)
    return LessonStep(title, text, variant, position, _aim(scene), mover, danger=row.aim == "escape")


def _aim(scene: _Scene) -> Aim:
    target, mover = scene.target, scene.mover
    aims: Mapping[str, Aim] = {
        "take": TakeAim(target, mover),
        "threat": ThreatAim(target, mover),
        "escape": EscapeAim(),
        "promote": PromotionAim(mover or 0),
        "castle": CastlingAim(),
        "place": PlacementAim(),
        "mate": MateAim(),
    }
    return aims[scene.row.aim]


def _placement(scene: _Scene) -> tuple[str, str]:
    phase = scene.variant.phase
    return "Before the first move", f"Before the first move {phase.text}." if phase else ""


def _pieces(scene: _Scene) -> tuple[str, str]:
    """How some kinds move."""
    titled = ", ".join(f"{kind.name[:1].upper()}{kind.name[1:]}" for kind in scene.kinds)
    return titled, "\n".join(f"The **{kind.name}** ({kind.letter}) {kind.text}" for kind in scene.kinds)


def _royals(scene: _Scene) -> tuple[str, str]:
    """How royal pieces move, and what an attack on one means: it has to be answered, or the piece can be taken."""
    title, text = _pieces(scene)
    minded = [scene.variant.legality.text] if scene.row.aim == "escape" else scene.wins
    return title, "\n".join((text, *minded))


def _promotion(scene: _Scene) -> tuple[str, str]:
    variant, letter = scene.variant, scene.row.letters
    several = f" of the {variant.by_letter[letter].name}" if len(variant.promotions) > 1 else ""
    return f"Promotion{several}", next(rule.text for rule in variant.promotions if rule.letter == letter)


def _castling(scene: _Scene) -> tuple[str, str]:
    """One castling in words."""
    variant, position, names = scene.variant, scene.position, scene.variant.board.names
    ways = (scene.mover, scene.target)
    castling = next(each for each in variant.castlings if (each.royal[0], each.partner[0]) == ways)
    (home, target), (corner, beside) = castling.royal, castling.partner
    royal, partner = kind_on(variant, position, home).name, kind_on(variant, position, corner).name
    vacant = listed([names[cell] for cell in bits(castling.vacant)], "and")
    safe = listed([names[cell] for cell in bits(castling.safe)])
    return "Castling", (
        f"Castling ({castling.name}) moves two pieces at once: the {royal} goes from {names[home]} to {names[target]} "
        f"and the {partner} from {names[corner]} to {names[beside]}. Neither may have moved before, {vacant} must be "
        f"vacant, and no enemy piece may attack {safe}."
    )


def _passing(scene: _Scene) -> tuple[str, str]:
    """A piece that has just passed over a cell on which another could have taken it."""
    variant, position, target = scene.variant, scene.position, scene.target
    moves = movement_of(variant).legal(position)
    over = next(move.target for move in moves if move.special and move.special.victim == target)
    piece, name = variant.piece(position, target), kind_on(variant, position, target).name
    owner = variant.seat(piece.seat).name if piece else ""
    return "En passant", (
        f"{owner}'s {name} has just gone from {scene.row.origin} to {scene.row.target} in one move. On the very "
        f"next turn a {name} that could capture on a cell it passed over may take it there, as if it had gone no "
        f"further. This is called en passant. Here that cell is {variant.board.names[over]}."
    )


def _captures(scene: _Scene) -> tuple[str, str]:
    rule = scene.variant.captures
    return "Who may take what", rule.text if rule else ""


def _win(scene: _Scene) -> tuple[str, str]:
    """What wins, where it is not that a royal piece is taken: checkmate, or an attack when one's turn begins."""
    variant = scene.variant
    out = [variant.elimination.text] if variant.elimination else []
    return "What wins", variant.stuck.text if scene.row.aim == "mate" else " ".join((*out, *scene.wins))


def _fight(scene: _Scene) -> tuple[str, str]:
    combat = scene.variant.combat
    told = {ATTACK.text, TIE.text, *STRENGTHS.values()}
    return "Fights", "\n".join(rule.text for rule in (combat.rules if combat else ()) if rule.text in told)


def _fallen(scene: _Scene) -> tuple[str, str]:
    """Where captures are fought out: a royal piece that two pieces attack has to be attacked at once, by either."""
    return "What wins", " ".join((COMPULSORY.text, *scene.wins))


_WORDS: Mapping[str, Callable[[_Scene], tuple[str, str]]] = {
    "placement": _placement,
    "piece": _pieces,
    "royal": _royals,
    "promotion": _promotion,
    "castling": _castling,
    "passing": _passing,
    "captures": _captures,
    "win": _win,
    "fight": _fight,
    "fallen": _fallen,
}
