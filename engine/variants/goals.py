"""The option `goal`: other ways to win, for games for two that are won by mate."""

from dataclasses import replace

from engine.model.english import join_words
from engine.rules import Hill, ManyChecks, OnlyRoyalsLeft
from engine.variants.variant import Option, Variant, VariantEntry

GOAL = Option("goal", ("mate", "hill", "three-check"), "how the game is won", apart=("hill", "three-check"))
SHARED = "This goal is my addition to the game; mate and stalemate still count."


def with_goals(game: VariantEntry) -> VariantEntry:
    """The game with the option `goal`."""
    built = {"mate": lambda variant: variant, "hill": with_hill, "three-check": with_three_checks}
    return replace(
        game, options=(*game.options, GOAL), build=lambda options: built[options["goal"]](game.build(options))
    )


def with_hill(variant: Variant) -> Variant:
    """The variant in which a royal piece wins on the cells in the middle of the board."""
    board, royal = variant.board, next(kind.name for kind in variant.kinds if kind.royal)
    cells = join_words([board.names[cell] for cell in board.middle])
    hill = Hill(
        text=f"You win if your {royal} reaches the hill ({cells}) by a legal move.",
        rulings=(
            SHARED,
            f"There is no draw by material: a bare {royal} can still reach the hill.",
            f"No game starts with a {royal} on the hill.",
        ),
    )
    return replace(variant, hill=board.middle, endings=(hill,), time_draw=None)


def with_three_checks(variant: Variant) -> Variant:
    """The variant in which the third check wins."""
    royal = next(kind.name for kind in variant.kinds if kind.royal)
    checks = ManyChecks(
        3,
        "three-check",
        text="You win when you give check for the third time.",
        rulings=(
            SHARED,
            "A move that gives check counts once, however many pieces give it. A takeback undoes its check, too.",
            "For repetitions, positions with different counts of checks are different.",
        ),
    )
    bare = OnlyRoyalsLeft(
        text=f"Two bare {royal}s: draw.",
        rulings=("There is no other draw by material: any other piece can give check.",),
    )
    return replace(variant, tally=checks, endings=(checks, bare))
