"""Ratings as pictures: how one player's have changed, and the best players of a game."""

from typing import NamedTuple

from renderer.cards.paper import MARGIN, SMALL, TEXT, WIDTH, Plot, Range, faint, heading, panel_of, png
from renderer.paint.pen import Pen
from renderer.paint.text import Weight, readable
from renderer.theme import Theme, blend

_TOP, _ROW = 92, 56
_PANEL, _TITLE = 190, 46
_NAME, _NUMBERS = 296, 214
_MEDALS = ((0xF2, 0xC2, 0x30), (0xC9, 0xCF, 0xD6), (0xD0, 0x8A, 0x4E))
_NAMELESS = "(name in the text)"
_STEPS = (25, 50, 100, 200, 250, 500, 1000)


class Rating(NamedTuple):
    """A rating: its points, and how far off they may well be."""

    points: int
    margin: int


class Career(NamedTuple):
    """A player's ratings in one game: its name, what is said beside it, and the ratings from before the first on."""

    game: str
    words: str
    ratings: tuple[Rating, ...]


class Place(NamedTuple):
    """A place on a leaderboard: its number, who holds it, the rating as people read it, and after how many games."""

    number: int
    name: str
    rating: Rating
    points: str
    words: str
    yours: bool = False


def rating_curves(title: str, careers: tuple[Career, ...], theme: Theme) -> bytes:
    """A player's ratings as a PNG file, 1000 pixels wide: a curve for each game, with the margin as a band."""
    pen = Pen(theme, WIDTH, _TOP + len(careers) * (_PANEL + _TITLE) + MARGIN // 2)
    heading(
        pen, readable(title) or _NAMELESS, "rating after each rated game; band: how far off it may well be", MARGIN - 8
    )
    for index, career in enumerate(careers):
        _career(pen, career, _TOP + index * (_PANEL + _TITLE))
    return png(pen.done())


def _career(pen: Pen, career: Career, top: float) -> None:
    theme, room = pen.theme, WIDTH - 2 * MARGIN
    pen.text(career.game, TEXT + 2, (MARGIN, top + 26), theme.text, 0, Weight.BOLD, room * 0.48)
    pen.text(career.words, SMALL, (WIDTH - MARGIN, top + 26), theme.muted, 1, room=room * 0.5)
    upper, lower = top + _TITLE, top + _TITLE + _PANEL - 8
    pen.box(MARGIN, upper, WIDTH - MARGIN, lower, panel_of(theme))
    up = _scale(career.ratings)
    plot = Plot(MARGIN + 84, upper + 12, WIDTH - MARGIN - 30, lower - 12, Range(0, max(1, len(career.ratings) - 1)), up)
    step = next((each for each in _STEPS if (up.most - up.least) / each <= 4), _STEPS[-1])
    band = [
        (max(up.least, each.points - each.margin), min(up.most, each.points + each.margin)) for each in career.ratings
    ]
    plot.band(pen, band, blend(panel_of(theme), theme.text, 0.16))
    for value in range(-(-round(up.least) // step) * step, round(up.most) + 1, step):
        plot.level(pen, value, faint(theme))
        pen.text(str(value), SMALL, (MARGIN + 72, plot.y(value)), theme.muted, 1)
    plot.line(pen, [each.points for each in career.ratings], theme.accent, 4.5)
    last = (plot.x(max(0, len(career.ratings) - 1)), plot.y(career.ratings[-1].points))
    pen.disc(last, 9, theme.page)
    pen.disc(last, 7, theme.accent)


def _scale(ratings: tuple[Rating, ...]) -> Range:
    """The values shown: all ratings, and the margin of the last, which is the least in most careers."""
    points, margin = [each.points for each in ratings], max(40, ratings[-1].margin)
    return Range(min(*points, points[-1] - margin) - 10, max(*points, points[-1] + margin) + 10)


def leaderboard(title: str, words: str, places: tuple[Place, ...], theme: Theme) -> bytes:
    """The best players of a game as a PNG file, 1000 pixels wide: a bar for each rating, a whisker for its margin."""
    pen = Pen(theme, WIDTH, _TOP + 12 + len(places) * _ROW + MARGIN)
    heading(pen, title, words, MARGIN - 8)
    left, right = MARGIN + 64 + _NAME, WIDTH - MARGIN - _NUMBERS
    most = max(each.rating.points + each.rating.margin for each in places)
    least = min(each.rating.points - each.rating.margin for each in places) - 40
    for index, place in enumerate(places):
        top = _TOP + 12 + index * _ROW
        plot = Plot(left, top, right, top + _ROW - 8, Range(least, most), Range(0, 1))
        _place(pen, place, plot)
    return png(pen.done())


def _place(pen: Pen, place: Place, plot: Plot) -> None:
    theme, middle = pen.theme, (plot.top + plot.bottom) / 2
    pen.box(MARGIN, plot.top, WIDTH - MARGIN, plot.bottom, panel_of(theme))
    if place.yours:
        pen.box(MARGIN, plot.top, MARGIN + 8, plot.bottom, theme.accent, 4)
    medal = _MEDALS[place.number - 1] if place.number <= len(_MEDALS) else blend(theme.page, theme.text, 0.24)
    pen.disc((MARGIN + 36, middle), 18, medal)
    ink = theme.ink if place.number <= len(_MEDALS) else theme.text
    pen.text(str(place.number), SMALL + 2, (MARGIN + 36, middle), ink, 0.5, Weight.BOLD, 30)
    pen.text(readable(place.name) or _NAMELESS, TEXT, (MARGIN + 68, middle), theme.text, 0, Weight.BOLD, _NAME - 20)
    end = plot.x(place.rating.points)
    pen.box(plot.left, middle - 9, max(plot.left + 10, end), middle + 9, theme.accent, 4)
    low, high = (plot.x(place.rating.points + way * place.rating.margin) for way in (-1, 1))
    for fill, width in ((theme.page, 8), (theme.text, 3)):
        pen.line([(low, middle), (high, middle)], fill, width)
        for x in (low, high):
            pen.line([(x, middle - 8), (x, middle + 8)], fill, width)
    pen.text(place.points, TEXT + 2, (WIDTH - MARGIN - 120, middle), theme.text, 1, Weight.BOLD, 88)
    pen.text(f"±{place.rating.margin}", SMALL + 1, (WIDTH - MARGIN - 110, middle - 12), theme.muted, 0, room=100)
    pen.text(place.words, SMALL, (WIDTH - MARGIN - 110, middle + 12), theme.muted, 0, room=104)
