"""A replay as data: a part of a game, and its shots in order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.model.english import count_of, form
from engine.play.state import State
from engine.records.replay import board_after
from renderer.scene import NO_PEOPLE, Person, Scene, game_scene, scene_of

MAX_SHOTS = 300
"""The most shots of a replay; of a longer game moves are left out evenly."""
MOVE_MS, FIGHT_MS, END_MS = 700, 1600, 4000


class BadStretch(ValueError):
    """A stretch of moves that a game does not have; the text says which there are."""


class Shot(NamedTuple):
    """A scene and how long it is shown, in ms; of a fight it shows the board before it."""

    scene: Scene
    ms: int
    ended: bool = False


@dataclass(frozen=True)
class Reel:
    """A stretch of a game to be shown, seen from a seat.

    `plies` are the numbers of moves, counted for all sides, after which the board is shown; they ascend. `moves` is
    their number in the stretch; it is shown whole if `plies` are one more. `occasion` names the game.
    """

    state: State
    plies: tuple[int, ...]
    moves: int
    seat: int = 1
    people: Mapping[int, Person] = field(default_factory=lambda: NO_PEOPLE)
    occasion: str = ""
    letters: bool = False

    @property
    def cut(self) -> str:
        """The omitted part, as a sentence; "" for none."""
        left_out = self.moves + 1 - len(self.plies)
        if not left_out:
            return ""
        are = form(left_out, "is", "are")
        return f"{left_out} of {self.moves + 1} positions {are} left out, evenly, to keep it short."

    @property
    def ends(self) -> bool:
        """True if the stretch includes the end of the game."""
        return self.state.result is not None and self.plies[-1] == len(self.state.played)

    def scene(self, plies: int) -> Scene:
        """The board after `plies` moves."""
        state = board_after(self.state, plies)
        scene = game_scene(state, self.seat, people=self.people, letters=self.letters, occasion=self.occasion)
        return replace(scene, fight=None)

    def fight(self, plies: int) -> Scene | None:
        """The fight of the move with this number, on the board before it; None where it was none."""
        last = self.state.played[plies - 1] if plies else None
        if last is None or last.fought is None:
            return None
        return scene_of(
            self.state.variant,
            last.before,
            self.seat,
            last_move=last.move,
            before=last.before,
            fought=last.fought,
            people=self.people,
            letters=self.letters,
            occasion=self.occasion,
        )

    def shots(self) -> Iterator[Shot]:
        """The shots in order, each made when it is asked for."""
        first, last = self.plies[0], self.plies[-1]
        for plies in self.plies:
            fight = self.fight(plies) if plies != first else None
            if fight is not None:
                yield Shot(fight, FIGHT_MS)
            yield Shot(self.scene(plies), END_MS if plies == last else MOVE_MS, plies == last and self.ends)


def reel_of(  # noqa: PLR0913 - each word is a part of the replay
    state: State,
    first: int = 0,
    last: int | None = None,
    *,
    seat: int = 1,
    people: Mapping[int, Person] = NO_PEOPLE,
    occasion: str = "",
    letters: bool = False,
    most: int = MAX_SHOTS,
) -> Reel:
    """The reel of a game from the position after `first` moves to that after `last`, else the present one.

    It has at most `most` shots, fights included (2 or more). Raises BadStretch if the game has no such
    moves, ValueError if it has no such seat.
    """
    scene_of(state.variant, state.position, seat)
    count = len(state.played)
    end = count if last is None else last
    if not 0 <= first <= end <= count:
        raise BadStretch(_why(first, end, count))
    fights = frozenset(plies for plies in range(first + 1, end + 1) if state.played[plies - 1].fought)
    return Reel(state, _spread(first, end, fights, most), end - first, seat, people, occasion, letters)


def _why(first: int, end: int, count: int) -> str:
    have = f"the game has {count_of(count, 'move')} so far"
    missing = [number for number in (first, end) if not 0 <= number <= count]
    if missing:
        return f"there's no move {missing[0]}: {have}, so choose from 0 to {count}"
    return f"a replay can't go from move {first} back to move {end}; {have}"


def _spread(first: int, end: int, fights: frozenset[int], most: int) -> tuple[int, ...]:
    """As many numbers of moves, evenly from first to end, as give at most `most` shots."""
    steps = min(end - first, most - 1)
    while steps > 1:
        plies = _evenly(first, end, steps)
        excess = steps + 1 + len(fights.intersection(plies[1:])) - most
        if excess <= 0:
            return plies
        steps -= max(1, excess // 2)
    return _evenly(first, end, steps)


def _evenly(first: int, end: int, steps: int) -> tuple[int, ...]:
    return tuple(first + (end - first) * step // steps for step in range(steps + 1)) if steps else (first,)
