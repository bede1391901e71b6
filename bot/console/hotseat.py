"""The hot-seat loop: every line typed is a command of the side to move."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from bot.console import files
from bot.console.acting import DEEDS
from bot.console.answers import ANSWERS, RECORDS, VERBATIM
from bot.console.asides import ALIASES, aside, what_next
from bot.console.catalogue import beginnings, games_listed
from bot.console.choosing import choose
from bot.console.coached import Coached
from bot.console.display import Display
from bot.console.exploring import explore
from bot.console.looking import Looking
from bot.console.opening import UNSAID, Against, NobodyRollsHere, another, begun, opened, unfinished
from bot.console.opponent import Opposition, opposition
from bot.console.puzzling import puzzle
from bot.console.screens import Screen, Words
from bot.console.typed import as_typed, moves_to_type, with_way_on
from bot.console.versus import Versus
from bot.console.waiting import waited
from bot.games import Carried, Games, Table
from bot.games.refusals import if_granted
from bot.text import games as wording
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Agree, Command, MakeMove, Propose
from engine.play.events import PAUSE, TAKEBACK, Moved, Revealed, Rolled
from engine.play.referee import flag, sheet
from engine.variants import GAMES


class NotUnfinished(Refusal):
    """A game gone to that is not among those to go on with, whose `numbers` are told."""

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
        self._versus = Versus(games, screen, self._act)
        self._number = 0
        self._commands: Mapping[str, Callable[[Table, str], Awaitable[None]]] = {
            **self._looking.commands,
            **self._versus.commands,
            **Coached(games, screen).commands,
            "explore": self._explore,
            "puzzle": self._puzzle,
            "settings": self._settings,
            "games": self._list_games,
            "game": self._game,
            "new": self._new,
            "load": self._load,
            "pause": self._pause,
        }

    async def run(
        self,
        variant: str,
        options: Sequence[str],
        code: str = "",
        time: str = "",
        against: Against = UNSAID,
    ) -> None:
        """Play until the player quits or the input ends; Refused where nothing can be played as asked for.

        With a position code, or a time control, a new game begins from it; `against` says what the referee plays.
        """
        opening = opened(self._games, variant, options, code, time, against)
        number = await waited(self._screen, "Opening the games", opening)
        table = await self._sit(number, against)
        self._screen.say(_welcome(table))
        leaving = False
        while True:
            if self._versus.due(table):
                await self._late()
                table = await self._as_it_stands(table)
                if self._versus.due(table):
                    await self._versus.move(table)
                    table = await self._as_it_stands(table)
                continue
            try:
                style, prompt = self._display.prompt(table)
                line = (await self._screen.ask(prompt, self._words(table), style)).strip()
            except EOFError:
                return
            except KeyboardInterrupt:
                if leaving:
                    return
                leaving = True
                self._screen.say("Ctrl-C again leaves; the game is kept.")
                continue
            leaving = False
            if line.casefold() in {"quit", "exit", "q"}:
                return
            await self._late()
            try:
                if line:
                    await self._line(table, line)
            except Refused as refused:
                self._screen.say(with_way_on(refused.refusal))
            await self._games.timekeeper.stop()
            table = await self._as_it_stands(table)

    async def _as_it_stands(self, table: Table) -> Table:
        """The table that the player sits at now, or this one where it cannot be read."""
        found = await if_granted(self._games.tables.find(self._number))
        return table if found is None else found

    async def _line(self, table: Table, line: str) -> None:
        """Answer or carry out a line; anything that is no command is read as a move."""
        first, _, rest = line.partition(" ")
        word, rest = first.casefold(), rest.strip()
        word = ALIASES.get(word, word)
        if word in ANSWERS:
            asked = self._versus.named(table) if word in RECORDS else table
            answer = asyncio.to_thread(ANSWERS[word], asked, rest)
            self._answer(word, await waited(self._screen, "Working", answer))
        elif word in DEEDS:
            await self._deed(word, table, rest)
        elif word in self._commands:
            await self._commands[word](table, rest)
        elif (said := aside(table, line)) is not None:
            self._screen.say(said)
        else:
            await self._act(table, table.state.turn, lambda seat: MakeMove(seat, None, line))

    async def _deed(self, word: str, table: Table, rest: str) -> None:
        """Carry out a word for the side to move, or where the referee plays that, for whoever sits at the keyboard."""
        versus = self._versus
        if versus.chosen.seats and word == "takeback":
            await versus.take_back(table, rest)
        elif versus.chosen.seats and word in {"accept", "decline"} and table.state.proposal(TAKEBACK) is not None:
            await versus.answer_takeback(table, word)
        elif versus.chosen.seats and word == "resign":
            side = table.state.variant.seat(versus.owner(table)).name
            await DEEDS[word](self._screen, table, rest or side, self._act)
        else:
            await DEEDS[word](self._screen, table, rest, self._act)
            if word == "draw" and versus.chosen.seats:
                await versus.answer_draw(await self._as_it_stands(table))

    def _answer(self, word: str, answer: str) -> None:
        if word in VERBATIM and isinstance(answer, str):
            self._screen.show([("", answer)])
        else:
            self._screen.say(answer)

    def _words(self, table: Table) -> Words:
        commands = [(word, "") for word in (*ANSWERS, *DEEDS, *self._commands, "undo", "quit")]
        return [*moves_to_type(sheet(table.state)), *commands, *self._looking.words(table), *beginnings()]

    # ---- the game on the table

    async def _sit(self, number: int, against: Against | Opposition | None = None) -> Table:
        """Go to a game and show it; `against` is what the referee is to play in it, None for what it has played."""
        table = await waited(self._screen, f"Reading game {number}", self._games.tables.find(number))
        self._number = number
        if isinstance(against, Against):
            against = opposition(table.state.variant, *against) if against.level else None
        await self._versus.sit(table, against)
        await self._display.begin(table)
        self._versus.tell(table)
        return table

    async def _act(self, table: Table, seat: int, command: Callable[[int], Command]) -> Carried | None:
        """Carry out a command for a seat, None if it is refused; show the board if it has changed."""
        player = table.game.seats[seat]
        turned = await self._games.play.act(self._number, player, command)
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

    async def _explore(self, table: Table, rest: str) -> None:
        if await explore(self._games, self._screen, table, rest, self._display):
            await self._display.show(table)

    async def _puzzle(self, table: Table, rest: str) -> None:
        if await puzzle(self._screen, self._games, table, rest, self._display):
            await self._display.show(table)

    async def _settings(self, table: Table, rest: str) -> None:
        await choose(self._screen, self._games, table, rest)
        for turned in await self._games.play.follow(self._number):
            await self._display.show(turned.table)

    async def _pause(self, table: Table, rest: str) -> None:  # noqa: ARG002
        """Pause by agreement, which players at one keyboard have."""
        if table.state.clock is not None and not table.state.clock.paused:
            others = [seat for seat in table.state.remaining if seat != table.state.turn]
            await self._games.play.act(self._number, table.game.seats[table.state.turn], partial(Propose, kind=PAUSE))
            for seat in others:
                await self._act(table, seat, partial(Agree, kind=PAUSE))
        else:
            await self._act(table, table.state.turn, partial(Propose, kind=PAUSE))

    async def _list_games(self, table: Table, rest: str) -> None:  # noqa: ARG002
        self._screen.say(games_listed(await unfinished(self._games)))

    async def _game(self, table: Table, rest: str) -> None:  # noqa: ARG002
        numbers = {game.number for game in await unfinished(self._games)}
        wanted = rest.removeprefix("#")
        if not wanted.isdecimal() or len(wanted) > 9 or int(wanted) not in numbers:
            raise Refused(NotUnfinished(rest, tuple(map(str, sorted(numbers)))))
        await self._sit(int(wanted))

    async def _new(self, table: Table, rest: str) -> None:
        await self._sit(*await another(self._games, table.game, rest))

    async def _load(self, table: Table, rest: str) -> None:
        scoresheet, move = await waited(self._screen, "Reading the scoresheet", files.load(rest))
        if scoresheet.remarks:
            self._screen.say(scoresheet.remarks)
        if move is not None:
            await self._display.show(files.looked_at(table.game, scoresheet), str(move))
            return
        earlier = files.to_go_on(scoresheet)
        if earlier.player_rolls:
            self._screen.say(NobodyRollsHere())
        games, events = self._games, earlier.events
        beginning = begun(games, earlier.variant, earlier.options, earlier.start, earlier=events)
        number = await waited(self._screen, "Beginning the game", beginning)
        await self._sit(number)


def _welcome(table: Table) -> str:
    """What a newcomer does first, and where the other games are."""
    legal = sheet(table.state)
    move = legal.short(legal.legal[0]) if legal.legal else ""
    first = f'Type a move, such as {move}, or "help"' if move else 'Type "help"'
    return (
        f'{first}; "rules" tells how to play, "quit" leaves and keeps the game. '
        f'"games" lists all {len(GAMES)} games, "new GAME" begins one, "referee 3" lets me play against you.'
    )
