"""Choosing a move step by step: the piece, its target, the promotion; pieces are grouped by their kind.

The menus stand side by side in one message: one for each kind of piece, or for parts of the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import discord

from bot.discord_ui.components.items import Item, Press, drawn, menu, view_of
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
    """Choices that belong together, with the name for one of them and for several; names may be "".

    Where it is not `whole`, it is a slice of a group, which names its cells.
    """

    one: str
    several: str
    choices: tuple[Choice, ...]
    whole: bool = True


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


MENU = 25
"""The options that a menu may have."""
ROWS = 5
"""The rows that a message may have."""
LABEL = 80
"""The characters that a button may bear."""


class Shelf(NamedTuple):
    words: str
    choices: tuple[Choice, ...]


def shelved(question: Question, rows: int) -> list[Shelf]:
    """The choices of a question on at most so many menus, one for each kind as far as they suffice.

    There must not be more choices than so many menus hold.
    """
    shelves = [shelf for group in question.groups for shelf in _evenly([group], MENU)]
    while len(shelves) > rows:
        fitting = [
            (_count(one) + _count(other), index)
            for index, (one, other) in enumerate(pairwise(shelves))
            if _count(one) + _count(other) <= MENU
        ]
        if not fitting:
            shelves = list(_evenly(question.groups, MENU))
            break
        _, index = min(fitting)
        shelves[index : index + 2] = [shelves[index] + shelves[index + 1]]
    return [
        Shelf(_words(shelf, question), tuple(choice for piece in shelf for choice in piece.choices))
        for shelf in shelves
    ]


def parts(question: Question, rows: int) -> list[Question]:
    """The question in as few parts as so many menus can hold at a time; itself where they can hold it all."""
    most = rows * MENU
    if len(question.choices) <= most:
        return [question]
    return [Question(question.path, question.text, tuple(part)) for part in _evenly(question.groups, most)]


def part_words(part: Question, whole: Question) -> str:
    """What a part of a question holds, short enough for a button."""
    words = _words(part.groups, whole, ranged=True)
    return words if len(words) <= LABEL else words[: LABEL - 1] + "…"


def _evenly(groups: Sequence[ChoiceGroup], most: int) -> Iterator[list[ChoiceGroup]]:
    """All choices in even slices of so many at most, whatever their groups, in their order."""
    total = sum(len(group.choices) for group in groups)
    count = -(-total // most)
    bounds = [total * number // count for number in range(count + 1)]
    for first, last in pairwise(bounds):
        slice_, begin = list[ChoiceGroup](), 0
        for group in groups:
            kept = group.choices[max(first - begin, 0) : max(last - begin, 0)]
            begin += len(group.choices)
            if kept:
                slice_.append(group._replace(choices=kept, whole=len(kept) == len(group.choices)))
        yield slice_


def _count(shelf: Sequence[ChoiceGroup]) -> int:
    return sum(len(piece.choices) for piece in shelf)


def _words(shelf: Sequence[ChoiceGroup], question: Question, *, ranged: bool = False) -> str:
    """What stands on a menu: `Pawns (12)`, `Pawns a2–d3 (20)`, `Rooks, Queen`; "" for all there is without a name."""
    if len(shelf) > 1:
        return ", ".join(_name(piece) for piece in shelf)
    (only,) = shelf
    if not only.one and only.whole and not ranged:
        return "" if len(question.groups) == 1 else _range(only)
    count = len(only.choices)
    return _name(only) if count == 1 else f"{_name(only)} ({count})"


def _name(group: ChoiceGroup) -> str:
    """A kind, in the plural where there are several, with the first and the last cell of a slice."""
    name = (group.one if len(group.choices) == 1 else group.several).capitalize()
    return name if group.whole else f"{name} {_range(group)}".strip()


def _range(group: ChoiceGroup) -> str:
    first, last = group.choices[0].cell, group.choices[-1].cell
    return first if first == last else f"{first}–{last}"


PLACEHOLDER = 150
"""The characters that may stand on a closed menu."""


class Purpose(NamedTuple):
    """What menus are for: the action of a menu, and that of the buttons which lead to other questions."""

    menu: str
    turn: str


PLAYING, EXPLORING, LOOKING = Purpose("pick", "turn"), Purpose("try", "leaf"), Purpose("look", "glance")
LEARNING, SOLVING = Purpose("learn", "learnleaf"), Purpose("solve", "solveleaf")
"""Menus for a move in a game, on a copy of a position, to see where pieces can go, in a lesson and in a puzzle."""


def turn_button(action: str, label: str, game: int, sequence: int, path: Path, page: int = 0) -> Press:
    """A button to another question: an earlier one, or a part (`page`, from 1) of one with very many choices."""
    return drawn(action, game, sequence, page, ".".join(path), label=label)


def asked_in(press: Press) -> tuple[Path, int]:
    """The answers so far, with what was chosen in a menu, a piece being its letter and its cell; and the page."""
    *_, page, answers = press.words
    path = tuple(answers.split(".")) if answers else ()
    return ((*path, *press.chosen[0].split(".", 1)), 0) if press.chosen else (path, int(page))


def picker_view(
    game: int,
    sequence: int,
    question: Question,
    page: int = 0,
    back: Path | None = None,
    purpose: Purpose = PLAYING,
    extra: Sequence[Item] = (),
) -> discord.ui.View:
    """All menus for a question, or for a part of it; below them the way back to an earlier one, and other buttons.

    Of more choices than the menus hold, the parts are offered as buttons first. The way back makes room for a fifth
    menu where that spares a tap.
    """
    count, rows = len(question.choices), ROWS - 1
    found = parts(question, rows)
    if not extra and count <= ROWS * MENU and (back is None or count > rows * MENU):
        found, rows, back = [question], ROWS, None
    items: list[Item]
    if len(found) > 1 and not 0 < page <= len(found):
        items = [
            turn_button(purpose.turn, part_words(part, question), game, sequence, question.path, number)
            for number, part in enumerate(found, 1)
        ]
    else:
        if len(found) > 1:
            back = question.path
        items = []
        for number, shelf in enumerate(shelved(found[page - 1] if len(found) > 1 else question, rows)):
            options = [
                discord.SelectOption(
                    label=choice.words[:100], value=choice.value, description=choice.hint[:100] or None
                )
                for choice in shelf.choices
            ]
            words, path = (shelf.words or question.text)[:PLACEHOLDER], ".".join(question.path)
            items.append(menu(purpose.menu, game, sequence, number, path, placeholder=words, options=options))
    if back is not None:
        items.append(turn_button(purpose.turn, "Back", game, sequence, back))
    return view_of([*items, *extra])
