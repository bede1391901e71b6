"""The renderer's command line: `python -m renderer hexeh --after "c2c3 c5c4" -o board.png`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from engine.__main__ import options_of, reached
from engine.variants import variant_of
from renderer import diagram_sheet, draw, scene_of


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m renderer", description="Pictures of positions, at the prompt.")
    parser.add_argument("variant", metavar="VARIANT")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    parser.add_argument("--after", default="", metavar="MOVES", help="moves in long form, separated by spaces")
    parser.add_argument("--position", metavar="CODE", help="begin from a position code")
    parser.add_argument("--seat", type=int, default=1, metavar="N", help="the side at the bottom (1)")
    parser.add_argument("--letters", action="store_true", help="show each piece's letter beside its icon")
    parser.add_argument("--diagrams", action="store_true", help="how each kind of piece moves, instead of a position")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.png", help="the file to write")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Write one picture; the exit status is 2, with one line on standard error, where the input is wrong."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.diagrams and (asked.after or asked.position or asked.letters or asked.seat != 1):
        parser.error("--diagrams goes without --after, --position, --seat and --letters")
    try:
        if asked.diagrams:
            asked.output.write_bytes(diagram_sheet(variant_of(asked.variant, options_of(asked.option))))
            return 0
        state = reached(asked.variant, options_of(asked.option), asked.after, asked.position)
        scene = scene_of(
            state.variant,
            state.position,
            asked.seat,
            last_move=state.last_move,
            result=state.result,
            letters=asked.letters,
            fought=state.played[-1].fought if state.played else None,
        )
        asked.output.write_bytes(draw(scene))
    except (ValueError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
