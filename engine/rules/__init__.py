"""Rules as frozen callables that describe themselves: legality, captures, placements, promotion, endings, claims.

Each carries its own words (`text`) and the referee's rulings in it, so that the rules card prints what is executed.
"""

from engine.rules.endings import (
    CheckmatedByTheMover,
    FewPieces,
    Fivefold,
    Hill,
    LastStanding,
    ManyChecks,
    NoMoveLeft,
    OnlyRoyalsLeft,
    QuietMoves,
    Skipped,
    Threefold,
    TimeAgainstBareRoyal,
    TooLittleMaterial,
    TooQuiet,
    occurrences,
)
from engine.rules.legality import (
    Hierarchy,
    RoyalKeptSafe,
    RoyalKeptSafeIfPossible,
    RoyalKeptUntaken,
    RoyalMayFall,
    in_check,
)
from engine.rules.placing import Landing, PairsPlaced, PromotionAtTheEnd, PromotionByRow, PromotionFromPool

__all__ = [
    "CheckmatedByTheMover",
    "FewPieces",
    "Fivefold",
    "Hierarchy",
    "Hill",
    "Landing",
    "LastStanding",
    "ManyChecks",
    "NoMoveLeft",
    "OnlyRoyalsLeft",
    "PairsPlaced",
    "PromotionAtTheEnd",
    "PromotionByRow",
    "PromotionFromPool",
    "QuietMoves",
    "RoyalKeptSafe",
    "RoyalKeptSafeIfPossible",
    "RoyalKeptUntaken",
    "RoyalMayFall",
    "Skipped",
    "Threefold",
    "TimeAgainstBareRoyal",
    "TooLittleMaterial",
    "TooQuiet",
    "in_check",
    "occurrences",
]
