"""Goals besides mate, as an option of games for two that are won by it."""

from __future__ import annotations

from dataclasses import replace

from engine.refusal import listed
from engine.rules import Hill, ManyChecks, OnlyRoyalsLeft
from engine.variants.variant import Game, Option, Variant

GOAL = Option("goal", ("mate", "hill", "three-check"), "how the game is won", apart=("hill", "three-check"))
SHARED = "This goal is the referee's addition to the game; mate still wins, and stalemate is still a draw."


def with_goals(game: Game) -> Game:
    """The game with the option `goal`."""
    built = {"mate": lambda variant: variant, "hill": with_hill, "three-check": with_three_checks}
    return replace(
        game,
        options=(*game.options, GOAL),
        build=lambda options: built[options["goal"]](game.build(options)),
    )


def with_hill(variant: Variant) -> Variant:
    """The variant in which a royal piece wins on the cells in the middle of the board."""
    board, royal = variant.board, next(kind.name for kind in variant.kinds if kind.royal)
    hill = Hill(
        f"Who moves the {royal}, by a legal move, onto the hill ({listed([board.names[c] for c in board.middle])}) "
        "wins at once.",
        rulings=(
            SHARED,
            f"No material is too little here, as a bare {royal} can still reach the hill.",
            f"No game begins with a {royal} on the hill.",
        ),
    )
    return replace(variant, hill=board.middle, endings=(hill,))


def with_three_checks(variant: Variant) -> Variant:
    """The variant in which the third check wins."""
    royal = next(kind.name for kind in variant.kinds if kind.royal)
    checks = ManyChecks(
        3,
        "three-check",
        "Who gives check for the third time wins at once.",
        rulings=(
            SHARED,
            "A move that gives check counts once, by however many pieces; a move taken back takes its check back.",
            "Positions with different counts of checks are different ones when repetitions are counted.",
        ),
    )
    bare = OnlyRoyalsLeft(
        text=f"Only the two {royal}s left: drawn at once.",
        rulings=("No other material is too little here, as any other piece can give check.",),
    )
    return replace(variant, tally=checks, endings=(checks, bare))
