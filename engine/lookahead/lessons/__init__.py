"""Lessons: a game taught in steps, each a small position with a task, read from data and worded by the rules."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import NamedTuple

from engine.lookahead.imagined import branches
from engine.model.board import Cell
from engine.model.english import join_words
from engine.model.equipment import PieceType
from engine.model.position import Move, Position, bit_set, bits
from engine.movement.generator import movement_of
from engine.notation.describe import kind_on
from engine.notation.moves import MoveList
from engine.notation.position_code import position_of
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.rules import LastStanding
from engine.rules.combat import ATTACK, COMPULSORY, STRENGTHS, TIE
from engine.variants.variant import Variant


@dataclass(frozen=True, eq=False)
class LessonStep:
    """A step: what is taught in a few words, the rule in sentences, and a position with an aim for its player to move.

    `variant` is the game's, without fights where the step is not about them. `aim` is one of take, threat, escape,
    promote, castle, place and mate; `target` is the enemy piece that it is about. `mover` is the piece that has to do
    it, which the picture shows with its targets, None for any.
    """

    title: str
    text: str
    variant: Variant
    position: Position
    aim: str
    target: Cell
    mover: Cell | None

    @cached_property
    def state(self) -> State:
        return new_game(self.variant, self.position)

    @property
    def danger(self) -> bool:
        """True if its picture shows who attacks which cells."""
        return self.aim == "escape"

    @property
    def task(self) -> str:
        """The task as a sentence: "Take Blue's guard on d5 with your wizard on d2."."""
        variant, movement, position = self.variant, movement_of(self.variant), self.position
        mover = "" if self.mover is None else self._named(self.mover)
        match self.aim:
            case "take":
                verb, by = "Attack" if variant.combat else "Take", f" with your {mover}" if mover else ""
                return f"{verb} {self._owned(self.target)}{by}."
            case "threat" if mover:
                return f"Move your {mover} to a cell from which it attacks {self._owned(self.target)}."
            case "threat":
                return f"Make a move after which you attack {self._owned(self.target)}."
            case "promote":
                return f"Promote your {mover}."
            case "place":
                kind = movement.mover(position, movement.legal(position)[0])
                return f"Place your {kind.plural} now: choose where they go."
            case "mate":
                others = [seat for seat in variant.remaining(position) if seat != position.turn]
                return f"Checkmate {variant.seat(others[0]).name} in one move."
        royal = movement.royals(position, position.turn)[0]
        if self.aim == "castle":
            return f"Castle with your {kind_on(variant, position, royal).name}."
        takers = movement.attackers(position, royal, movement.enemies(position, position.turn), able=True)
        attackers = join_words([self._owned(taker) for taker in takers], "and")
        return f"Your {self._named(royal)} is in check from {attackers}. Get it out of check."

    def met(self, after: State) -> bool:
        """True if the last move of a state has done it; a fight counts as made, however it ended."""
        played, position, movement = after.played[-1], after.position, after.movement
        move, special, rightly = played.move, played.move.special, self.mover in {None, played.move.origin}
        match self.aim:
            case "take":
                return rightly and movement.captured(played.before, move) == self.target
            case "threat":
                pieces = position.pieces[played.seat] if self.mover is None else 1 << move.target
                there = rightly and position.occupied(self.target)
                return there and movement.is_attacked(position, 1 << self.target, pieces, able=True)
            case "escape":
                royals, enemies = movement.royals(position, played.seat), movement.enemies(position, played.seat)
                return not movement.is_attacked(position, bit_set(royals), enemies, able=True)
            case "promote":
                return rightly and move.promotion is not None
            case "castle":
                return special is not None and special.partner is not None
            case "place":
                return special is not None and bool(special.placed)
        return after.result is not None and after.result.winner == played.seat

    def _named(self, cell: Cell) -> str:
        return f"{kind_on(self.variant, self.position, cell).name} on {self.variant.board.names[cell]}"

    def _owned(self, cell: Cell) -> str:
        owner = self.variant.piece_of(self.position.placement[cell]).seat
        return f"{self.variant.seat(owner).name}'s {self._named(cell)}"

    @cached_property
    def legal(self) -> MoveList:
        return sheet(self.state)

    @cached_property
    def solutions(self) -> tuple[Move, ...]:
        """The legal moves that do what is asked for, however their fights end."""
        return tuple(move for move in self.legal.legal if all(map(self.met, branches(self.state, move))))


@dataclass(frozen=True, eq=False)
class Lesson:
    variant: Variant
    steps: tuple[LessonStep, ...]

    @property
    def goal(self) -> str:
        """The way to win, in a sentence for beginners."""
        variant = self.variant
        royal = join_words([kind.name for kind in variant.kinds if kind.royal], "or")
        if len(variant.seats) > 2:
            return f"Attack the other players' {royal} to knock them out: the last player left wins."
        if variant.combat is not None:
            return f"Beat the enemy {royal} in a fight to win."
        if variant.stuck.mates:
            return f"Checkmate the enemy {royal} to win: attack it so that it can't escape."
        return f"Take the enemy {royal} to win."


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
    row: _Row
    variant: Variant
    position: Position
    target: Cell
    mover: Cell | None

    @property
    def kinds(self) -> Sequence[PieceType]:
        return [self.variant.by_letter[letter] for letter in self.row.letters]

    @property
    def wins(self) -> Sequence[str]:
        return [ending.text for ending in self.variant.endings if isinstance(ending, LastStanding)]


@lru_cache(maxsize=64)
def lesson_of(variant: Variant) -> Lesson:
    """The lesson in a game: the pieces from the simplest on, single rules, what a royal piece must mind, and what wins.

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
    title, text = _WORDS[row.about](_Scene(row, variant, position, target or 0, mover))
    return LessonStep(title, text, variant, position, row.aim, target or 0, mover)


def _placement(scene: _Scene) -> tuple[str, str]:
    phase = scene.variant.phase
    return "Before the first move", f"Before the first move {phase.text}." if phase else ""


def _pieces(scene: _Scene) -> tuple[str, str]:
    titled = ", ".join(f"{kind.name[:1].upper()}{kind.name[1:]}" for kind in scene.kinds)
    return titled, "\n".join(f"The **{kind.name}** ({kind.letter}) {kind.text}" for kind in scene.kinds)


def _royals(scene: _Scene) -> tuple[str, str]:
    """The moves of royal pieces, and what an attack on one means."""
    title, text = _pieces(scene)
    return title, f"{text}\n{scene.variant.legality.text}"


def _promotion(scene: _Scene) -> tuple[str, str]:
    variant, letter = scene.variant, scene.row.letters
    several = f" of the {variant.by_letter[letter].name}" if len(variant.promotions) > 1 else ""
    return f"Promotion{several}", next(rule.text for rule in variant.promotions if rule.letter == letter)


def _castling(scene: _Scene) -> tuple[str, str]:
    variant, position, names = scene.variant, scene.position, scene.variant.board.names
    ways = (scene.mover, scene.target)
    castling = next(each for each in variant.castlings if (each.royal[0], each.partner[0]) == ways)
    (home, target), (corner, beside) = castling.royal, castling.partner
    royal, partner = kind_on(variant, position, home).name, kind_on(variant, position, corner).name
    vacant = join_words([names[cell] for cell in bits(castling.vacant)], "and")
    safe = join_words([names[cell] for cell in bits(castling.safe)])
    return "Castling", (
        f"Castling ({castling.name}) moves two pieces together: the {royal} goes from {names[home]} to {names[target]} "
        f"and the {partner} from {names[corner]} to {names[beside]}. It works if neither has moved yet, {vacant} are "
        f"empty, and no enemy piece attacks {safe}."
    )


def _passing(scene: _Scene) -> tuple[str, str]:
    variant, position, target = scene.variant, scene.position, scene.target
    moves = movement_of(variant).legal(position)
    over = next(move.target for move in moves if move.special and move.special.victim == target)
    seat, kind = variant.piece_of(position.placement[target])
    owner, name = variant.seat(seat).name, kind.name
    return "En passant", (
        f"{owner}'s {name} has just gone from {scene.row.origin} to {scene.row.target} in one move. On the very "
        f"next turn, a {name} that could capture on the cell it passed over ({variant.board.names[over]}) can take "
        f"it there. This is called en passant."
    )


def _captures(scene: _Scene) -> tuple[str, str]:
    rule = scene.variant.captures
    return "Who may take what", rule.text if rule else ""


def _win(scene: _Scene) -> tuple[str, str]:
    """The goal if it isn't taking a royal piece: checkmate, or an attack when one's turn begins."""
    variant = scene.variant
    out = [variant.elimination.text] if variant.elimination else []
    return "What wins", variant.stuck.text if scene.row.aim == "mate" else " ".join((*out, *scene.wins))


def _fight(scene: _Scene) -> tuple[str, str]:
    combat = scene.variant.combat
    told = {ATTACK.text, TIE.text, *STRENGTHS.values()}
    return "Fights", "\n".join(rule.text for rule in (combat.rules if combat else ()) if rule.text in told)


def _fallen(scene: _Scene) -> tuple[str, str]:
    """With fights: a royal piece attacked by two pieces must be attacked immediately, by either."""
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
