"""The registry: every game the referee knows, by id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from engine.refusal import listed, shown
from engine.variants import chess, glinski, hexeh, imperial, mccooey
from engine.variants import nearlydouble as nd
from engine.variants.combat import with_combat
from engine.variants.variant import Game, Option, Variant

GAMES: Mapping[str, Game] = {
    game.key: game
    for game in (
        hexeh.GAME,
        imperial.GAME,
        nd.wellisch.GAME,
        nd.mccooey.GAME,
        nd.anglojewish.GAME,
        nd.altorth.GAME,
        nd.trios.GAME,
        nd.wellisch.THREE,
        nd.mccooey.THREE,
        nd.anglojewish.THREE,
        nd.altorth.THREE,
        nd.four.AGAINST_MCCOOEY,
        nd.four.AGAINST_TRIOS,
        chess.COMBAT,
        chess.GAME,
        glinski.GAME,
        mccooey.GAME,
    )
}


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


def choices_of(game: Game) -> tuple[Option, ...]:
    """The options of a game, that of combat included; each value list begins with the default."""
    return (*game.options, Option("combat", game.combat, "whether captures are fought out with dice"))


def family_of(game: Game, combat: str) -> str:
    """The family in which a game is rated; with fights it is another, by the form of the dice: `hexeh+poly`."""
    base = game.family or game.key
    return base if combat == "off" else f"{base}+{combat}"


def families() -> Mapping[str, str]:
    """The families of all games with their names; one that a game is in by default bears that game's name."""
    names: dict[str, str] = {}
    for game in GAMES.values():
        names.setdefault(family_of(game, game.combat[0]), game.name)
    for game in GAMES.values():
        for combat in game.combat:
            names.setdefault(family_of(game, combat), f"{game.name} (combat={combat})")
    return names


def built(game: Game, options: Mapping[str, str]) -> Variant:
    """The game's variant with these options, as `variant_of` gives it; also for games outside the registry."""
    known = {option.name: option for option in choices_of(game)}
    for name, value in options.items():
        if name not in known:
            raise UnknownVariant(f"{game.name} has no option {shown(name)!r}; its options: {', '.join(known)}")
        if value not in known[name].values:
            raise UnknownVariant(f"{name} can be {listed(known[name].values)}, not {shown(value)!r}")
    return _build(game, tuple((name, options.get(name, option.values[0])) for name, option in known.items()))


@lru_cache(maxsize=512)
def _build(game: Game, chosen: tuple[tuple[str, str], ...]) -> Variant:
    """The variant of a game with every option chosen; its `options` name those that are not the defaults."""
    choices = dict(chosen)
    combat = choices["combat"]
    defaults = {option.name: option.values[0] for option in choices_of(game)}
    differing = tuple((name, value) for name, value in chosen if value != defaults[name])
    family = family_of(game, combat)
    base = replace(game.build(choices), key=game.key, name=game.name, options=differing, family=family)
    return base if combat == "off" else with_combat(base, combat)
