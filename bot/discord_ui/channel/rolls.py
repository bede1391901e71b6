"""The messages of shared rolls, and of their secrets."""

from __future__ import annotations

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

    async def show(self, shown: RollOutcome | Closed) -> None:
        """Post a roll or a secret, pinging nobody, and note that it was; raises what Discord refuses it with."""
        channel = self._client.get_partial_messageable(shown.stream.channel)
        nonce = nonce_of(*shown.letter)
        await channel.send(text_of(shown), files=files_of(shown), allowed_mentions=NOBODY, nonce=nonce)
        await self._shared.shown(shown)

    async def show_late(self, letter: Letter) -> None:
        """Show a roll or a secret whose command could not, as the command's answer where that is still taken."""
        shown = await self._shared.find(letter.kind, letter.key)
        if shown is not None and not await self._answered(letter, shown):
            await self.show(shown)

    async def _answered(self, letter: Letter, shown: RollOutcome | Closed) -> bool:
        if not letter.payload or self._client.application_id is None:
            return False
        reply = discord.Webhook.partial(self._client.application_id, letter.payload, client=self._client)
        try:
            await reply.send(text_of(shown), files=files_of(shown), allowed_mentions=NOBODY)
        except discord.HTTPException:
            return False
        return True


def text_of(shown: RollOutcome | Closed) -> str:
    """A shared roll, or the end of a stream, as everybody sees it."""
    if isinstance(shown, RollOutcome):
        return f"{mention(shown.roll.player)} rolls {rolled_text(shown)}"
    return (
        f"This channel's dice so far: commitment `{shown.stream.commitment}`, secret `{shown.stream.secret.hex()}`; "
        f"the file lists every roll. The next dice are committed to `{shown.following.commitment}`."
    )


def files_of(shown: RollOutcome | Closed) -> list[discord.File]:
    """Every roll of a stream that has ended, as a file."""
    if isinstance(shown, RollOutcome):
        return []
    return [attachment(shown.listing.encode(), f"dice-{shown.stream.number}.txt")]


def rolled_text(outcome: RollOutcome) -> str:
    """A shared roll as its player sees it: every die, the total, the label, its number in the stream."""
    behind = "" if outcome.label.casefold().startswith("for ") else "for "
    label = f" {behind}{quoted(outcome.label)}" if outcome.label else ""
    times = len(outcome.rolled)
    lines = [_line(rolled, (LONGEST - 300) // times) for rolled in outcome.rolled]
    rolls = f"{lines[0]}{label}" if times == 1 else "\n".join([f"{times} times{label}:", *lines])
    return f"{rolls}\n-# Roll {outcome.roll.number + 1} of `{outcome.stream.commitment[:12]}…`"


def _line(rolled: RollResult, room: int) -> str:
    """A result with its total, and as many of its dice as there is room for."""
    dice, most = rolled.text, room - len(rolled.with_total(""))
    return rolled.with_total(dice if len(dice) <= most else f"{dice[: dice.rindex(' ', 0, most)]} …")
