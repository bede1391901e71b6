"""Checking every die of a game: the record at the prompt, the store in Discord; nothing changed goes unnoticed."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from engine.command_line import main
from engine.records.audit import VOUCHED
from tests.bot.support.fought import Fought, bracket
from tests.bot.support.people import challenge, ignore_chains, record_of, shown, told
from tests.wire import Human, Standin, running

MATCHED = f"The secret is the one committed to, and all 5 rolls match. {VOUCHED}"


PLAYED: list[Fought] = []


@pytest.fixture(autouse=True)
def unchained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dice be those that the game was played with."""
    ignore_chains(monkeypatch)


@pytest.fixture
async def fought(database: Path, monkeypatch: pytest.MonkeyPatch) -> Fought:
    """Play a game with fights to its end; once for all tests, which only read its record."""
    if not PLAYED:
        async with Standin() as standin:
            with standin.point_library():
                async with running(Referee(database)) as referee:
                    PLAYED.append(await Fought.played(standin, referee, monkeypatch))
    return PLAYED[0]


Verify = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """Check a record at the prompt: the exit status, what standard output says of its dice, and standard error."""

    def checked(record: str) -> tuple[int, str, str]:
        path = tmp_path / "record.txt"
        path.write_text(record, encoding="utf-8")
        capsys.readouterr()
        status = main(["verify", str(path)])
        out, err = capsys.readouterr()
        return status, out.partition("The record agrees with itself.")[0], err

    return checked


def mismatch(number: int, what: str, written: tuple[int, ...], derived: tuple[int, ...]) -> str:
    """What is said of a roll (from 0) that does not match."""
    dice = ["+".join(map(str, values)) for values in (written, derived)]
    return f"Roll {number + 1} ({what}) is recorded as {dice[0]}, but the secret gives {dice[1]}."


def lost_otherwise(dice: tuple[int, ...]) -> tuple[int, int]:
    """Other dice of a traveler's fight against a prowler that the traveler loses, too."""
    attack, defence = dice
    return (attack, defence + 1) if defence < 8 else (attack + 1 if attack < 6 else 1, defence)


def test_a_record_as_it_was_given(fought: Fought, verify: Verify) -> None:
    """The record of a finished game matches its secret at the prompt, wherever its lines are broken."""
    assert verify(fought.record) == (0, f"{MATCHED}\n", "")
    assert verify(fought.record.replace("\n", "\r\n")) == (0, f"{MATCHED}\n", "")
    head, _, moves = fought.record.partition("\n\n")
    assert verify(f"{head}\n\n{moves.replace('. T', '.' + chr(10) + 'T')}") == (0, f"{MATCHED}\n", "")


def test_an_unfinished_record(fought: Fought, verify: Verify) -> None:
    """A record from before the end cannot be checked yet, and says why."""
    assert verify(fought.before) == (
        2,
        "",
        "the secret is not revealed until the game ends\n",
    )


def test_a_changed_die(fought: Fought, verify: Verify) -> None:
    """A die changed in both forms of the record is named with its roll, move and true value."""
    changed = lost_otherwise(fought.rolls[3])
    status, out, err = verify(fought.record.replace(bracket(fought.rolls[3]), bracket(changed)))
    assert (status, err) == (1, "")
    assert out == f"{mismatch(3, 'move 2, b5c1', changed, fought.rolls[3])}\n"


def test_a_changed_round(fought: Fought, verify: Verify) -> None:
    """A tie changed to another tie is named, and nothing else is."""
    attack, defence = fought.rolls[1]
    other = (attack + 1, defence + 1) if defence < 8 else (attack - 1, defence - 1)
    status, out, err = verify(fought.record.replace(bracket(*fought.rolls[1:3]), bracket(other, fought.rolls[2])))
    assert (status, err) == (1, "")
    assert out == f"{mismatch(1, 'move 1, b1c6', other, fought.rolls[1])}\n"


def test_a_changed_draw(fought: Fought, verify: Verify) -> None:
    """A drawn side other than the secret's is named."""
    status, out, err = verify(fought.record.replace("draws 1 of 2", "draws 2 of 2"))
    assert (status, out, err) == (1, f"{mismatch(0, 'seats', (2,), (1,))}\n", "")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("* The referee draws 1 of 2 for seats", ""),
        ("draws 1 of 2", "draws 1 of 1"),
        ("reveals the secret ", "reveals the secret 0"),
        ('[Number "1"]', '[Number "2"]'),
        ('[Commitment "', '[Commitment "0'),
        ('[Secret "', '[Secret "0'),
        ('[Secret "', '[Secret "é'),
        ('[Commitment "', '[Commitment "é'),
    ],
)
def test_a_changed_tag_or_line(fought: Fought, verify: Verify, old: str, new: str) -> None:
    """A roll, a number or a secret changed: nothing goes unnoticed."""
    assert old in fought.record
    noticed(verify(fought.record.replace(old, new, 1)))


def noticed(verified: tuple[int, str, str]) -> None:
    """Check that a record has not been found to match."""
    status, out, err = verified
    assert status in {1, 2}
    assert (bool(out), bool(err)) == (status == 1, status == 2)
    assert "match." not in out
    assert "vouch" not in out


def test_swapped_rolls(fought: Fought, verify: Verify) -> None:
    """Two rolls exchanged are both named, though either fight would have ended alike."""
    third, fourth = fought.rolls[3:]
    swapped = re.sub(
        f"{re.escape(bracket(third))}|{re.escape(bracket(fourth))}",
        lambda found: bracket(fourth) if found[0] == bracket(third) else bracket(third),
        fought.record,
    )
    status, out, err = verify(swapped)
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        mismatch(3, "move 2, b5c1", fourth, third),
        mismatch(4, "move 3, c6d7", third, fourth),
    ]


def test_a_dropped_roll(fought: Fought, verify: Verify) -> None:
    """A tie left out of its fight is noticed by the rolls that follow; a fight without its dice is named."""
    dropped = fought.record.replace(bracket(*fought.rolls[1:3]), bracket(fought.rolls[2]))
    status, out, err = verify(dropped)
    assert status in {1, 2}
    assert out.startswith("Roll 2 (move 1, b1c6)") if status == 1 else "do not agree" in err
    status, out, err = verify(fought.record.replace(bracket(fought.rolls[3]), ""))
    assert (status, out) == (2, "")
    assert re.match(r"line \d+, column \d+: ", err)
    assert "this move is a fight, so its dice must follow it" in err


@pytest.mark.parametrize("form", ["short", "long"])
def test_forms_that_do_not_agree(fought: Fought, verify: Verify, form: str) -> None:
    """Dice changed in one form of the moves alone are noticed, whatever else the record says."""
    short, _, long = fought.record.partition("; long form:")
    old, new = bracket(fought.rolls[3]), bracket((1, 8) if fought.rolls[3] != (1, 8) else (1, 7))
    changed = (
        f"{short.replace(old, new)}; long form:{long}"
        if form == "short"
        else (f"{short}; long form:{long.replace(old, new)}")
    )
    status, out, err = verify(changed)
    assert (status, out) == (2, "")
    assert "do not agree" in err


# ---- in Discord


CHANGES = {
    "a die": (3, "rolled", "move 2, b5c1"),
    "the draw": (0, "drawn", "seats"),
}


@pytest.mark.parametrize("case", CHANGES)
async def test_a_changed_store(
    discord_: Standin, referee: Referee, database: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    """In a copy of the store with one event changed, /dice verify says which roll does not match."""
    number, kind, what = CHANGES[case]
    fought = await Fought.played(discord_, referee, monkeypatch)
    await referee.close()
    await discord_.wait_disconnected()
    copy = database.with_name("copy.sqlite")
    with closing(sqlite3.connect(database)) as store, closing(sqlite3.connect(copy)) as other:
        store.backup(other)
    derived = fought.rolls[number]
    with closing(sqlite3.connect(copy)) as other:
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            other.execute("UPDATE events SET kind = kind")
        other.execute("DROP TRIGGER events_stay")
        rows = other.execute("SELECT sequence, fields FROM events WHERE kind = ? ORDER BY sequence", (kind,)).fetchall()
        sequence, fields = rows[1 if kind == "rolled" else 0]
        changed: tuple[int, ...]
        if kind == "rolled":
            changed = lost_otherwise(derived)
            new = json.dumps({"dice": "-".join(map(str, changed))})
        else:
            changed = (2,)
            new = json.dumps(json.loads(fields) | {"value": 2})
        other.execute("UPDATE events SET fields = ? WHERE sequence = ?", (new, sequence))
        other.commit()
    async with running(Referee(copy)):
        answer = await told(await discord_.human("carol").slash("dice check", game="1"))
        assert answer.splitlines()[2:] == [mismatch(number, what, changed, derived)]


async def test_a_game_without_fights(discord_: Standin, referee: Referee, verify: Verify) -> None:
    """A game without fights has its side's draw to be checked, and nothing where the side was wished for."""
    assert referee.is_ready()
    alice, bob = discord_.human("alice"), discord_.human("bob")
    for number, side in enumerate((None, "Red"), 1):
        message = await challenge(alice, number, opponent=bob, side=side)
        await told(await bob.press(message, "Accept"))
        await end(bob, number)
        record = await record_of(bob, number)
        found = "the only roll matches" if side is None else "there were no rolls"
        text = f"The secret is the one committed to, and {found}. {VOUCHED}"
        assert verify(record) == (0, f"{text}\n", "")
        assert (await told(await alice.slash("dice check", game=str(number)))).endswith(text)


async def end(who: Human, number: int) -> None:
    """Let somebody resign a game."""
    sure = await shown(await who.slash("game resign", game=str(number)))
    await told(await who.press(sure, "Yes, resign"))
