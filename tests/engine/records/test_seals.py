"""Seals: a record compared with what was seen of its hash, at the prompt as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.dice.terms import LINKED, PLAYERS, DiceTerms
from engine.play.rolls import record_hashes
from engine.records.audit import BadSeal, SealFinding, compared, read_seal, short_seal
from engine.records.scoresheet import read_scoresheet, scoresheet
from tests.engine.lively import COMMITMENT, SCOPE, sworn
from tests.engine.prompt import Runner

REMARKS = ", or for remarks in braces."
TAGS = {"Number": "14", "Red": "Ann", "Date": "2026-11-22"}


def test_forms() -> None:
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
    for event, each in enumerate(hashes):
        for seal in (each, short_seal(each), each[:12].upper()):
            found = compared(state, SCOPE, COMMITMENT, seal)
            assert (found.event, found.events, found.matches) == (event, len(state.events), True)
        assert found.settled == (event >= len(state.events) - 1)
    assert compared(state, SCOPE, COMMITMENT, "0" * 16) == SealFinding(None, len(state.events), 0, settled=False)
    for scope, commitment in (("game 15", COMMITMENT), (SCOPE, "00")):
        assert not compared(state, scope, commitment, hashes[-1]).matches


def test_at_the_prompt(tmp_path: Path, run: Runner) -> None:
    """What a check says of a record without a seal, with its last, an earlier one, and none of its own."""
    state = sworn("hexeh poly", 4, 12)
    text = scoresheet(state, TAGS, COMMITMENT)
    path = tmp_path / "record.txt"
    path.write_text(text, encoding="utf-8")
    *earlier, before, last = record_hashes(state, SCOPE, COMMITMENT)
    assert read_scoresheet(text).seal == last
    status, out, err = run("verify", str(path))
    assert (status, err) == (0, [])
    assert out[0].startswith("The secret is the one committed to, and all ")
    assert out[1] == f"The record agrees with itself. Its last hash is {last}, in short {short_seal(last)}."
    assert out[2] == f"No hash vouches for names, dates and other such tags (here Red and Date){REMARKS}"
    assert "a wholly rewritten game would pass" in out[3]
    for seal, status, words in (
        (last, 0, "The seal is the record's last: the whole record is the one that was shown."),
        (short_seal(before), 0, "The seal is the one before the secret came out: the whole game is the one that was"),
        (
            earlier[-4],
            0,
            f"(event {len(earlier) - 4} of {len(state.events)}). What came after that is not vouched for.",
        ),
        ("0" * 16, 1, "The seal is none of this record's: this is not the game that was shown under it."),
    ):
        found, out, err = run("verify", str(path), "--seal", seal)
        assert (found, err) == (status, [])
        assert words in out[-1]
    status, out, err = run("verify", str(path), "--seal", "plum")
    assert (status, out) == (2, [])
    assert err == ["a seal has 12 to 64 hexadecimal digits, like 3f2a 91c0 77de 5b1c"]


def test_remarks_are_not_vouched_for() -> None:
    """Remarks that people add are read over, and that is said."""
    text = scoresheet(sworn("hexeh poly", 4, 12), {"Number": "14"}, COMMITMENT)
    read = read_scoresheet(text.replace("\n1. ", "\n1. {hm} ", 1))
    assert read.verify().matches
    assert read.seal == read_scoresheet(text).seal
    assert read.unvouched == f"No hash vouches for names, dates and other such tags{REMARKS}"
