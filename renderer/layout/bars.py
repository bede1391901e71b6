"""Pages with the cards in bars above and below the board, as wide as the page."""

from __future__ import annotations

from renderer.layout.cells import Extent
from renderer.layout.plan import BAND, CardPlace, Frame, PagePlan
from renderer.sizes import Sizes


def barred(sizes: Sizes, sides: int, plan: PagePlan, extent: Extent) -> Frame:
    """The frame of a board; two cards share a bar if there are more than two, and with three the lower one."""
    margin, gap = sizes.margin, sizes.gap // 2
    above = sides // 2
    below = sides - above
    least = max((0, *(width for width, _ in plan.caption_boxes(sizes)), below * (plan.wide + gap) - gap))
    inner = max(extent.width, least)
    head = margin + (plan.caption + gap if plan.caption else 0)
    top = head + (plan.high + gap) * (above > 0)
    end = top + extent.height
    foot = end + (gap + plan.high) * (below > 0)
    upper = _bar(plan, above, (margin, inner, gap), head, foot=False)
    lower = _bar(plan, below, (margin, inner, gap), foot, foot=True)
    return Frame(
        width=inner + 2 * margin,
        height=foot + margin,
        left=margin + (inner - extent.width) // 2,
        top=top,
        places=(*reversed(upper), *lower),
        caption=lambda: (inner,) * -(-plan.caption // BAND),
        extent=extent,
        scale=plan.scale,
    )


def _bar(plan: PagePlan, count: int, across: tuple[int, int, int], edge: int, *, foot: bool) -> list[CardPlace]:
    """So many places side by side in a bar."""
    left, inner, gap = across
    step = (inner + gap) // max(1, count)
    return [CardPlace(left + step * place, edge, step - gap, plan.high, foot) for place in range(count)]
