"""Rules as frozen callables that describe themselves: legality, promotion, endings, claims.

Each carries its own words (`text`) and the referee's rulings in it, so that the rules card prints what is executed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.board import Cell
from engine.moves import Movement
from engine.pieces import Seat
from engine.position import Move, Position, bits
from engine.variant import Result, Variant

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

        Checks and pins are found once: every line from an enemy man to the royal piece that is free or blocked by one
        man restricts where the others may go. Moves with a special effect, and positions with several royals or
        wandering enemies, are judged on the position they lead to.
        """
        moves = movement.pseudo_legal(position)
        seat = position.turn
        royals = movement.royals(position, seat)
        enemies = movement.enemies(position, seat)
        if len(royals) != 1 or movement.wanders(position, enemies):
            return [move for move in moves if self._keeps_safe(movement, position, move)]
        royal = royals[0]
        everywhere, pinned = self._restrictions(movement, position, royal, enemies)
        legal = []
        for move in moves:
            if move.origin == royal or move.special is not None:
                if self._keeps_safe(movement, position, move):
                    legal.append(move)
            elif (pinned.get(move.origin, everywhere) & everywhere) >> move.target & 1:
                legal.append(move)
        return legal

    def _restrictions(
        self, movement: Movement, position: Position, royal: Cell, enemies: int
    ) -> tuple[int, dict[Cell, int]]:
        """The cells open to every man that is not the royal, and those open to pinned men by their cells."""
        occupied = position.men[0]
        own = position.men[position.turn]
        everywhere = (1 << len(position.placement)) - 1
        pinned: dict[Cell, int] = {}
        for attacker in bits(enemies):
            for way in movement.sight(position.placement[attacker], attacker).get(royal, ()):
                blockers = way & occupied
                answer = way | 1 << attacker
                if not blockers:
                    everywhere &= answer
                elif not blockers & (blockers - 1) and blockers & own:
                    cell = blockers.bit_length() - 1
                    pinned[cell] = pinned.get(cell, answer) & answer
        return everywhere, pinned

    def _keeps_safe(self, movement: Movement, position: Position, move: Move) -> bool:
        return self._danger(movement, position, move) is None

    def _danger(self, movement: Movement, position: Position, move: Move) -> tuple[Cell, Cell] | None:
        """The (royal, attacker) cells of a capture that the move would allow, or None."""
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
        royal, attacker = danger
        variant = movement.variant
        after = movement.play(position, move)
        king, enemy = variant.men[after.placement[royal]], variant.men[after.placement[attacker]]
        if king is None or enemy is None:
            raise AssertionError("a royal is attacked by a man")
        where, whence = variant.board.names[royal], variant.board.names[attacker]
        return f"it would leave your {king.kind.name} on {where} attacked by the {enemy.kind.name} on {whence}"


# ---- promotion


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

    def choices(self, variant: Variant, position: Position) -> tuple[str | None, ...]:
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
class NoMoveLeft:
    """A player to move without a legal move: checkmate where `mates` and the royal is attacked, else a draw."""

    mates: bool = False
    text: str = "A player without any legal move draws the game (stalemate)."
    rulings: tuple[str, ...] = ()

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        """The result if no move is left."""
        position = line[-1]
        if movement.variant.legality.legal(movement, position):
            return None
        if self.mates and in_check(movement, position):
            others = [seat for seat in movement.variant.remaining(position) if seat != position.turn]
            return Result(others[0], "checkmate")
        return Result(None, "stalemate")


def in_check(movement: Movement, position: Position) -> bool:
    """Whether an enemy man attacks a royal piece of the player to move."""
    enemies = movement.enemies(position, position.turn)
    return any(
        True for royal in movement.royals(position, position.turn) for _ in movement.attackers(position, royal, enemies)
    )


# ---- claims


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
