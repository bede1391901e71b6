"""Draws: offered, accepted, declined, lapsed and claimed, by command and by button."""

from __future__ import annotations

import asyncio

import pytest

from bot.app import Referee
from tests.bot.support.people import (
    BOARD_BUTTONS,
    END_BUTTONS,
    STRANGER,
    Pair,
    button,
    labels,
    more,
    moves_of,
    says,
    shown,
    told,
    untouched,
)
from tests.wire import Message, Standin

QUIET = "G2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1 quiet={},{}"
OFFERED = "**#1** {0} offers a draw. {1}, do you accept?"
NO_OFFER = (
    "No draw offer is open: none was made, or it was declined, or it lapsed when somebody moved who had not agreed."
)


async def offered(pair: Pair, *, by_button: bool = False) -> Message:
    """Let Red offer a draw, and return the news of it."""
    outcome = await (
        more(pair.red, pair.board, "Offer draw") if by_button else pair.red.slash("game draw", action="offer")
    )
    assert await told(outcome) == ("" if by_button else "You offer a draw. It is your move (Red).")
    return await pair.channel.wait_for(says("do you accept?"), after=pair.board)


async def over(pair: Pair, how: str) -> None:
    """Wait for the last board, and check that nothing can be moved, offered or resigned there."""
    await pair.next_board()
    assert f"Game over. {how}" in pair.board.content
    assert labels(pair.board)[:3] == END_BUTTONS


@pytest.mark.parametrize("by_button", [False, True])
async def test_an_offer(pair: Pair, referee: Referee, *, by_button: bool) -> None:
    """A draw offer is posted with its answers and pings the other side alone; the board stays the newest."""
    news = await offered(pair, by_button=by_button)
    assert news.content == OFFERED.format(pair.red.mention, pair.blue.mention)
    assert news.pinged.users == {pair.blue.id}
    assert labels(news) == ["Accept draw", "Decline draw"]
    assert labels(pair.board) == BOARD_BUTTONS
    assert await moves_of(referee) == ["DrawOffered"]


@pytest.mark.parametrize("by_button", [False, True])
async def test_accepting(pair: Pair, referee: Referee, *, by_button: bool) -> None:
    """An accepted offer ends the game, drawn by agreement; the one who offered is pinged."""
    news = await offered(pair)
    accept = pair.blue.press(news, "Accept draw") if by_button else pair.blue.slash("game draw", action="accept")
    assert await told(await accept) == "You accept the draw. Game over. Draw: by agreement."
    await over(pair, "Draw: by agreement.")
    assert pair.board.pinged.users == {pair.red.id}
    if by_button:
        await pair.discord.hub.pulse.until(lambda: not news.buttons or None, "the offer to lose its buttons", 5)
    assert await moves_of(referee) == ["DrawOffered", "DrawAccepted", "Revealed"]


@pytest.mark.parametrize("by_button", [False, True])
async def test_declining(pair: Pair, referee: Referee, *, by_button: bool) -> None:
    """A declined offer is gone, the one who offered is pinged, and the game goes on."""
    news = await offered(pair)
    decline = pair.blue.press(news, "Decline draw") if by_button else pair.blue.slash("game draw", action="decline")
    assert await told(await decline) == "You decline the draw. alice (Red) to move."
    word = await pair.channel.wait_for(says("declines"), after=news)
    assert word.content.startswith(f"**#1** {pair.blue.mention} declines the draw.")
    assert word.pinged.users == {pair.red.id}
    assert not word.buttons
    if by_button:
        await pair.discord.hub.pulse.until(lambda: not news.buttons or None, "the offer to lose its buttons", 5)
    async with untouched(pair.discord, referee):
        assert await told(await pair.blue.slash("game draw", action="accept")) == NO_OFFER
    await pair.move("Tbc3")
    assert await moves_of(referee) == ["DrawOffered", "DrawDeclined", "b1c3"]


async def test_an_offer_lapses(pair: Pair, referee: Referee) -> None:
    """An offer outlives the move of the one who made it, and lapses when the other side moves."""
    news = await offered(pair)
    accept = button(news, "Accept draw")
    await pair.move("Tbc3")
    assert f"{pair.red.mention} offers a draw." in pair.board.content
    assert labels(pair.board) == [*BOARD_BUTTONS, "Accept draw", "Decline draw"]
    await pair.move("Tfe4")
    assert "offers a draw" not in pair.board.content
    assert "Accept draw" not in labels(pair.board)
    async with untouched(pair.discord, referee):
        for answer in ("accept", "decline"):
            assert await told(await pair.blue.slash(f"game draw action:{answer}")) == NO_OFFER
        assert await told(await pair.blue.press(news, custom_id=accept)) == NO_OFFER


async def test_accepting_on_the_board(pair: Pair) -> None:
    """The buttons of an open offer come with the next board, and work there."""
    await offered(pair)
    await pair.move("Tbc3")
    assert await told(await pair.blue.press(pair.board, "Accept draw")) == (
        "You accept the draw. Game over. Draw: by agreement."
    )
    await over(pair, "Draw: by agreement.")


async def test_ones_own_offer(pair: Pair, referee: Referee) -> None:
    """Nobody answers an offer of their own, nor makes it twice."""
    news = await offered(pair)
    async with untouched(pair.discord, referee):
        own = "You have already agreed to that draw; not everybody has answered yet."
        assert await told(await pair.red.slash("game draw", action="accept")) == own
        assert await told(await pair.red.press(news, "Accept draw")) == own
        assert await told(await pair.red.press(news, "Decline draw")) == own
        assert await told(await pair.red.slash("game draw", action="offer")) == own


async def test_offering_back(pair: Pair, referee: Referee) -> None:
    """Two who offer at the same moment agree: the second offer accepts the first."""
    menu = await shown(await pair.blue.press(pair.board, "More…"))
    offers = (pair.red.slash("game draw", action="offer"), pair.blue.press(menu, "Offer draw"))
    outcomes = await asyncio.gather(*offers)
    assert (await told(outcomes[0])).startswith("You offer a draw.")
    assert await told(outcomes[1]) == ""
    await over(pair, "Draw: by agreement.")
    assert await moves_of(referee) == ["DrawOffered", "DrawAccepted", "Revealed"]


async def test_both_answers_at_once(pair: Pair, referee: Referee) -> None:
    """Of an acceptance clicked twice and a refusal pressed with it only the first counts."""
    news = await offered(pair)
    answers = ("Accept draw", "Accept draw", "Decline draw")
    outcomes = await asyncio.gather(*(pair.blue.press(news, answer) for answer in answers))
    assert (await told(outcomes[0])).startswith("You accept the draw.")
    for outcome in outcomes[1:]:
        assert (await told(outcome)).startswith("This game is over: draw: by agreement.")
    await over(pair, "Draw: by agreement.")
    assert await moves_of(referee) == ["DrawOffered", "DrawAccepted", "Revealed"]


async def test_strangers_have_no_say(pair: Pair, referee: Referee) -> None:
    """Who does not play neither answers an offer nor claims a draw."""
    news = await offered(pair)
    carol = pair.discord.human("carol")
    async with untouched(pair.discord, referee):
        assert await told(await carol.press(news, "Accept draw")) == STRANGER
        assert await told(await carol.press(news, "Decline draw")) == STRANGER
        assert await told(await carol.slash("game draw", action="claim", game="1")) == STRANGER


@pytest.mark.parametrize(("quiet", "made"), [((0, 0), 0), ((18, 20), 18), ((19, 20), 19), ((37, 36), 36)])
async def test_claiming_too_early(discord_: Standin, referee: Referee, quiet: tuple[int, int], made: int) -> None:
    """A claim before 37 quiet moves each is refused with the counter, which the board shows from half-way on."""
    pair = await Pair.placed(discord_, referee, QUIET.format(*quiet))
    assert (f"37-move rule: {made} of 37" in pair.board.content) == (made > 18)
    async with untouched(discord_, referee):
        answer = await told(await pair.red.slash("game draw", action="claim"))
        assert answer == f"You cannot claim a draw yet (37-move rule: {made} of 37)."


@pytest.mark.parametrize("side", ["red", "blue"])
async def test_claiming(discord_: Standin, referee: Referee, side: str) -> None:
    """After 37 quiet moves by each side either player claims the draw, in or out of turn."""
    pair = await Pair.placed(discord_, referee, QUIET.format(37, 37))
    assert "37-move rule: 37 of 37; a draw may be claimed" in pair.board.content
    who = pair.red if side == "red" else pair.blue
    answer = await told(await who.slash("game draw", action="claim"))
    assert answer == "You claim a draw. Game over. Draw: claimed under the 37-move rule."
    await over(pair, "Draw: claimed under the 37-move rule.")


async def test_unclaimed(discord_: Standin, referee: Referee) -> None:
    """A draw that nobody claims does not end the game; a guard's move sets the counter back."""
    pair = await Pair.placed(discord_, referee, QUIET.format(40, 40))
    await pair.move("Tbc3")
    assert "40 of 37; a draw may be claimed" in pair.board.content
    await pair.move("Gc4")
    assert "37-move rule" not in pair.board.content
    assert "may be claimed" not in pair.board.content
