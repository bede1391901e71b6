"""Pictures of tables as PNG bytes, drawn off the event loop, and what they show in words, for those who do not see it.

One that cannot be drawn keeps nothing back: a card that says so stands in for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from bot.games.settings import Viewer
from bot.games.tables import Table
from bot.store.people import FORMER, Player
from engine.lookahead.coach import Hint
from engine.model.board import Cell
from engine.model.english import listed
from engine.model.equipment import PieceType
from engine.model.position import Position, bits
from engine.movement.generator import Threat, threats
from engine.notation.describe import named, position_in_words, recounted, result_in_words, royals_in_words
from engine.play.state import Await, State
from engine.records.replay import begins_round, rounds_of, short_of
from engine.rules.fight import FightResult, Fought
from engine.variants import titled
from engine.variants.variant import Variant
from renderer import (
    THEMES,
    Marks,
    Person,
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

ALT_TEXT = 1024
"""The characters of the longest alternative text that Discord takes."""


class Occasion(NamedTuple):
    """Which game a picture is of ("game 14", "" where it is none that is kept), and the number of its last move.

    Moves are numbered as players count them, 0 is the start; None where that is not known.
    """

    name: str = ""
    round: int | None = None


NOWHERE = Occasion()


def occasion_of(table: Table) -> Occasion:
    what = "challenge" if table.game.stage == "open" else "game"
    return Occasion(f"{what} {table.game.number}", rounds_of(table.state))


def caption(state: State, occasion: Occasion) -> str:
    """Return an occasion with the last move and its number: "game 14 · 7. … Pxd4"."""
    moved = ""
    if occasion.round and state.played:
        within = "" if begins_round(state, len(state.played) - 1) else " …"
        moved = f"{occasion.round}.{within} {short_of(state, state.played[-1])}"
    return " · ".join(part for part in (occasion.name, moved) if part)


def opening(state: State, occasion: Occasion = NOWHERE) -> list[str]:
    """What one sees first, in sentences: the game, the last move, who is to move or how it ended, who is in check.

    "Hexeh game 14 after Red's move 7.", "Red's prowler f4 attacked the empress on e6 and fell.", "Blue to move."
    """
    variant = state.variant
    heading = [titled(variant.name, variant.options), occasion.name]
    if occasion.round is not None:
        whose = f"{variant.seat(state.played[-1].seat).name}'s move" if state.played else "move"
        heading.append(f"after {whose} {occasion.round}" if occasion.round else "at the start")
    sentences = [" ".join(word for word in heading if word) + "."]
    if state.played:
        last = state.played[-1]
        waiting = Fought(state.fight, (), FightResult.OPEN) if state.fight else None
        sentences.append(recounted(state.movement, last.before, last.move, last.fought or waiting))
    if state.result is not None:
        return [*sentences, _sentence(result_in_words(variant, state.result))]
    deed = "roll" if state.awaits is Await.CALL else "move"
    sentences.append(f"{variant.seat(state.due).name} to {deed}.")
    attacked = royals_in_words(state.movement, state.position) if state.awaits is Await.MOVE else ""
    return [*sentences, *([_sentence(attacked)] if attacked else [])]


def marked(state: State, marks: Marks) -> list[str]:
    variant, position, names = state.variant, state.position, state.variant.board.names
    piece = None if marks.selected is None else variant.piece(position, marks.selected)
    if marks.selected is not None and piece is not None:
        if state.result is not None or piece.seat != state.turn:
            return [f"{names[marks.selected]} holds {variant.seat(piece.seat).name}'s {piece.kind.name}."]
        quiet = [names[cell] for cell in sorted(marks.targets) if not position.occupied(cell)]
        taken = [f"the {_on(state, cell)}" for cell in sorted(marks.targets) if position.occupied(cell)]
        who = f"The {piece.kind.name} on {names[marks.selected]}"
        goes = [f"can go to {', '.join(quiet)}"] if quiet else []
        goes += [f"can {'attack' if variant.combat else 'take'} {listed(taken, 'and')}"] if taken else []
        return [f"{who} {', and '.join(goes) or 'can go nowhere'}."]
    if marks.movable:
        cells = ", ".join(names[cell] for cell in sorted(marks.movable))
        return [f"Pieces can be placed on {cells}." if position.due else f"Pieces that can move: {cells}."]
    return []


def targets_of(state: State, cell: Cell | None) -> list[str]:
    marks = marks_of(state, cell)
    return marked(state, marks) if marks.targets else []


def threatened(state: State, threats: Iterable[Threat], seat: int) -> list[str]:
    variant, several = state.variant, len(state.variant.seats) > 2
    known = {threat.cell: threat for threat in threats}
    sentences = []
    for side in variant.remaining(state.position):
        told = []
        for cell in bits(state.position.pieces[side]):
            _, own, others = known.get(cell, Threat(cell, 0, 0))
            attackers, guards = (others, own) if side == seat else (own, others)
            guarded = f", guarded by {guards}" if guards and (side == seat or not several) else ""
            if attackers:
                told.append(f"{_on(state, cell, owner=False)} (by {attackers}{guarded})")
        if told:
            by = "" if side == seat or not several else f" by {variant.seat(seat).name}"
            sentences.append(f"{variant.seat(side).name}'s pieces attacked{by}: {', '.join(told)}.")
    return sentences or ["No piece is attacked."]


def alternative(state: State, occasion: Occasion, more: Sequence[str]) -> str:
    sentences = [*opening(state, occasion), *more, position_in_words(state.variant, state.position)]
    return shortened(" ".join(sentences), ALT_TEXT)


def shortened(text: str, length: int) -> str:
    """A text of at most so many characters, cut behind a whole sentence, piece or cell, else behind a whole word."""
    if len(text) <= length:
        return text
    head = text[:length]
    end = max(head.rfind(mark, 0, length - 1) for mark in (", ", "; ", ". "))
    return f"{text[: end if end > 0 else max(head.rfind(' '), 0)]}…"


def pages(sentences: Iterable[str], length: int) -> Iterator[str]:
    """Sentences in their order on pages of at most so many characters, each a line of its own and none divided."""
    page = ""
    for sentence in sentences:
        if page and len(page) + 1 + len(sentence) > length:
            yield page
            page = ""
        page = f"{page}\n{sentence}" if page else sentence
    if page:
        yield page


def _on(state: State, cell: Cell, *, owner: bool = True) -> str:
    """A piece with its cell: "guard on d4", or without its owner's name "guard d4"."""
    piece = state.variant.piece(state.position, cell)
    if piece is None:
        raise ValueError(f"{state.variant.board.names[cell]} is vacant")
    name = state.variant.board.names[cell]
    return f"{named(state.variant, piece)} on {name}" if owner else f"{piece.kind.name} {name}"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


log = logging.getLogger(__name__)

NOBODY: Mapping[int, Person] = {}
_UNMARKED = Marks()
_BOARDS = ThreadPoolExecutor(2, "boards")
"""Few threads draw as much as many, which have only one interpreter, and leave the loop and the store their turns."""
_SHEETS = ThreadPoolExecutor(1, "sheets")
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


def theme_of(variant: Variant, viewer: Viewer | None = None) -> Theme:
    """The theme in which a viewer sees a game, where it suits the game's sides; without a viewer the one that does."""
    return theme_for(viewer.theme if viewer else "", [seat.name for seat in variant.seats])


def themes_for(variant: Variant) -> tuple[str, ...]:
    names = [seat.name for seat in variant.seats]
    return tuple(name for name, theme in THEMES.items() if suits(theme, names))


def lone_piece(variant: Variant, letter: str) -> tuple[Position, Cell, Mapping[Cell, Target]]:
    """The piece of a letter alone on the board where it has most to reach: the position, its cell, what it can do."""
    cell, signs = reach_of(variant, letter)
    return alone(variant, letter, cell), cell, signs


async def board(table: Table, viewer: Viewer, people: Mapping[int, Person] = NOBODY) -> Picture:
    return await position(table.state, viewer, occasion_of(table), people)


async def reach(table: Table, viewer: Viewer, cell: Cell | None, people: Mapping[int, Person] = NOBODY) -> Picture:
    return await reached(table.state, viewer, cell, occasion_of(table), people)


async def reached(
    state: State,
    viewer: Viewer,
    cell: Cell | None,
    occasion: Occasion = NOWHERE,
    people: Mapping[int, Person] = NOBODY,
) -> Picture:
    return await position(state, viewer, occasion, people, marks_of(state, cell))


async def advised(board: BoardView, hint: Hint, steps: int) -> Picture:
    return await position(*board, advice_of(hint.move, whole=steps > 1), hint.steps[:steps])


async def threat_map(state: State, viewer: Viewer, occasion: Occasion = NOWHERE) -> Picture:
    found = await asyncio.to_thread(threats, state.movement, state.position, viewer.seat)
    return await position(state, viewer, occasion, told=threatened(state, found, viewer.seat), attacked=found)


async def position(
    state: State,
    viewer: Viewer,
    occasion: Occasion = NOWHERE,
    people: Mapping[int, Person] = NOBODY,
    marks: Marks = _UNMARKED,
    told: Sequence[str] = (),
    attacked: tuple[Threat, ...] = (),
) -> Picture:
    """Draw a position with marks; `told` is what its alternative text says of them, if not the marks' own words."""
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
    png = await _drawn(_BOARDS, partial(draw, scene, theme), theme, what)
    return Picture(png, alternative(state, occasion, told or marked(state, marks)))


async def diagrams(variant: Variant, viewer: Viewer, kind: PieceType | None = None) -> Picture:
    """How a kind of piece moves, or each of a game, drawn from the engine's own moves on an empty board.

    The latest sheets are kept. They have threads of their own, so that boards do not wait for them.
    """
    theme = theme_of(variant, viewer)
    words = " ".join(sheet_words(variant, each) for each in ([kind] if kind else variant.kinds))
    work = partial(piece_sheet, variant, kind.letter, theme) if kind else partial(diagram_sheet, variant, theme)
    png = await _drawn(_SHEETS, work, theme, f"a sheet of {variant.key}")
    return Picture(png, shortened(words, ALT_TEXT))


async def _drawn(threads: ThreadPoolExecutor, work: Callable[[], bytes], theme: Theme, what: str) -> bytes:
    """What is drawn in a thread, or the card that stands in for it; `what` names it in the log."""
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(threads, work)
    except Exception:
        log.exception("%s is not drawn", what)
        return await loop.run_in_executor(None, partial(missing_card, *_MISSING, theme))
