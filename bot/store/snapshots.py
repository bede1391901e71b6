"""Snapshots in the store: packed stretches of games, derived from their events and never believed over them.

Each bears a digest of the engine that made it, of the rows of the events that it stands for, and of itself. One that
does not fit is as good as none; all may be dropped at any time.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.store.entries import event_of, row_of
from engine.play.events import Event
from engine.play.snapshots import packed
from engine.play.state import State

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

SNAPSHOTS = "SELECT since, upto, pack, digest FROM snapshots WHERE game = ? ORDER BY since"
"""What selects the snapshots of a game, for `Chronicle` to read."""
KEEP = "INSERT OR REPLACE INTO snapshots (game, since, upto, pack, digest) VALUES (?, ?, ?, ?, ?)"
"""What writes a snapshot of a game, in place of another from the same event on."""
CLEAR = "DELETE FROM snapshots WHERE game = ? AND since > ? AND since < ?"
"""What drops the snapshots of a game that begin inside a longer stretch, between two events."""
_MADE_BY = (".py", ".so", ".pyd")
_ROOMS = ("geometry", "model", "clocks", "dice", "rules", "variants", "movement", "notation", "play")
"""Where the engine's code is that says what events lead to."""


class Snapshot(NamedTuple):
    """A stretch of a game from after event `since` to event `upto`, packed as JSON, with its digest."""

    since: int
    upto: int
    pack: str
    digest: bytes


class Chronicle(NamedTuple):
    """What a store holds of what happened in a game: the rows of its events and of its snapshots, in order.

    `secret` is the one behind its dice, None where it is not asked for any more or cannot be read.
    """

    entries: Sequence[Any]
    snapshots: Sequence[Any] = ()
    secret: bytes | None = None

    @property
    def last(self) -> int:
        """The number of the last event, 0 where there is none."""
        return int(self.entries[-1][0]) if self.entries else 0

    def events(self) -> list[Event]:
        """The events; Unreadable where one cannot be read."""
        return [event_of(row) for row in self.entries]

    def stretches(self, begun: bytes) -> tuple[int, list[Any]]:
        """The stretches that fit, one after the other from the beginning, and to which event they lead.

        `begun` is the chain of the game before its first event, which stands for the game and its terms.
        """
        reached, packs = 0, list[str]()
        primed = _primed(begun)
        for since, upto, pack, digest in self.snapshots:
            if since != reached:
                continue
            if not (isinstance(pack, str) and digest == _digest(primed, self.entries[since:upto], pack)):
                break
            reached = upto
            packs.append(pack)
        return reached, json.loads(f"[{','.join(packs)}]")


def snapshot_of(begun: bytes, before: State, after: State) -> Snapshot:
    """The snapshot of the stretch between two states of a game, whose chain has begun so."""
    pack = json.dumps(packed(before, after), separators=(",", ":"))
    since, upto = before.sequence, after.sequence
    rows = [row_of(event) for event in after.events[since:upto]]
    return Snapshot(since, upto, pack, _digest(_primed(begun), rows, pack))


def _primed(begun: bytes) -> Hash:
    """The beginning of the digests of a game whose chain has begun so."""
    return sha256(b"%b\n%b\n" % (fingerprint(), begun.hex().encode()))


def _digest(primed: Hash, rows: Sequence[Any], pack: str) -> bytes:
    found = primed.copy()
    found.update(b"%b\n%b" % (marshal.dumps(list(rows), 0), pack.encode()))
    return found.digest()


@cache
def fingerprint() -> bytes:
    """What tells this engine's code from any other's."""
    found = sha256()
    for file in sorted(_code(resources.files("engine")), key=str):
        found.update(file.read_bytes())
    return found.hexdigest().encode()


def _code(folder: Traversable, depth: int = 0) -> Iterable[Traversable]:
    for each in folder.iterdir():
        if each.is_dir():
            if each.name in _ROOMS if not depth else each.name != "__pycache__":
                yield from _code(each, depth + 1)
        elif each.name.endswith(_MADE_BY):
            yield each
