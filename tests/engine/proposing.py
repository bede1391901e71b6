"""The commands about each kind of proposal, each made for a seat like any other."""

from __future__ import annotations

from functools import partial

from engine.play.commands import Agree, Decline, Propose
from engine.play.events import DRAW, PAUSE, TAKEBACK

offer_draw = partial(Propose, kind=DRAW)
accept_draw = partial(Agree, kind=DRAW)
decline_draw = partial(Decline, kind=DRAW)
ask_takeback = partial(Propose, kind=TAKEBACK)
accept_takeback = partial(Agree, kind=TAKEBACK)
decline_takeback = partial(Decline, kind=TAKEBACK)
offer_pause = partial(Propose, kind=PAUSE)
accept_pause = partial(Agree, kind=PAUSE)
decline_pause = partial(Decline, kind=PAUSE)
