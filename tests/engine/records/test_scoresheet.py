"""Scoresheets: every event comes back from the text, people may write them, what is wrong is told with its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice.terms import LINKED, PLAYERS, DiceTerms
from engine.play.commands import CallRoll, MakeMove, Propose, Resign
from engine.play.events import (
    KINDS,
    Event,
    Opened,
    Resigned,
    Revealed,
    RollCalled,
    Rolled,
    TakenBack,
    Worded,
    pack,
    unpack,
)
from engine.play.game import advance, new_game, replay
from engine.play.start import CODE_MAX_CHARS as LONGEST_CODE
from engine.play.state import Await, State
from engine.records.audit import audit
from engine.records.parser import MOST_LINES, MOST_MOVES, RECORD_MAX_CHARS, TextPlace
from engine.records.playback import VALUE_MAX_CHARS as LONGEST_VALUE
from engine.records.playback import line_of, read_line
from engine.records.replay import replay_moves
from engine.records.scoresheet import BadScoresheet, Scoresheet, read_scoresheet, scoresheet
from engine.variants import GAMES, variant_of
from engine.variants.variant import with_combat
from tests.engine.lively import COMMITMENT, SECRET, VARIANTS, continued, lively, sworn
from tests.engine.support import HEXEH_POLY, NOON, STALEMATING, THREE_QUARTERS, WINDING, begun, done, happened, played
from tests.engine.toys import CHECK, THREE, TOYS

TAGS = {"Number": "14", "Red": 'Ann ["x"] \\', "Blue": "Ben {y}"}
GAME = '[Game "hexeh@1"]\n\n'
TIMED = '[Game "hexeh@1"]\n[TimeControl "3d/move"]\n\n'


def same(state: State, other: State) -> None:
    """Check that two states agree in everything."""
    assert state.events == other.events
    assert state.line == other.line
    assert state.played == other.played
    assert state == other


def wrong(text: str) -> BadScoresheet:
    with pytest.raises(BadScoresheet) as caught:
        read_scoresheet(text)
    return caught.value


# ---- every event, there and back


def test_a_game_of_ones_own_is_read_where_it_is_given() -> None:
    """A scoresheet of a game outside the registry is read with that game, and refused with another."""
    state = new_game(THREE)
    text = scoresheet(state, {})
    assert state == read_scoresheet(text, THREE).state
    with pytest.raises(BadScoresheet, match="line 1, column 8: there's no game 'toy-three'"):
        read_scoresheet(text)
    for other in (CHECK, with_combat(CHECK, "poly")):
        with pytest.raises(BadScoresheet, match="line 1, column 8: this is a game of toy-three, not of toy-check"):
            read_scoresheet(text, other)


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let scoresheets know a game for three that is in no registry."""
    monkeypatch.setitem(GAMES, "toy-three", TOYS["toy-three"])


@pytest.mark.usefixtures("three")
def test_a_resignation_in_the_middle() -> None:
    """The positions after a resignation with others playing on are read back as they were."""
    state = happened(after_three("c2c3"), Resigned(), 2)
    state = played(state, "b4c4")
    text = scoresheet(state, {})
    assert "1. Sc3 {2025-11-21T12:00:00Z}\n* Gold resigns\n1. … Sc4\n" in text
    same(state, read_scoresheet(text).state)
    assert read_scoresheet(text).state.remaining == (1, 3)


def after_three(*moves: str) -> State:
    return played(begun(THREE, "K d1 · S c2", "K g4 · S f4", "K a4 · S b4"), *moves)


# ---- written by people


@pytest.mark.parametrize(
    "text",
    [
        "1. Tbc3 Ga3 2. Tc4",
        "1.Tbc3 Ga3 2.Tc4",
        "1. Tbc3\n1... Ga3\n\n2. Tc4",
        "Tbc3 Ga3 Tc4",
        '[Red "Ann"] [Blue "Ben"] 1. Tbc3 Ga3 2. Tc4',
        "b1c3 a4a3 c3c4",
        "1. tbc3! Ga3? 2. T-c4\nunfinished",
        "; a fine game\n1. Tbc3 {what else?} Ga3 {hm} 2. Tc4",
        "1. Tbc3 Ga3\r\n2. Tc4\r\nunfinished\r\n",
        "1. Tbc3 {2026-11-21T12:00:05Z} Ga3 {12:00:09 clock 4:59} 2. Tc4",
        "  1. Tbc3\n\tGa3 2. Tc4\n; long form: b1c3\n; a4a3 c3c4",
    ],
)
def test_sheets_written_by_hand(text: str) -> None:
    """Moves may be written in any form of the notation, on any lines, with remarks and times or without."""
    read_stamp = read_scoresheet(GAME + text)
    happened = [pack(WINDING.board, event.what) for event in read_stamp.state.events]
    assert happened == [("moved", {"move": move}) for move in ("b1c3", "a4a3", "c3c4")]


def test_times() -> None:
    """Events bear the times that stand behind them, those without one that of the event before."""
    text = "1. Tbc3 {2026-11-21T12:00:05.250Z} Ga3\n* Red offers a draw {23:59:59}\n2. Tc4 {2026-11-22T00:00:00Z}"
    times = [event.at for event in read_scoresheet(GAME + text).state.events]
    assert times == [1795262405250, 1795262405250, 1795305599000, 1795305600000]


LINES = [kind for kind in KINDS if kind not in {"moved", "rolled"}]


# ---- line ends that have become blanks


def flat(text: str) -> str:
    """A text as a field of a single line takes it."""
    return text.replace("\n", " ")


@pytest.mark.parametrize("kind", LINES)
def test_every_kind_of_event_has_a_line(kind: str) -> None:
    """Whatever may happen in a game but moves and their dice is read back from its line."""
    for values in ({"str": 'two "words"', "int": 3}, {"str": "007", "int": 0}):
        what = unpack(kind, {name: values[kind_of] for name, kind_of in KINDS[kind].fields.items()})
        assert read_line(WINDING, line_of(WINDING, 2, what)) == (2, what)


# ---- what is wrong, and where


POLY = '[Game "hexeh@1"]\n[Options "combat=poly"]\n'


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", (1, 1), "the tag Game is missing"),
        ("1. Tbc3", (1, 1), "the tag Game is missing"),
        ('[Game "zebra@1"]', (1, 8), "there's no game 'zebra'"),
        ('[Game "hexeh@2"]', (1, 8), "edition 2 of the rules, and I know only 1"),
        ('[Game "hexeh@1"]\n[Options "dice=9"]', (2, 11), "no option 'dice'"),
        ('[Game "hexeh@1"]\n[Options "combat"]', (2, 11), "'combat' isn't written name=value"),
        ('[Game "hexeh@1"]\n[Options "combat=d6 combat=off"]', (2, 11), "combat is given twice"),
        ('[Game "hexeh@1"]\n[Position "4/4 1"]', (2, 12), "2 lines of pieces"),
        (
            '[Game "chess"]\n[Position "K7/1qk5/8/8/8/8/8/8 1 out=2"]\n\n1. Kxb7',
            (2, 12),
            "only White is left in the game",
        ),
        ('[Game "chess"]\n[Position "7K/8/8/8/8/8/8/8 1"]\n\n1. Kh7', (2, 12), "Black has no king"),
        ('[Game "hexeh@1"]\n[Game "hexeh@1"]', (2, 1), "the tag Game is given twice"),
        ("[Game hexeh]", (1, 7), 'a tag is written [Name "value"]'),
        ('[Game "hexeh]', (1, 14), 'a tag is written [Name "value"]'),
        ('[Game "hexeh"', (1, 14), 'a tag is written [Name "value"]'),
        ('  [Game: "hexeh"]', (1, 8), 'a tag is written [Name "value"]'),
        ('[] [Game "hexeh"]', (1, 2), 'a tag is written [Name "value"]'),
        ('[Game "hexeh"] [Red "Ann"] 1. Tbc3 Tbc3', (1, 36), "can't go to c3"),
        (GAME + "1. Tbc3 Gz9", (3, 9), "z9"),
        (GAME + "1. Tbc3\n   2. Ga3", (4, 4), "round 1 comes here, not 2"),
        (GAME + "1. Tbc3 Ga3 2. Tbc3", (3, 16), "no traveler on the b-file"),
        (GAME + "1. hello", (3, 4), "“hello” isn't a move"),
        (GAME + "1. Tc3", (3, 4), "Which traveler to c3"),
        (GAME + "1. Tbc3[5-3]", (3, 8), "Tbc3 isn't a fight, so it has no dice"),
        (GAME + "1. Tbc3 {noon} {12:00:00}", (3, 16), "the first time needs its date"),
        (GAME + "1. Tbc3 {2026-13-21T12:00:00Z}", (3, 9), "I can't read the time"),
        (GAME + "1. Tbc3 {2026-11-21 12:00}", (3, 9), "write a time as {2026-11-21T12:00:05Z}"),
        (
            GAME + "1. Tbc3 {2026-11-21T12:00:00Z} {12:00:01}",
            (3, 32),
            "right after what happened then, and only once",
        ),
        (GAME + "{2026-11-21T12:00:00Z} Tbc3", (3, 1), "a time goes in braces right after what happened then"),
        (GAME + "1. Tbc3 {2026", (3, 9), "this brace isn't closed"),
        (GAME + "1. Tbc3 [", (3, 9), "this bracket isn't closed"),
        (GAME + "1. Tbc3 }", (3, 9), "'}' makes no sense here"),
        (GAME + "1. [5-3]", (3, 4), "dice go in brackets right after the move"),
        (POLY + "1. Tbxc6[5-3][5-3]", (3, 14), "dice go in brackets right after the move that fights, and only once"),
        (POLY + "1. Tbxc6 Ga3", (3, 4), "this move is a fight, so its dice come next"),
        (POLY + "1. Tbxc6[9-3]", (3, 9), "can't be rolled with"),
        (POLY + "1. Tbxc6[five-3]", (3, 9), "rounds are written like"),
        (POLY + "1. Tbxc6[4-5]", (3, 9), "isn't decided"),
        (POLY + "* Red adds plum to the dice", (3, 3), "I can't read"),
        (POLY + '* The referee hears "\\q" from player 1', (3, 3), "I can't read the text"),
        (POLY + f'* The referee hears "{"x" * 300}" from player 1', (3, 3), f"longer than {LONGEST_VALUE} characters"),
        (GAME + "*Green resigns", (3, 2), "The referee, Red or Blue"),
        (GAME + "* }", (3, 3), "a line begins with who did it"),
        (GAME + "* Red sulks", (3, 3), "I can't read 'sulks'; a side offers a draw"),
        (GAME + "* Red: resigned", (3, 3), "a line begins with who did it"),
        (GAME + "* Red accepts the draw", (3, 3), "There's no draw offer to answer"),
        (GAME + "* Red offers a draw\n* Red accepts the draw", (4, 3), "You've already agreed to that draw"),
        (GAME + "* Red offers a draw\n* Blue offers a draw", (4, 3), "doesn't fit what came before"),
        (GAME + "* Red claims a draw by claim-37", (3, 3), "Too early to claim a draw"),
        (GAME + "* Red offers a pause", (3, 3), "This game has no clock"),
        (TIMED + "* Red accepts the pause", (4, 3), "There's no pause offer to answer"),
        (
            TIMED + "* Red offers a pause\n* Red agrees, so the game pauses",
            (5, 3),
            "You've already agreed to that pause",
        ),
        (TIMED + "* Red offers a pause\n* Blue accepts the pause", (5, 3), "doesn't fit what came before"),
        (GAME + "* The referee resigns", (3, 3), "no longer in this game"),
        (GAME + "* Red draws 1 of 2 for seats", (3, 3), "is by Red"),
        (GAME + "* The referee draws 3 of 2 for seats", (3, 3), "cannot be drawn as 3 of 2"),
        (GAME + "* The referee reveals the secret 00", (3, 3), "out of place"),
        (GAME + "* Red resigns\n* Blue resigns", (4, 3), "That game is over – Blue won by resignation"),
        (GAME + "* Red resigns\n1. Tbc3", (4, 4), "the game is over (Blue wins by resignation)"),
        (GAME + "* Red resigns {noon}\n* Red resigns {12:00:00}", (4, 15), "needs its date"),
        (GAME + "1. Tbc3\nRed wins by resignation", (4, 1), "by its moves, the result is 'unfinished'"),
        (GAME + "1. Tbc3\nunfinished\n1... Ga3", (5, 1), "only remarks or another game's tags can follow the result"),
        (
            '[Game "hexeh@1"]\n[Result "draw by agreement"]\n',
            (2, 10),
            "by its moves, Result is 'unfinished', not 'draw by agreement'",
        ),
        (GAME + "1. Tbc3\n; long form: b1c3 a4a3", (4, 19), "it has 'a4a3' where the moves give nothing more"),
        (GAME + "1. Tbc3 Ga3\n; long form: b1c3", (4, 14), "the moves give a4a3, but it's missing here"),
        (GAME + "1. Tbc3 Ga3\n; long form: b1c3\n;  a4b4", (5, 4), "it has 'a4b4' where the moves give a4a3"),
        (GAME + "1. Tbc3\n[Red Ann]", (4, 1), "this bracket isn't closed, or holds more than dice"),
        ("x" * (RECORD_MAX_CHARS + 1), None, f"at most {RECORD_MAX_CHARS} characters"),
        (GAME + "Tbc3 " * (MOST_MOVES + 1), (3, 5 * MOST_MOVES + 1), f"a scoresheet has at most {MOST_MOVES} moves"),
        (
            GAME + "* x\n" * (MOST_LINES + 1),
            (MOST_LINES + 3, 3),
            f"a scoresheet has at most {MOST_LINES} lines that begin with *",
        ),
        (f'[Game "hexeh"]\n[Position "{"1" * (LONGEST_CODE + 1)}"]', (2, 12), f"at most {LONGEST_CODE} characters"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, place: tuple[int, int] | None, words: str) -> None:
    """A sheet that cannot be read, or tells of what cannot have been, is refused with line, column and reason."""
    problem = wrong(text)
    assert problem.place == (TextPlace(*place) if place else None)
    assert words in str(problem)
    assert str(problem).startswith(f"line {place[0]}, column {place[1]}: " if place else "a scoresheet")
    assert str(problem).isprintable()
    assert len(str(problem)) < 500


def test_a_divided_point_comes_back() -> None:
    """What each side scored in a stalemate stands in the sheet, on one line, too, and must agree with the moves."""
    state = replay_moves(THREE_QUARTERS, STALEMATING)
    text = scoresheet(state, {})
    assert '[Outcome "draw stalemate"]\n[Score "3/4-1/4"]\n' in text
    assert "\nstalemate: White ¾, Black ¼\n" in text
    for sheet in (text, flat(text)):
        back = read_scoresheet(sheet).state
        assert (state.result, state.line) == (back.result, back.line)
    other = text.replace("\nstalemate: White ¾", "\nstalemate: White ½")
    assert "Score is '3/4-1/4'" in wrong(text.replace("3/4-1/4", "1/4-3/4")).args[0]
    assert "the result is 'stalemate: White ¾" in wrong(other).args[0]
    assert "Score" not in scoresheet(replay_moves(variant_of("glinski"), STALEMATING), {})


# ---- any text


RECORDS = [
    scoresheet(lively(name, seed, 8), TAGS, COMMITMENT) for name in ("hexeh poly", "chess off") for seed in (1, 2)
]
PARTS = [
    "[", "]", '"', "{", "}", "* ", "1.", "\u2026", " ", "\n", ";", "Red ", "resigns", "9", "-", "\xe9", "\x00", "=",
    "{12:00:00}",
]  # fmt: skip


def readable(text: str) -> Scoresheet | None:
    """A sheet read from a text, None if it is refused."""
    try:
        return read_scoresheet(text)
    except BadScoresheet as problem:
        told = str(problem)
    assert told
    return None


@given(
    st.sampled_from(RECORDS), st.integers(0, 3_000), st.integers(0, 20), st.lists(st.sampled_from(PARTS), max_size=4)
)
def test_any_change(record: str, place: int, length: int, new: list[str]) -> None:
    """However a sheet is changed, it is read or refused; what is read is written and read back the same."""
    place %= len(record)
    read_stamp = readable(record[:place] + "".join(new) + record[place + length :])
    if read_stamp is not None:
        same(read_stamp.state, read_scoresheet(scoresheet(read_stamp.state, {})).state)


@given(st.text(max_size=300) | st.lists(st.sampled_from(PARTS), max_size=60).map("".join))
def test_any_text(text: str) -> None:
    """Any text is a sheet or is refused, alone, behind a game's tag, or as a tag's value."""
    for whole in (text, GAME + text, f'[Game "{text}"]', f'[Game "hexeh"]\n[Position "{text}"]'):
        readable(whole)


NAMES = [name for name in VARIANTS if name != "three"]
FIGHTS = [name for name in NAMES if not name.endswith(" off")]
TERMS = st.sampled_from((LINKED, PLAYERS))
TIMES = ("", "14d+7d")
HEAD = '[Game "hexeh@1"]\n[Options "combat=poly"]\n[Dice "2 by players"]\n\n'


def reads_back(state: State, text: str) -> None:
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
        '[Result "Blue wins by resignation"]',
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
        "Blue wins by resignation",
        "",
        "; long form: b1c3",
        "; undone: 3:b1c6[4-5,5-3] 9:f5e1",
        "; faces: 8+8 8+8",
    ]


@settings(max_examples=20)
@given(st.sampled_from(FIGHTS), st.integers(0, 10_000), TERMS, st.sampled_from(TIMES))
def test_any_game_comes_back(name: str, seed: int, dice: DiceTerms, time: str) -> None:
    """A record of any game reads back to the reads_back events and chains, on one line too, and verifies."""
    state = sworn(name, seed, 12, dice, time)
    text = scoresheet(state, TAGS, COMMITMENT)
    reads_back(state, text)
    reads_back(state, text.replace("\n", " "))
    assert read_scoresheet(text).verify().matches


@pytest.mark.parametrize("dice", [LINKED, PLAYERS], ids=lambda dice: dice.text)
@pytest.mark.parametrize("earlier", [LINKED, PLAYERS], ids=lambda dice: dice.text)
def test_continued_games(earlier: DiceTerms, dice: DiceTerms) -> None:
    """A game that goes on from one on other terms comes back, and its own rolls match."""
    for name in ("hexeh poly", "nd-wellisch-3 d6"):
        state = continued(name, 5, earlier, dice)
        text = scoresheet(state, TAGS, COMMITMENT)
        reads_back(state, text)
        reads_back(state, text.replace("\n", " "))
        found = read_scoresheet(text).verify()
        assert found.matches, found.text
        assert (found.inherited, found.checked) == (state.inherited, len(state.rolls) - state.inherited)
        assert found.inherited


# ---- what cannot be


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "1. Tbxc6\n* Red rolls with message 1 and roll", "It's Blue's roll, not yours."),
        (HEAD + '1. Tbxc6\n* Blue rolls with message 1 and "a  b"', "doesn't fit what came before"),
        (HEAD + "1. Tbxc6\n* Blue offers a draw", "Until then you can only resign"),
        (HEAD + "1. Tbxc6 Tfxe1", "this move is a fight, so its dice come next"),
        (HEAD + "* Blue rolls with message 1 and roll", "There's nothing to roll for here."),
        (HEAD + "* The referee hears plum from player 1\n[5-3]", "dice go in brackets right after the move"),
        (HEAD + "1. Tbxc6\n* Blue rolls with message 1 and x\n[5-3] [5-3]", "dice go in brackets right after"),
        (HEAD + "1. Tbxc6\n* Blue rolls with message 1 and x\n[5-3] {noon} {9", "this brace isn't closed"),
        (HEAD + "1. Tbxc6\n* Blue rolls with message 1 and x\n* Blue resigns", "The last attack hasn't been rolled"),
        (HEAD + "1. Tbc3\n* The referee hears plum from player 1", "sets up dice that are in use"),
        (HEAD + "* Red adds plum to the dice", "I can't read 'adds plum to the dice'"),
        (HEAD.replace("2 by", "3 by"), "line 3, column 8: dice are of kind 2 or 2 by players, not '3 by players'"),
        (HEAD.replace(" by players", "") + "1. Tbxc6\n* Blue resigns", "its dice come next"),
        (HEAD.replace(" by players", "") + "1. Tbxc6\n* Blue rolls with message 1 and x", "its dice come next"),
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
    with pytest.raises(BadScoresheet, match="its parts don't match"):
        found.verify()
    report = read_scoresheet(scoresheet(found.state, TAGS, COMMITMENT)).verify()
    assert not report.matches
    assert " to make, but nobody called for it." in report.text
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
