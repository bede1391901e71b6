"""What is offered while somebody types: no more is made or looked at than is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_ui.commands.autocomplete import (
    MAX_CHOICES,
    TIMES,
    Choices,
    fitting,
    offer_families,
    offer_moves,
    offer_moves_of,
    offer_options,
    offer_pieces,
    offer_sides,
    offer_times,
    offer_variants,
    options_of,
    value_of,
)
from bot.discord_ui.commands.moves import cell_asked
from bot.discord_ui.commands.settings import AT, QUIET
from bot.discord_ui.controller import addressed, game_number
from bot.games import Table
from bot.games.challenges import seat_wished
from bot.games.ratings import family_named
from bot.games.reminders import ReminderPreferences
from bot.store import Player
from bot.text.gamelist import key_of
from bot.text.gamelist import piece_label as label
from bot.text.help import found, words
from engine.clocks.control import read_control
from engine.model.refusal import Refusal, Refused
from engine.notation.moves import MoveList
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.variants import GAMES, variant_of
from tests.bot.games.test_ratings import GAME
from tests.engine.support import played
from tests.suites import first


def check_list() -> MoveList:
    """The moves of a game of chess in which one of more than are shown gives check."""
    return sheet(played(new_game(variant_of("chess")), "e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "d3", "d6"))


def test_checks_are_marked() -> None:
    """Of many moves only some are shown; where a mark for check is typed all are looked at."""
    legal = check_list()
    assert len(offer_moves(legal, "")) == MAX_CHOICES < len(legal.legal)
    assert ["Bxf7+", "Qxf7#"] == [choice.value for choice in offer_moves(legal, "f7")]
    assert ["Bxf7+", "Qxe5+", "Qxf7#"] == [each.value for each in offer_moves(legal, "+") + offer_moves(legal, "#")]


def judged(read: Callable[[str], object], text: str) -> object:
    """What a text is read as, or why it is refused."""
    try:
        return read(text)
    except Refused as refused:
        return refused.refusal


@pytest.mark.parametrize("key", first(6, GAMES))
def test_names_of_choices_are_read(key: str) -> None:
    """The name of every choice that is offered reads like its value."""
    variant = variant_of(key)
    state = new_game(variant)
    offers: list[tuple[Choices, Callable[[str], object]]] = [
        (offer_variants(variant.name), key_of),
        (offer_options(key, ""), options_of),
        (offer_sides(key, ""), partial(seat_wished, variant, variant.start)),
        (offer_times(""), read_control),
        (offer_times("7d+1d max 10d weekends off Europe/Berlin"), read_control),
        (offer_pieces(state, ""), cell_asked),
        (offer_moves(sheet(state), ""), sheet(state).read),
        (fitting(((label(kind), kind.name) for kind in variant.kinds), ""), variant.kind_named),
        (fitting(words(), ""), found),
        (fitting(QUIET, ""), lambda text: value_of(text, QUIET)),
        (offer_families(variant.name), family_named),
    ]
    assert [offered for offered, _ in offers if not offered] in ([], [[]]), "only options may be lacking"
    for offered, read in offers:
        for choice in offered:
            assert judged(read, str(choice.value)) == judged(read, choice.name), choice.name


def test_what_is_offered_is_read() -> None:
    """Every time and every habit that is offered while somebody types is read."""
    assert [text for text in TIMES if isinstance(judged(read_control, text), Refusal)] == []
    for name, offered in (("quiet", QUIET), ("remind-at", AT)):
        for _, value in offered:
            ReminderPreferences.read({name: value})


@pytest.mark.parametrize(
    ("text", "number"),
    [("14", 14), ("#14", 14), ("`#14`", 14), ("**14**", 14), ("＃１４", 14), ("#14 Hexeh vs Bob, your move", 14)],
)
def test_numbers_of_games(text: str, number: int) -> None:
    """A game's number is read as it is shown and pasted."""
    assert game_number(text) == number


@pytest.mark.parametrize(
    ("text", "game", "move"),
    [
        ("Pxd4", None, "Pxd4"),
        ("#14 Pxd4", "14", "Pxd4"),
        ("#14: Pxd4", "14", "Pxd4"),
        ("`#14 Pxd4`", "14", "Pxd4"),
        ("#14 P : d4", "14", "P : d4"),
        ("#14 Hexeh vs bob: Ga2 (guard from a1)", "14", "Ga2 (guard from a1)"),
        ("#14 Hexeh ann – ann: Ga2", "14", "Ga2"),
    ],
)
def test_games_before_moves(text: str, game: str | None, move: str) -> None:
    """A game's number may stand before a move, also with the game's name as a completion has it."""
    assert addressed(text) == (game, move)


def test_long_names_leave_room_for_the_move() -> None:
    """Of a completion too long for Discord the game's name is cut, never the move."""
    seats = {1: Player(1, "Ann"), 2: Player(2, "y" * 90)}
    table = Table(replace(GAME, number=14, stage="playing", seats=seats), new_game(variant_of("hexeh")))
    (choice,) = offer_moves_of([table], Player(1, "Ann"), "Tbc3")
    assert len(choice.name) == 100
    assert choice.name.endswith(": Tbc3 (traveler from b1)")
    assert addressed(choice.name) == ("14", "Tbc3 (traveler from b1)")


# ---- hostile


@given(st.sampled_from(["hexeh", "chess", "", None]), st.text())
def test_completions_fit(variant: str | None, typed: str) -> None:
    """Whatever is typed, completions keep to 25 choices of 1 to 100 characters."""
    for choices in (offer_variants(typed), offer_options(variant, typed), offer_sides(variant, typed)):
        assert len(choices) <= 25
        assert all(1 <= len(choice.name) <= 100 and 1 <= len(choice.value) <= 100 for choice in choices)


@pytest.mark.parametrize("key", first(6, GAMES))
def test_completed_options_go_together(key: str) -> None:
    """Whatever options are offered behind others, one after the other, the referee takes them all together."""
    for fights in (None, "off", "poly", "d6"):
        waiting = [""]
        while waiting:
            typed = waiting.pop()
            for choice in offer_options(key, typed, fights):
                variant_of(key, options_of(choice.value, fights))
                waiting.append(f"{choice.value} ")


def test_an_option_is_not_offered_behind_what_excludes_it() -> None:
    """A goal that makes another game is not offered behind fights, nor behind fights that are chosen elsewhere."""
    goals = [choice.value for choice in offer_options("chess", "combat=poly go")]
    assert goals == ["combat=poly goal=mate"]
    assert [choice.value for choice in offer_options("chess", "", "poly")] == ["goal=mate"]
    assert isinstance(judged(lambda text: options_of(text, "poly"), "combat=off"), Refusal)
    assert len(offer_options("chess", "", "off")) == len(offer_options("chess", "")) == 3
