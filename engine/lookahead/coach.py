"""The coach: what a search says about a position, in words that help a player. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.lookahead.imagined import outcomes, try_move
from engine.lookahead.search import Level, Thought, mates_in, think
from engine.lookahead.search.chances import UNIT, chances, half_of, win_share
from engine.model.board import Cell
from engine.model.english import count_of, form, join_words, with_article
from engine.model.equipment import PieceType
from engine.model.position import Move, Position, bits
from engine.movement.generator import Movement, announced
from engine.movement.worth import PAWN, piece_values_of
from engine.notation.describe import kind_on, move_for_players, piece_name, result_in_words
from engine.notation.moves import short_form
from engine.play.referee import sheet
from engine.play.state import State
from engine.rules import in_check
from engine.rules.fight import FightResult
from engine.rules.protocols import Result
from engine.variants.variant import Variant

_EVEN = 0.03
"""Distance from half a win (share) that isn't worth telling."""


def share(variant: Variant, value: int) -> float:
    """A value as a share of a win, from 0 (lost) by 0.5 (even) to 1 (won); the same lead is worth less under fights."""
    plies = mates_in(value)
    if plies is not None:
        return float(plies > 0)
    return (1 + win_share(value, half_of(variant)) / UNIT) / 2


def share_of(result: Result, seat: int, seats: int) -> float:
    """A seat's score in a finished game among `seats`: the whole of a win, its part of a draw."""
    if result.shares:
        return float(result.shares[seat - 1])
    if result.winner is None:
        return 1 / seats
    return float(result.winner == seat)


def percent(part: float) -> str:
    """A share as people read it: `71 %`."""
    return f"{round(100 * part)} %"


def prospects_in_words(variant: Variant, seat: int, value: int, *, you: bool = False) -> str:
    """A seat's prospects at its own value, told of it or, if that is `you`, to it: "You're ahead (71 % to win)."."""
    name, plies, alone = variant.seat(seat).name, mates_in(value), len(variant.seats) == 2
    if plies is not None:
        deed = "win" if plies > 0 else "lose"
        when = f"in {count_of(max(1, (abs(plies) + 1) // 2), 'move')}" if alone else "by force"
        return f"You {deed} {when}." if you else f"{name} {deed}s {when}."
    part, who = share(variant, value), "You're" if you else f"{name} is"
    if abs(part - 0.5) < _EVEN:
        return "The game is about even." if alone else f"{who} about even with the others together."
    lead = "" if variant.combat else f" by {abs(value) / 100:.1f} pawns"
    return f"{who} {'ahead' if value > 0 else 'behind'}{lead} ({percent(part)} to win)."


def states_along(state: State, line: Sequence[Move]) -> Iterator[State]:
    """The states after each move of a line, until the first that opens a fight or ends the game."""
    for move in line:
        after = None if outcomes(state, move) else try_move(state, move)
        if after is None:
            return
        yield after
        if after.result is not None:
            return
        state = after


def line_written(state: State, line: Sequence[Move]) -> str:
    """A line in short notation; `…` follows an attack, whose dice decide the rest."""
    states = [state, *states_along(state, line)]
    words = [short_form(before.movement, before.position, move) for before, move in zip(states, line, strict=False)]
    fought = len(words) == len(states) and bool(words) and bool(outcomes(states[-1], line[len(words) - 1]))
    return " ".join([*words, *(["…"] if fought else [])])


_MORE = PAWN // 2
"""By how much a piece is worth more than another."""
_PRICELESS = 100_000


def exchange_value(movement: Movement, code: int) -> int:
    """A piece's worth in an exchange (hundredths of a pawn); a royal's is above all others."""
    royal = movement.variant.piece_of(code).kind.royal
    return _PRICELESS if royal else piece_values_of(movement.variant)[code]


def attackers_of(movement: Movement, position: Position, cell: Cell) -> list[Cell]:
    """The cells of the enemies that could take the piece on an occupied cell."""
    owner = movement.variant.piece_of(position.placement[cell]).seat
    sides = [side for side in movement.variant.remaining(position) if side != owner]
    return [each for side in sides for each in movement.attackers(position, cell, position.pieces[side], able=True)]


def guards_of(movement: Movement, position: Position, cell: Cell) -> Sequence[Cell]:
    """The cells of the pieces of the same side that could take back on an occupied cell."""
    owner = movement.variant.piece_of(position.placement[cell]).seat
    return movement.attackers(position, cell, position.pieces[owner] & ~(1 << cell))


def hanging(movement: Movement, position: Position, cell: Cell) -> bool:
    """True if the piece on a cell can be taken with profit: for nothing, or by one that is worth less."""
    attackers = attackers_of(movement, position, cell)
    if not attackers:
        return False
    placement = position.placement
    least = min(exchange_value(movement, placement[each]) for each in attackers)
    return not guards_of(movement, position, cell) or least + _MORE < exchange_value(movement, placement[cell])


def loose(movement: Movement, position: Position, seat: int) -> Iterator[Cell]:
    """The cells of a seat's pieces, royals aside, that can be taken with profit, the most valuable first."""
    cells = sorted(bits(position.pieces[seat]), key=lambda cell: -exchange_value(movement, position.placement[cell]))
    for cell in cells:
        if exchange_value(movement, position.placement[cell]) < _PRICELESS and hanging(movement, position, cell):
            yield cell


def purpose(state: State, move: Move) -> str:
    """The plain reason for a move, to follow it in a sentence: ", taking the traveler"; "" for a quiet one."""
    movement, position, seat = state.movement, state.position, state.turn
    fought, victim = outcomes(state, move), movement.captured(position, move)
    if victim is not None:
        return f", {'attacking' if fought else 'taking'} {_the(state.variant, position, victim)}"
    after = None if fought else try_move(state, move)
    attacked = [royal for royal in movement.royals(position, seat) if attackers_of(movement, position, royal)]
    if after is None or not attacked:
        return ""
    still = any(attackers_of(movement, after.position, cell) for cell in movement.royals(after.position, seat))
    return "" if still else f", saving the {kind_on(state.variant, position, attacked[0]).name}"


MAX_REASONS = 3
"""Maximum number of reasons told."""
_GAIN = PAWN // 2
"""From how much on an exchange has won something."""


def reasons(state: State, thought: Thought) -> tuple[str, ...]:
    """At most three sentences why the move of a thought is good, the weightiest first; never none."""
    found: list[str] = []
    for sentence in _found(state, thought):
        if sentence not in found:
            found.append(sentence)
        if len(found) == MAX_REASONS:
            break
    return tuple(found) or ("It's the most useful quiet move I see.",)


def _found(state: State, thought: Thought) -> Iterator[str]:
    move = thought.move
    if len(sheet(state).legal) == 1:
        yield "It's your only legal move."
    fought = _fought(state, move)
    if fought:
        yield fought
        return
    after = try_move(state, move)
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
    combat = state.variant.combat
    fight = combat.fight(state.movement, state.position, move) if combat else None
    if fight is None:
        return None
    names = join_words([_on(state.variant, state.position, each.cell) for each in fight.defenders], "and")
    won = sum(weight for verdict, weight in chances(fight) if verdict is FightResult.WON)
    tired = sum(each.tokens for each in fight.defenders)
    weary = " Fatigue helps you." if tired else ""
    return f"It attacks {names} and wins that fight {percent(won / UNIT)} of the time.{weary}"


def _forced(state: State, thought: Thought) -> Iterator[str]:
    plies = mates_in(thought.value)
    if plies is None:
        return
    if plies < 0:
        yield "You're lost against best play; this holds out longest."
    elif len(state.variant.seats) == 2:
        yield f"It forces a win in {count_of((plies + 1) // 2, 'move')}."
    else:
        yield "It forces a win."


def _exchanged(state: State, thought: Thought) -> Iterator[str]:
    variant, seat = state.variant, state.turn
    last = [state, *states_along(state, thought.line)][-1]
    theirs: Counter[int] = Counter()
    for other in variant.seats:
        if other.number != seat:
            theirs += Counter(last.position.lost[other.number]) - Counter(state.position.lost[other.number])
    own = Counter(last.position.lost[seat]) - Counter(state.position.lost[seat])
    gain = sum(exchange_value(state.movement, code) for code in theirs.elements())
    price = sum(exchange_value(state.movement, code) for code in own.elements())
    if not theirs or gain < price + _GAIN:
        return
    for_what = f" for {_pieces(variant, own)}" if own else ""
    yield f"It wins {_pieces(variant, theirs)}{for_what}, if both sides play as I expect."


def _at_once(state: State, after: State, move: Move) -> Iterator[str]:
    movement, position, variant = state.movement, state.position, state.variant
    victim = movement.captured(position, move)
    if victim is not None:
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
    movement, before, now = state.movement, state.position, after.position
    for cell in loose(movement, before, state.turn):
        name = kind_on(state.variant, before, cell).name
        if cell == move.origin:
            if now.occupied(move.target) and not hanging(movement, now, move.target):
                yield f"It brings your attacked {name} to safety."
        elif now.occupied(cell) and not hanging(movement, now, cell):
            yield f"It saves your {name} on {state.variant.board.names[cell]}, which is attacked."


def _onward(state: State, after: State, move: Move) -> Iterator[str]:
    movement, before, now, variant = state.movement, state.position, after.position, state.variant
    piece = variant.piece(now, move.target)
    if piece is None or piece.seat != state.turn:
        return
    seen = movement.attacks_from(now, move.target)
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
            yield f"Your {piece.kind.name} gets closer to promoting ({count_of(far, 'more step')})."
    room, was = seen.bit_count(), movement.attacks_from(before, move.origin).bit_count()
    if room > was + 1:
        yield f"Your {piece.kind.name} reaches {count_of(room, 'cell')} from there, up from {was}."


def _away(variant: Variant, zone: int, cell: Cell) -> int:
    return min(variant.board.distance(cell, end) for end in bits(zone))


def _the(variant: Variant, position: Position, cell: Cell) -> str:
    """A piece: "the guard"; with its owner where more than two play."""
    name = piece_name(variant, variant.piece_of(position.placement[cell]))
    return f"the {name}" if len(variant.seats) == 2 else name


def _on(variant: Variant, position: Position, cell: Cell) -> str:
    return f"{_the(variant, position, cell)} on {variant.board.names[cell]}"


def _pieces(variant: Variant, codes: Counter[int]) -> str:
    kinds = Counter[PieceType]()
    for code, number in codes.items():
        kinds[variant.piece_of(code).kind] += number
    named = [f"{number} {kind.plural}" if number > 1 else with_article(kind.name) for kind, number in kinds.items()]
    return join_words(named, "and")


ADVISING = Level(0, "coach", "gives advice.", 12_000, 12, 0, 0)
"""Limits of the coach's search."""
STEPS = 3


class Hint(NamedTuple):
    """Advice in three steps, each a text: which piece, where it goes, and why.

    `line` is the play that the coach expects, as far as no dice decide; the move that it advises is the first of it.
    `expected` says it in words, "" for that move alone.
    """

    piece: str
    place: str
    why: str
    line: tuple[Move, ...]
    expected: str = ""

    @property
    def steps(self) -> tuple[str, ...]:
        """The texts, in order; there are `STEPS`."""
        return self.piece, self.place, self.why


def hint(state: State, level: Level = ADVISING) -> Hint:
    """Advice for the player to move; ValueError unless a move is due."""
    return hint_of(state, think(state, level, 0))


def hint_of(state: State, thought: Thought, *, told: bool = True) -> Hint:
    """Advice made from a thought about the state; unless `told`, it doesn't say who is better."""
    move, movement, position, variant = thought.move, state.movement, state.position, state.variant
    kind, names = movement.mover(position, move), variant.board.names
    placed = move.special is not None and bool(move.special.placed)
    piece = f"Look at your {kind.name} on {names[move.origin]}."
    if placed:
        piece = f"Think about where your {form(2, kind.name, kind.plural)} could go."
    fight = variant.combat.fight(movement, position, move) if variant.combat else None
    owner = "the" if len(variant.seats) == 2 else "{}'s"
    words = move_for_players(
        movement, position, move, lambda seat: owner.format(variant.seat(seat).name), "attacks" if fight else "takes"
    )
    place = f"{words[:1].upper()}{words[1:]} ({short_form(movement, position, move)})."
    line = tuple(thought.line[: 1 + sum(1 for _ in states_along(state, thought.line))])
    expected = f"I expect {line_written(state, thought.line)}." if len(line) > 1 else ""
    told = told and mates_in(thought.value) is None  # the reasons tell of forced wins
    stands = prospects_in_words(variant, state.turn, thought.value, you=True) if told else ""
    why = " ".join(filter(None, [*reasons(state, thought), stands]))
    return Hint(piece, place, why, line, expected)
