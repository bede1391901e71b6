"""Questions about a game at the terminal: each is answered with a text made from its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.console import files
from bot.games import Table
from bot.text import games
from engine.notation.position_code import code_of

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
    "save": files.save,
}
"""The answers by the word that asks for each; each is given the table and what is typed after the word."""

RECORDS = frozenset({"record", "save"})
"""The words whose answers are scoresheets."""
VERBATIM = frozenset({"record", "position"})
"""The words whose answers can be read back, so that their lines are never wrapped."""
