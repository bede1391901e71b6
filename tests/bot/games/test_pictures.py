"""Pictures of games: who plays, what is said in their place, and that nobody waits for them without end."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from unittest.mock import patch

import pytest

from bot.games import Table, pictures
from bot.games.pictures import (
    ALT_TEXT,
    PictureSubject,
    alternative,
    attacks_in_words,
    caption,
    marked,
    opening,
    person_of,
    shown,
)
from bot.games.ratings import ESTABLISHED
from bot.games.settings import Viewer
from bot.store import Player, Skill, Standing, referee
from bot.store.games import FORMER
from engine.clocks.control import DAY, HOUR, MINUTE, SECOND, in_short, read_control
from engine.model.position import bits
from engine.model.refusal import granted
from engine.movement.generator import threats
from engine.play.clock import Clock
from engine.play.commands import Resign
from engine.play.game import new_game
from engine.variants import GAMES, variant_of
from renderer import Person, marks_of
from tests.bot.support.league import ANN, BEN, CAT, Club
from tests.engine.support import CHESS, HEXEH_POLY, WINDING, after, done, from_fen, random_fights, random_game
from tests.suites import spread


async def test_names_and_ratings(club: Club) -> None:
    """A rated game tells the ratings of those who have one, marked while it is provisional, by one question for all."""
    for _ in range(ESTABLISHED):
        await club.played(ANN, BEN)
    await club.played(ANN, CAT)
    table = await club.games.tables.find(await club.begin(ANN, CAT))
    with patch.object(club.database, "rows", wraps=club.database.rows) as asked:
        people = await club.games.company.at(table)
    assert asked.call_count == 1
    assert (people[1].name, people[2].name) == ("Ann", "Cat")
    assert people[1].rating.isdecimal()
    assert people[2].rating.rstrip("?").isdecimal()
    assert people[2].rating.endswith("?")


async def test_no_ratings_where_none_counts(club: Club) -> None:
    """An unrated game tells names alone, and asks nothing; so does a newcomer's first."""
    await club.played(ANN, BEN)
    casual = await club.games.tables.find(await club.begin(ANN, BEN, rated=False))
    with patch.object(club.database, "rows", wraps=club.database.rows) as asked:
        assert await club.games.company.at(casual) == {1: Person("Ann"), 2: Person("Ben")}
    assert not asked.call_count
    other = await club.games.tables.find(await club.begin(CAT, ANN, variant="chess"))
    assert (await club.games.company.at(other))[1] == Person("Cat")


def test_the_bots_level_stands_where_ratings_do() -> None:
    """The bot is shown by a short name, with its level in place of a rating, so that neither is cut."""
    assert Person("Hexmarshal", "level 3", "2d") == person_of(referee(3), clock="2d")
    assert Person("Ann, level 3", "1604") == person_of(Player(1, "Ann, level 3"), "1604")


async def test_former_players_and_challenges(club: Club) -> None:
    """Who was forgotten is a former player without a rating; a challenge names nobody."""
    table = await club.games.tables.find(await club.played(ANN, BEN))
    for name in ("", FORMER):
        game = replace(table.game, seats={1: Player(-1, name), 2: BEN})
        assert (await club.games.company.at(Table(game, table.state)))[1] == Person(FORMER)
    asked = Table(replace(table.game, stage="open", seats={0: ANN}), table.state)
    assert await club.games.company.at(asked) == {}


@pytest.mark.parametrize(
    ("time", "left", "words"),
    [
        ("3d/move", 3 * DAY, "3d/move"),
        ("3d/move", 2 * DAY + 4 * HOUR + 59 * MINUTE, "2d 4h"),
        ("7d+1d max 10d", 7 * DAY, "7d"),
        ("10m+5s", 9 * MINUTE + 41 * SECOND + 999, "9m 41s"),
        ("10m+5s", 10 * MINUTE, "10m"),
        ("10m+5s", 7, "0s"),
    ],
)
def test_clocks(time: str, left: int, words: str) -> None:
    """A clock tells what was left when it was last set, the whole of a time per move by that name."""
    assert shown(Clock(granted(read_control(time)), (0, left, left), started=True, running=1, since=5), 1) == words
    assert in_short(left, 4).split(" ")[0] == in_short(left).split(" ")[0]


def standing(number: int, name: str) -> Standing:
    return Standing(Player(number, name), "hexeh", Skill(30 - number / 10, 2.0, 12), number)


async def test_the_asker_stands_below_the_best() -> None:
    """Fifteen places are drawn, and the asker's own; words tell them, without what cannot be seen, and not for ever."""
    found = [standing(number, f"player\u202e {number} " + "x" * 80) for number in range(1, 40)]
    shown = [*found[:20], found[-1]]
    short, long = [await pictures.leaders("Hexeh", shown, own, Viewer()) for own in (None, found[-1].player)]
    assert short is not None
    assert long is not None
    assert len(short.png) < len(long.png) < 100_000
    assert short.words.startswith("The leaderboard of Hexeh as bars: 1. player 1 ")
    assert "\u202e" not in short.words
    assert len(short.words) <= ALT_TEXT
    assert short.words.endswith("…")


async def test_a_picture_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes too long is left out."""
    monkeypatch.setattr(pictures, "DRAWING_TIMEOUT_S", 0.05)
    monkeypatch.setattr(pictures, "leaderboard", lambda *_: time.sleep(0.4))
    began = time.monotonic()
    assert await pictures.leaders("Hexeh", [standing(1, "Ana")], None, Viewer()) is None
    assert time.monotonic() - began < 0.35


GAME = PictureSubject("game 14", 7)


def test_what_one_sees_first() -> None:
    """The game, the last move, whose turn it is; then the pieces by side."""
    state = after("b1c3 f5e4 c3c6")
    assert opening(state, PictureSubject("game 14", 2)) == [
        "Hexeh game 14 after Red's move 2.",
        "Red's traveler on c3 took the prowler on c6.",
        "Blue to move.",
    ]
    assert caption(state, PictureSubject("game 14", 2)) == "game 14 · 2. Tcxc6"
    assert caption(after("b1c3 f5e4"), PictureSubject("game 14", 1)) == "game 14 · 1. … Tfe4"
    assert alternative(state, GAME, []).partition(" to move. ")[2].startswith("Red: empress d1;")


def test_checks_and_results() -> None:
    """A check is told behind the turn, a result in its place, fights by the name of the game."""
    assert opening(from_fen("4k3/8/8/8/8/8/8/K3R3 b - - 0 1"))[-2:] == [
        "Black to move.",
        "Black is in check from the rook on e1.",
    ]
    assert opening(done(new_game(WINDING), Resign(1)))[-1] == "Blue wins by resignation."
    assert opening(new_game(HEXEH_POLY))[0] == "Hexeh with fights."


def test_marks() -> None:
    """Where a piece can go and what it can take come behind what one sees first."""
    state = from_fen("4k3/8/8/8/8/p7/8/R3K3 w - - 0 1")
    told = marked(state, marks_of(state, CHESS.board.cell("a1")))
    assert told == ["The rook on a1 can go to a2, b1, c1, d1, and can take the pawn on a3."]
    assert marked(state, marks_of(state, CHESS.board.cell("e8"))) == ["e8 holds Black's king."]
    stuck = new_game(CHESS)
    assert marked(stuck, marks_of(stuck, CHESS.board.cell("e1"))) == ["The king on e1 can go nowhere."]
    assert marked(state, marks_of(state, None)) == ["Pieces that can move: a1, e1."]
    placing = new_game(variant_of("imperial"))
    assert marked(placing, marks_of(placing, None)) == ["Pieces can be placed on e1, e2, e3, e5, e6, e7."]


def test_threats() -> None:
    """Of each side it is told which of its pieces are attacked, by how many, and how they are guarded."""
    state = from_fen("4k3/8/8/3p4/4P3/5P2/8/4K3 w - - 0 1")
    found = threats(state.movement, state.position, 1)
    assert attacks_in_words(state, found, 1) == [
        "White's pieces attacked: pawn e4 (by 1, guarded by 1).",
        "Black's pieces attacked: pawn d5 (by 1).",
    ]
    calm = new_game(CHESS)
    assert attacks_in_words(calm, threats(calm.movement, calm.position, 2), 2) == ["No piece is attacked."]


@pytest.mark.parametrize("key", spread(4, GAMES))
def test_in_any_game(key: str) -> None:
    """In any position it begins with the game and its last move, fits, names every piece, and bears no markup."""
    for variant in (variant_of(key), variant_of(key, {"combat": "poly"})):
        play = random_fights if variant.combat else random_game
        for state in list(play(variant, 3, 40))[::8]:
            seat = state.turn
            more = [
                [],
                marked(state, marks_of(state, None)),
                attacks_in_words(state, threats(state.movement, state.position, seat), seat),
            ]
            for words in (alternative(state, GAME, each) for each in more):
                assert len(words) <= ALT_TEXT
                assert re.match(r"[\w ()':,-]+ game 14 after (\w+'s )?move 7\. ", words)
                assert not re.search(r"[@*_`<>\[\]|~\n]", words)
                assert state.result or f"{variant.seat(seat).name} to move." in words
            whole = alternative(state, GAME, [])
            cells = [variant.board.names[cell] for cell in bits(state.position.pieces[0])]
            assert whole.endswith("…") or all(f" {cell}" in whole for cell in cells)
