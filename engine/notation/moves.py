"""Moves in short notation: written, read, and why a text is none, in words that a player can act on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import product

from engine.model.board import Cell
from engine.model.english import join_words, plain, sentence, shown
from engine.model.equipment import PieceType
from engine.model.position import Move, Position, long_form
from engine.model.refusal import Refusal
from engine.movement.generator import Movement
from engine.notation import typed
from engine.notation.describe import move_in_words
from engine.notation.explain import nearest, reason_against
from engine.notation.typed import ParsedMove
from engine.rules import in_check
from engine.variants.variant import Variant

NAMED = 24
"""Maximum candidates named for an ambiguous form; a longer message wouldn't be read."""


class UnreadableMove(Refusal):
    """A text that is no move in any form of the notation; `examples` are legal moves as the referee writes them."""

    given: str
    examples: tuple[str, ...]

    @property
    def text(self) -> str:
        quoted = shown(self.given)
        subject = f"“{quoted}” isn't a move." if quoted else "There's no move in that."
        return f"{subject} Try a letter and a cell, like {join_words(self.examples)}."


class AmbiguousMove(Refusal):
    """A text that fits several legal moves, the `candidates`, all of them; `which` names what they have in common."""

    given: str
    candidates: tuple[str, ...]
    which: str = ""

    @property
    def text(self) -> str:
        named, more = self.candidates[:NAMED], len(self.candidates) - NAMED
        forms = join_words(named) if more <= 0 else f"{', '.join(named)} … and {more} more"
        return f"Which {self.which}? {forms}" if self.which else f"“{shown(self.given)}” could be {forms}. Which one?"


class IllegalMove(Refusal):
    """A move that the rules do not allow: the `reason` as a clause, and the nearest legal moves."""

    reason: str
    nearest: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        way_on = f" You could play {join_words(self.nearest)}." if self.nearest else ""
        return " ".join(map(sentence, self.reason.split("; "))) + way_on


SHOWN_MAX_CHARS = 40

_WITH_WORDS = re.compile(r"(?P<move>[^()]*[^()\s])\s+\((?P<words>[^()]+)\)")
_ORIGIN, _TARGET = r"(?P<file>[a-wyz])?(?P<rank>\d{1,2})?", r"(?P<target>[a-z]\d{1,2})=?"
_FULL = re.compile(rf"(?P<letter>[A-Z])?{_ORIGIN}(?:(?P<sign>[x:])(?P<victim>[A-Z])?|-)?{_TARGET}(?P<promotion>[A-Z])?")
_LETTERLESS = re.compile(rf"{_ORIGIN}(?:(?P<sign>[x:])(?P<victim>[a-z])?|-)?{_TARGET}(?P<promotion>[a-z])?")
_LETTERED = re.compile(rf"(?P<letter>[a-z]){_LETTERLESS.pattern}")
_PLACEMENT = re.compile(r"([a-z])?@([a-z]\d{1,2})([a-z]\d{1,2})?")
_CASTLING = re.compile(r"O{2,3}")
_FLANK = re.compile(r"^[^O]+")
_BARE_PROMOTION = re.compile(r"(?P<letter>[A-Za-z])=(?P<promotion>[A-Za-z])")


@dataclass(frozen=True)
class MoveList:
    """A position with its legal moves, ready to write moves in short notation and to read them."""

    movement: Movement
    position: Position
    legal: tuple[Move, ...]

    @classmethod
    def of(cls, movement: Movement, position: Position) -> MoveList:
        """The sheet of a position; its moves are sorted by their long form."""
        board = movement.variant.board
        legal = movement.legal(position)
        return cls(movement, position, tuple(sorted(legal, key=lambda move: long_form(board, move))))

    def long(self) -> list[str]:
        """The legal moves in long notation, sorted as plain ASCII strings."""
        return [long_form(self.movement.variant.board, move) for move in self.legal]

    def short(self, move: Move) -> str:
        """The minimal short form of a legal move: nothing, then the mover's letter, its number, then both."""
        return self.unmarked(move) + self._check_mark(move)

    def unmarked(self, move: Move) -> str:
        """The short form of a legal move without a mark for check or mate, which takes a look at what follows."""
        castling = self.movement.castling_of(move, self.position.turn)
        return self._plain(move) if castling is None else castling.name

    def _check_mark(self, move: Move) -> str:
        variant = self.movement.variant
        if not variant.marks_check:
            return ""
        after = self.movement.play(self.position, move)
        if len(variant.remaining(after)) < 2 or not in_check(self.movement, after):
            return ""
        return "+" if self.movement.legal(after) else "#"

    def _plain(self, move: Move) -> str:
        board = self.movement.variant.board
        kind = self.movement.mover(self.position, move)
        if move.special is not None and move.special.placed:
            return f"{kind.letter}@{board.names[move.origin]}"
        takes = "x" if self.movement.captured(self.position, move) is not None else ""
        target = board.names[move.target] + ("" if move.promotion is None else f"={move.promotion}")
        origin = self._origin(move, kind)
        if kind.letter != self.movement.variant.letterless:
            return f"{kind.letter}{origin}{takes}{target}"
        letter = board.letter(move.origin) if takes and not origin.startswith(board.letter(move.origin)) else ""
        return f"{letter}{origin}{takes}{target}"

    def _origin(self, move: Move, kind: PieceType) -> str:
        """The disambiguation of a mover from others of its kind: none, letter, number or both."""
        names = self.movement.variant.board.names
        rivals = {names[cell] for cell in self._movers.get((move.target, kind.letter), ()) if cell != move.origin}
        letter, number = names[move.origin][0], names[move.origin][1:]
        if all(name[0] != letter for name in rivals):
            return letter if rivals else ""
        return letter + number if any(name[1:] == number for name in rivals) else number

    @cached_property
    def _movers(self) -> Mapping[tuple[Cell, str], set[Cell]]:
        movers: dict[tuple[Cell, str], set[Cell]] = {}
        for move in self.legal:
            letter = self.movement.mover(self.position, move).letter
            movers.setdefault((move.target, letter), set()).add(move.origin)
        return movers

    @property
    def examples(self) -> list[Move]:
        """A few of the legal moves, spread over the list."""
        return [self.legal[len(self.legal) * n // 3] for n in range(min(3, len(self.legal)))]

    def short_forms(self, moves: Iterable[Move]) -> tuple[str, ...]:
        return tuple(self.short(move) for move in moves)

    def read(self, given: str) -> Move | Refusal:
        """The one legal move that the text names, or why there is none.

        A move as it is told, with its words in brackets behind it, is read as that move.
        """
        found = self.fitting(given)
        if len(found) == 1:
            return found[0]
        if found:
            return AmbiguousMove(given, self.short_forms(found), self._which(found))
        readings = _readings(given, self.movement.variant)
        if not readings:
            return UnreadableMove(given, self.short_forms(self.examples))
        reading = next((r for r in _flat(readings) if self._makes_sense(r)), readings[0][0])
        close = nearest(self.movement, self.position, self.legal, reading)
        return IllegalMove(reason_against(self.movement, self.position, reading), self.short_forms(close))

    def _which(self, moves: Sequence[Move]) -> str:
        """The kind and the cell of moves by several pieces of one kind to one cell; "" for any others."""
        ways = {(self.movement.mover(self.position, move).name, move.target) for move in moves}
        if len(ways) > 1 or len({move.origin for move in moves}) < len(moves):
            return ""
        kind, target = ways.pop()
        return f"{kind} to {self.movement.variant.board.names[target]}"

    def fitting(self, given: str) -> list[Move]:
        told = _told(given)
        found, ways = self._named(told["move"]) if told else [], product((True, False), ("takes", "attacks"))
        if told and len(found) == 1:
            say = partial(move_in_words, self.movement, self.position, found[0])
            if told["words"] in {say(cells=cells, verb=verb) for cells, verb in ways}:
                return found
        return self._named(given)

    def _named(self, text: str) -> list[Move]:
        """The legal moves that a text without words in brackets may name, by its first reading that fits any."""
        for tier in _readings(text, self.movement.variant):
            found = list(dict.fromkeys(move for reading in tier for move in self._fitting(reading)))
            if found or any(reading.letter is None and self._names_own_cell(reading) for reading in tier):
                return found
        return []

    def _fitting(self, reading: ParsedMove) -> list[Move]:
        """The legal moves that a reading names; without a promotion it names staying, if that is legal."""
        moves = [move for move in self.legal if reading.fits(self.movement, self.position, move)]
        if reading.promotion is None:
            return [move for move in moves if move.promotion is None] or moves
        return [move for move in moves if move.promotion == reading.promotion]

    def names_own_cell(self, text: str) -> bool:
        """Return whether a text names the whole cell of a piece that is to move."""
        return any(self._names_own_cell(reading) for reading in _flat(_readings(text, self.movement.variant)))

    def _names_own_cell(self, reading: ParsedMove) -> bool:
        cell = None if reading.origin is None else self.movement.variant.board.find(reading.origin)
        return cell is not None and bool(self.position.pieces[self.position.turn] >> cell & 1)

    def is_meant(self, text: str) -> bool:
        """Return whether a text reads as a move on this board, legal or not, rather than as prose: `gr8` does not."""
        told = _told(text)
        bare = told["move"] if told else text
        words = typed.typed_move(bare, self.movement.variant).split()
        if len(words) > 1 and any(word.isalpha() and len(word) > 1 for word in words):
            return False
        return any(self._is_meant(reading, bare) for reading in _flat(_readings(bare, self.movement.variant)))

    def _is_meant(self, reading: ParsedMove, text: str) -> bool:
        variant = self.movement.variant
        if reading.castling is not None:
            return bool(reading.castling) or "-" in plain(text)
        cells = [name for name in (reading.target, *reading.placed) if name is not None]
        known = reading.letter in {None, *variant.by_letter}
        return known and all(name[0] in variant.board.letters for name in cells)

    def _makes_sense(self, reading: ParsedMove) -> bool:
        variant, board = self.movement.variant, self.movement.variant.board
        known = reading.letter in {None, *variant.by_letter} and reading.file in {None, *board.letters}
        return known and reading.target in {None, *board.names}


@lru_cache(maxsize=2048)
def short_form(movement: Movement, position: Position, move: Move) -> str:
    """The short form of a legal move; the last many are remembered, as every board tells what others told before."""
    return MoveList(movement, position, tuple(movement.legal(position))).short(move)


def _readings(given: str, variant: Variant) -> list[list[ParsedMove]]:
    """The meanings of a text, in tiers: as typed first, then in any letter case.

    A text without a piece letter means the kind that is written without one, if the game has one. A capital typed
    in the place of the piece letter is never taken for the letter of a file.
    """
    text = re.sub(r"\s+", "", typed.typed_move(given, variant))
    if len(text) > SHOWN_MAX_CHARS:
        return []
    castling = _castlings_named(text, variant)
    if castling is not None:
        return [[ParsedMove(castling=castling)]]
    if match := _PLACEMENT.fullmatch(text.lower()):
        letter, *cells = match.groups()
        return [[ParsedMove(letter=letter.upper() if letter else None, placed=tuple(filter(None, cells)))]]
    as_typed = [ParsedMove.of(match) for pattern in (_FULL, _BARE_PROMOTION) if (match := pattern.fullmatch(text))]
    capital = any(reading.letter is not None for reading in as_typed)
    as_typed = [reading.of_kind(variant.letterless) for reading in as_typed]
    definite = [reading for reading in as_typed if reading.letter is not None or reading.origin is not None]
    patterns = (_LETTERED, _BARE_PROMOTION) if capital else (_LETTERLESS, _LETTERED, _BARE_PROMOTION)
    folded = [ParsedMove.of(match) for pattern in patterns if (match := pattern.fullmatch(text.lower()))]
    loose = [reading.of_kind(variant.letterless) for reading in folded]
    return [tier for tier in (definite, loose) if tier]


def _castlings_named(text: str, variant: Variant) -> tuple[str, ...] | None:
    """The castlings that a text can name; None for another move.

    Zeros stand for O, hyphens may be left out. A name such as `Q-O-O` is meant by `O-O`, too.
    """

    def plain(name: str) -> str:
        return name.replace("-", "").replace("0", "O").upper()

    typed, names = plain(text), dict.fromkeys(castling.name for castling in variant.castlings)
    meant = tuple(name for name in names if typed in {plain(name), _FLANK.sub("", plain(name))})
    return meant if meant or _CASTLING.fullmatch(typed) else None


def _told(given: str) -> re.Match[str] | None:
    return _WITH_WORDS.fullmatch(plain(given)) if len(given) <= typed.TYPED_MAX_CHARS else None


def _flat(tiers: Sequence[Sequence[ParsedMove]]) -> list[ParsedMove]:
    return [reading for tier in tiers for reading in tier]
