"""Hot-seat play: every line typed acts for the side to move."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from bot import telling, wording
from bot.clockwords import clocks, plain_stamp
from bot.console import files
from bot.console.choosing import choose
from bot.console.exploring import explore
from bot.console.screens import Screen, Words
from bot.console.taking import ask_others, take_back
from bot.matches import Matches, Place, Table, Turned, label, pictures
from bot.matches.refusals import BadStart
from bot.store import Game, Player
from engine.board import UnknownCell
from engine.card import card_text
from engine.codes import BadCode, code_of
from engine.commands import (
    AcceptDraw,
    AcceptPause,
    AddSalt,
    ClaimDraw,
    ClaimTime,
    Command,
    DeclineDraw,
    OfferDraw,
    OfferPause,
    Play,
    Resign,
    Resume,
)
from engine.events import Event, Moved, Revealed, Rolled
from engine.record import state_after
from engine.referee import sheet
from engine.refusal import Refusal, listed
from engine.timecontrol import UNTIMED, BadControl, TimeControl, read_control
from engine.timing import flag
from engine.variants import GAMES, UnknownVariant, variant_of
from engine.words import board_as_text, letter_of, lost_in_words

HERE = Place(0, 0)
HELP = """\
Pxd4, Tbc3, b1c3   make a move; Tab completes the legal ones
moves, moves c2    which pieces can move, where one can go
board   draw the board again          rules    the rules card
turn    turn the board to the side to move from now on, or let it stand
draw    offer a draw; then the others type accept or decline; claim claims one
resign  give up; resign Gold, for a side that is not to move
record  the scoresheet
verify  check the dice at the end     luck     the dice against what was expected
salt w  add the word w to the dice
pause   stop the clock; resume goes on    flag     claim that the time of the side to move is up
takeback, takeback 2   take back the last move, the last two; the others are asked
explore, explore 3   try moves on a copy of this position, or of that after 3 moves
settings   what is done for all sides; also settings letters on, or only-move on
games   the unfinished games here     game 3   go on with game 3
new     begin another game            position its code; new position CODE begins from one
save F  the scoresheet into file F    load F   go on with the game of a scoresheet
board 7 the board after move 7        load F 7 a scoresheet's board after move 7
new time 10+5   begin one with clocks; also new time 3 days/move and so on
quit    leave; the game is kept"""
PAINTS = {1: "\x1b[1;91m", 2: "\x1b[1;94m", 3: "\x1b[1;93m", 4: "\x1b[1;95m"}
DIM, PLAIN = "\x1b[2m", "\x1b[0m"


class HotSeat:
    """One terminal with a game on it; the board's picture is written to `picture` after every change."""

    def __init__(self, matches: Matches, screen: Screen, picture: Path) -> None:
        self._matches = matches
        self._screen = screen
        self._picture = picture
        self._number = 0
        self._turning = True
        self._commands: Mapping[str, Callable[[Table, str], Awaitable[None]]] = {
            "help": self._help,
            "moves": self._moves,
            "board": self._board,
            "turn": self._turn,
            "rules": self._rules,
            "draw": self._draw,
            "accept": self._answer,
            "decline": self._answer,
            "claim": self._claim,
            "takeback": self._takeback,
            "resign": self._resign,
            "record": self._record,
            "verify": self._verify,
            "luck": self._luck,
            "salt": self._salt,
            "explore": self._explore,
            "settings": self._settings,
            "games": self._games,
            "game": self._game,
            "new": self._new,
            "position": self._position,
            "save": self._save,
            "load": self._load,
            "pause": self._pause,
            "resume": self._resume,
            "flag": self._flag,
        }

    async def run(self, variant: str, options: Sequence[str], code: str = "", time: str = "") -> str | None:
        """Play until the player quits or the input ends; what is wrong with what was asked for, if anything.

        With a position code, or a time control, a new game begins from it.
        """
        control = read_control(time)
        if isinstance(control, BadControl):
            return control.text
        if any("=" not in option for option in options):
            return "an option is written name=value, such as travelers=straight"
        try:
            number = await self._resumed(variant, dict(option.split("=", 1) for option in options), code, control)
        except UnknownVariant as problem:
            return str(problem)
        except BadCode as problem:
            return BadStart(problem.problems).text
        table = await self._sit(number)
        if isinstance(table, str):
            return table
        self._screen.say('Type a move, or "help"; "quit" leaves, and the game is kept.')
        while True:
            try:
                line = (await self._screen.ask(self._prompt(table), self._words(table))).strip()
            except (EOFError, KeyboardInterrupt):
                return None
            if line.casefold() in {"quit", "exit", "q"}:
                return None
            await self._late()
            if line:
                await self._line(table, line)
            await self._matches.timekeeper.stop()
            found = await self._matches.tables.find(self._number)
            table = table if isinstance(found, Refusal) else found

    async def _line(self, table: Table, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.casefold())
        if command is not None:
            await command(table, word.casefold() if command == self._answer else rest.strip())
        else:
            await self._act(table, table.state.turn, lambda seat: Play(seat, None, line))

    # ---- tables

    async def _resumed(self, variant: str, options: Mapping[str, str], code: str, time: TimeControl) -> int:
        """The newest unfinished game that was asked for and can be gone on with, or a new one.

        A game from a position code, or with a time control, is always a new one.
        """
        key = variant or (next(iter(GAMES)) if options else "")
        if code or time.timed:
            return await self._begun(key or next(iter(GAMES)), options, code, time)
        wanted = variant_of(key, options) if key else None
        for game in await self._unfinished():
            asked = wanted is None or (game.variant == wanted.key and dict(game.options) == dict(wanted.options))
            if asked and not isinstance(await self._matches.tables.find(game.number), Refusal):
                return game.number
        return await self._begun(key or next(iter(GAMES)), options)

    async def _begun(
        self,
        key: str,
        options: Mapping[str, str],
        code: str = "",
        time: TimeControl = UNTIMED,
        earlier: tuple[Event, ...] = (),
    ) -> int:
        players = {seat.number: Player(seat.number, seat.name) for seat in variant_of(key, options).seats}
        return await self._matches.lobby.set_up(HERE, key, options, players, code, time, earlier)

    async def _unfinished(self) -> list[Game]:
        return await self._matches.ledger.games_in(HERE.channel, ("playing",))

    async def _sit(self, number: int) -> Table | str:
        """Go to a game and show it; why that is not possible, if it is not."""
        table = await self._matches.tables.find(number)
        if isinstance(table, Refusal):
            return table.text
        self._number = number
        resumed = ", resumed" if table.state.sequence > (table.state.clock is not None) else ""
        marks = [f"{letter_of('G', seat.number)} {seat.name}'s" for seat in table.state.variant.seats]
        self._screen.say(f"{self._title(table)}{resumed}. On the board {listed(marks, 'and')} men; · is a vacant cell.")
        await self._board(table, "")
        return table

    async def _act(self, table: Table, seat: int, command: Callable[[int], Command]) -> Turned | None:
        """Carry out a command for a seat, None if it is refused; show the board if it has changed."""
        player = table.game.seats[seat]
        turned = await self._matches.play.act(self._number, player, command)
        if isinstance(turned, Refusal):
            self._screen.say(turned.text)
            return None
        await self._tell(turned)
        return turned

    async def _late(self) -> None:
        """Let the flag fall that is due at this table."""
        turned = await self._matches.play.rule(self._number, flag)
        if isinstance(turned, Turned):
            await self._tell(turned)

    async def _tell(self, turned: Turned) -> None:
        for each in (turned, *turned.then):
            for event in each.events:
                if each.table is not turned.now or not isinstance(event.what, Moved | Rolled | Revealed):
                    self._screen.say(wording.happened(each.table, event, wording.plain_name))
        if turned.now.state.changed >= turned.events[0].sequence:
            await self._board(turned.now, "")

    # ---- what is shown

    def _title(self, table: Table) -> str:
        variant = table.state.variant
        options = "".join(f", {name}={value}" for name, value in variant.options)
        return f"Game {table.game.number}: {variant.name}{options}"

    def _prompt(self, table: Table) -> str:
        return "over> " if table.state.result else f"{table.state.variant.seat(table.state.turn).name}> "

    def _words(self, table: Table) -> Words:
        legal = sheet(table.state)
        moves = [(legal.short(move), wording.with_help(legal, move)) for move in legal.legal]
        return [*sorted(moves), *((word, "") for word in (*self._commands, "quit"))]

    async def _board(self, table: Table, rest: str) -> None:
        if rest.isdecimal() and len(rest) <= 6:
            table = Table(table.game, state_after(table.state, int(rest)))
            self._screen.say(f"After move {len(table.state.played)}:")
        state = table.state
        await self._drawn(table, state.turn if self._turning and state.result is None else 1)

    async def _drawn(self, table: Table, seat: int) -> None:
        state = table.state
        letters = await self._matches.settings.lettered(table.game.seats[seat])
        picture = await pictures.board(table, seat, letters=letters)
        self._picture.write_bytes(picture.png)
        variant = state.variant
        text = board_as_text(variant, state.position, seat)
        self._screen.say(f"\n{self._painted(table, text) if self._screen.decorated else text}\n")
        lost = [(each.name, lost_in_words(variant, state.position, each.number)) for each in variant.seats]
        lines = [
            wording.last_move(state),
            wording.fight(state),
            telling.fates(state),
            "; ".join(f"{name} has lost: {men}" for name, men in lost if men != "none"),
            wording.counters(state),
            wording.offer(table, wording.plain_name),
            wording.standing(table, wording.plain_name),
            telling.in_check(state),
            clocks(table, plain_stamp),
            f"Picture: {self._picture.resolve()}",
        ]
        self._screen.say("\n".join(line for line in lines if line))

    def _painted(self, table: Table, text: str) -> str:
        """The board with each man in its side's colour and vacant cells dim."""
        variant, position = table.state.variant, table.state.position

        def paint(found: re.Match[str]) -> str:
            man = variant.man(position, variant.board.cell(found[1]))
            if man is None:
                return f"{DIM}{found[0]}{PLAIN}"
            return f"{DIM}{found[1]}{PLAIN} {PAINTS[man.seat]}{found[2]}{PLAIN}"

        return re.sub(r"([a-z]\d+) (\S+)", paint, text)

    # ---- commands

    async def _save(self, table: Table, rest: str) -> None:
        self._screen.say(files.save(table, rest))

    async def _load(self, table: Table, rest: str) -> None:
        loaded = await files.load(rest)
        if isinstance(loaded, Refusal):
            self._screen.say(loaded.text)
            return
        sheet, move = loaded
        if move is not None:
            await self._board(files.looked_at(table.game, sheet), str(move))
            return
        earlier = files.to_go_on(sheet)
        if isinstance(earlier, Refusal):
            self._screen.say(earlier.text)
            return
        await self._sit(await self._begun(earlier.variant, earlier.options, earlier.start, earlier=earlier.events))

    async def _help(self, table: Table, rest: str) -> None:  # noqa: ARG002
        self._screen.say(HELP)

    async def _moves(self, table: Table, rest: str) -> None:
        try:
            cell = table.state.variant.board.cell(rest.casefold()) if rest else None
        except UnknownCell as problem:
            self._screen.say(wording.sentence(str(problem)))
            return
        self._screen.say(wording.moves_from(table.state, cell))

    async def _rules(self, table: Table, rest: str) -> None:  # noqa: ARG002
        self._screen.say(card_text(table.state.variant).replace("**", ""))

    async def _draw(self, table: Table, rest: str) -> None:  # noqa: ARG002
        await self._act(table, table.state.turn, OfferDraw)

    async def _answer(self, table: Table, word: str) -> None:
        state = table.state
        if state.request is not None:
            await ask_others(self._screen, table, word, self._act)
            return
        agreed = state.offer.agreed if state.offer else frozenset()
        seat = next((seat for seat in state.remaining if seat not in agreed), state.turn)
        await self._act(table, seat, AcceptDraw if word == "accept" else DeclineDraw)

    async def _claim(self, table: Table, rest: str) -> None:  # noqa: ARG002
        await self._act(table, table.state.turn, ClaimDraw)

    async def _takeback(self, table: Table, rest: str) -> None:
        await take_back(self._screen, table, rest, self._act)

    async def _turn(self, table: Table, rest: str) -> None:
        self._turning = not self._turning
        first = table.state.variant.seat(1).name
        self._screen.say(f"The board {'turns to the side to move' if self._turning else f'stands as {first} sees it'}.")
        await self._board(table, rest)

    async def _resign(self, table: Table, rest: str) -> None:
        variant = table.state.variant
        seat = variant.seat_named(rest) if rest else variant.seat(table.state.turn)
        if seat is None:
            self._screen.say(f"The sides are {listed([each.name for each in variant.seats], 'and')}.")
            return
        if table.state.result is not None or seat.number not in table.state.remaining:
            await self._act(table, seat.number, Resign)
            return
        try:
            sure = await self._screen.ask(f"Does {seat.name} really resign? (yes/no) ", [("yes", ""), ("no", "")])
        except (EOFError, KeyboardInterrupt):
            return
        if sure.strip().casefold() in {"yes", "y"}:
            await self._act(table, seat.number, Resign)
        else:
            self._screen.say("The game goes on.")

    async def _record(self, table: Table, rest: str) -> None:  # noqa: ARG002
        self._screen.say(wording.record_of(table))

    async def _verify(self, table: Table, rest: str) -> None:  # noqa: ARG002
        found = wording.check_of(table)
        self._screen.say(found.text if isinstance(found, Refusal) else found)

    async def _luck(self, table: Table, rest: str) -> None:  # noqa: ARG002
        self._screen.say(wording.luck_of(table, wording.plain_name))

    async def _salt(self, table: Table, rest: str) -> None:
        await self._act(table, table.state.turn, lambda seat: AddSalt(seat, None, rest))

    async def _explore(self, table: Table, rest: str) -> None:
        if await explore(self._screen, table, rest, self._drawn):
            await self._board(table, "")

    async def _settings(self, table: Table, rest: str) -> None:
        await choose(self._screen, self._matches, table, rest)
        for turned in await self._matches.play.follow(self._number):
            await self._board(turned.table, "")

    async def _games(self, table: Table, rest: str) -> None:  # noqa: ARG002
        games = await self._unfinished()
        self._screen.say("\n".join(label(game) for game in games) or 'No unfinished game; "new" begins one.')

    async def _game(self, table: Table, rest: str) -> None:  # noqa: ARG002
        numbers = {game.number for game in await self._unfinished()}
        wanted = rest.removeprefix("#")
        if not wanted.isdecimal() or len(wanted) > 9 or int(wanted) not in numbers:
            self._screen.say(f"No unfinished game {rest[:20]!r}. Unfinished: {', '.join(map(str, sorted(numbers)))}.")
            return
        problem = await self._sit(int(wanted))
        if isinstance(problem, str):
            self._screen.say(problem)

    async def _new(self, table: Table, rest: str) -> None:
        chosen, _, code = f" {rest}".partition(" position ")
        chosen, _, time = chosen.partition(" time ")
        control = read_control(time)
        if isinstance(control, BadControl):
            self._screen.say(control.text)
            return
        words = chosen.split()
        key = words.pop(0) if words and "=" not in words[0] else table.game.variant
        options = dict(word.split("=", 1) for word in words if "=" in word)
        if not words and key == table.game.variant:
            options = dict(table.game.options)
        try:
            await self._sit(await self._begun(key, options, code, control))
        except UnknownVariant as problem:
            self._screen.say(wording.sentence(str(problem)))
        except BadCode as problem:
            self._screen.say(BadStart(problem.problems).text)

    async def _pause(self, table: Table, rest: str) -> None:  # noqa: ARG002
        """Pause by agreement, which two at one keyboard have."""
        if table.state.clock is not None and not table.state.clock.paused:
            others = [seat for seat in table.state.remaining if seat != table.state.turn]
            await self._matches.play.act(self._number, table.game.seats[table.state.turn], OfferPause)
            for seat in others:
                await self._act(table, seat, AcceptPause)
        else:
            await self._act(table, table.state.turn, OfferPause)

    async def _resume(self, table: Table, rest: str) -> None:  # noqa: ARG002
        await self._act(table, table.state.turn, Resume)

    async def _flag(self, table: Table, rest: str) -> None:  # noqa: ARG002
        seat = next(seat for seat in table.state.remaining if seat != table.state.turn)
        await self._act(table, seat, ClaimTime)

    async def _position(self, table: Table, rest: str) -> None:  # noqa: ARG002
        self._screen.say(code_of(table.state.variant, table.state.position))
