"""The themes that boards are drawn in, in words: which there are, and where one gives way to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from engine.model.english import listed
from engine.variants import GAMES, variant_of
from renderer import THEMES, suits, theme_for

AUTO = "auto"
"""What is chosen instead of a theme by those who leave it to the game."""

Sides = tuple[str, ...]


def _sides() -> list[Sides]:
    """The names of the sides of all games, each set of them once."""
    return list(dict.fromkeys(tuple(seat.name for seat in variant_of(key).seats) for key in GAMES))


def _games(sides: Iterable[Sides]) -> str:
    """Games by their sides: "games of White against Black, and of Red, Gold and Blue"."""
    return f"games of {', and of '.join(' against '.join(s) if len(s) == 2 else listed(s, 'and') for s in sides)}"


def _by_theme(name: str, sides: Iterable[Sides]) -> Mapping[str, list[Sides]]:
    """The sides by the theme in which they are drawn where this one is asked for."""
    drawn: dict[str, list[Sides]] = {}
    for each in sides:
        drawn.setdefault(theme_for(name, each).name, []).append(each)
    return drawn


def _in_words(name: str, sides: Sequence[Sides]) -> str:
    """A theme with where it gives way: "walnut, which suits games of White against Black; others are in slate"."""
    suited = [each for each in sides if suits(THEMES[name], each)]
    others = [each for each in sides if each not in suited]
    if not others:
        return name
    instead = _by_theme(name, others)
    if len(suited) <= len(others) and len(instead) == 1:
        return f"{name}, which suits {_games(suited)}; others are drawn in {listed(list(instead))}"
    return "; ".join([name, *(f"{_games(given)} are drawn in {other}" for other, given in instead.items())])


def _automatic(sides: Iterable[Sides]) -> str:
    """The themes of games for which none is chosen: "meadow for games of White against Black, slate for others"."""
    drawn = _by_theme("", sides)
    fewest, *rest = sorted(drawn, key=lambda name: len(drawn[name]))
    return f"{fewest} for {_games(drawn[fewest])}, {rest[0]} for others" if len(rest) == 1 else "what suits each game"


THEMED: Mapping[str, str] = MappingProxyType({name: _in_words(name, _sides()) for name in THEMES})
"""Every theme by its name, with the games in which it gives way to another."""
AUTOMATIC = _automatic(_sides())
"""In which themes games are drawn for those who have chosen none."""
