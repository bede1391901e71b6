"""Conditional moves: lines read, checked against the rules as far as they go, and followed as the game goes on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lookahead import conditional
from engine.lookahead.conditional import (
    LONGEST,
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
    in_words,
    left,
    read_lines,
    unfinished,
)
from engine.lookahead.imagined import branches, outcomes
from engine.model.position import Move, long_form
from engine.model.refusal import Refusal
from engine.notation.moves import AmbiguousMove, UnreadableMove
from engine.play.commands import Resign
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.refusals import GameOver, HasLeft
from engine.play.state import State
from engine.variants import variant_of
from tests.engine.support import HEXEH_POLY, POLY, WINDING, after, done, from_fen, played
from tests.engine.toys import THREE

WORD = st.sampled_from(
    ["then", ",", ";", "or", "and", "if", "Tbc3", "Gcb4", "x", "->", "b1c3", "🐈", "Txd4", "\n", "O-O"]
)


def lines(state: State, text: str, seat: int = 2) -> list[str]:
    """The lines that a text is read as, in words."""
    found = read_lines(state, seat, text)
    assert not isinstance(found, Refusal), found.text
    return [in_words(line, seat) for line in found]


def refusal(state: State, text: str, seat: int = 2) -> Refusal:
    """Why a text is no conditional move."""
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
        ("Tbc3 then Gcb4".ljust(LONGEST + 1), TooMuch),
    ],
)
def test_refused(text: str, kind: type[Refusal]) -> None:
    """What is no line, is not legal where it stands, or lacks its answer, is refused."""
    assert kind is type(refusal(after(""), text))


def test_refusals_in_the_rules_words() -> None:
    """A move deeper in a line is refused in the rule's own words, with the moves before it, and whose it would be."""
    words = "After Tbc3 and Gcb4: “Ec1” is not legal: c1 holds your own prowler."
    refused = refusal(after(""), "Tbc3 then Gcb4, Ec1 then Gb3").text
    assert refused.startswith(words)
    assert refused.endswith(" It would be Red's move there, not yours.")
    assert "It would be" not in refusal(after(""), "Tbc3 then c1d3").text
    assert "After Tbc3 your own answer is missing: Tbc3 then …" == refusal(after(""), "Tbc3").text


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


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """Gather the positions that are looked at."""
    found: list[State] = []

    def counted(state: State, move: Move) -> tuple[State, ...]:
        after = branches(state, move)
        found.extend(after)
        return after

    monkeypatch.setattr(conditional, "branches", counted)
    return found


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


@pytest.mark.parametrize("count", [2, 4, MOST_LINES])
def test_too_many_positions(reached: list[State], count: int) -> None:
    """A text whose fights lead to more positions than are looked at is refused as soon as that is clear."""
    state = from_fen(CROWDED, POLY)
    refused = refusal(state, "; ".join([brawl(state, 8)] * count))
    assert isinstance(refused, TooFar)
    assert MOST_POSITIONS - 2 <= len(reached) <= MOST_POSITIONS + 3
    assert refused.text == (
        f"That leads to more than {MOST_POSITIONS} positions, because each fight may end in up to three ways. "
        "Keep fewer lines at a time, or shorter ones."
    )


# ---- several players


def test_several_players() -> None:
    """Among three a line names the moves of both others before one's own answer, written with `and` between."""
    state = new_game(THREE)
    one = sheet(state).shorts(sheet(state).legal)[0]
    second = played(state, one)
    two = sheet(second).shorts(sheet(second).legal)[0]
    third = played(second, two)
    three = sheet(third).shorts(sheet(third).legal)[0]
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
