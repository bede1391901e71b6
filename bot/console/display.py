"""The board at the terminal: as text with remarks, and as a picture in a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bot.console.screens import Painted, Screen
from bot.games import Games, Table, pictures
from bot.games.settings import facing
from bot.text import games as wording
from bot.text import proposals, several
from bot.text.clocks import clocks, plain_stamp
from engine.model.english import listed
from engine.notation.describe import board_as_text, letter_of, lost_in_words
from engine.play.state import State
from engine.records.replay import state_after


class Display:
    """Shows tables on a screen; the board's picture is written to `picture` every time.

    While it is `turning`, the board is seen from the side to move, else from the first.
    """

    def __init__(self, games: Games, screen: Screen, picture: Path) -> None:
        self._games = games
        self._screen = screen
        self._picture = picture
        self.turning = True

    def announce(self, table: Table) -> None:
        """Say which game this is, and how its pieces are written."""
        state = table.state
        resumed = ", resumed" if state.sequence > (state.clock is not None) else ""
        options = "".join(f", {name}={value}" for name, value in state.variant.options)
        marks = [f"{letter_of('G', seat.number)} {seat.name}'s" for seat in state.variant.seats]
        title = f"Game {table.game.number}: {state.variant.name}{options}{resumed}"
        self._screen.say(f"{title}. On the board {listed(marks, 'and')} pieces; · is a vacant cell.")

    async def show(self, table: Table, rest: str = "") -> None:
        """Show the board as it stands, or as it stood after as many moves as `rest` says."""
        if rest.isdecimal() and len(rest) <= 6:
            table = Table(table.game, state_after(table.state, int(rest)))
            self._screen.say(f"After move {len(table.state.played)}:")
        state = table.state
        await self.draw(table, facing(state) if self.turning else 1)

    async def draw(self, table: Table, seat: int) -> None:
        """Show the board from the side of a seat."""
        state = table.state
        viewer = await self._games.settings.viewer(table.game.seats[seat], seat)
        picture = await pictures.board(table, viewer)
        self._picture.write_bytes(picture.png)
        text = board_as_text(state.variant, state.position, seat)
        self._screen.show([("", "\n"), *_painted(state, text), ("", "\n")])
        lines = (*_remarks(table), f"Picture: {self._picture.resolve()}")
        self._screen.say("\n".join(line for line in lines if line))


def _remarks(table: Table) -> tuple[str | None, ...]:
    """The remarks on a board; an empty text for each that does not apply."""
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
        wording.standing(table, wording.plain_name),
        several.in_check(state),
        clocks(table, plain_stamp),
    )


def _painted(state: State, text: str) -> Iterator[Painted]:
    """The board with each piece in its side's colours, as in the pictures, and the names of the cells dimmed."""
    variant, position = state.variant, state.position
    styles = [f"bold fg:{_hex(livery.icon)} bg:{_hex(livery.fill)}" for livery in pictures.liveries(variant)]
    before, *parts = re.split(r"([a-z]\d+) (\S+)", text)
    yield ("", before)
    for name, letter, after in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        piece = variant.piece(position, variant.board.cell(name))
        yield ("dim", f"{name} ")
        yield ("dim" if piece is None else styles[piece.seat - 1], letter)
        yield ("", after)


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
