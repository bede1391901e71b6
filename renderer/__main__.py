"""The renderer's command line: `python -m renderer hexeh --after "c2c3 c5c4" -o board.png`.

`python -m renderer --replay game.txt -o game.gif` shows a whole game; with `--strip` its moments in one PNG file.
`--end` draws how a record's game ended, `--luck` the players' luck in it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from engine.__main__ import in_words, reached, replace_unencodable, text_of
from engine.lookahead.threats import threats
from engine.model.english import listed, shown
from engine.notation.pairs import options_of
from engine.play.state import State
from engine.records.scoresheet import Scoresheet, read_scoresheet
from engine.variants import variant_of
from renderer import (
    NO_MARKS,
    THEMES,
    Marks,
    Person,
    Theme,
    diagram_sheet,
    draw,
    game_scene,
    marks_of,
    piece_sheet,
    suits,
    theme_for,
)
from renderer.cards.records import end_of_record, luck_of_record
from renderer.replay import animate, film_strip, reel_of


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message}\n")


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = _Parser(prog=prog, description="Pictures of positions, at the prompt.")
    parser.add_argument("variant", metavar="VARIANT", nargs="?", default="")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    parser.add_argument("--after", default="", metavar="MOVES", help="moves in long form, separated by spaces")
    parser.add_argument("--position", metavar="CODE", help="begin from a position code or a FEN")
    parser.add_argument("--seat", type=int, default=1, metavar="N", help="the side at the bottom (1)")
    parser.add_argument("--letters", action="store_true", help="show each piece's letter beside its icon")
    marking = parser.add_mutually_exclusive_group()
    marking.add_argument("--targets", metavar="CELL", help="mark where the piece on a cell can go")
    marking.add_argument("--movable", action="store_true", help="mark what can move")
    marking.add_argument("--threats", action="store_true", help="show how many pieces attack each cell")
    parser.add_argument(
        "--diagrams",
        nargs="?",
        const="",
        metavar="PIECE",
        help="how each kind of piece moves, or one by its name or letter, instead of a position",
    )
    parser.add_argument(
        "--theme", choices=list(THEMES), default="", help="the colours, if not those that suit the game"
    )
    parser.add_argument("--replay", type=Path, metavar="RECORD", help="show the game of a scoresheet file as a GIF")
    parser.add_argument("--from", dest="first", type=int, metavar="A", help="begin a replay after A moves (0)")
    parser.add_argument("--to", dest="last", type=int, metavar="B", help="end a replay after B moves (all)")
    parser.add_argument("--strip", action="store_true", help="a replay's moments in one PNG file, instead of a GIF")
    parser.add_argument("--end", type=Path, metavar="RECORD", help="how the game of a scoresheet ended, to be shared")
    parser.add_argument("--luck", type=Path, metavar="RECORD", help="the players' luck in the game of a scoresheet")
    parser.add_argument("--game", type=int, metavar="N", help="which game of a file of several, from 1 on")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the file to write")
    return parser


def main(arguments: Sequence[str] | None = None, prog: str = "python -m renderer") -> int:
    """Write one picture; the exit status is 2, with one line on standard error, where the input is wrong.

    `prog` is what the help calls the program.
    """
    parser = _parser(prog)
    asked = parser.parse_args(arguments)
    against = _contradiction(asked)
    if against:
        parser.error(against)
    try:
        if asked.replay:
            _replay(asked)
        elif asked.end:
            record = _read(asked.end, asked.game)
            asked.output.write_bytes(end_of_record(record, _theme(asked, _seats(record)).name, asked.seat))
        elif asked.luck:
            record = _read(asked.luck, asked.game)
            asked.output.write_bytes(luck_of_record(record, _theme(asked, _seats(record)).name))
        elif asked.diagrams is not None:
            _diagrams(asked)
        else:
            _position(asked)
    except (ValueError, OSError) as problem:
        print(in_words(problem), file=sys.stderr)
        return 2
    return 0


def _contradiction(asked: argparse.Namespace) -> str:
    """What does not go together in what is asked; "" where all does."""
    position, marking = asked.after or asked.position, asked.targets or asked.movable or asked.threats
    if marking and (asked.replay or asked.end or asked.luck or asked.diagrams is not None):
        return "--targets, --movable and --threats go with a position"
    other = asked.variant or asked.option or position or asked.diagrams is not None
    if asked.replay and not (asked.end or asked.luck):
        return "--replay goes without VARIANT, --option, --after, --position and --diagrams" if other else ""
    if asked.end or asked.luck:
        other = other or asked.strip or asked.letters or asked.first is not None or asked.last is not None
        alone = sum(map(bool, (asked.replay, asked.end, asked.luck))) == 1 and not other
        if asked.luck and asked.seat != 1:
            return "--luck goes without --seat"
        return "" if alone else "--end and --luck go with --seat and --theme alone, and one at a time"
    if asked.strip or asked.first is not None or asked.last is not None:
        return "--from, --to and --strip go with --replay"
    if asked.game is not None:
        return "--game goes with --replay, --end or --luck"
    if not asked.variant:
        return "name a VARIANT, or a scoresheet with --replay, --end or --luck"
    if asked.diagrams is not None and (position or asked.letters or asked.seat != 1):
        return "--diagrams goes without --after, --position, --seat and --letters"
    return ""


def _diagrams(asked: argparse.Namespace) -> None:
    """Write how a kind of piece moves, or where none is named, all of them."""
    variant = variant_of(asked.variant, options_of(asked.option))
    kind, theme = variant.kind_named(asked.diagrams), _theme(asked, [seat.name for seat in variant.seats])
    if kind is None and asked.diagrams:
        names = listed([f"{each.name} ({each.letter})" for each in variant.kinds], "and")
        raise ValueError(f"{variant.name} has no piece {shown(asked.diagrams)!r}; its pieces are {names}")
    drawn = diagram_sheet(variant, theme) if kind is None else piece_sheet(variant, kind.letter, theme)
    asked.output.write_bytes(drawn)


def _position(asked: argparse.Namespace) -> None:
    """Write the picture of a position."""
    state = reached(asked.variant, options_of(asked.option), asked.after, asked.position)
    scene = game_scene(
        state,
        asked.seat,
        marks=_marks(asked, state),
        letters=asked.letters,
        threats=threats(state.movement, state.position, asked.seat) if asked.threats else (),
    )
    asked.output.write_bytes(draw(scene, _theme(asked, scene.seats)))


def _marks(asked: argparse.Namespace, state: State) -> Marks:
    """The marks asked for; ValueError for targets of a cell without a piece of the side to move."""
    position = state.position
    if asked.movable:
        return marks_of(state)
    if not asked.targets:
        return NO_MARKS
    cell = state.variant.board.cell(asked.targets)
    if not position.pieces[position.turn] >> cell & 1:
        raise ValueError(f"{asked.targets} holds no piece of {state.variant.seat(position.turn).name}, who is to move")
    return marks_of(state, cell)


def _replay(asked: argparse.Namespace) -> None:
    """Write the replay of a scoresheet, and say on standard output what it leaves out."""
    record = _read(asked.replay, asked.game)
    seats = _seats(record)
    reel = reel_of(
        record.state,
        asked.first or 0,
        asked.last,
        seat=asked.seat,
        people={number: Person(name) for number, name in record.players.items()},
        occasion=f"game {record.tag('Number')}" if record.tag("Number") else "",
        letters=asked.letters,
    )
    theme = _theme(asked, seats)
    if asked.strip:
        asked.output.write_bytes(film_strip(reel, theme))
        return
    with asked.output.open("wb") as out:
        animate(reel, theme, out)
    if reel.cut:
        print(reel.cut)


def _read(path: Path, game: int | None) -> Scoresheet:
    return read_scoresheet(text_of(path), None, game)


def _seats(record: Scoresheet) -> list[str]:
    return [seat.name for seat in record.state.variant.seats]


def _theme(asked: argparse.Namespace, seats: Sequence[str]) -> Theme:
    """The theme asked for, or the one that suits the seats; ValueError where the one asked for does not."""
    if asked.theme and not suits(THEMES[asked.theme], seats):
        suited = listed([name for name, theme in THEMES.items() if suits(theme, seats)])
        raise ValueError(f"{asked.theme} has no colours for {listed(list(seats), 'and')}; choose {suited}")
    return theme_for(asked.theme, seats)


if __name__ == "__main__":
    replace_unencodable()
    sys.exit(main())
