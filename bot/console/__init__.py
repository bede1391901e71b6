"""Hot-seat play in a terminal, with the use cases, store and pictures of the Discord bot; no token is needed."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import isawaitable
from pathlib import Path

from bot.console import looking, playing
from bot.console.hotseat import HotSeat, moves_to_type, what_next
from bot.console.looking import LEAVING, with_way_on
from bot.console.screens import PromptScreen, Terminal, Words, folded
from bot.games import Games
from bot.games.pictures import themes_for
from bot.games.refusals import if_granted
from bot.store import Database, Ledger, StoreError, Unreadable
from bot.text import games as wording
from bot.text.gamelist import newcomers_order
from engine.model.refusal import Refused
from engine.notation.position_code import code_of
from engine.play.commands import ClaimDraw, MakeMove, Resume
from engine.play.referee import flag, sheet
from engine.variants import GAMES

DATABASE = Path("local.sqlite")
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
games   all games, and the unfinished ones     game 3   continue game 3
new GAME    start a game             new GAME time 10+5     start it with clocks
new GAME referee 3                   start it against me at level 3
position    this position's code     new GAME position CODE  start it from one
hint    which piece to move; again, where; again, why
review  when the game is over: where it turned, by choice or by dice
explore, explore 3   try moves on a copy of this position, or an earlier one
puzzle, puzzle chess easy   find the move that wins the game, or a piece
save F  save the scoresheet as F      load F   continue the game in F
load F 7   look at the game in F after move 7; load F game 2 7, its second
luck    how lucky the dice were; verify checks them at the end
pause   stop the clock; resume starts it; flag claims a win on time
settings   the settings of all sides; change one: settings letters on
quit    leave; the game is saved     Ctrl-C clears the line; twice, it leaves"""

COMMANDS: Mapping[str, Callable[[HotSeat, str], str | Awaitable[str | None] | None]] = {
    "help": lambda _, __: HELP,
    "record": lambda here, _: here.screen.show(("", wording.record_of(here.named))),
    "verify": lambda here, _: here.work(wording.check_of, here.table),
    "luck": lambda here, _: here.work(wording.luck_of, here.table, wording.plain_name),
    "position": lambda here, _: here.screen.show(("", code_of(here.state.variant, here.state.position))),
    "save": lambda here, name: here.work(playing.save, here.named, name),
    "board": lambda here, moment: here.show(moment),
    "moves": lambda here, cell: here.moves(here.table, cell, here.seat(here.state)),
    "rules": looking.show_rules,
    "pieces": looking.show_pieces,
    "turn": looking.turn_board,
    "picture": looking.show_pictures,
    "theme": looking.choose_theme,
    "settings": looking.change_settings,
    "hint": looking.give_hint,
    "review": looking.review,
    "explore": looking.explore,
    "puzzle": looking.solve_puzzle,
    "draw": playing.offer_draw,
    "accept": lambda here, _: playing.answer(here, "yes"),
    "decline": lambda here, _: playing.answer(here, "no"),
    "claim": lambda here, _: here.act(here.state.turn, ClaimDraw),
    "takeback": playing.take_back,
    "undo": playing.take_back,
    "resign": playing.resign,
    "pause": playing.pause,
    "resume": lambda here, _: here.act(here.state.turn, Resume),
    "flag": playing.claim_time,
    "referee": playing.let_referee_play,
    "levels": lambda _, __: playing.levels_told(),
    "go": playing.go,
    "games": playing.list_games,
    "game": playing.go_to_game,
    "new": playing.new,
    "load": playing.load,
}
"""A command's handler, given the text after its word; a returned text is said."""
ALIASES = {
    "?": "help",
    "commands": "help",
    "scoresheet": "record",
    "pgn": "record",
    "surrender": "resign",
    "show": "board",
}
"""Other words for commands, which are not offered."""
_ANSWERS = {
    "bye goodbye stop leave end close": '"quit" saves the game and leaves; "resign" gives it up.',
    "pass skip": 'You can\'t pass; "moves" shows what you can move. "draw" offers a draw, "resign" gives up.',
    "learn lesson tutorial": (
        '"rules" explains how to play, "rules P" how the piece P moves; "explore" lets you try moves.'
    ),
    "score points": 'There are no points: "rules" says what wins. "record" shows the moves.',
    "hello hi hey": "Hello! {moving}",
    "how what where why who which can huh": "{moving}",
}
"""Answers to lines that begin with other words; `moving` tells how to move now."""


async def play_here(
    variant: str, options: Sequence[str], code: str = "", time: str = "", level: str = "", sides: str = ""
) -> int:
    """Play at this terminal until the player quits; the exit status is 2 if the game or the file cannot be used.

    `variant` is a game's id, "" for the game last left unfinished or else the first there is; `options` are written
    `name=value`; a position code begins a new game, and so does a time control. The game is kept in DATABASE,
    in the current folder, where its pictures go, too. `level` and `sides` say what the referee plays.
    """
    screen = PromptScreen() if sys.stdin.isatty() and sys.stdout.isatty() else Terminal()
    try:
        database = await Database.open(DATABASE)
        games = Games(Ledger(database))
        try:
            await games.play.start()
            opening = playing.opened(games, variant, options, code, time, level, sides)
            here = HotSeat(games, screen, await screen.wait("Opening the games", opening))
            await playing.sit(here, here.table)
            screen.say(welcome(here))
            await _play(here)
            await games.play.stop()
        finally:
            await games.thinkers.stop()
            await database.close()
    except Refused as refused:
        told = refused.refusal.text
    except (Unreadable, sqlite3.Error) as problem:
        told = f"can't use the database {DATABASE}: {problem}"
    except StoreError as problem:
        told = str(problem)
    else:
        return 0
    print(folded(told, shutil.get_terminal_size().columns) if sys.stderr.isatty() else told, file=sys.stderr)
    return 2


async def _play(here: HotSeat) -> None:
    leaving = False
    while True:
        try:
            line, mine = "", playing.is_due(here)
            if not mine:
                style, prompt = here.prompt()
                line = (await here.screen.ask(prompt, words_to_type(here), style)).strip()
                leaving = False
            if line.casefold() in LEAVING:
                return
            if turned := await if_granted(here.games.play.rule(here.table, flag)):
                await here.tell(turned)
            if mine and playing.is_due(here):
                await playing.move(here)
            elif line:
                await carry_out(here, line)
        except Refused as refused:
            here.screen.say(with_way_on(refused.refusal))
        except EOFError:
            return
        except KeyboardInterrupt:
            if leaving:
                return
            leaving = True
            here.screen.say("Ctrl-C again leaves; the game is saved.")
        await here.games.play.stop()
        here.table = await if_granted(here.games.tables.find(here.table.game.number)) or here.table


async def carry_out(here: HotSeat, line: str) -> None:
    """Answer or carry out a line; anything that is no command is read as a move."""
    first, _, rest = line.partition(" ")
    word = ALIASES.get(first.casefold(), first.casefold())
    bare = line.casefold().rstrip("?!. ").partition(" ")[0]
    if word in COMMANDS:
        answer = COMMANDS[word](here, rest.strip())
        said = await answer if isawaitable(answer) else answer
        if said is not None:
            here.screen.say(said)
    elif found := next((answer for words, answer in _ANSWERS.items() if bare in words.split()), None):
        here.screen.say(found.format(moving=_moving(here)))
    else:
        await here.act(here.state.turn, lambda seat: MakeMove(seat, None, line))


def words_to_type(here: HotSeat) -> Words:
    variant = here.state.variant
    origins = {move.origin for move in here.state.movement.legal(here.state.position)}
    return [
        *moves_to_type(here.state),
        *((word, "") for word in (*COMMANDS, "quit")),
        *((f"rules {kind.letter}", f"how the {kind.name} moves") for kind in variant.kinds),
        ("rules all", "with all rulings"),
        *((f"theme {name}", "") for name in themes_for(variant)),
        *((f"moves {variant.board.names[cell]}", "") for cell in sorted(origins)),
        *((f"new {game.key}", game.name) for game in newcomers_order()),
    ]


def welcome(here: HotSeat) -> str:
    legal = sheet(here.state)
    move = legal.short(legal.legal[0]) if legal.legal else ""
    first = f'Type a move, like {move}, or "help"' if move else 'Type "help"'
    return (
        f'{first}; "rules" explains how to play, "quit" saves the game and leaves. '
        f'"games" lists all {len(GAMES)} games, "new GAME" starts one, "referee 3" lets me play against you.'
    )


def _moving(here: HotSeat) -> str:
    state = here.state
    if state.result is not None:
        return f"This game is over. {what_next(here.table)}"
    if state.position.due:
        return f'{wording.to_place(state)} "help" lists what you can type.'
    legal = sheet(state)
    move, side = legal.legal[0], state.variant.seat(state.turn).name
    letter, origin = legal.movement.mover(state.position, move).letter, state.variant.board.names[move.origin]
    return (
        f"{side} is to move. Type the letter of a piece and the cell it goes to, such as "
        f'{legal.short(move)}, or both cells: {legal.long()[0]}. "moves" shows which pieces can move, "moves {origin}" '
        f'where the one on {origin} can go, "rules {letter}" how it moves. "help" lists what else you can type.'
    )
