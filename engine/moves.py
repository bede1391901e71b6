"""Movement compiled to paths: what every man can reach, who attacks a cell along which line, and moves made.

`Movement` compiles a variant's atoms lazily, per kind of man and cell, and keeps the tables for as long as the variant
lives. Everything it returns is a frozen value; positions are never changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from engine.board import Cell
from engine.pieces import Act, DoubleStep, Man, PieceType, Wander
from engine.position import VACANT, Move, Passed, Position, Special, bit_set, bits
from engine.reach import Reach, Sight, compile_reach, compile_sight, flood
from engine.variant import Castling, Variant

T = TypeVar("T")


class Threats(NamedTuple):
    """The cells open to every man but the royal, those open to pinned men by their cells, the zone's attacked cells."""

    everywhere: int
    pinned: dict[Cell, int]
    danger: int


class Movement:
    """The compiled movement of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._reaches: list[list[Reach | None]] = [[None] * len(variant.board) for _ in variant.men]
        self._sights: list[list[Sight | None]] = [[None] * len(variant.board) for _ in variant.men]
        self._touched: list[list[int | None]] = [[None] * len(variant.board) for _ in variant.men]
        owners = bytes(man.seat if man else 0 for man in variant.men)
        self._owners = owners + bytes(256 - len(owners))
        self._royal = frozenset(code for code, man in enumerate(variant.men) if man and man.kind.royal)
        self._pawnlike = frozenset(code for code, man in enumerate(variant.men) if man and man.kind.pawnlike)
        self._wandering = frozenset(
            code for code, man in enumerate(variant.men) if man and any(isinstance(a, Wander) for a in man.kind.atoms)
        )
        self._castlings: dict[int, list[tuple[Castling, Move]]] = {seat.number: [] for seat in variant.seats}
        for castling in variant.castlings:
            move = Move(*castling.royal, special=Special(partner=castling.partner))
            self._castlings[castling.seat].append((castling, move))
        self._castling_men = bit_set([c for each in variant.castlings for c in (each.royal[0], each.partner[0])])
        self._keeping = _keeping(variant)
        cells = range(len(variant.board))
        self._moves = tuple(tuple(Move(origin, target) for target in cells) for origin in cells)

    # ---- what a man can reach

    def pseudo_legal(self, position: Position, origin: Cell | None = None) -> list[Move]:
        """Every move the men of the player to move can make, or those of the one on `origin`, legal or not."""
        if position.due and self.variant.phase:
            placements = self.variant.phase.moves(self, position)
            return [move for move in placements if origin in {None, move.origin}]
        moves = self.reached(position, position.men[position.turn] if origin is None else 1 << origin)
        if position.rights & self._castling_men:
            self._castle(position, moves, origin)
        if position.passed is not None:
            self._en_passant(position, position.passed, moves, origin)
        return self._allowed(position, moves) if self.variant.captures else moves

    def _allowed(self, position: Position, moves: list[Move]) -> list[Move]:
        """The moves without the captures that the variant's rule of captures forbids."""
        targets = {move.target for move in moves if position.placement[move.target]}
        own = position.men[position.turn]
        able = {target: set(self.takers(position, target, own)) for target in targets}
        return [move for move in moves if move.target not in able or move.origin in able[move.target]]

    def takers(self, position: Position, cell: Cell, men: int) -> Sequence[Cell]:
        """The cells among `men`, all of one side, whose man may take the enemy man on `cell`."""
        reaching = list(self.attackers(position, cell, men))
        rule = self.variant.captures
        return rule.able(self, position, cell, reaching) if rule and reaching else reaching

    def reached(self, position: Position, movers: int) -> list[Move]:
        """What some men of the player to move reach, each for itself."""
        placement, men, turn = position[:3]
        owners = placement.translate(self._owners)
        moves: list[Move] = []
        append = moves.append
        movers &= men[turn]
        while movers:
            low = movers & -movers
            movers ^= low
            cell = low.bit_length() - 1
            code = placement[cell]
            reach = self._reaches[code][cell] or self._compile(code, cell)
            begin = len(moves)
            for target, move in reach.steps:
                if owners[target] != turn:
                    append(move)
            for slide in reach.slides:
                for target, move in slide:
                    owner = owners[target]
                    if not owner:
                        append(move)
                        continue
                    if owner != turn:
                        append(move)
                    break
            if reach.one_sided:
                self._one_sided(reach, owners, turn, moves)
            if reach.hops:
                self._hops(reach, owners, position, moves)
            if reach.firsts and (reach.freely or position.rights >> cell & 1):
                moves += [first.move for first in reach.firsts if not (first.ways[0] | 1 << first.target) & men[0]]
            if reach.floods:
                self._floods(reach, cell, position, moves)
            if reach.overlaps:
                moves[begin:] = dict.fromkeys(moves[begin:])
            if reach.promotes:
                self._promote(reach, position, moves, begin)
        return moves

    def _one_sided(self, reach: Reach, owners: bytes, turn: int, moves: list[Move]) -> None:
        """Add the moves along paths that only move or only capture; `owners` is the seat on each cell."""
        for slide in reach.quiet:
            for target, move in slide:
                if owners[target]:
                    break
                moves.append(move)
        for slide in reach.strikes:
            for target, move in slide:
                if owners[target]:
                    if owners[target] != turn:
                        moves.append(move)
                    break

    def _hops(self, reach: Reach, owners: bytes, position: Position, moves: list[Move]) -> None:
        """Add the moves to targets with a free way."""
        turn, occupied = position.turn, position.men[0]
        for (target, move, ways), act in reach.hops:
            owner = owners[target]
            if owner == turn or not (act & (Act.CAPTURE if owner else Act.MOVE)):
                continue
            for way in ways:
                if not way & occupied:
                    moves.append(move)
                    break

    def _floods(self, reach: Reach, cell: Cell, position: Position, moves: list[Move]) -> None:
        """Add the moves of a wandering man."""
        occupied = position.men[0]
        plain = self._moves[cell]
        for graph, act in reach.floods:
            reached = flood(graph, cell, occupied) & ~position.men[position.turn]
            if act is Act.MOVE:
                reached &= ~occupied
            elif act is Act.CAPTURE:
                reached &= occupied
            moves.extend([plain[target] for target in bits(reached)])

    def _castle(self, position: Position, moves: list[Move], origin: Cell | None) -> None:
        """Add the castlings whose men have not moved and whose cells are vacant."""
        for castling, move in self._castlings[position.turn]:
            if origin in {None, move.origin} and not castling.vacant & position.men[0]:
                both = 1 << castling.royal[0] | 1 << castling.partner[0]
                if position.rights & both == both:
                    moves.append(move)

    def _en_passant(self, position: Position, passed: Passed, moves: list[Move], origin: Cell | None) -> None:
        """Add the captures of the man that has just made a double step; they take the place of plain moves there."""
        kind = self._man(position.placement[passed.man]).kind
        code = self.variant.codes[position.turn, kind.letter]
        for cell in bits(position.men[position.turn]):
            if position.placement[cell] != code or origin not in {None, cell}:
                continue
            ways = self.sight(code, cell).get(passed.cell, ())
            if any(not way & position.men[0] for way in ways):
                plain = self._moves[cell][passed.cell]
                if plain in moves:
                    moves.remove(plain)
                moves.append(plain._replace(special=Special(victim=passed.man)))

    def _promote(self, reach: Reach, position: Position, moves: list[Move], begin: int) -> None:
        """Replace the arrivals on promotion cells by one move for each choice."""
        rule = reach.promotes
        if rule is None:
            return
        arrived: list[Move] = []
        for move in moves[begin:]:
            if reach.zone >> move.target & 1:
                choices = rule.choices(self.variant, position, move.target)
                arrived += [move if letter is None else move._replace(promotion=letter) for letter in choices]
            else:
                arrived.append(move)
        moves[begin:] = arrived

    def _compile(self, code: int, cell: Cell) -> Reach:
        reach = compile_reach(self.variant, self._man(code), cell, self._moves[cell])
        self._reaches[code][cell] = reach
        return reach

    def _man(self, code: int) -> Man:
        man = self.variant.men[code]
        if man is None:
            raise ValueError("no man has code 0")
        return man

    # ---- who attacks what

    def sight(self, code: int, origin: Cell) -> Sight:
        """The cells that a man on `origin` could capture on over an empty board, with the ways there."""
        known = self._sights[code][origin]
        if known is None:
            known = self._sights[code][origin] = compile_sight(self.variant, self._man(code), origin)
        return known

    def wanders(self, position: Position, men: int) -> bool:
        """Whether any of these men moves by wandering, so that its lines cannot be compiled."""
        return bool(self._wandering) and any(position.placement[cell] in self._wandering for cell in bits(men))

    def touched(self, code: int, origin: Cell) -> int:
        """The set of cells that `sight` maps."""
        known = self._touched[code][origin]
        if known is None:
            known = self._touched[code][origin] = bit_set(tuple(self.sight(code, origin)))
        return known

    def threats(self, position: Position, royal: Cell, zone: int) -> Threats:
        """What the enemies of the player to move do to a royal piece of that player, and to the cells of `zone`.

        Checks and pins are found once: every line from an enemy man to the royal that is free, or blocked by one man,
        restricts where the others may go. The zone is judged with the royal lifted from its cell; wandering is left
        out.
        """
        placement, occupied, own = position.placement, position.men[0], position.men[position.turn]
        lifted = occupied & ~(1 << royal)
        everywhere = (1 << len(placement)) - 1
        pinned: dict[Cell, int] = {}
        danger = 0
        enemies = occupied & ~own
        while enemies:
            low = enemies & -enemies
            enemies ^= low
            attacker = low.bit_length() - 1
            code = placement[attacker]
            touched = self._touched[code][attacker]
            if touched is None:
                touched = self.touched(code, attacker)
            if touched >> royal & 1:
                for way in self.sight(code, attacker)[royal]:
                    blockers = way & occupied
                    if not blockers:
                        everywhere &= way | low
                    elif not blockers & (blockers - 1) and blockers & own:
                        cell = blockers.bit_length() - 1
                        pinned[cell] = pinned.get(cell, -1) & (way | low)
            near = touched & zone & ~danger
            while near:
                bit = near & -near
                near ^= bit
                for way in self.sight(code, attacker)[bit.bit_length() - 1]:
                    if not way & lifted:
                        danger |= bit
                        break
        return Threats(everywhere, pinned, danger)

    def attackers(self, position: Position, cell: Cell, men: int, occupied: int | None = None) -> Iterator[Cell]:
        """The cells among `men` whose man could capture on `cell`, over the given occupation (else the position's)."""
        blockers = position.men[0] if occupied is None else occupied
        for origin in bits(men):
            code = position.placement[origin]
            ways = self.sight(code, origin).get(cell, ())
            if any(not way & blockers for way in ways) or (
                code in self._wandering and self._wanders_to(code, origin, cell, blockers)
            ):
                yield origin

    def _wanders_to(self, code: int, origin: Cell, cell: Cell, blockers: int) -> bool:
        reach = self._reaches[code][origin] or self._compile(code, origin)
        return any(
            act & Act.CAPTURE and flood(graph, origin, blockers & ~(1 << cell)) >> cell & 1
            for graph, act in reach.floods
        )

    def is_royal(self, code: int) -> bool:
        """Whether the man of this code is royal."""
        return code in self._royal

    def royal_set(self, position: Position) -> int:
        """The set of cells of all royal men."""
        return bit_set([cell for cell, code in enumerate(position.placement) if code in self._royal])

    def royals(self, position: Position, seat: int) -> tuple[Cell, ...]:
        """The cells of a seat's royal men."""
        return tuple(cell for cell in bits(position.men[seat]) if position.placement[cell] in self._royal)

    def enemies(self, position: Position, seat: int) -> int:
        """The set of cells with men of other seats."""
        return position.men[0] & ~position.men[seat]

    # ---- moves made

    def mover(self, position: Position, move: Move) -> PieceType:
        """The kind of the man that moves, or is placed."""
        placed = move.special.placed if move.special else VACANT
        return self._man(placed or position.placement[move.origin]).kind

    def captured(self, position: Position, move: Move) -> Cell | None:
        """The cell of the man that the move takes, or None."""
        if move.special is not None and move.special.victim is not None:
            return move.special.victim
        return move.target if position.placement[move.target] else None

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move that the man on its origin can make; the next seat still in the game is to move."""
        if position.due:
            return self._place(position, move)
        placement, men, turn, quiet, lost, out, rights, _, tokens, _, _ = position
        code = placement[move.origin]
        victim = self.captured(position, move)
        squares = bytearray(placement)
        sides = list(men)
        fallen = 0
        if victim is not None:
            taken = squares[victim]
            loser = self._owners[taken]
            squares[victim] = VACANT
            sides[loser] &= ~(1 << victim)
            lost = _with(lost, loser, bytes(sorted(lost[loser] + bytes([taken]))))
            fallen = loser if taken in self._royal else 0
        squares[move.origin] = VACANT
        squares[move.target] = code
        if move.promotion is not None:
            squares[move.target] = self.variant.codes[turn, move.promotion]
            rule = next(r for r in self.variant.promotions if r.letter == self._man(code).kind.letter)
            lost = _with(lost, turn, rule.lost(self.variant, position._replace(lost=lost), move))
        sides[turn] = sides[turn] & ~(1 << move.origin) | 1 << move.target
        if move.special is not None and move.special.partner is not None:
            origin, target = move.special.partner
            squares[target], squares[origin] = placement[origin], VACANT
            sides[turn] = sides[turn] & ~(1 << origin) | 1 << target
        sides[0] = sum(sides[1:])
        if victim is not None or code in self._pawnlike:
            quiet = (0,) * len(quiet)
        else:
            quiet = _with(quiet, turn, quiet[turn] + 1)
        if rights:
            kept = 0 if victim is None else rights >> move.origin & self._keeping.get(code, 0) >> move.target & 1
            rights = self._rights(rights, 1 << move.origin | 1 << move.target | (0 if victim is None else 1 << victim))
            rights |= kept << move.target
        passed = None
        if move.special is not None and move.special.passed is not None:
            passed = Passed(move.special.passed, move.target)
        if tokens:
            tokens = _carried(tokens, move, victim)
        captor = None if victim is None or self.variant.captures is None else move.target
        after = Position(bytes(squares), tuple(sides), turn, quiet, lost, out, rights, passed, tokens, 0, captor)
        if fallen:
            after = self.leave(after, fallen)
        return after._replace(turn=self.next_seat(after))

    def _place(self, position: Position, move: Move) -> Position:
        """The position after a placement."""
        squares, men = bytearray(position.placement), list(position.men)
        both = 1 << move.origin | 1 << move.target
        squares[move.origin] = squares[move.target] = move.special.placed if move.special else VACANT
        men[position.turn] |= both
        men[0] |= both
        after = position._replace(placement=bytes(squares), men=tuple(men), due=position.due - 1)
        return after._replace(turn=self.next_seat(after))

    def remove(self, position: Position, cells: Iterable[Cell]) -> Position:
        """The position without the men on some cells, which go among their sides' lost men; the turn stays.

        A removal restarts the counters of quiet moves; a seat whose royal is removed leaves the game.
        """
        squares, men, lost = bytearray(position.placement), list(position.men), position.lost
        gone, fallen = bit_set(list(cells)), []
        for cell in bits(gone):
            code = squares[cell]
            owner = self._owners[code]
            lost = _with(lost, owner, bytes(sorted(lost[owner] + bytes([code]))))
            squares[cell] = VACANT
            men[owner] &= ~(1 << cell)
            if code in self._royal:
                fallen.append(owner)
        men[0] &= ~gone
        after = position._replace(
            placement=bytes(squares),
            men=tuple(men),
            quiet=(0,) * len(men),
            lost=lost,
            rights=self._rights(position.rights, gone),
            tokens=tuple(pair for pair in position.tokens if not gone >> pair[0] & 1),
        )
        for seat in fallen:
            after = self.leave(after, seat)
        return after

    def passed_on(self, position: Position) -> Position:
        """The position with the turn passed to the next seat and nothing left to be taken en passant."""
        return position._replace(passed=None, captor=None, turn=self.next_seat(position))

    def _rights(self, rights: int, touched: int) -> int:
        """The first moves left after men on some cells have moved or fallen; castling needs both its men."""
        left = rights & ~touched
        if left & self._castling_men and rights & touched & self._castling_men:
            kept = 0
            for castling in self.variant.castlings:
                both = 1 << castling.royal[0] | 1 << castling.partner[0]
                if left & both == both:
                    kept |= both
            left = left & ~self._castling_men | kept
        return left

    def castling_of(self, move: Move, seat: int) -> Castling | None:
        """The castling that a move is, or None."""
        if move.special is None or move.special.partner is None:
            return None
        return next(castling for castling, candidate in self._castlings[seat] if candidate == move)

    def leave(self, position: Position, seat: int) -> Position:
        """The position after a seat has left the game; its men leave too as long as more than one seat remains."""
        position = position._replace(out=position.out | 1 << seat)
        if len(self.variant.remaining(position)) < 2:
            return position
        gone = position.men[seat]
        placement = bytes(0 if gone >> cell & 1 else code for cell, code in enumerate(position.placement))
        men = _with(_with(position.men, seat, 0), 0, position.men[0] & ~gone)
        passed = position.passed if position.passed and not gone >> position.passed.man & 1 else None
        rights = position.rights & ~gone
        tokens = tuple(pair for pair in position.tokens if not gone >> pair[0] & 1)
        return position._replace(placement=placement, men=men, rights=rights, passed=passed, tokens=tokens)

    def next_seat(self, position: Position) -> int:
        """The seat that follows the one to move, leaving out the eliminated ones."""
        count = len(self.variant.seats)
        seat = position.turn
        for _ in range(count):
            seat = seat % count + 1
            if not position.out >> seat & 1:
                break
        return seat


def _keeping(variant: Variant) -> dict[int, int]:
    """By the codes of men that keep a first move when they use it to capture: the cells on which they keep it."""
    cells: dict[int, int] = {}
    for seat, letter, cell in variant.stepping:
        if any(isinstance(atom, DoubleStep) and atom.kept for atom in variant.by_letter[letter].atoms):
            code = variant.codes[seat, letter]
            cells[code] = cells.get(code, 0) | 1 << cell
    return cells


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The tuple with one value replaced."""
    return (*values[:index], value, *values[index + 1 :])


def _carried(tokens: tuple[tuple[Cell, int], ...], move: Move, victim: Cell | None) -> tuple[tuple[Cell, int], ...]:
    """The tokens after a move: those of the mover, and of its partner, go along; those of the man taken leave."""
    places = {move.origin: move.target}
    if move.special is not None and move.special.partner is not None:
        places[move.special.partner[0]] = move.special.partner[1]
    return tuple(sorted((places.get(cell, cell), count) for cell, count in tokens if cell != victim))


@lru_cache(maxsize=128)
def movement_of(variant: Variant) -> Movement:
    """The compiled movement of a variant, made once."""
    return Movement(variant)
