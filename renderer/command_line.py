"""The renderer's command: `python -m renderer hexeh --after "c2c3 c5c4" -o board.png`.

`python -m renderer --replay game.txt -o game.gif` shows a whole game; with `--strip` its moments in one PNG file.
`--end` draws how a record's game ended, `--luck` the players' luck in it.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import NoReturn

from engine.command_line import in_words, reached, replace_unencodable, text_of
from engine.model.english import join_words
from engine.movement.generator import threats
from engine.records.scoresheet import Scoresheet, read_scoresheet
from engine.variants import options_of, variant_of
from renderer import NO_MARKS, Theme, draw, game_scene, marks_of
from renderer.diagrams.sheet import sheet_named
from renderer.record import ended, lucky, replayed
from renderer.replay import animate, film_strip
from renderer.scene import marks_at
from renderer.theme import THEMES, suited

_WITH = {
    "replay": {"first", "last", "strip", "seat", "letters", "game", "theme"},
    "end": {"seat", "game", "theme"},
    "luck": {"game", "theme"},
    "diagrams": {"variant", "option", "theme"},
    "": {"variant", "option", "after", "position", "seat", "letters", "targets", "movable", "threats", "theme"},
}
"""The options of each kind of drawing; "" is a position."""
_FLAGS = {"": "a position", "variant": "VARIANT", "first": "--from", "last": "--to"}


class Parser(ArgumentParser):
    """A parser that says what is wrong in one line, without the usage."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog=prog, description="Pictures of positions, at the prompt.")
        add = self.add_argument
        add("variant", metavar="VARIANT", nargs="?", default="")
        add("--option", action="append", default=[], metavar="K=V", help="an option of the game")
        add("--after", default="", metavar="MOVES", help="moves in long form, separated by spaces")
        add("--position", metavar="CODE", help="start from a position code or a FEN")
        add("--seat", type=int, default=1, metavar="N", help="the side at the bottom (1)")
        add("--letters", action="store_true", help="show each piece's letter beside its icon")
        marking = self.add_mutually_exclusive_group()
        marking.add_argument("--targets", metavar="CELL", help="mark where the piece on a cell can go")
        marking.add_argument("--movable", action="store_true", help="mark what can move")
        marking.add_argument("--threats", action="store_true", help="show how many pieces attack each cell")
        one = "how each kind of piece moves, or one by its name or letter, instead of a position"
        add("--diagrams", nargs="?", const="", metavar="PIECE", help=one)
        add("--theme", choices=list(THEMES), default="", help="the colours, if not those that suit the game")
        add("--replay", type=Path, metavar="RECORD", help="show the game of a scoresheet file as a GIF")
        add("--from", dest="first", type=int, metavar="A", help="start the replay after A moves (0)")
        add("--to", dest="last", type=int, metavar="B", help="end a replay after B moves (all)")
        add("--strip", action="store_true", help="a replay's moments in one PNG file, instead of a GIF")
        add("--end", type=Path, metavar="RECORD", help="how the game of a scoresheet file ended, to be shared")
        add("--luck", type=Path, metavar="RECORD", help="the players' luck in the game of a scoresheet")
        add("--game", type=int, metavar="N", help="which game of a file of several, from 1 on")
        add("-o", "--output", type=Path, required=True, metavar="FILE", help="the file to write")

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        self.exit(2, f"{message}\n")

    def asked(self, arguments: Sequence[str] | None) -> Namespace:
        """The parsed options; ends with status 2 if they do not go together."""
        asked = self.parse_args(arguments)
        given = [name for name, value in vars(asked).items() if value != self.get_default(name) and name != "output"]
        drawn = next((each for each in _WITH if each in given), "")
        others = [_FLAGS.get(name, f"--{name}") for name in given if name != drawn and name not in _WITH[drawn]]
        if others:
            self.error(f"{_FLAGS.get(drawn, f'--{drawn}')} goes without {join_words(others, 'and')}")
        if "variant" in _WITH[drawn] and not asked.variant:
            self.error("name a VARIANT, or a scoresheet with --replay, --end or --luck")
        return asked


def main(arguments: Sequence[str] | None = None, prog: str = "python -m renderer") -> int:
    """Write one picture; the status is 2, with a line on standard error, for wrong input. `prog` is the command."""
    replace_unencodable()
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
