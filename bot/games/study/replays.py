"""Replays: whole games as pictures, made one at a time in a thread of their own, with few waiting."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import NamedTuple

from bot.games.pictures import person_of, theme_of
from bot.games.readers import Readers
from bot.games.refusals import NoSuchPosition
from bot.games.settings import Viewer
from bot.games.tables import Table
from bot.store import Player
from engine.model.refusal import Refusal, Refused
from engine.records.replay import length_in_words, named_move, plies_named
from renderer.replay import Reel, TooLarge, animated, film_strip, reel_of

LARGEST = 9_500_000
"""The largest file sent, in bytes; Discord takes 10 MB."""
MOST = 6
"""How many replays at most are being made or waiting, one of them for each player."""


class ManyReplays(Refusal):
    words = "I have too many replays to make right now. Please try again in a minute."


class StillMaking(Refusal):
    words = "I am still making your last replay. Please try again when you have it."


class BackwardReplay(Refusal):
    last: str
    first: str

    words = "I can't replay that: {last} comes before {first}. Choose from: and to: the other way round."


class LargeReplay(Refusal):
    words = "That replay is too large for Discord. Choose fewer moves with from: and to:, or take form: strip."


class Form(Enum):
    GIF = "gif"
    STRIP = "png"


class ReplayWish(NamedTuple):
    """What is to be shown: in which form, from the position after one move to that after another.

    The moves are as players name them (see `plies_named`), None for the start and for the end.
    """

    form: Form = Form.GIF
    first: str | None = None
    last: str | None = None


class Replay(NamedTuple):
    """A replay as a file's bytes, and what it shows: the moves, and in words what was left out, "" for nothing."""

    form: Form
    data: bytes
    first: int
    last: int
    cut: str


class Replays:
    def __init__(self) -> None:
        self._makers = Readers(threads=1, most=MOST, each=1, busy=ManyReplays, still=StillMaking)

    def ahead(self, player: Player) -> int:
        """How many replays have to be made before one for a player; 0 where none can be now."""
        return 0 if self._makers.refusal(player.id) else self._makers.waiting

    async def make(self, table: Table, player: Player, viewer: Viewer, wish: ReplayWish) -> Replay:
        return await self._makers.read(player.id, partial(_made, table, viewer, wish))


def _made(table: Table, viewer: Viewer, wish: ReplayWish) -> Replay:
    game, state = table.game, table.state
    people = {seat: person_of(player) for seat, player in game.seats.items() if seat}
    first = 0 if wish.first is None else plies_named(state, wish.first)
    last = len(state.played) if wish.last is None else plies_named(state, wish.last)
    if first is None or last is None:
        given = wish.first if first is None else wish.last
        raise Refused(NoSuchPosition(given or "", length_in_words(state)))
    if first > last:
        raise Refused(
            BackwardReplay(named_move(state, last - 1) if last else "the start", named_move(state, first - 1))
        )
    try:
        reel = reel_of(
            state,
            first,
            last,
            seat=viewer.seat,
            people=people,
            occasion=f"game {game.number}",
            letters=viewer.letters,
        )
        data = _drawn(reel, wish.form, viewer)
    except TooLarge:
        raise Refused(LargeReplay()) from None
    cut = reel.cut if wish.form is Form.GIF else ""
    return Replay(wish.form, data, reel.plies[0], reel.plies[-1], cut)


def _drawn(reel: Reel, form: Form, viewer: Viewer) -> bytes:
    theme = theme_of(reel.state.variant, viewer)
    return animated(reel, theme, LARGEST) if form is Form.GIF else film_strip(reel, theme)
