"""Looking at the terminal: boards, moves, rules and hints, or all of it in a browser."""

from __future__ import annotations

import asyncio
import webbrowser

from bot.console.hotseat import HotSeat, asked_for
from bot.games.pictures import lone_piece
from bot.games.refusals import BadChoice, NoSuchPosition, refuse_if
from bot.text import games as wording
from bot.web.local import served
from engine.lookahead.coach import STEPS
from engine.model.english import join_words, shown
from engine.model.refusal import Refused
from engine.notation.textboard import TextSign
from engine.play.game import new_game
from engine.records.replay import length_in_words, named_move, plies_named, state_after
from engine.variants.card import card, card_text
from engine.variants.variant import Variant

SIGNS = {"BOTH": TextSign.REACH, "LEAP": TextSign.REACH, "MOVE": TextSign.QUIET, "CAPTURE": TextSign.STRIKE}
"""The marks at the terminal for the targets of diagrams, by their names."""


async def show_board(here: HotSeat, moment: str) -> None:
    """Show the board now, or after the move that `moment` names."""
    state = here.state
    if moment:
        plies = plies_named(state, moment)
        if plies is None:
            raise Refused(NoSuchPosition(moment, length_in_words(state)))
        here.screen.say(f"After {named_move(state, plies - 1)}:" if plies else "At the start:")
        state = state_after(state, plies)
    await here.show(state)


async def show_moves(here: HotSeat, name: str) -> str:
    """Mark what can move, or where the piece on the cell named can go, and list it."""
    state, cell = here.state, wording.cell_named(here.state, name)
    own = cell is None or state.position.pieces[state.turn] >> cell & 1
    if state.result is None and own:
        here.mark(state, asked_for(state, cell), await here.games.settings.below(here.table))
    return wording.moves_from(state, cell)


def show_rules(here: HotSeat, rest: str) -> str:
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
    position, origin, reached = lone_piece(variant, kind.letter)
    signs = {cell: SIGNS[sign.name] for cell, sign in reached.items()} | {origin: TextSign.SELECTED}
    here.mark(new_game(variant, position), signs, position.turn)
    return f"The {kind.name} ({kind.letter}) {kind.text}"


def _short_card(variant: Variant) -> str:
    sections = [section for section in card(variant) if section.heading in {variant.name, "Pieces", "Rules", "Fights"}]
    parts = ["\n".join([heading, *(f"- {line}" for line in lines)]) for heading, lines in sections]
    parts.append(
        f'"rules {variant.kinds[-1].letter}" shows one piece on the board; "rules all" adds the rulings for rare cases.'
    )
    return "\n\n".join(parts).replace("**", "")


async def give_hint(here: HotSeat, _: str) -> str:
    hint = await here.screen.think(here.games.coaching.hint(here.state))
    steps = here.games.coaching.step(here.table.game.seats[here.seat].id, here.table.game.number, here.state.changed)
    more = ' ("hint" again for more)' if steps < STEPS else f" {hint.expected}".rstrip()
    return hint.steps[steps - 1] + more


async def open_page(here: HotSeat, _: str) -> None:
    """Open the game in a browser; the page is there until the player quits."""
    refuse_if(not here.screen.asks, 'I can open a browser only from a terminal. "hexmarshal play --web" works without')
    here.address = here.address or await here.page.enter_async_context(served(here.games))
    board = f"{here.address}#game/{here.table.game.number}"
    here.screen.say(f"Your board is at {board}\nPlay there or here, as you like; it's open until you quit.")
    await asyncio.to_thread(webbrowser.open, board)
