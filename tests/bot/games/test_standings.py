"""Standings: each finished game settled and rated once, in one order, apart by guild and family; what they show."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from aiosqlite import Connection
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games import Carried
from bot.games.ratings import NEWCOMER, family_named, placings, points, updated, verdict
from bot.games.tables import Table, Tables
from bot.store import Database, Finish, GameOutcome, Player, Rated, Skill, Unit
from bot.store.ratings import write_outcome
from engine.model.refusal import Refused
from engine.play.commands import MakeMove, Resign
from engine.play.events import Event
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.support.league import ANN, BEN, CAT, DAN, ELSEWHERE, HERE, Club
from tests.engine.support import STALEMATING


@pytest.fixture
async def club(database: Path) -> AsyncIterator[Club]:
    """Open a club for one test."""
    async with Club.opened(database) as opened:
        yield opened


async def all_ratings(database: Database) -> list[tuple[object, ...]]:
    """Every rating in the store, in order."""
    return await database.rows("SELECT * FROM ratings ORDER BY 1, 2")


async def ladder(club: Club, family: str = "hexeh", guild: int = HERE.guild) -> list[tuple[str, int, int]]:
    """The leaderboard of a family: names, points, games."""
    await club.standings.settle()
    found = await club.standings.leaders(guild, family)
    return [(standing.player.name, points(standing.skill), standing.skill.games) for standing in found]


async def test_histories_begin_anew_with_their_leaderboard(club: Club) -> None:
    """A history has the skills after each rated game, the oldest first, of one family, since the last reset."""
    for result in ("1", "2", "draw"):
        await club.played(ANN, BEN, result)
    await club.played(ANN, BEN, variant="chess")
    (first, hexeh), (second, chess) = await club.standings.histories(HERE.guild, ANN)
    assert (first.family, [skill.games for skill in hexeh]) == ("hexeh", [1, 2, 3])
    assert hexeh[-1] == first.skill
    assert (second.family, len(chess)) == ("chess", 1)
    assert await club.standings.history(HERE.guild, "hexeh", ANN.id, 2) == hexeh[1:]
    await club.standings.reset(HERE.guild, "hexeh")
    await club.played(ANN, BEN)
    found = {each.family: past for each, past in await club.standings.histories(HERE.guild, ANN)}
    assert [skill.games for skill in found["hexeh"]] == [1]
    assert found["chess"] == chess
    assert await club.standings.histories(ELSEWHERE.guild, ANN) == []


# ---- what is rated


async def test_a_finished_game_is_rated(club: Club) -> None:
    """When a rated game ends its players have ratings, without anybody asking."""
    number = await club.played(ANN, BEN)
    won, lost = updated([NEWCOMER, NEWCOMER], [1, 2])
    assert await all_ratings(club.database) == [(1, 11, 1, "hexeh", *won), (1, 12, 1, "hexeh", *lost)]
    assert await club.standings.verdict(number) is Rated.RATED
    assert [(c.player, c.before, c.after) for c in await club.standings.changes(number)] == [
        (ANN, None, won),
        (BEN, None, lost),
    ]


async def test_later_games_go_on_from_the_ratings_before(club: Club) -> None:
    """The second game between two players starts from what the first made of their skills."""
    await club.played(ANN, BEN)
    number = await club.played(BEN, ANN, "draw")
    ann, ben = updated([NEWCOMER, NEWCOMER], [1, 2])
    after = updated([ben, ann], [1, 1])
    changes = await club.standings.changes(number)
    assert [(change.before, change.after) for change in changes] == [(ben, after[0]), (ann, after[1])]


@pytest.mark.parametrize(
    ("how", "moves", "found"),
    [
        ({"rated": False}, 4, Rated.CASUAL),
        ({}, 3, Rated.ABANDONED),
        ({}, 0, Rated.ABANDONED),
        ({}, 4, Rated.RATED),
    ],
)
async def test_what_does_not_count(club: Club, how: dict[str, bool], moves: int, found: Rated) -> None:
    """Games chosen unrated or abandoned leave ratings alone, and say why."""
    number = await club.played(ANN, BEN, "1", moves, **how)
    assert await club.standings.verdict(number) is found
    assert len(await all_ratings(club.database)) == (2 if found is Rated.RATED else 0)


async def test_a_game_alone_is_not_rated(club: Club) -> None:
    """A game set up for one person on both sides, as at the terminal, is settled and never rated nor counted."""
    number = await club.games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: ANN})
    await club.games.play.act(number, ANN, Resign)
    assert await club.standings.verdict(number) is Rated.HOT_SEAT
    assert (await club.standings.profile(HERE.guild, ANN)).tallies == []


async def test_families_are_apart(club: Club) -> None:
    """Each game has its ladder, each form of the dice its own; chess without fights is one, whatever it was called."""
    await club.played(ANN, BEN)
    await club.played(BEN, ANN, options={"combat": "d6"})
    await club.played(ANN, CAT, variant="chess")
    await club.played(CAT, ANN, variant="combat-chess", options={"combat": "off"})
    assert [name for name, *_ in await ladder(club)] == ["Ann", "Ben"]
    assert [name for name, *_ in await ladder(club, "hexeh+d6")] == ["Ben", "Ann"]
    assert [games for *_, games in await ladder(club, "chess")] == [2, 2]
    assert await club.standings.families(HERE.guild) == ["chess", "hexeh", "hexeh+d6"]


async def test_guilds_are_apart(club: Club) -> None:
    """What is played in one server is neither counted nor told in another."""
    await club.played(ANN, BEN)
    await club.played(BEN, ANN, place=ELSEWHERE)
    assert [name for name, *_ in await ladder(club)] == ["Ann", "Ben"]
    assert [name for name, *_ in await ladder(club, guild=ELSEWHERE.guild)] == ["Ben", "Ann"]
    assert await club.standings.duels(7, ANN, BEN) == []
    assert (await club.standings.profile(7, ANN)).skills == []


# ---- once, in one order


async def test_an_end_and_its_ratings_are_one_commit(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is killed at a game's end leaves either a running game or one that is settled and rated."""
    number = await club.begin(ANN, BEN)
    run, done = Connection.execute_fetchall, list[str]()

    async def noted(hand: Connection, statement: str, values: Sequence[object] = ()) -> object:
        done.append(" ".join(statement.split()[:3]))
        return await run(hand, statement, values)

    monkeypatch.setattr(Connection, "execute_fetchall", noted)
    await club.end(number, "1")
    monkeypatch.undo()
    written = [statement for statement in done if not statement.startswith("SELECT")]
    last = written[len(written) - 1 - written[::-1].index("BEGIN IMMEDIATE") :]
    assert last[1] == "INSERT INTO ledger"
    assert last.count("INSERT INTO ratings") == 2
    assert last.index("COMMIT") == len(last) - 1
    assert await club.standings.verdict(number) is Rated.RATED
    assert len(await all_ratings(club.database)) == 2


async def test_an_end_stands_without_what_cannot_be_written(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file does not take an outcome and its ratings the game ends without them, and is settled later."""

    async def refused(*_: object) -> None:
        raise sqlite3.IntegrityError("it is there already")

    with monkeypatch.context() as patch:
        patch.setattr("bot.games.ratings.write_outcome", refused)
        number = await club.played(ANN, BEN)
    assert club.ledger.aside.named == ()
    assert await club.standings.verdict(number) is None
    assert await all_ratings(club.database) == []
    table = await club.games.tables.find(number)
    assert isinstance(table, Table)
    assert table.game.stage == "over"
    assert [name for name, *_ in await ladder(club)] == ["Ann", "Ben"]


async def test_rated_once_at_the_next_start(club: Club, database: Path) -> None:
    """A game whose end is in the store but whose rating is not is rated at the next start, once."""
    club.games.play.ending = _nothing
    await club.played(ANN, BEN)
    assert await all_ratings(club.database) == []
    async with Club.opened(database) as again:
        await again.standings.settle()
        rated = await all_ratings(again.database)
        assert len(rated) == 2
        await again.standings.settle()
        assert await all_ratings(again.database) == rated


async def test_several_processes_rate_a_game_once(club: Club, database: Path) -> None:
    """Several that settle the same games at the same time rate each of them once."""
    club.games.play.ending = _nothing
    for winner in ("1", "2", "draw"):
        await club.played(ANN, BEN, winner)
    async with Club.opened(database) as second, Club.opened(database) as third:
        await asyncio.gather(*(each.standings.settle() for each in (club, second, third) for _ in range(2)))
    assert [row[:2] for row in await all_ratings(club.database)] == [(n, p) for n in (1, 2, 3) for p in (11, 12)]


def _nothing(*_: object) -> Unit:
    """Write nothing with a game's end."""

    async def written(_: object) -> None:
        pass

    return written


async def test_games_that_waited_are_rated_in_the_order_of_their_ends(club: Club) -> None:
    """Games that ended while nobody rated are settled in the order of their ends, not of their beginnings."""
    club.games.play.ending = _nothing
    first, second = await club.begin(ANN, BEN), await club.begin(ANN, BEN)
    await club.end(second, "2")
    await club.end(first, "1")
    await club.standings.settle()
    rows = await club.database.rows("SELECT game FROM outcomes ORDER BY number")
    assert [row[0] for row in rows] == [second, first]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE outcomes SET guild = 7",
        "UPDATE placings SET place = 1",
        "UPDATE ratings SET mu = 50",
        "DELETE FROM outcomes",
        "DELETE FROM placings",
        "DELETE FROM ratings",
    ],
)
async def test_ratings_are_append_only(club: Club, statement: str) -> None:
    """No statement changes or removes an outcome, a placing or a rating."""
    await club.played(ANN, BEN)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        await club.database.rows(statement)


async def test_a_failure_is_left_for_later(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When rating fails the game's end stands and is confirmed, the failure is logged, and the next look rates it."""
    with monkeypatch.context() as patch:
        patch.setattr("bot.games.ratings.updated", lambda *_: 1 // 0)
        number = await club.played(ANN, BEN)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == ["the ratings are behind"]
    assert await club.standings.changes(number) == []
    assert [name for name, *_ in await ladder(club)] == ["Ann", "Ben"]


async def test_a_game_that_cannot_be_settled_holds_up_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When one game cannot be settled the others are, and it is settled once it can be."""
    club.games.play.ending = _nothing
    stuck, other = await club.played(ANN, BEN), await club.played(CAT, DAN)
    read = club.ledger.game

    async def broken(number: int) -> object:
        return await read(number) if number == other else 1 // 0

    with monkeypatch.context() as patch:
        patch.setattr(club.ledger, "game", broken)
        await club.standings.settle()
    assert [record.message for record in caplog.records] == [f"game {stuck} is not settled"]
    assert sorted(name for name, *_ in await ladder(club)) == ["Ann", "Ben", "Cat", "Dan"]
    rows = await club.database.rows("SELECT game FROM outcomes ORDER BY number")
    assert [row[0] for row in rows] == [other, stuck]


async def test_a_game_that_no_longer_replays(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    """A finished game that no longer replays is settled as frozen and holds up no other."""
    club.games.play.ending = _nothing
    frozen = await club.played(ANN, BEN)
    await club.played(CAT, DAN)
    await club.database.rows("UPDATE games SET edition = 99 WHERE number = ?", frozen)
    club.games.tables.forget(frozen)
    await club.standings.settle()
    assert await club.standings.verdict(frozen) is Rated.FROZEN
    assert [name for name, *_ in await ladder(club)] == ["Cat", "Dan"]
    why = "it began under edition 99 of the rules, which are now at edition 1"
    assert [record.message for record in caplog.records] == [f"game {frozen} is set aside: {why}"]


async def test_a_game_that_the_disk_does_not_give(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that cannot be read for the moment is settled later, not given up as frozen."""
    fails = sqlite3.OperationalError("disk I/O error")
    fails.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    club.games.play.ending = _nothing
    number = await club.played(ANN, BEN)
    club.games.tables.forget(number)

    async def unread(_: int) -> list[Event]:
        raise fails

    with monkeypatch.context() as patch:
        patch.setattr(club.ledger, "events", unread)
        await club.standings.settle()
    assert await club.standings.verdict(number) is None
    await club.standings.settle()
    assert await club.standings.verdict(number) is Rated.RATED


async def test_outcomes_follow_from_the_games(club: Club) -> None:
    """Every outcome in the store is what the events of its game give when they are replayed."""
    for result, moves in (("1", 4), ("2", 5), ("draw", 6), ("1", 2)):
        await club.played(ANN, BEN, result, moves)
    tables = Tables(club.ledger)
    for number in range(1, 5):
        game = await club.ledger.game(number)
        assert game is not None
        state = await tables.state(game)
        assert isinstance(state, State)
        ending = (await club.ledger.events(number))[state.changed - 1].what
        rows = await club.database.rows(
            "SELECT seat, player, name, place, result FROM placings WHERE game = ? ORDER BY seat", number
        )
        assert [Finish(s, Player(p, n), place, r) for s, p, n, place, r in rows] == placings(game, state)
        assert await club.standings.verdict(number) is verdict(game, state, ending)


Played = tuple[int, str, tuple[int, ...], tuple[int, ...], bool]
OUTCOMES = st.lists(
    st.tuples(
        st.sampled_from([1, 9]),
        st.sampled_from(["hexeh", "hexeh+d6", "nd-wellisch-3"]),
        st.permutations([11, 12, 13, 14]).flatmap(lambda order: st.integers(2, 4).map(lambda n: tuple(order[:n]))),
        st.tuples(*[st.integers(1, 3)] * 4),
        st.booleans(),
    ),
    max_size=12,
)


@settings(max_examples=25, deadline=None)
@given(OUTCOMES)
def test_ratings_computed_without_a_store_equal_the_stored_ones(played: list[Played]) -> None:
    """In the store and in memory the same games give the same ratings."""
    with tempfile.TemporaryDirectory() as folder:
        assert asyncio.run(_stored(Path(folder) / "games.sqlite", played)) == _folded(played)


async def _stored(path: Path, played: Sequence[Played]) -> list[tuple[object, ...]]:
    """The ratings written as the games ended."""
    async with Club.opened(path) as club:
        for guild, family, players, ranks, rated in played:
            game = await club.games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN})
            seated = [
                Finish(n, Player(p, "x"), r, "lost") for n, (p, r) in enumerate(zip(players, ranks, strict=False))
            ]
            verdicts = (Rated.RATED if rated else Rated.ABANDONED), Rated.CASUAL
            for each in verdicts:
                async with club.database.transaction() as run:
                    await write_outcome(run, GameOutcome(game, guild, family, each, seated), updated)
        return await all_ratings(club.database)


def _folded(played: Sequence[Played]) -> list[tuple[object, ...]]:
    """The ratings computed without a store."""
    skills: dict[tuple[int, str, int], Skill] = defaultdict(lambda: NEWCOMER)
    rows: list[tuple[object, ...]] = []
    for number, (guild, family, players, ranks, rated) in enumerate(played, 1):
        if rated:
            after = updated([skills[guild, family, player] for player in players], ranks[: len(players)])
            skills.update({(guild, family, player): skill for player, skill in zip(players, after, strict=True)})
            rows += sorted((number, p, guild, family, *s) for p, s in zip(players, after, strict=True))
    return rows


# ---- what they show


async def test_the_established_come_first(club: Club) -> None:
    """Whoever has ten games stands before whoever has fewer, however well the latter fares."""
    for _ in range(9):
        await club.played(ANN, BEN, "draw")
    await club.played(CAT, DAN)
    assert [name for name, *_ in await ladder(club)][-1] == "Dan"
    await club.played(ANN, BEN, "draw")
    assert {name for name, *_ in (await ladder(club))[:2]} == {"Ann", "Ben"}
    assert (await ladder(club))[2][0] == "Cat"


async def test_a_profile(club: Club) -> None:
    """A profile tells skills, finished games rated and not, running games and the median time of a move."""
    await club.played(ANN, BEN)
    await club.played(BEN, ANN, "draw")
    await club.played(ANN, CAT, "2", 4, rated=False)
    await club.played(ANN, CAT, "2", 1)
    running = await club.begin(ANN, DAN)
    seen = await club.standings.profile(HERE.guild, ANN)
    assert [(standing.family, standing.skill.games) for standing in seen.skills] == [("hexeh", 2)]
    assert {(tally.rated, tally.won, tally.drawn, tally.lost) for tally in seen.tallies} == {
        (True, 1, 1, 0),
        (False, 0, 0, 2),
    }
    assert [game.number for game in seen.running] == [running]
    assert seen.pace == 1000
    assert (await club.standings.profile(HERE.guild, DAN)).pace is None


async def test_head_to_head(club: Club) -> None:
    """Two players' games are counted from the side of the first; games with others are not."""
    for result in ("1", "1", "2", "draw"):
        await club.played(ANN, BEN, result)
    await club.played(ANN, CAT, "2")
    (tally,) = await club.standings.duels(HERE.guild, ANN, BEN)
    assert (tally.family, tally.won, tally.drawn, tally.lost) == ("hexeh", 2, 1, 1)
    (tally,) = await club.standings.duels(HERE.guild, BEN, ANN)
    assert (tally.won, tally.drawn, tally.lost) == (1, 1, 2)


async def test_a_divided_point_is_half_a_draw_and_half_a_win(club: Club) -> None:
    """Three quarters of a point change skills half-way between a draw and a win; tallies count a draw."""
    number = await club.begin(ANN, BEN, variant="glinski", options={"stalemate": "three-quarters"})
    for ply, move in enumerate(STALEMATING.split()):
        mover = (ANN, BEN)[ply % 2]
        assert isinstance(await club.games.play.act(number, mover, partial(_moving, move)), Carried)
    start, won, drawn = [NEWCOMER] * 2, *(updated([NEWCOMER] * 2, ranks) for ranks in ([1, 2], [1, 1]))
    after = [change.after for change in await club.standings.changes(number)]
    assert [(one.mu + other.mu) / 2 for one, other in zip(won, drawn, strict=True)] == [skill.mu for skill in after]
    assert start[0].mu == drawn[0].mu < after[0].mu < won[0].mu
    assert won[1].mu < after[1].mu < drawn[1].mu == start[1].mu
    for one, other in ((ANN, BEN), (BEN, ANN)):
        tallies = [*await club.standings.duels(HERE.guild, one, other)]
        tallies += (await club.standings.profile(HERE.guild, one)).tallies
        assert [(each.family, each.won, each.drawn, each.lost) for each in tallies] == [("glinski", 0, 1, 0)] * 2


def _moving(move: str, seat: int) -> MakeMove:
    return MakeMove(seat, None, move)


async def test_the_latest_name_is_shown(club: Club) -> None:
    """A player who has changed names is shown by the latest."""
    await club.played(ANN, BEN)
    await club.played(Player(ANN.id, "Anna"), BEN)
    assert [name for name, *_ in await ladder(club)] == ["Anna", "Ben"]


async def test_names_are_those_of_the_server(club: Club) -> None:
    """A player is shown by the name borne in that server, not by one from elsewhere."""
    await club.played(ANN, BEN)
    await club.played(Player(ANN.id, "Queen of the Other Club"), BEN, place=ELSEWHERE)
    assert [name for name, *_ in await ladder(club)] == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("hexeh", "hexeh"),
        (" Hexeh ", "hexeh"),
        ("hexeh+D6", "hexeh+d6"),
        ("combat-chess", "chess+poly"),
        ("Combat Chess", "chess+poly"),
        ("hexeh  With fights", "hexeh+poly"),
    ],
)
def test_families_by_name(text: str, family: str) -> None:
    """A family is found by its id, its name, or a game's id or name."""
    assert family_named(text) == family


def test_an_unknown_family_is_refused() -> None:
    """What names no family is refused with what was typed, shortened."""
    with pytest.raises(Refused, match="“zebrazebrazebrazebrazeb…”"):
        family_named("zebra" * 9)
