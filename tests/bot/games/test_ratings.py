"""Ratings, computed: places by order of elimination, shared ones, games that do not count, skills and their points."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest
from aiosqlite import Connection
from hypothesis import given
from hypothesis import strategies as st

from bot.games.challenges import open_game
from bot.games.ratings import (
    DEVIATIONS,
    ESTABLISHED,
    NEWCOMER,
    abandoned,
    family_named,
    places,
    placings,
    points,
    rating,
    terms,
    updated,
    verdict,
)
from bot.store import Database, Player, Rated, RatingStore, Skill, Unit
from engine.model.refusal import Refused
from engine.play.commands import MakeMove, Resign
from engine.play.events import Agreed, Resigned
from engine.play.state import State
from engine.variants import families, variant_of
from tests.bot.support.league import ANN, BEN, CAT, DAN, ELSEWHERE, HERE, Club
from tests.engine.proposing import accept_draw, offer_draw
from tests.engine.support import STALEMATING, after, begun, done, played, setup
from tests.engine.toys import THREE

TRIO = begun(THREE, "K d1 · R a1 g1", "K g4 · S f4", "K a4 · S b4")


FOUR_MOVES = "b1c3 f5e4 f1e3 b5c4"


CHALLENGE = open_game(HERE, variant_of("hexeh"), ANN, variant_of("hexeh").start, 0)
GAME = replace(CHALLENGE, number=1, sequence=1, stage="over", seats={1: ANN, 2: BEN}, rated=True)


def agreed(state: State) -> State:
    """The state after a draw has been agreed on by all who are left."""
    first, *others = state.remaining
    state = done(state, offer_draw(first))
    for seat in others:
        state = done(state, accept_draw(seat))
    return state


# ---- places


def test_two_players() -> None:
    """The winner comes first, the loser second; a draw is shared by both."""
    assert {1: 2, 2: 1} == places(done(after("b1c3"), Resign(1)))
    assert {1: 1, 2: 1} == places(agreed(after("b1c3")))
    taken = played(setup("E d1 · T c3", "E d4"), "Txd4")
    assert {1: 1, 2: 2} == places(taken)


def test_checkmate_leaves_the_loser_at_the_board() -> None:
    """Who is mated is not out, and comes second all the same."""
    mated = after("f2f3 e7e5 g2g4 d8h4", variant_of("chess"))
    assert (1, 2) == mated.remaining
    assert {1: 2, 2: 1} == places(mated)


def test_three_players_come_in_the_order_of_elimination() -> None:
    """Of three the last standing is first, and who leaves first is last, by capture or by resignation."""
    captured = played(TRIO, "g1g4", "b4c4", "a1a4")
    assert {1: 1, 2: 3, 3: 2} == places(captured)
    resigned = done(done(TRIO, Resign(3)), Resign(1))
    assert {1: 2, 2: 1, 3: 3} == places(resigned)


def test_a_draw_is_shared_by_those_who_are_left() -> None:
    """When two of three agree on a draw they share the first place, and who was out before is third."""
    assert {1: 1, 2: 3, 3: 1} == places(agreed(played(TRIO, "g1g4")))
    assert {1: 1, 2: 1, 3: 1} == places(agreed(TRIO))


def test_results_for_people() -> None:
    """A place shared at the top is drawn, an undivided one won, every other lost."""
    seats = {1: ANN, 2: BEN, 3: CAT}
    drawn = placings(replace(GAME, seats=seats), agreed(played(TRIO, "g1g4")))
    assert [(1, ANN, 1, "drawn"), (2, BEN, 3, "lost"), (3, CAT, 1, "drawn")] == drawn
    won = placings(replace(GAME, seats=seats), played(TRIO, "g1g4", "b4c4", "a1a4"))
    assert ["won", "lost", "lost"] == [placing.result for placing in won]


# ---- what counts


@pytest.mark.parametrize("moves", ["", "b1c3", "b1c3 f5e4", "b1c3 f5e4 f1e3"])
def test_a_game_given_up_at_once_is_abandoned(moves: str) -> None:
    """A game resigned or drawn by agreement before each player has made two moves does not count."""
    state = after(moves)
    assert abandoned(done(state, Resign(1)), Resigned())
    assert abandoned(agreed(state), Agreed("draw"))


def test_a_game_decided_on_the_board_is_not_abandoned() -> None:
    """A game that a move has ended counts, however short it was."""
    state = played(setup("E d1 · T c3", "E d4"), "Txd4")
    assert not abandoned(state, state.events[-1].what)


def test_who_left_early_does_not_spoil_the_game_of_the_others() -> None:
    """Of three, only those still in the game when it ends need to have made two moves."""
    state = played(done(TRIO, Resign(3)), "d1d2", "g4f5", "d2d1", "f5g4")
    assert not abandoned(done(state, Resign(1)), Resigned())
    assert abandoned(done(played(done(TRIO, Resign(3)), "d1d2"), Resign(1)), Resigned())


def test_what_is_never_rated() -> None:
    """A game chosen unrated, from a position of one's own, or with one person in several seats is never rated."""
    long = done(after(FOUR_MOVES), Resign(1))
    assert not abandoned(agreed(after(FOUR_MOVES)), Agreed("draw"))
    short = done(after("b1c3"), Resign(1))
    for game, found in (
        (GAME, Rated.RATED),
        (replace(GAME, rated=False), Rated.CASUAL),
        (replace(GAME, start="7/7 1"), Rated.OWN_START),
        (replace(GAME, seats={1: ANN, 2: ANN}), Rated.HOT_SEAT),
    ):
        assert found is terms(game)
        assert found is verdict(game, long, Resigned())
        assert (Rated.ABANDONED if found is Rated.RATED else found) is verdict(game, short, Resigned())


def test_families_of_games() -> None:
    """A family is a game's own key or the one it names; with fights it is another, by the form of the dice."""
    assert "hexeh" == variant_of("hexeh").family == variant_of("hexeh", {"travelers": "straight"}).family
    assert "hexeh+d6" == variant_of("hexeh", {"combat": "d6"}).family
    assert "chess" == variant_of("chess").family == variant_of("combat-chess", {"combat": "off"}).family
    assert "chess+poly" == variant_of("combat-chess").family == variant_of("chess", {"combat": "poly"}).family
    names = families()
    assert ("Chess", "Combat Chess") == (names["chess"], names["chess+poly"])
    assert "Hexeh with d6 fights" == names["hexeh+d6"]


# ---- skills


def test_winning_and_losing() -> None:
    """Between newcomers the winner gains what the loser loses, and both are known better than before."""
    winner, loser = updated([NEWCOMER, NEWCOMER], [1, 2])
    assert points(winner) - 1500 == 1500 - points(loser) > 50
    assert winner.sigma < NEWCOMER.sigma > loser.sigma
    assert (1, 1) == (winner.games, loser.games)


def test_a_draw_moves_unequal_players_together() -> None:
    """A draw leaves equals where they are, and moves the stronger down and the weaker up."""
    assert [1500, 1500] == [points(skill) for skill in updated([NEWCOMER, NEWCOMER], [1, 1])]
    strong, weak = updated([Skill(30, 3, 20), Skill(20, 3, 20)], [1, 1])
    assert strong.mu < 30
    assert weak.mu > 20


def test_three_and_four_are_ranked() -> None:
    """In games for three and four, newcomers come out in the order of their places, those who share one alike."""
    first, second, third, fourth = (skill.mu for skill in updated([NEWCOMER] * 4, [1, 2, 3, 4]))
    assert first > second > third > fourth
    one, other, last = (skill.mu for skill in updated([NEWCOMER] * 3, [1, 1, 3]))
    assert one == other > last


@given(st.lists(st.tuples(st.floats(0, 50), st.floats(1, 9), st.integers(1, 4)), min_size=2, max_size=4))
def test_the_order_of_the_seats_does_not_matter(players: list[tuple[float, float, int]]) -> None:
    """What a game does to a skill depends on skills and places, not on who sits where; a win never costs anything."""
    skills, ranks = [Skill(mu, sigma, 3) for mu, sigma, _ in players], [place for *_, place in players]
    straight = updated(skills, ranks)
    turned = updated(skills[::-1], ranks[::-1])[::-1]
    for one, other in zip(straight, turned, strict=True):
        assert one.mu == pytest.approx(other.mu)
        assert one.sigma == pytest.approx(other.sigma)
    if ranks.count(min(ranks)) == 1:
        winner = ranks.index(min(ranks))
        assert straight[winner].mu >= skills[winner].mu


def test_provisional_until_ten() -> None:
    """A rating is provisional until its tenth game."""
    assert ["1500?", "1500?", "1500"] == [rating(Skill(25, 8, games)) for games in (0, 9, 10)]


async def all_ratings(database: Database) -> list[tuple[object, ...]]:
    return await database.rows("SELECT * FROM ratings ORDER BY 1, 2")


async def ladder(club: Club, family: str = "hexeh", guild: int = HERE.guild) -> list[tuple[str, int, int]]:
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


def _nothing(*_: object) -> Unit:
    """Write nothing with a game's end."""

    async def written(_: object) -> None:
        pass

    return written


async def test_games_that_waited_are_rated_in_the_order_of_their_ends(club: Club) -> None:
    """Games that ended while nobody rated are settled once each, in the order of their ends."""
    club.games.play.ending = _nothing
    first, second = await club.begin(ANN, BEN), await club.begin(ANN, BEN)
    await club.end(second, "2")
    await club.end(first, "1")
    await club.standings.settle()
    rows = await club.database.rows("SELECT game FROM outcomes ORDER BY number")
    assert [row[0] for row in rows] == [second, first]
    rated = await all_ratings(club.database)
    await Club(club.database).standings.settle()
    assert await all_ratings(club.database) == rated


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
        table, mover = await club.games.tables.find(number), (ANN, BEN)[ply % 2]
        await club.games.play.act(table, mover, partial(_moving, move))
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
    """A player who has changed names is shown by the latest in that server."""
    await club.played(ANN, BEN)
    await club.played(Player(ANN.id, "Queen of the Other Club"), BEN, place=ELSEWHERE)
    assert [name for name, *_ in await ladder(club)] == ["Ann", "Ben"]
    await club.played(Player(ANN.id, "Anna"), BEN)
    assert [name for name, *_ in await ladder(club)] == ["Anna", "Ben"]


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


GUILD, FAMILY = 7, "hexeh"


def merit(skill: Skill) -> tuple[bool, float]:
    """The established come before the provisional, then counts the lower end of what a rating may be."""
    return skill.games >= ESTABLISHED, skill.mu - DEVIATIONS * skill.sigma


async def rate(store: Database, player: int, skill: Skill) -> None:
    """Write a rated game of a player's, after which their skill is this."""
    game = 1 + ((await store.rows("SELECT coalesce(max(number), 0) FROM games"))[0][0])
    await store.rows(
        "INSERT INTO games (number, guild, channel, variant, edition, options, stage, challenger, created)"
        " VALUES (?, ?, 1, 'hexeh', 1, '{}', 'over', 1, 0)",
        game,
        GUILD,
    )
    await store.rows("INSERT INTO outcomes VALUES (?1, ?1, ?2, ?3, 'rated')", game, GUILD, FAMILY)
    await store.rows("INSERT INTO placings VALUES (?, 1, ?, ?, 1, 'won')", game, player, f"player {player}")
    await store.rows("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", game, player, GUILD, FAMILY, *skill)


def skill(chance: random.Random) -> Skill:
    """Draw a skill; some are below 0 at the lower end of their margin, and some are equal."""
    if not chance.randrange(4):
        return Skill(22.5, 7.25, 1)
    return Skill(round(chance.uniform(5, 40), 2), round(chance.uniform(0.5, 8.4), 2), chance.randrange(1, 20))


async def test_everybody_has_the_place_of_their_merit(club: Club) -> None:
    """Whatever games, resets and departures there were, the order is that of merit, and each place the one in it."""
    chance, skills = random.Random(17), dict[int, Skill]()  # noqa: S311 - no secret
    store, book = club.database, RatingStore(club.database)
    for _ in range(150):
        player = chance.randrange(1, 60)
        skills[player] = skill(chance)
        await rate(store, player, skills[player])
        if not chance.randrange(25):
            gone = chance.choice(list(skills))
            await store.rows("DELETE FROM skills WHERE player = ?", gone)
            del skills[gone]
    order = sorted(sorted(skills), key=lambda each: merit(skills[each]), reverse=True)
    found = await book.leaders(GUILD, FAMILY)
    assert order[:20] == [each.player.id for each in found]
    assert [skills[player] for player in order[:20]] == [each.skill for each in found]
    places = [(await book.leaders(GUILD, FAMILY, 0, player))[0].place for player in order]
    assert list(range(1, len(order) + 1)) == places
    assert await book.leaders(GUILD, FAMILY, 0, 99) == []
    assert await book.families(GUILD) == [FAMILY]
    await book.reset(GUILD, FAMILY)
    assert await book.families(GUILD) == []
