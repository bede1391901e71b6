"""A variant as a frozen value.

Nothing that works with a variant asks which one it is: where games differ, the difference is one of these values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from engine.model.board import Cell
from engine.model.equipment import Equipment, Piece
from engine.model.position import Position, bit_set
from engine.rules.combat import Combat, CompulsoryAttack
from engine.rules.endings import (
    CheckmatedByTheMover,
    LastStanding,
    ManyChecks,
    NoMoveLeft,
    Skipped,
    TimeAgainstBareRoyal,
)
from engine.rules.legality import Hierarchy
from engine.rules.placing import PairsPlaced
from engine.rules.protocols import BY_WILL, Claim, Ending, Legality, Promotion


class FenForm(NamedTuple):
    """A form of FEN (Forsyth–Edwards notation).

    A line of it is a "rank", from the highest number down and each in the order of letters, or a "file", from the first
    letter on and each from number 1 up. `castlings` are White's letters with the names of castlings; without any, the
    form has no field for them.
    """

    line: str
    castlings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Option:
    """A choice a table makes before the game: its name, its values (the first is the default) and what it means.

    The values named `apart` make another game: it is rated separately, and has no fights.
    """

    name: str
    values: tuple[str, ...]
    text: str
    apart: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Variant(Equipment):
    """A game to be played: its equipment and its rules, with its options chosen.

    `endings` are looked at in every position, then `stuck` where the player to move has no legal move (where turns are
    skipped: where nobody has one), or else the `limits`, endings by counting. `time_draw` says when time that runs out
    draws, None where it always loses. `tally` is a rule that counts something for each seat. `letterless` is the letter
    of the kind whose moves are written without it, "" for none, and `marks_check` says that check and mate are marked.
    `fens` are the forms of FEN that are read, the first of them also written. `combat` says how captures are fought
    out, None where they simply succeed, and `peaceful` is then the game without fights. `options` are the choices that
    differ from the defaults; `notes` are general remarks for the rules card, `credits` name the sources, `rulings` are
    the referee's decisions that belong to no single piece or rule.
    """

    key: str
    name: str
    edition: int
    legality: Legality
    endings: tuple[Ending, ...]
    stuck: NoMoveLeft
    elimination: CheckmatedByTheMover | None = None
    skipping: Skipped | None = None
    limits: tuple[Ending, ...] = ()
    time_draw: TimeAgainstBareRoyal | None = None
    captures: Hierarchy | None = None
    phase: PairsPlaced | None = None
    promotions: tuple[Promotion, ...] = ()
    claims: tuple[Claim, ...] = ()
    tally: ManyChecks | None = None
    letterless: str = ""
    marks_check: bool = False
    fens: tuple[FenForm, ...] = ()
    combat: Combat | None = None
    peaceful: Variant | None = None
    options: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    credits: str = ""
    rulings: tuple[str, ...] = ()
    family: str = ""
    """Variants of one family are rated together."""

    @cached_property
    def promotion_zones(self) -> Mapping[tuple[int, str], int]:
        """The sets of cells on which pieces promote, by (seat number, letter)."""
        return {
            (seat.number, rule.letter): bit_set(rule.zone(self, seat))
            for seat in self.seats
            for rule in self.promotions
        }

    @cached_property
    def reasons(self) -> Mapping[str, str]:
        """The reasons of all results that a game may have, in words."""
        royals = [kind.name for kind in self.kinds if kind.royal]
        royal = royals[0] if len(royals) == 1 else "royal piece"
        rules: tuple[Ending | Claim, ...] = (*self.endings, self.stuck, *self.limits, *self.claims)
        words = {reason: words for rule in rules for reason, words in rule.reasons.items()}
        words |= self.time_draw.reasons if self.time_draw else {}
        return {reason: text.format(royal=royal) for reason, text in {**BY_WILL, **words}.items()}

    def first_steps(self, piece: Piece, origin: Cell) -> Iterator[tuple[Cell, ...]]:
        """The cells passed over and reached by the first steps that a piece may make from a cell where it begins."""
        begins = bool(self.start.rights >> origin & 1) and self.piece(self.start, origin) == piece
        for atom in piece.kind.atoms:
            for path in atom.first_steps(self.board, origin, self.seat(piece.seat).facing, fresh=begins):
                yield path.cells

    @cached_property
    def start(self) -> Position:
        placement = bytearray(len(self.board))
        pieces = [0] * (len(self.seats) + 1)
        for seat, letter, cell in self.array:
            placement[cell] = self.codes[seat, letter]
            pieces[seat] |= 1 << cell
        pieces[0] = sum(pieces)
        nobody = (0,) * len(pieces)
        return Position(
            bytes(placement),
            tuple(pieces),
            1,
            nobody,
            (b"",) * len(pieces),
            rights=self.first_moves,
            due=self.phase.plies if self.phase else 0,
            tally=nobody if self.tally else (),
        )


class Introduction(NamedTuple):
    """The introduction of a game for newcomers; the fields of these names in `VariantEntry`."""

    sentence: str
    minutes: tuple[int, int]
    difficulty: int


class Alias(NamedTuple):
    """A name by which others know a game, and the options that it means."""

    name: str
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class VariantEntry:
    """An entry of the registry: a variant before its options are chosen.

    `sentence` introduces the game to a newcomer without its name, `minutes` are the least and the most that a game
    usually takes at the board, `difficulty` is 1 (easy to learn), 2 or 3 (hard).

    `options` are the game's own; the registry adds `combat`, whose default for this game is the first of `combat`.
    `family` names the game whose ratings it shares, "" for its own. `aliases` are its names elsewhere; the first that
    means just the chosen options goes into a PGN.
    """

    key: str
    name: str
    build: Callable[[Mapping[str, str]], Variant]
    sentence: str
    minutes: tuple[int, int]
    difficulty: int
    options: tuple[Option, ...] = ()
    combat: tuple[str, ...] = ("off", "poly", "d6")
    family: str = ""
    aliases: tuple[Alias, ...] = ()


def with_combat(variant: Variant, dice: str) -> Variant:
    """The variant with its captures fought out, with the dice `poly` or `d6`."""
    endings: tuple[Ending, ...] = tuple(getattr(ending, "fought", ending) for ending in variant.endings)
    if not any(isinstance(ending, LastStanding) for ending in endings):
        endings = (LastStanding("If your royal piece loses a fight, you lose the game."), *endings)
    rule, mates = variant.legality, variant.stuck.mates and len(variant.seats) == 2
    return replace(
        variant,
        legality=CompulsoryAttack(rule, mates, text=rule.text, rulings=rule.rulings),
        endings=endings,
        elimination=None,
        time_draw=None,
        combat=Combat(dice, mates, several=len(variant.seats) > 2),
        peaceful=variant,
    )
