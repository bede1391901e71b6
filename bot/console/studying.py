"""Beside the game at one keyboard: the coach, explorations, puzzles."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, TypeVar

from bot.console.board import Display
from bot.console.looking import moves_to_type, show_moves, with_way_on
from bot.console.screens import Screen, Words, unless_interrupted, waited
from bot.games import Games, Table
from bot.games.refusals import NoSuchPosition, granted
from bot.games.study.exploring import ENDS, position_after
from bot.text import study
from bot.text.study import PUZZLE_HOW as HOW
from bot.text.study import puzzle_text
from engine.lookahead.coach import STEPS, Hint
from engine.lookahead.imagined import outcomes, tried
from engine.model.english import listed
from engine.model.refusal import Refused
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import length_in_words, plies_named

_MORE = '("hint" again for more)'
EXPLORING_HELP = """\
Pxd4, Tbc3, b1c3   try a move for the side to move; you say how a fight ends
undo    take the last move back       reset    go back to the first position
flip    look from the next side       moves, moves c2    mark what can move or where
value   how the position stands, and the best line
back    return to the game, which stays as it was"""
PUZZLE_HELP = """\
Pxd4, Tbc3, b1c3   make your move; the referee replies
hint    which piece moves             solution   show how it is done
next    another puzzle                moves, moves c2    mark what can move or where
back    return to the game, which stays as it was"""

Found = TypeVar("Found")


class Studying:
    """The commands with which players ask the coach, try moves, and solve puzzles."""

    def __init__(self, games: Games, screen: Screen, display: Display) -> None:
        self._games = games
        self._screen = screen
        self._display = display
        self._advised: tuple[tuple[int, int], Hint, int] | None = None
        self.commands: Mapping[str, Callable[[Table, str], Awaitable[None]]] = {
            "hint": self._hint,
            "review": self._review,
            "explore": self._explore,
            "puzzle": self._puzzle,
        }

    # ---- the coach

    async def _hint(self, table: Table, _: str) -> None:
        """Give the first step of a hint, and with each further question the next."""
        where = table.game.number, table.state.changed
        if self._advised is None or self._advised[0] != where:
            found = await self._coached("thinking", "I am thinking", self._games.coaching.hint(table.state))
            if found is None:
                return
            self._advised = where, found, 0
        where, hint, steps = self._advised
        step = min(steps, STEPS - 1)
        self._advised = where, hint, step + 1
        self._screen.say(f"{hint.steps[step]}{f' {_MORE}' if step + 1 < STEPS else ''}")

    async def _review(self, table: Table, _: str) -> None:
        found = await self._coached("looking", "I am looking at the game", self._games.coaching.review(table.state))
        if found is not None:
            self._screen.say(study.reviewed(found))

    async def _coached(self, doing: str, what: str, asked: Coroutine[Any, Any, Found]) -> Found | None:
        """What the coach finds; None after Ctrl-C."""
        found = await unless_interrupted(waited(self._screen, what, asked))
        if found is None:
            self._screen.say(f"I have stopped {doing}.")
        return found

    # ---- explorations: moves tried on a copy of a position

    async def _explore(self, table: Table, rest: str) -> None:
        """Explore a game's position after the move that `rest` names, or as it stands, until the player goes back."""
        count = plies_named(table.state, rest) if rest else None
        position = position_after(table.state, count)
        if position is None or (rest and count is None):
            raise Refused(NoSuchPosition(rest, length_in_words(table.state)))
        states, seat = [new_game(table.state.variant, position)], self._display.seat(table.state)

        async def act(word: str, asked: str, line: str) -> bool:
            nonlocal seat
            match word, asked:
                case "value", _:
                    valued = self._games.coaching.value(states[-1])
                    found = await self._coached("thinking", "I am thinking", valued)
                    if found is not None:
                        self._screen.say(study.worth(found))
                    return False
                case "moves", _:
                    await show_moves(self._screen, self._display, Table(table.game, states[-1]), asked, seat)
                    return False
                case "undo", "":
                    del states[max(1, len(states) - 1) :]
                case "reset", "":
                    del states[1:]
                case "flip", "":
                    seat = seat % len(table.state.variant.seats) + 1
                case _:
                    after = await self._tried(states[-1], line)
                    states.extend([after] if after else [])
                    return after is not None
            return True

        async def draw() -> None:
            await self._display.draw(Table(table.game, states[-1]), seat)

        def words() -> Words:
            others = ("undo", "reset", "flip", "moves", "value", "back", "help")
            return [*moves_to_type(sheet(states[-1])), *((word, "") for word in others)]

        self._screen.say('This is a copy to try moves on. "back" returns to the game; "help" lists the commands.')
        await self._aside(table, "exploring> ", EXPLORING_HELP, words, act, draw)

    async def _tried(self, state: State, text: str) -> State | None:
        """The state after a move; None where the player does not say how a fight ends."""
        move, verdict = granted(sheet(state).read(text)), None
        possible = outcomes(state, move)
        if possible:
            names = [name for name, end in ENDS.items() if end in possible]
            question = f"How does the imagined fight end for the attacker: {listed(names)}? "
            said = await self._screen.answer(question, [(name, "") for name in names])
            if said is None:
                return None
            verdict = ENDS.get(said.casefold())
            if verdict not in possible:
                self._screen.say(f"The fight can be {listed(names)}; no move was tried.")
                return None
        return tried(state, move, verdict)

    # ---- puzzles

    async def _puzzle(self, table: Table, rest: str) -> None:
        """Solve puzzles until the player goes back."""
        puzzles, asked_for = self._games.puzzles, rest.split()
        game = asked_for[0] if asked_for else table.game.variant
        at = await puzzles.open(table.game.seats[1], game, asked_for[1] if len(asked_for) > 1 else None)

        async def act(word: str, asked: str, line: str) -> bool:
            nonlocal at
            match word:
                case "moves":
                    shown, seat = Table(table.game, at.state), at.puzzle.start.turn
                    await show_moves(self._screen, self._display, shown, asked, seat)
                    return False
                case "hint":
                    at = await puzzles.hint(at)
                case "solution" | "give":
                    at = await puzzles.give_up(at)
                case "next" | "new":
                    at = await puzzles.next(at)
                case _:
                    at = await puzzles.read(at, line)
            return True

        async def draw() -> None:
            await self._display.draw(Table(table.game, at.state), at.puzzle.start.turn)
            lines = (line.removeprefix("-# ") for line in puzzle_text(at).replace("**", "").split("\n"))
            self._screen.say("\n".join(line for line in lines if line != HOW))

        def words() -> Words:
            others = ("hint", "solution", "next", "moves", "back", "help")
            return [*([] if at.over else moves_to_type(at.legal)), *((word, "") for word in others)]

        self._screen.say('"back" returns to the game; "help" lists the commands.')
        await self._aside(table, "puzzle> ", PUZZLE_HELP, words, act, draw)

    async def _aside(
        self,
        table: Table,
        prompt: str,
        help_text: str,
        words: Callable[[], Words],
        act: Callable[[str, str, str], Awaitable[bool]],
        draw: Callable[[], Awaitable[None]],
    ) -> None:
        """Answer lines until the player goes back to the game; `act` tells whether there is something new to draw."""
        await draw()
        while (line := await self._screen.answer(prompt, words())) is not None:
            if line.casefold() in {"back", "quit", "exit", "q"}:
                break
            if line.casefold() in {"help", "?"}:
                self._screen.say(help_text)
            elif line:
                word, _, rest = line.partition(" ")
                try:
                    if await act(word.casefold(), rest.strip(), line):
                        await draw()
                except Refused as refused:
                    self._screen.say(with_way_on(refused.refusal))
        await self._display.show(table)
