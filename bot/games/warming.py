"""Warming up: what takes long the first time is done in a thread at the start, before anybody waits for it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import partial

from bot.games.pictures import theme_of
from bot.games.readers import apart
from bot.store import Ledger
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.variants import GAMES, UnknownVariant, variant_of
from engine.variants.variant import Variant
from renderer import prepare, scene_of

log = logging.getLogger(__name__)

LATEST = 200
"""Among how many of the newest games the kinds are looked for whose boards are drawn first."""
MOST = 8
"""How many kinds of boards are drawn first."""

Kind = tuple[str, Mapping[str, str]]
"""A game's id and its options."""


async def warm(ledger: Ledger) -> None:
    """List the first moves of every game, and draw empty boards and pieces, all in a thread.

    The kinds that are being played come first, the most frequent before the others, then every game. Nothing waits
    for it, and nothing is lost where it fails or is cut short.
    """
    kinds: list[Kind] = [(next(iter(GAMES)), {}), *await ledger.kinds_played(LATEST)]
    try:
        await apart(partial(_warm, kinds))
    except Exception:
        log.exception("not warmed up")


def _warm(kinds: Iterable[Kind]) -> None:
    for key in GAMES:
        list_moves(variant_of(key))
    played = dict.fromkeys(_known(kinds))
    for variant in played:
        list_moves(variant)
    for variant in played | dict.fromkeys(map(variant_of, GAMES)):
        for seat in variant.seats:
            prepare(scene_of(variant, variant.start, seat.number), theme_of(variant))


def list_moves(variant: Variant) -> None:
    """Let a game's movement be compiled, as far as its first moves need it."""
    sheet(new_game(variant)).shorts(sheet(new_game(variant)).legal)


def _known(kinds: Iterable[Kind]) -> list[Variant]:
    """The first MOST kinds that there are rules for."""
    found = []
    for key, options in kinds:
        try:
            found.append(variant_of(key, options))
        except UnknownVariant as problem:
            log.info("not warmed up: %s", problem)
    return found[:MOST]
