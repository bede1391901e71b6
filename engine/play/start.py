"""Starting positions: whether a game can begin from one, and everything that speaks against it.

There may be any number of pieces of any kind but the royal ones, any counters and any lost pieces, as long as the rules
can be applied. A starting position need not be one that a game could reach.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.model.board import Cell
from engine.model.english import join_words
from engine.model.equipment import Piece
from engine.model.position import Position, bits
from engine.movement.generator import Movement, movement_of
from engine.notation.describe import kind_on, result_in_words
from engine.notation.position_code import BadCode, read_code
from engine.play.game import new_game
from engine.play.turns import SeatChange
from engine.rules import LastStanding
from engine.rules.protocols import Promotion
from engine.variants.variant import Variant

CODE_MAX_CHARS = 2000


def start_of(variant: Variant, code: str) -> Position:
    """The position of a code to begin a game from; BadCode with all that is wrong with either."""
    if len(code) > CODE_MAX_CHARS:
        raise BadCode(f"a position code has at most {CODE_MAX_CHARS} characters")
    position, problems = read_code(variant, code)
    against = objections(variant, position) if position else ()
    if position is None or problems or against:
        raise BadCode(*problems, *against)
    return position


def objections(variant: Variant, position: Position) -> tuple[str, ...]:
    """Why no game can begin from a position, in players' words; nothing if one can."""
    setup = _Setup(movement_of(variant), position)
    unfit = [*_seats(setup), *_royals(setup)]
    checks = (_promotions, _rights, _passed, _fatigue, _captor, _placements, _exposed)
    others = [text for check in checks for text in check(setup)]
    return (*unfit, *others, *(() if unfit else _over(setup)))


class _Setup(NamedTuple):
    movement: Movement
    position: Position

    @property
    def variant(self) -> Variant:
        return self.movement.variant

    @property
    def remaining(self) -> tuple[int, ...]:
        return self.variant.remaining(self.position)

    def pieces(self) -> Iterator[tuple[Cell, Piece]]:
        for cell in bits(self.position.pieces[0]):
            yield cell, self.variant.piece_of(self.position.placement[cell])

    def names(self, cells: list[Cell] | tuple[Cell, ...]) -> str:
        return join_words([self.variant.board.names[cell] for cell in cells], "and")

    def owner(self, seat: int) -> str:
        return self.variant.seat(seat).name

    def told(self, cell: Cell) -> str:
        """A piece with its owner and its cell: "White's pawn on e4"."""
        piece = self.variant.piece_of(self.position.placement[cell])
        return f"{self.owner(piece.seat)}'s {piece.kind.name} on {self.variant.board.names[cell]}"


def _seats(setup: _Setup) -> Iterator[str]:
    """At least two sides, and no pieces without a player."""
    if len(setup.remaining) < 2:
        yield f"{f'only {setup.owner(setup.remaining[0])}' if setup.remaining else 'nobody'} is left in the game"
    for seat in setup.variant.seats:
        pieces = tuple(bits(setup.position.pieces[seat.number]))
        if seat.number not in setup.remaining and pieces:
            what = "pieces" if len(pieces) > 1 else "a piece"
            yield f"{seat.name} is out of the game but has {what} on {setup.names(pieces)}"


def _royals(setup: _Setup) -> Iterator[str]:
    """Each side in the game has as many royal pieces as the array gives it, and none among its lost pieces."""
    variant = setup.variant
    for number in setup.remaining:
        owner = setup.owner(number)
        array = [variant.by_letter[letter] for seat, letter, _ in variant.array if seat == number]
        wanted = [kind.name for kind in array if kind.royal]
        royals = setup.movement.royals(setup.position, number)
        if len(royals) < len(wanted):
            yield f"{owner} has no {wanted[0]}" if not royals else f"{owner} needs {len(wanted)} royal pieces"
        elif len(royals) > len(wanted):
            names = join_words([*dict.fromkeys(kind_on(variant, setup.position, cell).name for cell in royals)], "and")
            yield f"{owner} has more than one {names}: on {setup.names(royals)}"
        for code in setup.position.lost[number]:
            kind = variant.piece_of(code).kind
            if kind.royal:
                yield f"{owner}'s {kind.name} is among its lost pieces, but {owner} is still in the game"


def _promotions(setup: _Setup) -> Iterator[str]:
    """No piece is where it must have promoted."""
    late: dict[Piece, list[Cell]] = {}
    for cell, piece in setup.pieces():
        for rule in setup.variant.promotions:
            if rule.letter == piece.kind.letter and _must(setup, rule, piece, cell):
                late.setdefault(piece, []).append(cell)
    for piece, cells in late.items():
        name = piece.kind.form(len(cells))
        yield f"{setup.owner(piece.seat)}'s {name} on {setup.names(cells)} should have promoted there"


def _must(setup: _Setup, rule: Promotion, piece: Piece, cell: Cell) -> bool:
    position = setup.position._replace(turn=piece.seat)
    arrived = setup.variant.promotion_zones[piece.seat, rule.letter] >> cell & 1
    return bool(arrived) and None not in rule.choices(setup.variant, position, cell)


def _rights(setup: _Setup) -> Iterator[str]:
    """First moves belong to pieces that have one, on the cells where they begin; castling needs both its pieces."""
    start, position, rights = setup.variant.start, setup.position, setup.position.rights
    first = {start.placement[cell] for cell in bits(start.rights)}
    castling = [(each.royal[0], each.partner[0]) for each in setup.variant.castlings]
    for cell in bits(rights):
        code = position.placement[cell]
        if not code:
            continue
        if code not in first:
            yield f"rights: {setup.told(cell)} has no special first move"
        elif not start.rights >> cell & 1 or start.placement[cell] != code:
            yield f"rights: {setup.told(cell)} isn't where it started, so it has made its first move"
        elif any(cell in pair for pair in castling) and not any(
            rights >> one & rights >> other & 1 for one, other in castling if cell in {one, other}
        ):
            yield f"rights: {setup.told(cell)} has no piece left to castle with"


def _passed(setup: _Setup) -> Iterator[str]:
    """The piece that may be taken en passant has just come over the cells behind it."""
    passed, variant, position = setup.position.passed, setup.variant, setup.position
    piece = variant.piece(position, passed.piece) if passed else None
    if passed is None or piece is None:
        return
    if piece.seat == position.turn:
        yield f"passed: {setup.told(passed.piece)} can't have moved last, since {setup.owner(piece.seat)} is to move"
    origins = (cell for cell in range(len(variant.board)) if not position.occupied(cell))
    if not any((*passed.cells, passed.piece) in variant.first_steps(piece, origin) for origin in origins):
        yield f"passed: {setup.told(passed.piece)} can't have passed over {setup.names(passed.cells)}"


def _fatigue(setup: _Setup) -> Iterator[str]:
    cells = tuple(cell for cell, _ in setup.position.tokens)
    if cells and setup.variant.combat is None:
        yield f"tokens: this game has no fights, so no piece has fatigue (on {setup.names(cells)})"


def _captor(setup: _Setup) -> Iterator[str]:
    """The last captor counts only where a rule asks for it, and has moved last."""
    captor = setup.position.captor
    if captor is None:
        return
    if setup.variant.captures is None:
        yield f"captor: in this game it doesn't matter who has just captured (on {setup.names((captor,))})"
    elif setup.position.pieces[setup.position.turn] >> captor & 1:
        owner = setup.owner(setup.position.turn)
        yield f"captor: {setup.told(captor)} can't have captured last, since {owner} is to move"


def _placements(setup: _Setup) -> Iterator[str]:
    phase, position = setup.variant.phase, setup.position
    for _ in range(position.due if phase else 0):
        moves = phase.moves(setup.movement, position) if phase else []
        cells = sorted({cell for move in moves for cell in (move.origin, move.target) if position.occupied(cell)})
        if cells:
            owner = setup.owner(position.turn)
            yield f"due: {setup.names(cells)} must be empty, since {owner} can still place pieces there"
        position = position._replace(turn=setup.movement.next_seat(position))


def _exposed(setup: _Setup) -> Iterator[str]:
    """Where no rule lets a royal be captured, the player to move must not be able to."""
    variant, position = setup.variant, setup.position
    if len(variant.seats) != 2 or any(isinstance(ending, LastStanding) for ending in variant.endings):
        return
    for _ in range(position.due):
        position = position._replace(turn=setup.movement.next_seat(position))
    for seat in setup.remaining:
        for royal in setup.movement.royals(position, seat) if seat != position.turn else ():
            takers = setup.movement.attackers(position, royal, position.pieces[position.turn], able=True)
            if takers:
                pieces = join_words([setup.told(cell) for cell in takers], "and")
                yield f"{setup.told(royal)} is in check from {pieces}, and {setup.owner(position.turn)} is to move"


def _over(setup: _Setup) -> Iterator[str]:
    """The game is not over before it begins, and no player loses their seat or turn immediately."""
    state = new_game(setup.variant, setup.position)
    for fate, seat, _ in state.notices:
        what = "skipped for lack of a legal move" if fate is SeatChange.SKIPPED else fate.value
        yield f"{setup.owner(seat)} would be {what} before the first move"
    if state.result is not None:
        yield f"the game would be over immediately: {result_in_words(setup.variant, state.result)}"
