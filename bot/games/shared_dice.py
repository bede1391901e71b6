"""Shared dice: rolls that anyone makes in a channel, from a stream that was committed to beforehand."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from bot.games.refusals import BadChoice, CountedAlready
from bot.games.tables import Location, everywhere
from bot.store import Player, Repeated
from bot.store.shared_dice import ROLL, SECRET, SharedDiceStore, SharedRoll, Stream
from engine.dice.commitment import SECRET_BYTES, commitment, stream_dice
from engine.dice.expression import BadExpression, RollResult, evaluate, read
from engine.model.refusal import Refusal, Refused


class NothingRolled(Refusal):
    words = "Nobody has rolled these dice since the last reveal, so there is nothing to reveal. /roll rolls them."


class RevealNotYours(Refusal):
    opener: str

    words = (
        "Only {opener:shown}, who rolled these dice first, or somebody who manages messages here, can reveal them. Ask "
        "one of them."
    )


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


@dataclass(frozen=True)
class RollOutcome:
    """A shared roll and its results, one for each time; its number counts from 0 in its stream."""

    stream: Stream
    roll: SharedRoll
    label: str
    rolled: tuple[RollResult, ...]


@dataclass(frozen=True)
class Closed:
    stream: Stream
    secret: str
    listing: str
    following: Stream


def scope_of_stream(stream: Stream) -> str:
    return f"channel {stream.channel} stream {stream.number}"


class SharedDice:
    def __init__(self, streams: SharedDiceStore, now: Callable[[], int]) -> None:
        self._streams = streams
        self._now = now

    async def stream(self, place: Location) -> Stream:
        """The open stream of a channel, begun where there is none."""
        while True:
            stream = await self._streams.open_stream(place.channel)
            if stream is not None:
                if place.guild:
                    await self._streams.belongs(stream, place.guild)
                return stream
            secret = new_secret()
            await self._streams.begin(place.channel, place.guild, commitment(secret), secret, self._now())

    async def roll(
        self, place: Location, player: Player, text: str, cause: int, *, hidden: bool = False, token: str = ""
    ) -> RollOutcome:
        """Roll an expression; the roll is committed before its dice are known to anybody.

        `token` is that of an interaction whose answer shows the roll, "" where a message does.
        """
        try:
            read(text)
        except BadExpression as problem:
            raise Refused(BadChoice(str(problem))) from problem
        while True:
            stream = await self.stream(place)
            asked = SharedRoll(0, self._now(), player, text, hidden)
            try:
                number = await self._streams.add(stream, asked, cause, token)
            except Repeated:
                raise Refused(CountedAlready()) from None
            if number is not None:
                break
        return _outcome(stream, asked._replace(number=number), await self._streams.secret(stream))

    async def outcome(self, key: str) -> RollOutcome | None:
        """The roll that a letter is about; None for one that is gone or cannot be read, which is set aside."""
        stream, number = map(int, key.split(":"))
        held = await self._streams.of(stream)
        rolls = await self._streams.rolls(held) if held is not None else []
        if held is None or number >= len(rolls):
            return None
        try:
            return _outcome(held, rolls[number], await self._streams.secret(held))
        except (BadExpression, LookupError) as problem:
            self._streams.aside.note(f"roll {number} of stream {stream}", problem)
            return None

    async def shown(self, outcome: RollOutcome) -> None:
        await self._streams.shown(ROLL, f"{outcome.stream.number}:{outcome.roll.number}", self._now())

    async def reveal(self, place: Location, player: Player, *, moderates: bool, token: str = "") -> Closed:
        """End the channel's stream, publish its secret, and begin the next; for who opened it, or `moderates` there.

        A stream is opened by whoever rolls in it first; one that nobody has rolled in stays. Before it, the last one is
        published again if its secret has not been seen to arrive, so that none is lost with a message.
        """
        stream = await self.stream(place)
        rolls = await self._streams.rolls(stream)
        last = None if rolls else await self._streams.unpublished(place.channel)
        if not rolls and last is None:
            raise Refused(NothingRolled())
        opener = (rolls or await self._streams.rolls(last or stream))[0].player
        if not moderates and player.id != opener.id:
            raise Refused(RevealNotYours(opener.name))
        if last is not None:
            return await self._closed(last, stream)
        fresh = new_secret()
        if not await self._streams.reveal(stream, commitment(fresh), fresh, self._now(), token):
            raise Refused(CountedAlready())
        return await self._closed(stream, await self.stream(place))

    async def closed(self, key: str) -> Closed | None:
        stream = await self._streams.of(int(key))
        return await self._closed(stream, await self.stream(everywhere(stream.channel))) if stream is not None else None

    async def published(self, closed: Closed) -> None:
        await self._streams.shown(SECRET, str(closed.stream.number), self._now())

    async def _closed(self, stream: Stream, following: Stream) -> Closed:
        secret = await self._streams.secret(stream)
        rolls = await self._streams.rolls(stream)
        return Closed(stream, secret.hex(), listing(stream, secret, rolls), following)


def _outcome(stream: Stream, asked: SharedRoll, secret: bytes) -> RollOutcome:
    expression = read(asked.request)
    dice = stream_dice(secret, scope_of_stream(stream), asked.number)
    rolled = tuple(evaluate(expression.request, dice.throw) for _ in range(expression.times))
    return RollOutcome(stream, asked, expression.label, rolled)


def listing(stream: Stream, secret: bytes, rolls: list[SharedRoll]) -> str:
    lines = [
        f"Commitment: {stream.commitment}",
        f"Secret: {secret.hex()}",
        f"Scope: {scope_of_stream(stream)}",
        "How dice come from these: see engine/dice/commitment.py of Hexmarshal.",
        "It counts rolls from 0: the dice of roll 1 are those of number 0.",
        "",
    ]
    for roll in rolls:
        if roll.hidden:
            lines.append(f"{roll.number + 1}: a private roll by {roll.player.name}")
            continue
        try:
            outcome = _outcome(stream, roll, secret)
        except BadExpression:
            lines.append(f"{roll.number + 1}: {roll.player.name}: a roll that cannot be read any more")
            continue
        plain = "; ".join(each.with_total(each.text) for each in outcome.rolled).replace("**", "")
        lines.append(f"{roll.number + 1}: {roll.player.name}: {plain}{f' ({outcome.label})' if outcome.label else ''}")
    return "\n".join([*lines, ""])
