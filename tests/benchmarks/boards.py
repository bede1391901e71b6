"""Pictures of boards against chess.svg through cairosvg, all in their games' own themes, and replays."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from random import Random

import cairosvg
import chess
import chess.svg

from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import replay_moves, replayed
from engine.variants import GAMES, built, variant_of
from renderer import Marks, Person, Scene, Theme, draw, scene_of, theme_for
from renderer.replay import animate, reel_of
from renderer.scene import NO_PEOPLE, Mark, Sign
from tests.benchmarks.pairing import Aim, Ratio, Work, alternated, compare
from tests.renderer.golden import played
from tests.renderer.samples import DUEL
from tests.renderer.test_caches import forget

_LARGE = 169
_OPENING, _PICTURES, _TARGETS, _SHOTS = 60, 20, 30, 60
_FRESH = 45
"""How many positions of each large game are drawn that were never drawn before."""
_COLD = 2
_MOST_MB = 130
_AIM = Aim(0.12)
_LARGEST = 100_000


def pictures() -> Iterator[Ratio]:
    """A board's PNG from its position, against an 800 px chess board; positions change from picture to picture.

    The boards of 169 cells are drawn at 1000 px in the middle of a game, with letters and the way of the last move: of
    all games in turn, shuffled, prepared as at the start of the bot, once more with the names, ratings and clocks of
    who plays. A replay is drawn against its frames as PNG files, byte for byte and second for second.
    """
    yield from _many_games()
    yield _to_chess("hexeh PNG", Aim(0.06), _drawing([_scene(each) for each in _states("hexeh", 6)], "hexeh"))
    marked = [_marked(each) for each in _states("nd-trios", _OPENING)]
    yield _to_chess("169 cells, arrow, check, 30 targets", _AIM, _drawing(marked, "nd-trios"))
    yield _to_chess("combat-chess PNG with a fight", _AIM, _drawing(_fights(), "combat-chess"))
    for key in ("hexeh", "chess", "nd-wellisch-4-trios"):
        yield _to_chess(f"{key} PNG, nothing drawn before", Aim(2), partial(_cold, _scene(played(key)), _theme(key)))
    for key in ("hexeh", "nd-trios", "nd-wellisch-4-trios"):
        part = _peak(key) / _MOST_MB
        yield Ratio(f"pictures: {key}, {_COLD} cold boards at once, MB of {_MOST_MB}", Aim(1), (part,) * 3)
    yield from _replays()


def _many_games() -> Iterator[Ratio]:
    """Boards of 169 cells of all games, shuffled: drawn for the first time, and again."""
    keys = [key for key, game in GAMES.items() if len(built(game, {}).board) == _LARGE]
    played_on = [(state, number, key) for key in keys for number, state in enumerate(_states(key, _OPENING, _FRESH))]
    Random(7).shuffle(played_on)  # noqa: S311 - the same order each time
    bare = [(_scene(state), _theme(key)) for state, _, key in played_on]
    peopled = [(_scene(state, people=_people(state, number)), _theme(key)) for state, number, key in played_on]
    for how, drawn in (("never drawn before", bare), ("drawn before", bare), ("with people", peopled)):
        if how != "drawn before":
            forget()
            for key in keys:
                _prepare(key)
        turns, sizes = itertools.cycle(drawn), []

        def work() -> None:
            sizes.append(len(draw(*next(turns))))  # noqa: B023 - called before the next turn

        rounds = 15
        yield _to_chess(
            f"{len(drawn)} boards of {len(keys)} games, {how}", _AIM, work, rounds, len(drawn) // (rounds + 1)
        )
        part = max(sizes) / _LARGEST
        yield Ratio("pictures: the largest of them, of 100 kB", Aim(1), (part,) * 3)


def _prepare(key: str) -> None:
    variant = built(GAMES[key], {})
    for seat in variant.seats:
        draw(scene_of(variant, variant.start, seat.number, letters=True), _theme(key))


def _people(state: State, number: int) -> Mapping[int, Person]:
    return {
        seat.number: Person(name, f"{1400 + 57 * seat.number}", f"{number}h {number + seat.number}m")
        for seat, name in zip(state.variant.seats, ("Ana", "Bertil", "Chloé", "Дарья"), strict=False)
    }


def _peak(key: str) -> float:
    """The most memory in MB that a process takes that draws boards of a kind at once and has drawn nothing before.

    On Linux `ru_maxrss` would begin with that of the process which starts it.
    """
    return float(
        subprocess.run([sys.executable, "-c", _AT_ONCE, key], capture_output=True, check=True, text=True).stdout
    )


_AT_ONCE = f"""
import pathlib, re, resource, sys, threading
from renderer import draw, theme_for
from tests.renderer.golden import played, shown
scenes = [shown(played(sys.argv[1], {_OPENING} + plies), letters=True, seat=1) for plies in range({_COLD})]
theme = theme_for("", scenes[0].seats)
threads = [threading.Thread(target=draw, args=(scene, theme)) for scene in scenes]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
if sys.platform == "linux":
    status = pathlib.Path("/proc/self/status").read_text()
    print(int(re.search(r"VmHWM:\\s+([0-9]+)", status)[1]) / 1024)
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20))
"""


def _to_chess(name: str, aim: Aim, work: Work, rounds: int = 15, times: int = 0) -> Ratio:
    board = chess.Board()

    def anchor() -> bytes:
        svg = chess.svg.board(board).encode()
        return bytes(cairosvg.svg2png(bytestring=svg, output_width=800))

    title = f"pictures: {name}, to chess.svg"
    if times:
        return alternated(title, aim, (work, anchor), times=(times, 2), rounds=rounds)
    return compare(title, aim, work, anchor, rounds=rounds, length=0.1)


def _theme(key: str) -> Theme:
    return theme_for("", [seat.name for seat in built(GAMES[key], {}).seats])


def _states(key: str, opening: int, pictures: int = _PICTURES) -> Sequence[State]:
    """The states of a game after each of some moves at random, those of the opening left out."""
    state = played(key, opening)
    states = [state]
    for number in range(pictures - 1):
        moves = sheet(state).long() if state.result is None else []
        if moves:
            state = replayed(state, len(state.played) + 1, moves[number * 7 % len(moves)])
        states.append(state)
    return states


def _scene(state: State, marks: Marks | None = None, people: Mapping[int, Person] = NO_PEOPLE) -> Scene:
    last = state.played[-1]
    return scene_of(
        state.variant,
        state.position,
        state.turn,
        people=people,
        occasion=f"game 14 · move {len(state.played)}" if people else "",
        last_move=last.move,
        before=last.before,
        marks=marks or Marks(),
        letters=True,
    )


def _marked(state: State) -> Scene:
    """A scene with a king in check and thirty targets."""
    vacant = [cell for cell in range(_LARGE) if not state.position.occupied(cell)]
    scene = _scene(state, Marks(targets=frozenset(vacant[:_TARGETS])))
    checked = Mark(scene.pieces[0][0], Sign.CHECK)
    return replace(scene, marks=(checked, *scene.marks))


def _fights() -> Sequence[Scene]:
    """The scenes after the fights of a game."""
    state = replay_moves(variant_of("combat-chess"), DUEL)
    fights = [each for each in state.played if each.fought is not None]
    return [
        scene_of(state.variant, each.before, last_move=each.move, before=each.before, fought=each.fought)
        for each in fights
    ]


def _drawing(scenes: Sequence[Scene], key: str) -> Work:
    turns, theme = itertools.cycle(scenes), _theme(key)
    return lambda: draw(next(turns), theme)


def _cold(scene: Scene, theme: Theme) -> bytes:
    forget()
    return draw(scene, theme)


def _replays() -> Iterator[Ratio]:
    """Replays of the width of a phone's screen, in bytes and in seconds a frame, to PNG files of the same frames."""
    for key in ("hexeh", "nd-trios"):
        reel, theme = reel_of(played(key, _SHOTS)), _theme(key)
        scenes = [shot.scene for shot in reel.shots()]

        def film() -> int:
            out = BytesIO()
            animate(reel, theme, out)  # noqa: B023 - called before the next turn
            return len(out.getvalue())

        def frames() -> int:
            return sum(len(draw(scene, theme)) for scene in scenes)  # noqa: B023 - called before the next turn

        part = film() / frames()
        yield Ratio(f"pictures: {key} GIF of {len(scenes)} frames, bytes to PNG", Aim(0.15), (part,) * 3)
        yield compare(f"pictures: {key} GIF, seconds to PNG", Aim(1), film, frames, rounds=5, length=0.1)
