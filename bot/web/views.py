"""Games and puzzles as the page is told of them, in values for JSON: the board's cells, legal moves, words, acts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from bot.games import Games, Solving, Table, pictures
from bot.games.coaching import MIN_REVIEWED_MOVES, against_people
from bot.games.pictures import alternative, occasion_of, theme_of
from bot.games.settings import AUTO, THEMED, Viewer
from bot.store import Player, StoredGame
from bot.text import games as wording
from bot.text import news
from bot.text.study import puzzle_text
from bot.web.visitors import Visitor
from engine.model.position import Move, long_form
from engine.model.refusal import Refusal
from engine.notation.describe import lost_in_words, move_in_words
from engine.notation.moves import MoveList
from engine.play.commands import Agree, ClaimDraw, ClaimTime, Command, Decline, Propose, Resign, Resume
from engine.play.events import DRAW, PAUSE, TAKEBACK
from engine.play.referee import decide, sheet
from engine.play.state import Await, Played, State
from engine.records.replay import begins_round, board_after, dice_of, number_of, short_of
from engine.variants import GAMES
from engine.variants.variant import Variant
from renderer.fight import fight_of

View = dict[str, Any]


class Look(NamedTuple):
    """A way to look at a board: after a number of moves or now, in a theme, with a seat below, or as one has chosen."""

    ply: int | None = None
    theme: str = AUTO
    below: int | None = None

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Look:
        """The look that a query asks for; what isn't understood is left out."""
        ply, below = (
            int(word[:9]) if word.isdecimal() else None for word in (query.get("ply", ""), query.get("below", ""))
        )
        return cls(ply, query.get("theme", AUTO), below)


class PageAct(NamedTuple):
    """Something to do in a game besides moving: its words, the command for a seat, a question before it."""

    label: str
    command: Callable[..., Command]
    ask: str = ""


ACTS: Mapping[str, PageAct] = {
    "resume": PageAct("Resume", Resume),
    "claim": PageAct("Claim draw", ClaimDraw),
    "time": PageAct("Claim time", ClaimTime),
    "takeback": PageAct("Take back", partial(Propose, kind=TAKEBACK)),
    "draw": PageAct("Offer draw", partial(Propose, kind=DRAW)),
    "pause": PageAct("Offer pause", partial(Propose, kind=PAUSE)),
    "resign": PageAct("Resign", Resign, "Resign this game?"),
}
ANSWERS: Mapping[str, Callable[..., Command]] = {"accept": Agree, "decline": Decline}
_MARKUP = re.compile(
    r"""\*\* | ~~ | ` | \u200b | ^\#+\ | ^-\#\ | <t:\d+:R>   # emphasis, code, headings, small print, times
    | \[(?P<words>[^\]]*)\]\([^)]*\)                      # links
    | \\(?P<plain>[^\w\s])                                # what was made harmless
    """,
    re.MULTILINE | re.VERBOSE,
)
"""Discord's markup."""


def unmarked(text: str) -> str:
    """A text for Discord without its markup."""
    return _MARKUP.sub(lambda found: found["words"] or found["plain"] or "", text)


def acting_seat(table: Table, visitor: Visitor, act: str = "", kind: str = "") -> int | None:
    """The seat that a visitor acts for, None for none.

    It is the one that has yet to answer a proposal of a kind, or that made their last move if that is to be taken back;
    else the one that is due, or their first.
    """
    state, seats = table.state, [seat for seat in visitor.seats(table.game) if seat in table.state.remaining]
    if (proposal := state.proposal(kind) if kind else None) is not None:
        return next((seat for seat in seats if seat not in proposal.agreed), None)
    if act == "takeback":
        return next((each.seat for each in reversed(state.played) if each.seat in seats), None)
    return state.due if state.due in seats else next(iter(seats), None)


async def looked_at(games: Games, visitor: Visitor, table: Table, look: Look) -> tuple[State, Viewer, int]:
    """The position that a visitor looks at, how they see it, and the number of moves before it."""
    state, plies = table.state, len(table.state.played)
    seats, ply = visitor.seats(table.game), plies if look.ply is None else min(look.ply, plies)
    usual = state.due if state.result is None and state.due in seats else next(iter(seats), 1)
    below = look.below if look.below in {seat.number for seat in state.variant.seats} else usual
    viewer = await games.settings.viewer(visitor.you(table.game), below or usual, guild=table.game.guild)
    viewer = viewer if look.theme == AUTO else viewer.asked(theme=look.theme)
    return (state if ply == plies else board_after(state, ply)), viewer, ply


def home_view(played: Iterable[StoredGame], visitor: Visitor) -> View:
    """The first page as all see it: themes, and some games."""
    return {
        "themes": [{"value": AUTO, "label": AUTO}, *({"value": each, "label": each} for each in THEMED)],
        "games": [
            {
                "number": game.number,
                "title": GAMES[game.variant].name if game.variant in GAMES else game.variant,
                "players": " – ".join(player.name for seat, player in sorted(game.seats.items()) if seat),
                "status": "Over" if game.stage == "over" else "Your move" if game.turn in visitor.seats(game) else "",
                "over": game.stage == "over",
            }
            for game in played
        ],
    }


async def game_view(games: Games, visitor: Visitor, table: Table, look: Look) -> View:
    state, game, plies = table.state, table.game, len(table.state.played)
    shown, viewer, ply = await looked_at(games, visitor, table, look)
    you, now = visitor.you(game), games.now()
    seats = [seat for seat in visitor.seats(game) if seat in state.remaining]
    yours = ply == plies and state.result is None and state.awaits is Await.MOVE and state.due in seats
    status, told = _told(table, you)
    if ply < plies:
        told = unmarked(". ".join(filter(None, [wording.last_move(shown) or "The start", wording.fight(shown)])))
    link = "" if visitor.mode == "watch" else wording.board_url(game)
    address = f"api/games/{game.number}/board.png"
    return {
        "kind": "game",
        "number": game.number,
        "sequence": state.sequence,
        "title": state.variant.name,
        "link": link,
        "ply": ply,
        "plies": plies,
        "over": state.result is not None,
        "turn": state.due,
        "yours": yours,
        "status": status,
        "news": told,
        "board": _board(shown, viewer, address, look, state.sequence, alternative(shown, occasion_of(table), ())),
        "moves": list(_moves(sheet(state))) if yours else [],
        "below": viewer.seat,
        "sides": [_side(table, seat.number, viewer, now) for seat in state.variant.seats],
        "played": list(_played(state)),
        "offers": [] if visitor.mode == "watch" else list(_offers(table, visitor)),
        "acts": list(_acts(table, visitor, now)),
        "fight": _fight(shown, ply),
        "roll": _roll(table, you, link),
    }


def _told(table: Table, you: Player) -> tuple[str, str]:
    """Whose move it is or how the game ended, and what was just played: the first lines of a board in Discord."""
    told = replace(table, game=replace(table.game, shown=table.state.sequence))
    lines = wording.board(told, wording.plain_name, you).split("\n")
    status, *rest = [unmarked(line) for line in lines if not line.startswith("-#")]
    return status, " ".join(rest)


@lru_cache(maxsize=64)
def _cells(variant: Variant, seat: int) -> tuple[int, int, tuple[str, ...]]:
    """The size of the bare board as a seat sees it, and the corners of its cells as SVG writes them."""
    width, height, outlines = pictures.bare_board(variant, seat)
    return width, height, tuple(" ".join(f"{x:.1f},{y:.1f}" for x, y in outline) for outline in outlines)


def _board(state: State, viewer: Viewer, address: str, look: Look, version: object, alt: str) -> View:
    variant, position = state.variant, state.position
    width, height, outlines = _cells(variant, viewer.seat)
    asked = {"v": version, "below": viewer.seat, "theme": look.theme, **({} if look.ply is None else {"ply": look.ply})}
    cells = []
    for cell, (name, points) in enumerate(zip(variant.board.names, outlines, strict=True)):
        piece = variant.piece(position, cell)
        label = f"{name}, {variant.seat(piece.seat).name}'s {piece.kind.name}" if piece else f"{name}, empty"
        cells.append({"name": name, "points": points, "label": label, "seat": piece.seat if piece else 0})
    return {"src": f"{address}?{urlencode(asked)}", "width": width, "height": height, "alt": alt, "cells": cells}


def _moves(legal: MoveList) -> Iterator[View]:
    movement, position, names = legal.movement, legal.position, legal.movement.variant.board.names
    promoted = {(move.origin, move.target) for move in legal.legal if move.promotion}

    def choice(move: Move) -> str:
        if move.promotion:
            return movement.variant.by_letter[move.promotion].name.capitalize()
        if (move.origin, move.target) in promoted:
            return f"Stay a {movement.mover(position, move).name}"
        words = move_in_words(movement, position, move, verb="attacks" if movement.variant.combat else "takes")
        return words[:1].upper() + words[1:]

    for move in legal.legal:
        yield {
            "move": long_form(movement.variant.board, move),
            "from": names[move.origin],
            "to": names[move.target],
            "strike": movement.captured(position, move) is not None,
            "choice": choice(move),
        }


def _side(table: Table, seat: int, viewer: Viewer, now: int) -> View:
    state, player, name = table.state, table.game.seats[seat], table.state.variant.seat(seat).name
    red, green, blue = theme_of(state.variant, viewer).livery(name, seat).fill
    clock, lost = state.clock, lost_in_words(state.variant, state.position, seat)
    return {
        "seat": seat,
        "name": name,
        "player": "" if player.name == name else player.name,
        "colour": f"#{red:02x}{green:02x}{blue:02x}",
        "due": state.result is None and state.due == seat,
        "out": seat not in state.remaining,
        "lost": "" if lost == "none" else lost,
        "clock": clock
        and {
            "left": clock.left_at(seat, now),
            "running": state.result is None and clock.running == seat and clock.ticking,
            "text": pictures.shown(clock, seat),
        },
    }


def _played(state: State) -> Iterator[View]:
    for index, each in enumerate(state.played):
        number = number_of(state, index) if begins_round(state, index) else ""
        yield {
            "ply": index + 1,
            "number": number,
            "seat": each.seat,
            "text": short_of(state, each),
            "dice": dice_of(each),
        }


def _offers(table: Table, visitor: Visitor) -> Iterator[View]:
    words = news.proposed(table, wording.plain_name, visitor.you(table.game))
    for proposal, said in zip(table.state.proposals, words, strict=True):
        asked = acting_seat(table, visitor, kind=proposal.kind) is not None
        labels = {"accept": "Accept", "decline": "Decline"} if asked else {}
        answers = [{"act": act, "kind": proposal.kind, "label": label} for act, label in labels.items()]
        yield {"words": unmarked(said), "answers": answers}


def _acts(table: Table, visitor: Visitor, now: int) -> Iterator[View]:
    """The acts that the referee allows a visitor now, besides moves."""
    state = table.state
    if hints(table, visitor):
        yield {"act": "hint", "label": "Hint"}
    for name, act in ACTS.items() if state.result is None else ():
        seat = acting_seat(table, visitor, name)
        if seat is not None and not isinstance(decide(state, act.command(seat), now), Refusal):
            yield {"act": name, "label": act.label, "ask": act.ask}
    if state.result is not None and visitor.mode != "watch":
        if len(state.played) >= MIN_REVIEWED_MOVES:
            yield {"act": "review", "label": "Review"}
        if visitor.local:
            yield {"act": "again", "label": "Play again"}


def hints(table: Table, visitor: Visitor) -> bool:
    """True if a visitor may ask for a hint: it's their move, and nobody plays against them who could mind."""
    state = table.state
    theirs = state.result is None and state.awaits is Await.MOVE and state.due in visitor.seats(table.game)
    return theirs and (visitor.local or not against_people(table.game, visitor.you(table.game)))


def _fight(state: State, ply: int) -> View | None:
    """The dice of the fight in the last move, round by round."""
    played: Played | None = state.played[-1] if state.played else None
    if played is None or played.fought is None:
        return None
    drawn = fight_of(state.variant, played.fought)
    rounds = [
        [
            {"seat": camp.seat, "dice": [die.value for dice in throw.dice for die in dice], "sum": throw.total}
            for camp, throw in zip(drawn.camps, throws, strict=True)
        ]
        for throws in drawn.rounds
    ]
    return {"ply": ply, "title": " – ".join(camp.name for camp in drawn.camps), "rounds": rounds}


def _roll(table: Table, you: Player, link: str) -> View | None:
    """The roll that a player still has to make, in Discord, where a board may yet have to ask for it."""
    state = table.state
    if state.result is not None or state.awaits is not Await.CALL:
        return None
    who = table.game.seats[state.due]
    words = "Your roll! Reply to the board in Discord." if who.id == you.id else f"{who.name} rolls in Discord."
    asked = table.game.shown >= state.changed
    return {"words": f"⚔ {words}", "link": link if asked else "", "asked": asked}


# ---- puzzles


def solver(visitor: Visitor) -> Player:
    """Whose puzzles a visitor solves: their own, or at this screen those of its first player."""
    return visitor.player or Player(1, "")


async def puzzle_viewer(games: Games, solving: Solving, visitor: Visitor, look: Look) -> Viewer:
    seats = {seat.number for seat in solving.state.variant.seats}
    below = look.below if look.below in seats else solving.progress.seat
    viewer = await games.settings.viewer(solver(visitor), below)
    return viewer if look.theme == AUTO else viewer.asked(theme=look.theme)


async def puzzle_view(games: Games, visitor: Visitor, solving: Solving, look: Look) -> View:
    state, progress = solving.state, solving.progress
    viewer = await puzzle_viewer(games, solving, visitor, look)
    title, *told = unmarked(puzzle_text(solving)).split("\n")
    acts = [("hint", "Hint"), ("solution", "Solution")] if not solving.over else []
    alt = alternative(state, pictures.NOWHERE, ())
    return {
        "kind": "puzzle",
        "number": progress.number,
        "sequence": progress.version,
        "title": title,
        "over": solving.over,
        "turn": state.turn,
        "yours": not solving.over,
        "status": told[0],
        "news": " ".join(told[1:]),
        "board": _board(state, viewer, f"api/puzzles/{progress.number}/board.png", look, progress.version, alt),
        "moves": [] if solving.legal is None else list(_moves(solving.legal)),
        "below": viewer.seat,
        "acts": [{"act": act, "label": label} for act, label in [*acts, ("next", "Next puzzle")]],
    }
