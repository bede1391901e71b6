"""Beside the game at one keyboard: the coach, explorations, puzzles."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.console.board import Display
from bot.console.looking import moves_to_type, show_moves, with_way_on
from bot.console.screens import Screen, Words, unless_interrupted, waited
from bot.games import Games, Solving, Table
from bot.games.refusals import NoSuchPosition
from bot.games.study.exploring import ENDS, position_after
from bot.text import coaching
from bot.text.puzzles import HOW, puzzle_text
from engine.lookahead.coach import STEPS, Hint
from engine.lookahead.imagined import outcomes, tried
from engine.model.english import listed
from engine.model.refusal import Refusal, Refused
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import length_in_words, plies_named

_MORE = '("hint" again for more)'


class Coached:
    """The words with which players ask the coach."""

    def __init__(self, games: Games, screen: Screen) -> None:
        self._games = games
        self._screen = screen
        self._advised: tuple[tuple[int, int], Hint, int] | None = None
        self.commands: Mapping[str, Callable[[Table, str], Awaitable[None]]] = {
            "hint": self._hint,
            "review": self._review,
        }

    async def _hint(self, table: Table, rest: str) -> None:  # noqa: ARG002 - one signature for all
        """Give the first step of a hint, and with each further question the next."""
        where = table.game.number, table.state.changed
        if self._advised is None or self._advised[0] != where:
            asked = waited(self._screen, "I am thinking", self._games.coaching.hint(table.state))
            found = await unless_interrupted(asked)
            if found is None:
                self._screen.say("I have stopped thinking.")
                return
            self._advised = where, found, 0
        _, hint, steps = self._advised
        step = min(steps, STEPS - 1)
        self._advised = where, hint, step + 1
        self._screen.say(f"{hint.steps[step]}{f' {_MORE}' if step + 1 < STEPS else ''}")

    async def _review(self, table: Table, rest: str) -> None:  # noqa: ARG002 - one signature for all
        asked = waited(self._screen, "I am looking at the game", self._games.coaching.review(table.state))
        found = await unless_interrupted(asked)
        if found is None:
            self._screen.say("I have stopped looking.")
        else:
            self._screen.say(coaching.reviewed(found))


async def say_value(games: Games, screen: Screen, state: State) -> None:
    """Say how a position stands, and the best line."""
    found = await unless_interrupted(waited(screen, "I am thinking", games.coaching.value(state)))
    if found is None:
        screen.say("I have stopped thinking.")
    else:
        screen.say(coaching.worth(found))


EXPLORING_HELP = """\
Pxd4, Tbc3, b1c3   try a move for the side to move; you say how a fight ends
undo    take the last move back       reset    go back to the first position
flip    look from the next side       moves, moves c2    mark what can move or where
value   how the position stands, and the best line
back    return to the game, which stays as it was"""


@dataclass
class Trial:
    """The states since the position copied, the present one last, and the seat from whose side they are seen."""

    states: list[State]
    seat: int

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]


async def explore(games: Games, screen: Screen, table: Table, rest: str, display: Display) -> bool:
    """Explore a game's position after the move that `rest` names, or as it stands, until the player goes back.

    False, after saying why, where there is no such position.
    """
    count = plies_named(table.state, rest) if rest else None
    position = position_after(table.state, count)
    if position is None or (rest and count is None):
        screen.say(NoSuchPosition(rest, length_in_words(table.state)))
        return False
    trial = Trial([new_game(table.state.variant, position)], display.seat(table.state))
    screen.say('This is a copy to try moves on. "back" returns to the game; "help" lists the commands.')
    await display.draw(Table(table.game, trial.state), trial.seat)
    while True:
        try:
            line = (await screen.ask("exploring> ", _exploring_words(trial.state))).strip()
        except (EOFError, KeyboardInterrupt):
            return True
        if line.casefold() in {"back", "quit", "exit", "q"}:
            return True
        word, _, asked = line.partition(" ")
        if word.casefold() == "value":
            await say_value(games, screen, trial.state)
        elif word.casefold() == "moves":
            await show_moves(screen, display, Table(table.game, trial.state), asked.strip(), trial.seat)
        elif line and await _explored(screen, trial, line):
            await display.draw(Table(table.game, trial.state), trial.seat)


async def _explored(screen: Screen, trial: Trial, line: str) -> bool:
    """Carry out a line; return whether there is something new to see."""
    match line.casefold():
        case "help" | "?":
            screen.say(EXPLORING_HELP)
            return False
        case "undo":
            trial.states = trial.states[: max(1, len(trial.states) - 1)]
        case "reset":
            trial.states = trial.states[:1]
        case "flip":
            trial.seat = trial.seat % len(trial.state.variant.seats) + 1
        case _:
            return await _tried(screen, trial, line)
    return True


async def _tried(screen: Screen, trial: Trial, text: str) -> bool:
    """Try a move; False after saying why not."""
    move = sheet(trial.state).read(text)
    if isinstance(move, Refusal):
        screen.say(with_way_on(move))
        return False
    verdict = None
    possible = outcomes(trial.state, move)
    if possible:
        names = [name for name, end in ENDS.items() if end in possible]
        try:
            said = await screen.ask(
                f"How does the imagined fight end for the attacker: {listed(names)}? ", [(name, "") for name in names]
            )
        except (EOFError, KeyboardInterrupt):
            return False
        verdict = ENDS.get(said.strip().casefold())
        if verdict not in possible:
            screen.say(f"The fight can be {listed(names)}; no move was tried.")
            return False
    after = tried(trial.state, move, verdict)
    if after is not None:
        trial.states.append(after)
    return after is not None


def _exploring_words(state: State) -> Words:
    legal = sheet(state)
    return [
        *moves_to_type(legal),
        *((word, "") for word in ("undo", "reset", "flip", "moves", "value", "back", "help")),
    ]


PUZZLE_HELP = """\
Pxd4, Tbc3, b1c3   make your move; the referee replies
hint    which piece moves             solution   show how it is done
next    another puzzle                moves, moves c2    mark what can move or where
back    return to the game, which stays as it was"""


async def puzzle(screen: Screen, games: Games, table: Table, rest: str, display: Display) -> bool:
    """Solve puzzles until the player goes back; False, after saying why, where there are none as asked for."""
    player = table.game.seats[1]
    words = rest.split()
    game = words[0] if words else table.game.variant
    found = await games.puzzles.open(player, game, words[1] if len(words) > 1 else None)
    screen.say('"back" returns to the game; "help" lists the commands.')
    await _draw(screen, table, found, display)
    while True:
        try:
            line = (await screen.ask("puzzle> ", _puzzle_words(found))).strip()
        except (EOFError, KeyboardInterrupt):
            return True
        word, _, asked = line.partition(" ")
        word = word.casefold()
        if word in {"back", "quit", "exit", "q"}:
            return True
        if word in {"help", "?"}:
            screen.say(PUZZLE_HELP)
        elif word == "moves":
            await show_moves(screen, display, Table(table.game, found.state), asked.strip(), _seat(found))
        elif line:
            try:
                found = await _solved(games, found, word, line)
            except Refused as refused:
                screen.say(with_way_on(refused.refusal))
            else:
                await _draw(screen, table, found, display)


async def _solved(games: Games, at: Solving, word: str, line: str) -> Solving:
    """The puzzle after a line."""
    match word:
        case "hint":
            return await games.puzzles.hint(at)
        case "solution" | "give":
            return await games.puzzles.give_up(at)
        case "next" | "new":
            return await games.puzzles.next(at)
        case _:
            return await games.puzzles.read(at, line)


async def _draw(screen: Screen, table: Table, at: Solving, display: Display) -> None:
    await display.draw(Table(table.game, at.state), _seat(at))
    lines = (line.removeprefix("-# ") for line in puzzle_text(at).replace("**", "").split("\n"))
    screen.say("\n".join(line for line in lines if line != HOW))


def _seat(at: Solving) -> int:
    return at.puzzle.start.turn


def _puzzle_words(at: Solving) -> Words:
    moves = [] if at.over else moves_to_type(at.legal)
    return [*moves, *((word, "") for word in ("hint", "solution", "next", "moves", "back", "help"))]
