"""Why a move is good, in sentences made from what the search says and from what stands on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.geometry.board import Cell
from engine.lookahead.coach.dangers import guards_of, hanging, loose, worth
from engine.lookahead.coach.lines import followed
from engine.lookahead.coach.shares import percent
from engine.lookahead.imagined import tried
from engine.lookahead.search import Thought, mates_in
from engine.lookahead.search.chances import UNIT, chances
from engine.model.english import counted, indefinite, listed
from engine.model.position import Move, Position, bits
from engine.movement.worth import PAWN
from engine.notation.checks import announced
from engine.notation.describe import kind_on, named, result_in_words
from engine.play.referee import sheet
from engine.play.state import State
from engine.rules import in_check
from engine.rules.fight import FightResult
from engine.variants.variant import Variant

MOST = 3
"""How many reasons are told at most."""
_GAIN = PAWN // 2
"""From how much on an exchange has won something."""


def reasons(state: State, thought: Thought) -> tuple[str, ...]:
    """At most three sentences why the move of a thought is good, the weightiest first; never none."""
    found: list[str] = []
    for sentence in _found(state, thought):
        if sentence not in found:
            found.append(sentence)
        if len(found) == MOST:
            break
    return tuple(found) or ("It is the most useful quiet move that I see.",)


def _found(state: State, thought: Thought) -> Iterator[str]:
    """All that can be said for the move."""
    move = thought.move
    if len(sheet(state).legal) == 1:
        yield "It is your only legal move."
    fought = _fought(state, move)
    if fought:
        yield fought
        return
    after = tried(state, move)
    if after is None:
        return
    if after.result is not None:
        yield f"It ends the game: {result_in_words(state.variant, after.result)}."
        return
    yield from _forced(state, thought)
    if move.special is not None and move.special.placed:
        return
    yield from _exchanged(state, thought)
    yield from _at_once(state, after, move)
    yield from _onward(state, after, move)


def _fought(state: State, move: Move) -> str | None:
    """The chances of the fight that a move opens."""
    combat = state.variant.combat
    fight = combat.fight(state.movement, state.position, move) if combat else None
    if fight is None:
        return None
    names = listed([_on(state.variant, state.position, each.cell) for each in fight.defenders], "and")
    won = sum(weight for verdict, weight in chances(fight) if verdict is FightResult.WON)
    tired = sum(each.tokens for each in fight.defenders)
    weary = " Fatigue weighs on whoever defends." if tired else ""
    return f"It attacks {names}, and wins that fight in {percent(won / UNIT)} of all cases.{weary}"


def _forced(state: State, thought: Thought) -> Iterator[str]:
    plies = mates_in(thought.value)
    if plies is None:
        return
    if plies < 0:
        yield "You are lost against the best play; this holds out longest."
    elif len(state.variant.seats) == 2:
        yield f"It wins the game by force in {counted((plies + 1) // 2, 'move')}."
    else:
        yield "It wins the game by force."


def _exchanged(state: State, thought: Thought) -> Iterator[str]:
    """What falls on both sides in the line that the search expects."""
    variant, seat = state.variant, state.turn
    last = [state, *followed(state, thought.line)][-1]
    theirs: Counter[int] = Counter()
    for other in variant.seats:
        if other.number != seat:
            theirs += Counter(last.position.lost[other.number]) - Counter(state.position.lost[other.number])
    own = Counter(last.position.lost[seat]) - Counter(state.position.lost[seat])
    gain = sum(worth(state.movement, code) for code in theirs.elements())
    price = sum(worth(state.movement, code) for code in own.elements())
    if not theirs or gain < price + _GAIN:
        return
    for_what = f" for {_pieces(variant, own)}" if own else ""
    yield f"It wins {_pieces(variant, theirs)}{for_what}, if both sides play on as I expect."


def _at_once(state: State, after: State, move: Move) -> Iterator[str]:
    """What the move does straight away: takes, promotes, escapes, gives check."""
    movement, position, variant = state.movement, state.position, state.variant
    victim = movement.captured(position, move)
    if victim is not None and variant.pieces[position.placement[victim]] is not None:
        free = "" if guards_of(movement, position, victim) else ", which nobody guards"
        yield f"It takes {_on(variant, position, victim)}{free}."
    if move.promotion is not None:
        yield f"Your {kind_on(variant, position, move.origin).name} becomes {variant.by_letter[move.promotion].name}."
    if variant.stuck.mates and in_check(movement, position):
        yield "It answers the check."
    if any(each.seat != state.turn for each in announced(movement, after.position)):
        yield "It gives check."
    yield from _saved(state, after, move)


def _saved(state: State, after: State, move: Move) -> Iterator[str]:
    """Own pieces that could be taken with profit before, and cannot after."""
    movement, before, now = state.movement, state.position, after.position
    for cell in loose(movement, before, state.turn):
        name = kind_on(state.variant, before, cell).name
        if cell == move.origin:
            if now.occupied(move.target) and not hanging(movement, now, move.target):
                yield f"It brings your attacked {name} to safety."
        elif now.occupied(cell) and not hanging(movement, now, cell):
            yield f"It saves your {name} on {state.variant.board.names[cell]}, which is attacked."


def _onward(state: State, after: State, move: Move) -> Iterator[str]:
    """What the move prepares: attacks, a promotion, more room."""
    movement, before, now, variant = state.movement, state.position, after.position, state.variant
    piece = variant.piece(now, move.target)
    if piece is None or piece.seat != state.turn:
        return
    seen = movement.attacked(now, move.target)
    for other in variant.remaining(now):
        if other != state.turn:
            earlier = set(loose(movement, before, other))
            for cell in loose(movement, now, other):
                if seen >> cell & 1 and cell not in earlier:
                    yield f"It threatens {_on(variant, now, cell)}."
    zone = variant.promotion_zones.get((piece.seat, piece.kind.letter), 0)
    if zone and not piece.kind.royal:
        far = _away(variant, zone, move.target)
        if far < _away(variant, zone, move.origin):
            yield f"It brings your {piece.kind.name} nearer to promotion: {counted(far, 'cell')} to go."
    room, was = seen.bit_count(), movement.attacked(before, move.origin).bit_count()
    if room > was + 1:
        yield f"Your {piece.kind.name} reaches {counted(room, 'cell')} from there in place of {was}."


def _away(variant: Variant, zone: int, cell: Cell) -> int:
    return min(variant.board.distance(cell, end) for end in bits(zone))


def _on(variant: Variant, position: Position, cell: Cell) -> str:
    """A piece with its cell: "the guard on d4"; with its owner where more than two play."""
    piece = variant.pieces[position.placement[cell]]
    name = named(variant, piece) if piece else "piece"
    return f"{'the ' if len(variant.seats) == 2 else ''}{name} on {variant.board.names[cell]}"


def _pieces(variant: Variant, codes: Counter[int]) -> str:
    """Some pieces by their kinds: "a rook and 2 guards"."""
    kinds: Counter[str] = Counter()
    for code, number in codes.items():
        piece = variant.pieces[code]
        if piece is not None:
            kinds[piece.kind.letter] += number
    named_so: Sequence[str] = [
        counted(number, variant.by_letter[letter].name, variant.by_letter[letter].plural)
        if number > 1
        else indefinite(variant.by_letter[letter].name)
        for letter, number in kinds.items()
    ]
    return listed(list(named_so), "and")
