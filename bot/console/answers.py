"""What is asked about a game at the terminal, each answered with a text made from its table."""

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
moves, moves c2    which pieces can move, where one can go
board   draw the board again          rules    the rules card
turn    turn the board to the side to move from now on, or let it stand
draw    offer a draw; then the others type accept or decline; claim claims one
resign  give up; resign Gold, for a side that is not to move
record  the scoresheet
verify  check the dice at the end, not the moves
luck    the dice beside what was expected
salt w  add the word w to the dice
pause   stop the clock; resume goes on
flag    claim that the time of the side to move is up
takeback, takeback 2   take back the last move or two; the others are asked
explore, explore 3   try moves on a copy of this position, or after 3 moves
settings   what is done for all sides; also settings letters on, or only-move on
games   the unfinished games here     game 3   go on with game 3
new     begin another game            position  this position's code
new position CODE   begin another game from a position
save F  the scoresheet into file F    load F   go on with a scoresheet's game
board 7 the board after move 7        load F 7 a scoresheet's board after move 7
new time 10+5   begin one with clocks; also new time 3 days/move and so on
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
"""The answers by the word that asks for each; what is typed behind the word comes with the table."""

VERBATIM = frozenset({"record", "position"})
"""The words whose answers can be read back, and so keep their lines however wide the screen is."""
