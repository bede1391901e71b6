"""Questions about a game at the terminal: each is answered with a text made from its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.console import files
from bot.games import Table
from bot.text import games
from engine.model.refusal import Refusal
from engine.notation.position_code import code_of
from engine.variants.card import card_text

HELP = """\
Pxd4, Tbc3, b1c3   make a move; Tab completes the legal ones
moves, moves c2    which pieces can move, where the one on c2 can go
board   draw the board again          rules    the rules card
turn    turn the board to the side to move at every move, or stop turning it
draw    offer a draw; the others type accept or decline; claim claims one
resign  resign for the side to move; resign Gold, for another
record  show the scoresheet
verify  check the dice (not the moves) once the game is over
luck    compare the dice with what was expected
salt w  add the word w to the dice
pause   stop the clock; resume starts it again
flag    claim that the side to move has run out of time
takeback, takeback 2   take back the last move or two, if the others agree
explore, explore 3   try moves on a copy of this position, or an earlier one
settings   the settings of all sides; change one: settings letters on
games   the unfinished games here     game 3   go on with game 3
new     begin another game            position  this position's code
new position CODE   begin another game from a position
save F  save the scoresheet as F      load F   go on with the game in F
board 7 the board after move 7        load F 7 the board of F after move 7
new time 10+5   begin one with clocks, such as new time 3 days/move
quit    leave; the game is kept"""


def _moves(table: Table, rest: str) -> str | Refusal:
    cell = games.cell_named(table.state, rest)
    return cell if isinstance(cell, Refusal) else games.moves_from(table.state, cell)


ANSWERS: Mapping[str, Callable[[Table, str], str | Refusal]] = {
    "help": lambda _table, _rest: HELP,
    "moves": _moves,
    "rules": lambda table, _: card_text(table.state.variant).replace("**", ""),
    "record": lambda table, _: games.record_of(table),
    "verify": lambda table, _: games.check_of(table),
    "luck": lambda table, _: games.luck_of(table, games.plain_name),
    "position": lambda table, _: code_of(table.state.variant, table.state.position),
    "save": files.save,
}
"""The answers by the word that asks for each; each is given the table and what is typed after the word."""

VERBATIM = frozenset({"record", "position"})
"""The words whose answers can be read back, so that their lines are never wrapped."""
