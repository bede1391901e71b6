"""Challenges: made, accepted, declined, withdrawn, and the wishes they carry."""

from __future__ import annotations

import asyncio
import hashlib
import re

import pytest

from bot.app import Referee
from engine.dice import commitment as chain
from engine.play.events import Drawn, Opened, Revealed
from engine.variants import GAMES
from tests.bot.support.parties import edited
from tests.bot.support.people import (
    Pair,
    button,
    challenge,
    games_of,
    is_board,
    labels,
    let_secret_be,
    says,
    secret_giving,
    settled,
    told,
    untouched,
)
from tests.wire import Standin, Typing

pytestmark = pytest.mark.usefixtures("referee")


async def test_anyone_accepts_an_open_challenge(discord_: Standin) -> None:
    """An open challenge pings nobody, has no Decline, and begins with whoever accepts it."""
    alice, carol = discord_.human("alice"), discord_.human("carol")
    message = await challenge(alice, side="Red")
    assert not message.pinged
    assert f"{alice.mention} challenges anyone here" in message.content
    assert labels(message) == ["Accept", "Rules", "How pieces move", "Withdraw"]
    outcome = await carol.press(message, "Accept")
    assert await told(outcome) == "Game #1 begins. alice (Red) to move."
    board = await discord_.channel().wait_for(is_board, after=message)
    assert f"#1 Hexeh: Red {alice.mention} – Blue {carol.mention}" in board.content
    assert board.pinged.users == {alice.id, carol.id}
    assert labels(message) == []


async def test_who_accepts_and_moves_first_is_addressed(discord_: Standin) -> None:
    """Whoever accepts is told "your" of their own first move, not their name."""
    message = await challenge(discord_.human("alice"), side="Blue")
    accepted = await discord_.human("carol").press(message, "Accept")
    assert await told(accepted) == "Game #1 begins. It is your move (Red)."


async def test_two_accept_at_once(discord_: Standin, referee: Referee) -> None:
    """Of two who accept an open challenge at the same moment one plays, and the other is told that it is gone."""
    alice, carol, dave = (discord_.human(name) for name in ("alice", "carol", "dave"))
    message = await challenge(alice)
    outcomes = await asyncio.gather(carol.press(message, "Accept"), dave.press(message, "Accept"))
    answers = sorted([await told(outcome) for outcome in outcomes])
    assert answers[0] == "Challenge #1 is no longer open. Start a new one with /play."
    assert answers[1].startswith("Game #1 begins.")
    (game,) = await games_of(referee)
    assert len({player.id for player in game.seats.values()} & {carol.id, dave.id}) == 1
    await discord_.channel().wait_for(is_board, after=message)


async def test_a_challenge_to_bob_is_not_carols(discord_: Standin, referee: Referee) -> None:
    """Only the one invited accepts or declines a challenge; others are told so in private."""
    alice, bob, carol = discord_.human("alice"), discord_.human("bob"), discord_.human("carol")
    message = await challenge(alice, opponent=bob)
    async with untouched(discord_, referee):
        for label in ("Accept", "Decline"):
            answer = await told(await carol.press(message, label))
            assert answer == "Challenge #1 is for somebody else. Start your own with /play."


async def test_ones_own_challenge(discord_: Standin, referee: Referee) -> None:
    """Nobody accepts or declines a challenge of their own."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice, opponent=bob)
    async with untouched(discord_, referee):
        answer = await told(await alice.press(message, "Accept"))
        assert answer == "That challenge is your own. Wait for somebody else to accept it, or withdraw it."
        answer = await told(await alice.press(message, "Decline"))
        assert answer == "Challenge #1 is for somebody else. Start your own with /play."


async def test_declining(discord_: Standin, referee: Referee) -> None:
    """The one invited declines; the challenge says so, loses its buttons and card, and cannot be accepted any more."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice, opponent=bob)
    accept = button(message, "Accept")
    await bob.press(message, "Decline")
    await edited(message, "declines")
    assert message.content == f"**#1 Hexeh**: {bob.mention} declines {alice.mention}'s challenge."
    assert (message.buttons, message.embeds, message.attachments) == ((), (), ())
    async with untouched(discord_, referee):
        answer = await told(await bob.press(message, custom_id=accept))
        assert answer == "Challenge #1 is no longer open. Start a new one with /play."
    assert [game.stage for game in await games_of(referee)] == ["void"]


async def test_withdrawing(discord_: Standin, referee: Referee) -> None:
    """Only the challenger withdraws a challenge; its buttons vanish, and old ones say that it is gone."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice, opponent=bob)
    gone = {label: button(message, label) for label in labels(message)}
    async with untouched(discord_, referee):
        answer = await told(await bob.press(message, "Withdraw"))
        assert answer == "Only the challenger can withdraw the challenge."
    await alice.press(message, "Withdraw")
    await edited(message, "withdraws")
    assert message.content == f"**#1 Hexeh**: {alice.mention} withdraws the challenge."
    assert message.buttons == ()
    async with untouched(discord_, referee):
        for who, label in ((bob, "Accept"), (bob, "Decline"), (alice, "Withdraw")):
            answer = await told(await who.press(message, custom_id=gone[label]))
            assert answer == "Challenge #1 is no longer open. Start a new one with /play."


async def test_a_game_that_never_began(discord_: Standin, referee: Referee) -> None:
    """Commands to an open challenge say that it waits; to a withdrawn one they do not, and no command fails."""
    alice = discord_.human("alice")
    message = await challenge(alice)
    async with untouched(discord_, referee):
        answer = await told(await alice.slash("move", notation="Tbc3", game="1"))
        assert answer == "Game #1 has not begun: nobody has accepted its challenge yet."
        for command in ("board", "board piece:all", "record get"):
            answer = await told(await alice.slash(command, game="1"))
            assert "went wrong" not in answer, command
    await alice.press(message, "Withdraw")
    await edited(message, "withdraws")
    async with untouched(discord_, referee):
        for command in ("move", "game resign", "board", "record get"):
            extra = {"notation": "Tbc3"} if command == "move" else {}
            answer = await told(await alice.slash(command, game="1", **extra))
            assert "nobody has accepted" not in answer, command
            assert "went wrong" not in answer, command


async def test_accepted_before_it_is_noted(discord_: Standin, referee: Referee) -> None:
    """A challenge accepted before its posting is noted begins with a board all the same, and loses its buttons."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    hold = discord_.delay("POST", "/messages", effective=True)
    await alice.slash("play", game="hexeh", opponent=bob, side="Red")
    await hold.reached()
    message = await discord_.channel().wait_for(lambda m: bool(m.buttons))
    accepted = await bob.press(message, "Accept")
    assert (await told(accepted)).startswith("Game #1 begins.")
    hold.release()
    board = await discord_.channel().wait_for(is_board, after=message)
    await settled(referee)
    assert board.pinged.users == {alice.id, bob.id}
    assert labels(message) == []


async def test_opponents_that_cannot_be(discord_: Standin, referee: Referee) -> None:
    """A challenge to a bot or to oneself is refused, and nothing is posted."""
    alice = discord_.human("alice")
    async with untouched(discord_, referee):
        answer = await told(await alice.slash("play", game="hexeh", opponent=discord_.robot()))
        assert (
            answer
            == "Bots do not play, except me. Challenge me or a person, or leave the opponent out to let anyone in."
        )
        answer = await told(await alice.slash("play", game="hexeh", opponent=alice))
        assert answer == "You cannot challenge yourself. Leave the opponent out to let anyone in."


@pytest.mark.parametrize(
    ("wishes", "answer"),
    [
        ({"game": "zebra"}, f"There is no game 'zebra'; the games are {', '.join(GAMES)}."),
        (
            {"game": "hexeh", "options": "dice=d6"},
            "Hexeh has no option 'dice'; its options are travelers and combat.",
        ),
        ({"game": "hexeh", "options": "combat=d20"}, "Combat can be off, poly or d6, not 'd20'."),
        ({"game": "hexeh", "options": "travelers=lost"}, "Travelers can be winding or straight, not 'lost'."),
        (
            {"game": "chess", "options": "goal=hill combat=poly"},
            "Goal=hill is not played with fights; choose combat=off, or goal=mate.",
        ),
        ({"game": "hexeh", "options": "straight"}, "'straight' is not written name=value."),
        ({"game": "hexeh", "options": "combat=off", "fights": "poly"}, "combat is given twice."),
        ({"game": "hexeh", "side": "Green"}, "The sides are Red or Blue, or random."),
    ],
)
async def test_wishes_that_cannot_be(discord_: Standin, referee: Referee, wishes: dict[str, str], answer: str) -> None:
    """An unknown game, option, value or side is refused in words that name what there is."""
    async with untouched(discord_, referee):
        assert await told(await discord_.human("alice").slash("play", **wishes)) == answer


@pytest.mark.parametrize(("side", "seats"), [("Red", ("alice", "bob")), ("blue", ("bob", "alice"))])
async def test_a_side_is_honoured(discord_: Standin, referee: Referee, side: str, seats: tuple[str, str]) -> None:
    """The challenger plays the side asked for, in whatever letter case."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice, opponent=bob, side=side)
    assert message.content.splitlines()[0].endswith(f"challenges {bob.mention}, playing as {side.title()}.")
    await bob.press(message, "Accept")
    await discord_.channel().wait_for(is_board, after=message)
    (game,) = await games_of(referee)
    assert tuple(player.name for player in game.seats.values()) == seats


@pytest.mark.parametrize(("seat", "red"), [(1, "alice"), (2, "bob")])
@pytest.mark.parametrize("side", [None, "random"])
async def test_sides_are_drawn(
    discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch, side: str | None, seat: int, red: str
) -> None:
    """Without a side, or with a random one, the first roll of the game's committed dice is the challenger's seat."""
    secret = secret_giving(lambda dice: dice(0, 2) == (seat,))
    let_secret_be(monkeypatch, secret)
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice, opponent=bob, side=side)
    first, _, _, commitment = message.content.splitlines()
    assert first.endswith(f"challenges {bob.mention}.")
    assert commitment.endswith(f": {hashlib.sha256(secret).hexdigest()}")
    await bob.press(message, "Accept")
    board = await discord_.channel().wait_for(is_board, after=message)
    assert f"Red {discord_.human(red).mention}" in board.content
    _, event, _ = await referee.controller.games.ledger.events(1)
    assert (event.actor, event.what) == (0, Drawn("seats", 2, seat))


async def test_drawn_sides_follow_from_the_secret(discord_: Standin, referee: Referee) -> None:
    """Every drawn side is what the secret gives that is revealed at the end, which no text tells of."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    seats = set()
    for number in range(1, 13):
        message = await challenge(alice, number=number, opponent=bob)
        await bob.press(message, "Accept")
        await discord_.channel().wait_for(says(f"#{number} ", "to move"), after=message)
        sure = await (await bob.slash("game resign", game=str(number))).reply()
        assert await told(await bob.press(sure, "Yes, resign")) == ""
        last = await discord_.channel().wait_for(says(f"#{number} ", "Game over."), after=message)
        assert "dice" not in " ".join([last.content, *labels(last)])
        game = (await games_of(referee))[number - 1]
        what = [event.what for event in await referee.controller.games.ledger.events(number)]
        assert isinstance(what[-1], Revealed)
        began = chain.new_chain("dice 2\nhexeh@1\n\n\nnone")
        began = chain.linked(began, f"message {message.id}")
        (seat,) = chain.linked_roll(bytes.fromhex(what[-1].secret), f"game {number}", began, 0, (2,))
        assert what[:2] == [Opened(message.id), Drawn("seats", 2, seat)]
        assert (alice.id, bob.id) == (game.seats[seat].id, game.seats[3 - seat].id)
        seats.add(seat)
    assert seats == {1, 2}


async def test_a_challenge_shows_its_commitment(discord_: Standin, referee: Referee) -> None:
    """Every challenge shows the SHA-256 of a secret of its own, before anybody has accepted it."""
    shown = []
    for number in (1, 2, 3):
        message = await challenge(discord_.human("alice"), number=number)
        (line,) = re.findall(r"\n-# Dice commitment \(SHA-256\): ([0-9a-f]{64})$", message.content)
        assert line == hashlib.sha256(await referee.controller.games.ledger.secret(number)).hexdigest()
        shown.append(line)
    assert len(set(shown)) == 3


async def test_options_are_played(discord_: Standin) -> None:
    """An option chosen rules the game: a traveler that may not turn does not get from f1 to c3."""
    pair = await Pair.seated(discord_, options="travelers=straight")
    assert "#1 Hexeh (travelers: straight)" in pair.board.content
    assert "not legal" in await told(await pair.red.slash("move", notation="Tfc3"))
    await pair.move("Tc3")
    assert says("Red: Tc3")(pair.board)


async def test_autocompletion(discord_: Standin) -> None:
    """Game, options and side are completed from what is typed so far."""
    alice = discord_.human("alice")
    offered = await alice.autocomplete("play", game="HEXE")
    assert [(choice.name, choice.value) for choice in offered] == [("Hexeh: start here, 15–30 minutes, easy", "hexeh")]
    assert await alice.autocomplete("play", game="zebra") == ()
    offered = await alice.autocomplete("play", game="hexeh", options="")
    assert [choice.value for choice in offered] == ["travelers=winding", "travelers=straight"]
    assert "the default" in offered[0].name
    offered = await alice.autocomplete("play", game="hexeh", options="travelers=s")
    assert [choice.value for choice in offered] == ["travelers=straight"]
    assert await alice.autocomplete("play", game="hexeh", options="travelers=straight t") == ()
    assert await alice.autocomplete("play", game="hexeh", options="c") == (), "fights have an option of their own"
    offered = await alice.autocomplete("play", game="glinski", options="go")
    assert [choice.value for choice in offered] == ["goal=mate", "goal=hill", "goal=three-check"]
    assert offered[1].name == "goal=hill (how the game is won)"
    offered = await alice.autocomplete("play", game="hexeh", side="")
    assert [choice.value for choice in offered] == ["random", "Red", "Blue"]
    offered = await alice.autocomplete("play", game="hexeh", side="bl")
    assert [choice.value for choice in offered] == ["Blue"]
    offered = await alice.autocomplete("play", side=Typing(""))
    assert [choice.value for choice in offered] == ["random"]
