"""Standings: finished games settled and rated exactly once, leaderboards, what a player has done, and against whom."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.games.ratings.formula import NEWCOMER, Rated, placings, updated, verdict
from bot.games.refusals import if_granted
from bot.games.tables import Tables
from bot.store import Change, GameOutcome, Ledger, Player, RatingStore, Skill, Standing, StoredGame, Tally, Unit
from engine.model.refusal import Refusal, Refused
from engine.play.events import Happening, Replaced
from engine.play.state import State
from engine.variants import GAMES, families, family_of

log = logging.getLogger(__name__)

FAMILIES, GAMES_SHOWN = 3, 300
"""Of how many families, and of how many games of each, a history is told."""
LEADERS = 20
"""How many players a leaderboard names."""


class UnknownFamily(Refusal):
    """A leaderboard of no game there is."""

    given: str

    words = "I keep no leaderboard for “{given:shown}”. Choose one from the list that appears as you type."


class BotProfile(Refusal):
    """A question about what a bot has played."""

    words = "Bots have no ratings, so there is nothing to show."


class SamePlayer(Refusal):
    """A head-to-head of somebody with themselves."""

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
        """Settle a game; one that cannot be settled holds up no other."""
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
        """Whether a finished game counts; None for one that is not settled."""
        found = await self._book.verdict(game)
        return Rated(found) if found else None

    async def changes(self, game: int) -> list[Change]:
        """What a finished game did to the skills of its players; nothing if it was not rated."""
        return await self._book.changes(game)

    async def skills_at(self, game: StoredGame, family: str) -> Mapping[int, Skill]:
        """The skills of a game's players who are rated in a family in its guild, by id."""
        return await self._book.skills_at(game.number, game.guild, family)

    async def leaders(self, guild: int, family: str, most: int = LEADERS) -> list[Standing]:
        """The players of a guild rated in a family, the best first, so many at most."""
        await self.rate()
        return await self._book.standings(guild, family, most)

    async def place(self, guild: int, family: str, player: Player) -> tuple[int, Standing] | None:
        """A player's place among those of a guild who are rated in a family, from 1; None where they are not."""
        return await self._book.place(guild, family, player.id)

    async def families(self, guild: int) -> list[str]:
        """The families rated in a guild, the one played most first."""
        await self.rate()
        return await self._book.families(guild)

    async def reset(self, guild: int, family: str) -> None:
        """Empty a leaderboard: its players begin anew, and what has ended so far counts no more."""
        await self.rate()
        await self._book.reset(guild, family)

    async def profile(self, guild: int, player: Player) -> Profile:
        """What a player has done in a guild."""
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
    """How a running game ends for the ratings when somebody else takes a seat."""
    return _outcome(game, state, Replaced(seat), seat)


def _ended(game: StoredGame, state: State) -> GameOutcome:
    """How a game that is over ended for the ratings."""
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
