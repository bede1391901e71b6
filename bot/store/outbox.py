"""The outbox: what is still to be sent, each letter written in the transaction of the act that causes it."""

from typing import NamedTuple

from bot.store.database import Run, Store
from engine.clocks.control import DAY, HOUR

SEND = "send"
"""The kind of the only deadline at which letters are sent."""
RETRY = 15_000
"""The pause before a letter that could not be sent is tried again (ms), doubled each time up to an hour."""


BOARD = "board"
"""The kind of letter about a game, its key, whose channel is behind; triggers write it and take it away."""


class Letter(NamedTuple):
    """Something to be sent from `due` on: there is one of each kind with the same key. Times are UTC ms.

    `guild`, `game` and `player` tell whom it concerns, 0 for none, so that it is deleted with them; `payload` is what
    its kind needs beside, `sent` when it was sent or given up.
    """

    kind: str
    key: str
    made: int
    due: int
    guild: int = 0
    game: int = 0
    player: int = 0
    payload: str = ""
    tries: int = 0
    sent: int | None = None

    def again(self, now: int) -> int:
        return now + min(RETRY << min(self.tries, 10), HOUR)


_FIELDS = ", ".join(Letter._fields)
_LETTERS = f"SELECT {_FIELDS} FROM outbox"
_BOARDS = """
    SELECT game FROM outbox JOIN games ON games.number = game
    WHERE kind = 'board' AND sent IS NULL AND (?1 IS NULL OR channel = ?1) ORDER BY game
"""
_TRIED = "UPDATE outbox SET sent = ?, due = ?, tries = tries + 1 WHERE (kind, key, made) = (?, ?, ?)"
_SCHEDULE = (
    "INSERT OR REPLACE INTO deadlines (kind, due)"
    " SELECT 'send', due FROM outbox WHERE sent IS NULL ORDER BY due LIMIT 1"
)


async def post(run: Run, letter: Letter) -> None:
    await run(f"INSERT OR REPLACE INTO outbox ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", *letter)
    await run(_SCHEDULE)


class OutboxStore(Store):
    async def post(self, letter: Letter) -> None:
        async with self._database.transaction() as run:
            await post(run, letter)

    async def find(self, kind: str, key: str) -> Letter | None:
        """The letter of a kind with this key, sent or not; those sent are kept for a day."""
        return await self._database.fetch_one(f"{_LETTERS} WHERE kind = ? AND key = ?", Letter, kind, key)

    async def due(self, now: int) -> list[Letter]:
        due = f"{_LETTERS} WHERE sent IS NULL AND due <= ? ORDER BY due, number"
        return await self._database.fetch(due, Letter, now)

    async def boards(self, channel: int | None = None) -> list[int]:
        """The games and challenges whose channels are behind, in all channels or in one."""
        return await self._database.fetch(_BOARDS, int, channel)

    async def tried(self, letter: Letter, now: int, again: int | None = None) -> None:
        """Note when a letter is to be sent again, or that it is done with, unless another has taken its place."""
        same = letter.kind, letter.key, letter.made
        await self._database.rows(_TRIED, now if again is None else None, again or now, *same)

    async def settle(self, now: int) -> None:
        """Set the deadline to when the next letter is due, and delete those sent more than a day ago."""
        async with self._database.transaction() as run:
            await run("DELETE FROM outbox WHERE sent IS NOT NULL AND made <= ?", now - DAY)
            await run("DELETE FROM deadlines WHERE kind = ? AND game = 0 AND player = 0", SEND)
            await run(_SCHEDULE)
