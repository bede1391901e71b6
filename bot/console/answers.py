"""Answers at the terminal: to questions about a game, to lines that people type anyway; scoresheets as files."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from bot.console.screens import why
from bot.games import Table
from bot.games.study.imports import LARGEST, BadRecord, Brought, read
from bot.store import Player, StoredGame
from bot.text import games
from bot.text.games import to_place
from engine.model.refusal import Refusal, Refused
from engine.notation.position_code import code_of
from engine.play.referee import sheet
from engine.records.scoresheet import Scoresheet

_ASKED = re.compile(r"(?P<path>.+?)(?:\s+game\s+(?P<number>\d{1,6}))?(?:\s+(?P<move>\d{1,6}))?", re.DOTALL)


class NotSaved(Refusal):
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
    path = Path(match["path"])
    try:
        data = await asyncio.to_thread(_first_bytes, path)
    except (OSError, ValueError) as problem:
        raise Refused(BadRecord(f"{path}: {why(problem)}")) from problem
    number = int(match["number"]) if match["number"] else None
    sheet = await asyncio.to_thread(read, Brought(data, number=number))
    return sheet, int(match["move"]) if match["move"] else None


def _first_bytes(path: Path) -> bytes:
    """The first bytes of a file, one more than may be read, so that a larger file is noticed."""
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def looked_at(game: StoredGame, sheet: Scoresheet) -> Table:
    """A table that shows the game of a scoresheet, with the sides named as at the terminal."""
    seats = {seat.number: Player(seat.number, seat.name) for seat in sheet.state.variant.seats}
    return Table(replace(game, seats=seats), sheet.state)


HELP = """\
Pxd4, Tbc3, b1c3   make a move; Tab completes the legal ones
moves, moves c2    mark what can move, or where the piece on c2 can go
rules, rules P     the rules, how the piece P moves; rules all, with rare cases
pieces  a picture of how all pieces move
board   draw the board again          board 7  the board after move 7
turn    turn the board to the side to move at every move, or stop turning it
theme   the colours to choose from    theme slate  choose these for good
picture    pictures in place of text, where the terminal shows them
draw    offer a draw; the others type accept or decline; claim claims one
undo    take the last move back if the others agree; undo 2, the last two;
        against me, your last move and what I answered
resign  resign for the side to move; resign Gold, for another
referee 3   let me play the other sides at level 3; referee 3 Gold, that side;
        referee off; levels lists the levels; go lets me move when I wait
record  show the scoresheet
games   all games, and the unfinished ones     game 3   go on with game 3
new GAME    begin a game             new GAME time 10+5     begin it with clocks
new GAME referee 3                   begin it against me at level 3
position    this position's code     new GAME position CODE  begin it from one
hint    which piece to move; again, where; again, why
review  when the game is over: where it turned, by choice or by dice
explore, explore 3   try moves on a copy of this position, or an earlier one
puzzle, puzzle chess easy   find the move that wins the game, or a piece
save F  save the scoresheet as F      load F   go on with the game in F
load F 7   look at the game in F after move 7; load F game 2 7, its second
luck    compare the dice with what was expected; verify checks them at the end
pause   stop the clock; resume starts it; flag claims that time has run out
settings   the settings of all sides; change one: settings letters on
quit    leave; the game is kept      Ctrl-C clears the line; twice, it leaves"""


ANSWERS: Mapping[str, Callable[[Table, str], str]] = {
    "help": lambda _table, _rest: HELP,
    "record": lambda table, _: games.record_of(table),
    "verify": lambda table, _: games.check_of(table),
    "luck": lambda table, _: games.luck_of(table, games.plain_name),
    "position": lambda table, _: code_of(table.state.variant, table.state.position),
    "save": save,
}
"""The answers by the word that asks for each; each is given the table and what is typed after the word."""
RECORDS = frozenset({"record", "save"})
"""The words whose answers are scoresheets."""
VERBATIM = frozenset({"record", "position"})
"""The words whose answers can be read back, so that their lines are never wrapped."""


ALIASES: Mapping[str, str] = {
    "?": "help",
    "commands": "help",
    "undo": "takeback",
    "scoresheet": "record",
    "pgn": "record",
    "surrender": "resign",
    "show": "board",
}
"""Other words for commands."""

_GREETINGS = frozenset({"hello", "hi", "hey"})
_QUESTIONS = frozenset({"how", "what", "where", "why", "who", "which", "can", "huh"})
_FAREWELLS = frozenset({"bye", "goodbye", "stop", "leave", "end", "close"})


def aside(table: Table, line: str) -> str | None:
    """What to say to a line; None where there is nothing to say."""
    words = line.casefold().rstrip("?!. ").split()
    match words[0] if words else "":
        case word if word in _GREETINGS:
            return f"Hello! {_moving(table)}"
        case word if word in _QUESTIONS:
            return _moving(table)
        case word if word in _FAREWELLS:
            return '"quit" leaves and keeps the game; "resign" gives it up.'
        case "pass" | "skip":
            return 'You cannot pass; "moves" shows what you can move. "draw" offers a draw, "resign" gives up.'
        case "learn" | "lesson" | "tutorial":
            return '"rules" tells how to play, "rules P" shows how the piece P moves; "explore" lets you try moves.'
        case "score" | "points":
            return 'Nobody scores points: "rules" says what wins. "record" shows the moves made.'
        case _:
            return None


def what_next(table: Table) -> str:
    return f'"new {table.game.variant}" plays it again, "games" lists all games, "record" shows the moves.'


def _moving(table: Table) -> str:
    """How to make a move, with one that is legal now."""
    state = table.state
    if state.result is not None:
        return f"This game is over. {what_next(table)}"
    if state.position.due:
        return f'{to_place(state)} "help" lists what you can type.'
    legal = sheet(state)
    move = legal.legal[0]
    names = state.variant.board.names
    letter = legal.movement.mover(state.position, move).letter
    origin = names[move.origin]
    side = state.variant.seat(state.turn).name
    return (
        f"{side} is to move. Type the letter of a piece and the cell it goes to, such as "
        f'{legal.short(move)}, or both cells: {legal.long()[0]}. "moves" shows which pieces can move, "moves {origin}" '
        f'where the one on {origin} can go, "rules {letter}" how it moves. "help" lists what else you can type.'
    )
