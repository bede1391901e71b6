"""Sentences about players who have left, and seats offered to others."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games import Table
from bot.games.members import ABANDONED_AFTER_DAYS, Takeover
from bot.store import Player
from bot.text.harmless import Naming, escaped_name
from engine.model.wording import say

GONE = (
    "**#{number}** {player} ({side}) has left the server. {others:and}, you can wait or find a replacement (/game "
    "replace)."
)
CLOCK_RUNS = "Their clock keeps running."
TIME_ENDS = "When their time is up, claim the win with /game claim-time."
CLOSED_LATER = "After {days:counted day} on their move I'll close the game, unrated."
ASKED = "**#{number}** {by} asks {new} to play {side} in place of {old}. The game will be unrated."
RATED_LAST = "For {player} it counts as a loss."
LACKING = "{lacking:and} {lacking:form has|have} to agree."
HANDED_OVER = "**#{number}** {player} plays {side} now, for {holder}."
DECLINED = "**#{number}** {player} says no: {holder} still plays {side}."


def left(table: Table, seat: int, days: int, others: Sequence[Player], name: Naming) -> str:
    """A player has left a server where games count as abandoned after `days` of silence, 0 for never."""
    clock, player, names = table.state.clock, escaped_name(table.game.seats[seat]), [name(each) for each in others]
    gone = say(GONE, number=table.game.number, player=player, side=_side(table, seat), others=names)
    if clock is not None:
        return f"{gone} {CLOCK_RUNS if clock.control.hard else TIME_ENDS}"
    return f"{gone} {say(CLOSED_LATER, days=min(days, ABANDONED_AFTER_DAYS))}" if days else gone


def question(takeover: Takeover, name: Naming) -> str:
    old = escaped_name(takeover.holder) if takeover.gone else name(takeover.holder)
    by = "A moderator" if takeover.question.moderated else name(Player(takeover.question.asker, ""))
    new = f"{name(takeover.question.new)}," if takeover.question.new.is_bot else name(takeover.question.new)
    number, side = takeover.table.game.number, _side(takeover.table, takeover.question.seat)
    asked = say(ASKED, number=number, by=by, new=new, side=side, old=old)
    rated = f" {say(RATED_LAST, player=old)}" if takeover.table.game.rated else ""
    return f"{asked}{rated}\n{say(LACKING, lacking=[name(player) for player in takeover.lacking])}"


def answered(template: str, takeover: Takeover, player: str) -> str:
    """Tell that a question is answered: HANDED_OVER or DECLINED."""
    number, side = takeover.table.game.number, _side(takeover.table, takeover.question.seat)
    return say(template, number=number, player=player, side=side, holder=escaped_name(takeover.holder))


def _side(table: Table, seat: int) -> str:
    return table.state.variant.seat(seat).name
