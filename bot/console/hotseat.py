"""Opening games at the terminal, and the hot-seat loop: every line typed is a command of the side to move."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from bot.console.acting import NO_OPPOSITION, Acting, Opposition, kept, opposition, told
from bot.console.board import Display
from bot.console.looking import Looking, moves_to_type, with_way_on
from bot.console.screens import Screen, Words, waited, why
from bot.games import Carried, Games, Location, Table, label
from bot.games.lobby.request import start_named
from bot.games.refusals import granted, if_granted
from bot.games.study.records import RECORD_MAX_BYTES, BadRecord, Brought, going_on, read
from bot.games.tables import game_named
from bot.store import Player, StoredGame
from bot.text import games as wording
from bot.text.gamelist import groups, length, newcomers_order
from engine.clocks.control import UNTIMED, TimeControl, read_control
from engine.model.refusal import Refusal, Refused
from engine.notation.position_code import code_of
from engine.play.commands import Command, MakeMove
from engine.play.events import Event, Moved, Revealed, Rolled
from engine.play.referee import flag, sheet
from engine.records.scoresheet import Scoresheet
from engine.variants import GAMES, read_pairs


class NoGameNamed(Refusal):
    again: str

    words = 'Which game? "new {again}" begins this one again; "games" lists them all.'


async def games_listed(games: Games) -> str:
    """Every game by its id with a sentence, in groups, then the unfinished ones by their numbers."""
    wide = max(map(len, GAMES)) + 2
    lines = []
    for group in groups():
        lines.append(f"{group.heading}:")
        lines += [f"  {game.key.ljust(wide)}{game.sentence} {length(game)}." for game in group.games]
    lines.append(f'"new {newcomers_order()[0].key}" begins a game.')
    left = await unfinished(games)
    one = left[0].number if left else 0
    lines.append(f'Unfinished ("game {one}" goes on with #{one}):' if left else "No game here is unfinished.")
    return "\n".join([*lines, *(f"  {label(game)}" for game in left)])


HERE = Location(0, 0)


class NobodyRollsHere(Refusal):
    words = (
        "At the terminal I roll all dice: for a player to roll, somebody other than us has to give their message an id "
        "that nobody can choose, as Discord does. Leave out rolls."
    )


class SidesOfNobody(Refusal):
    words = "The sides are those that I play, so say at which level, too, such as --referee 5."


def _options(words: Sequence[str]) -> dict[str, str]:
    """The options written as `name=value`, without who rolls, which is the referee here."""
    options = granted(read_pairs(words))
    if options.pop("rolls", "referee") != "referee":
        raise Refused(NobodyRollsHere())
    return options


async def unfinished(games: Games) -> list[StoredGame]:
    return await games.ledger.running_in(HERE.channel, sys.maxsize)


async def begun(
    games: Games,
    key: str,
    options: Mapping[str, str],
    code: str = "",
    time: TimeControl = UNTIMED,
    earlier: tuple[Event, ...] = (),
) -> int:
    variant = game_named(key, options)
    start = start_named(variant, code)
    players = {seat.number: Player(seat.number, seat.name) for seat in variant.seats}
    return await games.lobby.set_up(HERE, variant, players, start, time, earlier)


class Against(NamedTuple):
    """The referee's level and the sides that it is to play, as they were typed; "" for what was not said."""

    level: str = ""
    sides: str = ""


UNSAID = Against()


async def opened(
    games: Games, variant: str, options: Sequence[str], code: str, time: str, against: Against = UNSAID
) -> tuple[int, Opposition | None]:
    """The number of the game to start with, and what the referee is to play in it, None where that was not said.

    It is the newest unfinished game that fits what was asked for and can be gone on with, or a new one; from a position
    code, or with a time control, always a new one. `options` are written `name=value`. If the referee is to play, it
    plays the same sides in that game at the same level.
    """
    control, chosen = granted(read_control(time)), _options(options)
    if against.sides and not against.level:
        raise Refused(SidesOfNobody())
    key = variant or (next(iter(GAMES)) if chosen else "")
    if not code and not control.timed:
        wanted = game_named(key, chosen) if key else None
        for game in await unfinished(games):
            asked = wanted is None or (game.variant == wanted.key and dict(game.options) == dict(wanted.options))
            with suppress(Refused):
                table = await games.tables.find(game.number)
                who = opposition(table.state.variant, *against) if against.level else None
                if asked and who in {None, await kept(games.ledger, game.number) or NO_OPPOSITION}:
                    return game.number, who
    key = key or next(iter(GAMES))
    who = opposition(game_named(key, chosen), *against) if against.level else None
    return await begun(games, key, chosen, code, control), who


async def another(games: Games, game: StoredGame, asked: str) -> tuple[int, Opposition | None]:
    """The number of a new game as asked for, and what the referee plays in it, None where that was not said.

    `asked` is a game's id and options, then ` referee`, a level and sides, then ` time` and a control, then ` position`
    and a code, each optional but not all; without id and options the game is as the one before.
    """
    if not asked:
        raise Refused(NoGameNamed(game.variant))
    chosen, _, code = f" {asked}".partition(" position ")
    chosen, _, time = chosen.partition(" time ")
    chosen, _, against = chosen.partition(" referee ")
    level, _, sides = against.strip().partition(" ")
    control, words = granted(read_control(time)), chosen.split()
    key = words.pop(0).casefold() if words and "=" not in words[0] else game.variant
    options = _options(words)
    if not words and key == game.variant:
        options = dict(game.options)
    who = opposition(game_named(key, options), level, sides) if level else None
    return await begun(games, key, options, code, control), who


_ASKED = re.compile(r"(?P<path>.+?)(?:\s+game\s+(?P<number>\d{1,6}))?(?:\s+(?P<move>\d{1,6}))?", re.DOTALL)


class NotSaved(Refusal):
    problem: str

    words = "{problem}; name another file."


def save(table: Table, name: str) -> str:
    path = Path(name or f"game-{table.game.number}.txt")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(wording.record_of(table))
    except FileExistsError:
        raise Refused(NotSaved(f"{path} is there already")) from None
    except (OSError, ValueError) as problem:
        raise Refused(NotSaved(f"{path} cannot be written: {why(problem)}")) from problem
    return f"Saved in {path.resolve()}."


def load(asked: str) -> tuple[Scoresheet, int | None]:
    """The scoresheet in a file, and the move number typed after its name, if any."""
    match = _ASKED.fullmatch(asked)
    if match is None:
        raise Refused(BadRecord("name the file, such as load game-1.txt"))
    path = Path(match["path"])
    try:
        with path.open("rb") as file:
            data = file.read(RECORD_MAX_BYTES + 1)  # one more than may be read, so that a larger file is noticed
    except (OSError, ValueError) as problem:
        raise Refused(BadRecord(f"{path}: {why(problem)}")) from problem
    number, move = (int(given) if given else None for given in match.group("number", "move"))
    return read(Brought(data, number=number)), move


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
    "record": lambda table, _: wording.record_of(table),
    "verify": lambda table, _: wording.check_of(table),
    "luck": lambda table, _: wording.luck_of(table, wording.plain_name),
    "position": lambda table, _: code_of(table.state.variant, table.state.position),
    "save": save,
}
"""The answers by the word that asks for each, from the table and what is typed after the word."""


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
    state = table.state
    if state.result is not None:
        return f"This game is over. {what_next(table)}"
    if state.position.due:
        return f'{wording.to_place(state)} "help" lists what you can type.'
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


class NotUnfinished(Refusal):
    given: str
    numbers: tuple[str, ...]

    words = "No unfinished game “{given:shown}”. Unfinished: {numbers:and}."


class HotSeat:
    """One terminal with a game on it."""

    def __init__(self, games: Games, screen: Screen) -> None:
        self._games = games
        self._screen = screen
        self._display = Display(games, screen)
        self._looking = Looking(games, screen, self._display)
        self._acting = Acting(games, screen, self._act)
        self._number = 0
        self._commands: Mapping[str, Callable[[Table, str], Awaitable[object]]] = {
            **self._looking.commands,
            **self._acting.commands,
            "games": self._list_games,
            "game": self._game,
            "new": self._new,
            "load": self._load,
        }

    async def run(self, opened: Awaitable[tuple[int, Opposition | None]]) -> None:
        """Play from the game `opened` on until the player quits or the input ends."""
        table = await self._sit(*await waited(self._screen, "Opening the games", opened))
        self._screen.say(_welcome(table))
        leaving = False
        while True:
            try:
                if self._acting.due(table):
                    await self._late()
                    table = await self._as_it_stands(table)
                    if self._acting.due(table):
                        await self._acting.move(table)
                else:
                    style, prompt = self._display.prompt(table)
                    line = (await self._screen.ask(prompt, self._words(table), style)).strip()
                    leaving = False
                    if line.casefold() in {"quit", "exit", "q"}:
                        return
                    await self._late()
                    if line:
                        await self._line(table, line)
            except Refused as refused:
                self._screen.say(with_way_on(refused.refusal))
            except EOFError:
                return
            except KeyboardInterrupt:
                if leaving:
                    return
                leaving = True
                self._screen.say("Ctrl-C again leaves; the game is kept.")
            await self._games.timekeeper.stop()
            table = await self._as_it_stands(table)

    async def _as_it_stands(self, table: Table) -> Table:
        """The table that the player sits at now, or this one where it cannot be read."""
        return await if_granted(self._games.tables.find(self._number)) or table

    async def _line(self, table: Table, line: str) -> None:
        """Answer or carry out a line; anything that is no command is read as a move."""
        first, _, rest = line.partition(" ")
        word, rest = first.casefold(), rest.strip()
        word = ALIASES.get(word, word)
        if word in ANSWERS:
            asked = self._acting.named(table) if word in {"record", "save"} else table
            answer = await waited(self._screen, "Working", asyncio.to_thread(ANSWERS[word], asked, rest))
            if word in {"record", "position"}:  # which can be read back, so that their lines are never wrapped
                self._screen.show([("", answer)])
            else:
                self._screen.say(answer)
        elif word in self._commands:
            await self._commands[word](table, rest)
        elif (said := aside(table, line)) is not None:
            self._screen.say(said)
        else:
            await self._act(table, table.state.turn, lambda seat: MakeMove(seat, None, line))

    def _words(self, table: Table) -> Words:
        new = [(f"new {game.key}", game.name) for game in newcomers_order()]
        commands = [(word, "") for word in (*ANSWERS, *self._commands, "undo", "quit")]
        return [*moves_to_type(sheet(table.state)), *commands, *self._looking.words(table), *new]

    # ---- the game on the table

    async def _sit(self, number: int, against: Opposition | None = None) -> Table:
        """Go to a game and show it; `against` is what the referee is to play in it, None for what it has played."""
        table = await waited(self._screen, f"Reading game {number}", self._games.tables.find(number))
        self._number = number
        await self._acting.sit(table, against)
        await self._display.begin(table)
        if self._acting.chosen.seats:
            self._screen.say(told(table, self._acting.chosen))
        return table

    async def _act(self, table: Table, seat: int, command: Callable[[int], Command]) -> Carried:
        """Carry out a command for a seat; show the board if it has changed."""
        turned = await self._games.play.act(self._number, table.game.seats[seat], command)
        await self._tell(turned)
        return turned

    async def _late(self) -> None:
        turned = await if_granted(self._games.play.rule(self._number, flag))
        if turned is not None:
            await self._tell(turned)

    async def _tell(self, turned: Carried) -> None:
        for each in (turned, *turned.then):
            for event in each.events:
                shown = each.table is turned.now and isinstance(event.what, Moved | Rolled | Revealed)
                if not shown and wording.worth_telling(each.table, event):
                    said = wording.happened(each.table, event, wording.plain_name)
                    self._screen.say(said.replace("/game claim-time", '"flag"'))
        if turned.now.state.changed >= turned.events[0].sequence:
            await self._display.show(turned.now)
            if turned.now.state.result is not None:
                self._screen.say(what_next(turned.now))

    # ---- commands that need more than the table

    async def _list_games(self, _: Table, __: str) -> None:
        self._screen.say(await games_listed(self._games))

    async def _game(self, _: Table, rest: str) -> None:
        numbers = {game.number for game in await unfinished(self._games)}
        wanted = rest.removeprefix("#")
        if not wanted.isdecimal() or len(wanted) > 9 or int(wanted) not in numbers:
            raise Refused(NotUnfinished(rest, tuple(map(str, sorted(numbers)))))
        await self._sit(int(wanted))

    async def _new(self, table: Table, rest: str) -> None:
        await self._sit(*await another(self._games, table.game, rest))

    async def _load(self, table: Table, rest: str) -> None:
        scoresheet, move = await waited(self._screen, "Reading the scoresheet", asyncio.to_thread(load, rest))
        if scoresheet.remarks:
            self._screen.say(scoresheet.remarks)
        if move is not None:
            seats = {seat.number: Player(seat.number, seat.name) for seat in scoresheet.state.variant.seats}
            await self._display.show(Table(replace(table.game, seats=seats), scoresheet.state), str(move))
            return
        earlier = going_on(scoresheet, self._games.now())
        if earlier.player_rolls:
            self._screen.say(NobodyRollsHere())
        beginning = begun(self._games, earlier.variant, earlier.options, earlier.start, earlier=earlier.events)
        await self._sit(await waited(self._screen, "Beginning the game", beginning))


def _welcome(table: Table) -> str:
    legal = sheet(table.state)
    move = legal.short(legal.legal[0]) if legal.legal else ""
    first = f'Type a move, such as {move}, or "help"' if move else 'Type "help"'
    return (
        f'{first}; "rules" tells how to play, "quit" leaves and keeps the game. '
        f'"games" lists all {len(GAMES)} games, "new GAME" begins one, "referee 3" lets me play against you.'
    )
