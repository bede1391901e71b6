"""Pictures of tables and games as PNG bytes, drawn off the event loop, with alternative texts.

If a board can't be drawn, a card that says so replaces it. Other pictures are left out.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import NamedTuple, ParamSpec, TypeVar

from bot.games.newcomers import Newcomers
from bot.games.ratings import NEWCOMER, Standings, difference, family_name, margin, points, rating
from bot.games.settings import Viewer
from bot.games.tables import Table
from bot.store import Change, Player, Skill, Standing
from bot.store.games import FORMER
from engine.clocks.control import in_short
from engine.lookahead.coach import STEPS, Hint
from engine.lookahead.review import Review, TurningPoint
from engine.model.board import Cell
from engine.model.english import count_of, join_words, sentence
from engine.model.equipment import PieceType
from engine.model.position import Position, bits
from engine.movement.generator import Threat, threats
from engine.notation.describe import (
    danger_in_words,
    piece_name,
    played_move_in_words,
    position_in_words,
    result_in_words,
    royals_in_words,
)
from engine.play.clock import Clock
from engine.play.state import Await, State
from engine.records.replay import begins_round, board_after, date_of, rounds_of, short_of
from engine.records.scoresheet import Scoresheet
from engine.rules.fight import FightResult, Fought
from engine.rules.protocols import CLOSED
from engine.variants import titled
from engine.variants.variant import Variant
from renderer import (
    Marks,
    Person,
    Target,
    Theme,
    advice_of,
    alone,
    bare_page,
    diagram_sheet,
    draw,
    draw_bare,
    game_scene,
    marks_of,
    piece_icon,
    piece_sheet,
    reach_of,
    scene_of,
    sheet_words,
    theme_for,
)
from renderer.cards.end_card import end_card, ending_of
from renderer.cards.luck import DEVIATIONS, LuckPlot, luck_curves, luck_plot, signed
from renderer.cards.paper import missing_card
from renderer.cards.review import ReviewedSide, ReviewPlot, review_plot
from renderer.cards.standings import Career, Place, Rating, leaderboard, rating_curves
from renderer.paint.text import readable

ALT_TEXT = 1024  # the characters of the longest alternative text that Discord takes


class PictureSubject(NamedTuple):
    """The game of a picture ("game 14", "" where it is none that is kept), and the number of its last move.

    Moves are numbered as players count them, 0 is the start; None where that is not known. A `mark` precedes the
    headline.
    """

    name: str = ""
    round: int | None = None
    mark: str = ""


NOWHERE = PictureSubject()


def occasion_of(table: Table) -> PictureSubject:
    what = "challenge" if table.game.stage == "open" else "game"
    return PictureSubject(f"{what} {table.game.number}", rounds_of(table.state))


def caption(state: State, occasion: PictureSubject) -> str:
    """Return an occasion with the last move and its number: "game 14 · 7. … Pxd4"."""
    moved = ""
    if occasion.round and state.played:
        within = "" if begins_round(state, len(state.played) - 1) else " …"
        moved = f"{occasion.round}.{within} {short_of(state, state.played[-1])}"
    return " · ".join(part for part in (occasion.name, moved) if part)


def opening(state: State, occasion: PictureSubject = NOWHERE) -> list[str]:
    """The beginning of an alternative text: the game, the last move, who is to move or how it ended, who is in check.

    "Hexeh game 14 after Red's move 7.", "Red's prowler on f4 attacked the empress on e6 and fell.", "Blue to move."
    """
    variant = state.variant
    heading = [titled(variant.name, variant.options), occasion.name]
    if occasion.round is not None:
        whose = f"{variant.seat(state.played[-1].seat).name}'s move" if state.played else "move"
        heading.append(f"after {whose} {occasion.round}" if occasion.round else "at the start")
    sentences = [" ".join(word for word in heading if word) + "."]
    if state.played:
        last = state.played[-1]
        waiting = Fought(state.fight, (), FightResult.OPEN) if state.fight else None
        sentences.append(played_move_in_words(state.movement, last.before, last.move, last.fought or waiting))
    if state.result is not None:
        return [*sentences, sentence(result_in_words(variant, state.result))]
    deed = "roll" if state.awaits is Await.CALL else "move"
    sentences.append(f"{variant.seat(state.due).name} to {deed}.")
    attacked = royals_in_words(state.movement, state.position) if state.awaits is Await.MOVE else ""
    return [*sentences, *([sentence(attacked)] if attacked else [])]


def marked(state: State, marks: Marks) -> list[str]:
    variant, position, names = state.variant, state.position, state.variant.board.names
    piece = None if marks.selected is None else variant.piece(position, marks.selected)
    if marks.selected is not None and piece is not None:
        if state.result is not None or piece.seat != state.turn:
            return [f"{names[marks.selected]} holds {variant.seat(piece.seat).name}'s {piece.kind.name}."]
        quiet = [names[cell] for cell in sorted(marks.targets) if not position.occupied(cell)]
        taken = [f"the {_on(state, cell)}" for cell in sorted(marks.targets) if position.occupied(cell)]
        who = f"The {piece.kind.name} on {names[marks.selected]}"
        goes = [f"can go to {', '.join(quiet)}"] if quiet else []
        goes += [f"can {'attack' if variant.combat else 'take'} {join_words(taken, 'and')}"] if taken else []
        return [f"{who} {', and '.join(goes) or 'can go nowhere'}."]
    if marks.movable:
        cells = ", ".join(names[cell] for cell in sorted(marks.movable))
        return [f"Pieces can be placed on {cells}." if position.due else f"Pieces that can move: {cells}."]
    return []


def targets_of(state: State, cell: Cell | None) -> list[str]:
    marks = marks_of(state, cell)
    return marked(state, marks) if marks.targets else []


def attacks_in_words(state: State, threats: Iterable[Threat], seat: int) -> list[str]:
    variant, several = state.variant, len(state.variant.seats) > 2
    known = {threat.cell: threat for threat in threats}
    sentences = []
    for side in variant.remaining(state.position):
        told = []
        for cell in bits(state.position.pieces[side]):
            _, own, others = known.get(cell, Threat(cell, 0, 0))
            attackers, guards = (others, own) if side == seat else (own, others)
            guarded = f", guarded by {guards}" if guards and (side == seat or not several) else ""
            if attackers:
                told.append(f"{_on(state, cell, owner=False)} (by {attackers}{guarded})")
        if told:
            by = "" if side == seat or not several else f" by {variant.seat(seat).name}"
            sentences.append(f"{variant.seat(side).name}'s pieces attacked{by}: {', '.join(told)}.")
    return sentences or ["No piece is attacked."]


def alternative(state: State, occasion: PictureSubject, more: Sequence[str]) -> str:
    sentences = [*opening(state, occasion), *more, position_in_words(state.variant, state.position)]
    return shortened(" ".join(sentences), ALT_TEXT)


def shortened(text: str, length: int) -> str:
    """A text of at most `length` characters, cut behind a whole sentence, piece or cell, else behind a whole word."""
    if len(text) <= length:
        return text
    head = text[:length]
    end = max(head.rfind(mark, 0, length - 1) for mark in (", ", "; ", ". "))
    return f"{text[: end if end > 0 else max(head.rfind(' '), 0)]}…"


def pages(sentences: Iterable[str], length: int) -> Iterator[str]:
    """Sentences in their order on pages of at most `length` characters, each a line of its own and none divided."""
    page = ""
    for each in sentences:
        if page and len(page) + 1 + len(each) > length:
            yield page
            page = ""
        page = f"{page}\n{each}" if page else each
    if page:
        yield page


def _on(state: State, cell: Cell, *, owner: bool = True) -> str:
    """A piece with its cell: "guard on d4", or without its owner's name "guard d4"."""
    piece = state.variant.piece_of(state.position.placement[cell])
    name = state.variant.board.names[cell]
    return f"{piece_name(state.variant, piece)} on {name}" if owner else f"{piece.kind.name} {name}"


log = logging.getLogger(__name__)

NOBODY: Mapping[int, Person] = {}
_UNMARKED = Marks()
DRAWING_TIMEOUT_S = 20.0  # limit for drawing a picture about a game, in seconds
_BOARDS = ThreadPoolExecutor(2, "boards")
"""Few threads draw as much as many, which have only one interpreter, and leave the loop and the store their turns."""
_SHEETS = ThreadPoolExecutor(1, "sheets")
PLIES = 4  # minimum moves of a game with an end card
PLACES = 15  # places of a leaderboard drawn, beside the asker's own
NAME_MAX_CHARS = 64  # the characters of the longest name on a scoresheet that is handed to a picture
RATED_LINE = "ranked by the lower end of the margin (±); “?” means fewer than ten games"
Asked = ParamSpec("Asked")
Drawn = TypeVar("Drawn")


class Picture(NamedTuple):
    png: bytes
    words: str


class BoardView(NamedTuple):
    state: State
    viewer: Viewer
    occasion: PictureSubject = NOWHERE
    people: Mapping[int, Person] = NOBODY


def person_of(player: Player, skill: str = "", clock: str = "") -> Person:
    """Return a player as pictures show them; the bot's level is shown in place of a rating."""
    level = f"level {player.level}" if player.is_bot else ""
    name = player.name.removesuffix(f", {level}") or (FORMER if player.former else "")
    return Person(name, skill or level, clock)


def theme_of(variant: Variant, viewer: Viewer | None = None) -> Theme:
    """The theme in which a viewer sees a game, where it suits the game's sides; without a viewer the one that does."""
    return theme_for(viewer.theme if viewer else "", [seat.name for seat in variant.seats])


def seat_colour(state: State) -> int:
    """The colour of the winner's pieces, or of the side's to move (RGB), for a screen's box."""
    seat = (state.result and state.result.winner) or state.turn
    red, green, blue = theme_of(state.variant).livery(state.variant.seat(seat).name, seat).fill
    return red << 16 | green << 8 | blue


def lone_piece(variant: Variant, letter: str) -> tuple[Position, Cell, Mapping[Cell, Target]]:
    """The piece of a letter alone on the board where it has most to reach: the position, its cell, what it can do."""
    cell, signs = reach_of(variant, letter)
    return alone(variant, letter, cell), cell, signs


async def board(table: Table, viewer: Viewer, people: Mapping[int, Person] = NOBODY) -> Picture:
    return await position(table.state, viewer, occasion_of(table), people)


async def reach(table: Table, viewer: Viewer, cell: Cell | None, people: Mapping[int, Person] = NOBODY) -> Picture:
    return await position(table.state, viewer, occasion_of(table), people, marks_of(table.state, cell))


async def studied(
    state: State, viewer: Viewer, occasion: PictureSubject, cell: Cell | None, *, threatened: bool = False
) -> Picture:
    """A position, with who attacks what, or what the piece on a cell can do where one is named."""
    if not threatened:
        return await position(state, viewer, occasion, marks=_UNMARKED if cell is None else marks_of(state, cell))
    found = await asyncio.to_thread(threats, state.movement, state.position, viewer.seat)
    return await position(state, viewer, occasion, told=attacks_in_words(state, found, viewer.seat), attacked=found)


def bare_board(variant: Variant, seat: int) -> tuple[int, int, Sequence[Sequence[tuple[float, float]]]]:
    """The size of a board as `bare` draws it for a seat, and the corners of its cells in cell order, all in pixels."""
    page = bare_page(scene_of(variant, variant.start, seat).grid)
    return page.width, page.height, [page.outline(cell) for cell in range(len(variant.board.names))]


async def bare(state: State, viewer: Viewer, people: Mapping[int, Person], marks: Marks = _UNMARKED) -> bytes | None:
    """The board alone; None where it can't be drawn."""
    scene = game_scene(state, viewer.seat, marks=marks, letters=viewer.letters, people=people)
    return await _drawn("a board", partial(draw_bare, scene, theme_of(state.variant, viewer)), _BOARDS)


AHEAD = 4
"""Maximum moves of an expected line that are drawn."""


async def advised(board: BoardView, hint: Hint, steps: int) -> Picture:
    told = [*hint.steps[:steps], *([hint.expected] if steps == STEPS and hint.expected else [])]
    line = hint.line[: AHEAD if steps == STEPS else 1]
    return await position(*board, advice_of(line, whole=steps > 1), told)


async def reviewed(table: Table, found: Review, viewer: Viewer) -> list[Picture]:
    """A review in pictures: curves of chances and, if dice were rolled, of luck; then the turning points."""
    curves = [await review(table, found, viewer), await luck(table, viewer)]
    turns = [await turning(table, number, point, viewer) for number, point in enumerate(found.turning_points, 1)]
    return [*filter(None, curves), *turns]


async def turning(table: Table, number: int, found: TurningPoint, viewer: Viewer) -> Picture:
    """A turning point: the position with the move that was better, or what the dice made of it."""
    state, better = table.state, found.assessment.better if found.better else None
    subject = PictureSubject(f"game {table.game.number}", mark=f"({number}) ")
    people = {seat: person_of(player) for seat, player in table.game.seats.items()}
    if better is None:
        return await position(board_after(state, found.ply + 1), viewer, subject._replace(round=found.round), people)
    before = State(state.variant, (state.played[found.ply].before,))
    subject = subject._replace(name=f"{subject.name} · move {found.round}: better is {found.better.partition(',')[0]}")
    return await position(before, viewer, subject, people, marks=advice_of((better,), whole=True))


async def position(
    state: State,
    viewer: Viewer,
    occasion: PictureSubject = NOWHERE,
    people: Mapping[int, Person] = NOBODY,
    marks: Marks = _UNMARKED,
    told: Sequence[str] = (),
    attacked: tuple[Threat, ...] = (),
) -> Picture:
    """Draw a position with marks; `told` is what its alternative text says of them, if not the marks' own words."""
    scene = game_scene(
        state,
        viewer.seat,
        marks=marks,
        letters=viewer.letters,
        people=people,
        occasion=caption(state, occasion),
        threats=attacked,
    )
    scene = replace(scene, headline=f"{occasion.mark}{scene.headline}")
    what = f"{occasion.name or 'a position'} after event {state.sequence}"
    dangers = [
        f"{state.variant.seat(seat).name}'s {danger}."
        for seat, person in people.items()
        if person.newcomer and (danger := danger_in_words(state.movement, state.position, seat))
    ]
    words = alternative(state, occasion, [*dangers, *(told or marked(state, marks))])
    return await _with_card(what, _BOARDS, partial(draw, scene), theme_of(state.variant, viewer), words)


async def diagrams(variant: Variant, viewer: Viewer, kind: PieceType | None = None) -> Picture:
    """Diagrams of a piece's moves, or of all pieces, drawn from the engine's own moves on an empty board.

    The latest sheets are kept. They have threads of their own, so that boards do not wait for them.
    """
    words = shortened(" ".join(sheet_words(variant, each) for each in ([kind] if kind else variant.kinds)), ALT_TEXT)
    sheet = partial(piece_sheet, variant, kind.letter) if kind else partial(diagram_sheet, variant)
    return await _with_card(f"a sheet of {variant.key}", _SHEETS, sheet, theme_of(variant, viewer), words)


async def icon(kind: PieceType) -> bytes:
    return await asyncio.to_thread(piece_icon, kind)


async def _with_card(
    what: str, threads: ThreadPoolExecutor, sheet: Callable[[Theme], bytes], theme: Theme, words: str
) -> Picture:
    """The picture drawn in a theme, or the card that replaces it."""
    png = await _drawn(what, partial(sheet, theme), threads)
    if png is None:
        line = "I couldn't draw it. To read a board in words, use /board words:True."
        png = await asyncio.to_thread(missing_card, "No picture this time", line, theme)
    return Picture(png, words)


async def _drawn(
    what: str, work: Callable[[], Drawn], threads: ThreadPoolExecutor | None = None, patience: float | None = None
) -> Drawn | None:
    """The result of drawing in a thread; None if that fails or takes too long, which is logged."""
    try:
        return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(threads, work), patience)
    except Exception:
        log.exception("%s is not drawn", what)
        return None


# ---- about games: who plays, how one ended, luck, ratings, leaderboards, reviews


@dataclass(frozen=True)
class PlayerLabels:
    standings: Standings
    newcomers: Newcomers

    async def at(self, table: Table, known: Mapping[int, Skill] | None = None) -> Mapping[int, Person]:
        """The players of a running game by seat numbers; empty for a challenge.

        Ratings are shown if the game counts, by one question for all seats unless their skills are `known`;
        clocks of those still in it.
        """
        game, clock, remaining = table.game, table.state.clock, table.state.remaining
        seats = {seat: player for seat, player in game.seats.items() if seat}
        counts = bool(seats) and game.counts
        skills = (known or {}) if counts else {}
        if counts and known is None:
            skills = await self.standings.skills_among(game.guild, table.state.variant.family, seats.values())
        warned = await self.newcomers.seats(table) if table.against_bot else ()
        return {
            seat: person_of(
                player,
                rating(skills[player.id]) if player.id in skills else "",
                shown(clock, seat) if clock and seat in remaining else "",
            )._replace(newcomer=seat in warned)
            for seat, player in seats.items()
        }


def named_on(sheet: Scoresheet) -> Mapping[int, Person]:
    return {seat: Person(name[:NAME_MAX_CHARS]) for seat, name in sheet.players.items()}


def shown(clock: Clock, seat: int) -> str:
    """A clock's text on a picture, which stays true: the time left when it was last set, stopped or started.

    "2d 4h", "3d/move" for the whole of a time per move, "time up" for a clock that is known to have run out.
    """
    if clock.flagged and seat == clock.running:
        return "time up"
    left = clock.left[seat]
    whole = clock.control.per_move and left == clock.control.start
    return f"{in_short(left)}{'/move' if whole else ''}"


def has_card(state: State) -> bool:
    """True if a game gets an end card: it is over with a result, and has some moves."""
    return state.result is not None and state.result.reason != CLOSED and len(state.played) >= PLIES


def _in_time(paint: Callable[Asked, tuple[bytes, str] | None]) -> Callable[Asked, Awaitable[Picture | None]]:
    """Let a function draw a picture and tell it in words in a thread; without a picture it is None."""

    @wraps(paint)
    async def drawn(*args: Asked.args, **kwargs: Asked.kwargs) -> Picture | None:
        work = partial(paint, *args, **kwargs)
        found = await _drawn(f"a picture of {paint.__name__}", work, patience=DRAWING_TIMEOUT_S)
        if found is None:
            return None
        png, words = found
        return Picture(png, shortened("".join(filter(str.isprintable, words)), ALT_TEXT))

    return drawn


@_in_time
def ending(table: Table, viewer: Viewer, changes: Sequence[Change]) -> tuple[bytes, str]:
    game, state = table.game, table.state
    ratings = {each.player.id: rating(each.after) for each in changes}
    gains = {each.player.id: difference(each) or "new" for each in changes}
    told = ending_of(
        state,
        {seat: person_of(player, ratings.get(player.id, "")) for seat, player in game.seats.items()},
        changes={seat: gains.get(player.id, "") for seat, player in game.seats.items()},
        occasion=f"game {game.number} · {date_of(state.events[-1].at)}",
        commitment=game.commitment or "",
        seat=viewer.seat,
    )
    sides = [f"{each.side} {each.person.name} {each.person.rating} {each.change}".strip() for each in told.players]
    moments = [f"{each.move}: {each.words}" if each.words else each.move for each in told.moments]
    words = f"{told.title}, {told.occasion}. {told.headline}. {told.reason}. {'; '.join(sides)}. {'. '.join(moments)}."
    return end_card(told, theme_of(state.variant, viewer)), words


@_in_time
def luck(table: Table, viewer: Viewer) -> tuple[bytes, str] | None:
    variant = table.state.variant
    fortunes = luck_curves(table.state, {seat: player.name for seat, player in table.game.seats.items()})
    if not fortunes:
        return None
    plot = LuckPlot(f"Luck in game {table.game.number}", tuple(seat.name for seat in variant.seats), fortunes)
    told = []
    for each in fortunes:
        sums = [step.above for step in each.course]
        told.append(
            f"{each.name} {signed(sums[-1])}, between {signed(min(sums))} and {signed(max(sums))} on the way; four of "
            f"five games end within {each.course[-1].deviation * DEVIATIONS:.1f} of 0"
        )
    words = f"{plot.title}, as curves of the sum of the dice against the expected. {'. '.join(told)}."
    return luck_plot(plot, theme_of(variant, viewer)), words


@_in_time
def careers(
    name: str, histories: Sequence[tuple[Standing, Sequence[Skill]]], viewer: Viewer
) -> tuple[bytes, str] | None:
    """The course of a player's ratings, from their standings and skills in each family."""
    found, told = [], []
    for (_, key, skill, _), skills in histories:
        if skills:
            family, now = family_name(key), f"{rating(skill)} ±{margin(skill)}, {count_of(skill.games, 'game')}"
            course = [NEWCOMER, *skills] if skills[0].games == 1 else skills
            found.append(Career(family, now, tuple(Rating(points(each), margin(each)) for each in course)))
            best = max(map(points, skills))
            told.append(f"{family}: {points(skills[0])} after the first game shown, {best} at best, {now} now.")
    words = f"Ratings of {name} as curves. {' '.join(told)}"
    return (rating_curves(name, tuple(found), theme_for(viewer.theme, ())), words) if found else None


@_in_time
def leaders(family: str, found: Sequence[Standing], own: Player | None, viewer: Viewer) -> tuple[bytes, str] | None:
    yours = own.id if own else 0
    places = [
        Place(
            each.place,
            each.player.name,
            Rating(points(each.skill), margin(each.skill)),
            rating(each.skill),
            count_of(each.skill.games, "game"),
            yours=each.player.id == yours,
        )
        for each in found
        if each.place <= PLACES or each.player.id == yours
    ]
    if not places:
        return None
    lines = [f"{each.number}. {each.name} {each.points} ±{each.rating.margin}, {each.words}" for each in places]
    png = leaderboard(family, RATED_LINE, tuple(places), theme_for(viewer.theme, ()))
    return png, f"The leaderboard of {family} as bars: {'; '.join(lines)}."


@_in_time
def review(table: Table, found: Review, viewer: Viewer) -> tuple[bytes, str]:
    variant, last = table.state.variant, len(found.shares[0]) - 1
    first, final = (found.state.played[ply].round for ply in (found.first, -1))
    names = {seat: player.name for seat, player in table.game.seats.items()}
    sides = tuple(
        ReviewedSide(seat.number, readable(names.get(seat.number, "")) or seat.name, found.shares[seat.number])
        for seat in variant.seats
    )
    marks = tuple(min(last, turning.ply - found.first + 1) for turning in found.turning_points)
    seats = tuple(seat.name for seat in variant.seats)
    plot = ReviewPlot(f"Review of game {table.game.number}", seats, sides, marks, first, final)
    told = []
    for side in sides:
        moments = 0, len(side.shares) // 2, max(0, len(side.shares) - 2)
        opened, middle, late = (round(100 * side.shares[moment]) for moment in moments)
        told.append(f"{side.name} {opened} % at first, {middle} % in the middle, {late} % before the end")
    points = enumerate(found.turning_points, 1)
    turned = ", ".join(f"({number}) move {each.round}, {each.move}" for number, each in points) or "none"
    words = f"{plot.title}: shares of a win, as curves. {'. '.join(told)}. Turning points: {turned}."
    return review_plot(plot, theme_of(variant, viewer)), words
