"""Looking and studying at the terminal: board, rules, pieces and colours; the coach, explorations, puzzles."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from bot.console.hotseat import HotSeat, moves_to_type
from bot.games import Explored, Solving, Table, pictures
from bot.games.pictures import lone_piece, themes_for
from bot.games.refusals import BadChoice
from bot.games.settings import AUTO, LETTERS, ONLY_MOVE, THEME, in_words
from bot.games.study import ENDS
from bot.text import study
from bot.text.study import PUZZLE_HOW as HOW
from bot.text.study import puzzle_text
from engine.lookahead.coach import STEPS
from engine.lookahead.imagined import outcomes
from engine.model.english import join_words, shown
from engine.model.refusal import Refusal, Refused
from engine.notation.moves import UnreadableMove
from engine.notation.textboard import TextSign
from engine.play.game import new_game
from engine.variants.card import card, card_text
from engine.variants.variant import Variant

EXPLORING_HELP = """\
Pxd4, Tbc3, b1c3   try a move for the side to move; you say how a fight ends
undo    take the last move back       reset    go back to the first position
flip    look from the next side       moves, moves c2    mark what can move or where
value   how the position stands, and the best line
back    return to the game, which is unchanged"""
PUZZLE_HELP = """\
Pxd4, Tbc3, b1c3   make your move; I reply
hint    which piece moves             solution   show how it is done
next    another puzzle                moves, moves c2    mark what can move or where
back    return to the game, which is unchanged"""
PIECES = "local-pieces.png"
SIGNS = {"BOTH": TextSign.REACH, "LEAP": TextSign.REACH, "MOVE": TextSign.QUIET, "CAPTURE": TextSign.STRIKE}
"""The marks at the terminal for the targets of diagrams, by their names."""
LEAVING = frozenset({"quit", "exit", "q"})
On = TypeVar("On", Explored, Solving)


async def show_rules(here: HotSeat, rest: str) -> str:
    """The rules of the game, without rulings unless all is asked for, or how one piece moves, with a diagram."""
    variant = here.state.variant
    if rest.casefold() == "all":
        return card_text(variant).replace("**", "")
    if not rest:
        return _short_card(variant)
    kind = variant.kind_named(rest)
    if kind is None:
        pieces = join_words([f"{each.letter} {each.name}" for each in variant.kinds], "and")
        raise Refused(BadChoice(f"there's no piece “{shown(rest)}”; the pieces are {pieces}"))
    looking = asyncio.to_thread(lone_piece, variant, kind.letter)
    position, origin, reached = await here.screen.wait("Looking", looking)
    signs = {cell: SIGNS[sign.name] for cell, sign in reached.items()} | {origin: TextSign.SELECTED}
    await here.ask(Table(here.table.game, new_game(variant, position)), signs, position.turn)
    return f"The {kind.name} ({kind.letter}) {kind.text}"


def _short_card(variant: Variant) -> str:
    sections = [section for section in card(variant) if section.heading in {variant.name, "Pieces", "Rules", "Fights"}]
    parts = ["\n".join([heading, *(f"- {line}" for line in lines)]) for heading, lines in sections]
    parts.append(
        f'"rules {variant.kinds[-1].letter}" shows one piece on the board; "rules all" adds the rulings for rare cases.'
    )
    return "\n\n".join(parts).replace("**", "")


async def show_pieces(here: HotSeat, _: str) -> None:
    drawing = pictures.diagrams(here.state.variant, here.anybody)
    drawn = await here.screen.wait("Drawing the pieces", drawing)
    if here.screen.pictures:
        here.screen.picture(drawn.png)
    elif here.keep(file := here.file.with_name(PIECES), drawn.png):
        here.screen.say(f'How all pieces move: {file}. "rules P" shows the piece P here.')


async def turn_board(here: HotSeat, _: str) -> None:
    here.turning = not here.turning
    first = here.state.variant.seat(1).name
    here.screen.say(f"The board {'turns to the side to move' if here.turning else f'stays as {first} sees it'}.")
    await here.show()


async def show_pictures(here: HotSeat, _: str) -> str | None:
    if not here.screen.pictures:
        return f"This terminal may not show pictures; {here.file} shows the board after every move."
    here.wanted = not here.wanted
    await here.show()
    return None


async def choose_theme(here: HotSeat, rest: str) -> str:
    """Choose the colours of boards for good, and show one; without a name, say which there are."""
    names, theme, seats = (*themes_for(here.state.variant), AUTO), rest.casefold(), here.table.game.seats
    if not theme:
        chosen = await here.games.settings.value(seats[1], THEME)
        other = next(name for name in names if name != chosen)
        known = f"Themes: {join_words(names, 'and')} (what suits each game)."
        return f'{known} Now it is {chosen}; "theme {other}" changes it.'
    if theme not in names:
        raise Refused(BadChoice(f"there's no theme “{shown(rest)}” for this game; choose {join_words(names)}"))
    for player in seats.values():
        await here.games.settings.choose(player, THEME.name, theme)
    await here.show()
    return f"Boards are drawn in {'what suits each game' if theme == AUTO else theme} from now on."


async def change_settings(here: HotSeat, rest: str) -> None:
    """Change the setting that `rest` names for every side, if it names any; then list those that count here."""
    name, _, value = rest.partition(" ")
    for player in here.table.game.seats.values() if rest else ():
        await here.games.settings.choose(player, name, value.strip())
    for setting, held in await here.games.settings.all_of(here.table.game.seats[1]):
        if setting.name in {ONLY_MOVE.name, LETTERS.name, THEME.name}:
            now = f"theme: {held}" if setting is THEME else in_words(setting, held)
            here.screen.say(f"{now} ({setting.name} can be {join_words(list(setting.values))}).")
    for turned in await here.games.play.follow(here.table):
        await here.tell(turned)


# ---- the coach


async def give_hint(here: HotSeat, _: str) -> str:
    hint = await here.screen.think(here.games.coaching.hint(here.state))
    steps = here.games.coaching.step(here.table.game.seats[1].id, here.table.game.number, here.state.changed)
    more = ' ("hint" again for more)' if steps < STEPS else f" {hint.expected}".rstrip()
    return hint.steps[steps - 1] + more


async def review(here: HotSeat, _: str) -> str:
    reviewing = here.games.coaching.review(here.state)
    return study.reviewed(here.named, await here.screen.think(reviewing, "Looking at the game", "looking"))


# ---- explorations and puzzles: lines that leave the game as it is


async def explore(here: HotSeat, rest: str) -> None:
    """Explore a game's position after the move that `rest` names, or now, until the player goes back."""
    exploring, player = here.games.exploring, here.table.game.seats[1]

    async def value(on: Explored) -> Explored:
        here.screen.say(await here.screen.think(here.games.coaching.value(on.state)))
        return on

    async def make(on: Explored, text: str) -> Explored:
        after = await exploring.read(on, text)
        if after.attack is None:
            return after
        ends = outcomes(after.state, after.attack)
        names = [name for name, end in ENDS.items() if end in ends]
        question = f"How does the imagined fight end for the attacker: {join_words(names)}? "
        said = await here.screen.answer(question, [(name, "") for name in names])
        if said is not None and said.casefold() in names:
            return await exploring.make(after, after.attack, ENDS[said.casefold()])
        if said is not None:
            here.screen.say(f"The fight can be {join_words(names)}; no move was tried.")
        return after

    begun = await exploring.begin(here.table, player, rest or None)
    here.screen.say('This is a copy to try moves on. "back" returns to the game; "help" lists the commands.')
    changes = {"undo": exploring.undo, "reset": exploring.reset, "flip": exploring.flip, "value": value}
    await _aside(here, "exploring> ", EXPLORING_HELP, begun, make, changes)


async def solve_puzzle(here: HotSeat, rest: str) -> None:
    puzzles, asked = here.games.puzzles, rest.split() or [here.table.game.variant]
    opened = await puzzles.open(here.table.game.seats[1], asked[0], asked[1] if len(asked) > 1 else None)
    here.screen.say('"back" returns to the game; "help" lists the commands.')
    changes = {"hint": puzzles.hint, "solution": puzzles.give_up, "next": puzzles.next}
    changes |= {"give": puzzles.give_up, "give up": puzzles.give_up, "new": puzzles.next}
    await _aside(here, "puzzle> ", PUZZLE_HELP, opened, puzzles.read, changes)


async def _aside(
    here: HotSeat,
    prompt: str,
    help_text: str,
    on: On,
    make: Callable[[On, str], Awaitable[On]],
    changes: Mapping[str, Callable[[On], Awaitable[On]]],
) -> None:
    """Show `on`, and change it by the lines typed, one of `changes` or a move to make, until the player goes back."""
    shown: On | None = None
    while True:
        board = Table(here.table.game, on.state)
        if on is not shown:
            await here.draw(board, on.progress.seat)
            if isinstance(on, Solving):
                lines = re.sub(r"\*\*|^(-#|###) ", "", puzzle_text(on), flags=re.MULTILINE).split("\n")
                here.screen.say("\n".join(line for line in lines if line != HOW))
            shown = on
        words = [*moves_to_type(on.state), *((word, "") for word in (*changes, "moves", "back", "help"))]
        line = await here.screen.answer(prompt, words)
        typed = "back" if line is None else line.casefold()
        try:
            if line is None or typed in {"back", *LEAVING}:
                break
            if typed in {"help", "?"}:
                here.screen.say(help_text)
            elif typed.split(" ")[0] == "moves":
                await here.moves(board, typed.removeprefix("moves").strip(), on.progress.seat)
            elif typed in changes:
                on = await changes[typed](on)
            elif typed:
                on = await make(on, line)
        except Refused as refused:
            here.screen.say(with_way_on(refused.refusal))
    await here.show()


def with_way_on(refusal: Refusal) -> str:
    """A refusal in words, for a line that is no move with the way to the commands."""
    return f'{refusal} "help" lists what else you can type.' if isinstance(refusal, UnreadableMove) else str(refusal)
