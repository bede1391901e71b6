"""What is offered while somebody types: no more is made or looked at than is shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.discord_ui.commands.autocomplete import MOST, fitting, offer_moves
from engine.model.position import Move, Position
from engine.movement.generator import Movement
from engine.notation.moves import MoveList
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.variants import variant_of
from tests.engine.support import played


@pytest.mark.parametrize("count", [100, 200])
def test_no_more_is_written_than_fits(count: int) -> None:
    """Once there are as many choices as are shown, no others are written, however many there are."""
    written = 0

    def pairs() -> Iterator[tuple[str, str]]:
        nonlocal written
        for number in range(count):
            written += 1
            yield f"#{number} Hexeh vs Ben", str(number)

    assert [str(number) for number in range(MOST)] == [choice.value for choice in fitting(pairs(), "BEN")]
    assert written == MOST


def check_list() -> MoveList:
    """The moves of a game of chess in which one of more than are shown gives check."""
    return sheet(played(new_game(variant_of("chess")), "e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "d3", "d6"))


def test_checks_are_looked_for_among_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many moves only those that are shown are looked at for check; all are where a mark is typed."""
    looked, play = 0, Movement.play

    def counted(self: Movement, position: Position, move: Move) -> Position:
        nonlocal looked
        looked += 1
        return play(self, position, move)

    legal = check_list()
    monkeypatch.setattr(Movement, "play", counted)
    assert len(offer_moves(legal, "")) == MOST < len(legal.legal)
    assert looked == MOST
    assert ["Bxf7+", "Qxf7#"] == [choice.value for choice in offer_moves(legal, "f7")]
    assert ["Bxf7+", "Qxe5+", "Qxf7#"] == [each.value for each in offer_moves(legal, "+") + offer_moves(legal, "#")]


def test_help_is_searched_as_it_is_shown() -> None:
    """Words of help are found behind the whole move, and not where the mark for check stands between."""
    legal = check_list()
    assert ["Qxf7#"] == [choice.value for choice in offer_moves(legal, "f7#queen")]
    assert [] == offer_moves(legal, "f7queen")
    assert all("queen takes" in choice.name for choice in offer_moves(legal, "queen takes"))
