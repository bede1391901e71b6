"""Pictures of boards against chess.svg through cairosvg, all in their games' own themes, and replays."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO

import cairosvg
import chess
import chess.svg

from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import replay_moves, replayed
from engine.variants import GAMES, built, variant_of
from renderer import Marks, Scene, Theme, draw, scene_of, theme_for
from renderer.background import background_of
from renderer.layout.cells import laid, shape_of
from renderer.layout.outline import outline_of
from renderer.layout.page import page_of
from renderer.marks import mark_sprite
from renderer.panel.caption import caption_of
from renderer.panel.card import card_of
from renderer.replay import animate, reel_of
from renderer.scene import Mark, Sign
from renderer.sprites.fonts import icon_mask, line_mask, silhouette_of, text_mask
from renderer.sprites.sprites import name_sprite, piece_layer, piece_sprite
from tests.benchmarks.pairing import Ratio, Work, compare
from tests.renderer.golden import played
from tests.renderer.samples import DUEL

_LARGE = 169
_OPENING, _PICTURES, _TARGETS, _SHOTS = 60, 20, 30, 60
_AIM = "at most 0.067"
_DRAWN = (
    page_of,
    outline_of,
    shape_of,
    laid,
    background_of,
    mark_sprite,
    piece_sprite,
    piece_layer,
    name_sprite,
    icon_mask,
    silhouette_of,
    text_mask,
    line_mask,
    card_of,
    caption_of,
)
"""What is remembered of pictures, fonts apart."""


def pictures() -> Iterator[Ratio]:
    """A board's PNG from its position, against an 800 px chess board; positions change from picture to picture.

    The boards of 169 cells are drawn at 1000 px in the middle of a game, with letters and the way of the last move. A
    replay is drawn against its frames as PNG files, byte for byte and second for second.
    """
    large = [key for key, game in GAMES.items() if len(built(game, {}).board) == _LARGE]
    for key, opening, aim in (("hexeh", 6, "at most 0.06"), *((key, _OPENING, _AIM) for key in large)):
        yield _to_chess(f"{key} PNG", aim, _drawing([_scene(each) for each in _states(key, opening)], _theme(key)))
    marked = [_marked(each) for each in _states("nd-trios", _OPENING)]
    yield _to_chess("169 cells, arrow, check, 30 targets", _AIM, _drawing(marked, _theme("nd-trios")))
    yield _to_chess("combat-chess PNG with a fight", _AIM, _drawing(_fights(), _theme("combat-chess")))
    for key in ("hexeh", "chess", "nd-wellisch-4-trios"):
        yield _to_chess(
            f"{key} PNG, nothing drawn before", "at most 2", partial(_cold, _scene(played(key)), _theme(key))
        )
    yield from _replays()


def _to_chess(name: str, aim: str, work: Work) -> Ratio:
    board = chess.Board()

    def anchor() -> bytes:
        svg = chess.svg.board(board).encode()
        return bytes(cairosvg.svg2png(bytestring=svg, output_width=800))

    return compare(f"pictures: {name}, to chess.svg", aim, work, anchor, length=0.1)


def _theme(key: str) -> Theme:
    return theme_for("", [seat.name for seat in built(GAMES[key], {}).seats])


def _states(key: str, opening: int) -> Sequence[State]:
    """The states of a game after each of some moves at random, those of the opening left out."""
    state = played(key, opening)
    states = [state]
    for number in range(_PICTURES - 1):
        moves = sheet(state).long() if state.result is None else []
        if moves:
            state = replayed(state, len(state.played) + 1, moves[number * 7 % len(moves)])
        states.append(state)
    return states


def _scene(state: State, marks: Marks | None = None) -> Scene:
    last = state.played[-1]
    return scene_of(
        state.variant,
        state.position,
        state.turn,
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


def _drawing(scenes: Sequence[Scene], theme: Theme) -> Work:
    turns = itertools.cycle(scenes)
    return lambda: draw(next(turns), theme)


def _cold(scene: Scene, theme: Theme) -> bytes:
    for remembered in _DRAWN:
        remembered.cache_clear()
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
        yield Ratio(f"pictures: {key} GIF of {len(scenes)} frames, bytes to PNG", "at most 0.15", (part,) * 3, part, 1)
        yield compare(f"pictures: {key} GIF, seconds to PNG", "at most 1", film, frames, rounds=5, length=0.1)
