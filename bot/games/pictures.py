"""Pictures of tables as PNG bytes, drawn off the event loop, with their alternative texts.

One that cannot be drawn keeps nothing back: a card that says so stands in for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from bot.games.settings import Viewer
from bot.games.spoken import (
    ALT_TEXT,
    NOWHERE,
    Occasion,
    alternative,
    caption,
    marked,
    occasion_of,
    shortened,
    threatened,
)
from bot.games.tables import Table
from bot.store.people import FORMER, Player
from engine.lookahead.coach import Hint
from engine.model.board import Cell
from engine.model.equipment import PieceType
from engine.model.position import Position
from engine.movement.generator import Threat, threats
from engine.play.state import State
from engine.variants.variant import Variant
from renderer import (
    THEMES,
    Livery,
    Marks,
    Person,
    Scene,
    Target,
    Theme,
    advice_of,
    alone,
    diagram_sheet,
    draw,
    game_scene,
    marks_of,
    piece_sheet,
    reach_of,
    sheet_words,
    suits,
    theme_for,
)
from renderer.cards.paper import missing_card

log = logging.getLogger(__name__)

NOBODY: Mapping[int, Person] = {}
_BOARDS = ThreadPoolExecutor(2, "boards")
"""Few threads draw as much as many, which have only one interpreter, and leave the loop and the store their turns."""
_SHEETS = ThreadPoolExecutor(1, "sheets")
_DRAWING: dict[tuple[Scene, Theme], Future[bytes]] = {}
"""The boards that are being drawn or wait for it."""
_MISSING = (
    "No picture this time",
    "I could not draw it, and have noted why. To read a board, use /board with words:True.",
)
"""The title of a card that stands in for a picture, and the line below it."""


class Picture(NamedTuple):
    png: bytes
    words: str


class BoardView(NamedTuple):
    state: State
    viewer: Viewer
    occasion: Occasion = NOWHERE
    people: Mapping[int, Person] = NOBODY


def person_of(player: Player, skill: str = "", clock: str = "") -> Person:
    """Return a player as pictures show them; the bot's level is shown in place of a rating."""
    level = f"level {player.level}" if player.level else ""
    name = player.name.removesuffix(f", {level}") or (FORMER if player.former else "")
    return Person(name, skill or level, clock)


def liveries(variant: Variant) -> tuple[Livery, ...]:
    return theme_of(variant).liveries_of([seat.name for seat in variant.seats])


def theme_of(variant: Variant, viewer: Viewer | None = None) -> Theme:
    """The theme in which a viewer sees a game, where it suits the game's sides; without a viewer the one that does."""
    return theme_for(viewer.theme if viewer else "", [seat.name for seat in variant.seats])


def themes_for(variant: Variant) -> tuple[str, ...]:
    names = [seat.name for seat in variant.seats]
    return tuple(name for name, theme in THEMES.items() if suits(theme, names))


def unsuited(variant: Variant) -> tuple[str, ...]:
    """Return the names of the themes in which a game's sides wouldn't stand out, so that another is drawn."""
    return tuple(name for name in THEMES if name not in themes_for(variant))


class LonePiece(NamedTuple):
    """A piece alone on the board: the position, its cell, and what it can do on the cells in its reach."""

    position: Position
    cell: Cell
    signs: Mapping[Cell, Target]


def lone_piece(variant: Variant, letter: str) -> LonePiece:
    """The piece of a letter where it has most to reach."""
    cell, signs = reach_of(variant, letter)
    return LonePiece(alone(variant, letter, cell), cell, signs)


async def board(table: Table, viewer: Viewer, people: Mapping[int, Person] = NOBODY) -> Picture:
    return await position(table.state, viewer, occasion_of(table), people)


async def position(
    state: State, viewer: Viewer, occasion: Occasion = NOWHERE, people: Mapping[int, Person] = NOBODY
) -> Picture:
    return await _drawn(state, viewer, Marks(), occasion, people, [])


async def reach(table: Table, viewer: Viewer, cell: Cell | None, people: Mapping[int, Person] = NOBODY) -> Picture:
    return await reached(table.state, viewer, cell, occasion_of(table), people)


async def reached(
    state: State,
    viewer: Viewer,
    cell: Cell | None,
    occasion: Occasion = NOWHERE,
    people: Mapping[int, Person] = NOBODY,
) -> Picture:
    marks = marks_of(state, cell)
    return await _drawn(state, viewer, marks, occasion, people, marked(state, marks))


async def advised(board: BoardView, hint: Hint, steps: int) -> Picture:
    state, viewer, occasion, people = board
    return await _drawn(state, viewer, advice_of(hint.move, whole=steps > 1), occasion, people, hint.steps[:steps])


async def threat_map(state: State, viewer: Viewer, occasion: Occasion = NOWHERE) -> Picture:
    found = await asyncio.to_thread(threats, state.movement, state.position, viewer.seat)
    more = threatened(state, found, viewer.seat)
    return await _drawn(state, viewer, Marks(), occasion, NOBODY, more, found)


async def diagrams(variant: Variant, viewer: Viewer, kind: PieceType | None = None) -> Picture:
    """How a kind of piece moves, or each of a game, drawn from the engine's own moves on an empty board.

    The latest sheets are kept. They have threads of their own, so that boards do not wait for them.
    """
    theme = theme_of(variant, viewer)
    words = " ".join(sheet_words(variant, each) for each in ([kind] if kind else variant.kinds))
    work = partial(piece_sheet, variant, kind.letter, theme) if kind else partial(diagram_sheet, variant, theme)
    png = await _painted(partial(_SHEETS.submit, work), theme, f"a sheet of {variant.key}")
    return Picture(png, shortened(words, ALT_TEXT))


async def _drawn(
    state: State,
    viewer: Viewer,
    marks: Marks,
    occasion: Occasion,
    people: Mapping[int, Person],
    more: Sequence[str],
    attacked: tuple[Threat, ...] = (),
) -> Picture:
    scene = game_scene(
        state,
        viewer.seat,
        marks=marks,
        letters=viewer.letters,
        people=people,
        occasion=caption(state, occasion),
        threats=attacked,
    )
    theme = theme_of(state.variant, viewer)
    what = f"{occasion.name or 'a position'} after event {state.sequence}"
    png = await _painted(partial(_board, scene, theme), theme, what)
    return Picture(png, alternative(state, occasion, more))


async def _painted(begin: Callable[[], Future[bytes]], theme: Theme, what: str) -> bytes:
    """What is drawn in a thread once it has begun, or the card that stands in for it; `what` names it in the log."""
    try:
        return await asyncio.shield(asyncio.wrap_future(begin()))
    except Exception:
        log.exception("%s is not drawn", what)
        return await asyncio.get_running_loop().run_in_executor(None, partial(missing_card, *_MISSING, theme))


def _board(scene: Scene, theme: Theme) -> Future[bytes]:
    """A board being drawn: whoever wants one that somebody else has just asked for waits for the same."""
    wanted = scene, theme
    drawing = _DRAWING.get(wanted)
    if drawing is None:
        drawing = _DRAWING[wanted] = _BOARDS.submit(draw, scene, theme)
        drawing.add_done_callback(lambda _: _DRAWING.pop(wanted, None))
    return drawing
