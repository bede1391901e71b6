"""The steps of a lesson about royal pieces: in check, taken, checkmated, or out at the start of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, islice, permutations, product

from engine.geometry.board import Cell
from engine.lookahead.lessons.aims import EscapeAim, MateAim, TakeAim, ThreatAim
from engine.lookahead.lessons.lesson import LessonStep
from engine.lookahead.lessons.pieces import TRIES, homes, titled, told
from engine.lookahead.lessons.setting import Studio, drawn
from engine.model.array import Placement
from engine.model.pieces import PieceType
from engine.model.position import Position, bits
from engine.rules import LastStanding, in_check
from engine.variants.combat import COMPULSORY

SEAT = 1
"""Whose royal piece the steps are about."""
NEAREST, UNDONE = 8, 4
"""How many cells are considered for each piece of a mating net, and for where the last of them came from."""


def royal_step(studio: Studio) -> LessonStep | None:
    """How royal pieces move, and what an attack on one means: it has to be answered, or the piece can be taken."""
    kinds = [kind for kind in studio.variant.kinds if kind.royal]
    own = studio.variant.by_letter[studio.royal_of(SEAT).letter]
    kinds.sort(key=lambda kind: kind is not own)
    return _escape(studio, own, kinds) or _fall(studio, own, kinds)


def _escape(studio: Studio, own: PieceType, kinds: Sequence[PieceType]) -> LessonStep | None:
    """The royal piece is in check, and not every move that its side can make ends that."""
    variant, enemy = studio.variant, studio.enemy(SEAT)
    helper, *_ = studio.strong(SEAT)[1:] or studio.strong(SEAT)
    royals = studio.royals(besides=[SEAT])
    for cell, (attacker, letter, beside) in islice(product(homes(studio, SEAT, own), _checks(studio, enemy)), TRIES):
        pieces = [
            *royals,
            Placement(SEAT, own.letter, cell),
            Placement(enemy, letter, attacker),
            Placement(SEAT, helper, beside),
        ]
        position = studio.stand(SEAT, pieces)
        if position is None or not studio.movement.takers(position, cell, 1 << attacker):
            continue
        legal = studio.movement.legal(position)
        if len(legal) == len(studio.movement.pseudo_legal(position)):
            return None
        if len(legal) > 1 and studio.fit(position, checked=True):
            text = "\n".join((told(kinds), variant.legality.text))
            return LessonStep(titled(kinds), text, variant, position, EscapeAim(), danger=True)
    return None


def _checks(studio: Studio, enemy: int) -> list[tuple[Cell, str, Cell]]:
    """Places for an enemy piece that gives check, with its kind, and for a piece of one's own."""
    letters = studio.strong(enemy)[:2]
    cells = drawn(studio.cells, studio.variant.key, "check")
    return [(cell, letters[n % len(letters)], cells[-1 - n]) for n, cell in enumerate(cells)]


def _fall(studio: Studio, own: PieceType, kinds: Sequence[PieceType]) -> LessonStep | None:
    """The royal piece takes the enemy's, which wins."""
    variant, enemy = studio.variant, studio.enemy(SEAT)
    wins = [ending.text for ending in variant.endings if isinstance(ending, LastStanding)]
    theirs = studio.royal_of(enemy)
    board = variant.board
    beside = [cell for cell in studio.cells if 0 < board.distance(cell, theirs.cell) <= 2]
    for cell, other in islice(product(drawn(beside, variant.key, "fall"), studio.cells), TRIES):
        pieces = [
            *studio.royals(besides=[SEAT]),
            Placement(SEAT, own.letter, cell),
            Placement(enemy, studio.foot(enemy), other),
        ]
        position = studio.stand(SEAT, pieces)
        if position is None or not any(move.target == theirs.cell for move in studio.moves(position, cell)):
            continue
        text = "\n".join((told(kinds), *wins))
        return LessonStep(titled(kinds), text, variant, position, TakeAim(theirs.cell, cell), cell)
    return None


def win_step(studio: Studio) -> LessonStep | None:
    """What wins, where it is not that a royal piece is taken: checkmate, or an attack when one's turn begins."""
    if studio.variant.elimination is not None:
        return _attack(studio)
    return _mate(studio) if studio.variant.stuck.mates and len(studio.variant.seats) == 2 else None


def _attack(studio: Studio) -> LessonStep | None:
    """Where royal pieces attacked when a turn begins are out, one is to be attacked."""
    variant, enemy = studio.variant, studio.enemy(SEAT)
    royal = studio.royal_of(enemy).cell
    wins = [ending.text for ending in variant.endings if isinstance(ending, LastStanding)]
    told_first = [variant.elimination.text] if variant.elimination else []
    letter = studio.strong(SEAT)[0]
    for cell in homes(studio, SEAT, variant.by_letter[letter])[:TRIES]:
        position = studio.stand(SEAT, [*studio.royals(), Placement(SEAT, letter, cell)])
        if position is None or not studio.fit(position):
            continue
        aim = ThreatAim(royal)
        step = LessonStep("What wins", " ".join((*told_first, *wins)), variant, position, aim)
        if step.solutions:
            return step
    return None


def _mate(studio: Studio) -> LessonStep | None:
    """A checkmate in one move: a net of two strong pieces around a royal piece in a corner, its last move undone."""
    variant, enemy = studio.variant, studio.enemy(SEAT)
    theirs = studio.royal_of(enemy).letter
    nets = (
        position
        for pair in _pairs(studio)
        for corner in _corners(studio, enemy, theirs)
        for position in _nets(studio, Placement(enemy, theirs, corner), pair)
    )
    for position in nets:
        step = LessonStep("What wins", variant.stuck.text, variant, position, MateAim())
        if studio.fit(position) and step.solutions:
            return step
    return None


def _pairs(studio: Studio) -> Iterator[tuple[str, str]]:
    """Kinds for a mating net, the strongest first; of one kind only as many as the game begins with."""
    letters = [each.letter for each in studio.variant.array if each.seat == SEAT]
    strong = studio.strong(SEAT)[:3]
    for one, other in combinations_with_replacement(strong, 2):
        if one != other or letters.count(one) > 1:
            yield from permutations((one, other)) if one != other else [(one, other)]


def _corners(studio: Studio, seat: int, letter: str) -> list[Cell]:
    """The cells on which a royal piece of a seat has the fewest ways to go, in drawn order among equals."""
    code = studio.variant.codes[seat, letter]
    ways = dict.fromkeys(studio.cells, 0)
    for target in studio.cells:
        for cell in bits(studio.movement.stations(code, target)):
            ways[cell] += 1
    fewest = min(ways.values())
    return drawn([cell for cell in studio.cells if ways[cell] == fewest], studio.variant.key, "mate")[:3]


def _nets(studio: Studio, theirs: Placement, letters: tuple[str, str]) -> Iterator[Position]:
    """Positions in which one piece shuts a royal piece in, and another is a move away from giving mate."""
    variant, movement = studio.variant, studio.movement
    one, other = (variant.codes[SEAT, letter] for letter in letters)
    alone = studio.stand(theirs.seat, [studio.royal_of(SEAT), theirs])
    ways = [move.target for move in movement.pseudo_legal(alone) if move.origin == theirs.cell] if alone else []

    def shuts(code: int, cell: Cell) -> set[Cell]:
        return {each for each in ways if movement.stations(code, each) >> cell & 1}

    def best(code: int, *, checks: bool) -> list[Cell]:
        cells = [c for c in studio.cells if bool(movement.stations(code, theirs.cell) >> c & 1) is checks]
        return sorted(drawn(cells, variant.key, code), key=lambda cell: -len(shuts(code, cell)))[:NEAREST]

    for keeper, mater in product(best(one, checks=False), best(other, checks=True)):
        if not shuts(one, keeper) | shuts(other, mater) >= set(ways):
            continue
        still = [studio.royal_of(SEAT), theirs, Placement(SEAT, letters[0], keeper)]
        mated = studio.stand(theirs.seat, [*still, Placement(SEAT, letters[1], mater)])
        if mated is None or movement.legal(mated) or not in_check(movement, mated):
            continue
        for cell in drawn(bits(movement.stations(other, mater)), variant.key, mater)[:UNDONE]:
            position = studio.stand(SEAT, [*still, Placement(SEAT, letters[1], cell)])
            if position is not None and not studio.threatens(position):
                yield position


def fallen_step(studio: Studio) -> LessonStep | None:
    """Where captures are fought out: a royal piece that two pieces attack has to be attacked at once, by either."""
    variant, enemy = studio.variant, studio.enemy(SEAT)
    royal = studio.royal_of(enemy)
    wins = [ending.text for ending in variant.endings if isinstance(ending, LastStanding)]
    one, other = (studio.strong(SEAT) * 2)[:2]
    places = (
        drawn(bits(studio.movement.stations(variant.codes[SEAT, letter], royal.cell)), variant.key, "fallen", letter)
        for letter in (one, other)
    )
    for first, second in islice(product(*places), TRIES):
        pieces = [*studio.royals(), Placement(SEAT, one, first), Placement(SEAT, other, second)]
        position = studio.stand(SEAT, pieces)
        if position is None or len(studio.movement.legal(position)) < 2 or not studio.fit(position, threatening=True):
            continue
        aim = TakeAim(royal.cell)
        step = LessonStep("What wins", " ".join((COMPULSORY.text, *wins)), variant, position, aim)
        if len(step.solutions) > 1:
            return step
    return None
