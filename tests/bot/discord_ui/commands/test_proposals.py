"""Resigning, draws, pauses, claims, takebacks, conditional moves: whom each asks, pings and shows what."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Table
from bot.journal import Lines
from engine.clocks.control import DAY
from tests.bot.support.dying import die_at
from tests.bot.support.fought import resign
from tests.bot.support.kept import events_of
from tests.bot.support.parties import Party
from tests.bot.support.people import (
    BOARD_BUTTONS,
    END_BUTTONS,
    OPENING,
    STRANGER,
    Pair,
    button,
    is_board,
    labels,
    more,
    moves_of,
    record_of,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.suites import SIGNALLED
from tests.wire import NOBODY, Human, Message, Standin, running

KEPT = "Saved for game #1; only you see this:\n- if {}\n"
NONE = "No conditional moves in game #1 yet. Save one with /game if text:Pxd4 then Gxd4."
LINE = "Tfg2 then Tba3"
NO_DRAW, NO_TAKEBACK = "There's no draw offer to answer", "There's no takeback offer to answer"
pytestmark = pytest.mark.usefixtures("toys")
QUIET = "G2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1 quiet={},{}"


async def unbuttoned(pair: Pair | Party, news: Message) -> None:
    await pair.discord.hub.pulse.until(lambda: not news.buttons or None, "the news to lose their buttons", 5)


async def table_of(referee: Referee) -> Table:
    return await referee.controller.games.tables.find(1)


# ---- resigning


async def test_resigning_asks_which(discord_: Standin, referee: Referee) -> None:
    """Of two games none is resigned before it is named, though one alone awaits a move; *Cancel* changes nothing."""
    pair, _ = await Pair.seated(discord_), await Pair.seated(discord_, 2)
    await pair.move("Tbc3")
    async with untouched(discord_, referee):
        which = await shown(await pair.red.slash("game resign"))
        assert which.content == "Which game?"
        assert labels(which) == ["#2 Hexeh vs bob, your move", "#1 Hexeh vs bob, bob to move"]
        await (await pair.red.press(which, "#1 Hexeh vs bob, bob to move")).reply()
        assert (which.content, labels(which)) == ("Resign Hexeh #1 against bob?", ["Yes, resign", "Cancel"])
        asked = await (await pair.red.slash("game resign", game="1")).reply()
        assert asked.content == "Resign Hexeh #1 against bob?"
        assert labels(asked) == ["Yes, resign", "Cancel"]
        await pair.red.press(asked, "Cancel")
    asked = await (await pair.red.slash("game resign", game="1")).reply()
    await told(await pair.red.press(asked, "Yes, resign"))
    assert await moves_of(referee, 1) == ["b1c3", "Resigned", "Revealed"]


# ---- draws


async def draw_offered(pair: Pair, *, by_button: bool = False) -> Message:
    offer = more(pair.red, pair.board, "Offer draw") if by_button else pair.red.slash("game draw", action="offer")
    assert await told(await offer) == ""
    return await pair.channel.wait_for(says("do you accept?"), after=pair.board)


@pytest.mark.parametrize("by_button", [False, True])
async def test_a_draw_is_agreed(pair: Pair, referee: Referee, *, by_button: bool) -> None:
    """The news of an offer ask the other side alone, with their answers; accepted, the one who offered is pinged."""
    news = await draw_offered(pair, by_button=by_button)
    assert news.content == f"**#1** {pair.red.mention} offers a draw. {pair.blue.mention}, do you accept?"
    assert news.pinged.users == {pair.blue.id}
    assert labels(news) == ["Accept draw", "Decline draw"]
    assert labels(pair.board) == BOARD_BUTTONS, "the board stays the newest"
    accept = pair.blue.press(news, "Accept draw") if by_button else pair.blue.slash("game draw", action="accept")
    await accept
    await pair.next_board()
    assert "By agreement" in pair.board.content
    assert labels(pair.board)[:3] == END_BUTTONS
    assert pair.board.pinged.users == {pair.red.id}
    if by_button:
        await unbuttoned(pair, news)
    assert await moves_of(referee) == ["DrawOffered", "DrawAccepted", "Revealed"]


@pytest.mark.parametrize("by_button", [False, True])
async def test_a_draw_is_declined(pair: Pair, referee: Referee, *, by_button: bool) -> None:
    """A declined offer leaves one line, and the one who offered is pinged; strangers have no say."""
    news = await draw_offered(pair)
    async with untouched(pair.discord, referee):
        assert await told(await pair.discord.human("carol").press(news, "Accept draw")) == STRANGER
    decline = pair.blue.press(news, "Decline draw") if by_button else pair.blue.slash("game draw", action="decline")
    await decline
    word = await pair.channel.wait_for(says("declines"), after=news)
    assert word.pinged.users == {pair.red.id}
    assert not word.buttons
    await settled(referee)
    assert news.deleted
    async with untouched(pair.discord, referee):
        assert (await told(await pair.blue.slash("game draw", action="accept"))).startswith(NO_DRAW)
    assert await moves_of(referee) == ["DrawOffered", "DrawDeclined"]


async def test_a_draw_is_declined_after_a_restart(discord_: Standin, database: Path) -> None:
    """An offer goes, though it was made before a restart and is declined by a command; a reply to it is no move."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_)
        news = await draw_offered(pair)
        await settled(referee)
    async with running(Referee(database)) as referee:
        talk = await pair.red.say("Tbc3", reply_to=news)
        assert await told(await pair.blue.slash("game draw", action="decline")) == ""
        await pair.channel.wait_for(says("declines"), after=news)
        await settled(referee)
        assert news.deleted
        assert not any(message.reference is talk for message in pair.channel.messages)
        assert await moves_of(referee) == ["DrawOffered", "DrawDeclined"]


async def test_an_offer_comes_with_the_next_board(pair: Pair, referee: Referee) -> None:
    """An offer outlives the move of the one who made it, on the new board; it lapses when the other side moves."""
    accept = button(await draw_offered(pair), "Accept draw")
    await pair.move("Tbc3")
    offering = pair.board
    assert f"{pair.red.mention} offers a draw." in offering.content
    assert labels(offering) == [*BOARD_BUTTONS, "Accept draw", "Decline draw"]
    await pair.move("Tfe4")
    assert "offers a draw" not in pair.board.content
    async with untouched(pair.discord, referee):
        assert (await told(await pair.blue.press(offering, custom_id=accept))).startswith(NO_DRAW)


async def test_a_draw_is_claimed(discord_: Standin, referee: Referee) -> None:
    """A draw that the rules allow is claimed, out of turn too; before, the counter is told."""
    early = await Pair.placed(discord_, referee, QUIET.format(36, 37))
    async with untouched(discord_, referee):
        answer = await told(await early.red.slash("game draw", action="claim", game=str(early.number)))
        assert "36 of 37 quiet moves" in answer
    pair = await Pair.placed(discord_, referee, QUIET.format(37, 37))
    assert "A draw can be claimed." in pair.board.content
    assert "" == await told(await pair.blue.slash("game draw", action="claim", game=str(pair.number)))
    await pair.next_board()
    assert "By the 37-move rule" in pair.board.content


# ---- what three have to agree to


@pytest.fixture
async def party(discord_: Standin, referee: Referee) -> Party:
    """Seat alice as Red, bob as Gold and carol as Blue."""
    assert referee.is_ready()
    return await Party.seated(discord_)


async def three_asked(party: Party) -> Message:
    assert await told(await more(party.players[0], party.board, "Offer draw")) == ""
    offer = await party.channel.wait_for(says("do you accept?"), after=party.board)
    alice, bob, carol = (player.mention for player in party.players)
    assert offer.content == f"**#1** {alice} offers a draw. {bob} and {carol}, do you accept?"
    return offer


async def test_all_three_agree(party: Party, referee: Referee) -> None:
    """The others are asked; each consent is counted for all to see, pinging nobody; with the last the game is drawn."""
    alice, bob, carol = party.players
    offer = await three_asked(party)
    assert offer.pinged.users == {bob.id, carol.id}
    tally = "2 of 3 agree: Red and Blue; waiting for Gold."
    await carol.press(offer, "Accept draw")
    counted = await party.channel.wait_for(says(tally), after=offer)
    assert counted.pinged == NOBODY
    await settled(referee)
    assert labels(offer) == labels(counted) == ["Accept draw", "Decline draw"]
    await bob.press(counted, "Accept draw")
    await party.next_board()
    assert party.board.pinged.users == {alice.id, carol.id}
    await unbuttoned(party, counted)


async def test_what_two_agree_to_is_declined(party: Party, referee: Referee) -> None:
    """Once one of three declines, the offer goes, and so does the count of those who agree."""
    _, bob, carol = party.players
    offer = await three_asked(party)
    await carol.press(offer, "Accept draw")
    counted = await party.channel.wait_for(says("2 of 3 agree"), after=offer)
    await told(await bob.slash("game draw", action="decline"))
    await party.channel.wait_for(says("declines"), after=counted)
    await settled(referee)
    assert (offer.deleted, counted.deleted) == (True, True)


# ---- pauses and claims


@pytest.fixture
async def time(discord_: Standin, database: Path) -> AsyncIterator[tuple[Time, Referee]]:
    """Log the referee in, in simulated time that stands still at noon."""
    assert discord_.base_url
    watch = Time()
    async with refereed(database, watch, PATIENT) as client:
        yield watch, client


async def test_a_pause(discord_: Standin, time: tuple[Time, Referee]) -> None:
    """A pause is offered, declined, offered again and accepted; the board says so; either resumes, and time goes on."""
    watch, referee = time
    pair = await Pair.seated(discord_, clock="3d/move")
    assert await told(await pair.red.slash("game pause", action="offer")) == ""
    assert await told(await pair.blue.slash("game pause", action="decline")) == ""
    declined = await pair.channel.wait_for(says("declines the pause"), after=pair.board)
    await told(await pair.red.slash("game pause", action="offer"))
    news = await pair.channel.wait_for(says("offers a pause"), after=declined)
    assert labels(news) == ["Accept pause", "Decline pause"]
    assert news.pinged.users == {pair.blue.id}
    watch.go(DAY)
    await pair.blue.press(news, "Accept pause")
    await pair.channel.wait_for(says("the game is paused"), after=news)
    await settled(referee)
    assert pair.board.content.endswith(" · paused")
    watch.go(90 * DAY, referee)
    refused = await shown(await pair.red.slash("move", notation="Tbc3"))
    assert (refused.content.split(".")[0], labels(refused)) == ("This game is paused", ["Resume"])
    await pair.red.press(refused, "Resume")
    await settled(referee)
    assert f"⏳ <t:{(watch.now + 2 * DAY) // 1000}:R>" in pair.board.content
    for action in ("offer", "accept", "resume"):
        await told(await pair.blue.slash("game pause", action=action))
    last = ["PauseOffered", "PauseDeclined", "PauseOffered", "Paused", "Resumed", "PauseOffered"]
    assert (await moves_of(referee))[1:] == last, "nobody accepts their own offer, nor resumes what goes on"


@pytest.mark.parametrize("by_button", [False, True])
async def test_time_is_claimed(discord_: Standin, time: tuple[Time, Referee], by_button: bool) -> None:
    """In a soft game both are told that time has run out, and the other claims the win by command or button."""
    watch, referee = time
    pair = await Pair.seated(discord_, clock="3d/move soft")
    assert await told(await pair.blue.slash("game claim-time")) == "alice has 3 days left."
    watch.go(3 * DAY, referee)
    news = await pair.channel.wait_for(says("has run out of time"), after=pair.board)
    assert news.pinged.users == {pair.red.id, pair.blue.id}
    assert labels(news) == ["Claim time"]
    assert "your own clock" in await told(await pair.red.press(news, "Claim time"))
    claim = pair.blue.press(news, "Claim time") if by_button else pair.blue.slash("game claim-time")
    await claim
    await pair.next_board()
    assert await moves_of(referee) == ["ClockStarted", "Flagged", "TimeClaimed", "Revealed"]


# ---- takebacks


async def asked(pair: Pair) -> Message:
    """Let Red ask, after both sides have moved, and return the news of it."""
    await pair.moves("Tbc3 Tfe4")
    assert await told(await pair.red.slash("game takeback")) == ""
    return await pair.channel.wait_for(says("do you agree?"), after=pair.board)


async def test_a_takeback(pair: Pair, referee: Referee) -> None:
    """The news say exactly what is to be undone and ping who has to agree; agreeing shows the board of before."""
    first = pair.board.attachments[0].data
    news = await asked(pair)
    assert news.content.startswith(f"**#1** {pair.red.mention} asks to undo Blue's Tfe4 and Red's Tbc3.")
    assert labels(news) == ["Accept takeback", "Decline takeback"]
    assert news.pinged.users == {pair.blue.id}
    await pair.blue.press(news, "Accept takeback")
    board = await pair.next_board()
    assert "Taken back: **Tbc3** and **Tfe4**." in board.content
    assert "1. Tbc3" not in board.content
    assert board.attachments[0].data == first
    assert board.pinged.users == {pair.red.id}
    await unbuttoned(pair, news)
    assert await moves_of(referee) == ["b1c3", "f5e4", "TakebackOffered", "TakenBack"]


async def test_a_takeback_by_command(pair: Pair, referee: Referee) -> None:
    """A number says how many moves; a request is answered by command, too, and declined for all to see."""
    await pair.moves("Tbc3 Tfe4 Gcd3")
    await told(await pair.blue.slash("game takeback"))
    assert await told(await pair.red.slash("game takeback", answer="decline")) == ""
    declined = await pair.channel.wait_for(says("declines the takeback"), after=pair.board)
    assert declined.pinged.users == {pair.blue.id}
    assert await told(await pair.blue.slash("game takeback", moves=2)) == ""
    assert await told(await pair.red.slash("game takeback", answer="accept")) == ""
    assert "Taken back: **Tfe4** and **Gcd3**." in (await pair.next_board()).content
    assert (await table_of(referee)).game.turn == (await table_of(referee)).state.turn == 2


# ---- conditional moves


async def keep(who: Human, text: str, *lines: str) -> None:
    """Keep conditional moves, and see that the answer is private and names them."""
    answer = await told(await who.slash("game if", text=text))
    assert answer.startswith(KEPT.format("\n- if ".join(lines or (text,)))), answer


async def listed(who: Human, **options: str) -> list[str]:
    head, *lines = (await told(await who.slash("game if", **options))).split("\n")
    assert head in {NONE, "Your conditional moves in game #1; only you see them:"}
    return lines


def rows(database: Path) -> list[tuple[int, str]]:
    """The owners and lines of the conditional moves in the store."""
    with closing(sqlite3.connect(database)) as store:
        return store.execute("SELECT player, line FROM conditions WHERE gone IS NULL ORDER BY number").fetchall()


async def test_a_conditional_move_is_made_at_once(pair: Pair, referee: Referee, database: Path) -> None:
    """When the move happens the answer is made at once: one board shows both, and pings who is to move."""
    await keep(pair.blue, "Tbc3 then Gcb4")
    assert await told(await pair.red.slash("move", notation="Tbc3")) == ""
    board = await pair.next_board()
    told_first = f"### Your move, {pair.red.mention}\nTbc3, **Gcb4** – the guard moves from c5 to b4."
    assert board.content.startswith(told_first)
    assert board.pinged.users == {pair.red.id}
    await settled(referee)
    assert await moves_of(referee) == ["b1c3", "c5b4"]
    assert [m for m in pair.channel.messages if is_board(m)] == [board], "the one before has shrunk"
    events = await events_of(referee.controller.games.ledger, 1)
    assert [event.actor for event in events[OPENING:]] == [1, 2]
    assert await listed(pair.blue) == []
    assert rows(database) == []


async def test_alternative_conditional_moves(pair: Pair, referee: Referee) -> None:
    """Of several lines the one that happens is played, and the others are gone; that is told once, when one asks."""
    await keep(
        pair.blue, "Tbc3 then Gcb4; Gc3 then Tfe4 or Tfe3 then Ga3", "Tbc3 then Gcb4", "Gc3 then Tfe4", "Tfe3 then Ga3"
    )
    await keep(pair.blue, "Gcd3 then Gc4")
    assert len(await listed(pair.blue)) == 4
    await pair.move("Gc3")
    assert await moves_of(referee) == ["c2c3", "f5e4"]
    gone = await listed(pair.blue)
    elsewhere = "(the game went another way)"
    assert gone == [f"~~if {line}~~ {elsewhere}" for line in ("Tbc3 then Gcb4", "Tfe3 then Ga3", "Gcd3 then Gc4")]
    assert await listed(pair.blue) == []


async def test_no_conditional_move(pair: Pair, referee: Referee) -> None:
    """A line that cannot be kept is refused, to its author alone."""
    async with untouched(pair.discord, referee):
        for who, text, answer in (
            (pair.blue, "@everyone", "“@\u200beveryone” isn't a move."),
            (pair.discord.human("carol"), "Tbc3 then Gcb4", "You're not in game #1 – "),
        ):
            assert (await told(await who.slash("game if", text=text, game="1"))).startswith(answer)
        assert await listed(pair.blue) == []


async def test_conditional_moves_are_cancelled(pair: Pair, referee: Referee) -> None:
    """A line is kept once, contradicted by no other, cancelled by its number or with all, and then not played."""
    await keep(pair.blue, "Tbc3 then Gcb4; Gc3 then Gcb4", "Tbc3 then Gcb4", "Gc3 then Gcb4")
    await keep(pair.blue, "Tbc3 then Gcb4")
    assert len(await listed(pair.blue)) == 2
    assert "another answer there" in await told(await pair.blue.slash("game if", text="Tbc3 then Tfe4"))
    assert await told(await pair.blue.slash("game if", cancel="1")) == "Cancelled 1 conditional move in game #1."
    assert await listed(pair.blue) == ["2. if Gc3 then Gcb4"]
    assert "no conditional move number 1" in await told(await pair.blue.slash("game if", cancel="1"))
    assert "no conditional move number “x”" in await told(await pair.blue.slash("game if", cancel="x"))
    assert await told(await pair.blue.slash("game if", cancel="all")) == "Cancelled 1 conditional move in game #1."
    await pair.move("Tbc3")
    assert await moves_of(referee) == ["b1c3"]


async def test_conditional_moves_completed(pair: Pair) -> None:
    """While a line is typed the move of the position it has come to is completed, and so are numbers to cancel."""
    found = {choice.value for choice in await pair.blue.autocomplete("game if", text="Tbc3 then Gcb")}
    assert found == {"Tbc3 then Gcb4"}
    assert await pair.red.autocomplete("game if", text="Tb") == ()
    await keep(pair.blue, "Tbc3 then Gcb4")
    numbers = await pair.blue.autocomplete("game if", cancel="")
    assert [choice.name for choice in numbers] == ["all", "1. if Tbc3 then Gcb4"]
    assert [choice.name for choice in await pair.red.autocomplete("game if", game="1", cancel="")] == ["all"]


async def test_what_drops_conditional_moves(pair: Pair, database: Path) -> None:
    """After a takeback nothing that was kept before is made, and when the game ends nothing is kept any more."""
    await keep(pair.blue, "Tbc3 then Gcb4, Gcd3 then Gb3")
    await pair.move("Tbc3")
    await told(await pair.red.slash("game takeback"))
    await told(await pair.blue.slash("game takeback", answer="accept"))
    await pair.next_board()
    assert await listed(pair.blue) == ["~~if Tbc3 then Gcb4, Gcd3 then Gb3~~ (moves were taken back)"]
    await keep(pair.blue, "Gc3 then Gcb4")
    await resign(pair)
    assert rows(database) == []


async def test_nobody_else_sees_conditional_moves(
    discord_: Standin, database: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept stands in no message to anybody else, no record and no log, whatever goes wrong."""
    caplog.set_level(logging.DEBUG)
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_)
        await keep(pair.blue, LINE)
        with monkeypatch.context() as patch:
            patch.setattr("engine.lookahead.conditional.read_lines", broken)
            assert "went wrong" in await told(await pair.blue.slash("game if", text=LINE))
        await listed(pair.blue)
        for who in (pair.red, discord_.human("carol")):
            assert await listed_by(who) == []
            for command in ("board", "board piece:all", "record get", "game takeback"):
                await shown(await who.slash(command, game="1"))
            await shown(await who.slash("games"))
            await shown(await who.press(pair.board, "Flip"))
            await who.autocomplete("game if", game="1", text="")
            await who.autocomplete("game if", game="1", cancel="")
        with monkeypatch.context() as patch:
            patch.setattr("bot.games.play.automatic.rest_of", broken)
            await pair.move("Gc3")
        assert "b5a3" not in await record_of(pair.red)
        await settled(referee)
    seen = list(said_to_others(discord_, pair.blue))
    assert len(seen) > 10
    for secret in ("Tba3", "b5a3"):
        assert [text for text in seen if secret in text] == []
        assert [record.name for record in caplog.records if secret in Lines().format(record)] == []
    assert "no reply was made: ZeroDivisionError at test_proposals.py:" in caplog.text


def broken(*_: object) -> None:
    """Fail, as only a mistake of the referee's own can."""
    raise ZeroDivisionError(LINE)


async def listed_by(who: Human) -> list[str]:
    """What somebody else is shown of conditional moves: their own, which are none."""
    answer = await told(await who.slash("game if", game="1"))
    return [] if answer == NONE or answer.startswith("You're not in game #1 – ") else [answer]


def said_to_others(standin: Standin, owner: Human) -> Iterator[str]:
    """Every message that the owner is not the only one to see, and every suggestion made to others."""
    for message in standin.hub.messages.values():
        if message.viewer != owner.user:
            described = [file.description or "" for file in message.attachments]
            texts = [file.data.decode("latin-1") for file in message.attachments if file.filename.endswith(".txt")]
            yield " ".join([message.content, json.dumps(list(message.components)), *described, *texts])
    for interaction in standin.hub.interactions.values():
        if interaction.user != owner.user:
            yield str(interaction.choices)


@SIGNALLED
@pytest.mark.slow
@pytest.mark.parametrize("combat", ["off", "poly"])
async def test_killed_before_the_answer(discord_: Standin, database: Path, combat: str) -> None:
    """When the process dies between a move and its answer, the next start makes the answer, once, and shows it."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_, options=f"combat={combat}")
        await keep(pair.blue, "Gc3 then Tbxc1" if combat == "poly" else "Gc3 then Gcb4")
        await settled(referee)
    await die_at("Gc3", pair.red, discord_, database)
    with closing(sqlite3.connect(database)) as store:
        assert store.execute("SELECT kind FROM events").fetchall() == [("opened",), ("seated",), ("moved",)]
    answer = ["b5c1", "Rolled"] if combat == "poly" else ["c5b4"]
    for _ in range(2):
        async with running(Referee(database)) as again:
            board = await pair.channel.wait_for(says(f"Your move, {pair.red.mention}", "Gc3, **"))
            await again.controller.poster.catch_up()
            await settled(again)
            assert await moves_of(again) == ["c2c3", *answer]
            assert board.pinged.users == {pair.red.id}
    boards = [m for m in pair.channel.messages if is_board(m)]
    assert len(boards) == 1
