"""Games as they were stored when draws, takebacks and pauses had events of their own lead where they led then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.dice.terms import read_terms
from engine.model.position import long_form
from engine.notation.position_code import code_of
from engine.play.events import KINDS, StoredEvent, pack
from engine.play.game import new_game, restored
from engine.play.state import State
from engine.variants import variant_of
from tests.engine.support import control_of

FILE = Path(__file__).with_name("stored-games.jsonl")
GAMES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def facts(state: State) -> dict[str, Any]:
    clock = state.clock
    return {
        "code": code_of(state.variant, state.position),
        "changed": state.changed,
        "moves": [long_form(state.variant.board, played.move) for played in state.played],
        "open": {each.kind: [each.sequence, each.by, sorted(each.agreed), each.since] for each in state.proposals},
        "undone": [played.sequence for played in state.undone],
        "told": [[told.fate.value, told.seat] for told in state.notices],
        "result": state.result and [state.result.winner, state.result.reason],
        "rolls": [list(roll.dice) for roll in state.rolls],
        "chain": state.chain.hex(),
        "log": state.log.hex(),
        "clock": clock and [list(clock.left), clock.running, clock.paused, clock.flagged, sorted(clock.away)],
    }


@pytest.mark.parametrize("game", GAMES, ids=[f"{game['game']} {game['time']}".strip() for game in GAMES])
def test_stored_games(game: dict[str, Any]) -> None:
    """After each stored event the game stands as it stood when the event was stored, and is stored the same again.

    So do its two chains: records that are out hang on them.
    """
    dice = read_terms(game["dice"])
    state = new_game(variant_of(game["game"], game["options"]), control=control_of(game["time"]), dice=dice)
    for stored in game["events"]:
        entry = StoredEvent(state.sequence + 1, *(stored[name] for name in ("at", "actor", "kind", "fields")))
        state = restored(state, [entry])
        assert (entry.kind, entry.fields) == pack(state.variant.board, state.events[-1].what)
        assert stored["then"] == facts(state)


def test_every_kind_is_stored_once() -> None:
    """The stored games hold every kind of event."""
    assert set(KINDS) == {stored["kind"] for game in GAMES for stored in game["events"]}
