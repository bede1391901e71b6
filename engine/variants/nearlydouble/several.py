"""The Nearlydouble games for three and four players."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.equipment import Seat, armies, castlings
from engine.rules import (
    CheckmatedByTheMover,
    LastStanding,
    NoMoveLeft,
    OnlyRoyalsLeft,
    RoyalKeptSafeIfPossible,
    Skipped,
)
from engine.variants.army import Army, quiet_claims
from engine.variants.nearlydouble.family import SOURCE
from engine.variants.variant import Introduction, Variant, VariantEntry

Side = tuple[Army, Sequence[Seat]]
"""An army and the seats that have it, the first of them as it is written."""

THIRD = 8
FOUR = (
    Seat(1, "White", facing=0, view=11),
    Seat(2, "Red", facing=8, view=8),
    Seat(3, "Black", facing=6, view=5),
    Seat(4, "Blue", facing=2, view=2),
)

ELIMINATION = CheckmatedByTheMover(
    "At the start of your turn every opponent whose royal piece you attack is checkmated, and all their pieces leave "
    "the board. This repeats until you attack no remaining royal piece. Then you move on the board as it is.",
    rulings=(
        "When your turn is skipped, opponents whose royal piece you attack are checkmated all the same.",
        "When a player leaves during another's turn, the player to move checkmates again whoever is then attacked.",
    ),
)
LEGALITY = RoyalKeptSafeIfPossible(
    "If you can, you must end your turn with your royal piece unattacked by every remaining opponent.",
    rulings=(
        (
            "If your royal piece is attacked and no move helps, any move is allowed: another player may still "
            "interfere before the attacker's turn."
        ),
    ),
)
SKIPPING = Skipped(
    "Your turn is skipped if you have no move at all, or if your royal piece is not attacked but would be after every "
    "move.",
    rulings=("Skipped turns, and the draw when every remaining player would be skipped, are the referee's choice.",),
)
DRAWS = (
    LastStanding("The last player left wins."),
    OnlyRoyalsLeft(
        text="If only royal pieces are left, the game is drawn at once.",
        rulings=("Royal pieces alone are a draw, judged straight after a move and again after players have left.",),
    ),
)
NOTES = (
    (
        "Turns go anticlockwise. All who remain must agree on a draw. Players who resign or run out of time leave with "
        "all their pieces, and the others play on."
    ),
    (
        "All this still holds when only two players are left: there is no stalemate, and no checkmate as in games for "
        "two."
    ),
)
RULINGS = (
    (
        "Only the next player still in the game may capture en passant; the chance lapses if that player's turn is "
        "skipped or the army of the piece that could be taken leaves."
    ),
    "Players who resign or run out of time leave with all their pieces.",
    "An army that leaves the board, for whatever reason, restarts the count of 50 moves, as a capture does.",
)


def for_three(key: str, name: str, army: Army, about: Introduction) -> VariantEntry:
    """The game of three such armies, each turned by a third of a circle, anticlockwise."""
    seats = army.seats(("Red", "Gold", "Blue"), THIRD)
    return _game(
        key, name, about, seats, [(army, seats)], "The seats are Red, Gold and Blue, in this order anticlockwise."
    )


def for_four(key: str, name: str, home: Army, side: Army, about: Introduction) -> VariantEntry:
    """The game of two armies at opposite edges and two in the empty corners that face inwards along the rows."""
    white, red, black, blue = FOUR
    return _game(
        key,
        name,
        about,
        FOUR,
        [(home, (white, black)), (side, (red, blue))],
        "Seats go anticlockwise, beginning with White.",
    )


def _game(
    key: str, name: str, about: Introduction, seats: Sequence[Seat], sides: Sequence[Side], seating: str
) -> VariantEntry:
    return VariantEntry(key, name, lambda _: _variant(key, name, tuple(seats), sides, seating), *about)


def _variant(key: str, name: str, seats: tuple[Seat, ...], sides: Sequence[Side], seating: str) -> Variant:
    board = sides[0][0].board
    return Variant(
        key=key,
        name=name,
        edition=1,
        board=board,
        seats=seats,
        kinds=tuple(dict.fromkeys(kind for army, _ in sides for kind in army.kinds)),
        array=tuple(placing for army, held in sides for placing in armies(board, held, army.pieces)),
        steppers=tuple(placing for army, held in sides for placing in armies(board, held, army.steppers)),
        castlings=tuple(each for army, held in sides for each in castlings(board, held, army.castling)),
        legality=LEGALITY,
        elimination=ELIMINATION,
        skipping=SKIPPING,
        promotions=tuple(army.promotion for army, _ in sides),
        endings=DRAWS,
        stuck=NoMoveLeft(text="If every remaining player would be skipped, the game is drawn."),
        claims=quiet_claims("any player", *(army.pawn.name for army, _ in sides)),
        notes=tuple(note for army, _ in sides for note in army.remarks) + NOTES,
        rulings=(*(ruling for army, _ in sides for ruling in army.rulings), *RULINGS, seating),
        credits=SOURCE,
    )
