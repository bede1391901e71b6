"""A word of character at the end of a game, which fits what happened, and the way to the next level."""

from __future__ import annotations

from bot.games import Table
from bot.games.challenges import has_beaten_bot
from bot.store import Player
from bot.text.harmless import escaped_name, name_for
from engine.model.wording import say
from engine.records.standout import standout
from engine.rules.protocols import CLOSED

FIRST = "That was {name}'s first game – welcome!"
TRAITS = {
    "rescued": "The dice came to {name}'s rescue.",
    "swindled": "{name} was all but lost – what a swindle!",
    "turned": "{name} was well behind and turned it around.",
    "quick": "{number:counted move} – that was quick.",
    "walked": "{name}'s {piece} came a long way: {number:counted move}.",
    "fought": "{number:counted fight} – hardly a piece without a scratch.",
    "pawn": "The last word went to a {piece}.",
    "bloodless": "Not a single piece fell – all done by threats.",
    "unharmed": "{name} didn't lose a single piece.",
    "long": "{number:counted move} – what a marathon!",
    "few": "{name} had {number:counted piece} left – just enough.",
    "bare": "Only the {piece} are left – they may as well shake hands.",
    "repeated": "Round and round it went: neither side would budge.",
    "fought level": "{number:counted fight}, and still nothing between them.",
    "long level": "{number:counted move}, and still nothing between them.",
    "agreed": "A handshake between equals.",
}
"""Sentences about games by their traits."""


def next_level(table: Table) -> str:
    """The sentence to a player who has beaten the bot at a level; "" for others, and after the highest."""
    if not has_beaten_bot(table):
        return ""
    level = max(player.level for player in table.game.seats.values() if player.level is not None)
    return say("You beat level {level} – try level {harder}?", level=level, harder=level + 1)


def character(table: Table, newcomer: Player | None = None) -> str:
    """A sentence on how a game went, or to a `newcomer`; "" where nothing stands out, or its only person has lost."""
    result, seats = table.state.result, table.game.seats
    if result is None or result.reason in {CLOSED, "time"}:
        return ""
    winner = seats.get(result.winner or 0)
    people = {player.id for player in seats.values() if not player.is_bot}
    if winner is not None and len(people) == 1 and winner.id not in people:
        return ""
    found = standout(table.state)
    words = FIRST if newcomer and winner else TRAITS[found.trait] if found else ""
    about = newcomer or winner
    number, piece = (found.number, found.piece) if found else (0, "")
    name = name_for(None, escaped_name, about) if about else ""
    return say(words, name=name, number=number, piece=piece)
