"""Rules as frozen callables that describe themselves: legality, captures, placements, promotion, endings, claims.

Each carries its own words (`text`) and the referee's rulings in it, so that the rules card prints what is executed.
"""

from engine.rules.captures import Hierarchy
from engine.rules.counting import Fivefold, QuietMoves, Threefold, TooQuiet, occurrences
from engine.rules.endings import FewMen, LastStanding, NoMoveLeft, OnlyRoyalsLeft, TooLittleMaterial
from engine.rules.legality import RoyalKeptSafe, RoyalKeptUntaken, RoyalMayFall, in_check
from engine.rules.placing import PairsPlaced
from engine.rules.promotion import Landing, PromotionAtTheEnd, PromotionByRow, PromotionFromPool

__all__ = [
    "FewMen",
    "Fivefold",
    "Hierarchy",
    "Landing",
    "LastStanding",
    "NoMoveLeft",
    "OnlyRoyalsLeft",
    "PairsPlaced",
    "PromotionAtTheEnd",
    "PromotionByRow",
    "PromotionFromPool",
    "QuietMoves",
    "RoyalKeptSafe",
    "RoyalKeptUntaken",
    "RoyalMayFall",
    "Threefold",
    "TooLittleMaterial",
    "TooQuiet",
    "in_check",
    "occurrences",
]
