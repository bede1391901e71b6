"""Games against the referee: begun at once, moved in by itself, for two and for more; it never rolls or is pinged."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Terms
from bot.store import referee as referee_at
from engine.lookahead.search import LEVELS
from engine.model.position import long_form
from engine.play.events import Barred
from engine.variants import variant_of
from tests.bot.support.minds import FirstMove
from tests.bot.support.parties import edited, fill
from tests.bot.support.people import games_of, is_board, labels, moves_of, says, settled, shown, told, untouched
from tests.wire import Human, Message, Standin, running

THINKING = "The referee, level 2 (Blue), is thinking."


async def begin(who: Human, standin: Standin, number: int = 1, **wishes: object) -> Message:
    """Play the referee, whatever is not said; the newest board."""
    options = {"game": "hexeh", "opponent": standin.bot, "clock": "none", "side": "1", **wishes}
    answer = await told(await who.slash("play", **options))
    assert answer.startswith(f"Game #{number} begins. "), answer
    return await who.place.wait_for(lambda m: f"#{number} " in m.content and is_board(m))


async def turn_of(who: Human, board: Message) -> Message:
    """Wait for the board on which somebody is to move."""
    return await who.place.wait_for(
        lambda m: is_board(m) and f"{who.mention} (" in m.content and ") to move" in m.content, after=board, timeout=30
    )


# ---- a game for two


async def test_it_plays(discord_: Standin, referee: Referee) -> None:
    """A game against the referee begins with the command and is unrated; a process of its own answers each move."""
    alice = discord_.human("alice")
    board = await begin(alice, discord_, level=1)
    assert f"Red {alice.mention} – Blue the referee, level 1**, unrated" in board.content
    assert board.pinged.users == {alice.id}
    await told(await alice.slash("move", notation="f1g2"))
    board = await turn_of(alice, board)
    assert board.pinged.users == {alice.id}
    await referee.controller.games.opponent.idle()
    assert len(await moves_of(referee)) == 2
    (game,) = await games_of(referee)
    assert (game.rated, game.seats[2]) == (False, referee_at(1))
    assert "the referee, level 1" in (await shown(await alice.slash("games"))).content
    assert await referee.controller.games.ledger.thinking() == []


async def test_while_it_thinks(discord_: Standin, referee: Referee) -> None:
    """The board says that the referee is thinking, and after how many other games; nobody nudges it."""
    mind = FirstMove.of(referee)
    mind.let.clear()
    alice, bob = discord_.human("alice"), discord_.human("bob")
    first = await begin(alice, discord_, side="2")
    assert "The referee, level 2 (Red), is thinking." in first.content
    listed = (await shown(await alice.slash("games"))).content
    assert "1 Hexeh vs the referee, level 2, the referee is thinking" in listed
    second = await begin(bob, discord_, 2, side="2")
    assert "-# I think about 1 other game first." in (await bob.place.wait_for(lambda m: m.id == second.id)).content
    async with untouched(discord_, referee):
        nudged = await told(await alice.slash("game nudge", game="1"))
    assert nudged == "Game #1 waits for me, and I am thinking. I move as soon as I have found something."
    mind.let.set()
    await turn_of(alice, first)
    await turn_of(bob, second)
    assert [len(mind.asked), await moves_of(referee, 1)] == [2, await moves_of(referee, 2)]


async def test_a_stale_thought(discord_: Standin, referee: Referee) -> None:
    """A thought about a position that a takeback has changed meanwhile is discarded; the new one is thought about."""
    mind = FirstMove.of(referee)
    mind.let.clear()
    alice = discord_.human("alice")
    await begin(alice, discord_)
    for move in ("f1g2", "f1e3"):
        await told(await alice.slash("move", notation=move))
        if move == "f1g2":
            assert "take back" in await told(await alice.slash("game takeback"))
    mind.let.set()
    await referee.controller.games.opponent.idle()
    asked = [long_form(variant_of("hexeh").board, each.question.last) for each in mind.asked if each.question.last]
    assert asked == ["f1g2", "f1e3"]
    *_, undone, second, answer = await moves_of(referee)
    assert (undone, second) == ("TakenBack", "f1e3")
    assert answer[0] in "abcdefghi"


async def test_proposals(discord_: Standin, referee: Referee) -> None:
    """It agrees to take moves back, and declines an early draw, both at once."""
    FirstMove.of(referee)
    alice = discord_.human("alice")
    board = await begin(alice, discord_)
    await told(await alice.slash("move", notation="f1g2"))
    await turn_of(alice, board)
    answer = await told(await alice.slash("game draw", action="offer"))
    assert answer.startswith("You offer a draw. The referee, level 2 declines the draw.")
    await alice.place.wait_for(says("The referee, level 2 declines the draw."))
    answer = await told(await alice.slash("game takeback"))
    assert "take back" in answer
    await referee.controller.games.opponent.idle()
    assert (await moves_of(referee))[-1] == "TakenBack"


@pytest.mark.parametrize(("value", "claims"), [(-50, True), (0, True), (50, False)])
async def test_a_draw_is_claimed_where_it_is_better(
    discord_: Standin, referee: Referee, value: int, claims: bool
) -> None:
    """When the same position has come for the third time, the referee claims the draw unless it stands better."""
    mind = FirstMove.of(referee, value)
    mind.script = ["g8f6", "f6g8", "g8f6", "f6g8", "g8f6"]
    alice = discord_.human("alice")
    await begin(alice, discord_, game="chess")
    for move in ("g1f3", "f3g1", "g1f3", "f3g1", "g1f3"):
        await told(await alice.slash("move", notation=move))
        await referee.controller.games.opponent.idle()
    assert ("DrawClaimed" in await moves_of(referee)) is claims


async def test_a_level_for_all_places(discord_: Standin, referee: Referee) -> None:
    """With a level alone the referee takes every place left; where people are named, those that they leave."""
    FirstMove.of(referee)
    alice, bob = discord_.human("alice"), discord_.human("bob")
    board = await begin(alice, discord_, opponent=None, level=3, game="nd-wellisch-3", side="Red")
    assert board.content.count("the referee, level 3") >= 2
    (game,) = await games_of(referee)
    assert {game.seats[2], game.seats[3]} == {referee_at(3, 0), referee_at(3, 1)}
    said = await told(await alice.slash("play", game="nd-wellisch-3", opponent=bob, level=4, clock="none"))
    assert said == "You have made challenge #2."
    lobby = await alice.place.wait_for(lambda m: "#2 " in m.content and "Dice commitment" in m.content)
    assert "Side to be drawn: the referee, level 4" in lobby.content
    assert lobby.pinged.users == {bob.id}
    await fill(lobby, [bob])
    await edited(lobby, "starts the game")
    await told(await alice.press(lobby, "Start"))
    board = await alice.place.wait_for(lambda m: "#2 " in m.content and is_board(m))
    assert board.pinged.users == {alice.id, bob.id}


async def test_nobody_is_left(discord_: Standin, referee: Referee) -> None:
    """Where the last person leaves a game for three, the referee does not play on alone."""
    mind = FirstMove.of(referee)
    alice = discord_.human("alice")
    board = await begin(alice, discord_, opponent=None, level=1, game="nd-wellisch-3", side="Red")
    menu = await shown(await alice.slash("game resign", game="1"))
    await alice.press(menu, "Yes, resign")
    over = await alice.place.wait_for(lambda m: is_board(m) and "Game over." in m.content, after=board)
    assert "wins: last player standing" in over.content
    assert "Resigned" in await moves_of(referee)
    assert mind.asked == []


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        ({"rated": True}, "Games in which I play are unrated, so leave out rated."),
        ({"opponent": None, "rated": True, "hints": True}, "Games with hints are unrated, so leave out either"),
        ({"standing": True}, "A standing challenge is open to anyone, so name no opponent, or leave out standing."),
        ({"opponent2": "bob"}, "Hexeh is for 2 players, so name at most 1 besides yourself."),
        ({"opponent": "bob", "level": 3}, "Everybody you name takes a place, so none is left for me. Leave out"),
    ],
)
async def test_what_cannot_be(discord_: Standin, referee: Referee, wishes: dict[str, object], why: str) -> None:
    """Rated and standing games, and games without a place, are refused; nothing is posted."""
    alice = discord_.human("alice")
    named = {name: discord_.human("bob") if wish == "bob" else wish for name, wish in wishes.items()}
    options = {"game": "hexeh", "opponent": discord_.bot, **named}
    async with untouched(discord_, referee):
        assert (await told(await alice.slash("play", **options))).startswith(why)


async def test_a_host_without_processes(discord_: Standin, database: Path) -> None:
    """Where its host lets it not play, the referee says so."""
    async with running(Referee(database, Terms(thinkers=0))) as referee, untouched(discord_, referee):
        answer = await told(await discord_.human("alice").slash("play", game="hexeh", opponent=discord_.bot))
        assert answer.startswith("Whoever runs me lets me referee, but not play.")


async def test_levels_are_described(referee: Referee) -> None:
    """Each level is offered with what it is like."""
    play = next(command for command in referee.tree.get_commands() if command.name == "play")
    choices = next(o for o in play.to_dict(referee.tree)["options"] if o["name"] == "level")["choices"]
    assert [choice["value"] for choice in choices] == [level.number for level in LEVELS]
    assert all(level.text in choice["name"] for level, choice in zip(LEVELS, choices, strict=True))


# ---- where it came from, and goes on


async def test_a_rematch(discord_: Standin, referee: Referee) -> None:
    """A rematch against the referee begins with one press, the sides passed on."""
    FirstMove.of(referee)
    alice = discord_.human("alice")
    board = await begin(alice, discord_)
    await alice.press(await shown(await alice.slash("game resign", game="1")), "Yes, resign")
    over = await alice.place.wait_for(lambda m: is_board(m) and "Game over." in m.content, after=board)
    assert "Rematch" in labels(over)
    await alice.press(over, "Rematch")
    again = await turn_of(alice, over)
    assert f"Red the referee, level 2 – Blue {alice.mention}" in again.content


async def test_pointing_at_the_referee(discord_: Standin, referee: Referee) -> None:
    """Whoever points at the referee to challenge it chooses a game and plays."""
    FirstMove.of(referee)
    alice = discord_.human("alice")
    asked = await (await alice.point("Challenge", discord_.bot)).reply()
    assert (await told(await alice.choose(asked, "Which game?", "Hexeh"))).startswith("Game #1 begins. ")
    await turn_of(alice, asked)


async def test_the_first_game(discord_: Standin, referee: Referee) -> None:
    """A newcomer plays the referee at its lowest level by one press on the greeting."""
    FirstMove.of(referee)
    alice = discord_.human("alice")
    hello = await alice.say(f"{discord_.bot.mention} hello")
    greeting = await alice.place.wait_for(lambda m: m.reference is hello)
    await alice.press(greeting, "Play against me")
    await turn_of(alice, greeting)
    (game,) = await games_of(referee)
    assert (game.stage, game.rated, sorted(player.level for player in game.seats.values())) == (
        "playing",
        False,
        [0, 1],
    )


async def test_a_restart(discord_: Standin, database: Path) -> None:
    """A game in which the referee was to move goes on after a restart, once, with the same question."""
    alice = discord_.human("alice")
    async with running(Referee(database)) as referee:
        mind = FirstMove.of(referee)
        mind.let.clear()
        board = await begin(alice, discord_)
        await told(await alice.slash("move", notation="f1g2"))
        await alice.place.wait_for(says(THINKING), after=board)
        await settled(referee)
        (before,) = mind.asked
    async with running(Referee(database)) as referee:
        mind = FirstMove.of(referee)
        await referee.controller.games.opponent.idle()
        await turn_of(alice, board)
        games = referee.controller.games
        await games.opponent.catch_up()
        await games.opponent.idle()
        assert len(await moves_of(referee)) == 2
        assert await games.ledger.thinking() == []
        assert all(asked == before for asked in mind.asked)


# ---- dice


async def test_it_never_rolls(discord_: Standin, referee: Referee) -> None:
    """Where players roll, the referee is barred from it, and the beginning says so."""
    mind = FirstMove.of(referee)
    mind.let.clear()
    alice = discord_.human("alice")
    board = await begin(alice, discord_, fights="poly", rolls="player")
    assert "or the other side where that is me, since I could foresee the dice." in board.content
    events = await referee.controller.games.ledger.events(1)
    assert [event.what for event in events if isinstance(event.what, Barred)] == [Barred(2)]


# ---- seats taken over


async def test_it_takes_over(discord_: Standin, referee: Referee) -> None:
    """In a game for three the referee plays on for one who leaves, once the others agree; not in a game for two."""
    FirstMove.of(referee).let.clear()
    alice, bob, carol = (discord_.human(name) for name in ("alice", "bob", "carol"))
    said = await told(await alice.slash("play", game="nd-wellisch-3", opponent=bob, opponent2=carol, clock="none"))
    assert said == "You have made challenge #1."
    lobby = await alice.place.wait_for(lambda m: "#1 " in m.content and "Dice commitment" in m.content)
    await fill(lobby, [bob, carol])
    await edited(lobby, "starts the game")
    await told(await alice.press(lobby, "Start"))
    board = await alice.place.wait_for(lambda m: "#1 " in m.content and is_board(m))
    (game,) = await games_of(referee)
    variant = referee.controller.games.tables.variant(game)
    (seat,) = game.seats_of(bob.id)
    side = variant.seat(seat).name
    answer = await told(await alice.slash("game replace", seat=side, by=discord_.bot, level=3, game="1"))
    assert answer == "You have asked the referee, level 3. Nothing changes until all have agreed."
    question = await alice.place.wait_for(
        lambda m: "asks the referee, level 3, to play" in m.content and bool(m.buttons)
    )
    assert question.pinged.users == {bob.id, carol.id}
    assert labels(question) == ["Agree", "Decline"]
    await shown(await carol.press(question, "Agree"))
    assert (await shown(await bob.press(question, "Agree"))).content.startswith("Done. ")
    taken = await alice.place.wait_for(lambda m: is_board(m) and "The referee, level 3 plays" in m.content, after=board)
    assert ", unrated" in taken.content
    (game,) = await games_of(referee)
    assert (game.rated, game.seats[seat]) == (False, referee_at(3))
    other = await begin(alice, discord_, 2)
    assert other
    assert (await told(await alice.slash("game replace", seat="Red", by=discord_.bot, game="2"))).startswith(
        "I take over only in games for three or four"
    )
