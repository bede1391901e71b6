"""The hot-seat loop: every line typed is a command of the side to move."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from bot.console import opening
from bot.console.acting import Acting
from bot.console.answers import ALIASES, ANSWERS, RECORDS, VERBATIM, aside, load, looked_at, what_next
from bot.console.board import Display
from bot.console.looking import Looking, as_typed, moves_to_type, with_way_on
from bot.console.screens import Screen, Words, waited
from bot.console.studying import Studying
from bot.console.versus import Opposition, opposition
from bot.games import Carried, Games, Table
from bot.games.refusals import if_granted
from bot.games.study.imports import going_on
from bot.text import games as wording
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Command, MakeMove
from engine.play.events import Moved, Revealed, Rolled
from engine.play.referee import flag, sheet
from engine.variants import GAMES


class NotUnfinished(Refusal):
    given: str
    numbers: tuple[str, ...]

    words = "No unfinished game “{given:shown}”. Unfinished: {numbers:and}."


class HotSeat:
    """One terminal with a game on it.

    The board's picture is written to `picture` after every change, that of its pieces to `pieces` when asked for.
    """

    def __init__(self, games: Games, screen: Screen, picture: Path, pieces: Path) -> None:
        self._games = games
        self._screen = screen
        self._display = Display(games, screen, picture)
        self._looking = Looking(games, screen, self._display, pieces)
        self._acting = Acting(games, screen, self._act)
        self._number = 0
        self._commands: Mapping[str, Callable[[Table, str], Awaitable[object]]] = {
            **self._looking.commands,
            **self._acting.commands,
            **Studying(games, screen, self._display).commands,
            "games": self._list_games,
            "game": self._game,
            "new": self._new,
            "load": self._load,
        }

    async def run(self, variant: str, options: Sequence[str], code: str, time: str, against: opening.Against) -> None:
        """Play until the player quits or the input ends; raises Refused where nothing can be played as asked for.

        With a position code, or a time control, a new game begins from it; `against` says what the referee plays.
        """
        opened = opening.opened(self._games, variant, options, code, time, against)
        number = await waited(self._screen, "Opening the games", opened)
        table = await self._sit(number, against)
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
            asked = self._acting.named(table) if word in RECORDS else table
            answer = await waited(self._screen, "Working", asyncio.to_thread(ANSWERS[word], asked, rest))
            if word in VERBATIM and isinstance(answer, str):
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
        commands = [(word, "") for word in (*ANSWERS, *self._commands, "undo", "quit")]
        return [*moves_to_type(sheet(table.state)), *commands, *self._looking.words(table), *opening.beginnings()]

    # ---- the game on the table

    async def _sit(self, number: int, against: opening.Against | Opposition | None = None) -> Table:
        """Go to a game and show it; `against` is what the referee is to play in it, None for what it has played."""
        table = await waited(self._screen, f"Reading game {number}", self._games.tables.find(number))
        self._number = number
        if isinstance(against, opening.Against):
            against = opposition(table.state.variant, *against) if against.level else None
        await self._acting.sit(table, against)
        await self._display.begin(table)
        self._acting.tell(table)
        return table

    async def _act(self, table: Table, seat: int, command: Callable[[int], Command]) -> Carried:
        """Carry out a command for a seat; show the board if it has changed."""
        turned = await self._games.play.act(self._number, table.game.seats[seat], command)
        await self._tell(turned)
        return turned

    async def _late(self) -> None:
        """Let a flag fall at this table if it is due."""
        turned = await if_granted(self._games.play.rule(self._number, flag))
        if turned is not None:
            await self._tell(turned)

    async def _tell(self, turned: Carried) -> None:
        for each in (turned, *turned.then):
            for event in each.events:
                shown = each.table is turned.now and isinstance(event.what, Moved | Rolled | Revealed)
                if not shown and wording.worth_telling(each.table, event):
                    self._screen.say(as_typed(wording.happened(each.table, event, wording.plain_name)))
        if turned.now.state.changed >= turned.events[0].sequence:
            await self._display.show(turned.now)
            if turned.now.state.result is not None:
                self._screen.say(what_next(turned.now))

    # ---- commands that need more than the table

    async def _list_games(self, _: Table, __: str) -> None:
        self._screen.say(opening.games_listed(await opening.unfinished(self._games)))

    async def _game(self, _: Table, rest: str) -> None:
        numbers = {game.number for game in await opening.unfinished(self._games)}
        wanted = rest.removeprefix("#")
        if not wanted.isdecimal() or len(wanted) > 9 or int(wanted) not in numbers:
            raise Refused(NotUnfinished(rest, tuple(map(str, sorted(numbers)))))
        await self._sit(int(wanted))

    async def _new(self, table: Table, rest: str) -> None:
        await self._sit(*await opening.another(self._games, table.game, rest))

    async def _load(self, table: Table, rest: str) -> None:
        scoresheet, move = await waited(self._screen, "Reading the scoresheet", load(rest))
        if scoresheet.remarks:
            self._screen.say(scoresheet.remarks)
        if move is not None:
            await self._display.show(looked_at(table.game, scoresheet), str(move))
            return
        earlier = going_on(scoresheet, self._games.now())
        if earlier.player_rolls:
            self._screen.say(opening.NobodyRollsHere())
        beginning = opening.begun(self._games, earlier.variant, earlier.options, earlier.start, earlier=earlier.events)
        await self._sit(await waited(self._screen, "Beginning the game", beginning))


def _welcome(table: Table) -> str:
    """What a newcomer does first, and where the other games are."""
    legal = sheet(table.state)
    move = legal.short(legal.legal[0]) if legal.legal else ""
    first = f'Type a move, such as {move}, or "help"' if move else 'Type "help"'
    return (
        f'{first}; "rules" tells how to play, "quit" leaves and keeps the game. '
        f'"games" lists all {len(GAMES)} games, "new GAME" begins one, "referee 3" lets me play against you.'
    )
