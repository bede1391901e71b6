"""Puzzles at one keyboard: solved until the player returns to the game."""

from __future__ import annotations

from bot.console.display import Display
from bot.console.looking import show_moves
from bot.console.screens import Screen, Words
from bot.console.typed import moves_to_type, with_way_on
from bot.games import Games, Solving, Table
from bot.text.puzzles import HOW, puzzle_text
from engine.model.refusal import Refused

HELP = """\
Pxd4, Tbc3, b1c3   make your move; the referee replies
hint    which piece moves             solution   show how it is done
next    another puzzle                moves, moves c2    mark what can move or where
back    return to the game, which stays as it was"""


async def puzzle(screen: Screen, games: Games, table: Table, rest: str, display: Display) -> bool:
    """Solve puzzles until the player goes back; False, after saying why, where there are none as asked for."""
    player = table.game.seats[1]
    words = rest.split()
    game = words[0] if words else table.game.variant
    found = await games.puzzles.open(player, game, words[1] if len(words) > 1 else None)
    screen.say('"back" returns to the game; "help" lists the commands.')
    await _draw(screen, table, found, display)
    while True:
        try:
            line = (await screen.ask("puzzle> ", _words(found))).strip()
        except (EOFError, KeyboardInterrupt):
            return True
        word, _, asked = line.partition(" ")
        word = word.casefold()
        if word in {"back", "quit", "exit", "q"}:
            return True
        if word in {"help", "?"}:
            screen.say(HELP)
        elif word == "moves":
            await show_moves(screen, display, Table(table.game, found.state), asked.strip(), _seat(found))
        elif line:
            try:
                found = await _done(games, found, word, line)
            except Refused as refused:
                screen.say(with_way_on(refused.refusal))
            else:
                await _draw(screen, table, found, display)


async def _done(games: Games, at: Solving, word: str, line: str) -> Solving:
    """The puzzle after a line."""
    match word:
        case "hint":
            return await games.puzzles.hint(at)
        case "solution" | "give":
            return await games.puzzles.give_up(at)
        case "next" | "new":
            return await games.puzzles.next(at)
        case _:
            return await games.puzzles.read(at, line)


async def _draw(screen: Screen, table: Table, at: Solving, display: Display) -> None:
    await display.draw(Table(table.game, at.state), _seat(at))
    lines = (line.removeprefix("-# ") for line in puzzle_text(at).replace("**", "").split("\n"))
    screen.say("\n".join(line for line in lines if line != HOW))


def _seat(at: Solving) -> int:
    return at.puzzle.start.turn


def _words(at: Solving) -> Words:
    moves = [] if at.over else moves_to_type(at.legal)
    return [*moves, *((word, "") for word in ("hint", "solution", "next", "moves", "back", "help"))]
