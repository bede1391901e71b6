"""Files that are full: a game played once, then written as often as wanted, for one pair of players or for others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from bot.games import Games, Location
from bot.games.ratings import FORMULA
from bot.store import Database, Ledger, Player, SharedDiceStore
from engine.clocks.control import DAY, UNTIMED, TimeControl
from engine.model.position import long_form
from engine.play.commands import Resign
from engine.play.events import Event, Moved
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import variant_of

ANN, BEN = Player(11, "Ann"), Player(12, "Ben")
HERE = Location(1, 2)
NOON = 1_800_000_000_000
KINDS = ("hexeh", "chess", "glinski", "nd-mccooey")
"""Games of four kinds, without fights."""
SLOW = TimeControl(3 * DAY, DAY)
_NUMBERS = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
_TABLES = (
    "games",
    "seats",
    "events",
    "secrets",
    "deadlines",
    "silences",
    "outcomes",
    "placings",
    "ratings",
)


def games_in(database: Database) -> Games:
    """The use cases over a file, at noon."""
    return Games(Ledger(database), SharedDiceStore(database), now=lambda: NOON)


def played(key: str, moves: int, seed: int = 1) -> State:
    """A game without fights that has gone on for so many moves, quiet ones where there are any; always the same."""
    variant = variant_of(key, {"combat": "off"})
    while True:
        state, choose = new_game(variant), random.Random(seed)  # noqa: S311 - no secret
        while state.result is None and len(state.played) < moves:
            legal = sheet(state).legal
            move = choose.choice([each for each in legal if not state.position.occupied(each.target)] or legal)
            happened = Moved(long_form(variant.board, move))
            state = advance(
                state, Event(state.sequence + 1, NOON - 1000 * (moves - state.sequence), state.turn, happened)
            )
        if state.result is None:
            return state
        seed += 1


async def begun(games: Games, state: State, players: Sequence[Player] = (ANN, BEN), *, timed: bool = False) -> int:
    """The number of a game that stands so, its last board shown."""
    control = SLOW if timed else UNTIMED
    seats = {seat.number: players[(seat.number - 1) % len(players)] for seat in state.variant.seats}
    number = await games.lobby.set_up(HERE, state.variant, seats, None, control, state.events)
    await games.ledger.database.rows("UPDATE games SET shown = sequence, rated = 1 WHERE number = ?", number)
    return number


async def ended(games: Games, number: int) -> None:
    """Let somebody resign a game, and have it rated."""
    await games.play.act(number, ANN, Resign)
    await games.ledger.database.rows("UPDATE games SET shown = sequence WHERE number = ?", number)


async def copied(database: Database, game: int, times: int, *, others: bool = False) -> None:
    """Write a game so many times more, with all about it, in the same place; with `others`, for other players."""
    ((newest,),) = await database.rows("SELECT max(number) FROM games")
    ((last,),) = await database.rows("SELECT coalesce(max(number), 0) FROM outcomes")
    for table in _TABLES:
        own = {"number": f"{newest} + n", "game": f"{newest} + n", "cause": "NULL", "due": "due + n"}
        own |= {"deadlines": {"number": "NULL"}, "outcomes": {"number": f"{last} + n"}}.get(table, {})
        own |= {"outcome": f"{last} + n"}
        own |= {"player": "iif(player, player + 100 * n, 0)"} if others else {}
        names = [name for _, name, *_ in await database.rows(f"PRAGMA table_info({table})")]
        values = [own.get(name, name) for name in names]
        key = {"games": "number", "ratings": "(SELECT game FROM outcomes WHERE number = outcome)"}.get(table, "game")
        await database.rows(
            f"{_NUMBERS} INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)}"  # noqa: S608 - its own names
            f" FROM {table}, numbers WHERE {key} = ?",
            times,
            game,
        )


async def rated(database: Database, family: str, players: int) -> None:
    """Rate so many players more in a family, each after a game against another that is like the newest."""
    ((newest,),) = await database.rows("SELECT max(number) FROM games")
    ((last,),) = await database.rows("SELECT coalesce(max(number), 0) FROM outcomes")
    names = [name for _, name, *_ in await database.rows("PRAGMA table_info(games)")]
    copied = ", ".join({"number": "games.number + n"}.get(name, name) for name in names)
    seats = "json_each('[1, 2]') AS s"
    player = f"1000000 + 2 * ({newest} + n) + s.value"
    mu = "15 + (n * 7919 + s.value * 104729) % 20011 / 1000.0"
    for into, selected, source in (
        (f"games ({', '.join(names)})", copied, f"games, numbers WHERE number = {newest}"),
        (
            "outcomes (number, game, guild, family, verdict)",
            f"{last} + n, {newest} + n, {HERE.guild}, '{family}', 'rated'",
            "numbers",
        ),
        (
            "placings (game, seat, player, name, place, result)",
            f"{newest} + n, s.value, {player}, 'player ' || n, s.value, iif(s.value = 1, 'won', 'lost')",
            f"numbers, {seats}",
        ),
        (
            "ratings (formula, outcome, player, guild, family, mu, sigma, games)",
            f"{FORMULA}, {last} + n, {player}, {HERE.guild}, '{family}', {mu}, 2 + n % 97 / 20.0, 1 + n % 30",
            f"numbers, {seats}",
        ),
    ):
        text = f"{_NUMBERS} INSERT INTO {into} SELECT {selected} FROM {source}"  # noqa: S608 - its own words
        await database.rows(text, players // 2)


async def opened(path: Path) -> tuple[Database, Games]:
    """A new file, and the use cases over it."""
    database = await Database.open(path)
    return database, games_in(database)
