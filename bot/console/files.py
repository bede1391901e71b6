"""Scoresheets as files at the terminal: saved, and loaded to look at or to play on."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import replace
from pathlib import Path

from bot.games import Table
from bot.games.study.imports import LARGEST, BadRecord, Brought, Earlier, going_on, read
from bot.store import Player, StoredGame
from bot.text import games
from engine.model.refusal import Refusal, Refused
from engine.records.scoresheet import Scoresheet

_ASKED = re.compile(r"(?P<path>.+?)(?:\s+game\s+(?P<number>\d{1,6}))?(?:\s+(?P<move>\d{1,6}))?", re.DOTALL)


def _bytes(path: Path) -> bytes:
    """The first bytes of a file, one more than may be read, so that a larger file is noticed."""
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def why(problem: OSError | ValueError) -> str:
    """What is wrong with a file, in the words of the system without its number and the file's name."""
    return problem.strerror or str(problem) if isinstance(problem, OSError) else str(problem)


class NotSaved(Refusal):
    """A scoresheet that cannot be saved as asked."""

    problem: str

    words = "{problem}; name another file."


def save(table: Table, name: str) -> str:
    """Write the scoresheet of a game to a new file; return what to say about it."""
    path = Path(name or f"game-{table.game.number}.txt")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(games.record_of(table))
    except FileExistsError:
        raise Refused(NotSaved(f"{path} is there already")) from None
    except (OSError, ValueError) as problem:
        raise Refused(NotSaved(f"{path} cannot be written: {why(problem)}")) from problem
    return f"Saved in {path.resolve()}."


async def load(asked: str) -> tuple[Scoresheet, int | None]:
    """The scoresheet in a file, and the move number typed after its name, if any."""
    match = _ASKED.fullmatch(asked)
    if match is None:
        raise Refused(BadRecord("name the file, such as load game-1.txt"))
    try:
        data = await asyncio.to_thread(_bytes, Path(match["path"]))
    except (OSError, ValueError) as problem:
        raise Refused(BadRecord(f"{match['path']}: {why(problem)}")) from problem
    number = int(match["number"]) if match["number"] else None
    sheet = await asyncio.to_thread(read, Brought(data, number=number))
    return sheet, int(match["move"]) if match["move"] else None


def looked_at(game: StoredGame, sheet: Scoresheet) -> Table:
    """A table that shows the game of a scoresheet, with the sides named as at the terminal."""
    seats = {seat.number: Player(seat.number, seat.name) for seat in sheet.state.variant.seats}
    return Table(replace(game, seats=seats), sheet.state)


def to_go_on(sheet: Scoresheet) -> Earlier:
    """The game of a scoresheet, to be continued now."""
    return going_on(sheet, time.time_ns() // 1_000_000)
