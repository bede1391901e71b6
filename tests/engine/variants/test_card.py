"""The rules card says what the referee executes."""

from __future__ import annotations

import re

import pytest

from engine.rules.protocols import Claim, Ending, Rule
from engine.variants import GAMES, built, variant_of
from engine.variants.card import card, card_text, games_table
from engine.variants.variant import Variant, VariantEntry
from tests.engine.support import STRAIGHT, WINDING
from tests.engine.toys import CHECK, THREE


@pytest.mark.parametrize("variant", [WINDING, STRAIGHT, THREE, CHECK], ids=["winding", "straight", "three", "check"])
def test_every_rule_is_printed(variant: Variant) -> None:
    """The card holds the text and the rulings of every piece and every rule of the variant."""
    text = card_text(variant)
    rules: tuple[Rule, ...] = (variant.legality, *variant.promotions, *variant.endings, variant.stuck, *variant.claims)
    for saying in (*variant.kinds, *rules):
        assert saying.text in text
        assert all(ruling in text for ruling in saying.rulings)
    assert all(f"{kind.letter}** {kind.name}" in text for kind in variant.kinds)
    assert all(ruling in text for ruling in variant.rulings)


def test_rulings_stand_apart() -> None:
    """What the referee decided stands in a section of its own."""
    (rulings,) = [section.lines for section in card(WINDING) if "rulings" in section.heading]
    assert set(WINDING.rulings) <= set(rulings)
    assert not [
        line
        for section in card(WINDING)
        if "rulings" not in section.heading
        for line in section.lines
        if line in rulings
    ]


def test_options_are_printed() -> None:
    """An option that differs from the default is on the card."""
    assert "travelers=straight" in card_text(STRAIGHT)
    assert "travelers=straight" not in card_text(WINDING)


def test_armies_are_printed() -> None:
    """The card counts the pieces that each side begins with; where armies differ, it says whose is which."""
    trios = "Each side begins with 49 pieces: Grandduke, 6 Duchesses, 6 Rooks, 6 Unicorns, 6 Seiopelmas and 24 Brokers."
    assert trios in card_text(variant_of("nd-trios"))
    four = card_text(variant_of("nd-wellisch-4-mccooey"))
    assert "White and Black begin with 29 pieces: General, 2 Vicereines, 4 Rooks, 6 Vicbabas and 16 Points." in four
    assert (
        "Red and Blue begin with 16 pieces: Grandduke, 2 Rooks, Duchess, 2 Sennights, 3 Unicorns and 7 Brokers." in four
    )


@pytest.mark.parametrize(
    ("key", "rulings"),
    [
        ("nd-mccooey", ["The two Granddukes alone draw at once", "partly reconstructed", "Castling is written"]),
        (
            "nd-wellisch-4-trios",
            ["Skipped turns", "Royal pieces alone", "Only the next player", "reconstructed"],
        ),
        ("glinski", ["Stalemate is a draw here", "The two kings alone draw at once"]),
    ],
)
def test_rulings_of_the_hexagonal_games(key: str, rulings: list[str]) -> None:
    """Draws by bare royals, skipped turns, en passant among several and reconstructed arrays are marked as rulings."""
    (lines,) = [section.lines for section in card(variant_of(key)) if "rulings" in section.heading]
    assert rulings == [ruling for ruling in rulings if any(ruling in line for line in lines)]


@pytest.mark.parametrize(
    ("key", "combat", "ruling"),
    [
        ("hexeh", "off", "A promotion is written with its cell, Gd7=W"),
        ("hexeh", "off", "both are written: Gc3d4"),
        ("imperial", "off", "A king in check may move even if its side could take the attacker"),
        ("imperial", "poly", "Only an attacker that wins has made a capture."),
        ("nd-altorth", "d6", "The source gives dice for the chess pieces only"),
        ("combat-chess", "poly", "positions with different tokens are different"),
        ("nd-mccooey-3", "poly", "Every removed piece restarts the counts of quiet moves"),
    ],
)
def test_where_a_source_is_silent(key: str, combat: str, ruling: str) -> None:
    """What the rules mark as a ruling stands among the rulings of the card, and nowhere else on it."""
    sections = card(variant_of(key, {"combat": combat}))
    assert ["rulings" in section.heading for section in sections if ruling in " ".join(section.lines)] == [True]


def test_the_array_comes_first_among_the_rulings() -> None:
    """That an array is reconstructed stands where even a card cut to one page shows it."""
    for key in ("nd-wellisch", "nd-mccooey-3", "nd-altorth", "nd-trios", "nd-wellisch-4-trios"):
        (lines,) = [section.lines for section in card(variant_of(key)) if "rulings" in section.heading]
        assert "reconstructed" in lines[0], key


def test_table_of_games() -> None:
    """The table has a line for each game, with players and cells."""
    lines = games_table(GAMES.values()).splitlines()
    assert len(GAMES) + 2 == len(lines)
    (line,) = [line for line in lines if "`hexeh`" in line]
    assert "| Hexeh | `hexeh` | 2 | 37 |" == line


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_game_introduces_itself(game: VariantEntry) -> None:
    """A newcomer learns of each game in one sentence of its own, how long it takes, and how hard it is to learn."""
    assert re.fullmatch(r"[A-Z][^.!?]{30,98}\.", game.sentence)
    assert [game] == [other for other in GAMES.values() if other.sentence == game.sentence]
    least, most = game.minutes
    assert 5 <= least < most <= 240
    assert game.difficulty in {1, 2, 3}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_result_has_words(game: VariantEntry) -> None:
    """Whatever a rule of a game brings about has words there, none of them with braces left in."""
    for combat in game.combat:
        variant = built(game, {"combat": combat})
        rules: list[Ending | Claim] = [*variant.endings, variant.stuck, *variant.limits, *variant.claims]
        assert {"resignation", "time", "agreement"} < set(variant.reasons)
        assert {reason for rule in rules for reason in rule.reasons} < set(variant.reasons)
        assert {claim.reason for claim in variant.claims} <= set(variant.reasons)
        assert not [words for words in variant.reasons.values() if not words or "{" in words]


def test_the_words_of_results_name_the_royal() -> None:
    """A royal piece that has fallen is named where all sides have the same kind."""
    assert "the empress has fallen" == variant_of("hexeh").reasons["royal-captured"]
    assert "the royal piece has fallen" == variant_of("nd-wellisch-4-mccooey").reasons["royal-captured"]
