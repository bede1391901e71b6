"""Rules as frozen callables that describe themselves: legality, captures, placements, promotion, endings, claims.

Each carries its own words (`text`) and the referee's rulings in it, so that the rules card prints what is executed.
"""

from engine.rules.captures import Hierarchy
from engine.rules.counting import Fivefold, QuietMoves, Threefold, TooQuiet, occurrences
from engine.rules.endings import (
    FewPieces,
    LastStanding,
    NoMoveLeft,
    OnlyRoyalsLeft,
    TimeAgainstBareRoyal,
    TooLittleMaterial,
)
from engine.rules.goals import Hill, ManyChecks
from engine.rules.legality import RoyalKeptSafe, RoyalKeptSafeIfPossible, RoyalKeptUntaken, RoyalMayFall, in_check
from engine.rules.placing import PairsPlaced
from engine.rules.promotion import Landing, PromotionAtTheEnd, PromotionByRow, PromotionFromPool
from engine.rules.turning import CheckmatedByTheMover, Skipped

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
