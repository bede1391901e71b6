"""A game at a terminal: its board as text, painted or as a picture, with marks and remarks, and how one acts in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from bot.console.screens import Painted, Terminal, Words, why
from bot.games import CommandResult, Games, Table, pictures
from bot.games.pictures import theme_of
from bot.games.refusals import NoSuchPosition
from bot.games.settings import Viewer, facing
from bot.store import referee
from bot.text import games as wording
from bot.text import news
from engine.clocks.control import DAY, in_words
from engine.model.board import Cell
from engine.model.english import join_words
from engine.model.position import Position
from engine.model.refusal import Refused
from engine.movement.generator import announced
from engine.notation.describe import letter_of, lost_in_words, move_in_words
from engine.notation.textboard import WIDE, TextSign, board_as_text, grid_of, legend
from engine.play.commands import Command
from engine.play.events import Moved, Revealed, Rolled
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import length_in_words, named_move, plies_named, state_after
from engine.variants import GAMES
from engine.variants.variant import Variant

PICTURE = Path("local-board.png")
Signs = dict[Cell, TextSign]
Colour = tuple[int, int, int]
_WHITE: Colour = (0xFF, 0xFF, 0xFF)


def as_it_stands(state: State) -> Signs:
    signs, move = _hill(state), state.last_move
    if move is not None:
        placed = move.special is not None and move.special.placed
        signs |= {move.origin: TextSign.ARRIVAL if placed else TextSign.ORIGIN, move.target: TextSign.ARRIVAL}
    return signs | {check.royal: TextSign.CHECK for check in announced(state.movement, state.position)}


def asked_for(state: State, origin: Cell | None = None) -> Signs:
    """The marks of the piece on a cell and of where it can go or take; without one, of what can move or be placed."""
    legal, signs = sheet(state).legal, _hill(state)
    if origin is None and state.position.due:
        return {cell: TextSign.REACH for move in legal for cell in (move.origin, move.target)}
    if origin is None:
        return signs | {move.origin: TextSign.MOVABLE for move in legal}
    for move in legal:
        if move.origin == origin:
            taken = state.movement.captured(state.position, move)
            signs[move.target] = TextSign.REACH if taken is None else TextSign.STRIKE
    return signs | {origin: TextSign.SELECTED}


def _hill(state: State) -> Signs:
    return dict.fromkeys(state.variant.hill, TextSign.HILL)


def painted(variant: Variant, position: Position, viewer: Viewer, signs: Mapping[Cell, TextSign]) -> Iterator[Painted]:
    """The board as its viewer sees it, part by part, the last line not ended.

    Pieces are capitals; what else it shows is as in `board_as_text`. Where cells are two lines high, half blocks on the
    lines between them belong to the cells above and below.
    """
    theme = theme_of(variant, viewer)
    # the colour of a mark, that of the text on it, and how much of a vacant cell's ground it covers
    looks = {
        TextSign.ORIGIN: (theme.trace, theme.ink, 0.6),
        TextSign.ARRIVAL: (theme.trace, theme.ink, 1),
        TextSign.MOVABLE: (theme.reach, _WHITE, 1),
        TextSign.REACH: (theme.reach, _WHITE, 1),
        TextSign.QUIET: (theme.reach, theme.ink, 0.4),
        TextSign.STRIKE: (theme.danger, _WHITE, 1),
        TextSign.SELECTED: (theme.chosen, theme.ink, 1),
        TextSign.CHECK: (theme.danger, _WHITE, 1),
        TextSign.HILL: (theme.accent, theme.ink, 0.4),
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
        fill, ink, cover = looks[sign] if sign else (ground, _mixed(ground, theme.ink, 0.62), 0)
        grounds[line, column] = ground = _mixed(ground, fill, cover if piece is None else 1)
        edge = f"{'bold ' if sign else ''}{_style(ink, ground)}"
        if piece is None:
            put(line, column, (edge, f"{sign.before if sign else ' '}{variant.board.names[cell]}".ljust(WIDE)))
            continue
        body, _ = tag(variant, piece.seat, viewer)
        letter = f"{piece.kind.letter}{position.fatigue(cell) or ' '}"[: WIDE - 2]
        if sign:
            put(line, column, (edge, sign.before), (body, letter), (edge, sign.behind or " "))
        else:
            put(line, column, (body, f" {letter}"), (f"bg:{_hex(ground)}", " "))
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


def remarks(table: Table, now: int) -> str:
    """The remarks below a board at a time (UTC ms), a line for each that applies."""
    state, variant = table.state, table.state.variant
    lost = [(each.name, lost_in_words(variant, state.position, each.number)) for each in variant.seats]
    lines = (
        wording.last_move(state),
        (wording.fight(state) or "").replace("**", ""),
        news.seat_changes_in_words(state),
        "; ".join(f"{name} has lost: {pieces}" for name, pieces in lost if pieces != "none"),
        wording.counters(state),
        *news.proposed(table, wording.plain_name),
        wording.to_place(state) or wording.standing(table, wording.plain_name),
        news.in_check(state),
        news.clocks(table, partial(_stamp, now)),
    )
    return "\n".join(line for line in lines if line)


def _stamp(now: int, at: int) -> str:
    """A time to come (UTC ms): how far off it is and when by this computer's clock, or if that is far off, the day."""
    if at - now >= DAY:
        return news.plain_stamp(at)
    return f"in {in_words(max(0, at - now))}, at {datetime.fromtimestamp(at // 1000).astimezone():%H:%M:%S}"


class Opposition(NamedTuple):
    """The sides that the referee plays in a game, by the numbers of their seats, and its level."""

    seats: frozenset[int]
    level: int


NO_OPPOSITION = Opposition(frozenset(), 1)


class HotSeat:
    """One terminal with a game on it, and the sides of that which the referee plays.

    The board is seen as the first side's settings say, while it is `turning` from the side to move. Pictures that are
    `wanted` replace the text where the screen shows them. The referee waits at the change of the game that is `held`.
    """

    def __init__(self, games: Games, screen: Terminal, table: Table) -> None:
        self.games, self.screen, self.table = games, screen, table
        self.opposition = NO_OPPOSITION
        self.held = (0, -1)
        self.turning, self.wanted = False, True
        self.anybody = Viewer()  # any viewer, where only the theme matters
        self.file = PICTURE.resolve()
        self._file_known = False

    @property
    def state(self) -> State:
        return self.table.state

    def seat(self, state: State) -> int:
        return facing(state) if self.turning else 1

    @property
    def named(self) -> Table:
        """The table with the referee's sides held by it under the name that it has everywhere."""
        game, chosen = self.table.game, self.opposition
        mine = {seat: referee(chosen.level) for seat in game.seats if seat in chosen.seats}
        return replace(self.table, game=replace(game, seats={**game.seats, **mine}))

    # ---- showing

    async def begin(self) -> None:
        """Show the board of a game come to, with what it is about and how its pieces are written."""
        state, variant, say = self.state, self.state.variant, self.screen.say
        resumed = ", resumed" if state.sequence > (state.clock is not None) else ""
        options = "".join(f", {name}={value}" for name, value in variant.options)
        kinds = join_words([f"{kind.letter} {kind.name}" for kind in variant.kinds], "and")
        say(f"Game {self.table.game.number}: {variant.name}{options}{resumed}.")
        await self.show()
        say(f"{variant.name}: {GAMES[variant.key].sentence}")
        say(f"The pieces: {kinds}.{' A digit behind a piece is its fatigue.' if variant.combat else ''}")
        if self.screen.colours:
            tags = [part for seat in variant.seats for part in (tag(variant, seat.number, self.anybody), ("", " "))]
            self.screen.show(("", "The sides: "), *tags)
        else:
            marks = [f"{letter_of('G', seat.number)} is {seat.name}'s" for seat in variant.seats]
            say(f"On the board, {join_words(marks, 'and')}.")

    def prompt(self) -> Painted:
        if self.state.result is not None:
            return "", "over> "
        style, name = tag(self.state.variant, self.state.turn, self.anybody)
        return style, f"{name.strip()}> "

    async def show(self, moment: str = "", table: Table | None = None) -> None:
        """Show the board now, or after the move that `moment` names; of this game or another."""
        table = table or self.table
        state = table.state
        if moment:
            plies = plies_named(state, moment)
            if plies is None:
                raise Refused(NoSuchPosition(moment, length_in_words(state)))
            self.screen.say(f"After {named_move(state, plies - 1)}:" if plies else "At the start:")
            earlier = asyncio.to_thread(state_after, state, plies)
            state = await self.screen.wait("Going back", earlier)
        await self.draw(Table(table.game, state), self.seat(state))

    async def draw(self, table: Table, seat: int) -> None:
        """Show the board with the remarks below it, and write its picture."""
        viewer = await self._viewer(table, seat)
        picture = await self.screen.wait("Drawing the board", pictures.board(table, viewer))
        if self.wanted and self.screen.pictures:
            self.screen.picture(picture.png)
        else:
            if not self._file_known:
                self.screen.say(f"Picture: {self.file}")
                self._file_known = True
            self._board(table.state, viewer, as_it_stands(table.state))
        self.screen.say(remarks(table, self.games.now()))
        self.keep(self.file, picture.png)

    async def ask(self, table: Table, signs: Signs, seat: int) -> None:
        """Show the board as text with the marks asked for, and their meaning."""
        self._board(table.state, await self._viewer(table, seat), signs)
        self.screen.say(f"Marks: {legend(signs)}.")

    async def moves(self, table: Table, rest: str, seat: int) -> None:
        """Mark what can move, or where the piece on the cell named can go, and list it."""
        state = table.state
        cell = wording.cell_named(state, rest)
        own = cell is None or state.position.pieces[state.turn] >> cell & 1
        if state.result is None and own:
            await self.ask(table, asked_for(state, cell), seat)
        self.screen.say(wording.moves_from(state, cell))

    async def _viewer(self, table: Table, seat: int) -> Viewer:
        viewer = await self.games.settings.viewer(table.game.seats[1], seat)
        self.anybody = Viewer(theme=viewer.theme)
        return viewer

    def _board(self, state: State, viewer: Viewer, signs: Signs) -> None:
        variant, position = state.variant, state.position
        text = () if self.screen.colours else [("", board_as_text(variant, position, viewer.seat, signs))]
        self.screen.show(("", "\n"), *(text or painted(variant, position, viewer, signs)), ("", "\n"))

    def keep(self, file: Path, png: bytes) -> bool:
        """Write a picture to a file; False, after saying why, where it cannot be written."""
        try:
            file.write_bytes(png)
        except OSError as problem:
            self.screen.say(f"The picture can't be written: {why(problem)}.")
            return False
        return True

    # ---- acting

    async def work(self, what: Callable[..., str], *given: Any) -> str:  # noqa: ANN401 - passed on
        return await self.screen.wait("Working", asyncio.to_thread(what, *given))

    async def act(self, seat: int, command: Callable[[int], Command]) -> None:
        await self.tell(await self.games.play.act(self.table, self.table.game.seats[seat], command))

    async def tell(self, turned: CommandResult) -> None:
        self.table = turned.now
        for each in (turned, *turned.then):
            for event in each.events:
                shown = each.table is turned.now and isinstance(event.what, Moved | Rolled | Revealed)
                if not shown and news.worth_telling(each.table, event):
                    said = news.event_in_words(each.table, event, wording.plain_name)
                    self.screen.say(said.replace("/game claim-time", '"flag"'))
        if self.state.changed >= turned.events[0].sequence:
            await self.show()
            if self.state.result is not None:
                self.screen.say(what_next(self.table))


def what_next(table: Table) -> str:
    return f'"new {table.game.variant}" plays it again, "games" lists all games, "record" shows the moves.'


def moves_to_type(state: State) -> Words:
    """The legal moves in short notation, sorted, each in words: `Ga2` with "guard a1 to a2"."""
    legal = sheet(state)
    return sorted((legal.short(move), move_in_words(legal.movement, legal.position, move)) for move in legal.legal)
