"""Games made up to show a clause that no published game shows."""

from __future__ import annotations

from dataclasses import replace

from engine.model.equipment import PieceType
from engine.rules import CheckmatedByTheMover, Landing, PromotionByRow, PromotionFromPool, Skipped
from engine.variants import built, variant_of
from engine.variants.nearlydouble import LEGALITY
from engine.variants.variant import Variant, VariantEntry
from tests.engine import toys

_TRIO = variant_of("nd-wellisch-3")
_LAST_ROW = "o8 o9 o10 o11 o12 o13 o14 o15"
IDOLS = replace(
    toys.THREE,
    key="idols",
    kinds=(PieceType("idol", "K", "fa6s.crown", (), "stays where it is.", royal=True), *toys.THREE.kinds[1:]),
    legality=LEGALITY,
    elimination=CheckmatedByTheMover(text="Attacked idols leave."),
    skipping=Skipped(text="Who cannot move is skipped."),
)
_SPEAR = IDOLS.kinds[-1]
_STEPS = variant_of("nd-mccooey-3").by_letter["B"].atoms[1:2]
MAY = replace(
    _TRIO,
    key="may-promote",
    promotions=(PromotionByRow("P", (Landing(_LAST_ROW, "QV", stays=True),), text="A Point may promote."),),
)
MADE_UP: dict[str, Variant] = {
    "toy-three": toys.THREE,
    "toy-three combat=poly": built(toys.TOYS["toy-three"], {"combat": "poly"}),
    "toy-check": toys.CHECK,
    "toy-check combat=poly": built(
        VariantEntry("toy-check", "Check", lambda _: toys._squares("toy-check", ()), *toys.ABOUT), {"combat": "poly"}
    ),
    "toy-odd": toys.ODD,
    "toy-wild": toys.WILD,
    "idols": IDOLS,  # royals that cannot move
    "stepping-idols": replace(
        IDOLS, kinds=(*IDOLS.kinds[:-1], replace(_SPEAR, atoms=(*_SPEAR.atoms, *_STEPS)))
    ),  # with spears that begin with a double step
    "may-promote": MAY,
    "from-the-pool": replace(
        _TRIO, key="pool", promotions=(PromotionFromPool("P", _LAST_ROW, text="A Point may come back."),)
    ),
}
