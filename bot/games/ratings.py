"""Ratings: finished games settled and rated exactly once, leaderboards, what a player has done, and against whom."""

import logging
from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from openskill.models import PlackettLuce

from bot.games.refusals import if_granted
from bot.games.tables import Tables
from bot.store import UNWRITTEN, Ledger, Player, StoredGame, Unit
from bot.store.database import Run
from bot.store.ratings import Change, Finish, GameOutcome, Rated, RatingStore, Skill, Standing, Tally, write_outcome
from engine.model.refusal import Refusal, Refused
from engine.play.events import Abandoned, GameClosed, Happening, Moved, Replaced, Rolled
from engine.play.state import State
from engine.variants import GAMES, families, family_of

ESTABLISHED = 10
MOVES = 2
CENTRE, POINTS, DEVIATIONS = 1500, 30, 2

_MODEL = PlackettLuce()
_START = _MODEL.rating()
NEWCOMER = Skill(_START.mu, _START.sigma, 0)


def terms(game: StoredGame) -> Rated:
    """Return RATED for a game that is to count, or why it is not."""
    if len({player.id for player in game.seats.values()}) < len(game.seats):
        return Rated.HOT_SEAT
    if game.start is not None:
        return Rated.OWN_START
    return Rated.RATED if game.rated else Rated.CASUAL


def verdict(game: StoredGame, state: State, ending: Happening) -> Rated:
    if isinstance(ending, GameClosed | Abandoned):
        return Rated.CLOSED
    agreed = terms(game)
    return Rated.ABANDONED if agreed is Rated.RATED and abandoned(state, ending) else agreed


def abandoned(state: State, ending: Happening) -> bool:
    """Tell if a game was ended, not on the board, before each player then in it had made MOVES moves."""
    if isinstance(ending, Moved | Rolled):
        return False
    before = state.position if isinstance(ending, Replaced) else state.line[-2:][0]
    moves = Counter(played.seat for played in state.played if not played.before.due)
    return any(moves[seat] < MOVES for seat in state.variant.remaining(before))


def places(state: State) -> dict[int, int]:
    """Return the place of every seat of a finished game, from 1.

    The winner comes first, then the seats that lasted to the end, then the others, the last to leave first; seats that
    left together share a place, and a draw is shared by all that lasted, or ordered by what each scores in it.
    """
    shares = state.result.shares if state.result is not None else ()
    lasted: dict[int, tuple[int, Fraction | int]] = {
        seat: (sum(not position.out >> seat & 1 for position in state.line), shares[seat - 1] if shares else 0)
        for seat in range(1, len(state.variant.seats) + 1)
    }
    if state.result is not None and state.result.winner is not None:
        lasted[state.result.winner] = len(state.line) + 1, 0
    return {seat: 1 + sum(other > own for other in lasted.values()) for seat, own in lasted.items()}


def placings(game: StoredGame, state: State, leaver: int = 0) -> list[Finish]:
    """Return the finish of each seat; the first place is won by one alone and drawn by several.

    A divided point is drawn by all who lasted. If the seat of a `leaver` is taken over, the leaver comes last of
    the players still in the game, and the others share the first place.
    """
    found = places(state)
    if leaver:
        found |= dict.fromkeys(state.remaining, 1) | {leaver: len(state.remaining)}
    first = [seat for seat, place in found.items() if place == 1]
    divided = state.result is not None and state.result.shares
    drawn: Collection[int] = state.remaining if divided else first if len(first) > 1 else ()
    return [
        Finish(seat, player, found[seat], "drawn" if seat in drawn else "won" if seat in first else "lost")
        for seat, player in sorted(game.seats.items())
    ]


def updated(known: Sequence[Skill | None], ranks: Sequence[int], results: Sequence[str] = ()) -> list[Skill]:
    """The skills of a game's players after it, from those before (None for a newcomer), their places and results.

    A draw in which one came before the other (three quarters to one) counts as the mean of a draw and a win.
    """
    skills = [skill or NEWCOMER for skill in known]
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


def rating(skill: Skill) -> str:
    return f"{points(skill)}{'' if skill.games >= ESTABLISHED else '?'}"


def difference(change: Change) -> str:
    """Return by how much a game has changed a rating, `+12`; "" for the first rated game."""
    if change.before is None:
        return ""
    found = points(change.after) - points(change.before)
    return f"{'−' if found < 0 else '+'}{abs(found)}"


log = logging.getLogger(__name__)

FAMILIES, GAMES_SHOWN = 3, 300  # of how many families, and of how many games of each, a history is told


class UnknownFamily(Refusal):
    given: str

    words = "There's no leaderboard for “{given:shown}”. Pick one from the list that appears as you type."


class BotProfile(Refusal):
    words = "Bots have no ratings."


class SamePlayer(Refusal):
    words = "Name two different players to compare."


class Profile(NamedTuple):
    """A player's skills, finished games by family, running games and median time a move (ms) in a guild."""

    player: Player
    skills: Sequence[Standing]
    tallies: Sequence[Tally]
    running: Sequence[StoredGame]
    pace: int | None


class Standings(RatingStore):
    """Ratings, for each guild: they compare people who play each other, and nobody's games are told elsewhere."""

    def __init__(self, ledger: Ledger, tables: Tables) -> None:
        super().__init__(ledger.database)
        self._ledger = ledger
        self._tables = tables

    async def settle(self) -> None:
        """Rate the games that have ended unrated, in the order of their ends; what fails is logged and left for later.

        As a rule, a game is rated by the act that ends it.
        """
        for number in await self.unsettled():
            try:
                with self.skipped.reading(f"game {number}"):
                    game = await self._ledger.game(number)
                    if game is not None:
                        state = await if_granted(self._tables.state(game))
                        frozen = GameOutcome(number, game.guild, game.variant, Rated.FROZEN, ())
                        async with self._database.transaction() as run:
                            await write_outcome(run, outcome_of(game, state) if state else frozen, updated)
            except Exception:
                log.exception("game %d is not settled", number)

    def ending(self, game: StoredGame, state: State, leaver: int = 0) -> Unit:
        """Return the work that rates a game in the transaction that ends it, or hands over the seat of a `leaver`.

        What goes wrong outside the store is logged, and left to `settle`.
        """

        async def ended(run: Run) -> None:
            try:
                await write_outcome(run, outcome_of(game, state, leaver), updated)
            except UNWRITTEN:
                raise
            except Exception:
                log.exception("the ratings are behind")

        return ended

    async def profile(self, guild: int, player: Player) -> Profile:
        return Profile(
            player,
            await self.skills_of(guild, player.id),
            await self.tallies(guild, player.id),
            [game for game in await self._ledger.games_of(player.id, guild) if game.stage == "playing"],
            await self.pace(guild, player.id),
        )

    async def histories(self, guild: int, player: Player) -> list[tuple[Standing, list[Skill]]]:
        """Return a player's skills in the FAMILIES played most, and the earlier ones since the last reset."""
        found = (await self.skills_of(guild, player.id))[:FAMILIES]
        return [(each, await self.history(guild, each.family, player.id, GAMES_SHOWN)) for each in found]


def outcome_of(game: StoredGame, state: State, leaver: int = 0) -> GameOutcome:
    """Return the outcome of a finished game, or of one in which the seat of a `leaver` changes hands."""
    judged = verdict(game, state, Replaced(leaver) if leaver else state.events[state.changed - 1].what)
    found = () if judged is Rated.CLOSED else placings(game, state, leaver)
    return GameOutcome(game.number, game.guild, state.variant.family, judged, found)


def family_name(family: str) -> str:
    return families().get(family, family)


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
