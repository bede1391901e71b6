"""The board at the terminal: as text, painted, or as a picture, with marks and remarks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from bot.console.screens import Painted, Screen, waited, why
from bot.games import Games, Table, pictures
from bot.games.pictures import theme_of
from bot.games.refusals import NoSuchPosition
from bot.games.settings import Viewer, anybody, facing
from bot.text import games as wording
from bot.text import news
from bot.text.news import clocks, plain_stamp
from engine.clocks.control import DAY, in_words
from engine.model.board import Cell
from engine.model.english import listed
from engine.model.position import Position
from engine.model.refusal import Refused
from engine.movement.generator import announced
from engine.notation.describe import letter_of, lost_in_words
from engine.notation.textboard import WIDE, TextSign, board_as_text, grid_of, legend
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import length_in_words, named_move, plies_named, state_after
from engine.variants import GAMES
from engine.variants.variant import Variant

PICTURE = Path("local-board.png")
Signs = dict[Cell, TextSign]


def as_it_stands(state: State) -> Signs:
    signs, move = _hill(state), state.last_move
    if move is not None:
        placed = move.special is not None and move.special.placed
        signs |= {move.origin: TextSign.ARRIVAL if placed else TextSign.ORIGIN, move.target: TextSign.ARRIVAL}
    return signs | {check.royal: TextSign.CHECK for check in announced(state.movement, state.position)}


def reach_of(state: State, origin: Cell) -> Signs:
    """The marks for a question about the piece on a cell: itself, and where it can go or take."""
    signs = {
        move.target: TextSign.STRIKE if state.movement.captured(state.position, move) is not None else TextSign.REACH
        for move in sheet(state).legal
        if move.origin == origin
    }
    return _hill(state) | signs | {origin: TextSign.SELECTED}


def movable(state: State) -> Signs:
    """The marks of all pieces that can move, or of the cells open to placements."""
    legal = sheet(state).legal
    if state.position.due:
        return {cell: TextSign.REACH for move in legal for cell in (move.origin, move.target)}
    return _hill(state) | {move.origin: TextSign.MOVABLE for move in legal}


def _hill(state: State) -> Signs:
    return dict.fromkeys(state.variant.hill, TextSign.HILL)


Colour = tuple[int, int, int]
_WHITE: Colour = (0xFF, 0xFF, 0xFF)


class _Look(NamedTuple):
    """The colour of a mark, that of the text on it, and how much of a vacant cell's ground it covers, from 0 to 1."""

    fill: Colour
    text: Colour
    cover: float = 1.0


def painted(variant: Variant, position: Position, viewer: Viewer, signs: Mapping[Cell, TextSign]) -> Iterator[Painted]:
    """The board as its viewer sees it, part by part, the last line not ended.

    Pieces are capitals; what else it shows is as in `board_as_text`. Where cells are two lines high, half blocks on the
    lines between them belong to the cells above and below.
    """
    theme = theme_of(variant, viewer)
    looks = {
        TextSign.ORIGIN: _Look(theme.trace, theme.ink, 0.6),
        TextSign.ARRIVAL: _Look(theme.trace, theme.ink),
        TextSign.MOVABLE: _Look(theme.reach, _WHITE),
        TextSign.REACH: _Look(theme.reach, _WHITE),
        TextSign.QUIET: _Look(theme.reach, theme.ink, 0.4),
        TextSign.STRIKE: _Look(theme.danger, _WHITE),
        TextSign.SELECTED: _Look(theme.chosen, theme.ink),
        TextSign.CHECK: _Look(theme.danger, _WHITE),
        TextSign.HILL: _Look(theme.accent, theme.ink, 0.4),
    }
    grid = grid_of(variant.board, variant.seat(viewer.seat).view)
    page: dict[tuple[int, int], Painted] = {}
    grounds: dict[tuple[int, int], Colour] = {}

    def put(line: int, column: int, *parts: Painted) -> None:
        styled = ((style, character) for style, text in parts for character in text)
        page.update({(line, place): each for place, each in enumerate(styled, column)})

    for text, (line, column) in grid.labels:
        put(line, column, ("dim", f" {text}"))
    for cell, (line, column) in enumerate(grid.cells):
        ground = theme.shade(variant.board.shade(cell))
        sign, piece = signs.get(cell), variant.piece(position, cell)
        look = looks[sign] if sign else None
        if piece is None:
            if look is not None:
                ground = _mixed(ground, look.fill, look.cover)
            ink = look.text if look else _mixed(ground, theme.ink, 0.62)
            text = f"{sign.before if sign else ' '}{variant.board.names[cell]}".ljust(WIDE)
            put(line, column, (f"{'bold ' if sign else ''}{_style(ink, ground)}", text))
        else:
            livery = theme.livery(variant.seat(piece.seat).name, piece.seat)
            body = f"bold {_style(livery.icon, livery.fill)}"
            letter = f"{piece.kind.letter}{position.fatigue(cell) or ' '}"[: WIDE - 2]
            if sign and look:
                ground = look.fill
                edge = f"bold {_style(look.text, ground)}"
                put(line, column, (edge, sign.before), (body, letter), (edge, sign.behind or " "))
            else:
                put(line, column, (body, f" {letter}"), (f"bg:{_hex(ground)}", " "))
        grounds[line, column] = ground
    for line, column in {(line + way, column) for line, column in grounds for way in (-1, 1)} if grid.tall else ():
        upper, lower = grounds.get((line - 1, column)), grounds.get((line + 1, column))
        behind = f" bg:{_hex(lower)}" if upper and lower else ""
        put(line, column, (f"fg:{_hex(upper or lower or _WHITE)}{behind}", ("▀" if upper else "▄") * WIDE))
    for number, line in enumerate(sorted({line for line, _ in page})):
        if number:
            yield "", "\n"
        end = max(column for at, column in page if at == line) + 1
        row = [page.get((line, column), ("", " ")) for column in range(end)]
        for style, run in groupby(row, itemgetter(0)):
            yield style, "".join(character for _, character in run)


def tag(variant: Variant, seat: int, viewer: Viewer) -> Painted:
    livery = theme_of(variant, viewer).livery(variant.seat(seat).name, seat)
    return f"bold {_style(livery.icon, livery.fill)}", f" {variant.seat(seat).name} "


def _mixed(start: Colour, end: Colour, part: float) -> Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(start, end, strict=True))
    return red, green, blue


def _style(text: Colour, ground: Colour) -> str:
    return f"fg:{_hex(text)} bg:{_hex(ground)}"


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


class Display:
    """Shows tables on a screen; the board's picture is written to PICTURE every time.

    The board is seen from the first side, while it is `turning` from the side to move, as the first side's settings
    say, which are those of the keyboard. Where the screen shows pictures, and they are `wanted`, they replace the text.
    """

    def __init__(self, games: Games, screen: Screen) -> None:
        self._games = games
        self._screen = screen
        self.file = PICTURE.resolve()
        self._file_known = False
        self.turning = False
        self.wanted = True
        self.anybody = anybody()  # whoever looks, for what depends on the theme alone

    async def begin(self, table: Table) -> None:
        """Show the board of a game come to, with what it is about and how its pieces are written."""
        state, variant = table.state, table.state.variant
        resumed = ", resumed" if state.sequence > (state.clock is not None) else ""
        options = "".join(f", {name}={value}" for name, value in variant.options)
        kinds = listed([f"{kind.letter} {kind.name}" for kind in variant.kinds], "and")
        self._screen.say(f"Game {table.game.number}: {variant.name}{options}{resumed}.")
        await self.show(table)
        self._screen.say(f"{variant.name}: {GAMES[variant.key].sentence}")
        fatigue = " A digit behind a piece is its fatigue." if variant.combat else ""
        self._screen.say(f"The pieces: {kinds}.{fatigue}")
        if self._screen.colours:
            tags = [tag(variant, seat.number, self.anybody) for seat in variant.seats]
            self._screen.show([("", "The sides: "), *(part for each in tags for part in (each, ("", " ")))])
        else:
            marks = [f"{letter_of('G', seat.number)} {seat.name}'s" for seat in variant.seats]
            self._screen.say(f"On the board {listed(marks, 'and')} pieces.")

    def prompt(self, table: Table) -> Painted:
        state = table.state
        if state.result is not None:
            return "", "over> "
        style, name = tag(state.variant, state.turn, self.anybody)
        return style, f"{name.strip()}> "

    def seat(self, state: State) -> int:
        return facing(state) if self.turning else 1

    async def show(self, table: Table, rest: str = "") -> None:
        """Show the board as it stands, or as it stood after the move that `rest` names."""
        if rest:
            plies = plies_named(table.state, rest)
            if plies is None:
                raise Refused(NoSuchPosition(rest, length_in_words(table.state)))
            self._screen.say(f"After {named_move(table.state, plies - 1)}:" if plies else "At the start:")
            earlier = asyncio.to_thread(state_after, table.state, plies)
            table = Table(table.game, await waited(self._screen, "Going back", earlier))
        await self.draw(table, self.seat(table.state))

    async def draw(self, table: Table, seat: int) -> None:
        state = table.state
        viewer = await self._viewer(table, seat)
        picture = await waited(self._screen, "Drawing the board", pictures.board(table, viewer))
        if self.wanted and self._screen.pictures:
            self._screen.picture(picture.png)
        else:
            if not self._file_known:
                self._screen.say(f"Picture: {self.file}")
                self._file_known = True
            self._board(state, viewer, as_it_stands(state))
        self._screen.say("\n".join(line for line in _remarks(table, self._games.now()) if line))
        self.keep(self.file, picture.png)

    async def ask(self, table: Table, signs: Signs, seat: int | None = None) -> None:
        """Show the board as text with marks that somebody asked for, and what they mean."""
        self._board(table.state, await self._viewer(table, seat or self.seat(table.state)), signs)
        self._screen.say(f"Marks: {legend(signs)}.")

    async def moves(self, table: Table, rest: str, seat: int | None = None) -> None:
        """Mark what can move, or where the piece on the cell named can go, and list it."""
        state = table.state
        cell = wording.cell_named(state, rest)
        if state.result is None:
            if cell is None:
                await self.ask(table, movable(state), seat)
            elif (piece := state.variant.piece(state.position, cell)) is not None and piece.seat == state.turn:
                await self.ask(table, reach_of(state, cell), seat)
        self._screen.say(wording.moves_from(state, cell))

    async def _viewer(self, table: Table, seat: int) -> Viewer:
        viewer = await self._games.settings.viewer(table.game.seats[1], seat)
        self.anybody = anybody(viewer.theme)
        return viewer

    def _board(self, state: State, viewer: Viewer, signs: Signs) -> None:
        variant, position = state.variant, state.position
        text = () if self._screen.colours else [("", board_as_text(variant, position, viewer.seat, signs))]
        self._screen.show([("", "\n"), *(text or painted(variant, position, viewer, signs)), ("", "\n")])

    def keep(self, file: Path, png: bytes) -> bool:
        """Write a picture to a file; False, after saying why, where it cannot be written."""
        try:
            file.write_bytes(png)
        except OSError as problem:
            self._screen.say(f"The picture cannot be written: {why(problem)}.")
            return False
        return True


def _remarks(table: Table, now: int) -> tuple[str | None, ...]:
    """The remarks on a board at a time (UTC ms); an empty text for each that does not apply."""
    state = table.state
    variant = state.variant
    lost = [(each.name, lost_in_words(variant, state.position, each.number)) for each in variant.seats]
    return (
        wording.last_move(state),
        (wording.fight(state) or "").replace("**", ""),
        news.fates(state),
        "; ".join(f"{name} has lost: {pieces}" for name, pieces in lost if pieces != "none"),
        wording.counters(state),
        *news.proposed(table, wording.plain_name),
        wording.to_place(state) or wording.standing(table, wording.plain_name),
        news.in_check(state),
        clocks(table, partial(_stamp, now)),
    )


def _stamp(now: int, at: int) -> str:
    """A time to come (UTC ms): how far off it is and when by this computer's clock, or if that is far off, the day."""
    if at - now >= DAY:
        return plain_stamp(at)
    return f"in {in_words(max(0, at - now))}, at {datetime.fromtimestamp(at // 1000).astimezone():%H:%M:%S}"
