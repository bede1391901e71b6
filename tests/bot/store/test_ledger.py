"""Games in the store: append-only, and what their rows say agrees with their events."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from bot.games import Games, Location
from bot.store import Conflict, Database, Ledger, Player, Repeated, StoredGame
from bot.store.outbox import BOARD
from engine.play.commands import Command, MakeMove, Resign
from engine.play.events import Event, Resigned
from engine.play.game import new_game, replay
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.rules.protocols import Result
from engine.variants import variant_of
from tests.bot.support.kept import events_of
from tests.engine.proposing import accept_draw, offer_draw

ANN, BEN = Player(11, "Ann"), Player(12, "Ben")
FIRST = "b1c3"


def played(moves: str) -> State:
    return replay_moves(variant_of("hexeh"), moves)


@pytest.fixture
def ledger(store: Database) -> Ledger:
    return Ledger(store)


async def begun(ledger: Ledger) -> int:
    """Begin a game between Ann and Ben; its number."""
    return await Games(ledger, now=lambda: 5).lobby.set_up(Location(1, 2), variant_of("hexeh"), {1: ANN, 2: BEN})


def first_move(at: int = 7) -> list[Event]:
    return [played(FIRST).events[0]._replace(at=at)]


# ---- events


@pytest.mark.parametrize("statement", ["UPDATE events SET at = 0", "DELETE FROM events"])
async def test_events_are_append_only(store: Database, ledger: Ledger, statement: str) -> None:
    """No statement changes or removes an event."""
    number = await begun(ledger)
    await ledger.append(number, first_move(), played(FIRST), None)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        await store.rows(statement)
    assert await events_of(ledger, number) == first_move()


async def test_a_taken_number_is_a_conflict(ledger: Ledger) -> None:
    """An event whose number is taken is a Conflict, and nothing is written."""
    number = await begun(ledger)
    await ledger.append(number, first_move(), played(FIRST), 100)
    before = await ledger.game(number)
    with pytest.raises(Conflict):
        await ledger.append(number, played("f1e3").events, played("f1e3"), 101)
    assert await events_of(ledger, number) == first_move()
    assert await ledger.game(number) == before


async def test_a_used_cause_is_repeated(ledger: Ledger) -> None:
    """An event whose cause has acted before is Repeated, in another game too, and nothing is written."""
    number, other = await begun(ledger), await begun(ledger)
    await ledger.append(number, first_move(), played(FIRST), 100)
    before = await ledger.game(other)
    with pytest.raises(Repeated):
        await ledger.append(other, first_move(), played(FIRST), 100)
    assert await events_of(ledger, other) == []
    assert await ledger.game(other) == before


async def test_other_constraints_are_told_as_what_they_are(ledger: Ledger) -> None:
    """Constraints are told apart by which they are: neither a conflict nor a repetition, whatever their text says."""
    with pytest.raises(sqlite3.IntegrityError) as unknown:
        await ledger.append(999, first_move(), played(FIRST), 100)
    assert unknown.value.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY"
    await ledger.database.rows(
        "CREATE TRIGGER because BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no cause given'); END"
    )
    with pytest.raises(sqlite3.IntegrityError) as refused:
        await ledger.append(await begun(ledger), first_move(), played(FIRST), 100)
    assert refused.value.sqlite_errorname == "SQLITE_CONSTRAINT_TRIGGER"


async def test_of_several_events_all_are_written_or_none(ledger: Ledger) -> None:
    """Events appended together are one commit: a conflict in the second undoes the first."""
    number = await begun(ledger)
    events = [*first_move(), *first_move()]
    with pytest.raises(Conflict):
        await ledger.append(number, events, played(FIRST), None)
    assert await events_of(ledger, number) == []


HISTORIES: dict[str, tuple[Command, ...]] = {
    "begun": (),
    "moved": (MakeMove(1, None, FIRST),),
    "offered": (MakeMove(1, None, FIRST), offer_draw(1)),
    "agreed": (offer_draw(1), accept_draw(2)),
    "resigned": (MakeMove(1, None, FIRST), Resign(1)),
}


@pytest.mark.parametrize("case", HISTORIES)
async def test_the_columns_equal_what_the_events_lead_to(ledger: Ledger, store: Database, case: str) -> None:
    """Turn, stage, winner, reason and sequence are those of the state that the events replay to."""
    games, number = Games(ledger), await begun(ledger)
    for command in HISTORIES[case]:
        table, player = await games.tables.find(number), (ANN, BEN)[command.seat - 1]
        await games.play.act(table, player, lambda _, command=command: command)  # type: ignore[misc]
    events = await events_of(ledger, number)
    state = replay(variant_of("hexeh"), events)
    assert len(events) == len(HISTORIES[case]) + (state.result is not None), "a game's end reveals its secret"
    winner, reason = (state.result.winner, state.result.reason) if state.result else (None, None)
    turn, stage = (None, "over") if state.result else (state.turn, "playing")
    (columns,) = await store.rows("SELECT turn, stage, winner, reason, sequence FROM games WHERE number = ?", number)
    assert columns == (turn, stage, winner, reason, len(events))


# ---- what was shown


async def found(ledger: Ledger, number: int) -> StoredGame:
    game = await ledger.game(number)
    assert game is not None
    return game


async def test_the_messages_that_have_shown_boards_are_known(ledger: Ledger) -> None:
    """Each message is known by its game and the event that it showed, and the newest is the game's."""
    number = await begun(ledger)
    await ledger.shown(number, 0, 30)
    await ledger.shown(number, 1, 40)
    await ledger.shown(number, 1, 40)
    await ledger.shown(number, 2, None)
    assert (await found(ledger, number)).message == 40
    assert [await ledger.board_shown(message) for message in (30, 40, 50)] == [(number, 0), (number, 1), None]
    assert await ledger.boards_of(number, 1) == {40}


async def test_what_a_channel_has_not_been_shown_has_a_letter(ledger: Ledger) -> None:
    """That is challenges never shown and games behind their last event, void ones never shown not.

    An act writes it in its own transaction, over one that was given up.
    """
    fresh, seen, moved, over = [await begun(ledger) for _ in range(4)]
    challenge = replace(await found(ledger, fresh), seats={0: ANN})
    open_, shown, void = [
        await ledger.open_challenge(challenge, bytes(32), new_game(variant_of("hexeh"))) for _ in range(3)
    ]
    await ledger.void(void, "withdrawn")
    for number in (seen, moved, over, shown):
        await ledger.shown(number, 0, 1)
    await ledger.append(moved, first_move(), played(FIRST), None)
    resigned = replace(played(FIRST), result=Result(2, "resignation"))
    await ledger.append(over, [Event(1, 7, 1, Resigned())], resigned, None)
    assert await ledger.outbox.boards() == [fresh, moved, over, open_]
    for number in (moved, over):
        await ledger.shown(number, 1, None)
    assert await ledger.outbox.boards() == [fresh, open_]
    letter = await ledger.outbox.find(BOARD, str(fresh))
    assert letter is not None
    await ledger.outbox.tried(letter, 5)
    assert await ledger.outbox.boards() == [open_]
    await ledger.append(fresh, first_move(), played(FIRST), None)
    assert await ledger.outbox.boards() == [fresh, open_]
