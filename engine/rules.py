"""Rules as frozen callables that describe themselves: legality, promotion, endings, claims.

Each carries its own words (`text`) and the referee's rulings in it, so that the rules card prints what is executed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.board import Cell
from engine.moves import Movement
from engine.pieces import Seat
from engine.position import Move, Position, Special, bits
from engine.variant import Ending, Result, Variant

# ---- legality


@dataclass(frozen=True)
class RoyalMayFall:
    """Every move the pieces can make is legal; the royal piece may be left or put where it can be captured."""

    text: str = "The royal piece may be moved onto, or left on, an attacked cell; nobody need announce an attack."
    rulings: tuple[str, ...] = ()

    def legal(self, movement: Movement, position: Position) -> list[Move]:
        """All the moves the pieces can make."""
        return movement.pseudo_legal(position)

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:  # noqa: ARG002
        """Nothing stands against a move that the piece can make."""
        return None


@dataclass(frozen=True)
class RoyalKeptSafe:
    """No move may leave or put one's own royal piece where an opponent could capture it (check)."""

    text: str = "No move may leave or put your own royal piece on an attacked cell."
    rulings: tuple[str, ...] = ()

    def legal(self, movement: Movement, position: Position) -> list[Move]:
        """The moves after which no royal piece of the mover is attacked.

        Moves with a special effect, and positions with several royals or wandering enemies, are judged on the position
        they lead to; all others by the threats to the royal piece, found once.
        """
        moves = movement.pseudo_legal(position)
        seat = position.turn
        royals = movement.royals(position, seat)
        if len(royals) != 1 or movement.wanders(position, movement.enemies(position, seat)):
            return [move for move in moves if self._keeps_safe(movement, position, move)]
        royal = royals[0]
        zone = 0
        for move in moves:
            if move.origin == royal:
                castling = movement.castling_of(move, seat) if move.special else None
                zone |= castling.safe if castling else 1 << move.target
        everywhere, pinned, danger = movement.threats(position, royal, zone)
        return [
            move
            for move in moves
            if (
                self._royal_safe(movement, move, seat, danger)
                if move.origin == royal
                else (pinned.get(move.origin, -1) & everywhere) >> move.target & 1
                if move.special is None or move.special.victim is None
                else self._keeps_safe(movement, position, move)
            )
        ]

    def _royal_safe(self, movement: Movement, move: Move, seat: int, danger: int) -> bool:
        castling = movement.castling_of(move, seat) if move.special else None
        return not (danger & castling.safe if castling else danger >> move.target & 1)

    def _keeps_safe(self, movement: Movement, position: Position, move: Move) -> bool:
        return self._danger(movement, position, move) is None

    def _danger(self, movement: Movement, position: Position, move: Move) -> tuple[Cell, Cell] | None:
        """The (royal, attacker) cells of a capture that the move would allow, or None."""
        castling = movement.castling_of(move, position.turn)
        if castling is not None:
            enemies = movement.enemies(position, position.turn)
            for cell in bits(castling.safe):
                for attacker in movement.attackers(position, cell, enemies, position.men[0] & ~(1 << move.origin)):
                    return cell, attacker
        after = movement.play(position, move)
        enemies = movement.enemies(after, position.turn)
        for royal in movement.royals(after, position.turn):
            for attacker in movement.attackers(after, royal, enemies):
                return royal, attacker
        return None

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        """Which enemy man would attack the royal piece after the move."""
        danger = self._danger(movement, position, move)
        if danger is None:
            return None
        cell, attacker = danger
        variant = movement.variant
        king = variant.man(position, movement.royals(position, position.turn)[0])
        enemy = variant.man(position, attacker)
        if king is None or enemy is None:
            raise AssertionError("a royal is attacked by a man")
        names = variant.board.names
        attack = f"attacked by the {enemy.kind.name} on {names[attacker]}"
        castling = movement.castling_of(move, position.turn)
        if castling is not None:
            return f"{names[cell]} is {attack}"
        return f"it would leave your {king.kind.name} on {names[cell]} {attack}"


@dataclass(frozen=True)
class RoyalKeptUntaken:
    """No move may leave or put one's royal piece where an opponent may take it on the next move.

    Unlike `RoyalKeptSafe` it asks the variant's rule of captures, in the position after the move. A royal piece that
    moves out of check goes where nothing attacks it at all.
    """

    text: str
    rulings: tuple[str, ...] = ()

    def legal(self, movement: Movement, position: Position) -> list[Move]:
        """The moves after which the royal piece cannot be taken, judged one by one."""
        moves = movement.pseudo_legal(position)
        if position.due:
            return moves
        checked = in_check(movement, position)
        return [move for move in moves if not self._dangers(movement, position, move, checked=checked)]

    def _dangers(self, movement: Movement, position: Position, move: Move, *, checked: bool) -> list[Cell]:
        """The cells of the men that stand against a move."""
        after = movement.play(position, move)
        enemies = movement.enemies(after, position.turn)
        strict = checked and movement.mover(position, move).royal
        dangers: list[Cell] = []
        for royal in movement.royals(after, position.turn):
            found = movement.attackers(after, royal, enemies) if strict else movement.takers(after, royal, enemies)
            dangers += found
        return dangers

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        """Which enemy men stand against the move."""
        checked = in_check(movement, position)
        dangers = self._dangers(movement, position, move, checked=checked)
        if not dangers:
            return None
        variant = movement.variant
        men = [(variant.man(position, cell), variant.board.names[cell]) for cell in dangers]
        attackers = " and ".join(f"the {man.kind.name} on {name}" for man, name in men if man)
        royal = next(kind.name for kind in variant.kinds if kind.royal)
        if checked and movement.mover(position, move).royal:
            return f"your {royal} is in check, so it must go where nothing attacks it, and {attackers} would"
        return f"{attackers} could take your {royal} then"


# ---- captures


@dataclass(frozen=True)
class Hierarchy:
    """A piece takes an equal or lower one alone, a higher one only with help or when that has just captured.

    `levels` are the letters of each level, the highest first.
    """

    levels: tuple[str, ...]
    text: str
    rulings: tuple[str, ...] = ()

    def _level(self, movement: Movement, position: Position, cell: Cell) -> int:
        man = movement.variant.man(position, cell)
        letter = man.kind.letter if man else ""
        return next(level for level, letters in enumerate(self.levels) if letter in letters)

    def able(self, movement: Movement, position: Position, target: Cell, takers: Sequence[Cell]) -> Sequence[Cell]:
        """All of several men, or whoever meets an equal, a lower piece or one that has lost its protection."""
        if len(takers) > 1 or position.captor == target:
            return takers
        victim = self._level(movement, position, target)
        return [taker for taker in takers if self._level(movement, position, taker) <= victim]

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        """That the piece is too low to take the other alone."""
        variant = movement.variant
        if move.origin in movement.takers(position, move.target, position.men[position.turn]):
            return None
        taker, victim = variant.man(position, move.origin), variant.man(position, move.target)
        if taker is None or victim is None:
            return None
        name = variant.board.names[move.target]
        return (
            f"{_a(taker.kind.name)} cannot take {_a(victim.kind.name)} alone: no second piece of yours attacks {name}, "
            f"and the {victim.kind.name} has not just captured"
        )


def _a(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


# ---- before the first move


@dataclass(frozen=True)
class PairsPlaced:
    """Each side in turn puts two men of a kind on one of some pairs of cells; `pairs` are the first seat's, by name."""

    letter: str
    pairs: tuple[str, ...]
    plies: int
    toss: bool
    text: str
    rulings: tuple[str, ...] = ()

    def moves(self, movement: Movement, position: Position) -> list[Move]:
        """One placement for each pair, turned to the player to move."""
        variant = movement.variant
        facing = variant.seat(position.turn).facing
        special = Special(placed=variant.codes[position.turn, self.letter])
        pairs = [sorted(variant.board.turned(cell, facing) for cell in variant.board.cells(p)) for p in self.pairs]
        return [Move(low, high, special=special) for low, high in pairs]


# ---- promotion


class Landing(NamedTuple):
    """Cells of the first seat by name, and the kinds open to a man that arrives there; it may stay if `stays`."""

    cells: str
    letters: str
    stays: bool


@dataclass(frozen=True)
class PromotionByRow:
    """What a man may or must become depends on where it arrives; cells are turned for other seats than the first."""

    letter: str
    landings: tuple[Landing, ...]
    text: str
    rulings: tuple[str, ...] = ()

    def zone(self, variant: Variant, seat: Seat) -> tuple[Cell, ...]:
        """The cells of all landings, turned to the seat."""
        cells = (cell for landing in self.landings for cell in variant.board.cells(landing.cells))
        return tuple(variant.board.turned(cell, seat.facing) for cell in cells)

    def choices(self, variant: Variant, position: Position, target: Cell) -> tuple[str | None, ...]:
        """The kinds of the landing, and staying where that is open."""
        facing = variant.seat(position.turn).facing
        for landing in self.landings:
            if target in {variant.board.turned(cell, facing) for cell in variant.board.cells(landing.cells)}:
                return (*((None,) if landing.stays else ()), *landing.letters)
        return (None,)

    def lost(self, variant: Variant, position: Position, move: Move) -> bytes:  # noqa: ARG002
        """The pool as it is: the new piece does not come out of it."""
        return position.lost[position.turn]


@dataclass(frozen=True)
class PromotionFromPool:
    """A man arriving on certain cells may become another kind of its side's lost men, and takes its place among them.

    `cells` are the first seat's promotion cells by name; other seats have them turned.
    """

    letter: str
    cells: str
    text: str
    rulings: tuple[str, ...] = ()

    def zone(self, variant: Variant, seat: Seat) -> tuple[Cell, ...]:
        """The promotion cells turned to the seat."""
        return tuple(variant.board.turned(cell, seat.facing) for cell in variant.board.cells(self.cells))

    def choices(self, variant: Variant, position: Position, target: Cell) -> tuple[str | None, ...]:  # noqa: ARG002
        """Staying, or any other kind in the pool."""
        letters = {man.kind.letter for code in position.lost[position.turn] if (man := variant.men[code])}
        return (None, *sorted(letters - {self.letter}))

    def lost(self, variant: Variant, position: Position, move: Move) -> bytes:
        """The pool without the man that came back and with the one that promoted."""
        if move.promotion is None:
            raise ValueError("no promotion, no exchange")
        pool = list(position.lost[position.turn])
        pool.remove(variant.codes[position.turn, move.promotion])
        pool.append(variant.codes[position.turn, self.letter])
        return bytes(sorted(pool))


@dataclass(frozen=True)
class PromotionForced:
    """A man arriving on the last cells of its way must become one of some kinds; `cells` are each seat's, by name."""

    letter: str
    cells: Mapping[int, str]
    letters: str
    text: str
    rulings: tuple[str, ...] = ()

    def zone(self, variant: Variant, seat: Seat) -> tuple[Cell, ...]:
        """The promotion cells of the seat."""
        return variant.board.cells(self.cells[seat.number])

    def choices(self, variant: Variant, position: Position, target: Cell) -> tuple[str | None, ...]:  # noqa: ARG002
        """The kinds it may become; staying is not among them."""
        return tuple(self.letters)

    def lost(self, variant: Variant, position: Position, move: Move) -> bytes:  # noqa: ARG002
        """The pool as it is: the new piece does not come out of it."""
        return position.lost[position.turn]


# ---- endings


@dataclass(frozen=True)
class LastStanding:
    """The last seat still in the game has won."""

    text: str = "Capturing the enemy royal piece wins at once."
    rulings: tuple[str, ...] = ()

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        """The win of the only seat remaining."""
        if not line[-1].out:
            return None
        remaining = movement.variant.remaining(line[-1])
        if len(remaining) > 1:
            return None
        return Result(remaining[0], "royal-captured" if len(movement.variant.seats) == 2 else "last-standing")


@dataclass(frozen=True)
class OnlyRoyalsLeft:
    """Nothing but royal pieces on the board is a draw."""

    text: str = "Only the royal pieces left: drawn automatically."
    rulings: tuple[str, ...] = ()

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        """A draw if every man is royal."""
        position = line[-1]
        royal = sum(len(movement.royals(position, seat)) for seat in movement.variant.remaining(position))
        return Result(None, "insufficient") if royal == position.men[0].bit_count() else None


@dataclass(frozen=True)
class TooLittleMaterial:
    """A draw when neither side could ever mate.

    Besides the royals there is one man of the kinds `alone`, or nothing but men of the kind `coloured`, all on cells of
    one colour. `fought` is the ending that takes its place where captures are fought out.
    """

    alone: str
    coloured: str
    fought: Ending
    text: str
    rulings: tuple[str, ...] = ()

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        """A draw if no side could mate."""
        position, variant = line[-1], movement.variant
        others: list[tuple[str, str]] = []
        for cell in bits(position.men[0]):
            man = variant.man(position, cell)
            if man is None or man.kind.royal:
                continue
            if man.kind.letter not in self.alone + self.coloured:
                return None
            others.append((man.kind.letter, variant.board.shade(cell)))
        single = len(others) == 1 and others[0][0] in self.alone
        weak = all(letter == self.coloured for letter, _ in others) and len({shade for _, shade in others}) < 2
        return Result(None, "insufficient") if single or weak else None


@dataclass(frozen=True)
class FewMen:
    """A draw when no side has a man of the kinds `strong`, and each at most one man besides its royal."""

    strong: str
    text: str
    rulings: tuple[str, ...] = ()

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        """A draw if nobody has force enough."""
        position, variant = line[-1], movement.variant
        for seat in variant.remaining(position):
            letters = [man.kind.letter for cell in bits(position.men[seat]) if (man := variant.man(position, cell))]
            others = [letter for letter in letters if not variant.by_letter[letter].royal]
            if len(others) > 1 or any(letter in self.strong for letter in others):
                return None
        return Result(None, "insufficient")


@dataclass(frozen=True)
class NoMoveLeft:
    """A player to move without a legal move: checkmate where `mates` and the royal is attacked, else a draw."""

    mates: bool = False
    text: str = "A player without any legal move draws the game (stalemate)."
    rulings: tuple[str, ...] = ()

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        """The result, given that no move is left."""
        position = line[-1]
        if self.mates and in_check(movement, position):
            others = [seat for seat in movement.variant.remaining(position) if seat != position.turn]
            return Result(others[0], "checkmate")
        return Result(None, "stalemate")


def in_check(movement: Movement, position: Position) -> bool:
    """Whether an enemy man attacks a royal piece of the player to move."""
    enemies = movement.enemies(position, position.turn)
    return any(movement.takers(position, royal, enemies) for royal in movement.royals(position, position.turn))


def occurrences(movement: Movement, line: Sequence[Position]) -> int:
    """How often the last position has occurred: the same men, turn and rights, whatever the counters."""
    wanted = _likeness(movement, line[-1])
    count = 0
    for position in reversed(line):
        if position.men[0] != line[-1].men[0] and position.men[0].bit_count() != line[-1].men[0].bit_count():
            break
        count += _likeness(movement, position) == wanted
    return count


def _likeness(movement: Movement, position: Position) -> Position:
    """The position without its counters, and without a double step that nobody may answer."""
    passed = position.passed
    if passed is not None:
        legal = movement.variant.legality.legal(movement, position)
        if not any(move.special and move.special.victim is not None for move in legal):
            passed = None
    return position._replace(quiet=(), passed=passed)


@dataclass(frozen=True)
class Fivefold:
    """The same position for the fifth time is a draw."""

    text: str = "The fifth occurrence of a position draws the game."
    rulings: tuple[str, ...] = ()

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        """A draw at the fifth occurrence."""
        return Result(None, "fivefold") if len(line) > 8 and occurrences(movement, line) >= 5 else None


@dataclass(frozen=True)
class TooQuiet:
    """So many moves by each remaining player without a capture or a pawn-like move are a draw."""

    each: int
    reason: str
    text: str
    rulings: tuple[str, ...] = ()

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        """A draw once every remaining player has made that many."""
        position = line[-1]
        quiet = min(position.quiet[seat] for seat in movement.variant.remaining(position))
        return Result(None, self.reason) if quiet >= self.each else None


# ---- claims


@dataclass(frozen=True)
class Threefold:
    """A draw to be claimed when the position has occurred three times."""

    reason: str = "claim-repetition"
    text: str = "When a position occurs for the third time, either player may claim a draw."
    rulings: tuple[str, ...] = ()

    def available(self, movement: Movement, line: Sequence[Position]) -> bool:
        """Whether the position has occurred often enough."""
        return occurrences(movement, line) >= 3

    def standing(self, movement: Movement, line: Sequence[Position]) -> str:
        """The count in words."""
        count = occurrences(movement, line)
        return f"repetition: {count} of 3" if count > 1 else ""


@dataclass(frozen=True)
class QuietMoves:
    """A draw to be claimed after so many moves by each remaining player without a capture or a pawn-like move."""

    each: int
    reason: str
    text: str
    rulings: tuple[str, ...] = field(default=())

    def _made(self, movement: Movement, position: Position) -> int:
        return min(position.quiet[seat] for seat in movement.variant.remaining(position))

    def available(self, movement: Movement, line: Sequence[Position]) -> bool:
        """Whether every remaining player has made enough quiet moves."""
        return self._made(movement, line[-1]) >= self.each

    def standing(self, movement: Movement, line: Sequence[Position]) -> str:
        """The counter in words."""
        return f"{self.each}-move rule: {self._made(movement, line[-1])} of {self.each}"
