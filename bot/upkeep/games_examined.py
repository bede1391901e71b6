"""The games of a file, each replayed from its events, and what was written down of them beside these."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.games.deadlines import FLAG, deadlines_of
from bot.games.ratings.formula import FORMULA, NEWCOMER, placings, updated
from bot.games.tables import replayed, variant_for
from bot.store import Database, Ledger, Skill, StoredGame, Unreadable
from bot.store.salvage import Inquiry, of_games
from bot.upkeep.findings import Finding, lost, mendable, note
from engine.dice.commitment import keeps
from engine.notation.position_code import BadCode
from engine.play.events import BrokenRecord, Event
from engine.play.state import State
from engine.variants import UnknownVariant

NUMBERS = Inquiry.of("SELECT number FROM games", "number > 0", "ORDER BY number")
COLUMNS = "sequence", "turn", "stage", "winner", "reason", "shown"
ROW = f"SELECT {', '.join(COLUMNS)} FROM games WHERE number = ?"  # noqa: S608 - constants
PROMISED = "SELECT commitment, secret FROM games JOIN secrets ON game = number WHERE number = ?"
PLACED = "SELECT seat, place, result FROM placings WHERE game = ? ORDER BY seat"
HANDED = "SELECT 1 FROM predecessors WHERE game = ?"
DUE = "SELECT due FROM deadlines WHERE kind = ? AND game = ?"
SET_DUE = "INSERT OR REPLACE INTO deadlines (kind, game, player, due) VALUES (?, ?, 0, ?)"
MERIT = "mu - 2 * sigma + 1000 * (games >= 10)"
SKILLS = "SELECT formula, guild, family, player, outcome, mu, sigma, games, merit FROM skills"
LAST = (
    f"SELECT formula, r.guild, r.family, player, max(r.outcome), mu, sigma, games, {MERIT} FROM ratings r"  # noqa: S608 - a constant
    " LEFT JOIN resets x ON x.guild = r.guild AND x.family = r.family"
    " WHERE player > 0 AND r.outcome > coalesce(x.outcome, 0) GROUP BY formula, r.guild, r.family, player"
)
RATED = (
    "SELECT o.number, o.game, o.guild, o.family, p.player, p.place, p.result, r.mu, r.sigma, r.games,"
    " coalesce(x.outcome, 0) FROM outcomes o JOIN placings p USING (game) LEFT JOIN ratings r"
    " ON r.formula = ? AND r.outcome = o.number AND r.player = p.player LEFT JOIN resets x"
    " ON x.guild = o.guild AND x.family = o.family WHERE o.verdict = 'rated' ORDER BY o.number, p.seat"
)
NAMELESS = (
    "SELECT DISTINCT s.guild, s.player FROM skills s LEFT JOIN names n USING (guild, player) WHERE n.name IS NULL"
)
NAME = (
    "INSERT OR REPLACE INTO names SELECT o.guild, p.player, p.name FROM placings p JOIN outcomes o USING (game)"
    " WHERE o.guild = ? AND p.player = ? ORDER BY o.number DESC LIMIT 1"
)


async def games_examined(ledger: Ledger) -> list[Finding]:
    """What is wrong with the games, with what follows from them, and with the ratings; one game is read at a time."""
    found: list[Finding] = []
    try:
        numbers = sorted(int(row[0]) for row in await of_games(ledger.database, NUMBERS))
    except Unreadable as problem:
        return [lost(f"the games cannot be listed: {problem}")]
    for number in numbers:
        try:
            found += await _game(ledger, number)
        except Unreadable as problem:
            found.append(lost(f"game {number} is frozen: {problem}"))
    questions = dict.fromkeys((_skills, _names, _ratings), "the ratings")
    for ask, about in questions.items():
        try:
            found += await ask(ledger.database)
        except (Unreadable, TypeError, ValueError) as problem:
            found.append(lost(f"{about} cannot be read: {problem}"))
    return found


async def _game(ledger: Ledger, number: int) -> list[Finding]:
    """What is wrong with a game."""
    game = await ledger.game(number)
    if game is None:
        return [lost(f"game {number} is frozen: its row is not found")]
    if game.stage == "void":
        return []
    try:
        variant = variant_for(game)
        if variant.edition != game.edition:
            return [note(f"game {number} is frozen: it began under edition {game.edition} of its rules")]
        events = await ledger.events(number)
        state = replayed(game, variant, events)
    except UnknownVariant as problem:
        return [note(f"game {number} is frozen: {problem}")]
    except (BrokenRecord, BadCode) as problem:
        return [lost(f"game {number} is frozen: {problem}")]
    missing = game.sequence - (events[-1].sequence if events else 0)
    if missing > 0:
        return [lost(f"game {number} is frozen: its row counts {game.sequence} events, of which {missing} are missing")]
    row = (await ledger.database.rows(ROW, number))[0]
    found = [*_written(game, row, state, events), *await _dice(ledger.database, number)]
    if game.stage == "playing":
        found += await _due(ledger.database, game, state)
    if game.stage == "over":
        found += await _result(ledger.database, game, state)
    return found


def _written(game: StoredGame, row: sqlite3.Row, state: State, events: Iterable[Event]) -> Iterator[Finding]:
    """What a game's row says otherwise than its events."""
    number, ended = game.number, state.result is not None
    is_: dict[str, object] = dict(zip(COLUMNS, row, strict=False))
    winner, reason = (state.result.winner, state.result.reason) if state.result else (None, None)
    due: dict[str, object] = {"sequence": max((event.sequence for event in events), default=0)}
    if game.stage != "open":
        due |= {"turn": None if ended else state.turn, "stage": "over" if ended else "playing"}
        due |= {"winner": winner, "reason": reason} if ended else {}
        if game.shown > due["sequence"]:  # type: ignore[operator]
            due["shown"] = due["sequence"]
    wrong = {name: value for name, value in due.items() if is_[name] != value}
    if wrong:
        said = ", ".join(f"{name} is {is_[name]!r} instead of {value!r}" for name, value in wrong.items())
        changes = ", ".join(f"{name} = ?" for name in wrong)
        yield mendable(
            f"the row of game {number} does not follow from its events: {said}",
            (f"UPDATE games SET {changes} WHERE number = ?", (*wrong.values(), number)),  # noqa: S608 - our names
        )


async def _dice(database: Database, number: int) -> list[Finding]:
    """Whether the secret of a game is the one that was promised."""
    for commitment, secret in await database.rows(PROMISED, number):
        if commitment and not keeps(bytes(secret), str(commitment)):
            return [lost(f"the secret behind the dice of game {number} is not the one that was promised")]
    return []


async def _due(database: Database, game: StoredGame, state: State) -> list[Finding]:
    """Whether a running clock is watched; in a server that the bot has left it may be later."""
    flags = [each for each in deadlines_of(game.number, state) if each.kind == FLAG and game.lost is None]
    away = await database.rows("SELECT 1 FROM departed WHERE guild = ?", game.guild)
    rows = await database.rows(DUE, FLAG, game.number)
    if not flags or (rows and (away or rows[0][0] == flags[0].due)):
        return []
    said = f"comes at {rows[0][0]} instead of {flags[0].due}" if rows else "is not noted"
    return [
        mendable(f"the end of the clock of game {game.number} {said}", (SET_DUE, (FLAG, game.number, flags[0].due)))
    ]


async def _result(database: Database, game: StoredGame, state: State) -> list[Finding]:
    """Whether a finished game was settled as it ended; where a seat changed hands it was settled before."""
    number = game.number
    written = [tuple(row) for row in await database.rows(PLACED, number)]
    if not written or await database.rows(HANDED, number):
        return []
    due = [(each.seat, each.place, each.result) for each in placings(game, state)]
    return [] if written == sorted(due) else [lost(f"the outcome of game {number} is not the one it ended with")]


async def _skills(database: Database) -> list[Finding]:
    """Whether everybody's skill is that after their last rated game."""
    is_ = {tuple(row[:4]): tuple(row[4:]) for row in await database.rows(SKILLS)}
    due = {tuple(row[:4]): tuple(row[4:]) for row in await database.rows(LAST)}
    wrong = [key for key in {**is_, **due} if is_.get(key) != due.get(key)]
    if not wrong:
        return []
    mend = [("DELETE FROM skills WHERE formula = ? AND guild = ? AND family = ? AND player = ?", key) for key in wrong]
    mend += [
        ("INSERT INTO skills VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*key, *due[key])) for key in wrong if key in due
    ]
    return [mendable(f"{len(wrong)} skills are not those after the last rated game", *mend)]


async def _names(database: Database) -> list[Finding]:
    """Whether everybody on a leaderboard has a name."""
    rows = [tuple(row) for row in await database.rows(NAMELESS)]
    mend = [(NAME, row) for row in rows]
    return [mendable(f"{len(rows)} names of players on leaderboards are missing", *mend)] if rows else []


async def _ratings(database: Database) -> list[Finding]:
    """Whether the ratings after each game follow from those before, as far as these are still there.

    A game that was deleted, or a player who was, cuts the chain: from there on it is taken as it stands.
    """
    games: dict[tuple[int, int, int, str, int], list[Any]] = {}
    for number, game, guild, family, *rest, reset in await database.rows(RATED, FORMULA):
        games.setdefault((number, game, guild, family, reset), []).append(rest)
    last: dict[tuple[int, str, int], tuple[int, Skill]] = {}
    found = []
    for (number, game, guild, family, reset), rows in games.items():
        if number > reset and not _follows(
            rows, {row[0]: _before(last, (guild, family, row[0]), reset) for row in rows}
        ):
            found.append(lost(f"the ratings after game {game} do not follow from those before"))
        for player, _, _, mu, sigma, count in rows:
            if player > 0 and mu is not None:
                last[guild, family, player] = number, Skill(mu, sigma, count)
    return found


def _before(last: Mapping[tuple[int, str, int], tuple[int, Skill]], key: tuple[int, str, int], reset: int) -> Skill:
    number, skill = last.get(key, (0, NEWCOMER))
    return skill if number > reset else NEWCOMER


def _follows(rows: Iterable[Any], before: Mapping[int, Skill]) -> bool:
    """Whether the skills in a rated game's rows follow from those before, or cannot be judged."""
    rows = list(rows)
    for player, _, _, mu, _, count in rows:
        if player <= 0 or mu is None or count != before[player].games + 1:
            return True
    due = updated([before[row[0]] for row in rows], [row[1] for row in rows], [row[2] for row in rows])
    return all(
        math.isclose(mu, skill.mu, rel_tol=1e-9) and math.isclose(sigma, skill.sigma, rel_tol=1e-9)
        for (_, _, _, mu, sigma, _), skill in zip(rows, due, strict=True)
    )
