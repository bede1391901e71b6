"""Shared dice: rolls that anyone makes in a channel, from a stream that was committed to beforehand."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from bot.games.refusals import BadChoice, CountedAlready, refuse_if
from bot.games.tables import Location
from bot.store import Player, Repeated
from bot.store.dice import ROLL, SECRET, SharedDiceStore, SharedRoll, Stream
from engine.dice.commitment import SECRET_BYTES, stream_dice
from engine.dice.expression import BadExpression, RollResult, evaluate, read
from engine.model.refusal import Refusal, Refused


class RevealNotYours(Refusal):
    opener: str

    words = "Only {opener:shown}, who rolled these dice first, or a moderator can reveal them. Ask one of them."


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


class RollOutcome(NamedTuple):
    """A shared roll and its results, one for each time; its number counts from 0 in its stream."""

    stream: Stream
    roll: SharedRoll
    label: str
    rolled: tuple[RollResult, ...]

    @property
    def letter(self) -> tuple[str, str]:
        """The kind and the key of the letter that shows it."""
        return ROLL, f"{self.stream.number}:{self.roll.number}"


class Closed(NamedTuple):
    """A stream that has ended, the list of its rolls, and the next."""

    stream: Stream
    listing: str
    following: Stream


@dataclass
class SharedDice:
    streams: SharedDiceStore
    now: Callable[[], int]

    async def stream(self, channel: int, guild: int = 0) -> Stream:
        """The open stream of a channel, begun where there is none."""
        return await self.streams.open_stream(channel, guild, new_secret(), self.now())

    async def roll(
        self, place: Location, player: Player, text: str, cause: int, *, hidden: bool = False, token: str = ""
    ) -> RollOutcome:
        """Roll an expression; the roll is committed before anyone can know its dice.

        `token` is that of an interaction whose answer shows the roll, "" where a message does.
        """
        try:
            read(text)
        except BadExpression as problem:
            raise Refused(BadChoice(str(problem))) from problem
        asked = SharedRoll(0, self.now(), player, text, hidden)
        try:
            return _outcome(*await self.streams.add(place.channel, place.guild, new_secret(), asked, cause, token))
        except Repeated:
            raise Refused(CountedAlready()) from None

    async def reveal(self, place: Location, player: Player, *, moderates: bool, token: str = "") -> tuple[str, str]:
        """End the channel's stream and begin the next; for the one who opened it, or a moderator.

        Return the kind and the key of the letter that publishes its secret. A stream is opened by its first
        roll; one without rolls stays.
        """
        stream = await self.stream(place.channel, place.guild)
        rolls = await self.streams.rolls(stream)
        refuse_if(not rolls, "There have been no rolls since the last reveal. Roll with /roll.")
        refuse_if(not moderates and player.id != rolls[0].player.id, RevealNotYours(rolls[0].player.name))
        refuse_if(not await self.streams.reveal(stream, new_secret(), self.now(), token), CountedAlready())
        return SECRET, str(stream.number)

    async def find(self, kind: str, key: str) -> RollOutcome | Closed | None:
        """The roll or the ended stream that a letter is about; None if it is gone or unreadable, and then skipped."""
        number, *roll = map(int, key.split(":"))
        stream = await self.streams.of(number)
        if stream is None or kind == SECRET:
            return stream and Closed(
                stream, listing(stream, await self.streams.rolls(stream)), await self.stream(stream.channel)
            )
        try:
            return next(_outcome(stream, each) for each in await self.streams.rolls(stream) if each.number in roll)
        except (BadExpression, StopIteration) as problem:
            self.streams.skipped.note(f"roll {key.partition(':')[2]} of stream {number}", problem)
            return None


def scope_of_stream(stream: Stream) -> str:
    return f"channel {stream.channel} stream {stream.number}"


def _outcome(stream: Stream, asked: SharedRoll) -> RollOutcome:
    expression = read(asked.request)
    dice = stream_dice(stream.secret, scope_of_stream(stream), asked.number)
    rolled = tuple(evaluate(expression.request, dice.throw) for _ in range(expression.times))
    return RollOutcome(stream, asked, expression.label, rolled)


def listing(stream: Stream, rolls: list[SharedRoll]) -> str:
    lines = [
        f"Commitment: {stream.commitment}",
        f"Secret: {stream.secret.hex()}",
        f"Scope: {scope_of_stream(stream)}",
        "How dice follow from these: see engine/dice/commitment.py in Hexmarshal's source.",
        "Rolls are counted from 0 there: roll 1 is number 0.",
        "",
    ]
    for roll in rolls:
        text = f"a private roll by {roll.player.name}"
        if not roll.hidden:
            text = f"{roll.player.name}: {_rolled_plainly(stream, roll)}"
        lines.append(f"{roll.number + 1}: {text}")
    return "\n".join([*lines, ""])


def _rolled_plainly(stream: Stream, roll: SharedRoll) -> str:
    try:
        *_, label, rolled = _outcome(stream, roll)
    except BadExpression:
        return "a roll that can't be read any more"
    plain = "; ".join(each.with_total(each.text) for each in rolled).replace("**", "")
    return f"{plain}{f' ({label})' if label else ''}"
