"""Records: scoresheets from elsewhere, to leaf through or to continue, and replays of games as pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

from bot.games.challenges import ChallengeRequest
from bot.games.pictures import person_of, theme_of
from bot.games.readers import Queue, WorkerThreads
from bot.games.refusals import BadStart, NoSuchPosition, refuse_if
from bot.games.settings import Viewer
from bot.games.tables import Table
from bot.store import Player, Progress, StudyStore
from bot.store.study import RECORD
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.notation.position_code import code_of
from engine.play.events import Continued, Event
from engine.play.game import untimed
from engine.play.start import objections
from engine.play.state import State
from engine.records.parser import UNSAID
from engine.records.replay import length_in_words, named_move, plies_named
from engine.records.scoresheet import BadScoresheet, Scoresheet, SeveralGames, read_scoresheet
from engine.variants.variant import Variant
from renderer.replay import TooLarge, animated, film_strip, reel_of

RECORD_MAX_BYTES = 65_536
MAX_CACHED_RECORDS = 16  # parsed scoresheets in the cache
REPLAY_MAX_BYTES = 9_500_000  # Discord takes 10 MB
REPLAYS_AT_MOST = 6  # replays being made or waiting, one for each player


class BadRecord(Refusal):
    problem: str

    @property
    def text(self) -> str:
        return f"I can't read that scoresheet: {self.problem.removesuffix('.')}."


class WhichOfFile(Refusal):
    problem: str

    words = "Which game? In that file, {problem}."


class NotGoingOn(Refusal):
    why: str

    words = "That game can't be continued: {why}. You can still look at it."


class RecordGone(Refusal):
    words = "I don't have that scoresheet any more. Import it again with /record look."


class ManyReplays(Refusal):
    words = "I'm making too many replays right now. Please try again in a minute."


class StillMaking(Refusal):
    words = "I'm still making your last replay. One at a time, please."


class BackwardReplay(Refusal):
    last: str
    first: str

    words = "I can't replay that: {last} comes before {first}. Choose from: and to: the other way round."


class LargeReplay(Refusal):
    words = "That replay is too large for Discord. Choose fewer moves with from: and to:, or form: strip."


def plies_to(state: State, named: str | None) -> int:
    """Return after how many moves the position is that a player names (see `plies_named`); the last without a name."""
    plies = len(state.played) if named is None else plies_named(state, named)
    if plies is None:
        raise Refused(NoSuchPosition(named or "", length_in_words(state)))
    return plies


# ---- scoresheets from elsewhere


class ImportedRecord(NamedTuple):
    """A record that a player brings; its game, if it does not say, and its number in a file of several, from 1."""

    data: bytes
    variant: Variant | None = None
    number: int | None = None


class ImportView(NamedTuple):
    """An imported scoresheet looked at after some moves; `dice` tells what their check finds, "" for none."""

    number: int
    sheet: Scoresheet
    dice: str
    move: int


class Records:
    def __init__(self, store: StudyStore, now: Callable[[], int], readers: WorkerThreads) -> None:
        self._store = store
        self._now = now
        self._readers = readers
        self.replaying = Queue(1, REPLAYS_AT_MOST, 1, ManyReplays, StillMaking)
        self._checked = lru_cache(MAX_CACHED_RECORDS)(_checked)

    async def look(self, player: int, brought: ImportedRecord, move: str | None) -> ImportView:
        """Read and keep a scoresheet for a player, and give the view after a move named by players (None: the last)."""
        sheet, dice = await self._readers.read(player, partial(self._checked, brought))
        plies = plies_to(sheet.state, move)
        kept = await self._store.begin(Progress(0, player, RECORD, _alone(sheet), self._now()))
        return ImportView(kept.number, sheet, dice, plies)

    async def again(self, number: int, player: int, move: int) -> ImportView:
        kept = await self._store.find(number)
        if kept is None or (kept.player, kept.kind) != (player, RECORD):
            raise Refused(RecordGone())
        sheet, dice = await self._readers.read(player, partial(self._checked, ImportedRecord(kept.key.encode())))
        return ImportView(number, sheet, dice, min(move, len(sheet.state.played)))

    async def earlier(self, player: int, brought: ImportedRecord) -> tuple[ChallengeRequest, str]:
        """The challenge to continue a scoresheet's game, and the scoresheet's remarks."""
        sheet = await self._readers.read(player, partial(read, brought))
        return await self._readers.read(player, partial(going_on, sheet, self._now())), sheet.remarks

    def ahead(self, player: Player) -> int:
        """Number of replays before a player's own; 0 if none can be made now."""
        return 0 if self.replaying.refusal(player.id) else self.replaying.waiting

    async def replay(
        self, table: Table, player: Player, viewer: Viewer, moving: bool, first: str | None, last: str | None
    ) -> Replay:
        """Show a game from one move to another, as players name them (`plies_named`), as a GIF or a film strip."""
        async with self.replaying.place(player.id):
            return await asyncio.to_thread(_made, table, viewer, moving, first or "0", last)


def read(brought: ImportedRecord) -> Scoresheet:
    if len(brought.data) > RECORD_MAX_BYTES:
        raise Refused(BadRecord(f"it's larger than the {RECORD_MAX_BYTES} bytes I can read"))
    try:
        return read_scoresheet(brought.data.decode(), brought.variant, brought.number)
    except UnicodeDecodeError:
        raise Refused(BadRecord("it isn't a text file (UTF-8)")) from None
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


def _checked(brought: ImportedRecord) -> tuple[Scoresheet, str]:
    """A scoresheet, and what a check of its dice finds, or why they cannot be checked; "" where there are none."""
    sheet = read(brought)
    if not sheet.state.rolls and not sheet.tag("Commitment"):
        return sheet, ""
    try:
        return sheet, sheet.verify().text
    except BadScoresheet as problem:
        return sheet, f"The dice can't be checked: {problem}."


def going_on(sheet: Scoresheet, now: int) -> ChallengeRequest:
    """The game of a scoresheet with the event that marks its continuation at `now` (UTC ms); or why it can't."""
    state = sheet.state
    if state.result is not None:
        raise Refused(NotGoingOn(f"that game is over ({result_in_words(state.variant, state.result)})"))
    refuse_if(state.fight is not None, NotGoingOn("its last attack hasn't been rolled yet"))
    against = objections(state.variant, state.line[0])
    refuse_if(against, BadStart(against))
    start = "" if state.line[0] == state.variant.start else code_of(state.variant, state.line[0])
    mark = Continued(_known(sheet.tag("Number")), _known(sheet.tag("Commitment")))
    kept = untimed(state.events)
    if kept is None:
        raise Refused(NotGoingOn("time decided something in it, and clocks don't carry over"))
    events = (*kept, Event(len(kept) + 1, now, 0, mark))
    rolls = None if state.variant.combat is None else state.dice.by_players
    variant, options = state.variant.key, dict(state.variant.options)
    return ChallengeRequest(variant, options, start=start, earlier=events, player_rolls=rolls)


def _known(tag: str) -> str:
    """A tag's value fit for an event: printable, and no longer than a hash."""
    return "".join(character for character in tag if character.isprintable())[:64]


# ---- replays


class Replay(NamedTuple):
    """A replay as a file's bytes, and what it shows: the moves, and in words what was left out, "" for nothing."""

    moving: bool
    data: bytes
    first: int
    last: int
    cut: str


def _made(table: Table, viewer: Viewer, moving: bool, begin: str, end: str | None) -> Replay:
    game, state = table.game, table.state
    people = {seat: person_of(player) for seat, player in game.seats.items() if seat}
    first, last = plies_to(state, begin), plies_to(state, end)
    if first > last:
        until = named_move(state, last - 1) if last else "the start"
        raise Refused(BackwardReplay(until, named_move(state, first - 1)))
    occasion, theme = f"game {game.number}", theme_of(state.variant, viewer)
    try:
        reel = reel_of(state, first, last, seat=viewer.seat, people=people, occasion=occasion, letters=viewer.letters)
        data = animated(reel, theme, REPLAY_MAX_BYTES) if moving else film_strip(reel, theme)
    except TooLarge:
        raise Refused(LargeReplay()) from None
    return Replay(moving, data, reel.plies[0], reel.plies[-1], reel.cut if moving else "")
