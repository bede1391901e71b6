"""Positions, moves, fights, checks and results in words, for players and as alternative texts."""

from collections.abc import Callable, Sequence
from itertools import groupby

from engine.model.board import Cell
from engine.model.english import count_of, form, join_words, with_article
from engine.model.equipment import Piece, PieceType, kinds_in_words
from engine.model.position import Move, Position, bits
from engine.movement.generator import Movement, checks, unannounced
from engine.rules.fight import Fight, Fighter, FightResult, Fought, Round, counting, totals
from engine.rules.protocols import CLOSED, Result
from engine.variants.variant import Variant


def kind_on(variant: Variant, position: Position, cell: Cell) -> PieceType:
    """The kind of the piece on an occupied cell; ValueError on a vacant one."""
    return variant.piece_of(position.placement[cell]).kind


def move_in_words(
    movement: Movement, position: Position, move: Move, *, cells: bool = True, verb: str = "takes"
) -> str:
    """A move about to be made: "prowler c2 takes guard on d4", or "prowler takes guard" without the cells."""
    variant, kind = movement.variant, movement.mover(position, move)
    names, mover = variant.board.names, kind.name
    if move.special is not None and move.special.placed:
        return f"{kind.plural} placed on {names[move.origin]} and {names[move.target]}"
    if move.special is not None and move.special.partner is not None:
        origin, target = move.special.partner
        partner = kind_on(variant, position, origin).name
        return f"{mover} castles to {names[move.target]}, {partner} to {names[target]}"
    victim = movement.captured(position, move)
    taken = None if victim is None else variant.piece(position, victim)
    if taken is None or victim is None:
        phrase = (
            f"{mover} {names[move.origin]} to {names[move.target]}" if cells else f"{mover} from {names[move.origin]}"
        )
    else:
        from_, on = (f" {names[move.origin]}", f" on {names[victim]}") if cells else ("", "")
        phrase = f"{mover}{from_} {verb} {piece_name(variant, taken)}{on}"
    if move.promotion is not None:
        phrase += f" and becomes {variant.by_letter[move.promotion].name}"
    return phrase


def move_for_players(
    movement: Movement, position: Position, move: Move, whose: Callable[[int], str], verb: str = "takes"
) -> str:
    """A move about to be made, as a phrase: "the traveler takes your prowler", `whose` being the owner of a seat."""
    variant, kind = movement.variant, movement.mover(position, move)
    names, victim = variant.board.names, movement.captured(position, move)
    taken = None if victim is None else variant.piece(position, victim)
    if move.special is not None and move.special.placed:
        return f"{kind.plural} are placed on {names[move.origin]} and {names[move.target]}"
    told = f"the {kind.name}"
    if move.special is not None and move.special.partner is not None:
        told += f" castles to {names[move.target]}"
    elif taken is None:
        told += f" moves from {names[move.origin]} to {names[move.target]}"
    else:
        passing = " en passant" if victim != move.target else ""
        told += f" {verb} {whose(taken.seat)} {taken.kind.name}{passing}"
    if move.promotion is not None:
        told += f" to become {with_article(variant.by_letter[move.promotion].name)}"
    return told


def royals_attacked(movement: Movement, position: Position, seat: int, whose: Callable[[int], str]) -> list[str]:
    """The royals that a seat attacks after its move, by their owners: "your empress"."""
    found = (each for each in checks(movement, position) if seat in each.by)
    return [f"{whose(each.seat)} {kind_on(movement.variant, position, each.royal).name}" for each in found]


def attacks_royal(movement: Movement, position: Position, seat: int, cell: Cell) -> bool:
    """True if the piece of a seat on a cell is among those that attack another side's royal."""
    piece = position.pieces[seat] & 1 << cell
    found = (each.royal for each in checks(movement, position) if seat in each.by)
    return any(movement.is_attacked(position, 1 << royal, piece, able=True) for royal in found)


def piece_name(variant: Variant, piece: Piece) -> str:
    """A piece by its kind, and by its owner too where more than two play."""
    owner = f"{variant.seat(piece.seat).name}'s " if len(variant.seats) > 2 else ""
    return owner + piece.kind.name


def fight_in_words(variant: Variant, fought: Fought) -> str:
    """The last round of a fight and who fell, as a phrase; `**` marks the totals, what makes them stands in brackets.

    Where more than two play, it tells only whose pieces won or lost.

    "king **9** (10 +1 −2) beats knight **5** (6 −1): the knight falls"
    """
    fight, dice, ties = fought.fight, fought.rounds[-1], len(fought.rounds) - 1
    results = totals(fight, dice)
    mine, theirs = (_total(variant, fight, dice, side, results[side]) for side in (0, 1))
    verb = "ties with" if results[0] == results[1] else "beats" if results[0] > results[1] else "loses to"
    before = "King's Prerogative: " if fight.prerogative else ""
    if ties and fought.verdict is not FightResult.TIED and len(variant.seats) == 2:
        before += f"after {('a tie', 'two ties')[ties - 1]}, "
    return f"{before}{mine} {verb} {theirs}{_outcome(variant, fought)}"


def _total(variant: Variant, fight: Fight, dice: Round, side: int, total: int) -> str:
    """One side and its total, with the dice that count, its weapon bonus and its tokens: "king **9** (10 +1 −2)"."""
    fighters = fight.sides()[side]
    names = join_words([_fighter(variant, each) for each in fighters], "and")
    tired = sum(fighter.tokens for fighter in fighters)
    parts = ["+".join(map(str, counting(fighters, dice[side])))]
    parts += (["+1"] if fight.bonus[side] else []) + ([f"−{tired}"] if tired else [])
    made = f" ({' '.join(parts)})" if len(parts) > 1 or len(fighters) > 1 else ""
    return f"{names} **{total}**{made}".replace("**-", "**−")


def _outcome(variant: Variant, fought: Fought) -> str:
    """The casualties of a fight for two, behind it; with the cell if both sides' pieces share a name."""
    if fought.verdict is FightResult.TIED:
        return " a third time: nobody falls"
    if len(variant.seats) > 2:
        return ""
    sides = fought.fight.sides()
    fallen, standing = sides if fought.verdict is FightResult.LOST else sides[::-1]
    if len(fallen) > 1:
        return ": both fall" if len(fallen) == 2 else ": all fall"
    name = _fighter(variant, fallen[0])
    on = f" on {variant.board.names[fallen[0].cell]}" if name in {_fighter(variant, each) for each in standing} else ""
    return f": the {name}{on} falls"


def _fighter(variant: Variant, fighter: Fighter) -> str:
    return piece_name(variant, variant.piece_of(fighter.code))


def pieces_in_words(variant: Variant, position: Position, seat: int) -> str:
    """A seat's pieces by kind: "empress d1; guards a1, c2"."""
    groups: dict[PieceType, list[str]] = {}
    for cell in bits(position.pieces[seat]):
        tokens = position.fatigue(cell)
        name = variant.board.names[cell] + (f" ({count_of(tokens, 'token')})" if tokens else "")
        groups.setdefault(kind_on(variant, position, cell), []).append(name)
    ordered = [(kind, groups[kind]) for kind in variant.kinds if kind in groups]
    return "; ".join(f"{kind.form(len(cells))} {', '.join(cells)}" for kind, cells in ordered)


def lost_in_words(variant: Variant, position: Position, seat: int) -> str:
    """A seat's lost pieces: "2 guards, wizard", or "none"."""
    kinds = [variant.piece_of(code).kind for code in position.lost[seat]]
    return ", ".join(kinds_in_words((kind, kinds.count(kind)) for kind in variant.kinds if kind in kinds)) or "none"


def position_in_words(variant: Variant, position: Position) -> str:
    """The whole position in words, seat by seat, with the lost pieces."""
    sides = []
    for seat in variant.seats:
        pieces, lost = (words(variant, position, seat.number) for words in (pieces_in_words, lost_in_words))
        sides.append(f"{seat.name}: {pieces or 'no pieces'}. Lost: {lost}.")
    if variant.tally is not None:
        sides.append(tally_in_words(variant, position))
    if position.captor is not None and position.occupied(position.captor):
        name = kind_on(variant, position, position.captor).name
        sides.append(f"The {name} on {variant.board.names[position.captor]} has just captured.")
    return " ".join(sides)


def tally_in_words(variant: Variant, position: Position) -> str:
    """The counts of the game's rules: "Checks: White 1, Black 2."; "" where none counts."""
    counts = ", ".join(f"{seat.name} {position.tally[seat.number]}" for seat in variant.seats if variant.tally)
    return f"{variant.tally.name.capitalize()}: {counts}." if variant.tally else ""


def result_in_words(variant: Variant, result: Result) -> str:
    """The result: "Red wins on time", "draw by agreement", "stalemate: White ¾, Black ¼", "no result: …"."""
    reason = variant.reasons.get(result.reason, result.reason)
    if result.winner is not None:
        return f"{variant.seat(result.winner).name} wins {reason}"
    if result.shares:
        return f"{reason}: {shares_in_words(variant, result)}"
    if result.reason == CLOSED:
        return f"no result: {reason}"
    return f"draw{' ' if reason.startswith('by ') else ': '}{reason}"


def shares_in_words(variant: Variant, result: Result) -> str:
    """Return what each side scores in a draw that divides the point unequally: "White ¾, Black ¼"."""
    shares = (_GLYPHS.get(str(share), str(share)) for share in result.shares)
    return ", ".join(f"{seat.name} {share}" for seat, share in zip(variant.seats, shares, strict=True))


_GLYPHS = {"1/4": "¼", "1/2": "½", "3/4": "¾"}


def letter_of(letter: str, seat: int) -> str:
    """A piece letter marked with its seat: capital for odd seats, small for even ones, ' from the third on."""
    return (letter if seat % 2 else letter.lower()) + ("'" if seat > 2 else "")


def checks_in_words(movement: Movement, position: Position) -> str:
    """The checks as a phrase, "Gold and Blue attack Red's Grandduke; Red attacks Gold's Grandduke"; "" for none."""
    variant = movement.variant
    phrases = []
    for royal, seat, by in checks(movement, position):
        attack = f"{join_words([variant.seat(other).name for other in by], 'and')} {form(len(by), 'attacks', 'attack')}"
        phrases.append(f"{attack} {variant.seat(seat).name}'s {kind_on(variant, position, royal).name}")
    return "; ".join(phrases)


def check_in_words(movement: Movement, position: Position) -> str:
    """The check in which the player to move is, as a phrase, "White is in check from the Rook on h9"; "" for none.

    Where no attack ever mates, none is a check.
    """
    variant = movement.variant
    if not variant.stuck.mates:
        return ""
    enemies, names = movement.enemies(position, position.turn), variant.board.names
    royals = movement.royals(position, position.turn)
    takers = [taker for royal in royals for taker in movement.attackers(position, royal, enemies, able=True)]
    pieces = [f"the {kind_on(variant, position, taker).name} on {names[taker]}" for taker in sorted(takers)]
    return f"{variant.seat(position.turn).name} is in check from {join_words(pieces, 'and')}" if pieces else ""


def danger_in_words(movement: Movement, position: Position, seat: int) -> str:
    """The unannounced attacks on a seat's royal pieces as a phrase, "empress on d1 is under attack"; "" for none."""
    variant, cells = movement.variant, unannounced(movement, position, seat)
    royals = [f"{kind_on(variant, position, cell).name} on {variant.board.names[cell]}" for cell in cells]
    return f"{join_words(royals, 'and')} {form(len(royals), 'is', 'are')} under attack" if royals else ""


def royals_in_words(movement: Movement, position: Position) -> str:
    """The phrase that goes with a game: who is in check where two play, all attacked royal pieces where more do."""
    return (check_in_words if len(movement.variant.seats) == 2 else checks_in_words)(movement, position)


_ENDED = {FightResult.WON: " and won", FightResult.LOST: " and fell", FightResult.TIED: "; nobody fell"}


def played_move_in_words(movement: Movement, before: Position, move: Move, fought: Fought | None = None) -> str:
    """A move made in a position, with the end of its fight: "Red's prowler on f4 took the guard on e6."."""
    variant, names = movement.variant, movement.variant.board.names
    side, kind = variant.seat(before.turn).name, movement.mover(before, move)
    if move.special is not None and move.special.placed:
        return f"{side} placed {kind.plural} on {names[move.origin]} and {names[move.target]}."
    who = f"{side}'s {kind.name}"
    if move.special is not None and move.special.partner is not None:
        origin, target = move.special.partner
        return f"{who} castled to {names[move.target]}, the {kind_on(variant, before, origin).name} to {names[target]}."
    victim = movement.captured(before, move)
    piece = None if victim is None else variant.piece(before, victim)
    if piece is None or victim is None:
        told = f"{who} moved from {names[move.origin]} to {names[move.target]}"
    else:
        whom = f"{'' if len(variant.seats) > 2 else 'the '}{piece_name(variant, piece)} on {names[victim]}"
        told = f"{who} on {names[move.origin]} {'attacked' if fought else 'took'} {whom}"
        told += (
            _ENDED.get(fought.verdict, "")
            if fought
            else f" en passant, on {names[move.target]}" * (victim != move.target)
        )
    stayed = fought is not None and fought.verdict is not FightResult.WON
    if move.promotion is not None and not stayed:
        told += f" and became {with_article(variant.by_letter[move.promotion].name)}"
    return f"{told}."


def rows_in_words(variant: Variant, position: Position) -> list[str]:
    """The pieces of each row, the highest first: "Row 7: d7 Blue empress.", "Rows 5 to 3: empty."."""
    rows = [(variant.board.number(cells[0]), _row(variant, position, cells)) for cells in variant.board.ranks]
    sentences: list[str] = []
    for vacant, group in groupby(rows, key=lambda row: not row[1]):
        if vacant:
            first, *_, last = [number for number, _ in group] * 2
            sentences.append(f"Row {first}: empty." if first == last else f"Rows {first} to {last}: empty.")
        else:
            sentences += [f"Row {number}: {words}." for number, words in group]
    return sentences


def _row(variant: Variant, position: Position, cells: Sequence[Cell]) -> str:
    words = []
    for cell in cells:
        piece, tokens = variant.piece(position, cell), position.fatigue(cell)
        if piece is not None:
            tired = f" ({count_of(tokens, 'token')})" if tokens else ""
            words.append(f"{variant.board.names[cell]} {variant.seat(piece.seat).name} {piece.kind.name}{tired}")
    return ", ".join(words)
