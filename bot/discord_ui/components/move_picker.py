"""Choosing a move step by step: kind of piece, its cell, the target, the promotion; a step with one choice is taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.model.english import counted
from engine.model.position import Move
from engine.notation.describe import move_in_words
from engine.notation.moves import MoveList

Path = tuple[str, ...]
STAY = "-"
QUESTIONS = ("Which piece?", "Which one?", "Where to?", "Promote to what?")


class Choice(NamedTuple):
    """One answer to a question: its value in the path, the words on it, and a hint."""

    value: str
    words: str
    hint: str


@dataclass(frozen=True)
class Question:
    """What to ask next: the path so far (steps with a single choice included), and the choices."""

    path: Path
    text: str
    choices: tuple[Choice, ...]


def ask(sheet: MoveList, path: Path) -> Question | Move | None:
    """The next question after the answers in `path`, or the move they name, or None if they name nothing legal."""
    moves = [move for move in sheet.legal if path_to(sheet, move)[: len(path)] == path]
    if not moves:
        return None
    while len(path) < len(QUESTIONS):
        values = list(dict.fromkeys(path_to(sheet, move)[len(path)] for move in moves))
        if len(values) > 1:
            return Question(path, QUESTIONS[len(path)], tuple(_choice(sheet, path, value, moves) for value in values))
        path = (*path, values[0])
    return moves[0]


def asked_before(sheet: MoveList, path: Path) -> Path:
    """The path at the question before the present one, for going back; the empty path at the first."""
    for length in range(len(path) - 1, -1, -1):
        question = ask(sheet, path[:length])
        if isinstance(question, Question) and question.path == path[:length]:
            return path[:length]
    return ()


def path_to(sheet: MoveList, move: Move) -> Path:
    """The four answers that lead to a move: letter, cell, target, promotion."""
    names = sheet.movement.variant.board.names
    letter = sheet.movement.mover(sheet.position, move).letter
    return letter, names[move.origin], names[move.target], move.promotion or STAY


def _choice(sheet: MoveList, path: Path, value: str, moves: list[Move]) -> Choice:
    """One choice in words."""
    variant = sheet.movement.variant
    leading = [move for move in moves if path_to(sheet, move)[len(path)] == value]
    moves_hint = counted(len(leading), "move")
    if not path:
        return Choice(value, variant.by_letter[value].name.capitalize(), moves_hint)
    special = leading[0].special
    if len(path) == 1 and special is not None and special.placed:
        return Choice(value, move_in_words(sheet.movement, sheet.position, leading[0]).capitalize(), "")
    if len(path) == 1:
        return Choice(value, f"{variant.by_letter[path[0]].name.capitalize()} on {value}", moves_hint)
    if len(path) == 2:
        move = leading[0]
        words = move_in_words(sheet.movement, sheet.position, move._replace(promotion=None), cells=False)
        takes = sheet.movement.captured(sheet.position, move) is not None
        return Choice(value, f"{'x' if takes else ''}{value}", words if takes else "")
    if value == STAY:
        return Choice(value, f"Stay a {variant.by_letter[path[0]].name}", "")
    return Choice(value, variant.by_letter[value].name.capitalize(), "")
