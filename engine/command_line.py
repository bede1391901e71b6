"""The engine's command line: variants, games, card, perft, moves, batch, show, read, verify, uci."""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from engine.lookahead.imagined import perft
from engine.model.english import join_words, shown
from engine.notation.describe import lost_in_words, position_in_words, result_in_words
from engine.notation.fen import fen_of
from engine.notation.position_code import code_of, position_of
from engine.notation.textboard import board_as_text
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.start import objections
from engine.play.state import State
from engine.records.audit import short_seal
from engine.records.replay import replay_moves, state_after
from engine.records.scoresheet import read_scoresheet
from engine.uci import converse
from engine.variants import GAMES, game_called, options_of, variant_of
from engine.variants.card import card_text, games_table

UNSEALED = (
    "Without a seal, a game rewritten from the start would pass. Compare this hash with the one shown in the channel, "
    "or give that with --seal."
)


def reached(asked: Namespace) -> State:
    """The state of the variant asked for after some moves, from its array or from a position code."""
    variant = variant_of(asked.variant, options_of(asked.option))
    return replay_moves(variant, asked.after, position_of(variant, asked.position) if asked.position else None)


def answer(question: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON may arrive
    """The answer to one line of `batch`: turn and moves, a result, or an error."""
    if not isinstance(question, dict):
        return {"error": "a question is a JSON object"}
    unknown = [repr(shown(name)) for name in question if name not in {"variant", "options", "after"}]
    if unknown:
        return {"error": f"there's no field {join_words(unknown)}; a question has variant, options and after"}
    options = question.get("options") or {}
    if not isinstance(options, dict):
        return {"error": "options are a JSON object"}
    try:
        variant = variant_of(str(question.get("variant")), {name: str(value) for name, value in options.items()})
        state = replay_moves(variant, str(question.get("after") or ""))
    except ValueError as problem:
        return {"error": str(problem)}
    if state.result is not None:
        return {"result": str(state.result.winner or "draw"), "reason": state.result.reason}
    return {"turn": state.turn, "moves": sheet(state).long()}


def _batch(_: Namespace) -> None:
    for line in filter(str.strip, sys.stdin):
        try:
            print(json.dumps(answer(json.loads(line))), flush=True)
        except (ValueError, RecursionError) as problem:
            print(json.dumps({"error": f"not JSON: {problem}"}), flush=True)


def _moves(asked: Namespace) -> None:
    state = reached(asked)
    if state.result is None:
        print(*sheet(state).long(), f"turn {state.turn}", sep="\n")
    else:
        print(f"result {state.result.winner or 'draw'} {state.result.reason}")


def _perft(asked: Namespace) -> None:
    state = reached(asked)
    base = state.variant.peaceful
    if base is not None and state.result is None:
        state = new_game(base, state.position._replace(tokens=()))
    print(f"nodes {perft(state, max(0, asked.depth))}")


def _described(state: State) -> Iterator[str]:
    variant, position = state.variant, state.position
    yield f"{board_as_text(variant, position)}\n"
    yield from (f"{seat.name} lost: {lost_in_words(variant, position, seat.number)}" for seat in variant.seats)
    yield from filter(None, (claim.progress(state.movement, state.line) for claim in variant.claims))
    yield result_in_words(variant, state.result) if state.result else f"{variant.seat(state.turn).name} to move"
    yield position_in_words(variant, position)
    yield from (f"a game can't start from this position: {each}" for each in objections(variant, state.line[0]))
    if fen := fen_of(variant, position, state.round):
        yield f"FEN: {fen}"
    yield code_of(variant, position)


def text_of(path: Path) -> str:
    """The text of a file; OSError where it cannot be read, ValueError where it is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise ValueError(f"{path} isn't a text file (UTF-8)") from problem


def in_words(problem: Exception) -> str:
    """The problem in a line: for a file its name and the system's message, without numbers."""
    if isinstance(problem, OSError) and problem.filename is not None:
        return f"{problem.filename}: {problem.strerror}"
    return str(problem)


def _verify(asked: Namespace) -> int:
    record = read_scoresheet(text_of(asked.record))
    finding = None if asked.seal is None else record.compared(asked.seal)
    verdict = record.verify()
    print(verdict.text)
    if verdict.matches:
        print(f"The record is consistent. Its last hash is {record.seal}, in short {short_seal(record.seal)}.")
        print(record.unvouched)
        print(UNSEALED if finding is None else finding.text)
    return 0 if verdict.matches and (finding is None or finding.matches) else 1


def _read(asked: Namespace) -> None:
    if asked.option and not asked.variant:
        raise ValueError("--option goes with --variant")
    known = game_called(asked.variant or "")
    key, meant = (known[0].key, known[1]) if known else (asked.variant, {})
    own = variant_of(key, {**meant, **options_of(asked.option)}) if key else None
    record = read_scoresheet(text_of(asked.record), own, asked.game)
    state, move = record.state, asked.move
    if move is not None and not 0 <= move <= len(state.played):
        raise ValueError(f"the game has moves 0 to {len(state.played)}, so there's no move {move}")
    print(*_described(state if move is None else state_after(state, move)), sep="\n")
    if record.remarks:
        print(record.remarks)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m engine", description="The rules of the games, at the prompt.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, text: str, run: Callable[[Namespace], int | None], *parents: ArgumentParser) -> ArgumentParser:
        command = commands.add_parser(name, help=text, parents=parents)
        command.set_defaults(run=run)
        return command

    game, place = ArgumentParser(add_help=False), ArgumentParser(add_help=False)
    game.add_argument("variant", metavar="VARIANT")
    game.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    place.add_argument("--after", default="", metavar="MOVES", help="moves in long form, separated by spaces")
    place.add_argument("--position", metavar="CODE", help="start from a position code or a FEN")
    add("variants", "list the ids of the games", lambda _: print(*GAMES, sep="\n"))
    add("games", "print the games as a Markdown table", lambda _: print(games_table(GAMES.values())))
    add("batch", "read positions as JSON lines on standard input, print their legal moves", _batch)
    check = add("verify", "check a finished game's scoresheet: its dice and its consistency", _verify)
    check.add_argument("record", type=Path, metavar="RECORD", help="the scoresheet's file")
    check.add_argument("--seal", metavar="HASH", help="a hash of the record, full or short, as shown in the channel")
    uci = add("uci", "speak UCI, the protocol of chess programs, on standard input and output", _uci)
    uci.add_argument("game", metavar="GAME", help="the id of a game")
    uci.add_argument("options", nargs="*", metavar="name=value", help="options of the game")
    record = add("read", "replay a scoresheet or PGN and show where it leads", _read)
    record.add_argument("record", type=Path, metavar="RECORD", help="the scoresheet's file, or a PGN")
    record.add_argument("--game", type=int, metavar="N", help="number of the game in the file")
    record.add_argument("--variant", metavar="VARIANT", help="the game, if the record doesn't say")
    record.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of that game")
    record.add_argument("--move", type=int, metavar="N", help="show the position after the first N moves instead")
    counting = add("perft", "count the legal moves to a depth", _perft, game, place)
    counting.add_argument("depth", type=int, metavar="DEPTH")
    add("moves", "list the legal moves", _moves, game, place)
    add("show", "show a position", lambda asked: print(*_described(reached(asked)), sep="\n"), game, place)
    add("card", "print the rules card", _card, game)
    return parser


def _card(asked: Namespace) -> None:
    print(card_text(variant_of(asked.variant, options_of(asked.option))))


def _uci(asked: Namespace) -> None:
    converse(variant_of(asked.game, options_of(asked.options)), sys.stdin, lambda line: print(line, flush=True))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 2, with a line on standard error, for a wrong move, game, option or file."""
    replace_unencodable()
    asked = _parser().parse_args(arguments)
    try:
        status: int | None = asked.run(asked)
        sys.stdout.flush()
    except BrokenPipeError:
        return unheard()
    except (OSError, ValueError) as problem:
        print(in_words(problem), file=sys.stderr)
        return 2
    return status or 0


def replace_unencodable() -> None:
    """Let standard input and output replace what their encoding lacks, so that no terminal or pipe ends a command."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def unheard() -> int:
    """Let what is still to be written to standard output vanish, since its reader has left; the exit status then."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
