"""Hot-seat play in a terminal, with the use cases, store and texts of the Discord bot; no token is needed."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import isawaitable

from bot.console import hotseat, looking, playing
from bot.console.hotseat import HotSeat, moves_to_type
from bot.console.screens import PromptScreen, Terminal, Words, folded
from bot.games.refusals import if_granted
from bot.store import StoreError, Unreadable
from bot.text import games as wording
from bot.text.gamelist import newcomers_order
from bot.web.local import DATABASE, kept_here
from engine.model.refusal import Refused
from engine.notation.moves import UnreadableMove
from engine.notation.position_code import code_of
from engine.play.commands import Agree, ClaimDraw, Decline, MakeMove, Resume
from engine.play.events import DRAW, PAUSE
from engine.play.referee import flag, sheet
from engine.variants import GAMES

HELP = """\
Pxd4, Tbc3, b1c3   make a move; Tab completes the legal ones
moves, moves c2    mark what can move, or where the piece on c2 can go
board, board 7     draw the board again, or as it was after move 7
rules, rules P     the rules, how the piece P moves; rules all, with rare cases
hint    which piece to move; again, where; again, why
undo    take your last move back
draw    offer a draw; claim claims one by the rules
accept, decline    answer for the next side
resign  resign for the side to move; resign Gold, for another
referee 3   let me play the other sides at level 3; referee 3 Gold, that side;
        referee off, none; referee lists the levels
record  show the scoresheet; save F  save it as F; load F  play on from F
luck    how lucky the dice were; verify checks them at the end
games   all games, and the unfinished ones     game 3   continue game 3
new GAME    start a game             new GAME referee 3   against me at level 3
new GAME time 10+5   with clocks     new GAME position CODE   from a position
position    this position's code     web   the board with pictures, in a browser
pause   stop the clock; resume starts it; flag claims a win on time
quit    leave; the game is saved     Ctrl-C clears the line; twice, it leaves"""

COMMANDS: Mapping[str, Callable[[HotSeat, str], str | Awaitable[str | None] | None]] = {
    "help": lambda _, __: HELP,
    "moves": looking.show_moves,
    "board": looking.show_board,
    "rules": looking.show_rules,
    "hint": looking.give_hint,
    "undo": playing.take_back,
    "draw": lambda here, _: playing.propose(here, DRAW),
    "pause": lambda here, _: playing.propose(here, PAUSE),
    "accept": lambda here, _: playing.answer(here, Agree),
    "decline": lambda here, _: playing.answer(here, Decline),
    "claim": lambda here, _: here.act(ClaimDraw),
    "resume": lambda here, _: here.act(Resume),
    "flag": playing.claim_time,
    "resign": playing.resign,
    "referee": playing.let_referee_play,
    "record": lambda here, _: here.screen.show(wording.record_of(here.table)),
    "position": lambda here, _: here.screen.show(code_of(here.state.variant, here.state.position)),
    "save": playing.save,
    "load": playing.load,
    "luck": lambda here, _: wording.luck_of(here.table, wording.plain_name),
    "verify": lambda here, _: wording.check_of(here.table),
    "games": playing.list_games,
    "game": playing.go_to_game,
    "new": playing.new,
    "web": looking.open_page,
}
"""A command's handler, given the text after its word; a returned text is said."""
ALIASES = {
    "?": "help",
    "commands": "help",
    "scoresheet": "record",
    "pgn": "record",
    "surrender": "resign",
    "show": "board",
    "takeback": "undo",
}
"""Other words for commands, which are not offered."""
_ANSWERS = {
    "bye goodbye stop leave end close": '"quit" saves the game and leaves; "resign" gives it up.',
    "pass skip": 'You can\'t pass; "moves" shows what you can move. "draw" offers a draw, "resign" gives up.',
    "learn lesson tutorial": '"rules" explains how to play, "rules P" how the piece P moves.',
    "score points": 'There are no points: "rules" says what wins. "record" shows the moves.',
    "hello hi hey": "Hello! {moving}",
    "how what where why who which can huh": "{moving}",
}
"""Answers to lines that begin with other words; `moving` tells how to move now."""


LEAVING = frozenset({"quit", "exit", "q"})


async def play_here(
    variant: str, options: Sequence[str], code: str = "", time: str = "", level: str = "", sides: str = ""
) -> int:
    """Play at this terminal until the player quits; the exit status is 2 if the game or the file cannot be used.

    `variant` is a game's id, "" for the game last left unfinished or else the first there is; `options` are written
    `name=value`; a position code begins a new game, and so does a time control. The games are kept in DATABASE,
    in the current folder. `level` and `sides` say what the referee plays.
    """
    screen = PromptScreen() if sys.stdin.isatty() and sys.stdout.isatty() else Terminal()
    try:
        async with kept_here() as games:
            table = await playing.opened(games, screen, variant, options, code, time, level, sides)
            here = HotSeat(games, screen, table)
            async with here.page:
                await playing.go_to(here, table)
                screen.say(welcome(here))
                await _play(here)
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
            if not leaving:
                await here.screen.think(here.games.opponent.idle())
            line = (await here.screen.ask(lambda: here.prompt, lambda: words_to_type(here))).strip()
            leaving = False
            if line.casefold() in LEAVING:
                return
            await if_granted(here.games.play.rule(here.table, flag))
            if line:
                await carry_out(here, line)
        except Refused as refused:
            way_on = ' "help" lists what else you can type.' if isinstance(refused.refusal, UnreadableMove) else ""
            here.screen.say(f"{refused.refusal}{way_on}")
        except EOFError:
            return
        except KeyboardInterrupt:
            if leaving:
                return
            leaving = True
            here.screen.say("Ctrl-C again leaves; the game is saved.")
        await here.games.play.stop()


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
        await here.act(lambda seat: MakeMove(seat, None, line))


def words_to_type(here: HotSeat) -> Words:
    variant = here.state.variant
    origins = {move.origin for move in here.state.movement.legal(here.state.position)}
    return [
        *moves_to_type(here.state),
        *((word, "") for word in (*COMMANDS, "quit")),
        *((f"rules {kind.letter}", f"how the {kind.name} moves") for kind in variant.kinds),
        ("rules all", "with all rulings"),
        *((f"moves {variant.board.names[cell]}", "") for cell in sorted(origins)),
        *((f"new {game.key}", game.name) for game in newcomers_order()),
    ]


def welcome(here: HotSeat) -> str:
    legal = sheet(here.state)
    move = legal.short(legal.legal[0]) if legal.legal else ""
    first = f'Type a move, like {move}, or "help"' if move else 'Type "help"'
    return (
        f'{first}; "rules" explains how to play, "quit" saves the game and leaves. '
        f'"games" lists all {len(GAMES)} games, "new GAME" starts one.'
    )


def _moving(here: HotSeat) -> str:
    state = here.state
    if state.result is not None:
        return f"This game is over. {hotseat.WHAT_NEXT}"
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
