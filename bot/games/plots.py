"""Pictures about games, drawn off the event loop: who plays, how one ended, luck, ratings, leaderboards.

Texts say what they show, so nothing fails with them: one that cannot be drawn, or not in time, is left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import NamedTuple, ParamSpec

from bot.games.pictures import ALT_TEXT, Occasion, Picture, person_of, position, shortened, theme_of
from bot.games.ratings import NEWCOMER, Standings, margin, points, rating, terms
from bot.games.settings import Viewer
from bot.games.tables import Table
from bot.store import Player, Rated, Skill, Standing
from engine.clocks.control import in_short
from engine.lookahead.imagined import outcomes, tried
from engine.lookahead.review import Review, Turning
from engine.model.english import counted
from engine.play.clock import Clock
from engine.play.state import State
from engine.records.replay import date_of, glimpse
from engine.records.scoresheet import Scoresheet
from engine.rules.protocols import CLOSED
from renderer import Person, Theme, theme_for
from renderer.cards.end_card import GameEnding, end_card, ending_of
from renderer.cards.luck import DEVIATIONS, LuckPlot, fortunes_of, luck_plot, signed
from renderer.cards.review import ReviewedSide, ReviewPlot, review_plot
from renderer.cards.standings import Career, Place, Rating, leaderboard, rating_curves
from renderer.paint.text import readable

People = Mapping[int, Person]
"""Who plays, by the numbers of their seats."""
LONGEST = 64
"""The characters of the longest name on a scoresheet that is handed to a picture."""


class Company:
    def __init__(self, standings: Standings) -> None:
        self._standings = standings

    async def at(self, table: Table) -> People:
        """Who plays each side of a game that has begun, by seat numbers; nobody at a challenge.

        Ratings are told where the game counts for them, by one question for all seats; clocks of those still in it.
        """
        game, clock, remaining = table.game, table.state.clock, table.state.remaining
        seats = {seat: player for seat, player in game.seats.items() if seat}
        counts = bool(seats) and terms(game) is Rated.RATED
        skills = (
            await self._standings.skills_among(game.guild, table.state.variant.family, seats.values()) if counts else {}
        )
        return {
            seat: person_of(
                player,
                rating(skills[player.id]) if player.id in skills else "",
                shown(clock, seat) if clock and seat in remaining else "",
            )
            for seat, player in seats.items()
        }


def named_on(sheet: Scoresheet) -> People:
    return {seat: Person(name[:LONGEST]) for seat, name in sheet.players.items()}


def shown(clock: Clock, seat: int) -> str:
    """What a clock shows on a picture, which stays true: the time left when it was last set, stopped or started.

    "2d 4h", "3d/move" for the whole of a time per move, "time up" for a clock that is known to have run out.
    """
    if clock.flagged and seat == clock.running:
        return "time up"
    left = clock.left[seat]
    whole = clock.control.per_move and left == clock.control.start
    return f"{in_short(left)}{'/move' if whole else ''}"


log = logging.getLogger(__name__)

PATIENCE = 20.0
"""How long a picture is waited for, in seconds."""
PLIES = 4
"""How many moves a game must have had for a card of its own."""
PLACES = 15
"""How many places of a leaderboard are drawn, and the asker's own."""
RATED_LINE = "the best by the lower end of the margin (±); “?” marks fewer than ten games"

Asked = ParamSpec("Asked")


class Gain(NamedTuple):
    rating: str
    change: str


class History(NamedTuple):
    family: str
    words: str
    skills: Sequence[Skill]


def has_card(state: State) -> bool:
    """Whether a game gets a card: it is over with a result, and some moves were made."""
    return state.result is not None and state.result.reason != CLOSED and len(state.played) >= PLIES


def _in_time(draw: Callable[Asked, Picture | None]) -> Callable[Asked, Awaitable[Picture | None]]:
    """Let a function draw in a thread; what cannot be drawn, or not in time, is None."""

    @wraps(draw)
    async def drawn(*args: Asked.args, **kwargs: Asked.kwargs) -> Picture | None:
        try:
            return await asyncio.wait_for(asyncio.to_thread(draw, *args, **kwargs), PATIENCE)
        except Exception:
            log.exception("a picture is left out")
            return None

    return drawn


@_in_time
def ending(table: Table, viewer: Viewer, gains: Mapping[int, Gain]) -> Picture:
    game, state = table.game, table.state
    found = {seat: (player, gains.get(player.id, Gain("", ""))) for seat, player in game.seats.items()}
    told = ending_of(
        state,
        {seat: person_of(player, gain.rating) for seat, (player, gain) in found.items()},
        changes={seat: gain.change for seat, (_, gain) in found.items()},
        occasion=f"game {game.number} · {date_of(state.events[-1].at)}",
        commitment=game.commitment or "",
        seat=viewer.seat,
    )
    return Picture(end_card(told, theme_of(state.variant, viewer)), _cut(_ending_told(told)))


def _ending_told(told: GameEnding) -> str:
    sides = [f"{each.side} {each.person.name} {each.person.rating} {each.change}".strip() for each in told.sitters]
    moments = [f"{each.move}: {each.words}" if each.words else each.move for each in told.moments]
    return f"{told.title}, {told.occasion}. {told.headline}. {told.reason}. {'; '.join(sides)}. {'. '.join(moments)}."


@_in_time
def luck(table: Table, viewer: Viewer) -> Picture | None:
    variant = table.state.variant
    fortunes = fortunes_of(table.state, {seat: player.name for seat, player in table.game.seats.items()})
    if not fortunes:
        return None
    plot = LuckPlot(f"Luck in game {table.game.number}", tuple(seat.name for seat in variant.seats), fortunes)
    return Picture(luck_plot(plot, theme_of(variant, viewer)), _cut(_luck_told(plot)))


def _luck_told(plot: LuckPlot) -> str:
    told = []
    for each in plot.fortunes:
        sums = [step.above for step in each.course]
        told.append(
            f"{each.name} {signed(sums[-1])}, between {signed(min(sums))} and {signed(max(sums))} on the way; four of "
            f"five games end within {each.course[-1].deviation * DEVIATIONS:.1f} of 0"
        )
    return f"{plot.title}, as curves of the sum of the dice against the expected. {'. '.join(told)}."


@_in_time
def ratings(name: str, histories: Sequence[History], viewer: Viewer, words: str) -> Picture | None:
    careers = tuple(Career(each.family, each.words, _career(each.skills)) for each in histories if each.skills)
    return Picture(rating_curves(name, careers, _theme(viewer)), _cut(words)) if careers else None


def _career(skills: Sequence[Skill]) -> tuple[Rating, ...]:
    first = [NEWCOMER] if skills[0].games == 1 else []
    return tuple(Rating(points(skill), margin(skill)) for skill in [*first, *skills])


@_in_time
def leaders(
    family: str,
    found: Sequence[Standing],
    own: Player | None,
    viewer: Viewer,
    rating: Callable[[Skill], str],
) -> Picture | None:
    yours = own.id if own else 0
    shown = [
        Place(
            each.place,
            each.player.name,
            Rating(points(each.skill), margin(each.skill)),
            rating(each.skill),
            counted(each.skill.games, "game"),
            yours=each.player.id == yours,
        )
        for each in found
        if each.place <= PLACES or each.player.id == yours
    ]
    if not shown:
        return None
    lines = [f"{each.number}. {each.name} {each.points} ±{each.rating.margin}, {each.words}" for each in shown]
    words = _cut(f"The leaderboard of {family} as bars: {'; '.join(lines)}.")
    return Picture(leaderboard(family, RATED_LINE, tuple(shown), _theme(viewer)), words)


def _theme(viewer: Viewer) -> Theme:
    return theme_for(viewer.theme, ())


def _cut(words: str) -> str:
    """An alternative text: what can be seen of it, as far as Discord takes it."""
    return shortened("".join(character for character in words if character.isprintable()), ALT_TEXT)


@_in_time
def review(table: Table, found: Review, viewer: Viewer) -> Picture:
    variant, last = table.state.variant, len(found.shares[0]) - 1
    first, final = (found.state.played[ply].round for ply in (found.first, -1))
    names = {seat: player.name for seat, player in table.game.seats.items()}
    sides = tuple(
        ReviewedSide(seat.number, readable(names.get(seat.number, "")) or seat.name, found.shares[seat.number])
        for seat in variant.seats
    )
    places = tuple(min(last, turning.ply - found.first + 1) for turning in found.turning)
    seats = tuple(seat.name for seat in variant.seats)
    plot = ReviewPlot(f"Review of game {table.game.number}", seats, sides, places, first, final)
    return Picture(review_plot(plot, theme_of(variant, viewer)), _cut(_review_told(plot, found)))


def _review_told(plot: ReviewPlot, found: Review) -> str:
    told = []
    for side in plot.sides:
        places = (0, len(side.shares) // 2, max(0, len(side.shares) - 2))
        first, middle, late = (round(100 * side.shares[place]) for place in places)
        told.append(f"{side.name} {first} % at first, {middle} % in the middle, {late} % before the end")
    turned = ", ".join(each.move for each in found.turning)
    return f"{plot.title}: shares of a win, as curves. {'. '.join(told)}. Turning points: {turned or 'none'}."


async def turning(table: Table, found: Turning, viewer: Viewer) -> Picture:
    state = table.state
    before = State(state.variant, (state.played[found.ply].before,))
    after = tried(before, found.better) if found.better is not None and not outcomes(before, found.better) else None
    shown = after or (before if found.better is not None else glimpse(state, found.ply + 1))
    return await position(shown, viewer, Occasion(f"game {table.game.number}", state.played[found.ply].round))
