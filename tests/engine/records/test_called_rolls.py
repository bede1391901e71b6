"""Records of dice of the second kind: every event comes back, dice that come later than their move, moves undone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice.terms import LINKED, PLAYERS, DiceTerms
from engine.play.commands import CallRoll, MakeMove, Propose, Resign
from engine.play.events import Event, Opened, Resigned, Revealed, RollCalled, Rolled, TakenBack, Worded
from engine.play.game import advance, new_game, replay
from engine.play.state import Await, State
from engine.records.audit import audit
from engine.records.scoresheet import BadScoresheet, read_scoresheet, scoresheet
from tests.engine.lively import COMMITMENT, SECRET, VARIANTS, continued, sworn
from tests.engine.support import HEXEH_POLY, NOON, done, happened

TAGS = {"Number": "14", "Red": 'Ann ["x"] \\', "Blue": "Ben {y}"}
NAMES = [name for name in VARIANTS if name != "three"]
FIGHTS = [name for name in NAMES if not name.endswith(" off")]
TERMS = st.sampled_from((LINKED, PLAYERS))
TIMES = ("", "14d+7d")
HEAD = '[Game "hexeh@1"]\n[Options "combat=poly"]\n[Dice "2 by players"]\n\n'


def same(state: State, text: str) -> None:
    """Check that a text leads to a state in everything, its chains included."""
    again = read_scoresheet(text).state
    assert state.events == again.events
    assert (state, state.chain, state.log) == (again, again.chain, again.log)


def test_what_it_looks_like() -> None:
    """A roll that a player calls for stands behind its move, the moves undone and the faces behind the long form."""
    state = new_game(HEXEH_POLY, dice=PLAYERS)
    for what in (Opened(131), Worded(2, "a b")):
        state = advance(state, Event(state.sequence + 1, NOON, 0, what))
    state = done(state, MakeMove(1, move="b1c6"), NOON + 1000)
    state = done(state, CallRoll(2, message=132, words="go  on!"), NOON + 60_000)
    state = advance(state, Event(state.sequence + 1, NOON + 60_500, 1, Rolled("4-5,5-3")))
    state = done(state, Propose(1, kind="takeback"), NOON + 61_000)
    state = advance(state, Event(state.sequence + 1, NOON + 61_000, 2, TakenBack(3)))
    state = done(state, MakeMove(1, move="b1c3"), NOON + 62_000)
    state = done(state, MakeMove(2, move="f5e1"), NOON + 62_000)
    waits = "1. Tbc3 {12:01:02} Tfxe1\nunfinished\n\n; long form: b1c3 f5e1\n; undone: 3:b1c6[4-5,5-3]\n"
    assert state.awaits is Await.CALL
    assert waits in scoresheet(state, {"Number": "14"}, "00ff")
    state = done(state, Resign(1), NOON + 63_000)
    assert scoresheet(state, {"Number": "14"}, "00ff").splitlines() == [
        '[Number "14"]',
        '[Game "hexeh@1"]',
        '[Options "combat=poly"]',
        '[Dice "2 by players"]',
        '[Result "Blue wins: resignation"]',
        '[Outcome "2 resignation"]',
        '[Commitment "00ff"]',
        "",
        "* The referee opens the game with message 131 {2025-11-21T12:00:00Z}",
        '* The referee hears "a b" from player 2',
        "1. Tbxc6 {12:00:01}",
        '* Blue rolls with message 132 and "go on!" {12:01:00}',
        "[4-5,5-3] {12:01:00.500}",
        "* Red asks to take back all since event 3 {12:01:01}",
        "* Blue agrees, so all since event 3 is taken back",
        "1. Tbc3 {12:01:02} Tfxe1",
        "* Red resigns {12:01:03}",
        "Blue wins: resignation",
        "",
        "; long form: b1c3",
        "; undone: 3:b1c6[4-5,5-3] 9:f5e1",
        "; faces: 8+8 8+8",
    ]


@settings(max_examples=20)
@given(st.sampled_from(FIGHTS), st.integers(0, 10_000), TERMS, st.sampled_from(TIMES))
def test_any_game_comes_back(name: str, seed: int, dice: DiceTerms, time: str) -> None:
    """A record of any game reads back to the same events and chains, on one line too, and verifies."""
    state = sworn(name, seed, 12, dice, time)
    text = scoresheet(state, TAGS, COMMITMENT)
    same(state, text)
    same(state, text.replace("\n", " "))
    assert read_scoresheet(text).verify().matches


@pytest.mark.parametrize("dice", [LINKED, PLAYERS], ids=lambda dice: dice.text)
@pytest.mark.parametrize("earlier", [LINKED, PLAYERS], ids=lambda dice: dice.text)
def test_continued_games(earlier: DiceTerms, dice: DiceTerms) -> None:
    """A game that goes on from one on other terms comes back, and its own rolls match."""
    for name in ("hexeh poly", "nd-wellisch-3 d6"):
        state = continued(name, 5, earlier, dice)
        text = scoresheet(state, TAGS, COMMITMENT)
        same(state, text)
        same(state, text.replace("\n", " "))
        found = read_scoresheet(text).verify()
        assert found.matches, found.text
        assert (found.inherited, found.checked) == (state.inherited, len(state.rolls) - state.inherited)
        assert found.inherited


# ---- what cannot be


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "1. Tbxc6\n* Red rolls with message 1 and roll", "It is not your roll: Blue rolls for this attack."),
        (HEAD + '1. Tbxc6\n* Blue rolls with message 1 and "a  b"', "does not fit what came before it"),
        (HEAD + "1. Tbxc6\n* Blue offers a draw", "Until then you can do nothing but resign"),
        (HEAD + "1. Tbxc6 Tfxe1", "this move is a fight, so its dice must follow it"),
        (HEAD + "* Blue rolls with message 1 and roll", "No attack waits for a roll here."),
        (HEAD + "* The referee hears plum from player 1\n[5-3]", "dice in brackets go right after the move"),
        (HEAD + "1. Tbxc6\n* Blue rolls with message 1 and x\n[5-3] [5-3]", "dice in brackets go right after"),
        (HEAD + "1. Tbxc6\n* Blue rolls with message 1 and x\n[5-3] {noon} {9", "this brace is never closed"),
        (HEAD + "1. Tbxc6\n* Blue rolls with message 1 and x\n* Blue resigns", "The dice of the last attack"),
        (HEAD + "1. Tbc3\n* The referee hears plum from player 1", "sets up dice that are in use"),
        (HEAD + "* Red adds plum to the dice", "I can't read 'adds plum to the dice'"),
        (HEAD.replace("2 by", "3 by"), "line 3, column 8: dice are of kind 2 or 2 by players, not '3 by players'"),
        (HEAD.replace(" by players", "") + "1. Tbxc6\n* Blue resigns", "its dice must follow it"),
        (HEAD.replace(" by players", "") + "1. Tbxc6\n* Blue rolls with message 1 and x", "its dice must follow it"),
    ],
)
def test_what_is_wrong(text: str, words: str) -> None:
    """Rolls that no player can have called for, and dice where none are rolled, are refused with the reason."""
    with pytest.raises(BadScoresheet) as caught:
        read_scoresheet(text)
    assert words in str(caught.value)


def test_rolls_without_their_message_are_named() -> None:
    """A record of a game by players whose dice fell without a message is read, and its check names them."""
    state = sworn("hexeh poly", 4, 20)
    text = scoresheet(state, TAGS, COMMITMENT)
    line = next(line for line in text.splitlines() if " rolls with message " in line)
    found = read_scoresheet(text.replace(f"{line}\n", "", 1))
    with pytest.raises(BadScoresheet, match="its parts do not agree"):
        found.verify()
    report = read_scoresheet(scoresheet(found.state, TAGS, COMMITMENT)).verify()
    assert not report.matches
    assert "to call for, and was made without that." in report.text
    assert "but the secret gives" in report.text


def test_what_nobody_was_to_say_is_named() -> None:
    """A message in dice on which no player has a say is named: a host could choose by it."""
    whole = sworn("hexeh poly", 3, 20, LINKED)
    attack = next(event.sequence for event in whole.events if isinstance(event.what, Rolled)) - 1
    state = replay(whole.variant, whole.events[:attack], dice=LINKED)
    state = happened(state, RollCalled(5, "x"), 3 - state.turn)
    state = happened(state, whole.events[attack].what)
    state = happened(state, Resigned())
    state = advance(state, Event(state.sequence + 1, NOON, 0, Revealed(SECRET.hex())))
    report = audit(state, COMMITMENT, "game 14")
    assert not report.matches
    assert "no player rolls in this game" in report.text
