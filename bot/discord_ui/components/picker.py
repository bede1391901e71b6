"""Choosing a move step by step: the piece, its target, the promotion; by buttons, or menus where they are many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import discord

from bot.discord_ui.components.emoji import icon_of
from bot.discord_ui.components.items import Interaction, Press, blank, button, drawn, menu, menu_option
from bot.discord_ui.components.screens import Item
from engine.model.english import count_of
from engine.model.position import Move
from engine.notation.describe import move_in_words
from engine.notation.moves import MoveList

Path = tuple[str, ...]
"""The answers so far: the letter of the piece, its cell, its target, what it becomes, how its fight ends."""
STAY = "-"
PIECE, TARGET, PROMOTION = 2, 3, 4
"""Lengths of a path once the piece, its target and its promotion are known."""


class Choice(NamedTuple):
    """One answer to a question: its value in the path, the words on it, a hint, and the cell it is about.

    `kind` names one and several of the choices that it belongs with.
    """

    value: str
    words: str
    hint: str
    cell: str = ""
    kind: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Question:
    """A question: the path so far (automatic steps included), and the choices, kind by kind."""

    path: Path
    text: str
    choices: Sequence[Choice]


def ask(sheet: MoveList, path: Path) -> Question | Move | None:
    """The next question after the answers in `path`, or the move they name, or None if they name nothing legal.

    A piece and a promotion without an alternative are taken automatically, but not a target: choosing a piece isn't
    moving it. A placement names both its cells together.
    """
    paths = [(path_to(sheet, move), move) for move in sheet.legal]
    found = [(answers, move) for answers, move in paths if answers[: len(path)] == path]
    if not found:
        return None
    moves = [move for _, move in found]
    if len(path) < PIECE:
        if len({answers[:PIECE] for answers, _ in found}) > 1:
            return Question(path, "Which piece?", pieces(sheet, moves))
        path = found[0][0][:PIECE]
    if len(path) == PIECE:
        targets = sorted({answers[PIECE] for answers, _ in found}, key=sheet.movement.variant.board.cell)
        if len(targets) > 1 or not _is_placement(moves[0]):
            return Question(path, "Where to?", [_target(sheet, moves, target) for target in targets])
        path = (*path, targets[0])
    values = list(dict.fromkeys(answers[TARGET] for answers, _ in found))
    if len(path) == TARGET and len(values) > 1:
        return Question(path, "Promote to what?", [_promotion(sheet, path, value) for value in values])
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


def pieces(sheet: MoveList, moves: Sequence[Move]) -> list[Choice]:
    """The pieces that make these moves, by their kinds, in the order of their cells."""
    variant = sheet.movement.variant
    letters, found = list(variant.by_letter), dict[Path, list[Move]]()
    for move in moves:
        found.setdefault(path_to(sheet, move)[:PIECE], []).append(move)
    order = sorted(found, key=lambda piece: (letters.index(piece[0]), variant.board.cell(piece[1])))
    return [_piece(sheet, piece, found[piece]) for piece in order]


def _is_placement(move: Move) -> bool:
    return move.special is not None and bool(move.special.placed)


def _piece(sheet: MoveList, piece: Path, moves: list[Move]) -> Choice:
    letter, cell = piece
    kind = sheet.movement.variant.by_letter[letter]
    words, hint = f"{kind.name.capitalize()} {cell}", count_of(len(moves), "move")
    if _is_placement(moves[0]) and len(moves) == 1:
        words, hint = move_in_words(sheet.movement, sheet.position, moves[0]).capitalize(), ""
    return Choice(f"{letter}.{cell}", words, hint, cell, (kind.name, kind.plural))


def _target(sheet: MoveList, moves: Sequence[Move], cell: str) -> Choice:
    """A target to be chosen; a capture says what falls, a castling says so."""
    names = sheet.movement.variant.board.names
    move = next(each for each in moves if names[each.target] == cell)
    takes = sheet.movement.captured(sheet.position, move) is not None
    castles = move.special is not None and move.special.partner is not None
    words = move_in_words(sheet.movement, sheet.position, move._replace(promotion=None), cells=False)
    return Choice(cell, f"{'x' if takes else ''}{cell}", words if takes or castles else "", cell)


def _promotion(sheet: MoveList, path: Path, value: str) -> Choice:
    kind = sheet.movement.variant.by_letter[path[0] if value == STAY else value]
    words = f"Stay a {kind.name}" if value == STAY else kind.name.capitalize()
    return Choice(value, words, "", kind=(kind.name, kind.plural))


# ---- buttons and menus

MAX_BUTTONS = 20
"""Maximum choices that are buttons; more come in menus."""
MAX_OPTIONS = 25
"""Maximum choices in a menu."""
MAX_MENUS = 5
PLACEHOLDER_MAX_CHARS = 150


def split_by_kind(choices: Sequence[Choice], rows: int) -> list[Sequence[Choice]]:
    """Choices on at most `rows` menus; one for each kind as far as possible."""
    kinds = [list(same) for _, same in groupby(choices, key=lambda choice: choice.kind)]
    shelves = [shelf for kind in kinds for shelf in evenly(kind, MAX_OPTIONS)]
    while len(shelves) > rows:
        size, index = min((len(one) + len(other), index) for index, (one, other) in enumerate(pairwise(shelves)))
        if size > MAX_OPTIONS:
            return evenly(choices, MAX_OPTIONS)
        shelves[index : index + 2] = [[*shelves[index], *shelves[index + 1]]]
    return shelves


def evenly(choices: Sequence[Choice], most: int) -> list[Sequence[Choice]]:
    """All choices in even slices of at most `most`, whatever their kinds, in their order."""
    count = -(-len(choices) // most)
    bounds = [len(choices) * number // count for number in range(count + 1)]
    return [choices[first:last] for first, last in pairwise(bounds)]


def words_on(part: Sequence[Choice], whole: Sequence[Choice]) -> str:
    """The label of a menu: `Pawns (12)`, `Pawns a2–d3 (20)`, `Rooks, Queen`; "" for all there is without a name."""
    kinds, names = [choice.kind for choice in whole], list[str]()
    for (one, several), same in groupby(part, key=lambda choice: choice.kind):
        first, *others = same
        name, last = (several if others else one).capitalize(), others[-1].cell if others else first.cell
        if len(others) + 1 < kinds.count((one, several)):
            name = f"{name} {first.cell if first.cell == last else f'{first.cell}–{last}'}".strip()
        names.append(name)
    return f"{names[0]} ({len(part)})" if len(names) == 1 and names[0] and len(part) > 1 else ", ".join(names)


MOVE_MAX_CHARS = 100
PLAYING, EXPLORING, LOOKING, LEARNING, SOLVING = "pick", "try", "look", "learn", "solve"
"""The actions of menus: for a move in a game, on a copy of a position, to see where pieces go; lessons, puzzles."""


def turn_button(action: str, label: str, game: int, sequence: int, path: Path) -> Press:
    return drawn(action, game, sequence, ".".join(path), label=label)


def asked_in(press: Press) -> Path:
    """The answers so far, with what was chosen in a menu, a piece being its letter and its cell."""
    answers = press.words[-1] if len(press.words) > 2 else ""
    path = tuple(answers.split(".")) if answers else ()
    return (*path, *press.chosen[0].split(".", 1)) if press.chosen else path


async def _open_form(_: object, interaction: Interaction, press: Press) -> None:
    field = discord.ui.TextInput[Any](max_length=MOVE_MAX_CHARS, placeholder="For example Tbc3, Pxd4 or b1c3")
    action = press.action.replace("type", "typed", 1)
    await interaction.response.send_modal(blank(action, press, "Type your move", "Your move", field))


for _action in (PLAYING, EXPLORING, LEARNING, SOLVING):
    button(f"type-{_action}", "Type it…", form=True)(_open_form)


def picker_items(
    game: int,
    sequence: int,
    question: Question,
    back: Path | None = None,
    action: str = PLAYING,
    extra: Sequence[Item] = (),
) -> list[Item]:
    """The choices of a question; below them the way to type what the menus don't hold, the way back, other buttons."""
    below: list[Item] = [] if action == LOOKING else [drawn(f"type-{action}", game, sequence)]
    if back is not None:
        below.append(turn_button(action, "Back", game, sequence, back))
    below += extra
    items, choices = list[Item](), question.choices[: MAX_MENUS * MAX_OPTIONS]
    if len(choices) <= MAX_BUTTONS:
        for each in choices:
            path, icon = ".".join((*question.path, each.value)), icon_of(each.kind[0])
            items.append(drawn(action, game, sequence, path, label=each.words, row=0, emoji=icon))
        return [*items, *below]
    for number, shelf in enumerate(split_by_kind(choices, MAX_MENUS)):
        options = [menu_option(each.words, each.value, each.hint, emoji=icon_of(each.kind[0])) for each in shelf]
        words = (words_on(shelf, choices) or question.text)[:PLACEHOLDER_MAX_CHARS]
        path = ".".join(question.path)
        items.append(menu(action, game, sequence, number, path, placeholder=words, options=options))
    return [*items, *below]
