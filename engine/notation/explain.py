"""Explanations: why a move is not legal, in the words of the rules, and the legal moves nearest to it."""

from collections.abc import Sequence

from engine.model.atoms import Act
from engine.model.board import Cell
from engine.model.english import form, join_words, sentence, with_article
from engine.model.equipment import Castling, Piece, PieceType
from engine.model.position import Move, Position, Special, bits
from engine.movement.generator import Movement
from engine.notation.describe import kind_on
from engine.notation.typed import ParsedMove


def reason_against(movement: Movement, position: Position, reading: ParsedMove) -> str:
    """Why nothing legal fits the reading, as a clause without a full stop; several are joined by semicolons."""
    variant = movement.variant
    board = variant.board
    if reading.castling is not None:
        return _no_castlings(movement, position, reading.castling)
    if variant.phase is not None and bool(reading.placed) != bool(position.due):
        return "all pieces are on the board already" if reading.placed else f"first {variant.phase.text}"
    if reading.placed:
        return variant.phase.text if variant.phase else "no pieces are placed in this game"
    for name in (reading.target, reading.origin):
        if name is not None and board.find(name) is None:
            return f"there's no cell {name} on this board"
    for letter in (reading.letter, reading.victim):
        if letter and letter not in variant.by_letter:
            letters = ", ".join(f"{kind.letter} {kind.name}" for kind in variant.kinds)
            return f"no piece has the letter {letter}. The letters are {letters}"
    movers = [cell for cell in bits(position.pieces[position.turn]) if reading.fits_mover(movement, position, cell)]
    if not movers:
        return _no_mover(movement, position, reading)
    if reading.target is None:
        return f"you have no {kind_on(variant, position, movers[0]).name} that can promote that way"
    target = board.cell(reading.target)
    leading = [mover for mover in movers if _leads_at_all(movement, position, mover, target)]
    if len(movers) > 1 and not leading:
        return _out_of_reach(movement, position, movers, target, reading)
    reasons = [_reason_for(movement, position, mover, target, reading) for mover in (leading or movers)[:3]]
    return "; ".join(dict.fromkeys(reasons))


def _no_castlings(movement: Movement, position: Position, names: Sequence[str]) -> str:
    castlings = [each for each in movement.variant.castlings if each.seat == position.turn]
    named = {name: [each for each in castlings if each.name == name] for name in names}
    if not named:
        others = join_words(list(dict.fromkeys(each.name for each in castlings)), "and")
        return f"in this game you castle with {others}" if others else "there's no castling in this game"
    reasons = [(name, _no_castling(movement, position, each)) for name, each in named.items()]
    return reasons[0][1] if len(reasons) == 1 else "; ".join(f"{name}: {reason}" for name, reason in reasons)


def _no_castling(movement: Movement, position: Position, castlings: Sequence[Castling]) -> str:
    """Why none of the castlings of one royal to one cell is possible; they differ in the partner."""
    variant = movement.variant
    names = variant.board.names
    unmoved = [each for each in castlings if position.rights >> each.royal[0] & position.rights >> each.partner[0] & 1]
    if not unmoved:
        return _no_first_move(movement, position, castlings)
    castling = min(unmoved, key=lambda each: (each.vacant & position.pieces[0]).bit_count())
    occupied = [names[cell] for cell in bits(castling.vacant & position.pieces[0])]
    if occupied:
        return f"{join_words(occupied, 'and')} {form(len(occupied), 'is', 'are')} in the way"
    move = Move(*castling.royal, special=Special(partner=castling.partner))
    return variant.legality.objection(movement, position, move) or f"{castling.name} isn't possible now"


def _no_first_move(movement: Movement, position: Position, castlings: Sequence[Castling]) -> str:
    """The pieces of some castlings that have lost their first move; a royal loses its own with its last partner."""
    variant = movement.variant
    cells = [castling.partner[0] for castling in castlings]
    home = castlings[0].royal[0]
    royal, partner = (kind_on(variant, variant.start, cell).name for cell in (home, cells[0]))
    began = join_words([variant.board.names[cell] for cell in cells], "and")
    who, have, are = (f"{partner}s", "have", "are") if len(cells) > 1 else (partner, "has", "is")
    moved = f"the {who} from {began} {have} moved or {are} gone"
    if position.rights >> home & 1:
        return moved
    gone = f"your {royal} has moved"
    return f"{gone}, or {moved}" if position.placement[home] == variant.start.placement[home] else gone


def _no_mover(movement: Movement, position: Position, reading: ParsedMove) -> str:
    variant = movement.variant
    if reading.origin is not None:
        piece = variant.piece(position, variant.board.cell(reading.origin))
        if piece is None:
            return f"{reading.origin} is empty"
        if piece.seat != position.turn:
            return f"the {piece.kind.name} on {reading.origin} is {variant.seat(piece.seat).name}'s, not yours"
        wanted = f", not {with_article(variant.by_letter[reading.letter].name)}" if reading.letter else ""
        return f"your piece on {reading.origin} is {with_article(piece.kind.name)}{wanted}"
    what = variant.by_letter[reading.letter].name if reading.letter else "piece"
    return f"you have no {what}{_where(movement, reading)}"


def _where(movement: Movement, reading: ParsedMove) -> str:
    """The mover's place according to the text: " on the e-file", " in row 3", or nothing."""
    if reading.file:
        return f" on the {reading.file}-{movement.variant.board.line}"
    return f" in row {reading.rank}" if reading.rank else ""


def _leads_at_all(movement: Movement, position: Position, mover: Cell, target: Cell) -> bool:
    if _ways(movement, position, mover, target) or _missed_step(movement, position, mover, target):
        return True
    return _wanders(movement, position, mover, target)


def _out_of_reach(
    movement: Movement, position: Position, movers: Sequence[Cell], target: Cell, reading: ParsedMove
) -> str:
    where, name = _where(movement, reading), movement.variant.board.names[target]
    kind, *others = dict.fromkeys(kind_on(movement.variant, position, mover) for mover in movers)
    if others:
        return f"none of your pieces{where} can reach {name}"
    return f"none of your {kind.plural}{where} can reach {name}. {sentence(f'{with_article(kind.name)} {kind.text}')}"


def _reason_for(movement: Movement, position: Position, mover: Cell, target: Cell, reading: ParsedMove) -> str:
    variant = movement.variant
    names = variant.board.names
    kind = kind_on(variant, position, mover)
    if position.pieces[position.turn] >> target & 1:
        if target == mover:
            return f"the {kind.name} is on {names[target]} already"
        return f"your own {kind_on(variant, position, target).name} is on {names[target]}"
    possible = [move for move in movement.pseudo_legal(position) if (move.origin, move.target) == (mover, target)]
    if not possible:
        reached = [move for move in movement.piece_moves(position) if (move.origin, move.target) == (mover, target)]
        if reached and variant.captures is not None:
            return variant.captures.objection(movement, position, reached[0]) or "it can't capture there"
        castlings = [each for each in variant.castlings if (each.seat, each.royal) == (position.turn, (mover, target))]
        if castlings and kind.royal:
            return _no_castling(movement, position, castlings)
        return _no_way(movement, position, mover, target, reading)
    objection = variant.legality.objection(movement, position, possible[0])
    if objection is not None:
        return objection
    if reading.promotion is not None and all(move.promotion != reading.promotion for move in possible):
        return _no_promotion(movement, possible, kind, reading.promotion)
    if reading.victim is not None and position.placement[target]:
        there = with_article(kind_on(variant, position, target).name)
        return f"the piece on {names[target]} is {there}, not {with_article(variant.by_letter[reading.victim].name)}"
    return _nothing_there(movement, position, kind, target)


def _nothing_there(movement: Movement, position: Position, kind: PieceType, target: Cell) -> str:
    """That there is nothing to take, and that it is too late for en passant where that may have been meant."""
    variant = movement.variant
    late = any(
        target in cells[:-1] and position.placement[cells[-1]] == variant.codes[number, kind.letter]
        for number in variant.remaining(position)
        if number != position.turn
        for origin in range(len(variant.board))
        for cells in variant.first_steps(Piece(number, kind), origin)
    )
    empty = f"{variant.board.names[target]} is empty, so there's nothing to take"
    return f"{empty} (en passant only works on the very next turn)" if late else empty


def _no_promotion(movement: Movement, possible: Sequence[Move], kind: PieceType, letter: str) -> str:
    variant = movement.variant
    rule = next((rule for rule in variant.promotions if rule.letter == kind.letter), None)
    if rule is None:
        return f"{with_article(kind.name)} never promotes"
    choices = [variant.by_letter[move.promotion].name for move in possible if move.promotion is not None]
    if choices:
        wanted = with_article(variant.by_letter[letter].name) if letter in variant.by_letter else letter
        return f"it can become {with_article(join_words(choices))}, not {wanted}"
    return f"that move doesn't promote. {rule.text}"


def _no_way(movement: Movement, position: Position, mover: Cell, target: Cell, reading: ParsedMove) -> str:
    variant = movement.variant
    names = variant.board.names
    kind = kind_on(variant, position, mover)
    wanted = Act.CAPTURE if position.placement[target] else Act.MOVE
    leading = _ways(movement, position, mover, target)
    ways = [way for way, act in leading if act & wanted]
    if ways:
        blockers = sorted({next(cell for cell in way if position.placement[cell]) for way in ways})
        are = {1: "is", 2: "are both"}.get(len(blockers), "are all")
        cells = join_words([names[cell] for cell in blockers], "and")
        return f"the {kind.name} can't get from {names[mover]} to {names[target]}: {cells} {are} in the way"
    if leading and reading.captures and wanted is Act.MOVE:
        return _nothing_there(movement, position, kind, target)
    missed = _missed_step(movement, position, mover, target)
    if missed:
        return missed
    if _wanders(movement, position, mover, target):
        return f"the {kind.name} on {names[mover]} has no free path of its colour to {names[target]}"
    deed = f"capture on {names[target]}" if leading and wanted is Act.CAPTURE else f"go to {names[target]}"
    quietly = " without capturing" if leading and wanted is Act.MOVE else ""
    return f"the {kind.name} on {names[mover]} can't {deed}{quietly}: it {kind.text.removesuffix('.')}"


def _missed_step(movement: Movement, position: Position, mover: Cell, target: Cell) -> str:
    variant = movement.variant
    kind, seat = kind_on(variant, position, mover), variant.seat(position.turn)
    steps = {
        path.cells[-1]: atom.called
        for atom in kind.atoms
        if atom.once
        for path in atom.first_steps(variant.board, mover, seat.facing, fresh=True)
    }
    if position.rights >> mover & 1 or position.placement[target] or target not in steps:
        return ""
    name = variant.board.names[mover]
    at_home = position.placement[mover] == variant.start.placement[mover]
    if at_home and not variant.start.rights >> mover & 1:
        return f"{with_article(kind.name)} that starts on {name} has no {steps[target]}"
    return f"the {kind.name} on {name} has moved already, so its {steps[target]} is gone"


def _ways(movement: Movement, position: Position, mover: Cell, target: Cell) -> list[tuple[Sequence[Cell], Act]]:
    """The cells before the target on each of the piece's paths there, with the path's acts.

    First steps are a path only for a piece that may make them, blocked or not.
    """
    variant, fresh = movement.variant, bool(position.rights >> mover & 1)
    board, facing = variant.board, variant.seat(position.turn).facing
    return [
        (cells[: cells.index(target)], atom.act)
        for atom in kind_on(variant, position, mover).atoms
        for cells, stops in (*atom.paths(board, mover, facing), *atom.first_steps(board, mover, facing, fresh=fresh))
        if (target in cells if stops else target == cells[-1])
    ]


def _wanders(movement: Movement, position: Position, mover: Cell, target: Cell) -> bool:
    """True if the piece could reach the target over an empty board by wandering."""
    variant, facing = movement.variant, movement.variant.seat(position.turn).facing
    atoms = kind_on(variant, position, mover).atoms
    return target != mover and any(target in atom.roamed(variant.board, mover, facing) for atom in atoms)


NEARBY = 5


def nearest(movement: Movement, position: Position, legal: Sequence[Move], reading: ParsedMove) -> list[Move]:
    """The legal moves most like the reading, at most NEARBY of them.

    First come those of its mover and to its target, the ones that end closest to that before others; where there are
    none, any that end closest. A castling is followed by others of that king, then by its steps.
    """
    board = movement.variant.board
    if position.due:
        return list(legal[:NEARBY])
    if reading.castling is not None:
        royals = [move for move in legal if movement.mover(position, move).royal]
        return sorted(royals, key=lambda move: movement.castling_of(move, position.turn) is None)[:NEARBY]
    target = None if reading.target is None else board.find(reading.target)

    def likeness(move: Move) -> int:
        mover = reading.fits_mover(movement, position, move.origin)
        return 2 * (move.target == target) + mover * (2 if reading.origin else 1)

    def distance(move: Move) -> int:
        return 0 if target is None else board.distance(move.target, target)

    alike = [move for move in legal if likeness(move)] or ([] if target is None else legal)
    return sorted(alike, key=lambda move: (-likeness(move), distance(move)))[:NEARBY]
