"""Ratings: finished games settled and rated exactly once, leaderboards, what a player has done, and against whom."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import islice

from openskill.models import PlackettLuce

from bot.games.refusals import if_granted
from bot.games.tables import Tables
from bot.store import Change, Finish, GameOutcome, Ledger, Player, RatingStore, Skill, Standing, StoredGame, Tally, Unit
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.play.events import GameClosed, Happening, Moved, Replaced, Rolled
from engine.play.state import State
from engine.variants import GAMES, families, family_of

FORMULA = 1
"""The version of the formula, to be raised whenever its results change; every game is then rated anew."""
ESTABLISHED = 10
MOVES = 2
CENTRE, POINTS, DEVIATIONS = 1500, 30, 2

_MODEL = PlackettLuce()
_START = _MODEL.rating()
NEWCOMER = Skill(_START.mu, _START.sigma, 0)


class Rated(Enum):
    RATED = "rated"
    CASUAL = "casual"
    HOT_SEAT = "hot-seat"
    OWN_START = "own-start"
    ABANDONED = "abandoned"
    CLOSED = "closed"
    FROZEN = "frozen"


def terms(game: StoredGame) -> Rated:
    """What a game is played for, as it can be said from the beginning: RATED, or why it is not."""
    if len({player.id for player in game.seats.values()}) < len(game.seats):
        return Rated.HOT_SEAT
    if game.start is not None:
        return Rated.OWN_START
    return Rated.RATED if game.rated else Rated.CASUAL


def verdict(game: StoredGame, state: State, ending: Happening) -> Rated:
    if isinstance(ending, GameClosed):
        return Rated.CLOSED
    agreed = terms(game)
    return Rated.ABANDONED if agreed is Rated.RATED and abandoned(state, ending) else agreed


def abandoned(state: State, ending: Happening) -> bool:
    """Whether a game was ended otherwise than on the board before each player then in it had made MOVES moves."""
    if isinstance(ending, Moved | Rolled):
        return False
    before = state.position if isinstance(ending, Replaced) else state.line[-2:][0]
    present = state.variant.remaining(before)
    return any(not _has_played(state, seat) for seat in present)


def _has_played(state: State, seat: int) -> bool:
    moves = (played for played in state.played if played.seat == seat and not played.before.due)
    return len(list(islice(moves, MOVES))) == MOVES


def places(state: State) -> Mapping[int, int]:
    """The place of every seat of a finished game, from 1.

    The winner comes first, then those who lasted to the end, then those who left, the last of them first; who left at
    the same time share a place, and a draw is shared by all who lasted, or ordered by what each scores in it.
    """
    shares = state.result.shares if state.result is not None else ()
    lasted: dict[int, tuple[int, Fraction | int]] = {
        seat.number: (
            bisect_left(state.line, True, key=partial(_is_out, seat.number)),
            shares[seat.number - 1] if shares else 0,
        )
        for seat in state.variant.seats
    }
    if state.result is not None and state.result.winner is not None:
        lasted[state.result.winner] = len(state.line) + 1, 0
    return {seat: 1 + sum(other > own for other in lasted.values()) for seat, own in lasted.items()}


def _is_out(seat: int, position: Position) -> bool:
    return bool(position.out >> seat & 1)


def placings(game: StoredGame, state: State, leaver: int = 0) -> list[Finish]:
    """How a finished game ended for each seat; the first place is won by one alone and drawn by several.

    A draw that divides the point unequally is drawn by all who lasted, whatever their places.

    For the ratings a game also ends where somebody takes over the seat of a `leaver`, who comes last of those still in
    it; the others share the first place.
    """
    found = dict(places(state))
    if leaver:
        found |= dict.fromkeys(state.remaining, 1) | {leaver: len(state.remaining)}
    first = [seat for seat, place in found.items() if place == 1]
    drawn: Collection[int] = first if len(first) > 1 else ()
    if state.result is not None and state.result.shares:
        drawn = state.remaining
    return [
        Finish(seat, player, found[seat], "drawn" if seat in drawn else "won" if seat in first else "lost")
        for seat, player in sorted(game.seats.items())
    ]


def updated(skills: Sequence[Skill], ranks: Sequence[int], results: Sequence[str] = ()) -> list[Skill]:
    """The skills of a game's players after it; `ranks` are their places in the same order, `results` their results.

    A draw in which one came before the other (three quarters to one) counts as half a draw and half a win: the mean of
    what both would make of the skills.
    """
    even = [1 if result == "drawn" else rank for rank, result in zip(ranks, results, strict=True)] if results else ranks
    if list(even) != list(ranks):
        both = zip(updated(skills, ranks), updated(skills, even), strict=True)
        return [Skill((won.mu + drawn.mu) / 2, (won.sigma + drawn.sigma) / 2, won.games) for won, drawn in both]
    teams = [[_MODEL.rating(skill.mu, skill.sigma)] for skill in skills]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Skill(own.mu, own.sigma, before.games + 1) for (own,), before in zip(after, skills, strict=True)]


def points(skill: Skill) -> int:
    return round(CENTRE + POINTS * (skill.mu - NEWCOMER.mu))


def margin(skill: Skill) -> int:
    return round(POINTS * DEVIATIONS * skill.sigma)


def established(skill: Skill) -> bool:
    return skill.games >= ESTABLISHED


def rating(skill: Skill) -> str:
    return f"{points(skill)}{'' if established(skill) else '?'}"


def merit(skill: Skill) -> tuple[bool, float]:
    """What a leaderboard is ordered by, the greatest first: the established, then by the lower end of the margin."""
    return established(skill), skill.mu - DEVIATIONS * skill.sigma


log = logging.getLogger(__name__)

FAMILIES, GAMES_SHOWN = 3, 300
"""Of how many families, and of how many games of each, a history is told."""
LEADERS = 20
"""How many players a leaderboard names."""


class UnknownFamily(Refusal):
    given: str

    words = "I keep no leaderboard for “{given:shown}”. Choose one from the list that appears as you type."


class BotProfile(Refusal):
    words = "Bots have no ratings, so there is nothing to show."


class SamePlayer(Refusal):
    words = "Name two different players to compare."


@dataclass(frozen=True)
class Profile:
    """What a player has done in a guild: skills, finished games by family, running games, median time a move (ms)."""

    player: Player
    skills: Sequence[Standing]
    tallies: Sequence[Tally]
    running: Sequence[StoredGame]
    pace: int | None


class Standings:
    """Ratings and what they are shown in; `formula` numbers the way in which they are computed.

    Ratings are kept for each guild: they compare people who play each other, and nobody's games are told elsewhere.
    """

    def __init__(self, ledger: Ledger, tables: Tables, formula: int) -> None:
        self._ledger = ledger
        self._tables = tables
        self._book = RatingStore(ledger.database, formula)

    async def settle(self) -> None:
        """Write the outcomes of all games that have ended, and rate those that count, in the order of the outcomes.

        It reads all games that have ended. As a rule, a game is settled by the act that ends it.
        Each game is settled and rated once, whatever happens in between. What fails is logged and left for later.
        """
        try:
            for number in await self._book.unsettled():
                await self._try_to_settle(number)
        except Exception:
            log.exception("the ratings are behind")
        await self.rate()

    async def rate(self) -> None:
        """Rate the games that have an outcome and count; what fails is logged and left for later."""
        try:
            with self._ledger.aside.reading("the ratings"):
                while await self._book.rate_next(_rate):
                    pass
        except Exception:
            log.exception("the ratings are behind")

    def ending(self, game: StoredGame, state: State) -> Unit:
        """What settles and rates a game that ends so, with its end; `settle` is left what fails or is behind."""
        return self._book.ending(partial(_ended, game, state), _rate)

    async def _try_to_settle(self, number: int) -> None:
        try:
            with self._ledger.aside.reading(f"game {number}"):
                await self._settle(number)
        except Exception:
            log.exception("game %d is not settled", number)

    async def _settle(self, number: int) -> None:
        game = await self._ledger.game(number)
        if game is None:
            return
        state = await if_granted(self._tables.state(game))
        if state is None:
            await self._book.settle(GameOutcome(number, game.guild, game.variant, Rated.FROZEN.value, ()))
        else:
            await self._book.settle(_ended(game, state))

    async def verdict(self, game: int) -> Rated | None:
        found = await self._book.verdict(game)
        return Rated(found) if found else None

    async def changes(self, game: int) -> list[Change]:
        return await self._book.changes(game)

    async def skills_at(self, game: StoredGame, family: str) -> Mapping[int, Skill]:
        return await self._book.skills_at(game.number, game.guild, family)

    async def leaders(self, guild: int, family: str, most: int = LEADERS) -> list[Standing]:
        await self.rate()
        return await self._book.standings(guild, family, most)

    async def place(self, guild: int, family: str, player: Player) -> tuple[int, Standing] | None:
        return await self._book.place(guild, family, player.id)

    async def families(self, guild: int) -> list[str]:
        await self.rate()
        return await self._book.families(guild)

    async def reset(self, guild: int, family: str) -> None:
        await self.rate()
        await self._book.reset(guild, family)

    async def profile(self, guild: int, player: Player) -> Profile:
        await self.rate()
        return Profile(
            player,
            await self._book.skills_of(guild, player.id),
            await self._book.tallies(guild, player.id),
            [game for game in await self._ledger.games_of(player.id, guild) if game.stage == "playing"],
            await self._book.pace(guild, player.id),
        )

    async def histories(self, guild: int, player: Player) -> list[tuple[Standing, list[Skill]]]:
        """How a player's skills have changed in the FAMILIES played most, each since it was last reset."""
        await self.rate()
        found = (await self._book.skills_of(guild, player.id))[:FAMILIES]
        return [(each, await self._book.history(guild, each.family, player.id, GAMES_SHOWN)) for each in found]

    async def duels(self, guild: int, player: Player, other: Player) -> list[Tally]:
        """A player's finished games against another in a guild, by family: who came before the other."""
        await self.rate()
        return await self._book.duels(guild, player.id, other.id)


def left_by(game: StoredGame, state: State, seat: int) -> GameOutcome:
    return _outcome(game, state, Replaced(seat), seat)


def _ended(game: StoredGame, state: State) -> GameOutcome:
    return _outcome(game, state, state.events[state.changed - 1].what)


def _outcome(game: StoredGame, state: State, ending: Happening, leaver: int = 0) -> GameOutcome:
    judged = verdict(game, state, ending)
    found = () if judged is Rated.CLOSED else placings(game, state, leaver)
    return GameOutcome(game.number, game.guild, state.variant.family, judged.value, found)


def _rate(before: Sequence[Skill | None], places: Sequence[int], results: Sequence[str]) -> Sequence[Skill]:
    return updated([skill or NEWCOMER for skill in before], places, results)


def family_named(text: str) -> str:
    """The family that a text names: its id (`hexeh+poly`), its name, or a game's id or name."""
    wanted = " ".join(text.split()).casefold()
    names = families()
    for family, name in names.items():
        if wanted in {family, name.casefold()}:
            return family
    for game in GAMES.values():
        if wanted in {game.key, game.name.casefold()}:
            return family_of(game)
    raise Refused(UnknownFamily(text))
