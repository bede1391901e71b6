"""What is said about replays."""

from __future__ import annotations

from bot.games import Table
from bot.games.study.replays import Form, Replay
from bot.text import games
from bot.text.actors import Naming
from engine.model.english import form
from engine.notation.describe import result_in_words
from engine.play.state import State
from engine.records.replay import dice_of, named_move

IN_CHANNEL = "The replay is in the channel."


def waiting(ahead: int) -> str:
    return f"{ahead} {form(ahead, 'replay comes', 'replays come')} before yours. It will be here in a moment."


def shown(table: Table, replay: Replay, name: Naming) -> str:
    count = len(table.state.played)
    whole = not replay.first and replay.last == count
    lines = [f"**{games.heading(table, name)}**", "" if whole else f"{_stretch(table.state, replay)}."]
    lines += [replay.cut, games.standing(table, name) if replay.last == count else ""]
    return "\n".join(line for line in lines if line)


def in_words(table: Table, replay: Replay) -> str:
    state = table.state
    kind = "An animation" if replay.form is Form.GIF else "The moments"
    words = f"{kind} of {games.title(table)}. {_stretch(state, replay)}."
    if state.result is not None and replay.last == len(state.played):
        words += f" {games.sentence(result_in_words(state.variant, state.result))}"
    return words


def _stretch(state: State, replay: Replay) -> str:
    """Return which moves are shown: "1. e4 to 3. … Nf6"."""
    if not replay.last:
        return "The starting position"
    last = named_move(state, replay.last - 1) + dice_of(state.played[replay.last - 1])
    if replay.last == replay.first:
        return f"The position after {last}"
    return last if replay.last == replay.first + 1 else f"{named_move(state, replay.first)} to {last}"
