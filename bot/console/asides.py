"""Lines that are neither moves nor commands, but that people type; each gets a way on."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games import Table
from bot.text.games import to_place
from engine.play.referee import sheet

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
    """What can be done when a game is over."""
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
