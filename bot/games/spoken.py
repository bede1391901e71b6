"""What a picture shows, in words: which game and how far, the last move, how it stands, what is marked, the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.games.tables import Table
from engine.model.board import Cell
from engine.model.english import listed
from engine.model.position import bits
from engine.movement.generator import Threat
from engine.notation.describe import named, position_in_words, recounted, result_in_words, royals_in_words
from engine.play.state import Await, State
from engine.records.replay import begins_round, rounds_of, short_of
from engine.rules.fight import FightResult, Fought
from engine.variants import titled
from renderer import Marks, marks_of

ALT_TEXT = 1024
"""The characters of the longest alternative text that Discord takes."""


class Occasion(NamedTuple):
    """Which game a picture is of ("game 14", "" where it is none that is kept), and the number of its last move.

    Moves are numbered as players count them, 0 is the start; None where that is not known.
    """

    name: str = ""
    round: int | None = None


NOWHERE = Occasion()


def occasion_of(table: Table) -> Occasion:
    what = "challenge" if table.game.stage == "open" else "game"
    return Occasion(f"{what} {table.game.number}", rounds_of(table.state))


def caption(state: State, occasion: Occasion) -> str:
    """Return an occasion with the last move and its number: "game 14 · 7. … Pxd4"."""
    moved = ""
    if occasion.round and state.played:
        within = "" if begins_round(state, len(state.played) - 1) else " …"
        moved = f"{occasion.round}.{within} {short_of(state, state.played[-1])}"
    return " · ".join(part for part in (occasion.name, moved) if part)


def opening(state: State, occasion: Occasion = NOWHERE) -> list[str]:
    """What one sees first, in sentences: the game, the last move, who is to move or how it ended, who is in check.

    "Hexeh game 14 after Red's move 7.", "Red's prowler f4 attacked the empress on e6 and fell.", "Blue to move."
    """
    variant = state.variant
    heading = [titled(variant.name, variant.options), occasion.name]
    if occasion.round is not None:
        whose = f"{variant.seat(state.played[-1].seat).name}'s move" if state.played else "move"
        heading.append(f"after {whose} {occasion.round}" if occasion.round else "at the start")
    sentences = [" ".join(word for word in heading if word) + "."]
    if state.played:
        last = state.played[-1]
        waiting = Fought(state.fight, (), FightResult.OPEN) if state.fight else None
        sentences.append(recounted(state.movement, last.before, last.move, last.fought or waiting))
    if state.result is not None:
        return [*sentences, _sentence(result_in_words(variant, state.result))]
    deed = "roll" if state.awaits is Await.CALL else "move"
    sentences.append(f"{variant.seat(state.due).name} to {deed}.")
    attacked = royals_in_words(state.movement, state.position) if state.awaits is Await.MOVE else ""
    return [*sentences, *([_sentence(attacked)] if attacked else [])]


def marked(state: State, marks: Marks) -> list[str]:
    variant, position, names = state.variant, state.position, state.variant.board.names
    piece = None if marks.selected is None else variant.piece(position, marks.selected)
    if marks.selected is not None and piece is not None:
        if state.result is not None or piece.seat != state.turn:
            return [f"{names[marks.selected]} holds {variant.seat(piece.seat).name}'s {piece.kind.name}."]
        quiet = [names[cell] for cell in sorted(marks.targets) if not position.occupied(cell)]
        taken = [f"the {_on(state, cell)}" for cell in sorted(marks.targets) if position.occupied(cell)]
        who = f"The {piece.kind.name} on {names[marks.selected]}"
        goes = [f"can go to {', '.join(quiet)}"] if quiet else []
        goes += [f"can {'attack' if variant.combat else 'take'} {listed(taken, 'and')}"] if taken else []
        return [f"{who} {', and '.join(goes) or 'can go nowhere'}."]
    if marks.movable:
        cells = ", ".join(names[cell] for cell in sorted(marks.movable))
        return [f"Pieces can be placed on {cells}." if position.due else f"Pieces that can move: {cells}."]
    return []


def targets_of(state: State, cell: Cell | None) -> list[str]:
    marks = marks_of(state, cell)
    return marked(state, marks) if marks.targets else []


def threatened(state: State, threats: Iterable[Threat], seat: int) -> list[str]:
    variant, several = state.variant, len(state.variant.seats) > 2
    known = {threat.cell: threat for threat in threats}
    sentences = []
    for side in variant.remaining(state.position):
        told = []
        for cell in bits(state.position.pieces[side]):
            _, own, others = known.get(cell, Threat(cell, 0, 0))
            attackers, guards = (others, own) if side == seat else (own, others)
            guarded = f", guarded by {guards}" if guards and (side == seat or not several) else ""
            if attackers:
                told.append(f"{_on(state, cell, owner=False)} (by {attackers}{guarded})")
        if told:
            by = "" if side == seat or not several else f" by {variant.seat(seat).name}"
            sentences.append(f"{variant.seat(side).name}'s pieces attacked{by}: {', '.join(told)}.")
    return sentences or ["No piece is attacked."]


def alternative(state: State, occasion: Occasion, more: Sequence[str]) -> str:
    sentences = [*opening(state, occasion), *more, position_in_words(state.variant, state.position)]
    return shortened(" ".join(sentences), ALT_TEXT)


def shortened(text: str, length: int) -> str:
    """A text of at most so many characters, cut behind a whole sentence, piece or cell, else behind a whole word."""
    if len(text) <= length:
        return text
    head = text[:length]
    end = max(head.rfind(mark, 0, length - 1) for mark in (", ", "; ", ". "))
    return f"{text[: end if end > 0 else max(head.rfind(' '), 0)]}…"


def pages(sentences: Iterable[str], length: int) -> Iterator[str]:
    """Sentences in their order on pages of at most so many characters, each a line of its own and none divided."""
    page = ""
    for sentence in sentences:
        if page and len(page) + 1 + len(sentence) > length:
            yield page
            page = ""
        page = f"{page}\n{sentence}" if page else sentence
    if page:
        yield page


def _on(state: State, cell: Cell, *, owner: bool = True) -> str:
    """A piece with its cell: "guard on d4", or without its owner's name "guard d4"."""
    piece = state.variant.piece(state.position, cell)
    if piece is None:
        raise ValueError(f"{state.variant.board.names[cell]} is vacant")
    name = state.variant.board.names[cell]
    return f"{named(state.variant, piece)} on {name}" if owner else f"{piece.kind.name} {name}"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
