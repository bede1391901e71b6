"""What is seen at the terminal: the board, the rules and the pieces, in which colours; and moves as they are typed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from bot.console.board import Display, movable, reach_of
from bot.console.screens import Screen, Words, waited
from bot.games import Games, Table, pictures
from bot.games.pictures import lone_piece, themes_for
from bot.games.settings import AUTO, LETTERS, ONLY_MOVE, THEME, in_words
from bot.text import games as wording
from engine.model.english import listed
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import move_in_words
from engine.notation.moves import MoveList, UnreadableMove
from engine.notation.textboard import TextSign
from engine.play.game import new_game
from engine.variants.card import card, card_text
from engine.variants.variant import Variant

_SIGNS = {"BOTH": TextSign.REACH, "LEAP": TextSign.REACH, "MOVE": TextSign.QUIET, "CAPTURE": TextSign.STRIKE}
"""The marks at the terminal for the targets of diagrams, by their names."""


def moves_to_type(legal: MoveList) -> Words:
    """The legal moves in short notation, sorted, each in words: `Ga2` with "guard a1 to a2"."""
    return sorted((legal.short(move), move_in_words(legal.movement, legal.position, move)) for move in legal.legal)


def as_typed(told: str) -> str:
    """News with Discord's commands as they are typed here."""
    return told.replace("/game claim-time", '"flag"')


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
    """The commands that change nothing but what is seen; pictures of pieces go to the file `sheet`."""

    def __init__(self, games: Games, screen: Screen, display: Display, sheet: Path) -> None:
        self._games = games
        self._screen = screen
        self._display = display
        self._sheet = sheet
        self.commands: Mapping[str, Callable[[Table, str], Awaitable[None]]] = {
            "board": display.show,
            "moves": self._moves,
            "rules": self._rules,
            "pieces": self._pieces,
            "turn": self._turn,
            "picture": self._picture,
            "theme": self._theme,
            "settings": self._settings,
        }

    def words(self, table: Table) -> Words:
        variant = table.state.variant
        kinds = [(f"rules {kind.letter}", f"how the {kind.name} moves") for kind in variant.kinds]
        themes = [(f"theme {name}", "") for name in themes_for(variant)]
        origins = {move.origin: None for move in table.state.movement.legal(table.state.position)}
        cells = [(f"moves {variant.board.names[cell]}", "") for cell in sorted(origins)]
        return [*kinds, ("rules all", "with the referee's rulings"), *themes, *cells]

    async def _moves(self, table: Table, rest: str) -> None:
        await show_moves(self._screen, self._display, table, rest)

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
        elif self._display.keep(self._sheet, sheet.png):
            self._screen.say(f'How all pieces move: {self._sheet.resolve()}. "rules P" shows the piece P here.')

    async def _turn(self, table: Table, rest: str) -> None:  # noqa: ARG002
        self._display.turning = not self._display.turning
        first = table.state.variant.seat(1).name
        how = "turns to the side to move" if self._display.turning else f"stays as {first} sees it"
        self._screen.say(f"The board {how}.")
        await self._display.show(table)

    async def _picture(self, table: Table, rest: str) -> None:  # noqa: ARG002
        """Show pictures in place of text, or no more; where the terminal shows none, say where they are."""
        if not self._screen.pictures:
            self._screen.say(
                f"This terminal is not known to show pictures; {self._display.path} shows the board after every move."
            )
            return
        self._display.wanted = not self._display.wanted
        await self._display.show(table)

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
            for player in table.game.seats.values():
                await self._games.settings.choose(player, THEME.name, rest.casefold())
            await self._display.show(table)
            colours = "what suits each game" if rest.casefold() == AUTO else rest.casefold()
            self._screen.say(f"Boards are drawn in {colours} from now on.")

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


async def show_moves(screen: Screen, display: Display, table: Table, rest: str, seat: int | None = None) -> None:
    """Mark what can move, or where the piece on the cell named can go, and list it, from a seat's side or as usual."""
    state = table.state
    cell = wording.cell_named(state, rest)
    if state.result is None:
        if cell is None:
            await display.ask(table, movable(state), seat)
        elif (piece := state.variant.piece(state.position, cell)) is not None and piece.seat == state.turn:
            await display.ask(table, reach_of(state, cell), seat)
    screen.say(wording.moves_from(state, cell))


def _short_card(variant: Variant) -> str:
    """The rules card without the referee's rulings and the source."""
    sections = [section for section in card(variant) if section.heading in {variant.name, "Pieces", "Rules", "Fights"}]
    parts = ["\n".join([heading, *(f"- {line}" for line in lines)]) for heading, lines in sections]
    letter = variant.kinds[-1].letter
    parts.append(f'"rules {letter}" shows one piece on the board; "rules all" adds the rulings for rare cases.')
    return "\n\n".join(parts).replace("**", "")
