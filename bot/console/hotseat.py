"""The hot-seat loop: every line typed is a command of the side to move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from bot.console import files
from bot.console.acting import DEEDS
from bot.console.answers import ANSWERS, VERBATIM
from bot.console.choosing import choose
from bot.console.display import Display
from bot.console.exploring import explore
from bot.console.opening import another, begun, opened, unfinished
from bot.console.screens import Screen, Words
from bot.games import Carried, Games, Table, label
from bot.text import games as wording
from engine.model.refusal import Refusal
from engine.play.commands import Agree, Command, MakeMove, Propose
from engine.play.events import Moved, Revealed, Rolled
from engine.play.proposal import PAUSE
from engine.play.referee import sheet
from engine.play.time_rulings import flag


class NotUnfinished(Refusal):
    """A game gone to that is not among those to go on with, whose `numbers` are told."""

    given: str
    numbers: tuple[str, ...]

    words = "No unfinished game “{given:shown}”. Unfinished: {numbers:and}."


class HotSeat:
    """One terminal with a game on it; the board's picture is written to `picture` after every change."""

    def __init__(self, games: Games, screen: Screen, picture: Path) -> None:
        self._games = games
        self._screen = screen
        self._display = Display(games, screen, picture)
        self._number = 0
        self._commands: Mapping[str, Callable[[Table, str], Awaitable[None]]] = {
            "board": self._display.show,
            "turn": self._turn,
            "explore": self._explore,
            "settings": self._settings,
            "games": self._list_games,
            "game": self._game,
            "new": self._new,
            "load": self._load,
            "pause": self._pause,
        }

    async def run(self, variant: str, options: Sequence[str], code: str = "", time: str = "") -> Refusal | None:
        """Play until the player quits or the input ends; a refusal where nothing can be played as asked for.

        With a position code, or a time control, a new game begins from it.
        """
        number = await opened(self._games, variant, options, code, time)
        table = number if isinstance(number, Refusal) else await self._sit(number)
        if isinstance(table, Refusal):
            return table
        self._screen.say('Type a move, or "help". "quit" leaves and keeps the game.')
        while True:
            try:
                line = (await self._screen.ask(_prompt(table), self._words(table))).strip()
            except (EOFError, KeyboardInterrupt):
                return None
            if line.casefold() in {"quit", "exit", "q"}:
                return None
            await self._late()
            if line:
                await self._line(table, line)
            await self._games.timekeeper.stop()
            found = await self._games.tables.find(self._number)
            table = table if isinstance(found, Refusal) else found

    async def _line(self, table: Table, line: str) -> None:
        """Answer or carry out a line; anything that is no command is read as a move."""
        first, _, rest = line.partition(" ")
        word, rest = first.casefold(), rest.strip()
        if word in ANSWERS:
            self._answer(word, ANSWERS[word](table, rest))
        elif word in DEEDS:
            await DEEDS[word](self._screen, table, rest, self._act)
        elif word in self._commands:
            await self._commands[word](table, rest)
        else:
            await self._act(table, table.state.turn, lambda seat: MakeMove(seat, None, line))

    def _answer(self, word: str, answer: str | Refusal) -> None:
        if word in VERBATIM and isinstance(answer, str):
            self._screen.show([("", answer)])
        else:
            self._screen.say(answer)

    def _words(self, table: Table) -> Words:
        legal = sheet(table.state)
        moves = [(legal.short(move), wording.with_help(legal, move)) for move in legal.legal]
        return [*sorted(moves), *((word, "") for word in (*ANSWERS, *DEEDS, *self._commands, "quit"))]

    # ---- the game on the table

    async def _sit(self, number: int) -> Table | Refusal:
        """Go to a game and show it."""
        table = await self._games.tables.find(number)
        if isinstance(table, Refusal):
            return table
        self._number = number
        self._display.announce(table)
        await self._display.show(table)
        return table

    async def _sit_or_say(self, number: int | Refusal) -> None:
        """Go to a game, or say why not."""
        table = number if isinstance(number, Refusal) else await self._sit(number)
        if isinstance(table, Refusal):
            self._screen.say(table)

    async def _act(self, table: Table, seat: int, command: Callable[[int], Command]) -> Carried | None:
        """Carry out a command for a seat, None if it is refused; show the board if it has changed."""
        player = table.game.seats[seat]
        turned = await self._games.play.act(self._number, player, command)
        if isinstance(turned, Refusal):
            self._screen.say(turned)
            return None
        await self._tell(turned)
        return turned

    async def _late(self) -> None:
        """Let a flag fall at this table if it is due."""
        turned = await self._games.play.rule(self._number, flag)
        if isinstance(turned, Carried):
            await self._tell(turned)

    async def _tell(self, turned: Carried) -> None:
        for each in (turned, *turned.then):
            for event in each.events:
                shown = each.table is turned.now and isinstance(event.what, Moved | Rolled | Revealed)
                if not shown and wording.worth_telling(each.table, event):
                    self._screen.say(wording.happened(each.table, event, wording.plain_name))
        if turned.now.state.changed >= turned.events[0].sequence:
            await self._display.show(turned.now)

    # ---- commands that need more than the table

    async def _turn(self, table: Table, rest: str) -> None:
        self._display.turning = not self._display.turning
        first = table.state.variant.seat(1).name
        how = "turns to the side to move" if self._display.turning else f"stays as {first} sees it"
        self._screen.say(f"The board {how}.")
        await self._display.show(table, rest)

    async def _explore(self, table: Table, rest: str) -> None:
        if await explore(self._screen, table, rest, self._display.draw):
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
        games = await unfinished(self._games)
        self._screen.say("\n".join(label(game) for game in games) or 'There is no unfinished game; "new" begins one.')

    async def _game(self, table: Table, rest: str) -> None:  # noqa: ARG002
        numbers = {game.number for game in await unfinished(self._games)}
        wanted = rest.removeprefix("#")
        if not wanted.isdecimal() or len(wanted) > 9 or int(wanted) not in numbers:
            self._screen.say(NotUnfinished(rest, tuple(map(str, sorted(numbers)))))
            return
        await self._sit_or_say(int(wanted))

    async def _new(self, table: Table, rest: str) -> None:
        await self._sit_or_say(await another(self._games, table.game, rest))

    async def _load(self, table: Table, rest: str) -> None:
        loaded = await files.load(rest)
        if isinstance(loaded, Refusal):
            self._screen.say(loaded)
            return
        scoresheet, move = loaded
        if move is not None:
            await self._display.show(files.looked_at(table.game, scoresheet), str(move))
            return
        earlier = files.to_go_on(scoresheet)
        if isinstance(earlier, Refusal):
            self._screen.say(earlier)
            return
        games, events = self._games, earlier.events
        number = await begun(games, earlier.variant, earlier.options, earlier.start, earlier=events)
        await self._sit_or_say(number)


def _prompt(table: Table) -> str:
    return "over> " if table.state.result else f"{table.state.variant.seat(table.state.turn).name}> "
