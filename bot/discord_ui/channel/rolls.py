"""The messages of shared rolls, and of their secrets."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.discord_ui.channel.messages import LONGEST, NOBODY, attachment, mention, nonce_of
from bot.games.shared_dice import Closed, RollOutcome, SharedDice
from bot.store.outbox import Letter
from bot.text.harmless import quoted
from engine.dice.expression import RollResult


class Rolls:
    """Shows shared rolls and secrets in their channels; what has been committed and not shown is in the outbox."""

    def __init__(self, client: discord.Client, shared: SharedDice) -> None:
        self._client = client
        self._shared = shared

    async def show(self, outcome: RollOutcome, late: Letter | None = None) -> None:
        """Post a roll, pinging nobody, and note that it was shown; raises whatever Discord refuses it with."""
        about = "roll", outcome.stream.number, outcome.roll.number
        await self._send(outcome.stream.channel, shown_text(outcome), about, late)
        await self._shared.shown(outcome)

    async def publish(self, closed: Closed, late: Letter | None = None) -> None:
        """Post the secret of a stream, pinging nobody, and note that it was; raises what Discord refuses it with."""
        about = "reveal", closed.stream.number
        await self._send(closed.stream.channel, secret_text(closed), about, late, listing_file(closed))
        await self._shared.published(closed)

    async def late_roll(self, letter: Letter) -> None:
        outcome = await self._shared.outcome(letter.key)
        if outcome is not None:
            await self.show(outcome, letter)

    async def late_secret(self, letter: Letter) -> None:
        closed = await self._shared.closed(letter.key)
        if closed is not None:
            await self.publish(closed, letter)

    async def _send(
        self, channel: int, text: str, about: tuple[object, ...], late: Letter | None, *files: discord.File
    ) -> None:
        """Answer the interaction of a letter if it still takes an answer, else post."""
        if late is not None and late.payload and self._client.application_id is not None:
            reply = discord.Webhook.partial(self._client.application_id, late.payload, client=self._client)
            with suppress(discord.HTTPException):
                await reply.send(text, files=files, allowed_mentions=NOBODY)
                return
            for file in files:
                file.reset()
        place = self._client.get_partial_messageable(channel)
        await place.send(text, files=files, allowed_mentions=NOBODY, nonce=nonce_of(*about))


def secret_text(closed: Closed) -> str:
    return (
        f"This channel's dice so far: commitment `{closed.stream.commitment}`, secret `{closed.secret}`; the file "
        f"lists every roll. The next dice are committed to `{closed.following.commitment}`."
    )


def listing_file(closed: Closed) -> discord.File:
    return attachment(closed.listing.encode(), f"dice-{closed.stream.number}.txt")


def shown_text(outcome: RollOutcome) -> str:
    return f"{mention(outcome.roll.player)} rolls {rolled_text(outcome)}"


def rolled_text(outcome: RollOutcome) -> str:
    """A shared roll as its player sees it: every die, the total, the label, its number in the stream."""
    behind = "" if outcome.label.casefold().startswith("for ") else "for "
    label = f" {behind}{quoted(outcome.label)}" if outcome.label else ""
    times = len(outcome.rolled)
    lines = [_line(rolled, (LONGEST - 300) // times) for rolled in outcome.rolled]
    rolls = f"{lines[0]}{label}" if times == 1 else "\n".join([f"{times} times{label}:", *lines])
    return f"{rolls}\n-# {source(outcome)}"


def _line(rolled: RollResult, room: int) -> str:
    dice, most = rolled.text, room - len(rolled.with_total(""))
    return rolled.with_total(dice if len(dice) <= most else f"{dice[: dice.rindex(' ', 0, most)]} …")


def source(outcome: RollOutcome) -> str:
    return f"Roll {outcome.roll.number + 1} of `{outcome.stream.commitment[:12]}…`"
