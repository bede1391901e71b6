"""The games there are, and those left unfinished, as lists at the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from bot.console.screens import Words
from bot.games import label
from bot.store import StoredGame
from bot.text.gamelist import groups, length, newcomers_order
from engine.model.refusal import Refusal
from engine.variants import GAMES


class NoGameNamed(Refusal):
    """`new` without a game; `again` is the id of the one on the table."""

    again: str

    words = 'Which game? "new {again}" begins this one again; "games" lists them all.'


def games_listed(unfinished: Iterable[StoredGame]) -> str:
    """Every game by its id with a sentence, in groups, then the unfinished ones by their numbers."""
    wide = max(map(len, GAMES)) + 2
    lines = []
    for group in groups():
        lines.append(f"{group.heading}:")
        lines += [f"  {game.key.ljust(wide)}{game.sentence} {length(game)}." for game in group.games]
    lines.append(f'"new {newcomers_order()[0].key}" begins a game.')
    left = list(unfinished)
    one = left[0].number if left else 0
    lines.append(f'Unfinished ("game {one}" goes on with #{one}):' if left else "No game here is unfinished.")
    return "\n".join([*lines, *(f"  {label(game)}" for game in left)])


def beginnings() -> Words:
    """The lines that begin a game, each with the game's name."""
    return [(f"new {game.key}", game.name) for game in newcomers_order()]
