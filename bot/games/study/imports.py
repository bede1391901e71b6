"""Imported scoresheets, to look at move by move or to continue."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from bot.games.readers import Readers
from bot.games.refusals import BadStart, NoSuchPosition
from bot.store.own import ImportStore
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.notation.position_code import code_of
from engine.play.events import Continued, Event
from engine.play.game import untimed
from engine.play.start import objections
from engine.play.state import State
from engine.records.parser import UNSAID
from engine.records.replay import glimpse, length_in_words, plies_named
from engine.records.scoresheet import BadScoresheet, Scoresheet, SeveralGames, read_scoresheet
from engine.variants.variant import Variant

LARGEST = 65_536
"""The longest scoresheet read, in bytes."""
REMEMBERED = 16


class BadRecord(Refusal):
    problem: str

    @property
    def text(self) -> str:
        return f"I can't read that scoresheet: {self.problem.removesuffix('.')}."


class WhichOfFile(Refusal):
    problem: str

    words = "Which game do you mean? In that file, {problem}."


class NotGoingOn(Refusal):
    why: str

    words = "That game cannot go on: {why}. You can still look at it."


class RecordGone(Refusal):
    words = "I no longer keep that scoresheet. Import it again with /record look."


class Brought(NamedTuple):
    """A record that a player brings; its game, if it does not say, and its number in a file of several, from 1."""

    data: bytes
    variant: Variant | None = None
    number: int | None = None


@dataclass(frozen=True)
class ImportView:
    """An imported scoresheet looked at: its number, what was read, the move last made, and the state then.

    `dice` tells what a check of its dice finds, "" where there are none.
    """

    number: int
    sheet: Scoresheet
    dice: str
    move: int
    state: State

    @property
    def moves(self) -> int:
        return len(self.sheet.state.played)


@dataclass(frozen=True)
class Earlier:
    """A game to go on with: its id and options, the code of its first position ("" for the array), its events.

    `player_rolls` is whether a player rolled in its fights; None where nobody could choose that. `remarks` are those
    of the scoresheet.
    """

    variant: str
    options: dict[str, str]
    start: str
    events: tuple[Event, ...]
    player_rolls: bool | None = None
    remarks: str = ""


class Imports:
    def __init__(self, imports: ImportStore, now: Callable[[], int], readers: Readers) -> None:
        self._imports = imports
        self._now = now
        self._readers = readers
        self._read: OrderedDict[int, tuple[Scoresheet, str]] = OrderedDict()

    async def look(self, player: int, brought: Brought, move: str | None) -> ImportView:
        """Read and keep a scoresheet for a player, and give the view after a move named by players (None: the last)."""
        found = await self._readers.read(player, partial(_looked_into, brought))
        sheet, _ = found
        plies = len(sheet.state.played) if move is None else plies_named(sheet.state, move)
        if plies is None:
            raise Refused(NoSuchPosition(move or "", length_in_words(sheet.state)))
        number = await self._imports.add(player, _alone(sheet), self._now())
        self._remember(number, found)
        return self._view(number, plies)

    async def again(self, number: int, player: int, move: int) -> ImportView:
        text = await self._imports.text(number, player)
        if text is None:
            raise Refused(RecordGone())
        if number not in self._read:
            found = await self._readers.read(player, partial(_looked_into, Brought(text.encode())))
            self._remember(number, found)
        self._read.move_to_end(number)
        return self._view(number, move)

    async def earlier(self, player: int, brought: Brought) -> Earlier:
        now = self._now()
        return await self._readers.read(player, lambda: going_on(read(brought), now))

    def _remember(self, number: int, found: tuple[Scoresheet, str]) -> None:
        self._read[number] = found
        while len(self._read) > REMEMBERED:
            self._read.popitem(last=False)

    def _view(self, number: int, move: int) -> ImportView:
        sheet, dice = self._read[number]
        wanted = max(0, min(move, len(sheet.state.played)))
        return ImportView(number, sheet, dice, wanted, glimpse(sheet.state, wanted))


def read(brought: Brought) -> Scoresheet:
    if len(brought.data) > LARGEST:
        raise Refused(BadRecord(f"it is larger than the {LARGEST} bytes I read"))
    try:
        return read_scoresheet(brought.data.decode(), brought.variant, brought.number)
    except UnicodeDecodeError:
        raise Refused(BadRecord("it is not a text file (UTF-8)")) from None
    except SeveralGames as problem:
        raise Refused(WhichOfFile(str(problem))) from problem
    except BadScoresheet as problem:
        raise Refused(BadRecord(str(problem))) from problem


def _alone(sheet: Scoresheet) -> str:
    """The text of a record that says which game is played, so that it can be read again without its file."""
    if any(sheet.tag(name) not in UNSAID for name in ("Game", "Variant")):
        return sheet.text
    variant, named = sheet.state.variant, {name.casefold() for name, _ in sheet.tags}
    tags = [f'[{"Variant" if "game" in named else "Game"} "{variant.key}"]']
    if variant.options and "options" not in named:
        tags.append(f'[Options "{" ".join(f"{name}={value}" for name, value in variant.options)}"]')
    tags.append("\n" if "\n" in sheet.text.strip() else " ")
    return "".join([*tags, sheet.text])


def _looked_into(brought: Brought) -> tuple[Scoresheet, str]:
    sheet = read(brought)
    return sheet, checked(sheet)


def checked(sheet: Scoresheet) -> str:
    """What a check of a scoresheet's dice finds, or why they cannot be checked; "" where there are none."""
    if not sheet.state.rolls and not sheet.tag("Commitment"):
        return ""
    try:
        return sheet.verify().text
    except BadScoresheet as problem:
        return f"The dice cannot be checked: {problem}."


def going_on(sheet: Scoresheet, now: int) -> Earlier:
    """The game of a scoresheet with the event that marks its continuation at `now` (UTC ms), or why it cannot go on."""
    state = sheet.state
    if state.result is not None:
        raise Refused(NotGoingOn(f"that game is over ({result_in_words(state.variant, state.result)})"))
    if state.fight is not None:
        raise Refused(NotGoingOn("the dice of its last attack are still to be rolled"))
    against = objections(state.variant, state.line[0])
    if against:
        raise Refused(BadStart(against))
    start = "" if state.line[0] == state.variant.start else code_of(state.variant, state.line[0])
    mark = Continued(_known(sheet.tag("Number")), _known(sheet.tag("Commitment")))
    kept = untimed(state.events)
    if kept is None:
        raise Refused(NotGoingOn("time has decided something in it, and clocks are not carried over"))
    events = (*kept, Event(len(kept) + 1, now, 0, mark))
    rolls = None if state.variant.combat is None else state.dice.by_players
    return Earlier(state.variant.key, dict(state.variant.options), start, events, rolls, sheet.remarks)


def _known(tag: str) -> str:
    """A tag's value fit to stand in an event: printable, and no longer than a hash."""
    return "".join(character for character in tag if character.isprintable())[:64]
