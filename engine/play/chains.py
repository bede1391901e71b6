"""The two chains of a game: one of all that goes into its dice, one of everything that happened.

Both begin with the game and its terms, `begun`. Nothing goes into the first that somebody could vary for nothing, such
as times, offers or names; the second takes every event, so that its last value stands for the whole record. Their
entries never change: records that are out are checked against them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import accumulate

from engine.clocks.control import UNTIMED, TimeControl
from engine.dice.commitment import linked, new_chain, sized
from engine.dice.terms import DiceTerms
from engine.model.position import Position
from engine.notation.position_code import code_of
from engine.play import events
from engine.play.codec import pack
from engine.play.events import Event
from engine.play.state import State
from engine.variants.variant import Variant


def begun(variant: Variant, start: Position, control: TimeControl, dice: DiceTerms) -> bytes:
    """Both chains of a game before its first event: the hash of five lines.

    They are the kind of dice, the game with its edition, its options, the code of its first position ("" for its own
    array) and its time control, as a record writes them.
    """
    options = " ".join(f"{name}={value}" for name, value in variant.options)
    code = "" if start == variant.start else code_of(variant, start)
    lines = [f"dice {dice.text}", f"{variant.key}@{variant.edition}", options, code, control.text]
    return new_chain("\n".join(lines))


_written = json.JSONEncoder(separators=(",", ":"), sort_keys=True, check_circular=False).encode


def linked_with(state: State, event: Event) -> bytes:
    """The chain of the dice after an event, `state` being the one before it; rolls are `engine.play.rolls`' to add."""
    return linked(state.chain, *_entries(state, event))


def _entries(state: State, event: Event) -> Iterator[str]:
    """What an event adds to the dice.

    A message by its id; words by the place in which their player joined; seats in the order of joining;
    moves in long form; of a takeback only how many moves it undoes. Whose move or roll it is follows from the
    rules, and a record can be followed without knowing them.
    """
    match event.what:
        case events.Moved(move):
            yield f"move {move}"
        case events.Opened(message):
            yield f"message {message}"
        case events.Worded(player, word):
            yield f"word of player {player}: {word}"
        case events.Seated(seats):
            yield f"seats {seats}"
        case events.RollCalled(message, words):
            yield f"call {message}: {words}"
        case events.TakenBack(since):
            yield f"taken back: {sum(played.sequence >= since for played in state.played)}"


def logged(log: bytes, event: Event) -> bytes:
    """The chain of all events with one more: its number, its time (UTC ms), its actor, its kind and its fields.

    They are separated by blanks; the fields are JSON in ASCII, by their names, without blanks.
    """
    kind, fields = pack(event.what)
    return linked(log, f"{event.sequence} {event.at} {event.actor} {kind} {_written(fields)}")


def record_hash(state: State, scope: str, commitment: str) -> str:
    """The hash of a game's whole record so far, in hexadecimal: of its scope, its commitment and all its events."""
    return _sealed(state.log, scope, commitment)


def record_hashes(state: State, scope: str, commitment: str) -> list[str]:
    """The hashes that a game's record has had: before its first event, and after each."""
    clock = state.clock
    log = begun(state.variant, state.line[0], clock.control if clock else UNTIMED, state.dice)
    return [_sealed(each, scope, commitment) for each in accumulate(state.events, logged, initial=log)]


def _sealed(log: bytes, scope: str, commitment: str) -> str:
    return sha256(b"hexmarshal record" + sized(scope) + sized(commitment) + log).hexdigest()
