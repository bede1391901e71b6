"""The renderer's command: `python -m renderer hexeh --after "c2c3 c5c4" -o board.png`.

`python -m renderer --replay game.txt -o game.gif` shows a whole game; with `--strip` its moments in one PNG file.
`--end` draws how a record's game ended, `--luck` the players' luck in it.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from io import BytesIO

from engine.command_line import in_words, reached, replace_unencodable, text_of
from engine.movement.generator import threats
from engine.records.scoresheet import Scoresheet, read_scoresheet
from engine.variants import options_of, variant_of
from renderer import NO_MARKS, Theme, draw, game_scene, marks_of
from renderer.command_line import Parser
from renderer.diagrams.sheet import sheet_named
from renderer.record import ended, lucky, replayed
from renderer.replay import animate, film_strip
from renderer.scene import marks_at
from renderer.theme import suited


def main(arguments: Sequence[str] | None = None, prog: str = "python -m renderer") -> int:
    """Write one picture; the status is 2, with a line on standard error, for wrong input. `prog` is the command."""
    asked = Parser(prog).asked(arguments)
    try:
        asked.output.write_bytes(_drawn(asked))
    except (ValueError, OSError) as problem:
        print(in_words(problem), file=sys.stderr)
        return 2
    return 0


def _drawn(asked: Namespace) -> bytes:
    if file := asked.replay or asked.end or asked.luck:
        record = read_scoresheet(text_of(file), None, asked.game)
        theme = suited(asked.theme, [seat.name for seat in record.state.variant.seats])
        if asked.replay:
            return _replay(record, theme, asked)
        return ended(record, theme, asked.seat) if asked.end else lucky(record, theme)
    if asked.diagrams is not None:
        return sheet_named(variant_of(asked.variant, options_of(asked.option)), asked.diagrams, asked.theme)
    state = reached(asked)
    marks = marks_at(state, asked.targets) if asked.targets else marks_of(state) if asked.movable else NO_MARKS
    attacked = threats(state.movement, state.position, asked.seat) if asked.threats else ()
    scene = game_scene(state, asked.seat, marks=marks, letters=asked.letters, threats=attacked)
    return draw(scene, suited(asked.theme, scene.seats))


def _replay(record: Scoresheet, theme: Theme, asked: Namespace) -> bytes:
    """A GIF or a strip; what it leaves out is said on standard output."""
    reel = replayed(record, asked.first or 0, asked.last, seat=asked.seat, letters=asked.letters)
    if asked.strip:
        return film_strip(reel, theme)
    out = BytesIO()
    animate(reel, theme, out)
    if reel.cut:
        print(reel.cut)
    return out.getvalue()


if __name__ == "__main__":
    replace_unencodable()
    sys.exit(main())
