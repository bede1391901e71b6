"""Move lists by walking: every atom's paths followed cell by cell, every move made to see what it leaves attacked.

It asks the engine for the atoms' paths and for the position after a move, but for none of its tables and masks.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.atoms import Act, Atom
from engine.model.board import Cell
from engine.model.equipment import Castling, Piece
from engine.model.position import Move, Position, Special
from engine.movement.generator import movement_of
from engine.variants.variant import Variant


def reached(variant: Variant, position: Position) -> set[Move]:
    """What the pieces of the player to move reach, each for itself, promotions included."""
    return {
        chosen
        for cell, piece in pieces(variant, position)
        if piece.seat == position.turn
        for move in [*plain(variant, position, cell, piece), *first_steps(variant, position, cell, piece)]
        for chosen in promoted(variant, position, piece, move)
    }


def pseudo_legal(variant: Variant, position: Position) -> set[Move]:
    """That with castling and en passant."""
    passing = {move._replace(special=None): move for move in en_passant(variant, position)}
    return {*reached(variant, position) - set(passing), *passing.values(), *castlings(variant, position)}


def legal(variant: Variant, position: Position) -> set[Move]:
    """The moves after which no royal piece of the mover is attacked."""
    return {move for move in pseudo_legal(variant, position) if _keeps_safe(variant, position, move)}


def _keeps_safe(variant: Variant, position: Position, move: Move) -> bool:
    partner = move.special.partner if move.special else None
    if partner:
        castling = next(each for each in variant.castlings if (each.royal, each.partner) == (move[:2], partner))
        placement = bytearray(position.placement)
        placement[move.origin] = 0
        lifted = position._replace(placement=bytes(placement))
        if any(attacked(variant, lifted, cell, position.turn) for cell in _members(castling.safe)):
            return False
    after = movement_of(variant).play(position, move)
    royals = [cell for cell, piece in pieces(variant, after) if piece.kind.royal and piece.seat == position.turn]
    return not any(attacked(variant, after, cell, position.turn) for cell in royals)


def attacked(variant: Variant, position: Position, target: Cell, seat: int) -> bool:
    """Whether a piece of another seat could capture on the cell."""
    return any(
        target in set(arrivals(variant, position, cell, piece, Act.CAPTURE))
        for cell, piece in pieces(variant, position)
        if piece.seat != seat
    )


def pieces(variant: Variant, position: Position) -> Iterator[tuple[Cell, Piece]]:
    for cell in range(len(variant.board)):
        piece = variant.piece(position, cell)
        if piece:
            yield cell, piece


def arrivals(variant: Variant, position: Position, cell: Cell, piece: Piece, act: Act) -> Iterator[Cell]:
    """The cells on which the piece's paths that may do this end, whoever stands there; double steps left out."""
    facing = variant.seat(piece.seat).facing
    for atom in piece.kind.atoms:
        if not atom.act & act:
            continue
        if atom.wanders:
            yield from _wandered(variant, position, atom, cell, facing)
            continue
        for path in atom.paths(variant.board, cell, facing):
            for at, end in enumerate(path.cells):
                if path.stops or at == len(path.cells) - 1:
                    yield end
                if position.placement[end] and (path.stops or at < len(path.cells) - 1):
                    break


def _wandered(variant: Variant, position: Position, atom: Atom, cell: Cell, facing: int) -> set[Cell]:
    found: set[Cell] = set()
    ahead = [cell]
    while ahead:
        for end in atom.neighbours(variant.board, ahead.pop(), facing):
            if end not in found | {cell}:
                found.add(end)
                if not position.placement[end]:
                    ahead.append(end)
    return found


def plain(variant: Variant, position: Position, cell: Cell, piece: Piece) -> Iterator[Move]:
    """The piece's moves to vacant cells and captures of pieces that are not its own."""
    for act in (Act.MOVE, Act.CAPTURE):
        for end in arrivals(variant, position, cell, piece, act):
            other = variant.piece(position, end)
            if (act is Act.CAPTURE and other and other.seat != piece.seat) or (act is Act.MOVE and not other):
                yield Move(cell, end)


def first_steps(variant: Variant, position: Position, cell: Cell, piece: Piece) -> Iterator[Move]:
    """Its double steps over vacant cells."""
    facing = variant.seat(piece.seat).facing
    for atom in piece.kind.atoms:
        fresh = bool(position.rights >> cell & 1)
        for *passed, end in (path.cells for path in atom.first_steps(variant.board, cell, facing, fresh=fresh)):
            if not any(position.placement[each] for each in (*passed, end)):
                yield Move(cell, end, special=Special(passed=tuple(passed)))


def promoted(variant: Variant, position: Position, piece: Piece, move: Move) -> list[Move]:
    for rule in variant.promotions:
        if rule.letter == piece.kind.letter and move.target in rule.zone(variant, variant.seat(piece.seat)):
            return [move._replace(promotion=letter) for letter in rule.choices(variant, position, move.target)]
    return [move]


def en_passant(variant: Variant, position: Position) -> Iterator[Move]:
    """The captures of the piece that has just made a double step, on the cell passed over, promotions included."""
    if position.passed is None:
        return
    passer = variant.piece(position, position.passed.piece)
    for cell, piece in pieces(variant, position):
        alike = passer is not None and piece == Piece(position.turn, passer.kind)
        for over in set(arrivals(variant, position, cell, piece, Act.CAPTURE)) & set(position.passed.cells):
            if alike:
                move = Move(cell, over, special=Special(victim=position.passed.piece))
                yield from promoted(variant, position, piece, move)


def castlings(variant: Variant, position: Position) -> Iterator[Move]:
    """The castlings whose pieces have not moved and whose cells are vacant."""
    for castling in variant.castlings:
        if castling.seat == position.turn and _open(position, castling):
            yield Move(*castling.royal, special=Special(partner=castling.partner))


def _open(position: Position, castling: Castling) -> bool:
    unmoved = all(position.rights >> cell & 1 for cell in (castling.royal[0], castling.partner[0]))
    return unmoved and not any(position.placement[cell] for cell in _members(castling.vacant))


def _members(cells: int) -> list[Cell]:
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]
