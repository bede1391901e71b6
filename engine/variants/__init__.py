"""The registry: every game the referee knows, by id."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.model.english import join_words, shown
from engine.model.refusal import Refusal
from engine.variants import chess, hexchess, hexeh, imperial
from engine.variants import nearlydouble as nd
from engine.variants.variant import Alias, Option, Variant, VariantEntry, with_combat

GAMES: Mapping[str, VariantEntry] = {
    game.key: game
    for game in (
        hexeh.GAME,
        imperial.GAME,
        nd.WELLISCH,
        nd.MCCOOEY,
        nd.ANGLOJEWISH,
        nd.ALTORTH,
        nd.TRIOS,
        nd.WELLISCH_3,
        nd.MCCOOEY_3,
        nd.ANGLOJEWISH_3,
        nd.ALTORTH_3,
        nd.WELLISCH_4_MCCOOEY,
        nd.WELLISCH_4_TRIOS,
        chess.COMBAT,
        chess.GAME,
        hexchess.GLINSKI,
        hexchess.MCCOOEY,
        hexchess.SHAFRAN,
    )
}
STANDARD = chess.GAME
"""The game of a PGN that names none."""


COMBAT = "combat"
_FIGHTS = {"poly": " with fights", "d6": " with d6 fights", "off": " without fights"}


class UnknownVariant(ValueError):
    """A game or an option that the referee does not know, or options that do not go together; the text says more."""


def variant_of(key: str, options: Mapping[str, str] | None = None) -> Variant:
    """The variant of this id with these options, the others at their defaults.

    Raises UnknownVariant for an unknown id, option or value. Equal choices give the same object.
    """
    game = GAMES.get(key)
    if game is None:
        raise UnknownVariant(f"there's no game {shown(key)!r}; the games are {', '.join(GAMES)}")
    return built(game, options or {})


def game_called(name: str) -> tuple[VariantEntry, dict[str, str]] | None:
    """Return the game that a text calls by its id, its name or an alias, with the options which that means."""
    return _NAMES.get(_folded(name))


def name_elsewhere(variant: Variant) -> str:
    """Return the name by which others know a game with its options; "" where it has none."""
    entry = GAMES.get(variant.key)
    aliases = entry.aliases if entry else ()
    return next((alias.name for alias in aliases if alias.options == variant.options), "")


def _folded(name: str) -> str:
    """A name without what people leave out: case, diacritics, blanks and punctuation."""
    return "".join(each for each in unicodedata.normalize("NFKD", name).casefold() if each.isalnum())


_NAMES = {
    _folded(alias.name): (game, dict(alias.options))
    for game in GAMES.values()
    for alias in (*game.aliases, Alias(game.name), Alias(game.key))
}


def choices_of(game: VariantEntry) -> tuple[Option, ...]:
    """The options of a game, that of combat included; each value list begins with the default."""
    return (*game.options, Option(COMBAT, game.combat, "whether captures are fought out with dice"))


def family_of(game: VariantEntry, options: Mapping[str, str] | None = None) -> str:
    """The family in which a game is rated, with these options, the others at their defaults.

    Fights make it another, by the form of the dice: `hexeh+poly`; so do values that make another game: `chess+hill`.
    """
    base, parts = game.family or game.key, []
    for option in choices_of(game):
        value = (options or {}).get(option.name, option.values[0])
        if value in option.apart or (option.name == COMBAT and value != "off"):
            parts.append(f"+{value}")
    return base + "".join(parts)


def families() -> Mapping[str, str]:
    """The families of all games with their names; one that a game is in by default bears that game's name."""
    names: dict[str, str] = {}
    for game in GAMES.values():
        names.setdefault(family_of(game), game.name)
    for game in GAMES.values():
        for option in choices_of(game):
            for value in option.values:
                names.setdefault(family_of(game, {option.name: value}), titled(game.name, [(option.name, value)]))
    return names


def titled(name: str, options: Iterable[tuple[str, str]]) -> str:
    """A game's name with the options that are not its defaults: `Hexeh with fights (travelers: straight)`."""
    chosen = dict(options)
    fights = _FIGHTS.get(chosen.pop(COMBAT, ""), "")
    rest = ", ".join(f"{option}: {value}" for option, value in chosen.items())
    return f"{name}{fights}{f' ({rest})' if rest else ''}"


def built(game: VariantEntry, options: Mapping[str, str]) -> Variant:
    """The game's variant with these options, as `variant_of` gives it; also for games outside the registry."""
    problem = objection(game, options)
    if problem is not None:
        raise UnknownVariant(problem)
    return _build(game, tuple((each.name, options.get(each.name, each.values[0])) for each in choices_of(game)))


def objection(game: VariantEntry, options: Mapping[str, str]) -> str | None:
    """The objection to these options of a game, the others at their defaults; None if they go together."""
    known = {option.name: option for option in choices_of(game)}
    for name, value in options.items():
        if name not in known:
            return f"{game.name} has no option {shown(name)!r}; its options are {join_words(list(known), 'and')}"
        if value not in known[name].values:
            return f"{name} can be {join_words(known[name].values)}, not {shown(value)!r}"
    fights = options.get(COMBAT, game.combat[0])
    for option in game.options:
        value = options.get(option.name, option.values[0])
        if fights != "off" and value in option.apart:
            others = join_words([each for each in option.values if each not in option.apart])
            return f"{option.name}={value} isn't played with fights; choose {COMBAT}=off, or {option.name}={others}"
    return None


@lru_cache(maxsize=512)
def _build(game: VariantEntry, chosen: tuple[tuple[str, str], ...]) -> Variant:
    """The variant of a game with every option chosen; its `options` name those that are not the defaults."""
    choices = dict(chosen)
    combat = choices[COMBAT]
    defaults = {option.name: option.values[0] for option in choices_of(game)}
    differing = tuple((name, value) for name, value in chosen if value != defaults[name])
    family = family_of(game, choices)
    base = replace(game.build(choices), key=game.key, name=game.name, options=differing, family=family)
    return base if combat == "off" else with_combat(base, combat)


class BadPairs(Refusal):
    """Words that are not all name=value, or that name something twice: all `problems`, and what can be read."""

    problems: tuple[str, ...]
    readable: Mapping[str, str]

    words = "{problems:;}."


def read_pairs(words: Iterable[str]) -> dict[str, str] | BadPairs:
    """The values of words by their names; an = within a value belongs to it."""
    found: dict[str, str] = {}
    problems: list[str] = []
    for word in words:
        name, _, value = word.partition("=")
        if not name or not value:
            problems.append(f"{shown(word)!r} isn't written name=value")
        elif name in found:
            problems.append(f"{shown(name)} is given twice")
        else:
            found[name] = value
    return BadPairs(tuple(problems), found) if problems else found


def options_of(words: Sequence[str]) -> dict[str, str]:
    """Options of a game written `name=value` as a mapping; UnknownVariant for any other form."""
    found = read_pairs(words)
    if isinstance(found, BadPairs):
        raise UnknownVariant(found.text)
    return found
