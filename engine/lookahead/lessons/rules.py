"""The steps of a lesson that teach single rules: placements, promotion, castling, en passant, captures, fights."""

from __future__ import annotations

from itertools import islice, permutations, product

from engine.geometry.board import Cell
from engine.lookahead.lessons.aims import CastlingAim, PlacementAim, PromotionAim, TakeAim
from engine.lookahead.lessons.lesson import LessonStep
from engine.lookahead.lessons.pieces import TRIES, piece_step
from engine.lookahead.lessons.setting import Studio, drawn
from engine.model.array import Castling, Placement
from engine.model.english import listed
from engine.model.position import Move, Position, bits
from engine.rules.protocols import Captures, Promotion
from engine.variants.combat import ATTACK, STRENGTHS, TIE

SEAT = 1


def placement_step(studio: Studio) -> LessonStep | None:
    """Placements before the first move, from the start of the game."""
    variant = studio.variant
    if variant.phase is None:
        return None
    text = f"Before the first move {variant.phase.text}."
    return LessonStep("Before the first move", text, variant, variant.start, PlacementAim())


def promotion_step(studio: Studio, rule: Promotion) -> LessonStep | None:
    """A piece about to promote; where it can only become what its side has lost, that side has lost something."""
    variant = studio.variant
    seat = studio.owner(rule.letter)
    enemy = studio.enemy(seat.number)
    zone = drawn(set(rule.zone(variant, seat)), variant.key, "promotion")
    royal, foot = studio.royal_of(enemy), studio.foot(enemy)
    spare = next(each for each in variant.array if (each.seat, each.letter) == (enemy, foot))
    others = studio.royals(besides=[enemy])
    code = variant.codes[seat.number, rule.letter]
    places = (
        (cell, lost, away)
        for away in (royal.cell, *drawn(studio.cells, variant.key, "away")[:8])
        for lost in ((), sorted(studio.strong(seat.number)[:2]))
        for target in zone
        for cell in drawn(bits(studio.movement.stations(code, target) | _before(studio, target)), variant.key, target)
    )
    for cell, lost, away in islice(places, 4 * TRIES):
        pieces = [*others, royal._replace(cell=away), spare, Placement(seat.number, rule.letter, cell)]
        position = studio.stand(seat.number, pieces, lost=[each for each in lost if each != rule.letter])
        if position is None or not any(move.promotion for move in studio.moves(position, cell)):
            continue
        if studio.fit(position):
            several = f" of the {variant.by_letter[rule.letter].name}" if len(variant.promotions) > 1 else ""
            return LessonStep(f"Promotion{several}", rule.text, variant, position, PromotionAim(cell), cell)
    return None


def _before(studio: Studio, target: Cell) -> int:
    """The cells next to another."""
    board = studio.variant.board
    return sum(1 << cell for cell in studio.cells if board.distance(cell, target) == 1)


def castling_step(studio: Studio) -> LessonStep | None:
    """A royal piece and a partner that may castle."""
    variant = studio.variant
    enemy = studio.enemy(SEAT)
    foot = next(each for each in variant.array if (each.seat, each.letter) == (enemy, studio.foot(enemy)))
    letters = {each.cell: each.letter for each in variant.array if each.seat == SEAT}
    for castling in (each for each in variant.castlings if each.seat == SEAT):
        home, corner = castling.royal[0], castling.partner[0]
        pieces = [*studio.royals(), foot, Placement(SEAT, letters[corner], corner)]
        position = studio.stand(SEAT, pieces, rights=1 << home | 1 << corner)
        if position is None or not studio.fit(position):
            continue
        step = LessonStep("Castling", _castling(studio, castling, letters), variant, position, CastlingAim(), home)
        if step.solutions:
            return step
    return None


def _castling(studio: Studio, castling: Castling, letters: dict[Cell, str]) -> str:
    """One castling in words."""
    names, kinds = studio.variant.board.names, studio.variant.by_letter
    (home, target), (corner, beside) = castling.royal, castling.partner
    royal, partner = kinds[letters[home]].name, kinds[letters[corner]].name
    vacant = listed([names[cell] for cell in bits(castling.vacant)], "and")
    safe = listed([names[cell] for cell in bits(castling.safe)])
    return (
        f"Castling ({castling.name}) moves two pieces at once: the {royal} goes from {names[home]} to {names[target]} "
        f"and the {partner} from {names[corner]} to {names[beside]}. Neither may have moved before, {vacant} must be "
        f"vacant, and no enemy piece may attack {safe}."
    )


def passing_step(studio: Studio) -> LessonStep | None:
    """A piece that has just passed over a cell on which another could have taken it."""
    variant, movement = studio.variant, studio.movement
    kind = next((kind for kind in variant.kinds if kind.passes), None)
    if kind is None:
        return None
    seat = studio.owner(kind.letter).number
    before = next(each.number for each in variant.seats if studio.enemy(each.number) == seat)
    code = variant.codes.get((before, kind.letter), 0)
    begins = [each.cell for each in variant.array if (each.seat, each.letter) == (before, kind.letter)]
    for cell in drawn(begins, variant.key, "passing"):
        alone = [*studio.royals(), Placement(before, kind.letter, cell)]
        rights = 1 << cell & variant.first_moves
        early = studio.stand(before, alone, rights=rights)
        steps = [move for move in studio.moves(early, cell) if move.special and move.special.passed] if early else []
        for step in steps:
            for over in step.special.passed if step.special else ():
                for taker in islice(bits(movement.stations(variant.codes[seat, kind.letter], over)), TRIES):
                    made = _passed(studio, [*alone, Placement(seat, kind.letter, taker)], before, rights, step, taker)
                    if made is not None and code:
                        return made
    return None


def _passed(
    studio: Studio, pieces: list[Placement], before: int, rights: int, step: Move, taker: Cell
) -> LessonStep | None:
    """The step after first steps have been made, if they can be answered en passant."""
    variant = studio.variant
    early = studio.stand(before, pieces, rights=rights)
    if early is None or step not in studio.movement.legal(early):
        return None
    position = studio.movement.play(early, step)._replace(quiet=early.quiet)
    answers = [move for move in studio.moves(position, taker) if move.special and move.special.victim == step.target]
    if not answers or not studio.fit(position):
        return None
    names, owner = variant.board.names, variant.seat(before).name
    name = studio.movement.mover(early, step).name
    text = (
        f"{owner}'s {name} has just gone from {names[step.origin]} to {names[step.target]} in one move. On the very "
        f"next turn a {name} that could capture on a cell it passed over may take it there, as if it had gone no "
        f"further. This is called en passant. Here that cell is {names[answers[0].target]}."
    )
    return LessonStep("En passant", text, variant, position, TakeAim(step.target, taker), taker)


def capture_step(studio: Studio) -> LessonStep | None:
    """Where a rule binds captures: two pieces take together what neither may take alone."""
    rule = studio.variant.captures
    if rule is None:
        return None
    variant, enemy = studio.variant, studio.enemy(SEAT)
    victims = [kind.letter for kind in studio.army(enemy)]
    board, movement = variant.board, studio.movement
    middle = [cell for cell in studio.cells if board.distance(cell, board.middle[0]) <= 2]
    cast = ((victim, *pair) for victim in victims for pair in permutations([k.letter for k in studio.army(SEAT)], 2))
    for (victim, one, other), target in islice(product(drawn(cast, variant.key), drawn(middle, variant.key)), TRIES):
        near = [
            drawn(bits(movement.stations(variant.codes[SEAT, letter], target)), variant.key, letter)
            for letter in (one, other)
        ]
        for first, second in islice(product(*near), 3):
            step = _bound(studio, rule, Placement(enemy, victim, target), [(one, first), (other, second)])
            if step is not None:
                return step
    return None


def _bound(studio: Studio, rule: Captures, victim: Placement, takers: list[tuple[str, Cell]]) -> LessonStep | None:
    """The step in which two pieces may take another, if neither may alone and all the rest is in order."""
    own = [Placement(SEAT, letter, cell) for letter, cell in takers]
    position = studio.stand(SEAT, [*studio.royals(), victim, *own])
    if position is None or {each.cell for each in own} - set(_able(studio, position, victim.cell)):
        return None
    for each in own:
        alone = studio.stand(SEAT, [*studio.royals(), victim, each])
        if alone is None or _able(studio, alone, victim.cell):
            return None
    if not studio.fit(position):
        return None
    aim = TakeAim(victim.cell, own[0].cell)
    step = LessonStep("Who may take what", rule.text, studio.variant, position, aim, own[0].cell)
    return step if step.solutions else None


def _able(studio: Studio, position: Position, target: Cell) -> list[Cell]:
    """The cells of the pieces to move that may take the one on a cell."""
    return list(studio.movement.takers(position, target, position.pieces[SEAT]))


def fight_step(studio: Studio) -> LessonStep | None:
    """An attack that is fought out with dice."""
    combat = studio.variant.combat
    kinds = [studio.variant.by_letter[letter] for letter in studio.strong(SEAT)[:1]]
    step = piece_step(studio, kinds, attacks=False) if combat and kinds else None
    if step is None or combat is None:
        return None
    text = "\n".join(rule.text for rule in combat.rules if rule.text in {ATTACK.text, TIE.text, *STRENGTHS.values()})
    return LessonStep("Fights", text, step.variant, step.position, step.aim, step.mover)
