"""The command line: variants, games, card, perft, moves, batch, show, read, verify, uci."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from engine.lookahead.perft import perft
from engine.model.english import listed, shown
from engine.notation.describe import lost_in_words, position_in_words, result_in_words
from engine.notation.fen import fen_of
from engine.notation.pairs import options_of
from engine.notation.position_code import BadCode, code_of, position_of
from engine.notation.textboard import board_as_text
from engine.play.events import BrokenRecord
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.start import objections
from engine.play.state import State
from engine.records.replay import WrongMove, replay_moves, state_after
from engine.records.scoresheet import read_scoresheet
from engine.records.seals import short_seal
from engine.rules.protocols import Result
from engine.uci.commands import add_uci
from engine.variants import GAMES, UnknownVariant, game_called, variant_of
from engine.variants.card import card_text, games_table
from engine.variants.variant import Variant

UNSEALED = (
    "No seal was given, so a wholly rewritten game would pass: compare this hash with what stood in the channel, or "
    "give that with --seal."
)
Problem = (UnknownVariant, WrongMove, BrokenRecord, BadCode)


def reached(variant: str, options: Mapping[str, str], after: str, code: str | None = None) -> State:
    """The state of a variant after some moves, from its array or from a position code."""
    chosen = variant_of(variant, options)
    return replay_moves(chosen, after, position_of(chosen, code) if code else None)


def peaceful(state: State) -> State:
    """The state's position in the game without fights; a finished game stays as it is."""
    base = state.variant.peaceful
    return state if base is None or state.result is not None else new_game(base, state.position._replace(tokens=()))


def result_fields(result: Result) -> tuple[str, str]:
    """A result as the command lines write it: the winner's number or `draw`, and the reason."""
    return ("draw" if result.winner is None else str(result.winner)), result.reason


def answer(question: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON may arrive
    """The answer to one line of `batch`: turn and moves, a result, or an error."""
    if not isinstance(question, dict):
        return {"error": "a question is a JSON object"}
    unknown = [repr(shown(name)) for name in question if name not in {"variant", "options", "after"}]
    if unknown:
        return {"error": f"there is no field {listed(unknown)}; a question has variant, options and after"}
    options = question.get("options") or {}
    if not isinstance(options, dict):
        return {"error": "options are a JSON object"}
    try:
        state = reached(
            str(question.get("variant")), {k: str(v) for k, v in options.items()}, str(question.get("after") or "")
        )
    except Problem as problem:
        return {"error": str(problem)}
    if state.result is not None:
        result, reason = result_fields(state.result)
        return {"result": result, "reason": reason}
    return {"turn": state.turn, "moves": sheet(state).long()}


def _batch() -> None:
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            question = json.loads(line)
        except (ValueError, RecursionError) as problem:
            print(json.dumps({"error": f"not JSON: {problem}"}), flush=True)
            continue
        print(json.dumps(answer(question)), flush=True)


def _moves(state: State) -> None:
    if state.result is not None:
        print("result", *result_fields(state.result))
        return
    print(*sheet(state).long(), f"turn {state.turn}", sep="\n")


def _show(state: State) -> None:
    variant, position = state.variant, state.position
    print(board_as_text(variant, position))
    print()
    for seat in variant.seats:
        print(f"{seat.name} lost: {lost_in_words(variant, position, seat.number)}")
    for claim in variant.claims:
        if standing := claim.standing(state.movement, state.line):
            print(standing)
    result = f"{variant.seat(state.turn).name} to move" if state.result is None else None
    print(result or result_in_words(variant, state.result or Result(None, "agreement")))
    print(position_in_words(variant, position))
    for problem in objections(variant, state.line[0]):
        print(f"no game can begin from the starting position: {problem}")
    if fen := fen_of(variant, position, state.round):
        print(f"FEN: {fen}")
    print(code_of(variant, position))


def text_of(path: Path) -> str:
    """The text of a file; OSError where it cannot be read, ValueError where it is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise ValueError(f"{path} is not a text file (UTF-8)") from problem


def in_words(problem: Exception) -> str:
    """What is wrong, in a line: for a file its name and what the system says of it, without numbers."""
    if isinstance(problem, OSError) and problem.filename is not None:
        return f"{problem.filename}: {problem.strerror}"
    return str(problem)


def _verify(path: str, seal: str | None) -> int:
    """Print what a check of a record finds; 0 if all matches, the seal too where one is given, 1 if not."""
    sheet = read_scoresheet(text_of(Path(path)))
    finding = None if seal is None else sheet.compared(seal)
    verdict = sheet.verify()
    print(verdict.text)
    if verdict.matches:
        print(f"The record agrees with itself. Its last hash is {sheet.seal}, in short {short_seal(sheet.seal)}.")
        print(sheet.unvouched)
        print(UNSEALED if finding is None else finding.text)
    return 0 if verdict.matches and (finding is None or finding.matches) else 1


def _read(asked: argparse.Namespace) -> int:
    """Play a record back, and show where it leads, or where it stood after a move."""
    if asked.option and not asked.variant:
        raise ValueError("--option goes with --variant")
    own = called(asked.variant, options_of(asked.option)) if asked.variant else None
    record = read_scoresheet(text_of(Path(asked.record)), own, asked.game)
    state, move = record.state, asked.move
    if move is not None and not 0 <= move <= len(state.played):
        raise ValueError(f"the game has moves 0 to {len(state.played)}, so there is no move {move}")
    _show(state if move is None else state_after(state, move))
    if record.remarks:
        print(record.remarks)
    return 0


def called(name: str, options: Mapping[str, str]) -> Variant:
    """The game of any of its names, with these options; UnknownVariant where there is none."""
    known = game_called(name)
    return variant_of(known[0].key, {**known[1], **options}) if known else variant_of(name, options)


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=prog, description="The rules of the games, at the prompt.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("variants", help="the ids of the games")
    commands.add_parser("games", help="the games as a Markdown table")
    commands.add_parser("batch", help="positions as JSON lines on standard input, their legal moves on standard output")
    verify = commands.add_parser(
        "verify", help="check a finished game's scoresheet: its dice, and that it agrees with itself"
    )
    verify.add_argument("record", metavar="RECORD", help="the scoresheet's file")
    verify.add_argument(
        "--seal", metavar="HASH", help="a hash of the record, full or short, as it stood in the channel"
    )
    add_uci(commands)
    record = commands.add_parser("read", help="play a scoresheet or PGN back and show where it leads")
    record.add_argument("record", metavar="RECORD", help="the scoresheet's file, or a PGN")
    record.add_argument("--game", type=int, metavar="N", help="which game of the file, from 1 on")
    record.add_argument("--variant", metavar="VARIANT", help="the game that is played, if the record does not say")
    record.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of that game")
    record.add_argument("--move", type=int, metavar="N", help="show the position after the first N moves instead")
    for name, text in (
        ("perft", "count the legal moves to a depth"),
        ("moves", "list the legal moves"),
        ("show", "show a position"),
        ("card", "print the rules card"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("variant", metavar="VARIANT")
        if name == "perft":
            command.add_argument("depth", type=int, metavar="DEPTH")
        command.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
        if name == "card":
            command.set_defaults(after="", position=None)
        else:
            command.add_argument("--after", default="", metavar="MOVES", help="moves in long form, separated by spaces")
            command.add_argument("--position", metavar="CODE", help="begin from a position code or a FEN")
    return parser


def main(arguments: Sequence[str] | None = None, prog: str = "python -m engine") -> int:
    """Run one command; the exit status is 2, with a line on standard error, for a wrong move, game, option or file.

    `prog` is what the help calls the program.
    """
    asked = _parser(prog).parse_args(arguments)
    if asked.command == "variants":
        print(*GAMES, sep="\n")
        return 0
    if asked.command == "games":
        print(games_table(GAMES.values()))
        return 0
    if asked.command == "batch":
        _batch()
        return 0
    try:
        if "run" in asked:
            status: int = asked.run(asked, partial(print, flush=True))
            return status
        if asked.command in {"verify", "read"}:
            return _verify(asked.record, asked.seal) if asked.command == "verify" else _read(asked)
        state = reached(asked.variant, options_of(asked.option), asked.after, asked.position)
    except (*Problem, OSError, ValueError) as problem:
        print(in_words(problem), file=sys.stderr)
        return 2
    if asked.command == "perft":
        print(f"nodes {perft(peaceful(state), max(0, asked.depth))}")
    elif asked.command == "moves":
        _moves(state)
    elif asked.command == "card":
        print(card_text(state.variant))
    else:
        _show(state)
    return 0


def replace_unencodable() -> None:
    """Let standard input and output replace what their encoding lacks, so that no terminal or pipe ends a command."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def unheard() -> int:
    """Let what is still to be written to standard output vanish, since its reader has left; the exit status then."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


if __name__ == "__main__":
    replace_unencodable()
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        status = unheard()
    sys.exit(status)
