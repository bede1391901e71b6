"""The rules card says what the referee executes."""

from __future__ import annotations

import re

import pytest

from engine.rules.protocols import Claim, Ending, Rule
from engine.variants import GAMES, built, variant_of
from engine.variants.card import RULINGS, card, card_text, games_table
from engine.variants.variant import Variant, VariantEntry
from tests.engine.support import STRAIGHT
from tests.engine.toys import CHECK, THREE

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
EVERY_VARIANT = [variant_of(key, {"combat": combat}) for key in GAMES for combat in ("off", "poly")]


def rulings_of(variant: Variant) -> list[str]:
    return [line for section in card(variant) if section.heading == RULINGS for line in section.lines]


@pytest.mark.parametrize(
    "variant", [*EVERY_VARIANT, STRAIGHT, THREE, CHECK], ids=lambda variant: f"{variant.key}{variant.options}"
)
def test_every_rule_is_printed(variant: Variant) -> None:
    """The card holds the text of every piece and rule, and their rulings in a section of their own."""
    text, rulings = card_text(variant), rulings_of(variant)
    rules: tuple[Rule, ...] = (variant.legality, *variant.promotions, *variant.endings, variant.stuck, *variant.claims)
    for saying in (*variant.kinds, *rules):
        assert saying.text in text
        assert set(saying.rulings) <= set(rulings)
    assert all(f"{kind.letter}** {kind.name}" in text for kind in variant.kinds)
    assert set(variant.rulings) <= set(rulings)
    rest = [line for section in card(variant) if section.heading != RULINGS for line in section.lines]
    assert not set(rest) & set(rulings)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("hexeh", "Red|routes|lost pieces|declined|Stalemate|no repetition"),
        ("hexeh", "A promotion is written with its cell, Gd7=W|write both: Gc3d4"),
        ("imperial", "A king in check can move even if its side could take the attacker"),
        ("imperial combat=poly", "Only an attacker that wins has made a capture."),
        ("nd-altorth combat=d6", "The source gives dice for the chess pieces only"),
        ("combat-chess combat=poly", "positions with different tokens are different"),
        ("nd-mccooey", "Only two bare Granddukes draw|partly reconstructed|Castling is written"),
        ("nd-mccooey-3", "restarts the count of 50 moves"),
        ("nd-mccooey-3 combat=poly", "Every removed piece restarts the counts of quiet moves"),
        ("nd-wellisch-4-trios", "Skipped turns|Royal pieces alone|Only the next player|reconstructed"),
        ("glinski", "Stalemate is a draw here|Only two bare kings draw"),
        ("shafran", "Q-O-O|White moves first|two bare kings|Draws by threefold repetition"),
        ("chess goal=hill", "my addition"),
        ("glinski goal=three-check", "my addition"),
    ],
)
def test_where_a_source_is_silent(game: str, words: str) -> None:
    """What the rules mark as a ruling stands among the rulings of the card."""
    key, *options = game.split()
    rulings = rulings_of(variant_of(key, dict(option.split("=") for option in options)))
    assert not [each for each in words.split("|") if each not in " ".join(rulings)]


@pytest.mark.parametrize("key", ["nd-wellisch", "nd-mccooey-3", "nd-altorth", "nd-trios", "nd-wellisch-4-trios"])
def test_the_array_comes_first_among_the_rulings(key: str) -> None:
    """That an array is reconstructed stands where even a card cut to one page shows it."""
    assert "reconstructed" in rulings_of(variant_of(key))[0]


@pytest.mark.parametrize(
    ("game", "words", "others"),
    [
        ("hexeh travelers=straight", "Hexeh (travelers: straight)", "reconstructed"),
        ("hexeh", "turn as often", "travelers=straight|Compulsory"),
        ("combat-chess", "Compulsory attack|Prerogative", ""),
        ("hexeh combat=d6", "Hexeh with d6 fights|Compulsory attack", "Prerogative"),
        ("nd-mccooey-3 combat=poly", "Compulsory attack", "Prerogative"),
        ("combat-chess combat=off", "astling", "Compulsory"),
        ("chess goal=hill", "Chess (goal: hill)|You win if", ""),
        ("mccooey goal=three-check", "(goal: three-check)|You win when", ""),
        ("glinski", "it's a draw (stalemate).|the option `stalemate=three-quarters`", "a quarter of a point"),
        ("glinski stalemate=three-quarters", "your opponent three quarters.", "Stalemate is a draw"),
        ("nd-trios", "Castling:|(checkmate)|stalemate|third time|50 moves|draw.|Double step|en passant", ""),
        ("nd-altorth", "(checkmate)|third time|50 moves", "Castling:"),
        ("shafran", "up to the middle of its file|its path or its target|last cell of a file", "Grandduke|Unicorn"),
        ("nd-trios", "Grandduke, 6 Duchesses, 6 Rooks, 6 Unicorns, 6 Seiopelmas and 24 Brokers.", ""),
        ("nd-wellisch-4-mccooey", "White and Black begin with 29 pieces: General, 2 Vicereines", ""),
        ("nd-wellisch-4-mccooey", "Red and Blue begin with 16 pieces: Grandduke, 2 Rooks, Duchess", ""),
    ],
)
def test_what_a_card_says(game: str, words: str, others: str) -> None:
    """The card states options and rules as chosen, counts the armies, and tells nothing of other games."""
    key, *options = game.split()
    text = " ".join(card_text(variant_of(key, dict(option.split("=") for option in options))).split())
    assert not [each for each in words.split("|") if each not in text]
    assert not [each for each in others.split("|") if each and each in text]


def test_table_of_games() -> None:
    """The table has a line for each game, with players and cells."""
    lines = games_table(GAMES.values()).splitlines()
    assert len(GAMES) + 2 == len(lines)
    (line,) = [line for line in lines if "`hexeh`" in line]
    assert "| Hexeh | `hexeh` | 2 | 37 |" == line


@EVERY_GAME
def test_every_game_introduces_itself(game: VariantEntry) -> None:
    """A newcomer learns of each game in one sentence of its own, how long it takes, and how hard it is to learn."""
    assert re.fullmatch(r"[A-Z][^.!?]{30,98}\.", game.sentence)
    assert [game] == [other for other in GAMES.values() if other.sentence == game.sentence]
    least, most = game.minutes
    assert 5 <= least < most <= 240
    assert game.difficulty in {1, 2, 3}


@EVERY_GAME
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
    assert "by capturing the empress" == variant_of("hexeh").reasons["royal-captured"]
    assert "by capturing the royal piece" == variant_of("nd-wellisch-4-mccooey").reasons["royal-captured"]
