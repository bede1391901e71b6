"""The audit: dice that are the secret's match, and nothing about them changes unnoticed; seals, at the prompt too."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.terms import LINKED, PLAYERS, DiceTerms
from engine.play.rolls import record_hashes
from engine.records.audit import AuditReport, BadSeal, Mismatch, SealFinding, check, compared, read_seal, short_seal
from engine.records.scoresheet import BadScoresheet, read_scoresheet, scoresheet
from tests.engine.lively import COMMITMENT, SCOPE, SECRET, sworn
from tests.engine.prompt import Runner

STATE = sworn("hexeh poly", 3, 20, LINKED)
ROLLS = STATE.rolls
RECORD = scoresheet(STATE, {"Number": "14", "Red": "Ann", "Date": "2026-11-22"}, COMMITMENT)


def audited(**changes: object) -> AuditReport:
    """What the audit finds of a game, some of its parts changed."""
    parts = {"secret": STATE.secret, "commitment": COMMITMENT, "scope": SCOPE, "rolls": ROLLS}
    return check(**(parts | changes))  # type: ignore[arg-type]


def test_a_game_matches_its_secret() -> None:
    """From its state and from its record."""
    assert len(ROLLS) > 5
    assert audited() == AuditReport(kept=True, checked=len(ROLLS), mismatches=())
    assert read_scoresheet(RECORD).verify() == audited()


def test_a_changed_die() -> None:
    """Whichever die is changed, its roll alone is named, with what it should be."""
    for number, made in enumerate(ROLLS):
        for index, (value, faces) in enumerate(zip(made.dice, made.faces, strict=True)):
            dice = (*made.dice[:index], value % faces + 1, *made.dice[index + 1 :])
            found = audited(rolls=(*ROLLS[:number], made._replace(dice=dice), *ROLLS[number + 1 :]))
            assert found.mismatches == (Mismatch(number, made.what, dice, made.dice),)
            assert not found.matches
            assert f"Roll {number + 1} ({made.what}) is " in found.text


def test_exchanged_and_dropped_rolls() -> None:
    """Two neighbouring rolls of unlike dice exchanged, or any roll but the last dropped, do not pass."""
    for number in range(len(ROLLS) - 3):
        one, other = ROLLS[number : number + 2]
        if one[:2] != other[:2]:
            assert audited(rolls=(*ROLLS[:number], other, one, *ROLLS[number + 2 :])).mismatches
        assert not audited(rolls=ROLLS[:number] + ROLLS[number + 1 :]).matches


@pytest.mark.parametrize("secret", ["", "00", "zz" * 32, SECRET[::-1].hex(), SECRET.hex() + "00", "é", "0" * 63])
def test_another_secret(secret: str) -> None:
    """Nothing but the secret committed to passes, and no roll is looked at with another."""
    found = audited(secret=secret)
    assert found == AuditReport(kept=False, checked=0, mismatches=())
    assert found.text == "❌ This isn't the secret I committed to before the game, so the rolls prove nothing."


def test_another_game() -> None:
    """The rolls of one game do not pass as another's."""
    assert not audited(scope="game 15").matches


@pytest.mark.parametrize(
    ("rolls", "inherited", "words"),
    [
        (0, 0, "There were no rolls. "),
        (1, 0, "The only roll is genuine: it follows from "),
        (4, 3, "The only roll since the game was continued is genuine: "),
        (4, 2, "All 2 rolls since the game was continued are genuine: "),
        (4, 0, "All 4 rolls are genuine: they follow from "),
    ],
)
def test_how_many_match(rolls: int, inherited: int, words: str) -> None:
    """How many rolls were checked is said in words that fit the number."""
    text = audited(rolls=ROLLS[:rolls], inherited=inherited).text
    assert text.startswith(f"✅ {words}")
    assert text.endswith("with the first game's record." if inherited else " I committed to before the game.")


# ---- records


def verdict(record: str) -> bool | None:
    """Whether a record's dice match; None where it cannot be checked."""
    try:
        return read_scoresheet(record).verify().matches
    except BadScoresheet as problem:
        return None if str(problem) else True


@pytest.mark.parametrize("faces", [1, 3, 999_999, 0])
def test_a_draw_of_seats_has_a_die_with_as_many_faces(faces: int) -> None:
    """A drawn seat written with any other die than one with a face for each seat does not pass."""
    value, _, rest = RECORD.partition("draws ")[2].partition(" of 2 for seats")
    assert rest
    for other in {1, faces or 1}:
        assert not verdict(RECORD.replace(f"draws {value} of 2", f"draws {other} of {faces}"))


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    """No text at all matches by accident, and none is more than refused."""
    assert verdict(text) is None
    assert verdict(RECORD.replace("[Outcome", f'[X "{text}"]\n[Outcome')) in {True, False, None}


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [
        ('[Commitment "', '[Commitment "0', 1),
        ("the secret ", "the secret 0", 2),
        ('[Game "hexeh@1"]', '[Game "zebra@1"]', 2),
        ("* The referee", "* Nobody", 2),
    ],
)
def test_what_is_wrong_at_the_prompt(old: str, new: str, status: int, tmp_path: Path, run: Runner) -> None:
    """A record whose dice differ has status 1; one that cannot be read, as a missing file, 2 and a line of why."""
    path = tmp_path / "record.txt"
    assert old in RECORD
    path.write_text(RECORD.replace(old, new, 1), encoding="utf-8")
    found, out, err = run("verify", str(path))
    assert (found, bool(out), len(err)) == (status, status == 1, status == 2)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("missing", "bytes", "."):
        found, out, err = run("verify", str(tmp_path / name))
        assert (found, out, len(err)) == (2, [], 1)


# ---- seals


def test_forms_of_seals() -> None:
    """The short form has sixteen digits in groups of four, and a seal is read in any form of at least twelve."""
    assert short_seal("3f2a91c077de5b1c" + "0" * 48) == "3f2a 91c0 77de 5b1c"
    assert read_seal(" 3F2A 91c0 77de\n") == read_seal("`3f2a 91c0 77de`") == "3f2a91c077de"
    for text in ("", "3f2a 91c0 77d", "g" * 16, "0" * 65, "3f2a-91c0-77de-5b1c", "é"):
        with pytest.raises(BadSeal, match="a seal has 12 to 64 hexadecimal digits"):
            read_seal(text)


@pytest.mark.parametrize("dice", [LINKED, PLAYERS], ids=lambda dice: dice.text)
def test_every_hash_of_a_record_is_known(dice: DiceTerms) -> None:
    """Each of a record's hashes, full or short, is found with how far it goes; another is none."""
    state = sworn("hexeh poly", 4, 12, dice)
    hashes = record_hashes(state, SCOPE, COMMITMENT)
    assert len(set(hashes)) == len(hashes) == len(state.events) + 1
    for event, each in enumerate(hashes):
        for seal in (each, short_seal(each), each[:12].upper()):
            found = compared(state, SCOPE, COMMITMENT, seal)
            assert (found.event, found.events, found.matches) == (event, len(state.events), True)
        assert found.settled == (event >= len(state.events) - 1)
    assert compared(state, SCOPE, COMMITMENT, "0" * 16) == SealFinding(None, len(state.events), 0, settled=False)
    for scope, commitment in (("game 15", COMMITMENT), (SCOPE, "00")):
        assert not compared(state, scope, commitment, hashes[-1]).matches


def test_seals_at_the_prompt(tmp_path: Path, run: Runner) -> None:
    """What a check says of a record without a seal, with its last, an earlier one, and none of its own."""
    path = tmp_path / "record.txt"
    path.write_text(RECORD, encoding="utf-8")
    *earlier, before, last = record_hashes(STATE, SCOPE, COMMITMENT)
    assert read_scoresheet(RECORD).seal == last
    status, out, err = run("verify", str(path))
    assert (status, err) == (0, [])
    assert out[1] == f"The record is consistent. Its last hash is {last}, in short {short_seal(last)}."
    assert "names, dates and other such tags (here Red and Date), or remarks in braces." in out[2]
    assert "a game rewritten from the start would pass" in out[3]
    for seal, status, words in (
        (last, 0, "✅ This hash matches the whole record."),
        (short_seal(before), 0, "✅ This hash matches the whole game"),
        (earlier[-4], 0, f"(event {len(earlier) - 4} of {len(STATE.events)}). It says nothing about what came later"),
        ("0" * 16, 1, "❌ This hash doesn't belong to this game."),
    ):
        found, out, err = run("verify", str(path), "--seal", seal)
        assert (found, err) == (status, [])
        assert words in out[-1]
    assert (2, []) == run("verify", str(path), "--seal", "plum")[:2]


def test_remarks_are_not_vouched_for() -> None:
    """Remarks that people add are read over, and that is said."""
    read = read_scoresheet(RECORD.replace("\n1. ", "\n1. {hm} ", 1))
    assert read.verify().matches
    assert read.seal == read_scoresheet(RECORD).seal
    assert read.unvouched.endswith("or remarks in braces.")
