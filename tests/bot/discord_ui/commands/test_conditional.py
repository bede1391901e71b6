"""Conditional moves through Discord: kept for their owner alone, made at once when they happen, else gone."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Carried, Games, Location, Table
from bot.games.play.automatic import NoSuchConditional, Replies, Reply
from bot.journal import Lines
from bot.store import Database, KeptLine, Ledger, Player
from engine.clocks.control import DAY, TimeControl, read_control
from engine.lookahead.imagined import branches
from engine.model.refusal import Refusal
from engine.play.commands import MakeMove
from engine.play.referee import flag, sheet
from engine.variants import variant_of
from tests.bot.discord_ui.buttons.test_buttons import choose
from tests.bot.support.dying import die_at
from tests.bot.support.parties import Party
from tests.bot.support.people import (
    OPENING,
    Pair,
    Throws,
    deliver_again,
    is_board,
    let_secret_be,
    moves_of,
    record_of,
    says,
    secret_giving,
    settled,
    shown,
    told,
    untouched,
)
from tests.bot.support.refusals import outcome
from tests.suites import SIGNALLED, first
from tests.wire import Human, Standin, running

KEPT = "Kept for game #1; nobody else sees this:\n- if {}\n"
NONE = "You have no conditional moves in game #1. /game if text:Pxd4 then Gxd4 keeps one."


async def keep(who: Human, text: str, *lines: str) -> None:
    """Keep conditional moves, and see that the answer is private and names them."""
    answer = await told(await who.slash("game if", text=text))
    assert answer.startswith(KEPT.format("\n- if ".join(lines or (text,)))), answer


async def listed(who: Human, **options: str) -> list[str]:
    """What the owner is shown of their conditional moves."""
    head, *lines = (await told(await who.slash("game if", **options))).split("\n")
    assert head in {NONE, "Your conditional moves in game #1; nobody else sees them:"}
    return lines


async def table_of(referee: Referee, number: int = 1) -> Table:
    """The table of a game."""
    table = await referee.controller.games.tables.find(number)
    assert isinstance(table, Table)
    return table


def rows(database: Path) -> list[tuple[int, str]]:
    """The owners and lines of the conditional moves in the store."""
    with closing(sqlite3.connect(database)) as store:
        return store.execute("SELECT player, line FROM conditions WHERE gone IS NULL ORDER BY number").fetchall()


# ---- kept and made


async def test_made_at_once(pair: Pair, referee: Referee, database: Path) -> None:
    """When the move happens the answer is made at once: one board shows both, and pings who is to move."""
    await keep(pair.blue, "Tbc3 then Gcb4")
    answer = await told(await pair.red.slash("move", notation="Tbc3"))
    assert answer == ("Red: Tbc3 (traveler b1 to c3). Blue: Gcb4 (guard c5 to b4). It is your move (Red).")
    board = await pair.next_board()
    for words in ("Red: Tbc3 (traveler b1 to c3)", "Blue: Gcb4 (guard c5 to b4)", "1. Tbc3 Gcb4", "(Red) to move."):
        assert words in board.content
    assert board.pinged.users == {pair.red.id}
    await settled(referee)
    assert await moves_of(referee) == ["b1c3", "c5b4"]
    assert len([m for m in pair.channel.messages if is_board(m)]) == 2
    events = await referee.controller.games.ledger.events(1)
    assert [event.actor for event in events[OPENING:]] == [1, 2]
    assert await listed(pair.blue) == []
    assert rows(database) == []


@pytest.mark.parametrize("how", ["mention", "button"])
async def test_however_the_move_is_made(pair: Pair, referee: Referee, how: str) -> None:
    """The answer follows a move made in a message or by menus, too."""
    await keep(pair.blue, "Gc3 then Gcb4")
    if how == "mention":
        await pair.red.say(f"{pair.discord.bot.mention} Gc3")
    else:
        menu = await shown(await pair.red.press(pair.board, "Move"))
        await choose(pair.red, menu, "Guard on c2")
        await pair.red.choose(menu, menu.selects[0].custom_id, "c3")
    assert "1. Gc3 Gcb4" in (await pair.next_board()).content
    assert await moves_of(referee) == ["c2c3", "c5b4"]


async def test_a_chain(pair: Pair, referee: Referee) -> None:
    """A chain answers step by step; what is left of it is listed."""
    await keep(pair.blue, "Tbc3 then Gcb4, Gcd3 then Gb3", "Tbc3 then Gcb4, Gcd3 then Gb3")
    await pair.move("Tbc3")
    assert await listed(pair.blue) == ["1. if Gcd3 then Gb3"]
    await pair.move("Gcd3")
    assert await moves_of(referee) == ["b1c3", "c5b4", "c2d3", "b4b3"]
    assert await listed(pair.blue) == []


async def test_alternatives(pair: Pair, referee: Referee) -> None:
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


async def test_among_three(discord_: Standin, referee: Referee) -> None:
    """Among three a line waits for both others, and answers of two players follow one another on one board."""
    party = await Party.seated(discord_, "nd-wellisch-3")
    _, bob, carol = party.players
    state, shorts = (await table_of(referee)).state, []
    for _ in range(3):
        legal = sheet(state)
        shorts.append(legal.short(legal.legal[0]))
        (state,) = branches(state, legal.legal[0])
    first, second, third = shorts
    answer = await told(await carol.slash("game if", text=f"{first}, {second} then {third}", game="1"))
    assert f"- if {first} and {second} then {third}" in answer
    await told(await bob.slash("game if", text=f"{first} then {second}", game="1"))
    answer = await party.move(first)
    assert answer.endswith("It is your move (Red).")
    assert [played.seat for played in (await table_of(referee)).state.played] == [1, 2, 3]
    for words in (f"Red: {first}", f"Gold: {second}", f"Blue: {third}", f"1. {first} {second} {third}"):
        assert words in party.board.content


# ---- refused, listed and cancelled


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Tbc3", "After Tbc3 your own answer is missing: Tbc3 then …"),
        ("Tc3 then Gcb4", "“Tc3” fits several moves: Tbc3 or Tfc3. Which one?"),
        ("Tbc3 then Gb9", "After Tbc3: “Gb9” is not legal: this board has no cell b9."),
        ("c1d3 then Gcb4", "“c1d3” is not legal: the prowler's way from c1 to d3 is blocked"),
        ("@everyone", "I can't read “@\u200beveryone” as a move."),
        ("", "Write the other player's move, “then” and your answer"),
    ],
)
async def test_refused(pair: Pair, referee: Referee, text: str, answer: str) -> None:
    """A line that cannot happen is refused in the rule's words, to its author alone."""
    async with untouched(pair.discord, referee):
        assert (await told(await pair.blue.slash("game if", text=text))).startswith(answer)
        assert await listed(pair.blue) == []


async def test_on_ones_own_turn(pair: Pair) -> None:
    """Who is to move is told to move; who does not play, that they do not."""
    answer = await told(await pair.red.slash("game if", text="Tbc3 then Gcb4", game="1"))
    assert answer == "It is your turn: make your move first. A conditional move answers another player's."
    answer = await told(await pair.discord.human("carol").slash("game if", text="Tbc3 then Gcb4", game="1"))
    assert answer.startswith("You do not play in game #1.")


async def test_contradictions(pair: Pair) -> None:
    """Two different answers to the same moves are refused, with the one that is kept; the same twice is kept once."""
    await keep(pair.blue, "Tbc3 then Gcb4")
    await keep(pair.blue, "Tbc3 then Gcb4")
    assert await listed(pair.blue) == ["1. if Tbc3 then Gcb4"]
    answer = await told(await pair.blue.slash("game if", text="Tbc3 then Tfe4"))
    assert answer == "You already have another answer there: Tbc3 then Gcb4. /game if cancel:1 cancels it."
    answer = await told(await pair.blue.slash("game if", text="Gc3 then Gcb4; Gc3 then Tfe4"))
    assert answer == "“Gc3 then Gcb4” and “Gc3 then Tfe4” contradict each other."
    await keep(pair.blue, "Tbc3 then Gcb4, Gcd3 then Gb3")


async def test_cancelled(pair: Pair, referee: Referee) -> None:
    """A conditional move that is cancelled is not made; one by its number, or all."""
    await keep(pair.blue, "Tbc3 then Gcb4; Gc3 then Gcb4", "Tbc3 then Gcb4", "Gc3 then Gcb4")
    assert await told(await pair.blue.slash("game if", cancel="1")) == "Cancelled 1 conditional move in game #1."
    assert await listed(pair.blue) == ["2. if Gc3 then Gcb4"]
    gone = "You have no conditional move 1 in this game. /game if lists them."
    assert await told(await pair.blue.slash("game if", cancel="1")) == gone
    assert "is no number of a conditional move" in await told(await pair.blue.slash("game if", cancel="x"))
    assert await told(await pair.blue.slash("game if", cancel="all")) == "Cancelled 1 conditional move in game #1."
    await pair.move("Tbc3")
    assert await moves_of(referee) == ["b1c3"]


async def test_too_many(pair: Pair) -> None:
    """No more lines are kept than the limit says."""
    texts = ["Ga2", "Gab2", "Gcb2", "Gc3", "Gcd3", "Ged3", "Ge3", "Gef2", "Ggf2", "Gg2", "Tbc3", "Tfc3"]
    for text in texts:
        await keep(pair.blue, f"{text} then Gcb4")
    assert "at most 12 lines in a game" in await told(await pair.blue.slash("game if", text="Tfe3 then Gcb4"))


async def test_completion(pair: Pair) -> None:
    """While a line is typed the move of the position it has come to is completed, and so are numbers to cancel."""
    assert "Tbc3" in {choice.value for choice in await pair.blue.autocomplete("game if", text="Tb")}
    found = {choice.value for choice in await pair.blue.autocomplete("game if", text="Tbc3 then Gcb")}
    assert found == {"Tbc3 then Gcb4"}
    assert await pair.blue.autocomplete("game if", text="Tbc9 then G") == ()
    assert await pair.red.autocomplete("game if", text="Tb") == ()
    await keep(pair.blue, "Tbc3 then Gcb4")
    numbers = await pair.blue.autocomplete("game if", cancel="")
    assert [choice.name for choice in numbers] == ["all", "1. if Tbc3 then Gcb4"]
    assert [choice.name for choice in await pair.red.autocomplete("game if", game="1", cancel="")] == ["all"]


async def test_which_game(discord_: Standin, referee: Referee) -> None:
    """Without a number it is the game in which one waits for the other."""
    first, second = await Pair.seated(discord_), await Pair.seated(discord_, 2)
    await first.move("Tbc3")
    answer = await told(await second.blue.slash("game if", text="Gc3 then Gcb4"))
    assert answer.startswith("Kept for game #2")
    await second.move("Gc3")
    assert await moves_of(referee, 2) == ["c2c3", "c5b4"]


# ---- dropped


async def test_a_takeback_drops_them(pair: Pair, referee: Referee) -> None:
    """After a takeback nothing that was kept before is made."""
    await keep(pair.blue, "Tbc3 then Gcb4, Gcd3 then Gb3")
    await pair.move("Tbc3")
    await told(await pair.red.slash("game takeback"))
    await told(await pair.blue.slash("game takeback", answer="accept"))
    await pair.next_board()
    assert await listed(pair.blue) == ["~~if Tbc3 then Gcb4, Gcd3 then Gb3~~ (moves were taken back)"]
    await pair.move("Tbc3")
    assert (await moves_of(referee))[-1] == "b1c3"


async def test_the_end_drops_them(pair: Pair, database: Path) -> None:
    """When the game ends nothing is kept any more."""
    await keep(pair.blue, "Tbc3 then Gcb4")
    sure = await shown(await pair.red.slash("game resign"))
    await told(await pair.red.press(sure, "Yes, resign"))
    assert rows(database) == []


async def test_an_answer_that_ends_the_game(pair: Pair, referee: Referee, database: Path) -> None:
    """An answer may end the game; the secret then comes out with it."""
    await pair.moves("Tfg2 Gcb4 Tgd5 Gb3 Tdb4 Tfe4 Ged3 Td5 Txc6")
    await keep(pair.red, "Te3 then Txd7")
    answer = await told(await pair.blue.slash("move", notation="Te3"))
    assert answer.endswith("Game over. Red wins: the empress has fallen.")
    board = await pair.next_board()
    assert "Blue: Te3" in board.content
    assert (await moves_of(referee))[-3:] == ["d5e3", "c6d7", "Revealed"]
    assert rows(database) == []


# ---- fights


@pytest.mark.parametrize("won", [True, False])
async def test_after_the_dice(discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch, won: bool) -> None:
    """An answer to a fight is made if it is legal after the dice, and with dice of its own; else it is gone."""

    def fits(dice: Throws) -> bool:
        (ours, theirs) = dice(0, 8, 8)
        return (ours + 1 > theirs) is won and ours + 1 != theirs

    let_secret_be(monkeypatch, secret_giving(fits))
    pair = await Pair.seated(discord_, options="combat=poly")
    await keep(pair.blue, "Tbxc6 then Tb5xc6", "Tbxc6 then Txc6")
    answer = await told(await pair.red.slash("move", notation="Tbxc6"))
    board = await pair.next_board()
    if won:
        assert "Blue: Txc6" in answer
        assert (await moves_of(referee)) == ["b1c6", "Rolled", "b5c6", "Rolled"]
        assert board.content.count(" falls") == 2, "both fights are told"
        assert len((await table_of(referee)).state.rolls) >= 2
    else:
        assert (await moves_of(referee)) == ["b1c6", "Rolled"]
        gone = "~~if Tbxc6 then Txc6~~ (your answer was no longer legal)"
        assert await listed(pair.blue) == [gone]


# ---- private


LINE = "Tfg2 then Tba3"


async def test_nobody_else_sees_them(
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
    assert "no reply was made: ZeroDivisionError at test_conditional.py:" in caplog.text


def broken(*_: object) -> None:
    """Fail, as only a mistake of the referee's own can."""
    raise ZeroDivisionError(LINE)


async def listed_by(who: Human) -> list[str]:
    """What somebody else is shown of conditional moves: their own, which are none."""
    answer = await told(await who.slash("game if", game="1"))
    return [] if answer == NONE or answer.startswith("You do not play in game #1.") else [answer]


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


# ---- once, whatever happens


async def test_delivered_twice(pair: Pair, referee: Referee) -> None:
    """A line and a move that Discord delivers twice are kept and answered once."""
    outcome = await pair.blue.slash("game if", text="Tbc3 then Gcb4")
    await told(outcome)
    await deliver_again(pair.blue, outcome, "game if", text="Tbc3 then Gcb4")
    assert await listed(pair.blue) == ["1. if Tbc3 then Gcb4"]
    outcome = await pair.red.slash("move", notation="Tbc3")
    await told(outcome)
    await pair.next_board()
    await deliver_again(pair.red, outcome, "move", notation="Tbc3")
    await settled(referee)
    assert await moves_of(referee) == ["b1c3", "c5b4"]


async def test_a_restart(discord_: Standin, database: Path) -> None:
    """Lines outlive a restart, half played ones too."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_)
        await keep(pair.blue, "Tbc3 then Gcb4, Gcd3 then Gb3")
        await pair.move("Tbc3")
        await settled(referee)
    async with running(Referee(database)) as again:
        assert await listed(pair.blue) == ["1. if Gcd3 then Gb3"]
        await pair.move("Gcd3")
        assert await moves_of(again) == ["b1c3", "c5b4", "c2d3", "b4b3"]
        await settled(again)


@SIGNALLED
@pytest.mark.parametrize("combat", first(1, ["off", "poly"]))
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
            board = await pair.channel.wait_for(says("Blue: ", "(Red) to move."))
            await again.controller.poster.catch_up()
            await settled(again)
            assert await moves_of(again) == ["c2c3", *answer]
            assert board.pinged.users == {pair.red.id}
    boards = [m for m in pair.channel.messages if is_board(m)]
    assert len(boards) == 2
    assert "Red: Gc3" in boards[1].content


async def test_two_processes(discord_: Standin, referee: Referee, database: Path) -> None:
    """Where two processes see the same answer due, it is made once."""
    pair = await Pair.seated(discord_)
    await keep(pair.blue, "Tbc3 then Gcb4")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Replies, "due", nothing)
        await pair.move("Tbc3")
        await settled(referee)
    other = await Database.open(database)
    rival = Games(Ledger(other))
    await asyncio.gather(referee.controller.games.play.follow(1), rival.play.follow(1))
    await other.close()
    assert await moves_of(referee) == ["b1c3", "c5b4"]


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Database]:
    """Open the file for one test."""
    opened = await Database.open(database)
    yield opened
    await opened.close()


async def test_cancelled_while_it_is_being_made(store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cancels an answer that is just being made is told that it is gone, not that it is cancelled."""
    games = Games(Ledger(store), lambda: 1_800_000_000_000)
    ann, ben = Player(11, "Ann"), Player(12, "Ben")
    number = await games.lobby.set_up(Location(1, 2), variant_of("hexeh"), {1: ann, 2: ben})
    await games.conditional.keep(number, ben, "Tbc3 then Gcb4")
    cancelling: list[asyncio.Task[int | Refusal]] = []
    due = Replies.due

    async def found(self: Replies, table: Table, kept: Sequence[KeptLine]) -> Reply | None:
        reply = await due(self, table, kept)
        if reply is not None and not cancelling:
            cancelling.append(asyncio.create_task(games.conditional.cancel(number, ben, 1)))
            for _ in range(20):
                await store.rows("SELECT 1")
        return reply

    monkeypatch.setattr(Replies, "due", found)
    turned = await games.play.act(number, ann, lambda seat: MakeMove(seat, None, "Tbc3"))
    assert isinstance(turned, Carried)
    assert len(turned.then) == 1
    assert await outcome(cancelling[0]) == NoSuchConditional(1)


async def test_time_that_runs_out(database: Path) -> None:
    """When time ends a game nothing is kept any more."""
    store, now = await Database.open(database), 1_800_000_000_000
    games = Games(Ledger(store), lambda: now)
    ann, ben = Player(11, "Ann"), Player(12, "Ben")
    control = read_control("3d/move")
    assert isinstance(control, TimeControl)
    number = await games.lobby.set_up(Location(1, 2), variant_of("hexeh"), {1: ann, 2: ben}, time=control)
    assert await games.conditional.keep(number, ben, "Tbc3 then Gcb4") == ("Tbc3 then Gcb4",)
    now += 4 * DAY
    turned = await games.play.rule(number, flag)
    assert isinstance(turned, Carried)
    assert turned.table.state.result is not None
    await store.close()
    assert rows(database) == []


async def nothing(self: Replies, table: Table) -> None:
    """Have nothing to reply."""
