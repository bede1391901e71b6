"""Sentences about players who have left, and seats offered to others."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games import Table
from bot.games.members import ABANDONED_AFTER_DAYS, Takeover
from bot.store import Player
from bot.text.harmless import Naming, escaped_name, to
from engine.model.english import count_of, form, join_words


def left(table: Table, seat: int, days: int, others: Sequence[Player], name: Naming) -> str:
    """A player has left a server where games count as abandoned after `days` of silence, 0 for never."""
    clock, later = table.state.clock, ""
    if clock is not None and clock.control.hard:
        later = " Their clock keeps running."
    elif clock is not None:
        later = " When their time is up, claim the win with /game claim-time."
    elif days:
        long = count_of(min(days, ABANDONED_AFTER_DAYS), "day")
        later = f" After {long} on their move I'll close the game, unrated."
    side, waiting = _side(table, seat), join_words([name(player) for player in others], "and")
    return (
        f"**#{table.game.number}** {escaped_name(table.game.seats[seat])} ({side}) has left the server. {waiting},"
        f" you can wait or find a replacement (/game replace).{later}"
    )


def question(takeover: Takeover, name: Naming) -> str:
    old = escaped_name(takeover.holder) if takeover.gone else name(takeover.holder)
    by = "A moderator" if takeover.question.moderated else name(Player(takeover.question.asker, ""))
    new = f"{name(takeover.question.new)}," if takeover.question.new.is_bot else name(takeover.question.new)
    rated = f" {old} will be rated as last." if takeover.table.game.rated else ""
    side, lacking = _side(takeover.table, takeover.question.seat), [name(player) for player in takeover.lacking]
    return (
        f"**#{takeover.table.game.number}** {by} asks {new} to play {side} in place of {old}."
        f" The game will be unrated.{rated}\n{join_words(lacking, 'and')} {form(len(lacking), 'has', 'have')} to agree."
    )


def handed_over(takeover: Takeover, name: Naming) -> str:
    who, side = to(None, name, takeover.question.new), _side(takeover.table, takeover.question.seat)
    return f"**#{takeover.table.game.number}** {who} plays {side} now, for {escaped_name(takeover.holder)}."


def declined(takeover: Takeover, by: Player, name: Naming) -> str:
    side = _side(takeover.table, takeover.question.seat)
    return f"**#{takeover.table.game.number}** {name(by)} says no: {escaped_name(takeover.holder)} still plays {side}."


def _side(table: Table, seat: int) -> str:
    return table.state.variant.seat(seat).name
