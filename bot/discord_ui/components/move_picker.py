"""Choosing a move step by step: the piece, its target, the promotion; pieces are grouped by their kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.model.english import counted
from engine.model.position import Move
from engine.notation.describe import move_in_words
from engine.notation.moves import MoveList

Path = tuple[str, ...]
"""The answers so far: the letter of the piece, its cell, its target, what it becomes, how its fight ends."""
STAY = "-"
PIECE, TARGET, PROMOTION = 2, 3, 4
"""How many answers a path has once the piece, its target and its promotion are known."""


class Choice(NamedTuple):
    """One answer to a question: its value in the path, the words on it, a hint, and the cell it is about."""

    value: str
    words: str
    hint: str
    cell: str = ""


class ChoiceGroup(NamedTuple):
    """Choices that belong together, with the name for one of them and for several; names may be ""."""

    one: str
    several: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Question:
    """What to ask next: the path so far (steps taken by themselves included), and the choices in their groups."""

    path: Path
    text: str
    groups: tuple[ChoiceGroup, ...]

    @classmethod
    def of(cls, path: Path, text: str, choices: Sequence[Choice]) -> Question:
        return cls(path, text, (ChoiceGroup("", "", tuple(choices)),))

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(choice for group in self.groups for choice in group.choices)


def ask(sheet: MoveList, path: Path) -> Question | Move | None:
    """The next question after the answers in `path`, or the move they name, or None if they name nothing legal.

    A piece and a promotion without an alternative are taken, a target is not: who chooses a piece has not moved it yet.
    A placement names both its cells at once.
    """
    paths = {move: path_to(sheet, move) for move in sheet.legal}
    moves = [move for move, answers in paths.items() if answers[: len(path)] == path]
    if not moves:
        return None
    if len(path) < PIECE:
        origins = list(dict.fromkeys(paths[move][:PIECE] for move in moves))
        if len(origins) > 1:
            return Question(path, "Which piece?", pieces(sheet, moves))
        path = origins[0]
    if len(path) == PIECE:
        targets = list(dict.fromkeys(paths[move][PIECE] for move in moves))
        if len(targets) > 1 or not _placed(moves[0]):
            return Question.of(
                path, "Where to?", [_target(sheet, moves, target) for target in sorted_by(sheet, targets)]
            )
        path = (*path, targets[0])
    if len(path) == PROMOTION - 1:
        values = list(dict.fromkeys(paths[move][PROMOTION - 1] for move in moves))
        if len(values) > 1:
            return Question.of(path, "Promote to what?", [_promotion(sheet, path, value) for value in values])
    return moves[0]


def asked_before(sheet: MoveList, path: Path) -> Path | None:
    """The path at the question before that at `path`, for going back; None at the first."""
    for length in (PIECE, 0):
        question = ask(sheet, path[:length]) if length < len(path) else None
        if isinstance(question, Question) and question.path == path[:length]:
            return path[:length]
    return None


def path_to(sheet: MoveList, move: Move) -> Path:
    """The four answers that lead to a move: letter, cell, target, promotion."""
    names = sheet.movement.variant.board.names
    letter = sheet.movement.mover(sheet.position, move).letter
    return letter, names[move.origin], names[move.target], move.promotion or STAY


def pieces(sheet: MoveList, moves: Sequence[Move]) -> tuple[ChoiceGroup, ...]:
    """The pieces that make these moves, by their kinds, in the order of their cells."""
    kinds = sheet.movement.variant.by_letter
    found: dict[str, dict[str, list[Move]]] = {}
    for move in moves:
        letter, cell, *_ = path_to(sheet, move)
        found.setdefault(letter, {}).setdefault(cell, []).append(move)
    return tuple(
        ChoiceGroup(
            kinds[letter].name,
            kinds[letter].plural,
            tuple(_piece(sheet, letter, cell, found[letter][cell]) for cell in sorted_by(sheet, found[letter])),
        )
        for letter in kinds
        if letter in found
    )


def sorted_by(sheet: MoveList, names: Sequence[str] | dict[str, list[Move]]) -> list[str]:
    board = sheet.movement.variant.board
    return sorted(names, key=board.cell)


def _placed(move: Move) -> bool:
    return move.special is not None and bool(move.special.placed)


def _piece(sheet: MoveList, letter: str, cell: str, moves: list[Move]) -> Choice:
    """A piece to be chosen, or a placement in words."""
    value = f"{letter}.{cell}"
    if _placed(moves[0]) and len(moves) == 1:
        return Choice(value, move_in_words(sheet.movement, sheet.position, moves[0]).capitalize(), "", cell)
    name = sheet.movement.variant.by_letter[letter].name.capitalize()
    return Choice(value, f"{name} on {cell}", counted(len(moves), "move"), cell)


def _target(sheet: MoveList, moves: Sequence[Move], cell: str) -> Choice:
    """A target to be chosen; a capture says what falls, a castling says so."""
    names = sheet.movement.variant.board.names
    move = next(each for each in moves if names[each.target] == cell)
    takes = sheet.movement.captured(sheet.position, move) is not None
    castles = move.special is not None and move.special.partner is not None
    words = move_in_words(sheet.movement, sheet.position, move._replace(promotion=None), cells=False)
    return Choice(cell, f"{'x' if takes else ''}{cell}", words if takes or castles else "", cell)


def _promotion(sheet: MoveList, path: Path, value: str) -> Choice:
    kinds = sheet.movement.variant.by_letter
    words = f"Stay a {kinds[path[0]].name}" if value == STAY else kinds[value].name.capitalize()
    return Choice(value, words, "")
