"""The text above boards, in many positions of all games: short, without codes where no die is rolled, within limits."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.discord_ui.channel.boards import board_text
from bot.discord_ui.channel.messages import mention
from bot.discord_ui.components.items import board_items
from bot.discord_ui.components.screens import Screen, attachment
from bot.games import Table
from bot.store import Player, StoredGame, referee
from bot.text.games import rolls_dice, shrunk
from engine.play.commands import Resign
from engine.play.game import new_game
from engine.play.proposals import KINDS
from engine.play.state import Proposal, State
from engine.variants import COMBAT, GAMES, variant_of
from tests.engine.support import after, clock_of, control_of, done, random_fights, random_game

NAMES = ("ann", "bob", "cyd", "dan")
WORDS, SMALL = 25, 12
"""The words that may stand above a board, and in its small print."""
SEAL = re.compile(r"[0-9a-f]{4}(?: [0-9a-f]{4}){3}$")


def at_table(state: State, shown: int = 0, level: int | None = None, **more: object) -> Table:
    """Seat people at a game that is under way; with a level the bot has the last seat."""
    seats = {seat.number: Player(seat.number, NAMES[seat.number - 1]) for seat in state.variant.seats}
    if level is not None:
        seats[len(seats)] = referee(level)
    game = StoredGame(
        number=1,
        variant=state.variant.key,
        stage="playing",
        turn=state.due,
        seats=seats,
        guild=1,
        channel=1,
        edition=1,
        options={},
        challenger=1,
        created=0,
        places=len(seats),
        commitment="ab" * 32,
        **{"rated": True, "shown": shown, **more},  # type: ignore[arg-type]
    )
    return Table(game, state)


def words(text: str) -> int:
    """How many words a reader sees; a time is "in 3 days", and the groups of a seal are one."""
    told = SEAL.sub("seal", re.sub(r"<t:\d+:R>", "in 3 days", text))
    return sum(any(character.isalnum() for character in word) for word in told.split())


@pytest.mark.parametrize("combat", ["off", "poly"])
@pytest.mark.parametrize("key", GAMES)
def test_few_words(key: str, combat: str) -> None:
    """At most 25 words stand above a board and 12 in its small print; a seal only where dice are rolled, as its end."""
    variant = variant_of(key, {COMBAT: combat})
    several, dice = len(variant.seats) > 2, rolls_dice(at_table(new_game(variant)).game, variant)
    for seed in range(2):
        for state in (random_fights if variant.combat else random_game)(variant, seed, 90):
            table = at_table(state, max(0, state.sequence - 1))
            above, small = board_text(table).split("\n-# ")
            assert words(above) <= WORDS, above
            assert words(f"<t:1:R> · {small}") <= SMALL, small
            assert bool(SEAL.search(small)) is dice
            assert dice or not re.search(r"[0-9a-f]{6}", small)
            assert bool(SEAL.search(shrunk(table, table.game))) is dice
            if several and state.result is None and len(state.remaining) > 2:
                assert re.match(r"### <@\d> \(\w+\) to move · next <@\d>$", above.split("\n")[0])
                assert small.count("–") == 0


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("", "### Your move, <@1>\nGame on, <@1> and <@2>!\n-# Hexeh #1 · ann – bob · rated"),
        (
            "b1c6",
            (
                "### Your move, <@2>\n**Tbxc6** – the traveler takes your prowler and **attacks your empress**.\n"
                "-# Hexeh #1 · ann – bob · rated"
            ),
        ),
        (
            "b1c6 d7c6 a1a2",
            (
                "### Your move, <@2>\n**Ga2** – the guard moves from a1 to a2. **Your empress is attacked**.\n"
                "-# Hexeh #1 · ann – bob · rated"
            ),
        ),
    ],
)
def test_a_board(moves: str, text: str) -> None:
    """Whose move it is, what was played and what it did, and a line of small print."""
    state = after(moves)
    assert text == board_text(at_table(state, state.sequence - 1))


@pytest.mark.parametrize(("moves", "text"), [("", "### I'm thinking…"), ("b1c6 d7c6", "takes my traveler")])
def test_the_bot_says_i(moves: str, text: str) -> None:
    state = after(moves)
    table = at_table(state)
    seats = {1: referee(2), 2: Player(2, "bob")}
    assert text in board_text(Table(replace(table.game, seats=seats), state))


def test_an_attack_on_the_bot() -> None:
    """An attack by another piece than the one that has just moved is a sentence of its own."""
    state = after("b1c6 d7c6 a1a2")
    assert "a1 to a2. **My empress is attacked**." in board_text(at_table(state, state.sequence - 1, level=2))


def test_the_end() -> None:
    """The heading says who won, a sentence how."""
    table = at_table(done(after("b1c3"), Resign(2)))
    assert board_text(table) == "## <@1> wins\n<@2> resigns, after 1 move.\n-# Hexeh #1"


@pytest.mark.parametrize("key", [key for key, entry in GAMES.items() if len(variant_of(key).seats) in {2, 4}])
def test_the_fullest_screen_fits(key: str) -> None:
    """A board with long names, dice, a clock, every proposal and all spectators keeps to Discord's limits."""
    variant = variant_of(key, {COMBAT: "poly"})
    *_, state = random_fights(variant, 1, 40)
    offers = tuple(Proposal(kind, state.sequence, variant.seats[0].number, frozenset({1})) for kind in KINDS)
    full = replace(state, proposals=offers, result=None)
    table = at_table(full, 0)
    seats = {seat: Player(10**18 + seat, "W" * 32) for seat in table.game.seats}
    table = Table(replace(table.game, seats=seats), full)
    watching = " ".join(mention(Player(10**18 + number, "")) for number in range(20))
    text = board_text(table, small=[f"👀 {watching}"])
    screen = Screen(text, board_items(table), [attachment(b"", "board.png"), attachment(b"", "end.png")], colour=1)
    assert screen.total_children_count <= 40
    assert screen.content_length() <= 4000


def test_a_clock() -> None:
    """The small print says when the running clock runs out, as Discord tells each reader."""
    state = new_game(variant_of("hexeh"), control=control_of("3d/move"))
    running = replace(state, clock=clock_of(state)._replace(running=1, since=1000, started=True))
    assert board_text(at_table(running)).endswith(f" · ⏳ <t:{1 + 3 * 24 * 3600}:R>")
