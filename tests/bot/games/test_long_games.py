"""Long games: an act in a game of four hundred moves is hardly more work than in one of twenty."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count as count_up
from itertools import cycle, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.discord_ui.channel.boards import Poster, board_text
from bot.discord_ui.commands.autocomplete import offer_moves, offer_positions
from bot.games import Carried, Games, Location, Table, pictures
from bot.games.dice import RollOutcome
from bot.games.play.automatic import rest_of
from bot.games.settings import Viewer
from bot.games.study import Explored
from bot.store import Database, KeptLine, Ledger, Player
from bot.text import games, news
from engine.clocks.control import DAY, TimeControl
from engine.lookahead.conditional import Step
from engine.model.refusal import Refusal
from engine.notation.moves import short_form
from engine.play.commands import Command, MakeMove, Resign, Resume
from engine.play.events import Event, Moved
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.support.direct import Direct, opened
from tests.bot.support.refusals import outcome
from tests.engine.proposing import (
    accept_pause,
    accept_takeback,
    ask_takeback,
    decline_draw,
    decline_takeback,
    offer_draw,
    offer_pause,
)
from tests.steps import counting, steps_of

ANN, BEN = Player(11, "Ann"), Player(12, "Ben")
HERE = Location(1, 2)
NOON = 1_800_000_000_000
SHORT, LONG = 20, 400
ROUNDS = {
    ("hexeh", "off"): "b1c3 b5c4 c3b1 c4b5",
    ("hexeh", "poly"): "b1c3 b5c4 c3b1 c4b5",
    ("glinski", "off"): "c1e3 c8e8 e3c1 e8c8",
}
CONTROL = TimeControl(3 * DAY, DAY)


def gone_on(kind: tuple[str, str], moves: int) -> State:
    """A game that has gone to and fro for so many moves."""
    state = new_game(variant_of(kind[0], {"combat": kind[1]}))
    for move in islice(cycle(ROUNDS[kind].split()), moves):
        state = advance(state, Event(state.sequence + 1, NOON, state.turn, Moved(move)))
    return state


class Wall:
    """A client whose channels take whatever is posted."""

    def __init__(self) -> None:
        self.posted = 0

    def get_partial_messageable(self, *_: object, **__: object) -> Wall:
        """Find a channel."""
        return self

    def get_partial_message(self, _: int) -> Wall:
        """Find a message."""
        return self

    async def send(self, *_: object, **__: object) -> SimpleNamespace:
        """Post a message."""
        self.posted += 1
        return SimpleNamespace(id=self.posted)

    async def edit(self, **_: object) -> None:
        """Edit a message."""


class Desk:
    """A game of so many moves to and fro, shown on a wall."""

    def __init__(self, database: Database, moves: int, kind: tuple[str, str]) -> None:
        self.games = Games(Ledger(database), now=lambda: NOON)
        client = cast("discord.Client", Wall())
        self.boards = Poster(client, self.games)
        self.number, self.moves, self.kind = 0, moves, kind

    async def begin(self) -> None:
        """Begin the game, and show it."""
        key, combat = self.kind
        state = gone_on(self.kind, self.moves)
        options, players = {"combat": combat}, {1: ANN, 2: BEN}
        self.number = await self.games.lobby.set_up(
            HERE, variant_of(key, options), players, None, CONTROL, state.events
        )
        await self.show()

    async def table(self) -> Table:
        """Find the game."""
        table = await self.games.tables.find(self.number)
        assert isinstance(table, Table)
        return table

    async def show(self) -> None:
        """Post what has not been shown."""
        await self.boards.show((await self.table()).game.number)

    async def act(self, player: Player, command: Callable[[int], Command]) -> None:
        """Carry a command out, say so, and show it."""
        turned = await self.games.play.act(self.number, player, command)
        assert isinstance(turned, Carried)
        assert news.done(turned, games.plain_name)
        await self.show()

    async def refuse(self, command: Callable[[int], Command]) -> None:
        """Refuse a command."""
        assert isinstance(await outcome(self.games.play.act(self.number, ANN, command)), Refusal)

    async def look(self) -> None:
        """Look at the board."""
        table = await self.table()
        assert board_text(table)
        assert (await pictures.board(table, Viewer())).png

    async def list_moves(self) -> None:
        """See which pieces can move, and what to type."""
        table = await self.table()
        assert games.moves_from(table.state, None)
        assert (await pictures.reach(table, Viewer(), None)).png
        assert offer_moves(sheet(table.state), "")

    async def find_position(self) -> None:
        """Look for a position to explore, and explore it."""
        table = await self.table()
        assert offer_positions(table.state, "")
        assert offer_positions(table.state, str(table.state.played[-1].round))
        assert isinstance(await self.games.exploring.begin(table, ANN, "7"), Explored)

    async def keep_answer(self) -> None:
        """Keep an answer to a move of the other side."""
        long = sheet((await self.table()).state).long()[0]
        state = (await self.table()).state
        after = advance(state, Event(state.sequence + 1, NOON, state.turn, Moved(long)))
        kept = await outcome(self.games.conditional.keep(self.number, BEN, f"{long} then {sheet(after).long()[0]}"))
        assert not isinstance(kept, Refusal)
        assert len(await self.games.conditional.kept(self.number, BEN)) == 1

    async def fight(self) -> None:
        """Attack, where captures are fought out."""
        state = (await self.table()).state
        if state.variant.combat is not None:
            legal = sheet(state)
            attack = next(move for move in legal.legal if state.movement.captured(state.position, move) is not None)
            await self.act(ANN, play(legal.short(attack)))

    async def note(self) -> None:
        """Note something."""
        assert isinstance(await self.games.notes.write((await self.table()).game, ANN, "hm"), int)

    async def agenda(self) -> None:
        """See what awaits one."""
        assert (await self.games.agendas.of(ANN, HERE.guild)).here


def play(text: str) -> Callable[[int], Command]:
    """The command to make a move."""
    return lambda seat: MakeMove(seat, None, text)


ACTS: dict[str, Callable[[Desk], Awaitable[None]]] = {
    "look": Desk.look,
    "moves": Desk.list_moves,
    "positions": Desk.find_position,
    "note": Desk.note,
    "agenda": Desk.agenda,
    "draw offered": lambda controller: controller.act(ANN, offer_draw),
    "draw declined": lambda controller: controller.act(BEN, decline_draw),
    "no such move": lambda controller: controller.refuse(play("Zz99")),
    "answer kept": Desk.keep_answer,
    "move": lambda controller: controller.act(ANN, play(ROUNDS[controller.kind].split()[0])),
    "takeback asked for": lambda controller: controller.act(ANN, ask_takeback),
    "takeback declined": lambda controller: controller.act(BEN, decline_takeback),
    "takeback asked for again": lambda controller: controller.act(ANN, ask_takeback),
    "takeback": lambda controller: controller.act(BEN, accept_takeback),
    "move again": lambda controller: controller.act(ANN, play(ROUNDS[controller.kind].split()[0])),
    "answer": lambda controller: controller.act(BEN, play(ROUNDS[controller.kind].split()[1])),
    "pause offered": lambda controller: controller.act(ANN, offer_pause),
    "pause": lambda controller: controller.act(BEN, accept_pause),
    "resume": lambda controller: controller.act(BEN, Resume),
    "fight": Desk.fight,
    "end": lambda controller: controller.act(BEN, Resign),
}

MORE = 1.5
"""How many times the steps an act may take: more positions are offered, and looked through for repetitions."""


async def measured(database: Database, moves: int, kind: tuple[str, str]) -> dict[str, int]:
    """The steps of every act in a game of so many moves."""
    controller, found = Desk(database, moves, kind), {}
    await controller.begin()
    for name, act in ACTS.items():
        short_form.cache_clear()
        cast("Any", (await controller.table()).state.movement._lists).cache_clear()
        with counting() as steps:
            await act(controller)
        found[name] = steps.taken
    return found


@pytest.mark.parametrize("kind", ROUNDS)
async def test_acts_in_long_games(database: Path, kind: tuple[str, str]) -> None:
    """No act in a game of 400 moves takes half as many steps again as the same in a game of 20."""
    store = await opened(database)
    await measured(store, SHORT, kind)
    short, long = await measured(store, SHORT, kind), await measured(store, LONG, kind)
    await store.close()
    assert [] == [name for name in ACTS if long[name] > MORE * short[name]]


def test_answers_kept_late() -> None:
    """Of an answer kept, only what has happened since is looked at."""
    step = Step(1, "b1c3", "Tbc3")
    steps = {}
    for moves in (SHORT, LONG):
        events = [Event(number, NOON, 1, Moved("c3b1")) for number in range(1, moves + 1)]
        kept = KeptLine(1, 1, BEN.id, 1, moves, (step, step), None)
        steps[moves] = steps_of(partial(rest_of, kept, [*events, Event(moves + 1, NOON, 1, Moved("b1c3"))]))
    assert steps[SHORT] == steps[LONG]


async def test_rolls_of_a_long_stream(database: Path) -> None:
    """A shared roll takes its number as fast after four hundred others as after twenty."""
    store = await opened(database)
    taken = 0

    def count() -> None:
        nonlocal taken
        taken += 1

    cast("Direct", store._connection)._connection.set_progress_handler(count, 1)
    shared, found = Games(Ledger(store), now=count_up(NOON, 3_000).__next__).shared, {}
    for number in range(LONG + 1):
        taken = 0
        rolled = await shared.roll(HERE, ANN, "d6", number)
        assert isinstance(rolled, RollOutcome)
        assert rolled.roll.number == number
        found[number] = taken
    await store.close()
    assert found[LONG] < 2 * found[SHORT]
