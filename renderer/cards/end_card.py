"""The end of a game: who won and why, who sat where, the moments that mattered, material and luck."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image

from engine.model.english import count_of, form, join_words
from engine.notation.describe import shares_in_words
from engine.play.state import State
from engine.records.moments import Moment, material, moments
from engine.records.replay import board_after, length_in_words, named_move
from engine.rules.protocols import CLOSED
from engine.variants import titled
from renderer.cards.luck import LuckCurve, draw_fortune, luck_curves, reach_of
from renderer.cards.paper import MARGIN, SMALL, TEXT, WIDTH, Box, Plot, Range, faint, line_colour, panel_of, png, span
from renderer.figures import words_of
from renderer.layout.page import Sizes, plain
from renderer.paint.board import board_alone, palette_for
from renderer.paint.pen import Pen, fitted
from renderer.paint.text import Weight, readable
from renderer.scene import NOBODY, Person, Scene, Status, game_scene
from renderer.theme import Livery, Theme, blend

_LARGE = 100
"""From how many cells on a board needs more room than a fourth of the card."""
_HASH = 4
NO_CHANGES: Mapping[int, str] = MappingProxyType({})


class EndedPlayer(NamedTuple):
    """A player of a side: the seat's number and name, the person, the change of the rating, the result."""

    seat: int
    side: str
    person: Person
    change: str
    status: Status

    @property
    def name(self) -> str:
        """The person's name as far as it can be drawn, or else the side's."""
        return readable(self.person.name) or self.side


class ShownMoment(NamedTuple):
    """A moment to draw: the number of moves made by all, the position, the last move, its effect."""

    plies: int
    scene: Scene
    move: str
    words: str


@dataclass(frozen=True)
class GameEnding:
    """A game that is over.

    `title` is the game's name, `occasion` says which one it was, `headline` who won and `reason` why. `seats` are the
    names of the sides. `material` holds for every ply what each seat had, after an entry for none. `footer` counts
    moves and fights and names what the dice were committed to.
    """

    title: str
    occasion: str
    headline: str
    reason: str
    seats: tuple[str, ...]
    players: tuple[EndedPlayer, ...]
    moments: tuple[ShownMoment, ...]
    material: tuple[tuple[int, ...], ...]
    luck: tuple[LuckCurve, ...]
    footer: str


def ending_of(
    state: State,
    people: Mapping[int, Person],
    *,
    changes: Mapping[int, str] = NO_CHANGES,
    occasion: str = "",
    commitment: str = "",
    seat: int = 1,
) -> GameEnding:
    """The end of a game, seen from a seat's side; `people` and `changes` of their ratings by the seats' numbers.

    `occasion` names the game, like `game 14 · 12 Nov 2026`. A running game is shown in its present state.
    """
    variant = state.variant
    players = tuple(
        EndedPlayer(number, each.name, people.get(number, NOBODY), changes.get(number, ""), _status(state, number))
        for number, each in enumerate(variant.seats, 1)
    )
    names = {each.seat: each.person.name for each in players if each.person.name}
    found = moments(state)
    shown = found[1:] if len(variant.board) >= _LARGE and len(found) > 3 else found
    return GameEnding(
        titled(variant.name, variant.options),
        occasion,
        _headline(state, players),
        _reason(state),
        tuple(each.name for each in variant.seats),
        players,
        tuple(_shown(state, moment, seat) for moment in shown),
        tuple(material(state)),
        luck_curves(state, names),
        _footer(state, commitment),
    )


def _status(state: State, seat: int) -> Status:
    if state.result is not None and state.result.winner == seat:
        return Status.WON
    return Status.OUT if state.position.out >> seat & 1 else Status.WAITING


def _headline(state: State, players: tuple[EndedPlayer, ...]) -> str:
    if state.result is None:
        return f"{state.variant.seat(state.turn).name} to move"
    if state.result.winner is None:
        if state.result.shares:
            return state.variant.reasons[state.result.reason].capitalize()
        return "No result" if state.result.reason == CLOSED else "Draw"
    winner = next(each for each in players if each.seat == state.result.winner)
    alike = [each.name for each in players].count(winner.name) > 1
    return f"{winner.side if alike else winner.name} wins"


def _reason(state: State) -> str:
    number = length_in_words(state)
    if state.result is None:
        return f"after {number}"
    if state.result.shares:
        return f"{shares_in_words(state.variant, state.result)} after {number}"
    words = state.variant.reasons.get(state.result.reason, state.result.reason)
    return f"{words[:1].upper()}{words[1:]} after {number}"


def _shown(state: State, moment: Moment, seat: int) -> ShownMoment:
    scene = game_scene(board_after(state, moment.plies), seat)
    move = named_move(state, moment.plies - 1) if moment.plies else "Start"
    return ShownMoment(moment.plies, scene, move, _words(state, moment))


def _words(state: State, moment: Moment) -> str:
    """The effect of a moment's move: `Gold is out`, `Blue wizard falls`, `check`."""
    variant = state.variant
    if moment.out and len(variant.seats) > 2:
        names = join_words([variant.seat(seat).name for seat in moment.out], "and")
        return f"{names} {form(len(moment.out), 'is', 'are')} out"
    if len(moment.fallen) == 1:
        return f"{words_of(variant, moment.fallen[0])} falls"
    if moment.fallen:
        return f"{len(moment.fallen)} pieces fall"
    return "check" if moment.check else ""


def _footer(state: State, commitment: str) -> str:
    fights = sum(played.fought is not None for played in state.played)
    parts = [length_in_words(state)]
    parts += [count_of(fights, "fight")] if fights else []
    parts += [f"dice committed to {commitment[:_HASH]}…{commitment[-_HASH:]}"] if commitment and fights else []
    return " · ".join(parts)


HEIGHT = 700
_HEAD, _FOOT = 150, 44
_GAP, _CAPTION = 14, 62
_SITTER, _NARROW = (333, 58), 262
_TALLEST = {4: 236, 3: 286}
_LUCK, _AHEAD = 330, 104
_MATERIAL = "material, by what pieces are worth"


def end_card(ending: GameEnding, theme: Theme) -> bytes:
    """The card as a PNG file."""
    pen = Pen(theme, WIDTH, HEIGHT)
    liveries = theme.liveries_of(ending.seats)
    left = _draw_players(pen, ending.players, liveries)
    _put_headline(pen, ending, left - MARGIN - 2 * _GAP)
    bottom = _boards(pen, ending)
    _curves(pen, ending, liveries, bottom)
    middle, room = HEIGHT - _FOOT / 2, (WIDTH - 2 * MARGIN) * 0.7
    pen.text(ending.footer, SMALL + 1, (MARGIN, middle), theme.muted, 0, room=room)
    pen.text(ending.occasion, SMALL + 1, (WIDTH - MARGIN, middle), theme.muted, 1, room=room * 0.4)
    return png(pen.done())


def _put_headline(pen: Pen, ending: GameEnding, room: float) -> None:
    pen.text(ending.title, SMALL + 2, (MARGIN, 36), pen.theme.muted, 0, room=room)
    pen.text(ending.headline, 54, (MARGIN, 80), pen.theme.text, 0, Weight.BOLD, room)
    pen.text(ending.reason, TEXT + 2, (MARGIN, 124), pen.theme.text, 0, room=room)


def _draw_players(pen: Pen, players: tuple[EndedPlayer, ...], liveries: tuple[Livery, ...]) -> float:
    """Draw the players in the upper right corner, in two columns for more than two; return the left edge."""
    columns = 1 if len(players) <= 2 else 2
    width = _SITTER[0] if columns == 1 else _NARROW
    left = WIDTH - MARGIN - columns * width - (columns - 1) * _GAP
    for index, player in enumerate(players):
        across, down = left + (index % columns) * (width + _GAP), 20 + (index // columns) * (_SITTER[1] + 8)
        _draw_player(
            pen,
            player,
            liveries[player.seat - 1],
            (across, down, across + width, down + _SITTER[1]),
            several=columns > 1,
        )
    return left


def _draw_player(pen: Pen, player: EndedPlayer, livery: Livery, box: Box, *, several: bool) -> None:
    theme, (left, top, right, bottom) = pen.theme, box
    middle, soft = (top + bottom) / 2, blend(theme.card, theme.ink, 0.7)
    if player.status is Status.WON:
        pen.box(left - 4, top - 4, right + 4, bottom + 4, theme.accent, 12)
    pen.box(left, top, right, bottom, theme.card)
    pen.counter(livery, (left + 32, middle), 21)
    edge, narrow = right - 14, right - left <= _NARROW
    gained = {"+": theme.reach, "−": theme.danger}.get(player.change[:1], soft)
    rating = fitted(player.person.rating, TEXT - 4 * narrow, 84, Weight.BOLD)
    change = fitted(player.change, SMALL - narrow, 64, Weight.BOLD)
    if player.person.rating:
        pen.mask(change, (edge, top + 43), gained, 1)
        aside = change.width + 8 if narrow and player.change else 0
        pen.mask(rating, (edge - aside, top + (43 if narrow else 20)), theme.ink, 1)
        edge -= 0 if narrow else 84
    if player.status is Status.WON:
        pen.icon("fa6s.trophy", 26, (edge - 12, top + 20 if narrow else middle), theme.ink)
        edge -= 34
    words = [player.side] * (player.name != player.side) + ["out"] * (several and player.status is Status.OUT)
    ink = soft if player.status is Status.OUT else theme.ink
    height = top + 20 if words or narrow else middle
    pen.text(player.name, TEXT + 2, (left + 64, height), ink, 0, Weight.BOLD, edge - left - 64)
    pen.text(", ".join(words), SMALL - 1, (left + 64, top + 43), soft, 0, room=edge - left - 64)


def _boards(pen: Pen, ending: GameEnding) -> float:
    """The moments side by side, each above its move and what that did; how far down they go."""
    count = max(3, len(ending.moments))
    width = (WIDTH - 2 * MARGIN - (count - 1) * _GAP) // count
    boards = [_board(pen.theme, shown.scene, plain(width, _TALLEST[count])) for shown in ending.moments]
    tallest = max(board.height for board in boards)
    used = len(boards) * width + (len(boards) - 1) * _GAP
    for index, (shown, board) in enumerate(zip(ending.moments, boards, strict=True)):
        middle = (WIDTH - used) / 2 + index * (width + _GAP) + width / 2
        pen.picture(board, middle - board.width / 2, _HEAD + (tallest - board.height) / 2)
        top = _HEAD + tallest
        pen.text(shown.move, TEXT, (middle, top + 20), pen.theme.text, 0.5, Weight.BOLD, width)
        pen.text(shown.words, SMALL, (middle, top + 45), pen.theme.muted, room=width)
    return _HEAD + tallest + _CAPTION


def _board(theme: Theme, scene: Scene, sizes: Sizes) -> Image.Image:
    return palette_for(theme, scene).indexed(board_alone(theme, scene, sizes)).convert("RGB")


def _curves(pen: Pen, ending: GameEnding, liveries: tuple[Livery, ...], top: float) -> None:
    """Material at the left, luck at the right where there were dice, each below what it shows."""
    bottom, middle = HEIGHT - _FOOT, WIDTH - MARGIN
    if ending.luck:
        left = WIDTH - MARGIN - _LUCK
        middle = left - _GAP
        pen.text("luck: dice against the expected", SMALL - 1, (left, top + 12), pen.theme.muted, 0, room=_LUCK)
        height = (bottom - top - 28) / len(ending.luck)
        up = reach_of(ending.luck)
        for index, fortune in enumerate(ending.luck):
            upper = top + 28 + index * height
            place = (left, upper, WIDTH - MARGIN, upper + height - 6)
            draw_fortune(pen, liveries[fortune.seat - 1], fortune, place, up, small=True)
    pen.text(_MATERIAL, SMALL - 1, (MARGIN, top + 12), pen.theme.muted, 0, room=middle - MARGIN)
    box = (MARGIN, top + 28, middle, bottom - 6)
    pen.box(*box, panel_of(pen.theme))
    inner = (MARGIN + 14, top + 34, middle - 14, bottom - 12)
    (_lead if len(ending.seats) == 2 else _shares)(pen, ending, liveries, inner)


def _lead(pen: Pen, ending: GameEnding, liveries: tuple[Livery, ...], box: Box) -> None:
    """The lead of two sides, as areas above and below a middle line; the moments shown are dots."""
    theme, (left, top, right, bottom) = pen.theme, box
    lead = [one - other for _, one, other in ending.material]
    plot = Plot(left + _AHEAD, top, right, bottom, Range(0, max(1, len(lead) - 1)), span(lead))
    _hairs(pen, ending, plot)
    for livery, values in zip(liveries, ([max(0.0, x) for x in lead], [min(0.0, x) for x in lead]), strict=True):
        plot.area(pen, values, line_colour(theme, livery))
    plot.level(pen, 0, faint(theme), 2)
    for shown in ending.moments:
        centre = (plot.x(shown.plies), plot.y(lead[shown.plies]))
        pen.disc(centre, 7, theme.page)
        pen.disc(centre, 5, theme.accent)
    for livery, height in zip(liveries, ((3 * top + bottom) / 4, (top + 3 * bottom) / 4), strict=True):
        pen.counter(livery, (left + 14, height), 13)
        pen.text("ahead", SMALL, (left + 34, height), theme.text, 0)


def _shares(pen: Pen, ending: GameEnding, liveries: tuple[Livery, ...], box: Box) -> None:
    """The material of several sides, as lines with their counters at the moments shown and at the end."""
    left, top, right, bottom = box
    most = max(max(values) for values in ending.material) or 1.0
    plot = Plot(left, top + 4, right - 34, bottom - 4, Range(0, max(1, len(ending.material) - 1)), Range(0, most))
    _hairs(pen, ending, plot)
    plot.level(pen, 0, faint(pen.theme), 2)
    height = bottom + 23 - 12
    for seat in sorted(range(1, len(liveries) + 1), key=lambda seat: ending.material[-1][seat]):
        values, livery = [each[seat] for each in ending.material], liveries[seat - 1]
        plot.steps(pen, values, line_colour(pen.theme, livery), 4)
        for shown in ending.moments[:-1]:
            if values[shown.plies]:
                pen.counter(livery, (plot.x(shown.plies), plot.y(values[shown.plies])), 8)
        height = min(height - 23, plot.y(values[-1]))
        pen.counter(livery, (right - 14, height), 11)


def _hairs(pen: Pen, ending: GameEnding, plot: Plot) -> None:
    for shown in ending.moments:
        x = plot.x(shown.plies)
        pen.line([(x, plot.top), (x, plot.bottom)], faint(pen.theme), 1.5)
