"""What is said about replays."""

from __future__ import annotations

from bot.games import Table
from bot.games.study.replays import Form, Replay
from bot.text import games
from bot.text.actors import Naming
from engine.model.english import form
from engine.notation.describe import result_in_words
from engine.records.replay import written

IN_CHANNEL = "The replay is in the channel."


def waiting(ahead: int) -> str:
    """What somebody is told for whom nothing can be made yet."""
    return f"{ahead} {form(ahead, 'replay comes', 'replays come')} before yours. It will be here in a moment."


def shown(table: Table, replay: Replay, name: Naming) -> str:
    """What stands above a replay: the game, which of its moves are shown, how it stands."""
    count = len(table.state.played)
    whole = not replay.first and replay.last == count
    lines = [f"**{games.heading(table, name)}**", "" if whole else f"{_stretch(replay)} of {count}."]
    lines += [replay.cut, games.standing(table, name) if replay.last == count else ""]
    return "\n".join(line for line in lines if line)


def in_words(table: Table, replay: Replay) -> str:
    """A replay in words, for those who do not see it."""
    state = table.state
    kind = "An animation" if replay.form is Form.GIF else "The moments"
    words = f"{kind} of {games.title(table)}. {_stretch(replay)}."
    if replay.last:
        words += f" The last one is {written(state, state.played[replay.last - 1])}."
    if state.result is not None and replay.last == len(state.played):
        words += f" {games.sentence(result_in_words(state.variant, state.result))}"
    return words


def _stretch(replay: Replay) -> str:
    """Which moves are shown."""
    if replay.last == replay.first:
        return f"The position after move {replay.last}" if replay.last else "The starting position"
    return f"Moves {replay.first + 1} to {replay.last}" if replay.last > replay.first + 1 else f"Move {replay.last}"
