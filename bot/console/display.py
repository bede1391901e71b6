"""The board at the terminal: as text or as a picture, with remarks, and as a picture in a file."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import partial
from pathlib import Path

from bot.console import files
from bot.console.marking import Signs, as_it_stands
from bot.console.painting import painted, tag
from bot.console.screens import Painted, Screen
from bot.console.waiting import waited
from bot.games import Games, Table, pictures
from bot.games.refusals import NoSuchPosition
from bot.games.settings import Viewer, anybody, facing
from bot.text import games as wording
from bot.text import proposals, several
from bot.text.clocks import clocks, plain_stamp
from engine.clocks.control import DAY, in_words
from engine.model.english import listed
from engine.notation.describe import letter_of, lost_in_words
from engine.notation.textboard import board_as_text, legend
from engine.play.state import State
from engine.records.replay import length_in_words, named_move, plies_named, state_after
from engine.variants import GAMES


class Display:
    """Shows tables on a screen; the board's picture is written to the file `picture` every time.

    The board is seen from the first side, while it is `turning` from the side to move, as the first side's settings
    say, which are those of the keyboard. Where the screen shows pictures, and they are `wanted`, they replace the text.
    """

    def __init__(self, games: Games, screen: Screen, picture: Path) -> None:
        self._games = games
        self._screen = screen
        self._file = picture
        self._file_known = False
        self.turning = False
        self.wanted = True
        self.anybody = anybody()
        """Whoever looks, for what depends on the theme alone."""

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
        """The prompt of the side to move, in its colours."""
        state = table.state
        if state.result is not None:
            return "", "over> "
        style, _ = tag(state.variant, state.turn, self.anybody)
        return style, f"{state.variant.seat(state.turn).name}> "

    def seat(self, state: State) -> int:
        """The seat from whose side a game is seen."""
        return facing(state) if self.turning else 1

    async def show(self, table: Table, rest: str = "") -> None:
        """Show the board as it stands, or as it stood after the move that `rest` names."""
        if rest:
            plies = plies_named(table.state, rest)
            if plies is None:
                self._screen.say(NoSuchPosition(rest, length_in_words(table.state)))
                return
            self._screen.say(f"After {named_move(table.state, plies - 1)}:" if plies else "At the start:")
            earlier = asyncio.to_thread(state_after, table.state, plies)
            table = Table(table.game, await waited(self._screen, "Going back", earlier))
        await self.draw(table, self.seat(table.state))

    async def draw(self, table: Table, seat: int) -> None:
        """Show the board from the side of a seat, with remarks."""
        state = table.state
        viewer = await self._viewer(table, seat)
        if not self.inline and not self._file_known:
            self._screen.say(f"Picture: {self.path}")
            self._file_known = True
        if not self.inline:
            self._board(state, viewer, as_it_stands(state))
            self._remark(table)
        picture = await waited(self._screen, "Drawing the board", pictures.board(table, viewer))
        if self.inline:
            self._screen.picture(picture.png)
            self._remark(table)
        self._keep(picture.png)

    async def ask(self, table: Table, signs: Signs, seat: int | None = None) -> None:
        """Show the board as text with marks that somebody asked for, and what they mean."""
        self._board(table.state, await self._viewer(table, seat or self.seat(table.state)), signs)
        self._screen.say(f"Marks: {legend(signs)}.")

    @property
    def inline(self) -> bool:
        """Whether pictures are shown in place of text."""
        return self.wanted and self._screen.pictures

    @property
    def path(self) -> Path:
        """Where the board's picture is kept."""
        return self._file.resolve()

    async def _viewer(self, table: Table, seat: int) -> Viewer:
        viewer = await self._games.settings.viewer(table.game.seats[1], seat)
        self.anybody = anybody(viewer.theme)
        return viewer

    def _board(self, state: State, viewer: Viewer, signs: Signs) -> None:
        """Write the board as text, painted where the screen has colours, and the sides' colours beside it."""
        variant, position = state.variant, state.position
        parts: list[Painted]
        if self._screen.colours:
            parts = [*painted(variant, position, viewer, signs)]
        else:
            parts = [("", board_as_text(variant, position, viewer.seat, signs))]
        self._screen.show([("", "\n"), *parts, ("", "\n")])

    def _remark(self, table: Table) -> None:
        self._screen.say("\n".join(line for line in _remarks(table, self._games.now()) if line))

    def _keep(self, png: bytes) -> None:
        """Write the picture to its file, or say why it cannot be written."""
        try:
            self._file.write_bytes(png)
        except OSError as problem:
            self._screen.say(f"The picture cannot be written: {files.why(problem)}.")


def _remarks(table: Table, now: int) -> tuple[str | None, ...]:
    """The remarks on a board at a time (UTC ms); an empty text for each that does not apply."""
    state = table.state
    variant = state.variant
    lost = [(each.name, lost_in_words(variant, state.position, each.number)) for each in variant.seats]
    return (
        wording.last_move(state),
        (wording.fight(state) or "").replace("**", ""),
        several.fates(state),
        "; ".join(f"{name} has lost: {pieces}" for name, pieces in lost if pieces != "none"),
        wording.counters(state),
        *proposals.standing(table, wording.plain_name),
        wording.to_place(state) or wording.standing(table, wording.plain_name),
        several.in_check(state),
        clocks(table, partial(_stamp, now)),
    )


def _stamp(now: int, at: int) -> str:
    """A time to come (UTC ms): how far off it is and when by this computer's clock, or if that is far off, the day."""
    if at - now >= DAY:
        return plain_stamp(at)
    return f"in {in_words(max(0, at - now))}, at {datetime.fromtimestamp(at // 1000).astimezone():%H:%M:%S}"
