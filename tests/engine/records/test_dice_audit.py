"""The audit: dice that are the secret's match, and nothing about them can be changed unnoticed."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.commitment import commitment
from engine.model.position import long_form
from engine.play.events import Drawn, Event, Happening, Moved, Resigned, Revealed
from engine.play.game import advance, new_game
from engine.play.referee import fight_out, sheet
from engine.play.rolls import rolling
from engine.play.state import Await, State
from engine.records.audit import VOUCHED, AuditReport, Mismatch, check, scope_of
from engine.records.scoresheet import BadScoresheet, read_scoresheet, scoresheet
from engine.variants import variant_of
from tests.engine.prompt import Runner
from tests.engine.support import chance
from tests.suites import first

SECRET = hashlib.sha256(b"audit").digest()
COMMITMENT = commitment(SECRET)
NUMBER = "17"
TAGS = {"Number": NUMBER, "Date": "2026-11-21", "Red": 'Ann ["x"]', "Blue": "Ben"}


def after(state: State, actor: int, what: Happening) -> State:
    """The state after something has happened."""
    return advance(state, Event(state.sequence + 1, 0, actor, what))


@cache
def refereed(variant: str, combat: str, seed: int, plies: int = 60) -> State:
    """A game played at random with a drawn seat and the dice of the secret, to its end or a resignation."""
    rng = chance(seed)
    state = new_game(variant_of(variant, {"combat": combat}))
    (seat,) = rolling(state, SECRET, scope_of(NUMBER))(0, (2,))
    state = after(state, 0, Drawn("seats", 2, seat))
    for _ in range(plies):
        if state.result is not None:
            break
        legal = sheet(state)
        fights = [move for move in legal.legal if legal.movement.captured(legal.position, move) is not None]
        move = rng.choice(fights if fights and rng.random() < 0.7 else list(legal.legal))
        state = after(state, state.turn, Moved(long_form(state.variant.board, move)))
        if state.awaits is Await.ROLL:
            state = advance(state, fight_out(state, rolling(state, SECRET, scope_of(NUMBER)), 0))
    if state.result is None:
        state = after(state, state.turn, Resigned())
    return after(state, 0, Revealed(SECRET.hex()))


GAMES = [("hexeh", "poly"), ("hexeh", "d6"), ("combat-chess", "poly"), ("combat-chess", "d6")]
PLAYED = [(*game, seed) for game in GAMES for seed in range(5)]


def audited(state: State, **changes: object) -> AuditReport:
    """What the audit finds of a game, some of its parts changed."""
    parts: dict[str, object] = {"secret": state.secret, "commitment": COMMITMENT, "scope": scope_of(NUMBER)}
    parts |= {"rolls": state.rolls}
    return check(**(parts | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(("variant", "combat", "seed"), PLAYED)
def test_matching_games(variant: str, combat: str, seed: int) -> None:
    """A game refereed with its secret matches it, from its state and from its record, which says the same."""
    state = refereed(variant, combat, seed)
    assert len(state.rolls) > 3
    assert audited(state) == AuditReport(kept=True, checked=len(state.rolls), mismatches=())
    record = scoresheet(state, TAGS, COMMITMENT)
    read = read_scoresheet(record)
    assert read.verify() == audited(state)
    assert read.state.rolls == state.rolls
    assert [played.dice for played in read.state.played] == [played.dice for played in state.played]
    assert read.state.result == state.result
    assert scoresheet(read.state, TAGS, COMMITMENT) == record


@pytest.mark.parametrize(("variant", "combat", "seed"), PLAYED)
def test_a_changed_die(variant: str, combat: str, seed: int) -> None:
    """Whichever die is changed, its roll alone is named, with what it should be."""
    state = refereed(variant, combat, seed)
    for number, made in enumerate(state.rolls):
        for index, (value, faces) in enumerate(zip(made.dice, made.faces, strict=True)):
            dice = (*made.dice[:index], value % faces + 1, *made.dice[index + 1 :])
            rolls = (*state.rolls[:number], made._replace(dice=dice), *state.rolls[number + 1 :])
            found = audited(state, rolls=rolls)
            assert found.mismatches == (Mismatch(number, made.what, dice, made.dice),)
            assert not found.matches
            assert f"Roll {number + 1} ({made.what}) is recorded as" in found.text


@pytest.mark.parametrize(("variant", "combat", "seed"), PLAYED)
def test_swapped_and_dropped_rolls(variant: str, combat: str, seed: int) -> None:
    """Two neighbouring rolls of unlike dice exchanged, or any roll but the last dropped, do not pass."""
    state = refereed(variant, combat, seed)
    rolls = list(state.rolls)
    for number in range(len(rolls) - 1):
        first, second = rolls[number : number + 2]
        if first[:2] != second[:2]:
            found = audited(state, rolls=[*rolls[:number], second, first, *rolls[number + 2 :]])
            assert {mismatch.number for mismatch in found.mismatches} <= {number, number + 1}
            assert found.mismatches
        found = audited(state, rolls=rolls[:number] + rolls[number + 1 :])
        assert not found.matches or number > len(rolls) - 4, "the last may fall alike"
        assert all(mismatch.number >= number for mismatch in found.mismatches)


@pytest.mark.parametrize("secret", ["", "00", "zz" * 32, SECRET[::-1].hex(), SECRET.hex() + "00", "é", "0" * 63])
def test_another_secret(secret: str) -> None:
    """Nothing but the secret committed to passes, and no roll is looked at with another."""
    found = audited(refereed("hexeh", "poly", 0), secret=secret)
    assert found == AuditReport(kept=False, checked=0, mismatches=())
    assert found.text == "The revealed secret is not the one that was committed to."


def test_no_rolls() -> None:
    """A game without rolls has nothing to check but its secret."""
    found = audited(refereed("hexeh", "poly", 0), rolls=())
    assert found.matches
    assert found.text == f"The secret is the one committed to, and there were no rolls. {VOUCHED}"


def test_scopes() -> None:
    """The rolls of one game do not pass as another's."""
    assert not audited(refereed("hexeh", "poly", 0), scope=scope_of("171")).matches


@pytest.mark.parametrize(
    ("rolls", "inherited", "words"),
    [
        (1, 0, "the only roll matches."),
        (4, 3, "the only roll since the game was continued matches."),
        (4, 2, "all 2 rolls since the game was continued match."),
        (4, 0, "all 4 rolls match."),
    ],
)
def test_how_many_match(rolls: int, inherited: int, words: str) -> None:
    """How many rolls were checked is said in words that fit the number."""
    state = refereed("hexeh", "poly", 0)
    text = audited(state, rolls=state.rolls[:rolls], inherited=inherited).text
    assert text.startswith(f"The secret is the one committed to, and {words}")
    assert text.endswith(VOUCHED)


# ---- records


RECORD = scoresheet(refereed("hexeh", "poly", 3), TAGS, COMMITMENT)


def verdict(record: str) -> bool | None:
    """Whether a record's dice match; None where it cannot be checked."""
    try:
        return read_scoresheet(record).verify().matches
    except BadScoresheet as problem:
        return None if str(problem) else True


@pytest.mark.parametrize("every", first(1, [4, 1]))
def test_every_die_and_tag_counts(every: int) -> None:
    """Whatever character is changed in the dice, the commitment or the secret: it does not pass."""
    assert verdict(RECORD) is True
    named = r"\[Commitment \".*\]|(?<=secret) \w+\n|(?<=draws) \d of \d "
    parts = list(re.finditer(rf"\[[\d+,-]+\]|{named}", RECORD))
    places = [place for part in parts for place in range(part.start() + 1, part.end() - 1)]
    assert len(places) > 150
    passed = []
    for place in places[::every]:
        character = RECORD[place]
        other = str((int(character) + 1) % 10) if character.isdigit() else "_"
        changed = RECORD[:place] + other + RECORD[place + 1 :]
        if verdict(changed):
            passed.append(changed[max(0, place - 20) : place + 20])
    assert passed == []


@pytest.mark.parametrize("faces", [1, 3, 999_999, 0])
def test_a_draw_of_seats_has_a_die_with_as_many_faces(faces: int) -> None:
    """A drawn seat written with any other die than one with a face for each seat does not pass."""
    drawn = re.search(r"draws (\d) of 2 for seats", RECORD)
    assert drawn
    for value in {1, faces or 1}:
        assert not verdict(RECORD.replace(drawn[0], f"draws {value} of {faces} for seats"))


words = st.sampled_from(
    [
        "",
        "[",
        "]",
        '"',
        "1",
        "9",
        "-",
        "+",
        ",",
        "\n",
        " ",
        ";",
        "d0",
        "x",
        "é",
        "[9-9]",
        "* The referee draws 1 of 2 for a\n",
        "* Red resigns",
        "{12:00:00}",
        "{2026-11-21T12:00:00Z}",
    ]
)


@given(st.integers(0, len(RECORD)), st.integers(0, 12), words)
def test_any_change(place: int, length: int, new: str) -> None:
    """However a record is changed, it is checked or refused with a reason, never anything else."""
    assert verdict(RECORD[:place] + new + RECORD[place + length :]) in {True, False, None}


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    """No text at all matches by accident, and none is more than refused."""
    assert verdict(text) is None
    assert verdict(RECORD.replace("[Outcome", f'[X "{text}"]\n[Outcome')) in {True, False, None}


TAG_VALUES = {
    "Outcome": ["3 resignation", "9 x", "draw x", "1 checkmate", "0 x", ""],
    "Game": ["hexeh", "hexeh@2", "zebra@1", "@", ""],
    "Options": ["combat", "combat=off", "combat=d6", "a=b", "=", "combat=poly combat=off"],
    "Commitment": ["", "é", "0" * 64],
    "Secret": ["", "é", "0" * 64, "0"],
}
LINES = {
    r"draws \d of 2 for seats": ["draws", "draws 0 of 2 for seats", "draws 9 of 2 for seats", "draws 1 of 0 for seats"],
    r"secret \w+": ["secret", "secret é", 'secret ""', f"secret {'0' * 64}", "secret 0"],
    r"\* The referee": ["* Nobody", "*", "* Red", "* Red:", "Red"],
}


@pytest.mark.parametrize("line", LINES)
def test_odd_lines(line: str, tmp_path: Path, run: Runner) -> None:
    """A line with odd words makes a record's dice differ, or it unreadable, and the prompt says so."""
    (old, *_) = re.findall(line, RECORD)
    path = tmp_path / "record.txt"
    for words in LINES[line]:
        path.write_text(RECORD.replace(old, words, 1), encoding="utf-8")
        status, out, err = run("verify", str(path))
        assert (status in {1, 2}, bool(out), bool(err)) == (True, status == 1, status == 2), words


@pytest.mark.parametrize("name", TAG_VALUES)
def test_odd_tags(name: str, tmp_path: Path, run: Runner) -> None:
    """A tag with an odd value makes a record's dice differ, or it unreadable, and the prompt says so."""
    (old, *_) = re.findall(rf'\[{name} ".*"\]', RECORD)
    path = tmp_path / "record.txt"
    for value in TAG_VALUES[name]:
        path.write_text(RECORD.replace(old, f'[{name} "{value}"]', 1), encoding="utf-8")
        status, out, err = run("verify", str(path))
        assert (status in {1, 2}, bool(out), bool(err)) == (True, status == 1, status == 2), value


def test_files_that_cannot_be_read(tmp_path: Path, run: Runner) -> None:
    """A file that is missing, or no text, is refused with a line on standard error."""
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("missing", "bytes", "."):
        status, out, err = run("verify", str(tmp_path / name))
        assert (status, out, len(err)) == (2, [], 1)
