"""Explorations at one keyboard: moves tried on a copy of a position, until the player returns to the game."""

from __future__ import annotations

from dataclasses import dataclass

from bot.console.coached import say_value
from bot.console.display import Display
from bot.console.looking import show_moves
from bot.console.screens import Screen, Words
from bot.console.typed import moves_to_type, with_way_on
from bot.games import Games, Table
from bot.games.refusals import NoSuchPosition
from bot.games.study.exploring import ENDS, position_after
from engine.lookahead.imagined import outcomes, tried
from engine.model.english import listed
from engine.model.refusal import Refusal
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import length_in_words, plies_named

HELP = """\
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
            line = (await screen.ask("exploring> ", _words(trial.state))).strip()
        except (EOFError, KeyboardInterrupt):
            return True
        if line.casefold() in {"back", "quit", "exit", "q"}:
            return True
        word, _, asked = line.partition(" ")
        if word.casefold() == "value":
            await say_value(games, screen, trial.state)
        elif word.casefold() == "moves":
            await show_moves(screen, display, Table(table.game, trial.state), asked.strip(), trial.seat)
        elif line and await _done(screen, trial, line):
            await display.draw(Table(table.game, trial.state), trial.seat)


async def _done(screen: Screen, trial: Trial, line: str) -> bool:
    """Carry out a line; return whether there is something new to see."""
    match line.casefold():
        case "help" | "?":
            screen.say(HELP)
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


def _words(state: State) -> Words:
    legal = sheet(state)
    return [
        *moves_to_type(legal),
        *((word, "") for word in ("undo", "reset", "flip", "moves", "value", "back", "help")),
    ]
