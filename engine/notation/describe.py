"""Positions, moves, fights, checks and results in words, for players and as alternative texts."""

from __future__ import annotations

from collections.abc import Sequence
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
    piece = variant.piece(position, cell)
    if piece is None:
        raise ValueError(f"{variant.board.names[cell]} is vacant")
    return piece.kind


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


def piece_name(variant: Variant, piece: Piece) -> str:
    """A piece by its kind, and by its owner too where more than two play."""
    owner = f"{variant.seat(piece.seat).name}'s " if len(variant.seats) > 2 else ""
    return owner + piece.kind.name


def fight_in_words(variant: Variant, fought: Fought) -> str:
    """A fight that was rolled, round by round, and who fell; `**` marks the totals.

    "Prowler f4 rolls 3 − 3 fatigue = **0**. Empress e6 rolls 4 + 1 weapon − 2 fatigue = **3**. The prowler falls."
    """
    fight = fought.fight
    told = ["King's Prerogative."] if fight.prerogative else []
    for number, dice in enumerate(fought.rounds, 1):
        results = totals(fight, dice)
        told += [_roll(variant, fight, dice, side, results[side]) for side in (0, 1)]
        if results[0] == results[1] and number < len(fought.rounds):
            told.append("A tie, so they roll again.")
    return " ".join([*told, _outcome(variant, fought)])


def _roll(variant: Variant, fight: Fight, dice: Round, side: int, total: int) -> str:
    """One side's roll as a sentence: its dice that count, its weapon bonus and its tokens, and what they make."""
    fighters = fight.sides()[side]
    names = join_words([f"{_fighter(variant, each)} {variant.board.names[each.cell]}" for each in fighters], "and")
    values = " + ".join(str(value) for value in counting(fighters, dice[side]))
    if len(dice[side]) > len(fighters) == 1:
        values += f" (the best of {join_words([str(value) for value in dice[side]], 'and')})"
    tired = sum(fighter.tokens for fighter in fighters)
    modifiers = (" + 1 weapon" if fight.bonus[side] else "") + (f" − {tired} fatigue" if tired else "")
    result = f"**{total}**".replace("-", "−")
    rolled = f"{values}{modifiers} = {result}" if modifiers or len(dice[side]) > 1 else result
    return f"{names[:1].upper()}{names[1:]} {form(len(fighters), 'rolls', 'roll')} {rolled}."


def _outcome(variant: Variant, fought: Fought) -> str:
    """The casualties of a fight, as a sentence; with the cell if both sides' pieces share a name."""
    if fought.verdict is FightResult.TIED:
        return "A third tie: nobody falls, and every piece that fought gets a token."
    sides = fought.fight.sides()
    fallen, standing = sides if fought.verdict is FightResult.LOST else sides[::-1]
    alike = {_fighter(variant, each) for each in fallen} & {_fighter(variant, each) for each in standing}
    article = "" if len(variant.seats) > 2 else "the "
    where = [f" on {variant.board.names[each.cell]}" if alike else "" for each in fallen]
    names = join_words(
        [f"{article}{_fighter(variant, each)}{on}" for each, on in zip(fallen, where, strict=True)], "and"
    )
    return f"{names[:1].upper()}{names[1:]} {form(len(fallen), 'falls', 'fall')}."


def _fighter(variant: Variant, fighter: Fighter) -> str:
    piece = variant.pieces[fighter.code]
    return piece_name(variant, piece) if piece else "piece"


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
    kinds = [piece.kind for code in position.lost[seat] if (piece := variant.pieces[code])]
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
    """The result: "Red wins: resignation", "draw: by agreement", "stalemate: White ¾, Black ¼", "no result: …"."""
    reason = variant.reasons.get(result.reason, result.reason)
    if result.winner is not None:
        return f"{variant.seat(result.winner).name} wins: {reason}"
    if result.shares:
        return f"{reason}: {shares_in_words(variant, result)}"
    return f"no result: {reason}" if result.reason == CLOSED else f"draw: {reason}"


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


_ENDED = {
    FightResult.WON: " and won",
    FightResult.LOST: " and fell",
    FightResult.TIED: "; nobody fell",
}


def played_move_in_words(movement: Movement, before: Position, move: Move, fought: Fought | None = None) -> str:
    """A move made in a position, with the end of its fight: "Red's prowler f4 attacked the empress on e6 and fell."."""
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
        told = f"{who} {names[move.origin]} {'attacked' if fought else 'took'} {whom}"
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
