"""Conditional moves: lines as people type them, checked against the rules, and followed as the game goes on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import variants
from engine.lookahead.conditional import (
    LINE_MAX_CHARS,
    MOST_LINES,
    MOST_MOVES,
    MOST_POSITIONS,
    InLine,
    LeftOpen,
    Line,
    NoLine,
    Step,
    TheirMove,
    TooFar,
    TooMuch,
    YourTurn,
    contradicted,
    first_move,
    in_words,
    left,
    read_lines,
    unfinished,
    without_gap,
)
from engine.lookahead.imagined import branches, outcomes
from engine.model.position import long_form
from engine.model.refusal import Refusal, granted
from engine.notation.moves import AmbiguousMove, IllegalMove, UnreadableMove
from engine.play.commands import Resign
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.refusals import GameOver, HasLeft
from engine.play.state import State
from engine.records.replay import short_moves
from engine.variants import variant_of
from tests.engine.support import HEXEH_POLY, POLY, WINDING, after, chance, done, from_fen, played, setup
from tests.engine.toys import THREE

WORD = st.sampled_from(
    ["then", ",", ";", "or", "and", "if", "Tbc3", "Gcb4", "x", "->", "b1c3", "🐈", "Txd4", "\n", "O-O"]
)


def lines(state: State, text: str, seat: int = 2) -> list[str]:
    """The lines that a text is read as, in words."""
    return [in_words(line, seat) for line in granted(read_lines(state, seat, text))]


def refusal(state: State, text: str, seat: int = 2) -> Refusal:
    found = read_lines(state, seat, text)
    assert isinstance(found, Refusal), found
    return found


# ---- forms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tbc3 then Gcb4", ["Tbc3 then Gcb4"]),
        ("if Tbc3 then Gcb4", ["Tbc3 then Gcb4"]),
        ("IF tbc3 THEN gcb4", ["Tbc3 then Gcb4"]),
        ("b1c3, c5b4", ["Tbc3 then Gcb4"]),
        ("b1-c3 -> c5-b4", ["Tbc3 then Gcb4"]),
        ("Tbc3 → Gcb4", ["Tbc3 then Gcb4"]),
        ("Tbc3 then Gcb4, Gcd3 then Gb3", ["Tbc3 then Gcb4, Gcd3 then Gb3"]),
        ("Tbc3 then Gcb4; Gc3 then Tfe4", ["Tbc3 then Gcb4", "Gc3 then Tfe4"]),
        ("Tbc3 then Gcb4 or if Gc3 then Tfe4", ["Tbc3 then Gcb4", "Gc3 then Tfe4"]),
        ("Tbc3 then Gcb4\nGc3 then Tfe4;", ["Tbc3 then Gcb4", "Gc3 then Tfe4"]),
        ("Tbc3 Gcb4", ["Tbc3 then Gcb4"]),
        ("1. Tbc3 Gcb4 2. Gcd3 Gb3", ["Tbc3 then Gcb4, Gcd3 then Gb3"]),
        ("`b1 c3 - c5 b4 Gcd3 -> Gb3`", ["Tbc3 then Gcb4, Gcd3 then Gb3"]),
        ("if traveler b1 → c3 then guard c5 to b4", ["Tbc3 then Gcb4"]),
        ("Tbc3 (traveler b1 to c3) Gcb4 (guard from c5), Gcd3! Gb3?", ["Tbc3 then Gcb4, Gcd3 then Gb3"]),
        ("Tbc3 Gcb4; Gc3 Tfe4", ["Tbc3 then Gcb4", "Gc3 then Tfe4"]),
    ],
)
def test_forms(text: str, expected: list[str]) -> None:
    """Lines are chains of others' moves and answers, parted by `;` or `or`, in any notation."""
    assert expected == lines(after(""), text)


# ---- refusals


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", NoLine),
        ("if", NoLine),
        (" ; , then", NoLine),
        ("Tbc3", LeftOpen),
        ("Tbc3 then Gcb4, Gcd3", LeftOpen),
        ("hello then Gcb4", UnreadableMove),
        ("Tc3 then Gcb4", AmbiguousMove),
        ("c1d3 then Gcb4", TheirMove),
        ("Tbc3 then c1d3", InLine),
        ("Tbc3 then Gcb4, b1c3 then Gb3", InLine),
        (" ".join((["Tbc3", "Gcb4", "Tcb1", "Gbc5"] * MOST_MOVES)[: MOST_MOVES + 1]), TooMuch),
        ("; ".join(["Tbc3 then Gcb4"] * (MOST_LINES + 1)), TooMuch),
        ("Tbc3 then Gcb4".ljust(LINE_MAX_CHARS + 1), TooMuch),
    ],
)
def test_refused(text: str, kind: type[Refusal]) -> None:
    """What is no line, is not legal where it stands, or lacks its answer, is refused."""
    assert kind is type(refusal(after(""), text))


def test_refusals_in_the_rules_words() -> None:
    """A move deeper in a line is refused in the rule's own words, with the moves before it, and whose it would be."""
    words = "After Tbc3 and Gcb4: Your own prowler is on c1."
    refused = refusal(after(""), "Tbc3 then Gcb4, Ec1 then Gb3").text
    assert refused.startswith(words)
    assert refused.endswith(" It would be Red's move there, not yours.")
    assert "It would be" not in refusal(after(""), "Tbc3 then c1d3").text
    assert "Your answer to Tbc3 is missing: Tbc3 then …" == refusal(after(""), "Tbc3").text


def test_not_on_ones_own_turn() -> None:
    """Who is to move moves; who is out, or in a finished game, keeps nothing."""
    assert isinstance(refusal(after(""), "Tbc3 then Gcb4", 1), YourTurn)
    assert isinstance(refusal(done(after(""), Resign(1)), "Tbc3 then Gcb4"), GameOver)
    out = done(new_game(THREE), Resign(3))
    assert isinstance(refusal(out, "c2c3 then a1a2", 3), HasLeft)


# ---- fights


def test_an_answer_to_a_fight() -> None:
    """An answer that is legal after one way in which a fight may end is kept, whichever that is."""
    state = from_fen("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", POLY)
    for answer in ("Ra1+", "Rxa1+", "Kf8", "Kd7"):
        assert [f"Rxa8+ then {answer}"] == lines(state, f"Rxa8 then {answer}"), "legal after a loss, a tie, either"
    state = new_game(HEXEH_POLY)
    assert ["Tbxc6 then Txc6"] == lines(state, "Tbxc6 then Tb5xc6"), "legal after a win alone"
    assert isinstance(refusal(state, "Tbxc6 then Ed1"), InLine)


# ---- what is looked at


CROWDED = "rnbqkbnr/8/8/pppppppp/PPPPPPPP/8/8/RNBQKBNR w - - 0 1"
"""Two rows of pawns that face each other."""


def brawl(state: State, length: int) -> str:
    """A line of so many moves that end no game, attacks where there are any, the attacker winning."""
    moves = []
    for _ in range(length):
        going = [move for move in sheet(state).legal if branches(state, move)[0].result is None]
        move = next((move for move in going if outcomes(state, move)), going[0])
        moves.append(long_form(state.variant.board, move))
        state = branches(state, move)[0]
    return ", ".join(moves)


def test_too_many_positions() -> None:
    """A text whose fights lead to more positions than are looked at is refused as soon as that is clear."""
    state = from_fen(CROWDED, POLY)
    refused = refusal(state, "; ".join([brawl(state, 8)] * 2))
    assert isinstance(refused, TooFar)
    assert refused.text == (
        f"That leads to more than {MOST_POSITIONS} positions, since each fight can end in up to three ways. "
        "Save fewer lines, or shorter ones."
    )


# ---- several players


def test_several_players() -> None:
    """Among three a line names the moves of both others before one's own answer, written with `and` between."""
    state = new_game(THREE)
    one = sheet(state).short_forms(sheet(state).legal)[0]
    second = played(state, one)
    two = sheet(second).short_forms(sheet(second).legal)[0]
    third = played(second, two)
    three = sheet(third).short_forms(sheet(third).legal)[0]
    expected = [f"{one} and {two} then {three}"]
    for text in (f"{one}, {two} then {three}", f"{one} and {two} then {three}", f"{one} then {two} then {three}"):
        assert expected == lines(state, text, 3)
    assert isinstance(refusal(state, f"{one}, {two}", 3), LeftOpen)
    assert isinstance(read_lines(second, 1, f"{two}, {three}"), LeftOpen)


# ---- as the game goes on

LINE: Line = (Step(1, "a", "A"), Step(2, "b", "B"), Step(1, "c", "C"), Step(2, "d", "D"))


@pytest.mark.parametrize(
    ("moves", "rest"),
    [("", LINE), ("a", LINE[1:]), ("a b c", LINE[3:]), ("a b c d", ()), ("a b c d e", ()), ("x", None), ("a x", None)],
)
def test_what_is_left(moves: str, rest: Line | None) -> None:
    """A line is followed as far as the game follows it; once that goes another way, nothing is left."""
    assert rest == left(LINE, moves.split())


def test_contradictions() -> None:
    """Two lines contradict each other where they answer the same moves differently, and nowhere else."""
    other = (*LINE[:3], Step(2, "e", "E"))
    assert other == contradicted(LINE, [LINE, other], 2)
    assert contradicted(LINE, [LINE, LINE[:2], (Step(1, "x", "X"), Step(2, "y", "Y"))], 2) is None
    assert contradicted(LINE, [(*LINE[:2], Step(1, "x", "X"), Step(2, "y", "Y"))], 2) is None


# ---- while it is typed


@pytest.mark.parametrize(
    ("typed", "before", "turn"),
    [("", "", 1), ("Tb", "", 1), ("if Tb", "if ", 1), ("Tbc3 then ", "Tbc3 then ", 2), ("Tbc3, G", "Tbc3, ", 2)],
)
def test_unfinished(typed: str, before: str, turn: int) -> None:
    """While a line is typed, it is known in which position the next move would be made."""
    found = unfinished(after(""), typed)
    assert found is not None
    assert (before, turn) == (found[0], found[1].turn)


@given(
    st.sampled_from([WINDING, HEXEH_POLY, THREE, variant_of("chess")]), st.lists(WORD, max_size=12), st.integers(1, 4)
)
def test_any_text(variant: object, words: list[str], seat: int) -> None:
    """Whatever is typed is read as lines that end with one's own move, or refused in printable words."""
    state = new_game(variant)  # type: ignore[arg-type]
    found = read_lines(state, seat, " ".join(words))
    if isinstance(found, Refusal):
        assert found.text.isprintable()
    else:
        assert all(line[-1].seat == seat != line[0].seat for line in found)
    unfinished(state, " ".join(words))


def taken(state: State, text: str) -> list[str] | Refusal:
    """The moves of a line in short notation, or the first refusal."""
    count, rest = len(state.played), without_gap(text)
    while rest:
        found = first_move(sheet(state), rest)
        if isinstance(found, Refusal):
            return found
        move, rest = found
        state = played(state, sheet(state).short(move))
    return short_moves(state, count)


TYPED = (
    "1...e5 2.Nf3 Nc6·1... e5 2. Nf3 Nc6·1…e5 2.Nf3 2…Nc6·e5 Nf3 Nc6·e5 then Nf3 then Nc6·e5, Nf3, Nc6·"
    "e5; Nf3; Nc6·e5\nNf3\nNc6\n·e5 - Nf3 – Nc6·e5 -> Nf3 → Nc6·e5 and Nf3 and Nc6·e7 e5 g1 f3 b8 c6·"
    "e7-e5 g1-f3 b8-c6·e7->e5 g1 → f3 b8 to c6·pawn e5 knight f3 knight c6·pawn to e5, knight f3, then ♞ c6·"
    "e5 Nf3!? Nc6 *·e5 (pawn e7 to e5) Nf3 Nc6 (knight b8 to c6)·`e5 Nf3 Nc6`·**1... e5 2. Nf3 Nc6.**"
)


@pytest.mark.parametrize("text", TYPED.split("·"))
def test_lines_as_people_type_them(text: str) -> None:
    """Numbers, blanks, commas, semicolons, arrows, dashes and words may part the moves of a line."""
    assert ["e5", "Nf3", "Nc6"] == taken(after("e2e4", variant_of("chess")), text)


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("e5 Nf4 Nc6", IllegalMove, "can reach f4"),
        ("e5 knight f4 Nc6", IllegalMove, "can reach f4"),
        ("e5 hello", UnreadableMove, "“hello”"),
        ("e5 or Nf3", UnreadableMove, "“or Nf3”"),
        ("e5 Ne2 Ne7 Nc3 a6", AmbiguousMove, "Which knight to c3? Nbc3 or Nec3"),
    ],
)
def test_lines_that_go_wrong(text: str, kind: type[Refusal], words: str) -> None:
    """The first move that is not legal, not clear or no move is named alone, as it was typed."""
    refusal = taken(after("e2e4", variant_of("chess")), text)
    assert isinstance(refusal, kind)
    assert words in refusal.text


def test_a_line_that_may_be_taken_apart_in_two_ways() -> None:
    """A letter that may promote the piece before it, or begin the next move, is asked about."""
    state = setup("E d1 · G d6", "E g4 · P a4", lost="P,")
    refusal = taken(state, "Gd7 P a3")
    assert isinstance(refusal, AmbiguousMove)
    assert {"Gd7", "Gd7=P"} == set(refusal.candidates)


@given(
    st.sampled_from(sorted(variants.GAMES)),
    st.integers(0, 1000),
    st.sampled_from([" ", ", ", "; ", " then ", " - "]),
)
def test_any_line_reads_back(key: str, seed: int, between: str) -> None:
    """In every game a line of moves in short or long form, however parted, is that line."""
    rng, state = chance(seed), new_game(variant_of(key, {"combat": "off"}))
    start, texts = state, []
    for _ in range(6):
        legal = sheet(state)
        number = rng.randrange(len(legal.legal))
        short = legal.short(legal.legal[number])
        texts.append(rng.choice((short, legal.long()[number])))
        state = played(state, short)
    assert short_moves(state) == taken(start, between.join(texts))
