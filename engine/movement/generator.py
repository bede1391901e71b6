"""The move generator: pseudo-legal moves, and those that keep a royal piece safe.

`Movement` compiles a variant's atoms lazily, per kind of piece and cell, and keeps the tables for as long as the
variant lives. Everything it returns is a frozen value; positions are never changed in place.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple

from engine.model.atoms import Act, Atom
from engine.model.board import Board, Cell
from engine.model.equipment import Castling
from engine.model.position import Move, Passed, Position, Special, bit_set, bits
from engine.movement.apply import MoveMaker
from engine.movement.attacks import Pins, cells_with
from engine.movement.compiled import Reach
from engine.variants.variant import Variant

Judge = Callable[[Move], bool]
MAX_CACHED_LISTS = 16
"""Number of cached lists of legal moves."""


class Movement(MoveMaker):
    """The compiled movement of one variant: its mechanics.

    The last few lists of legal moves are remembered, since the sheet of a turn is asked for again and again.
    """

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self._counter = variant.tally
        self._lists: Callable[[Position], Sequence[Move]] = lru_cache(MAX_CACHED_LISTS)(
            partial(variant.legality.legal, self)
        )

    def legal(self, position: Position) -> Sequence[Move]:
        """The legal moves, unsorted, each once."""
        return self._lists(position)

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move, a rule's counts included."""
        after, tally = super().play(position, move), self._counter
        return after if tally is None else after._replace(tally=tally.counted(self, position, after))

    def pseudo_legal(self, position: Position) -> Sequence[Move]:
        """Every move the pieces of the player to move can make, legal or not."""
        if position.due and self.variant.phase:
            return self.variant.phase.moves(self, position)
        moves = self.piece_moves(position)
        moves += [move for _, move in self._open_castlings(position)]
        return self._completed(position, moves)

    def captures(self, position: Position) -> list[Move]:
        """The captures that the pieces of the player to move can make, legal or not; none while pieces are placed."""
        if position.due:
            return []
        own = position.pieces[position.turn]
        moves = self._gathered(position, bits(own), position.pieces[0] ^ own, [])
        return self._completed(position, moves)

    def safe(self, position: Position, royal: Cell, judged: Judge) -> Sequence[Move]:
        """The moves after which the royal piece on the cell, the mover's only one, is not attacked.

        Checks and pins say for all cells together where the pieces can go; only en passant moves are judged
        singly, which are `judged`. The lines of wandering pieces are not known: no enemy may be one.
        """
        view: list[int] = []
        steps = self._gathered(position, (royal,), self._everywhere, view)
        zone = bit_set([move.target for move in steps])
        threats, castled = self._threatened(position, royal, zone)
        free = position.pieces[position.turn] ^ 1 << royal
        for cell in threats.pinned:
            free ^= 1 << cell
        moves = self._gathered(position, bits(free), threats.everywhere, view)
        for cell, line in threats.pinned.items():
            moves += self._gathered(position, (cell,), threats.everywhere & line, view)
        moves += [move for move in steps if not threats.danger >> move.target & 1]
        moves += castled
        return self._completed(position, moves, judged)

    def _threatened(self, position: Position, royal: Cell, steps: int) -> tuple[Pins, list[Move]]:
        """The threats to a royal piece that may step to some cells, and the castlings left."""
        castlings = self._open_castlings(position)
        for castling, _ in castlings:
            steps |= castling.safe
        threats = self.pins(position, royal, steps)
        castled: list[Move] = []
        for castling, move in castlings:
            if not castling.safe & threats.danger and self._keeps_safe_by(position, castling):
                castled.append(move)
        return threats, castled

    def piece_moves(self, position: Position) -> list[Move]:
        """The moves of the pieces of the player to move, each on its own."""
        return self._gathered(position, bits(position.pieces[position.turn]), self._everywhere, [])

    def _gathered(self, position: Position, movers: Iterable[Cell], able: int, view: list[int]) -> list[Move]:
        """The moves of the pieces on some cells to those cells, among the ones they reach, that lie in a set.

        `view` is the position's, or empty and then filled where it is needed.
        """
        if not view:
            view += self.view(position)
        placement, reaches, all_able = position.placement, self._reaches, able == self._everywhere
        found: list[Move] = []
        for cell in movers:
            reach = reaches[placement[cell]][cell]
            if reach is None:
                reach = self._compile(placement[cell], cell)
            if all_able and not reach.zone:
                reach.walk(position, view, found)
            elif reach.ends & able:
                moves: list[Move] = []
                reach.walk(position, view, moves)
                moves = [move for move in moves if able >> move.target & 1]
                if reach.zone:
                    moves = [each for move in moves for each in self._arrivals(position, reach, move)]
                found += moves
        return found

    def _arrivals(self, position: Position, reach: Reach, move: Move) -> list[Move]:
        """A piece's move to a cell as one for each choice it has there: what it becomes, or the move as it is."""
        if reach.promotes is None or move.target not in reach.zone:
            return [move]
        choices = reach.promotes.choices(self.variant, position, move.target)
        return [move if letter is None else move._replace(promotion=letter) for letter in choices]

    # ---- what goes beyond one piece's reach

    def _completed(self, position: Position, moves: list[Move], judged: Judge | None = None) -> list[Move]:
        """The moves that the rule of captures allows, with those en passant that are `judged` good, or all of them."""
        if position.passed is not None:
            passing = self._en_passant(position, position.passed)
            replaced = {move._replace(special=None) for move in passing}
            if replaced:
                moves = [*(move for move in moves if move not in replaced), *filter(judged, passing)]
        return self._allowed(position, moves) if self._binding else moves

    def _open_castlings(self, position: Position) -> list[tuple[Castling, Move]]:
        """The castlings of royal pieces that have not moved, nor their partners, and whose cells are vacant."""
        rights = position.rights
        if not rights & self._castling_pieces:
            return []
        occupied, own, found = position.pieces[0], position.pieces[position.turn], []
        for castling, move in self._castlings[position.turn]:
            if not castling.vacant & occupied:
                partner = castling.partner[0]
                if own >> move.origin & rights >> move.origin & rights >> partner & 1:
                    found.append((castling, move))
        return found

    def _keeps_safe_by(self, position: Position, castling: Castling) -> bool:
        (origin, target), (beside, behind) = castling.royal, castling.partner
        occupied = position.pieces[0] & ~(1 << origin | 1 << beside) | 1 << target | 1 << behind
        enemies = self.enemies(position, position.turn)
        return not self.is_attacked(position, 1 << target, enemies, occupied)

    def _en_passant(self, position: Position, passed: Passed) -> list[Move]:
        """The captures of the piece that has just made first steps; they take the place of plain moves there.

        A piece that promotes on a cell passed over has one for each choice.
        """
        kind = self.variant.piece_of(position.placement[passed.piece]).kind
        code = self.variant.codes[position.turn, kind.letter]
        reaches, occupied = self._reaches[code], position.pieces[0]
        alike = [(cell, reaches[cell] or self._compile(code, cell)) for cell in cells_with(position, code)]
        moves, special = list[Move](), Special(victim=passed.piece)
        for over in passed.cells:
            for cell, reach in alike:
                if reach.touched >> over & 1 and reach.hits(over, occupied):
                    moves += self._arrivals(position, reach, Move(cell, over, special=special))
        return moves

    def _allowed(self, position: Position, moves: list[Move]) -> list[Move]:
        placement, own = position.placement, position.pieces[position.turn]
        able: dict[Cell, Sequence[Cell]] = {}
        found: list[Move] = []
        for move in moves:
            origin, target, _, _ = move
            if placement[target]:
                takers = able.get(target)
                if takers is None:
                    takers = able[target] = self.attackers(position, target, own, able=True)
                if origin not in takers:
                    continue
            found.append(move)
        return found


@lru_cache(maxsize=128)
def movement_of(variant: Variant) -> Movement:
    """The compiled movement of a variant, made once."""
    return Movement(variant)


Way = tuple[Cell, ...]


def way(movement: Movement, before: Position, move: Move) -> Way:
    """The cells that a move made in the position `before` goes through, its origin first and its target last.

    All cells between are vacant. Of several ways it is the shortest, of several as short the first in cell order. A
    leap passes nothing, nor does the royal piece of a castling, whose partner's way is not told. Pieces that are placed
    come from nowhere: ().
    """
    variant, (origin, target, _, special) = movement.variant, move
    piece = variant.piece(before, origin)
    if piece is None or (special is not None and special.placed):
        return ()
    act = Act.MOVE if movement.captured(before, move) is None else Act.CAPTURE
    facing = variant.seat(piece.seat).facing
    atoms = [atom for atom in piece.kind.atoms if atom.act & act]
    ways = chain.from_iterable(_ways(variant.board, atom, facing, before, move) for atom in atoms)
    return min(ways, key=lambda each: (len(each), each), default=(origin, target))


def _ways(board: Board, atom: Atom, facing: int, before: Position, move: Move) -> Iterator[Way]:
    """The ways by which a piece that may move as the atom says could make the move."""
    origin, target = move.origin, move.target
    if atom.wanders:
        yield from _wandered(board, atom, facing, before, move)
    for cells, stops in chain(atom.paths(board, origin, facing), atom.first_steps(board, origin, facing, fresh=True)):
        if target in cells if stops else target == cells[-1]:
            passed = cells[: cells.index(target)]
            if not any(map(before.occupied, passed)):
                yield (origin, *passed, target)


def _wandered(board: Board, atom: Atom, facing: int, before: Position, move: Move) -> Iterator[Way]:
    """The shortest route over vacant cells, the first of these in cell order; none where there is none."""
    routes: list[Way] = [(move.origin,)]
    seen = {move.origin}
    for route in routes:
        for cell in sorted(atom.neighbours(board, route[-1], facing)):
            if cell == move.target:
                yield (*route, cell)
                return
            if cell not in seen and not before.occupied(cell):
                seen.add(cell)
                routes.append((*route, cell))


class Threat(NamedTuple):
    """A cell that is attacked, by how many pieces of one side, and by how many of all the others."""

    cell: Cell
    own: int
    others: int


def threats(movement: Movement, position: Position, seat: int) -> tuple[Threat, ...]:
    """The cells that a seat's pieces or those of the others could capture on, in cell order.

    A piece attacks a cell if it could capture an enemy there: so it guards its own side's pieces, and a pinned piece
    attacks, too. Where a rule limits captures, it limits attacks on the pieces there, too.
    """
    own, others = [0] * len(position.placement), [0] * len(position.placement)
    for side in movement.variant.remaining(position):
        counts = own if side == seat else others
        for cell, attackers in _attacked_by(movement, position, side):
            counts[cell] += len(attackers)
    return tuple(Threat(cell, *pair) for cell, pair in enumerate(zip(own, others, strict=True)) if any(pair))


def _attacked_by(movement: Movement, position: Position, side: int) -> Iterator[tuple[Cell, Sequence[Cell]]]:
    found: dict[Cell, list[Cell]] = defaultdict(list)
    for origin in bits(position.pieces[side]):
        for cell in bits(movement.attacks_from(position, origin)):
            found[cell].append(origin)
    variant, enemies = movement.variant, position.pieces[0] & ~position.pieces[side]
    rule = variant.captures
    for cell, attackers in found.items():
        yield cell, rule.able(variant, position, cell, attackers) if rule and enemies >> cell & 1 else attackers


class Check(NamedTuple):
    """A royal piece under attack: its cell, whose it is, and the seats that could take it."""

    royal: Cell
    seat: int
    by: tuple[int, ...]


def checks(movement: Movement, position: Position) -> tuple[Check, ...]:
    """The royal pieces under attack, in the order of their seats."""
    remaining, found = movement.variant.remaining(position), list[Check]()
    for seat in remaining:
        for royal in movement.royals(position, seat):
            others = (other for other in remaining if other != seat)
            by = [
                each for each in others if movement.is_attacked(position, 1 << royal, position.pieces[each], able=True)
            ]
            found += [Check(royal, seat, tuple(by))] if by else []
    return tuple(found)


def announced(movement: Movement, position: Position) -> tuple[Check, ...]:
    """The checks that players are told of: of two sides only the mover's, and only where an attack can mate."""
    variant = movement.variant
    if len(variant.seats) > 2:
        return checks(movement, position)
    return tuple(each for each in checks(movement, position) if variant.stuck.mates and each.seat == position.turn)


def unannounced(movement: Movement, position: Position, seat: int) -> tuple[Cell, ...]:
    """The cells of a seat's royal pieces under attack, in games where no check is announced."""
    if len(movement.variant.seats) > 2 or movement.variant.stuck.mates:
        return ()
    return tuple(each.royal for each in checks(movement, position) if each.seat == seat)


def leaves_royal(movement: Movement, position: Position, move: Move) -> bool:
    """True if a royal piece of the mover's could be taken after a move, unless it takes one or no move could help."""
    taken = movement.captured(position, move)
    if taken is not None and movement.royal_set(position) >> taken & 1:
        return False

    def exposed(each: Move) -> bool:
        return any(check.seat == position.turn for check in checks(movement, movement.play(position, each)))

    return exposed(move) and not all(map(exposed, movement.legal(position)))
