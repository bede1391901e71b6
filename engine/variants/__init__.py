"""The registry: every game the referee knows, by id."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.refusal import listed, shown
from engine.variant import Game, Variant
from engine.variants import hexeh

GAMES: Mapping[str, Game] = {game.key: game for game in (hexeh.GAME,)}


class UnknownVariant(ValueError):
    """A game or an option that the referee does not know; the text names what there is."""


def variant_of(key: str, options: Mapping[str, str] | None = None) -> Variant:
    """The variant of this id with these options, the others at their defaults.

    Raises UnknownVariant for an unknown id, option or value. Equal choices give the same object.
    """
    game = GAMES.get(key)
    if game is None:
        raise UnknownVariant(f"unknown game {shown(key)!r}; the games are {', '.join(GAMES)}")
    return built(game, options or {})


def built(game: Game, options: Mapping[str, str]) -> Variant:
    """The game's variant with these options, as `variant_of` gives it; also for games outside the registry."""
    known = {option.name: option for option in game.options}
    for name, value in options.items():
        if name not in known:
            offered = ", ".join(known) or "none"
            raise UnknownVariant(f"{game.name} has no option {shown(name)!r}; its options: {offered}")
        if value not in known[name].values:
            raise UnknownVariant(f"{name} can be {listed(known[name].values)}, not {shown(value)!r}")
    chosen = tuple((option.name, options.get(option.name, option.values[0])) for option in game.options)
    return _build(game, chosen)


@lru_cache(maxsize=512)
def _build(game: Game, chosen: tuple[tuple[str, str], ...]) -> Variant:
    return game.build(dict(chosen))
