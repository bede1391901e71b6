"""Rules as frozen callables that describe themselves: legality, captures, placements, promotion, endings, claims.

Each carries its own words (`text`) and the referee's rulings in it, so that the rules card prints what is executed.
"""

from engine.rules.endings import CHECKMATE_OR_DRAW as CHECKMATE_OR_DRAW
from engine.rules.endings import CheckmatedByTheMover as CheckmatedByTheMover
from engine.rules.endings import FewPieces as FewPieces
from engine.rules.endings import Fivefold as Fivefold
from engine.rules.endings import Hill as Hill
from engine.rules.endings import LastStanding as LastStanding
from engine.rules.endings import ManyChecks as ManyChecks
from engine.rules.endings import NoMoveLeft as NoMoveLeft
from engine.rules.endings import OnlyRoyalsLeft as OnlyRoyalsLeft
from engine.rules.endings import QuietMoves as QuietMoves
from engine.rules.endings import Skipped as Skipped
from engine.rules.endings import Threefold as Threefold
from engine.rules.endings import TimeAgainstBareRoyal as TimeAgainstBareRoyal
from engine.rules.endings import TooLittleMaterial as TooLittleMaterial
from engine.rules.endings import TooQuiet as TooQuiet
from engine.rules.endings import occurrences as occurrences
from engine.rules.legality import Hierarchy as Hierarchy
from engine.rules.legality import RoyalKeptSafe as RoyalKeptSafe
from engine.rules.legality import RoyalKeptSafeIfPossible as RoyalKeptSafeIfPossible
from engine.rules.legality import RoyalKeptUntaken as RoyalKeptUntaken
from engine.rules.legality import RoyalMayFall as RoyalMayFall
from engine.rules.legality import in_check as in_check
from engine.rules.placing import Landing as Landing
from engine.rules.placing import PairsPlaced as PairsPlaced
from engine.rules.placing import PromotionAtTheEnd as PromotionAtTheEnd
from engine.rules.placing import PromotionByRow as PromotionByRow
from engine.rules.placing import PromotionFromPool as PromotionFromPool
