"""What is seen and studied at the terminal: board, rules, pieces and colours; the coach, explorations, puzzles."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, TypeVar

from bot.console.board import Display
from bot.console.screens import Screen, Words, unless_interrupted, waited
from bot.games import Games, Table, pictures
from bot.games.pictures import lone_piece, themes_for
from bot.games.refusals import granted
from bot.games.settings import AUTO, LETTERS, ONLY_MOVE, THEME, in_words
from bot.games.study.exploring import ENDS, position_after
from bot.text import study
from bot.text.study import PUZZLE_HOW as HOW
from bot.text.study import puzzle_text
from engine.lookahead.coach import STEPS, Hint
from engine.lookahead.imagined import outcomes, tried
from engine.model.english import listed
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import move_in_words
from engine.notation.moves import MoveList, UnreadableMove
from engine.notation.textboard import TextSign
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants.card import card, card_text
from engine.variants.variant import Variant

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

PIECES = "local-pieces.png"
_SIGNS = {"BOTH": TextSign.REACH, "LEAP": TextSign.REACH, "MOVE": TextSign.QUIET, "CAPTURE": TextSign.STRIKE}
"""The marks at the terminal for the targets of diagrams, by their names."""


def moves_to_type(legal: MoveList) -> Words:
    """The legal moves in short notation, sorted, each in words: `Ga2` with "guard a1 to a2"."""
    return sorted((legal.short(move), move_in_words(legal.movement, legal.position, move)) for move in legal.legal)


def with_way_on(refusal: Refusal) -> str:
    """A refusal in words, for a line that is no move with the way to the commands."""
    return f'{refusal} "help" lists what else you can type.' if isinstance(refusal, UnreadableMove) else str(refusal)


class NoSuchPiece(Refusal):
    given: str
    pieces: tuple[str, ...]

    words = "There is no piece “{given:shown}”; the pieces are {pieces:and}."


class NoSuchTheme(Refusal):
    given: str
    themes: tuple[str, ...]

    words = "There is no theme “{given:shown}” for this game; choose {themes:or}."


class Looking:
    """The commands that change nothing in the game: views, the coach, trying moves, puzzles."""

    def __init__(self, games: Games, screen: Screen, display: Display) -> None:
        self._games = games
        self._screen = screen
        self._display = display
        self._advised: tuple[tuple[int, int], Hint, int] | None = None
        self.commands: Mapping[str, Callable[[Table, str], Awaitable[None]]] = {
            "board": display.show,
            "moves": display.moves,
            "rules": self._rules,
            "pieces": self._pieces,
            "turn": self._turn,
            "picture": self._picture,
            "theme": self._theme,
            "settings": self._settings,
            "hint": self._hint,
            "review": self._review,
            "explore": self._explore,
            "puzzle": self._puzzle,
        }

    def words(self, table: Table) -> Words:
        variant = table.state.variant
        kinds = [(f"rules {kind.letter}", f"how the {kind.name} moves") for kind in variant.kinds]
        themes = [(f"theme {name}", "") for name in themes_for(variant)]
        origins = {move.origin: None for move in table.state.movement.legal(table.state.position)}
        cells = [(f"moves {variant.board.names[cell]}", "") for cell in sorted(origins)]
        return [*kinds, ("rules all", "with the referee's rulings"), *themes, *cells]

    async def _rules(self, table: Table, rest: str) -> None:
        """The rules of the game, without rulings unless all is asked for, or how one piece moves, with a diagram."""
        variant = table.state.variant
        if rest.casefold() == "all":
            self._screen.say(card_text(variant).replace("**", ""))
        elif not rest:
            self._screen.say(_short_card(variant))
        else:
            kind = variant.kind_named(rest)
            if kind is None:
                raise Refused(NoSuchPiece(rest, tuple(f"{each.letter} {each.name}" for each in variant.kinds)))
            lone = await waited(self._screen, "Looking", asyncio.to_thread(lone_piece, variant, kind.letter))
            signs = {cell: _SIGNS[sign.name] for cell, sign in lone.signs.items()}
            shown = Table(table.game, new_game(variant, lone.position))
            await self._display.ask(shown, signs | {lone.cell: TextSign.SELECTED}, lone.position.turn)
            self._screen.say(f"The {kind.name} ({kind.letter}) {kind.text}")

    async def _pieces(self, table: Table, rest: str) -> None:  # noqa: ARG002 - one signature for all
        drawing = pictures.diagrams(table.state.variant, self._display.anybody)
        sheet = await waited(self._screen, "Drawing the pieces", drawing)
        if self._screen.pictures:
            self._screen.picture(sheet.png)
        elif self._display.keep(file := self._display.file.with_name(PIECES), sheet.png):
            self._screen.say(f'How all pieces move: {file}. "rules P" shows the piece P here.')

    async def _turn(self, table: Table, rest: str) -> None:  # noqa: ARG002
        self._display.turning = not self._display.turning
        first = table.state.variant.seat(1).name
        how = "turns to the side to move" if self._display.turning else f"stays as {first} sees it"
        self._screen.say(f"The board {how}.")
        await self._display.show(table)

    async def _picture(self, table: Table, rest: str) -> None:  # noqa: ARG002
        """Show pictures in place of text, or no more; where the terminal shows none, say where they are."""
        if self._screen.pictures:
            self._display.wanted = not self._display.wanted
            await self._display.show(table)
        else:
            file = self._display.file
            self._screen.say(f"This terminal is not known to show pictures; {file} shows the board after every move.")

    async def _theme(self, table: Table, rest: str) -> None:
        """Choose the colours of boards for good, and show one; without a name, say which there are."""
        names = (*themes_for(table.state.variant), AUTO)
        if not rest:
            chosen = await self._games.settings.value(table.game.seats[1], THEME)
            other = next(name for name in names if name != chosen)
            self._screen.say(
                f"Themes: {listed(names, 'and')}, which is what suits each game. "
                f'Now it is {chosen}; "theme {other}" changes it.'
            )
        elif rest.casefold() not in names:
            raise Refused(NoSuchTheme(rest, names))
        else:
            theme = rest.casefold()
            for player in table.game.seats.values():
                await self._games.settings.choose(player, THEME.name, theme)
            await self._display.show(table)
            self._screen.say(f"Boards are drawn in {'what suits each game' if theme == AUTO else theme} from now on.")

    async def _settings(self, table: Table, rest: str) -> None:
        """Change the setting that `rest` names for every side, if it names any; then list those that count here."""
        name, _, value = rest.partition(" ")
        for player in table.game.seats.values() if rest else ():
            await self._games.settings.choose(player, name, value.strip())
        for setting, held in await self._games.settings.all_of(table.game.seats[1]):
            if setting.name in {ONLY_MOVE.name, LETTERS.name, THEME.name}:
                here = f"theme: {held}" if setting.name == THEME.name else in_words(setting, held)
                self._screen.say(f"{here} ({setting.name} can be {listed(list(setting.values))}).")
        for turned in await self._games.play.follow(table.game.number):
            await self._display.show(turned.table)

    # ---- the coach

    async def _hint(self, table: Table, _: str) -> None:
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
        found = await unless_interrupted(waited(self._screen, what, asked))
        if found is None:
            self._screen.say(f"I have stopped {doing}.")
        return found

    # ---- explorations: moves tried on a copy of a position

    async def _explore(self, table: Table, rest: str) -> None:
        """Explore a game's position after the move that `rest` names, or as it stands, until the player goes back."""
        position, _ = position_after(table.state, rest or None)
        states, seat = [new_game(table.state.variant, position)], self._display.seat(table.state)

        async def act(word: str, asked: str, line: str) -> bool:
            nonlocal seat
            match word, asked:
                case "value", _:
                    valued = self._games.coaching.value(states[-1])
                    found = await self._coached("thinking", "I am thinking", valued)
                    if found is not None:
                        self._screen.say(found)
                    return False
                case "moves", _:
                    await self._display.moves(Table(table.game, states[-1]), asked, seat)
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

        async def draw() -> Words:
            await self._display.draw(Table(table.game, states[-1]), seat)
            others = ("undo", "reset", "flip", "moves", "value", "back", "help")
            return [*moves_to_type(sheet(states[-1])), *((word, "") for word in others)]

        self._screen.say('This is a copy to try moves on. "back" returns to the game; "help" lists the commands.')
        await self._aside(table, "exploring> ", EXPLORING_HELP, draw, act)

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
        puzzles, asked_for = self._games.puzzles, rest.split()
        game = asked_for[0] if asked_for else table.game.variant
        at = await puzzles.open(table.game.seats[1], game, asked_for[1] if len(asked_for) > 1 else None)

        async def act(word: str, asked: str, line: str) -> bool:
            nonlocal at
            match word:
                case "moves":
                    await self._display.moves(Table(table.game, at.state), asked, at.puzzle.start.turn)
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

        async def draw() -> Words:
            await self._display.draw(Table(table.game, at.state), at.puzzle.start.turn)
            lines = (line.removeprefix("-# ") for line in puzzle_text(at).replace("**", "").split("\n"))
            self._screen.say("\n".join(line for line in lines if line != HOW))
            others = ("hint", "solution", "next", "moves", "back", "help")
            return [*([] if at.over else moves_to_type(at.legal)), *((word, "") for word in others)]

        self._screen.say('"back" returns to the game; "help" lists the commands.')
        await self._aside(table, "puzzle> ", PUZZLE_HELP, draw, act)

    async def _aside(
        self,
        table: Table,
        prompt: str,
        help_text: str,
        draw: Callable[[], Awaitable[Words]],
        act: Callable[[str, str, str], Awaitable[bool]],
    ) -> None:
        """Answer lines until the player goes back to the game.

        `draw` gives what completes a line; `act` tells whether there is something new to draw.
        """
        words = await draw()
        while (line := await self._screen.answer(prompt, words)) is not None:
            if line.casefold() in {"back", "quit", "exit", "q"}:
                break
            if line.casefold() in {"help", "?"}:
                self._screen.say(help_text)
            elif line:
                word, _, rest = line.partition(" ")
                try:
                    if await act(word.casefold(), rest.strip(), line):
                        words = await draw()
                except Refused as refused:
                    self._screen.say(with_way_on(refused.refusal))
        await self._display.show(table)


def _short_card(variant: Variant) -> str:
    sections = [section for section in card(variant) if section.heading in {variant.name, "Pieces", "Rules", "Fights"}]
    parts = ["\n".join([heading, *(f"- {line}" for line in lines)]) for heading, lines in sections]
    letter = variant.kinds[-1].letter
    parts.append(f'"rules {letter}" shows one piece on the board; "rules all" adds the rulings for rare cases.')
    return "\n\n".join(parts).replace("**", "")
