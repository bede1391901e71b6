"""The list of games for a newcomer: in groups, the easiest first, each with a sentence, its length and difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.model.english import plain
from engine.variants import GAMES, game_called, variant_of
from engine.variants.variant import VariantEntry

START, TWO, SEVERAL, FIGHTS = "Start here", "For two", "For three and four", "With fights"
GROUPS = (START, TWO, SEVERAL, FIGHTS)
DIFFICULTY = {1: "easy", 2: "medium", 3: "hard"}
ANY_FIGHTS = "Captures are fought out with dice here; every other game can be played like this, too, with `fights:`."


class GameGroup(NamedTuple):
    heading: str
    games: tuple[VariantEntry, ...]


def groups() -> tuple[GameGroup, ...]:
    ordered = sorted(GAMES.values(), key=lambda game: (game.difficulty, game.minutes))
    found = (GameGroup(heading, tuple(game for game in ordered if group_of(game) == heading)) for heading in GROUPS)
    return tuple(group for group in found if group.games)


def newcomers_order() -> Sequence[VariantEntry]:
    return [game for group in groups() for game in group.games]


def group_of(game: VariantEntry) -> str:
    if game.combat[0] != "off":
        return FIGHTS
    if len(variant_of(game.key).seats) > 2:
        return SEVERAL
    return START if game.difficulty == min(DIFFICULTY) else TWO


def length(game: VariantEntry) -> str:
    return f"{game.minutes[0]}–{game.minutes[1]} minutes"


def in_short(game: VariantEntry) -> str:
    """A game in a few words, at most 100 characters: `Hexeh: start here, 15–30 minutes, easy`."""
    return f"{game.name}: {group_of(game).lower()}, {length(game)}, {DIFFICULTY[game.difficulty]}"[:100]


def key_of(text: str) -> str:
    """Return the id of the game that a text names by its id, a name or its line in a list; else the text itself."""
    wanted = plain(text).casefold()
    called = game_called(wanted)
    if called and not called[1]:
        return called[0].key
    return next((game.key for game in GAMES.values() if wanted == plain(in_short(game)).casefold()), wanted)


def in_a_line(game: VariantEntry) -> str:
    return f"**{game.name}**: {game.sentence} *{length(game)}, {DIFFICULTY[game.difficulty]}.*"


def game_list() -> str:
    """All games as one text in Discord's markup, for an embed (at most 4096 characters)."""
    parts = []
    for heading, games in groups():
        about = [ANY_FIGHTS] if heading == FIGHTS else []
        parts.append("\n".join([f"**{heading.upper()}**", *about, *(f"- {in_a_line(game)}" for game in games)]))
    return "\n\n".join(parts)
