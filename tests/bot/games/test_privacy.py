"""Forgetting people without Discord: nothing of them is left in any table, and their games still verify."""

from __future__ import annotations

import asyncio
import io
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from bot.games import ChallengeRequest
from bot.games.privacy import BeingForgotten
from bot.store import Absence, ConditionalStore, Player, StudyStore
from bot.store.games import FORMER
from bot.store.privacy import ERASE, SCRUB
from bot.store.study import EXPLORATION, RECORD, Progress
from bot.text.games import check_of, record_of
from engine.lookahead.conditional import Step
from engine.model.refusal import Refused
from engine.play.commands import Resign
from engine.records.scoresheet import read_scoresheet
from engine.variants import variant_of
from tests.bot.support.league import BEN, CAT, ELSEWHERE, HERE, Club
from tests.bot.support.refusals import outcome

ZOE = Player(987_654_321_098_765_432, "Zenobia")
WORDS = ("Zenobia", "my secret plan", "sneaky label", "a sheet of mine")
"""What nobody may find any more."""


async def live(club: Club, who: Player = ZOE) -> None:
    """Leave something in every table that can hold anything of a person's."""
    games, kept = club.games, club.ledger.database
    over = await club.played(who, BEN, options={"combat": "d6"})
    await club.played(BEN, who, place=ELSEWHERE)
    going = await club.begin(who, CAT)
    watched = await club.begin(BEN, CAT)
    await games.lobby.challenge(HERE, who, ChallengeRequest("hexeh", {}))
    await games.lobby.challenge(HERE, BEN, ChallengeRequest("hexeh", {}, (who,)))
    await games.lobby.challenge(HERE, CAT, ChallengeRequest("nd-wellisch-3", {}, (who,)))
    for number in (over, watched):
        assert await games.notes.write(await games.tables.game(number), who, "my secret plan") == 1
    await games.watching.watch(await games.tables.game(watched), who, often=True)
    await ConditionalStore(kept).keep(going, who.id, 0, [(Step(1, "b1c3", "Tbc3"), Step(2, "f5e4", "Tfe4"))])
    await StudyStore(kept).begin(Progress(0, who.id, EXPLORATION, "x", 0, watched))
    await StudyStore(kept).begin(Progress(0, who.id, RECORD, "a sheet of mine", 5))
    await club.ledger.preferences.choose(who.id, "letters", "on")
    await games.reminders.choose(who, {"remind-at": "1/4"})
    await club.ledger.vacations.begin(who.id, Absence(club.now(), club.now() + 10**9))
    for cause in (1, 2):
        await games.shared.roll(HERE, who, "2d6 sneaky label", 10**17 + cause)
    await games.browsers.enter(await games.browsers.invite(who, over))
    await kept.rows("INSERT INTO reminders VALUES (?, 5, '1/2', ?)", going, who.id)
    await kept.rows("INSERT INTO outbox (kind, key, player, made, due) VALUES ('nudge', '9', ?, 5, 5)", who.id)


async def carry_out(club: Club) -> None:
    """Meet all deadlines of people to be forgotten, then write the file anew."""
    for deadline in await club.ledger.deadlines.due([ERASE], 1 << 62):
        await club.games.privacy.carry_on(deadline.player)
    for deadline in await club.ledger.deadlines.due([SCRUB], 1 << 62):
        await club.games.privacy.scrub(deadline)


def found_in(database: Path, who: Player, *words: str) -> list[str]:
    """What of a person is found among the bytes of the file and its log."""
    files = [path for path in database.parent.glob(f"{database.name}*") if not path.name.endswith("-shm")]
    everything = b"".join(path.read_bytes() for path in files)
    marks = {"id": who.id.to_bytes(8, "big"), "id as text": str(who.id).encode(), **{w: w.encode() for w in words}}
    return [name for name, mark in marks.items() if mark in everything]


def dump(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return list(connection.iterdump())


async def test_nothing_is_left(club: Club, database: Path) -> None:
    """After a farewell neither tables nor pages nor the log hold the person's id, name or words; others' stay."""
    await live(club)
    assert found_in(database, ZOE, *WORDS) == ["id", *WORDS]
    await club.games.privacy.ask(ZOE)
    await carry_out(club)
    assert found_in(database, ZOE, *WORDS) == []
    assert [line for line in dump(database) if str(ZOE.id) in line or "100000000000000001" in line] == []
    assert {BEN.name, CAT.name} <= {name for (name,) in await club.database.rows("SELECT name FROM seats")}
    assert await club.database.rows("PRAGMA foreign_key_check") == []
    assert await club.database.rows("PRAGMA integrity_check") == [("ok",)]


async def test_games_still_replay_and_verify(club: Club) -> None:
    """A former player's games replay, their dice check, and their records read back; the players are told apart."""
    number = await club.begin(ZOE, BEN, options={"combat": "d6"})
    await club.end(number, "1")
    for who in (ZOE, BEN):
        await club.games.privacy.ask(who)
    await carry_out(club)
    club.games.tables.forget(number)
    table = await club.games.tables.find(number)
    formers = [table.game.seats[seat] for seat in (1, 2)]
    assert [player.name for player in formers if player.former] == [FORMER, FORMER]
    assert formers[0] != formers[1]
    found = check_of(table)
    assert "The secret is the one I committed to" in found
    sheet = read_scoresheet(record_of(table))
    assert sheet.state.result == table.state.result
    assert [tuple(row) for row in await club.database.rows("SELECT cause FROM events WHERE cause IS NOT NULL")] == []
    players = await club.database.rows("SELECT player, name FROM placings ORDER BY seat")
    assert players == formers
    assert await club.standings.changes(number) == []
    assert await club.standings.leaders(HERE.guild, "hexeh+d6") == []


async def test_former_players_leave_the_ratings_of_others(club: Club) -> None:
    """Others keep their ratings and their next games are rated from them; nothing is rated anew."""
    await club.played(ZOE, BEN)
    await club.played(ZOE, BEN, result="2")
    before = await club.standings.leaders(HERE.guild, "hexeh")
    await club.games.privacy.ask(ZOE)
    await carry_out(club)
    rows = await club.database.rows("SELECT * FROM ratings ORDER BY outcome, player")
    after = await club.standings.leaders(HERE.guild, "hexeh")
    assert after == [standing for standing in before if standing.player == BEN]
    assert await club.database.rows("SELECT * FROM ratings ORDER BY outcome, player") == rows
    await club.played(CAT, BEN)
    assert {standing.player: standing.skill.games for standing in await club.standings.leaders(1, "hexeh")} == {
        BEN: 3,
        CAT: 1,
    }


async def test_all_or_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """What dies before all is committed has changed nothing, and is done by the next process."""
    await live(club)
    stream = (await club.database.rows("SELECT number FROM streams"))[0][0]
    await club.database.rows(
        "WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 799)"
        " INSERT INTO rolls SELECT ?, i, i, ?, 'Zenobia', 'd6 sneaky label', 0, NULL FROM n",
        stream,
        ZOE.id,
    )
    await club.games.privacy.ask(ZOE)
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.privacy.FORGET", ("SELECT no_such_function(?)",))
        with pytest.raises(sqlite3.OperationalError):
            await club.games.privacy.carry_on(ZOE.id)
    assert await club.games.privacy.store.asked(ZOE.id)
    await carry_out(Club(club.database, club.seconds))
    assert await club.database.rows("SELECT DISTINCT player, name, request FROM rolls WHERE number > 50") == [
        (-1, FORMER, "d6")
    ]
    assert await club.database.rows("SELECT * FROM formers") == []


async def test_a_challenge_accepted_meanwhile(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge that is accepted while it is withdrawn is a game, and is resigned before anything is forgotten."""
    challenge = await club.games.lobby.challenge(HERE, ZOE, ChallengeRequest("hexeh", {}))
    withdraw = club.games.lobby.withdraw

    async def too_late(number: int, player: Player) -> object:
        await club.games.lobby.join(number, BEN)
        return await withdraw(number, player)

    monkeypatch.setattr(club.games.lobby, "withdraw", too_late)
    await club.games.privacy.ask(ZOE)
    for _ in range(2):
        await carry_out(club)
    table = await club.games.tables.find(challenge.number)
    assert (table.game.stage, table.state.result and table.state.result.reason) == ("over", "resignation")
    assert {player.name for player in table.game.seats.values()} == {FORMER, "Ben"}


async def test_asked_twice(club: Club) -> None:
    """Who is being forgotten is told so; whoever carries that on second waits for the first."""
    await club.played(ZOE, BEN)
    await club.games.privacy.ask(ZOE)
    assert isinstance(await outcome(club.games.privacy.ask(ZOE)), BeingForgotten)
    assert isinstance(await outcome(club.games.privacy.under_way(ZOE)), BeingForgotten)
    with pytest.raises(Refused, match="already deleting"):
        await club.games.privacy.export(ZOE, record_of)
    done = await asyncio.gather(*(club.games.privacy.carry_on(ZOE.id) for _ in range(2)))
    assert done == [[], []]
    assert not await club.games.privacy.store.asked(ZOE.id)


async def test_a_game_that_goes_on(club: Club) -> None:
    """A game for three goes on without the one who was forgotten; its end is rated for those who are left."""
    number = await club.games.lobby.set_up(HERE, variant_of("nd-wellisch-3"), {1: ZOE, 2: BEN, 3: CAT})
    await club.database.rows("UPDATE games SET rated = 1")
    for _ in range(6):
        await club._move(await club.games.tables.find(number))
    await club.games.privacy.ask(ZOE)
    await carry_out(club)
    table = await club.games.tables.find(number)
    assert table.game.stage == "playing"
    assert [player.name for player in table.game.seats.values()] == [FORMER, "Ben", "Cat"]
    assert table.game.player_to_move() == BEN
    await club._move(table)
    await club.games.play.act(await club.games.tables.find(number), CAT, Resign)
    leaders = [standing.player for standing in await club.standings.leaders(HERE.guild, "nd-wellisch-3")]
    assert leaders == [BEN, CAT]
    assert [change.player for change in await club.standings.changes(number)] == [BEN, CAT]
    assert await club.database.rows("SELECT player FROM names ORDER BY player") == [(BEN.id,), (CAT.id,)]


async def test_append_only_still(club: Club) -> None:
    """Without a farewell, or in another way than it does, nothing append-only is changed or deleted."""
    await live(club)
    attempts = (
        "UPDATE events SET cause = NULL",
        "DELETE FROM events",
        "UPDATE placings SET player = -1, name = 'former player'",
        "DELETE FROM placings",
        "UPDATE ratings SET player = -1, mu = 0, sigma = 0, games = 0",
        "DELETE FROM ratings",
        "UPDATE rolls SET player = -1, name = 'former player', cause = NULL",
        "DELETE FROM rolls",
        "UPDATE outcomes SET verdict = 'rated'",
        "DELETE FROM outcomes",
        "DELETE FROM games",
        "DELETE FROM streams",
    )
    for attempt in attempts:
        with pytest.raises(sqlite3.IntegrityError, match=r"append-only|remain"):
            await club.database.rows(attempt)
    await club.games.privacy.ask(ZOE)
    others = (
        ("UPDATE events SET at = 0, cause = NULL",),
        ("UPDATE events SET cause = 5",),
        ("DELETE FROM events",),
        ("UPDATE placings SET player = -1, name = 'former player' WHERE player = ?", BEN.id),
        ("UPDATE placings SET player = -1, name = 'x' WHERE player = ?", ZOE.id),
        ("UPDATE placings SET player = -1, name = 'former player', place = 9 WHERE player = ?", ZOE.id),
        ("UPDATE ratings SET player = -1, mu = 1, sigma = 0, games = 0 WHERE player = ?", ZOE.id),
        ("UPDATE rolls SET player = 5, name = 'former player', cause = NULL WHERE player = ?", ZOE.id),
    )
    for attempt, *values in others:
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            await club.database.rows(str(attempt), *values)


async def test_large_exports_come_in_parts(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit into one file comes as several, each whole in itself and none too large."""
    await club.played(ZOE, BEN)
    stream = await club.games.shared.stream(HERE.channel)
    await club.database.rows(
        "WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 2099)"
        " INSERT INTO rolls SELECT ?, i, i, ?, 'Zenobia', hex(randomblob(100)), 0, NULL FROM n",
        stream.number,
        ZOE.id,
    )
    monkeypatch.setattr("bot.games.privacy.FILE_FULL_BYTES", 100_000)
    files = await club.games.privacy.export(ZOE, record_of)
    assert len(files) == 2
    names = []
    for file in files:
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            assert archive.testzip() is None
            names += archive.namelist()
    wanted = {"ABOUT.txt", "rolls.json", "seats.json", "games/1.txt"}
    assert wanted <= set(names)
